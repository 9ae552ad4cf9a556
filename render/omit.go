package render

import (
	"strings"

	"github.com/seed42075109/justext/internal/tags"
)

// omit leaves out the tables and the comments of readers that the options do not
// want (docs/structure.md, "What can be left out").
func (p *rawPage) omit(options Options) {
	if !options.OmitTables && !options.OmitComments {
		return
	}
	for i := p.nodes[0].first; i != none; {
		isTable := options.OmitTables && p.nodes[i].tag == tags.Table && p.isData(i)
		if !isTable && !(options.OmitComments && p.isComments(i)) {
			i = p.nextIn(i)
			continue
		}
		for inner := range p.inside(i) {
			p.nodes[inner].flags &^= kept
		}
		i = p.after(i)
	}
}

// isComments reports whether an element holds the comments of readers, by its id
// or class.
func (p *rawPage) isComments(at int32) bool {
	switch p.nodes[at].tag {
	case tags.Div, tags.Section, tags.Aside, tags.Ol, tags.Ul, tags.Footer:
	default:
		return false
	}
	for _, name := range [...]string{"id", "class"} {
		for word := range strings.FieldsSeq(p.attr(at, name)) {
			if commentNames[strings.ToLower(word)] {
				return true
			}
		}
	}
	return false
}

// commentNames are ids and classes that blogs, forums and services give to the part
// of a page that has the comments.
var commentNames = wordSet("comments comment-list commentlist comments-list comments-area comment-area " +
	"comment-section comments-section comments-container comments-wrapper comments-block comment-wrapper " +
	"post-comments article-comments user-comments reader-comments readers-comments blog-comments " +
	"disqus_thread disqus-thread fb-comments respond usercomments")
