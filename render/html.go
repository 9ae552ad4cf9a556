package render

import (
	"io"
	"strconv"
	"strings"
)

// HTMLOptions say how HTML is written.
type HTMLOptions struct {
	// Links are inline unless they are LinksOmitted.
	Links      LinkStyle
	OmitImages bool // leave out images, and what has nothing but images
	TopLevel   int  // as in MarkdownOptions

	// Offsets gives the element of each block and cell the attributes data-start
	// and data-end, its byte range in the page.
	Offsets bool
}

// HTML writes a tree as a fragment of HTML: elements for the kinds of nodes, and
// no others; no styles, scripts or handlers, and no address with a scheme that
// could run anything. Each block is on lines of its own.
func HTML(w io.Writer, tree *Tree, options HTMLOptions) error {
	h := htmlWriter{output: newOutput(w), options: options}
	h.children(tree.root())
	return h.close()
}

type htmlWriter struct {
	output
	options HTMLOptions
}

// elementNames are the elements of the kinds that have one, whatever the node.
var elementNames = [numKinds]string{
	Paragraph: "p", Item: "li", Definitions: "dl", Term: "dt", Details: "dd", Table: "table", Row: "tr", Quote: "blockquote",
	Figure: "figure", Footnotes: "section", Note: "li",
	Emphasis: "em", Strong: "strong", Strike: "del", Sub: "sub", Sup: "sup", CodeSpan: "code",
}

func (h *htmlWriter) children(n *Node) {
	for c := range n.Children() {
		h.node(c)
	}
}

// node writes a node.
func (h *htmlWriter) node(n *Node) {
	if h.options.OmitImages && hasOnlyImages(n) {
		return
	}
	switch n.Kind {
	case Heading:
		h.element(n, "h"+strconv.Itoa(headingLevel(n, h.options.TopLevel)))
	case Paragraph, Term:
		h.element(n, elementNames[n.Kind])
	case List:
		h.list(n)
	case Comments:
		h.open(n, "section")
		h.addAttr(` class="`, "comments")
		h.blocksIn(n, "section")
	case Quote:
		h.open(n, "blockquote")
		if n.Info != "" {
			h.addAttr(` data-callout="`, n.Info)
		}
		h.blocksIn(n, "blockquote")
	case Item, Definitions, Details, Figure:
		h.container(n, elementNames[n.Kind])
	case Table:
		h.container(n, "table")
	case Row:
		h.row(n)
		h.out = append(h.out, '\n')
	case Caption:
		name := "figcaption"
		if n.Parent != nil && n.Parent.Kind == Table {
			name = "caption"
		}
		h.element(n, name)
	case Preformatted:
		h.code(n)
	case Rule:
		h.open(n, "hr")
		h.out = append(h.out, '\n')
	case Footnotes:
		h.footnotes(n)
	default:
		h.inlineNode(n)
		return
	}
	h.flush()
}

// inlineNode writes an inline.
func (h *htmlWriter) inlineNode(n *Node) {
	switch n.Kind {
	case Text:
		h.text(n.Text)
	case Emphasis, Strong, Strike, Sub, Sup:
		h.inline(n, elementNames[n.Kind])
	case CodeSpan:
		h.out = append(h.out, "<code>"...)
		h.text(n.Text)
		h.out = append(h.out, "</code>"...)
	case Link:
		h.link(n)
	case Image:
		h.image(n)
	case Math:
		h.math(n)
	case Break:
		h.out = append(h.out, "<br>"...)
	case NoteRef:
		h.noteRef(n)
	}
}

// open writes the start tag of a block.
func (h *htmlWriter) open(n *Node, name string) {
	h.out = append(append(h.out, '<'), name...)
	if h.options.Offsets {
		h.out = append(h.out, ` data-start="`...)
		h.out = strconv.AppendInt(h.out, int64(n.Start), 10)
		h.out = append(h.out, `" data-end="`...)
		h.out = strconv.AppendInt(h.out, int64(n.End), 10)
		h.out = append(h.out, '"')
	}
	h.out = append(h.out, '>')
}

func (h *htmlWriter) end(name string) {
	h.out = append(append(append(h.out, "</"...), name...), '>')
}

// element writes a block that has inlines.
func (h *htmlWriter) element(n *Node, name string) {
	h.open(n, name)
	h.children(n)
	h.end(name)
	h.out = append(h.out, '\n')
}

// container writes a block that has blocks.
func (h *htmlWriter) container(n *Node, name string) {
	h.open(n, name)
	h.blocksIn(n, name)
}

// blocksIn writes the blocks in a node and the end tag of its element.
func (h *htmlWriter) blocksIn(n *Node, name string) {
	h.out = append(h.out, '\n')
	h.children(n)
	h.end(name)
	h.out = append(h.out, '\n')
}

func (h *htmlWriter) inline(n *Node, name string) {
	h.out = append(append(append(h.out, '<'), name...), '>')
	h.children(n)
	h.end(name)
}

func (h *htmlWriter) list(n *Node) {
	name := "ul"
	if n.Ordered {
		name = "ol"
	}
	h.open(n, name)
	if n.Ordered && n.Number != 1 {
		h.addAttr(` start="`, strconv.Itoa(int(n.Number)))
	}
	h.out = append(h.out, '\n')
	h.children(n)
	h.end(name)
	h.out = append(h.out, '\n')
}

// addAttr adds an attribute to the start tag that was written last. before has
// the name, with a space before and the quote after it.
func (h *htmlWriter) addAttr(before, value string) {
	h.out = append(h.out[:len(h.out)-1], before...)
	h.attribute(value)
	h.out = append(h.out, `">`...)
}

func (h *htmlWriter) row(n *Node) {
	h.open(n, "tr")
	for cell := range n.Children() {
		name := "td"
		if cell.Header {
			name = "th"
		}
		h.open(cell, name)
		if cell.ColSpan > 1 {
			h.addAttr(` colspan="`, strconv.Itoa(int(cell.ColSpan)))
		}
		if cell.RowSpan > 1 {
			h.addAttr(` rowspan="`, strconv.Itoa(int(cell.RowSpan)))
		}
		h.children(cell)
		h.end(name)
	}
	h.end("tr")
}

// code writes preformatted text. The parser drops a line feed right after the
// start tag, so that one of the text's own would be lost.
func (h *htmlWriter) code(n *Node) {
	h.open(n, "pre")
	h.out = append(h.out, "<code"...)
	if n.Info != "" {
		h.out = append(h.out, ` class="language-`...)
		h.attribute(n.Info)
		h.out = append(h.out, '"')
	}
	h.out = append(h.out, '>')
	h.text(n.Text)
	h.out = append(h.out, "</code></pre>\n"...)
}

func (h *htmlWriter) link(n *Node) {
	if h.options.Links == LinksOmitted {
		h.children(n)
		return
	}
	h.out = append(h.out, `<a href="`...)
	h.attribute(n.Target)
	h.out = append(h.out, `">`...)
	h.children(n)
	h.end("a")
}

func (h *htmlWriter) image(n *Node) {
	h.out = append(h.out, `<img src="`...)
	h.attribute(n.Target)
	h.out = append(h.out, `" alt="`...)
	h.attribute(n.Text)
	h.out = append(h.out, `">`...)
}

// math writes a formula as its TeX in an element with the class math-tex.
func (h *htmlWriter) math(n *Node) {
	class := "math-tex"
	if n.Display {
		class = "math-tex display"
	}
	h.out = append(append(append(h.out, `<span class="`...), class...), `">`...)
	h.text(n.Text)
	h.end("span")
}

func (h *htmlWriter) noteRef(n *Node) {
	number := strconv.Itoa(int(n.Number))
	h.out = append(h.out, `<sup><a href="#note-`+number+`" role="doc-noteref">`+number+`</a></sup>`...)
}

func (h *htmlWriter) footnotes(n *Node) {
	h.open(n, "section")
	h.addAttr(` role="`, "doc-endnotes")
	h.out = append(h.out, "\n<ol>\n"...)
	for note := range n.Children() {
		h.open(note, "li")
		h.addAttr(` id="note-`, strconv.Itoa(int(note.Number)))
		h.out = append(h.out, '\n')
		h.children(note)
		h.out = append(h.out, "</li>\n"...)
	}
	h.out = append(h.out, "</ol>\n</section>\n"...)
}

// text writes text of an element.
func (h *htmlWriter) text(s string) { h.out = appendEscaped(h.out, s, false) }

// attribute writes the value of an attribute in double quotes.
func (h *htmlWriter) attribute(s string) { h.out = appendEscaped(h.out, s, true) }

// appendEscaped appends text as HTML or XML.
func appendEscaped(out []byte, s string, quotes bool) []byte {
	for {
		i := strings.IndexAny(s, "&<>\"")
		if i < 0 {
			return append(out, s...)
		}
		out = append(out, s[:i]...)
		switch s[i] {
		case '&':
			out = append(out, "&amp;"...)
		case '<':
			out = append(out, "&lt;"...)
		case '>':
			out = append(out, "&gt;"...)
		case '"':
			if quotes {
				out = append(out, "&quot;"...)
			} else {
				out = append(out, '"')
			}
		}
		s = s[i+1:]
	}
}
