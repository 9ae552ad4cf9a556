package victor

import "github.com/seed42075109/justext/internal/space"

// Text returns the text of the content blocks, images left out: a line for each
// paragraph, white space folded. A block that goes on in a line is joined with
// the white space that was there; header and text are never in one line.
func Text(blocks []Block) string {
	var w space.Writer
	for b, begins := range contentLines(blocks) {
		if begins {
			w.Line("")
		}
		w.Add(b.Text)
	}
	return w.String()
}

// CleanEval returns the content blocks in the form of the CleanEval competition
// (reference, section 8): each line begins with <h> for a header, <l> for a list
// item and <p> for any other; continuations are appended to the line before, if
// there is one. A first line "URL: " has the address of the page, if it is not "".
func CleanEval(blocks []Block, address string) string {
	var w space.Writer
	if address != "" {
		w.Line("URL: ")
		w.Add(address)
	}
	marks := map[string]string{"header": "<h>", "list": "<l>"}
	first := true
	for b, begins := range contentLines(blocks) {
		mark, marked := marks[b.Label]
		if !marked {
			mark = "<p>"
		}
		if first || b.Label != "continuation" && (begins || b.Label == "list" || b.Label == "paragraph") {
			w.Line(mark)
		}
		first = false
		if begins {
			w.Space()
		}
		w.Add(b.Text)
	}
	return w.String()
}

// contentLines yields the content blocks and whether each begins a line: it is
// the first, a line began with it or with noise before it, or header and text
// meet.
func contentLines(blocks []Block) func(yield func(b *Block, begins bool) bool) {
	return func(yield func(*Block, bool) bool) {
		begins, heading := true, false
		for i := range blocks {
			b := &blocks[i]
			begins = begins || b.NewLine
			if !b.Content() || b.Image {
				continue
			}
			isHeading := b.Label == "header"
			if !yield(b, begins || isHeading != heading) {
				return
			}
			begins, heading = false, isHeading
		}
	}
}
