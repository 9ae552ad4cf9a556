package justext

// ClassifyContextSensitive makes every Short and NearGood paragraph Good or
// Bad by the paragraphs around it, in place and in one pass.
//
// The Short and NearGood paragraphs form sequences between Good and Bad ones,
// whose class is reliable and never changes. The edges of the document count
// as Bad.
func ClassifyContextSensitive(paragraphs []Paragraph) {
	for start := 0; start < len(paragraphs); start++ {
		end := start
		for end < len(paragraphs) && isOpen(paragraphs[end].Class) {
			end++
		}
		if end > start {
			settle(paragraphs[start:end], neighbour(paragraphs, start-1), neighbour(paragraphs, end))
			start = end
		}
	}
}

// The rule is the seed's, "Context-sensitive classification".

// isOpen reports whether a class is to be decided by the context.
func isOpen(c Class) bool { return c == Short || c == NearGood }

// neighbour returns Good if there is a paragraph i and it is, and else Bad.
func neighbour(paragraphs []Paragraph, i int) Class {
	if i >= 0 && i < len(paragraphs) && paragraphs[i].Class == Good {
		return Good
	}
	return Bad
}

// settle decides a sequence that stands between left and right.
func settle(sequence []Paragraph, left, right Class) {
	// "All blocks in the sequence are classified as GOOD or BAD respectively."
	switch {
	case left == Good && right == Good:
		decideAll(sequence, Good, BetweenGood)
		return
	case left == Bad && right == Bad:
		decideAll(sequence, Bad, BetweenBad)
		return
	}
	// "A NEAR_GOOD block closest to the BAD block serves as a delimiter of the
	// GOOD and BAD area."
	divider := lastNearGood(sequence)
	if left == Bad {
		divider = firstNearGood(sequence)
	}
	switch {
	case divider < 0:
		decideAll(sequence, Bad, NothingNearGood)
		return
	case left == Bad:
		decideAll(sequence[:divider], Bad, BadSide)
		decideAll(sequence[divider+1:], Good, GoodSide)
	default:
		decideAll(sequence[:divider], Good, GoodSide)
		decideAll(sequence[divider+1:], Bad, BadSide)
	}
	decideAll(sequence[divider:divider+1], Good, NearestToBad)
}

func decideAll(paragraphs []Paragraph, class Class, reason Reason) {
	for i := range paragraphs {
		paragraphs[i].Class, paragraphs[i].Reason = class, reason
	}
}

// firstNearGood returns the index of the first NearGood paragraph, or -1.
func firstNearGood(sequence []Paragraph) int {
	for i := range sequence {
		if sequence[i].Class == NearGood {
			return i
		}
	}
	return -1
}

// lastNearGood returns the index of the last NearGood paragraph, or -1.
func lastNearGood(sequence []Paragraph) int {
	for i := len(sequence) - 1; i >= 0; i-- {
		if sequence[i].Class == NearGood {
			return i
		}
	}
	return -1
}
