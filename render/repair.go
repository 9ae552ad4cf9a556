package render

import (
	"context"
	"fmt"
	"path"
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

// sum counts the text of each element, and notes what else is in it.
func (p *rawPage) sum() {
	if cap(p.sums) < len(p.nodes) {
		p.sums = make([]sum, len(p.nodes)+len(p.nodes)/16)
	}
	p.sums = p.sums[:len(p.nodes)]
	clear(p.sums)
	nodes, sums := p.nodes, p.sums
	for i := len(nodes) - 1; i > 0; i-- {
		n, s := &nodes[i], &sums[i]
		up, in := &sums[n.parent], &nodes[n.parent]
		switch {
		case n.tag != tags.None:
			if n.tag == tags.A {
				s.links = s.all
			}
			in.has |= n.has | partOf(n.tag)
		case n.flags&blank != 0:
			continue
		case n.flags&kept != 0:
			s.all, s.kept = n.end-n.start, n.end-n.start
			in.has |= textIn | keptIn
		default:
			s.all = n.end - n.start
			in.has |= textIn
		}
		up.all += s.all
		up.kept += s.kept
		up.links += s.links
	}
}

// A sum is how many bytes of source the text of an element has, that of it which
// is kept, and that in links.
type sum struct{ all, kept, links int32 }

// parts say what is in an element.
type parts uint16

const (
	textIn      parts = 1 << iota // text other than white space
	keptIn                        // text that is or was kept
	headingIn                     // a heading
	rowIn                         // a row of a table
	tableIn                       // a table
	listIn                        // a list, a list of definitions or preformatted text
	objectIn                      // an image, a rule, or a caption
	paragraphIn                   // a paragraph
	figureIn                      // a figure
)

// partOf returns what an element is for those around it.
func partOf(tag tags.Tag) parts {
	if tag >= tags.NumKnown {
		return 0
	}
	return partsOf[tag]
}

// partsOf has the parts that the elements are.
var partsOf = func() (table [tags.NumKnown]parts) {
	byRole := [numRoles]parts{
		asHeading: headingIn, asRow: rowIn, asTable: tableIn, asList: listIn, asDefinitions: listIn, asPre: listIn,
		asImage: objectIn, asRule: objectIn, asCaption: objectIn, asFigure: figureIn,
	}
	for tag, role := range roles {
		table[tag] = byRole[role]
	}
	table[tags.P] = paragraphIn
	return table
}()

// lacks reports whether an element has no text that is kept, and none of some other parts.
// Most of the elements of a page are such, and are passed over as a whole.
func (p *rawPage) lacks(at int32, others parts) bool {
	n := &p.nodes[at]
	return n.tag != tags.None && n.flags&changed == 0 && n.has&(keptIn|others) == 0
}

// change marks the elements around a node that a rule keeps.
func (p *rawPage) change(at int32) {
	for at != none && p.nodes[at].flags&changed == 0 {
		p.nodes[at].flags |= changed
		at = p.nodes[at].parent
	}
}

// keepNode keeps a node that is not text.
func (p *rawPage) keepNode(at int32) {
	p.nodes[at].flags |= kept
	p.change(at)
}

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
	if keep {
		p.change(at)
	}
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
	for _, i := range p.sought {
		if s := p.sums[i]; roleOf(p.nodes[i].tag) == asPre && s.kept > 0 && s.kept < s.all {
			p.set(i, true, "code")
		}
	}
}

// wholeTables keeps a table of data whole, or leaves it out.
func (p *rawPage) wholeTables() {
	for _, i := range p.sought {
		s := p.sums[i]
		if p.nodes[i].tag != tags.Table || s.kept == 0 || s.kept == s.all || !p.isData(i) {
			continue
		}
		enough := 100*s.kept >= s.all
		if p.isMostlyLinks(i) {
			enough = 2*s.kept >= s.all
		}
		p.set(i, enough, "table")
	}
}

// listItems keeps the items of a list that were dropped beside kept ones, and the terms
// before kept details.
func (p *rawPage) listItems() {
	first := p.firstKept()
	for _, i := range p.sought {
		role, s := roleOf(p.nodes[i].tag), p.sums[i]
		if role == asTerm && s.all > 0 && s.kept == 0 && p.isDefined(i) {
			p.set(i, true, "list")
			first = min(first, i)
		}
		if isList := role == asList || role == asDefinitions; isList && s.kept > 0 && s.kept < s.all {
			p.itemsBetween(i)
			p.listEnds(i, first < i)
		}
	}
}

// firstKept returns the first text that is kept, or the number of nodes if there is none.
func (p *rawPage) firstKept() int32 {
	for i := range p.nodes {
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&(kept|blank) == kept {
			return int32(i)
		}
	}
	return int32(len(p.nodes))
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
	before, began, titled := false, false, false
	last := none // the last text, if before is set
	for i := p.nodes[0].first; i != none; {
		n := &p.nodes[i]
		rule := p.betweenRule(i)
		if before && (rule == "code" || rule == "table" || rule == "list" && endsWithColon(p.tail(last))) {
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
			began, last = began || before, i
		}
		if p.lacks(i, headingIn|paragraphIn|tableIn) && (!before || p.lacks(i, listIn)) {
			if n.has&textIn != 0 {
				pending, titled, before = pending[:0], false, false
			}
			i = p.after(i)
			continue
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

// outline returns the headings with text in the order of the page; none stands for kept text
// between them.
func (p *rawPage) outline() []int32 {
	outline, above := p.dropped[:0], true // above is set if no text is kept since the last heading
	for i := p.nodes[0].first; i != none; {
		n := &p.nodes[i]
		if isHeading(n.tag) && p.sums[i].all > 0 && !p.hasSection(i) {
			outline, above = append(outline, i), true
			i = p.after(i)
			continue
		}
		if n.flags&noted != 0 && n.tag != tags.None {
			i = p.after(i)
			continue
		}
		if n.flags&kept != 0 && above {
			outline, above = append(outline, none), false
		}
		if n.tag != tags.None && !above && n.has&headingIn == 0 || p.lacks(i, headingIn|objectIn) {
			i = p.after(i)
			continue
		}
		i = p.nextIn(i)
	}
	return outline
}

// dropHeadings leaves out the headings without text before the next heading of
// the same level or a higher one, apart from those before all text. If there is no
// other text, all headings stay.
func (p *rawPage) dropHeadings() {
	outline := p.outline()
	first := slices.Index(outline, none)
	if first < 0 {
		first = len(outline)
	}
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

// objects keeps the images and rules that stand by kept text: rules and teasers between kept
// text, other images before or after it.
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
			if before && !p.isTeaser(i) {
				n.flags |= kept
			}
		case role == asRule:
			pending = append(pending, i)
		case n.tag == tags.None && n.flags&blank == 0:
			for _, object := range pending {
				o := &p.nodes[object]
				if n.flags&kept != 0 && (before || roleOf(o.tag) == asImage && !p.isTeaser(object)) {
					o.flags |= kept
				}
			}
			before = n.flags&kept != 0
			pending = pending[:0]
		case p.lacks(i, objectIn):
			if n.has&textIn != 0 {
				pending, before = pending[:0], false
			}
			i = p.after(i)
			continue
		}
		i = p.nextIn(i)
	}
	p.dropped = pending[:0]
}

// isTeaser reports whether an image is in a link without other text that is kept, and the link
// leads to another page rather than to an image, such as a larger copy.
func (p *rawPage) isTeaser(image int32) bool {
	link := p.ancestor(image, tags.A)
	if link == none || p.sums[link].kept > 0 {
		return false
	}
	address, _, _ := strings.Cut(p.attr(link, "href"), "#")
	address, _, _ = strings.Cut(address, "?")
	return address != "" && !imageNames[strings.ToLower(path.Ext(strings.TrimSpace(address)))]
}

// imageNames are what the names of files with images end in.
var imageNames = map[string]bool{
	".avif": true, ".bmp": true, ".gif": true, ".jpeg": true, ".jpg": true, ".png": true, ".svg": true, ".webp": true,
}

// captions keeps the caption of a figure of which something is kept.
func (p *rawPage) captions() {
	for _, i := range p.sought {
		if p.nodes[i].tag != tags.Figcaption || p.sums[i].kept == p.sums[i].all {
			continue
		}
		figure := p.nodes[i].parent
		for figure > 0 && p.nodes[figure].tag != tags.Figure {
			figure = p.nodes[figure].parent
		}
		if figure > 0 && p.holdsKept(figure) {
			p.set(i, true, "caption")
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

// hold marks the elements that have something kept in them, and returns how many there are
// together with what is kept.
func (p *rawPage) hold() (count int) {
	nodes := p.nodes
	for i := len(nodes) - 1; i > 0; i-- {
		if n := &nodes[i]; n.flags&(kept|holds) != 0 {
			nodes[n.parent].flags |= holds
			count++
		}
	}
	return count
}
