package trees

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
)

// exclusive returns a problem whose rows are positive with a probability of 0.9 if
// exactly one of the first two columns is above 3, and of 0.1 otherwise. The third
// column says nothing.
func exclusive(rows int) *Problem {
	rng := rand.New(rand.NewPCG(1, 2))
	p := &Problem{Distances: []int32{0, 1, 2}}
	for r := range rows {
		row := []uint8{uint8(rng.IntN(8)), uint8(rng.IntN(8)), uint8(rng.IntN(200))}
		p.Table = append(p.Table, row...)
		p.Places = append(p.Places, int32(3*r))
		target := float32(0)
		if isExclusive(row) == (rng.Float64() < 0.9) {
			target = 1
		}
		p.Targets, p.Weights = append(p.Targets, target), append(p.Weights, 1)
	}
	return p
}

func isExclusive(row []uint8) bool { return (row[0] > 3) != (row[1] > 3) }

var usual = Settings{Trees: 30, Leaves: 4, Rate: 0.3, Ridge: 1, LeastWeight: 5, RowShare: 0.7, ColumnShare: 0.7, Seed: 1}

func train(t testing.TB, p *Problem, s Settings) *Model {
	t.Helper()
	m, err := p.Train(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(len(p.Distances)); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLearns: trees learn what no sum over single columns can tell, and their scores are
// the logarithms of odds.
func TestLearns(t *testing.T) {
	p := exclusive(4000)
	settings := usual
	settings.Trees, settings.Leaves, settings.ColumnShare = 60, 6, 1
	s := train(t, p, settings).Scorer(p.Distances)
	away := 0.0
	for _, place := range p.Places {
		probability := 1 / (1 + math.Exp(-float64(s.Score(p.Table, int(place)))/Unit))
		want := 0.1
		if isExclusive(p.Table[place : place+3]) {
			want = 0.9
		}
		if (probability > 0.5) != (want > 0.5) {
			t.Fatalf("row %v: probability %.3f, want about %.1f", p.Table[place:place+3], probability, want)
		}
		away += math.Abs(probability-want) / float64(len(p.Places))
	}
	if away > 0.05 {
		t.Errorf("probabilities are wrong by %.3f in the mean", away)
	}
}

// TestAnyCores: the model does not depend on the number of cores.
func TestAnyCores(t *testing.T) {
	p := exclusive(4000)
	want := train(t, p, usual)
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		if !reflect.DeepEqual(train(t, p, usual), want) {
			t.Errorf("another model with %d cores", cores)
		}
	}
}

// TestWeights: a row of weight 2 counts as two rows, and one of weight 0 not at all.
func TestWeights(t *testing.T) {
	once, twice := exclusive(500), exclusive(500)
	for i := range once.Places {
		if i%3 == 0 {
			once.Weights[i] = 2
			twice.Places = append(twice.Places, once.Places[i])
			twice.Targets = append(twice.Targets, once.Targets[i])
			twice.Weights = append(twice.Weights, 1)
		}
	}
	s := usual
	s.RowShare, s.ColumnShare, s.LeastWeight, s.Ridge = 1, 1, 0, 0
	a, b := train(t, once, s).Scorer(once.Distances), train(t, twice, s).Scorer(once.Distances)
	for _, place := range once.Places {
		if d := a.Score(once.Table, int(place)) - b.Score(once.Table, int(place)); d < -Unit/20 || d > Unit/20 {
			t.Fatalf("scores differ by %d", d)
		}
	}
	nothing := exclusive(500)
	clear(nothing.Weights)
	if m := train(t, nothing, usual); len(m.Trees[0].Nodes) != 0 {
		t.Errorf("rows without weight made %+v", m.Trees[0])
	}
}

// TestParts: the parts of a score add up to it, and a column that says nothing has the
// smallest.
func TestParts(t *testing.T) {
	p := exclusive(2000)
	m := train(t, p, usual)
	s := m.Scorer(p.Distances)
	var sizes [3]float64
	for _, place := range p.Places {
		parts, sum := m.Parts(p.Table, int(place), p.Distances)
		for c, part := range parts {
			sum += part
			sizes[c] += math.Abs(part)
		}
		if score := float64(s.Score(p.Table, int(place))); math.Abs(sum-score) > 1e-6 {
			t.Fatalf("parts add up to %v, the score is %v", sum, score)
		}
	}
	if sizes[2] >= sizes[0] || sizes[2] >= sizes[1] {
		t.Errorf("sizes of parts %v, want the last to be the smallest", sizes)
	}
	parts, rest := (&Model{Bias: 3, Trees: []Tree{{Leaves: []int16{4}}}}).Parts(nil, 0, []int32{0})
	if rest != 7 || parts[0] != 0 {
		t.Errorf("a tree without nodes: parts %v, rest %v", parts, rest)
	}
}

func TestRefused(t *testing.T) {
	for name, change := range map[string]func(*Problem, *Settings){
		"no rows":              func(p *Problem, _ *Settings) { p.Places = nil },
		"no columns":           func(p *Problem, _ *Settings) { p.Distances = nil },
		"missing target":       func(p *Problem, _ *Settings) { p.Targets = p.Targets[1:] },
		"target above 1":       func(p *Problem, _ *Settings) { p.Targets[3] = 1.5 },
		"weight NaN":           func(p *Problem, _ *Settings) { p.Weights[3] = float32(math.NaN()) },
		"column outside":       func(p *Problem, _ *Settings) { p.Distances[0] = -1 },
		"one leaf":             func(_ *Problem, s *Settings) { s.Leaves = 1 },
		"rate 0":               func(_ *Problem, s *Settings) { s.Rate = 0 },
		"more rows than there": func(_ *Problem, s *Settings) { s.RowShare = 1.1 },
		"ridge NaN":            func(_ *Problem, s *Settings) { s.Ridge = math.NaN() },
		"too many trees":       func(_ *Problem, s *Settings) { s.Trees = MaxTrees + 1 },
	} {
		p, s := exclusive(10), usual
		change(p, &s)
		if _, err := p.Train(s); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestCheck: no model that passes leads a Scorer out of its tables or in circles.
func TestCheck(t *testing.T) {
	leaves := []int16{1, 2}
	for name, tree := range map[string]Tree{
		"circle":        {Nodes: []Node{{Low: 0, High: ^0}}, Leaves: leaves},
		"no such node":  {Nodes: []Node{{Low: 1, High: ^0}}, Leaves: leaves},
		"no such leaf":  {Nodes: []Node{{Low: ^0, High: ^2}}, Leaves: leaves},
		"column":        {Nodes: []Node{{Column: 3, Low: ^0, High: ^1}}, Leaves: leaves},
		"leaf missing":  {Nodes: []Node{{Low: ^0, High: ^1}}, Leaves: leaves[:1]},
		"no leaf":       {},
		"lowest number": {Nodes: []Node{{Low: math.MinInt16, High: ^1}}, Leaves: leaves},
	} {
		if (&Model{Trees: []Tree{tree}}).Check(3) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestFile: a model is the same after it was written and read, and no change or cut of a
// file is read without an error.
func TestFile(t *testing.T) {
	p := exclusive(1000)
	m := train(t, p, usual)
	var file bytes.Buffer
	if err := m.Write(&file, "some settings"); err != nil {
		t.Fatal(err)
	}
	back, settings, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil || settings != "some settings" || !reflect.DeepEqual(back, m) {
		t.Fatalf("read back: settings %q, error %v", settings, err)
	}
	for i := range file.Len() {
		changed := bytes.Clone(file.Bytes())
		changed[i] ^= 1
		for _, b := range [][]byte{changed, file.Bytes()[:i]} {
			if _, _, err := Read(bytes.NewReader(b)); !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrNotModel) && !errors.Is(err, ErrVersion) {
				t.Fatalf("byte %d: error %v", i, err)
			}
		}
	}
}

// FuzzParts: whatever follows the first bytes of a file, it is read as a model that can
// be checked or refused.
func FuzzParts(f *testing.F) {
	f.Add([]byte("\x00\x02\x01\x02\x01\x04\x01\x02\x02\x04"))
	f.Fuzz(func(t *testing.T, content []byte) {
		p := fileReader{rest: content}
		p.text()
		if m := p.model(); !p.failed && m.Check(10) == nil {
			m.Scorer(make([]int32, 10)).Score([]uint8{7}, 0)
		}
	})
}

// randomModel returns a model that passes Check: trees of any shape, some of one leaf.
func randomModel(rng *rand.Rand, columns int) *Model {
	m := &Model{Bias: int32(rng.IntN(9000)) - 4500}
	for range rng.IntN(20) {
		t := Tree{Leaves: []int16{int16(rng.IntN(1 << 16))}}
		for n := range rng.IntN(MaxLeaves) {
			if n > 20 && rng.IntN(4) > 0 {
				break
			}
			t.split(rng, Node{Column: uint16(rng.IntN(columns)), Limit: uint8(rng.IntN(1 << (1 + rng.IntN(8))))})
		}
		m.Trees = append(m.Trees, t)
	}
	return m
}

// split puts a node in the place of a leaf.
func (t *Tree) split(rng *rand.Rand, node Node) {
	leaf := int16(rng.IntN(len(t.Leaves)))
	for n := range t.Nodes {
		if t.Nodes[n].Low == ^leaf {
			t.Nodes[n].Low = int16(len(t.Nodes))
		}
		if t.Nodes[n].High == ^leaf {
			t.Nodes[n].High = int16(len(t.Nodes))
		}
	}
	node.Low, node.High = ^leaf, ^int16(len(t.Leaves))
	t.Nodes = append(t.Nodes, node)
	t.Leaves = append(t.Leaves, int16(rng.IntN(1<<16)))
}

// TestScores: Scores gives any number of rows the scores that Score gives each.
func TestScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const columns, size = 5, 400
	distances := []int32{0, size - 3, 2*size + 3, 3 * size, 4*size + 1}
	table := make([]uint8, columns*size)
	var b Batch
	for range 300 {
		m := randomModel(rng, columns)
		if err := m.Check(columns); err != nil {
			t.Fatal(err)
		}
		most := 1 + rng.IntN(MaxValue+1)
		for i := range table {
			table[i] = uint8(rng.IntN(most))
		}
		s := m.Scorer(distances)
		place, n := 3+rng.IntN(60), rng.IntN(300)
		scores := make([]int32, n)
		s.Scores(table, place, scores, &b)
		for i, got := range scores {
			if want := s.Score(table, place+i); got != want {
				t.Fatalf("%d trees, row %d of %d: %d, want %d", len(m.Trees), i, n, got, want)
			}
		}
	}
}
