package victor

import (
	"github.com/seed42075109/justext/internal/context"
	"github.com/seed42075109/justext/internal/tags"
)

// This file has the features of paragraphs, which Victor does not have (docs/victor.md,
// "Paragraph features"): what the text of a line is like, where it stands to the main
// text, and what the elements around it are and are called. None depends on the
// language. The figures are round ones unless a comment says otherwise; TRAINING.md
// says how the features were selected.

// running reports whether a paragraph is text rather than links or labels: it is
// not short, and less than a quarter of it is links.
func (g *paragraph) running() bool {
	return g.chars >= shortChars && 4*g.linkChars < g.chars
}

// A paragraphKind is one of jusText's context-free classes, without its stop words. The
// numbers are values of the feature paragraph.kind.
type paragraphKind uint8

const (
	kindShort paragraphKind = iota
	kindBad
	kindNearGood
	kindGood
)

// The thresholds of the classes. Lengths are in characters that are not white space;
// jusText, which counts white space, has 70 and 200. Its largest link density is 0.2.
const (
	shortChars = 60
	longChars  = 170
	mostLinks  = 5 // the largest share of links is 1/mostLinks
)

// classify gives a paragraph its context-free class.
func (g *paragraph) classify() {
	switch {
	case mostLinks*g.linkChars > g.chars:
		g.kind = kindBad
	case g.chars < shortChars && g.linkChars > 0:
		g.kind = kindBad
	case g.chars < shortChars:
		g.kind = kindShort
	case g.chars < longChars:
		g.kind = kindNearGood
	default:
		g.kind = kindGood
	}
	g.good = g.kind == kindGood
}

// contextClasses are the classes of paragraphs as package context knows them.
var contextClasses = [...]context.Class{kindShort: context.Short, kindBad: context.Bad, kindNearGood: context.NearGood, kindGood: context.Good}

// inContext decides about short and near-good paragraphs by their neighbours.
func (p *layout) inContext() {
	context.Decide(p.paragraphs,
		func(g *paragraph) context.Class { return contextClasses[g.kind] },
		func(g *paragraph, verdict context.Verdict) { g.good = verdict.IsGood() })
}

// findZone finds the run of paragraphs with the most text and the fewest links and
// labels: the one with the largest sum of gains.
func (p *layout) findZone() {
	best, sum := int32(0), int32(0)
	begin := 0
	p.zone = stretch{}
	for i := range p.paragraphs {
		sum += p.paragraphs[i].gain()
		if sum <= 0 {
			sum, begin = 0, i+1
		} else if sum > best {
			best, p.zone = sum, stretch{int32(begin), int32(i + 1)}
		}
	}
}

// The bounds of the gain of a paragraph, in characters: one long paragraph must not
// outweigh a page of links, nor one long link a paragraph.
const (
	mostGain  = 400
	leastLoss = 20 // for a paragraph that is not running text
	linksLoss = 60 // at most, in addition, for its links
)

// gain returns what a paragraph adds to the sum of a zone.
func (g *paragraph) gain() int32 {
	if g.running() {
		return min(g.chars-g.linkChars, mostGain)
	}
	return -leastLoss - min(g.linkChars, linksLoss)
}

// zoneOf says where a paragraph is in relation to the zone: 0 to 3 before it, 3 being
// closest; 4 at its beginning, 5 within, 6 at its end; 7 to 10 after it, 7 being
// closest; 11 if there is no zone.
func zoneOf(p *layout, g *paragraph) int32 {
	i, begin, end := g.index, p.zone.begin, p.zone.end
	switch {
	case begin == end:
		return 11
	case i < begin:
		return 3 - distance(begin-i)
	case i >= end:
		return 7 + distance(i-end+1)
	case i == begin:
		return 4
	case i == end-1:
		return 6
	}
	return 5
}

// distance returns the bin of a distance of 1 or more: 0 to 3.
func distance(n int32) int32 {
	switch {
	case n <= 1:
		return 0
	case n <= 3:
		return 1
	case n <= 8:
		return 2
	}
	return 3
}

// around returns the running text of the paragraphs that are at most reach before or
// after a paragraph, without its own.
func (p *layout) around(g *paragraph, reach int32) (text int32) {
	last := int32(len(p.paragraphs)) - 1
	text = p.sums[min(g.index+reach, last)+1] - p.sums[max(g.index-reach, 0)]
	return text - (p.sums[g.index+1] - p.sums[g.index])
}

// sumText adds up the running text before each paragraph.
func (p *layout) sumText() {
	p.sums = append(p.sums[:0], 0)
	p.firstH1 = -1
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		text := int32(0)
		if g.running() {
			text = g.chars - g.linkChars
		}
		p.sums = append(p.sums, p.sums[i]+text)
		if p.firstH1 < 0 && p.nodes[g.node].tag == tags.H1 {
			p.firstH1 = int32(i)
		}
	}
}

// tagKinds has the values of paragraph.tag for the elements that a paragraph can be in;
// that of all others is 0.
var tagKinds = func() (table [tags.NumKnown]int32) {
	for i, set := range []tags.Set{
		tags.Of(tags.P), tags.Of(tags.Div), tags.Of(tags.Li), tags.Of(tags.Td, tags.Th), tags.Of(tags.H1),
		tags.Of(tags.H2), tags.Of(tags.H3), tags.Of(tags.H4, tags.H5, tags.H6), tags.Of(tags.Blockquote, tags.Q),
		tags.Of(tags.Pre, tags.Listing), tags.Of(tags.Dd), tags.Of(tags.Dt), tags.Of(tags.Figcaption, tags.Caption, tags.Figure),
		tags.Of(tags.Button, tags.Label, tags.Legend, tags.Select, tags.Option, tags.Form), tags.Of(tags.Article, tags.Section, tags.Main),
		tags.Of(tags.Nav), tags.Of(tags.Footer, tags.Address), tags.Of(tags.Header), tags.Of(tags.Aside), tags.Of(tags.Body),
	} {
		for t := range tags.NumKnown {
			if set.Has(t) {
				table[t] = int32(i + 1)
			}
		}
	}
	return table
}()

// numTagKinds is one more than the largest value of tagKinds. It is the limit of the
// features of tags, although no paragraph has that value: a node's tag is one of
// breakTags, or None for the root. Models name values by this limit.
const numTagKinds = 21

func (p *layout) tagKind(n int32) int32 { return tagKinds[p.nodes[n].tag] }

// The steps of counts: round figures, each about 1.5 times or twice the one before.
var (
	lengthSteps   = []int32{1, 8, 16, 30, 50, 80, 120, 170, 250, 400, 700}
	wordSteps     = []int32{1, 2, 3, 4, 6, 8, 12, 18, 27, 40, 60, 100}
	sentenceSteps = []int32{1, 2, 3, 5, 8}
	textSteps     = []int32{1, 100, 200, 400, 700, 1200, 2000, 4000}
	longSteps     = []int32{1, 2, 3, 5, 9, 20}
	pageTextSteps = []int32{1, 200, 500, 1000, 2000, 4000, 8000, 16000}
)

// paragraphFeatures are the features of paragraphs, in the order of docs/victor.md.
var paragraphFeatures = append([]feature{
	stepped("paragraph.length", lengthSteps, func(_ *layout, g *paragraph) int32 { return g.chars }),
	stepped("paragraph.words", wordSteps, func(_ *layout, g *paragraph) int32 { return g.words }),
	stepped("paragraph.sentences", sentenceSteps, func(_ *layout, g *paragraph) int32 { return g.sentences }),
	portion("paragraph.links", 5, func(_ *layout, g *paragraph) (int32, int32) { return g.linkChars, g.chars }),
	numberedParagraph("paragraph.kind", 3, func(_ *layout, g *paragraph) int32 { return int32(g.kind) }),
	numberedParagraph("paragraph.context", 1, func(_ *layout, g *paragraph) int32 { return truth(g.good) }),
	numberedParagraph("paragraph.zone", 11, zoneOf),
	stepped("paragraph.around-2", textSteps, func(p *layout, g *paragraph) int32 { return p.around(g, 2) }),
	stepped("paragraph.around-5", textSteps, func(p *layout, g *paragraph) int32 { return p.around(g, 5) }),
	stepped("paragraph.around-10", textSteps, func(p *layout, g *paragraph) int32 { return p.around(g, 10) }),
	portion("paragraph.before", 10, func(p *layout, g *paragraph) (int32, int32) { return p.sums[g.index], p.nodes[0].text }),
	portion("paragraph.position", 10, func(p *layout, g *paragraph) (int32, int32) { return g.index, int32(len(p.paragraphs)) }),
	numberedParagraph("paragraph.h1", 3, besideH1),
	numberedParagraph("paragraph.tag", numTagKinds, func(p *layout, g *paragraph) int32 { return p.tagKind(g.node) }),
	numberedParagraph("paragraph.tag-outer", numTagKinds, func(p *layout, g *paragraph) int32 { return p.tagKind(p.outer(g.node)) }),
	numberedParagraph("paragraph.tag-outer2", numTagKinds, func(p *layout, g *paragraph) int32 { return p.tagKind(p.outer(p.outer(g.node))) }),
	portion("paragraph.share-0", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 0) }),
	portion("paragraph.share-1", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 1) }),
	portion("paragraph.share-2", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 2) }),
	portion("paragraph.share-3", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 3) }),
	numberedParagraph("paragraph.to-half", 6, func(p *layout, g *paragraph) int32 { return p.levelsTo(g, 0.5, 6) }),
	numberedParagraph("paragraph.to-fifth", 6, func(p *layout, g *paragraph) int32 { return p.levelsTo(g, 0.2, 6) }),
	stepped("paragraph.long-beside", longSteps, func(p *layout, g *paragraph) int32 { return p.nodes[p.outer(g.node)].long }),
	stepped("paragraph.page-text", pageTextSteps, func(p *layout, _ *paragraph) int32 { return p.nodes[0].text }),
	stepped("paragraph.group-size", longSteps, func(p *layout, g *paragraph) int32 { return p.groups[g.group].paragraphs }),
	stepped("paragraph.group-length", lengthSteps, func(p *layout, g *paragraph) int32 {
		return rounded(p.groups[g.group].chars, p.groups[g.group].paragraphs)
	}),
	portion("paragraph.group-links", 5, func(p *layout, g *paragraph) (int32, int32) {
		return p.groups[g.group].linkChars, p.groups[g.group].chars
	}),
	portion("paragraph.group-share", 5, func(p *layout, g *paragraph) (int32, int32) {
		return p.groups[g.group].running, p.nodes[0].text
	}),
	paragraphIn("paragraph.in-lists", inLists),
	paragraphIn("paragraph.in-table", inTable),
	paragraphIn("paragraph.in-quote", inQuote),
	paragraphIn("paragraph.in-article", inArticle),
	paragraphIn("paragraph.in-main", inMain),
	paragraphIn("paragraph.in-nav", inNav),
	paragraphIn("paragraph.in-aside", inAside),
	paragraphIn("paragraph.in-header", inHeader),
	paragraphIn("paragraph.in-footer", inFooter),
	paragraphIn("paragraph.in-figure", inFigure),
	paragraphIn("paragraph.in-control", inControl),
	paragraphIn("paragraph.in-headers", inHeaders),
}, nameFeatures()...)

// nameFeatures are two for each group of names: whether an element around the
// paragraph has one of them, and whether one of the two innermost has.
func nameFeatures() (all []feature) {
	for _, group := range nameGroups {
		all = append(all,
			numberedParagraph("paragraph.named-"+group.name, 1, func(p *layout, g *paragraph) int32 { return truth(p.nodes[g.node].names&group.names != 0) }),
			numberedParagraph("paragraph.close-"+group.name, 1, func(p *layout, g *paragraph) int32 {
				return truth((p.nodes[g.node].own|p.nodes[p.outer(g.node)].own)&group.names != 0)
			}))
	}
	return all
}

// besideH1 says where a paragraph is in relation to the first in an h1: 1 before it, 2
// it is that, 3 after it; 0 if there is none.
func besideH1(p *layout, g *paragraph) int32 {
	switch {
	case p.firstH1 < 0:
		return 0
	case g.index < p.firstH1:
		return 1
	case g.index == p.firstH1:
		return 2
	}
	return 3
}

// stepped makes a feature of a count: the number of bins that do not exceed it.
func stepped(name string, bins []int32, of func(*layout, *paragraph) int32) feature {
	return feature{name: name, limit: int32(len(bins)), bins: "steps " + listed(bins),
		ofParagraph: func(p *layout, g *paragraph) int32 {
			v, n := of(p, g), int32(0)
			for n < int32(len(bins)) && bins[n] <= v {
				n++
			}
			return n
		}}
}

// portion makes a feature of a part of a whole, from 0 to parts.
func portion(name string, parts int32, of func(*layout, *paragraph) (part, whole int32)) feature {
	f := scaled(name, parts, nil)
	f.of = nil
	f.ofParagraph = func(p *layout, g *paragraph) int32 {
		part, whole := of(p, g)
		return scale(part, whole, parts)
	}
	return f
}

// numberedParagraph makes a feature of a number from 0 to limit.
func numberedParagraph(name string, limit int32, of func(*layout, *paragraph) int32) feature {
	f := numbered(name, limit, nil)
	f.ofParagraph = of
	return f
}

// paragraphIn makes a feature that says whether a paragraph is in an element.
func paragraphIn(name string, what inside) feature {
	return numberedParagraph(name, 1, func(_ *layout, g *paragraph) int32 { return truth(g.inside&what != 0) })
}
