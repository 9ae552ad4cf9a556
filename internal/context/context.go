// Package context has the context-sensitive stage of jusText, which packages justext and
// victor share: it decides about short and near-good blocks by the blocks around them
// (docs/justext.md, "Context-sensitive classification").
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

func (c Class) isOpen() bool { return c == Short || c == NearGood }

// A Verdict says how the context has decided about an open block, and why.
type Verdict uint8

const (
	BetweenBad      Verdict = iota // bad: its sequence stands between bad blocks
	NothingNearGood                // bad: its sequence stands between a good and a bad block, and has no near-good block
	BadSide                        // bad: between the near-good block nearest to the bad one and the bad one
	BetweenGood                    // good: its sequence stands between good blocks
	GoodSide                       // good: between that near-good block and the good one
	NearestToBad                   // good: that near-good block
)

// IsGood reports whether the verdict makes a block good.
func (v Verdict) IsGood() bool { return v >= BetweenGood }

// Decide calls decide for every open block, in order. Open blocks form sequences, and the
// blocks on both sides of a sequence decide about it. The ends of the page count as bad.
// class must not change for blocks that are not open. The time is linear in the number of
// blocks.
func Decide[B any](blocks []B, class func(*B) Class, decide func(*B, Verdict)) {
	left := Bad
	for begin := 0; begin < len(blocks); begin++ {
		c := class(&blocks[begin])
		if !c.isOpen() {
			left = c
			continue
		}
		s := sequence{left: left, first: -1, last: -1}
		for s.end = begin; s.end < len(blocks); s.end++ {
			if c = class(&blocks[s.end]); !c.isOpen() {
				s.right = c
				break
			}
			s.note(c)
		}
		for i := begin; i < s.end; i++ {
			decide(&blocks[i], s.verdict(i))
		}
		begin = s.end - 1
	}
}

// A sequence is one of open blocks.
type sequence struct {
	end         int
	left, right Class // of the blocks on both sides, Bad or Good
	first, last int   // near-good blocks, or -1
}

// note adds a block at the end.
func (s *sequence) note(c Class) {
	if c != NearGood {
		return
	}
	if s.first < 0 {
		s.first = s.end
	}
	s.last = s.end
}

// verdict decides about block i of the sequence.
func (s *sequence) verdict(i int) Verdict {
	switch {
	case s.left == Good && s.right == Good:
		return BetweenGood
	case s.left == Bad && s.right == Bad:
		return BetweenBad
	case s.first < 0:
		return NothingNearGood
	}
	// The near-good block nearest to the bad side divides the sequence.
	divider, onGoodSide := s.first, i > s.first
	if s.left == Good {
		divider, onGoodSide = s.last, i < s.last
	}
	switch {
	case i == divider:
		return NearestToBad
	case onGoodSide:
		return GoodSide
	}
	return BadSide
}
