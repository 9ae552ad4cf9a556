package victor

import (
	"slices"

	"github.com/seed42075109/justext/page"
)

// This file has the container prior (docs/victor.md, "Container prior"): main content
// stands together in one element. Blocks in the element that holds most of what is
// probably content become more probable, all others less, and readers' comments in it
// much less.

// The constants of the prior. They were chosen by leaving out one collection at a time,
// as TRAINING.md describes.
const (
	mostPart      = 0.7 // the part of the expected words of content that the container must exceed
	commentWeight = 0.9 // the weight of the prior, if it is not larger, for comments in the container
	articleWords  = 100 // how many expected words must not be comments, or the comments are what the page is about
	surelyForum   = 0.9 // the probability of a forum that must be exceeded for comments to be that in any case
	unlikely      = 0.1 // the probability below which a page is not taken to be of a type
)

// apart are the names of elements whose text does not belong to the main content that
// they stand in, and apartInside are such elements. Comments are treated on their own.
const (
	apart       = namedRelated | namedShare | namedHidden
	apartInside = inNav | inAside | inFooter
)

// A belonging says how what is in an element belongs to the container.
type belonging uint8

const (
	outside   belonging = iota // it does not
	within                     // it does
	commented                  // it is in readers' comments that stand in the container
)

// preferContainer returns the marginals mixed with the container prior: for a block that
// belongs to the container (1 - weight) of its probability of content and weight, for any
// other (1 - weight) of it. If there is no container, it returns the marginals as they are.
func (p *layout) preferContainer(marginals []float64, labels, noise int, weight float64) []float64 {
	c, found := p.container(p.expectedWords(marginals, labels, noise))
	if !found {
		return marginals
	}
	parts := p.parts(c, namedComment)
	forComments := max(weight, commentWeight)
	forum := p.types[page.TypeForum]
	few := p.elsewhere(marginals, labels, noise, &parts) < articleWords
	switch {
	case forum > surelyForum || few && forum >= unlikely:
		forComments = weight
	case few:
		parts = p.parts(c, kindComment)
	}
	mixed := slices.Clone(marginals)
	p.eachText(func(i int, g *paragraph, _ float64) {
		here := mixed[i*labels : (i+1)*labels]
		if b := parts.of(g); b == commented {
			mix(here, noise, forComments, false)
		} else {
			mix(here, noise, weight, b == within)
		}
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

// expectedWords returns, for each node, the expected words of content whose element it
// is, without those of the elements in it.
func (p *layout) expectedWords(marginals []float64, labels, noise int) []float64 {
	expected := make([]float64, len(p.nodes))
	p.eachText(func(i int, g *paragraph, _ float64) {
		expected[g.node] += float64((1 - marginals[i*labels+noise]) * float64(p.blocks[i].tokens()))
	})
	return expected
}

// container returns the smallest element that holds more than mostPart of the expected
// words of content and whose text is less than half links. It adds the words in each
// element up in the list that it gets.
func (p *layout) container(sums []float64) (node int32, found bool) {
	for i := len(sums) - 1; i > 0; i-- {
		sums[p.nodes[i].parent] += sums[i]
	}
	for i := len(sums) - 1; i >= 0; i-- {
		if r := &p.regions[i]; sums[i] > float64(mostPart*sums[0]) && 2*int64(r.links) < int64(r.chars) {
			return int32(i), true
		}
	}
	return 0, false
}

// The parts of a page say how each block belongs to the container.
type parts struct {
	nodes []belonging
	after section // comments, where it is within the container
}

func (b *parts) of(g *paragraph) belonging {
	if b.nodes[g.node] == within && b.after.has(g) {
		return commented
	}
	return b.nodes[g.node]
}

// parts returns the parts of a page with the container c. Elements with one of some names
// are comments.
func (p *layout) parts(c int32, comments names) parts {
	all := make([]belonging, len(p.nodes))
	all[c] = within
	end := p.endOf(c)
	for n := c + 1; n < end; n++ {
		e := &p.nodes[n]
		all[n] = all[e.parent]
		switch {
		case e.own&comments != 0 && all[n] != outside:
			all[n] = commented
		case all[n] == within && (e.own&apart != 0 || insideOf[e.tag]&apartInside != 0):
			all[n] = outside
		}
	}
	return parts{all, p.afterMark()}
}

// elsewhere returns the expected words of content that are not in comments.
func (p *layout) elsewhere(marginals []float64, labels, noise int, parts *parts) (words float64) {
	p.eachText(func(i int, g *paragraph, _ float64) {
		if parts.of(g) != commented {
			words += float64((1 - marginals[i*labels+noise]) * float64(p.blocks[i].tokens()))
		}
	})
	return words
}
