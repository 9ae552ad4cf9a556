package boilerpipe

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/page"
)

// A TextDocument is a page as its blocks of text. Filters change it in place, so
// goroutines must not share it. To apply several lists of filters to one page,
// give each a Clone.
type TextDocument struct {
	Title    string // the text of the page's title element, "" if there is none
	Lang     string // the lang attribute of the html element, "" if it is not a BCP 47 tag
	Blocks   []TextBlock
	Encoding page.Encoding // of the page as it was read, and what decided it

	// Nodes has the text nodes that each block comes from, in document order. It is
	// nil unless the document comes from DocumentNode. It belongs to the blocks as
	// DocumentNode returns them: filters that are applied later do not change it.
	Nodes [][]*html.Node

	mode mode            // how it was read
	ctx  context.Context // of the call that applies filters, or nil
}

// Text returns the text of the content blocks. See the function [Text].
func (d *TextDocument) Text() string { return Text(d.Blocks) }

// Text returns the text of the content blocks, each followed by a line feed. A
// block that a browser shows in the same line as the content block before it goes
// on in that line, unless Config.Original is set. The text has no control
// characters other than line feeds and tabs.
func Text(blocks []TextBlock) string {
	size := 0
	for i := range blocks {
		size += len(blocks[i].Text) + len("\n")
	}
	var text strings.Builder
	text.Grow(size)
	var prev *TextBlock
	for i := range blocks {
		if b := &blocks[i]; b.Content {
			if prev != nil {
				text.WriteString(separator(prev, b))
			}
			writeVisible(&text, b.Text)
			prev = b
		}
	}
	if prev != nil {
		text.WriteByte('\n')
	}
	return text.String()
}

// writeVisible writes a text without its control characters.
func writeVisible(w *strings.Builder, text string) {
	if !hasControls(text) {
		w.WriteString(text)
		return
	}
	for _, r := range text {
		if !isControl(r) {
			w.WriteRune(r)
		}
	}
}

// separator returns what stands between the texts of two blocks: a line feed,
// unless they follow one another directly in the page and in a line.
func separator(prev, b *TextBlock) string {
	if prev == nil || prev.OffsetEnd+1 != b.OffsetStart || b.gap == lineGap {
		return "\n"
	}
	if b.gap == spaceGap {
		return " "
	}
	return ""
}

// Clone returns a copy that filters can change without changing d.
func (d *TextDocument) Clone() *TextDocument {
	c := *d
	c.Blocks = slices.Clone(d.Blocks)
	return &c
}

// stopped reports whether a filter that has come to the block at i may end because
// nobody waits for its result.
func (d *TextDocument) stopped(i int) bool {
	return i%1024 == 0 && d.ctx != nil && d.ctx.Err() != nil
}

// each calls a function for each block and reports whether it has changed one.
func (d *TextDocument) each(change func(b *TextBlock) bool) (changed bool) {
	for i := range d.Blocks {
		if d.stopped(i) {
			break
		}
		changed = change(&d.Blocks[i]) || changed
	}
	return changed
}

// A TextBlock is a stretch of text that no tags other than those of links and
// inline elements interrupt, or several such stretches that a filter has merged.
type TextBlock struct {
	// Text is the text with character references decoded. Each white space
	// character is one space; runs of them stay as they are. The texts of merged
	// blocks are joined by line feeds, or as a browser shows them if that is in one
	// line. The texts of a page share one string.
	Text string

	Words        int // the words of Text; see the package documentation
	AnchorWords  int // those of them in links
	WrappedWords int // those of them in full lines if Text is wrapped at 80 columns; all words if no line is full
	WrappedLines int // the number of full lines; 1 if none is full

	// OffsetStart and OffsetEnd are the numbers, from 0, of the first and the last
	// block of the page from which the block was made.
	OffsetStart, OffsetEnd int

	TagLevel int // how many elements other than inline ones are open around it; the least of merged blocks

	Labels  Label // what filters have noted
	Content bool  // it is main content; false until a filter says otherwise

	// Heading and ListItem tell where the first text of the block stands: in h1 to
	// h6, or in li. A merged block is a heading if all of its blocks are, and a list
	// item if one of them is.
	Heading, ListItem bool

	// Start and End are the byte range of its source in the UTF-8 text of the page
	// (see Extractor.Decode), from its first word to its last. They are 0 if the page
	// was a tree.
	Start, End int32

	gap    gap // between the block before it in the page and this one
	reason reason
	place  place
	parts  []part // the blocks of the page from which it was made
}

// A part is a block of the page as it was before any filter.
type part struct {
	source span
	number int32
	gap    gap // between the part before it and this one
}

// A Label is a set of notes that filters leave on a block for other filters.
type Label uint32

// The labels that the filters of this package set. Filters of your own can use
// LabelOwn and the bits above it.
const (
	LabelTitle              Label = 1 << iota // its text is the title of the page
	LabelIndicatesEndOfText                   // the main text ends before it
	LabelMightBeContent                       // KeepLargestBlock has found another block larger
	LabelOwn                                  // the first label that is free for callers
)

var labelNames = [...]string{"TITLE", "INDICATES_END_OF_TEXT", "MIGHT_BE_CONTENT"}

// String returns boilerpipe's names of the labels in the set, without their prefix
// "de.l3s.boilerpipe/", joined by "|".
func (l Label) String() string {
	var names []string
	for i, name := range labelNames {
		if l&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "|")
}

// TextDensity returns the number of words per line if the block is wrapped at 80
// columns. The result is a float32, as in boilerpipe.
func (b *TextBlock) TextDensity() float32 {
	if b.WrappedLines == 0 {
		return 0
	}
	return float32(b.WrappedWords) / float32(b.WrappedLines)
}

// LinkDensity returns the share of the words that are in links, from 0 to 1, and 0
// for a block without words.
func (b *TextBlock) LinkDensity() float32 {
	if b.Words == 0 {
		return 0
	}
	return float32(b.AnchorWords) / float32(b.Words)
}

// fullTextDensity is the text density at which the words of a block count as full
// text (docs/boilerpipe.md, "Filters").
const fullTextDensity = 9

// fullTextWords returns the number of words, or 0 if they are not dense enough for
// running text: fewer than 9 per line.
func (b *TextBlock) fullTextWords() int {
	if b.TextDensity() < fullTextDensity {
		return 0
	}
	return b.Words
}

// Merge appends the block next, which follows b in the page. Each call copies the text,
// so merging many blocks one by one is slow.
func (b *TextBlock) Merge(next *TextBlock) {
	b.Text += separator(b, next) + next.Text
	b.mergeNumbers(next)
	b.parts = slices.Clip(b.parts)
}

// mergeNumbers is Merge without the text. The parts must be clipped after the last
// merge: copies of the block share them, and what is appended to the parts of one
// copy must not overwrite those of another.
func (b *TextBlock) mergeNumbers(next *TextBlock) {
	b.mergeParts(next)
	b.Words += next.Words
	b.AnchorWords += next.AnchorWords
	b.WrappedWords += next.WrappedWords
	b.WrappedLines += next.WrappedLines
	b.settleLines()
	b.OffsetStart = min(b.OffsetStart, next.OffsetStart)
	b.OffsetEnd = max(b.OffsetEnd, next.OffsetEnd)
	b.TagLevel = min(b.TagLevel, next.TagLevel)
	if b.Content != next.Content {
		b.Content, b.reason = true, keptByMerging
	}
	b.Labels |= next.Labels
	b.Heading = b.Heading && next.Heading
	b.ListItem = b.ListItem || next.ListItem
	if b.place != next.place {
		b.place = place{}
	}
	b.End = max(b.End, next.End)
}

func (b *TextBlock) mergeParts(next *TextBlock) {
	first := len(b.parts)
	b.parts = append(b.parts, next.parts...)
	if first < len(b.parts) && separator(b, next) == "\n" {
		b.parts[first].gap = lineGap
	}
}

// settleLines counts a block without a full line as one line.
func (b *TextBlock) settleLines() {
	if b.WrappedWords == 0 {
		b.WrappedWords, b.WrappedLines = b.Words, 1
	}
}
