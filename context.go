package justext

import "github.com/seed42075109/justext/internal/context"

// ClassifyContextSensitive makes each Short and NearGood paragraph Good or Bad, depending on
// the paragraphs around it, in place and in one pass.
//
// Short and NearGood paragraphs form sequences between Good and Bad ones, whose class never
// changes. The ends of the page count as Bad. The paragraphs on both sides of a sequence
// decide about it:
//
//   - Both are Good: the whole sequence is Good.
//   - Both are Bad: the whole sequence is Bad.
//   - One is Good and the other Bad: the NearGood paragraph closest to the Bad one divides
//     the sequence. It is Good itself, as are the paragraphs between it and the Good one.
//     Those between it and the Bad one are Bad. If no paragraph of the sequence is NearGood,
//     all are Bad.
func ClassifyContextSensitive(paragraphs []Paragraph) {
	context.Decide(paragraphs, contextClass, func(p *Paragraph, v context.Verdict) {
		p.Class, p.Reason = verdicts[v].class, verdicts[v].reason
	})
}

// contextClass returns the class of a paragraph as package context knows it.
func contextClass(p *Paragraph) context.Class {
	switch p.Class {
	case Good:
		return context.Good
	case NearGood:
		return context.NearGood
	case Short:
		return context.Short
	}
	return context.Bad
}

// verdicts are the classes and reasons of the rules of package context (docs/justext.md,
// "Context-sensitive classification").
var verdicts = [...]struct {
	class  Class
	reason Reason
}{
	context.BetweenGood:     {Good, BetweenGood},
	context.BetweenBad:      {Bad, BetweenBad},
	context.NothingNearGood: {Bad, NothingNearGood},
	context.NearestToBad:    {Good, NearestToBad},
	context.GoodSide:        {Good, GoodSide},
	context.BadSide:         {Bad, BadSide},
}
