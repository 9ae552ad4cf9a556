package victor

import "github.com/seed42075109/justext/page"

// This file finds comments of readers that no element of that name holds, but that come
// after a mark (docs/victor.md, "Comments after a mark").

// A mark is the place where comments begin: a heading whose id says so, or an a that is
// no link, such as <a name="comments">.
type mark struct {
	block int32 // the first after the start tag
	node  int32 // the element around the mark, or noNode if there is no mark
}

// markHere makes the current place the mark, unless there is one already.
func (p *layout) markHere(node int32) {
	if p.mark.node == noNode {
		p.mark = mark{int32(len(p.blocks)), node}
	}
}

// markAnchor marks an a that is no link and has a name of comments.
func (p *layout) markAnchor(node int32) {
	if _, isLink := p.scanner.Attr("href"); isLink {
		return
	}
	for _, name := range [...]string{"name", "id"} {
		if value, ok := p.scanner.Attr(name); ok && namesIn(value)&kindComment != 0 {
			p.markHere(node)
		}
	}
}

// A section is the paragraphs of some blocks that are in some nodes.
type section struct{ blocks, nodes stretch }

func (s section) has(g *paragraph) bool {
	return s.blocks.has(g.first) && s.nodes.has(g.node)
}

func (s section) empty() bool { return s.nodes.begin == s.nodes.end }

// afterMark returns what follows the mark in the smallest element that holds the mark and
// running text after it. If it begins with a heading, it ends before the next one of that
// level or above. It is empty if there is no mark, no such text, or none before the mark,
// and on what may be documentation, where a section can be about comments.
func (p *layout) afterMark() (s section) {
	if p.mark.node == noNode || p.types[page.TypeDocumentation] >= unlikely {
		return s
	}
	i, textBefore := 0, false
	for ; i < len(p.paragraphs) && p.paragraphs[i].first < p.mark.block; i++ {
		textBefore = textBefore || p.paragraphs[i].running()
	}
	if !textBefore {
		return s
	}
	for end := p.sectionEnd(i); i < end; i++ {
		if g := &p.paragraphs[i]; g.running() {
			n := p.common(p.mark.node, g.node)
			return section{stretch{p.mark.block, p.paragraphs[end-1].last + 1}, stretch{n, p.endOf(n)}}
		}
	}
	return s
}

// sectionEnd returns the number of the paragraph that ends what begins with a paragraph:
// if that is a heading, of the next heading of its level or above.
func (p *layout) sectionEnd(first int) int {
	if first == len(p.paragraphs) {
		return first
	}
	level := p.headingLevel(first)
	for i := first + 1; level > 0 && i < len(p.paragraphs); i++ {
		if next := p.headingLevel(i); next > 0 && next <= level {
			return i
		}
	}
	return len(p.paragraphs)
}

// headingLevel returns the level of a paragraph that is a heading, or 0.
func (p *layout) headingLevel(i int) uint8 { return p.blocks[p.paragraphs[i].first].place.level }

// common returns the innermost element around two nodes, or the one that is around the
// other. The number of an element is smaller than those of what is in it.
func (p *layout) common(a, b int32) int32 {
	for a != b {
		if a > b {
			a = p.outer(a)
		} else {
			b = p.outer(b)
		}
	}
	return a
}
