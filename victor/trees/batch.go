package trees

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// MaxValue is the largest value in a table for [Scorer.Scores].
const MaxValue = 1<<7 - 1

// A Batch is memory for [Scorer.Scores]. Its zero value is ready to use. It must not be
// used by two goroutines at a time.
type Batch struct {
	above []uint64              // by comparison: the rows whose value is above the limit
	at    [2 * MaxLeaves]uint64 // by node of a tree, and then by leaf: the rows that come there
}

// setSize is how many rows are in a set, which is a uint64.
const setSize = 64

// A comparison is one that any number of nodes make.
type comparison struct {
	distance int32
	limit    uint8
}

// A fork is a node that divides a set of rows. Where they go is counted over the nodes of
// its tree and then its leaves.
type fork struct {
	comparison int32
	low, high  int16
}

// A span says which nodes and which leaves of a Scorer are those of a tree.
type span struct{ node, nodes, leaf, leaves int32 }

// addForks sets the comparisons, in the order of the table, and the forks.
func (s *Scorer) addForks() {
	order := func(a, b comparison) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.limit, b.limit))
	}
	for _, n := range s.nodes {
		s.comparisons = append(s.comparisons, comparison{n.distance, n.limit})
	}
	slices.SortFunc(s.comparisons, order)
	s.comparisons = slices.Compact(s.comparisons)
	for _, t := range s.spans {
		at := func(to int32) int16 {
			if to < 0 {
				return int16(t.nodes + ^to - t.leaf)
			}
			return int16(to - t.node)
		}
		for _, n := range s.nodes[t.node : t.node+t.nodes] {
			k, _ := slices.BinarySearchFunc(s.comparisons, comparison{n.distance, n.limit}, order)
			s.forks = append(s.forks, fork{int32(k), at(n.low), at(n.high)})
		}
	}
}

// Scores sets scores to those of the row at a place of a table and of the rows at the
// places after it, as [Scorer.Score] returns them. No value may be above [MaxValue]. The
// table must have the columns of as many rows as the next multiple of 8 of len(scores).
//
// It is faster than Score, for the shipped model of package victor twice as fast: the
// rows are compared with each limit once, eight at a time, and go through each
// tree as sets, which takes the same time for likely and unlikely ways.
func (s *Scorer) Scores(table []uint8, place int, scores []int32, b *Batch) {
	b.above = slices.Grow(b.above[:0], len(s.comparisons))[:len(s.comparisons)]
	for len(scores) > 0 {
		n := min(len(scores), setSize)
		s.compare(table, place, n, b.above)
		s.addLeaves(scores[:n], b)
		scores, place = scores[n:], place+n
	}
}

const (
	lowBits  = 0x0101010101010101 // of each byte of a word
	highBits = lowBits << 7

	// gather, multiplied by a word with no bits but the high ones of its bytes, moves
	// them to the word's highest byte.
	gather = 1<<49 | 1<<42 | 1<<35 | 1<<28 | 1<<21 | 1<<14 | 1<<7 | 1
)

// compare makes all comparisons for n rows, at most setSize, eight at a time: a value above
// a limit sets the high bit of its byte when MaxValue minus the limit is added.
func (s *Scorer) compare(table []uint8, place, n int, above []uint64) {
	for k, c := range s.comparisons {
		set, add := uint64(0), uint64(MaxValue-min(c.limit, MaxValue))*lowBits
		column := table[place+int(c.distance):]
		for i := 0; i < n; i += 8 {
			word := binary.LittleEndian.Uint64(column[i:]) + add
			set |= (word & highBits * gather >> 56) << i
		}
		above[k] = set
	}
}

// addLeaves sets the scores to the sums of the leaves that the rows of a set come to.
func (s *Scorer) addLeaves(scores []int32, b *Batch) {
	for i := range scores {
		scores[i] = s.bias
	}
	all := ^uint64(0) >> (setSize - len(scores))
	for _, t := range s.spans {
		b.at[0] = all
		for k, f := range s.forks[t.node : t.node+t.nodes] {
			here, above := b.at[k], b.above[f.comparison]
			b.at[f.low], b.at[f.high] = here&^above, here&above
		}
		for k, value := range s.leaf[t.leaf : t.leaf+t.leaves] {
			for rows := b.at[int(t.nodes)+k]; rows != 0; rows &= rows - 1 {
				scores[bits.TrailingZeros64(rows)] += value
			}
		}
	}
}
