package warc

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"io"
)

// bzip2Member unpacks bzip2. The decoder reads streams that follow each other
// as one, so that a file without damage is a single member.
type bzip2Member struct{ io.Reader }

func newBzip2() unpacker { return new(bzip2Member) }

func (m *bzip2Member) reset(in *bufio.Reader) error {
	m.Reader = bzip2.NewReader(in)
	return nil
}

func (m *bzip2Member) close() {}

// bzip2Block is how the first block of a stream begins, bzip2End how a stream
// without blocks ends.
const (
	bzip2Block = "1AY&SY"
	bzip2End   = "\x17\x72\x45\x38\x50\x90"
)

// plausibleBzip2 reports whether b begins with a stream's header and a block.
func plausibleBzip2(b []byte) bool {
	if len(b) < 10 || b[3] < '1' || b[3] > '9' {
		return false
	}
	return bytes.HasPrefix(b[4:], []byte(bzip2Block)) || bytes.HasPrefix(b[4:], []byte(bzip2End))
}
