// Package trees has binary decision trees, added up, and learns them by gradient
// boosting (Friedman, 2001). It knows numbers only, and no HTML: a row is a place in a
// table of bytes, and a column is a distance from that place.
//
// The scores are sums of integers, so that a model gives a row the same score on every
// machine.
package trees

import "fmt"

// A Model is a sum of trees. Its score of a row is the logarithm of the odds that the
// row is positive.
type Model struct {
	Bias  int32 // the score of a row before any tree, in units of 1/Unit
	Trees []Tree
}

// Unit is how many units of a score are 1.
const Unit = 1 << 12

// A Tree is a binary decision tree. A tree without nodes has one leaf.
type Tree struct {
	Nodes  []Node
	Leaves []int16 // what the tree adds to the score of a row, in units of 1/Unit
}

// A Node compares a column of a row with a limit. Low is where a row goes on whose
// value is at most Limit, High where any other does: the index of a later node if it is
// 0 or more, or else ^Low or ^High is the index of a leaf.
type Node struct {
	Column    uint16
	Limit     uint8
	Low, High int16
}

// Limits of a model.
const (
	MaxTrees   = 1 << 12
	MaxLeaves  = 1 << 8 // of a tree
	MaxColumns = 1 << 12
)

// Check returns an error if a tree has a node whose column is not one of a number of
// columns, that leads to a node before it or to none, or if the model is too large.
func (m *Model) Check(columns int) error {
	if columns > MaxColumns || len(m.Trees) > MaxTrees {
		return fmt.Errorf("trees: %d columns and %d trees; at most %d and %d", columns, len(m.Trees), MaxColumns, MaxTrees)
	}
	for i := range m.Trees {
		t := &m.Trees[i]
		if len(t.Leaves) != len(t.Nodes)+1 || len(t.Leaves) > MaxLeaves {
			return fmt.Errorf("trees: tree %d has %d nodes and %d leaves", i, len(t.Nodes), len(t.Leaves))
		}
		for n, node := range t.Nodes {
			if int(node.Column) >= columns || !t.leads(n, node.Low) || !t.leads(n, node.High) {
				return fmt.Errorf("trees: tree %d, node %d is not valid: %+v", i, n, node)
			}
		}
	}
	return nil
}

// leads reports whether node n may lead to a place: to a later node or to a leaf.
func (t *Tree) leads(n int, to int16) bool {
	if to < 0 {
		return int(^to) < len(t.Leaves)
	}
	return int(to) > n && int(to) < len(t.Nodes)
}

// A Scorer gives scores to the rows of a table. It is immutable.
type Scorer struct {
	bias  int32
	nodes []step
	roots []int32 // of the trees; leaves are below 0
	leaf  []int32

	comparisons []comparison // for Scores
	forks       []fork
	spans       []span
}

// A step is a node of any tree. The indexes are those of the Scorer.
type step struct {
	distance  int32
	low, high int32
	limit     uint8
}

// Scorer returns the model for a table in which a column is the byte at some distance
// from the place of the row. The model must have passed Check with as many columns.
func (m *Model) Scorer(distances []int32) *Scorer {
	s := &Scorer{bias: m.Bias}
	for i := range m.Trees {
		t := &m.Trees[i]
		nodes, leaves := int32(len(s.nodes)), int32(len(s.leaf))
		at := func(to int16) int32 {
			if to < 0 {
				return ^(int32(^to) + leaves)
			}
			return int32(to) + nodes
		}
		for _, n := range t.Nodes {
			s.nodes = append(s.nodes, step{distances[n.Column], at(n.Low), at(n.High), n.Limit})
		}
		for _, v := range t.Leaves {
			s.leaf = append(s.leaf, int32(v))
		}
		root := int32(^leaves)
		if len(t.Nodes) > 0 {
			root = nodes
		}
		s.roots = append(s.roots, root)
		s.spans = append(s.spans, span{nodes, int32(len(t.Nodes)), leaves, int32(len(t.Leaves))})
	}
	s.addForks()
	return s
}

// Score returns the score of the row at a place of a table, in units of 1/Unit. All
// columns of the row must be in the table.
func (s *Scorer) Score(table []uint8, place int) int32 {
	sum := s.bias
	for _, at := range s.roots {
		for at >= 0 {
			n := &s.nodes[at]
			if table[place+int(n.distance)] <= n.limit {
				at = n.low
			} else {
				at = n.high
			}
		}
		sum += s.leaf[^at]
	}
	return sum
}

// Parts divides the score of a row, in units of 1/Unit, among the columns that led to it:
// where a node leads the row to one side, its column gets what the mean of the leaves
// there is above the mean of the leaves on both sides (Saabas, 2014). The rest is what
// all rows have in common. The parts and the rest add up to the score. The model must
// have passed Check with as many columns as there are distances.
func (m *Model) Parts(table []uint8, place int, distances []int32) (parts []float64, rest float64) {
	parts, rest = make([]float64, len(distances)), float64(m.Bias)
	for i := range m.Trees {
		t := &m.Trees[i]
		if len(t.Nodes) == 0 {
			rest += float64(t.Leaves[0])
			continue
		}
		means, _ := t.means()
		rest += means[0]
		for at := int16(0); at >= 0; {
			n := &t.Nodes[at]
			next, here := n.High, means[at]
			if table[place+int(distances[n.Column])] <= n.Limit {
				next = n.Low
			}
			if at = next; at >= 0 {
				parts[n.Column] += means[at] - here
			} else {
				parts[n.Column] += float64(t.Leaves[^at]) - here
			}
		}
	}
	return parts, rest
}

// means returns, for each node, the mean of the leaves that it leads to, and how many
// they are.
func (t *Tree) means() (means, leaves []float64) {
	means, leaves = make([]float64, len(t.Nodes)), make([]float64, len(t.Nodes))
	for n := len(t.Nodes) - 1; n >= 0; n-- {
		sum := 0.0
		for _, to := range [...]int16{t.Nodes[n].Low, t.Nodes[n].High} {
			if to < 0 {
				sum += float64(t.Leaves[^to])
				leaves[n]++
			} else {
				sum += means[to] * leaves[to]
				leaves[n] += leaves[to]
			}
		}
		means[n] = sum / leaves[n]
	}
	return means, leaves
}
