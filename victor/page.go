package victor

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/langid"
)

// A Page is a page cut into blocks for training. Make it with [Template.ReadPage] or
// [Template.ReadAnnotated]. Its labels can be changed by one goroutine at a time.
//
// Methods that take the number of a block, from 0 to Len()-1, return the zero value
// if there is no such block.
type Page struct {
	layout layout
	labels []string
	read   bool // the page was made by a Template
	known  atomic.Pointer[judgement]
}

// A judgement is what a model says of the blocks of a page: len(Labels) marginals for each.
type judgement struct {
	model     *Model
	marginals []float64
}

// ReadPage reads a page whose blocks have no label yet. contentType is the value
// of its Content-Type header, or "" if it is not known. The error wraps ErrTemplate
// or is one of those of [Extractor.Document]; there is no Page with an error.
func (t *Template) ReadPage(r io.Reader, contentType string, config Config) (*Page, error) {
	return t.readPage(r, contentType, config, false)
}

// ReadAnnotated reads a page in native span form (docs/victor.md, "Native span
// form"): each block is the text of a span with an id "victor_anN", which has its
// label among its classes as "victor_LABEL". Errors are those of ReadPage.
func (t *Template) ReadAnnotated(r io.Reader, config Config) (*Page, error) {
	return t.readPage(r, "", config, true)
}

func (t *Template) readPage(r io.Reader, contentType string, config Config, annotated bool) (*Page, error) {
	if err := config.resolve(); err != nil {
		return nil, prefixed(err)
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	s := newScratch(&config)
	text, _, err := s.reader.Page(context.Background(), r, contentType)
	if err != nil {
		return nil, prefixed(err)
	}
	f := t.format(&config)
	f.annotated = annotated
	if err := s.layout.read(context.Background(), text, f); err != nil {
		return nil, prefixed(err)
	}
	s.layout.types = config.typeModel().tell(&s.layout)
	return newPage(&s.layout), nil
}

// Types returns the probability of each type of the page: see [Page.SetTypes].
func (p *Page) Types() page.Types { return p.layout.types }

// SetTypes sets the probability of each type of the page, from which some features are
// made and by which some labels are decided. Until then they are those that the TypeModel
// of the Config tells. A model of blocks should be trained with types told by a model that
// was not trained on the page, since they would be too good otherwise.
func (p *Page) SetTypes(types page.Types) {
	p.layout.types = types
	p.known.Store(nil)
}

func newPage(p *layout) *Page {
	labels := make([]string, len(p.blocks))
	for i := range p.blocks {
		if l := p.blocks[i].label; l != noLabel {
			labels[i] = p.labels[l]
		}
	}
	return &Page{layout: *p, labels: labels, read: true}
}

// format says how the template wants a page read.
func (t *Template) format(config *Config) format {
	language := config.Language
	if language == nil && t.Language != "" {
		language, _ = langid.Lookup(t.Language) // check has found it
	}
	return format{language: language, tokens: t.Tokens, newer: t.NewerBlocks, images: true, limits: config.Options}
}

// checkPage returns an error if the features of a page do not have the values that
// they have for the template.
func (t *Template) checkPage(p *Page) error {
	if err := p.check(); err != nil {
		return err
	}
	if f := p.layout.format; f.tokens != t.Tokens || f.newer != t.NewerBlocks || f.language == nil && t.Language != "" {
		return fmt.Errorf("%w: the page was read by a template with other Tokens or NewerBlocks, or without a Language", ErrTemplate)
	}
	return nil
}

// check returns an error if no template has read the page.
func (p *Page) check() error {
	if p == nil || !p.read {
		return fmt.Errorf("victor: %w: the Page was not made by Template.ReadPage or ReadAnnotated", page.ErrConfig)
	}
	return nil
}

// Len returns the number of blocks.
func (p *Page) Len() int { return len(p.labels) }

// block returns a block, or an empty one if there is none with the number i.
func (p *Page) block(i int) *block {
	if i < 0 || i >= len(p.layout.blocks) {
		return new(block)
	}
	return &p.layout.blocks[i]
}

// Blocks returns the blocks as an Extractor returns them, with the labels of the
// page and without probabilities. A block without a label is noise.
func (p *Page) Blocks() []Block {
	blocks := make([]Block, p.Len())
	for i := range blocks {
		blocks[i] = p.block(i).export(string(p.Text(i)), i)
		if blocks[i].Label = p.Label(i); blocks[i].Label == "" {
			blocks[i].Label = other
		}
	}
	return blocks
}

// Text returns the text of a block as the page has it, with its white space.
func (p *Page) Text(i int) []byte { return bytes.Clone(p.layout.textOf(p.block(i))) }

// Label returns the label of a block, or "" if it has none.
func (p *Page) Label(i int) string {
	if i < 0 || i >= len(p.labels) {
		return ""
	}
	return p.labels[i]
}

// SetLabel sets the label of a block; "" is no label.
func (p *Page) SetLabel(i int, label string) {
	if 0 <= i && i < len(p.labels) {
		p.labels[i] = label
	}
}

// Paragraph returns the number of the paragraph that a block is in (docs/victor.md,
// "Paragraphs"). The first block of a page is in paragraph 0.
func (p *Page) Paragraph(i int) int { return int(p.block(i).paragraph) }

// Image reports whether a block is the alternative text of an image.
func (p *Page) Image(i int) bool { return p.block(i).inside&inImg != 0 }

// Heading reports whether a block is in a heading, h1 to h6.
func (p *Page) Heading(i int) bool { return p.block(i).inside&inHeaders != 0 }

// Values returns the values of the features of a block, in the order of [Features].
// Those of its paragraph are among them.
func (p *Page) Values(i int) (values []int32) {
	if i < 0 || i >= len(p.layout.blocks) {
		return nil
	}
	b := &p.layout.blocks[i]
	for _, table := range [...][]feature{blockFeatures, languageFeatures} {
		for _, f := range table {
			values = append(values, f.of(&p.layout, b))
		}
	}
	for _, table := range [...][]feature{paragraphFeatures, surroundingFeatures, typeFeatures} {
		for _, f := range table {
			values = append(values, f.ofParagraph(&p.layout, &p.layout.paragraphs[b.paragraph]))
		}
	}
	return values
}

// A Feature describes a feature that a [Template] can name.
type Feature struct {
	Name   string
	Values string // which values it has, in words
}

// Features returns the features that a [Template] can name: Victor's of 2007, the two
// of 2008 that depend on the language, and those of paragraphs.
func Features() (all []Feature) {
	for _, table := range [...][]feature{blockFeatures, languageFeatures, paragraphFeatures, surroundingFeatures, typeFeatures} {
		for _, f := range table {
			all = append(all, Feature{f.name, f.bins})
		}
	}
	return all
}
