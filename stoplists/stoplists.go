// Package stoplists holds a stop list for each of several hundred languages:
// the most frequent words, which running text is full of and menus are not.
//
// Every list is cut by the same rule from a table of word frequencies: the
// smallest set of most frequent words that covers 70 of 100 running words.
// README.md beside this file tells the sources, their licences and what is
// known of each list; the lists are plain text in the folder lists.
//
//	list, err := stoplists.Lookup("cs") // or "cs-CZ", "ces", "Czech"
//	list.Contains("Který")              // true: any case, any normal form
//
// For a language that is not here, [Counter] makes a list of texts, and the
// command mklist does so from files.
//
// The lists are part of the program, compressed; nothing is opened before it is
// asked for, and each language only once.
package stoplists

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"
)

//go:generate go run ./mkfold
//go:generate go run ./mklists -tables ../../shared/wordfreq

// List is an immutable set of stop words, safe for concurrent use.
// A nil *List and the zero List contain nothing.
//
// The words stand in one string, a line feed after each; a table of open
// addressing finds them.
type List struct {
	text   string
	starts []uint32 // where in text each word starts, and where one more would

	// A slot is 0 or holds the number of a word, from 1, in its low bits, as
	// many as a place in slots needs, and above them further bits of its hash.
	slots   []uint32
	shift   uint8 // a hash shifted right by it is a place in slots
	longest uint8 // code points of the longest word, 255 at most
}

// New makes a list of words, in their order. Each is folded: normal form C,
// lower case, so that New("Été").Contains("ÉTÉ"). Space around a word,
// empty words and repetitions are dropped.
func New(words ...string) *List {
	l := &List{starts: []uint32{0}}
	var text strings.Builder
	seen := make(map[string]bool, len(words))
	for _, word := range words {
		word = fold(strings.TrimSpace(word))
		if word == "" || seen[word] {
			continue
		}
		seen[word] = true
		text.WriteString(word)
		text.WriteByte('\n')
		l.starts = append(l.starts, uint32(text.Len()))
	}
	l.text = text.String()
	l.index()
	return l
}

// Parse reads a stop list: UTF-8 text, one word a line, as Python jusText has
// them. Blank lines, space around words, a byte order mark at the beginning
// and carriage returns before line feeds do not matter. Words are folded as New
// does.
//
// Errors name the line: text that is not UTF-8, and a line over 65,535 bytes,
// which no list of words has. The error of a failing reader is wrapped.
func Parse(r io.Reader) (*List, error) {
	var words []string
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if !utf8.Valid(line) {
			return nil, fmt.Errorf("stoplists: line %d is not UTF-8; save the list as UTF-8, "+
				"for example by `iconv -f windows-1252 -t UTF-8`", n)
		}
		words = append(words, string(line))
	}
	if err := lines.Err(); err != nil {
		return nil, parseError(err, len(words)+1)
	}
	return New(words...), nil
}

func parseError(err error, line int) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("stoplists: line %d is over %d bytes long; a stop list has one word a line: %w",
			line, bufio.MaxScanTokenSize-1, err)
	}
	return fmt.Errorf("stoplists: reading line %d: %w", line, err)
}

// Len is the number of words.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return max(0, len(l.starts)-1) // the zero List has none
}

// Words gives a copy of the words, folded, in the order of the list: that of
// New's arguments or of the lines of a file; for the lists of Lookup, the most
// frequent word first.
func (l *List) Words() []string {
	words := make([]string, l.Len())
	for i := range words {
		words[i] = l.word(uint32(i + 1))
	}
	return words
}

// Contains reports whether the word is in the list, in any case and any
// Unicode normal form. The word is taken as it is: no space or punctuation is
// cut off. Turkish dotless ı and its capital I are the one exception to "any
// case": I is the capital of i. For words up to 64 bytes nothing is allocated.
func (l *List) Contains(word string) bool { return l.number(word) != 0 }

// number returns the number of a word, from 1, or 0.
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

// Count returns how many of the words of a text are in the list, each as
// Contains has it. Words are parted by spaces, line feeds and other control
// characters of ASCII; a text with other white space has to be folded before.
func (l *List) Count(text string) (count int) {
	if l == nil || len(l.slots) == 0 {
		return 0
	}
	for i := 0; i < len(text); i++ {
		start := i
		var h uint64
		for i < len(text) && ' ' < text[i] && text[i] < utf8.RuneSelf {
			h = hashRune(h, rune(lowerTable[text[i]]))
			i++
		}
		ascii := i
		for i < len(text) && ' ' < text[i] {
			i++
		}
		word := text[start:i]
		if ascii == i && ascii > start && l.find(h, word) != 0 || ascii < i && l.numberFrom(ascii-start, h, word) != 0 {
			count++
		}
	}
	return count
}

// numberFrom goes on with a word that is ASCII up to byte i, with the hash h.
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

// numberSlow folds the word first.
func (l *List) numberSlow(word string) uint32 {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	key := f.fold(word)
	mask := uint32(len(l.slots) - 1)
	place, rest := l.split(hashBytes(key))
	for ; l.slots[place] != 0; place = (place + 1) & mask {
		slot := l.slots[place]
		if slot&^mask == rest && l.word(slot&mask) == string(key) {
			return slot & mask
		}
	}
	return 0
}

// find looks for a word that the quick way may fold, given its folded hash.
func (l *List) find(h uint64, word string) uint32 {
	mask := uint32(len(l.slots) - 1)
	place, rest := l.split(h)
	for {
		slot := l.slots[place]
		if slot == 0 {
			return 0
		}
		if slot&^mask == rest {
			if folded := l.word(slot & mask); folded == word || isFoldOf(folded, word) {
				return slot & mask
			}
		}
		place = (place + 1) & mask
	}
}

// isFoldOf reports whether folded is the word after folding the quick way.
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

// word gives word n, counted from 1 as in slots.
func (l *List) word(n uint32) string {
	return l.text[l.starts[n-1] : l.starts[n]-1]
}

// hashRune takes one more code point of a folded word into its hash.
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

// split makes of a hash a place in slots, and the bits to compare there.
func (l *List) split(h uint64) (place, rest uint32) {
	h *= 0x9E3779B97F4A7C15 // 2^64 / golden ratio (Knuth, volume 3, section 6.4)
	mask := uint32(len(l.slots) - 1)
	return uint32(h>>(l.shift&63)) & mask, uint32(h>>16) &^ mask
}

// open makes a list of words that are folded and all different, with a line feed after each.
func open(text string) *List {
	l := &List{text: text, starts: make([]uint32, 1, strings.Count(text, "\n")+1)}
	for i := range len(text) {
		if text[i] == '\n' {
			l.starts = append(l.starts, uint32(i+1))
		}
	}
	l.index()
	return l
}

// index makes the table of slots, at most half full.
func (l *List) index() {
	l.makeRoom(l.Len())
	for n := range l.Len() {
		l.insert(uint32(n + 1))
	}
}

// makeRoom makes an empty table for so many words.
func (l *List) makeRoom(words int) {
	width := bits.Len(uint(2*words + 1))
	l.slots = make([]uint32, 1<<width)
	l.shift = uint8(64 - width)
}

// insert puts word number n, counted from 1, into the first free slot.
func (l *List) insert(n uint32) {
	mask := uint32(len(l.slots) - 1)
	word := l.word(n)
	l.longest = max(l.longest, uint8(min(utf8.RuneCountInString(word), math.MaxUint8)))
	place, rest := l.split(hashString(word))
	for l.slots[place] != 0 {
		place = (place + 1) & mask
	}
	l.slots[place] = rest | n
}
