package render

import (
	"iter"
	"strings"
)

// A Kind says what a [Node] is.
type Kind uint8

// The kinds of nodes. Each comment says which children a node may have: inlines
// are the kinds from Text on, and blocks are headings, paragraphs, lists, definitions, tables,
// preformatted text, quotes, figures, rules, comments and footnotes.
const (
	Document     Kind = iota // blocks; the root of a tree
	Heading                  // inlines; Level is 1 to 6
	Paragraph                // inlines
	List                     // items; Ordered and Number tell its form
	Item                     // blocks
	Definitions              // terms and details, in the order of the page
	Term                     // inlines
	Details                  // blocks
	Table                    // at most one caption, then rows
	Row                      // cells
	Cell                     // inlines; Header, ColSpan and RowSpan
	Preformatted             // none; Text with its white space, Info is the language
	Quote                    // blocks; Info is the kind of a callout
	Figure                   // blocks, among them at most one caption
	Caption                  // inlines; of a table or a figure
	Rule                     // none; a thematic break
	Comments                 // blocks; what readers wrote about the page; only in a document
	Footnotes                // notes; the last block of a document that has any
	Note                     // blocks; Number is that of the NoteRefs to it

	Text     // none; Text with white space folded
	Emphasis // inlines
	Strong   // inlines
	Strike   // inlines; text that is struck through
	Sub      // inlines
	Sup      // inlines
	CodeSpan // none; Text
	Link     // inlines other than links; Target is the address
	Image    // none; Text is the alternative text, Target the address
	Math     // none; Text is TeX; Display is set if it stands on a line of its own
	Break    // none; a line break
	NoteRef  // none; Number is that of the note

	numKinds
)

var kindNames = [numKinds]string{
	"document", "heading", "paragraph", "list", "item", "definitions", "term", "details", "table", "row", "cell",
	"preformatted", "quote", "figure", "caption", "rule", "comments", "footnotes", "note",
	"text", "emphasis", "strong", "strike", "sub", "sup", "code", "link", "image", "math", "break", "noteref",
}

// String returns the name of the kind in lower case, such as "heading".
func (k Kind) String() string {
	if k >= numKinds {
		return "unknown"
	}
	return kindNames[k]
}

// Inline reports whether nodes of the kind stand within a line of text.
func (k Kind) Inline() bool { return k >= Text && k < numKinds }

// A Node is a part of a page that was kept: a block, a part of a block, or a
// piece of text. Fields that a kind does not mention are zero.
type Node struct {
	Kind    Kind
	Level   uint8 // of a heading
	Ordered bool  // the items of a list are numbered
	Header  bool  // the cell is a header, or the paragraph the title of a callout
	Display bool  // the formula stands on a line of its own

	// ColSpan and RowSpan are how many columns and rows a cell takes; at least 1.
	ColSpan, RowSpan uint16

	// Number is that of the first item of an ordered list, or of a note.
	Number int32

	// Start and End are the byte range of the node's source in the page, that of
	// an element with its tags. A node that stands for the text of no single
	// element has the range from its first to its last child.
	Start, End int32

	Text   string
	Target string // of a link or an image: an address, absolute if Options.URL is given
	Info   string // the language of preformatted text or the kind of a callout, in lower case, or ""

	Parent, FirstChild, LastChild, NextSibling *Node

	from, to int32 // of Text in the builder's text
	attached bool  // it is a child of its parent
}

// Children yields the children of the node in order.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if !yield(c) {
				return
			}
		}
	}
}

// hasOnlyImages reports whether nothing is left of a node where images are left out: it is an
// image, or a block or an inline that has nothing else. White space and line breaks are nothing
// in a block, but an inline may separate words by them.
func hasOnlyImages(n *Node) bool { return isNothing(n, !n.Kind.Inline()) }

// isNothing is hasOnlyImages; blanks says that white space and line breaks are nothing.
func isNothing(n *Node, blanks bool) bool {
	switch n.Kind {
	case Image:
		return true
	case Text:
		return blanks && strings.Trim(n.Text, " ") == ""
	case Break:
		return blanks
	case Heading, Paragraph, List, Item, Definitions, Term, Details, Quote, Figure, Caption, Comments,
		Emphasis, Strong, Strike, Sub, Sup, Link:
	default:
		return false
	}
	for c := range n.Children() {
		if !isNothing(c, blanks) {
			return false
		}
	}
	return true
}

// A Tree is what was kept of a page, as a tree of nodes.
type Tree struct {
	Title string // of the page, as the method gives it
	Lang  string // of the page, as the method gives it
	Root  *Node  // of kind Document

	// Repairs are the places where the tree has other text than the blocks that
	// the method kept, in the order of their rules.
	Repairs []Repair
}

// root returns the root, or an empty one of a tree that Build has not made.
func (t *Tree) root() *Node {
	if t.Root == nil {
		return new(Node)
	}
	return t.Root
}

// A Repair is a stretch of the page that a rule took into the tree, or left out
// of it, against the method. docs/structure.md, "Repairs", has the rules.
type Repair struct {
	Rule       string // its name in docs/structure.md
	Start, End int32  // byte range of the text in the page
	Added      bool   // the text was taken in; else it was left out
}

// Options say how a tree is built.
type Options struct {
	// URL is the address of the page. Relative addresses are resolved against it,
	// or against the page's base element. If it is "" and the page has no base
	// element that is absolute, they stay relative.
	URL string

	// NotesInPlace leaves footnotes where the page has them, and the marks that
	// refer to them in the text.
	NotesInPlace bool

	// HeadingMarks leaves the marks in headings where they are, such as "¶" and
	// "[edit]".
	HeadingMarks bool

	// MaxNodes bounds the tree: when it has about so many nodes, the rest of the text
	// becomes paragraphs without any structure. 0 is 262,144 and one more for each 32
	// bytes of the page.
	MaxNodes int

	// Verbatim turns off the rules that take in text that the method dropped, or
	// leave out text that it kept: the text of the tree is that of the blocks.
	Verbatim bool

	// OmitTitle leaves out the heading that repeats the title of the page, for a caller
	// who shows the title elsewhere: Tree.Title, or the one that package metadata finds.
	// With TopLevel 2 in the options of a format, the title is then the only heading of
	// level 1.
	OmitTitle bool

	// OmitTables leaves out data tables.
	OmitTables bool

	// OmitComments leaves out the comments of readers, as far as the id or the class
	// of an element says that they are in it.
	OmitComments bool
}
