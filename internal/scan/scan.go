// Package scan turns a page in UTF-8 into events: start tag, end tag, text, with
// the open elements kept right.
//
// A [Scanner] is [Scanner.Reset] to a page and [Scanner.Next] called until it
// returns false. Each call yields one [Event]. Start and end tags balance, implied
// ones included. Dropped content, such as head, script and comments, yields
// nothing. The text between two tags may come in several events, one for each
// stretch between dropped parts and character references; together they are one
// text node.
//
// The text of an event is valid until the next call of Next. It is a part of the
// page or of a buffer of the Scanner and must not be changed. A Scanner can be
// reused by another Reset. It must not be shared between goroutines.
package scan

import (
	"bytes"
	"iter"
	"slices"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/refs"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// A Dialect says by whose rules a page is read.
type Dialect uint8

const (
	// HTML reads tokens and character references as the HTML standard does, and drops the
	// content that docs/justext.md lists under "Dropped content": head, meta, title,
	// script, style, comments and declarations; and templates, which a browser does
	// not show. It keeps the content of noscript, iframe, object and the like, which
	// a browser shows if it cannot do better.
	HTML Dialect = iota
	// Libxml2 reads as libxml2 2.9.14 does, and drops what lxml's Cleaner removes
	// as Python jusText 3.0.2 sets it up (docs/justext.md, "Python jusText").
	Libxml2
)

// A Kind is the kind of an event.
type Kind uint8

const (
	Text Kind = iota
	StartTag
	EndTag
)

// An Event is a start tag, an end tag or a piece of text.
type Event struct {
	Kind Kind
	Tag  tags.Tag // of a start or end tag

	// Start and End are byte offsets into the page. For a tag they are those of the
	// tag or, if it is implied, of the markup that implies it; for text, of its source.
	Start, End int
}

// A Scanner reads the events of a page. The zero value is ready for Reset.
type Scanner struct {
	Event        // what Next found
	Text  []byte // of an event that is text, with character references decoded

	MaxDepth int // open elements in the dialect HTML; deeper ones stand beside the deepest. 0: no limit
	MaxToken int // bytes of one tag, comment or declaration. 0: no limit

	MaxElements int // start tags. 0: no limit

	Record bool // Next records the events, for Events

	// SelfClose makes "/>" end any element in the dialect HTML too, as in XHTML.
	SelfClose bool

	src     []byte
	pos     int
	runEnd  int // where the run of text ends that pos is in, or less than pos
	refEnd  int // where the character reference at pos ends that has been decoded, or at most pos
	dataEnd int // where the text of a title or textarea ends that pos is in, or less than pos
	err     error
	started int // start tags read
	libxml2 bool
	hasNUL  bool
	refs    refs.Decoder
	decoded []byte // what the character reference up to refEnd stands for
	names   tags.Names

	nextAttr      markup.AttrReader
	void, dropped *tags.Set

	found bool    // step has found the event that Next returns
	queue []Event // those that it found after that one
	head  int

	open         []element
	opened       []int    // how many elements of each name are open
	openNames    tags.Set // those of which any is
	roots        []element
	headSeen     bool
	bodySeen     bool
	dropsNothing bool
	formOpen     bool // no other form may begin in the dialect HTML
	discarded    int  // start tags of html, head, body that opened nothing in the dialect Libxml2
	prolog       bool // a comment or declaration stood before the first element
	lost         bool // the rest of the page is not read

	neverClosed []tags.Tag // titles, textareas: there is no end tag in the rest of the page

	title      []byte
	titleState titleState
	shape      Shape

	recorded []page.Event // if Record says so
}

type span struct{ start, end int }

type titleState uint8

const (
	noTitle titleState = iota
	inTitle
	titleDone
)

// Reset makes the Scanner read the page src, which is valid UTF-8; a byte order
// mark at its beginning is skipped. Limits stay as they are.
func (s *Scanner) Reset(src []byte, dialect Dialect) {
	*s = Scanner{
		MaxDepth: s.MaxDepth, MaxToken: s.MaxToken, MaxElements: s.MaxElements, Record: s.Record, SelfClose: s.SelfClose,
		src: src, libxml2: dialect == Libxml2,
		queue: s.queue[:0], open: s.open[:0], opened: s.opened[:0], roots: s.roots[:0], title: s.title[:0],
		refs: s.refs, names: s.names, neverClosed: s.neverClosed[:0], recorded: s.recorded[:0],
	}
	s.names.NextPage()
	rules := refs.HTML
	s.nextAttr, s.void, s.dropped = markup.NextAttr, &tags.Void, &HTMLDropped
	if s.libxml2 {
		rules = refs.Libxml2
		s.nextAttr, s.void, s.dropped = xmlAttr, &tags.Libxml2Void, &xmlDropped
		s.hasNUL = bytes.IndexByte(src, 0) >= 0
		s.shape.Document = startsDocument(src)
	}
	s.refs.Use(rules)
	s.pos = markup.AfterByteOrderMarks(src)
}

// Next reads the next event and reports whether there was one.
func (s *Scanner) Next() bool {
	if s.head < len(s.queue) {
		s.Event = s.queue[s.head]
		s.head++
	} else {
		s.found, s.queue, s.head = false, s.queue[:0], 0
		for !s.found {
			if s.pos < len(s.src) {
				s.step()
			} else if !s.finish() {
				return false
			}
		}
	}
	if s.Record {
		s.recorded = append(s.recorded, s.Event.short())
		s.Record = len(s.recorded) <= maxRecorded
	}
	return true
}

// Err returns nil, or the [page.LimitError] of the limit that ended the page.
func (s *Scanner) Err() error { return s.err }

// Release lets go of the page, so that its memory can be used again. Title, Names, Shape
// and Err still hold; there are no further events.
func (s *Scanner) Release() {
	s.Event, s.Text, s.decoded, s.queue, s.head = Event{}, nil, nil, s.queue[:0], 0
	s.src, s.pos, s.open, s.roots = nil, 0, s.open[:0], s.roots[:0]
}

// Title returns the text of the page's first title element as it is written, with
// character references decoded.
func (s *Scanner) Title() []byte { return s.title }

// Size returns about how many bytes of memory the Scanner holds for further pages.
func (s *Scanner) Size() int {
	const event, element = 24, 12
	return cap(s.queue)*event + cap(s.open)*element + cap(s.opened)*8 + cap(s.title) + s.names.Size() + cap(s.recorded)*12
}

// Names returns the names of the tags.
func (s *Scanner) Names() tags.NameList { return s.names.List() }

// Name returns the name of any tag of the page.
func (s *Scanner) Name(t tags.Tag) string { return s.names.Name(t) }

// Attr returns the value of an attribute of the current start tag, with character
// references decoded, and whether the tag has it. The name is in lower case. The
// value is valid as long as the page and must not be changed.
func (s *Scanner) Attr(name string) (value []byte, ok bool) {
	return s.attrIn(span{s.Start, s.End}, name)
}

func (s *Scanner) attrIn(tag span, name string) (value []byte, ok bool) {
	if tag.end <= tag.start || bytes.HasPrefix(s.src[tag.start:], []byte("</")) {
		return nil, false // implied, or by a stray end tag
	}
	src := s.src[:tag.end]
	p := markup.NameEnd(src, tag.start+1)
	for {
		a, next, what := s.nextAttr(src, p)
		if what != markup.AnAttr {
			return nil, false
		}
		if ascii.EqualFold(a.NameIn(src), name) {
			return s.refs.Value(a.ValueIn(src)), true
		}
		p = next
	}
}

// Attrs yields the attributes of the start tag from start to end: names as they
// are written, and values with character references decoded. Both are valid as
// long as the page and must not be changed.
func (s *Scanner) Attrs(start, end int) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		src := s.src[:end]
		p := markup.NameEnd(src, start+1)
		for {
			a, next, what := s.nextAttr(src, p)
			if what != markup.AnAttr || !yield(a.NameIn(src), s.refs.Value(a.ValueIn(src))) {
				return
			}
			p = next
		}
	}
}

// emit adds an event. The first one of a step does not go through the queue: most steps
// have no other.
func (s *Scanner) emit(kind Kind, tag tags.Tag, at span) {
	if !s.found {
		s.found, s.Event = true, Event{kind, tag, at.start, at.end}
		return
	}
	s.queue = append(s.queue, Event{kind, tag, at.start, at.end})
}

// finish closes what is open when the page has ended. It reports whether that
// made events.
func (s *Scanner) finish() bool {
	end := span{len(s.src), len(s.src)}
	if len(s.open) == 0 && len(s.roots) == 0 {
		return false
	}
	for len(s.open) > 0 {
		s.pop(end)
	}
	for i := len(s.roots) - 1; i >= 0; i-- {
		s.emit(EndTag, s.roots[i].elem, end)
	}
	s.roots = s.roots[:0]
	return true
}

// step reads one piece of the page: a stretch of text, a tag, a comment, a
// declaration, or the raw text of a script or style element. It emits at most one text.
func (s *Scanner) step() {
	if s.pos < s.runEnd {
		s.run()
		return
	}
	if name := s.top().name; name == tags.Script || name == tags.Style {
		s.rawText(name)
		return
	}
	if s.pos < s.dataEnd {
		s.beginRun(s.dataEnd - s.pos)
		return
	}
	rest := s.src[s.pos:]
	if rest[0] != '<' {
		s.text()
		return
	}
	next := byte(0)
	if len(rest) > 1 {
		next = rest[1]
	}
	switch {
	case ascii.IsLetter(next):
		s.readStartTag()
	case next == '/' && len(rest) > 2:
		s.readEndTag()
	case next == '!':
		s.declaration()
	case next == '?':
		s.instruction()
	default:
		s.literal()
	}
}

// jump goes on at end, after the tag, comment or declaration that begins at s.pos.
func (s *Scanner) jump(end int) {
	if s.MaxToken > 0 && end-s.pos > s.MaxToken {
		s.stop("MaxToken", s.MaxToken)
		return
	}
	s.skipRaw(end)
}

// stop ends the page because of a limit.
func (s *Scanner) stop(limit string, value int) {
	s.err = &page.LimitError{Limit: limit, Value: value, Offset: s.pos}
	s.lost = true
	s.pos = len(s.src)
}

// skipRaw goes on at end. For libxml2 the page ends with a zero byte before.
func (s *Scanner) skipRaw(end int) {
	if s.hasNUL && bytes.IndexByte(s.src[s.pos:end], 0) >= 0 {
		s.lost = true
	}
	s.pos = end
	if s.lost {
		s.pos = len(s.src)
	}
}

// rawText skips the text of a script or style element and reads its end tag. libxml2
// accepts any end tag at the very beginning of the text.
func (s *Scanner) rawText(name tags.Tag) {
	if !s.libxml2 || !bytes.HasPrefix(s.src[s.pos:], []byte("</")) {
		s.skipRaw(s.rawTextEnd(name))
	}
	if s.pos < len(s.src) {
		s.readEndTag()
	}
}

// rawTextEnd returns where the raw text at s.pos of a script or style element ends.
func (s *Scanner) rawTextEnd(name tags.Tag) int {
	if s.libxml2 {
		return markup.EndTag(s.src, s.pos, name.String(), xmlRawEnds)
	}
	return markup.RawTextEnd(s.src, s.pos, name.String())
}

// noTitles are the elements in which a title is not that of the page. In a browser it is an
// element of another language there, or no element at all.
var noTitles = tags.Of(tags.Svg, tags.Math, tags.Template, tags.Iframe, tags.Noembed, tags.Noframes, tags.Noscript, tags.Select)

func (s *Scanner) readStartTag() {
	at := s.pos
	if s.started++; s.MaxElements > 0 && s.started > s.MaxElements {
		s.stop("MaxElements", s.MaxElements)
		s.pos = len(s.src)
		return
	}
	name, elem, p := s.tagName(at + 1)
	end, how := markup.TagEnd(s.src, p, s.nextAttr)
	s.jump(end)
	if s.lost || how == markup.CutOff && !s.libxml2 {
		return
	}
	s.startTag(name, elem, span{at, end}, how)
	if name == tags.Title && s.titleState == noTitle && s.isOpen(tags.Title) && !s.openNames.Meets(&noTitles) {
		s.titleState = inTitle
	}
	if (name == tags.Title || name == tags.Textarea) && s.top().name == name && !s.libxml2 && !s.isOpen(tags.Svg) {
		s.dataEnd = s.characterData(name)
	}
}

// characterData returns where the text of a title or textarea ends, in which "<"
// begins no tag (HTML standard, 13.2.5.2). One that is never closed would swallow
// the rest of the page, and is read as any other element.
func (s *Scanner) characterData(name tags.Tag) (end int) {
	if slices.Contains(s.neverClosed, name) {
		return 0
	}
	if end = markup.RawTextEnd(s.src, s.pos, name.String()); end < len(s.src) {
		return end
	}
	s.neverClosed = append(s.neverClosed, name)
	return 0
}

func (s *Scanner) readEndTag() {
	at, p := s.pos, s.pos+len("</")
	if p >= len(s.src) || !ascii.IsLetter(s.src[p]) && !(s.libxml2 && xmlClasses[s.src[p]]&xmlStart != 0) {
		s.bogusEndTag(p)
		return
	}
	name, _, p := s.tagName(p)
	end, how := s.endTagEnd(p)
	s.jump(end)
	if !s.lost && how != markup.CutOff {
		s.endTag(name, span{at, end})
	}
}

// endTagEnd returns the offset after the end tag whose name ends at p. By the
// HTML standard it may have attributes like a start tag; for libxml2 the next
// ">" ends it.
func (s *Scanner) endTagEnd(p int) (end int, how markup.Found) {
	if s.libxml2 {
		return markup.After(s.src, p, ">"), markup.Closed
	}
	return markup.TagEnd(s.src, p, s.nextAttr)
}

// bogusEndTag reads "</" without a name: for libxml2 it vanishes; by the HTML
// standard, 13.2.5.7, it begins a comment that ends at the next ">".
func (s *Scanner) bogusEndTag(p int) {
	if s.libxml2 {
		s.pos = p
		return
	}
	s.jump(markup.After(s.src, p, ">"))
}

// declaration reads what begins with "<!": a comment, a document type, or
// something else, which is a comment by the HTML standard, 13.2.5.42, and text
// for libxml2.
func (s *Scanner) declaration() {
	rest := s.src[s.pos:]
	comment, doctype := bytes.HasPrefix(rest, []byte("<!--")), ascii.HasPrefixFold(rest, "<!doctype")
	if s.libxml2 && !comment && !doctype {
		s.literal()
		return
	}
	s.prolog = s.prolog || s.libxml2 && len(s.open) == 0 && len(s.roots) == 0
	switch {
	case comment:
		s.noteChild(s.top(), tags.None, tags.None)
		s.jump(s.commentEnd())
	case s.libxml2:
		s.jump(xmlDoctypeEnd(s.src, s.pos))
	default:
		s.jump(markup.After(s.src, s.pos, ">"))
	}
}

// commentEnd returns the offset after the comment at s.pos. For libxml2 "<!-->" and
// "<!--->" are no whole comments.
func (s *Scanner) commentEnd() int {
	if s.libxml2 {
		return markup.AfterDashes(s.src, s.pos+len("<!--"))
	}
	return markup.CommentEnd(s.src, s.pos)
}

// instruction reads what begins with "<?" up to the next ">". Of "<?" without
// a name libxml2 drops just these two bytes.
func (s *Scanner) instruction() {
	if s.libxml2 {
		p := s.pos + len("<?")
		if p >= len(s.src) || xmlClasses[s.src[p]]&xmlStart == 0 {
			s.pos = p
			return
		}
		s.prolog = s.prolog || len(s.open) == 0 && len(s.roots) == 0
		s.noteChild(s.top(), tags.None, tags.None)
	}
	s.jump(markup.After(s.src, s.pos, ">"))
}

// tagName reads the name at p. name is what the rules know the element by, and
// elem what the reader of events does. They differ only in the dialect Libxml2.
func (s *Scanner) tagName(p int) (name, elem tags.Tag, end int) {
	if s.libxml2 {
		return s.xmlTagName(p)
	}
	name, end = s.names.Read(s.src, p)
	if name == tags.Image {
		name = tags.Img
	}
	return name, name, end
}
