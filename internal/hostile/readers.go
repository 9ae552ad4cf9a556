package hostile

import (
	"bytes"
	"io"
	"testing/iotest"
)

// Readers returns readers that give a page in pieces, by the way in which they do so.
func Readers(page []byte) map[string]io.Reader {
	whole := func() io.Reader { return bytes.NewReader(page) }
	return map[string]io.Reader{
		"one byte at a time":         iotest.OneByteReader(whole()),
		"half of what is asked for":  iotest.HalfReader(whole()),
		"the last bytes with io.EOF": iotest.DataErrReader(whole()),
		"nothing, now and then":      Stutter(whole()),
		"one byte or nothing":        Stutter(iotest.OneByteReader(whole())),
	}
}

// Stutter returns a reader that returns no bytes and no error every other time.
func Stutter(r io.Reader) io.Reader { return &stutteringReader{r: r} }

type stutteringReader struct {
	r    io.Reader
	turn int
}

func (s *stutteringReader) Read(p []byte) (int, error) {
	if s.turn++; s.turn%2 == 0 {
		return 0, nil
	}
	return s.r.Read(p)
}

// Fail returns a reader that gives a page and then an error. If together is true, the error
// comes with the last bytes.
func Fail(page []byte, err error, together bool) io.Reader {
	return &failingReader{page, err, together}
}

type failingReader struct {
	page     []byte
	err      error
	together bool
}

func (f *failingReader) Read(p []byte) (int, error) {
	n := copy(p, f.page)
	f.page = f.page[n:]
	if len(f.page) == 0 && (f.together || n == 0) {
		return n, f.err
	}
	return n, nil
}

// Idle is a reader that always returns no bytes and no error.
type Idle struct{}

func (Idle) Read([]byte) (int, error) { return 0, nil }
