package justext

// ClassifyContextSensitive makes each Short and NearGood paragraph Good or Bad, depending on
// the paragraphs around it, in place and in one pass.
//
// Short and NearGood paragraphs form sequences between Good and Bad ones, whose class never
// changes. The ends of the page count as Bad.
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

// isOpen reports whether the context decides about a class.
func isOpen(c Class) bool { return c == Short || c == NearGood }

// neighbour returns the class that paragraph i has for its neighbours: Good if there is such
// a paragraph and it is Good, and else Bad.
func neighbour(paragraphs []Paragraph, i int) Class {
	if i >= 0 && i < len(paragraphs) && paragraphs[i].Class == Good {
		return Good
	}
	return Bad
}

// settle decides about a sequence between two paragraphs of the classes left and right
// (docs/justext.md, "Context-sensitive classification").
func settle(sequence []Paragraph, left, right Class) {
	switch {
	case left == Good && right == Good:
		decideAll(sequence, Good, BetweenGood)
		return
	case left == Bad && right == Bad:
		decideAll(sequence, Bad, BetweenBad)
		return
	}
	// The near-good paragraph closest to the bad side divides the sequence.
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
