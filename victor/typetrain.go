package victor

import (
	"fmt"
	"slices"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/trees"
)

// TrainTypes learns a model of types from pages and the type of each. For every type it
// learns trees that tell it from all others; all pages count the same. Whatever the
// settings say, trees have at most 2 leaves. It is an error if the pages and types differ
// in number, if there are no pages, or if a setting is out of range.
func TrainTypes(pages []*Page, types []page.Type, s trees.Settings) (*TypeModel, error) {
	if len(pages) != len(types) {
		return nil, fmt.Errorf("victor: %d pages, and types of %d", len(pages), len(types))
	}
	q := trees.Problem{
		Distances: make([]int32, len(pageFeatures)),
		Targets:   make([]float32, len(pages)),
		Weights:   slices.Repeat([]float32{1}, len(pages)),
	}
	for k := range q.Distances {
		q.Distances[k] = int32(k)
	}
	for i, p := range pages {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("page %d: %w", i, err)
		}
		q.Places = append(q.Places, int32(len(q.Table)))
		for k := range pageFeatures {
			q.Table = append(q.Table, uint8(pageFeatures[k].value(&p.layout)))
		}
	}
	s.Leaves = 2
	var models [page.NumTypes]*trees.Model
	for t := range models {
		for i := range q.Targets {
			q.Targets[i] = float32(truth(types[i] == page.Type(t)))
		}
		var err error
		if models[t], err = q.Train(s); err != nil {
			return nil, fmt.Errorf("victor: the trees of the type %s: %w", page.Type(t), err)
		}
	}
	return newTypeModel(onlyUsed(pageFeatures, models), models)
}

// onlyUsed returns the features that are columns of some tree, and gives the columns of
// the trees the numbers that they have among these.
func onlyUsed(features []pageFeature, models [page.NumTypes]*trees.Model) (used []pageFeature) {
	const unused = 0xffff
	numbers := slices.Repeat([]uint16{unused}, len(features))
	each := func(f func(n *trees.Node)) {
		for _, m := range models {
			for i := range m.Trees {
				for k := range m.Trees[i].Nodes {
					f(&m.Trees[i].Nodes[k])
				}
			}
		}
	}
	each(func(n *trees.Node) { numbers[n.Column] = 0 })
	for i := range numbers {
		if numbers[i] != unused {
			numbers[i] = uint16(len(used))
			used = append(used, features[i])
		}
	}
	each(func(n *trees.Node) { n.Column = numbers[n.Column] })
	return used
}
