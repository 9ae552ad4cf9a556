package render

import (
	"io"
	"strconv"

	"github.com/seed42075109/justext/internal/ascii"
)

// TEIOptions say how TEI is written.
type TEIOptions struct {
	// Links are inline unless they are LinksOmitted.
	Links      LinkStyle
	OmitImages bool // leave out images, and what has nothing but images

	// URL is the address of the page, for the description of the source.
	URL string
}

// TEI writes a tree as a document of TEI P5. Headings divide it into nested divs;
// a heading within a list, a quote, a figure or a note is a paragraph whose rend
// is its level. Notes stand in a div at the end, and ref elements point to them.
func TEI(w io.Writer, tree *Tree, options TEIOptions) error {
	t := teiWriter{htmlWriter: htmlWriter{output: newOutput(w)}, options: options}
	t.header(tree)
	t.body(tree.root())
	t.out = append(t.out, "</body>\n</text>\n</TEI>\n"...)
	return t.close()
}

// A teiWriter escapes text and attributes as an htmlWriter does.
type teiWriter struct {
	htmlWriter
	options TEIOptions
}

func (t *teiWriter) header(tree *Tree) {
	t.out = append(t.out, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
		`<TEI xmlns="http://www.tei-c.org/ns/1.0">`+"\n<teiHeader>\n<fileDesc>\n<titleStmt>\n<title>"...)
	t.text(tree.Title)
	t.out = append(t.out, "</title>\n</titleStmt>\n<publicationStmt>\n<p>Extracted from a web page</p>\n</publicationStmt>\n<sourceDesc>\n<p>"...)
	if t.options.URL != "" {
		t.out = append(t.out, `<ref target="`...)
		t.attribute(t.options.URL)
		t.out = append(t.out, `"/>`...)
	}
	t.out = append(t.out, "</p>\n</sourceDesc>\n</fileDesc>\n</teiHeader>\n<text"...)
	if isLanguageTag(tree.Lang) {
		t.out = append(append(append(t.out, ` xml:lang="`...), tree.Lang...), '"')
	}
	t.out = append(t.out, ">\n<body>\n"...)
}

// isLanguageTag reports whether a text is a language in XML Schema.
func isLanguageTag(s string) bool {
	length, first := 0, true
	for i := range len(s) {
		switch c := s[i]; {
		case c == '-' && length > 0:
			length, first = 0, false
			continue
		case ascii.IsLetter(c), ascii.IsDigit(c) && !first:
		default:
			return false
		}
		if length++; length > 8 {
			return false
		}
	}
	return length > 0
}

// isEmpty reports whether nothing is written of a block or an inline.
func (t *teiWriter) isEmpty(n *Node) bool { return t.options.OmitImages && hasOnlyImages(n) }

// body writes the blocks of the document, in a div for each heading within those
// of the headings above it.
func (t *teiWriter) body(root *Node) {
	var open []uint8 // the levels of the open divs; 0 before the first heading
	closed := false  // the last block was a div of its own: only a div may follow
	for n := range root.Children() {
		switch {
		case t.isEmpty(n):
			continue
		case n.Kind == Comments:
			t.blocksIn(`div type="comments"`, "div", n)
			closed = true
			continue
		case n.Kind == Heading || n.Kind == Footnotes:
			level := n.Level // 0 of the notes
			for len(open) > 0 && (open[len(open)-1] >= level || open[len(open)-1] == 0) {
				open = t.endDiv(open)
			}
			open = append(open, level)
		case len(open) == 0 || closed:
			open = append(open, 0)
			t.out = append(t.out, "<div>\n"...)
		}
		closed = false
		t.top(n)
		t.flush()
	}
	if len(open) == 0 && !closed { // nothing was written
		t.out = append(t.out, "<div/>\n"...)
	}
	for len(open) > 0 {
		open = t.endDiv(open)
	}
}

func (t *teiWriter) endDiv(open []uint8) []uint8 {
	t.out = append(t.out, "</div>\n"...)
	return open[:len(open)-1]
}

// top writes a block of the document.
func (t *teiWriter) top(n *Node) {
	switch n.Kind {
	case Heading:
		t.out = append(t.out, "<div>\n"...)
		t.line("head", "", n)
	case Footnotes:
		t.out = append(t.out, `<div type="notes">`+"\n"...)
		for note := range n.Children() {
			number := strconv.Itoa(int(note.Number))
			t.blocksIn(`note xml:id="note-`+number+`" n="`+number+`"`, "note", note)
		}
	default:
		t.block(n)
	}
}

// block writes a block within another, or one that is no heading.
func (t *teiWriter) block(n *Node) {
	if t.isEmpty(n) {
		return
	}
	switch n.Kind {
	case Heading:
		t.line("p", ` rend="h`+strconv.Itoa(int(n.Level))+`"`, n)
	case Paragraph:
		t.line("p", "", n)
	case List:
		t.list(n)
	case Definitions:
		t.definitions(n)
	case Table:
		t.table(n)
	case Preformatted:
		t.out = append(t.out, `<ab type="code" xml:space="preserve"><code`...)
		if n.Info != "" {
			t.out = append(t.out, ` lang="`...)
			t.attribute(n.Info)
			t.out = append(t.out, '"')
		}
		t.out = append(t.out, '>')
		t.text(n.Text)
		t.out = append(t.out, "</code></ab>\n"...)
	case Quote:
		start := "quote"
		if n.Info != "" {
			start += ` type="` + n.Info + `"`
		}
		t.blocksIn(start, "quote", n)
	case Figure:
		t.blocksIn("figure", "figure", n)
	case Caption:
		t.line("head", "", n)
	case Rule:
		t.out = append(t.out, `<milestone unit="section" rend="rule"/>`+"\n"...)
	}
}

// line writes a block that has inlines.
func (t *teiWriter) line(name, attributes string, n *Node) {
	t.out = append(append(append(append(t.out, '<'), name...), attributes...), '>')
	t.inlines(n)
	t.end(name)
	t.out = append(t.out, '\n')
}

// blocksIn writes an element that has blocks.
func (t *teiWriter) blocksIn(start, name string, n *Node) {
	t.out = append(append(append(t.out, '<'), start...), ">\n"...)
	for c := range n.Children() {
		t.block(c)
	}
	t.end(name)
	t.out = append(t.out, '\n')
}

func (t *teiWriter) list(n *Node) {
	rend := "bulleted"
	if n.Ordered {
		rend = "numbered"
	}
	t.out = append(t.out, `<list rend="`+rend+`">`+"\n"...)
	number := n.Number
	for item := range n.Children() {
		if t.isEmpty(item) {
			continue
		}
		start := "item"
		if n.Ordered {
			start += ` n="` + strconv.Itoa(int(number)) + `"`
			number++
		}
		t.blocksIn(start, "item", item)
	}
	t.out = append(t.out, "</list>\n"...)
}

// definitions writes a list of definitions: each label has one item after it.
func (t *teiWriter) definitions(n *Node) {
	t.out = append(t.out, `<list type="gloss">`+"\n"...)
	inItem, label := false, false
	for c := range n.Children() {
		if t.isEmpty(c) {
			continue
		}
		if inItem && c.Kind == Term {
			t.out = append(t.out, "</item>\n"...)
			inItem = false
		}
		if c.Kind == Term {
			if label {
				t.out = append(t.out, "<item/>\n"...)
			}
			t.line("label", "", c)
			label = true
			continue
		}
		if !inItem {
			if !label {
				t.out = append(t.out, "<label/>\n"...)
			}
			t.out = append(t.out, "<item>\n"...)
			inItem, label = true, false
		}
		for b := range c.Children() {
			t.block(b)
		}
	}
	switch {
	case inItem:
		t.out = append(t.out, "</item>\n"...)
	case label:
		t.out = append(t.out, "<item/>\n"...)
	}
	t.out = append(t.out, "</list>\n"...)
}

func (t *teiWriter) table(n *Node) {
	t.out = append(t.out, "<table>\n"...)
	for row := range n.Children() {
		if row.Kind == Caption {
			t.block(row)
			continue
		}
		t.out = append(t.out, "<row>"...)
		for cell := range row.Children() {
			t.cell(cell)
		}
		t.out = append(t.out, "</row>\n"...)
	}
	t.out = append(t.out, "</table>\n"...)
}

func (t *teiWriter) cell(n *Node) {
	t.out = append(t.out, "<cell"...)
	if n.Header {
		t.out = append(t.out, ` role="label"`...)
	}
	if n.ColSpan > 1 {
		t.out = append(t.out, ` cols="`+strconv.Itoa(int(n.ColSpan))+`"`...)
	}
	if n.RowSpan > 1 {
		t.out = append(t.out, ` rows="`+strconv.Itoa(int(n.RowSpan))+`"`...)
	}
	t.out = append(t.out, '>')
	t.inlines(n)
	t.end("cell")
}

// rends are the forms of text.
var rends = [numKinds]string{Emphasis: "italic", Strong: "bold", Strike: "strikethrough", Sub: "sub", Sup: "sup"}

func (t *teiWriter) inlines(n *Node) {
	for c := range n.Children() {
		t.inline(c)
	}
}

func (t *teiWriter) inline(n *Node) {
	if t.isEmpty(n) {
		return
	}
	switch n.Kind {
	case Text:
		t.text(n.Text)
	case Emphasis, Strong, Strike, Sub, Sup:
		t.out = append(t.out, `<hi rend="`+rends[n.Kind]+`">`...)
		t.inlines(n)
		t.end("hi")
	case CodeSpan:
		t.out = append(t.out, "<code>"...)
		t.text(n.Text)
		t.end("code")
	case Link:
		if t.options.Links == LinksOmitted {
			t.inlines(n)
			return
		}
		t.out = append(t.out, `<ref target="`...)
		t.attribute(n.Target)
		t.out = append(t.out, `">`...)
		t.inlines(n)
		t.end("ref")
	case Image:
		t.image(n)
	case Math:
		t.out = append(t.out, `<formula notation="TeX"`...)
		if n.Display {
			t.out = append(t.out, ` rend="display"`...)
		}
		t.out = append(t.out, '>')
		t.text(n.Text)
		t.end("formula")
	case Break:
		t.out = append(t.out, "<lb/>"...)
	case NoteRef:
		number := strconv.Itoa(int(n.Number))
		t.out = append(t.out, `<ref type="note" target="#note-`+number+`">`+number+"</ref>"...)
	}
}

func (t *teiWriter) image(n *Node) {
	t.out = append(t.out, `<graphic url="`...)
	t.attribute(n.Target)
	t.out = append(t.out, '"')
	if n.Text == "" {
		t.out = append(t.out, "/>"...)
		return
	}
	t.out = append(t.out, "><desc>"...)
	t.text(n.Text)
	t.out = append(t.out, "</desc></graphic>"...)
}
