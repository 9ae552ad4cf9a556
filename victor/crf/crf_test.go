package crf

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

const tolerance = 1e-9

func near(a, b float64) bool { return math.Abs(a-b) <= tolerance*(1+math.Abs(a)+math.Abs(b)) }

// A chain is a small random case.
type chain struct {
	labels, length int
	scores         []float64
	transitions    *Transitions
}

func randomChain(rng *rand.Rand, bigrams bool, spread float64) chain {
	c := chain{labels: 1 + rng.IntN(4), length: 1 + rng.IntN(6)}
	for range c.labels * c.length {
		c.scores = append(c.scores, rng.NormFloat64()*spread)
	}
	c.transitions = newTransitions(c.labels, nil)
	if bigrams {
		weights := make([]float64, c.labels*c.labels)
		for i := range weights {
			weights[i] = rng.NormFloat64() * spread
		}
		c.transitions = newTransitions(c.labels, weights)
	}
	return c
}

// score is the score of one label sequence.
func (c chain) score(labels []int) (sum float64) {
	for i, l := range labels {
		sum += c.scores[i*c.labels+l]
		if i > 0 && c.transitions.weights != nil {
			sum += c.transitions.weights[labels[i-1]*c.labels+l]
		}
	}
	return sum
}

// all calls f with every label sequence of the chain.
func (c chain) all(f func(labels []int)) {
	labels := make([]int, c.length)
	for {
		f(labels)
		i := 0
		for ; i < c.length && labels[i] == c.labels-1; i++ {
			labels[i] = 0
		}
		if i == c.length {
			return
		}
		labels[i]++
	}
}

// TestBruteForce compares with sums over all label sequences of short chains.
func TestBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var a Lattice
	for n := range 400 {
		c := randomChain(rng, n%2 == 0, []float64{0.1, 1, 10, 60}[n%4])
		largest := math.Inf(-1)
		c.all(func(labels []int) { largest = max(largest, c.score(labels)) })
		z, want := 0.0, make([]float64, c.labels*c.length)
		c.all(func(labels []int) {
			p := math.Exp(c.score(labels) - largest)
			z += p
			for i, l := range labels {
				want[i*c.labels+l] += p
			}
		})
		got := a.Marginals(c.scores, c.transitions)
		for i := range want {
			if !near(got[i], want[i]/z) {
				t.Fatalf("chain %d: marginal %d is %v, want %v", n, i, got[i], want[i]/z)
			}
		}
		if !near(a.logZ, largest+math.Log(z)) {
			t.Fatalf("chain %d: log Z %v, want %v", n, a.logZ, largest+math.Log(z))
		}
	}
}

// TestExtremeScores: marginals are probabilities whatever the scores.
func TestExtremeScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var a Lattice
	for n := range 200 {
		c := randomChain(rng, true, []float64{1e3, 1e6, 1e30, 1e300}[n%4])
		marginals := a.Marginals(c.scores, c.transitions)
		for i := 0; i < len(marginals); i += c.labels {
			sum := 0.0
			for _, p := range marginals[i : i+c.labels] {
				if !(p >= 0 && p <= 1+tolerance) {
					t.Fatalf("chain %d: probability %v", n, p)
				}
				sum += p
			}
			if !near(sum, 1) {
				t.Fatalf("chain %d: probabilities sum up to %v", n, sum)
			}
		}
	}
}

func randomProblem(rng *rand.Rand, bigrams bool) *Problem {
	p := &Problem{Labels: 3, Features: 7, Bigrams: bigrams, C: 0.5}
	for range 50 {
		var s Sequence
		for range rng.IntN(6) {
			var ids []int32
			for f := range int32(7) {
				if rng.IntN(3) == 0 {
					ids = append(ids, f)
				}
			}
			s.Add(rng.IntN(3), ids...)
		}
		p.Sequences = append(p.Sequences, s)
		p.Weights = append(p.Weights, 0.5+rng.Float64())
	}
	return p
}

func randomWeights(rng *rand.Rand, n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	return w
}

// TestGradient compares the gradient with finite differences.
func TestGradient(t *testing.T) {
	for _, bigrams := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(5, 6))
		p := randomProblem(rng, bigrams)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		w := randomWeights(rng, p.NumWeights())
		gradient, other := make([]float64, len(w)), make([]float64, len(w))
		p.Objective(w, gradient)
		for i := range w {
			const h = 1e-5
			kept := w[i]
			w[i] = kept + h
			above := p.Objective(w, other)
			w[i] = kept - h
			below := p.Objective(w, other)
			w[i] = kept
			if got, want := gradient[i], (above-below)/(2*h); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("bigrams %v, weight %d: gradient %v, differences give %v", bigrams, i, got, want)
			}
		}
	}
}

// TestObjective computes the objective once more from the model.
func TestObjective(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	p := randomProblem(rng, true)
	w := randomWeights(rng, p.NumWeights())
	for i := range w { // as they stand in the file
		w[i] = float64(float32(w[i]))
	}
	m := p.Model(w, []string{"a", "b", "c"}, make([]string, p.Features))
	want := 0.0
	for _, v := range w {
		want += v * v / (2 * p.C)
	}
	var a Lattice
	for i := range p.Sequences {
		s := &p.Sequences[i]
		if s.Len() == 0 {
			continue
		}
		c := chain{labels: 3, length: s.Len(), scores: m.Scores(nil, s), transitions: m.Transitions()}
		labels := make([]int, s.Len())
		for j := range labels {
			labels[j] = s.Label(j)
		}
		a.Marginals(c.scores, c.transitions)
		want += p.Weights[i] * (a.logZ - c.score(labels))
	}
	if got := p.Objective(w, make([]float64, len(w))); !near(got, want) {
		t.Errorf("objective %v, want %v", got, want)
	}
}

// TestCores: the number of cores changes no bit.
func TestCores(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	p := randomProblem(rng, true)
	w := randomWeights(rng, p.NumWeights())
	many, one := make([]float64, len(w)), make([]float64, len(w))
	a := p.Objective(w, many)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b := p.Objective(w, one)
	if a != b || !slices.Equal(many, one) {
		t.Errorf("objective %v on many cores, %v on one", a, b)
	}
}

func TestCheck(t *testing.T) {
	var wrongLabel, wrongFeature Sequence
	wrongLabel.Add(3, 1)
	wrongFeature.Add(1, 7)
	for name, p := range map[string]*Problem{
		"no labels":     {C: 1},
		"C is 0":        {Labels: 2},
		"wrong label":   {Labels: 3, Features: 7, C: 1, Sequences: []Sequence{wrongLabel}},
		"wrong feature": {Labels: 3, Features: 7, C: 1, Sequences: []Sequence{wrongFeature}},
		"no features":   {Labels: 3, Features: -1, C: 1},
		"weights":       {Labels: 3, Features: 8, C: 1, Sequences: []Sequence{wrongFeature}, Weights: []float64{1, 2}},
		"no weights":    {Labels: 3, Features: 8, C: 1, Sequences: []Sequence{wrongFeature}, Weights: []float64{}},
		"bad weight":    {Labels: 3, Features: 8, C: 1, Sequences: []Sequence{wrongFeature}, Weights: []float64{math.NaN()}},
		"less than 0":   {Labels: 3, Features: 8, C: 1, Sequences: []Sequence{wrongFeature}, Weights: []float64{-1}},
	} {
		if p.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestWrongLengths: the objective of what does not fit together is no number.
func TestWrongLengths(t *testing.T) {
	p := randomProblem(rand.New(rand.NewPCG(15, 16)), true)
	n := p.NumWeights()
	for _, size := range [][2]int{{n, n - 1}, {n - 1, n}, {n + 1, n + 1}, {0, 0}} {
		if got := p.Objective(make([]float64, size[0]), make([]float64, size[1])); !math.IsNaN(got) {
			t.Errorf("%d weights and a gradient of %d: %v", size[0], size[1], got)
		}
	}
	p.Weights = p.Weights[1:]
	if got := p.Objective(make([]float64, n), make([]float64, n)); !math.IsNaN(got) {
		t.Errorf("weights of too few sequences: %v", got)
	}
	p.Bigrams = false
	p.Split(func(_, _ int) float64 { return 1 }) // does not panic
}

// TestAllocations: a Lattice that has seen a sequence as long needs no memory.
func TestAllocations(t *testing.T) {
	c := randomChain(rand.New(rand.NewPCG(11, 12)), true, 1)
	var a Lattice
	if n := testing.AllocsPerRun(10, func() {
		a.Marginals(c.scores, c.transitions)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// TestReuse: a Lattice can be used for sequences and label sets of different sizes, one after
// another.
func TestReuse(t *testing.T) {
	var a Lattice
	for _, labels := range []int{10, 2, 1, 7, 2} {
		for _, length := range []int{5, 1, 12} {
			scores := make([]float64, labels*length)
			if got := a.Marginals(scores, newTransitions(labels, nil)); len(got) != len(scores) {
				t.Errorf("%d marginals for %d scores", len(got), len(scores))
			}
		}
	}
}

// TestNewTransitions: weights that are no square of the labels are cut or filled
// up, never read out of range.
func TestNewTransitions(t *testing.T) {
	var a Lattice
	for _, n := range []int{0, 1, 4, 9} {
		weights := make([]float64, n)
		for i := range weights {
			weights[i] = 1
		}
		transitions := newTransitions(2, weights)
		if got := a.Marginals(make([]float64, 6), transitions); len(got) != 6 {
			t.Errorf("%d marginals", len(got))
		}
	}
}

// TestZeroTransitions: the zero Transitions are of one label.
func TestZeroTransitions(t *testing.T) {
	var a Lattice
	if got := a.Marginals([]float64{1, 2}, new(Transitions)); len(got) != 2 || got[0] != 1 || got[1] != 1 {
		t.Errorf("marginals %v", got)
	}
}

func TestEmpty(t *testing.T) {
	var a Lattice
	for _, t2 := range []*Transitions{newTransitions(2, nil), newTransitions(2, make([]float64, 4))} {
		if got := a.Marginals(nil, t2); len(got) != 0 {
			t.Errorf("marginals %v of nothing", got)
		}
	}
}

// TestSplit: without bigrams, positions are independent.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	p := randomProblem(rng, false)
	w := randomWeights(rng, p.NumWeights())
	before, after := make([]float64, len(w)), make([]float64, len(w))
	want := p.Objective(w, before)
	p.Split(func(_, _ int) float64 { return 1 })
	if got := p.Objective(w, after); !near(got, want) {
		t.Errorf("objective %v, before %v", got, want)
	}
	for i := range before {
		if !near(before[i], after[i]) {
			t.Errorf("gradient %d: %v, before %v", i, after[i], before[i])
		}
	}
	chained := randomProblem(rng, true)
	n := len(chained.Sequences)
	chained.Split(func(_, _ int) float64 { return 1 })
	if len(chained.Sequences) != n {
		t.Errorf("%d sequences with bigrams, before %d", len(chained.Sequences), n)
	}
}
