package victor

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/seed42075109/justext/victor/crf"
	"github.com/seed42075109/justext/victor/trees"
)

// This file has models of trees. A row of their table is a paragraph, and a column is a
// feature of the paragraph or of one nearby, as the rows of the template name them.

// A forest is a model of trees, ready to be evaluated. Its labels are two.
type forest struct {
	trees   *trees.Model
	columns []column
	scorer  *trees.Scorer
}

// newForest returns a forest for the rows of a template.
func newForest(t *Template, m *trees.Model) (*forest, error) {
	columns, err := t.treeColumns()
	if err != nil {
		return nil, err
	}
	distances := distancesOf(columns)
	if err := m.Check(len(distances)); err != nil {
		return nil, err
	}
	return &forest{m, columns, m.Scorer(distances)}, nil
}

// treeColumns returns the columns of a template for trees: each row must have one
// feature of paragraphs, and there must be two labels.
func (t *Template) treeColumns() ([]column, error) {
	columns, err := t.columns()
	if err != nil {
		return nil, err
	}
	if len(t.Labels) != 2 {
		return nil, fmt.Errorf("%w: trees tell two labels apart, not %d", ErrTemplate, len(t.Labels))
	}
	for i := range columns {
		if c := &columns[i]; !c.paragraph || len(c.features) != 1 || c.values > maxTreeValue {
			return nil, fmt.Errorf("%w: %s: a row for trees has one feature of paragraphs, with at most %d values", ErrTemplate, c.row.name(), maxTreeValue)
		}
	}
	return columns, nil
}

// maxTreeValue is the largest value in a table. It stands for places outside of the
// page if a feature has as many values.
const maxTreeValue = trees.MaxValue

// distancesOf returns how far each column of the table is from the place of a paragraph in
// the first of them: the rows of the template in order, and for each the offsets.
func distancesOf(columns []column) (distances []int32) {
	for k := range columns {
		for o := columns[k].row.From; o <= columns[k].row.To; o++ {
			distances = append(distances, int32(k*columnSize+o))
		}
	}
	return distances
}

// A part is a stretch of the paragraphs of a page, at most partSize, with the table of their
// values: for each column those of the paragraphs one after the other, and of as many paragraphs or
// places outside of the page before and after as columns look at.
type part struct {
	stretch
	table    []uint8
	elements [levels][]int32 // the node of each paragraph in the table, those around it, and so on
}

const (
	// partSize is how many paragraphs have a table at a time when a page is labelled,
	// so that the table of a large page stays small. It is a multiple of 8, for [trees.Scorer.Scores].
	partSize = 1 << 8
	// reach is how many values a column has before the first paragraph of a part and after the last.
	reach = maxOffset
	// columnSize is how many values there is room for in a column.
	columnSize = partSize + 2*reach
)

// next goes on to the part of a page after the present one. It reports false if there is none.
func (t *part) next(p *layout) bool {
	t.stretch = stretch{t.end, min(t.end+partSize, int32(len(p.paragraphs)))}
	return t.begin < t.end
}

// fill fills the table of a part.
func (t *part) fill(p *layout, columns []column) {
	t.table = slices.Grow(t.table[:0], columnSize*len(columns))[:columnSize*len(columns)]
	first, last := int(t.begin)-reach, int(t.end)+reach
	from, to := max(first, 0), min(last, len(p.paragraphs))
	paragraphs := p.paragraphs[from:to]
	t.findElements(p, paragraphs)
	for k := range columns {
		values := t.table[k*columnSize:][:last-first]
		fillWith(values[:from-first], uint8(columns[k].values))
		fillWith(values[to-first:], uint8(columns[k].values))
		values = values[from-first : to-first]
		switch f := columns[k].features[0]; {
		case columns[k].page:
			fillWith(values, f.valueOf(p, &paragraphs[0]))
		case f.ofElement:
			f.fillByElement(p, paragraphs, t.elements[f.level], values)
		default:
			for i := range paragraphs {
				values[i] = f.valueOf(p, &paragraphs[i])
			}
		}
	}
}

// findElements finds the elements around paragraphs.
func (t *part) findElements(p *layout, paragraphs []paragraph) {
	for level := range t.elements {
		nodes := t.elements[level][:0]
		for i := range paragraphs {
			if level == 0 {
				nodes = append(nodes, paragraphs[i].node)
			} else {
				nodes = append(nodes, p.outer(t.elements[level-1][i]))
			}
		}
		t.elements[level] = nodes
	}
}

// fillByElement fills values with those of paragraphs, for a feature that depends on their
// elements alone. Paragraphs that stand in the same element have the same value.
func (f *feature) fillByElement(p *layout, paragraphs []paragraph, elements []int32, values []uint8) {
	for i := range paragraphs {
		if i > 0 && elements[i] == elements[i-1] {
			values[i] = values[i-1]
		} else {
			values[i] = f.valueOf(p, &paragraphs[i])
		}
	}
}

// valueOf returns the value of a feature in a table.
func (f *feature) valueOf(p *layout, g *paragraph) uint8 {
	return uint8(min(max(f.ofParagraph(p, g), 0), f.limit))
}

func fillWith(values []uint8, value uint8) {
	for i := range values {
		values[i] = value
	}
}

// place returns the place of a paragraph of the part in the table.
func (t *part) place(i int32) int { return int(i-t.begin) + reach }

// score returns the scores of a page's blocks, or nil if ctx is done.
func (f *forest) score(ctx context.Context, p *layout, s *scores, noise int) []float64 {
	s.blocks = zeroed(s.blocks, 2*len(p.blocks))
	var found [partSize]int32
	t := &s.part
	for t.stretch = (stretch{}); t.next(p); {
		if ctx.Err() != nil {
			return nil
		}
		t.fill(p, f.columns)
		found := found[:t.end-t.begin]
		f.scorer.Scores(t.table, t.place(t.begin), found, &s.batch)
		for i, g := range p.paragraphs[t.begin:t.end] {
			score := float64(found[i]) / trees.Unit
			for b := g.first; b <= g.last; b++ {
				s.blocks[2*int(b)+1-noise] = score
			}
		}
	}
	return s.blocks
}

// size returns the numbers of columns and of leaves.
func (f *forest) size() (features, weights int) {
	for i := range f.trees.Trees {
		weights += len(f.trees.Trees[i].Leaves)
	}
	return len(distancesOf(f.columns)), weights
}

// write writes the model with its template.
func (f *forest) write(w io.Writer, t *Template) error { return f.trees.Write(w, t.text()) }

// readTrees reads a model of trees.
func readTrees(r io.Reader) (*Model, error) {
	m, settings, err := trees.Read(r)
	if err != nil {
		return nil, err
	}
	t, err := ParseTemplate(strings.NewReader(settings))
	if err != nil {
		return nil, fmt.Errorf("victor: a model: %w", err)
	}
	return newTreeModel(t, m)
}

// A Pull is how much a feature moves the probability of content of a block in a model of
// trees: the part that it has of the logarithm of the odds.
type Pull struct {
	Feature string // as in a feature string, such as "paragraph.chars[-1]=3"; "" for what all blocks have in common
	Value   float64
}

// Pulls returns how much each feature moves the probability of content of block i of a
// page; they add up to the logarithm of its odds (docs/victor.md, "Trees"). They are nil
// if the model is not one of trees, if there is no such block, or if the page does not suit
// the model's template.
func (m *Model) Pulls(page *Page, i int) (pulls []Pull) {
	if m.forest == nil || m.template.checkPage(page) != nil || i < 0 || i >= page.Len() {
		return nil
	}
	p, f := &page.layout, m.forest
	n := p.blocks[i].paragraph
	t := part{stretch: stretch{n, n + 1}}
	t.fill(p, f.columns)
	distances := distancesOf(f.columns)
	parts, rest := f.trees.Parts(t.table, t.place(n), distances)
	pulls = append(pulls, Pull{Value: rest / trees.Unit})
	k := 0
	for c := range f.columns {
		column := &f.columns[c]
		for o := column.row.From; o <= column.row.To; o++ {
			if parts[k] != 0 {
				pulls = append(pulls, Pull{column.name(column.at(p, int(n)+o), o), parts[k] / trees.Unit})
			}
			k++
		}
	}
	return pulls
}

// A TreeProblem is the training problem of labelled pages for trees. Make it with
// [NewTreeProblem].
type TreeProblem struct {
	trees.Problem
	Pages    []int // the number of the page that each row is of
	template Template
}

// NewTreeProblem makes the training problem of pages: a row for each paragraph. Its
// target is the share of its words that are content, its weight the number of its words.
// The error wraps [ErrTemplate] if the template is not valid or not one for trees.
func NewTreeProblem(t Template, pages []*Page) (*TreeProblem, error) {
	columns, err := t.treeColumns()
	if err != nil {
		return nil, err
	}
	q := &TreeProblem{template: t}
	q.Distances = distancesOf(columns)
	for i, page := range pages {
		if err := t.checkPage(page); err != nil {
			return nil, fmt.Errorf("page %d: %w", i, err)
		}
		q.addPage(page, i, columns)
		if len(q.Table) > math.MaxInt32 {
			return nil, fmt.Errorf("victor: page %d: the values of the pages to here have more than %d bytes", i, math.MaxInt32)
		}
	}
	return q, nil
}

// addPage adds the rows of a page.
func (q *TreeProblem) addPage(page *Page, number int, columns []column) {
	p := &page.layout
	for t := new(part); t.next(p); {
		t.fill(p, columns)
		for i := t.begin; i < t.end; i++ {
			content, words := page.contentOf(&p.paragraphs[i])
			if words == 0 {
				continue
			}
			q.Places = append(q.Places, int32(len(q.Table)+t.place(i)))
			q.Pages = append(q.Pages, number)
			q.Targets = append(q.Targets, float32(content)/float32(words))
			q.Weights = append(q.Weights, float32(words))
		}
		q.Table = append(q.Table, t.table...)
	}
}

// contentOf returns how many tokens of a paragraph are in blocks labelled as content, and
// how many there are.
func (p *Page) contentOf(g *paragraph) (content, words int32) {
	for i := g.first; i <= g.last; i++ {
		b := &p.layout.blocks[i]
		if b.inside&inImg != 0 {
			continue
		}
		words += b.tokens()
		if label := p.labels[i]; label != "" && label != other {
			content += b.tokens()
		}
	}
	return content, words
}

// Model returns a model of trees that were learned from the problem.
func (q *TreeProblem) Model(m *trees.Model) (*Model, error) { return newTreeModel(q.template, m) }

func newTreeModel(t Template, trees *trees.Model) (*Model, error) {
	f, err := newForest(&t, trees)
	if err != nil {
		return nil, err
	}
	return &Model{forest: f, template: t, transitions: (&crf.Model{Labels: t.Labels}).Transitions(), other: t.labelNumber(other)}, nil
}
