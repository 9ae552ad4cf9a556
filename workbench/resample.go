package main

import (
	"math/rand/v2"
	"slices"
)

// folds divides the numbers below n into k parts at random. The same number gives
// the same parts. Each part is sorted. A k below 1 is taken as 1; if k is above
// n, the last parts are empty. With 0 number i is in part i mod k instead,
// as in the program of Victor's authors.
func folds(n, k int, seed uint64) [][]int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if seed != 0 {
		rng := rand.New(rand.NewPCG(seed, 0))
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	k = max(k, 1)
	parts := make([][]int, k)
	for i, document := range order {
		parts[i%k] = append(parts[i%k], document)
	}
	for _, part := range parts {
		slices.Sort(part)
	}
	return parts
}

// samples is how many samples confidenceInterval draws.
const samples = 1000

// confidenceInterval returns the 95 percent confidence interval of a figure over
// n pages by the percentile bootstrap (Efron): it draws samples of n pages with
// replacement and leaves out the lowest and the highest 2.5 percent of their
// figures. The function of gets the numbers of the pages of a sample, from 0, and
// must not keep them. The same n draws the same samples. Without pages both
// bounds are 0.
func confidenceInterval(n int, of func(sample []int) float64) (low, high float64) {
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
