package boilerpipe

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"sort"

	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/tags"
)

// A Highlighter writes the content of a page as HTML (reference, section 10.2).
// The zero value writes the page with its content marked. It is immutable and safe
// for concurrent use.
//
// What is written are the page's elements as they were understood: names in upper
// case, every element closed but those that cannot have content, such as br,
// character references decoded but for the characters that need one. Comments,
// scripts, style sheets and the like and the head are left out; the encoding and a
// style sheet stand in the head's place. A base element is lost with the head: what
// is relative to it in the links and images needs it from the page.
type Highlighter struct {
	// ContentOnly leaves out all text that is not content, and the elements in
	// which no text is left then. Those that cannot have content, such as br, hr and
	// img, stay or go with what is around them. Without
	// ContentOnly, content is put into span elements of the class
	// x-boilerpipe-mark1, except in elements such as textarea, where browsers would
	// show the tags.
	ContentOnly bool

	// Whitelist has the elements of which the tags are written, by their names in
	// lower case, with the attributes that are kept. Text stays whatever is around
	// it. The result is a fragment then, without encoding and style sheet. Where it
	// is nil, all tags and attributes are written, event handlers too.
	Whitelist map[string][]string
}

// TextWhitelist returns a whitelist of the elements that structure text, without
// attributes but for the targets of links, which are as the page has them.
func TextWhitelist() map[string][]string {
	list := map[string][]string{"a": {"href"}}
	for _, tag := range tags.List("abbr b blockquote br caption cite code dd del dl dt em h1 h2 h3 h4 h5 h6 i ins li ol p pre q s" +
		" small strong sub sup table tbody td tfoot th thead tr u ul") {
		list[tag.String()] = nil
	}
	return list
}

const (
	markClass    = "x-boilerpipe-mark1"
	markStart    = `<span class="` + markClass + `">`
	markEnd      = `</span>`
	charset      = `<meta charset="utf-8">`
	markStyles   = charset + `<style type="text/css">.` + markClass + ` { background-color: #fe6; color: #000; }</style>`
	spacedStyles = charset + `<style type="text/css">a:before, a:after, span:before, span:after { content: " "; }</style>`
)

// HTML returns the page as HTML in UTF-8. page is its UTF-8 text (see
// Extractor.Decode), from which the document was read; filters may have changed the
// document since.
func (h Highlighter) HTML(page []byte, d *TextDocument) []byte {
	html, _ := h.write(context.Background(), page, d)
	return html
}

// write is HTML until ctx is done.
func (h Highlighter) write(ctx context.Context, page []byte, d *TextDocument) ([]byte, error) {
	w := &htmlWriter{Highlighter: h, content: newContent(d), budget: len(page), last: -1}
	err := replay(ctx, page, &w.scanner, w)
	return w.out, err
}

// replay passes the balanced events of a page to a handler once more. When ctx is
// done, the elements are closed and it says so.
func replay(ctx context.Context, page []byte, scanner *neko.Scanner, to handler) (err error) {
	var b balancer
	scanner.Reset(page)
	b.reset(to)
	for n := 1; err == nil && scanner.Next(); n++ {
		b.event(scanner.Event)
		err = stopped(ctx, n, scanner)
	}
	b.finish()
	return err
}

// content is where the content of a document stands in its page.
type content struct {
	parts []span // in order
}

func newContent(d *TextDocument) content {
	var c content
	for i := range d.Blocks {
		if d.Blocks[i].Content {
			c.parts = append(c.parts, d.Blocks[i].parts...)
		}
	}
	slices.SortFunc(c.parts, func(a, b span) int { return int(a.start - b.start) })
	return c
}

// has reports whether a piece of text is of the content. Pieces do not all come in
// the order of the page: the balancer holds back text that stands before the body.
func (c content) has(piece neko.Event) bool {
	i := sort.Search(len(c.parts), func(i int) bool { return int(c.parts[i].end) > piece.Start })
	return i < len(c.parts) && int(c.parts[i].start) < piece.End && !isBlank(piece.Text)
}

// An htmlWriter writes the events of a page.
type htmlWriter struct {
	Highlighter
	scanner   neko.Scanner
	content   content
	inIgnored int
	inRaw     int // open elements of raw text that are written
	out       []byte
	open      []written
	last      int32 // where the last start tag of the page begins
	budget    int   // bytes of attributes that may be written more than once
}

// written is an open element and where its start tag stands in the output; none
// has been written where begin and end are the same.
type written struct {
	begin, end int
	full       bool // text stands in it, or a style sheet
}

// rawText are the elements in which browsers see no tags (HTML standard, 13.2.6.4)
// and that are not left out.
var rawText = tags.Of(tags.Iframe, tags.Noembed, tags.Noframes, tags.Plaintext, tags.Textarea, tags.Title, tags.Xmp)

// isVoid reports whether the element cannot have content.
func isVoid(name tags.Tag) bool { return elements[ruleOf(name)].kind&empty != 0 }

// isRaw reports whether an element of raw text is written.
func (e written) isRaw(name tags.Tag) bool {
	return e.begin < e.end && rawText.Has(name)
}

// isLeftOut reports whether the element is left out with its content.
func isLeftOut(tag tags.Tag) bool { return tag == tags.Head || tagClasses[tag] == ignorableTag }

func (w *htmlWriter) startTag(name tags.Tag, at span) {
	tag := localTag(&w.scanner, name)
	if isLeftOut(tag) {
		w.inIgnored++
	}
	e := written{begin: len(w.out)}
	if kept, ok := w.allowed(name); ok && w.inIgnored == 0 {
		w.out = append(append(w.out, '<'), w.upperName(name)...)
		if !w.isMark(tag, at) && w.affords(at) {
			w.attributes(at, kept)
		}
		w.out = append(w.out, '>')
	}
	e.end = len(w.out)
	if e.isRaw(name) {
		w.inRaw++
	}
	w.open = append(w.open, e)
}

// allowed returns the attributes that are kept of an element, and whether its tags
// are.
func (w *htmlWriter) allowed(name tags.Tag) (kept []string, ok bool) {
	if w.Whitelist == nil {
		return nil, true
	}
	kept, ok = w.Whitelist[w.scanner.Name(name)]
	return kept, ok
}

// isMark reports whether the page has one of our own marks.
func (w *htmlWriter) isMark(tag tags.Tag, at span) bool {
	if tag != tags.Span || at.start == at.end {
		return false
	}
	for name, value := range w.attrs(at) {
		if bytes.EqualFold(name, []byte("class")) {
			return string(value) == markClass
		}
	}
	return false
}

func (w *htmlWriter) attrs(at span) iter.Seq2[[]byte, []byte] {
	return w.scanner.Attrs(int(at.start), int(at.end))
}

// affords reports whether the attributes of a tag may be written: always once,
// and again, where the element is opened again, as long as the result does not
// grow out of proportion.
func (w *htmlWriter) affords(at span) bool {
	if at.start == at.end { // it is implied and has none
		return false
	}
	if at.start > w.last {
		w.last = at.start
		return true
	}
	w.budget -= int(at.end - at.start)
	return w.budget >= 0
}

func (w *htmlWriter) attributes(at span, kept []string) {
	for name, value := range w.attrs(at) {
		lower := bytes.ToLower(name)
		if bytes.ContainsAny(lower, "\"'<>&") || w.Whitelist != nil && !slices.Contains(kept, string(lower)) {
			continue
		}
		w.out = append(append(append(w.out, ' '), lower...), `="`...)
		w.out = append(appendEscaped(w.out, value), '"')
	}
}

func (w *htmlWriter) upperName(name tags.Tag) []byte {
	return bytes.ToUpper([]byte(w.scanner.Name(name)))
}

// endTag ends an element. Void ones get no end tag: by the HTML standard "</br>" is
// another br. The original does write them, and with ContentOnly takes them back.
func (w *htmlWriter) endTag(name tags.Tag) {
	e := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	if e.isRaw(name) {
		w.inRaw--
	}
	if e.full {
		w.fill()
	}
	switch {
	case isVoid(name): // it goes with what is around it
	case w.ContentOnly && !e.full:
		w.out = w.out[:e.begin] // nothing stands in it but void elements
	case e.begin < e.end:
		w.out = append(append(append(w.out, "</"...), w.upperName(name)...), '>')
	}
	if tag := localTag(&w.scanner, name); isLeftOut(tag) {
		w.inIgnored--
		if tag == tags.Head {
			w.styles()
		}
	}
}

// fill notes that something stands in the innermost element.
func (w *htmlWriter) fill() {
	if n := len(w.open); n > 0 {
		w.open[n-1].full = true
	}
}

func (w *htmlWriter) styles() {
	switch {
	case w.inIgnored > 0 || w.Whitelist != nil:
		return
	case w.ContentOnly:
		w.out = append(w.out, spacedStyles...)
	default:
		w.out = append(w.out, markStyles...)
	}
	w.fill()
}

func (w *htmlWriter) text(piece neko.Event) {
	if w.inIgnored > 0 {
		return
	}
	isContent := w.content.has(piece)
	if isContent || !w.ContentOnly {
		w.fill()
	}
	switch {
	case isContent && !w.ContentOnly && w.inRaw == 0:
		w.out = append(appendEscaped(append(w.out, markStart...), piece.Text), markEnd...)
	case isContent || !w.ContentOnly:
		w.out = appendEscaped(w.out, piece.Text)
	}
}

// appendEscaped appends a text with references for the characters that mean
// something in HTML.
func appendEscaped(dst, text []byte) []byte {
	for _, c := range text {
		switch c {
		case '&':
			dst = append(dst, "&amp;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '"':
			dst = append(dst, "&quot;"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
