package justext

import (
	"unicode"
	"unicode/utf8"
)

// A charKind says what becomes of a character of text.
type charKind uint8

const (
	wordChar    charKind = iota // it is kept
	blankChar                   // it is white space
	newlineChar                 // it is white space, and its run becomes a line feed
	droppedChar                 // it is left out
	multiByte                   // of a byte: it may begin a character that is not kept
)

// Both tables drop the control characters below U+0020 that are not white space.
// In the dialect HTML, form feed and vertical tab are white space, as in the HTML
// standard and in Go, and no other control character reaches the text: DEL and
// those from U+0080 to U+009F are dropped too. libxml2 drops form feed and vertical
// tab, because XML does not have them, and keeps DEL and the others.
var (
	htmlChars = charKinds(blankChar, droppedChar)
	xmlChars  = charKinds(droppedChar, wordChar)
)

func charKinds(formFeed, del charKind) (table [256]charKind) {
	for c := range 0x20 {
		table[c] = droppedChar
	}
	table[' '], table['\t'] = blankChar, blankChar
	table['\n'], table['\r'] = newlineChar, newlineChar
	table['\f'], table['\v'] = formFeed, formFeed
	table[0x7f] = del
	for _, lead := range []byte{0xc2, 0xe1, 0xe2, 0xe3, 0xef} {
		table[lead] = multiByte
	}
	return table
}

// charKind says what becomes of the first character of text and how many bytes it
// has.
func (s *segmenter) charKind(text []byte) (kind charKind, n int) {
	kind = s.chars[text[0]]
	if kind != multiByte {
		return kind, 1 // a lead byte of another character is kept with its bytes
	}
	r, n := utf8.DecodeRune(text)
	switch {
	case unicode.IsSpace(r):
		return blankChar, n
	case r == 0xfffe || r == 0xffff:
		return droppedChar, n
	case r < 0xa0:
		return s.chars[0x7f], n // a C1 control character
	}
	return wordChar, n
}
