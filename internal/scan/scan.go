// Package scan turns the bytes of a page into events: start tag, end tag,
// text, with the open elements kept right.
//
// First the bytes become UTF-8 ([PageReader], [Detect], [Decode]). Then a
// [Scanner] is [Scanner.Reset] to them and [Scanner.Next] called until it
// returns false. Each call yields one [Event]. Start and end tags balance,
// implied ones included; dropped content (head, script, comments and the like)
// yields nothing; text between two tags may come in several events, one for
// each stretch between dropped parts and character references, and together
// they are one text node. In the dialect [NekoHTML] it is otherwise: the tags
// are those of the page.
//
// The text of an event is valid until the next call of Next, in the dialect
// NekoHTML as long as the page, and is a part of the page or of a buffer of the
// Scanner: it must not be changed. A Scanner can be reused by another Reset; it
// must not be shared between goroutines.
package scan

import (
	"bytes"
	"iter"
	"slices"

	"github.com/seed42075109/justext/page"
)

// A Dialect says by whose rules a page is read.
type Dialect uint8

const (
	// HTML reads tokens and references as the HTML standard does, and drops what
	// the seed names: head, meta, title, script, style, comments, declarations; and
	// templates, which a browser does not show. It keeps what a browser shows where
	// it cannot do better: the content of noscript, iframe, object and the like.
	HTML Dialect = iota
	// Libxml2 reads as libxml2 2.9.14 does and leaves what lxml's Cleaner
	// leaves as Python jusText 3.0.2 sets it up.
	Libxml2
	// NekoHTML reads as NekoHTML's scanner does under boilerpipe 1.2.0. The tags
	// are those of the page: they need not balance, and nothing is dropped.
	NekoHTML
)

// A Kind is the kind of an event.
type Kind uint8

const (
	Text Kind = iota
	StartTag
	EndTag
	EmptyTag  // a start tag written as an empty one, <x/>; in the dialect NekoHTML only
	Separator // a comment or the like; in the dialect NekoHTML only
)

// An Event is a start tag, an end tag or a piece of text.
type Event struct {
	Kind Kind
	Tag  Tag    // of a start or end tag
	Text []byte // of text, character references decoded

	// Start and End are byte offsets into the page: of the tag or, for one that
	// is implied, of the markup that implies it; of the text's source.
	Start, End int
}

// A Scanner reads the events of a page. The zero value is ready for Reset.
type Scanner struct {
	Event // what Next found

	MaxDepth int // open elements in the dialect HTML; deeper ones stand beside the deepest. 0: no limit
	MaxToken int // bytes of one tag, comment or declaration. 0: no limit

	MaxElements int // start tags. 0: no limit

	// SelfClose makes "/>" end any element in the dialect HTML too, as in XHTML.
	SelfClose bool

	src     []byte
	pos     int
	runEnd  int // where the run of text ends that pos is in, or less than pos
	dataEnd int // where the text of a title or textarea ends that pos is in, or less than pos
	err     error
	started int // start tags read
	libxml2 bool
	hasNUL  bool
	neko    neko
	refs    references

	nextAttr      func([]byte, int) (attr, int, found)
	void, dropped *TagSet

	queue []Event
	head  int

	open      []element
	opened    []int // how many elements of each name are open
	roots     []element
	unknown   map[string]Tag
	unknowns  []string
	lowered   []byte // a name in lower case
	headSeen  bool
	bodySeen  bool
	discarded int  // start tags of html, head, body that opened nothing
	prolog    bool // a comment or declaration stood before the first element
	lost      bool // the rest of the page is not read
	nameBytes int  // of unknowns

	neverClosed []Tag // titles, textareas: there is no end tag in the rest of the page

	title      []byte
	titleState titleState
	shape      Shape
}

// maxNames is how many bytes of names without a constant are remembered from page to
// page.
const maxNames = 4096

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
		MaxDepth: s.MaxDepth, MaxToken: s.MaxToken, MaxElements: s.MaxElements, SelfClose: s.SelfClose,
		src: src, libxml2: dialect == Libxml2,
		queue: s.queue[:0], open: s.open[:0], opened: s.opened[:0], roots: s.roots[:0], title: s.title[:0],
		refs: s.refs, unknown: s.unknown, unknowns: s.unknowns, nameBytes: s.nameBytes, lowered: s.lowered,
		neverClosed: s.neverClosed[:0],
	}
	if s.nameBytes > maxNames {
		s.unknown, s.unknowns, s.nameBytes, s.lowered = nil, nil, 0, nil
	}
	if s.refs.dialect != dialect {
		s.refs = references{dialect: dialect}
	}
	s.nextAttr, s.void, s.dropped = htmlAttr, &htmlVoid, &htmlDropped
	if dialect == NekoHTML {
		s.neko.on, s.nextAttr = true, nekoAttr
	}
	if s.libxml2 {
		s.nextAttr, s.void, s.dropped = xmlAttr, &xmlVoid, &xmlDropped
		s.hasNUL = bytes.IndexByte(src, 0) >= 0
		s.shape.Document = startsDocument(src)
	}
	for bytes.HasPrefix(src[s.pos:], []byte(bom)) {
		s.pos += len(bom)
	}
}

const bom = "\ufeff"

// Next reads the next event and reports whether there was one.
func (s *Scanner) Next() bool {
	if s.neko.on {
		return s.nextNeko()
	}
	for s.head == len(s.queue) {
		s.queue, s.head = s.queue[:0], 0
		if s.pos < len(s.src) {
			s.step()
		} else if !s.finish() {
			return false
		}
	}
	s.Event = s.queue[s.head]
	s.head++
	return true
}

// Err returns nil, or the [page.LimitError] of the limit that ended the page.
func (s *Scanner) Err() error { return s.err }

// Title returns the text of the page's first title element as it is written,
// character references decoded.
func (s *Scanner) Title() []byte { return s.title }

// Size returns how many bytes of memory the Scanner holds for further pages, about.
func (s *Scanner) Size() int {
	const event, element, name = 40, 24, 64
	return cap(s.queue)*event + cap(s.open)*element + cap(s.opened)*8 + cap(s.title) + cap(s.lowered) +
		s.nameBytes + len(s.unknowns)*name
}

// Names returns the names of the tags without a constant, the first for the tag
// [NumKnown]; there may be a few of other pages. It must not be changed; it stays as
// it is when the Scanner goes on.
func (s *Scanner) Names() []string { return s.unknowns }

// Name returns the name of any tag of the page.
func (s *Scanner) Name(t Tag) string {
	if t >= NumKnown {
		return s.unknowns[t-NumKnown]
	}
	return t.String()
}

// Attr returns the value of an attribute of the current start tag, character
// references decoded, and whether the tag has it. The name is in lower case;
// the value is valid as long as the page and must not be changed.
func (s *Scanner) Attr(name string) (value []byte, ok bool) {
	return s.attrIn(span{s.Start, s.End}, name)
}

func (s *Scanner) attrIn(tag span, name string) (value []byte, ok bool) {
	if tag.end <= tag.start || bytes.HasPrefix(s.src[tag.start:], []byte("</")) {
		return nil, false // implied, or by a stray end tag
	}
	src := s.src[:tag.end]
	p := s.attrsBegin(src, tag.start)
	for {
		a, next, what := s.nextAttr(src, p)
		if what != anAttr {
			return nil, false
		}
		if equalFold(src[a.name:a.nameEnd], name) {
			return s.attrText(src[a.value:a.valueEnd]), true
		}
		p = next
	}
}

// attrsBegin returns the offset behind the name of the tag at p.
func (s *Scanner) attrsBegin(src []byte, p int) int {
	if s.neko.on {
		return nekoNameEnd(src, p+1)
	}
	return until(src, p+1, nameEnd)
}

// Attrs yields the attributes of the start tag from start to end, names as they
// are written and values with character references decoded; both are valid as
// long as the page and must not be changed.
func (s *Scanner) Attrs(start, end int) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		src := s.src[:end]
		p := s.attrsBegin(src, start)
		for {
			a, next, what := s.nextAttr(src, p)
			if what != anAttr || !yield(src[a.name:a.nameEnd], s.attrText(src[a.value:a.valueEnd])) {
				return
			}
			p = next
		}
	}
}

// attrText decodes the references in an attribute's value. By the HTML
// standard, 13.2.5.73, one without ";" is none before "=".
func (s *Scanner) attrText(value []byte) []byte {
	var text []byte
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 && text == nil {
			return value
		}
		if i < 0 {
			return append(text, value...)
		}
		decoded, next := s.refs.decode(value, i)
		if next == i || !s.neko.on && !stands(value, decoded, i, next) {
			decoded, next = value[i:i+1], i+1
		}
		text = append(append(text, value[:i]...), decoded...)
		value = value[next:]
	}
}

// stands reports whether the reference from i to next counts in an attribute's
// value: not one by name of which only the beginning is known, nor one without
// ";" before "=".
func stands(value, decoded []byte, i, next int) bool {
	last := value[next-1]
	switch {
	case value[i+1] == '#':
		return true
	case len(decoded) > 1 && decoded[len(decoded)-1] == last: // "&copycat" is "©cat"
		return false
	}
	return last == ';' || next == len(value) || value[next] != '='
}

func (s *Scanner) emit(e Event) { s.queue = append(s.queue, e) }

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
		s.emit(Event{Kind: EndTag, Tag: s.roots[i].elem, Start: end.start, End: end.end})
	}
	s.roots = s.roots[:0]
	return true
}

// step reads one piece of the page: a stretch of text, a tag, a comment, a
// declaration, or the raw text of a script or style element.
func (s *Scanner) step() {
	if s.pos < s.runEnd {
		s.run()
		return
	}
	if name := s.top().name; name == Script || name == Style {
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
	case isLetter(next):
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

// jump goes on at end, behind the tag, comment or declaration that begins at
// s.pos.
func (s *Scanner) jump(end int) {
	if s.MaxToken > 0 && end-s.pos > s.MaxToken {
		s.stop("MaxToken", s.MaxToken)
	}
	s.skipRaw(end)
}

// stop ends the page because of a limit.
func (s *Scanner) stop(limit string, value int) {
	s.err = &page.LimitError{Limit: limit, Value: value, Offset: s.pos}
	s.lost = true
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

// rawText skips the text of a script or style element and reads its end tag.
// libxml2 takes any end tag that stands at its very beginning.
func (s *Scanner) rawText(name Tag) {
	if !s.libxml2 || !bytes.HasPrefix(s.src[s.pos:], []byte("</")) {
		s.skipRaw(rawEnd(s.src, s.pos, name, s.libxml2))
	}
	if s.pos < len(s.src) {
		s.readEndTag()
	}
}

func (s *Scanner) readStartTag() {
	at := s.pos
	if s.started++; s.MaxElements > 0 && s.started > s.MaxElements {
		s.stop("MaxElements", s.MaxElements)
		return
	}
	name, elem, p := s.tagName(at + 1)
	end, how := tagEnd(s.src, p, s.nextAttr)
	s.jump(end)
	if s.lost || how == cutOff && !s.libxml2 {
		return
	}
	s.startTag(name, elem, span{at, end}, how)
	if name == Title && s.titleState == noTitle && s.isOpen(Title) && !s.isOpen(Svg) {
		s.titleState = inTitle
	}
	if (name == Title || name == Textarea) && s.top().name == name && !s.libxml2 && !s.isOpen(Svg) {
		s.dataEnd = s.characterData(name)
	}
}

// characterData returns where the text of a title or textarea ends, in which "<"
// begins no tag (HTML standard, 13.2.5.2). One that is never closed would swallow
// the rest of the page, and is read as any other element.
func (s *Scanner) characterData(name Tag) (end int) {
	if slices.Contains(s.neverClosed, name) {
		return 0
	}
	if end = rawEndTag(s.src, s.pos, names[name], false); end < len(s.src) {
		return end
	}
	s.neverClosed = append(s.neverClosed, name)
	return 0
}

func (s *Scanner) readEndTag() {
	at, p := s.pos, s.pos+len("</")
	if p >= len(s.src) || !isLetter(s.src[p]) && !(s.libxml2 && classes[s.src[p]]&xmlStart != 0) {
		s.bogusEndTag(p)
		return
	}
	name, _, p := s.tagName(p)
	end, how := s.endTagEnd(p)
	s.jump(end)
	if !s.lost && how != cutOff {
		s.endTag(name, span{at, end})
	}
}

// endTagEnd returns the offset behind the end tag whose name ends at p. By the
// HTML standard it may have attributes like a start tag; for libxml2 the next
// ">" ends it.
func (s *Scanner) endTagEnd(p int) (end int, how found) {
	if s.libxml2 {
		return find(s.src, p, ">"), closed
	}
	return tagEnd(s.src, p, s.nextAttr)
}

// bogusEndTag reads "</" without a name: for libxml2 it vanishes; by the HTML
// standard, 13.2.5.7, it begins a comment that ends at the next ">".
func (s *Scanner) bogusEndTag(p int) {
	if s.libxml2 {
		s.pos = p
		return
	}
	s.jump(find(s.src, p, ">"))
}

// declaration reads what begins with "<!": a comment, a document type, or
// something else, which is a comment by the HTML standard, 13.2.5.42, and text
// for libxml2.
func (s *Scanner) declaration() {
	rest := s.src[s.pos:]
	comment, doctype := bytes.HasPrefix(rest, []byte("<!--")), hasPrefixFold(rest, "<!doctype")
	if s.libxml2 && !comment && !doctype {
		s.literal()
		return
	}
	s.prolog = s.prolog || s.libxml2 && len(s.open) == 0 && len(s.roots) == 0
	switch {
	case comment:
		s.noteChild(s.top(), None, None)
		s.jump(commentEnd(s.src, s.pos, s.libxml2))
	case s.libxml2:
		s.jump(xmlDoctypeEnd(s.src, s.pos))
	default:
		s.jump(find(s.src, s.pos, ">"))
	}
}

// instruction reads what begins with "<?" up to the next ">". Of "<?" without
// a name libxml2 drops just these two bytes.
func (s *Scanner) instruction() {
	if s.libxml2 {
		p := s.pos + len("<?")
		if p >= len(s.src) || classes[s.src[p]]&xmlStart == 0 {
			s.pos = p
			return
		}
		s.prolog = s.prolog || len(s.open) == 0 && len(s.roots) == 0
		s.noteChild(s.top(), None, None)
	}
	s.jump(find(s.src, s.pos, ">"))
}

// xmlMaxName is the length in bytes at which libxml2 cuts a tag's name.
const xmlMaxName = 100

// tagName reads the name at p. name is what the rules know the element by,
// elem what the reader of events does: they differ where libxml2 has a prefix
// or where image is img.
func (s *Scanner) tagName(p int) (name, elem Tag, end int) {
	class, want := uint8(nameEnd), uint8(0)
	if s.libxml2 {
		class, want = xmlName, xmlName
	}
	h := uint32(hashStart)
	most := len(s.src)
	if s.libxml2 {
		most = min(most, p+xmlMaxName)
	}
	for end = p; end < most && classes[s.src[end]]&class == want; end++ {
		h = hashByte(h, s.src[end])
	}
	name = s.tag(s.src[p:end], h)
	elem = name
	if name == Image && (!s.libxml2 || !s.shape.image) {
		elem, s.shape.image = Img, true
	}
	if !s.libxml2 {
		return elem, elem, end
	}
	if i := bytes.IndexByte(s.src[p:end], ':'); i > 0 && s.src[end-1] != ':' {
		elem = s.named(s.src[p+i+1 : end])
	}
	return name, elem, end
}

// tag returns the tag of a name whose hash is h.
func (s *Scanner) tag(name []byte, h uint32) Tag {
	if t := lookup(name, h); t != None {
		return t
	}
	s.lowered = s.lowered[:0]
	for _, c := range name {
		if c == 0 { // HTML standard, 13.2.5.8
			s.lowered = append(s.lowered, "\ufffd"...)
			continue
		}
		s.lowered = append(s.lowered, lower(c))
	}
	name = s.lowered
	t, ok := s.unknown[string(name)]
	if !ok {
		if s.unknown == nil {
			s.unknown = make(map[string]Tag)
		}
		t = NumKnown + Tag(len(s.unknowns))
		own := string(name)
		s.unknowns = append(s.unknowns, own)
		s.unknown[own] = t
		s.nameBytes += len(own)
	}
	return t
}

func (s *Scanner) named(name []byte) Tag {
	h := uint32(hashStart)
	for _, c := range name {
		h = hashByte(h, c)
	}
	return s.tag(name, h)
}
