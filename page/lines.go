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
			text := strings.Join(strings.Fields(line.String()), " ")
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
