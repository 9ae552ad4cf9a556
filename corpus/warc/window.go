package warc

import "io"

const (
	lookAhead = 64 << 10 // bytes that are searched at a time
	maxPeek   = 1 << 20  // most bytes that can be looked at ahead
	firstSize = 16 << 10 // size of a new window's buffer

	// Bytes already read that a window keeps. It is less where members
	// show better where records begin, so that the buffer stays in the
	// processor's cache.
	longHistory  = 512 << 10
	shortHistory = 64 << 10
)

// A window is a buffered reader that can look far ahead and go back a while.
type window struct {
	src     io.Reader
	history int // bytes already read that are kept
	buf     []byte
	base    int64 // offset of buf[0] in the stream
	r, w    int   // buf[r:w] has been buffered but not yet read
	err     error // the error of src, io.EOF at its end

	seeker io.Seeker // src, if it can seek
	origin int64     // where the stream begins in it
}

func newWindow(src io.Reader, history int) *window { return &window{src: src, history: history} }

// pos returns the offset of the next byte to be read.
func (w *window) pos() int64 { return w.base + int64(w.r) }

// end returns the offset of the end of what is buffered.
func (w *window) end() int64 { return w.base + int64(w.w) }

// fill reads at least one byte from the source into the buffer. It returns
// false at the end of the source, after an error, or if the buffer is full.
func (w *window) fill() bool {
	if w.err != nil || !w.room() {
		return false
	}
	for range 100 {
		n, err := w.src.Read(w.buf[w.w:])
		w.w += n
		w.err = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	w.err = io.ErrNoProgress
	return false
}

// room makes room in the buffer: while it is small by growing, then by moving
// what is still wanted to its front, then by growing once more for a long peek.
func (w *window) room() bool {
	largest := w.history + maxPeek + lookAhead
	switch drop := w.r - w.history; {
	case w.w < len(w.buf):
	case len(w.buf) < max(2*w.history, 4*lookAhead):
		w.resize(max(2*len(w.buf), firstSize))
	case drop > 0:
		copy(w.buf, w.buf[drop:w.w])
		w.base += int64(drop)
		w.r -= drop
		w.w -= drop
	case len(w.buf) < largest:
		w.resize(largest)
	}
	return w.w < len(w.buf)
}

func (w *window) resize(size int) {
	buf := make([]byte, size)
	copy(buf, w.buf[:w.w])
	w.buf = buf
}

// peek returns the next n bytes without reading them, fewer only at the end of
// the source. n is at most maxPeek.
func (w *window) peek(n int) []byte {
	for w.w-w.r < n && w.fill() {
	}
	return w.buf[w.r:min(w.r+n, w.w)]
}

// ready returns what is buffered, at least one byte unless the source ended.
func (w *window) ready() []byte {
	if w.r == w.w {
		w.fill()
	}
	return w.buf[w.r:w.w]
}

// skip reads n bytes, which must be buffered.
func (w *window) skip(n int) { w.r += n }

// back makes off, an offset that was read already, the next one to be read, or
// the earliest one that is still buffered after it.
func (w *window) back(off int64) { w.r = int(max(off-w.base, 0)) }

// canSeek makes use of src's being an io.Seeker, if it is one that works.
func (w *window) canSeek() {
	if s, ok := w.src.(io.Seeker); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil {
			w.seeker, w.origin = s, at-w.end()
		}
	}
}

// seek makes off the next offset to be read, however far back. It returns false
// if that cannot be done.
func (w *window) seek(off int64) bool {
	if w.seeker == nil {
		return false
	}
	if _, err := w.seeker.Seek(w.origin+off, io.SeekStart); err != nil {
		return false
	}
	w.base, w.r, w.w, w.err = off, 0, 0, nil
	return true
}

// Read implements io.Reader.
func (w *window) Read(p []byte) (int, error) {
	b := w.ready()
	if len(b) == 0 && len(p) > 0 {
		return 0, w.err
	}
	n := copy(p, b)
	w.r += n
	return n, nil
}
