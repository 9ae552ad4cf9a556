package victor

import "github.com/seed42075109/justext/internal/tags"

// This file has the features of paragraphs, which the released Victor did not
// have: what the text is like in its line, where it stands to the main text, and
// what the elements around it are and are called. None depends on the language.
//
// Its figures are jusText's where that is said. The others are round ones; which
// features there are was chosen by leaving collections out, see TRAINING.md.

// running reports whether a paragraph is text rather than links or labels: it is
// not short, and less than a quarter of it is links.
func (g *paragraph) running() bool {
	return g.chars >= shortChars && 4*g.linkChars < g.chars
}

// A paragraphKind is a class of jusText without its stop words.
type paragraphKind uint8

const (
	kindShort paragraphKind = iota
	kindBad
	kindNearGood
	kindGood
)

// The lengths of jusText in characters that are no white space, and its largest
// share of links.
const (
	shortChars = 60
	longChars  = 170
	mostLinks  = 5 // a fifth
)

// classify gives a paragraph the class that jusText gives without context.
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
	g.context = g.kind
}

// inContext decides about short and near-good paragraphs by their neighbours, as
// jusText does.
func (p *layout) inContext() {
	before := kindBad
	for i := 0; i < len(p.paragraphs); {
		g := &p.paragraphs[i]
		if g.kind == kindGood || g.kind == kindBad {
			before = g.kind
			i++
			continue
		}
		end := i
		for end < len(p.paragraphs) && (p.paragraphs[end].kind == kindShort || p.paragraphs[end].kind == kindNearGood) {
			end++
		}
		after := kindBad
		if end < len(p.paragraphs) {
			after = p.paragraphs[end].kind
		}
		p.decideRun(i, end, before, after)
		i = end
	}
}

// decideRun decides about a run of undecided paragraphs: between two of one
// class they are of that; else a short one is bad, and the good side reaches to
// the near-good one that is closest to the bad side.
func (p *layout) decideRun(begin, end int, before, after paragraphKind) {
	run := p.paragraphs[begin:end]
	from, to := len(run), len(run) // what is good
	switch {
	case before == kindGood && after == kindGood:
		from = 0
	case before == kindGood:
		for to > 0 && run[to-1].kind != kindNearGood {
			to--
		}
		from = 0
	case after == kindGood:
		for from = 0; from < len(run) && run[from].kind != kindNearGood; from++ {
		}
	}
	for i := range run {
		run[i].context = kindBad
		if from <= i && i < to {
			run[i].context = kindGood
		}
	}
}

// findZone finds the stretch of paragraphs that has most text and least of
// links and labels: the largest sum of their gains.
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

// What a paragraph can bring to the main text, in characters: one long paragraph
// must not outweigh a page of links, nor one long link a paragraph.
const (
	mostGain  = 400
	leastLoss = 20 // of a paragraph that is not running text
	linksLoss = 60 // at most, for its links
)

// gain is what a paragraph brings to the main text.
func (g *paragraph) gain() int32 {
	if g.running() {
		return min(g.chars-g.linkChars, mostGain)
	}
	return -leastLoss - min(g.linkChars, linksLoss)
}

// zoneOf says where a paragraph stands to the main zone: 0 to 3 before it (3 is
// close), 4 to 6 in it (at its beginning, within, at its end), 7 to 10 behind it
// (7 is close); 11 where there is none.
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

// distance makes four bins of a distance from 1 on.
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

// around is the running text of the paragraphs at most reach before and behind,
// the paragraph itself left out.
func (p *layout) around(g *paragraph, reach int32) (text int32) {
	last := int32(len(p.paragraphs)) - 1
	text = p.sums[min(g.index+reach, last)+1] - p.sums[max(g.index-reach, 0)]
	return text - (p.sums[g.index+1] - p.sums[g.index])
}

// sumText makes the sums of the running text before each paragraph.
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

// tagKinds numbers the elements that a paragraph can stand in.
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

const numTagKinds = 21

func (p *layout) tagKind(n int32) int32 {
	if t := p.nodes[n].tag; t < tags.NumKnown {
		return tagKinds[t]
	}
	return numTagKinds
}

// The steps of counts: round figures, about half as much again from one to the
// next, or twice as much.
var (
	lengthSteps   = []int32{1, 8, 16, 30, 50, 80, 120, 170, 250, 400, 700}
	wordSteps     = []int32{1, 2, 3, 4, 6, 8, 12, 18, 27, 40, 60, 100}
	sentenceSteps = []int32{1, 2, 3, 5, 8}
	textSteps     = []int32{1, 100, 200, 400, 700, 1200, 2000, 4000}
	longSteps     = []int32{1, 2, 3, 5, 9, 20}
	pageTextSteps = []int32{1, 200, 500, 1000, 2000, 4000, 8000, 16000}
)

// paragraphFeatures is the table of the features of paragraphs.
var paragraphFeatures = append([]feature{
	steps("paragraph.length", lengthSteps, func(_ *layout, g *paragraph) int32 { return g.chars }),
	steps("paragraph.words", wordSteps, func(_ *layout, g *paragraph) int32 { return g.words }),
	steps("paragraph.sentences", sentenceSteps, func(_ *layout, g *paragraph) int32 { return g.sentences }),
	portion("paragraph.links", 5, func(_ *layout, g *paragraph) (int32, int32) { return g.linkChars, g.chars }),
	value("paragraph.kind", 3, func(_ *layout, g *paragraph) int32 { return int32(g.kind) }),
	value("paragraph.context", 1, func(_ *layout, g *paragraph) int32 { return truth(g.context == kindGood) }),
	value("paragraph.zone", 11, zoneOf),
	steps("paragraph.around-2", textSteps, func(p *layout, g *paragraph) int32 { return p.around(g, 2) }),
	steps("paragraph.around-5", textSteps, func(p *layout, g *paragraph) int32 { return p.around(g, 5) }),
	steps("paragraph.around-10", textSteps, func(p *layout, g *paragraph) int32 { return p.around(g, 10) }),
	portion("paragraph.before", 10, func(p *layout, g *paragraph) (int32, int32) { return p.sums[g.index], p.nodes[0].text }),
	portion("paragraph.position", 10, func(p *layout, g *paragraph) (int32, int32) { return g.index, int32(len(p.paragraphs)) }),
	value("paragraph.h1", 3, besideH1),
	value("paragraph.tag", numTagKinds, func(p *layout, g *paragraph) int32 { return p.tagKind(g.node) }),
	value("paragraph.tag-outer", numTagKinds, func(p *layout, g *paragraph) int32 { return p.tagKind(p.outer(g.node)) }),
	value("paragraph.tag-outer2", numTagKinds, func(p *layout, g *paragraph) int32 { return p.tagKind(p.outer(p.outer(g.node))) }),
	portion("paragraph.share-0", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 0) }),
	portion("paragraph.share-1", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 1) }),
	portion("paragraph.share-2", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 2) }),
	portion("paragraph.share-3", 5, func(p *layout, g *paragraph) (int32, int32) { return p.textShare(g, 3) }),
	value("paragraph.to-half", 6, func(p *layout, g *paragraph) int32 { return p.levelsTo(g, 0.5, 6) }),
	value("paragraph.to-fifth", 6, func(p *layout, g *paragraph) int32 { return p.levelsTo(g, 0.2, 6) }),
	steps("paragraph.long-beside", longSteps, func(p *layout, g *paragraph) int32 { return p.nodes[p.outer(g.node)].long }),
	steps("paragraph.page-text", pageTextSteps, func(p *layout, _ *paragraph) int32 { return p.nodes[0].text }),
	steps("paragraph.group-size", longSteps, func(p *layout, g *paragraph) int32 { return p.groups[g.group].paragraphs }),
	steps("paragraph.group-length", lengthSteps, func(p *layout, g *paragraph) int32 {
		return rounded(p.groups[g.group].chars, p.groups[g.group].paragraphs)
	}),
	portion("paragraph.group-links", 5, func(p *layout, g *paragraph) (int32, int32) {
		return p.groups[g.group].linkChars, p.groups[g.group].chars
	}),
	portion("paragraph.group-share", 5, func(p *layout, g *paragraph) (int32, int32) {
		return p.groups[g.group].running, p.nodes[0].text
	}),
	withinParagraph("paragraph.in-lists", inLists),
	withinParagraph("paragraph.in-table", inTable),
	withinParagraph("paragraph.in-quote", inQuote),
	withinParagraph("paragraph.in-article", inArticle),
	withinParagraph("paragraph.in-main", inMain),
	withinParagraph("paragraph.in-nav", inNav),
	withinParagraph("paragraph.in-aside", inAside),
	withinParagraph("paragraph.in-header", inHeader),
	withinParagraph("paragraph.in-footer", inFooter),
	withinParagraph("paragraph.in-figure", inFigure),
	withinParagraph("paragraph.in-control", inControl),
	withinParagraph("paragraph.in-headers", inHeaders),
}, nameFeatures()...)

// nameFeatures are, for each group of names, whether an element around the
// paragraph has one, and whether the innermost does.
func nameFeatures() (all []feature) {
	for _, group := range nameGroups {
		all = append(all,
			value("paragraph.named-"+group.name, 1, func(p *layout, g *paragraph) int32 { return truth(p.nodes[g.node].names&group.names != 0) }),
			value("paragraph.close-"+group.name, 1, func(p *layout, g *paragraph) int32 {
				return truth((p.nodes[g.node].own|p.nodes[p.outer(g.node)].own)&group.names != 0)
			}))
	}
	return all
}

// besideH1 says where a paragraph stands to the first h1: 0 where there is none,
// 1 before, 2 in it, 3 behind.
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

// steps makes a feature of a count: the number of the largest step that is not
// above it.
func steps(name string, bins []int32, of func(*layout, *paragraph) int32) feature {
	return feature{name: name, limit: int32(len(bins)), bins: "steps " + listed(bins),
		ofParagraph: func(p *layout, g *paragraph) int32 {
			v, n := of(p, g), int32(0)
			for n < int32(len(bins)) && bins[n] <= v {
				n++
			}
			return n
		}}
}

func portion(name string, parts int32, of func(*layout, *paragraph) (part, whole int32)) feature {
	f := scaled(name, parts, nil)
	f.of = nil
	f.ofParagraph = func(p *layout, g *paragraph) int32 {
		part, whole := of(p, g)
		return scale(part, whole, parts)
	}
	return f
}

func value(name string, limit int32, of func(*layout, *paragraph) int32) feature {
	f := number(name, limit, nil)
	f.ofParagraph = of
	return f
}

func withinParagraph(name string, what inside) feature {
	return value(name, 1, func(_ *layout, g *paragraph) int32 { return truth(g.inside&what != 0) })
}
