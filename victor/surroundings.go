package victor

import (
	"slices"
	"strconv"

	"github.com/seed42075109/justext/internal/tags"
)

// This file has the features of surroundings (docs/victor.md, "Features of
// surroundings"): what a paragraph is made of, what stands around it, and what the page
// is like.

// The steps of these features.
var (
	fewSteps     = []int32{1, 2, 3, 4, 6, 8, 12, 20, 40}
	manySteps    = []int32{1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 400}
	percentSteps = []int32{1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 40}
	charSteps    = []int32{1, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 130, 170, 220, 300, 400, 600, 900, 1500}
	meanSteps    = []int32{1, 5, 10, 15, 20, 30, 45, 60, 80, 110, 150, 220, 350}
)

// surroundingFeatures are the features of surroundings, in the order of docs/victor.md.
var surroundingFeatures = slices.Concat([]feature{
	stepped("paragraph.chars", charSteps, func(_ *layout, g *paragraph) int32 { return g.chars }),
	portion("paragraph.link-share", 20, func(_ *layout, g *paragraph) (int32, int32) { return g.linkChars, g.chars }),
	portion("paragraph.lower", 10, func(p *layout, g *paragraph) (int32, int32) {
		return p.sumOf(g, func(b *block) int32 { return b.lower }), g.words
	}),
	portion("paragraph.digits", 10, func(p *layout, g *paragraph) (int32, int32) {
		return p.sumOf(g, func(b *block) int32 { return b.numChars }), g.chars
	}),
	stepped("paragraph.punctuation", percentSteps, func(p *layout, g *paragraph) int32 {
		return percent(p.sumOf(g, func(b *block) int32 { return b.punctChars }), g.chars)
	}),
	stepped("paragraph.symbols", percentSteps, func(p *layout, g *paragraph) int32 {
		return percent(p.sumOf(g, (*block).symbols), g.chars)
	}),
	portion("paragraph.bold", 5, func(p *layout, g *paragraph) (int32, int32) {
		return p.sumOf(g, func(b *block) int32 { return b.solid(inBold) }), g.chars
	}),
	portion("paragraph.code", 5, func(p *layout, g *paragraph) (int32, int32) {
		return p.sumOf(g, func(b *block) int32 { return b.solid(inPre) }), g.chars
	}),
	stepped("paragraph.blocks", fewSteps, func(_ *layout, g *paragraph) int32 { return g.last - g.first + 1 }),
	stepped("paragraph.link-blocks", fewSteps, func(p *layout, g *paragraph) int32 {
		return p.sumOf(g, func(b *block) int32 { return truth(b.inside&inA != 0) })
	}),
	numberedParagraph("paragraph.word-length", 15, func(p *layout, g *paragraph) int32 {
		return min(rounded(p.sumOf(g, func(b *block) int32 { return b.letters }), g.words), 15)
	}),
	numberedParagraph("paragraph.started", 1, func(p *layout, g *paragraph) int32 { return truth(p.blocks[g.first].started) }),
	numberedParagraph("paragraph.finished", 1, func(p *layout, g *paragraph) int32 { return truth(p.blocks[g.last].finished) }),
	numberedParagraph("paragraph.date", 3, func(_ *layout, g *paragraph) int32 { return int32(g.date) }),
	numberedParagraph("paragraph.twins", 4, func(p *layout, g *paragraph) int32 { return bin(p.blocks[g.first].twins, twinBins) }),

	numberedParagraph("paragraph.heading", 6, func(p *layout, g *paragraph) int32 { return int32(p.lines[g.index].heading) }),
	stepped("paragraph.since-heading", fewSteps, func(p *layout, g *paragraph) int32 { return int32(p.lines[g.index].sinceHeading) }),
	stepped("paragraph.since-text", fewSteps, func(p *layout, g *paragraph) int32 { return int32(p.lines[g.index].sinceText) }),
	stepped("paragraph.until-text", fewSteps, func(p *layout, g *paragraph) int32 { return int32(p.lines[g.index].untilText) }),
	stepped("paragraph.around-20", textSteps, func(p *layout, g *paragraph) int32 { return p.around(g, 20) }),
	portion("paragraph.links-around-3", 10, func(p *layout, g *paragraph) (int32, int32) { return p.linksAround(g, 3) }),
	portion("paragraph.links-around-10", 10, func(p *layout, g *paragraph) (int32, int32) { return p.linksAround(g, 10) }),
	stepped("paragraph.chars-around-3", charSteps, func(p *layout, g *paragraph) int32 { return p.charsAround(g, 3) }),
	stepped("paragraph.chars-around-10", charSteps, func(p *layout, g *paragraph) int32 { return p.charsAround(g, 10) / 4 }),
	numberedParagraph("paragraph.depth", 30, func(p *layout, g *paragraph) int32 { return min(p.regions[g.node].depth, 30) }),
	numberedParagraph("paragraph.half", 2, func(p *layout, g *paragraph) int32 { return sideOf(g.node, p.half) }),
	numberedParagraph("paragraph.most", 2, func(p *layout, g *paragraph) int32 { return sideOf(g.node, p.most) }),
	numberedParagraph("paragraph.to-half-far", 12, func(p *layout, g *paragraph) int32 { return p.levelsTo(g, 0.5, 12) }),
	numberedParagraph("paragraph.to-tenth", 12, func(p *layout, g *paragraph) int32 { return p.levelsTo(g, 0.1, 12) }),
},
	levelFeatures(),
	innermostFeatures(),
	[]feature{
		portion("page.links", 20, func(p *layout, _ *paragraph) (int32, int32) { return p.regions[0].links, p.regions[0].chars }),
		portion("page.running", 20, func(p *layout, _ *paragraph) (int32, int32) { return p.running, int32(len(p.paragraphs)) }),
		portion("page.running-text", 20, func(p *layout, _ *paragraph) (int32, int32) { return p.nodes[0].text, p.regions[0].chars }),
		stepped("page.paragraphs", manySteps, func(p *layout, _ *paragraph) int32 { return int32(len(p.paragraphs)) }),
		stepped("page.running-count", manySteps, func(p *layout, _ *paragraph) int32 { return p.running }),
		stepped("page.running-length", charSteps, func(p *layout, _ *paragraph) int32 { return rounded(p.nodes[0].text, p.running) }),
		stepped("page.longest", charSteps, func(p *layout, _ *paragraph) int32 { return p.longest }),
		stepped("page.text", pageTextSteps, func(p *layout, _ *paragraph) int32 { return p.nodes[0].text }),
		portion("page.comments", 10, func(p *layout, _ *paragraph) (int32, int32) { return p.comment, p.nodes[0].text }),
		portion("page.half-links", 10, func(p *layout, _ *paragraph) (int32, int32) {
			return p.regions[p.half.begin].links, p.regions[p.half.begin].chars
		}),
		portion("page.half-text", 10, func(p *layout, _ *paragraph) (int32, int32) {
			return p.nodes[p.half.begin].text, p.regions[p.half.begin].chars
		}),
		counted("page.articles", tags.Article),
		counted("page.h1", tags.H1),
		counted("page.h2", tags.H2),
		counted("page.h3", tags.H3),
		counted("page.lists", tags.Ul, tags.Ol),
		counted("page.items", tags.Li),
		counted("page.tables", tags.Table),
		counted("page.cells", tags.Td),
		counted("page.forms", tags.Form),
		counted("page.pre", tags.Pre),
		counted("page.figures", tags.Figure),
		counted("page.p", tags.P),
		counted("page.details", tags.Details),
	},
)

// levels is how many elements around that of a paragraph have features of their own.
const levels = 6

// levelFeatures are of the element of a paragraph and of those around it.
func levelFeatures() (all []feature) {
	for level := range levels {
		at := strconv.Itoa(level)
		of := func(p *layout, g *paragraph) int32 {
			n := g.node
			for range level {
				n = p.outer(n)
			}
			return n
		}
		here := []feature{
			portion("paragraph.element-share-"+at, 20, func(p *layout, g *paragraph) (int32, int32) { return p.regions[of(p, g)].chars, p.regions[0].chars }),
			portion("paragraph.element-text-"+at, 20, func(p *layout, g *paragraph) (int32, int32) { return p.nodes[of(p, g)].text, p.nodes[0].text }),
			portion("paragraph.element-links-"+at, 10, func(p *layout, g *paragraph) (int32, int32) {
				r := &p.regions[of(p, g)]
				return r.links, r.chars
			}),
			stepped("paragraph.element-mean-"+at, meanSteps, func(p *layout, g *paragraph) int32 {
				r := &p.regions[of(p, g)]
				return rounded(r.chars, r.paragraphs)
			}),
			stepped("paragraph.element-size-"+at, manySteps, func(p *layout, g *paragraph) int32 { return p.regions[of(p, g)].paragraphs }),
			stepped("paragraph.element-like-"+at, fewSteps, func(p *layout, g *paragraph) int32 {
				return p.regions[p.regions[of(p, g)].run].length
			}),
		}
		if level > 2 {
			here = append(here, numberedParagraph("paragraph.element-tag-"+at, numTagKinds, func(p *layout, g *paragraph) int32 { return p.tagKind(of(p, g)) }))
		}
		for i := range here {
			here[i].ofElement, here[i].level = true, level
		}
		all = append(all, here...)
	}
	return all
}

// innermostFeatures are of the innermost element with a name or a tag of each group.
func innermostFeatures() (all []feature) {
	for i, group := range nameGroups {
		all = append(all, numberedParagraph("paragraph.share-"+group.name, innermostSteps+1, func(p *layout, g *paragraph) int32 {
			return int32(p.regions[g.node].named >> (4 * i) & 15)
		}))
	}
	for i, name := range regionTagNames {
		all = append(all, numberedParagraph("paragraph.inside-"+name, innermostSteps+1, func(p *layout, g *paragraph) int32 {
			return int32(p.regions[g.node].tagged >> (4 * i) & 15)
		}))
	}
	return all
}

// counted makes a feature of how many elements with a tag the page has.
func counted(name string, all ...tags.Tag) feature {
	return stepped(name, manySteps, func(p *layout, _ *paragraph) (n int32) {
		for _, t := range all {
			n += p.tags[t]
		}
		return n
	})
}

// sumOf adds up a quantity of the blocks of a paragraph, without alternative texts.
func (p *layout) sumOf(g *paragraph, of func(*block) int32) (sum int32) {
	for i := g.first; i <= g.last; i++ {
		if b := &p.blocks[i]; b.inside&inImg == 0 {
			sum += of(b)
		}
	}
	return sum
}

// solid returns the number of characters of a block that are not white space, if it is
// in an element.
func (b *block) solid(what inside) int32 {
	if b.inside&what == 0 {
		return 0
	}
	return b.chars - b.whiteChars
}

func (b *block) symbols() int32 { return b.otherChars() }

// percent returns a part of a whole in percent, rounded down.
func percent(part, whole int32) int32 { return scale(part, whole, 100) }

// dateChars is how many characters a paragraph may have at most in which dates and times
// are looked for.
const dateChars = 200

// dateOf says whether a short paragraph has a date, 1, a time, 2, or both, 3.
func dateOf(p *layout, g *paragraph) (found int32) {
	if g.chars > dateChars {
		return 0
	}
	for i := g.first; i <= g.last; i++ {
		b := &p.blocks[i]
		found |= truth(regexpDate(p, b) > 0) | truth(regexpTime(p, b) > 0)<<1
	}
	return found
}

// linksAround returns the characters in links, and all characters, of a paragraph and
// those at most reach before or after it.
func (p *layout) linksAround(g *paragraph, reach int32) (links, chars int32) {
	from, to := max(g.index-reach, 0), min(g.index+reach+1, int32(len(p.paragraphs)))
	return p.lines[to].linksBefore - p.lines[from].linksBefore, p.lines[to].charsBefore - p.lines[from].charsBefore
}

// charsAround returns the characters of the paragraphs at most reach before or after one,
// without its own.
func (p *layout) charsAround(g *paragraph, reach int32) int32 {
	_, chars := p.linksAround(g, reach)
	return chars - g.chars
}

// sideOf says where a node is in relation to a stretch of nodes: 0 before, 1 inside, 2
// after.
func sideOf(n int32, s stretch) int32 {
	return truth(n >= s.begin) + truth(n >= s.end)
}
