package union

import "bytes"

// align returns, for each word of b, the number of the same word of a, or -1. Both
// sequences are compared by the algorithm of Myers (An O(ND) Difference Algorithm and Its
// Variations, 1986), which leaves as few words as possible without a partner. Where they
// differ so much that it would take long, it goes on as [resync] does.
func align(a, b *side) []int32 {
	partners := make([]int32, len(b.words))
	for j := range partners {
		partners[j] = -1
	}
	same := func(i, j int) bool {
		x, y := &a.words[i], &b.words[j]
		return bytes.Equal(a.text[x.begin:x.end], b.text[y.begin:y.end])
	}
	low, n, m := 0, len(a.words), len(b.words)
	for low < n && low < m && same(low, low) {
		partners[low] = int32(low)
		low++
	}
	for low < n && low < m && same(n-1, m-1) {
		n, m = n-1, m-1
		partners[m] = int32(n)
	}
	if low < n && low < m {
		middle := difference{from: low, n: n - low, m: m - low, same: same, partners: partners}
		if !middle.shortest() {
			middle.resync()
		}
	}
	return partners
}

// A difference is a stretch of two sequences of words, n and m words from the same number
// on, that begins and ends with words that differ.
type difference struct {
	from, n, m int
	same       func(i, j int) bool
	partners   []int32
}

// Comparisons are bounded by a number for each word and one for each stretch, and memory
// by that of the comparisons, of which each takes 4 bytes at most.
const (
	stepsPerWord = 32
	stepsAtLeast = 1 << 14
	stepsAtMost  = 1 << 24
)

// shortest finds partners by the shortest edit script. It reports false if it gives up.
func (d *difference) shortest() bool {
	steps := min(stepsAtLeast+stepsPerWord*(d.n+d.m), stepsAtMost)
	var reached [][]int32 // for each distance, how far its diagonals -distance, -distance+2, ..., distance come in a
	for distance := 0; steps > 0; distance++ {
		now := make([]int32, distance+1)
		for i := range now {
			x, _ := begin(reached, distance, i)
			y := x - (2*i - distance)
			for x < d.n && y < d.m && d.same(d.from+x, d.from+y) {
				x, y, steps = x+1, y+1, steps-1
			}
			now[i] = int32(x)
			if x >= d.n && y >= d.m {
				d.retrace(reached, distance, i)
				return true
			}
		}
		steps -= len(now)
		reached = append(reached, now)
	}
	return false
}

// begin returns where the path of a distance begins on its diagonal number i, after its
// last step, and whether that step leaves out a word of a, and not of b.
func begin(reached [][]int32, distance, i int) (x int, ofA bool) {
	if distance == 0 {
		return 0, false
	}
	before := reached[distance-1]
	if i == 0 || i < distance && before[i-1] < before[i] {
		return int(before[i]), false
	}
	return int(before[i-1]) + 1, true
}

// retrace makes partners of the words on the path that ends on a diagonal.
func (d *difference) retrace(reached [][]int32, distance, i int) {
	x := d.n
	for ; distance >= 0; distance-- {
		from, ofA := begin(reached, distance, i)
		for y := x - (2*i - distance); x > from; {
			x, y = x-1, y-1
			d.partners[d.from+y] = int32(d.from + x)
		}
		if ofA {
			x, i = x-1, i-1
		}
	}
}

// near is how many words resync looks ahead.
const near = 16

// resync finds partners word by word. Where two words differ, it goes on with the next
// pair of equal words within a few words, or else with the words after them.
func (d *difference) resync() {
	for x, y := 0, 0; x < d.n && y < d.m; x, y = x+1, y+1 {
		x, y = d.nextPair(x, y)
		if x < d.n && y < d.m && d.same(d.from+x, d.from+y) {
			d.partners[d.from+y] = int32(d.from + x)
		}
	}
}

// nextPair returns the next pair of equal words, or x and y if it is too far away.
func (d *difference) nextPair(x, y int) (int, int) {
	for sum := range near {
		for k := range sum + 1 {
			if i, j := x+k, y+sum-k; i < d.n && j < d.m && d.same(d.from+i, d.from+j) {
				return i, j
			}
		}
	}
	return x, y
}
