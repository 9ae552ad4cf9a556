package trees

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
)

// A Problem is a training problem: to find trees that give high scores to positive rows
// and low ones to others. The value of column c in row r is Table[Places[r]+Distances[c]].
type Problem struct {
	Table     []uint8
	Distances []int32   // of the columns
	Places    []int32   // of the rows
	Targets   []float32 // how far each row is positive, from 0 to 1
	Weights   []float32 // how much each row counts, 0 or more
}

// Settings say how trees are learned.
type Settings struct {
	Trees       int     // how many, at most MaxTrees
	Leaves      int     // of a tree, from 2 to MaxLeaves
	Rate        float64 // the share of each step that is taken; above 0, at most 1
	Ridge       float64 // holds the values of small leaves down: added to the second derivatives; 0 or more
	LeastWeight float64 // the least sum of second derivatives in a leaf, where the mean weight of a row is 1; 0 or more
	RowShare    float64 // of the rows, which are drawn anew for each tree; above 0, at most 1
	ColumnShare float64 // of the columns, in the same way
	Seed        uint64  // of the drawing
}

// check returns an error if the problem or the settings are not valid.
func (p *Problem) check(s *Settings) error {
	isShare := func(v float64) bool { return v > 0 && v <= 1 }
	switch {
	case s.Trees < 0 || s.Trees > MaxTrees || s.Leaves < 2 || s.Leaves > MaxLeaves:
		return fmt.Errorf("trees: %d trees of %d leaves; want at most %d of 2 to %d", s.Trees, s.Leaves, MaxTrees, MaxLeaves)
	case !isShare(s.Rate) || !isShare(s.RowShare) || !isShare(s.ColumnShare) || !(s.Ridge >= 0) || !(s.LeastWeight >= 0):
		return fmt.Errorf("trees: a setting is out of range: %+v", *s)
	case len(p.Places) == 0 || len(p.Distances) == 0 || len(p.Distances) > MaxColumns:
		return fmt.Errorf("trees: %d rows and %d columns; want at least one of each and at most %d columns", len(p.Places), len(p.Distances), MaxColumns)
	case len(p.Targets) != len(p.Places) || len(p.Weights) != len(p.Places):
		return errors.New("trees: the rows, targets and weights differ in number")
	}
	for r, place := range p.Places {
		if !(p.Weights[r] >= 0) || !isShare(float64(p.Targets[r])) && p.Targets[r] != 0 {
			return fmt.Errorf("trees: row %d has target %v and weight %v", r, p.Targets[r], p.Weights[r])
		}
		for _, d := range p.Distances {
			if at := int(place) + int(d); at < 0 || at >= len(p.Table) {
				return fmt.Errorf("trees: row %d has a column outside of the table", r)
			}
		}
	}
	return nil
}

// Train learns a model by gradient boosting with the logistic loss. Each tree grows
// leaf by leaf, where the loss falls most. All cores work, and the result does not
// depend on their number: derivatives are rounded to integers before they are added up.
func (p *Problem) Train(s Settings) (*Model, error) {
	if err := p.check(&s); err != nil {
		return nil, err
	}
	t := newTrainer(p, s)
	m := &Model{Bias: t.bias()}
	for i := range t.scores {
		t.scores[i] = m.Bias
	}
	for range s.Trees {
		t.derive()
		m.Trees = append(m.Trees, t.grow())
	}
	return m, nil
}

// sums are the sums of the first and second derivatives of the loss over some rows.
type sums struct{ first, second int64 }

func (a *sums) add(b sums)      { a.first += b.first; a.second += b.second }
func (a *sums) subtract(b sums) { a.first -= b.first; a.second -= b.second }

// A trainer holds the state of a training.
type trainer struct {
	*Problem
	Settings
	weights []float64 // so that their mean is 1
	scores  []int32
	slopes  []slope
	rng     *rand.Rand
	columns []int // of the present tree
	rows    []int32
	begins  []int // by column, where its values begin in a histogram
	free    [][]sums
	next    []int32
}

// A slope has the derivatives of the loss of a row, in units of 1/derivative.
type slope struct{ first, second int32 }

// derivative is the unit of derivatives. The largest weight is cut so that none
// exceeds 32 bits.
const (
	derivative = 1 << 16
	mostWeight = 1 << 12
)

func newTrainer(p *Problem, s Settings) *trainer {
	n := len(p.Places)
	t := &trainer{Problem: p, Settings: s, weights: make([]float64, n), scores: make([]int32, n), slopes: make([]slope, n),
		rng: rand.New(rand.NewPCG(s.Seed, 0)), begins: []int{0}, next: make([]int32, n)}
	sum := 0.0
	for _, w := range p.Weights {
		sum += float64(w)
	}
	for i, w := range p.Weights {
		if sum > 0 {
			t.weights[i] = min(float64(w)*float64(n)/sum, mostWeight)
		}
	}
	for c, values := range t.counts() {
		t.begins = append(t.begins, t.begins[c]+values)
	}
	return t
}

// counts returns one more than the largest value of each column.
func (t *trainer) counts() []int {
	counts := make([]int, len(t.Distances))
	parallel(len(counts), func(c int) {
		for _, place := range t.Places {
			counts[c] = max(counts[c], int(t.Table[place+t.Distances[c]])+1)
		}
	})
	return counts
}

// bias returns the score with the least loss if all rows had the same.
func (t *trainer) bias() int32 {
	positive, all := 0.5, 1.0
	for i, w := range t.weights {
		positive += w * float64(t.Targets[i])
		all += w
	}
	return int32(math.Round(Unit * math.Log(positive/(all-positive))))
}

// derive computes the derivatives at the present scores.
func (t *trainer) derive() {
	const part = 1 << 14
	parallel((len(t.scores)+part-1)/part, func(k int) {
		for i := k * part; i < min((k+1)*part, len(t.scores)); i++ {
			p := 1 / (1 + math.Exp(-float64(t.scores[i])/Unit))
			w := t.weights[i] * derivative
			t.slopes[i] = slope{int32(math.Round(w * (p - float64(t.Targets[i])))), int32(math.Round(w * p * (1 - p)))}
		}
	})
}

// A leaf is a leaf of a growing tree: its rows are t.rows[begin:end].
type leaf struct {
	begin, end int
	total      sums
	histogram  []sums
	split      split
	parent     int // node, or -1
	high       bool
}

// A split is a way to divide a leaf.
type split struct {
	gain   float64
	column int
	limit  uint8
	low    sums
}

// grow learns a tree, adds it to the scores and returns it.
func (t *trainer) grow() Tree {
	t.draw()
	root := &leaf{end: len(t.rows), parent: -1}
	for _, r := range t.rows {
		root.total.add(sums{int64(t.slopes[r].first), int64(t.slopes[r].second)})
	}
	t.fill(root)
	t.findSplit(root)
	leaves := []*leaf{root}
	var tree Tree
	for len(leaves) < t.Leaves {
		best := 0
		for i, l := range leaves {
			if l.split.gain > leaves[best].split.gain {
				best = i
			}
		}
		if leaves[best].split.gain <= 0 {
			break
		}
		low, high := t.divide(leaves[best], &tree)
		leaves[best] = low
		leaves = append(leaves, high)
	}
	for i, l := range leaves {
		tree.Leaves = append(tree.Leaves, t.value(l.total))
		tree.set(l.parent, l.high, ^int16(i))
		t.free = append(t.free, l.histogram)
	}
	t.addTree(&tree)
	return tree
}

// draw chooses the rows and the columns of the next tree.
func (t *trainer) draw() {
	t.rows, t.columns = t.rows[:0], t.columns[:0]
	for r := range t.Places {
		if t.RowShare == 1 || t.rng.Float64() < t.RowShare {
			t.rows = append(t.rows, int32(r))
		}
	}
	for c := range t.Distances {
		if t.ColumnShare == 1 || t.rng.Float64() < t.ColumnShare {
			t.columns = append(t.columns, c)
		}
	}
}

// fill computes the histogram of a leaf.
func (t *trainer) fill(l *leaf) {
	size := t.begins[len(t.begins)-1]
	if n := len(t.free); n > 0 {
		l.histogram, t.free = t.free[n-1], t.free[:n-1]
		clear(l.histogram)
	} else {
		l.histogram = make([]sums, size)
	}
	parts := runtime.GOMAXPROCS(0)
	if l.end-l.begin < 1<<10 {
		parts = 1
	}
	parallel(parts, func(k int) {
		columns := t.columns[len(t.columns)*k/parts : len(t.columns)*(k+1)/parts]
		for _, r := range t.rows[l.begin:l.end] {
			place, s := t.Places[r], t.slopes[r]
			for _, c := range columns {
				l.histogram[t.begins[c]+int(t.Table[place+t.Distances[c]])].add(sums{int64(s.first), int64(s.second)})
			}
		}
	})
}

// findSplit finds the split of a leaf with the largest gain.
func (t *trainer) findSplit(l *leaf) {
	found := make([]split, len(t.columns))
	parallel(len(t.columns), func(k int) { found[k] = t.bestLimit(l, t.columns[k]) })
	for _, s := range found {
		if s.gain > l.split.gain {
			l.split = s
		}
	}
}

// bestLimit returns the best split of a leaf at a column.
func (t *trainer) bestLimit(l *leaf, c int) (best split) {
	least := int64(t.LeastWeight * derivative)
	whole := t.quality(l.total)
	var low sums
	values := l.histogram[t.begins[c]:t.begins[c+1]]
	for v := range len(values) - 1 {
		if values[v] == (sums{}) {
			continue
		}
		low.add(values[v])
		high := l.total
		high.subtract(low)
		if low.second < least || high.second < least {
			continue
		}
		if gain := t.quality(low) + t.quality(high) - whole; gain > best.gain {
			best = split{gain, c, uint8(v), low}
		}
	}
	return best
}

// quality is twice how much the loss of some rows falls when they get their best score.
func (t *trainer) quality(s sums) float64 {
	first, second := float64(s.first)/derivative, float64(s.second)/derivative
	return first * first / (second + t.Ridge + 1e-9)
}

// value returns what a leaf adds to the score of its rows.
func (t *trainer) value(s sums) int16 {
	first, second := float64(s.first)/derivative, float64(s.second)/derivative
	v := math.Round(-t.Rate * Unit * first / (second + t.Ridge + 1e-9))
	return int16(max(-math.MaxInt16, min(math.MaxInt16, v)))
}

// divide adds a node that divides a leaf, and returns the two new leaves.
func (t *trainer) divide(l *leaf, tree *Tree) (low, high *leaf) {
	s := l.split
	n := len(tree.Nodes)
	tree.Nodes = append(tree.Nodes, Node{Column: uint16(s.column), Limit: s.limit})
	tree.set(l.parent, l.high, int16(n))
	middle := t.partition(l)
	low = &leaf{begin: l.begin, end: middle, total: s.low, parent: n}
	high = &leaf{begin: middle, end: l.end, total: l.total, parent: n, high: true}
	high.total.subtract(s.low)
	small, large := low, high
	if low.end-low.begin > high.end-high.begin {
		small, large = high, low
	}
	t.fill(small)
	large.histogram = l.histogram
	for i, v := range small.histogram {
		large.histogram[i].subtract(v)
	}
	t.findSplit(low)
	t.findSplit(high)
	return low, high
}

// partition puts the rows of a leaf with low values first, and returns where the others
// begin. Within both parts their order stays.
func (t *trainer) partition(l *leaf) int {
	d, limit := t.Distances[l.split.column], l.split.limit
	rows := t.rows[l.begin:l.end]
	n, rest := 0, t.next[:0]
	for _, r := range rows {
		if t.Table[t.Places[r]+d] <= limit {
			rows[n] = r
			n++
		} else {
			rest = append(rest, r)
		}
	}
	copy(rows[n:], rest)
	return l.begin + n
}

// set sets where a node leads; n is -1 for the place of the root.
func (t *Tree) set(n int, high bool, to int16) {
	switch {
	case n < 0:
	case high:
		t.Nodes[n].High = to
	default:
		t.Nodes[n].Low = to
	}
}

// addTree adds a tree to the scores of all rows.
func (t *trainer) addTree(tree *Tree) {
	one := (&Model{Trees: []Tree{*tree}}).Scorer(t.Distances)
	const part = 1 << 14
	parallel((len(t.scores)+part-1)/part, func(k int) {
		for i := k * part; i < min((k+1)*part, len(t.scores)); i++ {
			t.scores[i] += one.Score(t.Table, int(t.Places[i]))
		}
	})
}

// parallel calls f with each number below n, on all cores.
func parallel(n int, f func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var all sync.WaitGroup
	next := make(chan int)
	for range workers {
		all.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}
