package trees

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/seed42075109/justext/internal/modelfile"
)

// Magic is what a model file begins with (docs/victor.md, "Model file").
const Magic = "\x89TRmodel"

var form = modelfile.Form{Magic: Magic, Version: 1, Max: 1 << 24}

// Errors of Read; use errors.Is.
var (
	ErrNotModel = modelfile.ErrNotModel
	ErrVersion  = modelfile.ErrVersion
	ErrCorrupt  = modelfile.ErrCorrupt
)

const maxSettings = 1 << 20 // bytes

// Write writes the model, with a text that tells what its columns are, in the form that
// [Read] reads.
func (m *Model) Write(w io.Writer, settings string) error {
	b := append(binary.AppendUvarint(nil, uint64(len(settings))), settings...)
	b = binary.AppendVarint(b, int64(m.Bias))
	b = binary.AppendUvarint(b, uint64(len(m.Trees)))
	for i := range m.Trees {
		t := &m.Trees[i]
		b = binary.AppendUvarint(b, uint64(len(t.Leaves)))
		for _, n := range t.Nodes {
			b = append(binary.AppendUvarint(b, uint64(n.Column)), n.Limit)
			b = binary.AppendVarint(binary.AppendVarint(b, int64(n.Low)), int64(n.High))
		}
		for _, v := range t.Leaves {
			b = binary.AppendVarint(b, int64(v))
		}
	}
	return form.Write(w, b)
}

// Read reads a model and its text. The error wraps that of the reader, ErrNotModel,
// ErrVersion or ErrCorrupt. A file has at most 16 MiB, and the text 1 MiB. Use
// [Model.Check] to find whether the model suits a table.
func Read(r io.Reader) (m *Model, settings string, err error) {
	content, err := form.Read(r)
	if err != nil {
		return nil, "", fmt.Errorf("trees: %w", err)
	}
	p := fileReader{rest: content}
	settings = p.text()
	m = p.model()
	switch {
	case p.failed:
		return nil, "", fmt.Errorf("trees: %w: a part is missing or out of range", ErrCorrupt)
	case len(p.rest) > 0:
		return nil, "", fmt.Errorf("trees: %w: there is more after its end", ErrCorrupt)
	}
	return m, settings, nil
}

// A fileReader takes a file apart. After a fault everything that it reads is 0.
type fileReader struct {
	rest   []byte
	failed bool
}

func (p *fileReader) model() *Model {
	m := &Model{Bias: int32(p.signed(1 << 31))}
	for n := p.number(MaxTrees); n > 0 && !p.failed; n-- {
		var t Tree
		leaves := p.number(MaxLeaves)
		p.failed = p.failed || leaves < 1
		for k := 1; k < leaves && !p.failed; k++ {
			node := Node{Column: uint16(p.number(MaxColumns)), Limit: p.byte()}
			node.Low, node.High = int16(p.signed(1<<15)), int16(p.signed(1<<15))
			t.Nodes = append(t.Nodes, node)
		}
		for k := 0; k < leaves && !p.failed; k++ {
			t.Leaves = append(t.Leaves, int16(p.signed(1<<15)))
		}
		m.Trees = append(m.Trees, t)
	}
	return m
}

func (p *fileReader) fail() {
	p.rest, p.failed = nil, true
}

// number reads a number from 0 to most.
func (p *fileReader) number(most uint64) int {
	v, n := binary.Uvarint(p.rest)
	if n <= 0 || v > most {
		p.fail()
		return 0
	}
	p.rest = p.rest[n:]
	return int(v)
}

// signed reads a number from -most to most-1.
func (p *fileReader) signed(most int64) int64 {
	v, n := binary.Varint(p.rest)
	if n <= 0 || v < -most || v >= most {
		p.fail()
		return 0
	}
	p.rest = p.rest[n:]
	return v
}

func (p *fileReader) byte() uint8 {
	if len(p.rest) == 0 {
		p.fail()
		return 0
	}
	b := p.rest[0]
	p.rest = p.rest[1:]
	return b
}

func (p *fileReader) text() string {
	n := p.number(maxSettings)
	if n > len(p.rest) {
		p.fail()
		return ""
	}
	text := string(p.rest[:n])
	p.rest = p.rest[n:]
	return text
}
