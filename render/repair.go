package render

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
)

func stopped(err error) error { return fmt.Errorf("render: stopped: %w", err) }

// repair applies the rules of docs/structure.md, "Repairs".
func (p *rawPage) repair(ctx context.Context, title string) error {
	p.sum()
	p.keepMath()
	p.wholeCode()
	p.wholeTables()
	p.listItems()
	if !p.notesInPlace {
		if err := p.findNotes(ctx); err != nil {
			return err
		}
		p.inlineNotes()
	}
	p.leaveOut()
	p.buttons()
	p.siblings()
	p.between(title)
	p.objects()
	p.dropHeadings()
	p.captions()
	p.findComments()
	return nil
}

// sum counts the text of each element.
func (p *rawPage) sum() {
	if cap(p.sums) < len(p.nodes) {
		p.sums = make([]sum, len(p.nodes)+len(p.nodes)/16)
	}
	p.sums = p.sums[:len(p.nodes)]
	clear(p.sums)
	for i := int32(len(p.nodes)) - 1; i > 0; i-- {
		n, s := &p.nodes[i], &p.sums[i]
		if n.tag == tags.None && n.flags&blank == 0 {
			s.all = n.end - n.start
			if n.flags&kept != 0 {
				s.kept = s.all
			}
		}
		up := &p.sums[n.parent]
		up.all += s.all
		up.kept += s.kept
		if n.tag == tags.A {
			s.links = s.all
		}
		up.links += s.links
	}
}

// A sum is how many bytes of source the text of an element has, that of it which
// is kept, and that in links.
type sum struct{ all, kept, links int32 }

// set keeps or leaves out all text of an element, and notes where that changes
// something.
func (p *rawPage) set(element int32, keep bool, rule string) {
	joined := false // the text before was changed too
	for i := range p.inside(element) {
		n := &p.nodes[i]
		if n.tag != tags.None || n.flags&blank != 0 {
			continue
		}
		if n.flags&settled != 0 || (n.flags&kept != 0) == keep {
			joined = false
			continue
		}
		p.setText(i, keep, rule, joined)
		joined = true
	}
}

// setOne is set for an element or a text.
func (p *rawPage) setOne(at int32, keep bool, rule string) {
	if n := &p.nodes[at]; n.tag != tags.None {
		p.set(at, keep, rule)
	} else if n.flags&settled == 0 && (n.flags&kept != 0) != keep {
		p.setText(at, keep, rule, false)
	}
}

// setText keeps or leaves out a text. joined is set if the rule has just done the
// same with the text before it.
func (p *rawPage) setText(at int32, keep bool, rule string, joined bool) {
	n := &p.nodes[at]
	n.flags ^= kept
	if rule == "footnote mark" || rule == "formula" {
		n.flags |= settled
	}
	if last := len(p.repairs) - 1; last >= 0 && (joined || len(p.repairs) >= p.maxNodes) {
		p.repairs[last].End = max(p.repairs[last].End, n.end)
		return
	}
	p.repairs = append(p.repairs, Repair{Rule: rule, Start: n.start, End: n.end, Added: keep})
}

// wholeCode keeps code whole if some of it is kept.
func (p *rawPage) wholeCode() {
	for i := range p.nodes {
		if s := p.sums[i]; roleOf(p.nodes[i].tag) == asPre && s.kept > 0 && s.kept < s.all {
			p.set(int32(i), true, "code")
		}
	}
}

// wholeTables keeps a table of data whole, or leaves it out.
func (p *rawPage) wholeTables() {
	for i := range p.nodes {
		s := p.sums[i]
		if p.nodes[i].tag != tags.Table || s.kept == 0 || s.kept == s.all || !p.isData(int32(i)) {
			continue
		}
		enough := 100*s.kept >= s.all
		if p.isMostlyLinks(int32(i)) {
			enough = 2*s.kept >= s.all
		}
		p.set(int32(i), enough, "table")
	}
}

// listItems keeps the items of a list that were dropped beside kept ones, and the terms
// before kept details.
func (p *rawPage) listItems() {
	begun := false // there is kept text before
	for i := range p.nodes {
		n, s := &p.nodes[i], p.sums[i]
		role := roleOf(n.tag)
		if role == asTerm && s.all > 0 && s.kept == 0 && p.isDefined(int32(i)) {
			p.set(int32(i), true, "list")
		}
		if isList := role == asList || role == asDefinitions; isList && s.kept > 0 && s.kept < s.all {
			p.itemsBetween(int32(i))
			p.listEnds(int32(i), begun)
		}
		begun = begun || n.tag == tags.None && n.flags&(kept|blank) == kept
	}
}

// isDefined reports whether kept details come right after a term.
func (p *rawPage) isDefined(term int32) bool {
	next := p.nodes[term].next
	for next != none && p.nodes[next].tag != tags.Dd && p.nodes[next].tag != tags.Dt {
		next = p.nodes[next].next
	}
	return next != none && p.nodes[next].tag == tags.Dd && p.sums[next].kept > 0
}

func (p *rawPage) itemsBetween(list int32) {
	dropped, longest := p.dropped[:0], int32(0)
	for c := range p.children(list) {
		if roleOf(p.nodes[c].tag) != asItem || p.sums[c].all == 0 {
			continue
		}
		if p.sums[c].kept == 0 {
			if longest > 0 {
				dropped = append(dropped, c)
			}
			continue
		}
		longest = max(longest, p.sums[c].all)
		for _, item := range dropped {
			if p.sums[item].all <= longest {
				p.set(item, true, "list")
			}
		}
		dropped = dropped[:0]
	}
	p.dropped = dropped[:0]
}

// between keeps what the method dropped as a whole between kept text: headings,
// introductions, tables of data and code. Code and tables may be the last. It keeps
// lists that text with a colon at its end announces. Before all text it keeps
// headings and introductions alone, apart from the title of the page, and a table
// right after that title.
func (p *rawPage) between(title string) {
	pending := p.dropped[:0]
	before, began, announced, titled := false, false, false, false
	for i := p.nodes[0].first; i != none; {
		n := &p.nodes[i]
		rule := p.betweenRule(i)
		if before && (rule == "code" || rule == "table" || rule == "list" && announced) {
			p.set(i, true, rule)
			i = p.after(i)
			continue
		}
		if rule == "heading" && !began && p.isTitle(i, title) {
			pending, titled = pending[:0], true
			i = p.after(i)
			continue
		}
		if p.waits(rule, before, titled, pending) {
			pending = append(pending, i)
			i = p.after(i)
			continue
		}
		if n.tag == tags.None && n.flags&blank == 0 {
			if n.flags&kept != 0 {
				p.keepPending(pending, n.start)
			}
			pending, titled = pending[:0], false
			before = n.flags&kept != 0
			began = began || before
			announced = before && endsWithColon(p.tail(i))
		}
		i = p.nextIn(i)
	}
	p.dropped = pending[:0]
}

// waits reports whether an element that was dropped waits for kept text, by its rule: before
// says that there is kept text right before, titled that the title of the page is, and pending
// are the elements that wait already.
func (p *rawPage) waits(rule string, before, titled bool, pending []int32) bool {
	switch rule {
	case "":
		return false
	case "heading", "introduction":
		return true
	case "table":
		return before || titled || len(pending) > 0
	case "list": // what announces it waits too
		return before && len(pending) > 0 && p.betweenRule(pending[len(pending)-1]) == "introduction"
	}
	return before
}

// keepPending keeps elements between which and kept text there is no other text. It leaves
// out the headings of sections and items that end before the text.
func (p *rawPage) keepPending(pending []int32, text int32) {
	for _, element := range pending {
		rule := p.betweenRule(element)
		if around := p.section(element); rule == "heading" && around > 0 && p.nodes[around].stop <= text {
			continue
		}
		p.set(element, true, rule)
	}
}

// section returns the innermost section or item around an element, or 0.
func (p *rawPage) section(at int32) int32 {
	for at = p.nodes[at].parent; at > 0 && !sections.Has(p.nodes[at].tag); at = p.nodes[at].parent {
	}
	return max(at, 0)
}

// sections are the sectioning content of HTML (HTML standard, 3.2.5.2.3), and items.
var sections = tags.Of(tags.Article, tags.Aside, tags.Li, tags.Nav, tags.Section)

// betweenRule returns the rule by which an element may be kept though the method
// dropped all of it, or "".
func (p *rawPage) betweenRule(at int32) string {
	n, s := &p.nodes[at], p.sums[at]
	if n.tag == tags.None || s.kept > 0 || s.all == 0 {
		return ""
	}
	switch role := roleOf(n.tag); {
	case role == asHeading:
		if s.all < longHeading && p.ancestor(at, tags.A) == none {
			return "heading"
		}
	case n.tag == tags.P && s.all < longHeading && p.announces(at):
		return "introduction"
	case role == asPre:
		return "code"
	case p.isMostlyLinks(at):
		return ""
	case role == asList || role == asDefinitions:
		return "list"
	case role == asTable && p.isData(at):
		return "table"
	}
	return ""
}

// announces reports whether the text of an element ends with a colon.
func (p *rawPage) announces(at int32) bool {
	last := none
	for i := range p.inside(at) {
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&blank == 0 {
			last = i
		}
	}
	return last != none && endsWithColon(p.tail(last))
}

// tail returns the source of the end of a text.
func (p *rawPage) tail(text int32) string {
	n := &p.nodes[text]
	return string(p.src[max(n.start, n.end-maxTail):n.end])
}

func endsWithColon(text string) bool {
	text = strings.TrimRightFunc(text, space.IsUnseen)
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "\uff1a")
}

// isTitle reports whether a heading is the title of the page, with or without the
// name of the site before or after it.
func (p *rawPage) isTitle(at int32, title string) bool {
	if p.sums[at].all > longHeading || len(title) > maxTitle {
		return false
	}
	text := strings.ToLower(space.Fold(p.shortText(at)))
	before, after, found := strings.Cut(strings.ToLower(title), text)
	before, after = strings.TrimRight(before, " "), strings.TrimLeft(after, " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return text != "" && found && (before == "" || strings.ContainsRune(titleSigns, last)) && (after == "" || strings.ContainsRune(titleSigns, first))
}

// titleSigns are what stands in a title between the name of the page and that of the site.
const titleSigns = "|/-\u2013\u2014:\u00b7\u2022\u00ab\u00bb\u2039\u203a"

// longHeading is how many bytes of source the text of a heading or an introduction
// that the method dropped may have, and maxTitle how many bytes the title of a page,
// to be looked at; maxTail is how many bytes at the end of a text are looked at for a
// colon.
const (
	longHeading = 300
	maxTitle    = 1000
	maxTail     = 32
)

func isHeading(t tags.Tag) bool { return tags.H1 <= t && t <= tags.H6 }

// dropHeadings leaves out the headings without text before the next heading of
// the same level or a higher one, apart from those before all text.
func (p *rawPage) dropHeadings() {
	outline := p.dropped[:0] // the headings with kept text; none stands for text between them
	for i := p.nodes[0].first; i != none; {
		n := &p.nodes[i]
		if isHeading(n.tag) && p.sums[i].all > 0 && !p.hasSection(i) {
			outline = append(outline, i)
			i = p.after(i)
			continue
		}
		if n.flags&noted != 0 && n.tag != tags.None {
			i = p.after(i)
			continue
		}
		if n.flags&kept != 0 && (len(outline) == 0 || outline[len(outline)-1] != none) {
			outline = append(outline, none)
		}
		i = p.nextIn(i)
	}
	first := slices.Index(outline, none)
	var content [7]bool // of each level: there is something before the next heading of that level or a higher one
	for i, h := range slices.Backward(outline) {
		if h == none {
			content = [7]bool{true, true, true, true, true, true, true}
			continue
		}
		level := int(p.nodes[h].tag-tags.H1) + 1
		if !content[level] && i > first {
			p.set(h, false, "empty heading")
			continue
		}
		if p.holdsText(h) {
			for l := level; l < len(content); l++ {
				content[l] = false
			}
		}
	}
	p.dropped = outline[:0]
}

// hasSection reports whether a heading has blocks with kept text after kept text of its own.
// Then it has not been closed, and what is under it stands in it.
func (p *rawPage) hasSection(at int32) bool {
	text, block := false, false
	for i := range p.inside(at) {
		n := &p.nodes[i]
		switch {
		case n.tag == tags.None && n.flags&kept != 0 && block:
			return true
		case n.tag == tags.None && n.flags&kept != 0:
			text = true
		case text && isLineEnd[roleOf(n.tag)]:
			block = true
		}
	}
	return false
}

// holdsText reports whether an element has kept text.
func (p *rawPage) holdsText(at int32) bool {
	for i := range p.inside(at) {
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&kept != 0 {
			return true
		}
	}
	return false
}

// objects keeps the images and rules that stand by kept text: a rule between
// kept text, an image before or after.
func (p *rawPage) objects() {
	pending := p.dropped[:0]
	before := false
	for i := p.nodes[0].first; i != none; {
		n := &p.nodes[i]
		switch role := roleOf(n.tag); {
		case role == asCaption && !p.holdsText(i):
			i = p.after(i)
			continue
		case role == asImage:
			pending = append(pending, i)
			if before {
				n.flags |= kept
			}
		case role == asRule:
			pending = append(pending, i)
		case n.tag == tags.None && n.flags&blank == 0:
			for _, object := range pending {
				o := &p.nodes[object]
				if n.flags&kept != 0 && (before || roleOf(o.tag) == asImage) {
					o.flags |= kept
				}
			}
			before = n.flags&kept != 0
			pending = pending[:0]
		}
		i = p.nextIn(i)
	}
	p.dropped = pending[:0]
}

// captions keeps the caption of a figure of which something is kept.
func (p *rawPage) captions() {
	for i := range p.nodes {
		if p.nodes[i].tag != tags.Figcaption || p.sums[i].kept == p.sums[i].all {
			continue
		}
		figure := p.nodes[i].parent
		for figure > 0 && p.nodes[figure].tag != tags.Figure {
			figure = p.nodes[figure].parent
		}
		if figure > 0 && p.holdsKept(figure) {
			p.set(int32(i), true, "caption")
		}
	}
}

// holdsKept reports whether an element has anything kept in it.
func (p *rawPage) holdsKept(at int32) bool {
	for i := range p.inside(at) {
		if p.nodes[i].flags&kept != 0 {
			return true
		}
	}
	return false
}

// hold marks the elements that have something kept in them.
func (p *rawPage) hold() {
	for i := int32(len(p.nodes)) - 1; i > 0; i-- {
		if n := &p.nodes[i]; n.flags&(kept|holds) != 0 {
			p.nodes[n.parent].flags |= holds
		}
	}
}
