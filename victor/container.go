package victor

import "slices"

// This file has the container prior (docs/victor.md, "Container prior"): main content
// stands together in one element. Blocks in the element that holds most of what is
// probably content become more probable, all others less.

// mostPart is the part of the expected words of content that the container must exceed.
const mostPart = 0.8

// apart are the names of elements whose text is not part of the main content that they
// stand in, and apartInside are such elements.
const (
	apart       = namedComment | namedRelated | namedShare | namedHidden
	apartInside = inNav | inAside | inFooter
)

// preferContainer returns the marginals mixed with the container prior: for a block in
// the container (1 - weight) of its probability of content and weight, for any other
// (1 - weight) of it. If there is no container, it returns the marginals as they are.
func (p *layout) preferContainer(marginals []float64, labels, noise int, weight float64) []float64 {
	c, found := p.container(marginals, labels, noise)
	if !found {
		return marginals
	}
	in := p.within(c)
	mixed := slices.Clone(marginals)
	p.eachText(func(i int, g *paragraph, _ float64) {
		inside := g.node >= c.begin && g.node < c.end && in[g.node-c.begin]
		mix(mixed[i*labels:(i+1)*labels], noise, weight, inside)
	})
	return mixed
}

// mix moves the probabilities of a block towards content or noise.
func mix(marginals []float64, noise int, weight float64, content bool) {
	rest := 1 - marginals[noise]
	for l := range marginals {
		share := 0.0
		switch {
		case !content && l == noise:
			share = weight
		case content && l != noise && rest > 0:
			share = float64(weight * marginals[l] / rest)
		case content && l != noise:
			share = weight / float64(len(marginals)-1)
		}
		marginals[l] = float64((1-weight)*marginals[l]) + share
	}
}

// container returns the nodes in the smallest element that holds more than mostPart of the
// expected words of content and whose text is less than half links.
func (p *layout) container(marginals []float64, labels, noise int) (stretch, bool) {
	expected := make([]float64, len(p.nodes))
	p.eachText(func(i int, g *paragraph, _ float64) {
		expected[g.node] += float64((1 - marginals[i*labels+noise]) * float64(p.blocks[i].tokens()))
	})
	for i := len(expected) - 1; i > 0; i-- {
		expected[p.nodes[i].parent] += expected[i]
	}
	for i := len(expected) - 1; i >= 0; i-- {
		if r := &p.regions[i]; expected[i] > float64(mostPart*expected[0]) && 2*int64(r.links) < int64(r.chars) {
			return stretch{int32(i), p.endOf(int32(i))}, true
		}
	}
	return stretch{}, false
}

// within reports, for each node of the container, whether its text belongs to it: it is in
// no element that stands apart there.
func (p *layout) within(c stretch) []bool {
	in := make([]bool, c.end-c.begin)
	in[0] = true
	for n := c.begin + 1; n < c.end; n++ {
		e := &p.nodes[n]
		in[n-c.begin] = in[e.parent-c.begin] && e.own&apart == 0 && insideOf[e.tag]&apartInside == 0
	}
	return in
}
