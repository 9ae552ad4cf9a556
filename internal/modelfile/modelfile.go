// Package modelfile is what the files of the two kinds of models have in common
// (docs/victor.md, "Model file"): a text that they begin with, a version, the content, and a
// checksum of all that.
package modelfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Errors of Read.
var (
	ErrNotModel = errors.New("not a model file")
	ErrVersion  = errors.New("unknown version of a model file")
	ErrCorrupt  = errors.New("damaged model file")
)

// A Form is a form of files.
type Form struct {
	Magic   string // what a file begins with
	Version byte
	Max     int // the largest size of a file, in bytes
}

const sumSize = 4 // bytes

// Write writes a file with the content.
func (f *Form) Write(w io.Writer, content []byte) error {
	b := append(append([]byte(f.Magic), f.Version), content...)
	_, err := w.Write(binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
	return err
}

// Read returns the content of a file. Of a file that begins with another text it reads no
// more than that, and of a larger one than Max a byte more than Max. The error wraps that of
// the reader, ErrNotModel, ErrVersion or ErrCorrupt.
func (f *Form) Read(r io.Reader) (content []byte, err error) {
	b, err := io.ReadAll(io.LimitReader(r, int64(len(f.Magic))))
	if err == nil && string(b) != f.Magic {
		return nil, fmt.Errorf("%w: the first bytes are not those of one", ErrNotModel)
	}
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(b), r), int64(f.Max)+1))
	}
	begin, end := len(f.Magic)+1, len(b)-sumSize
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading a model: %w", err)
	case end < begin:
		return nil, fmt.Errorf("%w: only %d bytes", ErrCorrupt, len(b))
	case len(b) > f.Max:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrCorrupt, f.Max)
	case b[begin-1] != f.Version:
		return nil, fmt.Errorf("%w: version %d; this package reads version %d", ErrVersion, b[begin-1], f.Version)
	case crc32.ChecksumIEEE(b[:end]) != binary.LittleEndian.Uint32(b[end:]):
		return nil, fmt.Errorf("%w: the checksum does not match; the file was changed or cut off", ErrCorrupt)
	}
	return b[begin:end], nil
}
