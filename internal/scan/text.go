package scan

import (
	"bytes"

	"github.com/seed42075109/justext/internal/tags"
)

// maxIgnoredBlank is the length in bytes from which libxml2, which reads text in
// pieces, takes white space outside the body for text.
const maxIgnoredBlank = 1000

// text reads the text up to the next "<".
func (s *Scanner) text() {
	n := bytes.IndexByte(s.src[s.pos:], '<')
	if n < 0 {
		n = len(s.src) - s.pos
	}
	if s.hasNUL && s.src[s.pos] == 0 { // for libxml2 the page ends where no text has begun
		s.pos, s.lost = len(s.src), true
		return
	}
	s.beginRun(n)
}

// literal reads the "<" at s.pos, which begins no markup, as text. libxml2 opens
// nothing for it: outside the body it is text right in html, or lost if nothing is
// open.
func (s *Scanner) literal() {
	if !s.libxml2 || !s.outside() {
		s.beginRun(1)
		return
	}
	at := s.pos
	s.pos++
	if s.top().name != tags.None {
		s.piece(s.src[at:s.pos], at, s.pos)
	}
}

// outside reports whether nothing but html or head is open around the text.
func (s *Scanner) outside() bool {
	name := s.top().name
	return name == tags.None || name == tags.HTML || name == tags.Head
}

// beginRun begins a run of n bytes of text; [Scanner.run] reads it.
func (s *Scanner) beginRun(n int) {
	s.runEnd = s.pos + n
	if s.outside() {
		s.skipIgnored()
	}
	at, end := s.pos, s.runEnd
	switch {
	case at >= end:
	case s.titleState == inTitle:
		s.run()
	case s.top().dropped:
		s.pos = end
	case s.libxml2 || bytes.IndexByte(s.src[at:end], '&') >= 0:
		s.run()
	default: // as in most runs; run would do the same
		s.pos, s.Text = end, s.src[at:end]
		s.emit(Text, tags.None, span{at, end})
	}
}

// run reads the run of text up to the next character reference, or that reference.
func (s *Scanner) run() {
	at, end := s.pos, s.runEnd
	if at < s.refEnd {
		s.reference()
		return
	}
	for p := at; ; p++ {
		n := bytes.IndexByte(s.src[p:end], '&')
		if n < 0 {
			s.pos = end
			s.piece(s.src[at:end], at, end)
			return
		}
		p += n
		if s.decoded, s.refEnd = s.refs.Decode(s.src[:end], p); s.refEnd == p {
			continue
		}
		if p == at {
			s.reference()
			return
		}
		s.pos = p
		s.piece(s.src[at:p], at, p)
		return
	}
}

// reference reads the character reference at s.pos, which has been decoded.
func (s *Scanner) reference() {
	at := s.pos
	s.pos = s.refEnd
	s.piece(s.decoded, at, s.refEnd)
}

// skipIgnored skips what is ignored outside the body, and opens what text needs
// there. White space is ignored, and by libxml2 character references that stand for nothing.
func (s *Scanner) skipIgnored() {
	for s.libxml2 && s.pos < s.runEnd && s.src[s.pos] == '&' {
		decoded, next := s.refs.Decode(s.src[:s.runEnd], s.pos)
		if next == s.pos || len(decoded) > 0 {
			break
		}
		s.pos = next
	}
	end := s.runEnd
	if n := bytes.IndexByte(s.src[s.pos:end], '&'); n >= 0 {
		end = s.pos + n
	}
	if skipXMLBlank(s.src[:end], s.pos) == end && (!s.libxml2 || end-s.pos < maxIgnoredBlank) {
		s.pos = end
	}
	if s.pos < s.runEnd {
		s.textBegins(s.pos)
	}
}

// piece emits a stretch of text.
func (s *Scanner) piece(text []byte, start, end int) {
	if len(text) == 0 {
		return
	}
	if s.titleState == inTitle {
		s.title = append(s.title, text...)
	}
	top := s.top()
	if top.dropped {
		return
	}
	if s.libxml2 {
		s.noteText(top, text)
		if s.hasNUL && bytes.IndexByte(text, 0) >= 0 {
			text = bytes.ReplaceAll(text, []byte{0}, []byte{' '})
		}
	}
	s.Text = text
	s.emit(Text, tags.None, span{start, end})
}
