package render

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/eight"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file marks what the method kept. A block says where its source begins and
// ends, but a method may leave out text within that range, or read character
// references in its own way. So the text of the page is laid beside the text of the
// block: what the block has is kept. If the block has text that the page does not
// have, the block's own text stands in for that of the page.

// mark marks the text and the images of the blocks that are kept.
func (p *rawPage) mark() {
	blocks := p.blocks
	read := len(p.nodes)
	p.cursor, p.lastStart, p.lastEnd, p.lastInsert = 0, -1, -1, none
	for i := range blocks {
		switch b := &blocks[i]; {
		case !b.Keep && !overlaps(blocks, i):
		case b.Kind == page.Image && !b.Keep:
		case b.Kind == page.Image:
			p.markImage(b, read)
		default:
			p.markText(int32(i), read)
		}
	}
}

// overlaps reports whether the range of a block overlaps that of the one before or
// after it: they are parts of one piece of text, and where one ends the next begins.
func overlaps(blocks []page.Block, i int) bool {
	return i > 0 && blocks[i].Start < blocks[i-1].End || i+1 < len(blocks) && blocks[i+1].Start < blocks[i].End
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

// markText finds the text of a block, and marks it if the block is kept.
func (p *rawPage) markText(block int32, read int) {
	b := &p.blocks[block]
	first := p.firstText(b, read)
	p.lastStart, p.lastEnd = b.Start, b.End
	rest, place := trimUnseen(b.Text), none
	p.marked = p.marked[:0]
	for i := first; i != none && p.nodes[i].start < b.End && rest != ""; i = p.nextIn(i) {
		p.cursor = i
		if p.nodes[i].tag != tags.None || p.nodes[i].flags&(blank|found) != 0 {
			continue
		}
		if place == none {
			place = i
		}
		text := p.textOf(i)
		left, used := cutText(rest, text)
		if used == 0 {
			continue
		}
		if used < len(text) {
			p.split(i, p.sourceOffset(i, used))
		}
		rest = left
		n := &p.nodes[i]
		n.flags |= found
		if b.Keep {
			n.flags |= kept
		}
		p.marked = append(p.marked, i)
	}
	if rest != "" && b.Keep {
		p.standFor(block, place, read)
	}
}

// firstText returns the first node with text that may be that of a block, or none.
// Several blocks may have the same range; what is left of it is looked at then.
func (p *rawPage) firstText(b *page.Block, read int) int32 {
	if b.Start == p.lastStart && b.End == p.lastEnd {
		return p.cursor
	}
	at := int32(p.from(b.Start, read)) - 1
	if c := &p.nodes[p.cursor]; p.nodes[at].start < c.start && c.start <= b.Start {
		at = p.cursor // a part of a piece that was split
	}
	for at == 0 || at != none && p.nodes[at].start < b.Start && p.nodes[at].end <= b.Start {
		at = p.nextIn(at)
	}
	return at
}

// sourceOffset returns the offset in the page at which the first length bytes of the text of
// a node end.
func (p *rawPage) sourceOffset(at int32, length int) int32 {
	n := &p.nodes[at]
	if n.flags&(coded|standIn) == 0 {
		return n.start + int32(length)
	}
	source := p.src[n.start:n.end]
	pos := 0
	for pos < len(source) && length > 0 {
		text, next := []byte(nil), pos
		if source[pos] == '&' {
			text, next = p.refs.Decode(source, pos)
		}
		if next == pos {
			text, next = source[pos:pos+1], pos+1
		}
		length -= len(text)
		pos = next
	}
	return n.start + int32(pos)
}

// split splits a piece of text at an offset and returns the second part.
func (p *rawPage) split(at, offset int32) (second int32) {
	second = int32(len(p.nodes))
	n := p.nodes[at]
	n.start = offset
	n.flags &^= blank
	p.grow(len(p.src))
	p.nodes = append(p.nodes, n)
	p.nodes[at].end, p.nodes[at].stop, p.nodes[at].next = offset, offset, second
	for _, part := range [...]int32{at, second} {
		if isBlank(p.textOf(part)) {
			p.nodes[part].flags |= blank
		}
	}
	return second
}

// cutText cuts from the beginning of a text what a piece has; white space is not
// looked at. It returns what is left, and how many bytes of the piece that took:
// all of it, or as many as the text had. used is 0 if the two differ before either
// ends.
func cutText(text string, piece []byte) (rest string, used int) {
	core := bytes.TrimSpace(piece)
	if n := len(core); 0 < n && n <= len(text) && text[:n] == string(core) {
		return trimUnseen(text[n:]), len(piece)
	}
	rest = text
	for rest != "" {
		if n := sameText(rest, piece[used:]); n > 0 {
			rest = trimUnseen(rest[n:])
			used += n
			continue
		}
		r, size := nextSeen(piece[used:])
		if size == 0 {
			return rest, len(piece)
		}
		have, n := utf8.DecodeRuneInString(rest)
		if have != r {
			return text, 0
		}
		used += size
		rest = trimUnseen(rest[n:])
	}
	if _, size := nextSeen(piece[used:]); size == 0 {
		used = len(piece)
	}
	return "", used
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
	if text != "" && text[0] > ' ' && text[0] < 0x7f {
		return text
	}
	for i, r := range text {
		if !space.IsUnseen(r) {
			return text[i:]
		}
	}
	return ""
}

// standFor puts the text of a block in the place of that of the page: of the node
// place, or else after the last node that begins before the block.
func (p *rawPage) standFor(block, place int32, read int) {
	b := &p.blocks[block]
	for _, at := range p.marked {
		p.nodes[at].flags &^= kept | found
	}
	if place == none {
		place = p.insert(block, int32(p.from(b.Start, read)-1))
	}
	n := &p.nodes[place]
	n.flags = n.flags&^(coded|blank) | kept | found | standIn
	if p.standIns == nil {
		p.standIns = map[int32]int32{}
	}
	p.standIns[place] = block
}

// insert adds a piece of text after a node, or in it if it is open there. Of
// several after one node, each comes after the one before. A method may have found the
// text in what is a tag here; it then comes after an element that has no content.
func (p *rawPage) insert(block, behind int32) (at int32) {
	b := &p.blocks[block]
	at = int32(len(p.nodes))
	for behind != 0 && p.nodes[behind].parent != 0 && p.nodes[p.nodes[behind].parent].stop <= b.Start {
		behind = p.nodes[behind].parent
	}
	n := rawNode{tag: tags.None, start: b.Start, end: b.End, stop: b.End, parent: behind, first: none}
	place := &p.nodes[behind].first
	if behind != 0 && (p.nodes[behind].tag == tags.None || p.nodes[behind].stop <= max(b.Start, p.nodes[behind].end)) {
		n.parent, place = p.nodes[behind].parent, &p.nodes[behind].next
	}
	if last := p.lastInsert; last != none && p.lastBehind == behind && p.nodes[last].parent == n.parent {
		place = &p.nodes[last].next
	}
	n.next, *place = *place, at
	p.lastBehind, p.lastInsert = behind, at
	p.nodes = append(p.nodes, n)
	return at
}

// sameText returns how many bytes at the beginning of two texts are the same, up to the last
// character that is seen. What differs may be within a character.
func sameText(a string, b []byte) (n int) {
	most := min(len(a), len(b))
	for n+8 <= most && eight.Bytes(a[n:]) == eight.Bytes(b[n:]) {
		n += 8
	}
	for n < most && a[n] == b[n] {
		n++
	}
	for n > 0 && (n < len(a) && !utf8.RuneStart(a[n]) || n < len(b) && !utf8.RuneStart(b[n])) {
		n--
	}
	for n > 0 {
		r, size := utf8.DecodeLastRuneInString(a[:n])
		if !space.IsUnseen(r) {
			break
		}
		n -= size
	}
	return n
}
