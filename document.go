package justext

import (
	"cmp"
	"sync"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/langtag"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/stoplists"
)

// A Document is a page as its paragraphs, with what else is known of it.
type Document struct {
	Paragraphs []Paragraph
	Title      string        // text of the first title element, white space folded
	Encoding   page.Encoding // of the page as it was read, and what decided it

	// Lang is the BCP 47 tag of the language, or "" if it is not known or if the
	// stop list is the caller's own.
	Lang   string
	LangBy LangRule // what decided Lang

	// LangMargin tells how clearly the words decided, if Auto looked at them: with a
	// margin of m bits they are 2^m times as probable in the best language as in the
	// next. From 10 on, the words overrule the lang attribute of the page. Below 10, the
	// attribute has precedence. Below 1, the language is a guess.
	LangMargin float64

	// TextNodes has the texts of each paragraph's text nodes, without the white space
	// around them; a single <br> is an empty text. It is nil unless Config.TextNodes
	// asks for it.
	TextNodes [][]string

	// Nodes has the nodes that each paragraph comes from, in document order: text
	// nodes, or the img element whose alternative text the paragraph is. It is nil
	// unless the Document comes from DocumentNode.
	Nodes [][]*html.Node

	declared string       // the lang attribute of html, if Lang is ""
	events   []page.Event // for View, if Config.Events asks for them
}

// Text returns the text of the good paragraphs, separated by blank lines.
func (d *Document) Text() string { return Text(d.Paragraphs) }

// View returns the document in the form that packages boilerpipe and victor return too:
// one block for each paragraph, kept if the paragraph is Good. If the document has no
// Lang, the view has the language that the page declares.
func (d *Document) View() *page.Document {
	lang := cmp.Or(d.Lang, langtag.Short(d.declared))
	view := &page.Document{Title: d.Title, Encoding: d.Encoding, Lang: lang, Text: d.Text(), Events: d.events}
	if len(d.Paragraphs) > 0 {
		view.Blocks = make([]page.Block, len(d.Paragraphs))
	}
	for i := range d.Paragraphs {
		p := &d.Paragraphs[i]
		b := &view.Blocks[i]
		*b = page.Block{Text: p.Text, Start: p.Start, End: p.End, NewLine: true, Reason: p.Reason.String()}
		if p.Class == Good {
			b.Keep, b.Probability = true, 1
		}
		kind := p.kind()
		b.Kind, b.Level = kind.kind, kind.level
	}
	return view
}

// clear takes everything out of the document that belongs to paragraphs.
func (d *Document) clear() { d.Paragraphs, d.TextNodes, d.Nodes, d.events = nil, nil, nil, nil }

// A scratch is the memory in which a page is worked on. It is reused from page to
// page, and nothing in a Document refers to it.
type scratch struct {
	input      input.PageReader
	segmenter  segmenter
	identifier stoplists.Identifier // for Auto
}

func newScratch(config *Config) *scratch {
	s := &scratch{input: input.NewPageReader(config.Options)}
	s.segmenter.config = config
	return s
}

// maxKept is the most scratch memory, in bytes, that is kept for the next page.
const maxKept = 32 << 20

// release gives the scratch memory back for another page.
func (s *scratch) release(pool *sync.Pool) {
	if s.input.Size()+s.segmenter.size() <= maxKept {
		pool.Put(s)
	}
}
