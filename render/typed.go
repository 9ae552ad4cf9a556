package render

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/space"
)

// This file makes lists of paragraphs and lines that begin with a bullet or a number
// which the author has typed (docs/structure.md, "Typed lists").

// A marker is what a typed item begins with.
type marker struct {
	sign   rune  // the bullet, or the sign after the number
	number int32 // of an ordered list; else 0
	size   int   // in bytes, with the white space after it
}

const (
	bullets = "•●▪■◦‣∙⁃" // what follows them may be without a space
	dashes  = "-–*·"     // may also begin a speech or a remark: only what a colon announces
)

// markerOf returns the marker that a text begins with; one without size is none.
func markerOf(text string) (m marker) {
	if text == "" || ascii.IsLetter(text[0]) {
		return marker{}
	}
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case '0' <= r && r <= '9':
		m, size = numberOf(text)
	case strings.ContainsRune(bullets, r) || strings.ContainsRune(dashes, r):
		m.sign = r
	default:
		return marker{}
	}
	after := len(text) - size - len(strings.TrimLeft(text[size:], " "))
	if m.sign == 0 || after == 0 && size < len(text) && !strings.ContainsRune(bullets, r) {
		return marker{}
	}
	m.size = size + after
	return m
}

// numberOf returns the marker of a number of up to three digits with a full stop or a
// bracket after it, and how many bytes these take.
func numberOf(text string) (m marker, size int) {
	for size < len(text) && size < 4 && '0' <= text[size] && text[size] <= '9' {
		m.number = 10*m.number + int32(text[size]-'0')
		size++
	}
	if m.number == 0 || size > 3 || size == len(text) || text[size] != '.' && text[size] != ')' {
		return marker{}, 1
	}
	m.sign = rune(text[size])
	return m, size + 1
}

// follows reports whether an item with the marker continues a list after one with another.
func (m marker) follows(before marker) bool {
	return m.size > 0 && before.size > 0 && m.sign == before.sign && (m.number == 0 && before.number == 0 || before.number > 0 && m.number == before.number+1)
}

// begins reports whether an item with the marker may be the first of a list.
func (m marker) begins(announced bool) bool {
	return m.size > 0 && m.number < 2 && (m.number == 1 || announced || !strings.ContainsRune(dashes, m.sign))
}

// A typedLine is a line of a paragraph.
type typedLine struct {
	first, last *Node // its inlines
	marker      marker
	cut         bool // a paragraph begins with it
}

// typedLists makes the lists of a tree.
func (b *builder) typedLists(root *Node) {
	for n := root; n != nil; n = n.following() {
		switch n.Kind {
		case Document, Item, Details, Quote, Figure, Comments, Note:
			b.typedListsIn(n)
		}
	}
}

// typedListsIn makes the lists of the paragraphs in a block.
func (b *builder) typedListsIn(block *Node) {
	b.splitLinesIn(block)
	var before *Node // the block before c
	for c := block.FirstChild; c != nil; before, c = c, c.NextSibling {
		if c.Kind != Paragraph || c.Header || b.left <= 0 {
			continue
		}
		m := markerOf(c.markerText())
		if !m.begins(before.announces()) || !c.NextSibling.isItemAfter(m) || block.depth()+2 > maxDepth {
			continue
		}
		c = b.listFrom(c, m)
		if before != nil {
			before.NextSibling = c
		} else {
			block.FirstChild = c
		}
		if c.NextSibling == nil {
			block.LastChild = c
		}
	}
}

// isItemAfter reports whether a block, which may be nil, is a paragraph that continues a
// list after an item with a marker.
func (n *Node) isItemAfter(m marker) bool {
	return n != nil && n.Kind == Paragraph && !n.Header && markerOf(n.markerText()).follows(m)
}

// listFrom makes a list of a paragraph and those after it that continue the list, and puts
// it in their place, but for the link to it.
func (b *builder) listFrom(first *Node, m marker) *Node {
	list := b.inlineNode(List, first, first)
	list.Parent = first.Parent
	list.Ordered, list.Number = m.number > 0, m.number
	for p := first; p != nil; {
		next := p.NextSibling
		item := b.inlineNode(Item, p, p)
		item.Parent, p.Parent, p.NextSibling = list, item, nil
		item.FirstChild, item.LastChild = p, p
		if list.LastChild == nil {
			list.FirstChild = item
		} else {
			list.LastChild.NextSibling = item
		}
		list.LastChild, list.End = item, item.End
		b.cutMarker(p, m)
		list.NextSibling = next
		if p = nil; next.isItemAfter(m) {
			p, m = next, markerOf(next.markerText())
		}
	}
	return list
}

// inlineNode makes a node with the range of some that are in the tree.
func (b *builder) inlineNode(kind Kind, first, last *Node) *Node {
	n := b.newNode(kind, 0)
	n.Start, n.End, n.attached = first.Start, last.End, true
	return n
}

// splitLinesIn splits the paragraphs in a block at their line breaks if some of their lines,
// one after another, are items: each of these becomes a paragraph.
func (b *builder) splitLinesIn(block *Node) {
	var before *Node  // the block before c
	var marker marker // of the last line of that
	for c := block.FirstChild; c != nil; before, c = c, c.NextSibling {
		if c.Kind != Paragraph || c.Header || b.left <= 0 {
			marker.size = 0
			continue
		}
		if !c.hasMarker() {
			if c.FirstChild != nil {
				marker.size = 0
			}
			continue
		}
		lines := b.linesOf(c)
		b.splitLines(c, lines, before.announces(), marker)
		marker = lines[len(lines)-1].marker
	}
}

// inlineLines yields the first and the last inline of each line of a paragraph.
func (n *Node) inlineLines() iter.Seq2[*Node, *Node] {
	return func(yield func(first, last *Node) bool) {
		for first := n.FirstChild; first != nil; {
			last := first
			for last.NextSibling != nil && last.NextSibling.Kind != Break {
				last = last.NextSibling
			}
			if !yield(first, last) {
				return
			}
			if first = last.NextSibling; first != nil {
				first = first.NextSibling
			}
		}
	}
}

// hasMarker reports whether a line of a paragraph begins with a marker. Nearly all paragraphs
// have none, and no list of their lines.
func (n *Node) hasMarker() bool {
	for first, last := range n.inlineLines() {
		if markerOf(first.markerLeaf(last)).size > 0 {
			return true
		}
	}
	return false
}

// linesOf returns the lines of a paragraph. They are valid until the next call.
func (b *builder) linesOf(p *Node) []typedLine {
	b.lines = b.lines[:0]
	for first, last := range p.inlineLines() {
		b.lines = append(b.lines, typedLine{first: first, last: last, marker: markerOf(first.markerLeaf(last))})
	}
	return b.lines
}

// splitLines splits a paragraph before and after each of its items. announced reports whether
// the block before it ends with a colon, and before is the marker of its last line.
func (b *builder) splitLines(p *Node, lines []typedLine, announced bool, before marker) {
	for i, n := 0, 0; i < len(lines); i += n {
		n = itemsOf(lines[i:], announced, before)
		announced, before = endsWithColon(lines[i+n-1].last.lastText()), marker{}
		for j := i; n > 1 && j <= i+n && j < len(lines); j++ {
			lines[j].cut = j > 0
		}
	}
	for j, line := range slices.Backward(lines) { // so that no inline moves twice
		if line.cut {
			b.splitBefore(p, lines[j-1].last, line.first)
		}
	}
}

// itemsOf returns how many lines at the beginning are the items of a list, which may have
// begun before them, or 1.
func itemsOf(lines []typedLine, announced bool, before marker) int {
	n := 1
	if !lines[0].marker.begins(announced) && !lines[0].marker.follows(before) {
		return n
	}
	for n < len(lines) && lines[n].marker.follows(lines[n-1].marker) {
		n++
	}
	return n
}

// splitBefore splits a paragraph at the line break between two of its inlines.
func (b *builder) splitBefore(p, last, first *Node) {
	second := b.inlineNode(Paragraph, first, p.LastChild)
	second.Parent, second.FirstChild, second.LastChild = p.Parent, first, p.LastChild
	second.NextSibling, p.NextSibling = p.NextSibling, second
	if second.NextSibling == nil {
		p.Parent.LastChild = second
	}
	for n := first; n != nil; n = n.NextSibling {
		n.Parent = second
	}
	last.NextSibling, p.LastChild = nil, last
	p.Start, p.End = p.FirstChild.Start, last.End
}

// markerText returns the text at the beginning of a paragraph that may be a marker.
func (n *Node) markerText() string {
	if n.FirstChild == nil {
		return ""
	}
	return n.FirstChild.markerLeaf(n.LastChild)
}

// markerLeaf returns the text that a line from n to last begins with, if there is more in
// the line than a marker.
func (n *Node) markerLeaf(last *Node) string {
	leaf := n.leaf()
	if leaf == nil || markerOf(leaf.Text).size == len(leaf.Text) && (leaf != n || n == last || n.NextSibling.Kind == Text) {
		return ""
	}
	return leaf.Text
}

// leaf returns the text that an inline begins with, or nil.
func (n *Node) leaf() *Node {
	for n != nil && (n.Kind == Strong || n.Kind == Emphasis) {
		n = n.FirstChild
	}
	if n == nil || n.Kind != Text {
		return nil
	}
	return n
}

// announces reports whether a block, which may be nil, ends with a colon.
func (n *Node) announces() bool {
	return n != nil && (n.Kind == Paragraph || n.Kind == Heading) && endsWithColon(n.lastText())
}

// lastText returns the text that a node ends with, or "".
func (n *Node) lastText() string {
	for n.LastChild != nil {
		n = n.LastChild
	}
	if n.Kind != Text {
		return ""
	}
	return n.Text
}

// depth returns how many nodes are around a block.
func (n *Node) depth() (depth int) {
	for ; n.Parent != nil; n = n.Parent {
		depth++
	}
	return depth
}

// cutMarker takes the marker off a paragraph.
func (b *builder) cutMarker(p *Node, m marker) {
	leaf := p.FirstChild.leaf()
	end := b.p.sourceAfter(leaf.Start, leaf.End, strings.TrimRight(leaf.Text[:m.size], " "))
	if len(b.p.repairs) < b.p.maxNodes {
		b.p.repairs = append(b.p.repairs, Repair{Rule: "typed list", Start: leaf.Start, End: end})
	}
	leaf.Text, leaf.Start = leaf.Text[m.size:], end
	if leaf.Text == "" {
		p.FirstChild = leaf.NextSibling
	}
}

// sourceAfter returns the offset after a text in the source from start to end.
func (p *rawPage) sourceAfter(start, end int32, text string) int32 {
	at := int(start)
	for at < int(end) && text != "" {
		_, size := utf8.DecodeRune(p.src[at:end])
		decoded, next := p.src[at:at+size], at+size
		if p.src[at] == '&' {
			if reference, after := p.refs.Decode(p.src[:end], at); after > at {
				decoded, next = reference, after
			}
		}
		if r, _ := utf8.DecodeRune(decoded); !space.IsUnseen(r) {
			text = text[min(len(decoded), len(text)):]
		}
		at = next
	}
	return int32(at)
}
