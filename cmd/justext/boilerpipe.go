package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"iter"
	"slices"
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
	noscript      bool
	asWritten     bool

	x         *boilerpipe.Extractor
	highlight bool // the format is highlight
	rendered  bool // the format is written from the tree of what was kept
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
	flags.BoolVar(&m.noscript, "noscript", false, "")
	flags.BoolVar(&m.asWritten, "as-written", false, "")
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

const highlight = "highlight"

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
	config.Noscript = m.noscript
	m.rendered = o.format.needs&needsTree != 0
	if m.highlight = o.format.name == highlight; m.asWritten && !m.highlight {
		return errors.New("-as-written works only with -format highlight")
	}
	m.x, err = boilerpipe.New(m.filters, config)
	return err
}

func (m *boilerpipeMethod) cleaner() page.Cleaner { return m.x }

func (m *boilerpipeMethod) clean(ctx context.Context, r io.Reader) (result, error) {
	switch {
	case m.highlight:
		highlighter := boilerpipe.Highlighter{AsWritten: m.asWritten}
		return &highlightResult{write: func(w io.Writer) error { return m.x.WriteHTML(ctx, w, r, "", highlighter) }}, nil
	case m.rendered:
		view, err := m.x.Clean(ctx, r, "")
		return &viewResult{document: view}, err
	}
	document, err := m.x.Document(ctx, r, "")
	return &boilerpipeResult{document, m.extractor}, err
}

func (m *boilerpipeMethod) decode(source []byte) []byte {
	text, _, _ := m.x.Decode(source, "") // clean has had the error
	return text
}

// viewResult is a page with all of its blocks, as they are before filters put them
// together.
type viewResult struct {
	boilerpipeResult
	document *page.Document
}

func (r *viewResult) view() *page.Document { return r.document }

func (r *viewResult) tally() tally {
	isKept := func(b page.Block) bool { return b.Keep }
	return tally{noText: !slices.ContainsFunc(r.document.Blocks, isKept)}
}

// boilerpipeResult is a page with its text blocks.
type boilerpipeResult struct {
	document  *boilerpipe.TextDocument
	extractor string
}

func (r *boilerpipeResult) view() *page.Document { return r.document.View() }

// lines returns the lines of the content. A block may have several, and several
// blocks may stand in one.
func (r *boilerpipeResult) lines() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		blocks, seen := r.document.Blocks, r.view().Blocks
		for i := 0; i < len(blocks); {
			end, heading := i+1, blocks[i].Heading
			for end < len(blocks) && blocks[end].Content && !seen[end].NewLine {
				heading = heading && blocks[end].Heading
				end++
			}
			for line := range strings.Lines(boilerpipe.Text(blocks[i:end])) {
				if !yield(strings.TrimSuffix(line, "\n"), heading) {
					return
				}
			}
			i = end
		}
	}
}

func (r *boilerpipeResult) pageFields(out *record) { out.text("extractor", r.extractor) }

func (r *boilerpipeResult) blockFields(out *record, block int) {
	b := &r.document.Blocks[block]
	out.texts("labels", strings.FieldsFunc(b.Labels.String(), func(c rune) bool { return c == '|' }))
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

func (*boilerpipeResult) language() string { return "" }

func (r *boilerpipeResult) tally() tally {
	isContent := func(b boilerpipe.TextBlock) bool { return b.Content }
	return tally{noText: !slices.ContainsFunc(r.document.Blocks, isContent)}
}

// highlightResult is a page that is read when it is written, so that neither the
// HTML nor a view of the page is held in memory.
type highlightResult struct {
	boilerpipeResult
	write func(w io.Writer) error
}

func (*highlightResult) tally() tally { return tally{} }

func writeHighlighted(w *pageWriter, p *cleanPage) {
	out := &textStream{w: w, by: &plainText}
	p.err = inner(p.result.(*highlightResult).write(out))
	if out.wrote {
		w.raw("\n")
	}
}
