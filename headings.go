package justext

// PreprocessHeadings makes each Short heading NearGood if a Good paragraph follows and at
// most config.MaxHeadingDistance code points lie between the two, in place. Without it, the
// context-sensitive stage would lose the short paragraphs between a heading and its text.
// With config.Images it does the same for images, which are Bad otherwise.
//
// ContextFree is not changed.
func PreprocessHeadings(paragraphs []Paragraph, config Config) {
	if config.Python302 {
		return // docs/justext.md, "Heading pre-processing"
	}
	beforeGood(paragraphs, config.MaxHeadingDistance, func(p *Paragraph) {
		switch {
		case p.Heading && p.Class == Short && !config.NoHeadings:
			p.Class, p.Reason = NearGood, HeadingBeforeGood
		case p.Image && p.Class == Bad && config.Images:
			p.Class, p.Reason = NearGood, ImageBeforeGood
		}
	})
}

// PostprocessHeadings makes each Bad heading Good if a Good paragraph follows and at most
// config.MaxHeadingDistance code points lie between the two, in place. A heading whose
// ContextFree is Bad stays Bad; a caller that overrules the context-free stage should set
// ContextFree too. A heading that has become Good does not help another one.
func PostprocessHeadings(paragraphs []Paragraph, config Config) {
	if config.NoHeadings {
		return
	}
	beforeGood(paragraphs, config.MaxHeadingDistance, func(p *Paragraph) {
		if p.Heading && p.Class == Bad && p.ContextFree != Bad {
			p.Class, p.Reason = Good, HeadingBeforeGood
		}
	})
}

// beforeGood calls change for each paragraph that a Good one follows with at most distance
// code points between the two. It goes from the last paragraph to the first, so that the
// distance to the next Good one is always at hand. A class that change sets has no effect on
// the paragraphs before it.
func beforeGood(paragraphs []Paragraph, distance int, change func(*Paragraph)) {
	gap, found := 0, false // characters between this paragraph and the next Good one
	for i := len(paragraphs) - 1; i >= 0; i-- {
		p := &paragraphs[i]
		wasGood := p.Class == Good
		if found && gap <= distance {
			change(p)
		}
		if wasGood {
			gap, found = 0, true
		} else {
			gap += int(p.Chars)
		}
	}
}
