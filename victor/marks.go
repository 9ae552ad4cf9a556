package victor

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

// A remainder is the paragraphs from a block on that are in some nodes.
type remainder struct {
	from  int32
	nodes stretch
}

func (r remainder) has(g *paragraph) bool {
	return g.first >= r.from && r.nodes.begin <= g.node && g.node < r.nodes.end
}

func (r remainder) empty() bool { return r.nodes.begin == r.nodes.end }

// afterMark returns what follows the mark in the smallest element that holds the mark and
// running text after it. It is empty if there is no mark, no such text, or none
// before the mark.
func (p *layout) afterMark() (r remainder) {
	if p.mark.node == noNode {
		return r
	}
	textBefore := false
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		switch {
		case !g.running():
		case g.first < p.mark.block:
			textBefore = true
		case !textBefore:
			return r
		default:
			n := p.common(p.mark.node, g.node)
			return remainder{p.mark.block, stretch{n, p.endOf(n)}}
		}
	}
	return r
}

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
