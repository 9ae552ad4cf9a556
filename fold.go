package justext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file knows which characters are white space (reference, section 4).

// A fold says what becomes of a byte of text.
type fold uint8

const (
	isWord       fold = iota // it is kept
	isBlankSpace             // it is white space
	isNewline                // it is white space and makes a line feed of its run
	isDropped                // no XML character, so nobody could write it down
	isOther                  // it may begin white space of several bytes
)

// In the dialect HTML form feed and vertical tab are white space, as they are
// for the standard and for Go; libxml2 drops them as it does every control
// character.
var (
	htmlFold = folds(isBlankSpace)
	xmlFold  = folds(isDropped)
)

func folds(formFeed fold) (table [256]fold) {
	for c := range 0x20 {
		table[c] = isDropped
	}
	table[' '], table['\t'] = isBlankSpace, isBlankSpace
	table['\n'], table['\r'] = isNewline, isNewline
	table['\f'], table['\v'] = formFeed, formFeed
	for _, lead := range []byte{0xc2, 0xe1, 0xe2, 0xe3, 0xef} {
		table[lead] = isOther
	}
	return table
}

// classify says what the first character of text is and how many bytes it has.
func (s *segmenter) classify(text []byte) (kind fold, n int) {
	kind = s.fold[text[0]]
	if text[0] < utf8.RuneSelf {
		return kind, 1
	}
	r, n := utf8.DecodeRune(text)
	switch {
	case r == 0xfffe || r == 0xffff:
		return isDropped, n
	case kind == isOther && unicode.IsSpace(r):
		return isBlankSpace, n
	}
	return isWord, n
}

// isUnseen reports whether nothing of a character remains as a word.
func isUnseen(r rune) bool { return unicode.IsSpace(r) || r < ' ' || r == 0xfffe || r == 0xffff }

// pythonFlags returns the flags of an element that has no constant, by its
// name as Python jusText sees it.
func pythonFlags(name string) (where uint8) {
	if strings.Contains(name, "select") {
		where |= inSelect
	}
	for i := 0; i+1 < len(name); i++ {
		bounded := (i == 0 || !isWordByte(name[i-1])) && (i+2 == len(name) || !isWordByte(name[i+2]))
		if name[i] == 'h' && '0' <= name[i+1] && name[i+1] <= '9' && bounded {
			where |= inHeading
		}
	}
	return where
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || c >= utf8.RuneSelf
}
