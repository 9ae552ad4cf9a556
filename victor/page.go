package victor

import (
	"bytes"
	"context"
	"io"

	"github.com/seed42075109/justext/victor/langid"
)

// A Page is a page cut into blocks for training. Its labels can be changed by
// one goroutine at a time.
type Page struct {
	layout layout
	labels []string
}

// ReadPage reads a page whose blocks have no label yet. contentType is the value
// of its Content-Type header, or "". Errors are those of [Extractor.Document].
func (t *Template) ReadPage(r io.Reader, contentType string, config Config) (*Page, error) {
	return t.readPage(r, contentType, config, false)
}

// ReadAnnotated reads a page in native span form (reference, section 8): each
// block is the text of a span with an id "victor_anN", and "victor_LABEL" among
// its classes. Blocks without a label are noise.
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
	return newPage(&s.layout), nil
}

func newPage(p *layout) *Page {
	labels := make([]string, len(p.blocks))
	for i := range p.blocks {
		if l := p.blocks[i].label; l != noLabel {
			labels[i] = p.labels[l]
		}
	}
	return &Page{layout: *p, labels: labels}
}

// format says how the template wants a page read.
func (t *Template) format(config *Config) format {
	language := config.Language
	if language == nil && t.Language != "" {
		language, _ = langid.Lookup(t.Language) // check has found it
	}
	return format{language: language, tokens: t.Tokens, newer: t.NewerBlocks, images: true, limits: config.Options}
}

// Len returns the number of blocks.
func (p *Page) Len() int { return len(p.labels) }

// Text returns the text of a block, white space as it is.
func (p *Page) Text(i int) []byte { return bytes.Clone(p.layout.textOf(&p.layout.blocks[i])) }

// Label returns the label of a block, "" where it has none.
func (p *Page) Label(i int) string { return p.labels[i] }

// SetLabel sets the label of a block.
func (p *Page) SetLabel(i int, label string) { p.labels[i] = label }

// Image reports whether a block is the alternative text of an image.
func (p *Page) Image(i int) bool { return p.layout.blocks[i].inside&inImg != 0 }

// Heading reports whether a block is in a heading, h1 to h6.
func (p *Page) Heading(i int) bool { return p.layout.blocks[i].inside&inHeaders != 0 }

// NewLine reports whether a line begins with a block.
func (p *Page) NewLine(i int) bool { return p.layout.blocks[i].newLine }

// Values returns the values that a block has in the columns of the table
// [Features], those of its paragraph included.
func (p *Page) Values(i int) (values []int32) {
	b := &p.layout.blocks[i]
	for _, f := range features {
		values = append(values, f.of(&p.layout, b))
	}
	for _, f := range languageFeatures {
		values = append(values, f.of(&p.layout, b))
	}
	for _, f := range paragraphFeatures {
		values = append(values, f.ofParagraph(&p.layout, &p.layout.paragraphs[b.paragraph]))
	}
	return values
}

// A Feature is a column of the table of features.
type Feature struct {
	Name   string
	Values string // which values it has, in words
}

// Features returns the features that a [Template] can name: Victor's of 2007 and
// 2008, those of the language, and those of paragraphs.
func Features() (all []Feature) {
	for _, table := range [...][]feature{features, languageFeatures, paragraphFeatures} {
		for _, f := range table {
			all = append(all, Feature{f.name, f.bins})
		}
	}
	return all
}
