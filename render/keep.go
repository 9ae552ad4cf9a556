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
	p.cursor = 0
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
	first := p.firstText(b, read)
	rest, place := b.Text, none
	for i := first; i != none && p.nodes[i].start < b.End; i = p.nextIn(i) {
		p.cursor = i
		if p.nodes[i].tag != tags.None {
			continue
		}
		if p.nodes[i].end > b.End {
			p.split(i, b.End)
		}
		n := &p.nodes[i]
		if n.flags&(blank|kept) != 0 {
			continue
		}
		if place == none {
			place = i
		}
		if left, ok := cutText(rest, p.textOf(i)); ok {
			rest = left
			n.flags |= kept
			n.block = block
		}
	}
	if left, _ := cutText(rest, nil); left != "" {
		p.standFor(block, first, place, read)
	}
}

// firstText returns the first node that begins at or after the beginning of a
// block, or none. A piece of text in which a block begins is split.
func (p *rawPage) firstText(b *page.Block, read int) int32 {
	at := int32(p.from(b.Start, read)) - 1 // it begins before the block, unless it is the root
	if c := p.cursor; p.nodes[c].start > p.nodes[at].start && p.nodes[c].start <= b.Start {
		at = c // a part of a piece that was split
	}
	for at != none && p.nodes[at].start < b.Start || at == 0 {
		if n := &p.nodes[at]; n.tag == tags.None && at != 0 && b.Start < n.end {
			return p.split(at, b.Start)
		}
		at = p.nextIn(at)
	}
	return at
}

// split splits a piece of text at an offset and returns the second part.
func (p *rawPage) split(at, offset int32) (second int32) {
	second = int32(len(p.nodes))
	n := p.nodes[at]
	n.start = offset
	n.flags &^= blank
	p.nodes = append(p.nodes, n)
	p.nodes[at].end, p.nodes[at].stop, p.nodes[at].next = offset, offset, second
	for _, part := range [...]int32{at, second} {
		if isBlank(p.textOf(part)) {
			p.nodes[part].flags |= blank
		}
	}
	return second
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
// place, or else after the last node that begins before the block.
func (p *rawPage) standFor(block, first, place int32, read int) {
	b := &p.blocks[block]
	for i := first; i != none && p.nodes[i].start < b.End; i = p.nextIn(i) {
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&kept != 0 && n.block == block {
			n.flags &^= kept
		}
	}
	if place == none {
		place = p.insert(block, int32(p.from(b.Start, read)-1))
	}
	n := &p.nodes[place]
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
