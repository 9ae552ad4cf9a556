package warc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/pierrec/lz4/v4"
)

var lz4Magic = []byte{0x04, 0x22, 0x4D, 0x18}

// lz4Member unpacks frames of LZ4 (LZ4 Frame Format Description 1.6).
type lz4Member struct {
	*lz4.Reader
	in lz4Frame
}

func newLZ4() unpacker { return &lz4Member{Reader: lz4.NewReader(nil)} }

func (m *lz4Member) reset(in *bufio.Reader) error {
	m.in.begin(in, m.in.part)
	m.Reset(&m.in)
	return nil
}

func (m *lz4Member) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	return n, m.in.ended(err)
}

func (m *lz4Member) close() {}

// plausibleLZ4 reports whether a frame may begin with b.
func plausibleLZ4(b []byte) bool {
	return len(b) >= 7 && b[4]>>6 == 1 && b[5]&0x8f == 0
}

// An lz4Frame reads one frame.
type lz4Frame struct {
	frame
	flags byte // first byte of the frame descriptor
}

// The bits of the frame descriptor's first byte.
const (
	lz4BlockSums   = 1 << 4
	lz4ContentSize = 1 << 3
	lz4ContentSum  = 1 << 2
	lz4Dictionary  = 1 << 0
)

var errNoLZ4 = errors.New("no frame of LZ4")

// part begins the next part of the frame.
func (f *lz4Frame) part() error {
	b, err := f.in.Peek(5)
	switch f.state {
	case frameHeader:
		if err != nil {
			return unexpected(err)
		}
		if !bytes.HasPrefix(b, lz4Magic) {
			return errNoLZ4
		}
		f.header(b[4])
	case frameBlock:
		if len(b) < 4 {
			return unexpected(err)
		}
		f.block(binary.LittleEndian.Uint32(b))
	case frameSum:
		f.state = frameEnd
		if f.flags&lz4ContentSum != 0 {
			f.left = 4
		}
	}
	return nil
}

func (f *lz4Frame) header(flags byte) {
	f.flags, f.left, f.state = flags, 7, frameBlock
	if flags&lz4ContentSize != 0 {
		f.left += 8
	}
	if flags&lz4Dictionary != 0 {
		f.left += 4
	}
}

// block begins the block of the given size, whose highest bit says whether it
// is compressed. A size of 0 ends the blocks.
func (f *lz4Frame) block(size uint32) {
	f.left = 4
	switch {
	case size == 0:
		f.state = frameSum
	default:
		f.left += int64(size &^ (1 << 31))
		if f.flags&lz4BlockSums != 0 {
			f.left += 4
		}
	}
}
