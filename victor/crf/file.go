package crf

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/seed42075109/justext/internal/modelfile"
)

// form is the form of files that docs/victor.md describes under "Model file".
var form = modelfile.Form{Magic: "\x89CRFmod\n", Version: 1, Max: 1 << 30}

// Errors of Read; use errors.Is.
var (
	ErrNotModel = modelfile.ErrNotModel
	ErrVersion  = modelfile.ErrVersion
	ErrCorrupt  = modelfile.ErrCorrupt
)

// Limits of a file. In the file a name is as long as what it does not share with the
// one before it; maxShared bounds what that may save.
const (
	maxSettings = 1 << 20 // bytes
	maxLabels   = 1 << 10
	maxLabel    = 1 << 10 // bytes
	maxName     = 1 << 10 // bytes of the name of a feature
	maxShared   = 16      // times the file may all names together be as long
)

// Write writes the model in the form that [Read] reads.
func (m *Model) Write(w io.Writer) error {
	b := appendText(nil, m.Settings)
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
	return form.Write(w, b)
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

// Read reads a model. The error wraps that of the reader, ErrNotModel, ErrVersion or
// ErrCorrupt. A model that is returned without an error is consistent: there are as
// many weights as labels and features require, all finite, and the features are sorted
// and differ.
//
// A file has at most 1 GiB, 1 MiB of settings, 1,024 labels of 1,024 bytes, and names of
// features of 1,024 bytes that are together at most 16 times as long as the file. The
// error names the limit that was met. Memory is allocated as the file is read, in
// proportion to it.
func Read(r io.Reader) (*Model, error) {
	content, err := form.Read(r)
	if err != nil {
		return nil, fmt.Errorf("crf: %w", err)
	}
	p := fileReader{rest: content, rising: true, namesLeft: maxShared * len(content)}
	m := p.model()
	if err := p.check(m); err != nil {
		return nil, err
	}
	return m, nil
}

// A fileReader takes a file apart. After a fault everything that it reads is empty.
type fileReader struct {
	rest      []byte
	fault     string // the first; "" if there is none
	rising    bool   // each feature is greater than the one before
	namesLeft int    // bytes that names may still have
}

// fail notes a fault.
func (p *fileReader) fail(fault string, values ...any) {
	if p.fault == "" {
		p.fault = fmt.Sprintf(fault, values...)
	}
	p.rest = nil
}

func (p *fileReader) model() *Model {
	m := &Model{Settings: p.text("settings", maxSettings)}
	labels := p.count(1)
	if labels > maxLabels {
		p.fail("%d labels, more than %d", labels, maxLabels)
	}
	for range min(labels, maxLabels) {
		m.Labels = append(m.Labels, p.text("a label", maxLabel))
	}
	before := ""
	for n := p.count(2); n > 0 && p.fault == ""; n-- {
		name := p.prefix(before) + p.text("the name of a feature", maxName)
		p.namesLeft -= len(name)
		switch {
		case len(name) > maxName:
			p.fail("the name of a feature has more than %d bytes", maxName)
		case p.namesLeft < 0:
			p.fail("the names of the features have more than %d times the bytes of the file", maxShared)
		}
		p.rising = p.rising && (before < name || m.Features == nil)
		m.Features = append(m.Features, name)
		before = name
	}
	m.Weights, m.Bigrams = p.weights(), p.weights()
	return m
}

// check returns an error that says what is wrong with a model that was read.
func (p *fileReader) check(m *Model) error {
	n := len(m.Labels)
	what := p.fault
	switch {
	case what != "":
	case len(p.rest) > 0:
		what = "there is more after its end"
	case n == 0:
		what = "no labels"
	case len(m.Weights) != n*len(m.Features) || m.Bigrams != nil && len(m.Bigrams) != n*n:
		what = "weights do not match labels and features"
	case !p.rising:
		what = "features are not sorted, or one occurs twice"
	case !finite(m.Weights) || !finite(m.Bigrams):
		what = "a weight is not finite"
	default:
		return nil
	}
	return fmt.Errorf("crf: %w: %s", ErrCorrupt, what)
}

func finite(weights []float32) bool {
	return !slices.ContainsFunc(weights, func(w float32) bool {
		return math.IsNaN(float64(w)) || math.IsInf(float64(w), 0)
	})
}

func (p *fileReader) number() uint64 {
	v, n := binary.Uvarint(p.rest)
	if n <= 0 {
		p.fail("a part is missing")
		return 0
	}
	p.rest = p.rest[n:]
	return v
}

// count reads how many parts follow, each of at least size bytes.
func (p *fileReader) count(size int) int {
	n := p.number()
	if n > uint64(len(p.rest)/size) {
		p.fail("%d parts do not fit into the file", n)
		return 0
	}
	return int(n)
}

// text reads a text of at most limit bytes; what names it.
func (p *fileReader) text(what string, limit int) string {
	n := p.count(1)
	if n > limit {
		p.fail("%s has more than %d bytes", what, limit)
		return ""
	}
	text := string(p.rest[:n])
	p.rest = p.rest[n:]
	return text
}

// prefix returns the part of the name before that the next one shares.
func (p *fileReader) prefix(before string) string {
	n := p.number()
	if n > uint64(len(before)) {
		p.fail("a name shares more than there is")
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
