package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/seed42075109/justext/eval"
)

// A resultRow is a row of a table, over some results.
type resultRow struct {
	name    string
	results []result
	repeats bool // pages occur more than once, so that no interval can be told
}

// resultColumns are the columns after the first, which names the rows. The interval
// is the 95 percent confidence interval of F1 over the blocks.
var resultColumns = []string{"pages", "accuracy", "content or noise", "blocks P", "R", "F1", "95% interval", "words P", "R", "F1",
	"shipped: blocks F1", "words F1"}

// splitTable has a row for each random split.
func splitTable(rows []resultRow) string {
	table := [][]string{append([]string{"split"}, resultColumns...)}
	for _, r := range rows {
		table = append(table, r.cells())
	}
	return markdown(table)
}

// collectionTable has a row for each collection, and a row with the means of the
// F1 of words.
func collectionTable(results []result) string {
	table := [][]string{append([]string{"collection"}, resultColumns...)}
	groups := byCollection(results, func(r result) string { return r.collection })
	var trained, shipped float64
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		r := resultRow{name: name, results: groups[name]}
		table = append(table, r.cells())
		trained += r.words(ofTrained).F1 / float64(len(groups))
		shipped += r.words(ofShipped).F1 / float64(len(groups))
	}
	last := append([]string{"**mean**"}, make([]string, len(resultColumns))...)
	last[slices.Index(table[0], "words P")+2] = fmt.Sprintf("**%.4f**", trained)
	last[len(last)-1] = fmt.Sprintf("**%.4f**", shipped)
	return markdown(append(table, last))
}

// ofTrained and ofShipped choose an outcome of a result.
func ofTrained(r *result) *outcome { return &r.trained }
func ofShipped(r *result) *outcome { return &r.shipped }

func (r resultRow) cells() []string {
	blocks := r.blocks(ofTrained)
	b, w := blocks.content(), r.words(ofTrained)
	interval := ""
	if !r.repeats {
		low, high := confidenceInterval(len(r.results), r.sampleF1)
		interval = fmt.Sprintf("%.3f to %.3f", low, high)
	}
	return slices.Concat(
		[]string{r.name, strconv.Itoa(len(r.results))},
		decimals(blocks.accuracy(), blocks.contentAccuracy(), b.Precision, b.Recall, b.F1),
		[]string{interval},
		decimals(w.Precision, w.Recall, w.F1),
		decimals(r.blocks(ofShipped).content().F1, r.words(ofShipped).F1))
}

// blocks returns the sum over the blocks of all pages.
func (r resultRow) blocks(of func(*result) *outcome) *confusionMatrix {
	sum := new(confusionMatrix)
	for i := range r.results {
		sum.addAll(of(&r.results[i]).blocks)
	}
	return sum
}

// words returns the mean over the pages.
func (r resultRow) words(of func(*result) *outcome) eval.Score {
	scores := make([]eval.Score, len(r.results))
	for i := range r.results {
		scores[i] = of(&r.results[i]).words
	}
	return eval.Mean(scores)
}

// sampleF1 returns the F1 over the blocks of a sample of the pages.
func (r resultRow) sampleF1(sample []int) float64 {
	sum := new(confusionMatrix)
	for _, i := range sample {
		sum.addAll(r.results[i].trained.blocks)
	}
	return sum.content().F1
}

// pageTable returns a line for each page as tab-separated values, pages with most
// errors first.
func pageTable(results []result) []byte {
	errors := func(r result) int {
		wrong, missed := r.trained.blocks.errors()
		return wrong + missed
	}
	sorted := slices.Clone(results)
	slices.SortStableFunc(sorted, func(a, b result) int { return errors(b) - errors(a) })
	table := []byte("collection\tpage\tblocks\tcontent\twrong\tmissed\tblocks F1\twords F1\tshipped: blocks F1\twords F1\n")
	for _, r := range sorted {
		b := r.trained.blocks
		wrong, missed := b.errors()
		table = fmt.Appendf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%.3f\t%.3f\t%.3f\t%.3f\n", r.collection, r.id, b.blocks(),
			b.rightContent(), wrong, missed, b.content().F1, r.trained.words.F1, r.shipped.blocks.content().F1, r.shipped.words.F1)
	}
	return table
}
