package victor

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed42075109/justext/victor/crf"
)

// A Model tells the labels of blocks by their features. It is immutable and
// safe for concurrent use.
type Model struct {
	crf         *crf.Model
	template    Template
	columns     []column
	tables      []weightTable
	transitions *crf.Transitions
	other       int
}

// A weightTable holds the weights of a column so that those of one value stand
// together: a block adds them to the scores of all the blocks that look at it.
type weightTable struct {
	runs    []int32 // by value: where its weights begin, or none
	weights []float64
}

// ReadModel reads a model that workbench or [Model.Write] has written. The
// error wraps crf.ErrNotModel, crf.ErrVersion or crf.ErrCorrupt, ErrTemplate,
// or is the reader's.
func ReadModel(r io.Reader) (*Model, error) {
	m, err := crf.Read(r)
	if err != nil {
		return nil, err
	}
	return newModel(m)
}

// Write writes the model, with its template.
func (m *Model) Write(w io.Writer) error { return m.crf.Write(w) }

// Template returns the template of the model.
func (m *Model) Template() Template { return m.template }

// Labels returns the label set of the model; it must not be changed.
func (m *Model) Labels() []string { return m.template.Labels }

// Size returns how many features and weights the model has.
func (m *Model) Size() (features, weights int) {
	return len(m.crf.Features), len(m.crf.Weights) + len(m.crf.Bigrams)
}

func newModel(c *crf.Model) (*Model, error) {
	t, err := ParseTemplate(strings.NewReader(c.Settings))
	if err != nil {
		return nil, fmt.Errorf("victor: a model: %w", err)
	}
	if !slices.Equal(t.Labels, c.Labels) {
		return nil, fmt.Errorf("%w: the model has labels %q, its template %q", ErrTemplate, c.Labels, t.Labels)
	}
	m := &Model{crf: c, template: t, transitions: c.Transitions(), other: t.labelNumber(other)}
	if m.columns, err = t.columns(); err != nil {
		return nil, err
	}
	m.fillTables()
	return m, nil
}

// fillTables puts the weights of the features into the tables of their columns.
func (m *Model) fillTables() {
	numbers := make(map[string]int, len(m.crf.Features))
	for i, name := range m.crf.Features {
		numbers[name] = i
	}
	m.tables = make([]weightTable, len(m.columns))
	for k := range m.columns {
		c, t := &m.columns[k], &m.tables[k]
		t.runs = make([]int32, c.values+boundaries)
		for value := range t.runs {
			t.runs[value] = m.addRun(c, t, value, numbers)
		}
	}
}

// addRun adds the weights of a value and returns where they are. The largest
// offset is first, because its block is.
func (m *Model) addRun(c *column, t *weightTable, value int, numbers map[string]int) int32 {
	n := len(m.template.Labels)
	run := make([]float64, 0, c.width()*n)
	found := false
	for offset := c.row.To; offset >= c.row.From; offset-- {
		i, ok := numbers[c.name(value, offset)]
		found = found || ok
		for l := range n {
			w := 0.0
			if ok {
				w = float64(m.crf.Weights[i*n+l])
			}
			run = append(run, w)
		}
	}
	if !found {
		return none
	}
	t.weights = append(t.weights, run...)
	return int32(len(t.weights) - len(run))
}

// scores is scratch memory for the scores of a page.
type scores struct {
	blocks, paragraphs []float64 // with margin before and behind
}

// margin is how far outside of the page the weights of a place may reach.
const margin = 2 * maxOffset

// score returns the scores of a page's blocks, len(Labels) a block. They are
// nothing when ctx is done.
func (m *Model) score(ctx context.Context, p *layout, s *scores) []float64 {
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

// scatter adds the weights of a column. What block j has counts for block j-o at
// offset o.
func (m *Model) scatter(p *layout, c *column, t *weightTable, sums []float64) {
	n := len(m.template.Labels)
	size := c.width() * n
	for j := c.row.From; j < c.length(p)+c.row.To; j++ {
		begin := t.runs[c.at(p, j)]
		if begin == none {
			continue
		}
		to := sums[(j-c.row.To+margin)*n:]
		for i, w := range t.weights[begin : int(begin)+size] {
			to[i] += w
		}
	}
}
