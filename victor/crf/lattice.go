package crf

import "math"

// A Lattice is the memory in which one sequence at a time is worked on. The zero
// value is ready for use. It can be used for one sequence after another, and must not be
// shared between goroutines.
type Lattice struct {
	potentials []float64 // exponentials of the scores, divided by the largest of the position
	forward    []float64 // scaled so that the sum at each position is 1
	backward   []float64 // what follows a position, times its potential; scaled
	marginals  []float64
	logZ       float64 // the logarithm of the sum of the exponentials of the scores of all label sequences
}

// Marginals returns the probability of each label at each position, given the scores of
// all positions. The result is valid until the next call. There is a score for each
// label at each position, position by position; all must be finite.
func (a *Lattice) Marginals(scores []float64, t *Transitions) []float64 {
	n := t.size()
	a.potentials, a.marginals = resized(a.potentials, len(scores)), resized(a.marginals, len(scores))
	a.exponentiate(scores, n)
	if t.weights == nil {
		a.single(n)
		return a.marginals
	}
	a.forward, a.backward = resized(a.forward, len(scores)), resized(a.backward, len(scores))
	a.runForward(t)
	a.runBackward(t)
	for i := 0; i < len(scores); i += n {
		a.combine(i, t)
	}
	return a.marginals
}

// resized returns a slice of a size; a new one has room for more.
func resized[T any](values []T, size int) []T {
	if cap(values) < size {
		return make([]T, size, size+size/4)
	}
	return values[:size]
}

// exponentiate makes potentials of scores: the largest of each position is 1.
func (a *Lattice) exponentiate(scores []float64, n int) {
	a.logZ = 0
	for i := 0; i < len(scores); i += n {
		largest := scores[i]
		for _, s := range scores[i+1 : i+n] {
			largest = max(largest, s)
		}
		a.logZ += largest
		for l, s := range scores[i : i+n] {
			a.potentials[i+l] = 1
			if s != largest {
				a.potentials[i+l] = math.Exp(s - largest)
			}
		}
	}
}

// single is the case without bigrams, in which the positions are independent.
func (a *Lattice) single(n int) {
	for i := 0; i < len(a.potentials); i += n {
		copy(a.marginals[i:i+n], a.potentials[i:i+n])
		a.logZ += math.Log(normalize(a.marginals[i : i+n]))
	}
}

// runForward gives each position the sum over all ways to reach it, scaled.
func (a *Lattice) runForward(t *Transitions) {
	n := t.labels
	for i := 0; i < len(a.forward); i += n {
		here := a.forward[i : i+n]
		if i == 0 {
			copy(here, a.potentials[:n])
		} else {
			before := a.forward[i-n : i]
			for k := range here {
				sum := 0.0
				for j, f := range before {
					sum += f * t.factors[j*n+k]
				}
				here[k] = sum * a.potentials[i+k]
			}
			a.logZ += t.largest
		}
		a.logZ += math.Log(normalize(here))
	}
}

// runBackward gives each position the sum over all ways to go on from it, its
// own potential included. With that included no sum can vanish: the largest
// potential is 1 and no factor is 0.
func (a *Lattice) runBackward(t *Transitions) {
	n := t.labels
	for i := len(a.backward) - n; i >= 0; i -= n {
		for j := range n {
			a.backward[i+j] = a.follow(i, j, t) * a.potentials[i+j]
		}
		normalize(a.backward[i : i+n])
	}
}

// follow returns the sum over all ways to go on from label j of position i.
func (a *Lattice) follow(i, j int, t *Transitions) float64 {
	n := t.labels
	if i+n == len(a.backward) {
		return 1
	}
	sum := 0.0
	for k, b := range a.backward[i+n : i+2*n] {
		sum += t.factors[j*n+k] * b
	}
	return sum
}

func (a *Lattice) combine(i int, t *Transitions) {
	here := a.marginals[i : i+t.labels]
	for j := range here {
		here[j] = a.forward[i+j] * a.follow(i, j, t)
	}
	normalize(here)
}

// pairs sets pair, for each pair of labels, to the probability that they are the labels
// of the position before i and of i. Marginals must have been called.
func (a *Lattice) pairs(i int, t *Transitions, pair []float64) {
	n := t.labels
	for j, f := range a.forward[i-n : i] {
		for k, b := range a.backward[i : i+n] {
			pair[j*n+k] = f * t.factors[j*n+k] * b
		}
	}
	normalize(pair)
}

// normalize divides by the sum, which it returns.
func normalize(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	scale := 1 / sum
	for i := range values {
		values[i] *= scale
	}
	return sum
}
