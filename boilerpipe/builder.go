package boilerpipe

import (
	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/room"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file cuts the balanced events of a page into blocks of text
// (docs/boilerpipe.md, "Blocks"): every element separates blocks except links and
// the inline elements.

// A mode says how a page is read. Its fields are those of Config.
type mode struct{ original, noscript bool }

// A tagClass says what the tags of an element do to the text around them
// (docs/boilerpipe.md, "Classes of elements").
type tagClass uint8

const (
	blockTag     tagClass = iota // they separate blocks; so do those of unknown names
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
	} {
		for _, tag := range tags.List(row.names) {
			table[tag] = row.class
		}
	}
	return table
}()

// classOf returns the class of an element.
func (m mode) classOf(tag tags.Tag) tagClass {
	switch {
	case tag == tags.Noscript && m.noscript:
		return blockTag
	case tag == tags.Datalist && !m.original:
		return ignorableTag // no browser shows it
	}
	return tagClasses[tag]
}

// levels reports whether the element counts for the tag level.
func (c tagClass) levels() bool { return c != inlineTag && c != spacedTag }

// separates reports whether the element separates blocks.
func (c tagClass) separates() bool { return c <= ignorableTag }

// A place is the kind of the text in an element.
type place struct {
	kind  page.Kind
	level uint8 // of a heading
}

// places has the elements that give text a kind.
var places = func() (table [tags.NumKnown]place) {
	for _, row := range []struct {
		names string
		kind  page.Kind
	}{
		{"li dd dt", page.List},
		{"td th", page.Table},
		{"caption figcaption", page.Caption},
		{"pre", page.Code},
		{"blockquote", page.Quote},
		{"select button textarea", page.Form},
	} {
		for _, tag := range tags.List(row.names) {
			table[tag] = place{kind: row.kind}
		}
	}
	for i, tag := range tags.List("h1 h2 h3 h4 h5 h6") {
		table[tag] = place{page.Heading, uint8(i + 1)}
	}
	return table
}()

// A builder makes blocks of balanced events. It is scratch memory, reused from
// page to page; what it returns refers to none of it.
type builder struct {
	scanner  *neko.Scanner
	mode     mode
	byScript bool

	inBody, inAnchor, inIgnorable, inListItem, inSVG int

	inBodyTitle int     // open title elements in the body, which no browser shows
	places      []place // of the open elements that give text a kind

	tagLevel, blockLevel int      // blockLevel is that where the block's text began, or noLevel
	lastStart            tags.Tag // the name of the last start tag
	lastSpace            bool     // the last text ended in a space
	flush                bool     // text that follows belongs to another block
	inAnchorText         bool     // after the last marker of the blocks so far
	gap                  gap      // since the last text that is kept

	chars   []byte   // the texts of all blocks, one after the other
	begin   int      // where that of the block begins
	visible bool     // it has more than spaces and control characters
	markers []marker // the places in it that no word reaches across
	now     record   // what is known of the block

	title     string
	bodyTitle []byte // the text of the first title in the body
	records   []record
}

// A record is what is known of a block before the page has ended.
type record struct {
	source span // of its first word to its last
	text   span // of chars

	words, anchorWords, wrappedWords, wrappedLines, level int32

	place    place
	listItem bool
	gap      gap // before it
}

// A marker is a place in chars that no word reaches across.
type marker struct {
	at   int32
	kind markerKind
}

type markerKind uint8

const (
	wordEnd markerKind = iota
	linkBegin
	linkEnd
)

const noLevel = -1

func (b *builder) reset(scanner *neko.Scanner, config *Config) {
	*b = builder{
		scanner: scanner, mode: config.mode(), byScript: config.WordsByScript, blockLevel: noLevel,
		chars: b.chars[:0], markers: b.markers[:0], records: b.records[:0], places: b.places[:0],
	}
}

func (b *builder) startTag(tag openTag) {
	class := b.mode.classOf(tag.local)
	if class.levels() {
		b.tagLevel++
	}
	b.enter(tag.local)
	switch class {
	case ignorableTag:
		b.inIgnorable++
	case anchorTag:
		b.startAnchor()
	case bodyTag:
		b.flushBlock()
		b.inBody++
	case spacedTag:
		b.endWord()
	}
	b.flush = b.flush || class.separates()
	b.lastStart = tag.local
}

func (b *builder) endTag(tag openTag) {
	class := b.mode.classOf(tag.local)
	b.leave(tag.local)
	switch class {
	case ignorableTag:
		b.inIgnorable--
	case anchorTag:
		b.endAnchor()
	case bodyTag:
		b.flushBlock()
		b.inBody--
	case spacedTag:
		b.endWord()
	}
	b.flush = b.flush || class.separates()
	if class.levels() {
		b.tagLevel--
	}
	if b.flush {
		b.flushBlock()
	}
}

// enter notes that an element begins which says something about the text in it.
func (b *builder) enter(tag tags.Tag) {
	if p := places[tag]; p.kind != page.Text {
		if around := b.place(); around.kind == page.Heading && p.kind != page.Heading {
			p = around // everything in a heading is a heading
		}
		b.places = append(b.places, p)
	}
	switch tag {
	case tags.Li:
		b.inListItem++
	case tags.Svg:
		b.inSVG++
	case tags.Title:
		if b.inBody > 0 && !b.mode.original {
			b.inBodyTitle++
		}
	}
}

func (b *builder) leave(tag tags.Tag) {
	if places[tag].kind != page.Text {
		b.places = b.places[:len(b.places)-1]
	}
	switch tag {
	case tags.Li:
		b.inListItem--
	case tags.Svg:
		b.inSVG--
	case tags.Title:
		b.inBodyTitle = max(b.inBodyTitle-1, 0)
	}
}

// place returns the kind of text that comes next.
func (b *builder) place() place {
	if n := len(b.places); n > 0 {
		return b.places[n-1]
	}
	return place{}
}

// startAnchor begins a link (docs/boilerpipe.md, "Links").
func (b *builder) startAnchor() {
	b.inAnchor = min(b.inAnchor+1, 1) // a link within a link is the same link
	b.mark(linkBegin)
}

func (b *builder) endAnchor() {
	if b.inAnchor--; b.inAnchor == 0 {
		b.mark(linkEnd)
	}
}

// mark notes where a link begins or ends.
func (b *builder) mark(kind markerKind) {
	if b.inIgnorable > 0 {
		return
	}
	if b.mode.original {
		b.space()
	}
	m := marker{int32(len(b.chars)), kind}
	if n := len(b.markers); n > 0 && b.markers[n-1].at == m.at {
		b.markers[n-1] = m // nothing stands between the two
		return
	}
	b.markers = append(b.markers, m)
}

// endWord ends a word: the original does so with a space.
func (b *builder) endWord() {
	at := int32(len(b.chars))
	switch n := len(b.markers); {
	case b.mode.original:
		b.space()
	case n == 0 || b.markers[n-1].at < at:
		b.markers = append(b.markers, marker{at, wordEnd})
	}
}

// space separates words.
func (b *builder) space() {
	if !b.lastSpace {
		b.chars = append(b.chars, ' ')
		b.lastSpace = true
	}
}

// text adds text to the block (docs/boilerpipe.md, "Text in a block").
func (b *builder) text(piece neko.Event, before gap) {
	b.gap = min(b.gap, before)
	if b.flush {
		b.flushBlock()
		b.flush = false
	}
	if b.inIgnorable > 0 {
		return
	}
	if b.inBodyTitle > 0 {
		b.addBodyTitle(piece)
		return
	}
	text := b.mode.shown(piece)
	leading := leadingSpace(text)
	if leading > 0 {
		b.gap = min(b.gap, spaceGap)
		b.space()
	}
	if leading == len(text) {
		return
	}
	end := withoutTrailingSpace(text)
	b.chars = room.For(b.chars, len(text), b.scanner.Rest())
	if b.add(text[leading:end]) {
		b.note(piece, leading, end)
		b.gap = noGap
	}
	if end < len(text) {
		b.gap = min(b.gap, spaceGap)
		b.space()
	}
}

// add appends text that begins and ends with other characters than spaces, and
// reports whether any of it is kept.
func (b *builder) add(text []byte) bool {
	if b.mode.original {
		at := len(b.chars)
		b.chars = appendSpaced(b.chars, text)
		b.visible = b.visible || len(trim(b.chars[at:])) > 0
		b.lastSpace = false
		return true
	}
	at := len(b.chars)
	if b.gap < noGap && at > b.begin && !b.lastSpace {
		b.chars = append(b.chars, ' ') // where the balancer has dropped or delayed a tag
	}
	from := len(b.chars)
	b.chars = appendSpaced(b.chars, text)
	if b.chars = withoutControls(b.chars, from); len(b.chars) == from {
		b.chars = b.chars[:at]
		return false
	}
	b.visible, b.lastSpace = true, false
	return true
}

// note keeps where the text from begin to end of a piece stands.
func (b *builder) note(piece neko.Event, begin, end int) {
	if b.blockLevel == noLevel {
		b.blockLevel = b.tagLevel
	}
	if len(piece.Text) != piece.End-piece.Start { // a character reference stands there as a whole
		begin, end = 0, piece.End-piece.Start
	}
	if b.now.source.end == 0 {
		b.now = record{place: b.place(), listItem: b.inListItem > 0, gap: b.gap}
		b.now.source.start = int32(piece.Start + begin)
	}
	b.now.source.end = int32(piece.Start + end)
}

// addBodyTitle keeps the text of the first title in the body that is none of a
// drawing.
func (b *builder) addBodyTitle(piece neko.Event) {
	if b.inSVG == 0 && b.title == "" {
		b.bodyTitle = append(b.bodyTitle, b.mode.shown(piece)...)
	}
}

// flushBlock ends the block (docs/boilerpipe.md, "The end of a block").
func (b *builder) flushBlock() {
	if b.title == "" && len(b.bodyTitle) > 0 && b.inBodyTitle == 0 {
		b.title = string(trim(withoutControls(appendSpaced(nil, b.bodyTitle), 0)))
		b.bodyTitle = nil
	}
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
	b.visible, b.now = false, record{}
	b.markers = b.markers[:0]
}

// makeBlock makes a block of its text.
func (b *builder) makeBlock(text []byte) {
	count := newWordCount(b.byScript, b.inAnchorText)
	at := 0
	for _, m := range b.markers {
		end := int(m.at) - b.begin
		count.add(text[at:end])
		at = end
		if m.kind != wordEnd {
			count.inAnchor = m.kind == linkBegin
		}
	}
	count.add(text[at:])
	b.inAnchorText = count.inAnchor

	made := b.now
	made.words, made.anchorWords, made.level = int32(count.words), int32(count.anchorWords), int32(b.blockLevel)
	words, lines := count.wrapped()
	made.wrappedWords, made.wrappedLines = int32(words), int32(lines)
	if b.mode.original {
		made.gap = lineGap
	}
	begin := b.begin
	for begin < len(b.chars) && b.chars[begin] <= ' ' {
		begin++
	}
	made.text = span{int32(begin), int32(begin + len(trim(text)))}
	b.records = append(b.records, made)
}

// document returns the page when it has ended. The texts of its blocks share one
// string.
func (b *builder) document() *TextDocument {
	d := &TextDocument{Title: b.title, Blocks: make([]TextBlock, len(b.records)), mode: b.mode}
	text := string(b.chars)
	parts := make([]part, len(b.records))
	for i := range b.records {
		r := &b.records[i]
		d.Blocks[i] = r.block(i, text[r.text.start:r.text.end])
		if r.text.start < r.text.end { // else SplitParagraphBlocks finds nothing of it
			parts[i] = part{r.source, int32(i), r.gap}
			d.Blocks[i].parts = parts[i : i+1 : i+1]
		}
	}
	return d
}

// block returns the block with a number and text.
func (r *record) block(number int, text string) TextBlock {
	b := TextBlock{
		Text:  text,
		Words: int(r.words), AnchorWords: int(r.anchorWords), WrappedWords: int(r.wrappedWords), WrappedLines: int(r.wrappedLines),
		OffsetStart: number, OffsetEnd: number, TagLevel: int(r.level),
		Heading: r.place.kind == page.Heading, ListItem: r.listItem,
		Start: r.source.start, End: r.source.end,
		place: r.place, gap: r.gap,
	}
	b.settleLines()
	return b
}

// size returns about how many bytes of memory the builder holds.
func (b *builder) size() int {
	const entry, mark = 48, 8
	return cap(b.chars) + cap(b.records)*entry + cap(b.markers)*mark + 2*cap(b.places)
}
