// Package neko turns a page in UTF-8 into events as NekoHTML's scanner does, the
// one under boilerpipe 1.2.0. The tags are those of the page: they need not balance,
// and nothing is implied or dropped. Which elements are open, and which must be, is
// for the reader of the events to say. The rules are in docs/boilerpipe.md, under
// "Tokens" and "Character references".
//
// A [Scanner] is [Scanner.Reset] to a page and [Scanner.Next] called until it
// returns false. Each call yields one [Event]. Every character reference is an event
// of its own.
//
// The text of an event is valid as long as the page, and must not be changed. A
// Scanner can be reused by another Reset. It must not be shared between goroutines.
package neko

import (
	"bytes"
	"iter"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/refs"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// A Kind is the kind of an event.
type Kind uint8

const (
	Text Kind = iota
	StartTag
	EmptyTag // a start tag written as an empty one, such as <x/>
	EndTag
	Separator // a comment, a CDATA section or a processing instruction
)

// An Event is a tag, a piece of text or a separator.
type Event struct {
	Kind  Kind
	Tag   tags.Tag // of a tag, by its whole name; None for a name without a constant
	Local tags.Tag // likewise by what follows the first colon, or the whole name if there is none
	Text  []byte   // of text, character references decoded

	Start, End int // byte offsets of the event's source in the page
}

// A Scanner reads the events of a page. The zero value is ready for Reset.
type Scanner struct {
	Event // what Next found

	// MaxToken is the largest length in bytes of a tag, comment or declaration. 0
	// means no limit.
	MaxToken int
	// MaxElements is how many start tags a page may have. 0 means no limit.
	MaxElements int

	src     []byte
	started int // start tags read
	pos     int
	runEnd  int // where the run of text ends that pos is in; it may be before pos
	lost    bool
	err     error
	refs    refs.Decoder

	raw      tags.Tag // the element whose raw text is read, or tags.None
	rawEnd   int      // where its text ends
	endless  bool     // no "-->" follows, so that nobody looks for it again
	titleEnd int      // where the next "</title>" is, if it is not before pos

	noscriptEnd int // where the next "</noscript>" is, if it is not before pos
}

// Reset makes the Scanner read the page src, which is valid UTF-8. Byte order marks
// at its beginning are skipped. Its limits stay as they are.
func (s *Scanner) Reset(src []byte) {
	*s = Scanner{MaxToken: s.MaxToken, MaxElements: s.MaxElements, src: src, refs: s.refs}
	s.refs.Use(refs.NekoHTML)
	s.pos = markup.AfterByteOrderMarks(src)
}

// Next reads the next event and reports whether there was one.
func (s *Scanner) Next() bool {
	for s.pos < len(s.src) {
		if s.raw != tags.None && s.pos >= s.rawEnd {
			s.raw = tags.None
		}
		if s.step() {
			return true
		}
	}
	return false
}

// Err returns nil, or the [page.LimitError] of the limit that ended the page.
func (s *Scanner) Err() error { return s.err }

// Rest returns how many bytes of the page come after what Next found.
func (s *Scanner) Rest() int { return len(s.src) - s.pos }

// Name returns the name of the tag at an offset of the page, as it is written there.
func (s *Scanner) Name(start int) []byte {
	start += len("<")
	if s.src[start] == '/' {
		start++
	}
	return s.src[start:nameEnd(s.src, start)]
}

// NoscriptEnds reports whether an end tag of noscript follows in the page.
func (s *Scanner) NoscriptEnds() bool {
	if s.noscriptEnd < s.pos {
		s.noscriptEnd = markup.EndTag(s.src, s.pos, "noscript", spacedEnd)
	}
	return s.noscriptEnd < len(s.src)
}

// Attrs yields the attributes of the start tag from start to end: names as they
// are written, and values with character references decoded. Both are valid as
// long as the page and must not be changed.
func (s *Scanner) Attrs(start, end int) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		src := s.src[:end]
		p := nameEnd(src, start+1)
		for {
			a, next, what := nextAttr(src, p)
			if what != markup.AnAttr || !yield(a.NameIn(src), s.refs.Value(a.ValueIn(src))) {
				return
			}
			p = next
		}
	}
}

// step reads one piece of the page and reports whether it made an event.
func (s *Scanner) step() bool {
	c := s.src[s.pos]
	switch {
	case s.raw != tags.None && !(c == '&' && hasReferences.Has(s.raw)):
		s.rawText()
	case c == '&':
		text, next := s.refs.Decode(s.src[:s.textLimit()], s.pos)
		s.text(text, next)
	case c == '<':
		return s.markup()
	default:
		s.run()
	}
	return true
}

// text makes the event of a piece of text that extends to end.
func (s *Scanner) text(text []byte, end int) {
	s.Event = Event{Kind: Text, Text: text, Start: s.pos, End: end}
	s.pos = end
}

// tag makes an event of the tag from start to s.pos. It returns true.
func (s *Scanner) tag(kind Kind, name []byte, start int) bool {
	s.Event = Event{Kind: kind, Tag: tags.Known(name), Start: start, End: s.pos}
	s.Local = s.Tag
	if _, local, ok := bytes.Cut(name, []byte(":")); ok && s.Tag == tags.None {
		s.Local = tags.Known(local)
	}
	return true
}

// separator makes an event of the markup from start to s.pos that is no tag. It
// returns true.
func (s *Scanner) separator(start int) bool {
	s.Event = Event{Kind: Separator, Start: start, End: s.pos}
	return true
}

// jump goes on at end, after the tag, comment or declaration that begins at s.pos.
func (s *Scanner) jump(end int) {
	if s.MaxToken > 0 && end-s.pos > s.MaxToken {
		s.stop("MaxToken", s.MaxToken)
		return
	}
	s.pos = end
}

// stop ends the page because of a limit.
func (s *Scanner) stop(limit string, value int) {
	s.err = &page.LimitError{Limit: limit, Value: value, Offset: s.pos}
	s.lost = true
	s.pos = len(s.src)
}

// textLimit returns where the text ends that s.pos is in.
func (s *Scanner) textLimit() int {
	if s.raw != tags.None {
		return s.rawEnd
	}
	return len(s.src)
}

// run reads text up to the next "<" or "&".
func (s *Scanner) run() {
	if s.pos >= s.runEnd {
		s.runEnd = len(s.src)
		if n := bytes.IndexByte(s.src[s.pos:], '<'); n >= 0 {
			s.runEnd = s.pos + n
		}
	}
	end := s.runEnd
	if n := bytes.IndexByte(s.src[s.pos:end], '&'); n >= 0 {
		end = s.pos + n
	}
	s.text(s.src[s.pos:end], end)
}

// markup reads what begins with "<".
func (s *Scanner) markup() bool {
	next := byte(0)
	if s.pos+1 < len(s.src) {
		next = s.src[s.pos+1]
	}
	switch {
	case ascii.IsLetter(next):
		return s.startTag()
	case next == '/':
		return s.endTag()
	case next == '!':
		return s.declaration()
	case next == '?':
		return s.instruction()
	}
	end := nameEnd(s.src, s.pos+1)
	s.text(s.src[s.pos:end], end)
	return true
}

func (s *Scanner) startTag() bool {
	at := s.pos
	if s.started++; s.MaxElements > 0 && s.started > s.MaxElements {
		s.stop("MaxElements", s.MaxElements)
		return false
	}
	p := nameEnd(s.src, at+1)
	name := s.src[at+1 : p]
	end, how := markup.TagEnd(s.src, p, nextAttr)
	s.jump(end)
	if s.lost || how == markup.CutOff {
		return false
	}
	kind := StartTag
	if how == markup.SelfClosed {
		kind = EmptyTag
	}
	s.tag(kind, name, at)
	s.beginRaw(s.Tag, kind == EmptyTag)
	return true
}

// endTag reads an end tag up to the next ">", in quotes or not. One without a name
// vanishes.
func (s *Scanner) endTag() bool {
	at, p := s.pos, s.pos+len("</")
	end := nameEnd(s.src, p)
	s.jump(markup.After(s.src, end, ">"))
	return end > p && !s.lost && s.tag(EndTag, s.src[p:end], at)
}

// declaration reads what begins with "<!".
func (s *Scanner) declaration() bool {
	at, rest := s.pos, s.src[s.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		end, ok := s.commentEnd(at + len("<!--"))
		if !ok {
			end = markup.After(s.src, at+len("<!--"), ">")
		}
		s.jump(end)
	case ascii.HasPrefixFold(rest, "<![cdata["):
		s.jump(markup.After(s.src, at, "]]>"))
	case ascii.HasPrefixFold(rest, "<!doctype"):
		s.jump(doctypeEnd(s.src, at))
		return false
	default:
		s.jump(balancedEnd(s.src, at+len("<!")))
		return false
	}
	return s.separator(at)
}

// instruction reads what begins with "<?". With a name other than xml it ends at
// "?>" or "/>", otherwise like a tag.
func (s *Scanner) instruction() bool {
	at, p := s.pos, s.pos+len("<?")
	end := nameEnd(s.src, p)
	if name := s.src[p:end]; len(name) > 0 && !ascii.EqualFold(name, "xml") {
		s.jump(instructionEnd(s.src, end))
		return s.separator(at)
	}
	end, _ = markup.TagEnd(s.src, end, nextAttr)
	s.jump(end)
	return false
}

// commentEnd returns the offset after the next "-->" at or after p, and whether
// there is one.
func (s *Scanner) commentEnd(p int) (end int, ok bool) {
	if !s.endless {
		if n := bytes.Index(s.src[p:], []byte("-->")); n >= 0 {
			return p + n + len("-->"), true
		}
		s.endless = true
	}
	return 0, false
}
