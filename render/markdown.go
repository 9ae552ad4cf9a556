package render

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A LinkStyle says how links are written.
type LinkStyle uint8

const (
	LinksInline    LinkStyle = iota // where they are: [text](address)
	LinksReference                  // by number, with the addresses at the end; in Markdown alone
	LinksOmitted                    // only their text
)

// MarkdownOptions say how Markdown is written.
type MarkdownOptions struct {
	Links      LinkStyle
	OmitImages bool // leave out images, and what has nothing but images

	// TopLevel is the level of the highest headings, from 1 to 6: a heading of a
	// higher one is written as one of this level. 0 is 1.
	TopLevel int
}

// Markdown writes a tree as CommonMark 0.31 with the tables, strikethrough and
// footnotes of GitHub Flavored Markdown, and formulas between dollar signs. Where
// CommonMark has no markup it writes HTML: for tables with merged cells, for sub
// and sup, and for emphasis in places where asterisks would not be read as such.
//
// Text that could be read as markup is escaped. Of the table without header cells
// the first row becomes the header, because Markdown has no table without one.
// Captions and terms become paragraphs.
func Markdown(w io.Writer, tree *Tree, options MarkdownOptions) error {
	m := markdown{output: newOutput(w), options: options}
	m.blocks(tree.root(), false)
	m.references()
	return m.close()
}

// A markdown writes blocks and inlines.
type markdown struct {
	output
	options MarkdownOptions

	prefix []byte // what each line begins with
	inLine bool   // the line has begun

	block   blockState
	codeEnd int // where the last code span ended in the output
	ended   listEnd
	targets []string       // addresses of links that stand at the end, in their order
	numbers map[string]int // of the targets
	scratch []byte
}

// A blockState is what the text of a block depends on.
type blockState struct {
	start   int  // where in the output the present line of text begins
	shown   int  // where the last line before it that has text ends
	cell    bool // it is a cell of a table
	heading bool
	link    bool // it is in the text of a link
	node    *Node
	dollars verdict // its dollar signs must be escaped
}

// blocks writes the blocks in a node, blank lines between them unless tight.
func (m *markdown) blocks(n *Node, tight bool) { m.blocksFrom(n.FirstChild, tight) }

// blocksFrom writes a block and those after it.
func (m *markdown) blocksFrom(first *Node, tight bool) {
	var before *Node
	for c := first; c != nil; c = c.NextSibling {
		if m.isEmpty(c) {
			continue
		}
		if before != nil && !tight {
			m.blankLine()
		}
		m.blockNode(c)
		before = c
	}
}

// isEmpty reports whether nothing is written of a block or an inline.
func (m *markdown) isEmpty(n *Node) bool { return m.options.OmitImages && hasOnlyImages(n) }

// blockNode writes a block.
func (m *markdown) blockNode(n *Node) {
	if n.Kind != List && n.Kind != Definitions && n.Kind != Details && n.Kind != Figure && n.Kind != Comments {
		m.ended = listEnd{}
	}
	switch n.Kind {
	case Heading:
		m.begin()
		m.out = append(m.out, "######"[:headingLevel(n, m.options.TopLevel)]...)
		m.out = append(m.out, ' ')
		m.inlines(n, blockState{heading: true})
		m.endLine()
	case Paragraph, Caption, Term:
		m.begin()
		m.inlines(n, blockState{})
		m.endLine()
	case List:
		m.list(n)
	case Item, Definitions, Details, Figure, Comments, Footnotes:
		m.blocks(n, false)
	case Table:
		m.table(n)
	case Preformatted:
		m.code(n)
	case Quote:
		m.within("> ", func() { m.quote(n) })
	case Rule:
		m.begin()
		m.out = append(m.out, "___"...)
		m.endLine()
	case Note:
		m.begin()
		m.out = append(m.out, "[^"...)
		m.out = strconv.AppendInt(m.out, int64(n.Number), 10)
		m.out = append(m.out, "]: "...)
		m.within("    ", func() { m.blocks(n, false) })
		m.endOpenLine()
	}
}

// quote writes the blocks of a quote. The title of a callout stands after its
// kind.
func (m *markdown) quote(n *Node) {
	if n.Info == "" {
		m.blocks(n, false)
		return
	}
	m.begin()
	m.out = append(append(append(m.out, "[!"...), n.Info...), ']')
	first := n.FirstChild
	if first != nil && first.Kind == Paragraph && first.Header && !m.isEmpty(first) {
		m.out = append(m.out, ' ')
		m.inlines(first, blockState{})
		first = first.NextSibling
	}
	m.endLine()
	if first != nil {
		m.blankLine()
		m.blocksFrom(first, false)
	}
}

// headingLevel returns the level at which a heading is written.
func headingLevel(n *Node, top int) int { return min(max(int(n.Level), top, 1), 6) }

// begin begins a line unless it has begun.
func (m *markdown) begin() {
	if !m.inLine {
		m.out = append(m.out, m.prefix...)
		m.inLine = true
	}
}

func (m *markdown) endLine() {
	m.out = append(m.out, '\n')
	m.inLine = false
	m.flush()
}

// endOpenLine ends the line if it has begun, for what turned out to be empty.
func (m *markdown) endOpenLine() {
	if m.inLine {
		m.endLine()
	}
}

func (m *markdown) blankLine() {
	end := len(m.prefix)
	for end > 0 && m.prefix[end-1] == ' ' {
		end--
	}
	m.out = append(append(m.out, m.prefix[:end]...), '\n')
}

// within writes lines that begin with more than those around them. In a line that
// has begun, the mark takes the place of what was written by hand.
func (m *markdown) within(mark string, write func()) {
	if strings.HasPrefix(mark, ">") {
		m.begin()
		m.out = append(m.out, mark...)
	}
	length := len(m.prefix)
	m.prefix = append(m.prefix, mark...)
	write()
	m.prefix = m.prefix[:length]
	m.endOpenLine()
}

// list writes a list. One right after another of its form has other marks, so
// that the two are not read as one.
func (m *markdown) list(n *Node) {
	tight := isTight(n)
	end := listEnd{ended: true, ordered: n.Ordered, prefix: len(m.prefix)}
	end.other = m.ended == end
	number := n.Number
	first := true
	for item := range n.Children() {
		if m.isEmpty(item) {
			continue
		}
		if !first && !tight {
			m.blankLine()
		}
		first = false
		m.scratch = m.scratch[:0]
		if n.Ordered {
			m.scratch = strconv.AppendInt(m.scratch, int64(number), 10)
			number++
		}
		m.scratch = append(m.scratch, listMark(n.Ordered, end.other), ' ')
		m.begin()
		m.out = append(m.out, m.scratch...)
		m.ended = listEnd{}
		m.within(spaces[:len(m.scratch)], func() { m.blocks(item, tight) })
	}
	m.ended = end
}

// A listEnd says which list has ended right before, if any, and how long what its
// lines begin with was.
type listEnd struct {
	ended, ordered, other bool
	prefix                int
}

const spaces = "                "

func listMark(ordered, other bool) byte {
	switch {
	case ordered && other:
		return ')'
	case ordered:
		return '.'
	case other:
		return '*'
	}
	return '-'
}

// isTight reports whether a list can do without blank lines between its items:
// each is a paragraph, and lists after it that may interrupt one.
func isTight(list *Node) bool {
	for item := range list.Children() {
		for c := item.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c == item.FirstChild && c.Kind == Paragraph:
			case c.Kind == List && isTight(c) && (!c.Ordered || c.Number == 1) && c.NextSibling == nil:
			default:
				return false
			}
		}
	}
	return true
}

// code writes preformatted text between fences that are longer than any in it.
func (m *markdown) code(n *Node) {
	fence := strings.Repeat("`", max(3, longestRun(n.Text, '`')+1))
	m.begin()
	m.out = append(append(m.out, fence...), n.Info...)
	m.endLine()
	for line := range strings.SplitSeq(n.Text, "\n") {
		if line == "" {
			m.blankLine()
			continue
		}
		m.begin()
		m.out = append(m.out, line...)
		m.endLine()
	}
	m.begin()
	m.out = append(m.out, fence...)
	m.endLine()
}

func longestRun(text string, c byte) (longest int) {
	run := 0
	for i := range len(text) {
		if text[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// table writes a table: with pipes, or as HTML if it has merged cells.
func (m *markdown) table(n *Node) {
	columns, merged := tableSize(n)
	first := firstRow(n)
	if caption := n.FirstChild; caption != nil && caption.Kind == Caption && !m.isEmpty(caption) {
		m.blockNode(caption)
		m.blankLine()
	}
	if merged {
		m.tableHTML(n)
		return
	}
	for row := range n.Children() {
		if row.Kind != Row {
			continue
		}
		if row != first {
			m.row(row, 1) // readers add the cells that are missing
			continue
		}
		m.row(row, columns)
		m.begin()
		m.out = append(m.out, '|')
		for range columns {
			m.out = append(m.out, " --- |"...)
		}
		m.endLine()
	}
}

func firstRow(table *Node) *Node {
	for row := range table.Children() {
		if row.Kind == Row {
			return row
		}
	}
	return nil
}

// tableSize returns how many columns a table has, and whether any of its cells
// takes more than one column or row.
func tableSize(n *Node) (columns int, merged bool) {
	for row := range n.Children() {
		if row.Kind != Row {
			continue
		}
		cells := 0
		for cell := range row.Children() {
			cells += int(cell.ColSpan)
			merged = merged || cell.ColSpan > 1 || cell.RowSpan > 1
		}
		columns = max(columns, cells)
	}
	return columns, merged
}

// row writes a row with at least as many cells as there are columns.
func (m *markdown) row(row *Node, columns int) {
	m.begin()
	m.out = append(m.out, '|')
	for cell := range row.Children() {
		m.out = append(m.out, ' ')
		before := len(m.out)
		m.inlines(cell, blockState{cell: true})
		if len(m.out) > before {
			m.out = append(m.out, ' ')
		}
		m.out = append(m.out, '|')
		columns--
	}
	for range columns {
		m.out = append(m.out, " |"...)
	}
	m.endLine()
}

// tableHTML writes a table as HTML, a line for each row: a blank line would end
// it (CommonMark 0.31, 4.6).
func (m *markdown) tableHTML(n *Node) {
	h := htmlWriter{options: HTMLOptions{Links: m.options.Links, OmitImages: m.options.OmitImages}}
	m.begin()
	m.out = append(m.out, "<table>"...)
	m.endLine()
	for row := range n.Children() {
		if row.Kind != Row {
			continue
		}
		m.begin()
		h.out = m.out
		h.row(row)
		m.out = h.out
		m.endLine()
	}
	m.begin()
	m.out = append(m.out, "</table>"...)
	m.endLine()
}

// references writes the addresses of links that stand at the end (CommonMark 0.31, 4.7).
func (m *markdown) references() {
	for i, target := range m.targets {
		if i == 0 {
			m.out = append(m.out, '\n')
		}
		m.out = append(m.out, '[')
		m.out = strconv.AppendInt(m.out, int64(i+1), 10)
		m.out = append(m.out, "]: "...)
		m.destination(target)
		m.out = append(m.out, '\n')
		m.flush()
	}
}

// reference returns the number of an address.
func (m *markdown) reference(target string) int {
	if m.numbers == nil {
		m.numbers = map[string]int{}
	}
	if m.numbers[target] == 0 {
		m.targets = append(m.targets, target)
		m.numbers[target] = len(m.targets)
	}
	return m.numbers[target]
}

// An output collects bytes and writes them when there are enough.
type output struct {
	w   io.Writer
	out []byte
	err error

	buffer *[]byte // where the memory of out goes
}

// enough is how many bytes are written at once.
const enough = 32 << 10

// buffers are those of outputs that have been closed.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// newOutput returns an output with room for what is written at once.
func newOutput(w io.Writer) output {
	buffer := buffers.Get().(*[]byte)
	return output{w: w, out: (*buffer)[:0], buffer: buffer}
}

// flush writes what there is if it is enough. It is called between lines.
func (o *output) flush() {
	if len(o.out) >= enough {
		o.write()
	}
}

func (o *output) write() {
	if o.err == nil && len(o.out) > 0 {
		_, o.err = o.w.Write(o.out)
	}
	o.out = o.out[:0]
}

// close writes the rest and returns the error of the writer. The output is not used again.
func (o *output) close() error {
	o.write()
	if cap(o.out) <= 4*enough {
		*o.buffer = o.out
		buffers.Put(o.buffer)
	}
	o.out, o.buffer = nil, nil
	return o.err
}

// insert puts text at an offset of the output.
func (o *output) insert(at int, text string) {
	o.out = slices.Insert(o.out, at, []byte(text)...)
}
