package boilerpipe

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"sort"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/tags"
)

// A Highlighter writes the content of a page as HTML (docs/boilerpipe.md,
// "Highlighting"). The zero value writes the page with its content marked. A
// Highlighter is immutable and safe for concurrent use.
//
// The output is inert unless AsWritten is set: it runs no scripts, submits no forms,
// and loads nothing but images. Elements and attributes that do anything else are
// left out, and the text in these elements is kept.
//
// The elements of the page are written as boilerpipe's parser understands them: names
// are in upper case, and every element that can have content is closed. Comments,
// scripts, style sheets and the head are left out. In place of the head stand the
// encoding and a style sheet. A base element is lost with the head, so relative
// addresses need the address of the page.
//
// The output is at most 4 times as long as the page, plus 4 KiB. A page that would
// make it longer has fewer marks.
type Highlighter struct {
	// ContentOnly leaves out all text that is not content, and all elements without
	// content. Elements that cannot have content, such as br, hr and img, stay if what
	// is around them stays. By default, all text is written, and content is marked by
	// span elements of the class x-boilerpipe-mark1.
	ContentOnly bool

	// Whitelist has the names, in lower case, of the elements whose tags are written,
	// each with its attributes that are written. Text is written whatever is around
	// it. The result is a fragment without encoding and style sheet. If Whitelist is
	// nil, all tags and attributes that are inert are written.
	Whitelist map[string][]string

	// AsWritten keeps the attributes and elements of the page that are not inert, such
	// as event handlers, addresses of any scheme, forms and frames. Set it only for
	// pages that you trust.
	AsWritten bool
}

// TextWhitelist returns a whitelist of the elements that structure text, without
// attributes except the targets of links.
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

// Write writes a page as HTML in UTF-8. source is the UTF-8 text of the page (see
// Extractor.Decode) from which d was read. The marks on d decide what is content;
// filters may have changed it since. Write stops when ctx is done. The error wraps
// ctx.Err() or is that of w.
func (h Highlighter) Write(ctx context.Context, w io.Writer, source []byte, d *TextDocument) error {
	hw := &htmlWriter{Highlighter: h, mode: d.mode, content: newContent(d), source: len(source), last: -1, needed: noGap, shown: noGap, out: bufio.NewWriterSize(w, 32<<10)}
	if h.ContentOnly {
		finder := &fullFinder{mode: d.mode, content: hw.content, fragment: h.Whitelist != nil}
		if err := replay(ctx, source, &hw.scanner, d.mode, finder, nil); err != nil {
			return err
		}
		hw.full = finder.full
	}
	if err := replay(ctx, source, &hw.scanner, d.mode, hw, hw.failed); err != nil {
		return err
	}
	hw.endMark()
	return hw.out.Flush()
}

// replay passes the balanced events of a page to a handler once more.
func replay(ctx context.Context, source []byte, scanner *neko.Scanner, mode mode, to handler, see func() error) error {
	var b balancer
	scanner.Reset(source)
	b.reset(to, scanner, mode)
	err := b.read(ctx, see)
	if err == nil {
		b.finish()
	}
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
			for _, p := range d.Blocks[i].parts {
				c.parts = append(c.parts, p.source)
			}
		}
	}
	slices.SortFunc(c.parts, func(a, b span) int { return int(a.start - b.start) })
	return c
}

// has reports whether a piece of text is content. Pieces do not always come in the
// order of the page, because the balancer holds back text before the body.
func (c content) has(piece neko.Event) bool {
	i := sort.Search(len(c.parts), func(i int) bool { return int(c.parts[i].end) > piece.Start })
	return i < len(c.parts) && int(c.parts[i].start) < piece.End && !isBlank(piece.Text)
}

// isLeftOut reports whether an element is left out with its content.
func (m mode) isLeftOut(tag tags.Tag) bool {
	return tag == tags.Head || m.classOf(tag) == ignorableTag || tag == tags.Title && !m.original
}

// isVoid reports whether the element cannot have content.
func (t openTag) isVoid() bool { return elements[t.rule].kind&empty != 0 }

// A bitset has a bit for each element, in the order in which the elements begin.
type bitset []uint64

func (s bitset) has(i int) bool { return i/64 < len(s) && s[i/64]&(1<<(i%64)) != 0 }

func (s *bitset) add(i int) {
	for i/64 >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[i/64] |= 1 << (i % 64)
}

// A fullFinder finds the elements in which content stands.
type fullFinder struct {
	mode      mode
	content   content
	fragment  bool // no style sheet is written
	inIgnored int
	count     int     // elements so far
	open      []int32 // the numbers of the open elements
	full      bitset
}

func (f *fullFinder) startTag(tag openTag) {
	if f.mode.isLeftOut(tag.local) {
		f.inIgnored++
	}
	f.open = append(f.open, int32(f.count))
	f.count++
}

func (f *fullFinder) endTag(tag openTag) {
	last := f.open[len(f.open)-1]
	f.open = f.open[:len(f.open)-1]
	if f.full.has(int(last)) {
		f.fill()
	}
	if f.mode.isLeftOut(tag.local) {
		f.inIgnored--
		if tag.local == tags.Head && f.inIgnored == 0 && !f.fragment {
			f.fill()
		}
	}
}

func (f *fullFinder) text(piece neko.Event, _ gap) {
	if f.inIgnored == 0 && f.content.has(piece) {
		f.fill()
	}
}

// fill notes that the innermost element is to be written.
func (f *fullFinder) fill() {
	if n := len(f.open); n > 0 {
		f.full.add(int(f.open[n-1]))
	}
}

// An htmlWriter writes the events of a page.
type htmlWriter struct {
	Highlighter
	mode      mode
	scanner   neko.Scanner
	content   content
	full      bitset // the elements in which content stands, with ContentOnly
	count     int    // elements so far
	inIgnored int
	inRaw     int // open elements of raw text that are written
	open      []writtenTag
	last      int32 // where the last start tag of the page begins

	out     *bufio.Writer
	source  int // bytes of the page
	size    int // bytes written
	owed    int // bytes of the end tags of what is open
	marked  bool
	waiting bool // for the character after "&", which says whether that needs a character reference

	hasText bool
	needed  gap  // between the last text and what comes next
	shown   gap  // the gap that the tags written since leave
	space   bool // the last character written is white space
	name    []byte
}

// A writtenTag says what has been written of an open element.
type writtenTag struct {
	full, tags, raw bool
}

// rawText are the elements in which browsers see no tags (HTML standard, section
// 13.2.6.4) and that are not left out.
var rawText = tags.Of(tags.Iframe, tags.Noembed, tags.Noframes, tags.Plaintext, tags.Textarea, tags.Title, tags.Xmp)

// failed returns the error of the writer, if it has failed.
func (w *htmlWriter) failed() error {
	if _, err := w.out.Write(nil); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	return nil
}

func (w *htmlWriter) write(text string) {
	w.size += len(text)
	_, _ = w.out.WriteString(text) // failed returns its error
}

// affords reports whether as many bytes more than the page asks for may be written.
// What is left of the page, at 4 bytes for each of its bytes, comes first.
func (w *htmlWriter) affords(bytes, at int) bool {
	const floor = 4 << 10
	return w.size+w.owed+bytes+4*(w.source-at) <= 4*w.source+floor
}

func (w *htmlWriter) startTag(tag openTag) {
	if w.mode.isLeftOut(tag.local) {
		w.inIgnored++
	}
	e := writtenTag{full: !w.ContentOnly || w.full.has(w.count)}
	w.count++
	stays := e.full
	if tag.isVoid() {
		stays = len(w.open) == 0 || w.open[len(w.open)-1].full
	}
	name := w.lowerName(tag)
	kept, allowed := w.allowed(tag, name)
	if stays && allowed && w.inIgnored == 0 {
		e.tags = w.beginTag(tag, name, kept)
	}
	if e.tags && !tag.isVoid() {
		w.owed += len("</>") + len(name)
	}
	if e.tags && rawText.Has(tag.local) {
		e.raw = true
		w.inRaw++
	}
	w.open = append(w.open, e)
}

// beginTag writes a start tag, unless the page does not have it there and the
// output would become too long, and reports whether it did.
func (w *htmlWriter) beginTag(tag openTag, name []byte, kept []string) bool {
	again := tag.implied() || tag.at.start <= w.last
	if again && !w.affords(len("<></>")+2*len(name)+2*int(tag.at.end-tag.at.start), int(tag.at.end)) {
		return false
	}
	w.last = max(w.last, tag.at.start)
	w.beforeTag(tag.local)
	w.write("<")
	w.upper(name)
	if !tag.implied() && !w.isMark(tag) {
		w.attributes(tag.at, kept)
	}
	w.write(">")
	return true
}

// lowerName returns the name of an element as the page has it, in lower case. It is
// valid until the next call.
func (w *htmlWriter) lowerName(tag openTag) []byte {
	w.name = w.name[:0]
	if tag.implied() {
		w.name = append(w.name, tag.rule.String()...)
		return w.name
	}
	for _, c := range w.scanner.Name(int(tag.at.start)) {
		w.name = append(w.name, ascii.Lower(c))
	}
	return w.name
}

// upper writes a name in upper case.
func (w *htmlWriter) upper(name []byte) {
	w.size += len(name)
	for _, c := range name {
		if ascii.IsLower(c) {
			c -= 'a' - 'A'
		}
		_ = w.out.WriteByte(c)
	}
}

// allowed returns the attributes that the whitelist keeps of an element, and whether
// its tags are written.
func (w *htmlWriter) allowed(tag openTag, name []byte) (kept []string, ok bool) {
	if !w.AsWritten && (!inertElements.Has(tag.local) || string(name) != tag.local.String()) {
		return nil, false
	}
	if w.Whitelist == nil {
		return nil, true
	}
	kept, ok = w.Whitelist[string(name)]
	return kept, ok
}

// isMark reports whether the page has a mark of ours.
func (w *htmlWriter) isMark(tag openTag) bool {
	if tag.local != tags.Span {
		return false
	}
	for name, value := range w.attrs(tag.at) {
		if ascii.EqualFold(name, "class") {
			return string(value) == markClass
		}
	}
	return false
}

func (w *htmlWriter) attrs(at span) iter.Seq2[[]byte, []byte] {
	return w.scanner.Attrs(int(at.start), int(at.end))
}

func (w *htmlWriter) attributes(at span, kept []string) {
	for name, value := range w.attrs(at) {
		lower := string(bytes.ToLower(name))
		switch {
		case len(lower) != len(name), bytes.ContainsAny(name, "\"'<>&"), hasControls(lower):
		case w.Whitelist != nil && !slices.Contains(kept, lower):
		case w.AsWritten || isInert(lower, value):
			w.attribute(lower, value)
		}
	}
}

// attribute writes an attribute. The quotes around its value are those of which it
// has fewer.
func (w *htmlWriter) attribute(name string, value []byte) {
	w.write(" ")
	w.write(name)
	quote, reference := byte('"'), "&#34;"
	if bytes.Count(value, []byte{'"'}) > bytes.Count(value, []byte{'\''}) {
		quote, reference = '\'', "&#39;"
	}
	w.write("=" + string(quote))
	from := 0
	for i, c := range value {
		replacement := ""
		switch {
		case c == quote:
			replacement = reference
		case c == '&' && i+1 < len(value) && beginsReference(value[i+1]):
			replacement = "&amp;"
		case c < ' ' || c == 0x7f: // browsers drop them, or take them for white space
			replacement = " "
		default:
			continue
		}
		w.write(string(value[from:i]))
		w.write(replacement)
		from = i + 1
	}
	w.write(string(value[from:]))
	w.write(string(quote))
}

// beginsReference reports whether a character after "&" may make a character reference of it.
func beginsReference(c byte) bool { return c == '#' || ascii.IsAlphanumeric(c) }

// endTag ends an element. Elements that cannot have content get no end tag: by the
// HTML standard "</br>" is another br. The original writes them.
func (w *htmlWriter) endTag(tag openTag) {
	e := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	if e.tags && !tag.isVoid() {
		name := w.lowerName(tag)
		w.beforeTag(tag.local)
		w.write("</")
		w.upper(name)
		w.write(">")
		w.owed -= len("</>") + len(name)
	}
	if e.raw {
		w.inRaw--
	}
	if w.mode.isLeftOut(tag.local) {
		w.inIgnored--
		if tag.local == tags.Head {
			w.styles()
		}
	}
}

// beforeTag ends what is open of the text before a tag.
func (w *htmlWriter) beforeTag(tag tags.Tag) {
	w.endMark()
	w.shown = min(w.shown, gaps[tag])
}

func (w *htmlWriter) endMark() {
	w.resolve('<')
	if w.marked {
		w.write(markEnd)
		w.marked = false
		w.owed -= len(markEnd)
	}
}

func (w *htmlWriter) styles() {
	switch {
	case w.inIgnored > 0 || w.Whitelist != nil:
	case w.ContentOnly:
		w.write(spacedStyles)
	default:
		w.write(markStyles)
	}
}

func (w *htmlWriter) text(piece neko.Event, before gap) {
	w.needed = min(w.needed, before)
	if w.inIgnored > 0 {
		return
	}
	isContent := w.content.has(piece)
	if !isContent && w.ContentOnly {
		if isBlank(piece.Text) && w.hasText && !w.space {
			w.plain([]byte{' '})
		}
		return
	}
	if w.marked && !isContent && !isBlank(piece.Text) {
		w.endMark()
	}
	w.separate()
	if isContent && !w.marked && !w.ContentOnly && w.inRaw == 0 && w.affords(len(markStart)+len(markEnd), piece.End) {
		w.resolve('<')
		w.write(markStart)
		w.owed += len(markEnd)
		w.marked = true
	}
	w.escaped(w.mode.shown(piece))
}

// separate writes the white space that stands for tags that are not written.
func (w *htmlWriter) separate() {
	if w.hasText && w.needed < w.shown && !w.space {
		w.resolve(' ')
		if w.needed == lineGap {
			w.write("\n")
		} else {
			w.write(" ")
		}
	}
	w.needed, w.shown = noGap, noGap
}

// escaped writes a text with character references for the characters that would begin markup.
// Control characters are dropped; those that are white space become a space, or stay if
// they are tabs or line feeds.
func (w *htmlWriter) escaped(text []byte) {
	from := 0
	for i, c := range text {
		if !unsafe[c] || c == c1Lead && (i+1 == len(text) || text[i+1] >= 0xa0) {
			continue
		}
		w.plain(text[from:i])
		from = i + 1
		switch c {
		case '&':
			w.resolve(c)
			w.waiting, w.space, w.hasText = true, false, true
		case '<':
			w.reference("&lt;")
		case '>':
			w.reference("&gt;")
		case '\r', '\v', '\f':
			w.plain([]byte{' '})
		case c1Lead:
			from++
			if i+1 < len(text) && text[i+1] == nextLine[1] {
				w.plain([]byte{' '})
			}
		}
	}
	w.plain(text[from:])
}

func (w *htmlWriter) reference(text string) {
	w.resolve(text[0])
	w.write(text)
	w.space, w.hasText = false, true
}

// unsafe are the bytes that escaped does not write as they are: those of markup, of
// control characters, and the first byte of those of C1.
var unsafe = func() (table [256]bool) {
	for c := range table {
		table[c] = c < ' ' && c != '\n' && c != '\t' || c == 0x7f || c == '&' || c == '<' || c == '>' || c == c1Lead
	}
	return table
}()

// plain writes text without unsafe bytes.
func (w *htmlWriter) plain(text []byte) {
	if len(text) == 0 {
		return
	}
	w.resolve(text[0])
	w.size += len(text)
	_, _ = w.out.Write(text) // failed returns its error
	last := text[len(text)-1]
	w.space = last <= ' '
	w.hasText = true
}

// resolve writes the "&" that waits for the next character.
func (w *htmlWriter) resolve(next byte) {
	if !w.waiting {
		return
	}
	if beginsReference(next) {
		w.write("&amp;")
	} else {
		w.write("&")
	}
	w.waiting = false
}
