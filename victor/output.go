package victor

import (
	"iter"
	"strings"
	"unicode"

	"github.com/seed42075109/justext/internal/space"
)

// Text returns the text of the content blocks, without alternative texts and control
// characters and with white space folded: a line for each stretch of text that a
// browser shows without a line break. Blocks in a line are separated by a space if
// white space or anything else that a browser shows separates them in the page, or
// if a block between them is left out. A block labelled header is never in a line
// with one that is not.
func Text(blocks []Block) string {
	var w space.Writer
	size := 0
	for b := range contentBlocks(blocks) {
		size += len(b.Text) + 1
	}
	w.Grow(size)
	for b, joint := range contentBlocks(blocks) {
		addTo(&w, b, joint, "")
	}
	return w.String()
}

// addTo adds a block at a joint; mark begins its line if it begins one.
func addTo(w *space.Writer, b *Block, joint joint, mark string) {
	switch joint {
	case newLine:
		w.Line(mark)
	case spaced:
		w.Space()
	}
	w.Add(visible(b.Text))
}

// CleanEval returns the content blocks in the form of the CleanEval competition
// (docs/victor.md, "CleanEval form"): each line begins with <h> for a header, <l> for a
// list item and <p> for any other block; continuations are appended to the line before,
// if there is one. If address is not "", the first line is "URL: " and the address.
func CleanEval(blocks []Block, address string) string {
	var w space.Writer
	if address != "" {
		w.Line("URL: ")
		w.Add(visible(address))
	}
	marks := map[string]string{"header": "<h>", "list": "<l>"}
	first := true
	for b, joint := range contentBlocks(blocks) {
		mark, marked := marks[b.Label]
		if !marked {
			mark = "<p>"
		}
		switch {
		case first || b.Label == "list" || b.Label == "paragraph":
			joint = newLine
		case b.Label == "continuation" && joint == newLine:
			joint = spaced
		}
		first = false
		addTo(&w, b, joint, mark)
	}
	return w.String()
}

// contentBlocks yields the content blocks and how each follows the one before that
// was not left out.
func contentBlocks(blocks []Block) iter.Seq2[*Block, joint] {
	return func(yield func(*Block, joint) bool) {
		how, heading := newLine, false
		for i := range blocks {
			b := &blocks[i]
			how = max(how, b.joint())
			if !b.Content() || b.Image {
				how = max(how, spaced)
				continue
			}
			if !shows(b.Text) {
				if strings.ContainsFunc(b.Text, unicode.IsSpace) {
					how = max(how, spaced)
				}
				continue
			}
			isHeading := b.Label == "header"
			if isHeading != heading {
				how = newLine
			}
			if !yield(b, how) {
				return
			}
			how, heading = joined, isHeading
		}
	}
}

// shows reports whether a block's text has more than control characters and white space.
func shows(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsControl(r) && !unicode.IsSpace(r) })
}

// joint returns how the block follows the one before.
func (b *Block) joint() joint {
	switch {
	case b.NewLine:
		return newLine
	case b.Space:
		return spaced
	}
	return joined
}
