package crf

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// A Problem is what training has to solve: to find the weights under which the
// labels of the sequences are most probable, and that are small.
type Problem struct {
	Labels, Features int // how many there are
	Bigrams          bool
	C                float64 // how much the sequences count against small weights, CRF++'s -c; above 0
	Sequences        []Sequence
	Weights          []float64 // how much each sequence counts, at least 0; nil: all 1
}

// NumWeights returns how many weights there are: first those of the features,
// of feature f for label l at f*Labels+l, then those of the bigrams, of label k
// behind label j at j*Labels+k.
func (p *Problem) NumWeights() int {
	n := p.Labels * p.Features
	if p.Bigrams {
		n += p.Labels * p.Labels
	}
	return n
}

// shards is into how many parts the sequences are divided. It does not depend on
// the machine, so that neither does the order in which sums are taken.
const shards = 32

// Check returns an error if a sequence has labels or features out of range, or
// if there are not as many Weights as sequences. Call it when a problem has been
// changed.
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

// weighsAll reports whether each sequence has a weight.
func (p *Problem) weighsAll() bool { return p.Weights == nil || len(p.Weights) == len(p.Sequences) }

// weight is how much a sequence counts.
func (p *Problem) weight(i int) float64 {
	if i < len(p.Weights) {
		return p.Weights[i]
	}
	return 1
}

// Objective returns the sum of the sequences' negative log-likelihoods and
// |w|²/2C, and writes its gradient; both have the length NumWeights, otherwise,
// and where Weights are not as many as sequences, it returns NaN. The sequences
// must be such that [Problem.Check] finds no error. All cores work; the result
// is the same for any number of them. The function is convex.
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
		return NewTransitions(p.Labels, nil)
	}
	return NewTransitions(p.Labels, weights[p.Labels*p.Features:])
}

// add adds a sequence's negative log-likelihood: its logarithm of Z less the
// score of its own labels. The gradient is what is expected less what is there.
func (s *shard) add(q *Sequence, weights []float64, weight float64) {
	n := s.problem.Labels
	s.score(q, weights)
	own := s.ownScore(q)
	marginals := s.lattice.Marginals(s.scores, s.transitions)
	s.objective += weight * (s.lattice.LogZ() - own)
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

// score makes the scores of the positions.
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

// ownScore is the score of the sequence with its own labels.
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

// Model returns a model of the weights, which are rounded to 32 bits.
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

// Split makes every position a sequence of its own, with a weight of its own
// times that of its sequence. Without bigrams, equal weights change nothing in
// the objective; with bigrams it may not be used, and does nothing.
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
