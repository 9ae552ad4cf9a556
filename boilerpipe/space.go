package boilerpipe

import (
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/neko"
)

// This file has Java's two notions of white space (docs/boilerpipe.md, "Overview"),
// and the control characters.

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

// trim returns a text without the characters up to U+0020 at its ends.
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

// appendSpaced appends a text with a space for each white space character. CR
// and LF together are one.
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

// isControl reports whether a character is a control character, C0, DEL or C1, other
// than a line feed or a tab.
func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || 0x7f <= r && r <= 0x9f
}

// c1Lead is the first byte of the characters of C1 in UTF-8, and of others.
const c1Lead = 0xc2

// nextLine is the one character of C1 that is white space.
const nextLine = "\u0085"

// hasControls reports whether a text has control characters.
func hasControls[T string | []byte](text T) bool {
	for i := range len(text) {
		c := text[i]
		if c < ' ' && c != '\n' && c != '\t' || c == 0x7f || c == c1Lead && i+1 < len(text) && text[i+1] < 0xa0 {
			return true
		}
	}
	return false
}

// withoutControls drops the control characters that a text has from an offset on.
func withoutControls(text []byte, from int) []byte {
	if !hasControls(text[from:]) {
		return text
	}
	kept := text[:from]
	for rest := text[from:]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if !isControl(r) {
			kept = append(kept, rest[:size]...)
		}
		rest = rest[size:]
	}
	return kept
}

// windows1252 has the characters for which character references to U+0080 to U+009F stand in
// browsers, by the HTML standard, section 13.2.5.80.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// shown returns the text of a piece as browsers show it.
func (m mode) shown(piece neko.Event) []byte {
	text := piece.Text
	if m.original || len(text) != 2 || text[0] != c1Lead || text[1] >= 0xa0 || piece.End-piece.Start == len(text) {
		return text
	}
	return utf8.AppendRune(nil, windows1252[text[1]-0x80])
}
