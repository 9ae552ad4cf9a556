package boilerpipe

import (
	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/tags"
)

// This file cuts the balanced events of a page into blocks of text (reference,
// section 5): every element separates them but links and the inline ones.

// A tagClass says what the tags of an element do to the text around them
// (reference, section 5.1).
type tagClass uint8

const (
	blockTag     tagClass = iota // they separate blocks; so do those of unknown names
	headingTag                   // as well, and the text in it is a heading
	listItemTag                  // as well, and the text in it is a list item's
	ignorableTag                 // as well, and the text in it is left out
	anchorTag
	bodyTag
	inlineTag // nothing
	spacedTag // they separate words
)

var tagClasses = func() (table [tags.NumKnown]tagClass) {
	for _, row := range []struct {
		names string
		class tagClass
	}{
		{"style script option object embed applet link noscript", ignorableTag},
		{"a", anchorTag},
		{"body", bodyTag},
		{"strike u b i em strong span sup sub code tt var font", inlineTag},
		{"abbr acronym", spacedTag},
		{"h1 h2 h3 h4 h5 h6", headingTag},
		{"li", listItemTag},
	} {
		for _, tag := range tags.List(row.names) {
			table[tag] = row.class
		}
	}
	return table
}()

// levels reports whether the element counts for the tag level.
func (c tagClass) levels() bool { return c != inlineTag && c != spacedTag }

// separates reports whether the element separates blocks.
func (c tagClass) separates() bool { return c <= ignorableTag }

// A builder makes blocks of balanced events. It is scratch memory, reused from
// page to page; what it returns holds none of it.
type builder struct {
	scanner  *neko.Scanner
	byScript bool

	inBody, inAnchor, inIgnorable, inHeading, inListItem int

	tagLevel, blockLevel int      // blockLevel is that where the block's text began, or noLevel
	lastStart            tags.Tag // the name of the last start tag
	lastSpace            bool     // the last text ended in a space
	flush                bool     // text that follows is another block's
	inAnchorText         bool     // behind the last marker of blocks done

	chars   []byte   // the texts of all blocks, one behind the other
	begin   int      // where that of the block begins
	visible bool     // it has more than spaces and control characters
	markers []marker // the beginnings and ends of links in it
	source  span     // of its first word to its last

	heading, listItem bool // the block's text began in such an element

	title  string
	blocks []TextBlock
	texts  []span // of chars, for each block
}

// A marker says that at an offset of chars a link begins or ends.
type marker struct {
	at     int
	begins bool
}

const noLevel = -1

func (b *builder) reset(scanner *neko.Scanner, byScript bool) {
	*b = builder{
		scanner: scanner, byScript: byScript, blockLevel: noLevel,
		chars: b.chars[:0], markers: b.markers[:0], blocks: b.blocks[:0], texts: b.texts[:0],
	}
}

// localTag returns the known tag of an element without its prefix, or None.
func localTag(scanner *neko.Scanner, name tags.Tag) tags.Tag {
	if name >= tags.NumKnown {
		if name = scanner.Local(name); name >= tags.NumKnown {
			return tags.None
		}
	}
	return name
}

func (b *builder) startTag(name tags.Tag, _ span) {
	tag := localTag(b.scanner, name)
	class := tagClasses[tag]
	if class.levels() {
		b.tagLevel++
	}
	switch class {
	case headingTag:
		b.inHeading++
	case listItemTag:
		b.inListItem++
	case ignorableTag:
		b.inIgnorable++
	case anchorTag:
		b.startAnchor()
	case bodyTag:
		b.flushBlock()
		b.inBody++
	case spacedTag:
		b.space()
	}
	b.flush = b.flush || class.separates()
	b.lastStart = tag
}

func (b *builder) endTag(name tags.Tag) {
	class := tagClasses[localTag(b.scanner, name)]
	switch class {
	case headingTag:
		b.inHeading--
	case listItemTag:
		b.inListItem--
	case ignorableTag:
		b.inIgnorable--
	case anchorTag:
		b.endAnchor()
	case bodyTag:
		b.flushBlock()
		b.inBody--
	case spacedTag:
		b.space()
	}
	b.flush = b.flush || class.separates()
	if class.levels() {
		b.tagLevel--
	}
	if b.flush {
		b.flushBlock()
	}
}

// startAnchor begins a link (reference, section 5.3).
func (b *builder) startAnchor() {
	b.inAnchor = min(b.inAnchor+1, 1) // a link within a link is the same link
	b.mark(true)
}

func (b *builder) endAnchor() {
	if b.inAnchor--; b.inAnchor == 0 {
		b.mark(false)
	}
}

// mark notes where a link begins or ends. Words do not reach over that.
func (b *builder) mark(begins bool) {
	if b.inIgnorable > 0 {
		return
	}
	b.space()
	m := marker{len(b.chars), begins}
	if n := len(b.markers); n > 0 && b.markers[n-1].at == m.at {
		b.markers[n-1] = m // nothing stands between the two
		return
	}
	b.markers = append(b.markers, m)
}

// space separates words.
func (b *builder) space() {
	if !b.lastSpace {
		b.chars = append(b.chars, ' ')
		b.lastSpace = true
	}
}

// text adds text to the block (reference, section 5.2).
func (b *builder) text(piece neko.Event) {
	if b.flush {
		b.flushBlock()
		b.flush = false
	}
	if b.inIgnorable > 0 {
		return
	}
	leading := leadingSpace(piece.Text)
	if leading == len(piece.Text) {
		b.space()
		return
	}
	if leading > 0 {
		b.space()
	}
	if b.blockLevel == noLevel {
		b.blockLevel = b.tagLevel
	}
	end := withoutTrailingSpace(piece.Text)
	b.note(piece, leading, end)
	at := len(b.chars)
	b.chars = appendSpaced(b.chars, piece.Text[leading:end])
	b.visible = b.visible || len(trim(b.chars[at:])) > 0
	b.lastSpace = false
	if end < len(piece.Text) {
		b.space()
	}
}

// note keeps where the text from begin to end of a piece stands.
func (b *builder) note(piece neko.Event, begin, end int) {
	if len(piece.Text) != piece.End-piece.Start { // a character reference stands there as a whole
		begin, end = 0, piece.End-piece.Start
	}
	if b.source.end == 0 {
		b.source.start = int32(piece.Start + begin)
		b.heading, b.listItem = b.inHeading > 0, b.inListItem > 0
	}
	b.source.end = int32(piece.Start + end)
}

// flushBlock ends the block (reference, section 5.4).
func (b *builder) flushBlock() {
	text := b.chars[b.begin:]
	switch {
	case b.inBody == 0:
		if b.lastStart == tags.Title && b.visible {
			b.title = string(trim(text))
		}
		b.empty(b.begin)
	case len(b.markers) > 0 && !b.visible: // the markers wait for the next text
	case len(text) == 0:
	case len(text) == 1 && b.lastSpace:
		b.empty(b.begin)
	default:
		b.makeBlock(text)
		b.empty(len(b.chars))
		b.blockLevel = noLevel
	}
}

// empty lets the next text begin at an offset of chars.
func (b *builder) empty(begin int) {
	b.chars, b.begin = b.chars[:begin], begin
	b.visible, b.source = false, span{}
	b.markers = b.markers[:0]
}

// makeBlock makes a block of its text.
func (b *builder) makeBlock(text []byte) {
	count := newWordCount(b.byScript, b.inAnchorText)
	at := 0
	for _, m := range b.markers {
		count.add(text[at : m.at-b.begin])
		at = m.at - b.begin
		count.inAnchor = m.begins
	}
	count.add(text[at:])
	b.inAnchorText = count.inAnchor

	number := len(b.blocks)
	made := TextBlock{
		Words: count.words, AnchorWords: count.anchorWords,
		OffsetStart: number, OffsetEnd: number, TagLevel: b.blockLevel,
		Heading: b.heading, ListItem: b.listItem,
		Start: b.source.start, End: b.source.end,
	}
	made.WrappedWords, made.WrappedLines = count.wrapped()
	made.settleLines()
	b.blocks = append(b.blocks, made)

	begin := b.begin
	for begin < len(b.chars) && b.chars[begin] <= ' ' {
		begin++
	}
	b.texts = append(b.texts, span{int32(begin), int32(begin + len(trim(text)))})
}

// document returns the page when it has ended. The texts of its blocks share
// one string.
func (b *builder) document() *TextDocument {
	text := string(b.chars)
	blocks := make([]TextBlock, len(b.blocks))
	parts := make([]span, len(b.blocks))
	for i := range blocks {
		blocks[i] = b.blocks[i]
		blocks[i].Text = text[b.texts[i].start:b.texts[i].end]
		if blocks[i].Text != "" { // else SplitParagraphBlocks finds nothing of it
			parts[i] = span{blocks[i].Start, blocks[i].End}
			blocks[i].parts = parts[i : i+1 : i+1]
		}
	}
	return &TextDocument{Title: b.title, Blocks: blocks}
}

// size returns how many bytes of memory the builder holds, about.
func (b *builder) size() int {
	const block, text = 112, 8
	return cap(b.chars) + cap(b.blocks)*(block+text) + cap(b.markers)*16
}
