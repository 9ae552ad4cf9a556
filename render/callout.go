package render

import (
	"strings"

	"github.com/seed42075109/justext/internal/tags"
)

// This file finds callouts and the comments of readers (docs/structure.md,
// "Callouts" and "Comments").

// callout writes an element as a callout if it is one.
func (b *builder) callout(at int32) bool {
	kind := b.p.calloutKind(at)
	if kind == "" || b.depth >= maxDepth {
		return false
	}
	around := b.title
	b.title = b.p.calloutTitle(at)
	quote := b.newNode(Quote, at)
	quote.Info = kind
	b.contain(quote, at)
	b.title = around
	return true
}

// calloutKinds are the kinds of callouts.
var calloutKinds = wordSet("abstract attention bug caution check danger error example failure faq hint important info note question" +
	" success summary tip tldr todo warning")

// calloutPrefixes are what stands before a kind in a class.
var calloutPrefixes = [...]string{"callout-", "markdown-alert-", "theme-admonition-", "admonition-", "alert-"}

// calloutKind returns the kind of callout that an element is by its attributes,
// or "".
func (p *rawPage) calloutKind(at int32) string {
	switch p.nodes[at].tag {
	case tags.Div, tags.Aside, tags.Section, tags.Blockquote, tags.Details:
	default:
		return ""
	}
	if !p.tagSays(at, "callout", "admonition", "alert") {
		return ""
	}
	if kind := strings.ToLower(p.attr(at, "data-callout")); calloutKinds[kind] {
		return kind
	}
	classes := strings.Fields(strings.ToLower(p.attr(at, "class")))
	named := false
	for _, class := range classes {
		named = named || class == "callout" || class == "admonition"
		for _, prefix := range calloutPrefixes {
			if kind, found := strings.CutPrefix(class, prefix); found && calloutKinds[kind] {
				return kind
			}
		}
	}
	for _, class := range classes {
		if named && calloutKinds[class] {
			return class
		}
	}
	return ""
}

// calloutTitle returns the element that the kept text of a callout begins with, if
// its class says that it is the title, or none.
func (p *rawPage) calloutTitle(at int32) int32 {
	for i := range p.inside(at) {
		n := &p.nodes[i]
		if n.tag == tags.None && n.flags&kept != 0 {
			return none
		}
		if n.tag == tags.None || n.flags&holds == 0 || !p.tagSays(i, "title", "heading") {
			continue
		}
		for _, class := range strings.Fields(strings.ToLower(p.attr(i, "class"))) {
			if strings.HasSuffix(class, "-title") || strings.HasSuffix(class, "-heading") {
				return i
			}
		}
	}
	return none
}

// commentWords are the ids and classes of the elements that hold what readers
// wrote about the page.
var commentWords = wordSet("comments comment-list commentlist comments-list comments-area comment-area commentarea" +
	" comment-section comments-section comments-container comments-wrapper comment-wrapper comments-block comment-thread" +
	" post-comments article-comments blog-comments user-comments usercomments reader-comments readers-comments" +
	" disqus_thread disqus-thread fb-comments")

// findComments finds the outermost elements that hold comments. One that has half
// of the kept text or more is the content of the page.
func (p *rawPage) findComments() {
	all := p.sums[0].kept
	for i := p.nodes[0].first; i != none; {
		n, s := &p.nodes[i], p.sums[i]
		if n.tag != tags.None && (s.kept == 0 || 2*s.kept < all && p.isComments(i)) {
			if s.kept > 0 {
				n.flags |= commented
			}
			i = p.after(i)
			continue
		}
		i = p.nextIn(i)
	}
}

// isComments reports whether an element says that it holds comments.
func (p *rawPage) isComments(at int32) bool {
	tag := p.nodes[at].tag
	if role := roleOf(tag); tag == tags.P || role != asBlock && role != asList || !p.tagSays(at, "omment", "disqus") {
		return false
	}
	if commentWords[strings.ToLower(p.attr(at, "id"))] {
		return true
	}
	for _, class := range strings.Fields(strings.ToLower(p.attr(at, "class"))) {
		if commentWords[class] {
			return true
		}
	}
	return false
}

// comments writes an element that holds comments as a branch of its own.
func (b *builder) comments(at int32) {
	b.p.nodes[at].flags &^= commented
	if b.container.Kind != Document {
		b.element(at)
		return
	}
	b.endLine()
	around := b.container
	branch := b.newNode(Comments, at)
	branch.Parent = around
	b.container = branch
	b.element(at)
	b.endLine()
	b.container = around
}
