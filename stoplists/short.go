package stoplists

import (
	"math/bits"
	"strings"

	"github.com/seed42075109/justext/internal/eight"
)

// This file makes Count fast. Most words of a text are short and ASCII, and one of up
// to eight bytes fits into a number: it is folded, compared and hashed at once. The
// plain rule, which the fast one must equal, is countPlain (TestCountFast, FuzzCount).
// Without this file counting stop words takes two to three times as long.

// shortWords finds the words of a list that have up to eight bytes, all of them ASCII,
// and says which longer ones need not be looked for.
type shortWords struct {
	// slots is a cuckoo hash table (Pagh and Rodler, 2001): a key is in the slot of
	// its first hash or in that of its second. Empty slots are 0, which is no key.
	slots []uint64
	// partial says that some keys found no slot, so that what is not in slots may
	// still be in the list. Of the lists of this package none has such keys.
	partial bool
	// long has a bit for the hash of the first eight bytes of each longer word that
	// is ASCII.
	long []uint64
	// shift and longShift shift the index of a slot or bit out of a hash.
	shift, longShift uint8
}

const (
	// maxKicks is how many keys are moved to make room for one more.
	maxKicks = 64
	// maxTries is how many tables are tried, each twice as large as the one before. A
	// list of words that collide must not make the table huge.
	maxTries = 3
)

// indexed makes the list ready for countFast and longestAt, and returns it.
func (l *List) indexed() *List {
	var short, long []uint64
	for n := range uint32(l.Len()) {
		switch word := l.word(n + 1); {
		case !isASCII(word) || strings.IndexByte(word, 0) >= 0: // no word of a text has a zero byte
		case len(word) <= 8:
			short = append(short, keyOf(word))
		default:
			long = append(long, eight.Bytes(word))
		}
	}
	s := &l.short
	width := max(1, bits.Len(uint(3*len(short))))
	for tries := 0; tries < maxTries && s.fill(short, width+tries); tries++ {
	}
	width = max(6, bits.Len(uint(8*len(long))))
	s.long, s.longShift = make([]uint64, 1<<width/64), uint8(64-width)
	for _, key := range long {
		at := firstHash(key) >> s.longShift
		s.long[at/64] |= 1 << (at % 64)
	}
	l.begins = beginningsOf(l)
	return l
}

// fill puts the keys into a table of 1<<width slots and reports whether there was no
// room for some.
func (s *shortWords) fill(keys []uint64, width int) (partial bool) {
	s.slots, s.shift, s.partial = make([]uint64, 1<<width), uint8(64-width), false
	for _, key := range keys {
		s.insert(key)
	}
	return s.partial
}

// The hashes multiply by 2^64 divided by the golden ratio and by another large odd
// number; their high bits are used.
func firstHash(key uint64) uint64  { return key * 0x9E3779B97F4A7C15 }
func secondHash(key uint64) uint64 { return key * 0xC2B2AE3D27D4EB4F }

// insert puts a key into one of its two slots, and the key that was there into its
// other one.
func (s *shortWords) insert(key uint64) {
	at := firstHash(key) >> (s.shift & 63)
	for range maxKicks {
		key, s.slots[at] = s.slots[at], key
		if key == 0 {
			return
		}
		other := firstHash(key) >> (s.shift & 63)
		if other == at {
			other = secondHash(key) >> (s.shift & 63)
		}
		at = other
	}
	s.partial = true
}

// count returns 1 if a key is in the table, and 0 if not. It has no branches: half of the
// words of a text are stop words, which no processor foresees.
func (s *shortWords) count(key uint64) int {
	a, b := s.slots[firstHash(key)>>(s.shift&63)]^key, s.slots[secondHash(key)>>(s.shift&63)]^key
	return int(((a-1)&^a | (b-1)&^b) >> 63)
}

// mayHaveLong reports whether the list may have a longer word whose first eight bytes
// are those of the key.
func (s *shortWords) mayHaveLong(key uint64) bool {
	at := firstHash(key) >> (s.longShift & 63)
	return s.long[at/64]>>(at%64)&1 != 0
}

// keyOf returns the key of a folded word of up to eight bytes.
func keyOf(word string) (key uint64) {
	for i := range len(word) {
		key |= uint64(word[i]) << (8 * i)
	}
	return key
}

func isASCII(word string) bool {
	for i := range len(word) {
		if word[i] >= 0x80 {
			return false
		}
	}
	return true
}

// countFast is Count of a list that has been indexed.
func (l *List) countFast(text string) (count int) {
	if len(text) < 8 {
		return l.countPlain(text)
	}
	for i := 0; i < len(text); {
		first := eightAt(text, i)
		if blank := eight.Blanks(first); blank != 0 {
			n := eight.First(blank)
			first &= 1<<(8*n) - 1
			if n > 0 {
				count += l.countWord(text[i:i+n], first)
			}
			i += n + 1
			continue
		}
		end := wordEnd(text, i+8)
		count += l.countLongWord(text[i:end], first)
		i = end + 1
	}
	return count
}

// eightAt returns the eight bytes at i, and zero bytes, which are blanks, for those after the
// end of the text. The text has at least eight.
func eightAt(text string, i int) uint64 {
	if i+8 <= len(text) {
		return eight.Bytes(text[i:])
	}
	return eight.Tail(text, len(text)-i)
}

// countWord returns 1 if the list has a word of one to eight bytes, whose number is first,
// and 0 if not.
func (l *List) countWord(word string, first uint64) int {
	if first&eight.High == 0 && !l.short.partial {
		return l.short.count(eight.Lower(first))
	}
	return min(int(l.number(word)), 1)
}

// countLongWord is countWord for a word of at least eight bytes. The number of the first
// eight is first.
func (l *List) countLongWord(word string, first uint64) int {
	if len(word) == 8 {
		return l.countWord(word, first)
	}
	if first&eight.High == 0 && !l.short.mayHaveLong(eight.Lower(first)) && isASCII(word[8:]) {
		return 0
	}
	return min(int(l.number(word)), 1)
}

// wordEnd returns the offset of the first space or control character at or after i,
// or the length of the text.
func wordEnd(text string, i int) int {
	for ; i+8 <= len(text); i += 8 {
		if blank := eight.Blanks(eight.Bytes(text[i:])); blank != 0 {
			return i + eight.First(blank)
		}
	}
	for i < len(text) && text[i] > ' ' {
		i++
	}
	return i
}
