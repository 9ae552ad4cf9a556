package warc

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	maxZstdWindow = 64 << 20 // largest window of a frame that is unpacked
	maxDictionary = 16 << 20 // largest dictionary that is read, unpacked

	zstdFrameMagic  = 0xFD2FB528
	skippableMagic  = 0x184D2A50 // to 0x184D2A5F
	dictionaryMagic = 0x184D2A5D // frame of the dictionary in a .warc.zst
)

// zstdMagics are how frames of zstd begin, and skippable frames: the last four
// bits of their first byte are free.
var zstdMagics = func() [][]byte {
	magics := [][]byte{{0x28, 0xB5, 0x2F, 0xFD}}
	for i := range byte(16) {
		magics = append(magics, []byte{0x50 + i, 0x2A, 0x4D, 0x18})
	}
	return magics
}()

// zstdMember unpacks frames of zstd (RFC 8878). The dictionary, if there is
// one, is the content of a skippable frame at the beginning of the file, as in
// "Use of Zstandard dictionaries in WARC files" of the IIPC.
type zstdMember struct {
	dec   *zstd.Decoder
	in    zstdFrame
	body  io.Reader // nil for a frame without content
	begun bool      // a frame has been met: a dictionary can no longer come
}

func newZstd() unpacker { return new(zstdMember) }

func (z *zstdMember) close() {
	if z.dec != nil {
		z.dec.Close()
	}
}

func (z *zstdMember) Read(p []byte) (int, error) {
	if z.body == nil {
		return 0, io.EOF
	}
	n, err := z.body.Read(p)
	return n, z.in.ended(err)
}

func (z *zstdMember) reset(in *bufio.Reader) error {
	first := !z.begun
	z.begun = true
	z.body = nil
	b, err := in.Peek(8)
	if err != nil {
		return unexpected(err)
	}
	if magic := binary.LittleEndian.Uint32(b); magic != zstdFrameMagic {
		size := int64(binary.LittleEndian.Uint32(b[4:]))
		in.Discard(8)
		if first && magic == dictionaryMagic {
			return z.dictionary(in, size)
		}
		return skip(in, size)
	}
	if z.dec == nil {
		if err := z.decoder(); err != nil {
			return err
		}
	}
	z.in.begin(in, z.in.part)
	z.body = z.dec
	return z.dec.Reset(&z.in)
}

// decoder makes the decoder, with the dictionaries given.
func (z *zstdMember) decoder(dictionaries ...[]byte) (err error) {
	z.dec, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxZstdWindow), zstd.WithDecoderDicts(dictionaries...))
	return err
}

// dictionary reads the dictionary, of size bytes in the file. It may be a frame
// of zstd itself.
func (z *zstdMember) dictionary(in io.Reader, size int64) error {
	if size > maxDictionary {
		return fmt.Errorf("dictionary of %d bytes; at most %d are read", size, maxDictionary)
	}
	b, err := readExactly(in, size)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(b, zstdMagics[0]) {
		if b, err = unpackDictionary(b); err != nil {
			return fmt.Errorf("dictionary: %w", err)
		}
	}
	return z.decoder(b)
}

func unpackDictionary(b []byte) ([]byte, error) {
	dec, err := zstd.NewReader(bytes.NewReader(b), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdWindow))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	b, err = io.ReadAll(io.LimitReader(dec, maxDictionary+1))
	if err == nil && len(b) > maxDictionary {
		err = fmt.Errorf("unpacks to more than %d bytes", maxDictionary)
	}
	return b, err
}

// plausibleZstd reports whether a frame may begin with b.
func plausibleZstd(b []byte) bool {
	var h zstd.Header
	return h.Decode(b) == nil
}

// readExactly reads n bytes. It allocates no more than there are.
func readExactly(in io.Reader, n int64) ([]byte, error) {
	var b bytes.Buffer
	if m, err := io.CopyN(&b, in, n); err != nil {
		return nil, fmt.Errorf("%d of %d bytes: %w", m, n, unexpected(err))
	}
	return b.Bytes(), nil
}

func skip(in io.Reader, n int64) error {
	if _, err := io.CopyN(io.Discard, in, n); err != nil {
		return unexpected(err)
	}
	return nil
}

// A zstdFrame reads one frame.
type zstdFrame struct {
	frame
	sum bool // a checksum ends the frame
}

// part begins the next part of the frame (RFC 8878, 3.1.1).
func (f *zstdFrame) part() error {
	switch f.state {
	case frameHeader:
		b, err := f.in.Peek(zstd.HeaderMaxSize)
		if err != nil && err != io.EOF {
			return err
		}
		var h zstd.Header
		if err := h.Decode(b); err != nil {
			return err
		}
		f.left, f.sum, f.state = int64(h.HeaderSize), h.HasCheckSum, frameBlock
	case frameBlock:
		b, err := f.in.Peek(3)
		if err != nil {
			return unexpected(err)
		}
		return f.block(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16)
	case frameSum:
		f.state = frameEnd
		if f.sum {
			f.left = 4
		}
	}
	return nil
}

var errReservedBlock = errors.New("reserved type of block")

// block begins the block whose header is h (RFC 8878, 3.1.1.2).
func (f *zstdFrame) block(h uint32) error {
	const rle, reserved = 1, 3
	size := int64(h >> 3)
	switch h >> 1 & 3 {
	case rle:
		size = 1
	case reserved:
		return errReservedBlock
	}
	f.left = 3 + size
	if h&1 != 0 {
		f.state = frameSum
	}
	return nil
}
