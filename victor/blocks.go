package victor

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/langtag"
	"github.com/seed42075109/justext/internal/room"
	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/langid"
)

// This file cuts a page into blocks (docs/victor.md, "Reading a page" and
// "Blocks"): a block is the text between two tags of any kind, unless it is blank.

// A block is what the features are made of.
type block struct {
	index      int32   // in the page
	text       stretch // of layout.text
	start, end int32   // bytes of the page
	inside     inside
	split      split
	joint      joint // to the block before
	place      place
	td, div    int32 // group
	node       int32 // innermost element that breaks lines
	paragraph  int32
	label      int32 // its annotation's, an index of layout.labels, or noLabel
	counts
	twins     int32 // blocks of the page with the same words
	firstTwin int32 // the first of them
}

// noLabel marks a block without annotation.
const noLabel = -1

// A stretch is a part of a text or of a list, from begin to before end.
type stretch struct{ begin, end int32 }

func (s stretch) has(n int32) bool { return s.begin <= n && n < s.end }

// An openElement is an element whose end is still to come.
type openElement struct {
	inside     inside
	td, div    int32
	node       int32
	label      int32 // of the innermost annotation, itself included, or noLabel
	place      place
	annotation bool // it is a span of the native form, not a tag of the page
}

// A layout is a page cut into blocks. It is scratch memory, reused from page to
// page.
type layout struct {
	types   page.Types // of the page; see Page.SetTypes
	scanner scan.Scanner
	source  []byte
	format  format

	title  string  // of the first title element, white space folded
	lang   string  // of the html element
	text   []byte  // of all blocks, one after the other
	gaps   []int32 // offsets in text where something separates words within a block, in order
	blocks []block
	labels []string // of the annotations

	labelNumbers map[string]int32

	paragraphs []paragraph
	nodes      []node
	mark       mark
	tdWords    []int32 // alpha tokens outside links, by group
	divWords   []int32
	words      int32 // alpha tokens
	sentences  int32
	maxTd      int32
	maxDiv     int32
	twins      map[uint64]int32 // the first block with the words of each key
	sums       []int32          // of running text before each paragraph
	groups     []group
	groupOf    map[uint64]int32
	surroundings
	zone    stretch // of paragraphs: where the main text is
	firstH1 int32   // the first paragraph in an h1, or -1

	elements []openElement
	current  block
	begin    int  // where the text of the current block begins
	breaks   bool // there was a tag that breaks lines since the last block
	skipping int  // open elements within a deleted one, itself included

	// waiting is the number of open elements, itself included, at the img whose end
	// is put off because its annotation may follow; 0 if there is no such img.
	waiting int
	hidden  bool // the input that is open is not shown

	spans *spanWriter // nil unless the page is written in native span form
}

// A format says how a page is read.
type format struct {
	tokens    Tokens
	language  *langid.Profile
	newer     bool // the block elements of the HTML standard count as blocks
	annotated bool // the page is in native span form
	images    bool // alternative texts are blocks
	limits    page.Options
}

// read cuts a page into blocks and measures them, unless ctx is done before.
func (p *layout) read(ctx context.Context, source []byte, f format) (err error) {
	p.reset(source, f)
	for n := 1; err == nil && p.scanner.Next(); n++ {
		p.event(ctx)
		if p.tooMany() {
			p.cut(f.limits.MaxBlocks)
			err = &page.LimitError{Limit: "MaxBlocks", Value: f.limits.MaxBlocks, Offset: p.scanner.Start}
		} else if n%1024 == 0 && ctx.Err() != nil || p.spans.failed() {
			break
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("stopped at byte %d of the page: %w", p.scanner.Start, ctx.Err())
	}
	if err == nil {
		p.endBlock()
		err = p.scanner.Err()
	}
	p.title = space.FoldUntil(ctx, p.scanner.Title())
	p.hints[fromTitle] = hintWords.in(p.scanner.Title())
	if p.spans == nil {
		p.measure()
	}
	return err
}

func (p *layout) tooMany() bool {
	return p.format.limits.MaxBlocks > 0 && len(p.blocks) > p.format.limits.MaxBlocks
}

// cut leaves only the first n blocks.
func (p *layout) cut(n int) {
	p.blocks = p.blocks[:n]
	for last := len(p.paragraphs) - 1; p.paragraphs[last].first >= int32(n); last-- {
		p.paragraphs = p.paragraphs[:last]
	}
	p.paragraphs[len(p.paragraphs)-1].last = int32(n - 1)
}

func (p *layout) reset(source []byte, f format) {
	p.scanner.SelfClose, p.scanner.MaxElements = f.annotated, f.limits.MaxElements
	p.scanner.MaxToken, p.scanner.MaxDepth = f.limits.MaxToken, f.limits.MaxDepth
	p.scanner.Record = f.limits.Events && !f.annotated && f.limits.MaxDepth == page.DefaultOptions().MaxDepth
	if f.annotated && f.limits.MaxDepth > 0 {
		p.scanner.MaxDepth++ // the span around the text of the deepest element
	}
	p.scanner.Reset(source, scan.HTML)
	*p = layout{
		scanner: p.scanner, format: f, text: p.text[:0], gaps: p.gaps[:0], blocks: p.blocks[:0], labels: p.labels[:0],
		paragraphs: p.paragraphs[:0], nodes: p.nodes[:0], mark: mark{node: noNode}, tdWords: p.tdWords[:0], divWords: p.divWords[:0], twins: p.twins,
		source: source, sums: p.sums, surroundings: p.surroundings.emptied(), groups: p.groups, groupOf: p.groupOf, elements: p.elements[:0], spans: p.spans,
	}
	p.tdWords, p.divWords = append(p.tdWords, 0), append(p.divWords, 0) // the groups of text outside of any
	p.nodes = append(p.nodes, node{parent: noNode})
	p.current.split.block = 2 // the title, which Tidy puts into every head
	p.begins()
}

// event takes one event of the page.
func (p *layout) event(ctx context.Context) {
	switch p.scanner.Kind {
	case scan.Text:
		if p.skipping == 0 {
			p.addText(ctx, p.scanner.Text)
		} else if bytes.ContainsFunc(p.scanner.Text, unicode.IsSpace) {
			p.separate()
		}
	case scan.StartTag:
		p.startTag(p.scanner.Tag)
	case scan.EndTag:
		p.endTag(p.scanner.Tag)
	}
}

// startTag applies the rules for a start tag.
func (p *layout) startTag(tag tags.Tag) {
	if p.skipping > 0 || deleted.Has(tag) {
		p.skipping++
		if tag < tags.NumKnown && jointOf[tag] != joined && !(tag == tags.Input && p.isHiddenInput()) {
			p.separate()
		}
		return
	}
	p.endBlock()
	if p.format.annotated && tag == tags.Span && p.startAnnotation() {
		return
	}
	p.endWaiting()
	if p.spans != nil {
		p.spans.startTag(p, tag)
	}
	switch tag {
	case tags.HTML:
		p.lang = declaredLang(&p.scanner)
	case tags.Body:
		p.beginBody()
	}
	p.push(tag)
	p.entry(tag)
	if tag == tags.Img && p.format.images {
		p.image()
	}
}

// declaredLang returns the language that the current start tag declares, if it is
// in the form of a BCP 47 tag, and otherwise "".
func declaredLang(s *scan.Scanner) string {
	value, ok := s.Attr("lang")
	if !ok {
		value, _ = s.Attr("xml:lang")
	}
	return langtag.Declared(value)
}

// endTag applies the rules for an end tag.
func (p *layout) endTag(tag tags.Tag) {
	if p.skipping > 0 {
		p.skipping--
		return
	}
	if p.waits() && tag == tags.Img {
		return // of the img itself; endWaiting ends it
	}
	p.endBlock()
	if p.top().annotation {
		p.pop()
		p.begins()
		p.endWaiting()
		return
	}
	p.endWaiting()
	if p.spans != nil {
		p.spans.endTag(p, tag)
	}
	p.pop()
	p.entry(tag)
}

// entry notes a start or end tag between two blocks.
func (p *layout) entry(tag tags.Tag) {
	p.begins()
	if tag >= tags.NumKnown {
		return
	}
	newer := 0
	if p.format.newer {
		newer = 1
	}
	p.current.split.add(splitOf[newer][tag])
	p.breaks = p.breaks || breakTags.Has(tag)
	p.join(p.jointAt(tag))
}

// jointAt returns the joint that a tag makes. An input that is not shown makes none.
func (p *layout) jointAt(tag tags.Tag) joint {
	if p.current.split.br >= enough {
		return newLine
	}
	if tag == tags.Input {
		if p.scanner.Kind == scan.StartTag {
			p.hidden = p.isHiddenInput()
		}
		if p.hidden {
			return joined
		}
	}
	return jointOf[tag]
}

// isHiddenInput reports whether the current start tag, of an input, is not shown.
func (p *layout) isHiddenInput() bool {
	kind, _ := p.scanner.Attr("type")
	return ascii.EqualFold(kind, "hidden")
}

// join makes the joint to the next block at least as wide as j.
func (p *layout) join(j joint) { p.current.joint = max(p.current.joint, j) }

// separate notes that words before and after the current place are apart, although
// nothing is left of what stands between them.
func (p *layout) separate() {
	if len(p.text) == p.begin {
		p.join(spaced)
		return
	}
	if n := int32(len(p.text)); len(p.gaps) == 0 || p.gaps[len(p.gaps)-1] != n {
		p.gaps = append(p.gaps, n)
	}
}

// push opens an element.
func (p *layout) push(tag tags.Tag) {
	e := p.top()
	e.annotation = false
	e.place = e.place.within(tag)
	if tag < tags.NumKnown {
		e.inside |= insideOf[tag]
		p.tallyTag(tag, e.inside)
	}
	switch tag {
	case tags.Td:
		e.td = int32(len(p.tdWords))
		p.tdWords = append(p.tdWords, 0)
	case tags.Div:
		e.div = int32(len(p.divWords))
		p.divWords = append(p.divWords, 0)
	}
	if breakTags.Has(tag) {
		p.openNode(&e, tag)
	} else if tag == tags.A || tag == tags.Span {
		p.nameInline(&e, tag)
	}
	p.elements = append(p.elements, e)
}

func (p *layout) pop() { p.elements = p.elements[:len(p.elements)-1] }

// top returns the innermost open element.
func (p *layout) top() openElement {
	if len(p.elements) == 0 {
		return openElement{label: noLabel}
	}
	return p.elements[len(p.elements)-1]
}

// begins puts the next block where the page is now.
func (p *layout) begins() {
	e := p.top()
	b := &p.current
	b.inside, b.td, b.div, b.node, b.label, b.place = e.inside, e.td, e.div, e.node, e.label, e.place
}

// addText adds a piece of text. Each line of a pre element is a block of its own
// with a br after it; in native form the br is there already.
func (p *layout) addText(ctx context.Context, text []byte) {
	if p.waits() && !isBlank(text) {
		p.endWaiting() // the annotation was deleted
	}
	if p.format.annotated || p.current.inside&inPre == 0 || bytes.IndexByte(text, '\n') < 0 {
		p.addPiece(text)
		return
	}
	n := 0
	for line := range bytes.Lines(text) {
		p.addPiece(line)
		if line[len(line)-1] == '\n' {
			p.endLine()
		}
		if n++; p.tooMany() || n%1024 == 0 && ctx.Err() != nil {
			return
		}
	}
}

func (p *layout) endLine() {
	p.endBlock()
	if p.spans != nil {
		p.spans.write("<br />")
	}
	p.entry(tags.Br)
	p.entry(tags.Br)
}

func (p *layout) addPiece(text []byte) {
	if len(p.text) == p.begin {
		p.current.start = int32(p.scanner.Start)
	}
	p.text = append(room.For(p.text, len(text), len(p.source)-p.scanner.End), text...)
	p.current.end = int32(p.scanner.End)
}

// withRoom returns a list of what is in the page with room for one more. A long list
// gets room at once for as much as there will be if the page goes on as it began, up
// to a limit, which leaves no outgrown copies. A limit of 0 is none.
func withRoom[T any](p *layout, list []T, limit int) []T {
	n := len(list)
	if n < cap(list) || n < maxEntries || limit <= n {
		return list
	}
	expected := float64(n) * float64(len(p.source)) / float64(p.scanner.Start+1)
	return slices.Grow(list, max(1, min(int(expected*1.02), limit+1)-n))
}

// endBlock keeps the block if it has text. Of an annotation, white space of any
// kind is enough: "&nbsp;" is a block in the data of Victor.
func (p *layout) endBlock() {
	text := p.text[p.begin:]
	annotated := p.current.label != noLabel
	switch {
	case len(text) == 0:
		return
	case p.spans != nil:
		p.spans.endBlock(text, annotated)
		p.dropText()
		p.current.joint = joined
		return
	case !annotated && isBlank(text):
		p.dropText()
		p.join(spaced)
		return
	}
	b := p.current
	b.index = int32(len(p.blocks))
	b.text = stretch{int32(p.begin), int32(len(p.text))}
	p.noteParagraph(&b)
	p.blocks = append(withRoom(p, p.blocks, p.format.limits.MaxBlocks), b)
	p.begin = len(p.text)
	p.current.split, p.current.joint = split{}, joined
	p.breaks = false
}

// dropText drops the text of the current block, which is none.
func (p *layout) dropText() {
	p.text = p.text[:p.begin]
	for len(p.gaps) > 0 && int(p.gaps[len(p.gaps)-1]) > p.begin {
		p.gaps = p.gaps[:len(p.gaps)-1]
	}
}

// textsOf yields the text of each block, with a space at each of its gaps. all is the
// text of the page.
func (p *layout) textsOf(all string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		gaps := p.gaps
		for i := range p.blocks {
			at := p.blocks[i].text
			n := 0
			for n < len(gaps) && gaps[n] <= at.end {
				n++
			}
			if !yield(i, withGaps(all, at, gaps[:n])) {
				return
			}
			gaps = gaps[n:]
		}
	}
}

// withGaps returns a stretch of text with a space at each gap.
func withGaps(all string, at stretch, gaps []int32) string {
	if len(gaps) == 0 {
		return all[at.begin:at.end]
	}
	var b strings.Builder
	b.Grow(int(at.end-at.begin) + len(gaps))
	for _, gap := range gaps {
		b.WriteString(all[at.begin:gap])
		b.WriteByte(' ')
		at.begin = gap
	}
	b.WriteString(all[at.begin:at.end])
	return b.String()
}

func isBlank(text []byte) bool { return skipSpace(text, 0) == len(text) }

// image makes a block of an image's alternative text (docs/victor.md, "Blocks").
// In native form the text is in an annotation after the tag, followed by "</img>"
// unless the tag ends with "/>".
func (p *layout) image() {
	alt, _ := p.scanner.Attr("alt")
	switch {
	case isBlank(alt):
	case p.format.annotated:
		if p.mayWait() {
			p.waiting = len(p.elements)
		}
	default:
		p.addPiece(alt)
		p.endBlock()
		if p.spans != nil {
			p.spans.write("</img>")
		}
	}
}

// selfEnded reports whether the current tag ends with "/>".
func (p *layout) selfEnded() bool {
	return bytes.HasSuffix(p.source[p.scanner.Start:p.scanner.End], []byte("/>"))
}

// mayWait reports whether the annotation of the img that begins can follow its
// tag. No annotation is within another.
func (p *layout) mayWait() bool { return p.current.label == noLabel && !p.selfEnded() }

// waits reports whether the innermost open element is an img that waits for its
// annotation.
func (p *layout) waits() bool { return p.waiting > 0 && p.waiting == len(p.elements) }

// endWaiting ends an img that waited for its annotation.
func (p *layout) endWaiting() {
	if p.waits() {
		p.waiting = 0
		if p.spans != nil {
			p.spans.write("</img>")
		}
		p.pop()
		p.entry(tags.Img)
	}
}

// The attributes of a span in native form (docs/victor.md, "Native span form").
const (
	annotationID    = "victor_an"
	annotationClass = "victor_"
)

// startAnnotation reports whether the span is one of the native form, and
// begins its block.
func (p *layout) startAnnotation() bool {
	if !p.isAnnotation() {
		return false
	}
	e := p.top()
	e.annotation, e.label = true, p.labelNumber(p.annotationLabel())
	p.elements = append(p.elements, e)
	p.begins()
	return true
}

// isAnnotation reports whether the current start tag has the id of a block.
func (p *layout) isAnnotation() bool {
	id, _ := p.scanner.Attr("id")
	number, ok := bytes.CutPrefix(id, []byte(annotationID))
	_, err := strconv.ParseUint(string(number), 10, 32)
	return ok && err == nil
}

// annotationLabel returns the label of the span, "" where it has none.
func (p *layout) annotationLabel() string {
	class, _ := p.scanner.Attr("class")
	for name := range bytes.FieldsSeq(class) {
		if label, ok := bytes.CutPrefix(name, []byte(annotationClass)); ok {
			return string(label)
		}
	}
	return ""
}

func (p *layout) labelNumber(label string) int32 {
	n, known := p.labelNumbers[label]
	if !known {
		if p.labelNumbers == nil {
			p.labelNumbers = make(map[string]int32)
		}
		n = int32(len(p.labels))
		p.labels = append(p.labels, label)
		p.labelNumbers[label] = n
	}
	return n
}
