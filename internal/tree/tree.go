// Package tree writes a tree of golang.org/x/net/html as a page, so that what reads pages
// can read trees too, and says which node each part of that page comes from.
package tree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// A Page is a tree as a page.
type Page struct {
	// Text is HTML in UTF-8. It has the elements of the tree with their tags and
	// attributes, and its texts. It does not have comments, the document type, or the
	// content of scripts and style sheets.
	Text []byte

	sources []source // in the order of Text; none overlaps another
}

// A source is the part of a page that comes from a text node, or the tag of an image.
type source struct {
	start, end int32
	node       *html.Node
}

// ErrNoNode is the error for a tree that is a nil pointer.
var ErrNoNode = errors.New("the node is nil")

// Write writes a node and what is below it as a page. It reads nothing else of the tree
// and changes nothing. Texts within the elements of hidden have no source.
//
// The work is bounded for any nodes, even if they refer to each other in a circle. Write
// stops with a *page.LimitError after options.MaxElements elements, and where the page
// would have more than options.MaxBytes bytes; a node that writes nothing counts as one of
// them. It also stops when ctx is done. The Page then has what came before.
func Write(ctx context.Context, root *html.Node, hidden *tags.Set, options *page.Options) (*Page, error) {
	w := &writer{hidden: hidden, maxElements: options.MaxElements, maxBytes: cmp.Or(options.MaxBytes, page.MaxPage)}
	if root == nil {
		return &w.page, ErrNoNode
	}
	return &w.page, w.walk(ctx, root)
}

// Nodes returns the nodes of a part of Text, from start to before end: the text nodes
// that are in it, other than those of white space, or the image whose tag it is.
func (p *Page) Nodes(start, end int32) []*html.Node { return p.AppendNodes(nil, start, end) }

// AppendNodes is like Nodes but appends the nodes to a list, without the first of them if
// the list already ends with it.
func (p *Page) AppendNodes(nodes []*html.Node, start, end int32) []*html.Node {
	first, _ := slices.BinarySearchFunc(p.sources, start, func(s source, at int32) int { return cmp.Compare(s.end, at+1) })
	for _, s := range p.sources[first:] {
		if s.start >= end {
			break
		}
		isImage := s.node.Type == html.ElementNode
		if isImage && (s.start != start || s.end != end) || len(nodes) > 0 && nodes[len(nodes)-1] == s.node {
			continue
		}
		nodes = append(nodes, s.node)
	}
	return nodes
}

// A writer writes a page.
type writer struct {
	page   Page
	levels []level
	hidden *tags.Set

	maxElements, maxBytes int
	elements              int  // and documents
	silent                int  // nodes that have written nothing
	full                  bool // something had no room
}

// A level is an element or document whose children are being written.
type level struct {
	node, next *html.Node // the node, and its child that comes next
	tag        tags.Tag
	end        bool // it has an end tag
	hidden     bool // it, or an element around it, is one of writer.hidden
}

// walk writes a tree. It has no recursion, so that a deep tree needs no deep stack.
func (w *writer) walk(ctx context.Context, root *html.Node) error {
	err := w.begin(root)
	for n := 1; err == nil && len(w.levels) > 0; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return fmt.Errorf("stopped in the tree, after %d bytes: %w", len(w.page.Text), ctx.Err())
		}
		top := &w.levels[len(w.levels)-1]
		next := top.next
		if next == nil {
			err = w.end(*top)
			w.levels = w.levels[:len(w.levels)-1]
			continue
		}
		top.next = next.NextSibling
		err = w.begin(next)
	}
	return err
}

// begin writes a text, or the start tag of an element. Of a text that is too long there is
// as much as there is room for, and of a tag nothing.
func (w *writer) begin(n *html.Node) error {
	before := len(w.page.Text)
	switch n.Type {
	case html.TextNode, html.RawNode:
		w.text(n)
	case html.ElementNode, html.DocumentNode:
		if w.elements++; w.maxElements > 0 && w.elements > w.maxElements {
			return &page.LimitError{Limit: "MaxElements", Value: w.maxElements, Offset: before}
		}
		w.beginElement(n)
		if w.full {
			w.page.Text = w.page.Text[:before]
		}
	}
	if len(w.page.Text) == before {
		w.silent++
	}
	return w.check()
}

// end writes the end tag of an element, if it has one.
func (w *writer) end(l level) error {
	before := len(w.page.Text)
	if l.end {
		w.write("</")
		w.write(l.node.Data)
		w.write(">")
		if w.full {
			w.page.Text = w.page.Text[:before]
		}
	}
	return w.check()
}

// check returns an error if the page is full.
func (w *writer) check() error {
	if !w.full && len(w.page.Text)+w.silent <= w.maxBytes {
		return nil
	}
	return &page.LimitError{Limit: "MaxBytes", Value: w.maxBytes, Offset: len(w.page.Text)}
}

// room returns how many bytes may still be written.
func (w *writer) room() int { return max(0, w.maxBytes-w.silent-len(w.page.Text)) }

func (w *writer) beginElement(n *html.Node) {
	around := w.top()
	l := level{node: n, next: n.FirstChild, hidden: around.hidden}
	if n.Type == html.ElementNode && isTagName(n.Data) {
		l.tag = tags.Known([]byte(n.Data))
		l.end = !tags.Void.Has(l.tag)
		l.hidden = around.hidden || w.hidden.Has(l.tag)
		w.startTag(n, l.tag)
	}
	if l.tag == tags.Script || l.tag == tags.Style {
		l.next = nil
	}
	w.levels = append(w.levels, l)
}

func (w *writer) startTag(n *html.Node, tag tags.Tag) {
	start := len(w.page.Text)
	w.write("<")
	w.write(n.Data)
	for _, a := range n.Attr {
		if a.Namespace == "" && isAttributeName(a.Key) {
			w.write(" ")
			w.write(a.Key)
			w.write(`="`)
			w.escape(a.Val)
			w.write(`"`)
		}
	}
	w.write(">")
	if !w.full && (tag == tags.Img || tag == tags.Image) {
		w.note(start, n)
	}
	if eatsNewline.Has(tag) && n.FirstChild != nil && strings.HasPrefix(n.FirstChild.Data, "\n") {
		w.write("\n")
	}
}

// eatsNewline are the elements at whose beginning a parser leaves out a line feed (HTML
// standard, 13.2.6.4.7).
var eatsNewline = tags.Of(tags.Listing, tags.Pre, tags.Textarea)

// rawTexts are the elements whose content the parser keeps as one text, which is markup:
// noscript if scripting is on, as it is by default, and the others always (HTML standard,
// 13.2.6.4.7).
var rawTexts = tags.Of(tags.Iframe, tags.Noembed, tags.Noframes, tags.Noscript, tags.Plaintext, tags.Xmp)

// text writes a text. One that is markup is written as it is.
func (w *writer) text(n *html.Node) {
	around := w.top()
	start := len(w.page.Text)
	if n.Type == html.RawNode || rawTexts.Has(around.tag) && n.PrevSibling == nil && n.NextSibling == nil {
		w.write(n.Data)
	} else {
		w.escape(n.Data)
	}
	if !around.hidden && strings.Trim(n.Data, " \t\n\f\r") != "" {
		w.note(start, n)
	}
}

// note notes that what has been written since start comes from a node.
func (w *writer) note(start int, n *html.Node) {
	if end := len(w.page.Text); start < end {
		w.page.sources = append(w.page.sources, source{int32(start), int32(end), n})
	}
}

// top returns the innermost level.
func (w *writer) top() level {
	if len(w.levels) == 0 {
		return level{}
	}
	return w.levels[len(w.levels)-1]
}

// escape writes a text as an HTML parser reads it, in an element or as the value of an
// attribute.
func (w *writer) escape(s string) {
	for !w.full {
		i := strings.IndexAny(s, `&<"`)
		if i < 0 {
			break
		}
		w.write(s[:i])
		switch s[i] {
		case '&':
			w.whole("&amp;")
		case '<':
			w.whole("&lt;")
		default:
			w.whole("&#34;")
		}
		s = s[i+1:]
	}
	w.write(s)
}

// whole writes s, or nothing of it.
func (w *writer) whole(s string) {
	if w.full = w.full || len(s) > w.room(); !w.full {
		w.page.Text = append(w.page.Text, s...)
	}
}

// write writes s as valid UTF-8, or what there is room for.
func (w *writer) write(s string) {
	if w.full {
		return
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	if room := w.room(); len(s) > room {
		for room > 0 && !utf8.RuneStart(s[room]) {
			room--
		}
		s, w.full = s[:room], true
	}
	w.page.Text = append(w.page.Text, s...)
}

// ends are the characters that end a name in a tag.
const ends = " \t\n\f\r/>"

// isTagName reports whether an element of this name can be written as a tag. The parser
// makes no others.
func isTagName(s string) bool {
	return s != "" && ascii.IsLetter(s[0]) && !strings.ContainsAny(s, ends)
}

// isAttributeName reports whether an attribute of this name can be written.
func isAttributeName(s string) bool {
	return s != "" && !strings.ContainsAny(s, ends+"=")
}
