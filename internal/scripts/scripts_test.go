package scripts

import (
	"testing"
	"unicode"
)

// TestCharacters checks both questions for every code point against the scripts of
// Unicode.
func TestCharacters(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		mark := r == 0xff70 || r == 0xff9e || r == 0xff9f
		alone := mark || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
		if got := IsAlone(r); got != alone {
			t.Errorf("IsAlone(%U) is %v", r, got)
		}
		unmarked := alone || unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
		if got := IsUnmarked(r); got != unmarked {
			t.Errorf("IsUnmarked(%U) is %v", r, got)
		}
	}
}

// TestLetters: the letters of a script are characters of it, but for the prolonged
// sound mark of kana and the two marks beside it that Unicode counts among them.
func TestLetters(t *testing.T) {
	for _, s := range Unspaced {
		for _, part := range s.Letters.R16 {
			for r := rune(part.Lo); r <= rune(part.Hi); r += rune(part.Stride) {
				if in := unicode.In(r, s.Characters...); in != (r != 0x30fc) {
					t.Errorf("%s: %U is among the characters: %v", s.Lang, r, in)
				}
			}
		}
	}
}
