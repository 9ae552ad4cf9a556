package victor

import (
	"cmp"
	"math"
	"slices"
)

// This file makes labels of probabilities.

// threshold returns the probability of noise from which on a block is noise.
func (x *Extractor) threshold(p *layout, marginals []float64) float64 {
	if x.config.Decision == ByExpectedF1 {
		return p.bestThreshold(marginals, x.model, x.config.MinF1)
	}
	return x.config.MaxOther
}

// decide returns the label of a block (reference, section 6, "Decoding").
func (x *Extractor) decide(marginals []float64, threshold float64) int {
	noise := x.model.other
	best := noise
	for l, p := range marginals {
		if l != noise && (best == noise || p > marginals[best]) {
			best = l
		}
	}
	if x.config.Decision == ByMarginal {
		threshold = math.Nextafter(marginals[best], 1)
	}
	if marginals[noise] >= threshold {
		return noise
	}
	return best
}

// bestThreshold returns the threshold under which the F1 of the page's words is
// expected to be largest. The blocks that are taken are those whose probability
// of content is above half of that F1 (Lipton, Elkan and Naryanaswamy, 2014).
// It is 0 where less than minF1 can be expected.
func (p *layout) bestThreshold(marginals []float64, m *Model, minF1 float64) float64 {
	type item struct{ content, weight float64 }
	items := make([]item, 0, len(p.blocks))
	expected := 0.0
	for i := range p.blocks {
		if b := &p.blocks[i]; b.inside&inImg == 0 && b.tokens() > 0 {
			it := item{1 - marginals[i*len(m.Labels())+m.other], float64(b.tokens())}
			items = append(items, it)
			expected += it.content * it.weight
		}
	}
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(b.content, a.content) })
	best, right, taken := 0.0, 0.0, 0.0
	for _, it := range items {
		right += it.content * it.weight
		taken += it.weight
		best = max(best, 2*right/(taken+expected))
	}
	if best < minF1 {
		return 0
	}
	return 1 - best/2
}

// The parts of a smoothed probability: that of the block's own paragraph, that
// of all paragraphs that look the same (see groupKey), and that of all in the
// same outer element. They were chosen by leaving collections out: TRAINING.md.
const (
	ownPart    = 0.2
	groupPart  = 0.5
	besidePart = 0.3
)

// smooth returns marginals that are alike for what looks alike: the means over
// the blocks of a paragraph, of a group and of an outer element, weighted by
// characters. Images stay for themselves.
func (p *layout) smooth(marginals []float64, labels int) []float64 {
	paragraphs := newMeans(len(p.paragraphs), labels)
	groups := newMeans(len(p.groups), labels)
	elements := newMeans(len(p.nodes), labels)
	smoothed := slices.Clone(marginals)
	p.eachText(func(i int, g *paragraph, weight float64) {
		values := marginals[i*labels : (i+1)*labels]
		paragraphs.add(g.index, values, weight)
		groups.add(g.group, values, weight)
		elements.add(p.outer(g.node), values, weight)
	})
	p.eachText(func(i int, g *paragraph, _ float64) {
		for l := range labels {
			smoothed[i*labels+l] = ownPart*paragraphs.of(g.index, l) + groupPart*groups.of(g.group, l) +
				besidePart*elements.of(p.outer(g.node), l)
		}
	})
	return smoothed
}

// eachText calls f with each block that is no image, its paragraph, and how much
// it weighs.
func (p *layout) eachText(f func(i int, g *paragraph, weight float64)) {
	for i := range p.blocks {
		if b := &p.blocks[i]; b.inside&inImg == 0 {
			f(i, &p.paragraphs[b.paragraph], float64(1+b.chars-b.whiteChars))
		}
	}
}

// means are weighted means of the labels' probabilities.
type means struct {
	sums, totals []float64
	labels       int
}

func newMeans(n, labels int) *means {
	return &means{make([]float64, n*labels), make([]float64, n), labels}
}

func (m *means) add(n int32, values []float64, weight float64) {
	for l, v := range values {
		m.sums[int(n)*m.labels+l] += weight * v
	}
	m.totals[n] += weight
}

func (m *means) of(n int32, label int) float64 {
	return m.sums[int(n)*m.labels+label] / m.totals[n]
}
