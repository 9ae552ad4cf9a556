package victor

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/crf"
	"github.com/seed42075109/justext/victor/trees"
)

// A Model gives probabilities to the labels of blocks by their features: a conditional
// random field, or decision trees (docs/victor.md, "The model" and "Trees"). It is
// immutable and safe for concurrent use. [DefaultModel] and [ReadModel] return one;
// the zero Model has no labels, and New refuses it.
type Model struct {
	crf         *crf.Model // nil if the model is of trees
	forest      *forest    // nil if the model is a CRF
	template    Template
	columns     []column
	tables      []weightTable
	transitions *crf.Transitions
	other       int
}

// A weightTable holds the weights of a column so that those of one value stand
// together: a block adds them to the scores of all the blocks that look at it.
type weightTable struct {
	runs    []int32 // by value, up to the last that has weights: where they begin, or none
	weights []float64
}

// ReadModel reads a model that workbench or [Model.Write] has written (docs/victor.md,
// "Model file"), of either kind. The error wraps crf.ErrNotModel, crf.ErrVersion,
// crf.ErrCorrupt or [ErrTemplate], or that of the reader. What ReadModel allocates is in proportion to the file, apart from at most
// 1 MiB for rows with many values.
func ReadModel(r io.Reader) (*Model, error) {
	b := bufio.NewReader(r)
	if begin, _ := b.Peek(len(trees.Magic)); string(begin) == trees.Magic {
		return readTrees(b)
	}
	m, err := crf.Read(b)
	if err != nil {
		return nil, err
	}
	return newModel(m)
}

// Write writes the model with its template. It is an error if the model is empty.
func (m *Model) Write(w io.Writer) error {
	switch {
	case m.forest != nil:
		return m.forest.write(w, &m.template)
	case m.crf == nil:
		return fmt.Errorf("victor: %w: the model is empty; use DefaultModel or ReadModel", page.ErrConfig)
	}
	return m.crf.Write(w)
}

// Template returns the template of the model.
func (m *Model) Template() Template { return m.template }

// Labels returns the label set of the model; it must not be changed.
func (m *Model) Labels() []string { return m.template.Labels }

// Size returns the numbers of feature strings and of weights, or for a model of trees the
// numbers of columns and of leaves.
func (m *Model) Size() (features, weights int) {
	switch {
	case m.forest != nil:
		return m.forest.size()
	case m.crf == nil:
		return 0, 0
	}
	return len(m.crf.Features), len(m.crf.Weights) + len(m.crf.Bigrams)
}

func newModel(c *crf.Model) (*Model, error) {
	t, err := ParseTemplate(strings.NewReader(c.Settings))
	if err != nil {
		return nil, fmt.Errorf("victor: a model: %w", err)
	}
	if !slices.Equal(t.Labels, c.Labels) {
		return nil, fmt.Errorf("%w: the model has labels %.200q, its template %.200q", ErrTemplate, c.Labels, t.Labels)
	}
	m := &Model{crf: c, template: t, transitions: c.Transitions(), other: t.labelNumber(other)}
	if m.columns, err = t.columns(); err != nil {
		return nil, err
	}
	m.fillTables()
	return m, nil
}

// fillTables puts the weights of the feature strings into the tables of their
// columns. A string that the template does not produce has no effect.
func (m *Model) fillTables() {
	m.tables = make([]weightTable, len(m.columns))
	numbers := make(map[string]int, len(m.columns))
	for k := range m.columns {
		numbers[m.columns[k].row.name()] = k
	}
	n := len(m.template.Labels)
	for i, name := range m.crf.Features {
		row, rest, _ := strings.Cut(name, "[")
		k, ok := numbers[row]
		if !ok {
			continue
		}
		c := &m.columns[k]
		if value, offset, ok := c.parse(rest); ok && c.name(value, offset) == name {
			m.tables[k].set(c, value, offset, m.crf.Weights[i*n:(i+1)*n])
		}
	}
}

// set sets the weights of a value at an offset. Within the weights of a value the
// largest offset is first, because its block is.
func (t *weightTable) set(c *column, value, offset int, weights []float32) {
	for len(t.runs) <= value {
		t.runs = append(t.runs, none)
	}
	size := c.width() * len(weights)
	if t.runs[value] == none {
		t.runs[value] = int32(len(t.weights))
		t.weights = append(t.weights, make([]float64, size)...)
	}
	run := t.weights[t.runs[value]:]
	at := (c.row.To - offset) * len(weights)
	for l, w := range weights {
		run[at+l] = float64(w)
	}
}

// of returns the weights of a value, or nil if it has none.
func (t *weightTable) of(value, size int) []float64 {
	if value >= len(t.runs) || t.runs[value] == none {
		return nil
	}
	return t.weights[t.runs[value]:][:size]
}

// scores is scratch memory for the scores of a page.
type scores struct {
	blocks, paragraphs []float64 // with margin before and after
	part               part      // of a forest
	batch              trees.Batch
}

// margin is how many places outside the page the weights of a place may reach.
const margin = 2 * maxOffset

// score returns the scores of a page's blocks, len(Labels) a block, or nil if ctx is
// done.
func (m *Model) score(ctx context.Context, p *layout, s *scores) []float64 {
	if m.forest != nil {
		return m.forest.score(ctx, p, s, m.other)
	}
	n := len(m.template.Labels)
	s.blocks = zeroed(s.blocks, (len(p.blocks)+2*margin)*n)
	s.paragraphs = zeroed(s.paragraphs, (len(p.paragraphs)+2*margin)*n)
	for k := range m.columns {
		if ctx.Err() != nil {
			return nil
		}
		sums := s.blocks
		if m.columns[k].paragraph {
			sums = s.paragraphs
		}
		m.scatter(p, &m.columns[k], &m.tables[k], sums)
	}
	blocks := s.blocks[margin*n : (margin+len(p.blocks))*n]
	for i := range p.blocks {
		g := int(p.blocks[i].paragraph) + margin
		for l, w := range s.paragraphs[g*n : (g+1)*n] {
			blocks[i*n+l] += w
		}
	}
	return blocks
}

func zeroed(values []float64, size int) []float64 {
	if cap(values) < size {
		return make([]float64, size, size+size/4)
	}
	values = values[:size]
	clear(values)
	return values
}

// scatter adds the weights of a column. A value of block j counts for block j-o at
// offset o.
func (m *Model) scatter(p *layout, c *column, t *weightTable, sums []float64) {
	n := len(m.template.Labels)
	size := c.width() * n
	for j := c.row.From; j < c.length(p)+c.row.To; j++ {
		to := sums[(j-c.row.To+margin)*n:]
		for i, w := range t.of(c.at(p, j), size) {
			to[i] += w
		}
	}
}
