package neko

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/markup"
)

// This file has the grammar of NekoHTML's scanner, as package markup has that of
// the HTML standard.

// The classes of bytes that the grammar tells apart.
const (
	blank    = 1 << iota // ASCII white space of Java
	inName               // continues a name
	attrEnd              // ends the name of an attribute
	valueEnd             // ends a value without quotes
)

var classes = func() (table markup.Classes) {
	table.Mark("\t\n\v\f\r\x1c\x1d\x1e\x1f ", blank|attrEnd|valueEnd)
	table.Mark("=/>", attrEnd)
	table.Mark(">", valueEnd)
	table.Mark(markup.Letters+"0123456789-._:", inName)
	return table
}()

// SpaceLen returns the length in bytes of the white space character at p, or 0 if
// the character is none. White space is what Java's Character.isWhitespace takes
// for it: that of Unicode without the no-break spaces and U+0085, and U+001C to
// U+001F.
func SpaceLen(src []byte, p int) int {
	c := src[p]
	if c < utf8.RuneSelf {
		if classes[c]&blank != 0 {
			return 1
		}
		return 0
	}
	if c != 0xe1 && c != 0xe2 && c != 0xe3 { // all others begin with one of these
		return 0
	}
	switch r, n := utf8.DecodeRune(src[p:]); {
	case r == '\u2007' || r == '\u202f':
	case r == '\u1680' || '\u2000' <= r && r <= '\u200a' || r == '\u2028' || r == '\u2029' || r == '\u205f' || r == '\u3000':
		return n
	}
	return 0
}

func skipSpace(src []byte, p int) int {
	for p < len(src) {
		n := SpaceLen(src, p)
		if n == 0 {
			break
		}
		p += n
	}
	return p
}

// until returns the offset of the first byte at or after p that is in the class or
// begins white space.
func until(src []byte, p int, class uint8) int {
	for p < len(src) && classes[src[p]]&class == 0 {
		if src[p] >= utf8.RuneSelf && SpaceLen(src, p) > 0 {
			break
		}
		p++
	}
	return p
}

// nameEnd returns the end of the name that has begun before p. Letters and digits
// of any script may stand in a name, and some punctuation.
func nameEnd(src []byte, p int) int {
	for p < len(src) {
		if src[p] < utf8.RuneSelf {
			if classes[src[p]]&inName == 0 {
				break
			}
			p++
			continue
		}
		r, n := utf8.DecodeRune(src[p:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		p += n
	}
	return p
}

// nextAttr is the [markup.AttrReader] of NekoHTML. A "<" ends the tag before it. "="
// and "/" skip to the next ">", in quotes or not.
func nextAttr(src []byte, p int) (a markup.Attr, next int, what markup.Found) {
	p = skipSpace(src, p)
	if p >= len(src) || src[p] == '<' {
		return a, p, markup.Closed
	}
	switch src[p] {
	case '>':
		return a, p + 1, markup.Closed
	case '=', '/':
		next = markup.After(src, p, ">")
		if bytes.HasSuffix(src[p:next], []byte("/>")) {
			return a, next, markup.SelfClosed
		}
		return a, next, markup.Closed
	}
	a.Name = p
	a.NameEnd = until(src, p, attrEnd)
	p = skipSpace(src, a.NameEnd)
	a.Value, a.ValueEnd = p, p
	if p < len(src) && src[p] == '=' {
		return attrValue(src, a, skipSpace(src, p+1))
	}
	if p >= len(src) {
		return a, p, markup.CutOff
	}
	return a, p, markup.AnAttr
}

// attrValue reads the value of an attribute at p.
func attrValue(src []byte, a markup.Attr, p int) (_ markup.Attr, next int, what markup.Found) {
	if markup.IsQuote(src, p) {
		a.Value, a.ValueEnd, next = markup.Quoted(src, p)
		return a, next, markup.AnAttr
	}
	a.Value = p
	a.ValueEnd = until(src, p, valueEnd)
	if a.ValueEnd >= len(src) {
		return a, len(src), markup.CutOff
	}
	return a, a.ValueEnd, markup.AnAttr
}

// balancedEnd returns the offset after the ">" that matches a "<" before p.
func balancedEnd(src []byte, p int) int {
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

// doctypeEnd returns the offset after the document type declaration at p. Quoted
// literals may contain a ">". A "<" ends it, and "[" skips to the matching ">".
func doctypeEnd(src []byte, p int) int {
	p = nameEnd(src, skipSpace(src, p+len("<!doctype")))
	p = markup.DoctypeLiterals(src, p, skipSpace)
	n := bytes.IndexAny(src[p:], "<>[")
	switch {
	case n < 0:
		return len(src)
	case src[p+n] == '<':
		return p + n
	case src[p+n] == '[':
		return balancedEnd(src, p+n+1)
	}
	return p + n + 1
}

// instructionEnd returns the offset after the next "?>" or "/>" at or after p.
func instructionEnd(src []byte, p int) int {
	for end := p; end < len(src); {
		end = markup.After(src, end, ">")
		if before := src[p:end]; bytes.HasSuffix(before, []byte("?>")) || bytes.HasSuffix(before, []byte("/>")) {
			return end
		}
	}
	return len(src)
}
