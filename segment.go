package justext

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file cuts a page into paragraphs (docs/justext.md, "Blocks").

// boundaries are the elements whose start tags and end tags begin a new paragraph:
// those of the published algorithm, body, and select. The choices in a select are bad
// and must not mix with the text around it; MarkupLibxml2 drops them.
var boundaries = tags.Of(tags.Blockquote, tags.Body, tags.Caption, tags.Center, tags.Col, tags.Colgroup, tags.Dd,
	tags.Div, tags.Dl, tags.Dt, tags.Fieldset, tags.Form, tags.H1, tags.H2, tags.H3, tags.H4, tags.H5, tags.H6,
	tags.Legend, tags.Li, tags.Optgroup, tags.Option, tags.P, tags.Pre, tags.Select, tags.Table, tags.Td, tags.Textarea,
	tags.Tfoot, tags.Th, tags.Thead, tags.Tr, tags.Ul)

// separators are the other elements that browsers show as blocks (HTML standard, 15.3), or
// as boxes within a line (15.4 and 15.5). They only keep words apart.
var separators = tags.Of(tags.Address, tags.Article, tags.Aside, tags.Details, tags.Dialog, tags.Dir,
	tags.Figcaption, tags.Figure, tags.Footer, tags.Header, tags.Hgroup, tags.Hr, tags.Listing, tags.Main, tags.Menu,
	tags.Nav, tags.Ol, tags.Plaintext, tags.Search, tags.Section, tags.Summary, tags.Tbody, tags.Xmp,
	tags.Applet, tags.Audio, tags.Button, tags.Canvas, tags.Embed, tags.Iframe, tags.Img, tags.Input, tags.Keygen,
	tags.Marquee, tags.Meter, tags.Object, tags.Progress, tags.Svg, tags.Video)

// A segmenter cuts pages into paragraphs. It is scratch memory, reused from page to page;
// what it returns does not refer to it.
type segmenter struct {
	scanner scan.Scanner // reads a page that is text
	config  *Config
	chars   *[256]charKind

	text       []byte // of all paragraphs, one after the other
	paragraphs []draft

	elements []openElement
	nodes    []pathNode
	place    []uint8 // flags of each tag, computed when the tag is first met
	siblings []sibling
	undo     []undone
	serial   int32
	kept     []int32 // for result
	paths    []byte  // for result

	sourceLen int    // bytes of the page
	maxBlocks int    // Config.MaxBlocks, or the largest number if there is no limit
	declared  []byte // the lang attribute of html
	current   draft  // the paragraph that is being built
	between   gap    // what separates its last word from the next one
	inLink    bool
	freshH1   bool // the last h1 has no paragraph yet
	afterBr   bool
	run       textRun
	textNodes []textNode // if Config.TextNodes asks for them
}

// A draft is what the segmenter knows of a paragraph. It has no pointers, so that the garbage
// collector need not be told of each one that is begun; result makes a [Paragraph] of it.
type draft struct {
	textBegin, textEnd int32 // in segmenter.text
	node               int32 // in segmenter.nodes, or noNode

	// The meaning of these is that of the fields of Paragraph.
	start, end, chars, words, linkChars, tags int32
	place                                     uint8
	headline                                  bool
}

// segmentPage cuts a page in UTF-8 into paragraphs that have no class yet. readErr is
// what ended the reading of the page early, or nil. If the page ends early, the
// paragraphs before that are kept, and the error says why.
func (s *segmenter) segmentPage(ctx context.Context, source []byte, readErr error) (err error) {
	s.reset(source)
	for n := 1; err == nil && s.scanner.Next(); n++ {
		switch s.scanner.Kind {
		case scan.Text:
			text, start, end := s.scanner.Text, s.scanner.Start, s.scanner.End
			s.addText(text, start, end, len(text) != end-start)
		case scan.StartTag:
			s.startElement(s.scanner.Tag)
		default:
			s.endElement(s.scanner.Tag)
		}
		if n%1024 == 0 || len(s.paragraphs) > s.maxBlocks {
			err = s.limits(ctx)
		}
	}
	err = cmp.Or(readErr, err, s.scanner.Err(), s.finish())
	if s.config.Markup == MarkupLibxml2 {
		s.chooseRoot()
	}
	return err
}

// finish ends the last paragraph.
func (s *segmenter) finish() error {
	s.endRun()
	s.endParagraph()
	return s.cutAtLimit()
}

// limits returns an error if the page must end.
func (s *segmenter) limits(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stopped at byte %d of the page: %w", s.offset(), ctx.Err())
	}
	return s.cutAtLimit()
}

// cutAtLimit keeps at most MaxBlocks paragraphs and returns an error if there are more.
func (s *segmenter) cutAtLimit() error {
	if len(s.paragraphs) <= s.maxBlocks {
		return nil
	}
	s.paragraphs = s.paragraphs[:s.maxBlocks]
	return &page.LimitError{Limit: "MaxBlocks", Value: s.maxBlocks, Offset: s.offset()}
}

// offset returns how many bytes of the page have been read.
func (s *segmenter) offset() int { return s.scanner.Start }

func (s *segmenter) reset(source []byte) {
	dialect := scan.HTML
	s.chars = &htmlChars
	if s.config.Markup == MarkupLibxml2 {
		dialect = scan.Libxml2
		s.chars = &xmlChars
	}
	s.scanner.MaxDepth, s.scanner.MaxToken, s.scanner.MaxElements = s.config.MaxDepth, s.config.MaxToken, s.config.MaxElements
	s.scanner.Record = s.config.Events && dialect == scan.HTML && s.config.MaxDepth == page.DefaultOptions().MaxDepth
	s.scanner.Reset(source, dialect)
	*s = segmenter{
		scanner: s.scanner, config: s.config, chars: s.chars,
		text: s.text[:0], paragraphs: s.paragraphs[:0],
		elements: s.elements[:0], nodes: s.nodes[:0], place: s.place[:0],
		siblings: s.siblings[:0], undo: s.undo[:0], kept: s.kept, paths: s.paths, textNodes: s.textNodes[:0],
	}
	s.sourceLen = len(source)
	s.maxBlocks = cmp.Or(s.config.MaxBlocks, math.MaxInt)
	s.begins()
}

// release lets go of the page when it has been cut.
func (s *segmenter) release() {
	s.declared = bytes.Clone(s.declared)
	s.scanner.Release()
}

// size returns about how many bytes of memory the segmenter holds.
func (s *segmenter) size() int {
	const paragraph, node, element = 40, 16, 24
	return cap(s.text) + cap(s.paragraphs)*paragraph + cap(s.nodes)*node + cap(s.kept)*4 + cap(s.paths) +
		cap(s.elements)*element + s.scanner.Size() + cap(s.siblings)*8 + cap(s.undo)*12 + cap(s.textNodes)*12
}

// startElement applies the rules for a start tag.
func (s *segmenter) startElement(tag tags.Tag) {
	s.endRun()
	s.push(tag)
	s.freshH1 = s.freshH1 || tag == tags.H1
	switch {
	case boundaries.Has(tag):
		s.newParagraph()
	case tag == tags.Br && s.afterBr:
		s.current.tags-- // the first br of the two belongs to the separator
		s.newParagraph()
	case tag == tags.Br:
		s.afterBr = true
		s.current.tags++
		s.addSpace()
	case tag == tags.Img && s.config.Markup == MarkupHTML && s.imageParagraph():
		s.afterBr = false
	default:
		s.afterBr = false
		s.inLink = s.inLink || tag == tags.A
		if tag == tags.HTML && s.declared == nil {
			s.declared = s.declaredLang()
		}
		s.current.tags++
		if separators.Has(tag) {
			s.separateWords(tag)
		}
	}
}

// declaredLang returns the language that the start tag of html names.
func (s *segmenter) declaredLang() []byte {
	lang, ok := s.scanner.Attr("lang")
	if !ok {
		lang, _ = s.scanner.Attr("xml:lang")
	}
	return lang
}

// endElement applies the rules for an end tag.
func (s *segmenter) endElement(tag tags.Tag) {
	s.endRun()
	s.pop()
	if boundaries.Has(tag) || s.current.place&isImage != 0 {
		s.newParagraph()
	}
	if tag == tags.A {
		s.inLink = false
	}
	if separators.Has(tag) {
		s.separateWords(tag)
	}
}

// imageParagraph makes a paragraph of the alternative text of an image, and reports
// whether there is any. An image without it is no paragraph (docs/justext.md, "Images").
func (s *segmenter) imageParagraph() bool {
	alt, _ := s.scanner.Attr("alt")
	if len(bytes.TrimFunc(alt, space.IsUnseen)) == 0 {
		return false
	}
	s.newParagraph()
	s.addText(alt, s.scanner.Start, s.scanner.End, true)
	s.endRun()
	return true
}

// newParagraph ends the paragraph and begins one at the innermost element.
func (s *segmenter) newParagraph() {
	s.endParagraph()
	s.begins()
}

func (s *segmenter) begins() {
	node, place := noNode, uint8(0)
	if n := len(s.elements); n > 0 {
		node, place = s.elements[n-1].node, s.elements[n-1].place
		if node == noNode {
			node = s.nodeOf(n - 1)
		}
	}
	s.current = draft{textBegin: int32(len(s.text)), node: node, place: place, headline: place&inHeadline != 0}
	s.between = noSpace
}

// hasText reports whether the paragraph that is being built has text.
func (s *segmenter) hasText() bool { return len(s.text) > int(s.current.textBegin) }

// endParagraph keeps the paragraph if it has text.
func (s *segmenter) endParagraph() {
	if s.hasText() {
		if s.current.headline && s.current.place&isImage == 0 {
			s.current.headline, s.freshH1 = s.freshH1, false
		}
		s.current.textEnd = int32(len(s.text))
		s.paragraphs = append(s.paragraphs, s.current)
		return
	}
	if len(s.textNodes) > 0 {
		s.dropTextNodes()
	}
}

// dropTextNodes drops the text nodes of a paragraph that has no text.
func (s *segmenter) dropTextNodes() {
	for n := len(s.textNodes); n > 0 && int(s.textNodes[n-1].paragraph) == len(s.paragraphs); n-- {
		s.textNodes = s.textNodes[:n-1]
	}
}

// result returns the paragraphs with their texts and paths. They share one string of
// text and one of paths.
func (s *segmenter) result() []Paragraph {
	text := string(s.text)
	shared := &pageData{paths: s.keepPaths(), names: s.scanner.Names()}
	paragraphs := make([]Paragraph, len(s.paragraphs))
	for i := range paragraphs {
		d := &s.paragraphs[i]
		node := d.node
		if node != noNode {
			node = s.kept[node]
		}
		paragraphs[i] = Paragraph{
			Text: text[d.textBegin:d.textEnd], data: shared, node: node,
			Start: d.start, End: d.end, Chars: d.chars, Words: d.words, LinkChars: d.linkChars, Tags: d.tags,
			Heading: d.place&inHeading != 0, Headline: d.headline, Image: d.place&isImage != 0, Select: d.place&inSelect != 0,
		}
	}
	return paragraphs
}

// nodeTexts returns, for each paragraph of result, the texts of its text nodes. They are
// parts of the paragraph's text.
func (s *segmenter) nodeTexts(paragraphs []Paragraph) [][]string {
	nodes, all := make([][]string, len(paragraphs)), make([]string, 0, len(s.textNodes))
	rest := s.textNodes
	for i := range paragraphs {
		first := len(all)
		for ; len(rest) > 0 && int(rest[0].paragraph) == i; rest = rest[1:] {
			begin := s.paragraphs[i].textBegin
			all = append(all, paragraphs[i].Text[rest[0].start-begin:rest[0].end-begin])
		}
		nodes[i] = all[first:len(all):len(all)]
	}
	return nodes
}
