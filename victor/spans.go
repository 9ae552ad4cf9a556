package victor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// This file writes the native span form (docs/victor.md, "Native span form"): the
// page as it is after pre-cleaning, with every block in a span. attributes.go says
// which attributes stay.

// ErrTooLong is wrapped by the error of WriteSpans if its output would be longer
// than 4 times the page and 1 MiB. Pages of thousands of blocks of a character or two
// have such spans.
var ErrTooLong = errors.New("victor: the spans are too long")

const (
	maxGrowth = 4       // times the page may the output be as long,
	maxExtra  = 1 << 20 // and by this many bytes longer
)

// WriteSpans writes a page in native span form: without the elements that
// pre-cleaning deletes, and with each block in a span whose id is victor_anN, where N
// counts from 0, and whose class is victor_LABEL, with the label that the Extractor
// gives it. [Template.ReadAnnotated] reads this form. Browsers show it, so that labels
// can be corrected by hand; see docs/train-your-own.md.
//
// Nothing in the output runs, loads another document or sends a form when a browser
// shows it: only harmless attributes are kept, addresses only of the schemes http,
// https, mailto and tel and relative ones, and the method of every form is dialog. Pictures
// are loaded from their addresses. Control characters are left out of text, where tab, line
// feed, form feed and carriage return stay; in attributes, and in place of a block of
// nothing else, there is U+FFFD.
//
// The page is read from r as [Extractor.Document] reads it, with the same errors; with
// an error in reading, nothing is written. Other errors wrap w's, ctx.Err() or
// [ErrTooLong]; what has been written before is the beginning of the page.
func (x *Extractor) WriteSpans(ctx context.Context, w io.Writer, r io.Reader, contentType string) error {
	if x.scratch == nil {
		return errZeroExtractor
	}
	s := x.scratch.Get().(*scratch)
	defer x.release(s)
	counted := &countingReader{r: r}
	text, _, err := s.reader.Page(ctx, counted, contentType)
	if err != nil {
		return prefixed(err)
	}
	p := &s.layout
	if err := p.read(ctx, text, x.model.template.format(&x.config)); err != nil {
		return prefixed(err)
	}
	decision, err := x.decide(ctx, p, s)
	if err != nil {
		return prefixed(err)
	}
	names := x.model.Labels()
	return p.writeSpans(ctx, newSpanWriter(w, counted.n, func(block int) string { return names[decision.labels[block]] }))
}

// A countingReader counts the bytes that are read.
type countingReader struct {
	r io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// WriteSpans writes the page in native span form with its labels, as
// [Extractor.WriteSpans] does. Blocks without a label get a span without a class.
func (p *Page) WriteSpans(w io.Writer) error {
	if err := p.check(); err != nil {
		return err
	}
	again := layout{source: p.layout.source, format: p.layout.format}
	return again.writeSpans(context.Background(), newSpanWriter(w, len(again.source), p.Label))
}

// writeSpans reads the page once more and writes what it reads.
func (p *layout) writeSpans(ctx context.Context, w *spanWriter) error {
	p.spans = w
	err := p.read(ctx, p.source, p.format)
	p.spans = nil
	if err != nil {
		return prefixed(err)
	}
	w.write("\n")
	w.flush()
	return w.err
}

// A spanWriter is told of what a page consists of while it is read, and writes it.
type spanWriter struct {
	w     io.Writer
	out   []byte                 // still to be written
	room  int                    // bytes that may still be written
	err   error                  // the first
	label func(block int) string // "" if it has none
	next  int                    // block
}

// newSpanWriter returns a spanWriter for a page of size bytes.
func newSpanWriter(w io.Writer, size int, label func(block int) string) *spanWriter {
	return &spanWriter{w: w, room: maxGrowth*size + maxExtra, label: label}
}

// failed reports whether writing has failed. A nil spanWriter has not.
func (w *spanWriter) failed() bool { return w != nil && w.err != nil }

// flushed is how many bytes are written at a time, at least.
const flushed = 32 << 10

func (w *spanWriter) write(text string) {
	w.out = append(w.out, text...)
	if len(w.out) >= flushed {
		w.flush()
	}
}

func (w *spanWriter) flush() {
	if w.room -= len(w.out); w.err == nil && w.room < 0 {
		w.err = fmt.Errorf("%w: more than %d times the page and %d bytes", ErrTooLong, maxGrowth, maxExtra)
	}
	if w.err == nil {
		_, w.err = w.w.Write(w.out)
	}
	w.out = w.out[:0]
}

// escape writes text or the value of an attribute with character references for what would be
// markup. "<" and ">" are replaced in values too: a browser that runs scripts reads
// the content of noscript and of some other elements as text without attributes.
// Tab, line feed, form feed and carriage return stay; vertical tab and U+0085 become
// spaces, and each other control character, C0, DEL or C1, becomes control.
func (w *spanWriter) escape(text []byte, control string) {
	begin := 0
	for i := 0; i < len(text); i++ {
		reference, size := control, 1
		switch c := text[i]; {
		case c == '&':
			reference = "&amp;"
		case c == '<':
			reference = "&lt;"
		case c == '>':
			reference = "&gt;"
		case c == '"':
			reference = "&#34;"
		case c == 0xc2 && i+1 < len(text) && text[i+1] == 0xa0:
			reference, size = "&nbsp;", 2
		case c == 0xc2 && i+1 < len(text) && text[i+1] == 0x85:
			reference, size = " ", 2
		case c == 0xc2 && i+1 < len(text) && text[i+1] < 0xa0:
			size = 2
		case c == '\v':
			reference = " "
		case c != 0x7f && (c >= ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'):
			continue
		}
		w.out = append(append(w.out, text[begin:i]...), reference...)
		if len(w.out) >= flushed {
			w.flush()
		}
		i += size - 1
		begin = i + 1
	}
	w.out = append(w.out, text[begin:]...)
	w.write("")
}

// endBlock writes text: as a block in its span, or, if it is blank, by itself.
func (w *spanWriter) endBlock(text []byte, annotated bool) {
	if !annotated && isBlank(text) {
		w.escape(text, "")
		return
	}
	w.write(`<span id="` + annotationID + strconv.Itoa(w.next) + `"`)
	if label := w.label(w.next); label != "" {
		w.write(` class="` + annotationClass)
		w.escape([]byte(label), "")
		w.write(`"`)
	}
	w.write(">")
	if w.escape(text, ""); leavesNothing(text) {
		w.write("\ufffd") // or the block would be lost
	}
	w.write("</span>")
	w.next++
}

// leavesNothing reports whether a text is empty, or has control characters that escape leaves
// out and nothing besides but white space.
func leavesNothing(text []byte) bool {
	leavesOut := len(text) == 0
	for _, r := range string(text) {
		switch {
		case unicode.IsSpace(r):
		case unicode.IsControl(r):
			leavesOut = true
		default:
			return false
		}
	}
	return leavesOut
}

// startTag writes the current start tag, or its name alone if it is implied. The head
// is written before the body. "/>" ends void elements and no others, because the form
// is read as XHTML.
func (w *spanWriter) startTag(p *layout, tag tags.Tag) {
	if tag == tags.Body {
		w.write("<head><meta charset=\"utf-8\" /><title>")
		w.escape(p.scanner.Title(), "")
		w.write("</title></head>\n")
	}
	own := p.hasOwnTag()
	if tag == tags.P && !own && p.scanner.End > p.scanner.Start {
		return // an empty p by its end tag alone; a start tag would end what it stands in
	}
	w.write("<" + p.scanner.Name(tag))
	if tag == tags.Form {
		w.write(` method="dialog"`) // it sends nothing (HTML standard, 4.10.22.3)
	}
	if own && !(tag == tags.Span && p.isAnnotation()) { // the page's own would name a block
		w.attributes(p, tag)
	}
	if tags.Void.Has(tag) && !p.annotatesImage(tag) {
		w.write(" /")
	}
	w.write(">")
}

// hasOwnTag reports whether the current start tag is in the page, rather than implied
// by another tag or by text.
func (p *layout) hasOwnTag() bool {
	at := p.scanner.Start
	return p.scanner.End > at+1 && p.source[at] == '<' && ascii.IsLetter(p.source[at+1])
}

func (w *spanWriter) endTag(p *layout, tag tags.Tag) {
	if !tags.Void.Has(tag) {
		w.write("</" + p.scanner.Name(tag) + ">")
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
