package victor

import (
	"cmp"
	"math"
	"slices"
)

// This file makes labels of probabilities (docs/victor.md, "Decisions" and
// "Averaging").

// threshold returns the least probability of noise with which a block is noise.
func (x *Extractor) threshold(p *layout, marginals []float64) float64 {
	if x.config.Decision == ByExpectedF1 {
		return p.bestThreshold(marginals, x.model, x.config.MinF1)
	}
	return x.config.MaxOther
}

// label returns the number of a block's label.
func (x *Extractor) label(marginals []float64, threshold float64) int {
	noise, best := x.model.other, x.content(marginals)
	if x.config.Decision == ByMarginal {
		threshold = math.Nextafter(marginals[best], 1)
	}
	if marginals[noise] >= threshold {
		return noise
	}
	return best
}

// content returns the number of the most probable label of content.
func (x *Extractor) content(marginals []float64) int {
	noise := x.model.other
	best := noise
	for l, p := range marginals {
		if l != noise && (best == noise || p > marginals[best]) {
			best = l
		}
	}
	return best
}

// bestThreshold returns the threshold with which the F1 of the page's tokens is
// expected to be largest: a block is taken if its probability of content is above
// half of that F1 (Lipton, Elkan and Naryanaswamy, 2014). The threshold is 0, so that
// no block is taken, if the largest expected F1 is below minF1.
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

// The weights of the three means in an averaged probability: over the block's own
// paragraph, over all paragraphs that look the same (see groupKey), and over all
// paragraphs in the same outer element. They were chosen by leaving out one
// collection at a time, as TRAINING.md describes.
const (
	ownPart    = 0.2
	groupPart  = 0.5
	besidePart = 0.3
)

// smooth returns averaged marginals: for each block the weighted sum of the means
// over its paragraph, its group and its outer element. In a mean, each block counts
// by its characters. Alternative texts are not averaged.
func (p *layout) smooth(marginals []float64, labels int) []float64 {
	smoothed := slices.Clone(marginals)
	p.eachText(func(i int, _ *paragraph, _ float64) { clear(smoothed[i*labels : (i+1)*labels]) })
	means := newMeans(max(len(p.paragraphs), len(p.groups), len(p.nodes)), labels)
	for _, part := range [...]struct {
		weight float64
		over   func(*paragraph) int32
	}{
		{ownPart, func(g *paragraph) int32 { return g.index }},
		{groupPart, func(g *paragraph) int32 { return g.group }},
		{besidePart, func(g *paragraph) int32 { return p.outer(g.node) }},
	} {
		means.clear()
		p.eachText(func(i int, g *paragraph, weight float64) {
			means.add(part.over(g), marginals[i*labels:(i+1)*labels], weight)
		})
		p.eachText(func(i int, g *paragraph, _ float64) {
			for l := range labels {
				smoothed[i*labels+l] += part.weight * means.of(part.over(g), l)
			}
		})
	}
	return smoothed
}

// eachText calls f with each block that is not an alternative text, its paragraph,
// and its weight in means.
func (p *layout) eachText(f func(i int, g *paragraph, weight float64)) {
	for i := range p.blocks {
		if b := &p.blocks[i]; b.inside&inImg == 0 {
			f(i, &p.paragraphs[b.paragraph], float64(1+b.chars-b.whiteChars))
		}
	}
}

// means are weighted means of the probabilities of labels.
type means struct {
	sums, totals []float64
	labels       int
}

func newMeans(n, labels int) *means {
	return &means{make([]float64, n*labels), make([]float64, n), labels}
}

func (m *means) clear() {
	clear(m.sums)
	clear(m.totals)
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
