package boilerpipe

import (
	"slices"
	"strings"
)

// This file merges blocks (reference, sections 7 and 8).

// SimpleBlockFusion merges blocks that follow one another and have the same text
// density. What is merged has its own density then.
func SimpleBlockFusion(d *TextDocument) (changed bool) {
	return d.fuse(0, func(prev, b *TextBlock) bool { return b.TextDensity() == prev.TextDensity() })
}

// FusionOptions restrict which blocks [BlockProximityFusion] merges.
type FusionOptions uint8

const (
	AnyBlocks    FusionOptions = 0 // no restriction
	ContentOnly  FusionOptions = 1 // content with content
	SameTagLevel FusionOptions = 2 // blocks of the same tag level
)

// BlockProximityFusion merges each content block with the block before it, if at
// most so many blocks of the page stood between them that have been removed
// since. Without [ContentOnly] that may be a block that is not content; it becomes
// content.
func BlockProximityFusion(distance int, options FusionOptions) Filter {
	return func(d *TextDocument) (changed bool) {
		first := 0
		for options&ContentOnly != 0 && first < len(d.Blocks) && !d.Blocks[first].Content {
			first++
		}
		return d.fuse(first, func(prev, b *TextBlock) bool {
			return b.Content && b.OffsetStart-prev.OffsetEnd-1 <= distance &&
				(options&ContentOnly == 0 || prev.Content) &&
				(options&SameTagLevel == 0 || prev.TagLevel == b.TagLevel)
		})
	}
}

// fuse merges each block from the given one on with the one before it, or what
// that has become, where near says so.
func (d *TextDocument) fuse(first int, near func(prev, b *TextBlock) bool) (changed bool) {
	if len(d.Blocks) < 2 || first >= len(d.Blocks) {
		return false
	}
	kept := d.Blocks[:first+1]
	var texts []string // of the blocks that are merged into the last kept one
	for i := first + 1; i < len(d.Blocks); i++ {
		prev, b := &kept[len(kept)-1], &d.Blocks[i]
		if near(prev, b) {
			if len(texts) == 0 {
				texts = append(texts, prev.Text)
			}
			texts = append(texts, b.Text)
			prev.mergeNumbers(b)
			continue
		}
		prev.join(&texts)
		kept = append(kept, *b)
	}
	kept[len(kept)-1].join(&texts)
	changed = len(kept) < len(d.Blocks)
	clear(d.Blocks[len(kept):])
	d.Blocks = kept
	return changed
}

// join ends a merge: it gives the block its text, and empties the list for the
// next.
func (b *TextBlock) join(texts *[]string) {
	if len(*texts) > 0 {
		b.Text = strings.Join(*texts, "\n")
		b.parts = slices.Clip(b.parts)
		*texts = (*texts)[:0]
	}
}
