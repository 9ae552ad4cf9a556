package victor

import (
	"bytes"
	"math/bits"

	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file counts what is on a page, for the features of pages (docs/victor.md, "Page
// type"). It does so in the passes over blocks, paragraphs and elements that there are for
// the features of blocks.

// A tally has the counts of a page.
type tally struct {
	head
	hasBody bool

	tags         [tags.NumKnown]int32 // start tags
	linkedImages int32                // img elements in an a

	ofKind   [page.Form + 1]int32 // characters of blocks, by the kind that markup gives them
	numerals int32                // digits
	prices   int32                // short blocks with the sign of a currency

	headings, linkedHeadings int32 // paragraphs in a heading, and those that are links
	dated                    int32 // paragraphs with a date
	alike                    int32 // paragraphs that begin with a block that the page has several times

	named   [numAllNames]int32 // elements with a name of each group
	inNamed [numAllNames]int32 // characters in the outermost of them

	run run
}

// A run is siblings that look alike, one after the other.
type run struct {
	first        int32 // node
	length       int32
	chars, links int32
}

// severalTimes is how many elements a run has at least, and how many times a page has a
// block of a paragraph that is counted as alike.
const severalTimes = 3

// tallyTag counts a start tag of an element that is inside others.
func (t *tally) tallyTag(tag tags.Tag, around inside) {
	t.tags[tag]++
	if tag == tags.Img && around&inA != 0 {
		t.linkedImages++
	}
}

// tallyBlock counts a block.
func (p *layout) tallyBlock(b *block) {
	p.ofKind[b.place.kind] += b.chars - b.whiteChars
	p.numerals += b.numChars
	if b.chars <= priceChars && b.otherChars() > 0 && bytes.ContainsAny(p.textOf(b), currencies) {
		p.prices++
	}
}

const (
	priceChars = 40         // characters of a block with a price at most
	currencies = "$€£¥￥₹₽₩" // signs in prices
)

// tallyParagraph counts a paragraph.
func (p *layout) tallyParagraph(g *paragraph) {
	p.alike += truth(p.blocks[g.first].twins >= severalTimes)
	p.dated += int32(g.date & 1)
	if g.inside&inHeaders != 0 {
		p.headings++
		p.linkedHeadings += truth(2*g.linkChars > g.chars)
	}
}

// tallyNames counts the names of an element.
func (p *layout) tallyNames(n *node, chars int32) {
	if n.parent == noNode {
		return
	}
	around := p.nodes[n.parent].names
	for own := n.own; own != 0; own &= own - 1 {
		group := bits.TrailingZeros32(uint32(own))
		p.named[group]++
		if around&(1<<group) == 0 {
			p.inNamed[group] += chars
		}
	}
}

// tallyRuns finds the run with the most text, the first of equals, and its links.
func (p *layout) tallyRuns() {
	for i := range p.regions {
		if r := &p.regions[i]; r.length >= severalTimes && r.runChars > p.run.chars {
			p.run = run{first: int32(i), length: r.length, chars: r.runChars}
		}
	}
	if p.run.length == 0 {
		return
	}
	for i := range p.regions {
		if p.regions[i].run == p.run.first {
			p.run.links += p.regions[i].links
		}
	}
}
