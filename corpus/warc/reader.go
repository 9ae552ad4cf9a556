package warc

import (
	"fmt"
	"io"
	"os"
)

// A Reader reads the records of an archive one after the other.
type Reader struct {
	// TempDir is the folder for the temporary file that a WACZ needs whose
	// reader cannot seek; the default is that of os.CreateTemp.
	TempDir string

	in     io.Reader
	s      *stream
	wacz   *wacz    // nil unless the file is a WACZ
	spool  *os.File // the temporary file, if there is one
	entry  string
	format Format  // of the records so far
	rec    *Record // the one that was returned last
	held   *Record // the next one, returned after the damage before it
	short  *Record // the one that garbage follows, if its length may be to blame
	queue  []*Damage
	err    error
	redo   int64 // bytes of the stream that were gone back over
}

// NewReader returns a Reader of the archive in, whose format is found out by
// the first call of Next.
//
// A WACZ is a zip file, whose directory stands at the end. If in is an
// io.ReaderAt and an io.Seeker, such as an *os.File, it is read in place;
// otherwise it is copied to a temporary file first, which Close removes. Where
// a seeker stands afterwards is undefined.
func NewReader(in io.Reader) *Reader { return &Reader{in: in} }

// Next returns the next record, or else an error: a *Damage, after which
// reading goes on; io.EOF at the end; or an error of the underlying reader. It
// never returns both. After io.EOF or an error of the underlying reader it
// returns the same error again.
func (r *Reader) Next() (*Record, error) {
	if r.rec != nil {
		r.rec.Close()
		r.rec = nil
	}
	for len(r.queue) == 0 && r.held == nil && r.err == nil {
		r.advance()
	}
	if len(r.queue) > 0 {
		d := r.queue[0]
		r.queue = r.queue[1:]
		return nil, d
	}
	if r.held != nil {
		r.rec, r.held = r.held, nil
		return r.rec, nil
	}
	return nil, r.err
}

// Close ends the reading and releases what the Reader holds. It does not close
// the underlying reader.
func (r *Reader) Close() error {
	if r.err == nil {
		r.err = os.ErrClosed
	}
	r.rec, r.held, r.queue = nil, nil, nil
	r.leave()
	if r.spool == nil {
		return nil
	}
	name := r.spool.Name()
	err := r.spool.Close()
	if err2 := os.Remove(name); err == nil {
		err = err2
	}
	r.spool = nil
	return err
}

// leave ends the reading of a stream.
func (r *Reader) leave() {
	if r.s != nil {
		r.s.src.close()
	}
	if r.wacz != nil {
		r.wacz.leave()
	}
	r.s = nil
}

// advance comes nearer to the next record.
func (r *Reader) advance() {
	if r.s == nil {
		r.open()
		return
	}
	s := r.s
	for m := s.here(); m != nil; m = s.here() {
		if m.damage != nil {
			m.damage.Entry = r.entry
			r.queue = append(r.queue, m.damage)
		}
		s.pass()
	}
	if s.r == s.w {
		r.ended()
		return
	}
	r.begin()
}

// ended deals with the end of a stream.
func (r *Reader) ended() {
	switch {
	case r.failed():
		r.fail()
		return
	case r.s.err != io.EOF:
		r.report(BadArchive, r.s.pos(), 0, "archive cannot be read any further").Err = r.s.err
	}
	r.leave()
	if r.wacz == nil {
		r.err = io.EOF
	}
}

// failed reports whether the stream ended because the file cannot be read. An
// archive within a WACZ can end with an error of the zip file instead, which is
// damage.
func (r *Reader) failed() bool {
	err := r.s.err
	return err != nil && err != io.EOF && (r.wacz == nil || r.wacz.file.err != nil)
}

// fail makes the error of the underlying reader that of the Reader.
func (r *Reader) fail() {
	file, _ := r.s.place(r.s.pos())
	r.err = fmt.Errorf("warc: reading near offset %d: %w", file, r.s.err)
}

// open opens the file, or the next archive of a WACZ.
func (r *Reader) open() {
	if r.wacz != nil {
		r.openEntry()
		return
	}
	file := newWindow(r.in, longHistory)
	if isZip(file.peek(4)) {
		r.openZip(file)
		return
	}
	file.canSeek()
	r.s = newStream(file)
}

// report queues damage at the offset off of the stream.
func (r *Reader) report(k Kind, off, length int64, format string, args ...any) *Damage {
	d := &Damage{Kind: k, Entry: r.entry, Length: length, Detail: fmt.Sprintf(format, args...)}
	if r.s != nil {
		d.Offset, d.Inner = r.s.place(off)
	}
	r.queue = append(r.queue, d)
	return d
}

// certain reports whether a record begins at the position, where one may be
// expected.
func (r *Reader) certain() bool {
	b := r.s.unbroken(64)
	if _, _, ok := versionLine(b); ok {
		return true
	}
	if r.format == WARC || !hasScheme(b) {
		return false
	}
	_, _, _, ok := arcHeader(r.s.unbroken(maxARCLine))
	return ok
}

// begin begins the record at the position, if there is one.
func (r *Reader) begin() {
	b := r.s.unbroken(64)
	if version, n, ok := versionLine(b); ok {
		r.beginWARC(version, n)
		return
	}
	if r.format != WARC && hasScheme(b) {
		if fields, n, version, ok := arcHeader(r.s.unbroken(maxARCLine)); ok {
			r.beginARC(fields, n, version)
			return
		}
	}
	r.garbage(1, Garbage, "belong to no record")
}

// beginARC begins the record whose header line has n bytes.
func (r *Reader) beginARC(fields []Field, n int, version string) {
	rec := r.record(ARC, version)
	r.s.advance(n)
	rec.setARC(fields)
	r.hold(rec)
}

// beginWARC begins the record whose version line has n bytes.
func (r *Reader) beginWARC(version string, n int) {
	s := r.s
	for size, want := n, trialSize; ; want = min(8*want, maxHeader) {
		b := s.unbroken(want)
		var how headerEnd
		size, how = header(b, size)
		switch {
		case how == headerBlank:
			rec := r.record(WARC, version)
			fields, bad := ParseFields(string(b[n:size]))
			s.advance(size)
			rec.setFields(fields)
			r.check(rec, bad)
			r.hold(rec)
		case how == headerNext:
			r.report(BadHeader, s.pos(), int64(size), "record header goes on to the next record")
			s.advance(size)
		case len(b) < want && r.failed():
			r.fail()
		case len(b) < want:
			r.report(Truncated, s.pos(), int64(len(b)), "record header is cut off")
			s.advance(len(b))
		case want == maxHeader:
			r.garbage(n, BadHeader, fmt.Sprintf("that begin with a record header of more than %d", maxHeader))
		default:
			continue
		}
		return
	}
}

// record returns a new record that begins at the position.
func (r *Reader) record(f Format, version string) *Record {
	rec := &Record{Format: f, Version: version, Entry: r.entry, reader: r, start: r.s.pos()}
	rec.Offset, rec.Inner = r.s.place(rec.start)
	r.short = nil
	if r.format == 0 {
		r.format = f
	}
	return rec
}

// hold makes rec, whose block begins at the position, the next record.
func (r *Reader) hold(rec *Record) {
	rec.block = r.s.pos()
	rec.left = rec.ContentLength
	r.held = rec
}

// check reports what is wrong with the header of rec, in which bad lines are no
// fields.
func (r *Reader) check(rec *Record, bad int) {
	if bad > 0 {
		r.report(BadHeader, rec.start, 0, "%d lines of the record header are no fields", bad)
	}
	if !versions[rec.Version] {
		r.report(BadVersion, rec.start, 0, "unknown version %s", rec.Version)
	}
	if rec.Type == "" {
		r.report(BadHeader, rec.start, 0, "record without a type")
	}
	switch {
	case !rec.hasLength:
		r.report(BadLength, rec.start, 0, "record without a Content-Length")
	case rec.ContentLength < 0:
		r.report(BadLength, rec.start, 0, "Content-Length %.40q is no number", rec.Get("Content-Length"))
	case rec.twoLengths:
		r.report(BadLength, rec.start, 0, "record with different Content-Lengths")
	}
}
