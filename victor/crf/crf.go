// Package crf is a linear-chain conditional random field (Lafferty, McCallum
// and Pereira, 2001) over numbers: it labels sequences of positions, each of
// which has some features that are either there or not. It knows nothing of
// what they mean.
//
// A feature has a weight for each label; the sum over the features of a
// position is its score for that label. With label bigrams there is also a
// weight for each pair of adjoining labels. The probability of a sequence of
// labels is proportional to the exponential of the sum of all scores along it.
//
// To label: [Model.Scores] makes scores of features, [Lattice.Marginals] the
// probability of each label at each position, [Lattice.Best] the most probable
// sequence. To train: a [Problem] gives the objective and its gradient to any
// optimizer. [Read] and [Model.Write] are the file of a model.
package crf

import "math"

// A Model is what training found.
type Model struct {
	Labels   []string  // at least one
	Features []string  // sorted; the index is the feature's number
	Weights  []float32 // of feature f for label l at f*len(Labels)+l
	Bigrams  []float32 // of label k behind label j at j*len(Labels)+k; nil: none
	Settings string    // what the features were made by, for the caller; any text
}

// A Sequence is a sequence of positions with their features and, for training,
// their labels. The zero value is empty.
type Sequence struct {
	ids    []int32 // of all positions, one behind the other
	ends   []int32 // of each position in ids
	labels []int32
}

// Add adds a position with a label and numbers of features, which are copied.
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

// Scores appends the scores of a sequence's positions to dst, len(m.Labels) a
// position. Features must be in range.
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

// Transitions returns the model's label bigrams, ready for a Lattice.
func (m *Model) Transitions() *Transitions {
	if m.Bigrams == nil {
		return NewTransitions(len(m.Labels), nil)
	}
	weights := make([]float64, len(m.Bigrams))
	for i, w := range m.Bigrams {
		weights[i] = float64(w)
	}
	return NewTransitions(len(m.Labels), weights)
}

// Transitions are the weights of label bigrams. They are immutable and can be
// shared between goroutines.
type Transitions struct {
	labels  int
	weights []float64 // nil: all 0
	factors []float64 // exponentials of the weights, over the largest
	largest float64
}

// maxBigram bounds the weights of bigrams, so that no exponential of a
// difference of two vanishes.
const maxBigram = 250

// NewTransitions returns the transitions between so many labels with the weights
// of label k behind label j at j*labels+k; nil is without bigrams. There is at
// least one label. Weights are cut to ±250; those that are missing are 0, those
// too many are not looked at.
func NewTransitions(labels int, weights []float64) *Transitions {
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

// set cuts the weights and makes factors of them.
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
