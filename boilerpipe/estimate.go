package boilerpipe

// A Statistics counts the words and blocks of a document.
type Statistics struct{ Words, Blocks int }

// Statistics counts the words and blocks of a document, or only those of its
// content.
func (d *TextDocument) Statistics(contentOnly bool) (s Statistics) {
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Content || !contentOnly {
			s.Words += b.Words
			s.Blocks++
		}
	}
	return s
}

// IsLowQuality guesses whether an extractor for articles has failed on a page that
// is none: from all that the page had before, and the content that is left
// (reference, section 10.1). It expects fewer than 90 words before, 70 of content,
// or 25 words in a block of content to be a bad sign.
func IsLowQuality(before, content Statistics) bool {
	const minBefore, minContent, minMean = 90, 70, 25
	return before.Words < minBefore || content.Words < minContent || content.Words < minMean*content.Blocks
}
