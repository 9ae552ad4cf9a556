package stoplists

import (
	"strings"
	"sync"
	"unicode"
)

// A writing is a script as identification sees it.
type writing struct {
	table *unicode.RangeTable
	// weight is what a letter counts for. One of the Chinese script says as much
	// as three of an alphabet.
	weight int
	// unspaced is the language of a script that is written without spaces between
	// words, so that words can not decide.
	unspaced string
}

// The places in scripts of those that have rules of their own.
const (
	noScript  = iota // digits, punctuation and what no list is written in
	inherited        // marks that take the script of their letter
	scriptLatin
	scriptHan
	scriptKana
)

// scripts are those that lists are written in.
var scripts = [...]writing{
	noScript:    {table: new(unicode.RangeTable)},
	inherited:   {table: unicode.Inherited},
	scriptLatin: {table: unicode.Latin, weight: 1},
	scriptHan:   {table: unicode.Han, weight: 3, unspaced: "zh"},
	scriptKana:  {table: hiraganaAndKatakana, weight: 3, unspaced: "ja"},
	{table: unicode.Thai, weight: 1, unspaced: "th"},
	{table: unicode.Lao, weight: 1, unspaced: "lo"},
	{table: unicode.Khmer, weight: 1, unspaced: "km"},
	{table: unicode.Myanmar, weight: 1, unspaced: "my"},
	{table: unicode.Tibetan, weight: 1, unspaced: "bo"},
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

var hiraganaAndKatakana = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x3041, Hi: 0x3096, Stride: 1}, {Lo: 0x30a1, Hi: 0x30fc, Stride: 1}, {Lo: 0xff66, Hi: 0xff9d, Stride: 1},
}}

// denseScripts has the scripts of the code points below its length, which are
// those of nearly all alphabets.
var denseScripts = sync.OnceValue(func() *[0x3000]uint8 {
	dense := new([0x3000]uint8)
	for s := range scripts {
		for _, r := range scripts[s].table.R16 {
			for c := int(r.Lo); c <= int(r.Hi) && c < len(dense); c += int(r.Stride) {
				dense[c] = uint8(s)
			}
		}
	}
	return dense
})

// scriptOf returns the place in scripts of a letter's script; noScript for what
// is no letter.
func scriptOf(r rune) int {
	if dense := denseScripts(); int(r) < len(dense) {
		return int(dense[r])
	}
	switch {
	case 0x4e00 <= r && r <= 0x9fff:
		return scriptHan
	case r <= 0x303f || 0xff00 <= r && r <= 0xff20:
		return noScript // punctuation of East Asia
	}
	for s := range scripts {
		if unicode.Is(scripts[s].table, r) {
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
type letterCount [len(scripts)]int

// trim counts the letters of a word and takes off its ends what is of no
// script.
func (c *letterCount) trim(word string) string {
	begin, end := len(word), 0
	for i := 0; i < len(word); {
		r, size := decode(word[i:])
		s := scriptOf(r)
		c[s] += scripts[s].weight
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
