package victor

import (
	"github.com/seed42075109/justext/internal/tags"
)

// This file keeps the elements that break lines, for the features of paragraphs: what
// they are called and how much of the page's running text is in them (docs/victor.md,
// "Quantities").

// noNode is the parent of the root.
const noNode = -1

// A node is an element that breaks lines.
type node struct {
	parent int32
	tag    tags.Tag
	names  names  // of it and all around it
	own    names  // of it alone, with those of kindWords
	style  uint64 // of its tag and class, the same for elements that look the same
	text   int32  // characters of running text in it
	long   int32  // paragraphs of running text whose element is right in it
}

// openNode opens a node.
func (p *layout) openNode(e *openElement, tag tags.Tag) {
	n := node{parent: e.node, tag: tag, style: keyStart ^ uint64(tag)*keyPrime}
	p.nameNode(&n)
	n.names = n.own | p.nodes[e.node].names
	p.nodes = append(withRoom(p, p.nodes, p.format.limits.MaxElements), n)
	e.node = int32(len(p.nodes) - 1)
}

// names says what the words in the class and id of elements are about.
type names uint32

const (
	namedContent names = 1 << iota
	namedNav
	namedFooter
	namedHeader
	namedSide
	namedComment
	namedShare
	namedRelated
	namedAd
	namedMeta
	namedPopup
	namedCaption
	namedTags
	namedTitle
	namedForm
	namedHidden
	numNames = iota

	allNames names = 1<<numNames - 1 // those that features are made of
)

// nameGroups are the words of each group, as many sites have them in class and id.
// They are words of HTML authors, whatever the language of the page.
var nameGroups = []struct {
	name  string
	names names
	words string
}{
	{"content", namedContent, "content article post story body text entry main page blog news copy description paragraph richtext prose" +
		" maincontent articlebody postcontent articletext storybody documentation doc"},
	{"nav", namedNav, "nav navigation menu navbar breadcrumb breadcrumbs pagination pager tabs toc sitemap skip menuitem dropdown"},
	{"footer", namedFooter, "footer bottom copyright legal foot colophon"},
	{"header", namedHeader, "header top banner masthead logo topbar head toolbar"},
	{"side", namedSide, "sidebar side aside right left rail widget widgets column secondary sidenav"},
	{"comment", namedComment, "comment comments reply replies respond disqus discussion forum thread review reviews rating"},
	{"share", namedShare, "share sharing social facebook twitter follow bookmark print email whatsapp"},
	{"related", namedRelated, "related recommend recommended recommendations more popular trending latest teaser teasers readmore similar next" +
		" prev previous most recirc promo card cards list grid carousel slider items"},
	{"ad", namedAd, "ad ads advert advertisement advertising sponsor sponsored dfp taboola outbrain commercial affiliate"},
	{"meta", namedMeta, "meta byline author date time timestamp info published bio credits source posted tools utility actions"},
	{"popup", namedPopup, "modal popup cookie cookies consent overlay newsletter subscribe subscription paywall signup login register" +
		" notification alert gdpr account cta"},
	{"caption", namedCaption, "caption image photo figure gallery media img picture video credit thumb thumbnail"},
	{"tags", namedTags, "tag tags category categories keywords topics topic label labels"},
	{"title", namedTitle, "title headline heading subtitle summary lead intro standfirst dek abstract excerpt"},
	{"form", namedForm, "form search input button select filter field"},
	{"hidden", namedHidden, "hidden hide invisible offscreen noprint"},
}

// nameWords has the words of all groups.
var nameWords = func() *vocabulary[names] {
	v := newVocabulary[names]()
	for _, group := range nameGroups {
		v.add(group.words, group.names)
	}
	for _, group := range kindWords {
		v.add(group.words, group.names)
	}
	for _, group := range typeNames {
		v.add(group.words, group.names)
	}
	return v
}()

// namesIn returns the groups of the words in the value of a class or id.
func namesIn(value []byte) names { return nameWords.in(value) }

// nameNode reads the class and id of the current start tag.
func (p *layout) nameNode(n *node) {
	if p.scanner.End-p.scanner.Start < len("<p id=a>") {
		return
	}
	if class, ok := p.scanner.Attr("class"); ok {
		n.own |= namesIn(class)
		for _, c := range class[:min(len(class), maxNames)] {
			n.style = (n.style ^ uint64(c)) * keyPrime
		}
	}
	if id, ok := p.scanner.Attr("id"); ok {
		named := namesIn(id)
		n.own |= named
		if named&kindComment != 0 && headerTags.Has(n.tag) {
			p.markHere(n.parent)
		}
	}
}

// weigh adds up the running text of the elements, from the inside out.
func (p *layout) weigh() {
	for g := range p.paragraphs {
		if par := &p.paragraphs[g]; par.running() {
			p.nodes[par.node].text += par.chars - par.linkChars
			p.nodes[p.outer(par.node)].long++
		}
	}
	for i := len(p.nodes) - 1; i > 0; i-- {
		p.nodes[p.nodes[i].parent].text += p.nodes[i].text
	}
}

// A group is all paragraphs whose elements look the same.
type group struct{ paragraphs, chars, linkChars, running int32 }

// groupKey returns the key of a paragraph's group: the styles of its element and of
// the one around it.
func (p *layout) groupKey(g *paragraph) uint64 {
	return p.nodes[g.node].style*keyPrime ^ p.nodes[p.outer(g.node)].style
}

// makeGroups puts the paragraphs into groups.
func (p *layout) makeGroups() {
	if p.groupOf == nil {
		p.groupOf = make(map[uint64]int32)
	}
	clear(p.groupOf)
	p.groups = p.groups[:0]
	for i := range p.paragraphs {
		par := &p.paragraphs[i]
		key := p.groupKey(par)
		n, known := p.groupOf[key]
		if !known {
			n = int32(len(p.groups))
			p.groupOf[key] = n
			p.groups = append(p.groups, group{})
		}
		par.group = n
		g := &p.groups[n]
		g.paragraphs++
		g.chars += par.chars
		g.linkChars += par.linkChars
		if par.running() {
			g.running += par.chars - par.linkChars
		}
	}
}

// outer returns the element around a node, or the node itself if it is the root.
func (p *layout) outer(n int32) int32 {
	if parent := p.nodes[n].parent; parent != noNode {
		return parent
	}
	return n
}

// textShare returns the running text in the element that is a number of levels around
// that of a paragraph, and the running text of the page.
func (p *layout) textShare(g *paragraph, levels int) (part, whole int32) {
	n := g.node
	for range levels {
		n = p.outer(n)
	}
	return p.nodes[n].text, p.nodes[0].text
}

// levelsTo returns how many levels out of that of a paragraph the first element is
// that has more than a part of the page's running text; it is at most limit.
func (p *layout) levelsTo(g *paragraph, part float64, limit int32) int32 {
	n := g.node
	for level := range limit {
		if float64(p.nodes[n].text) > part*float64(p.nodes[0].text) {
			return level
		}
		n = p.outer(n)
	}
	return limit
}
