package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Confusion counts blocks by the label that they should have and the one that
// they were given (Spousta, Marek and Pecina, 2008, section 5.2).
type Confusion struct {
	Labels []string // the label set; others may be added
	Noise  string   // the label of what is no content
	Counts [][]int  // by right label and given label
}

// NewConfusion returns a Confusion that has counted nothing.
func NewConfusion(labels []string, noise string) *Confusion {
	c := &Confusion{Noise: noise}
	for _, label := range labels {
		c.number(label)
	}
	return c
}

func (c *Confusion) number(label string) int {
	if i := slices.Index(c.Labels, label); i >= 0 {
		return i
	}
	c.Labels = append(c.Labels, label)
	c.Counts = append(c.Counts, nil)
	for i := range c.Counts {
		c.Counts[i] = append(c.Counts[i], make([]int, len(c.Labels)-len(c.Counts[i]))...)
	}
	return len(c.Labels) - 1
}

// Add counts a block.
func (c *Confusion) Add(gold, got string) {
	i, j := c.number(gold), c.number(got)
	c.Counts[i][j]++
}

// AddAll counts the blocks of another Confusion too.
func (c *Confusion) AddAll(other *Confusion) {
	for i, row := range other.Counts {
		for j, n := range row {
			g, h := c.number(other.Labels[i]), c.number(other.Labels[j])
			c.Counts[g][h] += n
		}
	}
}

// sum counts the blocks of which is holds.
func (c *Confusion) sum(is func(gold, got string) bool) (n int) {
	for i, row := range c.Counts {
		for j, count := range row {
			if is(c.Labels[i], c.Labels[j]) {
				n += count
			}
		}
	}
	return n
}

// Blocks returns how many blocks were counted.
func (c *Confusion) Blocks() int { return c.sum(func(_, _ string) bool { return true }) }

// Accuracy is the share of blocks with the right label, 0 of none.
func (c *Confusion) Accuracy() float64 {
	return share(c.sum(func(gold, got string) bool { return gold == got }), c.Blocks())
}

// ContentAccuracy is the share of blocks that are rightly called content or
// noise ("unlabelled accuracy").
func (c *Confusion) ContentAccuracy() float64 {
	return share(c.sum(func(gold, got string) bool { return (gold == c.Noise) == (got == c.Noise) }), c.Blocks())
}

// Content is precision and recall of content blocks, whichever label of content
// they have.
func (c *Confusion) Content() Score {
	right := c.sum(func(gold, got string) bool { return gold != c.Noise && got != c.Noise })
	gots := c.sum(func(_, got string) bool { return got != c.Noise })
	return ratio(right, gots, c.Gold())
}

// Gold returns how many blocks are content.
func (c *Confusion) Gold() int { return c.sum(func(gold, _ string) bool { return gold != c.Noise }) }

// Errors returns how many blocks of noise were taken for content, and how many of
// content for noise.
func (c *Confusion) Errors() (wrong, missed int) {
	wrong = c.sum(func(gold, got string) bool { return gold == c.Noise && got != c.Noise })
	missed = c.sum(func(gold, got string) bool { return gold != c.Noise && got == c.Noise })
	return wrong, missed
}

// String is a line with all measures, in percent.
func (c *Confusion) String() string {
	s := c.Content()
	return fmt.Sprintf("%d blocks, accuracy %.2f, content/noise %.2f, P %.2f, R %.2f, F1 %.2f", c.Blocks(),
		100*c.Accuracy(), 100*c.ContentAccuracy(), 100*s.Precision, 100*s.Recall, 100*s.F1)
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Folds divides n documents into k parts at random, the same ones for the same
// seed. Each part is sorted. A k below 1 is taken as 1; where it is above n, the
// last parts are empty. With seed 0 document i is in part i mod k instead,
// as in Victor's program.
func Folds(n, k int, seed uint64) [][]int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if seed != 0 {
		rng := rand.New(rand.NewPCG(seed, 0))
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	k = max(k, 1)
	folds := make([][]int, k)
	for i, document := range order {
		folds[i%k] = append(folds[i%k], document)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

// Mean returns the means of precision, recall and F1, 0 of none.
func Mean(scores []Score) (mean Score) {
	for _, s := range scores {
		mean.Precision += s.Precision
		mean.Recall += s.Recall
		mean.F1 += s.F1
	}
	n := float64(max(len(scores), 1))
	return Score{mean.Precision / n, mean.Recall / n, mean.F1 / n}
}
