package render

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/refs"
	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// none is the number of no node.
const none int32 = -1

// A rawNode is an element or a piece of text of the page, kept or not.
type rawNode struct {
	tag        tags.Tag // None for text
	start, end int32    // of the start tag, or of the text
	stop       int32    // where its content ends
	parent     int32
	first      int32
	next       int32
	flags      flags
	has        parts // what is in an element
}

// flags say what is known of a raw node.
type flags uint16

const (
	blank     flags = 1 << iota // text of white space only
	coded                       // text with character references
	found                       // text that is that of a block
	kept                        // text, image, rule or formula that goes into the tree
	holds                       // an element with something kept in it
	standIn                     // its text is that of a block
	settled                     // no other rule changes whether it is kept
	noted                       // it became a note; it is written at the end
	gone                        // an element that is left out with all that is in it
	needed                      // an element with a formula or a note in it
	commented                   // an element that holds the comments of readers
	apart                       // text after an element that is not recorded and begins or ends a line
	shown                       // an element with kept text that is not in a note
	texed                       // its start tag has a part of what says that an element is a formula
	changed                     // a rule has kept it, or something in it
)

// A rawPage is the page as a tree of numbered nodes. A node comes before what is
// in it, and in the order of the page, apart from the stand-ins at the end.
type rawPage struct {
	src                []byte
	events             []page.Event // that have been read, and of which no nodes have been made yet
	recorded           bool         // the method has read all; else the scanner reads them
	scanner            scan.Scanner
	scanned            []page.Event // memory for what the scanner reads
	refs               refs.Decoder
	nodes              []rawNode
	sought             []int32 // the elements with one of the soughtTags
	open               []int32 // the open elements
	last               []int32 // of each open element, its last child
	whole              int     // how many of the open elements are read to their end
	ended              bool    // the whole page has been read
	blocks             []page.Block
	cursor             int32 // where the last block ended
	lastStart, lastEnd int32 // the range of the last block
	lastBehind         int32 // where the last piece of text was inserted
	lastInsert         int32
	standIns           map[int32]int32 // of each stand-in, the number of the block whose text it is
	marked             []int32         // the texts of the block that is being marked
	repairs            []Repair
	decoded            []byte
	written            []byte // the builder's text
	sums               []sum
	dropped            []int32 // of the rule that is at work
	notes              notes
	formulas           map[int32]formula
	notesInPlace       bool
	headingMarksStay   bool
	maxNodes           int     // of the tree; as many elements again are recorded of the page
	skipped            int     // how many of the open elements are not recorded
	lineEnd            bool    // one of these began or ended a line after the last text
	texed              bool    // there are elements that may be formulas
	texPage            verdict // a script shows TeX in the text of the page as formulas
}

// maxNodes is how many nodes a page may have; the number of one is an int32.
const maxNodes = 1 << 28

// begin makes the nodes of a page as far as the blocks need them: up to the first
// text after the last that is kept, and to the end of the list, table, figure or
// code that this is in.
func (p *rawPage) begin(ctx context.Context, src []byte, document *page.Document) error {
	p.src, p.blocks, p.events = src, document.Blocks, document.Events
	last := int32(0)
	for i := range p.blocks {
		if p.blocks[i].Keep {
			last = max(last, p.blocks[i].End)
		}
	}
	p.reserve(int(last))
	p.nodes = append(p.nodes[:0], rawNode{tag: tags.None, parent: none, first: none, next: none, stop: int32(len(src))})
	p.sought = p.sought[:0]
	p.open, p.last, p.whole = append(p.open[:0], 0), append(p.last[:0], none), 0
	p.skipped, p.lineEnd, p.texed = 0, false, false
	p.scanner.MaxDepth = page.DefaultOptions().MaxDepth
	p.scanner.Reset(src, scan.HTML)
	p.recorded = len(p.events) > 0
	return p.read(ctx, int(last))
}

// largePage is from how many bytes on a page is looked at for how many nodes it
// will have.
const largePage = 1 << 18

// reserve makes room for the nodes of a large page up to an offset, so that they are not
// moved as their number grows.
func (p *rawPage) reserve(enough int) {
	if len(p.src) < largePage {
		return
	}
	if n := p.nodesIn(p.src[:enough], cap(p.nodes)) + len(p.blocks); cap(p.nodes) < n {
		p.nodes = make([]rawNode, 0, n)
	}
}

// nodesIn returns how many nodes a stretch of the page may have: one for each element, and
// a text between two tags and at each end. It is counted more closely if there may be more
// nodes than there is room for.
func (p *rawPage) nodesIn(src []byte, room int) int {
	elements := bytes.Count(src, []byte("<"))
	texts := elements + 1
	if elements+texts > room {
		elements -= bytes.Count(src, []byte("</"))
		texts -= bytes.Count(src, []byte("><"))
	}
	return min(min(elements, 2*p.maxNodes)+texts, len(src))
}

// read makes nodes up to the first text at or after an offset that is in nothing
// to be read as a whole.
func (p *rawPage) read(ctx context.Context, enough int) error {
	p.ended = true
	end := len(p.src) // of the last event
	for len(p.nodes) < maxNodes && p.more() {
		e := p.events[0]
		p.events = p.events[1:]
		start := int(e.Start)
		if start < 0 || e.End < e.Start || int(e.End) > len(p.src) {
			return fmt.Errorf("render: %w: the page has a tag or text in the bytes %d to %d, and the text has %d; pass the text that Decode returns for this page",
				page.ErrConfig, e.Start, e.End, len(p.src))
		}
		if end < start {
			p.mathScripts(end, start)
		}
		end = max(int(e.End), start)
		switch {
		case e.Tag > 0:
			p.startTag(e)
		case e.Tag < 0:
			p.endTag(e)
		default:
			if blank := p.text(e); start >= enough && p.whole == 0 && !blank && !p.inFormula() {
				p.ended = false
				for _, open := range p.open {
					p.nodes[open].stop = int32(len(p.src))
				}
				return nil
			}
		}
		if len(p.events)%4096 == 0 && ctx.Err() != nil {
			return fmt.Errorf("render: stopped at byte %d of the page: %w", start, ctx.Err())
		}
	}
	return nil
}

// more reports whether there are more events. Those that the method has not recorded are
// read by the scanner, some at a time.
func (p *rawPage) more() bool {
	if len(p.events) == 0 && !p.recorded {
		const atOnce = 256
		if p.scanned == nil {
			p.scanned = make([]page.Event, 0, atOnce)
		}
		p.events = p.scanner.ReadEvents(p.scanned)
	}
	return len(p.events) > 0
}

// startTag adds an element. Beyond twice the nodes of the tree, elements are not
// recorded, and what is in them belongs to the one around them.
func (p *rawPage) startTag(e page.Event) {
	tag := tags.Tag(e.Tag)
	if len(p.nodes) >= 2*p.maxNodes {
		p.skipped++
		p.lineEnd = p.lineEnd || isLineEnd[roleOf(tag)] || tag == tags.Br
		return
	}
	at := p.addNode(tag, e.Start, e.End)
	if mayBeTeX(tag, p.src[e.Start:e.End]) {
		p.nodes[at].flags |= texed
		p.texed = true
	}
	if soughtTags.Has(tag) {
		p.sought = append(p.sought, at)
	}
	p.open = append(p.open, at)
	p.last = append(p.last, none)
	p.whole += wholeOf(tag)
}

// soughtTags are those of the elements that rules look for in the whole page: code, tables,
// lists and terms, captions, and what may be a mark of a note or a note.
var soughtTags = tags.Of(append(tags.List("pre listing xmp plaintext table ul ol menu dir dl dt figcaption"), tags.A, tags.Sup, tags.Span, tags.Small)...)

// endTag ends the innermost open element.
func (p *rawPage) endTag(e page.Event) {
	if p.skipped > 0 {
		p.skipped--
		p.lineEnd = p.lineEnd || isLineEnd[roleOf(tags.Tag(-e.Tag))]
		return
	}
	if top := len(p.open) - 1; top > 0 {
		n := &p.nodes[p.open[top]]
		n.stop = max(n.end, e.Start)
		p.open, p.last = p.open[:top], p.last[:top]
		p.whole -= wholeOf(n.tag)
	}
}

// readWhole is 1 for the roles of elements that are read to their end.
var readWhole = [numRoles]int{asList: 1, asDefinitions: 1, asTable: 1, asPre: 1, asFigure: 1, asMath: 1}

// wholeOf is readWhole for an element: paragraphs are read to their end too. They end soon, so
// that reserve need not know.
func wholeOf(tag tags.Tag) int {
	if tag == tags.P {
		return 1
	}
	return readWhole[roleOf(tag)]
}

// mathScripts adds the nodes of the scripts that have TeX between two offsets. The scanner
// passes over scripts, and over comments between them.
func (p *rawPage) mathScripts(from, to int) {
	if !hasMathScript(p.src[from:to]) {
		return
	}
	for from < to {
		switch rest := p.src[from:]; {
		case ascii.HasPrefixFold(rest, "<script"):
			from = p.mathScript(from)
		case bytes.HasPrefix(rest, []byte("<!--")):
			from = markup.CommentEnd(p.src, from)
		default:
			return
		}
	}
}

// texType is in the type of a script that has TeX.
const texType = "math/tex"

// hasMathScript reports whether a text may have a script of texType in it. It looks at the
// start tags alone, because scripts are long. If one of these has a "<" in it, it looks at
// the whole text.
func hasMathScript(text []byte) bool {
	for rest := text; ; {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
		if !ascii.HasPrefixFold(rest, "script") {
			continue
		}
		end, _ := markup.TagEnd(rest, len("script"), markup.NextAttr)
		if tag := rest[:end]; bytes.IndexByte(tag, '<') >= 0 || bytes.Contains(tag, []byte(texType)) {
			return bytes.Contains(text, []byte(texType))
		}
		rest = rest[end:]
	}
}

// mathScript adds the node of the script at an offset, if it has TeX, and returns where the
// script ends.
func (p *rawPage) mathScript(start int) (next int) {
	end, _ := markup.TagEnd(p.src, start+len("<script"), markup.NextAttr)
	stop := markup.RawTextEnd(p.src, end, "script")
	if stop < len(p.src) && stop-end <= 2*maxTeX && bytes.Contains(p.src[start:end], []byte(texType)) {
		p.texed = true
		at := p.addNode(tags.Script, int32(start), int32(end))
		p.nodes[at].stop = int32(stop)
	}
	return markup.After(p.src, stop, ">")
}

// inFormula reports whether one of the open elements may be a formula. The text
// of one that has been asked for is part of what it shows.
func (p *rawPage) inFormula() bool {
	for _, open := range p.open[1:] {
		if p.nodes[open].flags&texed != 0 && p.isMade(open) {
			return true
		}
	}
	return false
}

// grow makes room for one more node, and for twice as many if there is none: append
// would copy them more often. While a large page is read, it makes room for all that may
// still come, as far as that can be counted. It does so with make, because slices.Grow would write zeros into all of the
// room, and so take memory for nodes that do not come.
func (p *rawPage) grow(from int) {
	if len(p.nodes) < cap(p.nodes) {
		return
	}
	more := max(len(p.nodes), 1)
	if rest := p.src[from:]; len(rest) > 0 && len(p.src) >= largePage {
		more = max(p.nodesIn(rest, 0)+1, more/4) // end tags can make nodes too
	}
	grown := make([]rawNode, len(p.nodes), len(p.nodes)+more)
	copy(grown, p.nodes)
	p.nodes = grown
}

// addNode adds a node to the innermost open element.
func (p *rawPage) addNode(tag tags.Tag, start, end int32) (at int32) {
	at = int32(len(p.nodes))
	p.grow(int(end))
	top := len(p.open) - 1
	parent, before := p.open[top], p.last[top]
	p.nodes = append(p.nodes, rawNode{tag: tag, start: start, end: end, parent: parent, first: none, next: none, stop: end})
	if before == none {
		p.nodes[parent].first = at
	} else {
		for p.nodes[before].next != none { // it has been split since
			before = p.nodes[before].next
		}
		p.nodes[before].next = at
	}
	p.last[top] = at
	return at
}

// text adds a piece of text, or makes the one before it longer, and reports whether nothing
// of it is left when white space is folded. The text of a character reference comes as a piece of its own.
func (p *rawPage) text(e page.Event) (white bool) {
	source := p.src[e.Start:e.End]
	var f flags
	text := source
	if len(source) > 0 && source[0] == '&' {
		f |= coded
		if decoded, next := p.refs.Decode(source, 0); next > 0 {
			text = decoded
		}
	}
	if white = isBlank(text); white {
		f |= blank
	} else if p.lineEnd {
		f |= apart
		p.lineEnd = false
	}
	if at := p.last[len(p.last)-1]; at != none && p.nodes[at].tag == tags.None && p.nodes[at].end == e.Start {
		n := &p.nodes[at]
		n.end, n.stop = e.End, e.End
		n.flags = (n.flags|f)&^blank | n.flags&f&blank
		return white
	}
	p.nodes[p.addNode(tags.None, e.Start, e.End)].flags = f
	return white
}

// nameOf returns the name of an element, in lower case.
func (p *rawPage) nameOf(at int32) string {
	n := &p.nodes[at]
	if n.tag < tags.NumKnown {
		return n.tag.String()
	}
	source := p.src[n.start:n.end]
	name := min(len("<"), len(source))
	return string(bytes.ToLower(source[name:markup.NameEnd(source, name)]))
}

// isBlank reports whether nothing of a text is left when white space is folded.
func isBlank(text []byte) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c > ' ' {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !space.IsUnseen(r) {
			return false
		}
		i += size
	}
	return true
}

// textOf returns the text of a node, character references decoded. It is valid
// until the next call and must not be changed.
func (p *rawPage) textOf(at int32) []byte {
	n := &p.nodes[at]
	if n.flags&standIn != 0 {
		p.decoded = append(p.decoded[:0], p.blocks[p.standIns[at]].Text...)
		return p.decoded
	}
	source := p.src[n.start:n.end]
	if n.flags&coded == 0 {
		return source
	}
	p.decoded = slices.Grow(p.decoded[:0], len(source))
	for len(source) > 0 {
		amp := bytes.IndexByte(source, '&')
		if amp < 0 {
			break
		}
		p.decoded = append(p.decoded, source[:amp]...)
		text, next := p.refs.Decode(source, amp)
		if next == amp {
			text, next = source[amp:amp+1], amp+1
		}
		p.decoded = append(p.decoded, text...)
		source = source[next:]
	}
	p.decoded = append(p.decoded, source...)
	return p.decoded
}

// attr returns the value of an attribute of an element, or "".
func (p *rawPage) attr(at int32, name string) string {
	value, _ := p.attribute(at, name)
	return value
}

func (p *rawPage) attribute(at int32, name string) (value string, ok bool) {
	n := &p.nodes[at]
	if n.tag == tags.None || n.end-n.start < int32(len("<a b>")) || p.src[n.start+1] == '/' {
		return "", false // implied, by a stray end tag, or without attributes
	}
	for key, value := range p.scanner.Attrs(int(n.start), int(n.end)) {
		if ascii.EqualFold(key, name) {
			return string(value), true
		}
	}
	return "", false
}

// children yields the numbers of the nodes in a node.
func (p *rawPage) children(at int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for c := p.nodes[at].first; c != none; c = p.nodes[c].next {
			if !yield(c) {
				return
			}
		}
	}
}

// after returns the number of the first node after all that is in a node, in the
// order of the page.
func (p *rawPage) after(at int32) int32 {
	for ; at != 0; at = p.nodes[at].parent {
		if next := p.nodes[at].next; next != none {
			return next
		}
	}
	return none
}
