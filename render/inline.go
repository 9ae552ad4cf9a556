package render

import (
	"cmp"
	"strings"

	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
)

// image writes an image that has an address.
func (b *builder) image(at int32) {
	n := &b.p.nodes[at]
	if n.flags&kept == 0 || b.hasFormat(CodeSpan) {
		return
	}
	values := b.p.imageValues(at)
	address, alt := b.source(at, &values), space.Fold(string(values[imageAlt]))
	if address == "" || isPixel(&values) {
		return
	}
	if last := b.lastImage; last != nil && b.sameImage(at, alt, address) {
		if b.p.ancestor(at, tags.Noscript) != none {
			last.Target = address
			last.Text = cmp.Or(alt, last.Text)
		}
		return
	}
	b.left -= len(address) / nodeSize
	node := b.newNode(Image, at)
	node.Target, node.Text = address, alt
	b.atom(node, at)
	b.lastImage, b.lastFigure, b.lastTo = node, b.p.ancestor(at, tags.Figure), len(b.buf)
}

// sameImage reports whether an image is the one before it in another size (docs/
// structure.md, "Lazy images"): nothing was written between the two, and this one
// is for readers without scripts, or both are in one figure with the same text,
// or have the same address.
func (b *builder) sameImage(at int32, alt, address string) bool {
	last := b.lastImage
	if b.lastTo != len(b.buf) {
		return false
	}
	if b.p.ancestor(at, tags.Noscript) != none {
		return alt == last.Text || alt == "" || last.Text == ""
	}
	figure := b.p.ancestor(at, tags.Figure)
	return address == last.Target || figure != none && figure == b.lastFigure && alt == last.Text
}

// ancestor returns the element of a name that is nearest around a node, among the
// eight next to it, or none.
func (p *rawPage) ancestor(at int32, tag tags.Tag) int32 {
	for n := 0; n < 8 && at > 0; n++ {
		if at = p.nodes[at].parent; at > 0 && p.nodes[at].tag == tag {
			return at
		}
	}
	return none
}

// isPixel reports whether an image is said to be one or two pixels wide or high:
// it counts readers.
func isPixel(values *imageValues) bool {
	for _, value := range values[imageWidth:] {
		switch strings.TrimSuffix(string(value), "px") {
		case "0", "1", "2":
			return true
		}
	}
	return false
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
	node := in.LastChild
	if node == nil || node.Kind != CodeSpan { // two that touch are one
		node = b.newNode(CodeSpan, at)
		node.Start, node.Parent = b.p.nodes[first].start, in
		node.from = int32(len(b.buf))
		node.attach()
	}
	node.End = b.p.nodes[last].stop
	b.buf = append(b.buf, text...)
	node.to = int32(len(b.buf))
	b.gap = false
	b.space = isSpaceAt(raw, len(raw)-1)
}

func isSpaceAt(text []byte, i int) bool {
	return len(text) > 0 && isSpace(rune(text[i])) && text[i] <= ' '
}
