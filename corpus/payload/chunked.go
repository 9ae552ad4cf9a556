package payload

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/seed42075109/justext/corpus/warc"
)

// maxChunkLine is the greatest size of the line before a chunk.
const maxChunkLine = 4 << 10

// chunked reads a body in chunks (RFC 9112, 7.1). Where the chunks are broken
// it gives what follows as it is.
type chunked struct {
	in    *bufio.Reader
	left  int64 // bytes left of the chunk
	first bool  // no chunk has been read yet
	raw   bool  // the rest is no chunks
	err   error
	notes *Notes
}

func newChunked(in *bufio.Reader, notes *Notes) *chunked {
	return &chunked{in: in, first: true, notes: notes}
}

func (c *chunked) Read(p []byte) (int, error) {
	for c.left == 0 && c.err == nil && !c.raw {
		c.next()
	}
	if c.err != nil {
		return 0, c.err
	}
	if !c.raw {
		p = p[:min(int64(len(p)), c.left)]
	}
	n, err := c.in.Read(p)
	if c.raw {
		return n, err
	}
	c.left -= int64(n)
	if err == io.EOF {
		err = c.fail(io.ErrUnexpectedEOF)
	}
	return n, err
}

func (c *chunked) fail(err error) error {
	c.err = &CodingError{"chunked", err}
	return c.err
}

// next goes on to the next chunk.
func (c *chunked) next() {
	b, err := c.in.Peek(maxChunkLine)
	if err != nil && err != io.EOF && !isDamage(err) {
		c.err = err
		return
	}
	skip := 0
	if !c.first {
		skip = newline(b)
	}
	size, n, ok := chunkLine(b[skip:])
	switch {
	case len(b) == skip && !c.first:
		c.fail(io.ErrUnexpectedEOF)
	case ok && c.first && !c.fits(size, n):
		c.raw = true
		*c.notes |= NotChunked
	case ok:
		c.in.Discard(skip + n)
		c.left = size
		if size == 0 {
			c.err = io.EOF
		}
	case c.first:
		c.raw = true
		*c.notes |= NotChunked
	default:
		c.raw = true
		*c.notes |= BadChunk
	}
	c.first = false
}

// fits reports whether the first chunk, of the given size after a line of n
// bytes, is followed by the end of a line, as far as that can be seen.
func (c *chunked) fits(size int64, n int) bool {
	end := int64(n) + size
	if size == 0 || end+1 > int64(c.in.Size()) {
		return true
	}
	b, _ := c.in.Peek(int(end) + 1)
	return int64(len(b)) <= end || b[end] == '\r' || b[end] == '\n'
}

// newline returns the size of the end of a line with which b begins.
func newline(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("\r\n")):
		return 2
	case bytes.HasPrefix(b, []byte("\n")):
		return 1
	}
	return 0
}

// chunkLine parses the line before a chunk and returns the size of the chunk
// and of the line.
func chunkLine(b []byte) (size int64, n int, ok bool) {
	i := 0
	for ; i < len(b); i++ {
		digit, hex := unhex(b[i])
		if !hex {
			break
		}
		if size > 1<<55 {
			return 0, 0, false
		}
		size = size<<4 | int64(digit)
	}
	if i == 0 {
		return 0, 0, false
	}
	end := bytes.IndexByte(b[i:], '\n')
	if end < 0 {
		return 0, len(b), size == 0 && len(bytes.TrimRight(b[i:], " \r")) == 0
	}
	rest := bytes.TrimLeft(bytes.TrimRight(b[i:i+end], " \t\r"), " \t")
	return size, i + end + 1, len(rest) == 0 || rest[0] == ';'
}

func unhex(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// isDamage reports whether err is damage of the archive, which ends a block.
func isDamage(err error) bool {
	var d *warc.Damage
	return errors.As(err, &d)
}
