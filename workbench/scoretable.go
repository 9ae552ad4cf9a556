package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/seed42075109/justext/eval"
)

// scoreTable returns a table with a row for each collection, which has the means
// over its pages, and a row with the means of the collections.
func (o *evalOptions) scoreTable(all []source, clean cleaner) (string, error) {
	sources := slices.DeleteFunc(slices.Clone(all), func(s source) bool { return !s.isLabelled() })
	if len(sources) == 0 {
		return "", fmt.Errorf("none of the %d pages has gold text or labels", len(all))
	}
	measures, err := o.measures()
	if err != nil {
		return "", err
	}
	scores, errs := make([]pageScore, len(sources)), make([]error, len(sources))
	parallel(len(sources), func(i int) {
		scores[i], errs[i] = o.score(&sources[i], clean, measures)
	})
	if err := firstError(errs); err != nil {
		return "", err
	}
	return tableOf(scores, measures), nil
}

// A pageScore is what the measures say of a page.
type pageScore struct {
	collection string
	values     []float64
	blocks     *confusionMatrix // nil if the blocks were not compared
}

func (o *evalOptions) score(s *source, clean cleaner, measures []measure) (pageScore, error) {
	score := pageScore{collection: s.collection}
	right, err := s.rightText(o.content)
	if err != nil {
		return score, fmt.Errorf("%s: %w", s.file, err)
	}
	given, err := clean(s)
	if err != nil {
		return score, fmt.Errorf("%s: %w", s.file, err)
	}
	score.blocks = given.blocks
	for _, m := range measures {
		score.values = append(score.values, m.of(right, given)...)
	}
	return score, nil
}

// tableOf has columns for the blocks if those of any page were compared.
func tableOf(scores []pageScore, measures []measure) string {
	head := []string{"collection", "pages"}
	for _, m := range measures {
		head = append(head, m.names...)
	}
	withBlocks := slices.ContainsFunc(scores, func(s pageScore) bool { return s.blocks != nil })
	if withBlocks {
		head = append(head, "blocks P", "R", "F1")
	}
	rows := [][]string{head}
	var means [][]float64
	groups := byCollection(scores, func(s pageScore) string { return s.collection })
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		values := make([][]float64, len(groups[name]))
		for i, s := range groups[name] {
			values[i] = s.values
		}
		means = append(means, columnMeans(values))
		row := append([]string{name, strconv.Itoa(len(values))}, decimals(means[len(means)-1]...)...)
		if withBlocks {
			row = append(row, blockCells(groups[name])...)
		}
		rows = append(rows, row)
	}
	last := append([]string{"**mean**", ""}, decimals(columnMeans(means)...)...)
	return markdown(append(rows, append(last, make([]string, len(head)-len(last))...)))
}

// blockCells are precision, recall and F1 over the blocks that were compared.
func blockCells(scores []pageScore) []string {
	var sum *confusionMatrix
	for _, s := range scores {
		if s.blocks == nil {
			continue
		}
		if sum == nil {
			sum = new(confusionMatrix)
		}
		sum.addAll(s.blocks)
	}
	if sum == nil {
		return []string{"", "", ""}
	}
	s := sum.content()
	return decimals(s.Precision, s.Recall, s.F1)
}

// byCollection groups values by a name.
func byCollection[T any](values []T, name func(T) string) map[string][]T {
	groups := make(map[string][]T)
	for _, v := range values {
		groups[name(v)] = append(groups[name(v)], v)
	}
	return groups
}

// columnMeans returns the mean of each column.
func columnMeans(rows [][]float64) []float64 {
	means := make([]float64, len(rows[0]))
	for _, row := range rows {
		for i, v := range row {
			means[i] += v / float64(len(rows))
		}
	}
	return means
}

func decimals(values ...float64) (texts []string) {
	for _, v := range values {
		texts = append(texts, strconv.FormatFloat(v, 'f', 3, 64))
	}
	return texts
}

// snippetTable returns a table with a row for each collection, which counts the
// snippets of all its pages as the evaluation of trafilatura does.
func snippetTable(all []source, clean cleaner) (string, error) {
	sources := slices.DeleteFunc(slices.Clone(all), func(s source) bool { return !s.labels.hasSnippets() })
	if len(sources) == 0 {
		return "", errors.New("-snippets: no page has snippets, {\"with\": […], \"without\": […]}, in labels/ID.json")
	}
	counts, errs := make([]eval.Snippets, len(sources)), make([]error, len(sources))
	parallel(len(sources), func(i int) {
		got, err := clean(&sources[i])
		if err != nil {
			errs[i] = fmt.Errorf("%s: %w", sources[i].file, err)
		}
		counts[i] = eval.CountSnippets(got.text, sources[i].labels.With, sources[i].labels.Without)
	})
	sums, pages := make(map[string]eval.Snippets), make(map[string]int)
	for i := range sources {
		name := sources[i].collection
		sums[name] = sums[name].Add(counts[i])
		pages[name]++
	}
	rows := [][]string{{"collection", "pages", "with", "without", "P", "R", "F1", "accuracy"}}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		n, s := sums[name], sums[name].Score()
		rows = append(rows, append([]string{name, strconv.Itoa(pages[name]), strconv.Itoa(n.Found + n.Missed), strconv.Itoa(n.Wrong + n.Avoided)},
			decimals(s.Precision, s.Recall, s.F1, n.Accuracy())...))
	}
	return markdown(rows), firstError(errs)
}
