package justext

import (
	"unicode"
	"unicode/utf8"
)

// This file says which characters are white space in the text of a paragraph
// (docs/justext.md, "White space").

// A charKind says what becomes of a character of text.
type charKind uint8

const (
	wordChar    charKind = iota // it is kept
	blankChar                   // it is white space
	newlineChar                 // it is white space and makes a line feed of its run
	droppedChar                 // no XML character, so nobody could write it down
	multiByte                   // of a byte: it may begin white space of several
)

// In the dialect HTML form feed and vertical tab are white space, as they are for
// Unicode. libxml2 drops them like every other control character.
var (
	htmlChars = charKinds(blankChar)
	xmlChars  = charKinds(droppedChar)
)

func charKinds(formFeed charKind) (table [256]charKind) {
	for c := range 0x20 {
		table[c] = droppedChar
	}
	table[' '], table['\t'] = blankChar, blankChar
	table['\n'], table['\r'] = newlineChar, newlineChar
	table['\f'], table['\v'] = formFeed, formFeed
	for _, lead := range []byte{0xc2, 0xe1, 0xe2, 0xe3, 0xef} {
		table[lead] = multiByte
	}
	return table
}

// charKind says what the first character of text is and how many bytes it has.
func (s *segmenter) charKind(text []byte) (kind charKind, n int) {
	kind = s.chars[text[0]]
	if text[0] < utf8.RuneSelf {
		return kind, 1
	}
	r, n := utf8.DecodeRune(text)
	switch {
	case r == 0xfffe || r == 0xffff:
		return droppedChar, n
	case kind == multiByte && unicode.IsSpace(r):
		return blankChar, n
	}
	return wordChar, n
}
