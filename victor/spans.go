package victor

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// This file writes the native form (reference, section 8): the page as it is
// after pre-cleaning, with every block in a span.

// WriteSpans writes a page in native span form: without the elements that
// pre-cleaning deletes and with each block in a span whose id is victor_anN, N
// from 0 on, and whose class is victor_LABEL. [Template.ReadAnnotated] reads it,
// and browsers show it, so that labels can be corrected by hand: what would run
// then, scripts, handlers of events and addresses of the scheme javascript, is
// left out. Blocks without a label get a span without a class.
//
// The page is read from r as [Extractor.Document] reads it, with the labels of
// the Extractor's model. Errors are those of Document, and w's.
func (x *Extractor) WriteSpans(w io.Writer, r io.Reader, contentType string) error {
	if x.scratch == nil {
		return errZeroExtractor
	}
	s := x.scratch.Get().(*scratch)
	defer x.release(s)
	text, _, err := s.reader.Page(context.Background(), r, contentType)
	if err != nil {
		return prefixed(err)
	}
	if err := s.layout.read(context.Background(), text, x.model.template.format(&x.config)); err != nil {
		return prefixed(err)
	}
	blocks, err := x.label(context.Background(), &s.layout, s)
	if err != nil {
		return err
	}
	labels := make([]string, len(blocks))
	for i, b := range blocks {
		labels[i] = b.Label
	}
	return writeSpans(w, &s.layout, labels)
}

// WriteSpans writes the page in native span form with its labels.
func (p *Page) WriteSpans(w io.Writer) error {
	again := layout{}
	again.source, again.format = p.layout.source, p.layout.format
	return writeSpans(w, &again, p.labels)
}

// writeSpans reads the page once more and writes what it reads.
func writeSpans(w io.Writer, p *layout, labels []string) error {
	p.spans = &spanWriter{labels: labels}
	err := p.read(context.Background(), p.source, p.format)
	out := p.spans.out
	p.spans = nil
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// A spanWriter is told of what a page consists of while it is read.
type spanWriter struct {
	out    []byte
	labels []string
	next   int // block
}

// block writes the text of a block in its span.
func (w *spanWriter) block(text []byte) {
	class := ""
	if w.next < len(w.labels) && w.labels[w.next] != "" {
		class = ` class="` + annotationClass + html.EscapeString(w.labels[w.next]) + `"`
	}
	w.out = fmt.Appendf(w.out, `<span id="%s%d"%s>`, annotationID, w.next, class)
	w.text(text)
	w.out = append(w.out, "</span>"...)
	w.next++
}

func (w *spanWriter) text(text []byte) {
	escaped := html.EscapeString(string(text))
	w.out = append(w.out, bytes.ReplaceAll([]byte(escaped), []byte("\u00a0"), []byte("&nbsp;"))...)
}

// startTag writes the current start tag as it stands in the page, or its name
// where it is implied. The head is written before the body. "/>" ends void
// elements and no others, since the form is read as XHTML.
func (w *spanWriter) startTag(p *layout, tag tags.Tag) {
	if tag == tags.Body {
		w.out = append(w.out, "<head><meta charset=\"utf-8\" /><title>"...)
		w.text(p.scanner.Title())
		w.out = append(w.out, "</title></head>\n"...)
	}
	name := p.scanner.Name(tag)
	raw := p.source[p.scanner.Start:p.scanner.End]
	if tag == tags.P && bytes.HasPrefix(raw, []byte("</")) {
		return // an empty p by its end tag alone; a start tag would end what it stands in
	}
	if tag == tags.Img && ascii.HasPrefixFold(raw, "<image") {
		raw = slices.Concat([]byte("<img"), raw[len("<image"):]) // HTML standard, 13.2.6.4.7
	}
	if tag == tags.Span && p.isAnnotation() {
		raw = nil // the page's own; its id is that of a block
	}
	if len(raw) < len(name)+2 || !ascii.HasPrefixFold(raw[1:], name) || raw[0] != '<' || raw[len(raw)-1] != '>' {
		raw = []byte("<" + name + ">")
	} else if p.hasScripts() {
		raw = p.withoutScripts(name)
	}
	w.out = append(w.out, raw[:len(raw)-1]...)
	if tags.Void.Has(tag) && !p.annotatesImage(tag) && raw[len(raw)-2] != '/' {
		w.out = append(w.out, " /"...)
	} else if !tags.Void.Has(tag) && raw[len(raw)-2] == '/' || p.annotatesImage(tag) {
		w.out = append(w.out, ' ')
	}
	w.out = append(w.out, '>')
}

// hasScripts reports whether something would run when the current start tag is
// shown or clicked.
func (p *layout) hasScripts() bool {
	for name, value := range p.scanner.Attrs(p.scanner.Start, p.scanner.End) {
		if runs(name, value) {
			return true
		}
	}
	return false
}

// withoutScripts writes the current start tag again without what would run.
func (p *layout) withoutScripts(tag string) []byte {
	raw := []byte("<" + tag)
	for name, value := range p.scanner.Attrs(p.scanner.Start, p.scanner.End) {
		if !runs(name, value) {
			raw = fmt.Appendf(raw, ` %s="%s"`, name, html.EscapeString(string(value)))
		}
	}
	if p.selfEnded() {
		raw = append(raw, " /"...)
	}
	return append(raw, '>')
}

// targets are the attributes whose value is an address that a browser goes to.
var targets = [...]string{"action", "background", "data", "formaction", "href", "poster", "src", "xlink:href"}

// runs reports whether an attribute is a script: a handler of events (HTML
// standard, 8.1.8), or an address of the scheme javascript. In an address white
// space and controls before it, tabs and line feeds do not count (URL standard,
// 4.4).
func runs(name, value []byte) bool {
	if ascii.HasPrefixFold(name, "on") {
		return true
	}
	if !slices.ContainsFunc(targets[:], func(t string) bool { return strings.EqualFold(t, string(name)) }) {
		return false
	}
	const scheme = "javascript:"
	matched := 0
	for _, c := range value {
		switch {
		case c <= ' ':
		case ascii.Lower(c) != scheme[matched]:
			return false
		default:
			matched++
		}
		if matched == len(scheme) {
			return true
		}
	}
	return false
}

func (w *spanWriter) endTag(p *layout, tag tags.Tag) {
	if !tags.Void.Has(tag) {
		w.out = append(w.out, "</"+p.scanner.Name(tag)+">"...)
	}
}

// annotatesImage reports whether the current start tag is of an image whose
// alternative text is a block.
func (p *layout) annotatesImage(tag tags.Tag) bool {
	if tag != tags.Img {
		return false
	}
	alt, _ := p.scanner.Attr("alt")
	return !isBlank(alt) && (!p.format.annotated || p.mayWait())
}
