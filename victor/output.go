package victor

import (
	"strings"
	"unicode"
)

// Text returns the text of the content blocks, images left out: a line for each
// paragraph, white space folded. A block that goes on in a line is joined with
// the white space that was there; header and text are never in one line.
func Text(blocks []Block) string {
	var b strings.Builder
	var space, newLine bool
	last := ""
	for i := range blocks {
		block := &blocks[i]
		newLine = newLine || block.NewLine
		if !block.Content() || block.Image {
			space = true
			continue
		}
		if b.Len() > 0 && (newLine || (block.Label == "header") != (last == "header")) {
			b.WriteByte('\n')
			space = false
		}
		space = appendFolded(&b, block.Text, space)
		newLine, last = false, block.Label
	}
	return b.String()
}

// appendFolded appends text with white space folded. space says that some stands
// before it; the result says that some stands behind it.
func appendFolded(b *strings.Builder, text string, space bool) bool {
	lineBegins := b.Len() == 0 || strings.HasSuffix(b.String(), "\n")
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = true
			continue
		}
		if space && !lineBegins {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		space, lineBegins = false, false
	}
	return space
}

// foldSpace makes every run of white space one space and trims the ends.
func foldSpace(text string) string { return strings.Join(strings.Fields(text), " ") }
