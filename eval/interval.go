package eval

import (
	"math/rand/v2"
	"slices"
)

// samples is how many samples Interval draws.
const samples = 1000

// Interval tells how much of a figure is the choice of documents: between which
// values it lies for 95 of 100 samples of as many documents, drawn from the n ones
// with replacement (percentiles of Efron's bootstrap). of gets the numbers of a
// sample's documents, from 0; it must not keep them. The same n draws the same
// samples. Without documents both values are 0.
func Interval(n int, of func(sample []int) float64) (low, high float64) {
	if n <= 0 {
		return 0, 0
	}
	rng := rand.New(rand.NewPCG(1, 0))
	sample, values := make([]int, n), make([]float64, samples)
	for i := range values {
		for j := range sample {
			sample[j] = rng.IntN(n)
		}
		values[i] = of(sample)
	}
	slices.Sort(values)
	return values[samples/40], values[samples-1-samples/40]
}
