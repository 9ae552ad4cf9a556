package boilerpipe

import (
	"slices"
	"strings"

	"github.com/seed42075109/justext/page"
)

// A TextDocument is a page as its blocks of text. The filters change it in
// place; it must not be shared between goroutines meanwhile. For several
// extractors on one page, give each a Clone.
type TextDocument struct {
	Title    string // of the page's title element, "" where there is none
	Blocks   []TextBlock
	Encoding page.Encoding // and what decided it
}

// Text returns the text of the content blocks, each with a line feed behind it,
// as boilerpipe does.
func (d *TextDocument) Text() string { return Text(d.Blocks) }

// View returns the document as all methods of this module give it: its blocks
// as the filters have left them.
func (d *TextDocument) View() *page.Document {
	view := &page.Document{Title: d.Title, Encoding: d.Encoding, Text: d.Text()}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		seen := page.Block{Text: b.Text, Start: b.Start, End: b.End, Keep: b.Content, NewLine: true, Reason: b.Labels.String()}
		if b.Content {
			seen.Probability = 1
		}
		switch {
		case b.Heading:
			seen.Kind = page.Heading
		case b.ListItem:
			seen.Kind = page.List
		}
		view.Blocks = append(view.Blocks, seen)
	}
	return view
}

// Text returns the text of the content blocks, each with a line feed after it,
// as boilerpipe does.
func Text(blocks []TextBlock) string {
	var text strings.Builder
	for i := range blocks {
		if b := &blocks[i]; b.Content {
			text.WriteString(b.Text)
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// Clone returns a copy, which filters may change without changing this one.
func (d *TextDocument) Clone() *TextDocument {
	c := *d
	c.Blocks = slices.Clone(d.Blocks)
	return &c
}

// A TextBlock is a stretch of text that no tag but those of inline elements
// interrupts, or several such that a filter has merged.
type TextBlock struct {
	// Text is the text, character references decoded. Each white space character
	// is one space; runs of them stay. The texts of merged blocks are joined by
	// line feeds. The texts of a page share one string.
	Text string

	Words        int // words of Text, see package documentation
	AnchorWords  int // those of them in links
	WrappedWords int // those of them in the lines that are full when Text is wrapped at 80 columns; all where none is full
	WrappedLines int // how many lines that are; 1 where none is full

	// OffsetStart and OffsetEnd are the numbers of the first and the last block,
	// as the page was built of them, from 0 on.
	OffsetStart, OffsetEnd int

	TagLevel int // how many elements other than inline ones are open around it; of merged blocks the least

	Labels  Label // what filters have found out
	Content bool  // it is content so far; false when the page has been read

	Heading  bool // all of it stands in h1 to h6
	ListItem bool // some of it stands in li

	// Start and End are the byte range of its source in the UTF-8 text of the
	// page (see Extractor.Decode), from its first word to its last.
	Start, End int32

	parts []span // the ranges of the blocks that it was merged from
}

// A Label is a set of marks that filters leave on a block for others.
type Label uint32

// The labels of boilerpipe. Own filters may use others, from LabelOwn on.
const (
	LabelTitle              Label = 1 << iota // it is the title of the page
	LabelIndicatesEndOfText                   // the main text ends before it
	LabelMightBeContent                       // KeepLargestBlock has passed it over
	LabelArticleMetadata                      // no filter here sets this and the next two
	LabelStrictlyNotContent
	LabelHorizontalRule
	LabelOwn // the first that is the caller's
)

var labelNames = [...]string{"TITLE", "INDICATES_END_OF_TEXT", "MIGHT_BE_CONTENT", "ARTICLE_METADATA", "STRICTLY_NOT_CONTENT", "HR"}

// Names returns boilerpipe's names of the labels in the set, such as
// "de.l3s.boilerpipe/TITLE", in the order of the constants.
func (l Label) Names() []string {
	var names []string
	for i, name := range labelNames {
		if l&(1<<i) != 0 {
			names = append(names, "de.l3s.boilerpipe/"+name)
		}
	}
	return names
}

// String returns the names without their prefix, joined by "|".
func (l Label) String() string {
	return strings.ReplaceAll(strings.Join(l.Names(), "|"), "de.l3s.boilerpipe/", "")
}

// TextDensity returns the words a line, as the block would be wrapped at 80
// columns. It has 32 bits, as boilerpipe's.
func (b *TextBlock) TextDensity() float32 {
	if b.WrappedLines == 0 {
		return 0
	}
	return float32(b.WrappedWords) / float32(b.WrappedLines)
}

// LinkDensity returns the share of the words that stand in links, 0 for a block
// without words.
func (b *TextBlock) LinkDensity() float32 {
	if b.Words == 0 {
		return 0
	}
	return float32(b.AnchorWords) / float32(b.Words)
}

// fullTextDensity is the text density from which a block's words count as full
// text (reference, section 7).
const fullTextDensity = 9

// FullTextWords returns the number of words, and 0 where they are not dense
// enough for running text: fewer than 9 a line.
func (b *TextBlock) FullTextWords() int {
	if b.TextDensity() < fullTextDensity {
		return 0
	}
	return b.Words
}

// Merge adds a block that follows. Merging many one by one copies the text each
// time.
func (b *TextBlock) Merge(next *TextBlock) {
	b.Text += "\n" + next.Text
	b.mergeNumbers(next)
	b.parts = slices.Clip(b.parts)
}

// mergeNumbers is Merge without the text. When the last block has been merged, the
// parts are to be clipped: copies of the block share them, and what is merged into
// one must not be written behind those of another.
func (b *TextBlock) mergeNumbers(next *TextBlock) {
	b.Words += next.Words
	b.AnchorWords += next.AnchorWords
	b.WrappedWords += next.WrappedWords
	b.WrappedLines += next.WrappedLines
	b.settleLines()
	b.OffsetStart = min(b.OffsetStart, next.OffsetStart)
	b.OffsetEnd = max(b.OffsetEnd, next.OffsetEnd)
	b.TagLevel = min(b.TagLevel, next.TagLevel)
	b.Content = b.Content || next.Content
	b.Labels |= next.Labels
	b.Heading = b.Heading && next.Heading
	b.ListItem = b.ListItem || next.ListItem
	b.End = max(b.End, next.End)
	b.parts = append(b.parts, next.parts...)
}

// settleLines makes one line of a block without a full one.
func (b *TextBlock) settleLines() {
	if b.WrappedWords == 0 {
		b.WrappedWords, b.WrappedLines = b.Words, 1
	}
}
