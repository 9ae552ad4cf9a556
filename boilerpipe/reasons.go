package boilerpipe

// A reason says which filter has decided about a block.
type reason uint8

const (
	undecided reason = iota

	droppedForLinks
	droppedForWords
	droppedAfterEnd
	droppedHeadline
	droppedBesideLargest
	droppedByWords
	droppedByClause

	firstKept // those from here on are reasons to keep a block

	keptByWords
	keptByMerging
	keptByLevel
	keptAfterTitle
	keptInList
	keptAsAll
)

// reasons has what a page.Block says.
var reasons = [...]string{
	undecided:            "no filter has marked it as content",
	droppedForLinks:      "too many of its words are in links",
	droppedForWords:      "too few words, here and next to it",
	droppedAfterEnd:      "after the end of the text",
	droppedHeadline:      "a heading without content after it",
	droppedBesideLargest: "not part of the largest block",
	droppedByWords:       "fewer words than the filter asks for",
	droppedByClause:      "no clause of enough words",
	keptByWords:          "enough words, here or next to it",
	keptByMerging:        "merged with the content next to it",
	keptByLevel:          "on the tag level of the largest block",
	keptAfterTitle:       "between the title and the content",
	keptInList:           "in the list after the content",
	keptAsAll:            "everything is content",
}

// ownFilter is the reason of a block that a filter of the caller's has marked.
const ownFilter = "marked by a filter of the caller's"

// text returns the reason in words. A reason that contradicts content is that of
// an earlier decision.
func (r reason) text(content bool) string {
	if content != (r > firstKept) {
		return ownFilter
	}
	return reasons[r]
}

// set marks the block as content or not, for a reason, and reports whether that
// changed the mark.
func (b *TextBlock) set(content bool, why reason) (changed bool) {
	changed = b.Content != content
	b.Content = content
	if changed || b.reason == undecided {
		b.reason = why
	}
	return changed
}

// choose is set with a reason for each case.
func (b *TextBlock) choose(content bool, kept, dropped reason) (changed bool) {
	if content {
		return b.set(true, kept)
	}
	return b.set(false, dropped)
}
