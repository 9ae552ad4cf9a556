package victor

import (
	"strings"
	"unicode"
)

// Text returns the text of the content blocks, images left out: a line for each
// paragraph, white space folded. A block that goes on in a line is joined with
// the white space that was there; header and text are never in one line.
func Text(blocks []Block) string {
	w := lineWriter{}
	for b, begins := range contentLines(blocks) {
		if begins {
			w.newLine("")
		}
		w.add(b.Text)
	}
	return w.b.String()
}

// CleanEval returns the content blocks in the form of the CleanEval competition
// (reference, section 8): each line begins with <h> for a header, <l> for a list
// item and <p> for any other; continuations are appended to the line before, if
// there is one. A first line "URL: " has the address of the page, if it is not "".
func CleanEval(blocks []Block, address string) string {
	w := lineWriter{}
	if address != "" {
		w.b.WriteString("URL: " + foldSpace(address))
	}
	marks := map[string]string{"header": "<h>", "list": "<l>"}
	first := true
	for b, begins := range contentLines(blocks) {
		mark, marked := marks[b.Label]
		if !marked {
			mark = "<p>"
		}
		if first || b.Label != "continuation" && (begins || b.Label == "list" || b.Label == "paragraph") {
			w.newLine(mark)
		}
		first = false
		w.space = w.space || begins
		w.add(b.Text)
	}
	return w.b.String()
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

// A lineWriter writes lines of text with white space folded.
type lineWriter struct {
	b     strings.Builder
	space bool // some stands behind what is written
	empty bool // nothing is in the line yet
}

func (w *lineWriter) newLine(mark string) {
	if w.b.Len() > 0 {
		w.b.WriteByte('\n')
	}
	w.b.WriteString(mark)
	w.empty, w.space = true, false
}

func (w *lineWriter) add(text string) {
	for _, r := range text {
		if unicode.IsSpace(r) {
			w.space = true
			continue
		}
		if w.space && !w.empty {
			w.b.WriteByte(' ')
		}
		w.b.WriteRune(r)
		w.space, w.empty = false, false
	}
}

// foldSpace makes every run of white space one space and trims the ends.
func foldSpace(text string) string { return strings.Join(strings.Fields(text), " ") }
