package stoplists

import (
	"strings"
	"sync"
	"unicode"

	"github.com/seed42075109/justext/internal/scripts"
)

// A writing is a script as identification sees it.
type writing struct {
	table *unicode.RangeTable
	// weight is what a letter counts for. A Chinese character says as much as three
	// letters of an alphabet.
	weight int
	// unspaced is the language of a script that is written without spaces between
	// words. There the script decides, because words cannot be told apart.
	unspaced string
}

// The places in writings of those that have rules of their own.
const (
	noScript  = iota // digits, punctuation and what no list is written in
	inherited        // marks that take the script of their letter
	scriptLatin
	scriptHan
	scriptKana
)

// writings are the scripts that lists are written in.
var writings = [...]writing{
	noScript:    {table: new(unicode.RangeTable)},
	inherited:   {table: unicode.Inherited},
	scriptLatin: {table: unicode.Latin, weight: 1},
	scriptHan:   unspaced(scripts.Han, 3),
	scriptKana:  unspaced(scripts.Kana, 3),
	unspaced(scripts.Thai, 1),
	unspaced(scripts.Lao, 1),
	unspaced(scripts.Khmer, 1),
	unspaced(scripts.Myanmar, 1),
	unspaced(scripts.Tibetan, 1),
	{table: unicode.Arabic, weight: 1},
	{table: unicode.Armenian, weight: 1},
	{table: unicode.Avestan, weight: 1},
	{table: unicode.Bengali, weight: 1},
	{table: unicode.Canadian_Aboriginal, weight: 1},
	{table: unicode.Cherokee, weight: 1},
	{table: unicode.Cyrillic, weight: 1},
	{table: unicode.Devanagari, weight: 1},
	{table: unicode.Ethiopic, weight: 1},
	{table: unicode.Georgian, weight: 1},
	{table: unicode.Greek, weight: 1},
	{table: unicode.Gujarati, weight: 1},
	{table: unicode.Gurmukhi, weight: 1},
	{table: unicode.Hangul, weight: 2},
	{table: unicode.Hebrew, weight: 1},
	{table: unicode.Kannada, weight: 1},
	{table: unicode.Lisu, weight: 1},
	{table: unicode.Malayalam, weight: 1},
	{table: unicode.Mongolian, weight: 1},
	{table: unicode.Ol_Chiki, weight: 1},
	{table: unicode.Oriya, weight: 1},
	{table: unicode.Sinhala, weight: 1},
	{table: unicode.Syriac, weight: 1},
	{table: unicode.Tamil, weight: 1},
	{table: unicode.Telugu, weight: 1},
	{table: unicode.Thaana, weight: 1},
	{table: unicode.Tifinagh, weight: 1},
}

// unspaced returns the row of a script that is written without spaces between words.
func unspaced(script, weight int) writing {
	s := &scripts.Unspaced[script]
	return writing{table: s.Letters, weight: weight, unspaced: s.Lang}
}

// denseScripts has the scripts of the code points below its length, among which are
// nearly all alphabets. The conversion below it does not compile if a place no longer
// fits into a byte.
var denseScripts = sync.OnceValue(func() *[0x3000]uint8 {
	dense := new([0x3000]uint8)
	for s := range writings {
		for _, r := range writings[s].table.R16 {
			for c := int(r.Lo); c <= int(r.Hi) && c < len(dense); c += int(r.Stride) {
				dense[c] = uint8(s)
			}
		}
	}
	return dense
})

const _ = uint8(len(writings) - 1)

// scriptOf returns the place in writings of a letter's script; noScript for what
// is no letter.
func scriptOf(r rune) int {
	if 0x4e00 <= r && r <= 0x9fff {
		return scriptHan
	}
	if dense := denseScripts(); int(r) < len(dense) {
		return int(dense[r])
	}
	switch {
	case 0xff00 <= r && r <= 0xff20:
		return noScript // punctuation of East Asia
	case r <= 0x303f && !unicode.Is(unicode.Han, r):
		return noScript
	}
	for s := range writings {
		if unicode.Is(writings[s].table, r) {
			return s
		}
	}
	return noScript
}

// scriptOfList returns the script of most letters of the first words of a list.
func scriptOfList(text string) int {
	var letters letterCount
	for range 100 {
		word, rest, _ := strings.Cut(text, "\n")
		letters.trim(word)
		text = rest
	}
	return letters.most()
}

// letterCount counts letters by their script.
type letterCount [len(writings)]int

// trim counts the letters of a word and takes off its ends what is of no
// script.
func (c *letterCount) trim(word string) string {
	begin, end := len(word), 0
	for i := 0; i < len(word); {
		r, size := decode(word[i:])
		s := scriptOf(r)
		c[s] += writings[s].weight
		if i += size; s != noScript {
			begin, end = min(begin, i-size), i
		}
	}
	if end == 0 {
		return ""
	}
	return word[begin:end]
}

// most returns the script of most letters, or noScript where there are none.
func (c *letterCount) most() int {
	most := noScript
	for s, n := range c {
		if n > c[most] {
			most = s
		}
	}
	// Running Japanese has about as much kana as Han; Chinese has a little, in
	// names and quotations.
	if most == scriptHan && c[scriptKana] > c[scriptHan]/minKana {
		return scriptKana
	}
	return most
}

// minKana is which part of the Han the kana must be for Japanese.
const minKana = 10
