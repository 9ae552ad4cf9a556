// Package justext separates the main content of a web page from its boilerplate: menus,
// link lists, teasers, footers. It implements jusText, Jan Pomikálek's algorithm for
// cleaning web corpora, which keeps text written in full sentences.
//
//	paragraphs, err := justext.Extract(reader, "en")
//	fmt.Println(justext.Text(paragraphs))
//
// # The algorithm
//
// The page is read as start tags, end tags and text, and cut into paragraphs at the tags
// of block-level elements, such as p, div, li, td and h1, and at two or more <br>. The
// paragraphs pass through four stages. Each of them is a function that can also be called
// by itself.
//
// [ClassifyContextFree] looks at each paragraph alone. A paragraph is bad if too many of
// its characters are in links, if it has a copyright sign, or if it is short and has a
// link. Other short paragraphs remain [Short]. A longer paragraph is judged by its stop
// words, the most frequent words of the language: sentences are full of them, menus and
// lists of names are not. With many of them, a long paragraph is [Good] and a
// medium-sized one [NearGood]. With few, it is [Bad].
//
// [PreprocessHeadings] makes short headings near good if good text follows.
//
// [ClassifyContextSensitive] decides on the short and near-good paragraphs by their
// neighbours, because good text and boilerplate both come in clusters. Between two good
// paragraphs they become good, between two bad ones bad. Between a good and a bad one,
// the near-good paragraph that is closest to the bad one marks the border.
//
// [PostprocessHeadings] brings back headings of good text that the third stage has made
// bad.
//
// In the end each paragraph is good or bad, and its Reason names the rule that decided.
// The file docs/justext.md of this module describes the algorithm rule by rule.
//
// # Languages
//
// A language is named by a BCP 47 tag ("en", or "pt-BR", which falls back to "pt") or by
// the English name that Python jusText uses ("Czech", "Serbo_Croatian"). Package
// stoplists has the lists. With the language "" there is no stop list, and length and
// links decide alone. With the language [Auto], each page is taken in the language that
// fits it best.
//
// Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan are written without spaces
// between words. Their letters are counted in place of words: see [Parameters].
//
// # Pages
//
// A page may be in any encoding of the WHATWG Encoding Standard; [page.Options] says how
// its encoding is found and which limits hold. Bad HTML is never an error. A program that
// has already parsed the page can pass the tree to [Extractor.DocumentNode].
package justext

import (
	"context"
	"fmt"
	"io"
	"maps"
	"sync"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/internal/tree"
	"github.com/seed42075109/justext/page"
)

// Extract returns every paragraph of the page that r reads, good or bad, in document
// order. lang names the language of the page as for [New].
//
// Extract makes an Extractor with DefaultConfig and calls its Extract method. Programs
// that read more than one page should make the Extractor once.
func Extract(r io.Reader, lang string) ([]Paragraph, error) {
	x, err := New(lang, DefaultConfig())
	if err != nil {
		return nil, err
	}
	return x.Extract(r)
}

// An Extractor extracts paragraphs from pages in one language or, made with [Auto], in
// any. It is immutable and safe for concurrent use. Make it with [New]; the methods of
// the zero Extractor return an error that wraps page.ErrConfig.
type Extractor struct {
	lang    string
	config  Config
	given   Config     // as New was given it
	scratch *sync.Pool // of *scratch
	others  *sync.Map  // the Extractors that For has made, by tag
}

var _ page.Cleaner = new(Extractor)

// New returns an Extractor for a language: a BCP 47 tag ("pt-BR" falls back to "pt"), an
// English name that Python jusText uses, "" for no language, or [Auto]. If
// config.StopWords is set, lang is ignored.
//
// The error wraps [ErrUnknownLanguage], page.ErrUnknownEncoding or page.ErrConfig.
func New(lang string, config Config) (*Extractor, error) {
	config.Languages = maps.Clone(config.Languages) // which the caller may change
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

var errZeroExtractor = fmt.Errorf("justext: %w: this Extractor was not made by New", page.ErrConfig)

// Config returns the configuration that x uses: the one that New was given, with the stop
// list and the parameters of the language. Callers of the single stages need it. If x is
// for Auto, the configuration for a page is that of x.For(document.Lang).
func (x *Extractor) Config() Config { return x.config }

// Lang returns the BCP 47 tag of the language, or Auto. It returns "" if there is no
// language or if the stop list is the caller's own.
func (x *Extractor) Lang() string { return x.lang }

// Extract returns every paragraph of the page that r reads, good or bad, in document
// order.
//
// Bad HTML is not an error. If r fails or the page meets a limit of the Config, Extract
// returns the paragraphs before that, classified, together with an error that wraps the
// error of r or is a *page.LimitError.
func (x *Extractor) Extract(r io.Reader) ([]Paragraph, error) {
	document, err := x.Document(context.Background(), r, "")
	return document.Paragraphs, err
}

// Document is like Extract but also returns what else is known of the page. contentType
// is the value of its Content-Type header, such as "text/html; charset=utf-8", or "" if
// it is not known. The Document is never nil.
//
// When ctx is done, Document returns soon with an error that wraps ctx.Err() and a
// Document without paragraphs. It looks at ctx between two reads and while it works on
// the page; it cannot interrupt a Read that waits.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	document, err := x.Segment(ctx, r, contentType)
	return x.classify(ctx, document, err)
}

// DocumentBytes is like Document, for a page that is in memory. It neither copies nor
// changes source if that is valid UTF-8, and the result does not refer to it.
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string) (*Document, error) {
	document, err := x.segment(ctx, func(s *scratch) (page.Encoding, error) {
		text, encoding, err := s.input.Bytes(ctx, source, contentType)
		return encoding, s.segmenter.segmentPage(ctx, text, err)
	})
	return x.classify(ctx, document, err)
}

// DocumentNode is like Document, for a page that golang.org/x/net/html has parsed, or for
// any part of it: n and what is below it. Nothing outside of n is looked at, and the tree
// is not changed. Document.Nodes says which text nodes each paragraph comes from, so that
// the caller can go on in the tree.
//
// DocumentNode writes the tree out as HTML and reads that. Start and End of the paragraphs
// are 0, and Document.Encoding is the zero Encoding. MaxBytes bounds the length of the
// HTML. It is an error if n is nil. A tree that was built by hand and whose nodes form a
// cycle meets one of the limits.
//
// Trees are read by the rules of MarkupHTML. If the Config asks for MarkupLibxml2, the
// error wraps page.ErrConfig.
func (x *Extractor) DocumentNode(ctx context.Context, n *html.Node) (*Document, error) {
	var written *tree.Page
	document, err := x.segment(ctx, func(s *scratch) (page.Encoding, error) {
		if x.config.Markup != MarkupHTML {
			return page.Encoding{}, fmt.Errorf("%w: a tree can be read only with MarkupHTML", page.ErrConfig)
		}
		var err error
		written, err = tree.Write(ctx, n, &hidden, &x.config.Options)
		return page.Encoding{}, s.segmenter.segmentPage(ctx, written.Text, err)
	})
	spans := make([]tree.Span, len(document.Paragraphs))
	for i := range document.Paragraphs {
		p := &document.Paragraphs[i]
		spans[i] = tree.Span{Start: p.Start, End: p.End}
		p.Start, p.End = 0, 0
	}
	document.Nodes, document.events = written.Nodes(spans), nil
	return x.classify(ctx, document, err)
}

// hidden are the elements whose text is in no paragraph.
var hidden = tags.Union(scan.HTMLDropped, tags.Of(tags.Template))

// Clean is like Document but returns a page.Document, as packages boilerpipe and victor
// do. It implements page.Cleaner.
func (x *Extractor) Clean(ctx context.Context, r io.Reader, contentType string) (*page.Document, error) {
	document, err := x.Document(ctx, r, contentType)
	return document.View(), err
}

// classify takes the paragraphs of a page through the four stages. err is what ended the
// page early, or nil.
func (x *Extractor) classify(ctx context.Context, document *Document, err error) (*Document, error) {
	if stopped := x.classifyAlone(ctx, document); stopped != nil {
		document.clear()
		return document, prefixed(stopped)
	}
	config := x.in(document.Lang).config
	PreprocessHeadings(document.Paragraphs, config)
	ClassifyContextSensitive(document.Paragraphs)
	PostprocessHeadings(document.Paragraphs, config)
	return document, err
}

// classifyAlone does the first stage, which is the long one, and looks at ctx now and
// then.
func (x *Extractor) classifyAlone(ctx context.Context, document *Document) error {
	const atOnce = 1024 // paragraphs
	config := x.in(document.Lang).config
	for i := 0; i < len(document.Paragraphs); i += atOnce {
		if ctx.Err() != nil {
			return stoppedAt(ctx, i)
		}
		ClassifyContextFree(document.Paragraphs[i:min(i+atOnce, len(document.Paragraphs))], config)
	}
	if x.config.LangByParagraph && x.lang == Auto {
		return x.classifyForeign(ctx, document)
	}
	return nil
}

func stoppedAt(ctx context.Context, paragraph int) error {
	return fmt.Errorf("stopped at paragraph %d: %w", paragraph, ctx.Err())
}

// Segment is like Document without the four stages: it returns the paragraphs without a
// class, for callers who call the stages one by one.
func (x *Extractor) Segment(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	return x.segment(ctx, func(s *scratch) (page.Encoding, error) {
		text, encoding, err := s.input.Page(ctx, r, contentType)
		return encoding, s.segmenter.segmentPage(ctx, text, err)
	})
}

// segment makes a Document of what read puts into the segmenter.
func (x *Extractor) segment(ctx context.Context, read func(*scratch) (page.Encoding, error)) (*Document, error) {
	document := new(Document)
	if x.scratch == nil {
		return document, errZeroExtractor
	}
	s := x.scratch.Get().(*scratch)
	defer s.release(x.scratch)

	encoding, err := read(s)
	document.Encoding = encoding
	document.Title = space.FoldUntil(ctx, s.segmenter.scanner.Title())
	if stopped := input.Stopped(ctx, err); stopped != nil {
		return document, prefixed(stopped)
	}
	if err == nil {
		document.events = s.segmenter.scanner.Events()
	}
	if s.input.Size() > maxKept { // it would not be kept, and result needs room
		s.segmenter.release()
		s.input = input.NewPageReader(x.config.Options)
	}
	document.Paragraphs = s.segmenter.result()
	if x.config.TextNodes {
		document.TextNodes = s.segmenter.nodeTexts(document.Paragraphs)
	}
	if x.lang == Auto {
		s.identify(document)
	} else if x.lang != "" {
		document.setLang(x.lang, LangGiven)
	}
	if document.Lang == "" {
		document.declared = string(s.segmenter.declared)
	}
	return document, prefixed(err)
}

// Decode returns the text of a page in UTF-8, to which the Start and End of its
// paragraphs refer, and the encoding that it was in. If the page is valid UTF-8, the text
// is source itself, not a copy. contentType is as for [Extractor.Document].
func (x *Extractor) Decode(source []byte, contentType string) ([]byte, page.Encoding, error) {
	if x.scratch == nil {
		return nil, page.Encoding{}, errZeroExtractor
	}
	s := newScratch(&x.config)
	text, encoding, err := s.input.Bytes(context.Background(), source, contentType)
	return text, encoding, prefixed(err)
}

// prefixed says which package an error comes from.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("justext: %w", err)
}
