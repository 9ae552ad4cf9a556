package justext

// Both stages are the seed's, "Headings".

// PreprocessHeadings makes a Short heading NearGood where a Good paragraph
// follows and no more than MaxHeadingDistance characters lie between them, in
// place. It keeps the short paragraphs between the heading and the good text
// from being lost to the context. With Config.Images the same is done for
// images, which are Bad otherwise.
//
// ContextFree stays what the context-free stage found.
func PreprocessHeadings(paragraphs []Paragraph, config Config) {
	if config.Python302 {
		// As shipped, the loop copies the classes while it looks ahead, finds no
		// Good one and changes nothing (reference, section 6; jusText issue 45).
		return
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

// PostprocessHeadings makes a Bad heading Good where a Good paragraph follows
// and no more than MaxHeadingDistance characters lie between them, in place,
// unless ContextFree says that it was Bad by itself: a caller who vetoes a
// paragraph sets that too. It is not iterative: a heading that has become Good
// helps no other.
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

// beforeGood calls change for each paragraph that a Good one follows with at
// most distance characters between the two. It goes from the last to the
// first, so that the distance to the next Good one is always at hand, and
// looks at each class before change does.
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
