package victor

import (
	"bytes"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
)

// This file reads what the head of a page says of its type (docs/victor.md, "Page
// type"). The scanner drops the head, so that its tags are read here.

// A hintSource is a place in which there may be words that speak for a type.
type hintSource uint8

const (
	fromOpenGraph hintSource = iota // og:type
	fromSchema                      // "@type" in JSON-LD
	fromAddress                     // the canonical address, or og:url
	fromGenerator                   // meta generator
	fromBody                        // the class of the body
	fromTitle                       // the title of the page
	numHintSources
)

var hintSourceNames = [numHintSources]string{"og-type", "schema", "address", "generator", "body", "title"}

// A head is what the head of a page, and the class of its body, say of its type.
type head struct {
	hints     [numHintSources]hints
	addressed bool  // there is an address
	depth     int32 // segments of its path
	slug      int32 // words of the last of them
	digits    int32 // in its path
	query     bool  // it has one
}

// read reads the head of a page: what stands before its body. Character references stay as
// they are.
func (h *head) read(src []byte) {
	for p := 0; ; {
		next := bytes.IndexByte(src[p:], '<')
		if next < 0 {
			return
		}
		p = h.readMarkup(src, p+next)
	}
}

// readMarkup reads the markup at p, and what is in a script or style, and returns where
// it ends, which is after p.
func (h *head) readMarkup(src []byte, p int) int {
	rest := src[p:]
	if bytes.HasPrefix(rest, commentBegin) {
		return markup.CommentEnd(src, p)
	}
	if len(rest) < 2 || !ascii.IsLetter(rest[1]) {
		return p + 1
	}
	end := markup.NameEnd(src, p+1)
	tag := headTag{name: src[p+1 : end]}
	next := tag.read(src, end)
	switch {
	case ascii.EqualFold(tag.name, "meta"):
		h.meta(&tag)
	case ascii.EqualFold(tag.name, "link"):
		if ascii.EqualFold(tag.rel, "canonical") {
			h.address(tag.href)
		}
	case ascii.EqualFold(tag.name, "style"):
		return markup.RawTextEnd(src, next, "style")
	case ascii.EqualFold(tag.name, "script"):
		end := markup.RawTextEnd(src, next, "script")
		if ascii.EqualFold(tag.kind, "application/ld+json") {
			h.schema(src[next:end])
		}
		return end
	}
	return next
}

var commentBegin = []byte("<!--")

// A headTag is a start tag and those of its attributes that may say something of the page.
type headTag struct{ name, property, content, rel, href, kind []byte }

// read reads the attributes of a tag whose name ends at p, and returns where the tag ends.
func (t *headTag) read(src []byte, p int) int {
	for {
		a, next, what := markup.NextAttr(src, p)
		if what != markup.AnAttr {
			return max(next, p)
		}
		p = next
		if value := t.attribute(a.NameIn(src)); value != nil && *value == nil {
			*value = a.ValueIn(src)
		}
	}
}

// attribute returns where the value of an attribute is kept, or nil.
func (t *headTag) attribute(name []byte) *[]byte {
	switch {
	case ascii.EqualFold(name, "property"), ascii.EqualFold(name, "name"):
		return &t.property
	case ascii.EqualFold(name, "content"):
		return &t.content
	case ascii.EqualFold(name, "rel"):
		return &t.rel
	case ascii.EqualFold(name, "href"):
		return &t.href
	case ascii.EqualFold(name, "type"):
		return &t.kind
	}
	return nil
}

// meta reads a meta element.
func (h *head) meta(t *headTag) {
	switch {
	case ascii.EqualFold(t.property, "og:type"):
		h.hints[fromOpenGraph] |= hintWords.in(t.content)
	case ascii.EqualFold(t.property, "generator"):
		h.hints[fromGenerator] |= hintWords.in(t.content)
	case ascii.EqualFold(t.property, "og:url"):
		h.address(t.content)
	}
}

// schema reads the types of things in JSON-LD.
func (h *head) schema(json []byte) {
	for {
		_, after, found := bytes.Cut(json, schemaType)
		if !found {
			return
		}
		json = after
		value := bytes.TrimLeft(after[:min(len(after), maxNames)], " \t\r\n:[\"")
		value, _, _ = bytes.Cut(value, []byte(`"`))
		h.hints[fromSchema] |= hintWords.in(value)
	}
}

// schemaType is the name of a type in JSON-LD. Its first quote is left out, since a search
// for @, which is rare, is faster.
var schemaType = []byte(`@type"`)

// address reads an address of the page, unless there was one before.
func (h *head) address(value []byte) {
	if h.addressed || len(value) == 0 {
		return
	}
	h.addressed = true
	value = value[:min(len(value), maxNames)]
	if _, rest, found := bytes.Cut(value, []byte("//")); found {
		value = rest
	}
	h.hints[fromAddress] = hintWords.in(value)
	value, _, h.query = bytes.Cut(value, []byte("?"))
	_, path, _ := bytes.Cut(value, []byte("/"))
	for segment := range bytes.SplitSeq(path, []byte("/")) {
		if len(segment) > 0 {
			h.depth++
			h.slug = 1 + int32(bytes.Count(segment, []byte("-"))+bytes.Count(segment, []byte("_")))
		}
	}
	for _, c := range path {
		h.digits += truth(ascii.IsDigit(c))
	}
}

// beginBody reads what stands before the body, and its class.
func (p *layout) beginBody() {
	if p.hasBody {
		return
	}
	p.hasBody = true
	p.head.read(p.source[:p.scanner.Start])
	if class, ok := p.scanner.Attr("class"); ok {
		p.head.hints[fromBody] = hintWords.in(class)
	}
}
