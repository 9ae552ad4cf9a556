package boilerpipe

import (
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/neko"
)

// This file has Java's two notions of white space: that of Character.isWhitespace,
// and that of String.trim, which is every character up to U+0020.

// leadingSpace returns the length in bytes of the white space at the beginning
// of a text.
func leadingSpace(text []byte) (n int) {
	for n < len(text) {
		if c := text[n]; c > ' ' && c < utf8.RuneSelf {
			break
		}
		size := neko.SpaceLen(text, n)
		if size == 0 {
			break
		}
		n += size
	}
	return n
}

// wideSpace is the length in bytes of every white space character that is not
// ASCII.
const wideSpace = 3

// withoutTrailingSpace returns the length of a text without the white space at
// its end.
func withoutTrailingSpace(text []byte) (n int) {
	for n = len(text); n > 0; {
		switch c := text[n-1]; {
		case c < utf8.RuneSelf && neko.SpaceLen(text, n-1) > 0:
			n--
		case c >= utf8.RuneSelf && n >= wideSpace && neko.SpaceLen(text, n-wideSpace) == wideSpace:
			n -= wideSpace
		default:
			return n
		}
	}
	return 0
}

// trim returns a text without the characters up to U+0020 at both ends.
func trim[T string | []byte](text T) T {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	for len(text) > 0 && text[len(text)-1] <= ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// unfolded marks the bytes that begin white space other than a space.
var unfolded = func() (table [256]bool) {
	for _, c := range "\t\n\v\f\r\x1c\x1d\x1e\x1f" {
		table[c] = true
	}
	for _, lead := range []byte{0xe1, 0xe2, 0xe3} {
		table[lead] = true
	}
	return table
}()

// appendSpaced appends a text with a space for each white space character. A CR
// that an LF follows counts together with it.
func appendSpaced(dst, text []byte) []byte {
	from := 0
	for i := 0; i < len(text); {
		if !unfolded[text[i]] {
			i++
			continue
		}
		size := neko.SpaceLen(text, i)
		if size == 0 {
			i += wideSpace
			continue
		}
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			size++
		}
		dst = append(append(dst, text[from:i]...), ' ')
		i += size
		from = i
	}
	return append(dst, text[from:]...)
}

// isBlank reports whether a text is nothing but white space.
func isBlank(text []byte) bool { return leadingSpace(text) == len(text) }
