package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
)

// boilerpipeMethod is -algo boilerpipe.
type boilerpipeMethod struct {
	extractor     string // of -extractor, and what it means
	filters       boilerpipe.Filters
	wordsByScript bool

	x    *boilerpipe.Extractor
	html bool // the format is html
}

// boilerpipeExtractors are the values of -extractor, the default first.
// "everything" may be followed by a number, as in everything=20.
var boilerpipeExtractors = []struct {
	name    string
	filters func() boilerpipe.Filters
}{
	{"article", boilerpipe.Article},
	{"article-sentences", boilerpipe.ArticleSentences},
	{"canola", boilerpipe.Canola},
	{"default", boilerpipe.Default},
	{"largest-content", boilerpipe.LargestContent},
	{"num-words-rules", boilerpipe.NumWordsRules},
	{"everything", boilerpipe.KeepEverything},
}

func (*boilerpipeMethod) name() string { return "boilerpipe" }

func (m *boilerpipeMethod) define(flags *flag.FlagSet) {
	flags.Func("extractor", "", m.setExtractor)
	flags.BoolVar(&m.wordsByScript, "words-by-script", false, "")
}

func (m *boilerpipeMethod) setExtractor(value string) error {
	var names []string
	for _, x := range boilerpipeExtractors {
		if x.name == value {
			m.extractor, m.filters = value, x.filters()
			return nil
		}
		names = append(names, x.name)
	}
	number, ok := strings.CutPrefix(value, "everything=")
	if !ok {
		return oneOf(append(names, "everything=K"))
	}
	k, err := strconv.Atoi(number)
	if err != nil || k < 0 {
		return errors.New("expected everything=K, where K is a number of words")
	}
	m.extractor, m.filters = value, boilerpipe.KeepEverythingWithMinKWords(k)
	return nil
}

const html = "html"

func (*boilerpipeMethod) formats() []format {
	return append(sharedFormats(), format{name: html, extension: ".html", write: writeHTML})
}

func (*boilerpipeMethod) fields() (ofPage, ofBlock []string) {
	return []string{"extractor"},
		[]string{"labels", "words", "anchor_words", "wrapped_words", "wrapped_lines", "text_density", "link_density",
			"offset_start", "offset_end", "tag_level", "heading", "list_item"}
}

func (*boilerpipeMethod) inputs() map[string]string { return nil }

// prepare makes the extractor.
func (m *boilerpipeMethod) prepare(o *options) (err error) {
	if m.extractor == "" {
		m.extractor, m.filters = boilerpipeExtractors[0].name, boilerpipeExtractors[0].filters()
	}
	config := boilerpipe.DefaultConfig()
	config.WordsByScript = m.wordsByScript
	o.reading.apply(&config.Options)
	m.html = o.format.name == html
	m.x, err = boilerpipe.New(m.filters, config)
	return err
}

func (m *boilerpipeMethod) clean(ctx context.Context, r io.Reader) (result, error) {
	if m.html {
		marked, err := m.x.HTML(ctx, r, "", boilerpipe.Highlighter{})
		return &htmlResult{boilerpipeResult{document: new(boilerpipe.TextDocument)}, marked}, err
	}
	document, err := m.x.Document(ctx, r, "")
	return &boilerpipeResult{document, m.extractor}, err
}

// boilerpipeResult is a page with its text blocks.
type boilerpipeResult struct {
	document  *boilerpipe.TextDocument
	extractor string
}

func (r *boilerpipeResult) view() *page.Document { return r.document.View() }

// lines returns the lines of the content blocks: a merged block has several.
func (r *boilerpipeResult) lines() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for i := range r.document.Blocks {
			b := &r.document.Blocks[i]
			if !b.Content {
				continue
			}
			for line := range strings.SplitSeq(b.Text, "\n") {
				if !yield(line, b.Heading) {
					return
				}
			}
		}
	}
}

func (r *boilerpipeResult) pageFields(out *record) { out.text("extractor", r.extractor) }

func (r *boilerpipeResult) blockFields(out *record, block int) {
	b := &r.document.Blocks[block]
	out.texts("labels", b.Labels.Names())
	out.integer("words", int32(b.Words))
	out.integer("anchor_words", int32(b.AnchorWords))
	out.integer("wrapped_words", int32(b.WrappedWords))
	out.integer("wrapped_lines", int32(b.WrappedLines))
	out.number("text_density", float64(b.TextDensity()), 32)
	out.number("link_density", float64(b.LinkDensity()), 32)
	out.integer("offset_start", int32(b.OffsetStart))
	out.integer("offset_end", int32(b.OffsetEnd))
	out.integer("tag_level", int32(b.TagLevel))
	out.boolean("heading", b.Heading)
	out.boolean("list_item", b.ListItem)
}

func (r *boilerpipeResult) tally() tally {
	for range r.lines() {
		return tally{}
	}
	return tally{noText: true}
}

// htmlResult is a page with its content marked.
type htmlResult struct {
	boilerpipeResult
	html []byte
}

func (r *htmlResult) tally() tally { return tally{noText: len(r.html) == 0} }

func writeHTML(w *pageWriter, p *cleanPage) {
	if marked := p.result.(*htmlResult).html; len(marked) > 0 {
		w.bytes(marked)
		w.raw("\n")
	}
}
