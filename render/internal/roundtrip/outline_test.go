package roundtrip

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/render"
)

// An outline is a tree as text, a line for each node, indented by its depth. Both
// the tree and what a parser makes of it are written in this form.
type outline struct {
	b     strings.Builder
	depth int
	text  strings.Builder // text that has not been written yet
}

func (o *outline) line(format string, args ...any) {
	o.flush()
	o.b.WriteString(strings.Repeat(" ", o.depth))
	fmt.Fprintf(&o.b, format, args...)
	o.b.WriteByte('\n')
}

// flush writes the text since the last line.
func (o *outline) flush() {
	if o.text.Len() > 0 {
		text := o.text.String()
		o.text.Reset()
		o.line("text %q", text)
	}
}

func (o *outline) in(within func()) {
	o.flush()
	o.depth++
	within()
	o.flush()
	o.depth--
}

// A form is what a format can say of a tree.
type form struct {
	markdown bool
}

// ofTree writes a tree as a format has it. Markdown has no captions, definitions
// or figures, and the first row of a table is its header.
func ofTree(n *render.Node, f form) string {
	var o outline
	o.children(n, f)
	o.flush()
	return o.b.String()
}

func (o *outline) children(n *render.Node, f form) {
	for c := range n.Children() {
		o.node(c, f)
	}
}

func (o *outline) node(n *render.Node, f form) {
	within := func() { o.children(n, f) }
	switch n.Kind {
	case render.Text:
		o.text.WriteString(n.Text)
	case render.Heading:
		o.line("heading %d", n.Level)
		o.in(within)
	case render.List:
		if n.Ordered {
			o.line("list from %d", n.Number)
		} else {
			o.line("list")
		}
		o.in(within)
	case render.Table:
		o.table(n, f)
	case render.Preformatted:
		o.line("preformatted %q %q", n.Info, n.Text)
	case render.Quote:
		o.quote(n, f)
	case render.Figure, render.Definitions, render.Details, render.Comments:
		if f.markdown {
			within()
			return
		}
		o.line("%v", n.Kind)
		o.in(within)
	case render.Caption, render.Term:
		name := n.Kind.String()
		if f.markdown {
			name = "paragraph"
		}
		o.line("%s", name)
		o.in(within)
	case render.Note, render.NoteRef:
		o.line("%v %d", n.Kind, n.Number)
		o.in(within)
	case render.CodeSpan:
		o.line("code %q", n.Text)
	case render.Link:
		o.line("link %q", address(n.Target))
		o.in(within)
	case render.Image:
		o.line("image %q %q", address(n.Target), n.Text)
	case render.Math:
		o.math(n, f)
	default:
		o.line("%v", n.Kind)
		o.in(within)
	}
}

// quote writes a quote. In Markdown the kind of a callout is text before its title.
func (o *outline) quote(n *render.Node, f form) {
	switch {
	case n.Info == "":
		o.line("quote")
	case !f.markdown:
		o.line("quote %q", n.Info)
	default:
		o.line("quote")
		o.in(func() {
			first := n.FirstChild
			o.line("paragraph")
			o.in(func() {
				o.text.WriteString("[!" + n.Info + "]")
				if first != nil && first.Header {
					o.text.WriteString(" ")
					o.children(first, f)
					first = first.NextSibling
				}
			})
			for ; first != nil; first = first.NextSibling {
				o.node(first, f)
			}
		})
		return
	}
	o.in(func() { o.children(n, f) })
}

// math writes a formula. In Markdown, TeX with a dollar sign is code, and spaces
// and bars may differ.
func (o *outline) math(n *render.Node, f form) {
	switch {
	case f.markdown && strings.Contains(n.Text, "$"):
		o.line("code %q", n.Text)
	case f.markdown:
		o.line("math %v %q", n.Display, bare(n.Text))
	default:
		o.line("math %v %q", n.Display, n.Text)
	}
}

// bare returns TeX without what may differ.
func bare(tex string) string {
	return strings.NewReplacer(" ", "", `\Vert`, "|", `\vert`, "|", `\|`, "|").Replace(tex)
}

func (o *outline) table(n *render.Node, f form) {
	caption := n.FirstChild
	if caption != nil && caption.Kind != render.Caption {
		caption = nil
	}
	if f.markdown && caption != nil {
		o.node(caption, f)
	}
	o.line("table")
	o.in(func() {
		if !f.markdown && caption != nil {
			o.node(caption, f)
		}
		merged, columns := false, 0
		for row := range n.Children() {
			cells := 0
			for cell := range row.Children() {
				if row.Kind == render.Row {
					cells++
					merged = merged || cell.ColSpan > 1 || cell.RowSpan > 1
				}
			}
			columns = max(columns, cells)
		}
		first := true
		for row := range n.Children() {
			if row.Kind != render.Row {
				continue
			}
			o.line("row")
			pipes := f.markdown && !merged
			o.in(func() { o.row(row, f, pipes, first, columns) })
			first = false
		}
	})
}

func (o *outline) row(row *render.Node, f form, pipes, first bool, columns int) {
	for cell := range row.Children() {
		header := cell.Header
		if pipes {
			header = first
		}
		o.line("cell %v %d %d", header, cell.ColSpan, cell.RowSpan)
		o.in(func() { o.children(cell, form{markdown: pipes}) })
		columns--
	}
	for pipes && columns > 0 {
		o.line("cell %v 1 1", first)
		columns--
	}
}

// ofHTML writes what an HTML parser has found, in the form of a tree. An element
// that the renderers do not write is an error in the outline.
func ofHTML(source string) string {
	doc, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return err.Error()
	}
	var o outline
	o.elements(body(doc))
	o.flush()
	return o.b.String()
}

func body(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "body" {
			return c
		}
		if found := body(c); found != nil {
			return found
		}
	}
	return nil
}

func (o *outline) elements(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		o.element(c)
	}
}

var plainNames = map[string]string{
	"p": "paragraph", "li": "item", "dl": "definitions", "dt": "term", "dd": "details", "figure": "figure",
	"figcaption": "caption", "caption": "caption", "hr": "rule", "em": "emphasis", "strong": "strong", "del": "strike", "sub": "sub", "sup": "sup",
	"br": "break", "tr": "row", "table": "table",
}

func (o *outline) element(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		o.words(n)
		return
	case html.ElementNode:
	default:
		o.line("unexpected %v %q", n.Type, n.Data)
		return
	}
	within := func() { o.elements(n) }
	class := attr(n, "class")
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		o.line("heading %c", n.Data[1])
	case "ul":
		o.line("list")
	case "ol":
		start := attr(n, "start")
		if start == "" {
			start = "1"
		}
		o.line("list from %s", start)
	case "tbody", "thead":
		within()
		return
	case "td", "th":
		o.line("cell %v %d %d", n.Data == "th", number(attr(n, "colspan")), number(attr(n, "rowspan")))
	case "pre":
		code := n.FirstChild
		lang := strings.TrimPrefix(attr(code, "class"), "language-")
		o.line("preformatted %q %q", lang, strings.TrimSuffix(textOf(code), "\n"))
		return
	case "code":
		o.line("code %q", textOf(n))
		return
	case "a":
		o.line("link %q", address(attr(n, "href")))
	case "img":
		o.line("image %q %q", address(attr(n, "src")), attr(n, "alt"))
	case "span":
		if class != "math-tex" && class != "math-tex display" {
			o.line("unexpected span %q", class)
			return
		}
		o.line("math %v %q", class == "math-tex display", textOf(n))
		return
	case "blockquote":
		if kind := attr(n, "data-callout"); kind != "" {
			o.line("quote %q", kind)
		} else {
			o.line("quote")
		}
	case "section", "div":
		if class == "comments" {
			o.line("comments")
			o.in(within)
			return
		}
		if attr(n, "role") != "doc-endnotes" && class != "footnotes" {
			o.line("unexpected %s", n.Data)
			return
		}
		o.line("footnotes")
		o.in(func() { o.notes(n) })
		return
	default:
		name := plainNames[n.Data]
		if name == "" {
			o.line("unexpected element %s", n.Data)
			return
		}
		if ref := noteRef(n); ref != "" {
			o.line("noteref %s", ref)
			return
		}
		o.line("%s", name)
	}
	if n.Data == "li" || n.Data == "dd" || n.Data == "blockquote" {
		within = func() { o.flow(n) }
	}
	o.in(within)
}

// flow writes the content of an element that has blocks. Inlines right in it are
// a paragraph: so goldmark writes the items of tight lists.
func (o *outline) flow(n *html.Node) {
	open := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		blank := c.Type == html.TextNode && strings.TrimSpace(c.Data) == ""
		if blank && !open {
			continue
		}
		isBlock := c.Type == html.ElementNode && (blocks[c.Data] || flowBlocks[c.Data])
		switch {
		case isBlock && open:
			o.flush()
			o.depth--
			open = false
		case !isBlock && !open:
			o.line("paragraph")
			o.depth++
			open = true
		}
		if c.Type == html.TextNode {
			data := strings.TrimPrefix(c.Data, "\n")
			if c.NextSibling == nil || blocks[c.NextSibling.Data] || flowBlocks[c.NextSibling.Data] {
				data = strings.TrimSuffix(data, "\n")
			}
			o.text.WriteString(data)
			continue
		}
		o.element(c)
	}
	if open {
		o.flush()
		o.depth--
	}
}

var flowBlocks = map[string]bool{
	"p": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "pre": true, "hr": true, "figcaption": true, "dt": true,
}

// address returns an address without escapes: Markdown needs more of them, also of a "%"
// that begins none.
func address(target string) string {
	parts := strings.Split(target, "%")
	for i, part := range parts[1:] {
		plain, err := url.PathUnescape("%" + part)
		if err != nil {
			plain = "%" + part
		}
		parts[i+1] = plain
	}
	return strings.Join(parts, "")
}

// notes writes the notes in the element of all footnotes.
func (o *outline) notes(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Data {
		case "ol":
			o.notes(c)
		case "li":
			o.line("note %s", strings.TrimPrefix(strings.TrimPrefix(attr(c, "id"), "note-"), "fn:"))
			o.in(func() { o.flow(c) })
		}
	}
}

// noteRef returns the number of the note that a sup element refers to, or "".
func noteRef(n *html.Node) string {
	if n.Data != "sup" || n.FirstChild == nil || n.FirstChild.Data != "a" {
		return ""
	}
	href := attr(n.FirstChild, "href")
	for _, prefix := range []string{"#note-", "#fn:"} {
		if number, ok := strings.CutPrefix(href, prefix); ok {
			return number
		}
	}
	return ""
}

// words writes text, apart from white space between blocks, and from the links
// back that goldmark adds to notes.
func (o *outline) words(n *html.Node) {
	text := n.Data
	if strings.TrimSpace(text) == "" && (n.Parent.Data == "body" || blocks[n.Parent.Data]) {
		return
	}
	o.text.WriteString(strings.TrimPrefix(text, "\n")) // after a br
}

var blocks = map[string]bool{
	"ul": true, "ol": true, "li": true, "dl": true, "dd": true, "blockquote": true, "figure": true, "table": true, "tbody": true,
	"thead": true, "tr": true, "section": true, "div": true,
}

func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(textOf(c))
	}
	return b.String()
}

func attr(n *html.Node, name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func number(s string) int {
	n := 1
	_, _ = fmt.Sscan(s, &n) // 1 if there is none
	return n
}
