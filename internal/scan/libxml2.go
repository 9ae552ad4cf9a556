package scan

import (
	"bytes"

	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/tags"
)

// This file has the grammar of libxml2 2.9.14 (HTMLparser.c) where it differs from
// that of the HTML standard in package markup.

// The classes of bytes that the grammar tells apart.
const (
	xmlBlank    = 1 << iota // white space; form feed is none
	xmlStart                // begins a name
	xmlName                 // continues a name
	xmlValueEnd             // ends a value without quotes
)

var xmlClasses = func() (table markup.Classes) {
	table.Mark(" \t\n\r", xmlBlank|xmlValueEnd)
	table.Mark(">", xmlValueEnd)
	table.Mark(markup.Letters+"_:.", xmlStart|xmlName)
	table.Mark("0123456789-", xmlName)
	return table
}()

// xmlTagName is [Scanner.tagName] of libxml2. What the reader of events knows the element by
// has no prefix, and the first image of a page is an img.
func (s *Scanner) xmlTagName(p int) (name, elem tags.Tag, end int) {
	end = xmlClasses.Skip(s.src[:min(len(s.src), p+xmlMaxName)], p, xmlName)
	name = s.names.TagAt(s.src, p, end)
	elem = name
	if name == tags.Image && !s.shape.image {
		elem, s.shape.image = tags.Img, true
	}
	if i := bytes.IndexByte(s.src[p:end], ':'); i > 0 && s.src[end-1] != ':' {
		elem = s.names.TagAt(s.src, p+i+1, end)
	}
	return name, elem, end
}

// xmlMaxName is the length in bytes at which libxml2 cuts off the name of a tag.
const xmlMaxName = 100

// xmlAttr is the [markup.AttrReader] of libxml2. It skips what cannot begin a name
// up to the next white space or the end of the tag.
func xmlAttr(src []byte, p int) (a markup.Attr, next int, what markup.Found) {
	for {
		p = xmlClasses.Skip(src, p, xmlBlank)
		switch {
		case p >= len(src):
			return a, p, markup.CutOff
		case src[p] == '>':
			return a, p + 1, markup.Closed
		case src[p] == '/' && p+1 < len(src) && src[p+1] == '>':
			return a, p + 2, markup.SelfClosed
		case xmlClasses[src[p]]&xmlStart != 0:
			return xmlNamedAttr(src, p)
		}
		for p < len(src) && xmlClasses[src[p]]&xmlBlank == 0 && src[p] != '>' && !bytes.HasPrefix(src[p:], []byte("/>")) {
			p++
		}
	}
}

func xmlNamedAttr(src []byte, p int) (a markup.Attr, next int, what markup.Found) {
	a.Name = p
	a.NameEnd = xmlClasses.Skip(src, p, xmlName)
	p = xmlClasses.Skip(src, a.NameEnd, xmlBlank)
	a.Value, a.ValueEnd = p, p
	if p < len(src) && src[p] == '=' {
		p = xmlClasses.Skip(src, p+1, xmlBlank)
		if markup.IsQuote(src, p) {
			a.Value, a.ValueEnd, p = markup.Quoted(src, p)
		} else {
			a.Value, a.ValueEnd = p, xmlClasses.Until(src, p, xmlValueEnd)
			p = a.ValueEnd
		}
	}
	return a, p, markup.AnAttr
}

// xmlDoctypeEnd returns the offset after the document type declaration at p. For
// libxml2 a quoted literal may contain a ">".
func xmlDoctypeEnd(src []byte, p int) int {
	p = xmlClasses.Skip(src, skipXMLBlank(src, p+len("<!doctype")), xmlName)
	return markup.After(src, markup.DoctypeLiterals(src, p, skipXMLBlank), ">")
}

func skipXMLBlank(src []byte, p int) int { return xmlClasses.Skip(src, p, xmlBlank) }

// xmlRawEnds says that "</script" ends a script, whatever follows.
func xmlRawEnds([]byte, int) bool { return true }
