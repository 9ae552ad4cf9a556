package crf

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// A Problem is a training problem: to find weights that make the labels of the
// sequences probable and are small.
type Problem struct {
	Labels, Features int // their numbers
	Bigrams          bool
	C                float64 // how much the sequences count against the size of the weights, CRF++'s -c; above 0
	Sequences        []Sequence
	Weights          []float64 // how much each sequence counts, 0 or more; nil if each counts 1
}

// NumWeights returns the number of weights. First come those of the features, of
// feature f for label l at f*Labels+l, then those of the bigrams, of label k after label
// j at j*Labels+k.
func (p *Problem) NumWeights() int {
	n := p.Labels * p.Features
	if p.Bigrams {
		n += p.Labels * p.Labels
	}
	return n
}

// shards is the number of parts into which the sequences are divided. It does not
// depend on the machine, so that the order of the additions does not either.
const shards = 32

// Check returns an error if a sequence has labels or features out of range, if the
// numbers of Weights and of sequences differ, or if a number is not valid. Call it
// after changing a problem.
func (p *Problem) Check() error {
	switch {
	case p.Labels < 1 || p.Features < 0 || !(p.C > 0):
		return fmt.Errorf("crf: %d labels, %d features and C = %v; want at least one label and C above 0", p.Labels, p.Features, p.C)
	case !p.weighsAll():
		return fmt.Errorf("crf: %d weights for %d sequences", len(p.Weights), len(p.Sequences))
	}
	for i, w := range p.Weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("crf: sequence %d has the weight %v", i, w)
		}
	}
	for i := range p.Sequences {
		s := &p.Sequences[i]
		for _, l := range s.labels {
			if l < 0 || int(l) >= p.Labels {
				return fmt.Errorf("crf: sequence %d has label %d of %d", i, l, p.Labels)
			}
		}
		for _, f := range s.ids {
			if f < 0 || int(f) >= p.Features {
				return fmt.Errorf("crf: sequence %d has feature %d of %d", i, f, p.Features)
			}
		}
	}
	return nil
}

// weighsAll reports whether there is a weight for each sequence.
func (p *Problem) weighsAll() bool { return p.Weights == nil || len(p.Weights) == len(p.Sequences) }

// weight returns how much a sequence counts.
func (p *Problem) weight(i int) float64 {
	if i < len(p.Weights) {
		return p.Weights[i]
	}
	return 1
}

// Objective returns the sum of the negative log-likelihoods of the sequences and
// |w|²/2C, a convex function of the weights, and sets gradient to its gradient. Both
// slices must have the length NumWeights; otherwise, or if the numbers of Weights and of
// sequences differ, Objective returns NaN. [Problem.Check] must find no error. All cores
// work; the result does not depend on their number.
func (p *Problem) Objective(weights, gradient []float64) float64 {
	if n := p.NumWeights(); len(weights) != n || len(gradient) != n || !p.weighsAll() {
		return math.NaN()
	}
	partial := make([]*shard, shards)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), shards) {
		workers.Go(func() {
			for n := int(next.Add(1)) - 1; n < shards; n = int(next.Add(1)) - 1 {
				partial[n] = p.shard(n, weights)
			}
		})
	}
	workers.Wait()
	sum := 0.0
	for i, w := range weights {
		gradient[i] = w / p.C
		sum += w * w / (2 * p.C)
	}
	for _, s := range partial {
		sum += s.objective
		for i, g := range s.gradient {
			gradient[i] += g
		}
	}
	return sum
}

// A shard is the part of the objective of some of the sequences.
type shard struct {
	problem     *Problem
	objective   float64
	gradient    []float64
	transitions *Transitions
	lattice     Lattice
	scores      []float64
	pair        []float64
}

func (p *Problem) shard(n int, weights []float64) *shard {
	s := &shard{problem: p, gradient: make([]float64, len(weights)), pair: make([]float64, p.Labels*p.Labels)}
	s.transitions = p.transitions(weights)
	for i := n; i < len(p.Sequences); i += shards {
		if p.Sequences[i].Len() > 0 {
			s.add(&p.Sequences[i], weights, p.weight(i))
		}
	}
	return s
}

func (p *Problem) transitions(weights []float64) *Transitions {
	if !p.Bigrams {
		return newTransitions(p.Labels, nil)
	}
	return newTransitions(p.Labels, weights[p.Labels*p.Features:])
}

// add adds the negative log-likelihood of a sequence: its log Z less the score of its
// own labels. Its gradient is the expected features less those that it has.
func (s *shard) add(q *Sequence, weights []float64, weight float64) {
	n := s.problem.Labels
	s.score(q, weights)
	own := s.ownScore(q)
	marginals := s.lattice.Marginals(s.scores, s.transitions)
	s.objective += weight * (s.lattice.logZ - own)
	for i := range q.Len() {
		here := marginals[i*n : (i+1)*n]
		here[q.labels[i]]--
		for l := range here {
			here[l] *= weight
		}
		for _, f := range q.Features(i) {
			g := s.gradient[int(f)*n : int(f)*n+n]
			for l, d := range here {
				g[l] += d
			}
		}
	}
	if s.problem.Bigrams {
		s.addPairs(q, weight)
	}
}

// score computes the scores of the positions.
func (s *shard) score(q *Sequence, weights []float64) {
	n := s.problem.Labels
	s.scores = append(s.scores[:0], make([]float64, q.Len()*n)...)
	for i := range q.Len() {
		here := s.scores[i*n : (i+1)*n]
		for _, f := range q.Features(i) {
			w := weights[int(f)*n : int(f)*n+n]
			for l := range here {
				here[l] += w[l]
			}
		}
	}
}

// ownScore returns the score of the sequence with its own labels.
func (s *shard) ownScore(q *Sequence) (sum float64) {
	n := s.problem.Labels
	for i, l := range q.labels {
		sum += s.scores[i*n+int(l)]
		if i > 0 && s.transitions.weights != nil {
			sum += s.transitions.weights[int(q.labels[i-1])*n+int(l)]
		}
	}
	return sum
}

func (s *shard) addPairs(q *Sequence, weight float64) {
	n := s.problem.Labels
	gradient := s.gradient[n*s.problem.Features:]
	for i := 1; i < q.Len(); i++ {
		s.lattice.pairs(i*n, s.transitions, s.pair)
		for jk, p := range s.pair {
			gradient[jk] += weight * p
		}
		gradient[int(q.labels[i-1])*n+int(q.labels[i])] -= weight
	}
}

// Model returns a model with the weights, rounded to 32 bits. There must be NumWeights
// of them.
func (p *Problem) Model(weights []float64, labels, features []string) *Model {
	m := &Model{Labels: labels, Features: features}
	unigrams := p.Labels * p.Features
	m.Weights = rounded(weights[:unigrams])
	if p.Bigrams {
		m.Bigrams = rounded(weights[unigrams:])
	}
	return m
}

func rounded(weights []float64) []float32 {
	short := make([]float32, len(weights))
	for i, w := range weights {
		short[i] = float32(w)
	}
	return short
}

// Split makes every position a sequence of its own, whose weight is that of its
// sequence times weight(sequence, position). Without bigrams the objective stays the
// same if all of these are 1. With bigrams Split does nothing, because the positions are
// not independent.
func (p *Problem) Split(weight func(sequence, position int) float64) {
	if p.Bigrams {
		return
	}
	var sequences []Sequence
	var weights []float64
	for i := range p.Sequences {
		s := &p.Sequences[i]
		for k := range s.Len() {
			var one Sequence
			one.Add(s.Label(k), s.Features(k)...)
			sequences = append(sequences, one)
			weights = append(weights, p.weight(i)*weight(i, k))
		}
	}
	p.Sequences, p.Weights = sequences, weights
}
