package warc

import "io"

// A source is an archive without its compression. It records in its marks
// where members begin and where the stream is broken by damage.
type source interface {
	io.Reader
	marks() *[]mark // grows as the source is read
	close()
}

// A mark is a place in the unpacked stream where a member of the file begins
// or where damage breaks the stream.
type mark struct {
	at     int64   // offset in the unpacked stream
	file   int64   // of a member: where it begins in the file
	end    int64   // of a member: where it ends in the file, 0 until known
	damage *Damage // what was met here; nil where a member begins
}

// plain is the source of a file that is not compressed: one member throughout.
type plain struct {
	io.Reader
	list []mark
}

func (p *plain) marks() *[]mark { return &p.list }
func (p *plain) close()         {}

// A stream reads a source through a window and knows for each offset of the
// unpacked stream where in the file it comes from.
type stream struct {
	*window
	src    source
	packed bool
	list   *[]mark
	seen   int // number of marks that have been passed
}

// newStream returns the stream of a file, whose beginning tells how it is
// compressed.
func newStream(file *window) *stream {
	if c := compression(file); c != nil {
		return packedStream(c, file)
	}
	src := &plain{Reader: file, list: []mark{{}}}
	return &stream{window: file, src: src, list: src.marks()}
}

// compression returns how a file is compressed, nil if it is not. If it begins
// neither with a member nor with a record, its beginning may be damaged: then
// the first of either that can be found tells.
func compression(file *window) *codec {
	head := file.peek(trialSize)
	for _, c := range codecs {
		if c.begins(head) {
			return c
		}
	}
	if hasVersion(head) || hasScheme(head) {
		return nil
	}
	b := file.peek(maxPeek)
	end := nextRecord(b, len(b), false, 0)
	if end < 0 {
		end = len(b)
	}
	var found *codec
	for _, c := range codecs {
		for from := 0; from < end; from++ {
			i := c.index(b[from:end])
			if i < 0 {
				break
			}
			if from += i; c.plausible(b[from:]) {
				found, end = c, from
			}
		}
	}
	return found
}

// hasVersion reports whether b begins with a version line.
func hasVersion(b []byte) bool {
	_, _, ok := versionLine(b)
	return ok
}

// packedStream returns the stream of a file compressed with c.
func packedStream(c *codec, file *window) *stream {
	file.history = 2 * shortHistory
	src := newMembers(c, file)
	return &stream{window: newWindow(src, shortHistory), src: src, packed: true, list: src.marks()}
}

// next returns the first mark that has not been passed, nil if none is known.
func (s *stream) next() *mark {
	if s.seen < len(*s.list) {
		return &(*s.list)[s.seen]
	}
	return nil
}

// pass goes past the next mark. Now and then it forgets those that the window
// can no longer go back to.
func (s *stream) pass() {
	s.seen++
	list, old := *s.list, 0
	for old+1 < s.seen && list[old+1].at <= s.base {
		old++
	}
	if old > 64 {
		*s.list = append(list[:0], list[old:]...)
		s.seen -= old
	}
}

// advance reads n bytes, which must be buffered and have no damage among them.
func (s *stream) advance(n int) {
	s.skip(n)
	for m := s.next(); m != nil && m.at < s.pos(); m = s.next() {
		s.pass()
	}
}

// lineStart reports whether the position is at the beginning of a line.
func (s *stream) lineStart() bool { return s.r == 0 || s.buf[s.r-1] == '\n' }

// rewind goes back to off. No damage was passed since then.
func (s *stream) rewind(off int64) {
	s.back(off)
	for s.seen > 0 && (*s.list)[s.seen-1].at > off {
		s.seen--
	}
}

// clip shortens b, the bytes at the position, so that it ends at the next mark.
func (s *stream) clip(b []byte) []byte {
	if m := s.next(); m != nil && m.at-s.pos() < int64(len(b)) {
		return b[:m.at-s.pos()]
	}
	return b
}

// unbroken returns the next n bytes as peek does, but none past damage.
func (s *stream) unbroken(n int) []byte {
	b := s.peek(n)
	for _, m := range (*s.list)[s.seen:] {
		if m.at-s.pos() >= int64(len(b)) {
			break
		}
		if m.damage != nil {
			return b[:m.at-s.pos()]
		}
	}
	return b
}

// here returns the mark at the position, nil if there is none.
func (s *stream) here() *mark {
	s.ready()
	if m := s.next(); m != nil && m.at <= s.pos() {
		return m
	}
	return nil
}

// broken reports whether the stream ends at the position or is broken there by
// damage. It passes marks of members.
func (s *stream) broken() bool {
	for m := s.here(); m != nil; m = s.here() {
		if m.damage != nil {
			return true
		}
		s.pass()
	}
	return s.r == s.w
}

// place returns where in the file the unpacked offset off comes from: the
// beginning of its member, and how far it is into the member.
func (s *stream) place(off int64) (file, inner int64) {
	if !s.packed {
		return off, 0
	}
	if m := s.memberAt(off); m != nil {
		return m.file, off - m.at
	}
	return 0, off
}

// memberAt returns the last member that begins at off or before, which is not
// beyond the position.
func (s *stream) memberAt(off int64) *mark {
	list := *s.list
	i := min(s.seen, len(list)-1)
	for i+1 < len(list) && list[i+1].at <= off {
		i++
	}
	for ; i >= 0; i-- {
		if list[i].damage == nil && list[i].at <= off {
			return &list[i]
		}
	}
	return nil
}

// fileEnd returns where in the file the bytes in front of off end, or 0 if
// their member goes on after them.
func (s *stream) fileEnd(off int64) int64 {
	if !s.packed {
		return off
	}
	m := s.memberAt(off - 1)
	if m == nil || m.end == 0 || off != s.pos() || s.here() == nil && s.r < s.w {
		return 0
	}
	return m.end
}
