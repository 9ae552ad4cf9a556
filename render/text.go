package render

import (
	"bytes"
	"io"
	"strconv"
	"strings"
)

// TextOptions say how plain text is written.
type TextOptions struct {
	// Bare leaves out what is no text of the page: the marks and numbers of items
	// and notes, and the lines for thematic breaks.
	Bare bool
}

// PlainText writes a tree as text: blank lines between blocks, items with a mark
// or a number and indented, the cells of a row separated by tabs, preformatted
// text as it is. Formulas are TeX. Images are left out, and of links their
// addresses.
func PlainText(w io.Writer, tree *Tree, options TextOptions) error {
	t := textWriter{output: newOutput(w), options: options}
	t.blocks(tree.root(), false)
	return t.close()
}

type textWriter struct {
	output
	options TextOptions
	prefix  []byte
	inLine  bool
}

func (t *textWriter) begin() {
	if !t.inLine {
		t.out = append(t.out, t.prefix...)
		t.inLine = true
	}
}

func (t *textWriter) endLine() {
	if t.inLine {
		t.out = append(t.out, '\n')
		t.inLine = false
	}
	t.flush()
}

// blocks writes the blocks in a node, blank lines between them unless tight.
func (t *textWriter) blocks(n *Node, tight bool) {
	first := true
	for c := range n.Children() {
		if hasOnlyImages(c) || t.options.Bare && c.Kind == Rule {
			continue
		}
		if !first && !tight && !t.inLine {
			t.out = append(t.out, '\n')
		}
		first = false
		t.block(c)
	}
}

func (t *textWriter) block(n *Node) {
	switch n.Kind {
	case Heading, Paragraph, Term, Caption:
		t.begin()
		start := len(t.out)
		t.inlines(n)
		t.out = append(t.out[:start], bytes.Trim(t.out[start:], " \n")...) // what stood beside an image
		t.endLine()
	case List:
		t.list(n)
	case Table:
		t.table(n)
	case Preformatted:
		for line := range strings.SplitSeq(n.Text, "\n") {
			t.begin()
			t.out = append(t.out, line...)
			t.endLine()
		}
	case Rule:
		t.begin()
		t.out = append(t.out, "---"...)
		t.endLine()
	case Quote, Details:
		t.within("    ", n, false)
	case Note:
		if !t.options.Bare {
			t.begin()
			t.out = append(strconv.AppendInt(append(t.out, '['), int64(n.Number), 10), "] "...)
		}
		t.within("    ", n, false)
	default:
		t.blocks(n, n.Kind == Definitions)
	}
}

// within writes the blocks in a node indented.
func (t *textWriter) within(indent string, n *Node, tight bool) {
	if t.options.Bare {
		indent = ""
	}
	length := len(t.prefix)
	t.prefix = append(t.prefix, indent...)
	t.blocks(n, tight)
	t.prefix = t.prefix[:length]
	t.endLine()
}

func (t *textWriter) list(n *Node) {
	tight, number := isTight(n), n.Number
	first := true
	for item := range n.Children() {
		if hasOnlyImages(item) {
			continue
		}
		if !first && !tight {
			t.out = append(t.out, '\n')
		}
		first = false
		mark := "- "
		if n.Ordered {
			mark = strconv.Itoa(int(number)) + ". "
			number++
		}
		if !t.options.Bare {
			t.begin()
			t.out = append(t.out, mark...)
		}
		t.within(spaces[:len(mark)], item, tight)
	}
}

func (t *textWriter) table(n *Node) {
	for row := range n.Children() {
		if row.Kind == Caption {
			t.block(row)
			continue
		}
		t.begin()
		for cell := range row.Children() {
			if cell != row.FirstChild {
				t.out = append(t.out, '\t')
			}
			t.inlines(cell)
		}
		t.endLine()
	}
}

func (t *textWriter) inlines(n *Node) {
	for c := range n.Children() {
		switch c.Kind {
		case Text, CodeSpan, Math:
			t.out = append(t.out, c.Text...)
		case Break:
			if n.Kind == Cell {
				t.out = append(t.out, ' ')
				continue
			}
			t.out = append(append(t.out, '\n'), t.prefix...)
		case NoteRef:
			if !t.options.Bare {
				t.out = append(strconv.AppendInt(append(t.out, '['), int64(c.Number), 10), ']')
			}
		default:
			t.inlines(c)
		}
	}
}
