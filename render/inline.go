package render

import (
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
)

// image writes an image that has an address.
func (b *builder) image(at int32) {
	n := &b.p.nodes[at]
	if n.flags&kept == 0 || b.hasFormat(CodeSpan) {
		return
	}
	if b.p.mathPage && b.imageMath(at) {
		return
	}
	address := b.source(at)
	if address == "" {
		return
	}
	node := b.newNode(Image, at)
	node.Target, node.Text = address, space.Fold(b.p.attr(at, "alt"))
	b.atom(node, at)
}

func (b *builder) hasFormat(kind Kind) bool {
	for i := range b.formats {
		if b.formats[i].kind == kind {
			return true
		}
	}
	return false
}

// codeSpan writes an element as code within a line.
func (b *builder) codeSpan(at int32) {
	var raw []byte
	first, last := none, none
	for i := range b.p.inside(at) {
		n := &b.p.nodes[i]
		switch {
		case n.tag == tags.None && n.flags&kept != 0:
			raw = append(raw, b.p.textOf(i)...)
			if first == none {
				first = i
			}
			last = i
		case n.tag == tags.None, n.tag == tags.Br:
			raw = append(raw, ' ')
		}
	}
	text := space.Fold(string(raw))
	if text == "" {
		return
	}
	if isSpaceAt(raw, 0) {
		b.space = true
	}
	in := b.place(at)
	if before := in.LastChild; before != nil && before.Kind == CodeSpan {
		before.Text += text // two that touch are one
		before.End = b.p.nodes[last].stop
	} else {
		node := b.newNode(CodeSpan, at)
		node.Start, node.End = b.p.nodes[first].start, b.p.nodes[last].stop
		node.Text, node.Parent = text, in
		node.attach()
	}
	b.gap = false
	b.space = isSpaceAt(raw, len(raw)-1)
}

func isSpaceAt(text []byte, i int) bool {
	return len(text) > 0 && isSpace(rune(text[i])) && text[i] <= ' '
}
