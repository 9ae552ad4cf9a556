package payload

import (
	"errors"
	"io"
)

// A Message is what a record holds. Read reads its body without transfer and
// content encodings. It is valid until the following call of Decoder.Open, and
// its body no longer than the record.
type Message struct {
	Head

	// Class says what the record is. A page is of the class Page only if
	// its status is 200; callers who want others look at MIME and Status.
	Class Class

	// ContentType is what the server stated, as it is; without an HTTP head
	// it is what the record states. Stated is its essence, such as
	// "text/html", and Charset its parameter charset; both are empty if
	// they are missing or malformed.
	ContentType, Stated, Charset string

	// MIME is the type of the body after sniffing, empty for classes
	// other than Page, Text, OtherType and OtherStatus.
	MIME string

	// Codings are the encodings that were undone, in the order in which
	// they had been applied. Chunked tells whether the body came in chunks.
	Codings []string
	Chunked bool

	body  io.Reader
	limit int64
	left  int64 // bytes of the body that may still be read
	err   error
}

// Read reads from the body. It returns io.EOF at the body's end. Other errors
// are a *LimitError where the body is longer than Limits.MaxBody, a
// *CodingError where it cannot be decoded any further, and the errors of the
// record.
func (m *Message) Read(p []byte) (int, error) {
	if m.err != nil {
		return 0, m.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	if m.left == 0 {
		var one [1]byte
		n, err := m.body.Read(one[:])
		if n > 0 {
			err = &LimitError{"MaxBody", m.limit}
		}
		m.err = err
		return 0, err
	}
	n, err := m.body.Read(p[:min(int64(len(p)), m.left)])
	m.left -= int64(n)
	m.err = err
	return n, err
}

// A codingReader names the coding in the errors of its decoder.
type codingReader struct {
	io.Reader
	name string
	in   *faultyReader
}

func (r *codingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == nil || err == io.EOF {
		return n, err
	}
	var inner *CodingError
	if errors.As(err, &inner) {
		return n, inner
	}
	if r.in.err != nil {
		return n, r.in.err
	}
	return n, &CodingError{r.name, err}
}

// A faultyReader remembers the error with which a record ended, so that it is
// not taken for one of the decoder.
type faultyReader struct {
	io.Reader
	err error
}

func (r *faultyReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// failing is the reader of a decoder that could not be opened.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
