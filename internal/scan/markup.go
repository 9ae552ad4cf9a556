package scan

import "bytes"

// This file finds where a piece of markup ends. Two grammars stand side by
// side: that of the HTML standard, section 13.2.5, which agrees token by token
// with x/net/html's Tokenizer (TestTokensAgreeWithXNet, FuzzTokens), and that
// of libxml2 2.9.14 (reference, section 2).
//
// The Tokenizer itself is not in the path of a page: version 0.55 of it
// makes a string and a map entry of every attribute that it passes, and of
// nearly all of them nothing is wanted but their end.

// Classes of the bytes that the grammars tell apart.
const (
	blank       = 1 << iota // white space between attributes, HTML standard
	nameEnd                 // ends a tag name, HTML standard
	attrEnd                 // ends an attribute's name, HTML standard
	valueEnd                // ends a value without quotes, HTML standard
	xmlBlank                // white space, libxml2 (no form feed)
	xmlStart                // begins a name, libxml2
	xmlName                 // goes on in a name, libxml2
	xmlValueEnd             // ends a value without quotes, libxml2
)

var classes = func() (table [256]uint8) {
	mark := func(bytes string, class uint8) {
		for i := range len(bytes) {
			table[bytes[i]] |= class
		}
	}
	mark(" \t\n\f\r", blank|nameEnd|attrEnd|valueEnd)
	mark("/", nameEnd|attrEnd)
	mark(">", nameEnd|attrEnd|valueEnd)
	mark("=", attrEnd)
	mark(" \t\n\r", xmlBlank|xmlValueEnd)
	mark(">", xmlValueEnd)
	for c := byte('a'); c <= 'z'; c++ {
		mark(string([]byte{c, c - 'a' + 'A'}), xmlStart|xmlName)
	}
	mark("_:.", xmlStart|xmlName)
	mark("0123456789-", xmlName)
	return table
}()

func isLetter(c byte) bool { return (c|0x20)-'a' < 26 }

// skip returns the offset of the first byte at or after p that is not in the
// class, until the first that is in it.
func skip(src []byte, p int, class uint8) int {
	for p < len(src) && classes[src[p]]&class != 0 {
		p++
	}
	return p
}

func until(src []byte, p int, class uint8) int {
	for p < len(src) && classes[src[p]]&class == 0 {
		p++
	}
	return p
}

// An attr is an attribute as offsets into the source; value is as written,
// without its quotes, and empty where there is none.
type attr struct {
	name, nameEnd   int
	value, valueEnd int
}

// What reading at an offset inside a tag found.
type found uint8

const (
	anAttr   found = iota // an attribute
	closed                // the ">" of the tag
	selfDone              // the "/>" of the tag
	cutOff                // the end of the page
)

// htmlAttr reads the attribute at or after p by the HTML standard, 13.2.5.32
// to 40. next is the offset behind what it found.
func htmlAttr(src []byte, p int) (a attr, next int, what found) {
	begin := p
	for p < len(src) && (classes[src[p]]&blank != 0 || src[p] == '/') {
		p++
	}
	if p >= len(src) {
		return a, p, cutOff
	}
	if src[p] == '>' {
		if p > begin && src[p-1] == '/' {
			return a, p + 1, selfDone
		}
		return a, p + 1, closed
	}
	a.name = p
	a.nameEnd = until(src, p+1, attrEnd) // an equals sign may begin a name
	p = skip(src, a.nameEnd, blank)
	a.value, a.valueEnd = p, p
	if p < len(src) && src[p] == '=' {
		p = skip(src, p+1, blank)
		a.value, a.valueEnd, p = quoted(src, p, valueEnd)
	}
	return a, p, anAttr
}

// quoted reads an attribute's value at p: up to the same quote where it begins
// with one, else up to a byte of the class end.
func quoted(src []byte, p int, end uint8) (value, valueEnd, next int) {
	if p >= len(src) || src[p] != '"' && src[p] != '\'' {
		next = until(src, p, end)
		return p, next, next
	}
	n := bytes.IndexByte(src[p+1:], src[p])
	if n < 0 {
		return p + 1, len(src), len(src)
	}
	return p + 1, p + 1 + n, p + n + 2
}

// xmlAttr is htmlAttr by libxml2: what cannot begin a name is skipped up to
// the next blank or the end of the tag.
func xmlAttr(src []byte, p int) (a attr, next int, what found) {
	for {
		p = skip(src, p, xmlBlank)
		switch {
		case p >= len(src):
			return a, p, cutOff
		case src[p] == '>':
			return a, p + 1, closed
		case src[p] == '/' && p+1 < len(src) && src[p+1] == '>':
			return a, p + 2, selfDone
		case classes[src[p]]&xmlStart != 0:
			return xmlNamedAttr(src, p)
		}
		for p < len(src) && classes[src[p]]&xmlBlank == 0 && src[p] != '>' && !bytes.HasPrefix(src[p:], []byte("/>")) {
			p++
		}
	}
}

func xmlNamedAttr(src []byte, p int) (a attr, next int, what found) {
	a.name = p
	a.nameEnd = skip(src, p, xmlName)
	p = skip(src, a.nameEnd, xmlBlank)
	a.value, a.valueEnd = p, p
	if p < len(src) && src[p] == '=' {
		p = skip(src, p+1, xmlBlank)
		a.value, a.valueEnd, p = quoted(src, p, xmlValueEnd)
	}
	return a, p, anAttr
}

// tagEnd returns the offset behind the tag whose name ends at p, and how it
// ended.
func tagEnd(src []byte, p int, next func([]byte, int) (attr, int, found)) (end int, what found) {
	for what == anAttr {
		_, p, what = next(src, p)
	}
	return p, what
}

// find returns the offset behind the first sep at or after p, and the length
// of src where there is none.
func find(src []byte, p int, sep string) int {
	if p < len(src) {
		if n := bytes.Index(src[p:], []byte(sep)); n >= 0 {
			return p + n + len(sep)
		}
	}
	return len(src)
}

// commentEnd returns the offset behind the comment that begins with "<!--" at
// p. By the HTML standard, 13.2.5.43 to 52, "<!-->" and "<!--->" are whole
// comments; for libxml2 they are not.
func commentEnd(src []byte, p int, libxml2 bool) int {
	p += len("<!--")
	if !libxml2 && bytes.HasPrefix(src[p:], []byte(">")) {
		return p + 1
	}
	if !libxml2 && bytes.HasPrefix(src[p:], []byte("->")) {
		return p + 2
	}
	for {
		p = find(src, p, "--")
		if p >= len(src) {
			return len(src)
		}
		if src[p] == '>' {
			return p + 1
		}
		if src[p] == '!' && p+1 < len(src) && src[p+1] == '>' {
			return p + 2
		}
		p-- // the second dash may be the first of the next two
	}
}

// xmlDoctypeEnd returns the offset behind the document type declaration at p
// by libxml2, for which a quoted literal may hold a ">".
func xmlDoctypeEnd(src []byte, p int) int {
	p = skip(src, skipXMLBlank(src, p+len("<!doctype")), xmlName)
	return find(src, doctypeLiterals(src, p, skipXMLBlank), ">")
}

func skipXMLBlank(src []byte, p int) int { return skip(src, p, xmlBlank) }

// doctypeLiterals returns the offset behind the keyword that may follow the
// name of a document type at p, and behind its quoted literals: at most one of
// SYSTEM, two of PUBLIC. skipBlank skips what white space is in the dialect.
func doctypeLiterals(src []byte, p int, skipBlank func([]byte, int) int) int {
	p = skipBlank(src, p)
	literals := 0
	if hasPrefixFold(src[p:], "system") {
		literals = 1
	} else if hasPrefixFold(src[p:], "public") {
		literals = 2
	}
	if literals > 0 {
		p += len("system") // as long as the other
	}
	for ; literals > 0; literals-- {
		p = skipBlank(src, p)
		if p >= len(src) || src[p] != '"' && src[p] != '\'' {
			break
		}
		_, _, p = quoted(src, p, valueEnd)
	}
	return p
}

// rawEnd returns the offset of the end tag that ends the raw text at p of a
// script or style element, and the length of src where there is none.
func rawEnd(src []byte, p int, name Tag, libxml2 bool) int {
	if name == Script && !libxml2 {
		return scriptEnd(src, p)
	}
	return rawEndTag(src, p, names[name], libxml2)
}

// rawEndTag returns the offset of the next "</name" at or after p, in any case.
// By the HTML standard, 13.2.5.14, white space, "/" or ">" must follow the
// name; for libxml2 the letters are enough.
func rawEndTag(src []byte, p int, name string, libxml2 bool) int {
	for {
		p = find(src, p, "</")
		if p >= len(src) {
			return len(src)
		}
		if end := p + len(name); hasPrefixFold(src[p:], name) && (libxml2 || endsName(src, end)) {
			return p - 2
		}
	}
}

func endsName(src []byte, p int) bool { return p < len(src) && classes[src[p]]&nameEnd != 0 }

// scriptEnd returns the offset of the end tag that ends the script at p by the
// HTML standard, 13.2.5.15 to 31: after "<!--" the text is escaped until
// "-->"; a "<script" in escaped text hides one "</script".
func scriptEnd(src []byte, p int) int {
	end := rawEndTag(src, p, "script", false)
	for {
		n := bytes.Index(src[p:end], []byte("<!--"))
		if n < 0 {
			return end
		}
		var done bool
		if p, done = escapedScript(src, p+n+len("<!--")); done {
			return p
		}
		if p > end { // the end tag was escaped; else it is still the next one
			end = rawEndTag(src, p, "script", false)
		}
	}
}

// escapedScript reads escaped script text from p, which is behind "<!--". It
// returns the offset of the end tag with done set, or the offset behind the
// "-->" that ends the escaped text.
func escapedScript(src []byte, p int) (next int, done bool) {
	dashes, double := 2, false // the dashes of "<!--" may be those of "-->"
	for p < len(src) {
		switch c := src[p]; {
		case c == '-':
			dashes++
			p++
			continue
		case c == '>' && dashes >= 2:
			return p + 1, false
		case c == '<' && !double && endTagAt(src, p, "</script"):
			return p, true
		case c == '<' && double && endTagAt(src, p, "</script"):
			double = false
			p += len("</script")
		case c == '<' && !double && endTagAt(src, p, "<script"):
			double = true
			p += len("<script")
		}
		dashes = 0
		p++
	}
	return len(src), true
}

// endTagAt reports whether tag stands at p and ends there.
func endTagAt(src []byte, p int, tag string) bool {
	return hasPrefixFold(src[p:], tag) && endsName(src, p+len(tag))
}
