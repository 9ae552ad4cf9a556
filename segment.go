package justext

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/scan"
)

// This file cuts a page into paragraphs (seed, "Introduction"; reference,
// sections 4 and 5): the block-level tags and two or more <br> separate them.

// boundaries are the tags that begin a new paragraph where they start and
// where they end, as the seed lists them, and body; and select, because its
// content is bad and what stands around it is not. (MarkupLibxml2 drops select.)
var boundaries = scan.Tags(scan.Blockquote, scan.Body, scan.Caption, scan.Center, scan.Col, scan.Colgroup, scan.Dd,
	scan.Div, scan.Dl, scan.Dt, scan.Fieldset, scan.Form, scan.H1, scan.H2, scan.H3, scan.H4, scan.H5, scan.H6,
	scan.Legend, scan.Li, scan.Optgroup, scan.Option, scan.P, scan.Pre, scan.Select, scan.Table, scan.Td, scan.Textarea,
	scan.Tfoot, scan.Th, scan.Thead, scan.Tr, scan.Ul)

// newerBlocks are the other elements that browsers show as blocks, HTML
// standard, 15.3.
var newerBlocks = scan.Tags(scan.Address, scan.Article, scan.Aside, scan.Details, scan.Dialog, scan.Dir, scan.Figcaption,
	scan.Figure, scan.Footer, scan.Header, scan.Hgroup, scan.Hr, scan.Listing, scan.Main, scan.Menu, scan.Nav, scan.Ol,
	scan.Section, scan.Summary, scan.Tbody, scan.Xmp)

// The place of a paragraph: what elements are around its beginning.
const (
	inHeading  = 1 << iota // h1 to h6
	inHeadline             // h1
	inSelect               // select
	isImage                // it is an img
)

// An openElement is an element around the place that has been reached.
type openElement struct {
	tag     scan.Tag
	serial  int32 // its number in the page, from 1
	ordinal int32 // among the elements of its name in its parent, from 1
	node    int32 // its place in segmenter.nodes, or noNode
	undo    int32 // how long segmenter.undo was when it began
	place   uint8
}

// A sibling counts the children of one name in one parent.
type sibling struct {
	parent int32 // serial number of the element, from 1
	count  int32
}

// A space is white space between words; of two that meet the larger stays.
type space uint8

const (
	noSpace space = iota
	blankSpace
	newline
)

// A segmenter cuts pages into paragraphs. It is scratch memory, reused from
// page to page; what it returns holds none of it.
type segmenter struct {
	scanner scan.Scanner
	config  *Config
	chars   *[256]charKind

	text       []byte // of all paragraphs, one behind the other
	paragraphs []Paragraph
	texts      []stretch // of text, for each paragraph

	elements []openElement
	nodes    []pathNode
	place    []uint8 // flags of each tag, computed when first met
	siblings []sibling
	undo     []undone
	serial   int32
	kept     []int32 // for result

	current  Paragraph // the paragraph that is being built
	begin    int       // where its text begins
	between  space     // what separates its last word from the next
	inLink   bool
	afterBr  bool
	node     nodeState
	nodeCuts []textNode // of the text nodes, where Config.TextNodes asks for them
}

// undone remembers what a count was before an element's first child of a name.
type undone struct {
	tag scan.Tag
	was sibling
}

// nodeState is what is known of the text node that is being read.
type nodeState struct {
	between space // white space since its last word, or at its beginning
	begun   bool  // it has text other than white space
	start   int   // where its first word begins
}

// A stretch is a part of segmenter.text.
type stretch struct{ begin, end int }

// A textNode is the text of one text node without the white space around it.
type textNode struct{ paragraph, start, end int }

// segment cuts a page into paragraphs that have no class yet. When it ends
// early, it returns those before that, and why.
func (s *segmenter) segment(ctx context.Context, page []byte) (err error) {
	s.reset(page)
	for n := 1; err == nil && s.scanner.Next(); n++ {
		s.event()
		err = s.limits(ctx, n)
	}
	if err == nil && s.scanner.Err() != nil {
		err = fmt.Errorf("%w: %w; Config.MaxToken sets the limit", ErrTokenTooLarge, s.scanner.Err())
	}
	if !errors.Is(err, ErrTooManyParagraphs) {
		s.endNode()
		s.endParagraph()
	}
	if s.config.Markup == MarkupLibxml2 {
		s.chooseRoot()
	}
	return err
}

// limits returns an error if the page must end after n events.
func (s *segmenter) limits(ctx context.Context, n int) error {
	if n%1024 == 0 && ctx.Err() != nil {
		return fmt.Errorf("justext: stopped at byte %d of the page: %w", s.scanner.Start, ctx.Err())
	}
	if limit := s.config.MaxParagraphs; limit > 0 && len(s.paragraphs) > limit {
		s.paragraphs, s.texts = s.paragraphs[:limit], s.texts[:limit]
		return fmt.Errorf("%w: more than %d; Config.MaxParagraphs sets the limit", ErrTooManyParagraphs, limit)
	}
	return nil
}

func (s *segmenter) reset(page []byte) {
	dialect := scan.HTML
	s.chars = &htmlChars
	if s.config.Markup == MarkupLibxml2 {
		dialect = scan.Libxml2
		s.chars = &xmlChars
	}
	s.scanner.MaxDepth, s.scanner.MaxToken = s.config.MaxDepth, s.config.MaxToken
	s.scanner.Reset(page, dialect)
	*s = segmenter{
		scanner: s.scanner, config: s.config, chars: s.chars,
		text: s.text[:0], paragraphs: s.paragraphs[:0], texts: s.texts[:0],
		elements: s.elements[:0], nodes: s.nodes[:0], place: s.place[:0],
		siblings: s.siblings[:0], undo: s.undo[:0], kept: s.kept, nodeCuts: s.nodeCuts[:0],
	}
	s.begins()
}

// size returns how many bytes of memory the segmenter holds, about.
func (s *segmenter) size() int {
	const paragraph, node, element = 64, 12, 24
	return cap(s.text) + cap(s.paragraphs)*(paragraph+2*8) + cap(s.nodes)*node + cap(s.kept)*4 +
		cap(s.elements)*element + cap(s.siblings)*8 + cap(s.undo)*12 + cap(s.nodeCuts)*24
}

// event takes one event of the page.
func (s *segmenter) event() {
	if s.scanner.Kind == scan.Text {
		s.addText(s.scanner.Event.Text, s.scanner.Start, s.scanner.End)
		return
	}
	s.endNode()
	if s.scanner.Kind == scan.StartTag {
		s.startElement(s.scanner.Tag)
	} else {
		s.endElement(s.scanner.Tag)
	}
}

// startElement applies the rules for a start tag.
func (s *segmenter) startElement(tag scan.Tag) {
	s.push(tag)
	switch {
	case boundaries.Has(tag):
		s.newParagraph()
	case tag == scan.Br && s.afterBr:
		s.current.Tags-- // the first of two belongs to the separator
		s.newParagraph()
	case tag == scan.Br:
		s.afterBr = true
		s.current.Tags++
		s.addSpace()
	case tag == scan.Img && s.config.Markup == MarkupHTML && s.imageParagraph():
		s.afterBr = false
	default:
		s.afterBr = false
		s.inLink = s.inLink || tag == scan.A
		s.current.Tags++
		s.separateWords(tag)
	}
}

// endElement applies the rules for an end tag.
func (s *segmenter) endElement(tag scan.Tag) {
	s.pop()
	if boundaries.Has(tag) || s.current.Image {
		s.newParagraph()
	}
	if tag == scan.A {
		s.inLink = false
	}
	s.separateWords(tag)
}

// separateWords keeps words apart where a block of the HTML standard begins or
// ends that the seed does not have among its tags.
func (s *segmenter) separateWords(tag scan.Tag) {
	if s.config.Markup == MarkupHTML && newerBlocks.Has(tag) {
		s.between = max(s.between, blankSpace)
	}
}

// imageParagraph makes a paragraph of its own of an image's alternative text
// and reports whether there was any. An image without it says nothing and
// separates nothing.
func (s *segmenter) imageParagraph() bool {
	alt, _ := s.scanner.Attr("alt")
	if len(bytes.TrimFunc(alt, isUnseen)) == 0 {
		return false
	}
	s.newParagraph()
	s.addFixed(alt, s.scanner.Start, s.scanner.End)
	s.endNode()
	return true
}

// newParagraph ends the paragraph and begins one at the innermost element.
func (s *segmenter) newParagraph() {
	s.endParagraph()
	s.begins()
}

func (s *segmenter) begins() {
	s.current = Paragraph{node: s.nodeOf(len(s.elements) - 1)}
	if n := len(s.elements); n > 0 {
		s.setPlace(s.elements[n-1].place)
	}
	s.begin = len(s.text)
	s.between = noSpace
}

func (s *segmenter) setPlace(place uint8) {
	s.current.Heading = place&inHeading != 0
	s.current.Headline = place&inHeadline != 0
	s.current.Select = place&inSelect != 0
	s.current.Image = place&isImage != 0
}

// endParagraph keeps the paragraph if it has text.
func (s *segmenter) endParagraph() {
	if len(s.text) > s.begin {
		s.paragraphs = append(s.paragraphs, s.current)
		s.texts = append(s.texts, stretch{s.begin, len(s.text)})
		return
	}
	for n := len(s.nodeCuts); n > 0 && s.nodeCuts[n-1].paragraph == len(s.paragraphs); n-- {
		s.nodeCuts = s.nodeCuts[:n-1]
	}
}

// push opens an element.
func (s *segmenter) push(tag scan.Tag) {
	parent := openElement{}
	if n := len(s.elements); n > 0 {
		parent = s.elements[n-1]
	}
	ordinal := s.ordinal(tag, parent.serial)
	s.serial++
	s.elements = append(s.elements, openElement{
		tag: tag, serial: s.serial, ordinal: ordinal, node: noNode, undo: int32(len(s.undo)),
		place: parent.place&^isImage | s.placeOf(tag),
	})
}

// pop closes the innermost element and takes back the counts of its children.
func (s *segmenter) pop() {
	last := len(s.elements) - 1
	mark := int(s.elements[last].undo)
	for i := len(s.undo) - 1; i >= mark; i-- {
		s.siblings[s.undo[i].tag] = s.undo[i].was
	}
	s.undo = s.undo[:mark]
	s.elements = s.elements[:last]
}

// ordinal counts an element among those of its name in its parent, the
// innermost element. siblings has the counts of just that one: those of the
// elements around it are put by in undo, so that any number of names costs the
// same.
func (s *segmenter) ordinal(tag scan.Tag, parent int32) int32 {
	for int(tag) >= len(s.siblings) {
		s.siblings = append(s.siblings, sibling{})
	}
	c := &s.siblings[tag]
	if c.count == 0 || c.parent != parent {
		s.undo = append(s.undo, undone{tag, *c})
		*c = sibling{parent: parent}
	}
	c.count++
	return c.count
}

// nodeOf returns the path node of the open element at index i; noNode stands
// for the page. Elements get a node when the first path leads through them.
func (s *segmenter) nodeOf(i int) int32 {
	known := i
	for known >= 0 && s.elements[known].node == noNode {
		known--
	}
	parent := noNode
	if known >= 0 {
		parent = s.elements[known].node
	}
	for known++; known <= i; known++ {
		e := &s.elements[known]
		e.node = int32(len(s.nodes))
		s.nodes = append(s.nodes, pathNode{parent: parent, tag: e.tag, ordinal: e.ordinal})
		parent = e.node
	}
	return parent
}

// placeOf returns the flags of a tag.
func (s *segmenter) placeOf(tag scan.Tag) uint8 {
	for t := scan.Tag(len(s.place)); t <= tag; t++ {
		s.place = append(s.place, s.flags(t))
	}
	return s.place[tag]
}

// flags says what a tag makes of the paragraphs in it. Python jusText looks
// for `\bh\d\b` and for "select" in the path, so that x-h1 is a heading and
// x-select a select; in the dialect HTML only the elements themselves count.
func (s *segmenter) flags(tag scan.Tag) (place uint8) {
	switch {
	case tag == scan.H1:
		return inHeading | inHeadline
	case scan.H2 <= tag && tag <= scan.H6:
		return inHeading
	case tag == scan.Select:
		return inSelect
	case tag == scan.Img && s.config.Markup == MarkupHTML:
		return isImage
	case s.config.Markup == MarkupLibxml2 && tag >= scan.NumKnown:
		return pythonFlags(s.scanner.Name(tag))
	}
	return 0
}

// pythonFlags returns the flags of an element that has no constant, by its
// name as Python jusText sees it.
func pythonFlags(name string) (place uint8) {
	if strings.Contains(name, "select") {
		place |= inSelect
	}
	for i := 0; i+1 < len(name); i++ {
		bounded := (i == 0 || !isWordByte(name[i-1])) && (i+2 == len(name) || !isWordByte(name[i+2]))
		if name[i] == 'h' && '0' <= name[i+1] && name[i+1] <= '9' && bounded {
			place |= inHeading
		}
	}
	return place
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || c >= utf8.RuneSelf
}

// addSpace separates the words before from those behind, as a single <br>
// does.
func (s *segmenter) addSpace() {
	s.between = max(s.between, blankSpace)
	if s.config.TextNodes {
		s.nodeCuts = append(s.nodeCuts, textNode{len(s.paragraphs), len(s.text), len(s.text)})
	}
}

// endNode ends a text node. White space at its end counts only if it has text:
// a node of nothing else is as if it were not there.
func (s *segmenter) endNode() {
	if s.node.begun {
		if s.node.between != noSpace && s.inLink {
			s.current.LinkChars++
		}
		s.between = max(s.between, s.node.between)
		if s.config.TextNodes {
			s.nodeCuts = append(s.nodeCuts, textNode{len(s.paragraphs), s.node.start, len(s.text)})
		}
	}
	s.node = nodeState{}
}

// addText adds a piece of a text node, folding each run of white space to one
// space, or to one line feed if there is one (or a carriage return) in it.
// start and end are the piece's place in the page; a piece whose length is
// another stands there as a whole.
func (s *segmenter) addText(piece []byte, start, end int) {
	if len(piece) != end-start {
		s.addFixed(piece, start, end)
		return
	}
	for i := 0; i < len(piece); {
		if stop, spaces := s.words(piece, i); stop > i {
			s.addWord(piece[i:stop], start+i, start+stop)
			s.current.Words += int32(spaces)
			i = stop
			continue
		}
		kind, n := s.charKind(piece[i:])
		s.addBlank(kind)
		i += n
	}
}

// words returns the end of the words that begin at i and have single spaces
// between them, and how many of these there are: such text stays as it is.
func (s *segmenter) words(piece []byte, i int) (end, spaces int) {
	table := s.chars
	for end = i; ; {
		for end < len(piece) && table[piece[end]] == wordChar {
			end++
		}
		if end == len(piece) {
			return end, spaces
		}
		if piece[end] == ' ' && end > i && end+1 < len(piece) && table[piece[end+1]] == wordChar {
			end += 2
			spaces++
			continue
		}
		if table[piece[end]] != multiByte {
			return end, spaces
		}
		kind, n := s.charKind(piece[end:])
		if kind != wordChar {
			return end, spaces
		}
		end += n
	}
}

// addFixed adds text that stands for the whole markup from start to end.
func (s *segmenter) addFixed(text []byte, start, end int) {
	for i := 0; i < len(text); {
		kind, n := s.charKind(text[i:])
		if kind == wordChar {
			s.addWord(text[i:i+n], start, end)
		} else {
			s.addBlank(kind)
		}
		i += n
	}
}

func (s *segmenter) addBlank(kind charKind) {
	switch kind {
	case blankChar:
		s.node.between = max(s.node.between, blankSpace)
	case newlineChar:
		s.node.between = newline
	}
}

// addWord adds words, or a piece of one, as they are. start and end are their
// place in the page.
func (s *segmenter) addWord(word []byte, start, end int) {
	chars := codePoints(word)
	if s.inLink {
		s.current.LinkChars += int32(chars)
		if s.node.between != noSpace {
			s.current.LinkChars++
		}
	}
	s.between = max(s.between, s.node.between)
	s.node.between = noSpace
	s.separate(start)
	if !s.node.begun {
		s.node.begun, s.node.start = true, len(s.text)
		s.afterBr = false
	}
	s.text = append(s.text, word...)
	s.current.Chars += int32(chars)
	s.current.End = int32(end)
}

// codePoints counts the code points of valid UTF-8: the bytes that do not
// continue one, eight at a time. utf8.RuneCount allocates for long text in
// Go 1.26.
func codePoints(text []byte) int {
	const low = 0x0101010101010101 // the lowest bit of each byte
	count := len(text)
	for len(text) >= 8 {
		eight := binary.LittleEndian.Uint64(text)
		count -= bits.OnesCount64(eight >> 7 & ^(eight >> 6) & low)
		text = text[8:]
	}
	for _, c := range text {
		if c&0xc0 == 0x80 {
			count--
		}
	}
	return count
}

// separate writes what stands between the last word and the next, which is at
// start in the page.
func (s *segmenter) separate(start int) {
	if len(s.text) == s.begin {
		s.current.Start = int32(start)
		s.current.Words = 1
		s.between = noSpace
		return
	}
	switch s.between {
	case noSpace:
		return
	case blankSpace:
		s.text = append(s.text, ' ')
	case newline:
		s.text = append(s.text, '\n')
	}
	s.current.Chars++
	s.current.Words++
	s.between = noSpace
}

// result returns the paragraphs with their texts and paths. They share one
// string and one table of nodes.
func (s *segmenter) result() []Paragraph {
	text := string(s.text)
	shared := &page{names: s.scanner.Names()}
	shared.nodes = s.keepNodes()
	paragraphs := make([]Paragraph, len(s.paragraphs))
	for i := range paragraphs {
		p := &paragraphs[i]
		*p = s.paragraphs[i]
		p.Text, p.page = text[s.texts[i].begin:s.texts[i].end], shared
		if p.node != noNode {
			p.node = s.kept[p.node]
		}
	}
	return paragraphs
}

// keepNodes returns the nodes that lie on the path of a paragraph and notes in
// kept where each of them went. A node stands behind its parent.
func (s *segmenter) keepNodes() []pathNode {
	const unused, used = -1, 0
	s.kept = s.kept[:0]
	for range s.nodes {
		s.kept = append(s.kept, unused)
	}
	count := 0
	for i := range s.paragraphs {
		for n := s.paragraphs[i].node; n != noNode && s.kept[n] == unused; n = s.nodes[n].parent {
			s.kept[n] = used
			count++
		}
	}
	nodes := make([]pathNode, 0, count)
	for i, n := range s.nodes {
		if s.kept[i] == unused {
			continue
		}
		s.kept[i] = int32(len(nodes))
		if n.parent != noNode {
			n.parent = s.kept[n.parent]
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// textNodes returns, for each paragraph, the texts of its text nodes.
func (s *segmenter) textNodes() [][]string {
	nodes := make([][]string, len(s.paragraphs))
	for _, n := range s.nodeCuts {
		if n.paragraph < len(nodes) {
			nodes[n.paragraph] = append(nodes[n.paragraph], string(s.text[n.start:n.end]))
		}
	}
	return nodes
}
