// Package context has the context-sensitive stage of jusText, which packages
// justext and victor share: it decides about short and near-good blocks by the
// blocks around them (docs/justext.md, "Context-sensitive classification").
package context

// A Class is what is known of a block without its neighbours.
type Class uint8

// Bad and Good are final. Short and NearGood are open: the context decides.
const (
	Bad Class = iota
	Short
	NearGood
	Good
)

// A Verdict says how the context has decided about an open block, and why.
type Verdict uint8

const (
	BetweenBad      Verdict = iota // bad: its run stands between bad blocks
	NothingNearGood                // bad: its run stands between a good and a bad block, and none of it is near good
	BadSide                        // bad: it stands beyond the near-good block that is nearest to the bad one
	BetweenGood                    // good: its run stands between good blocks
	GoodSide                       // good: it stands between the good block and that near-good block
	NearestToBad                   // good: it is that near-good block
)

// IsGood reports whether the verdict makes a block good.
func (v Verdict) IsGood() bool { return v >= BetweenGood }

// Decide calls decide for every open block, in order. A run of open blocks is
// decided by the two blocks on its sides; the edges of the page count as bad.
// The time is linear in the number of blocks.
func Decide[B any](blocks []B, class func(*B) Class, decide func(*B, Verdict)) {
	before := Bad
	for begin := 0; begin < len(blocks); {
		if c := class(&blocks[begin]); c == Bad || c == Good {
			before = c
			begin++
			continue
		}
		run := run{begin: begin, first: -1, last: -1}
		for run.end = begin; run.end < len(blocks); run.end++ {
			c := class(&blocks[run.end])
			if c == Bad || c == Good {
				run.after = c
				break
			}
			run.note(c)
		}
		run.before = before
		for i := begin; i < run.end; i++ {
			decide(&blocks[i], run.verdict(i))
		}
		begin = run.end
	}
}

// A run is a run of open blocks.
type run struct {
	begin, end    int
	before, after Class // of the blocks on its sides, Bad or Good
	first, last   int   // near-good block, or -1
}

func (r *run) note(c Class) {
	if c != NearGood {
		return
	}
	if r.first < 0 {
		r.first = r.end
	}
	r.last = r.end
}

// verdict decides about block i of the run.
func (r *run) verdict(i int) Verdict {
	switch {
	case r.before == r.after && r.before == Good:
		return BetweenGood
	case r.before == r.after:
		return BetweenBad
	case r.first < 0:
		return NothingNearGood
	}
	nearest, onGoodSide := r.first, i > r.first
	if r.before == Good {
		nearest, onGoodSide = r.last, i < r.last
	}
	switch {
	case i == nearest:
		return NearestToBad
	case onGoodSide:
		return GoodSide
	}
	return BadSide
}
