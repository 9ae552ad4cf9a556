package render

import (
	"sort"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file marks what the method kept. A block says where its source begins and
// ends, but a method may leave out text within that range, or read a character
// reference in its own way. So the text of the page is laid beside the text of the
// block: what the block has is kept. If the block has text that the page does not
// have, the block's own text stands in for that of the page.

// mark marks the text and the images of the blocks that are kept.
func (p *rawPage) mark(blocks []page.Block) {
	p.blocks = blocks
	read := len(p.nodes)
	for i := range blocks {
		switch b := &blocks[i]; {
		case !b.Keep:
		case b.Kind == page.Image:
			p.markImage(b, read)
		default:
			p.markText(int32(i), read)
		}
	}
}

// from returns the number of the first of the nodes that were read whose source
// begins at or after an offset.
func (p *rawPage) from(offset int32, read int) int {
	return 1 + sort.Search(read-1, func(i int) bool { return p.nodes[i+1].start >= offset })
}

func (p *rawPage) markImage(b *page.Block, read int) {
	for i := p.from(b.Start, read); i < read && p.nodes[i].start < b.End; i++ {
		if n := &p.nodes[i]; n.tag == tags.Img || n.tag == tags.Image {
			n.flags |= kept
		}
	}
}

// markText marks the text of a block.
func (p *rawPage) markText(block int32, read int) {
	b := &p.blocks[block]
	first := p.from(b.Start, read)
	if before := &p.nodes[first-1]; before.tag == tags.None && before.end > b.Start && first > 1 {
		first-- // the block begins within a piece of text
	}
	rest, at := b.Text, none
	end := first
	for ; end < read && p.nodes[end].start < b.End; end++ {
		n := &p.nodes[end]
		if n.tag != tags.None || n.flags&(blank|kept) != 0 {
			continue
		}
		if at == none {
			at = int32(end)
		}
		if left, ok := cutText(rest, p.textOf(int32(end))); ok {
			rest = left
			n.flags |= kept
			n.block = block
		}
	}
	if left, _ := cutText(rest, nil); left != "" {
		p.standFor(block, first, end, at)
	}
}

// cutText cuts a piece from the beginning of a text; white space is not looked
// at. Without a piece it cuts white space.
func cutText(text string, piece []byte) (rest string, ok bool) {
	rest = text
	for i := 0; ; {
		r, size := nextSeen(piece[i:])
		if size == 0 {
			return trimUnseen(rest), true
		}
		i += size
		rest = trimUnseen(rest)
		have, n := utf8.DecodeRuneInString(rest)
		if n == 0 || have != r {
			return text, false
		}
		rest = rest[n:]
	}
}

// nextSeen returns the next character that is not white space, and how many bytes
// it takes together with what was skipped; 0 if there is none.
func nextSeen(text []byte) (r rune, size int) {
	for size < len(text) {
		r, n := rune(text[size]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text[size:])
		}
		size += n
		if !space.IsUnseen(r) {
			return r, size
		}
	}
	return 0, 0
}

func trimUnseen(text string) string {
	for i, r := range text {
		if !space.IsUnseen(r) {
			return text[i:]
		}
	}
	return ""
}

// standFor puts the text of a block in the place of that of the page: of the node
// at, or else behind the last node that begins before the block.
func (p *rawPage) standFor(block int32, first, end int, at int32) {
	for i := first; i < end; i++ {
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&kept != 0 && n.block == block {
			n.flags &^= kept
		}
	}
	if at == none {
		at = p.insert(block, int32(first-1))
	}
	n := &p.nodes[at]
	n.flags = n.flags&^(coded|blank) | kept | standIn
	n.block = block
}

// insert adds a piece of text behind a node, or in it if it is the root.
func (p *rawPage) insert(block, behind int32) (at int32) {
	b := &p.blocks[block]
	at = int32(len(p.nodes))
	n := rawNode{tag: tags.None, start: b.Start, end: b.End, stop: b.End, parent: p.nodes[behind].parent, first: none, next: none}
	if behind == 0 {
		n.parent, n.next = 0, p.nodes[0].first
		p.nodes[0].first = at
	} else {
		n.next = p.nodes[behind].next
		p.nodes[behind].next = at
	}
	p.nodes = append(p.nodes, n)
	return at
}
