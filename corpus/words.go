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
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		chars++
		if isSpace(r) {
			if inWord {
				words += max(1, (letters+1)/2)
			}
			inWord, letters = false, 0
			continue
		}
		inWord = true
		if r >= firstUnspaced && unicode.In(r, unspaced...) {
			letters++
		}
	}
	if inWord {
		words += max(1, (letters+1)/2)
	}
	return chars, words
}

func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || r >= '\t' && r <= '\r'
	}
	return unicode.IsSpace(r)
}
