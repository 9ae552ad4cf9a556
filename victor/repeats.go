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

// dropRepeated labels paragraphs as noise that repeat what is kept before them. kept is
// scratch memory, which it returns.
func (p *layout) dropRepeated(labels []uint8, noise uint8, kept []bool) []bool {
	if p.types[page.TypeDocumentation] >= surelyManual {
		return kept
	}
	kept = slices.Grow(kept[:0], len(p.blocks))[:len(p.blocks)]
	clear(kept)
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		if p.repeats(g, labels, noise, kept) {
			for k := g.first; k <= g.last; k++ {
				labels[k] = noise
			}
			continue
		}
		for k := g.first; k <= g.last; k++ {
			if labels[k] != noise && p.blocks[k].inside&inImg == 0 {
				kept[p.blocks[k].firstTwin] = true
			}
		}
	}
	return kept
}

// repeats reports whether each block of content of a paragraph has the same words as one
// before the paragraph that is kept. Blocks without a word are passed over. kept says this of the first block with these words.
func (p *layout) repeats(g *paragraph, labels []uint8, noise uint8, kept []bool) bool {
	tokens := int32(0)
	for k := g.first; k <= g.last; k++ {
		b := &p.blocks[k]
		if labels[k] == noise || b.key == keyStart || b.inside&inImg != 0 {
			continue // not content, or without a word, or not text
		}
		if !kept[b.firstTwin] || b.inside&(inTable|inPre) != 0 {
			return false
		}
		tokens += b.tokens()
	}
	return tokens >= repeatedTokens
}
