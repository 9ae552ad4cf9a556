// Package markup finds where a piece of markup ends by the tokenization of the
// HTML standard, section 13.2.5. Token by token it agrees with x/net/html's
// Tokenizer (TestTokensAgreeWithXNet and FuzzTokens in package scan).
//
// The Tokenizer itself does not read the pages: version 0.55 makes a string and
// a map entry of every attribute, and of nearly all of them only the end matters.
//
// All functions take a page and an offset into it, and return offsets. The end of
// the page stands for the end of whatever the page cuts off.
package markup

import (
	"bytes"

	"github.com/seed42075109/justext/internal/ascii"
)

// The classes of bytes that the grammar tells apart. A byte may be in several.
const (
	blank    = 1 << iota // white space
	nameEnd              // ends the name of a tag
	attrEnd              // ends the name of an attribute
	valueEnd             // ends a value without quotes
)

var classes = func() (table Classes) {
	table.Mark(" \t\n\f\r", blank|nameEnd|attrEnd|valueEnd)
	table.Mark("/", nameEnd|attrEnd)
	table.Mark(">", nameEnd|attrEnd|valueEnd)
	table.Mark("=", attrEnd)
	return table
}()

// Classes has the classes of each byte in a grammar, as a set of flags.
type Classes [256]uint8

// Mark puts each byte of a list into the classes.
func (table *Classes) Mark(bytes string, class uint8) {
	for i := range len(bytes) {
		table[bytes[i]] |= class
	}
}

// Letters are the ASCII letters, for [Classes.Mark].
const Letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Skip returns the offset of the first byte at or after p that is not in the
// class.
func (table *Classes) Skip(src []byte, p int, class uint8) int {
	for p < len(src) && table[src[p]]&class != 0 {
		p++
	}
	return p
}

// Until returns the offset of the first byte at or after p that is in the class.
func (table *Classes) Until(src []byte, p int, class uint8) int {
	for p < len(src) && table[src[p]]&class == 0 {
		p++
	}
	return p
}

// AfterByteOrderMarks returns the offset after the byte order marks at the beginning
// of a page.
func AfterByteOrderMarks(src []byte) (p int) {
	const mark = "\ufeff"
	for bytes.HasPrefix(src[p:], []byte(mark)) {
		p += len(mark)
	}
	return p
}

// EndsName reports whether c ends the name of a tag.
func EndsName(c byte) bool { return classes[c]&nameEnd != 0 }

// NameEnd returns the end of the name of a tag that has begun before p.
func NameEnd(src []byte, p int) int { return classes.Until(src, p, nameEnd) }

// An Attr is an attribute. Its value is as written, without quotes, and empty
// where there is none.
type Attr struct {
	Name, NameEnd   int
	Value, ValueEnd int
}

// NameIn returns the attribute's name as written.
func (a *Attr) NameIn(src []byte) []byte { return src[a.Name:a.NameEnd] }

// ValueIn returns the attribute's value as written.
func (a *Attr) ValueIn(src []byte) []byte { return src[a.Value:a.ValueEnd] }

// Found says what an [AttrReader] found.
type Found uint8

const (
	AnAttr     Found = iota // an attribute
	Closed                  // the ">" of the tag
	SelfClosed              // the "/>" of the tag
	CutOff                  // the end of the page
)

// An AttrReader reads what stands at or after p within a tag, after the name of the tag.
// next is the offset after what was read.
type AttrReader func(src []byte, p int) (a Attr, next int, what Found)

// NextAttr is the AttrReader of the HTML standard, 13.2.5.32 to 40.
func NextAttr(src []byte, p int) (a Attr, next int, what Found) {
	begin := p
	for p < len(src) && (classes[src[p]]&blank != 0 || src[p] == '/') {
		p++
	}
	if p >= len(src) {
		return a, p, CutOff
	}
	if src[p] == '>' {
		if p > begin && src[p-1] == '/' {
			return a, p + 1, SelfClosed
		}
		return a, p + 1, Closed
	}
	a.Name = p
	a.NameEnd = classes.Until(src, p+1, attrEnd) // an equals sign may begin a name
	p = classes.Skip(src, a.NameEnd, blank)
	a.Value, a.ValueEnd = p, p
	if p < len(src) && src[p] == '=' {
		p = classes.Skip(src, p+1, blank)
		if IsQuote(src, p) {
			a.Value, a.ValueEnd, p = Quoted(src, p)
		} else {
			a.Value, a.ValueEnd = p, classes.Until(src, p, valueEnd)
			p = a.ValueEnd
		}
	}
	return a, p, AnAttr
}

// IsQuote reports whether there is a quote at p.
func IsQuote(src []byte, p int) bool {
	return p < len(src) && (src[p] == '"' || src[p] == '\'')
}

// Quoted reads the text between the quote at p and the next of the same kind.
func Quoted(src []byte, p int) (begin, end, next int) {
	n := bytes.IndexByte(src[p+1:], src[p])
	if n < 0 {
		return p + 1, len(src), len(src)
	}
	return p + 1, p + 1 + n, p + n + 2
}

// TagEnd returns the offset after the tag whose name ends at p, and how it ended.
func TagEnd(src []byte, p int, next AttrReader) (end int, what Found) {
	if p < len(src) && src[p] == '>' { // as in most end tags; next would say the same
		return p + 1, Closed
	}
	for what == AnAttr {
		_, p, what = next(src, p)
	}
	return p, what
}

// After returns the offset after the first sep at or after p.
func After(src []byte, p int, sep string) int {
	if p < len(src) {
		if n := bytes.Index(src[p:], []byte(sep)); n >= 0 {
			return p + n + len(sep)
		}
	}
	return len(src)
}

// CommentEnd returns the offset after the comment that begins with "<!--" at p,
// by the HTML standard, 13.2.5.43 to 52: "<!-->" and "<!--->" are whole comments.
func CommentEnd(src []byte, p int) int {
	p += len("<!--")
	if bytes.HasPrefix(src[p:], []byte(">")) {
		return p + len(">")
	}
	if bytes.HasPrefix(src[p:], []byte("->")) {
		return p + len("->")
	}
	return AfterDashes(src, p)
}

// AfterDashes returns the offset after the first "-->" or "--!>" at or after p.
func AfterDashes(src []byte, p int) int {
	for {
		p = After(src, p, "--")
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

// DoctypeLiterals returns the offset after the keyword that may follow the name
// of a document type at p, and after its quoted literals: at most one for SYSTEM
// and two for PUBLIC. skipBlank skips white space.
func DoctypeLiterals(src []byte, p int, skipBlank func(src []byte, p int) int) int {
	p = skipBlank(src, p)
	literals := 0
	switch {
	case ascii.HasPrefixFold(src[p:], "system"):
		literals, p = 1, p+len("system")
	case ascii.HasPrefixFold(src[p:], "public"):
		literals, p = 2, p+len("public")
	}
	for ; literals > 0; literals-- {
		p = skipBlank(src, p)
		if !IsQuote(src, p) {
			break
		}
		_, _, p = Quoted(src, p)
	}
	return p
}
