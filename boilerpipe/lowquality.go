package boilerpipe

// Statistics has the numbers of words and blocks of a document.
type Statistics struct{ Words, Blocks int }

// Statistics counts the words and blocks of a document, or those of its content
// blocks only.
func (d *TextDocument) Statistics(contentOnly bool) (s Statistics) {
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Content || !contentOnly {
			s.Words += b.Words
			s.Blocks++
		}
	}
	return s
}

// IsLowQuality guesses whether filters for articles have failed on a page that has
// none. before has the statistics of all blocks before the filters, content those of
// the content blocks after them. Bad signs are fewer than 90 words before, fewer than
// 70 words of content, and fewer than 25 words per block of content.
func IsLowQuality(before, content Statistics) bool {
	const minBefore, minContent, minMean = 90, 70, 25
	return before.Words < minBefore || content.Words < minContent || content.Words < minMean*content.Blocks
}
