package page

import (
	"iter"
	"strings"
)

// Lines returns the lines of the blocks that are kept: the text of each line, white
// space folded, and the first block of it that is kept. Lines without text are left
// out. Where a block within a line is not kept, a space stands for it.
func Lines(blocks []Block) iter.Seq2[string, *Block] {
	return func(yield func(string, *Block) bool) {
		var line strings.Builder
		var first *Block
		flush := func() bool {
			text := folded(line.String())
			block := first
			line.Reset()
			first = nil
			return text == "" || yield(text, block)
		}
		for i := range blocks {
			b := &blocks[i]
			if b.NewLine && first != nil && !flush() {
				return
			}
			switch {
			case b.Keep:
				if first == nil {
					first = b
				}
				line.WriteString(b.Text)
			case first != nil:
				line.WriteByte(' ')
			}
		}
		if first != nil {
			flush()
		}
	}
}

// folded returns a text with one space for each stretch of white space between words.
// strings.Fields would take 16 bytes for each word of a page that is one line.
func folded(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	for word := range strings.FieldsSeq(text) {
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(word)
	}
	return out.String()
}
