package crf_test

import (
	"fmt"

	"github.com/seed42075109/justext/victor/crf"
)

func ExampleLattice() {
	model := &crf.Model{
		Labels:   []string{"rain", "sun"},
		Features: []string{"cloud", "umbrella"},
		Weights:  []float32{0.5, 0, 2, -1},
		Bigrams:  []float32{1, 0, 0, 1}, // the weather stays as it is
	}
	var week crf.Sequence
	week.Add(0, 0, 1) // a cloud and an umbrella
	week.Add(0)       // nothing seen
	week.Add(0, 0)    // a cloud

	var lattice crf.Lattice
	scores := model.Scores(nil, &week)
	marginals := lattice.Marginals(scores, model.Transitions())
	for day := range week.Len() {
		fmt.Printf("%.2f\n", marginals[day*len(model.Labels)]) // the probability of rain
	}
	// Output:
	// 0.97
	// 0.76
	// 0.71
}
