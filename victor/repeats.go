package victor

import (
	"slices"

	"github.com/seed42075109/justext/page"
)

// This file leaves out what a page repeats (docs/victor.md, "Repeated text"): the same text
// for wide and narrow screens, the copies of a carousel, a post that each reply quotes.

const (
	// repeatedTokens is how many tokens a paragraph must have to be repeated. Shorter ones,
	// such as "Yes" or a subheading, are the same by chance.
	repeatedTokens = 4
	// surelyManual is the probability of documentation from which a page keeps what it
	// repeats: each entry of a reference says the same of other things.
	surelyManual = 0.5
)

// A repeat is scratch memory of dropRepeated: two tables by block.
type repeat struct {
	kept    []bool // the first block with some words: one with these words is kept
	dropped []bool // it was content, and repeats what is kept before
}

// dropRepeated labels paragraphs as noise that repeat what is kept before them.
func (p *layout) dropRepeated(labels []uint8, noise uint8, s *repeat) {
	s.kept = slices.Grow(s.kept[:0], len(p.blocks))[:len(p.blocks)]
	s.dropped = slices.Grow(s.dropped[:0], len(p.blocks))[:len(p.blocks)]
	clear(s.kept)
	clear(s.dropped)
	if p.types[page.TypeDocumentation] >= surelyManual {
		return
	}
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		if p.repeats(g, labels, noise, s.kept) {
			for k := g.first; k <= g.last; k++ {
				s.dropped[k] = labels[k] != noise
				labels[k] = noise
			}
			continue
		}
		for k := g.first; k <= g.last; k++ {
			if labels[k] != noise && p.blocks[k].inside&inImg == 0 {
				s.kept[p.blocks[k].firstTwin] = true
			}
		}
	}
}

// repeats reports whether each block of content of a paragraph has the same words as one
// before the paragraph that is kept, in another element. Blocks without a word are passed
// over. kept says of the first block with the same words whether one of them is kept.
func (p *layout) repeats(g *paragraph, labels []uint8, noise uint8, kept []bool) bool {
	tokens := int32(0)
	for k := g.first; k <= g.last; k++ {
		b := &p.blocks[k]
		if labels[k] == noise || b.key == keyStart || b.inside&inImg != 0 {
			continue // not content, or without a word, or not text
		}
		if !kept[b.firstTwin] || b.inside&(inTable|inPre) != 0 || p.besideFirst(g, b) {
			return false
		}
		tokens += b.tokens()
	}
	return tokens >= repeatedTokens
}

// besideFirst reports whether the first block with the same words as b stands right in the
// same element as g, the paragraph of b: then the text is meant to be there twice, as a
// refrain is.
func (p *layout) besideFirst(g *paragraph, b *block) bool {
	first := &p.paragraphs[p.blocks[b.firstTwin].paragraph]
	return p.nodes[first.node].parent == p.nodes[g.node].parent
}
