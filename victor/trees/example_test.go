package trees_test

import (
	"fmt"

	"github.com/seed42075109/justext/victor/trees"
)

// Rows of two columns are learned by heart: the second decides.
func Example() {
	p := &trees.Problem{
		Table:     []uint8{5, 0, 9, 1, 5, 1, 9, 0},
		Distances: []int32{0, 1},
		Places:    []int32{0, 2, 4, 6},
		Targets:   []float32{0, 1, 1, 0},
		Weights:   []float32{1, 1, 1, 1},
	}
	model, err := p.Train(trees.Settings{Trees: 10, Leaves: 2, Rate: 0.5, Ridge: 0.1, RowShare: 1, ColumnShare: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	scorer := model.Scorer(p.Distances)
	for _, place := range p.Places {
		fmt.Println(scorer.Score(p.Table, int(place)) > 0)
	}
	// Output:
	// false
	// true
	// true
	// false
}
