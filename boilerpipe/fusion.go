package boilerpipe

import (
	"slices"
	"strings"
)

// This file merges blocks (docs/boilerpipe.md, "Block fusion").

// SimpleBlockFusion merges each block into the one before it if both have the same
// text density. The merged block has a density of its own.
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

// BlockProximityFusion merges each content block into the block before it if at
// most distance blocks of the page between the two have been removed. The block
// before need not be content unless [ContentOnly] is given; it becomes content.
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

// fuse merges each block after the one at first into the block before it, or into
// what that block has become, if near says so.
func (d *TextDocument) fuse(first int, near func(prev, b *TextBlock) bool) (changed bool) {
	if len(d.Blocks) < 2 || first >= len(d.Blocks) {
		return false
	}
	kept := d.Blocks[:first+1]
	var texts []string // of the blocks that are merged into the last kept one, with what separates them
	for i := first + 1; i < len(d.Blocks); i++ {
		prev, b := &kept[len(kept)-1], &d.Blocks[i]
		if !d.stopped(i) && near(prev, b) {
			if len(texts) == 0 {
				texts = append(texts, prev.Text)
			}
			texts = append(texts, separator(prev, b), b.Text)
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

// join ends a merge: it gives the block its text and empties the list.
func (b *TextBlock) join(texts *[]string) {
	if len(*texts) > 0 {
		b.Text = strings.Join(*texts, "")
		b.parts = slices.Clip(b.parts)
		*texts = (*texts)[:0]
	}
}
