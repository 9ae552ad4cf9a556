package victor

import (
	"fmt"
	"slices"
	"strings"

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

// SetKinds sets Include and Exclude by names: first those of a preset, then lists of
// kinds, as [page.ParseKinds] reads them. A kind in the list include is taken out of
// Exclude, and the other way round. With preset "" and empty lists the model decides about
// all kinds. The error wraps page.ErrConfig.
func (c *Config) SetKinds(preset, include, exclude string) error {
	if preset == "" {
		preset = "model"
	}
	chosen, ok := LookupPreset(preset)
	if !ok {
		var names []string
		for _, p := range Presets() {
			names = append(names, p.Name)
		}
		return fmt.Errorf("%w: there is no preset %q; expected one of %s", page.ErrConfig, preset, strings.Join(names, ", "))
	}
	more, err := page.ParseKinds(include)
	if err != nil {
		return err
	}
	less, err := page.ParseKinds(exclude)
	if err != nil {
		return err
	}
	if both := more.Both(less); !both.Empty() {
		return fmt.Errorf("%w: %s cannot be both included and excluded", page.ErrConfig, both)
	}
	c.Include = chosen.Include.Union(more).Minus(less)
	c.Exclude = chosen.Exclude.Union(less).Minus(more)
	return c.checkKinds()
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

	kept        []keptLine // of each paragraph
	container   stretch    // the nodes in the element with most of what is kept
	first, last int32      // paragraphs that are kept
}

// A keptLine says of a paragraph what is kept before anything is included.
type keptLine struct {
	kind   page.Kind // of its first block that is text; Image if it has none
	itself bool
	before bool // the last line before its run that stands for itself
	below  bool // the next line after it that stands for itself
	inRun  bool // a line of its run: those of its kind that follow one another
}

// attached are the kinds of lines that do not stand for themselves when it is asked
// what is above or below a line.
var attached = page.Kinds(page.Headline, page.Heading, page.Byline, page.Caption, page.Image)

// choose changes labels and fills choices.
func (c *chooser) choose() {
	c.exclude()
	if c.Include.Empty() {
		return
	}
	c.findKept()
	if c.first < 0 {
		return
	}
	for i := range c.p.paragraphs {
		g := &c.p.paragraphs[i]
		for b := g.first; b <= g.last; b++ {
			if kind := c.kinds.blocks[b]; c.d.labels[b] == c.noise && c.Include.Has(kind) && c.belongs(g, kind) {
				c.d.labels[b], c.d.choices[b] = c.content(int(b)), included
			}
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

// findKept fills what the chooser knows of what is kept.
func (c *chooser) findKept() {
	c.kept = make([]keptLine, len(c.p.paragraphs))
	c.first = -1
	sums := make([]int32, len(c.p.nodes))
	for i := range c.p.paragraphs {
		g, l := &c.p.paragraphs[i], &c.kept[i]
		l.kind = c.lineKind(g)
		l.itself = c.p.anyBlock(g, func(b int) bool { return c.d.labels[b] != c.noise })
		if !l.itself {
			continue
		}
		if c.first < 0 {
			c.first = g.index
		}
		c.last = g.index
		if l.kind != page.Comment {
			sums[g.node] += g.chars
		}
	}
	c.findContainer(sums)
	c.findRuns()
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

// findContainer finds the smallest element with more than mostPart of the text that is
// kept. It gets the characters right in each element.
func (c *chooser) findContainer(sums []int32) {
	for i := len(sums) - 1; i > 0; i-- {
		sums[c.p.nodes[i].parent] += sums[i]
	}
	for i := len(sums) - 1; i >= 0; i-- {
		if float64(sums[i]) > float64(mostPart*float64(sums[0])) {
			c.container = stretch{int32(i), c.p.endOf(int32(i))}
			return
		}
	}
}

// findRuns completes the lines: forwards what is before them, backwards what is below.
func (c *chooser) findRuns() {
	before := false
	for begin := 0; begin < len(c.kept); {
		end, inRun := begin, false
		for ; end < len(c.kept) && c.kept[end].kind == c.kept[begin].kind; end++ {
			inRun = inRun || c.kept[end].itself
		}
		for i := begin; i < end; i++ {
			c.kept[i].before, c.kept[i].inRun = before, inRun
		}
		if !attached.Has(c.kept[begin].kind) {
			before = c.kept[end-1].itself
		}
		begin = end
	}
	below, afterRun := false, false
	for i := len(c.kept) - 1; i >= 0; i-- {
		l := &c.kept[i]
		if i+1 < len(c.kept) && c.kept[i+1].kind != l.kind {
			afterRun = below
		}
		l.below = afterRun
		if attached.Has(l.kind) {
			l.below = below
		} else {
			below = l.itself
		}
	}
}

// belongs reports whether a block of a kind belongs to the article.
func (c *chooser) belongs(g *paragraph, kind page.Kind) bool {
	l := &c.kept[g.index]
	inContainer := c.container.begin <= g.node && g.node < c.container.end
	begin := c.first
	if h := c.kinds.headline; h >= 0 {
		begin = min(begin, h)
	}
	fewLinks := 2*g.linkChars < g.chars
	switch kind {
	case page.Headline:
		return true
	case page.Heading:
		return l.below
	case page.Comment:
		return fewLinks
	case page.Byline:
		return begin-bylineReach <= g.index && g.index <= c.last
	case page.Caption:
		return inContainer && begin <= g.index && g.index <= c.last
	}
	return inContainer && fewLinks && (l.inRun || l.before && l.below)
}
