package warc

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// blankLines returns how many blank lines end a record. In ARC files the one
// that the specification asks for is often missing.
func (f Format) blankLines() int {
	if f == ARC {
		return 1
	}
	return 2
}

// starts reports whether a record of the format f, any if f is 0, seems to
// begin with b. It is asked where a record is not certain to begin.
func starts(b []byte, f Format) bool {
	if len(b) == 0 {
		return false
	}
	if f != ARC && b[0]|0x20 == 'w' && startsWARC(b) {
		return true
	}
	if f == WARC {
		return false
	}
	fields, _, _, ok := arcHeader(b)
	return ok && len(fields[2].Value) >= len("YYYYMMDDhhmm")
}

// begins reports whether a record of the format f seems to begin at the
// position.
func (r *Reader) begins(f Format) bool {
	b := r.s.unbroken(512)
	if starts(b, f) {
		return true
	}
	return f != WARC && hasScheme(b) && starts(r.s.unbroken(maxARCLine), f)
}

// settle deals with what follows the block of rec: blank lines, then the next
// record. If there is neither, the declared length was wrong.
func (r *Reader) settle(rec *Record) {
	s := r.s
	if rec.damage == nil && r.err == nil {
		blank, want := r.blankLines(), rec.Format.blankLines()
		switch {
		case blank >= want, rec.ContentLength < 0:
		case rec.Format == ARC && r.midLine(rec):
			rec.tooLong(s.pos())
		case s.broken(), r.certain():
			if m := s.here(); rec.Format == WARC && (m == nil || m.damage == nil) {
				r.report(Separator, s.pos(), 0, "%d of %d blank lines after the record", blank, want)
			}
		case r.lookBack(rec):
			rec.tooLong(s.pos())
		default:
			r.short = rec
		}
	}
	rec.Size = s.pos() - rec.start
	if end := s.fileEnd(s.pos()); end > 0 {
		rec.Length = end - rec.Offset
	}
}

// midLine goes back to the beginning of the line that the position is in, if a
// record of ARC begins with that line. The rest of such a line may look like a
// header line itself.
func (r *Reader) midLine(rec *Record) bool {
	s := r.s
	from := max(rec.block, s.base, s.pos()-maxARCLine)
	b := s.buf[from-s.base : s.r]
	i := bytes.LastIndexByte(b, '\n') + 1
	if i == 0 || i == len(b) || !starts(s.buf[from-s.base+int64(i):s.w], ARC) {
		return false
	}
	s.rewind(from + int64(i))
	return true
}

// blankLines skips blank lines and returns how many there were.
func (r *Reader) blankLines() (n int) {
	for {
		b := r.s.unbroken(trialSize)
		i := 0
		for {
			if bytes.HasPrefix(b[i:], []byte("\r\n")) {
				i += 2
			} else if i < len(b) && b[i] == '\n' {
				i++
			} else {
				break
			}
			n++
		}
		r.s.advance(i)
		if i == 0 || len(b)-i > 1 {
			return n
		}
	}
}

// lookBack goes back to the first record that seems to begin within the block
// of rec. It returns false if there is none, or none in what is still buffered
// of a file that cannot seek.
func (r *Reader) lookBack(rec *Record) bool {
	s := r.s
	from, end := max(rec.block, s.base), s.pos()
	if s.seeker != nil {
		from = rec.block
	}
	if r.redo+end-from > spare(end) {
		return false
	}
	r.redo += end - from
	if from < s.base {
		return r.seekBack(from, end)
	}
	b := s.buf[from-s.base : s.w]
	line := from == rec.block || from > s.base && s.buf[from-s.base-1] == '\n'
	i := nextRecord(b, int(end-from), line, rec.Format)
	if i < 0 {
		return false
	}
	s.rewind(from + int64(i))
	return true
}

// seekBack seeks back to the offset from and goes on to the first record that
// seems to begin in front of end. If there is none it returns to end.
func (r *Reader) seekBack(from, end int64) bool {
	s := r.s
	if !s.seek(from) {
		return false
	}
	if r.find() && s.pos() < end {
		return true
	}
	if !s.seek(end) {
		s.err = errSeek
	}
	return false
}

var errSeek = errors.New("cannot seek")

// garbage goes on to the next place where a record seems to begin and reports
// the bytes in front of it, with what is wrong with them. A record does not
// begin among the first skip bytes.
func (r *Reader) garbage(skip int, k Kind, what string) {
	s := r.s
	start := s.pos()
	tail := string(s.unbroken(128))
	found := r.near(skip)
	if !found {
		s.advance(skip)
		found = r.find()
	}
	length := s.pos() - start
	if !found && s.here() == nil && s.err != nil && k == Garbage && r.cutHeader(tail, length) {
		r.report(Truncated, start, length, "record header is cut off")
		return
	}
	d := r.report(k, start, length, "%d bytes %s", length, what)
	if r.short != nil {
		d.Detail += fmt.Sprintf("; the length of the record at %d may be too small", r.short.Offset)
		r.short = nil
	}
}

// near goes on to a record that begins within the next few bytes, even in the
// middle of a line: the blank lines before it may be damaged. It returns false
// if there is none after the first skip bytes.
func (r *Reader) near(skip int) bool {
	b := r.s.unbroken(512)
	for i := skip; i <= len("\r\n\r\n") && i < len(b); i++ {
		if starts(b[i:], r.format) {
			r.s.advance(i)
			return true
		}
	}
	return false
}

// cutHeader reports whether tail, the last n bytes of the stream, seems to be
// the beginning of a header.
func (r *Reader) cutHeader(tail string, n int64) bool {
	switch {
	case n > int64(len(tail)), strings.Contains(tail, "\n"):
		return false
	case r.format == ARC:
		return hasScheme([]byte(tail)) || len(tail) < len("https:")
	}
	n = min(n, int64(len(versionPrefix)))
	return strings.EqualFold(tail[:n], versionPrefix[:n])
}

// find goes on to the next place where a record seems to begin. It returns
// false if the stream ends or is broken first.
func (r *Reader) find() bool {
	s := r.s
	line := s.lineStart() || s.here() != nil
	for !s.broken() {
		b := s.unbroken(lookAhead)
		member := s.clip(b)
		if i := nextRecord(b, len(member), line, r.format); i >= 0 {
			s.advance(i)
			return true
		}
		if len(member) == lookAhead {
			member = member[:lookAhead-maxARCLine]
		}
		s.advance(len(member))
		line = s.lineStart() || s.here() != nil
	}
	return false
}
