// Package justext says of every block of text in a web page whether it is
// content or boilerplate. It implements jusText, Jan Pomikálek's algorithm for
// cleaning web corpora, which keeps mainly text in full sentences.
//
//	paragraphs, err := justext.Extract(reader, "en")
//	fmt.Println(justext.Text(paragraphs))
//
// # The algorithm
//
// A tokenizer feeds a segmenter that emits paragraphs: two or more <br> separate
// them, and the block-level tags of HTML 4, such as p, div, li, td and h1. They pass four stages, each a
// function of this package that can be called by itself.
//
// [ClassifyContextFree] looks at each paragraph alone. One with too many of its
// characters in links is bad; so is one with a copyright sign, and a short one
// with any link. What remains short stays [Short]. Of the longer ones,
// grammatical text is told by its function words: running text of a language
// has many words of its stop list, menus and lists of names have few. Many make
// a long paragraph [Good] and a medium one [NearGood], few make it [Bad].
//
// [PreprocessHeadings] makes short headings near good where good text follows.
//
// [ClassifyContextSensitive] decides about the short and near-good paragraphs
// by their neighbours, for good text and boilerplate both come in clusters:
// between two good paragraphs they are good, between two bad ones bad; between
// a good and a bad one, the near-good one closest to the bad divides.
//
// [PostprocessHeadings] brings back headings of good text that the context has
// taken away.
//
// In the end each paragraph is good or bad, and its Reason says which rule
// decided.
//
// # Languages
//
// The language is named by a BCP 47 tag ("en", "pt-BR", which falls back to
// "pt") or by the English name that Python jusText uses ("Czech",
// "Serbo_Croatian"). Package stoplists has the lists. The language "" is the
// language-independent mode: there is no stop list, and length and links decide
// alone. With the language [Auto] each page is taken in the language that fits it
// best: its script decides, or a sample of its words, or the lang attribute of html.
//
// Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan have no spaces between
// words; their letters are counted in place of words: see [Config.Unspaced].
//
// # Pages
//
// A page may be in any encoding of the WHATWG Encoding Standard: see
// package page. Bad HTML is never an error.
package justext

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/page"
)

// Extract returns every paragraph of the page that r has, labelled, in the
// order of the page. lang names its language as for [New].
//
// It is New with DefaultConfig and Extractor.Extract; for more than one page,
// make the Extractor once.
func Extract(r io.Reader, lang string) ([]Paragraph, error) {
	x, err := New(lang, DefaultConfig())
	if err != nil {
		return nil, err
	}
	return x.Extract(r)
}

// An Extractor extracts paragraphs from pages in one language, or with Auto in
// any. It is immutable and safe for concurrent use. Make it with [New]; the
// methods of the zero Extractor return an error that wraps page.ErrConfig.
type Extractor struct {
	lang    string
	config  Config
	given   Config     // to New
	scratch *sync.Pool // of *scratch
	others  *sync.Map  // by tag, the *Extractor of each language that was asked for
}

var _ page.Cleaner = new(Extractor)

// New returns an Extractor for a language: a BCP 47 tag ("pt-BR" falls back to
// "pt"), an English name that Python jusText uses, "" for none, or Auto. If
// config.StopWords is set, it is used whatever the language. The error wraps
// ErrUnknownLanguage, page.ErrUnknownEncoding or page.ErrConfig.
func New(lang string, config Config) (*Extractor, error) {
	given := config
	err := config.check()
	tag := ""
	if err == nil {
		tag, err = config.resolve(lang)
	}
	if err != nil {
		return nil, prefixed(err)
	}
	x := &Extractor{lang: tag, config: config, given: given, others: new(sync.Map)}
	x.scratch = &sync.Pool{New: func() any { return newScratch(&x.config) }}
	return x, nil
}

var errZeroExtractor = fmt.Errorf("justext: %w: the Extractor was not made by New", page.ErrConfig)

// Config returns the configuration that is in force, for callers who call the
// stages one by one: that given to New, completed with the stop list and the
// parameters of the language. With Auto, that of a page's language is in
// x.For(document.Lang).
func (x *Extractor) Config() Config { return x.config }

// Lang returns the BCP 47 tag of the language, Auto, or "" if there is none or
// the stop list is the caller's own.
func (x *Extractor) Lang() string { return x.lang }

// Extract returns every paragraph of the page that r has, labelled, in the
// order of the page.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit of
// the Config, the paragraphs before that are returned, labelled, together with
// an error that wraps the reader's or a *page.LimitError.
func (x *Extractor) Extract(r io.Reader) ([]Paragraph, error) {
	document, err := x.Document(context.Background(), r, "")
	return document.Paragraphs, err
}

// Document is Extract that tells more about the page. contentType is the value
// of its Content-Type header, such as "text/html; charset=utf-8", or "" if it is
// not known. The Document is never nil.
//
// When ctx is done, Document returns soon with an error that wraps ctx.Err() and
// without paragraphs. It looks at ctx between two reads and while it cuts the
// page into paragraphs; it cannot interrupt a Read that waits.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	document, err := x.Segment(ctx, r, contentType)
	return document, cmp.Or(x.classify(ctx, document), err)
}

// DocumentBytes is Document for a page that is in memory, which it neither
// copies nor changes. The result does not refer to it.
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string) (*Document, error) {
	document, err := x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Bytes(source, contentType)
	})
	return document, cmp.Or(x.classify(ctx, document), err)
}

// Clean is Document with the result as all methods of this module give it.
func (x *Extractor) Clean(ctx context.Context, r io.Reader, contentType string) (*page.Document, error) {
	document, err := x.Document(ctx, r, contentType)
	return document.View(), err
}

// classify takes the paragraphs of a page through the four stages.
func (x *Extractor) classify(ctx context.Context, document *Document) (err error) {
	paragraphs, config := document.Paragraphs, x.in(document.Lang).config

	ClassifyContextFree(paragraphs, config)
	if x.config.LangByParagraph && x.lang == Auto {
		err = x.classifyForeign(ctx, document)
	}
	PreprocessHeadings(paragraphs, config)
	ClassifyContextSensitive(paragraphs)
	PostprocessHeadings(paragraphs, config)
	return err
}

// Segment is Document without the four stages: it returns the paragraphs of the
// page without a class, for callers who call the stages one by one.
func (x *Extractor) Segment(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	return x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	})
}

// segment cuts the page that input returns into paragraphs.
func (x *Extractor) segment(ctx context.Context, input func(*input.PageReader) ([]byte, page.Encoding, error)) (*Document, error) {
	document := new(Document)
	if x.scratch == nil {
		return document, errZeroExtractor
	}
	s := x.scratch.Get().(*scratch)
	defer s.release(x.scratch)

	text, encoding, err := input(&s.input)
	document.Encoding = encoding
	if text != nil {
		err = cmp.Or(err, s.segmenter.segment(ctx, text))
	}
	document.Title = space.Fold(string(s.segmenter.scanner.Title()))
	if ctx.Err() != nil {
		return document, prefixed(err)
	}
	document.Paragraphs = s.segmenter.result()
	if x.config.TextNodes {
		document.TextNodes = s.segmenter.nodeTexts()
	}
	if x.lang == Auto {
		s.identify(document)
	} else if x.lang != "" {
		document.setLang(x.lang, LangGiven)
	}
	return document, prefixed(err)
}

// A Document is what is known of a page.
type Document struct {
	Paragraphs []Paragraph
	Title      string        // of its first title element, white space folded
	Encoding   page.Encoding // and what decided it

	// Lang is the BCP 47 tag of the language; it is "" if there is none or the
	// stop list is the caller's.
	Lang   string
	LangBy LangRule // what decided it
	// LangMargin says, if Auto looked at the words, how much better they fit the
	// best language than the next, in bits: they are 2^LangMargin times as
	// probable in it. From 10 on they decide against the lang attribute; below,
	// the attribute may have decided for another language than theirs.
	LangMargin float64

	// TextNodes has for each paragraph the texts of its text nodes, trimmed; a
	// single <br> is an empty one. It is nil unless Config.TextNodes asks for
	// it.
	TextNodes [][]string
}

// Text returns the text of the good paragraphs, joined by blank lines.
func (d *Document) Text() string { return Text(d.Paragraphs) }

// Decode returns the text of a page in UTF-8, to which the Start and End of its
// paragraphs refer, and its encoding. If the page is valid UTF-8, the text is the
// page itself, not a copy. contentType is as in [Extractor.Document].
func (x *Extractor) Decode(source []byte, contentType string) ([]byte, page.Encoding, error) {
	if x.scratch == nil {
		return nil, page.Encoding{}, errZeroExtractor
	}
	in := input.NewPageReader(x.config.Options)
	text, encoding, err := in.Bytes(source, contentType)
	return text, encoding, prefixed(err)
}
