package main

import (
	"math"
	"strconv"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/page"
)

// noType is what the tables call a page of which nothing is told.
const noType = "none"

// toldType returns the name of the most probable type.
func toldType(types page.Types) string {
	if !types.Known() {
		return noType
	}
	best, _ := types.Best()
	return best.String()
}

// confusionOf counts pages by their type and the one that is told.
func confusionOf(pages []typedPage, told func(*typedPage) page.Types) *confusionMatrix {
	c := new(confusionMatrix)
	for i := range pages {
		c.add(pages[i].is.String(), toldType(told(&pages[i])))
	}
	return c
}

// typeScore returns precision, recall and F1 of a type.
func (c *confusionMatrix) typeScore(name string) eval.Score {
	return eval.NewScore(
		c.sum(func(right, given string) bool { return right == name && given == name }),
		c.sum(func(_, given string) bool { return given == name }),
		c.sum(func(right, _ string) bool { return right == name }))
}

// typeTable has a row for each type of the pages: how well a model tells it, and what it
// tells of such pages.
func typeTable(pages []typedPage) string {
	c := confusionOf(pages, func(p *typedPage) page.Types { return p.told })
	var names []string
	head := []string{"type", "pages", "P", "R", "F1"}
	for t := range page.Type(page.NumTypes) {
		names = append(names, t.String())
	}
	names = append(names, noType)
	for _, name := range names {
		head = append(head, "told "+name)
	}
	rows := [][]string{head}
	for _, name := range names {
		n := c.sum(func(right, _ string) bool { return right == name })
		if n == 0 {
			continue
		}
		s := c.typeScore(name)
		row := append([]string{name, strconv.Itoa(n)}, decimals(s.Precision, s.Recall, s.F1)...)
		for _, told := range names {
			row = append(row, strconv.Itoa(c.sum(func(right, given string) bool { return right == name && given == told })))
		}
		rows = append(rows, row)
	}
	return markdown(rows)
}

// typeWays compares a model with rules: accuracy, mean F1 of the types that there are, and
// the mean logarithm of the probability of the right type, with its sign changed, over the
// pages of which the model tells something.
func typeWays(pages []typedPage) string {
	rows := [][]string{{"types by", "accuracy", "mean F1", "log loss"}}
	for _, way := range []struct {
		name string
		told func(*typedPage) page.Types
	}{
		{"model", func(p *typedPage) page.Types { return p.told }},
		{"declared type", func(p *typedPage) page.Types { return p.byRule }},
		{"frequency", func(p *typedPage) page.Types { return p.frequent }},
	} {
		c := confusionOf(pages, way.told)
		f1, types := 0.0, 0.0
		for t := range page.Type(page.NumTypes) {
			name := t.String()
			if c.sum(func(right, _ string) bool { return right == name }) > 0 {
				f1 += c.typeScore(name).F1
				types++
			}
		}
		rows = append(rows, append([]string{way.name}, decimals(c.accuracy(), f1/types, logLoss(pages, way.told))...))
	}
	return markdown(rows)
}

// leastProbability is what a probability counts as at least in a log loss.
const leastProbability = 1e-6

func logLoss(pages []typedPage, told func(*typedPage) page.Types) float64 {
	sum, n := 0.0, 0.0
	for i := range pages {
		if pages[i].told.Known() {
			sum -= math.Log(max(float64(told(&pages[i])[pages[i].is]), leastProbability))
			n++
		}
	}
	return sum / max(n, 1)
}

// typeReliability compares the probabilities of the types with how often pages are of
// them.
func typeReliability(pages []typedPage) string {
	var points []point
	for i := range pages {
		if p := &pages[i]; p.told.Known() {
			for t, v := range p.told {
				points = append(points, point{other: 1 - float64(v), content: p.is == page.Type(t)})
			}
		}
	}
	return reliabilityTable(points, "probability of a type", "pages and types", "share that is so")
}
