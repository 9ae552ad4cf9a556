package victor

import (
	"bytes"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// This file says which attributes stay in the native span form. They are listed,
// because a list of what is harmful is never complete.

// plainAttributes say nothing but what an element is called and how it looks.
var plainAttributes = []string{
	"abbr", "align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "class", "color", "cols", "colspan", "datetime", "dir",
	"disabled", "face", "for", "headers", "height", "hidden", "id", "itemprop", "itemscope", "label", "lang", "name", "nowrap", "placeholder",
	"rel", "reversed", "role", "rows", "rowspan", "rules", "scope", "shadowrootmode", "size", "span", "start", "summary", "title", "type",
	"valign", "value", "width",
}

// attributes writes those attributes of the current start tag that are harmless.
func (w *spanWriter) attributes(p *layout, tag tags.Tag) {
	written := uint64(0) // by number of the name: an attribute counts the first time
	for name, value := range p.scanner.Attrs(p.scanner.Start, p.scanner.End) {
		n := attributeNumber(name)
		if n < 0 || written&(1<<n) != 0 {
			continue
		}
		written |= 1 << n
		if !isHarmless(tag, attributeNames[n], value) {
			continue
		}
		w.write(" " + attributeNames[n] + `="`)
		w.escape(value, "\ufffd") // an empty alternative text would be no block, and a shorter id another one
		w.write(`"`)
		if w.failed() {
			return
		}
	}
}

// attributeNames are all attributes that may stay. Their numbers fit into the bits
// of a uint64.
var attributeNames = append([]string{"href", "src", "style"}, plainAttributes...)

// attributeNumber returns the number of an attribute that may stay, or -1. A name is
// as it is written.
func attributeNumber(name []byte) int {
	for n, known := range attributeNames {
		if ascii.EqualFold(name, known) {
			return n
		}
	}
	return -1
}

// isHarmless reports whether an attribute that may stay does so with this value.
func isHarmless(tag tags.Tag, name string, value []byte) bool {
	switch name {
	case "href":
		return (tag == tags.A || tag == tags.Area) && isSafeAddress(value)
	case "src":
		return tag == tags.Img && isSafeAddress(value)
	case "style":
		return isSafeStyle(value)
	}
	return true
}

// safeSchemes are those of addresses at which nothing runs in the page.
var safeSchemes = []string{"http", "https", "mailto", "tel"}

// isSafeAddress reports whether an address is relative or has a safe scheme. Before
// an address a browser ignores white space and control characters, and anywhere in it
// tab, line feed and carriage return (URL standard, 4.4). One with other control
// characters in its scheme is not safe.
func isSafeAddress(value []byte) bool {
	value = bytes.TrimLeftFunc(value, func(r rune) bool { return r <= ' ' })
	end := bytes.IndexAny(value, ":/?#\\")
	if end < 0 || value[end] != ':' {
		return true
	}
	scheme := bytes.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, value[:end])
	for _, safe := range safeSchemes {
		if ascii.EqualFold(scheme, safe) {
			return true
		}
	}
	return false
}

// isSafeStyle reports whether a style consists of plain declarations, such as
// "color: #333; display: none". Functions, escapes, comments and rules, with which a
// style can load something or, in old browsers, run it, need other characters.
func isSafeStyle(value []byte) bool {
	return !bytes.ContainsFunc(value, func(r rune) bool {
		return r >= 0x80 || !ascii.IsAlphanumeric(byte(r)) && !bytes.ContainsRune([]byte(" \t\r\n#%!,.:;-_"), r)
	})
}
