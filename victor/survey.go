package victor

import (
	"math/bits"
	"slices"

	"github.com/seed42075109/justext/internal/tags"
)

// This file looks at the elements around paragraphs and at the page as a whole, for the
// features of surroundings (docs/victor.md, "Features of surroundings"). Everything is
// linear in the number of elements and paragraphs.

// A region is what is inside an element that breaks lines, at any depth. The regions
// have the numbers of the nodes.
type region struct {
	chars, links int32 // characters that are not white space, and those of them in links
	paragraphs   int32
	depth        int32
	named        uint64 // for each group of names, four bits: see innermost
	tagged       uint64 // the same for each of regionTags
	run          int32  // the first of the run of like siblings that the element is in
	length       int32  // of the run that begins here
	runChars     int32  // characters of the run that begins here
	last         int32  // the last child so far
}

// A line is what is known of a paragraph in its surroundings. The lines have the numbers
// of the paragraphs.
type line struct {
	charsBefore, linksBefore int32 // characters of all paragraphs before
	heading                  uint8 // the level of the last heading before, from 1 to 6, or 0
	sinceHeading             uint8 // paragraphs since that heading, at most farAway
	sinceText, untilText     uint8 // paragraphs to the next running text on either side, at most farAway
}

// farAway is the largest distance that is told apart.
const farAway = 50

// surroundings are the regions and lines of a page, and what is known of it as a whole.
type surroundings struct {
	regions []region
	lines   []line
	half    stretch // the nodes in the smallest element with more than half of the running text
	most    stretch // the same with more than four fifths
	tally
	running int32 // paragraphs of running text
	longest int32 // characters of the longest of them
	comment int32 // characters of running text in elements named like comments
}

// emptied returns surroundings without a page, for the next one.
func (s *surroundings) emptied() surroundings {
	return surroundings{regions: s.regions[:0], lines: s.lines[:0]}
}

// survey fills the surroundings.
func (p *layout) survey() {
	p.surveyLines()
	p.regions = slices.Grow(p.regions[:0], len(p.nodes))[:len(p.nodes)]
	clear(p.regions)
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		r := &p.regions[g.node]
		r.chars += g.chars
		r.links += g.linkChars
		r.paragraphs++
	}
	for i := len(p.regions) - 1; i > 0; i-- {
		r, around := &p.regions[i], &p.regions[p.nodes[i].parent]
		around.chars += r.chars
		around.links += r.links
		around.paragraphs += r.paragraphs
	}
	p.half, p.most = p.smallestWith(1, 2), p.smallestWith(4, 5)
	for i := range p.nodes {
		p.surveyNode(int32(i))
	}
	p.tallyRuns()
}

// surveyLines fills the lines.
func (p *layout) surveyLines() {
	p.lines = slices.Grow(p.lines[:0], len(p.paragraphs)+1)
	l := line{sinceHeading: farAway, sinceText: farAway}
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		p.lines = append(p.lines, l)
		l.charsBefore += g.chars
		l.linksBefore += g.linkChars
		l.sinceHeading, l.sinceText = min(l.sinceHeading+1, farAway), min(l.sinceText+1, farAway)
		if level := p.headingOf(g); level > 0 {
			l.heading, l.sinceHeading = level, 1
		}
		if g.running() {
			l.sinceText = 1
			p.running++
			p.longest = max(p.longest, g.chars)
			if p.nodes[g.node].names&namedComment != 0 {
				p.comment += g.chars - g.linkChars
			}
		}
	}
	p.lines = append(p.lines, l)
	until := uint8(farAway)
	for i := len(p.paragraphs) - 1; i >= 0; i-- {
		p.lines[i].untilText = until
		until = min(until+1, farAway)
		if p.paragraphs[i].running() {
			until = 1
		}
	}
}

// headingOf returns the level of the heading that a paragraph is, or 0.
func (p *layout) headingOf(g *paragraph) uint8 {
	if tag := p.nodes[g.node].tag; headerTags.Has(tag) {
		return uint8(tag-tags.H1) + 1
	}
	return 0
}

// smallestWith returns the nodes in the smallest element that has more than part/whole of
// the page's running text, itself included. There are none if there is no text.
func (p *layout) smallestWith(part, whole int64) stretch {
	all := int64(p.nodes[0].text)
	for i := len(p.nodes) - 1; i >= 0; i-- {
		if whole*int64(p.nodes[i].text) > part*all {
			return stretch{int32(i), p.endOf(int32(i))}
		}
	}
	return stretch{}
}

// endOf returns the number after that of the last node in node n. What is in an element
// comes after it and before all else.
func (p *layout) endOf(n int32) int32 {
	for i := int(n) + 1; i < len(p.nodes); i++ {
		if p.nodes[i].parent < n {
			return int32(i)
		}
	}
	return int32(len(p.nodes))
}

// regionTags are the elements whose share of the page is told, each a group.
var regionTags = [...]tags.Set{
	tags.Of(tags.Article), tags.Of(tags.Main), tags.Of(tags.Section), tags.Of(tags.Aside), tags.Of(tags.Header), tags.Of(tags.Footer, tags.Address),
	tags.Of(tags.Nav), tags.Of(tags.Table), tags.Of(tags.Ul, tags.Ol, tags.Dl, tags.Menu), tags.Of(tags.Li), tags.Of(tags.Form),
	tags.Of(tags.Figure), tags.Of(tags.Details, tags.Dialog), tags.Of(tags.Blockquote),
}

var regionTagNames = [...]string{"article", "main", "section", "aside", "header", "footer", "nav", "table", "list", "item", "form", "figure", "details", "quote"}

// regionGroup holds one more than the index of the group of regionTags that a tag is in,
// or 0.
var regionGroup = func() (table [tags.NumKnown]uint8) {
	for i, set := range regionTags {
		for t := range tags.NumKnown {
			if set.Has(t) {
				table[t] = uint8(i + 1)
			}
		}
	}
	return table
}()

// surveyNode completes the region of a node. The nodes before it have been.
func (p *layout) surveyNode(i int32) {
	n, r := &p.nodes[i], &p.regions[i]
	r.run, r.length = i, 1
	p.tallyNames(n, r.chars)
	if n.parent == noNode {
		return
	}
	around := &p.regions[n.parent]
	r.depth = around.depth + 1
	if last := around.last; last > 0 && p.nodes[last].style == n.style {
		r.run = p.regions[last].run
		p.regions[r.run].length++
	}
	around.last = i
	p.regions[r.run].runChars += r.chars
	share := uint64(1 + scale(n.text, p.nodes[0].text, innermostSteps))
	r.named = around.named
	for own := n.own & allNames; own != 0; own &= own - 1 {
		r.named = innermost(r.named, bits.TrailingZeros32(uint32(own)), share)
	}
	r.tagged = around.tagged
	if n.tag < tags.NumKnown && regionGroup[n.tag] > 0 {
		r.tagged = innermost(r.tagged, int(regionGroup[n.tag])-1, share)
	}
}

// innermostSteps is the largest share of the page's running text in an element, as four
// bits hold it: they are 0 without such an element, and one more than the share with it.
const innermostSteps = 14

// innermost sets the four bits of a group to a share.
func innermost(shares uint64, group int, share uint64) uint64 {
	return shares&^(15<<(4*group)) | share<<(4*group)
}
