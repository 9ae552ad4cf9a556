package stoplists

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// This file identifies languages (docs/justext.md, Language identification). The
// script decides if only one list is in it, or if it is written without spaces
// between words. Otherwise each word of the text is looked up once among the words of
// all lists, and the language wins in which the words found are most probable (naive
// Bayes). The probability of a word in a language follows from its place in the list
// by the law of Zipf and Mandelbrot. The prior probability of a language follows from
// the size of the corpus from which its list was made.

// A Guess is the language that fits a text best. A text in a language without a list
// gets the tag of some other language; its Known is then a small part of Words.
type Guess struct {
	// Tag is the BCP 47 tag of a list, or "" if the text has fewer than 10 letters or
	// no word that is in a list.
	Tag string
	// ByScript reports whether the script of the text alone decided. Next, Margin,
	// Known and Different are then not set.
	ByScript bool
	// Next is the tag of the language that fits second best, or "".
	Next string
	// Margin says how much better Tag fits than Next, in bits: the text is 2^Margin
	// times as probable in it. If it is below 10, Next may be right.
	Margin float64
	// Words is the number of words in the text.
	Words int
	// Known is the number of words in the text that are among the first 2,000 of
	// the list for Tag.
	Known int
	// Different is the number of different words of two letters or more among Known.
	Different int
}

// minLetters is the smallest number of letters for a guess, weighted as in scripts.
// Fewer may be a symbol or a name.
const minLetters = 10

// maxWord is the number of bytes of a word that are looked up. Without spaces, a word
// may be a whole paragraph.
const maxWord = 256

// An Identifier identifies the language of texts, one after another, and reuses its
// memory. The zero Identifier is ready to use. It is not safe for concurrent use.
//
// About 1,000 bytes of text are enough to tell all languages apart except the closest
// relatives, such as Bosnian and Croatian.
//
// The first use of an Identifier in a program opens all lists, which takes about
// 0.1 seconds and then 17 MB of memory. Each Identifier needs less than 1 MB.
type Identifier struct {
	words   int
	letters letterCount
	counts  []uint16 // how often each word of the vocabulary was met, by number
	met     []uint32 // the numbers of those that were
	scores  []int32  // scratch memory of Guess, by language
}

// Identify returns the language that fits a text best. To identify many texts, use an
// [Identifier], whose costs at first use apply here too.
func Identify(text string) Guess {
	var d Identifier
	d.Add(text)
	return d.Guess()
}

// Reset makes the Identifier ready for another text.
func (d *Identifier) Reset() {
	for _, n := range d.met {
		d.counts[n] = 0
	}
	d.words, d.letters, d.met = 0, letterCount{}, d.met[:0]
}

// Add adds a piece of text. Words are separated as by [List.Count], and a piece ends
// a word. Punctuation, digits and symbols around a word are ignored.
func (d *Identifier) Add(text string) {
	v := vocabulary()
	if d.counts == nil {
		d.counts = make([]uint16, v.words.Len()+1)
	}
	for i := 0; i < len(text); i++ {
		start, ascii := i, true
		for i < len(text) && ' ' < text[i] {
			ascii = ascii && text[i] < utf8.RuneSelf
			i++
		}
		word := trimASCII(text[start:min(i, start+maxWord)])
		if ascii {
			d.letters[scriptLatin] += len(word)
		} else {
			word = d.letters.trim(word)
		}
		if word != "" {
			d.addWord(v, word)
		}
	}
}

// trimASCII removes ASCII characters that are not letters from both ends of a word.
func trimASCII(word string) string {
	for word != "" && asciiOther[word[0]] {
		word = word[1:]
	}
	for word != "" && asciiOther[word[len(word)-1]] {
		word = word[:len(word)-1]
	}
	return word
}

// asciiOther has the ASCII characters that are not letters.
var asciiOther = func() (other [256]bool) {
	for c := range utf8.RuneSelf {
		other[c] = !unicode.IsLetter(rune(c))
	}
	return other
}()

func (d *Identifier) addWord(v *allWords, word string) {
	d.words++
	n := v.words.number(word)
	if n == 0 || d.counts[n] == math.MaxUint16 {
		return
	}
	if d.counts[n] == 0 {
		d.met = append(d.met, n)
	}
	d.counts[n]++
}

// Guess returns the language that fits the text added since the last Reset best.
func (d *Identifier) Guess() Guess {
	guess := Guess{Words: d.words}
	script := d.letters.most()
	v := vocabulary()
	if d.letters[script] < minLetters {
		return guess
	}
	switch among := v.written[script]; {
	case writings[script].unspaced != "":
		guess.Tag, guess.ByScript = writings[script].unspaced, true
	case len(among) == 1:
		guess.Tag, guess.ByScript = v.tags[among[0]], true
	case len(among) > 1:
		d.byWords(v, among, &guess)
	}
	return guess
}

// maxRepeats is how many times the same word counts. One that is repeated often may be
// a name.
const maxRepeats = 3

// byWords compares the languages of one script by the words of the text.
func (d *Identifier) byWords(v *allWords, among []int, guess *Guess) {
	d.scores = append(d.scores[:0], v.prior...)
	for _, n := range d.met {
		count := min(int32(d.counts[n]), maxRepeats)
		for _, e := range v.entries[v.first[n]:v.first[n+1]] {
			d.scores[e>>weightBits] += count * int32(e&(1<<weightBits-1))
		}
	}
	best, next := -1, -1
	for _, l := range among {
		switch {
		case best < 0 || d.scores[l] > d.scores[best]:
			best, next = l, best
		case next < 0 || d.scores[l] > d.scores[next]:
			next = l
		}
	}
	if guess.Known, guess.Different = d.known(v, best); guess.Known == 0 {
		return
	}
	guess.Tag, guess.Next = v.tags[best], v.tags[next]
	guess.Margin = float64(d.scores[best]-d.scores[next]) / perBit
}

// known returns how many words of the text the list of a language has, and how many
// different words of two letters or more are among them.
func (d *Identifier) known(v *allWords, language int) (count, different int) {
	for _, n := range d.met {
		if !slices.ContainsFunc(v.entries[v.first[n]:v.first[n+1]], func(e uint16) bool { return int(e>>weightBits) == language }) {
			continue
		}
		count += int(d.counts[n])
		if utf8.RuneCountInString(v.words.word(n)) > 1 {
			different++
		}
	}
	return count, different
}
