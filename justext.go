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
// [Encoding]. Bad HTML is never an error.
package justext

import (
	"cmp"
	"context"
	"io"
	"sync"

	"github.com/seed42075109/justext/internal/space"
)

// Extract returns every paragraph of the page, labelled, in the order of the
// page. lang is a BCP 47 tag, a name of Python jusText's, "" for none, or Auto.
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

// An Extractor extracts paragraphs from pages of one language, or with Auto of
// any. It is immutable and safe for concurrent use. Make it with New; its zero value
// is not usable.
type Extractor struct {
	lang    string
	config  Config
	given   Config     // to New
	scratch *sync.Pool // of *scratch
	others  *sync.Map  // by tag, the *Extractor of each language that was asked for
}

// New returns an Extractor for a language: a BCP 47 tag, a name of Python
// jusText's, "" for none, or Auto. Where config.StopWords is set, it is used
// whatever the language. The error wraps ErrUnknownLanguage, ErrUnknownEncoding or
// ErrConfig.
func New(lang string, config Config) (*Extractor, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	given := config
	tag, err := config.resolve(lang)
	if err != nil {
		return nil, err
	}
	x := &Extractor{lang: tag, config: config, given: given, others: new(sync.Map)}
	x.scratch = &sync.Pool{New: func() any { return newScratch(&x.config) }}
	return x, nil
}

// Config returns the configuration in force, for callers who call the stages
// one by one: as given to New, with the stop list of the language, its lengths,
// and defaults in place of what was left out. That of a page's language, where
// Auto has found it, is in x.For(document.Lang). For a New with another language
// begin with DefaultConfig again.
func (x *Extractor) Config() Config { return x.config }

// Lang returns the BCP 47 tag of the language, Auto, or "" where there is none or
// the stop list is the caller's own.
func (x *Extractor) Lang() string { return x.lang }

// Extract returns every paragraph of the page, labelled, in the order of the
// page.
//
// Bad HTML is never an error. Where the reader fails or the page meets a limit
// of the Config, the paragraphs before that are returned, labelled, together
// with the error, which wraps the reader's or one of this package.
func (x *Extractor) Extract(r io.Reader) ([]Paragraph, error) {
	return x.ExtractContext(context.Background(), r)
}

// ExtractContext is Extract that stops soon after ctx is done, with an error
// that wraps ctx.Err(). It looks at ctx between two reads and while it cuts the
// page into paragraphs; it cannot interrupt a reader that waits, nor the work on one
// piece of text.
func (x *Extractor) ExtractContext(ctx context.Context, r io.Reader) ([]Paragraph, error) {
	document, err := x.Document(ctx, r, "")
	return document.Paragraphs, err
}

// Document is ExtractContext that tells more of the page. contentType is the
// value of its Content-Type header, such as "text/html; charset=utf-8", and ""
// where it is not known. The Document is never nil.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	document, err := x.Segment(ctx, r, contentType)
	paragraphs, config := document.Paragraphs, x.in(document.Lang).config

	ClassifyContextFree(paragraphs, config)
	if x.config.LangByParagraph && x.lang == Auto {
		err = cmp.Or(err, x.classifyForeign(ctx, document))
	}
	PreprocessHeadings(paragraphs, config)
	ClassifyContextSensitive(paragraphs)
	PostprocessHeadings(paragraphs, config)

	return document, err
}

// Segment is Document without the four stages: it returns the paragraphs of the
// page without a class, for callers who call the stages one by one.
func (x *Extractor) Segment(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	s := x.scratch.Get().(*scratch)
	defer s.release(x.scratch)
	document := new(Document)

	input, readErr := s.read(ctx, r)
	text, encoding, err := s.decode(input, contentType, readErr != nil)
	document.Encoding = encoding
	if err == nil {
		err = s.segmenter.segment(ctx, text)
		document.Paragraphs = s.segmenter.result()
		document.Title = space.Fold(string(s.segmenter.scanner.Title()))
		if x.config.TextNodes {
			document.TextNodes = s.segmenter.nodeTexts()
		}
		if x.lang == Auto {
			s.identify(document)
		} else if x.lang != "" {
			document.setLang(x.lang, LangGiven)
		}
	}
	if readErr != nil {
		err = readErr
	}
	return document, err
}

// A Document is what is known of a page.
type Document struct {
	Paragraphs []Paragraph
	Title      string   // of its first title element, white space folded
	Encoding   Encoding // and how it was found

	// Lang is the BCP 47 tag of the language; "" where there is none or the stop
	// list is the caller's.
	Lang   string
	LangBy LangRule // what decided it
	// LangMargin is, where Auto looked at the words, how much better they fit the
	// best language than the next, in bits: they are 2^LangMargin times as probable
	// in it. From 10 on they decide against the lang attribute; below, the attribute
	// may have decided for another language than theirs.
	LangMargin float64

	// TextNodes has for each paragraph the texts of its text nodes, trimmed; a
	// single <br> is an empty one. It is nil unless Config.TextNodes asks for
	// it.
	TextNodes [][]string
}

// Text returns the text of the good paragraphs, joined by blank lines.
func (d *Document) Text() string { return Text(d.Paragraphs) }

// Decode returns the UTF-8 text of a page, in which the Start and End of its
// paragraphs are offsets, and its encoding. Where that is UTF-8 and the page
// valid, the text is the page itself, not a copy. contentType is as in
// [Extractor.Document]. The error is that of the bytes or ErrPageTooLarge.
func (x *Extractor) Decode(page []byte, contentType string) ([]byte, Encoding, error) {
	s := newScratch(&x.config)
	return s.decode(page, contentType, false)
}
