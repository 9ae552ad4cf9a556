// Package tree writes a tree of golang.org/x/net/html as a page, so that what reads pages
// can read trees too, and says which node each part of that page comes from.
package tree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// A Page is a tree as a page.
type Page struct {
	// Text is HTML in UTF-8. It has the elements of the tree with their attributes, and
	// its texts. It does not have what no method reads: comments, the document type, the
	// content of scripts and style sheets, and attributes that hold addresses or code; of the
	// head it has the JSON-LD and the address of the page.
	Text []byte

	sources []source // in the order of Text; none overlaps another
}

// A source is the part of a page that comes from a text node, or the tag of an image.
type source struct {
	Span
	node   *html.Node
	hidden bool // it is within one of the hidden elements
}

// ErrNoNode is the error for a tree that is a nil pointer.
var ErrNoNode = errors.New("the node is nil")

// Write writes a node and what is below it as a page. It reads nothing else of the tree
// and changes nothing. hidden are the elements whose text is in no span as a rule.
//
// The work is bounded for any nodes, even if they refer to each other in a circle. Write
// stops with a *page.LimitError after options.MaxElements elements, and where the page
// would have more than options.MaxBytes bytes; a node that writes nothing counts as one of
// them. It also stops when ctx is done. The Page then has what came before.
func Write(ctx context.Context, root *html.Node, hidden *tags.Set, options *page.Options) (*Page, error) {
	const first = 32 << 10 // bytes
	w := &writer{page: Page{Text: make([]byte, 0, first)}, hidden: hidden, maxElements: options.MaxElements, maxBytes: cmp.Or(options.MaxBytes, page.MaxPage)}
	if root == nil {
		return &w.page, ErrNoNode
	}
	return &w.page, w.walk(ctx, root)
}

// A Span is a part of Page.Text, from Start to before End.
type Span struct{ Start, End int32 }

// Nodes returns, for each span, the nodes that it comes from, in document order: the text
// nodes that are in it, other than those of white space, or the image whose tag it is. Text
// nodes within hidden elements count only where there are no others: where a page is nested
// beyond a limit, such text is read as that of the elements around. The lists share memory;
// those of equal spans that follow one another are one list.
func (p *Page) Nodes(spans []Span) [][]*html.Node {
	if len(spans) == 0 {
		return nil
	}
	lists, all := make([][]*html.Node, len(spans)), make([]*html.Node, 0, len(p.sources))
	for i, span := range spans {
		if i > 0 && span == spans[i-1] {
			lists[i] = lists[i-1]
			continue
		}
		first := len(all)
		all = p.appendNodes(all, span)
		lists[i] = all[first:len(all):len(all)]
	}
	return lists
}

func (p *Page) appendNodes(nodes []*html.Node, span Span) []*html.Node {
	all := p.sources[sort.Search(len(p.sources), func(i int) bool { return p.sources[i].End > span.Start }):]
	all = all[:sort.Search(len(all), func(i int) bool { return all[i].Start >= span.End })]
	found := nodes
	for _, hidden := range [...]bool{false, true} {
		for i := range all {
			if s := &all[i]; s.hidden == hidden && (s.node.Type != html.ElementNode || s.Span == span) {
				found = append(found, s.node)
			}
		}
		if len(found) > len(nodes) {
			break
		}
	}
	return found
}

// A writer writes a page.
type writer struct {
	page   Page
	levels []level
	hidden *tags.Set

	maxElements, maxBytes int
	elements              int  // and documents within the tree
	silent                int  // nodes that have written nothing
	full                  bool // something had no room
	hasText               bool // there was a text
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
		if len(w.levels) > 0 || n.Type == html.ElementNode {
			w.elements++
		}
		if w.maxElements > 0 && w.elements > w.maxElements {
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
		l.hidden = around.hidden || w.hidden.Has(l.tag) && !isShadow(n)
		w.startTag(n, l.tag)
	}
	if l.tag == tags.Script || l.tag == tags.Style {
		l.next = nil
	}
	if l.tag == tags.Script && around.tag == tags.Head {
		w.schema(n)
	}
	w.levels = append(w.levels, l)
}

// schema writes the content of a script that says what the page is about, JSON-LD.
func (w *writer) schema(n *html.Node) {
	content := n.FirstChild
	if !hasAttribute(n, "type", "application/ld+json") || content == nil || content.Type != html.TextNode {
		return
	}
	data := content.Data
	if strings.Contains(data, "<!--") || len(data) > markup.RawTextEnd([]byte(data), 0, "script") {
		return // it would not end where it ends
	}
	w.write(data)
}

// hasAttribute reports whether an element has an attribute with a value, in capitals or not.
func hasAttribute(n *html.Node, key, value string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key && strings.EqualFold(a.Val, value) })
}

// isShadow reports whether an element is a template that is shown, since it is the shadow
// tree of its parent (HTML standard, 4.12.3).
func isShadow(n *html.Node) bool {
	return n.Data == "template" && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "shadowrootmode" })
}

func (w *writer) startTag(n *html.Node, tag tags.Tag) {
	start := len(w.page.Text)
	w.write("<")
	w.write(n.Data)
	isAddress := n.Data == "link" && hasAttribute(n, "rel", "canonical")
	for _, a := range n.Attr {
		if a.Namespace == "" && isAttributeName(a.Key) && (!isUnread(a.Key) || isAddress && a.Key == "href") {
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
	data := n.Data
	if !w.hasText {
		data, w.hasText = strings.TrimPrefix(data, "\ufeff"), true // a byte order mark
	}
	if n.Type == html.RawNode || rawTexts.Has(around.tag) && n.PrevSibling == nil && n.NextSibling == nil {
		w.write(data)
	} else {
		w.escape(data)
	}
	if strings.Trim(n.Data, " \t\n\f\r") != "" {
		w.note(start, n)
	}
}

// note notes that what has been written since start comes from a node.
func (w *writer) note(start int, n *html.Node) {
	if end := len(w.page.Text); start < end {
		w.page.sources = append(w.page.sources, source{Span{int32(start), int32(end)}, n, w.top().hidden})
	}
}

// top returns the innermost level.
func (w *writer) top() level {
	if len(w.levels) == 0 {
		return level{}
	}
	return w.levels[len(w.levels)-1]
}

// references are the character references for what would end a text or a value.
var references = [256]string{'&': "&amp;", '<': "&lt;", '"': "&#34;"}

// escape writes a text as an HTML parser reads it, in an element or as the value of an
// attribute.
func (w *writer) escape(s string) {
	from := 0
	for i := 0; i < len(s) && !w.full; i++ {
		if reference := references[s[i]]; reference != "" {
			w.write(s[from:i])
			w.whole(reference)
			from = i + 1
		}
	}
	w.write(s[from:])
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

// isAttributeName reports whether all parsers read an attribute of this name. The parser of
// the tree also makes others, of quotes and tags that are never closed.
func isAttributeName(s string) bool {
	return s != "" && !strings.ContainsAny(s, ends+"=<\"'")
}

// isUnread reports whether no method reads an attribute of this name. Their values make up
// much of a page.
func isUnread(s string) bool {
	switch s {
	case "href", "src", "srcset", "style":
		return true
	}
	return strings.HasPrefix(s, "data-") || strings.HasPrefix(s, "on")
}
