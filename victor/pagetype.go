package victor

import (
	"fmt"
	"math"
	"slices"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/trees"
)

// A TypeModel gives a probability to each type that a page may have, by features of the
// page as a whole (docs/victor.md, "Page type"). It is immutable and safe for concurrent
// use. [DefaultTypeModel], [TrainTypes] and [ReadTypeModel] return one.
//
// Its trees have one node at most, so that each feature adds something of its own to the
// score of a type.
type TypeModel struct {
	features []pageFeature
	trees    [page.NumTypes]*trees.Model // each tells its type from all others
	bias     [page.NumTypes]int64
	parts    [][]typeParts // by feature and value; the last is for all larger values
}

// typeParts are what a value of a feature adds to the scores of the types, in units of
// 1/trees.Unit. A model has too few trees for them to overflow.
type typeParts [page.NumTypes]int32

const _ = uint(math.MaxInt32 - trees.MaxTrees*-math.MinInt16)

// newTypeModel makes a model of trees whose columns are features.
func newTypeModel(features []pageFeature, models [page.NumTypes]*trees.Model) (*TypeModel, error) {
	m := &TypeModel{features: features, trees: models, parts: make([][]typeParts, len(features))}
	for t, model := range models {
		if err := model.Check(len(features)); err != nil {
			return nil, fmt.Errorf("victor: the trees of the type %s: %w", page.Type(t), err)
		}
		m.bias[t] = int64(model.Bias)
		for i := range model.Trees {
			if err := m.add(t, &model.Trees[i]); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// add adds a tree to the parts of a type.
func (m *TypeModel) add(t int, tree *trees.Tree) error {
	switch len(tree.Nodes) {
	case 0:
		m.bias[t] += int64(tree.Leaves[0])
		return nil
	case 1:
		n := tree.Nodes[0]
		parts := m.parts[n.Column]
		if len(parts) == 0 {
			parts = make([]typeParts, 1)
		}
		for len(parts) <= int(n.Limit)+1 {
			parts = append(parts, parts[len(parts)-1])
		}
		for value := range parts {
			leaf := n.High
			if value <= int(n.Limit) {
				leaf = n.Low
			}
			parts[value][t] += int32(tree.Leaves[^leaf])
		}
		m.parts[n.Column] = parts
		return nil
	}
	return fmt.Errorf("victor: a tree of the type %s has %d nodes; want at most 1", page.Type(t), len(tree.Nodes))
}

// Types returns the probability of each type of a page. They do not depend on the template
// that has read it. All are 0 if the page has no blocks, or if the model or
// the page is a zero value.
func (m *TypeModel) Types(p *Page) page.Types {
	if !m.isWhole() || p.check() != nil {
		return page.Types{}
	}
	return m.tell(&p.layout)
}

// isWhole reports whether the model is not a zero value.
func (m *TypeModel) isWhole() bool { return m != nil && m.trees[0] != nil }

// tell returns the probability of each type of a page: the odds that the page is of the
// type rather than of any other, divided by the sum of the odds of all types.
func (m *TypeModel) tell(p *layout) (types page.Types) {
	if len(p.blocks) == 0 {
		return types
	}
	scores := m.bias
	for i, parts := range m.parts {
		if last := len(parts) - 1; last > 0 {
			for t, part := range parts[min(m.features[i].value(p), last)] {
				scores[t] += int64(part)
			}
		}
	}
	most := slices.Max(scores[:])
	var odds [page.NumTypes]float64
	sum := 0.0
	for t, score := range scores {
		odds[t] = math.Exp(float64(score-most) / trees.Unit) // relative to the largest
		sum += odds[t]
	}
	for t := range types {
		types[t] = float32(odds[t] / sum)
	}
	return types
}
