package victor

import (
	"fmt"
	"slices"

	"github.com/seed42075109/justext/page"
)

// This file has the user's choice of what is text (docs/victor.md, "Choice of kinds").

// A Preset is a choice of kinds that has a name: values of Config.Include and
// Config.Exclude.
type Preset struct {
	Name             string
	Include, Exclude page.KindSet
}

// Presets returns the presets:
//
//   - model: what the model keeps, the default;
//   - article: the article with its headline, subheadings, lists, tables, code and
//     captions, without bylines and comments of readers;
//   - everything: what people wrote, with bylines and comments of readers;
//   - cleaneval: as the guidelines of the competition CleanEval have it, with headings,
//     lists and comments, without navigation, legal notices, forms and lists of links.
func Presets() []Preset {
	dropped := page.Kinds(page.Related, page.Navigation, page.Legal, page.Share, page.Form)
	article := page.Kinds(page.Headline, page.Heading, page.List, page.Table, page.Code, page.Quote, page.Caption)
	return []Preset{
		{Name: "model"},
		{"article", article, dropped.Union(page.Kinds(page.Byline, page.Comment))},
		{"everything", article.Union(page.Kinds(page.Byline, page.Comment)), dropped},
		{"cleaneval", page.Kinds(page.Headline, page.Heading, page.List, page.Comment), dropped},
	}
}

// LookupPreset returns the preset with a name.
func LookupPreset(name string) (preset Preset, ok bool) {
	all := Presets()
	i := slices.IndexFunc(all, func(p Preset) bool { return p.Name == name })
	if i < 0 {
		return preset, false
	}
	return all[i], true
}

// checkKinds checks the choice of kinds of a configuration.
func (c *Config) checkKinds() error {
	if both := c.Include.Both(c.Exclude); !both.Empty() {
		return fmt.Errorf("%w: Include and Exclude both have %s", page.ErrConfig, both)
	}
	if c.Include.Has(page.Image) {
		return fmt.Errorf("%w: Include has %s, but the alternative text of an image is never kept", page.ErrConfig, page.Image)
	}
	return nil
}

// A choice says what the user's choice of kinds has done to a block.
type choice uint8

const (
	notChosen choice = iota // the model decides
	included                // it is kept, and the model drops it
	excluded                // it is dropped, and the model keeps it
)

// A chooser applies the user's choice of kinds to the labels of a page.
type chooser struct {
	*Config
	p       *layout
	kinds   *kinds
	d       *decision
	noise   uint8
	content func(block int) uint8 // the most probable label of content

	container   stretch // the nodes in the element with most of what is kept
	first, last int32   // paragraphs that are kept
}

// choose changes labels and fills choices.
func (c *chooser) choose() {
	c.exclude()
	if c.Include.Empty() || !c.findContainer() {
		return
	}
	below := false // the next line that is no heading is kept
	for i := len(c.p.paragraphs) - 1; i >= 0; i-- {
		g := &c.p.paragraphs[i]
		kind := c.lineKind(g)
		for b := g.first; b <= g.last; b++ {
			if of := c.kinds.blocks[b]; c.d.labels[b] == c.noise && c.Include.Has(of) && c.belongs(g, of, below) {
				c.d.labels[b], c.d.choices[b] = c.content(int(b)), included
			}
		}
		switch kind {
		case page.Heading, page.Headline, page.Byline, page.Caption, page.Image:
		default:
			below = c.keeps(g)
		}
	}
}

// exclude drops the blocks of kinds that are excluded.
func (c *chooser) exclude() {
	for i := range c.d.labels {
		if c.d.labels[i] != c.noise && c.Exclude.Has(c.kinds.blocks[i]) {
			c.d.labels[i], c.d.choices[i] = c.noise, excluded
		}
	}
}

// lineKind returns the kind of the first block of a paragraph that is text.
func (c *chooser) lineKind(g *paragraph) page.Kind {
	for b := g.first; b <= g.last; b++ {
		if c.kinds.blocks[b] != page.Image {
			return c.kinds.blocks[b]
		}
	}
	return page.Image
}

// keeps reports whether a block of a paragraph is kept.
func (c *chooser) keeps(g *paragraph) bool {
	return c.p.anyBlock(g, func(b int) bool { return c.d.labels[b] != c.noise })
}

// findContainer finds the container of the text that is kept, and reports whether there is
// any: the smallest element with more than mostPart of it.
func (c *chooser) findContainer() bool {
	sums := make([]int32, len(c.p.nodes))
	c.first = -1
	for i := range c.p.paragraphs {
		g := &c.p.paragraphs[i]
		if !c.keeps(g) {
			continue
		}
		if c.first < 0 {
			c.first = g.index
		}
		c.last = g.index
		if c.lineKind(g) != page.Comment {
			sums[g.node] += g.chars
		}
	}
	for i := len(sums) - 1; i > 0; i-- {
		sums[c.p.nodes[i].parent] += sums[i]
	}
	for i := len(sums) - 1; i >= 0; i-- {
		if float64(sums[i]) > float64(mostPart*float64(sums[0])) {
			c.container = stretch{int32(i), c.p.endOf(int32(i))}
			break
		}
	}
	return c.first >= 0
}

// belongs reports whether a block of a kind belongs to the article.
func (c *chooser) belongs(g *paragraph, kind page.Kind, below bool) bool {
	inContainer := c.container.begin <= g.node && g.node < c.container.end
	switch kind {
	case page.Headline:
		return true
	case page.Heading:
		return below
	case page.Comment:
		return 2*g.linkChars < g.chars
	case page.Byline:
		return inContainer || 0 <= c.kinds.headline && c.kinds.headline-bylineReach <= g.index && g.index <= c.last
	}
	return inContainer
}
