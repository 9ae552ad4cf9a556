package victor

import (
	"math"
	"slices"
	"strings"

	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file has the features of pages (docs/victor.md, "Page type").

// A pageFeature has a value for a page.
type pageFeature struct {
	name string
	bins string // the values, in words
	of   func(p *layout) int32
}

// pageFeatures are the features that a model of types can name, in the order of
// docs/victor.md.
var pageFeatures = slices.Concat(
	featuresOfSurroundings(),
	[]pageFeature{
		counting("page.blocks", func(p *layout) int32 { return int32(len(p.blocks)) }),
		counting("page.length", func(p *layout) int32 { return p.regions[0].chars / 16 }),
		counting("page.title-length", func(p *layout) int32 { return int32(len(p.title)) }),
		counting("page.groups", func(p *layout) int32 { return int32(len(p.groups)) }),
		sharing("page.half-length", func(p *layout) (int32, int32) { return p.regions[p.half.begin].chars, p.regions[0].chars }),
		sharing("page.most-length", func(p *layout) (int32, int32) { return p.regions[p.most.begin].chars, p.regions[0].chars }),
		sharing("page.most-links", func(p *layout) (int32, int32) { return p.regions[p.most.begin].links, p.regions[p.most.begin].chars }),
		sharing("page.zone", func(p *layout) (int32, int32) { return p.zone.end - p.zone.begin, int32(len(p.paragraphs)) }),
		sharing("page.zone-length", func(p *layout) (int32, int32) {
			return p.lines[p.zone.end].charsBefore - p.lines[p.zone.begin].charsBefore, p.regions[0].chars
		}),
		sharing("page.h1-place", func(p *layout) (int32, int32) { return p.firstH1 + 1, int32(len(p.paragraphs)) }),
		sharing("page.digits", func(p *layout) (int32, int32) { return p.numerals, p.regions[0].chars }),
		counting("page.prices", func(p *layout) int32 { return p.prices }),
		counting("page.dates", func(p *layout) int32 { return p.dated }),
		sharing("page.alike", func(p *layout) (int32, int32) { return p.alike, int32(len(p.paragraphs)) }),
		counting("page.linked-images", func(p *layout) int32 { return p.linkedImages }),
		counting("page.linked-headings", func(p *layout) int32 { return p.linkedHeadings }),
		sharing("page.linked-headings-share", func(p *layout) (int32, int32) { return p.linkedHeadings, p.headings }),
		counting("page.run", func(p *layout) int32 { return p.run.length }),
		counting("page.run-mean", func(p *layout) int32 { return rounded(p.run.chars, p.run.length) }),
		sharing("page.run-length", func(p *layout) (int32, int32) { return p.run.chars, p.regions[0].chars }),
		sharing("page.run-links", func(p *layout) (int32, int32) { return p.run.links, p.run.chars }),
		{"page.run-tag", "0 to 21", func(p *layout) int32 { return p.tagKind(p.run.first) }},
		{"page.address-depth", "0 to 255", func(p *layout) int32 { return p.depth + truth(p.addressed) }},
		{"page.address-words", "0 to 255", func(p *layout) int32 { return p.slug }},
		{"page.address-digits", "0 to 255", func(p *layout) int32 { return p.digits }},
		{"page.address-query", "0 1", func(p *layout) int32 { return truth(p.query) }},
	},
	tagFeatures(), kindFeatures(), nameCountFeatures(), hintFeatures())

// featuresOfSurroundings are those of the page as a whole among the features of
// surroundings.
func featuresOfSurroundings() (all []pageFeature) {
	for _, f := range surroundingFeatures {
		if strings.HasPrefix(f.name, "page.") {
			all = append(all, pageFeature{f.name, f.bins, func(p *layout) int32 { return f.ofParagraph(p, nil) }})
		}
	}
	return all
}

// countedTags are the elements that the features of surroundings do not count.
var countedTags = []struct {
	name string
	tags tags.Set
}{
	{"a", tags.Of(tags.A)}, {"img", tags.Of(tags.Img)}, {"svg", tags.Of(tags.Svg)}, {"div", tags.Of(tags.Div)}, {"span", tags.Of(tags.Span)},
	{"br", tags.Of(tags.Br)}, {"section", tags.Of(tags.Section)}, {"nav", tags.Of(tags.Nav)}, {"header", tags.Of(tags.Header)},
	{"h4", tags.Of(tags.H4, tags.H5, tags.H6)}, {"bold", boldTags}, {"italic", italicTags}, {"time", tags.Of(tags.Time)},
	{"code", tags.Of(tags.Code, tags.Kbd, tags.Samp)}, {"blockquote", tags.Of(tags.Blockquote)}, {"figcaption", tags.Of(tags.Figcaption)},
	{"button", tags.Of(tags.Button)}, {"input", tags.Of(tags.Input)}, {"label", tags.Of(tags.Label)},
}

func tagFeatures() (all []pageFeature) {
	for _, c := range countedTags {
		var list []tags.Tag
		for t := range tags.NumKnown {
			if c.tags.Has(t) {
				list = append(list, t)
			}
		}
		all = append(all, counting("page.tag-"+c.name, func(p *layout) (n int32) {
			for _, t := range list {
				n += p.tally.tags[t]
			}
			return n
		}))
	}
	return all
}

func kindFeatures() (all []pageFeature) {
	for kind := page.Heading; kind <= page.Form; kind++ {
		all = append(all, sharing("page.in-"+kind.String(), func(p *layout) (int32, int32) { return p.ofKind[kind], p.regions[0].chars }))
	}
	return all
}

// nameCountFeatures are two for each group of names: how many elements have one, and how
// much of the text is in them.
func nameCountFeatures() (all []pageFeature) {
	for group, name := range allGroups() {
		all = append(all,
			counting("page.named-"+name, func(p *layout) int32 { return p.named[group] }),
			sharing("page.share-"+name, func(p *layout) (int32, int32) { return p.inNamed[group], p.regions[0].chars }))
	}
	return all
}

// allGroups returns the names of the groups of names, by the number of their bit.
func allGroups() (all []string) {
	for _, group := range nameGroups {
		all = append(all, group.name)
	}
	for _, group := range kindWords {
		all = append(all, "kind-"+group.name)
	}
	for _, group := range typeNames {
		all = append(all, group.name)
	}
	return all
}

func hintFeatures() (all []pageFeature) {
	for source, name := range hintSourceNames {
		for t := range page.Type(page.NumTypes) {
			all = append(all, pageFeature{"page." + name + "-" + t.String(), "0 1", func(p *layout) int32 {
				return int32(p.hints[source] >> t & 1)
			}})
		}
	}
	return all
}

// countSteps are the steps of counts.
var countSteps = []int32{1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 65, 80, 100, 130, 160, 200, 250, 320, 400, 500, 650, 800, 1000,
	1500, 2000, 4000, 8000}

// counting makes a feature of a count: the number of steps that do not exceed it.
func counting(name string, of func(p *layout) int32) pageFeature {
	return pageFeature{name, "steps " + listed(countSteps), func(p *layout) int32 {
		n, exact := slices.BinarySearch(countSteps, of(p))
		return int32(n) + truth(exact)
	}}
}

// shareParts is the largest value of a share.
const shareParts = 50

// sharing makes a feature of a part of a whole.
func sharing(name string, of func(p *layout) (part, whole int32)) pageFeature {
	return pageFeature{name, "scale 50", func(p *layout) int32 {
		part, whole := of(p)
		return scale(part, whole, shareParts)
	}}
}

// value returns the value of the feature for a page, from 0 to 255.
func (f *pageFeature) value(p *layout) int { return int(min(max(f.of(p), 0), math.MaxUint8)) }
