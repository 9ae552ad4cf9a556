package crf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// The file of a model, all numbers little-endian or unsigned varints:
//
//	magic     8 bytes
//	version   1 byte
//	settings  length, text
//	labels    count, then length and text of each
//	features  count, then of each: bytes shared with the one before, length and text of the rest
//	weights   count, then 4 bytes each
//	bigrams   count (0: none), then 4 bytes each
//	checksum  4 bytes, CRC-32 (IEEE) of all before
const (
	magic   = "\x89CRFmod\n"
	version = 1
)

// Errors of Read; use errors.Is.
var (
	ErrNotModel = errors.New("crf: not a model file")
	ErrVersion  = errors.New("crf: model file of another version")
	ErrCorrupt  = errors.New("crf: broken model file")
)

const (
	maxFile = 1 << 30 // bytes of a model file
	maxName = 1 << 12 // bytes of a feature's name in a file
	// maxNames is how many bytes the names of all features of a file may have.
	// In the file each is as long as what it does not share with the one before.
	maxNames = 128 << 20
)

// Write writes the model.
func (m *Model) Write(w io.Writer) error {
	b := append([]byte(magic), version)
	b = appendText(b, m.Settings)
	b = binary.AppendUvarint(b, uint64(len(m.Labels)))
	for _, label := range m.Labels {
		b = appendText(b, label)
	}
	b = binary.AppendUvarint(b, uint64(len(m.Features)))
	before := ""
	for _, name := range m.Features {
		shared := commonPrefix(before, name)
		b = binary.AppendUvarint(b, uint64(shared))
		b = appendText(b, name[shared:])
		before = name
	}
	b = appendWeights(b, m.Weights)
	b = appendWeights(b, m.Bigrams)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	_, err := w.Write(b)
	return err
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendWeights(b []byte, weights []float32) []byte {
	b = binary.AppendUvarint(b, uint64(len(weights)))
	for _, w := range weights {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(w))
	}
	return b
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Read reads a model. The error wraps that of the reader, or ErrNotModel,
// ErrVersion or ErrCorrupt. What it returns without error is whole: the weights
// are finite and as many as labels and features want, the features sorted, none
// there twice, and none longer than 4096 bytes nor all together than 128 MiB.
func Read(r io.Reader) (*Model, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("crf: reading a model: %w", err)
	case !bytes.HasPrefix(b, []byte(magic)):
		return nil, fmt.Errorf("%w: it does not begin as one", ErrNotModel)
	case len(b) < len(magic)+1+4 || len(b) > maxFile:
		return nil, fmt.Errorf("%w: %d bytes", ErrCorrupt, len(b))
	case b[len(magic)] != version:
		return nil, fmt.Errorf("%w: %d, this package reads %d", ErrVersion, b[len(magic)], version)
	}
	content, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.ChecksumIEEE(content) != sum {
		return nil, fmt.Errorf("%w: the checksum differs; it was changed or cut off", ErrCorrupt)
	}
	p := fileReader{rest: content[len(magic)+1:], rising: true}
	m := p.model()
	if err := p.check(m); err != nil {
		return nil, err
	}
	return m, nil
}

// A fileReader takes a file apart. When it is bad, everything that it reads is
// empty.
type fileReader struct {
	rest   []byte
	bad    bool
	rising bool // each feature is behind the one before
}

func (p *fileReader) model() *Model {
	m := &Model{Settings: p.text()}
	for range p.count(1) {
		m.Labels = append(m.Labels, p.text())
	}
	before, size := "", 0
	for n := p.count(2); n > 0 && !p.bad; n-- {
		name := p.prefix(before) + p.text()
		size += len(name)
		p.bad = p.bad || len(name) > maxName || size > maxNames
		p.rising = p.rising && (before < name || m.Features == nil)
		m.Features = append(m.Features, name)
		before = name
	}
	m.Weights, m.Bigrams = p.weights(), p.weights()
	return m
}

// check returns an error that says what is wrong with a model as read.
func (p *fileReader) check(m *Model) error {
	n := len(m.Labels)
	what := ""
	switch {
	case p.bad || len(p.rest) > 0:
		what = "its parts do not fit"
	case n == 0:
		what = "no labels"
	case len(m.Weights) != n*len(m.Features) || m.Bigrams != nil && len(m.Bigrams) != n*n:
		what = "weights do not match labels and features"
	case !p.rising:
		what = "features are not sorted, or one is there twice"
	case !finite(m.Weights) || !finite(m.Bigrams):
		what = "a weight is not finite"
	default:
		return nil
	}
	return fmt.Errorf("%w: %s", ErrCorrupt, what)
}

func finite(weights []float32) bool {
	return !slices.ContainsFunc(weights, func(w float32) bool {
		return math.IsNaN(float64(w)) || math.IsInf(float64(w), 0)
	})
}

func (p *fileReader) number() uint64 {
	v, n := binary.Uvarint(p.rest)
	if n <= 0 || p.bad {
		p.bad = true
		return 0
	}
	p.rest = p.rest[n:]
	return v
}

// count reads how many things follow, each of at least size bytes.
func (p *fileReader) count(size int) int {
	n := p.number()
	if n > uint64(len(p.rest)/size) {
		p.bad = true
		return 0
	}
	return int(n)
}

func (p *fileReader) text() string {
	n := p.count(1)
	text := string(p.rest[:n])
	p.rest = p.rest[n:]
	return text
}

// prefix returns as much of the feature before as the next one shares.
func (p *fileReader) prefix(before string) string {
	n := p.number()
	if n > uint64(len(before)) {
		p.bad = true
		return ""
	}
	return before[:n]
}

func (p *fileReader) weights() []float32 {
	n := p.count(4)
	if n == 0 {
		return nil
	}
	weights := make([]float32, n)
	for i := range weights {
		weights[i] = math.Float32frombits(binary.LittleEndian.Uint32(p.rest[4*i:]))
	}
	p.rest = p.rest[4*n:]
	return weights
}
