package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/eval"
)

// This file compares the words that the trained models and the shipped model take from
// the same pages.

// comparisonTable has a row for each name that of gives a result, and a last one for the
// mean of the rows whose names are in mean, or of all if there are none. A result
// without a name is left out.
func comparisonTable(title string, results []result, name func(result) string, mean []string) string {
	table := [][]string{{title, "pages", "P", "R", "F1", "shipped", "difference", "95% interval", "pages with text", "F1", "shipped"}}
	groups := byCollection(results, name)
	delete(groups, "")
	var counted [][]result
	for _, n := range slices.Sorted(maps.Keys(groups)) {
		table = append(table, append([]string{n}, comparisonCells(groups[n])...))
		if len(mean) == 0 || slices.Contains(mean, n) {
			counted = append(counted, groups[n])
		}
	}
	if len(counted) > 0 {
		table = append(table, append([]string{fmt.Sprintf("**mean of %d**", len(counted))}, comparisonCells(counted...)...))
	}
	return markdown(table)
}

// comparisonCells are the means over groups of the means over their pages.
func comparisonCells(groups ...[]result) []string {
	var full [][]result
	pages, filled := 0, 0
	for _, g := range groups {
		withText := slices.DeleteFunc(slices.Clone(g), func(r result) bool { return r.empty })
		if len(withText) > 0 {
			full = append(full, withText)
		}
		pages += len(g)
		filled += len(withText)
	}
	low, high := pairedInterval(groups, func(r *result) float64 { return r.shipped.words.F1 })
	trained, shipped := meanOfGroups(groups, ofTrained), meanOfGroups(groups, ofShipped)
	return slices.Concat([]string{strconv.Itoa(pages)}, fourDecimals(trained.Precision, trained.Recall, trained.F1, shipped.F1, trained.F1-shipped.F1),
		[]string{fmt.Sprintf("%.4f to %.4f", low, high), strconv.Itoa(filled)},
		fourDecimals(meanOfGroups(full, ofTrained).F1, meanOfGroups(full, ofShipped).F1))
}

func fourDecimals(values ...float64) (texts []string) {
	for _, v := range values {
		texts = append(texts, strconv.FormatFloat(v, 'f', 4, 64))
	}
	return texts
}

// meanOfGroups returns the mean over groups of the means over their pages.
func meanOfGroups(groups [][]result, of func(*result) *outcome) eval.Score {
	means := make([]eval.Score, len(groups))
	for i, g := range groups {
		means[i] = resultRow{results: g}.words(of)
	}
	return eval.Mean(means)
}

// pairedInterval returns the 95 percent confidence interval of how much better the
// trained models are than others, by the percentile bootstrap: pages are drawn with
// replacement within each group, and both are compared on the same pages.
func pairedInterval(groups [][]result, than func(*result) float64) (low, high float64) {
	rng := rand.New(rand.NewPCG(1, 0))
	values := make([]float64, samples)
	for i := range values {
		for _, g := range groups {
			sum := 0.0
			for range g {
				r := &g[rng.IntN(len(g))]
				sum += r.trained.words.F1 - than(r)
			}
			values[i] += sum / float64(len(g)*len(groups))
		}
	}
	slices.Sort(values)
	return values[samples/40], values[samples-1-samples/40]
}

// besideTable compares the trained models with the texts of other programs, by
// collection: their F1, the difference and its interval.
func besideTable(results []result, beside []besideTexts, mean []string) string {
	head := []string{"collection", "pages", "F1"}
	for _, b := range beside {
		head = append(head, b.name, "difference", "95% interval")
	}
	table := [][]string{head}
	groups := byCollection(results, func(r result) string { return r.collection })
	var counted [][]result
	for _, n := range slices.Sorted(maps.Keys(groups)) {
		table = append(table, append([]string{n}, besideCells(beside, groups[n])...))
		if len(mean) == 0 || slices.Contains(mean, n) {
			counted = append(counted, groups[n])
		}
	}
	if len(counted) > 0 {
		table = append(table, append([]string{fmt.Sprintf("**mean of %d**", len(counted))}, besideCells(beside, counted...)...))
	}
	return markdown(table)
}

func besideCells(beside []besideTexts, groups ...[]result) []string {
	pages := 0
	for _, g := range groups {
		pages += len(g)
	}
	trained := meanOfGroups(groups, ofTrained).F1
	cells := append([]string{strconv.Itoa(pages)}, fourDecimals(trained)...)
	for k := range beside {
		f1 := func(r *result) float64 { return r.beside[k] }
		low, high := pairedInterval(groups, f1)
		other := 0.0
		for _, g := range groups {
			for i := range g {
				other += f1(&g[i]) / float64(len(g)*len(groups))
			}
		}
		cells = append(append(cells, fourDecimals(other, trained-other)...), fmt.Sprintf("%.4f to %.4f", low, high))
	}
	return cells
}

// besideTexts are the texts that another program took from the pages.
type besideTexts struct {
	name string
	text cleaner
}

// parseBeside reads a value of the flag -beside.
func parseBeside(value string) (b besideTexts, err error) {
	name, folder, found := strings.Cut(value, "=")
	if info, err := os.Stat(folder); !found || name == "" || err != nil || !info.IsDir() {
		return b, errors.New("want NAME=FOLDER, a folder with texts ID.txt or COLLECTION/ID.txt")
	}
	return besideTexts{name, folderText(folder)}, nil
}
