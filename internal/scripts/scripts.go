// Package scripts has the scripts that are written without spaces between words. What
// counts words or looks for them has a rule of its own for these.
package scripts

import "unicode"

// The rows of [Unspaced].
const (
	Han = iota
	Kana
	Thai
	Lao
	Khmer
	Myanmar
	Tibetan
)

// A Script is a script without spaces between words.
type Script struct {
	// Lang is the language whose stop list is in this script.
	Lang string
	// Letters are the letters of running text, by which languages are told apart.
	Letters *unicode.RangeTable
	// Characters are those that tokenizers go by. They differ from Letters for kana.
	Characters []*unicode.RangeTable
	// Alone says that a tokenizer makes a token of each character.
	Alone bool
	// Syllables says that a mark stands between syllables. A tokenizer that ends a
	// token at punctuation finds the syllables by that mark, and need not estimate
	// words from the number of characters.
	Syllables bool
}

type tables = []*unicode.RangeTable

// Unspaced are the scripts without spaces.
var Unspaced = [...]Script{
	Han:     {Lang: "zh", Letters: unicode.Han, Characters: tables{unicode.Han}, Alone: true},
	Kana:    {Lang: "ja", Letters: kanaLetters, Characters: kana, Alone: true},
	Thai:    {Lang: "th", Letters: unicode.Thai, Characters: tables{unicode.Thai}},
	Lao:     {Lang: "lo", Letters: unicode.Lao, Characters: tables{unicode.Lao}},
	Khmer:   {Lang: "km", Letters: unicode.Khmer, Characters: tables{unicode.Khmer}},
	Myanmar: {Lang: "my", Letters: unicode.Myanmar, Characters: tables{unicode.Myanmar}},
	Tibetan: {Lang: "bo", Letters: unicode.Tibetan, Characters: tables{unicode.Tibetan}, Syllables: true},
}

// kanaLetters are Hiragana and Katakana as they stand in words. The prolonged sound
// mark, U+30FC, is a letter here, although Unicode gives it to no script; squared
// words, small letters for Ainu and historic forms are not.
var kanaLetters = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x3041, Hi: 0x3096, Stride: 1}, {Lo: 0x309d, Hi: 0x309f, Stride: 1}, {Lo: 0x30a1, Hi: 0x30fa, Stride: 1},
	{Lo: 0x30fc, Hi: 0x30fe, Stride: 1}, {Lo: 0xff66, Hi: 0xff9d, Stride: 1},
}}

// kana are Hiragana and Katakana as Unicode has them, and the three half-width marks
// that it gives to no script. The prolonged sound mark of full width, which it gives
// to none either, is not among them: the trained models and the measures count it as
// a letter with spaces.
var kana = tables{unicode.Hiragana, unicode.Katakana, {R16: []unicode.Range16{
	{Lo: 0xff70, Hi: 0xff70, Stride: 1}, {Lo: 0xff9e, Hi: 0xff9f, Stride: 1},
}}}

// IsAlone reports whether a character is of a script in which each character is a
// token.
func IsAlone(r rune) bool {
	if r < firstAlone {
		return false
	}
	for i := range Unspaced {
		if s := &Unspaced[i]; s.Alone && unicode.In(r, s.Characters...) {
			return true
		}
	}
	return false
}

// IsUnmarked reports whether a character is of a script in which nothing shows where
// a word or syllable ends.
func IsUnmarked(r rune) bool {
	if r < firstUnspaced {
		return false
	}
	for i := range Unspaced {
		if s := &Unspaced[i]; !s.Syllables && unicode.In(r, s.Characters...) {
			return true
		}
	}
	return false
}

const (
	firstUnspaced = 0x0e01 // of Thai
	firstAlone    = 0x2e80 // of Han
)
