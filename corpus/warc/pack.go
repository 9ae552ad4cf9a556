package warc

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A Compression is how the records of a file are compressed.
type Compression uint8

// The kinds of compression that a Writer knows.
const (
	Gzip  Compression = iota // one member a record
	Plain                    // none
	Zstd                     // one frame a record
)

// zstdWindow is the window of the frames that are written. Readers need a buffer
// of that size.
const zstdWindow = 1 << 20

// A packer compresses one member after the other.
type packer struct {
	out io.Writer
	enc encoder // nil for Plain
}

// An encoder compresses one member, from Reset to Close.
type encoder interface {
	io.WriteCloser
	Reset(io.Writer)
}

func newPacker(out io.Writer, o WriterOptions) (packer, error) {
	if len(o.Dictionary) > 0 && o.Compression != Zstd {
		return packer{}, fmt.Errorf("warc: a dictionary is of use to Zstd only")
	}
	switch o.Compression {
	case Plain:
		return packer{out: out}, nil
	case Gzip:
		return packer{out, gzip.NewWriter(nil)}, nil
	case Zstd:
		return newZstdPacker(out, o.Dictionary)
	}
	return packer{}, fmt.Errorf("warc: unknown compression %d", o.Compression)
}

// newZstdPacker writes the dictionary, if there is one, and returns a packer
// that uses it.
func newZstdPacker(out io.Writer, dictionary []byte) (packer, error) {
	options := []zstd.EOption{zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow)}
	if len(dictionary) > 0 {
		frame := make([]byte, 8, 8+len(dictionary))
		binary.LittleEndian.PutUint32(frame, dictionaryMagic)
		packed, err := packDictionary(frame, dictionary)
		if err != nil {
			return packer{}, err
		}
		binary.LittleEndian.PutUint32(packed[4:], uint32(len(packed)-8))
		if _, err := out.Write(packed); err != nil {
			return packer{}, err
		}
		options = append(options, zstd.WithEncoderDict(dictionary))
	}
	enc, err := zstd.NewWriter(nil, options...)
	return packer{out, enc}, err
}

// packDictionary appends the compressed dictionary to frame.
func packDictionary(frame, dictionary []byte) ([]byte, error) {
	if len(dictionary) > maxDictionary {
		return nil, fmt.Errorf("warc: dictionary of %d bytes; at most %d are read", len(dictionary), maxDictionary)
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer enc.Close()
	return enc.EncodeAll(dictionary, frame), nil
}

// begin begins a member and returns where its content is to be written.
func (p *packer) begin() io.Writer {
	if p.enc == nil {
		return p.out
	}
	p.enc.Reset(p.out)
	return p.enc
}

// end ends the member.
func (p *packer) end() error {
	if p.enc == nil {
		return nil
	}
	return p.enc.Close()
}
