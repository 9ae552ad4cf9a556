package render

import (
	"iter"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/internal/tags"
)

// list writes a list.
func (b *builder) list(at int32) {
	l := b.newNode(List, at)
	if b.p.nodes[at].tag == tags.Ol {
		l.Ordered, l.Number = true, 1
		if n, err := strconv.Atoi(strings.TrimSpace(b.p.attr(at, "start"))); err == nil && 0 <= n && n <= maxNumber {
			l.Number = int32(n)
		}
	}
	b.contain(l, at)
}

// maxNumber is the largest number that an item of a list may have in Markdown:
// nine digits (CommonMark 0.31, 5.2), less the items of the longest list.
const maxNumber = 99_999_999

// item writes an item. Items that have no list around them make one.
func (b *builder) item(at int32) {
	if b.container.Kind == List || b.depth >= maxDepth {
		b.contain(b.newNode(Item, at), at)
		return
	}
	b.endLine()
	if b.orphans == nil || b.orphans.Parent != b.container || b.container.LastChild != b.orphans {
		b.orphans = b.newNode(List, at)
		b.orphans.Parent = b.home(List, at)
	}
	around, l := b.container, b.orphans
	b.container = l
	l.End = max(l.End, b.p.nodes[at].stop)
	b.contain(b.newNode(Item, at), at)
	b.container = around
}

// definition writes a term of a list of definitions, or what is said of it.
func (b *builder) definition(at int32, role role) {
	switch {
	case b.container.Kind != Definitions:
		b.block(at)
	case role == asTerm:
		b.lineOf(b.newNode(Term, at), at, false)
	default:
		b.contain(b.newNode(Details, at), at)
	}
}

// figure writes a figure. One of code alone is code.
func (b *builder) figure(at int32) {
	b.contain(b.newNode(Figure, at), at)
}

// caption writes the caption of a figure; elsewhere it is a paragraph.
func (b *builder) caption(at int32) {
	if b.container.Kind != Figure || hasCaption(b.container) {
		b.block(at)
		return
	}
	b.lineOf(b.newNode(Caption, at), at, true)
}

func hasCaption(n *Node) bool {
	for c := range n.Children() {
		if c.Kind == Caption {
			return true
		}
	}
	return false
}

// rule writes a thematic break.
func (b *builder) rule(at int32) {
	b.endLine()
	n := b.newNode(Rule, at)
	n.Parent = b.home(Rule, at)
	n.attach()
}

// A tableShape is what decides whether a table has data or only arranges its
// cells on the page.
type tableShape struct {
	cells  int
	rows   int  // those with text
	headed bool // it has header cells, a caption or a head
	nested bool // it has another table with text
	blocks bool // its cells have headings, rules, or figures
}

// longCell is how many bytes of source the text of a cell may have on average in a
// table of data without header cells.
const longCell = 150

// isData reports whether a table has data (docs/structure.md, "Layout tables").
func (p *rawPage) isData(at int32) bool {
	if strings.EqualFold(p.attr(at, "role"), "presentation") {
		return false
	}
	var s tableShape
	p.shape(at, &s)
	if s.nested || s.cells < 2 {
		return false
	}
	if s.rows < 2 && !s.headed && p.nodes[at].has&objectIn == 0 {
		return false
	}
	return s.headed || !s.blocks && p.sums[at].all/int32(s.cells) <= longCell
}

// shape looks at the rows and cells of a table.
func (p *rawPage) shape(at int32, s *tableShape) {
	p.rowShape(at, s) // of the cells that stand in no row
	for c := range p.children(at) {
		switch roleOf(p.nodes[c].tag) {
		case asCaption:
			s.headed = true
		case asRows:
			s.headed = s.headed || p.nodes[c].tag == tags.Thead
			p.shape(c, s)
		case asRow:
			p.rowShape(c, s)
		default:
			if p.nodes[c].tag != tags.None {
				p.shape(c, s)
			}
		}
		if s.nested {
			return
		}
	}
}

// rowShape looks at the cells right in an element.
func (p *rawPage) rowShape(at int32, s *tableShape) {
	text := false
	for c := range p.children(at) {
		if roleOf(p.nodes[c].tag) != asCell {
			continue
		}
		s.cells++
		text = text || p.sums[c].all > 0
		s.headed = s.headed || p.nodes[c].tag == tags.Th
		if p.nodes[c].has&(tableIn|headingIn|objectIn|figureIn) == 0 {
			continue
		}
		for i := range p.inside(c) {
			switch roleOf(p.nodes[i].tag) {
			case asTable:
				s.nested = s.nested || p.hasText(i)
			case asHeading, asRule, asFigure:
				s.blocks = true
			}
			if s.nested {
				return
			}
		}
	}
	if text {
		s.rows++
	}
}

// nextIn returns the node after another in the order of the page.
func (p *rawPage) nextIn(at int32) int32 {
	if first := p.nodes[at].first; first != none {
		return first
	}
	return p.after(at)
}

// inside yields the numbers of all nodes in an element, in the order of the page.
func (p *rawPage) inside(at int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if p.nodes[at].first == none {
			return
		}
		end := p.after(at)
		for i := p.nodes[at].first; i != end; i = p.nextIn(i) {
			if !yield(i) {
				return
			}
		}
	}
}

// table writes a table. What a layout table has in its cells is written as if
// there were no table, and so is one with text outside its cells, which would
// change its place.
func (b *builder) table(at int32) {
	if b.isCodeTable(at) {
		b.preformatted(at)
		return
	}
	if b.depth >= maxDepth || !b.p.isData(at) || b.p.hasStrays(at, new(bool)) {
		b.block(at)
		return
	}
	b.endLine()
	t := b.newNode(Table, at)
	t.Parent = b.home(Table, at)
	around := b.container
	b.container = t
	b.depth++
	b.tableCaption(at)
	b.rows(at)
	b.depth--
	b.container = around
}

// hasStrays reports whether anything is kept in a table but in no cell, or a
// caption comes after a row or another caption.
func (p *rawPage) hasStrays(at int32, begun *bool) bool {
	for c := range p.children(at) {
		n := &p.nodes[c]
		switch role := roleOf(n.tag); {
		case role == asRows, role == asRow:
			*begun = true
			if p.hasStrays(c, begun) {
				return true
			}
		case role == asCell:
			*begun = true
		case role == asCaption && !*begun:
			*begun = true
		case n.flags&(holds|kept) != 0:
			return true
		}
	}
	return false
}

func (b *builder) tableCaption(at int32) {
	for c := range b.p.children(at) {
		if n := &b.p.nodes[c]; roleOf(n.tag) == asCaption && n.flags&holds != 0 {
			b.lineOf(b.newNode(Caption, c), c, true)
		}
	}
}

// rows writes the rows of a table or of a part of one. Cells that stand in no row have one of
// their own, as in browsers, up to the next row.
func (b *builder) rows(at int32) {
	var implied *Node
	for c := range b.p.children(at) {
		if b.p.nodes[c].flags&gone != 0 {
			continue
		}
		switch roleOf(b.p.nodes[c].tag) {
		case asRows:
			implied = nil
			b.rows(c)
		case asRow:
			implied = nil
			b.row(c)
		case asCell:
			if implied == nil {
				implied = b.newNode(Row, c)
				implied.Parent = b.container
			}
			b.cell(implied, c, b.p.nodes[at].tag == tags.Thead)
			implied.End = b.p.end(c)
		}
	}
}

func (b *builder) row(at int32) {
	row := b.newNode(Row, at)
	row.Parent = b.container
	head := b.p.nodes[b.p.nodes[at].parent].tag == tags.Thead
	for c := range b.p.children(at) {
		if roleOf(b.p.nodes[c].tag) == asCell && b.p.nodes[c].flags&gone == 0 {
			b.cell(row, c, head)
		}
	}
}

// cell writes a cell of a row.
func (b *builder) cell(row *Node, at int32, head bool) {
	around := b.container
	b.container = row
	cell := b.newNode(Cell, at)
	cell.Header = head || b.p.nodes[at].tag == tags.Th
	cell.ColSpan, cell.RowSpan = b.p.span(at, "colspan"), b.p.span(at, "rowspan")
	cell.Parent = row
	cell.attach()
	b.lineOf(cell, at, true)
	b.container = around
}

// maxSpan is how many columns or rows a cell may take.
const maxSpan = 1000

// span reads how many columns or rows a cell takes.
func (p *rawPage) span(at int32, name string) uint16 {
	n, err := strconv.Atoi(strings.TrimSpace(p.attr(at, name)))
	if err != nil || n < 1 || n > maxSpan {
		return 1
	}
	return uint16(n)
}
