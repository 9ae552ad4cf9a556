package render

import (
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// This file has the rules that look at what stands beside an element: the other items of its
// list, the blocks in the same element, and the other text of its line (docs/structure.md,
// "Repairs").

// siblings keeps lists, tables of data and callouts that the method dropped as a whole, if the
// blocks before and after them in the same element are kept. Notes do not count, because they
// move to the end of the document.
func (p *rawPage) siblings() {
	for i := int32(len(p.nodes)) - 1; i > 0; i-- {
		n := &p.nodes[i]
		if n.flags&noted == 0 && (n.flags&shown != 0 || n.tag == tags.None && n.flags&(kept|blank) == kept) {
			n.flags |= shown
			p.nodes[n.parent].flags |= shown
		}
	}
	for i := range p.nodes {
		if p.nodes[i].flags&shown != 0 && p.sums[i].kept < p.sums[i].all && mayHold(p.nodes[i].tag) {
			p.siblingsIn(int32(i))
		}
	}
}

// mayHold reports whether siblings looks at the blocks in an element.
func mayHold(tag tags.Tag) bool {
	switch roleOf(tag) {
	case transparent, asBlock, asItem, asDetails, asQuote:
		return true
	}
	return false
}

// siblingsIn is siblings for the blocks in one element.
func (p *rawPage) siblingsIn(element int32) {
	pending := p.dropped[:0]
	before := false // the block before is kept, or pending
	headed := false // and there is a dropped heading after it
	code := false   // it is kept code
	for c := range p.children(element) {
		n := &p.nodes[c]
		if n.flags&blank != 0 || n.tag != tags.None && p.sums[c].all == 0 {
			continue
		}
		if code && p.isRemark(c) {
			p.set(c, true, "after code")
			n.flags |= shown
		}
		code = false
		switch alone := p.alone(c); {
		case isHeading(p.nodes[alone].tag):
			before, headed = before || n.flags&shown != 0, n.flags&shown == 0
		case n.flags&shown != 0:
			for _, block := range pending {
				p.set(block, true, p.siblingRule(block))
			}
			pending, before, headed, code = pending[:0], true, false, roleOf(p.nodes[alone].tag) == asPre
		case before && p.siblingRule(c) != "" && !(headed && p.isMostlyLinks(c)):
			pending, headed = append(pending, c), false
		default:
			pending, before = pending[:0], false
		}
	}
	p.dropped = pending[:0]
}

// siblingRule returns the rule by which siblings may keep an element, or "".
func (p *rawPage) siblingRule(at int32) string {
	if p.nodes[at].tag == tags.None || p.sums[at].kept > 0 {
		return ""
	}
	at = p.alone(at)
	switch role := roleOf(p.nodes[at].tag); {
	case (role == asList || role == asDefinitions) && !p.isContents(at):
		return "list"
	case role == asTable && p.isData(at):
		return "table"
	case !p.isMostlyLinks(at) && p.calloutKind(at) != "":
		return "callout"
	}
	return ""
}

// isContents reports whether a list is a table of contents: its first link leads to a place in
// the page.
func (p *rawPage) isContents(list int32) bool {
	for i := range p.inside(list) {
		if p.nodes[i].tag == tags.A {
			return strings.HasPrefix(p.attr(i, "href"), "#")
		}
	}
	return false
}

// isRemark reports whether an element is a short paragraph that the method dropped as a whole,
// and not most of it links.
func (p *rawPage) isRemark(at int32) bool {
	s := p.sums[at]
	return p.nodes[at].tag == tags.P && s.kept == 0 && s.all < longHeading && !p.isMostlyLinks(at)
}

// isMostlyLinks reports whether more than half of the text of an element is in links.
func (p *rawPage) isMostlyLinks(at int32) bool { return 2*p.sums[at].links > p.sums[at].all }

// maxAround is how many elements around a block alone looks at.
const maxAround = 4

// alone returns what has all text of an element: the element itself, or what is in it if that
// just surrounds another block.
func (p *rawPage) alone(at int32) int32 {
	for range maxAround {
		n := &p.nodes[at]
		if n.tag != tags.Div && n.tag != tags.Section && n.tag != tags.Figure || p.calloutKind(at) != "" {
			return at
		}
		inner := n.first
		for inner != none && p.sums[inner].all == 0 {
			inner = p.nodes[inner].next
		}
		if inner == none || p.nodes[inner].tag == tags.None || p.sums[inner].all < p.sums[at].all {
			return at
		}
		at = inner
	}
	return at
}

// listEnds keeps the items that were dropped after the kept ones of a list, and before them if
// begun is set, if a quarter of its text or more is kept.
func (p *rawPage) listEnds(list int32, begun bool) {
	if 4*p.sums[list].kept < p.sums[list].all {
		return
	}
	items := p.itemsIn(list, p.dropped[:0], maxAround)
	first, last := len(items), -1
	for i, item := range items {
		if p.sums[item].kept > 0 {
			first, last = min(first, i), i
		}
	}
	for i, item := range items {
		if i < first && begun || i > last {
			p.set(item, true, "list")
		}
	}
	p.dropped = items[:0]
}

// itemsIn appends the items, terms and details with text that stand in an element, or in the
// elements that only group them.
func (p *rawPage) itemsIn(at int32, items []int32, levels int) []int32 {
	for c := range p.children(at) {
		if p.sums[c].all == 0 || p.nodes[c].tag == tags.None {
			continue
		}
		switch roleOf(p.nodes[c].tag) {
		case asItem, asTerm, asDetails:
			items = append(items, c)
		case transparent, asBlock:
			if levels > 0 {
				items = p.itemsIn(c, items, levels-1)
			}
		}
	}
	return items
}

// buttons leaves out the links that the page shows as buttons, where a line has nothing else.
// They stay if they are half of what is kept or more.
func (p *rawPage) buttons() {
	if !p.hasButtons() {
		return
	}
	alone, all := p.loneButtons()
	for _, button := range alone {
		all -= 2 * p.sums[button].kept
	}
	for _, button := range alone {
		if all > 0 {
			p.leave(button, "button")
		}
	}
	p.dropped = alone[:0]
}

// loneButtons returns the buttons in whose lines there is nothing else, and how many bytes of
// source all kept text has.
func (p *rawPage) loneButtons() (left []int32, all int32) {
	left = p.dropped[:0]
	line, other := 0, false // where the buttons of the line begin in left, and whether it has more
	endLine := func() {
		if other {
			left = left[:line]
		}
		line, other = len(left), false
	}
	for at := p.nodes[0].first; at > 0; {
		n := &p.nodes[at]
		role := roleOf(n.tag)
		if n.tag != tags.None && (isLineEnd[role] || role == asBreak) {
			endLine()
		}
		in := n.first
		switch {
		case n.tag == tags.None && n.flags&(kept|blank) == kept:
			other = true
			all += n.end - n.start
		case p.isButton(at):
			left = append(left, at)
			all += p.sums[at].kept
			in = none
		}
		if in != none {
			at = in
			continue
		}
		for ; at > 0 && p.nodes[at].next == none; at = p.nodes[at].parent {
			if up := p.nodes[at].parent; isLineEnd[roleOf(p.nodes[up].tag)] {
				endLine()
			}
		}
		if at > 0 {
			at = p.nodes[at].next
		}
	}
	endLine()
	return left, all
}

// hasButtons reports whether there is an element that buttons may leave out.
func (p *rawPage) hasButtons() bool {
	for _, i := range p.sought {
		if p.isButton(i) {
			return true
		}
	}
	return false
}

// longButton is how many bytes of source the text of a button may have, and maxInline how many
// elements within its line isButton looks at.
const (
	longButton = 100
	maxInline  = 8
)

// isButton reports whether an element is a link with kept text that the page shows as a button:
// by its role (WAI-ARIA 1.2, 5.3.3), or by its class. In a heading, a cell or a term it is a link.
func (p *rawPage) isButton(at int32) bool {
	if p.nodes[at].tag != tags.A || p.sums[at].kept == 0 || p.sums[at].all > longButton || !p.tagSays(at, "btn", "Btn", "utton", "cta") {
		return false
	}
	if !ascii.EqualFold([]byte(p.attr(at, "role")), "button") && !hasWord(p.attr(at, "class"), buttonWords) {
		return false
	}
	up := p.nodes[at].parent
	for range maxInline {
		if up <= 0 || isLineEnd[roleOf(p.nodes[up].tag)] {
			break
		}
		up = p.nodes[up].parent
	}
	switch roleOf(p.nodes[up].tag) {
	case asHeading, asCell, asTerm, asPre, asCaption:
		return false
	}
	return true
}

// buttonWords are the words in the classes of buttons; a cta is a call to action.
var buttonWords = wordSet("btn button buttons cta")

// hasWord reports whether one of the words of a class is in a set. Hyphens and other signs
// divide words.
func hasWord(class string, words map[string]bool) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(class), isNoLetter) {
		if words[word] {
			return true
		}
	}
	return false
}
