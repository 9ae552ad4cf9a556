package view

import (
	"fmt"

	"github.com/seed42075109/justext/boilerpipe"
)

// This file tells the path that a block takes through boilerpipe's decision trees
// (docs/boilerpipe.md, Classifiers). TestTrees compares the leaves with what the
// classifiers say.

// A path collects the conditions on the way through a tree.
type path struct{ steps []Step }

// test notes a condition and returns whether it holds.
func (p *path) test(holds bool, format string, values ...any) bool {
	p.steps = append(p.steps, Step{fmt.Sprintf(format, values...), holds})
	return holds
}

const (
	mostLinks     = 0.333333
	mostPrevLinks = 0.555556
)

// numWordsPath is the path through the tree of numbers of words.
func numWordsPath(prev, current, next *boilerpipe.TextBlock) ([]Step, bool) {
	var p path
	if !p.test(float64(current.LinkDensity()) <= mostLinks, "its link density %.3f is at most 0.333", current.LinkDensity()) {
		return p.steps, false
	}
	if p.test(float64(prev.LinkDensity()) <= mostPrevLinks, "the link density %.3f of the block before is at most 0.556", prev.LinkDensity()) {
		if !p.test(current.Words <= 16, "it has %d words, at most 16", current.Words) {
			return p.steps, true
		}
		if !p.test(next.Words <= 15, "the block after has %d words, at most 15", next.Words) {
			return p.steps, true
		}
		return p.steps, p.test(prev.Words > 4, "the block before has %d words, more than 4", prev.Words)
	}
	if !p.test(current.Words <= 40, "it has %d words, at most 40", current.Words) {
		return p.steps, true
	}
	return p.steps, p.test(next.Words > 17, "the block after has %d words, more than 17", next.Words)
}

// densityPath is the path through the tree of densities.
func densityPath(prev, current, next *boilerpipe.TextBlock) ([]Step, bool) {
	var p path
	if !p.test(float64(current.LinkDensity()) <= mostLinks, "its link density %.3f is at most 0.333", current.LinkDensity()) {
		return p.steps, false
	}
	if !p.test(float64(prev.LinkDensity()) <= mostPrevLinks, "the link density %.3f of the block before is at most 0.556", prev.LinkDensity()) {
		return p.steps, p.test(next.TextDensity() > 11, "the text density %.2f of the block after is above 11", next.TextDensity())
	}
	if !p.test(current.TextDensity() <= 9, "its text density %.2f is at most 9", current.TextDensity()) {
		return p.steps, p.test(next.TextDensity() != 0, "the text density %.2f of the block after is not 0", next.TextDensity())
	}
	if !p.test(next.TextDensity() <= 10, "the text density %.2f of the block after is at most 10", next.TextDensity()) {
		return p.steps, true
	}
	return p.steps, p.test(prev.TextDensity() > 4, "the text density %.2f of the block before is above 4", prev.TextDensity())
}

// canolaPath is the path through the rules that were learned from Canola.
func canolaPath(prev, current, next *boilerpipe.TextBlock) ([]Step, bool) {
	var p path
	switch {
	case p.test(current.AnchorWords > 0 && next.Words > 11, "it has %d words in links, more than 0, and the block after has %d words, more than 11", current.AnchorWords, next.Words),
		p.test(current.Words > 19, "it has %d words, more than 19", current.Words):
		return p.steps, true
	case !p.test(next.Words > 6 && next.AnchorWords == 0 && prev.AnchorWords == 0,
		"the block after has %d words, more than 6, and neither it (%d) nor the block before (%d) has words in links", next.Words, next.AnchorWords, prev.AnchorWords):
		return p.steps, false
	}
	return p.steps, p.test(current.Words > 6 || prev.Words > 7 || next.Words > 19,
		"it has %d words, more than 6, or the block before %d, more than 7, or the block after %d, more than 19", current.Words, prev.Words, next.Words)
}
