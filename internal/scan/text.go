package scan

import "bytes"

// maxIgnoredBlank is the length in bytes from which libxml2 takes white space
// outside the body for text, because it reads text in pieces.
const maxIgnoredBlank = 1000

// text reads the text up to the next "<".
func (s *Scanner) text() {
	n := bytes.IndexByte(s.src[s.pos:], '<')
	if n < 0 {
		n = len(s.src) - s.pos
	}
	at := s.pos
	s.pos += n
	if s.hasNUL && s.src[at] == 0 { // for libxml2 the page ends where no text has begun
		s.pos, s.lost = len(s.src), true
		return
	}
	s.textRun(at, s.pos)
}

// literal reads the "<" at s.pos, which begins no markup, as text. Outside the
// body libxml2 loses it.
func (s *Scanner) literal() {
	at := s.pos
	s.pos++
	if !s.libxml2 || !s.outside() {
		s.textRun(at, s.pos)
	}
}

// outside reports whether nothing but html or head is open around the text.
func (s *Scanner) outside() bool {
	name := s.top().name
	return name == None || name == HTMLElement || name == Head
}

// textRun reads the text of a stretch of the page.
func (s *Scanner) textRun(at, end int) {
	if s.outside() {
		if at = s.skipIgnored(at, end); at == end || s.lost {
			return
		}
	}
	if s.top().dropped && s.titleState != inTitle {
		return
	}
	for at < end {
		n := bytes.IndexByte(s.src[at:end], '&')
		if n < 0 {
			s.piece(s.src[at:end], at, end)
			return
		}
		amp := at + n
		decoded, next := s.refs.decode(s.src[:end], amp)
		if next == amp { // no reference
			next = amp + 1
			s.piece(s.src[at:next], at, next)
		} else {
			s.piece(s.src[at:amp], at, amp)
			s.piece(decoded, amp, next)
		}
		at = next
	}
}

// skipIgnored skips the white space that is ignored outside the body and opens
// what text needs there.
func (s *Scanner) skipIgnored(at, end int) int {
	run := end
	if n := bytes.IndexByte(s.src[at:end], '&'); n >= 0 {
		run = at + n
	}
	if skip(s.src[:run], at, xmlBlank) == run && run-at < maxIgnoredBlank {
		at = run
	}
	if at < end {
		s.textBegins(at)
	}
	return at
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
	s.emit(Event{Kind: Text, Text: text, Start: start, End: end})
}
