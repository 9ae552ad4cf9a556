package scan

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// This file finds where a piece of markup ends in the dialect NekoHTML, as
// markup.go does for the others.

// Classes of the bytes that the grammar of NekoHTML tells apart.
const (
	nekoBlank     = 1 << iota // ASCII white space of Java's
	nekoName                  // goes on in a name
	nekoReference             // goes on in a character reference
	nekoAttrEnd               // ends an attribute's name
	nekoValueEnd              // ends a value without quotes
)

var nekoClasses = func() (table [256]uint8) {
	mark := func(bytes string, class uint8) {
		for i := range len(bytes) {
			table[bytes[i]] |= class
		}
	}
	mark("\t\n\v\f\r\x1c\x1d\x1e\x1f ", nekoBlank|nekoAttrEnd|nekoValueEnd)
	mark("=/>", nekoAttrEnd)
	mark(">", nekoValueEnd)
	for c := byte('a'); c <= 'z'; c++ {
		mark(string([]byte{c, c - 'a' + 'A'}), nekoName|nekoReference)
	}
	mark("0123456789-._", nekoName|nekoReference)
	mark(":", nekoName)
	mark("#", nekoReference)
	return table
}()

// JavaSpace returns the length in bytes of the white space character at p, and
// 0 where there is another. White space is what Java takes for it: that of
// Unicode without the no-break spaces and U+0085, and U+001C to U+001F.
func JavaSpace(src []byte, p int) int {
	c := src[p]
	if c < utf8.RuneSelf {
		return int(nekoClasses[c] & nekoBlank)
	}
	if c != 0xe1 && c != 0xe2 && c != 0xe3 {
		return 0
	}
	switch r, n := utf8.DecodeRune(src[p:]); {
	case r == '\u2007' || r == '\u202f':
	case r == '\u1680' || '\u2000' <= r && r <= '\u200a' || r == '\u2028' || r == '\u2029' || r == '\u205f' || r == '\u3000':
		return n
	}
	return 0
}

func skipJavaSpace(src []byte, p int) int {
	for p < len(src) {
		n := JavaSpace(src, p)
		if n == 0 {
			break
		}
		p += n
	}
	return p
}

// nekoUntil returns the offset of the first byte at or after p that is in the
// class or begins white space.
func nekoUntil(src []byte, p int, class uint8) int {
	for p < len(src) && nekoClasses[src[p]]&class == 0 && (src[p] < utf8.RuneSelf || JavaSpace(src, p) == 0) {
		p++
	}
	return p
}

// nekoNameLen returns the length in bytes of the character at p if it may stand
// in a name, else 0: letters and digits of any script, and some punctuation.
func nekoNameLen(src []byte, p int) int {
	if src[p] < utf8.RuneSelf {
		return int(nekoClasses[src[p]] & nekoName / nekoName)
	}
	r, n := utf8.DecodeRune(src[p:])
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return n
	}
	return 0
}

func nekoNameEnd(src []byte, p int) int {
	for p < len(src) {
		n := nekoNameLen(src, p)
		if n == 0 {
			break
		}
		p += n
	}
	return p
}

// nekoAttr reads the attribute at or after p (reference, section 3.3). A "<"
// ends the tag before it; "=" and "/" skip to the next ">", in quotes or not.
func nekoAttr(src []byte, p int) (a attr, next int, what found) {
	p = skipJavaSpace(src, p)
	if p >= len(src) || src[p] == '<' {
		return a, p, closed
	}
	switch src[p] {
	case '>':
		return a, p + 1, closed
	case '=', '/':
		if next = find(src, p, ">"); next-len("/>") >= p && src[next-2] == '/' && src[next-1] == '>' {
			return a, next, selfDone
		}
		return a, next, closed
	}
	a.name = p
	a.nameEnd = nekoUntil(src, p, nekoAttrEnd)
	p = skipJavaSpace(src, a.nameEnd)
	a.value, a.valueEnd = p, p
	if p < len(src) && src[p] == '=' {
		return nekoValue(src, a, skipJavaSpace(src, p+1))
	}
	if p >= len(src) {
		return a, p, cutOff
	}
	return a, p, anAttr
}

// nekoValue reads the value of an attribute at p.
func nekoValue(src []byte, a attr, p int) (_ attr, next int, what found) {
	if p < len(src) && (src[p] == '"' || src[p] == '\'') {
		a.value, a.valueEnd, next = quoted(src, p, valueEnd)
		return a, next, anAttr
	}
	a.value = p
	a.valueEnd = nekoUntil(src, p, nekoValueEnd)
	if a.valueEnd >= len(src) {
		return a, len(src), cutOff
	}
	return a, a.valueEnd, anAttr
}

// nekoBalanced returns the offset behind the ">" that matches a "<" before p.
func nekoBalanced(src []byte, p int) int {
	for depth := 1; p < len(src) && depth > 0; p++ {
		switch src[p] {
		case '<':
			depth++
		case '>':
			depth--
		}
	}
	return p
}

// nekoDoctypeEnd returns the offset behind the document type declaration at p.
// Quoted literals may hold a ">"; a "<" ends it, "[" skips to the matching ">".
func nekoDoctypeEnd(src []byte, p int) int {
	p = nekoNameEnd(src, skipJavaSpace(src, p+len("<!doctype")))
	p = doctypeLiterals(src, p, skipJavaSpace)
	n := bytes.IndexAny(src[p:], "<>[")
	switch {
	case n < 0:
		return len(src)
	case src[p+n] == '<':
		return p + n
	case src[p+n] == '[':
		return nekoBalanced(src, p+n+1)
	}
	return p + n + 1
}

// nekoRawEnd returns the offset of the next "</name" at or after p, in any
// case, that a ">" follows, or white space where that is allowed.
func nekoRawEnd(src []byte, p int, name string, space bool) int {
	for {
		p = find(src, p, "</")
		if p >= len(src) {
			return len(src)
		}
		if end := p + len(name); end < len(src) && hasPrefixFold(src[p:], name) &&
			(src[end] == '>' || space && JavaSpace(src, end) > 0) {
			return p - len("</")
		}
	}
}
