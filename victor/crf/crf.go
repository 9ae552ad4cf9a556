// Package crf is a linear-chain conditional random field (Lafferty, McCallum and
// Pereira, 2001) over numbers: it labels sequences of positions, each of which has
// some features that are either present or not. It does not know what they mean. The
// model is described in docs/victor.md, "The model".
//
// A feature has a weight for each label. The sum over the features of a position is
// its score for that label. With label bigrams there is also a weight for each pair of
// adjacent labels. The probability of a sequence of labels is proportional to the
// exponential of the sum of all scores along it.
//
// To label: [Model.Scores] computes scores from features, and [Lattice.Marginals] the
// probability of each label at each position. To train: a [Problem] gives the objective and its gradient to any
// optimizer. [Read] and [Model.Write] read and write the file of a model.
//
// The package serves package victor. It is not stable: until version 1 of the module,
// any release may change or remove what it exports.
package crf

import "math"

// A Model is the result of training.
type Model struct {
	Labels   []string  // at least one
	Features []string  // sorted; the index is the feature's number
	Weights  []float32 // of feature f for label l at f*len(Labels)+l
	Bigrams  []float32 // of label k after label j at j*len(Labels)+k; nil if there are none
	Settings string    // how the caller made the features; any text
}

// A Sequence is a sequence of positions with their features and, for training,
// their labels. The zero value is empty.
type Sequence struct {
	ids    []int32 // of all positions, one after the other
	ends   []int32 // where each position ends in ids
	labels []int32
}

// Add adds a position with the number of its label and those of its features, which
// are copied.
func (s *Sequence) Add(label int, features ...int32) {
	s.ids = append(s.ids, features...)
	s.ends = append(s.ends, int32(len(s.ids)))
	s.labels = append(s.labels, int32(label))
}

// Len returns the number of positions.
func (s *Sequence) Len() int { return len(s.ends) }

// Label returns the label of a position.
func (s *Sequence) Label(i int) int { return int(s.labels[i]) }

// Features returns the features of a position; they must not be changed.
func (s *Sequence) Features(i int) []int32 {
	begin := int32(0)
	if i > 0 {
		begin = s.ends[i-1]
	}
	return s.ids[begin:s.ends[i]]
}

// Scores appends the scores of a sequence to dst: one for each label at each position,
// position by position. The features must be in range.
func (m *Model) Scores(dst []float64, s *Sequence) []float64 {
	n := len(m.Labels)
	for i := range s.Len() {
		begin := len(dst)
		dst = append(dst, make([]float64, n)...)
		scores := dst[begin:]
		for _, f := range s.Features(i) {
			for l, w := range m.Weights[int(f)*n : (int(f)+1)*n] {
				scores[l] += float64(w)
			}
		}
	}
	return dst
}

// Transitions returns the label bigrams of the model in the form that a Lattice uses.
func (m *Model) Transitions() *Transitions {
	if m.Bigrams == nil {
		return newTransitions(len(m.Labels), nil)
	}
	weights := make([]float64, len(m.Bigrams))
	for i, w := range m.Bigrams {
		weights[i] = float64(w)
	}
	return newTransitions(len(m.Labels), weights)
}

// Transitions are the weights of label bigrams. [Model.Transitions] returns them. They
// are immutable and safe for concurrent use; the zero value is of one label.
type Transitions struct {
	labels  int
	weights []float64 // nil if all are 0
	factors []float64 // exponentials of the weights, divided by the largest
	largest float64
}

// maxBigram bounds the absolute values of the weights, so that the exponential of a
// difference between two is never 0.
const maxBigram = 250

// newTransitions returns the transitions between labels. The weight of label k after
// label j is at j*labels+k; weights is nil if there are no bigrams. Weights are limited
// to ±250. Missing ones are 0, and superfluous ones are ignored.
func newTransitions(labels int, weights []float64) *Transitions {
	t := &Transitions{labels: max(labels, 1)}
	if weights == nil {
		return t
	}
	size := t.labels * t.labels
	t.weights, t.factors = make([]float64, size), make([]float64, size)
	copy(t.weights, weights)
	t.set()
	return t
}

// size returns the number of labels.
func (t *Transitions) size() int { return max(t.labels, 1) }

// set limits the weights and computes the factors.
func (t *Transitions) set() {
	t.largest = math.Inf(-1)
	for i, w := range t.weights {
		t.weights[i] = min(max(w, -maxBigram), maxBigram)
		t.largest = max(t.largest, t.weights[i])
	}
	for i, w := range t.weights {
		t.factors[i] = math.Exp(w - t.largest)
	}
}
