package stoplists

import (
	"math/bits"
	"unicode/utf8"
)

// CountUnspaced counts in a text of a language that is written without spaces
// between words: stop is how many of its letters belong to words of the list, at
// each place to the longest that begins there; letters is how many there are at all.
// Marks are letters here, digits and punctuation are not. Letters of scripts with
// spaces, such as those of an English name, belong to no word. Case and normal form
// do not matter.
func (l *List) CountUnspaced(text string) (stop, letters int) {
	if !isQuick(text) {
		text = fold(text)
	}
	inWord := 0 // letters ahead that belong to the word found last
	for i := 0; i < len(text); {
		r, size := decode(text[i:])
		if s := scriptOf(r); s != noScript {
			if inWord == 0 && writings[s].unspaced != "" {
				inWord = l.longestAt(text[i:])
			}
			if inWord > 0 {
				inWord--
				stop++
			}
			letters++
		}
		i += size
	}
	return stop, letters
}

// longestAt returns how many letters the longest word has that text begins with.
func (l *List) longestAt(text string) (found int) {
	if l == nil || len(l.slots) == 0 {
		return 0
	}
	var h uint64
	for i, n := 0, 1; i < len(text) && n <= int(l.longest); n++ {
		r, size := decode(text[i:])
		if scriptOf(r) == noScript {
			break
		}
		i += size
		h = hashRune(h, lower(r))
		if l.find(h, text[:i]) != 0 {
			found = n
		}
		if !l.begins.has(h) {
			break
		}
	}
	return found
}

// beginnings is a set of the hashes of what words begin with: of each word all letters
// but the last, all but the last two, and so on. It may have others by chance. With it
// longestAt ends where no longer word is possible, mostly after one letter.
type beginnings struct {
	bits  []uint64
	shift uint8 // shifts the index of a bit out of a hash
}

// beginningsOf returns the beginnings of the words that are written without spaces.
func beginningsOf(l *List) (b beginnings) {
	var hashes []uint64
	for n := range uint32(l.Len()) {
		word := l.word(n + 1)
		first, _ := utf8.DecodeRuneInString(word)
		if s := scriptOf(first); s == noScript || writings[s].unspaced == "" {
			continue
		}
		var h uint64
		for i, r := range word {
			if i > 0 {
				hashes = append(hashes, h)
			}
			h = hashRune(h, r)
		}
	}
	width := max(6, bits.Len(uint(8*len(hashes))))
	b.bits, b.shift = make([]uint64, 1<<width/64), uint8(64-width)
	for _, h := range hashes {
		at := firstHash(h) >> b.shift
		b.bits[at/64] |= 1 << (at % 64)
	}
	return b
}

// has reports whether a word may begin with what has the hash h. It does so too if
// the set was not made.
func (b *beginnings) has(h uint64) bool {
	if b.bits == nil {
		return true
	}
	at := firstHash(h) >> (b.shift & 63)
	return b.bits[at/64]>>(at%64)&1 != 0
}
