package corpus

import (
	"unicode"
	"unicode/utf8"
)

// unspaced are the scripts that are written without spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// firstUnspaced is the first letter of these scripts.
const firstUnspaced = 0x0e01

// count returns the number of code points and of words in a text. A word is a
// run of characters between white space; one with n letters of scripts without
// spaces between words counts as n/2 words, rounded up.
func count(text string) (chars, words int) {
	inWord, letters := false, 0
	end := func() {
		if inWord {
			words += max(1, (letters+1)/2)
		}
		inWord, letters = false, 0
	}
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			i++
			if c == ' ' || c >= '\t' && c <= '\r' {
				end()
			} else {
				inWord = true
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case unicode.IsSpace(r):
			end()
		case r >= firstUnspaced && unicode.In(r, unspaced...):
			letters++
			fallthrough
		default:
			inWord = true
		}
	}
	end()
	return utf8.RuneCountInString(text), words
}
