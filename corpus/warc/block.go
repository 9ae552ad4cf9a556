package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

var errStale = errors.New("warc: record used after the following call of Next")

// take reads n of the bytes that ready returned.
func (r *Record) take(n int) {
	r.reader.s.advance(n)
	r.left -= int64(n)
}

// ready returns the next bytes of the block, at least one unless it is over.
func (r *Record) ready() []byte {
	s := r.reader.s
	for !r.over && r.reader.rec == r {
		if r.ContentLength >= 0 && r.left <= 0 {
			break
		}
		if m := s.here(); m != nil {
			if r.endsAt(m) {
				break
			}
			s.pass()
			continue
		}
		b := s.clip(s.ready())
		switch {
		case len(b) == 0:
			r.endsEarly()
		case r.ContentLength < 0:
			b = r.undeclared()
		default:
			b = b[:min(int64(len(b)), r.left)]
		}
		if len(b) == 0 {
			break
		}
		return b
	}
	r.over = true
	return nil
}

// endsAt reports whether the block ends at the mark m although it declares
// more: there is damage, or a member that begins with another record.
func (r *Record) endsAt(m *mark) bool {
	switch {
	case m.damage != nil:
		r.cut()
	case r.reader.s.pos() == r.block || !r.reader.begins(r.Format):
		return false
	case r.ContentLength >= 0:
		r.tooLong(r.reader.s.pos())
	}
	return true
}

// endsEarly deals with a block that goes on at the end of the stream.
func (r *Record) endsEarly() {
	s := r.reader.s
	switch {
	case r.reader.failed():
		r.reader.fail()
	case r.ContentLength < 0:
	case r.reader.lookBack(r):
		r.tooLong(s.pos())
	default:
		r.cut()
	}
}

// cut notes that the block ends where the stream does or is broken.
func (r *Record) cut() {
	r.note(Truncated, io.ErrUnexpectedEOF, "record is cut off: %d bytes of a block of %d", r.got(), r.ContentLength)
	if r.ContentLength < 0 {
		r.damage.Detail = fmt.Sprintf("record is cut off after %d bytes", r.got())
	}
}

// got returns how many bytes there are of the block up to the position.
func (r *Record) got() int64 { return r.reader.s.pos() - r.block }

// tooLong notes that another record begins at next, within the block.
func (r *Record) tooLong(next int64) {
	r.note(BadLength, nil, "record declares %d bytes, but another one begins after %d", r.ContentLength, next-r.block)
}

// note reports what is wrong with the block.
func (r *Record) note(k Kind, err error, format string, args ...any) {
	r.damage = r.reader.report(k, r.start, 0, format, args...)
	r.damage.Err = err
}

// undeclared returns the next bytes of a block without a declared length: those
// in front of the next record and the blank lines before it.
func (r *Record) undeclared() []byte {
	s := r.reader.s
	b := s.unbroken(lookAhead)
	end := nextRecord(b, len(b), s.lineStart(), r.Format)
	switch {
	case end >= 0:
	case len(b) < lookAhead:
		end = len(b)
	default:
		return s.clip(b[:len(b)-maxARCLine])
	}
	return s.clip(trimBlank(b[:end], r.Format.blankLines()))
}

// trimBlank returns b without up to n blank lines at its end.
func trimBlank(b []byte, n int) []byte {
	for ; n > 0; n-- {
		end := len(b)
		if end > 0 && b[end-1] == '\n' {
			end--
		}
		if end < len(b) && end > 0 && b[end-1] == '\r' {
			end--
		}
		b = b[:end]
	}
	return b
}

// nextRecord returns where in b[:limit] the first record seems to begin, -1 if
// none does. line says that b begins at the beginning of a line.
func nextRecord(b []byte, limit int, line bool, f Format) int {
	for i := 0; i < limit; {
		if line && starts(b[i:], f) {
			return i
		}
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return -1
		}
		i += n + 1
		line = true
	}
	return -1
}
