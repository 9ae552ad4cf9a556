package victor

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file tells the kinds of blocks (docs/victor.md, "Kinds"): from elements, from names
// in class and id, and from where a line stands. It takes one pass over the elements and
// two over the paragraphs.

// The names that only kinds are told by. They stand in the same word as those of
// nameGroups, so that a class or id is read once.
const (
	kindByline names = 1 << (numNames + iota)
	kindComment
	kindRelated
	kindNavigation
	kindLegal
	kindShare
	kindForm
	kindCaption
	kindHeadline
	kindForum    // the posts of a page are its text, whatever they are called
	numKindNames = iota
)

// kindWords are the words of each kind in class and id, in English, German and Chinese
// as it is written in Latin letters.
var kindWords = []struct {
	name  string
	names names
	words string
}{
	{"byline", kindByline, "byline bylines author authors dateline pubdate published timestamp posted datetime date writer" +
		" autor autoren verfasser datum zuozhe riqi shijian"},
	{"comment", kindComment, "comment comments commentlist commenters respond disqus kommentar kommentare leserkommentare pinglun"},
	{"related", kindRelated, "related recommended recommendations readmore similar outbrain taboola trending popular teaser teasers" +
		" verwandt verwandte aehnlich aehnliche empfehlungen xiangguan tuijian"},
	{"navigation", kindNavigation, "nav navi navigation navbar menu submenu breadcrumb breadcrumbs pagination pager sitemap daohang"},
	{"legal", kindLegal, "copyright legal disclaimer cookie cookies consent gdpr impressum datenschutz banquan"},
	{"share", kindShare, "share sharing social addthis sharethis teilen fenxiang"},
	{"form", kindForm, "login signup subscribe newsletter searchform loginform"},
	{"caption", kindCaption, "caption captions figcaption imagecaption photocaption bildunterschrift"},
	{"headline", kindHeadline, "headline title heading ueberschrift schlagzeile titel biaoti"},
	{"forum", kindForum, "forum forums phpbb vbulletin xenforo viewtopic showthread messageboard discourse vanilla bbs luntan"},
}

// areas are the kinds of what stands in an element with such a name. The first that
// applies is taken.
var areas = []struct {
	names names
	kind  page.Kind
}{
	{kindShare, page.Share}, {kindRelated, page.Related}, {kindNavigation, page.Navigation},
	{kindLegal, page.Legal}, {kindForm, page.Form},
}

const (
	fewOther     = 500 // characters of running text that are not in an element of comments, at least
	bylineChars  = 100 // characters of a byline at most
	bylineArea   = 200 // characters of the element whose name makes a line a byline, at most
	bylineReach  = 3   // paragraphs between the headline and a byline without a name
	bylineDigits = 6   // digits that make a date of a short line beside the headline
	captionChars = 500 // characters of a caption at most, if only a name tells it
	headingReach = 10  // paragraphs between a headline that does not agree with the title and the text
	titleBytes   = 300 // bytes of a title or headline that are compared
	leastAgreed  = 8   // bytes of letters and digits in which a headline must agree with the title
	leastPlain   = 16  // the same of a line that is no heading and has no name; half of the title, too
)

// kinds are the kinds of a page's blocks, and the memory in which they are told.
type kinds struct {
	areas          []page.Kind // of each node: a kind of areas or Comment, or else Text
	blocks         []page.Kind
	around         []int32 // the nodes around the first h1, from the outside in
	kept           []int32 // tokens that the model keeps in each node
	title, heading []byte  // normal forms
	headline       int32   // the paragraph, or -1
	after          section // comments after a mark
}

func (k *kinds) size() int { return cap(k.areas) + cap(k.blocks) + 4*(cap(k.around)+cap(k.kept)) }

// tell fills the kinds. kept says which blocks the model keeps.
func (k *kinds) tell(p *layout, kept func(block int) bool) {
	k.tellAreas(p, kept)
	k.findHeadline(p, kept)
	k.blocks = slices.Grow(k.blocks[:0], len(p.blocks))
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		area, line := k.areas[g.node], page.Text
		if area == page.Text {
			line = k.lineKind(p, g)
		}
		if area == page.Text && k.after.has(g) {
			area = page.Comment
		}
		for b := g.first; b <= g.last; b++ {
			k.blocks = append(k.blocks, blockKind(p.blocks[b].place.kind, line, area))
		}
	}
}

// blockKind returns the kind of a block by the elements right around it, by its line and
// by the area that it is in.
func blockKind(own, line, area page.Kind) page.Kind {
	switch {
	case own == page.Image:
		return own
	case area != page.Text:
		return area
	case line == page.Headline:
		return line
	case line != page.Text && (own == page.Text || own == page.List || own == page.Table):
		return line
	}
	return own
}

// as returns the place of a block of a kind. Only headings and headlines have a level.
func (p place) as(kind page.Kind) place {
	if kind != page.Heading && kind != page.Headline {
		p.level = 0
	}
	p.kind = kind
	return p
}

// nameInline notes whether an a or span holds a byline. Most of them are passed over
// after one look at their source, since there are many.
func (p *layout) nameInline(e *openElement, tag tags.Tag) {
	source := p.source[p.scanner.Start:p.scanner.End]
	if tag == tags.A && p.mark.node == noNode && !bytes.HasPrefix(source, linkStart) && bytes.Contains(source, commentWord) {
		p.markAnchor(e.node)
	}
	if len(source) < len("<a rel=author>") || !bytes.Contains(source, authorWord) &&
		(tag == tags.A || !bytes.Contains(source, dateWord) && !bytes.Contains(source, bylineWord)) {
		return
	}
	for _, name := range [...]string{"class", "rel", "itemprop"} {
		if value, ok := p.scanner.Attr(name); ok && namesIn(value)&kindByline != 0 {
			e.inside |= inByline
		}
	}
}

// The attributes of an a are read only if its tag has the first of these, those of a span
// if it has one of them.
var authorWord, dateWord, bylineWord = []byte("author"), []byte("date"), []byte("byline")

// commentWord is in most words of kindComment; an a without it is no mark, nor is one with
// linkStart.
var commentWord, linkStart = []byte("omment"), []byte("<a href=")

// tellAreas fills the areas of nodes.
func (k *kinds) tellAreas(p *layout, kept func(block int) bool) {
	k.areas = slices.Grow(k.areas[:0], len(p.nodes))[:len(p.nodes)]
	k.around = k.around[:0]
	if p.firstH1 >= 0 {
		for n := p.paragraphs[p.firstH1].node; n != noNode; n = p.nodes[n].parent {
			k.around = append(k.around, n)
		}
		slices.Reverse(k.around)
	}
	k.after = p.afterMark()
	commented := (k.tellComments(p) || !k.after.empty()) && !k.commentsAreText(p, kept)
	if !commented {
		k.after = section{}
	}
	k.countKept(p, kept)
	around := k.around
	for i := range p.nodes {
		n := &p.nodes[i]
		holdsH1 := len(around) > 0 && around[0] == int32(i)
		if holdsH1 {
			around = around[1:]
		}
		switch {
		case commented && k.areas[i] == page.Comment:
		case n.parent == noNode:
			k.areas[i] = page.Text
		default:
			k.areas[i] = k.areas[n.parent]
			mostIsKept := 2*k.kept[i] > k.kept[0]
			if own := areaOf(p, n, holdsH1); own != page.Text && !mostIsKept {
				k.areas[i] = own
			}
		}
	}
}

// areaOf returns the area that an element would begin, or Text. One that holds more than half
// of the running text of the page begins none, whatever it is called, nor does the name
// of one that holds the first h1.
func areaOf(p *layout, n *node, holdsH1 bool) page.Kind {
	switch {
	case 2*int64(n.text) > int64(p.nodes[0].text) || n.tag == tags.Body:
		return page.Text
	case n.tag == tags.Nav:
		return page.Navigation
	case n.tag == tags.Form:
		return page.Form
	case holdsH1 || headerTags.Has(n.tag):
		return page.Text
	}
	for _, a := range areas {
		if n.own&a.names != 0 {
			return a.kind
		}
	}
	return page.Text
}

// countKept adds up the tokens that the model keeps in each node.
func (k *kinds) countKept(p *layout, kept func(block int) bool) {
	k.kept = slices.Grow(k.kept[:0], len(p.nodes))[:len(p.nodes)]
	clear(k.kept)
	for i := range p.blocks {
		if b := &p.blocks[i]; b.inside&inImg == 0 && kept(i) {
			k.kept[b.node] += b.tokens()
		}
	}
	for i := len(p.nodes) - 1; i > 0; i-- {
		k.kept[p.nodes[i].parent] += k.kept[i]
	}
}

// tellComments fills the areas of nodes that are comments, and reports whether there are
// any: the outermost elements with such a name outside of which there is other text.
func (k *kinds) tellComments(p *layout) (found bool) {
	around := k.around
	for i := range p.nodes {
		n := &p.nodes[i]
		holdsH1 := len(around) > 0 && around[0] == int32(i)
		if holdsH1 {
			around = around[1:]
		}
		k.areas[i] = page.Text
		switch {
		case n.parent == noNode || n.tag == tags.Body:
		case k.areas[n.parent] == page.Comment:
			k.areas[i] = page.Comment
		case n.own&kindComment != 0 && n.names&kindForum == 0 && !holdsH1 && p.nodes[0].text-n.text >= fewOther:
			k.areas[i] = page.Comment
			found = true
		}
	}
	return found
}

// commentsAreText reports whether the comments are what the page is about, as in a forum
// whose posts are called so: most of what the model keeps is in them, and little is not,
// and the page may be a forum.
func (k *kinds) commentsAreText(p *layout, kept func(block int) bool) bool {
	inside, elsewhere := int32(0), int32(0)
	for i := range p.blocks {
		if b := &p.blocks[i]; b.inside&inImg == 0 && kept(i) {
			if k.areas[b.node] == page.Comment || k.after.has(&p.paragraphs[b.paragraph]) {
				inside += b.tokens()
			} else {
				elsewhere += b.tokens()
			}
		}
	}
	forum := p.types[page.TypeForum]
	return forum > surelyForum || forum >= unlikely && elsewhere < articleWords && elsewhere < inside
}

// lineKind returns the kind of a paragraph that is in no area: Headline, Byline, Caption
// or else Text.
func (k *kinds) lineKind(p *layout, g *paragraph) page.Kind {
	switch {
	case g.index == k.headline:
		return page.Headline
	case g.chars == 0 || g.inside&inHeaders != 0:
		return page.Text
	case g.chars <= bylineChars && k.isByline(p, g):
		return page.Byline
	case g.chars <= captionChars && (p.nodes[g.node].own|p.nodes[p.outer(g.node)].own)&kindCaption != 0:
		return page.Caption
	}
	return page.Text
}

// isByline reports whether a short paragraph has an author or a date: a name says so, or
// it stands beside the headline and has a date.
func (k *kinds) isByline(p *layout, g *paragraph) bool {
	n := g.node
	for range 3 {
		if p.regions[n].chars > bylineArea {
			break
		}
		if p.nodes[n].own&kindByline != 0 {
			return true
		}
		n = p.outer(n)
	}
	for i := g.first; i <= g.last; i++ {
		if p.blocks[i].inside&inByline != 0 {
			return true
		}
	}
	away := g.index - k.headline
	return k.headline >= 0 && -bylineReach <= away && away <= bylineReach &&
		(p.sumOf(g, func(b *block) int32 { return b.numChars }) >= bylineDigits || g.date&1 != 0)
}

// findHeadline finds the paragraph that is the headline: the heading, or line before the
// text, that agrees with the title of the page in the most letters, or else the last h1 before the text that is kept,
// or the last heading shortly before it.
func (k *kinds) findHeadline(p *layout, kept func(block int) bool) {
	k.headline = -1
	k.title = appendNormal(k.title[:0], []byte(p.title[:min(len(p.title), titleBytes)]))
	best, lastH1, last := headlineRank{}, int32(-1), int32(-1)
	begun := false
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		if g.chars == 0 || k.areas[g.node] != page.Text {
			continue
		}
		level := p.blocks[g.first].place.level
		isHeading := p.blocks[g.first].place.kind == page.Heading
		if how := formOf(p, g, isHeading, level); (how > plainLine || !begun && g.linkChars == 0) && g.chars < titleBytes {
			if rank := k.rank(p, g, how); rank.above(best) {
				best, k.headline = rank, g.index
			}
		}
		if begun {
			continue
		}
		if isHeading {
			last = g.index
			if level == 1 {
				lastH1 = g.index
			}
		}
		begun = g.running() && p.anyBlock(g, kept) && !isHeading
		if begun && last >= 0 && g.index-last > headingReach {
			last = -1
		}
	}
	switch {
	case k.headline >= 0 || !begun:
	case lastH1 >= 0:
		k.headline = lastH1
	default:
		k.headline = last
	}
}

// anyBlock reports whether f is true of a block of a paragraph.
func (p *layout) anyBlock(g *paragraph, f func(block int) bool) bool {
	for i := g.first; i <= g.last; i++ {
		if p.blocks[i].inside&inImg == 0 && f(int(i)) {
			return true
		}
	}
	return false
}

// A lineForm says how a line that may be the headline is written.
type lineForm uint8

const (
	plainLine lineForm = iota
	namedLine
	lowHeading // h2 to h6
	topHeading // h1
)

func formOf(p *layout, g *paragraph, isHeading bool, level uint8) lineForm {
	switch {
	case isHeading && level == 1:
		return topHeading
	case isHeading:
		return lowHeading
	case p.nodes[g.node].own&kindHeadline != 0:
		return namedLine
	}
	return plainLine
}

// A headlineRank says how well a line agrees with the title of the page.
type headlineRank struct {
	agreed int // bytes
	form   lineForm
}

// above reports whether a line is better than the best one before it. Of plain lines that
// agree alike the last is, since the first may be in a trail of links.
func (r headlineRank) above(other headlineRank) bool {
	if r.agreed == other.agreed && r.agreed > 0 {
		return r.form > other.form || r.form == plainLine && other.form == plainLine
	}
	return r.agreed > other.agreed
}

// rank compares a line with the title: one must be in the other, a plain line in the title
// and longer.
func (k *kinds) rank(p *layout, g *paragraph, form lineForm) (r headlineRank) {
	k.heading = k.heading[:0]
	for i := g.first; i <= g.last; i++ {
		if b := &p.blocks[i]; b.inside&inImg == 0 {
			k.heading = appendNormal(k.heading, p.textOf(b))
		}
	}
	n := min(len(k.heading), len(k.title))
	switch {
	case n == 0 || n < leastAgreed && !bytes.HasPrefix(k.title, k.heading):
	case form == plainLine && (n < leastPlain || 2*n < len(k.title)):
	case bytes.Contains(k.title, k.heading), form > plainLine && 2*n >= len(k.heading) && bytes.Contains(k.heading, k.title):
		r = headlineRank{n, form}
	}
	return r
}

// appendNormal appends the letters and digits of a text in lower case, of its first
// titleBytes bytes.
func appendNormal(normal, text []byte) []byte {
	for _, r := range string(text[:min(len(text), titleBytes)]) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			normal = utf8.AppendRune(normal, unicode.ToLower(r))
		}
	}
	return normal
}
