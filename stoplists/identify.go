package stoplists

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Language identification. The writing decides first: where one list alone is
// in it, or where it has no spaces between words, its letters name the language.
// Otherwise each word of the text is looked up once among the words of all lists
// together, and the language wins in which the words found are most probable
// (naive Bayes). How probable a word is in a language follows from its place in the
// list, by the law of Zipf and Mandelbrot; how probable a language is before its
// first word, from how many of its words were counted.

// A Guess is the language that fits a text best.
type Guess struct {
	// Tag is the BCP 47 tag of a list, or "" where no list fits at all.
	Tag string
	// ByScript says that the letters decided alone. Next, Margin and Known are
	// not known then.
	ByScript bool
	// Next is the tag of the language that fits second best, or "".
	Next string
	// Margin is how much better Tag fits than Next, in bits: the words looked at are
	// 2^Margin times as probable in it. Below about 10 the two can not be told apart
	// with certainty.
	Margin float64
	// Words is how many words were looked at, Known how many of them are in the list,
	// or in its first 2,000 words where it is longer.
	Words, Known int
	// Different is how many different ones of two letters or more are among the Known.
	Different int
}

// minLetters is how many letters of a script there must be for a guess; one of
// Chinese counts for three. A text of fewer is a symbol or a name.
const minLetters = 10

// maxWord is how many bytes of a word are looked at; without spaces it may be a whole
// paragraph.
const maxWord = 256

// An Identifier collects the words of a text and says in which language it is.
// The zero value is ready, Reset makes it so again. It must not be shared between
// goroutines. Some thousand bytes are enough for all but the nearest relatives.
//
// The first one opens all lists, which takes a moment and some 17 MB for the life of
// the program. Each Identifier holds less than a megabyte.
type Identifier struct {
	words   int
	letters letterCount
	counts  []uint16 // how often each word of the vocabulary was met
	met     []uint32 // the words that were
	scores  []int32  // scratch memory of Guess, by language
}

// Identify says in which language a text is. For many texts use an Identifier.
func Identify(text string) Guess {
	var d Identifier
	d.Add(text)
	return d.Guess()
}

// Reset forgets the text.
func (d *Identifier) Reset() {
	for _, n := range d.met {
		d.counts[n] = 0
	}
	d.words, d.letters, d.met = 0, letterCount{}, d.met[:0]
}

// Add takes the words of a further piece of text, which are parted as for
// [List.Count]. What stands around a word and is of no script does not matter:
// punctuation, digits, quotation marks.
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

// trimASCII takes off all of ASCII but letters.
func trimASCII(word string) string {
	for word != "" && asciiOther[word[0]] {
		word = word[1:]
	}
	for word != "" && asciiOther[word[len(word)-1]] {
		word = word[:len(word)-1]
	}
	return word
}

// asciiOther marks the bytes of ASCII that are no letters.
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

// Guess says which language fits the words so far best.
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

// maxRepeats is how often the same word counts: one that comes again and again may
// be a name.
const maxRepeats = 3

// byWords compares the languages of one script.
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

// known counts the words that the list of a language has, and the different ones
// of two letters or more.
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
