package render

import (
	"strings"
	"unicode"

	"github.com/seed42075109/justext/internal/tags"
)

// This file leaves out what the page does not show, what only helps to link to a heading or to
// edit it, and what asks for consent to cookies (docs/structure.md, "Repairs").

// leaveOut applies the rules "hidden", "heading mark" and "consent".
func (p *rawPage) leaveOut() {
	if len(p.repairs) > 0 {
		p.sum()
	}
	p.needHidden()
	all := p.sums[0].kept
	for i := p.nodes[0].first; i != none; {
		n := &p.nodes[i]
		switch _, formula := p.formulas[i]; {
		case n.tag == tags.None:
		case formula || n.flags&noted != 0:
			i = p.after(i)
			continue
		case roleOf(n.tag) == asRow && p.sums[i].all == 0 && p.isHidden(i):
			n.flags |= gone
		case p.sums[i].kept > 0 && n.flags&needed == 0 && mayHide(n.tag) && 2*p.sums[i].kept < all && p.isHidden(i):
			p.leave(i, "hidden")
			i = p.after(i)
			continue
		case p.sums[i].kept > 0 && n.flags&needed == 0 && 2*p.sums[i].kept < all && p.isConsent(i):
			p.leave(i, "consent")
			i = p.after(i)
			continue
		case isHeading(n.tag) && !p.headingMarksStay:
			p.headingMarks(i)
		}
		if p.lacks(i, headingIn|rowIn) {
			i = p.after(i)
			continue
		}
		i = p.nextIn(i)
	}
}

// mayHide reports whether an element is left out if it is hidden. Those that hold
// blocks, such as div, are not: they are often the content of a tab, or the answer
// to a question, that the reader opens.
func mayHide(tag tags.Tag) bool {
	switch roleOf(tag) {
	case asInline, asCode, asLink, asHeading:
		return true
	case transparent:
		return tag < tags.NumKnown
	}
	return tag == tags.P
}

// needHidden marks the elements around formulas and notes, which stay even if the
// page hides them and shows something in their place.
func (p *rawPage) needHidden() {
	mark := func(at int32) {
		for ; at > 0 && p.nodes[at].flags&needed == 0; at = p.nodes[at].parent {
			p.nodes[at].flags |= needed
		}
	}
	for at := range p.formulas {
		mark(at)
	}
	for _, at := range p.notes.bodies {
		mark(at)
	}
}

// leave leaves out an element; no other rule takes its text in.
func (p *rawPage) leave(at int32, rule string) {
	p.set(at, false, rule)
	p.nodes[at].flags |= gone
	for i := range p.inside(at) {
		p.nodes[i].flags |= settled
	}
}

// readerClasses are the classes of text that is read aloud but not shown.
var readerClasses = wordSet("a11y-hidden element-invisible invisible-text screen-reader-only screen-reader-text screenreader-only" +
	" sr-only u-visually-hidden visually-hidden visuallyhidden")

// isHidden reports whether an element says that it is not shown: by its hidden
// attribute (HTML standard, 6.1), its style, or its class.
func (p *rawPage) isHidden(at int32) bool {
	if !p.tagSays(at, "idden", "none", "sr-only", "isible", "reader") {
		return false
	}
	for _, class := range strings.Fields(strings.ToLower(p.attr(at, "class"))) {
		if readerClasses[class] { // in a cell, it says what a sign means
			return p.ancestor(at, tags.Td) == none && p.ancestor(at, tags.Th) == none
		}
	}
	if value, ok := p.attribute(at, "hidden"); ok && !strings.EqualFold(value, "until-found") {
		return true
	}
	for declaration := range strings.SplitSeq(strings.ToLower(p.attr(at, "style")), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!")
		switch strings.TrimSpace(property) {
		case "display":
			if strings.TrimSpace(value) == "none" {
				return true
			}
		case "visibility":
			if strings.TrimSpace(value) == "hidden" {
				return true
			}
		}
	}
	return false
}

// headingMarks leaves out the marks in a heading that has other text.
func (p *rawPage) headingMarks(heading int32) {
	for i := range p.inside(heading) {
		if s := p.sums[i]; s.all > 0 && s.all < p.sums[heading].all && s.all <= longMark && p.isHeadingMark(i) {
			p.leave(i, "heading mark")
		}
	}
}

// longMark is how many bytes of source the text of a heading mark may have.
const longMark = 64

// headingMarkClasses are the classes of links to the heading that they stand in,
// and of links to edit what follows it.
var headingMarkClasses = wordSet("anchor anchor-link anchorjs-link anchorlink direct-link edit-section editsection hash-link header-anchor" +
	" header-link headerlink heading-anchor heading-link headinglink mw-editsection permalink section-link toc-anchor")

// isHeadingMark reports whether an element in a heading is a mark: a link
// whose text has no letters and digits or repeats the address of a place in the
// page, or that leads to the top of the page, or an element with one of the classes of marks.
func (p *rawPage) isHeadingMark(at int32) bool {
	tag := p.nodes[at].tag
	if tag == tags.None || tag != tags.A && !p.tagSays(at, "link", "edit", "anchor") {
		return false
	}
	for _, class := range strings.Fields(strings.ToLower(p.attr(at, "class"))) {
		if headingMarkClasses[class] {
			return true
		}
	}
	if tag != tags.A {
		return false
	}
	text := p.shortText(at)
	if strings.IndexFunc(text, isWordRune) < 0 {
		return true
	}
	href := p.attr(at, "href")
	return href == "#" || strings.HasPrefix(href, "#top") || strings.HasPrefix(href, "#") && strings.TrimSpace(text) == href
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
