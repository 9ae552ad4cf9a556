package boilerpipe

import (
	"slices"
	"strings"
)

// A Filter is a step of an extractor: it marks, merges or removes blocks, in
// place, and reports whether it changed anything. It must not keep state, so that
// pages can be worked on at the same time. The document must not be nil.
//
// Those of this package say true if and only if the document is another than before.
// Some of boilerpipe's say it also where a block has the mark already; no extractor's
// result hangs on it.
type Filter func(d *TextDocument) (changed bool)

// IgnoreBlocksAfterContent marks as not content all blocks from the first on that
// is labelled [LabelIndicatesEndOfText], if at least so many words of full text
// stand in content blocks up to and with it. boilerpipe has 60.
func IgnoreBlocksAfterContent(minWords int) Filter {
	return func(d *TextDocument) (changed bool) {
		words, found := 0, false
		for i := range d.Blocks {
			b := &d.Blocks[i]
			if b.Content {
				words += b.FullTextWords()
			}
			found = found || b.Labels&LabelIndicatesEndOfText != 0 && words >= minWords
			if found {
				changed = b.set(false) || changed
			}
		}
		return changed
	}
}

// TrailingHeadline marks headings behind which no content comes as not content.
// It is of later versions than 1.2.0.
func TrailingHeadline(d *TextDocument) (changed bool) {
	for i := len(d.Blocks) - 1; i >= 0; i-- {
		b := &d.Blocks[i]
		if b.Content && !b.Heading {
			break
		}
		changed = b.set(false) || changed
	}
	return changed
}

// BoilerplateBlock removes all blocks that are not content.
func BoilerplateBlock(d *TextDocument) (changed bool) {
	return BoilerplateBlockExcept(0)(d)
}

// BoilerplateBlockExcept removes all blocks that are not content and have none of
// the labels. Later versions than 1.2.0 keep [LabelTitle] in their article
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

// KeepLargestBlock keeps the content block with most words, the first of several.
// All other blocks are not content then and labelled [LabelMightBeContent]; so is
// every block where none was content.
func KeepLargestBlock(d *TextDocument) (changed bool) {
	if len(d.Blocks) < 2 {
		return false
	}
	return keepOnly(d, largest(d, func(b *TextBlock) int { return b.Words }), nil)
}

// KeepLargestFullTextBlock is what [KeepLargestBlock] was in boilerpipe 1.1.0:
// words of blocks with fewer than 9 words a line do not count, and where no block
// is content it changes nothing.
func KeepLargestFullTextBlock(d *TextDocument) (changed bool) {
	if len(d.Blocks) < 2 {
		return false
	}
	most := largest(d, (*TextBlock).FullTextWords)
	return most >= 0 && keepOnly(d, most, nil)
}

// KeepLargestBlockAndLevel is [KeepLargestBlock] that also keeps, going away from
// the largest block to both sides, blocks of its tag level with at least so many
// words, up to the first of a lower tag level. In 1.2.0 the number is 0, in later
// versions 150.
func KeepLargestBlockAndLevel(minWords int) Filter {
	return func(d *TextDocument) (changed bool) {
		if len(d.Blocks) < 2 {
			return false
		}
		most := largest(d, func(b *TextBlock) int { return b.Words })
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

// largest returns the number of the content block with most words of a kind, the
// first of several, or -1.
func largest(d *TextDocument, words func(*TextBlock) int) (number int) {
	number, most := -1, -1
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Content && words(b) > most {
			number, most = i, words(b)
		}
	}
	return number
}

// keepOnly leaves one block content, or none for a number of -1, and those that are
// kept beside it. All but that one block are labelled.
func keepOnly(d *TextDocument, number int, beside func(i int) bool) (changed bool) {
	for i := range d.Blocks {
		b := &d.Blocks[i]
		changed = b.set(i == number || beside != nil && beside(i)) || changed
		if i != number {
			changed = b.label(LabelMightBeContent) || changed
		}
	}
	return changed
}

// ExpandTitleToContent marks as content what is labelled [LabelMightBeContent]
// from the page's title, the last block with [LabelTitle] before the content, up
// to the content.
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
			changed = b.set(true) || changed
		}
	}
	return changed
}

// LargeBlockSameTagLevel marks as content the blocks with at least so many words
// on the tag level of the largest content block. It is of later versions than
// 1.2.0, where the number is 100.
func LargeBlockSameTagLevel(minWords int) Filter {
	return func(d *TextDocument) (changed bool) {
		most := largest(d, func(b *TextBlock) int { return b.Words })
		if most < 0 {
			return false
		}
		level := d.Blocks[most].TagLevel
		for i := range d.Blocks {
			if b := &d.Blocks[i]; b.TagLevel == level && b.Words >= minWords {
				changed = b.set(true) || changed
			}
		}
		return changed
	}
}

// ListAtEnd marks as content the items of a list without links that stands
// directly behind the largest content block, on higher tag levels, if they are
// labelled [LabelMightBeContent]. It is of later versions than 1.2.0.
func ListAtEnd(d *TextDocument) (changed bool) {
	most := largest(d, func(b *TextBlock) int { return b.Words })
	if most < 0 {
		return false
	}
	level := d.Blocks[most].TagLevel
	for i := most + 1; i < len(d.Blocks); i++ {
		b := &d.Blocks[i]
		if b.TagLevel <= level || b.Labels&LabelMightBeContent == 0 || !b.ListItem || b.AnchorWords > 0 {
			break
		}
		changed = b.set(true) || changed
	}
	return changed
}

// MarkEverythingContent marks all blocks as content.
func MarkEverythingContent(d *TextDocument) (changed bool) {
	for i := range d.Blocks {
		changed = d.Blocks[i].set(true) || changed
	}
	return changed
}

// MinWords marks content blocks with fewer words as not content.
func MinWords(words int) Filter {
	return func(d *TextDocument) (changed bool) {
		for i := range d.Blocks {
			b := &d.Blocks[i]
			changed = b.set(b.Content && b.Words >= words) || changed
		}
		return changed
	}
}

// SplitParagraphBlocks makes a block of each line of merged blocks. They have the
// flag and the labels of the merged block and none of its numbers.
func SplitParagraphBlocks(d *TextDocument) (changed bool) {
	split := make([]TextBlock, 0, len(d.Blocks))
	for i := range d.Blocks {
		b := &d.Blocks[i]
		lines := paragraphs(b.Text)
		if len(lines) < 2 {
			split = append(split, *b)
			continue
		}
		changed = true
		for n, line := range lines {
			split = append(split, b.paragraph(line, n, len(lines)))
		}
	}
	d.Blocks = split
	return changed
}

// paragraphs splits a text at line feeds and carriage returns. Runs of them are
// one, and nothing stands behind the last.
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

// paragraph returns a line of the block as a block. As a rule the lines are the
// blocks that it was merged of; else each has the parts of all.
func (b *TextBlock) paragraph(line string, n, lines int) TextBlock {
	p := TextBlock{Text: line, Content: b.Content, Labels: b.Labels, Start: b.Start, End: b.End, parts: slices.Clip(b.parts)}
	if len(b.parts) == lines {
		p.parts = b.parts[n : n+1 : n+1]
		p.Start, p.End = p.parts[0].start, p.parts[0].end
	}
	p.settleLines()
	return p
}

// MinClauseWords marks as not content the content blocks without a clause of so
// many words. A clause ends with one of ", . : ; ! ?" behind a letter or digit and
// before white space or the end of the text; what no such ends does not count.
// boilerpipe has 5.
func MinClauseWords(words int) Filter {
	return func(d *TextDocument) (changed bool) {
		for i := range d.Blocks {
			b := &d.Blocks[i]
			changed = b.set(b.Content && hasClause(b.Text, words)) || changed
		}
		return changed
	}
}
