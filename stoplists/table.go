package stoplists

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// This file finds words: a hash table with open addressing and linear probing
// (Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L).
//
// The hash is computed code point by code point while a word is folded, which
// makes it fast, and it is the same in every program, so that words can be made
// to collide. Therefore a search has a budget. Each slot that it visits costs 1, and
// each comparison with another word costs more. A word that has no free slot within
// the budget goes into an ordinary map, whose hash nobody can foresee. Building a
// list and looking a word up thus take linear time whatever the words are. In the
// lists of this package no word goes there.
//
// A search for a word that is in the table visits the same slots as when the word
// was put there, because no slot is ever emptied. It therefore stays within the budget.

const (
	// maxProbes is the budget of a search: the largest number of slots it visits.
	maxProbes = 64
	// mismatchCost is what a comparison with another word costs beside its slot.
	mismatchCost = 15
)

// table finds the words of a List by their hashes.
type table struct {
	// A slot is 0 or holds the number of a word, counted from 1, in its low
	// bits, as many as an index of slots has. The bits above are part of the
	// word's hash. At least half of the slots are 0.
	slots []uint32
	shift uint8 // shifts the index of a slot out of a hash
	// crowded has the numbers of the words that found no slot.
	crowded map[string]uint32
}

// makeRoom empties the table and makes room for at least the given number of words.
func (t *table) makeRoom(words int) {
	width := bits.Len(uint(2*words + 1))
	t.slots = make([]uint32, 1<<width)
	t.shift = uint8(64 - width)
	t.crowded = nil
}

// room returns how many words the table takes before it has to grow.
func (t *table) room() int { return len(t.slots)/2 - 1 }

// split returns the first slot for a hash, and the bits that are compared there.
func (t *table) split(h uint64) (place, rest uint32) {
	h *= 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio: multiplicative hashing, Knuth section 6.4
	mask := uint32(len(t.slots) - 1)
	return uint32(h>>(t.shift&63)) & mask, uint32(h>>16) &^ mask
}

// insertAll puts every word into the table, which is empty.
func (l *List) insertAll() {
	for n := range uint32(l.Len()) {
		l.insert(n+1, hashString(l.word(n+1)))
	}
}

// insert puts word number n, which has the hash h, into its first free slot.
func (l *List) insert(n uint32, h uint64) {
	l.longest = max(l.longest, uint8(min(utf8.RuneCountInString(l.word(n)), math.MaxUint8)))
	mask := uint32(len(l.slots) - 1)
	place, rest := l.split(h)
	for budget := maxProbes; budget > 0; budget-- {
		slot := l.slots[place]
		if slot == 0 {
			l.slots[place] = rest | n
			return
		}
		if slot&^mask == rest {
			budget -= mismatchCost
		}
		place = (place + 1) & mask
	}
	if l.crowded == nil {
		l.crowded = make(map[string]uint32)
	}
	// A builder's text moves as it grows. A key that is part of it would keep the
	// old one in memory.
	l.crowded[strings.Clone(l.word(n))] = n
}

// number returns the number of a word, counted from 1, or 0 if the list does
// not have it.
func (l *List) number(word string) uint32 {
	if l == nil || len(l.slots) == 0 {
		return 0
	}
	var h uint64
	for i := 0; i < len(word); i++ {
		c := word[i]
		if c >= utf8.RuneSelf {
			return l.numberFrom(i, h, word)
		}
		h = hashRune(h, rune(lowerTable[c]))
	}
	return l.find(h, word)
}

// numberFrom continues number at byte i, before which the word is ASCII with
// the hash h.
func (l *List) numberFrom(i int, h uint64, word string) uint32 {
	var prev uint8
	if i > 0 {
		prev = traits(rune(word[i-1]))
	}
	for i < len(word) {
		r, size := decode(word[i:])
		i += size
		t := traits(r)
		if needsCare(prev, t) {
			return l.numberSlow(word)
		}
		prev = t
		h = hashRune(h, lower(r))
	}
	return l.find(h, word)
}

// maxFolded is a bound on how many bytes of a word can fold to one code point: four
// code points, as in α with two accents and an iota below it, of four bytes each.
const maxFolded = 16

// numberSlow is number for words that the quick way does not fold. A word that is too
// long for the list is not folded, which would take several times its memory.
func (l *List) numberSlow(word string) uint32 {
	if l.longest < math.MaxUint8 && len(word) > maxFolded*int(l.longest) {
		return 0
	}
	f := folders.Get().(*folder)
	defer folders.Put(f)
	key := f.fold(word)
	mask := uint32(len(l.slots) - 1)
	place, rest := l.split(hashBytes(key))
	for budget := maxProbes; budget > 0; budget-- {
		slot := l.slots[place]
		if slot == 0 {
			return 0
		}
		if slot&^mask == rest {
			if l.word(slot&mask) == string(key) {
				return slot & mask
			}
			budget -= mismatchCost
		}
		place = (place + 1) & mask
	}
	return l.crowded[string(key)]
}

// find returns the number of a word that the quick way folds, or 0. The hash h
// is that of the folded word.
func (l *List) find(h uint64, word string) uint32 {
	mask := uint32(len(l.slots) - 1)
	place, rest := l.split(h)
	for budget := maxProbes; budget > 0; budget-- {
		slot := l.slots[place]
		if slot == 0 {
			return 0
		}
		if slot&^mask == rest {
			if folded := l.word(slot & mask); folded == word || isFoldOf(folded, word) {
				return slot & mask
			}
			budget -= mismatchCost
		}
		place = (place + 1) & mask
	}
	return l.findCrowded(word)
}

// findCrowded is find for the words that found no slot.
func (l *List) findCrowded(word string) uint32 {
	if l.crowded == nil {
		return 0
	}
	f := folders.Get().(*folder)
	defer folders.Put(f)
	f.out = f.out[:0]
	for _, r := range word {
		f.out = utf8.AppendRune(f.out, lower(r))
	}
	return l.crowded[string(f.out)]
}

// isFoldOf reports whether the quick way folds word to folded.
func isFoldOf(folded, word string) bool {
	i := 0
	for i < len(word) && i < len(folded) && word[i] < utf8.RuneSelf {
		if rune(folded[i]) != lower(rune(word[i])) {
			return false
		}
		i++
	}
	folded = folded[i:]
	for _, r := range word[i:] {
		got, size := utf8.DecodeRuneInString(folded)
		if got != lower(r) {
			return false
		}
		folded = folded[size:]
	}
	return folded == ""
}

// hashRune adds a code point of a folded word to the hash of those before it.
func hashRune(h uint64, r rune) uint64 {
	return bits.RotateLeft64(h, 7) ^ uint64(r)
}

func hashString(folded string) uint64 {
	var h uint64
	for _, r := range folded {
		h = hashRune(h, r)
	}
	return h
}

func hashBytes(folded []byte) uint64 {
	var h uint64
	for len(folded) > 0 {
		r, size := utf8.DecodeRune(folded)
		h = hashRune(h, r)
		folded = folded[size:]
	}
	return h
}
