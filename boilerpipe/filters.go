package boilerpipe

import (
	"slices"
	"strings"
)

// A Filter is a step of a pipeline: it marks, labels, merges, splits or removes the
// blocks of a document in place, and reports whether it changed anything. It must be
// safe for concurrent use, because an Extractor may call it for several pages at once.
// The document must not be nil.
//
// The filters of this package return true if and only if the document has changed.
// Some of boilerpipe's return true also for a block that has the mark already; the
// results do not depend on it.
type Filter func(d *TextDocument) (changed bool)

// IgnoreBlocksAfterContent marks the end of an article and all blocks after it as not
// content. The end is the first block that is labelled [LabelIndicatesEndOfText] and by
// which there are at least minWords words of full text in content blocks, its own
// included. boilerpipe uses 60.
func IgnoreBlocksAfterContent(minWords int) Filter {
	return func(d *TextDocument) (changed bool) {
		words, found := 0, false
		return d.each(func(b *TextBlock) bool {
			if b.Content {
				words += b.fullTextWords()
			}
			found = found || b.Labels&LabelIndicatesEndOfText != 0 && words >= minWords
			return found && b.set(false, droppedAfterEnd)
		})
	}
}

// TrailingHeadline marks headings as not content if no content follows. It comes from
// versions later than 1.2.0.
func TrailingHeadline(d *TextDocument) (changed bool) {
	for i := len(d.Blocks) - 1; i >= 0 && !d.stopped(i); i-- {
		b := &d.Blocks[i]
		if b.Content && !b.Heading {
			break
		}
		if b.Content {
			changed = b.set(false, droppedHeadline) || changed
		}
	}
	return changed
}

// BoilerplateBlock removes all blocks that are not content.
func BoilerplateBlock(d *TextDocument) (changed bool) {
	return BoilerplateBlockExcept(0)(d)
}

// BoilerplateBlockExcept removes all blocks that are not content and have none of
// the labels. Versions later than 1.2.0 keep [LabelTitle] in their article
// extractor.
func BoilerplateBlockExcept(labels Label) Filter {
	return func(d *TextDocument) (changed bool) {
		kept := d.Blocks[:0]
		for _, b := range d.Blocks {
			if b.Content || b.Labels&labels != 0 {
				kept = append(kept, b)
			}
		}
		changed = len(kept) < len(d.Blocks)
		clear(d.Blocks[len(kept):])
		d.Blocks = kept
		return changed
	}
}

// KeepLargestBlock keeps the content block with the most words, the first of
// several. All other blocks become not content and are labelled
// [LabelMightBeContent]. If no block is content, that happens to all blocks.
func KeepLargestBlock(d *TextDocument) (changed bool) {
	if len(d.Blocks) < 2 {
		return false
	}
	return keepOnly(d, largest(d), nil)
}

// KeepLargestBlockAndLevel is like [KeepLargestBlock] but also keeps blocks of at least
// minWords words on the tag level of the largest block. It looks for them on both sides
// of that block, up to the first block on a lower tag level. Version 1.2.0 uses 0,
// later ones 150.
func KeepLargestBlockAndLevel(minWords int) Filter {
	return func(d *TextDocument) (changed bool) {
		if len(d.Blocks) < 2 {
			return false
		}
		most := largest(d)
		if most < 0 {
			return keepOnly(d, most, nil)
		}
		level := d.Blocks[most].TagLevel
		first, end := most, most+1
		for first > 0 && d.Blocks[first-1].TagLevel >= level {
			first--
		}
		for end < len(d.Blocks) && d.Blocks[end].TagLevel >= level {
			end++
		}
		return keepOnly(d, most, func(i int) bool {
			return first <= i && i < end && d.Blocks[i].TagLevel == level && d.Blocks[i].Words >= minWords
		})
	}
}

// largest returns the index of the content block with the most words, the first of
// several, or -1.
func largest(d *TextDocument) (index int) {
	index, most := -1, -1
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Content && b.Words > most {
			index, most = i, b.Words
		}
	}
	return index
}

// keepOnly leaves the block at index content, or none if index is -1, and the blocks
// for which beside is true. All but the one block are labelled.
func keepOnly(d *TextDocument, index int, beside func(i int) bool) (changed bool) {
	for i := range d.Blocks {
		if d.stopped(i) {
			break
		}
		b := &d.Blocks[i]
		switch {
		case i == index:
			continue // it is content
		case beside != nil && beside(i):
			changed = b.set(true, keptByLevel) || changed
		default:
			changed = b.set(false, droppedBesideLargest) || changed
		}
		changed = b.label(LabelMightBeContent) || changed
	}
	return changed
}

// ExpandTitleToContent makes content of the blocks labelled [LabelMightBeContent]
// from the page's title to the content: from the last block with [LabelTitle] that
// is not after the first content block, up to that one.
func ExpandTitleToContent(d *TextDocument) (changed bool) {
	title, content := -1, -1
	for i := 0; i < len(d.Blocks) && content < 0; i++ {
		b := &d.Blocks[i]
		if b.Labels&LabelTitle != 0 {
			title = i
		}
		if b.Content {
			content = i
		}
	}
	if title < 0 {
		return false
	}
	for i := title; i < content; i++ {
		if b := &d.Blocks[i]; b.Labels&LabelMightBeContent != 0 {
			changed = b.set(true, keptAfterTitle) || changed
		}
	}
	return changed
}

// LargeBlockSameTagLevel makes content of the blocks of at least minWords words on
// the tag level of the largest content block. It comes from versions later than
// 1.2.0, which use 100.
func LargeBlockSameTagLevel(minWords int) Filter {
	return func(d *TextDocument) (changed bool) {
		most := largest(d)
		if most < 0 {
			return false
		}
		level := d.Blocks[most].TagLevel
		return d.each(func(b *TextBlock) bool {
			return b.TagLevel == level && b.Words >= minWords && b.set(true, keptByLevel)
		})
	}
}

// ListAtEnd makes content of the list items that directly follow the largest
// content block, if they are on higher tag levels, have no links and are labelled
// [LabelMightBeContent]. It comes from versions later than 1.2.0.
func ListAtEnd(d *TextDocument) (changed bool) {
	most := largest(d)
	if most < 0 {
		return false
	}
	level := d.Blocks[most].TagLevel
	for i := most + 1; i < len(d.Blocks); i++ {
		b := &d.Blocks[i]
		if b.TagLevel <= level || b.Labels&LabelMightBeContent == 0 || !b.ListItem || b.AnchorWords > 0 {
			break
		}
		changed = b.set(true, keptInList) || changed
	}
	return changed
}

// MarkEverythingContent makes all blocks content.
func MarkEverythingContent(d *TextDocument) (changed bool) {
	return d.each(func(b *TextBlock) bool { return b.set(true, keptAsAll) })
}

// MinWords marks content blocks as not content if they have fewer words than the given
// number.
func MinWords(words int) Filter {
	return func(d *TextDocument) (changed bool) {
		return d.each(func(b *TextBlock) bool {
			return b.Content && b.Words < words && b.set(false, droppedByWords)
		})
	}
}

// SplitParagraphBlocks makes a block of each line of a merged block. It has the mark
// and the labels of the merged block and the byte range of its own text. Its counts,
// offsets and tag level are 0; WrappedLines is 1.
func SplitParagraphBlocks(d *TextDocument) (changed bool) {
	split := make([]TextBlock, 0, len(d.Blocks))
	for i := range d.Blocks {
		b := &d.Blocks[i]
		lines := paragraphs(b.Text)
		if len(lines) < 2 || d.stopped(i) {
			split = append(split, *b)
			continue
		}
		changed = true
		split = b.split(split, lines)
	}
	d.Blocks = split
	return changed
}

// paragraphs splits a text at runs of line feeds and carriage returns. No empty line
// follows the last run.
func paragraphs(text string) (lines []string) {
	for text != "" {
		end := strings.IndexAny(text, "\n\r")
		if end < 0 {
			return append(lines, text)
		}
		lines = append(lines, text[:end])
		text = strings.TrimLeft(text[end:], "\n\r")
	}
	return lines
}

// split appends a block for each line of the block. As a rule the parts after each
// line feed are those of a line; if a filter has changed the text, each line has the
// parts of all.
func (b *TextBlock) split(to []TextBlock, lines []string) []TextBlock {
	at, own := 0, b.countLines() == len(lines)
	for _, line := range lines {
		p := TextBlock{
			Text: line, Content: b.Content, Labels: b.Labels, Start: b.Start, End: b.End,
			parts: slices.Clip(b.parts), gap: lineGap, reason: b.reason, place: b.place,
		}
		if own {
			end := at + 1
			for end < len(b.parts) && b.parts[end].gap != lineGap {
				end++
			}
			p.parts = b.parts[at:end:end]
			p.Start, p.End = p.parts[0].source.start, p.parts[len(p.parts)-1].source.end
			at = end
		}
		p.settleLines()
		to = append(to, p)
	}
	return to
}

// countLines returns the number of lines that the parts of the block make.
func (b *TextBlock) countLines() (lines int) {
	for i := range b.parts {
		if i == 0 || b.parts[i].gap == lineGap {
			lines++
		}
	}
	return lines
}

// MinClauseWords marks content blocks as not content if they have no clause of at least
// the given number of words. A clause ends with one of ", . : ; ! ?" after a letter or
// digit and before white space or the end of the text. Text after the last clause does
// not count. boilerpipe uses 5.
func MinClauseWords(words int) Filter {
	return func(d *TextDocument) (changed bool) {
		return d.each(func(b *TextBlock) bool {
			return b.Content && !hasClause(b.Text, words) && b.set(false, droppedByClause)
		})
	}
}
