// Package stoplists has a stop list for each of nearly a thousand languages,
// finds the list of a language by its tag or name, and identifies the language
// of a text.
//
// A stop list here holds the most frequent words of a language, which make up
// most of running text and little of menus and link lists. All lists are cut
// from tables of word frequencies by one rule: the smallest set of most
// frequent words that covers 70 percent of running text. README.md in this
// folder describes the method, the sources and their licences, and
// LANGUAGES.md lists the languages. The lists themselves are plain text in the
// folder lists.
//
//	list, err := stoplists.Lookup("cs") // or "cs-CZ", "ces", "Czech"
//	list.Contains("Který")              // true: case and normal form do not matter
//
// [Parse] reads a list from a file. [Counter] and the command mklist make one
// from texts, for a language that has no list here.
//
// The lists are embedded in the program, compressed. Each is decompressed when
// it is first asked for, and kept.
package stoplists

import (
	"math"
	"strings"
	"unicode/utf8"
)

//go:generate go run ./mkfold
//go:generate go run ./mklists -tables ../../shared/wordfreq

// List is an immutable set of stop words. It is safe for concurrent use.
// A nil *List and the zero List are empty.
type List struct {
	// text has every word, followed by a line feed.
	text string
	// starts has the byte offset of each word in text, and the length of text.
	starts []uint32
	// longest is the length of the longest word in code points, at most 255.
	longest uint8

	table
	short  shortWords // for Count; empty in the list of all languages
	begins beginnings // for CountUnspaced; likewise
}

// New returns the list of the given words, in that order. Words are folded to
// lower case and Unicode normal form C, so that New("Été").Contains("ÉTÉ").
// White space around a word, empty words and repetitions are dropped, and so are
// words that would make the list larger than 4 GiB.
func New(words ...string) *List {
	b := newBuilder(0)
	for _, word := range words {
		b.addWord(word)
	}
	return b.list().indexed()
}

// Len returns the number of words.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return max(0, len(l.starts)-1) // the zero List has no starts
}

// Words returns a copy of the words, folded, in the order of the list: the
// order of New's arguments or of Parse's lines. A list from Lookup begins with
// the most frequent word.
func (l *List) Words() []string {
	words := make([]string, l.Len())
	for i := range words {
		words[i] = l.word(uint32(i + 1))
	}
	return words
}

// Contains reports whether the list has the word, whatever its case and
// Unicode normal form. The word is looked up as it stands: space and punctuation
// around it are not removed. A capital I is taken for the capital of i, so
// that Turkish words with dotless ı are not found in capitals. Looking up a
// word of up to 64 bytes does not allocate.
func (l *List) Contains(word string) bool { return l.number(word) != 0 }

// Count returns how many words of the text are in the list, each looked up as
// by Contains. Words end at spaces, line feeds and the other control
// characters of ASCII up to U+0020, and nowhere else: white space beyond ASCII
// has to be replaced first.
func (l *List) Count(text string) (count int) {
	switch {
	case l == nil || len(l.slots) == 0:
		return 0
	case l.short.slots == nil:
		return l.countPlain(text)
	}
	return l.countFast(text)
}

// countPlain is Count, byte by byte.
func (l *List) countPlain(text string) (count int) {
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

// word returns word number n, counted from 1.
func (l *List) word(n uint32) string {
	return l.text[l.starts[n-1] : l.starts[n]-1]
}

// A builder makes a List word by word.
type builder struct {
	List
	buf strings.Builder // List.text is a view of it
}

// newBuilder returns a builder with room for the given number of words. It
// makes more room as needed.
func newBuilder(words int) *builder {
	b := &builder{List: List{starts: make([]uint32, 1, words+1)}}
	b.makeRoom(words)
	return b
}

// addWord adds a word that is not folded yet.
func (b *builder) addWord(word string) {
	if word = fold(strings.TrimSpace(word)); word != "" {
		b.add(word)
	}
}

// add returns the number of a folded word, and adds the word if it is new. It
// returns 0 for a word that does not fit.
func (b *builder) add(word string) uint32 {
	h := hashString(word)
	if n := b.find(h, word); n != 0 {
		return n
	}
	if uint64(b.buf.Len())+uint64(len(word)) >= math.MaxUint32 { // what starts can hold
		return 0
	}
	b.buf.WriteString(word)
	b.buf.WriteByte('\n')
	b.text = b.buf.String() // which does not copy
	b.starts = append(b.starts, uint32(len(b.text)))
	if b.Len() > b.room() {
		b.makeRoom(b.Len())
		b.insertAll()
	} else {
		b.insert(uint32(b.Len()), h)
	}
	return uint32(b.Len())
}

// list returns what was built. The builder is not to be used afterwards.
func (b *builder) list() *List {
	list := b.List
	return &list
}

// open returns the list of a text whose words are folded and all different,
// each followed by a line feed.
func open(text string) *List {
	l := &List{text: text, starts: make([]uint32, 1, strings.Count(text, "\n")+1)}
	for i := range len(text) {
		if text[i] == '\n' {
			l.starts = append(l.starts, uint32(i+1))
		}
	}
	l.makeRoom(l.Len())
	l.insertAll()
	return l.indexed()
}
