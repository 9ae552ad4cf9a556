package render

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/room"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// maxDepth is how many lists, items, quotes, tables and figures may be within one
// another in a tree. One that is deeper is taken apart: its text stands in what is
// around it. It bounds what a line of Markdown needs before its text.
const maxDepth = 40

// freeNodes is how many nodes a tree may have however small the page is. So many
// nodes take 36 MB. nodeSize is about how many bytes a node takes in the formats: a
// longer address, and the beginnings of lines in nested blocks, count as nodes.
const (
	freeNodes = 1 << 18
	nodeSize  = 64
)

// Build returns the tree of what a method kept of a page. text is the page in
// UTF-8, as Decode of the method returns it, and document is the method's result
// for the same page. The tree does not refer to text. If the byte range of a block or an
// event is not in the text, they are not of the same page, and the error wraps
// page.ErrConfig.
//
// If the document has Events, Build does not read text again, which takes less time; the
// tree is the same. page.Options.Events of the method asks for them.
//
// When ctx is done, Build returns soon with an error that wraps ctx.Err(). With every
// error the root of the tree has no children.
func Build(ctx context.Context, text []byte, document *page.Document, options Options) (*Tree, error) {
	if err := checkRanges(text, document); err != nil {
		return &Tree{Root: new(Node)}, err
	}
	tree := &Tree{Title: document.Title, Lang: document.Lang, Root: new(Node)}
	p := pages.Get().(*rawPage)
	defer p.release()
	p.maxNodes = options.MaxNodes
	if p.maxNodes <= 0 {
		p.maxNodes = freeNodes + len(text)/32
	}
	if err := p.begin(ctx, text, document); err != nil {
		return tree, err
	}
	p.notesInPlace, p.headingMarksStay = options.NotesInPlace, options.HeadingMarks
	p.mark()
	if !options.Verbatim {
		if err := p.repair(ctx, document.Title); err != nil {
			return tree, err
		}
	} else {
		p.sum()
		p.objects()
	}
	p.omit(options, document.Title)
	b := builder{p: p, slabSize: slabSize(p.hold()), buf: p.written[:0], addresses: newAddresses(p, options.URL), verbatim: options.Verbatim, left: p.maxNodes}
	b.build(tree)
	p.written = b.buf
	if err := ctx.Err(); err != nil {
		return &Tree{Title: tree.Title, Lang: tree.Lang, Root: new(Node)}, stopped(err)
	}
	return tree, nil
}

// checkRanges returns an error if a block has a range that is not in the text.
func checkRanges(text []byte, document *page.Document) error {
	if document == nil {
		return fmt.Errorf("render: %w: there is no document", page.ErrConfig)
	}
	for i := range document.Blocks {
		if b := &document.Blocks[i]; b.Start < 0 || b.End < b.Start || int(b.End) > len(text) {
			return fmt.Errorf("render: %w: block %d has the bytes %d to %d, and the text has %d; pass the text that Decode returns for this page",
				page.ErrConfig, i, b.Start, b.End, len(text))
		}
	}
	return nil
}

var pages = sync.Pool{New: func() any { return new(rawPage) }}

// maxHeld is how many nodes a page may have whose memory is held for the next one.
const maxHeld = 1 << 16

func (p *rawPage) release() {
	if cap(p.nodes) > maxHeld || cap(p.decoded)+cap(p.written) > 1<<20 || p.scanner.Size() > 1<<20 {
		return
	}
	p.src, p.events, p.blocks, p.repairs, p.notes, p.formulas, p.standIns = nil, nil, nil, nil, notes{}, nil, nil
	p.texPage = unknown
	p.scanner.Reset(nil, 0)
	pages.Put(p)
}

// A builder makes the tree.
type builder struct {
	p         *rawPage
	addresses *addresses
	verbatim  bool

	slab      []Node
	slabSize  int    // of the next slab
	buf       []byte // the text of the tree
	container *Node  // the innermost block that has blocks
	depth     int    // how many containers are open
	left      int    // how many more nodes there may be; none for text without structure
	line      *Node  // the block whose inlines are being written; nil between lines
	fixed     bool   // only the end of its element ends the line
	breaks    bool   // what would end a line that is fixed is a line break in it; else a space
	formats   []format

	space      bool  // there is white space before what comes next
	pending    int   // how many line breaks there are before what comes next
	gap        bool  // text was left out since the last that was written
	lastImage  *Node // the last image, the figure it is in, and how much text was before it
	lastFigure int32
	lastTo     int
	numbers    map[int32]int32 // of the notes that the tree refers to
	noteOrder  []int32
	orphans    *Node // the list of the last items that had none
	title      int32 // the element that is the title of the callout
	lines      []typedLine
}

// A format is an open element of a kind that stands within a line.
type format struct {
	kind   Kind
	raw    int32
	target string
	node   *Node // in the current line, once there is something in it
}

// build makes the tree.
func (b *builder) build(tree *Tree) {
	root := b.newNode(Document, 0)
	root.attached = true
	b.container, tree.Root = root, root
	b.children(0)
	b.endLine()
	b.footnotes(root)
	b.finish(root)
	layoutLists(root)
	if !b.verbatim {
		b.typedLists(root)
	}
	tree.Repairs = b.p.repairs
}

// nearLinks is how many links before and after one with an image oneLink looks at.
const nearLinks = 4

// finish gives the nodes their text.
func (b *builder) finish(root *Node) {
	text := string(b.buf)
	var before [nearLinks]*Node // the last links
	links := 0
	for n := root; n != nil; n = n.following() {
		if n.to > n.from {
			n.Text = text[n.from:n.to]
		}
		if n.Kind != Link || b.verbatim {
			continue
		}
		for _, other := range before {
			oneLink(other, n)
		}
		before[links%nearLinks] = n
		links++
	}
}

// oneLink takes the link off an image if the other of two links has text and leads to the same
// address (docs/structure.md, "Addresses"). first may be nil, or no link any more.
func oneLink(first, second *Node) {
	if first == nil || first.Kind != Link || second.Kind != Link || first.Target != second.Target || first.isImage() == second.isImage() {
		return
	}
	image := first
	if second.isImage() {
		image = second
	}
	parent, next, inner := image.Parent, image.NextSibling, image.FirstChild
	*image = *inner
	image.Parent, image.NextSibling = parent, next
}

// isImage reports whether there is nothing but an image in a link.
func (n *Node) isImage() bool {
	return n.Kind == Link && n.FirstChild == n.LastChild && n.FirstChild != nil && n.FirstChild.Kind == Image
}

// following returns the next node in the order of the tree.
func (n *Node) following() *Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n != nil && n.NextSibling == nil {
		n = n.Parent
	}
	if n == nil {
		return nil
	}
	return n.NextSibling
}

// maxSlab is how many nodes are allocated at once.
const maxSlab = 512

// slabSize returns how many nodes are allocated first for a tree that is made of so many
// elements and pieces of text. Most trees have about as many nodes.
func slabSize(held int) int { return min(held+held/8+8, maxSlab) }

// newNode makes a node of an element of the page, which is not yet a child.
func (b *builder) newNode(kind Kind, raw int32) *Node {
	if len(b.slab) == 0 {
		b.slab, b.slabSize = make([]Node, b.slabSize), maxSlab/4
	}
	n := &b.slab[0]
	b.slab = b.slab[1:]
	b.left -= 1 + 8*b.depth/nodeSize
	n.Kind, n.Start, n.End = kind, b.p.nodes[raw].start, b.p.end(raw)
	return n
}

// end returns where the source of a node ends, the end tag included.
func (p *rawPage) end(at int32) int32 {
	n := &p.nodes[at]
	if n.tag == tags.None || !bytes.HasPrefix(p.src[n.stop:], []byte("</")) {
		return n.stop
	}
	name := p.src[n.stop+2:]
	if own := p.src[min(n.start+1, n.end):n.end]; len(own) == 0 || !ascii.HasPrefixFold(name, string(own[:markup.NameEnd(own, 0)])) {
		return n.stop
	}
	return int32(markup.After(p.src, int(n.stop), ">"))
}

// attach makes a node the last child of its parent, if it is not yet a child.
func (n *Node) attach() {
	if n.attached {
		return
	}
	n.Parent.attach()
	n.attached = true
	if last := n.Parent.LastChild; last != nil {
		last.NextSibling = n
	} else {
		n.Parent.FirstChild = n
	}
	n.Parent.LastChild = n
}

// children writes what is kept in an element.
func (b *builder) children(at int32) {
	for c := b.p.nodes[at].first; c != none; c = b.p.nodes[c].next {
		n := &b.p.nodes[c]
		switch {
		case n.tag == tags.None:
			b.piece(c)
		case n.flags&(noted|gone) != 0:
		case n.flags&(holds|kept) != 0:
			b.element(c)
		case roleOf(n.tag) == asBreak:
			b.pending++
		case isLineEnd[roleOf(n.tag)]:
			b.endLine()
		}
	}
}

// isLineEnd has the roles of elements before and after which there is no text in
// the same line.
var isLineEnd = [numRoles]bool{
	asBlock: true, asHeading: true, asList: true, asItem: true, asDefinitions: true, asTerm: true, asDetails: true,
	asTable: true, asRows: true, asRow: true, asCell: true, asCaption: true, asPre: true, asQuote: true, asFigure: true,
	asRule: true,
}

// element writes an element in which something is kept.
func (b *builder) element(at int32) {
	role := roleOf(b.p.nodes[at].tag)
	switch {
	case b.left <= 0:
		b.plain(at)
	case b.p.noteNumber(at) > 0:
		b.noteRef(at)
	case b.math(at):
	case b.fixed:
		b.inFixedLine(at, role)
	case b.p.nodes[at].flags&commented != 0:
		b.comments(at)
	case !b.verbatim && b.callout(at):
	case at == b.title && at > 0:
		title := b.newNode(Paragraph, at)
		title.Header = true
		b.lineOf(title, at, false)
	default:
		b.elementOf(at, role)
	}
}

// elementOf writes an element by its role.
func (b *builder) elementOf(at int32, role role) {
	switch role {
	case asHeading:
		h := b.newNode(Heading, at)
		h.Level = uint8(b.p.nodes[at].tag-tags.H1) + 1
		b.lineOf(h, at, false)
	case asList:
		b.list(at)
	case asItem:
		b.item(at)
	case asDefinitions:
		b.contain(b.newNode(Definitions, at), at)
	case asTerm, asDetails:
		b.definition(at, role)
	case asTable:
		b.table(at)
	case asCaption:
		b.caption(at)
	case asPre:
		b.preformatted(at)
	case asQuote:
		b.contain(b.newNode(Quote, at), at)
	case asFigure:
		b.figure(at)
	case asRule:
		b.rule(at)
	case asBlock, asRows, asRow, asCell:
		if b.isCodeBox(at) {
			b.preformatted(at)
			return
		}
		b.block(at)
	case asCode:
		if b.isCodeBlock(at) {
			b.preformatted(at)
			return
		}
		b.inline(at, role)
	default:
		b.inline(at, role)
	}
}

// plain writes an element as text without structure.
func (b *builder) plain(at int32) {
	if f, ok := b.p.formulas[at]; ok {
		b.text([]byte(f.tex), at)
		return
	}
	apart := isLineEnd[roleOf(b.p.nodes[at].tag)]
	b.space = b.space || apart
	b.children(at)
	b.space = b.space || apart
}

// inFixedLine writes an element in a line that only the end of its own element
// ends: other blocks become line breaks or spaces.
func (b *builder) inFixedLine(at int32, role role) {
	switch role {
	case asPre:
		b.endLine()
		b.codeSpan(at)
		b.endLine()
	case asRule:
		b.endLine()
	default:
		if isLineEnd[role] {
			b.block(at)
			return
		}
		b.inline(at, role)
	}
}

// block writes the content of an element that begins and ends a line.
func (b *builder) block(at int32) {
	b.endLine()
	b.children(at)
	b.endLine()
}

// inline writes an element that stands within a line.
func (b *builder) inline(at int32, role role) {
	n := &b.p.nodes[at]
	switch role {
	case asInline:
		b.formatted(format{kind: inlineKinds[n.tag], raw: at})
	case asLink:
		b.link(at)
	case asCode:
		b.codeSpan(at)
	case asImage:
		b.image(at)
	case asBreak:
		b.pending++
	case asMath:
		b.children(at)
	default:
		b.children(at)
	}
}

// endLine ends the line, or a line within it if it is fixed.
func (b *builder) endLine() {
	if b.left <= 0 && b.line != nil && b.line.Kind == Paragraph && b.line.Parent == b.container {
		b.space = true
		return
	}
	if b.fixed {
		if b.breaks {
			b.pending = max(b.pending, 1)
		}
		b.space = true
		return
	}
	b.line, b.space, b.pending = nil, false, 0
	for i := range b.formats {
		b.formats[i].node = nil
	}
}

// lineOf writes an element as a block that has inlines.
func (b *builder) lineOf(block *Node, at int32, breaks bool) {
	b.endLine()
	block.Parent = b.home(block.Kind, at)
	b.line, b.fixed, b.breaks = block, true, breaks
	b.children(at)
	b.fixed = false
	b.endLine()
}

// contain writes an element as a block that has blocks.
func (b *builder) contain(block *Node, at int32) {
	if b.depth >= maxDepth {
		b.block(at)
		return
	}
	b.endLine()
	around := b.container
	block.Parent = b.home(block.Kind, at)
	b.container = block
	b.depth++
	b.children(at)
	b.endLine()
	b.depth--
	b.container = around
}

// home returns the node of which a block becomes a child: the open container, or
// what must stand between the two.
func (b *builder) home(kind Kind, raw int32) *Node {
	around, between := b.container, Item
	switch {
	case around.Kind == List && kind != Item:
		if kind == List && around.LastChild != nil {
			return around.LastChild
		}
	case around.Kind == Definitions && kind != Term && kind != Details:
		between = Details
	default:
		return around
	}
	n := b.newNode(between, raw)
	n.Parent = around
	return n
}

// formatted writes an element that gives its text a form. Within an element of
// the same kind it adds nothing.
func (b *builder) formatted(f format) {
	for i := range b.formats {
		if b.formats[i].kind == f.kind {
			b.children(f.raw)
			return
		}
	}
	b.formats = append(b.formats, f)
	b.children(f.raw)
	b.formats = b.formats[:len(b.formats)-1]
}

// link writes an a element. One without an address that may be shown, within the page,
// or of punctuation alone is just its text.
func (b *builder) link(at int32) {
	target := b.addresses.link(b.p.attr(at, "href"))
	if target == "" || !b.verbatim && b.p.isPunctuation(at) {
		b.children(at)
		return
	}
	b.left -= len(target) / nodeSize
	b.formatted(format{kind: Link, raw: at, target: target})
}

// isPunctuation reports whether an element has text, but nothing other than punctuation.
func (p *rawPage) isPunctuation(at int32) bool {
	some := false
	for i := range p.inside(at) {
		n := &p.nodes[i]
		switch role := roleOf(n.tag); {
		case role == asImage || role == asMath:
			return false
		case n.tag != tags.None || n.flags&(blank|kept) != kept:
			continue
		}
		if bytes.IndexFunc(p.textOf(i), isUnpunctuated) >= 0 {
			return false
		}
		some = true
	}
	return some
}

func isUnpunctuated(r rune) bool { return !unicode.IsPunct(r) && !space.IsUnseen(r) }

// piece writes a piece of text, or notes that it is left out.
func (b *builder) piece(at int32) {
	n := &b.p.nodes[at]
	switch {
	case n.flags&kept != 0:
		if n.flags&apart != 0 {
			b.space = true
		}
		text := b.p.textOf(at)
		if !b.verbatim && b.left > 0 && b.tex(text, at) {
			return
		}
		b.text(text, at)
	default:
		b.space = b.space || n.flags&settled == 0 // what a mark takes the place of is no space
		if n.flags&blank == 0 {
			b.gap = true
		}
	}
}

// text writes text with white space folded.
func (b *builder) text(text []byte, raw int32) {
	b.buf = room.For(b.buf, len(text)+1, len(b.p.src)-int(b.p.nodes[raw].stop))
	var node *Node
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		if space.IsUnseen(r) {
			b.space = b.space || isSpace(r)
			i += size
			continue
		}
		end := space.WordsEnd(text, i+size)
		switch {
		case node == nil || b.pending > 0:
			node = b.textNode(raw)
		case b.space:
			b.buf = append(b.buf, ' ')
			b.space = false
		}
		b.buf = append(b.buf, text[i:end]...)
		node.to = int32(len(b.buf))
		i = end
	}
}

// isSpace reports whether a character of which nothing is left is white space.
func isSpace(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r' || r > ' ' && !isControl(r) || r == nextLine
}

// isControl reports whether a character is DEL or one of C1.
func isControl(r rune) bool { return 0x7f <= r && r < 0xa0 }

// nextLine is the one of C1 that is white space.
const nextLine = 0x85

// place returns the node in which the next inline belongs, and writes the white
// space and the line breaks before it.
func (b *builder) place(raw int32) *Node {
	from := &b.p.nodes[raw]
	if b.left <= 0 && b.pending > 0 {
		b.pending, b.space = 0, true
	}
	if b.pending > 1 && !b.fixed {
		b.endLine()
	}
	if b.line == nil {
		b.line = b.newNode(Paragraph, raw)
		b.line.Parent = b.home(Paragraph, raw)
		b.line.End = b.line.Start
	}
	if b.line.Kind == Paragraph {
		b.line.End = max(b.line.End, from.stop)
	}
	b.line.attach()
	in, open := b.line, 0
	for open < len(b.formats) && b.formats[open].node != nil {
		in = b.formats[open].node
		open++
	}
	if b.line.FirstChild != nil {
		b.between(in, raw)
	}
	b.space, b.pending = false, 0
	for ; open < len(b.formats); open++ {
		f := &b.formats[open]
		f.node = b.newNode(f.kind, f.raw)
		f.node.Parent, f.node.Target = in, f.target
		f.node.attach()
		if in = f.node; b.line.Kind == Paragraph {
			b.line.End = max(b.line.End, in.End)
		}
	}
	return in
}

// between writes a line break or a space.
func (b *builder) between(in *Node, raw int32) {
	switch {
	case b.pending > 0:
		n := b.newNode(Break, raw)
		n.Parent, n.End = in, n.Start
		n.attach()
	case b.space:
		n := in.LastChild
		if n == nil || n.Kind != Text || n.to != int32(len(b.buf)) || b.gap && b.left > 0 {
			n = b.textIn(in, raw)
			n.End = n.Start
		}
		b.buf = append(b.buf, ' ')
		n.to = int32(len(b.buf))
	}
}

// textNode returns the node to which the next text belongs.
func (b *builder) textNode(raw int32) *Node { return b.textIn(b.place(raw), raw) }

// textIn returns a node for text in a node, which is the last one if nothing was
// left out since.
func (b *builder) textIn(in *Node, raw int32) *Node {
	from := &b.p.nodes[raw]
	if last := in.LastChild; last != nil && last.Kind == Text && last.to == int32(len(b.buf)) && (!b.gap || b.left <= 0) {
		last.End = from.stop
		return last
	}
	n := b.newNode(Text, raw)
	n.Parent = in
	n.from, n.to = int32(len(b.buf)), int32(len(b.buf))
	n.attach()
	b.gap = false
	return n
}

// atom writes an inline without children.
func (b *builder) atom(n *Node, raw int32) {
	n.Parent = b.place(raw)
	n.attach()
	b.gap = false
}
