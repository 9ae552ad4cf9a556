package victor

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed42075109/justext/victor/crf"
)

// A Problem is the training problem of annotated pages: Objective is the function to
// be minimized, and Model makes a model of the weights where it is least. Make it with
// [NewProblem].
type Problem struct {
	crf.Problem
	Features []string // feature strings, sorted; the index is the number of the feature
	template Template
}

// NewProblem makes the training problem of pages: the labels of their blocks, and as
// sparse features the values that the rows of the template have for them. Feature
// strings that occur fewer than cutOff times are left out, as with CRF++'s -f. c is how
// much the likelihood of the pages counts against the size of the weights, CRF++'s -c;
// it must be above 0. The error wraps [ErrTemplate] if the template is not valid or a
// page was read by a template with other Tokens or NewerBlocks, or without a Language
// although t has one.
func NewProblem(t Template, pages []*Page, cutOff int, c float64) (*Problem, error) {
	columns, err := t.columns()
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		if err := t.checkPage(page); err != nil {
			return nil, fmt.Errorf("page %d: %w", i, err)
		}
	}
	n := numbering{columns: columns, ids: make([][]int32, len(columns))}
	for i := range columns {
		n.ids[i] = make([]int32, (columns[i].values+boundaries)*columns[i].width())
	}
	p := &Problem{template: t}
	p.Labels, p.Bigrams, p.C = len(t.Labels), t.Bigrams, c
	p.Sequences = make([]crf.Sequence, len(pages))
	for _, page := range pages {
		n.eachFeature(&page.layout, func(_ int, id *int32) { *id++ })
	}
	p.Features = n.number(int32(max(cutOff, 1)))
	p.Problem.Features = len(p.Features)
	for i, page := range pages {
		p.Sequences[i] = n.sequence(&t, page)
	}
	return p, p.Check()
}

// Model returns the model of the weights that training has found. There must be
// NumWeights of them, finite in 32 bits. Feature strings none of whose weights has an
// absolute value of least or more are left out.
func (p *Problem) Model(weights []float64, least float64) (*Model, error) {
	if len(weights) != p.NumWeights() {
		return nil, fmt.Errorf("victor: %d weights, want %d", len(weights), p.NumWeights())
	}
	for i, w := range weights {
		if !(math.Abs(w) <= math.MaxFloat32) {
			return nil, fmt.Errorf("victor: weight %d is %v; it must be finite in 32 bits", i, w)
		}
	}
	m := p.Problem.Model(weights, slices.Clone(p.template.Labels), nil)
	all := m.Weights
	m.Weights = nil
	n := p.Labels
	for f, name := range p.Features {
		w := all[f*n : (f+1)*n]
		if slices.ContainsFunc(w, func(w float32) bool { return w <= -float32(least) || w >= float32(least) }) {
			m.Weights = append(m.Weights, w...)
			m.Features = append(m.Features, name)
		}
	}
	m.Settings = p.template.text()
	return newModel(m)
}

// A numbering numbers the feature strings of columns: first it counts how often each
// occurs, then it holds the number of each, or none.
type numbering struct {
	columns []column
	ids     [][]int32 // by column, value and offset
	values  []int
}

// eachFeature calls f with every feature of a page: the number of the block or of the
// paragraph that has it, and its place in the numbering. The calls for one block do not
// follow each other.
func (n *numbering) eachFeature(p *layout, f func(unit int, id *int32)) {
	for k := range n.columns {
		c := &n.columns[k]
		length := c.length(p)
		n.values = n.values[:0]
		for i := c.row.From; i < length+c.row.To; i++ {
			n.values = append(n.values, c.at(p, i))
		}
		for i := range length {
			for o := range c.width() {
				f(i, &n.ids[k][n.values[i+o]*c.width()+o])
			}
		}
	}
}

// number replaces the counts by numbers in the order of the feature strings,
// which it returns.
func (n *numbering) number(cutOff int32) []string {
	type found struct {
		name string
		id   *int32
	}
	var all []found
	for k := range n.columns {
		c := &n.columns[k]
		for i := range n.ids[k] {
			if n.ids[k][i] >= cutOff {
				all = append(all, found{c.name(i/c.width(), c.row.From+i%c.width()), &n.ids[k][i]})
			} else {
				n.ids[k][i] = none
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return strings.Compare(a.name, b.name) })
	names := make([]string, len(all))
	for i, f := range all {
		names[i], *f.id = f.name, int32(i)
	}
	return names
}

// sequence makes the sequence of a page: the features of a block are its own
// and those of its paragraph.
func (n *numbering) sequence(t *Template, page *Page) (s crf.Sequence) {
	p := &page.layout
	blocks := make([][]int32, len(p.blocks))
	paragraphs := make([][]int32, len(p.paragraphs))
	for k := range n.columns {
		one := numbering{columns: n.columns[k : k+1], ids: n.ids[k : k+1]}
		units := blocks
		if n.columns[k].paragraph {
			units = paragraphs
		}
		one.eachFeature(p, func(unit int, id *int32) {
			if *id != none {
				units[unit] = append(units[unit], *id)
			}
		})
	}
	for i := range blocks {
		own := append(blocks[i], paragraphs[p.blocks[i].paragraph]...)
		s.Add(t.labelNumber(page.Label(i)), own...)
	}
	return s
}
