package corpus

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Duplicates says which pages are left out because an earlier page of the run
// had the same text, or nearly the same. The zero value keeps them all.
//
// A text is compared as words: the white space between them and the case of
// letters do not matter. Two texts are exact duplicates if they have the same
// words; 64 bits of a SHA-256 stand for them. Two texts are near duplicates if
// their simhashes (Charikar 2002) over sequences of three words differ in at
// most maxDistance of 64 bits, as in Manku, Jain and Das Sarma (2007). Texts of
// fewer than minShingles sequences are no near duplicates of anything.
//
// Memory is bounded: at most 90 MiB for exact and 70 MiB for near duplicates,
// which is enough for about six million exact hashes and one to two million
// simhashes. Beyond that the oldest are forgotten, and a duplicate of a page that
// lies far back is kept.
type Duplicates struct {
	Exact, Near bool
}

const (
	maxDistance = 3
	minShingles = 8
	shingle     = 3 // words
)

// hashes are what a text is compared by.
type hashes struct{ exact, near uint64 }

// hashText returns the hashes of a text. near is 0 if the text is too short to
// be compared.
func (d *Duplicates) hashText(text string) (h hashes) {
	words := strings.Fields(strings.ToLower(text))
	if d.Exact {
		sum := sha256.New()
		for _, w := range words {
			sum.Write([]byte(w))
			sum.Write([]byte{0})
		}
		h.exact = binary.BigEndian.Uint64(sum.Sum(nil))
	}
	if !d.Near {
		return h
	}
	if len(words) < minShingles+shingle-1 {
		words = letters(words)
	}
	if len(words) >= minShingles+shingle-1 {
		h.near = simhash(words)
	}
	return h
}

// letters returns the letters of words, for texts without spaces between words.
func letters(words []string) (all []string) {
	for _, w := range words {
		if utf8.RuneCountInString(w) < len(w)/2 { // most of them beyond Latin, Greek and Cyrillic
			all = append(all, strings.Split(w, "")...)
		}
	}
	return all
}

// simhash returns the simhash of the sequences of words.
func simhash(words []string) uint64 {
	var sums [64]int32
	hashed := make([]uint64, len(words))
	for i, w := range words {
		hashed[i] = hashWord(w)
	}
	for i := range len(words) - shingle + 1 {
		h := mix(hashed[i] ^ bits.RotateLeft64(hashed[i+1], 21) ^ bits.RotateLeft64(hashed[i+2], 42))
		for bit := range sums {
			sums[bit] += int32(h>>bit&1)*2 - 1
		}
	}
	var result uint64
	for bit, sum := range sums {
		if sum > 0 {
			result |= 1 << bit
		}
	}
	return result
}

// hashWord is FNV-1a.
func hashWord(w string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(w) {
		h = (h ^ uint64(w[i])) * 1099511628211
	}
	return h
}

// mix spreads the bits of h; it is the finalizer of MurmurHash3.
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// seen remembers the hashes of the texts that were written.
type seen struct {
	exact, near bool
	whole       ring
	bands       [4]ring // by each quarter of the simhash: of four, one is equal in near duplicates
}

func newSeen(d Duplicates) *seen {
	s := &seen{exact: d.Exact, near: d.Near}
	s.whole.bits = 20
	for i := range s.bands {
		s.bands[i].bits = 16
	}
	return s
}

// find returns ExactDuplicate, NearDuplicate or Written.
func (s *seen) find(h hashes) Outcome {
	if s.exact && s.whole.find(h.exact>>44, h.exact, 0) {
		return ExactDuplicate
	}
	if !s.near || h.near == 0 {
		return Written
	}
	for i := range s.bands {
		if s.bands[i].find(h.near>>(16*i)&0xffff, h.near, maxDistance) {
			return NearDuplicate
		}
	}
	return Written
}

// add remembers the hashes of a text.
func (s *seen) add(h hashes) {
	if s.exact {
		s.whole.add(h.exact>>44, h.exact, 8)
	}
	if s.near && h.near != 0 {
		for i := range s.bands {
			s.bands[i].add(h.near>>(16*i)&0xffff, h.near, 32)
		}
	}
}

// A ring is a table of 1<<bits buckets, each of which keeps the values that were
// added to it last.
type ring struct {
	bits    int
	buckets [][]uint64
	next    []uint8 // where the next value of a full bucket goes
}

// find reports whether the bucket has a value that differs from v in at most
// distance bits.
func (r *ring) find(bucket, v uint64, distance int) bool {
	if r.buckets == nil {
		return false
	}
	for _, w := range r.buckets[bucket] {
		if bits.OnesCount64(v^w) <= distance {
			return true
		}
	}
	return false
}

// add adds v to the bucket, in place of the oldest value if there are limit.
func (r *ring) add(bucket, v uint64, limit int) {
	if r.buckets == nil {
		r.buckets = make([][]uint64, 1<<r.bits)
		r.next = make([]uint8, 1<<r.bits)
	}
	b := r.buckets[bucket]
	if len(b) < limit {
		r.buckets[bucket] = append(b, v)
		return
	}
	b[r.next[bucket]] = v
	r.next[bucket] = (r.next[bucket] + 1) % uint8(limit)
}
