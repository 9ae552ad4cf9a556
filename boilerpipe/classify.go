package boilerpipe

// This file has the classifiers, which mark each block by its features and those of
// its neighbours (docs/boilerpipe.md, "Classifiers").

// edge stands for the block before the first and after the last one.
var edge TextBlock

// neighbours returns the block at i and the ones before and after it.
func neighbours(blocks []TextBlock, i int) (prev, current, next *TextBlock) {
	prev, current, next = &edge, &blocks[i], &edge
	if i > 0 {
		prev = &blocks[i-1]
	}
	if i+1 < len(blocks) {
		next = &blocks[i+1]
	}
	return prev, current, next
}

// classify marks each block as content or not by a rule that looks at the block and
// its neighbours.
func classify(d *TextDocument, isContent func(prev, current, next *TextBlock) bool) (changed bool) {
	for i := range d.Blocks {
		if d.stopped(i) {
			break
		}
		prev, current, next := neighbours(d.Blocks, i)
		dropped := droppedForWords
		if current.LinkDensity() > maxLinkDensity {
			dropped = droppedForLinks
		}
		changed = current.choose(isContent(prev, current, next), keptByWords, dropped) || changed
	}
	return changed
}

// label adds a label and reports whether that changed the block.
func (b *TextBlock) label(l Label) (changed bool) {
	changed = b.Labels&l != l
	b.Labels |= l
	return changed
}

// The thresholds of both decision trees.
const (
	maxLinkDensity     = 0.333333
	maxPrevLinkDensity = 0.555556
)

// NumWordsRulesClassifier marks blocks as content or not by the numbers of words and
// the link density of the block and its neighbours. It is Algorithm 2 of
// Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text
// Features" (2010), a decision tree learned from English news pages.
func NumWordsRulesClassifier(d *TextDocument) (changed bool) { return classify(d, numWordsRules) }

// numWordsRules is the decision tree of the paper from its root to its leaves.
func numWordsRules(prev, current, next *TextBlock) (content bool) {
	if float64(current.LinkDensity()) <= maxLinkDensity {
		if float64(prev.LinkDensity()) <= maxPrevLinkDensity {
			if current.Words <= 16 {
				if next.Words <= 15 {
					return prev.Words > 4
				}
				return true
			}
			return true
		}
		if current.Words <= 40 {
			return next.Words > 17
		}
		return true
	}
	return false
}

// DensityRulesClassifier marks blocks as content or not by the text density and the
// link density of the block and its neighbours. It is Algorithm 1 of the paper that
// [NumWordsRulesClassifier] names.
func DensityRulesClassifier(d *TextDocument) (changed bool) { return classify(d, densityRules) }

// densityRules is the decision tree of the paper from its root to its leaves.
func densityRules(prev, current, next *TextBlock) (content bool) {
	if float64(current.LinkDensity()) <= maxLinkDensity {
		if float64(prev.LinkDensity()) <= maxPrevLinkDensity {
			if current.TextDensity() <= 9 {
				if next.TextDensity() <= 10 {
					return prev.TextDensity() > 4
				}
				return true
			}
			return next.TextDensity() != 0
		}
		return next.TextDensity() > 11
	}
	return false
}

// CanolaClassifier marks blocks as content or not by the numbers of words and the
// link density of the block and its neighbours. Its rules were learned from the pages
// of KrdWrd's Canola corpus.
func CanolaClassifier(d *TextDocument) (changed bool) { return classify(d, canolaRules) }

func canolaRules(prev, current, next *TextBlock) bool {
	switch {
	case current.AnchorWords > 0 && next.Words > 11, current.Words > 19:
		return true
	case next.Words > 6 && next.AnchorWords == 0 && prev.AnchorWords == 0:
		return current.Words > 6 || prev.Words > 7 || next.Words > 19
	}
	return false
}
