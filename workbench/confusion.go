package main

import (
	"slices"

	"github.com/seed42075109/justext/eval"
)

// noise is the label of blocks that are boilerplate, in every label set.
const noise = "other"

// A confusionMatrix counts blocks by the label that they should have and the one
// that they were given (Spousta, Marek and Pecina, 2008, section 5.2).
type confusionMatrix struct {
	labels []string
	counts [][]int // by right label and given label
}

// number returns the index of a label, which it adds if it is new.
func (c *confusionMatrix) number(label string) int {
	if i := slices.Index(c.labels, label); i >= 0 {
		return i
	}
	c.labels = append(c.labels, label)
	c.counts = append(c.counts, nil)
	for i := range c.counts {
		c.counts[i] = append(c.counts[i], make([]int, len(c.labels)-len(c.counts[i]))...)
	}
	return len(c.labels) - 1
}

// add counts a block.
func (c *confusionMatrix) add(right, given string) { c.addN(right, given, 1) }

func (c *confusionMatrix) addN(right, given string, n int) {
	i, j := c.number(right), c.number(given)
	c.counts[i][j] += n
}

// addAll adds the counts of another matrix, which may have other labels.
func (c *confusionMatrix) addAll(other *confusionMatrix) {
	for i, row := range other.counts {
		for j, n := range row {
			c.addN(other.labels[i], other.labels[j], n)
		}
	}
}

// sum counts the blocks for which f holds.
func (c *confusionMatrix) sum(f func(right, given string) bool) (n int) {
	for i, row := range c.counts {
		for j, count := range row {
			if f(c.labels[i], c.labels[j]) {
				n += count
			}
		}
	}
	return n
}

// blocks returns the number of blocks.
func (c *confusionMatrix) blocks() int { return c.sum(func(_, _ string) bool { return true }) }

// accuracy returns the share of blocks with the right label, 0 if there are none.
func (c *confusionMatrix) accuracy() float64 {
	return c.share(func(right, given string) bool { return right == given })
}

// contentAccuracy returns the share of blocks that are rightly called content or
// noise, whichever label of content they have, 0 if there are none.
func (c *confusionMatrix) contentAccuracy() float64 {
	return c.share(func(right, given string) bool { return (right == noise) == (given == noise) })
}

func (c *confusionMatrix) share(f func(right, given string) bool) float64 {
	return float64(c.sum(f)) / float64(max(c.blocks(), 1))
}

// content returns precision and recall of the content blocks, whichever label of
// content they have.
func (c *confusionMatrix) content() eval.Score {
	common := c.sum(func(right, given string) bool { return right != noise && given != noise })
	given := c.sum(func(_, given string) bool { return given != noise })
	return eval.NewScore(common, given, c.rightContent())
}

// rightContent returns the number of blocks that should be content.
func (c *confusionMatrix) rightContent() int {
	return c.sum(func(right, _ string) bool { return right != noise })
}

// errors returns the number of noise blocks that were taken for content, and of
// content blocks that were taken for noise.
func (c *confusionMatrix) errors() (wrong, missed int) {
	wrong = c.sum(func(right, given string) bool { return right == noise && given != noise })
	missed = c.sum(func(right, given string) bool { return right != noise && given == noise })
	return wrong, missed
}
