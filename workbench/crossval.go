package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/victor"
)

// decisionFlags adds the flags that say when a block is noise.
func decisionFlags(flags *flag.FlagSet) func() (victor.Config, error) {
	config := victor.DefaultConfig()
	marginal := flags.Bool("marginal", false, "the most probable label wins, as in the released Victor")
	var other *float64
	flags.Func("other", "noise is what has this `probability` of it; without the flag, what makes the expected F1 largest", func(text string) error {
		value, err := strconv.ParseFloat(text, 64)
		other = &value
		return err
	})
	flags.Float64Var(&config.MinF1, "min-f1", config.MinF1, "the least F1 to be expected of a page that has content")
	return func() (victor.Config, error) {
		switch {
		case other != nil && *marginal:
			return config, errors.New("-marginal and -other are two rules; give one")
		case other != nil && !isShare(*other):
			return config, fmt.Errorf("-other %v: from 0 to 1", *other)
		case !isShare(config.MinF1):
			return config, fmt.Errorf("-min-f1 %v: from 0 to 1", config.MinF1)
		}
		if other != nil {
			config.Decision, config.MaxOther = victor.ByThreshold, *other
		}
		if *marginal {
			config.Decision = victor.ByMarginal
		}
		return config, nil
	}
}

func isShare(v float64) bool { return v >= 0 && v <= 1 }

// A fold is what one model is trained and tested on: numbers of pages.
type fold struct {
	name        string
	train, test []int
}

// crossvalCommand tells how good models of pages are on pages that they have not
// seen.
func crossvalCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("crossval", flag.ContinueOnError)
	finish, decision := recipeFlags(flags), decisionFlags(flags)
	k := flags.Int("folds", 10, "divide the pages into `k` parts; each is tested on a model of the others")
	seeds := flags.String("seeds", "1", "random splits, by `numbers` 1,2,3; 0: page i is in part i mod k")
	by := flags.Bool("by-collection", false, "leave out one collection at a time instead (those whose names begin alike are one)")
	test := flags.String("test", "", "with -by-collection, test the model of all pages on these `PAGES` too, by commas")
	curve := flags.String("curve", "", "draw precision over recall, by the probabilities before they are smoothed, to this `file`, .svg or .png")
	predictions := flags.String("predictions", "", "write the texts to this `folder`, a folder for each collection")
	byPage := flags.String("by-page", "", "write what came of each page to this `file`, as tab-separated values, most errors first")
	if err := flags.Parse(args); err != nil {
		return err
	}
	r, err := finish()
	if err != nil {
		return err
	}
	config, err := decision()
	if err != nil {
		return err
	}
	numbers, err := parseSeeds(*seeds)
	if err != nil {
		return err
	}
	if *curve != "" {
		if err := checkCurve(*curve); err != nil {
			return err
		}
	}
	if *test != "" && !*by {
		return errors.New("-test is for -by-collection only")
	}
	v := &validation{recipe: r, config: config, predictions: *predictions}
	if err := v.load(out, flags.Args(), *test); err != nil {
		return err
	}
	if *by {
		err = v.runCollections(out)
	} else {
		err = v.runSeeds(out, *k, numbers)
	}
	if err != nil {
		return err
	}
	if *byPage != "" {
		if err := os.WriteFile(*byPage, pageTable(v.results), 0o666); err != nil {
			return err
		}
	}
	if *curve == "" {
		return nil
	}
	return drawCurve(*curve, v.points)
}

// A validation has the pages and collects what comes of them.
type validation struct {
	recipe      recipe
	config      victor.Config
	predictions string
	sources     []source
	pages       []*victor.Page
	training    int // the first so many pages are for training
	results     []result
	points      []point
}

// A result is what came of one page.
type result struct {
	collection, id string
	blocks         *eval.Confusion
	text           eval.Score
	hasGold        bool
}

func (v *validation) load(out io.Writer, train []string, test string) (err error) {
	if v.sources, err = loadLabelled(train); err != nil {
		return err
	}
	v.training = len(v.sources)
	if test != "" {
		more, err := loadLabelled(strings.Split(test, ","))
		if err != nil {
			return err
		}
		v.sources = append(v.sources, more...)
	}
	v.pages, err = v.recipe.read(out, v.sources)
	return err
}

func (v *validation) runCollections(out io.Writer) error {
	folds := v.byCollection()
	if len(folds) == 0 {
		return fmt.Errorf("-by-collection wants two collections; all pages are of %s", family(v.sources[0].collection))
	}
	return v.run(out, folds)
}

// byCollection makes a fold of each family of collections, and one of the pages
// that are only for testing.
func (v *validation) byCollection() (folds []fold) {
	members := make(map[string][]int)
	for i := range v.training {
		name := family(v.sources[i].collection)
		members[name] = append(members[name], i)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if train := v.others(members[name]); len(train) > 0 {
			folds = append(folds, fold{name: name, train: train, test: members[name]})
		}
	}
	if v.training < len(v.sources) {
		last := fold{name: "all", train: v.others(nil)}
		for i := v.training; i < len(v.sources); i++ {
			last.test = append(last.test, i)
		}
		folds = append(folds, last)
	}
	return folds
}

// others returns the training pages that are not in a sorted list.
func (v *validation) others(without []int) (rest []int) {
	for i := range v.training {
		if _, found := slices.BinarySearch(without, i); !found {
			rest = append(rest, i)
		}
	}
	return rest
}

func parseSeeds(text string) (seeds []uint64, err error) {
	for number := range strings.SplitSeq(text, ",") {
		seed, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("-seeds: %w", err)
		}
		seeds = append(seeds, seed)
	}
	return seeds, nil
}

func (v *validation) runSeeds(out io.Writer, k int, seeds []uint64) error {
	if k < 2 || k > v.training {
		return fmt.Errorf("-folds %d: from 2 to %d, the number of pages", k, v.training)
	}
	for _, seed := range seeds {
		var folds []fold
		for i, part := range eval.Folds(v.training, k, seed) {
			folds = append(folds, fold{name: strconv.Itoa(i), train: v.others(part), test: part})
		}
		before := len(v.results)
		if err := v.run(io.Discard, folds); err != nil {
			return err
		}
		split := v.results[before:]
		low, high := eval.Interval(len(split), func(sample []int) float64 { return contentF1(split, sample) })
		fmt.Fprintf(out, "split %d: %s; F1 of 95 in 100 samples of the pages %.2f to %.2f\n", seed, summary(split), 100*low, 100*high)
	}
	fmt.Fprintf(out, "all: %s\n", summary(v.results))
	return nil
}

// contentF1 is the F1 over the blocks of a sample of the results.
func contentF1(results []result, sample []int) float64 {
	sum := eval.NewConfusion(nil, "other")
	for _, i := range sample {
		sum.AddAll(results[i].blocks)
	}
	return sum.Content().F1
}

// summary is a line with the measures over all blocks, over pages, and over the
// words of pages with gold text.
func summary(results []result) string {
	var accuracy, contentAccuracy float64
	var scores []eval.Score
	for _, r := range results {
		accuracy += 100 * r.blocks.Accuracy() / float64(len(results))
		contentAccuracy += 100 * r.blocks.ContentAccuracy() / float64(len(results))
		scores = append(scores, r.blocks.Content())
	}
	line := fmt.Sprintf("%v; by page accuracy %.2f, content/noise %.2f, F1 %.2f", blocksOf(results), accuracy, contentAccuracy, 100*eval.Mean(scores).F1)
	if s, n := textOf(results); n > 0 {
		line += fmt.Sprintf("; words of %d pages P %.3f R %.3f F1 %.3f", n, s.Precision, s.Recall, s.F1)
	}
	return line
}

// run trains and tests a model for each fold and prints the table.
func (v *validation) run(out io.Writer, folds []fold) error {
	for _, f := range folds {
		if err := v.runFold(f); err != nil {
			return err
		}
	}
	_, err := io.WriteString(out, resultTable(v.results))
	return err
}

func (v *validation) runFold(f fold) error {
	var sources []source
	var pages []*victor.Page
	for _, i := range f.train {
		sources, pages = append(sources, v.sources[i]), append(pages, v.pages[i])
	}
	model, _, err := v.recipe.fit(sources, pages)
	if err != nil {
		return err
	}
	x, err := victor.New(model, v.config)
	if err != nil {
		return err
	}
	results, points := make([]result, len(f.test)), make([][]point, len(f.test))
	errs := make([]error, len(f.test))
	parallel(len(f.test), func(n int) {
		i := f.test[n]
		results[n], points[n], errs[n] = v.test(x, model, &v.sources[i], v.pages[i])
	})
	v.results = append(v.results, results...)
	v.points = append(v.points, slices.Concat(points...)...)
	return firstError(errs)
}

func firstError(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// test labels a page and compares.
func (v *validation) test(x *victor.Labeller, m *victor.Model, s *source, p *victor.Page) (result, []point, error) {
	r := result{collection: s.collection, id: s.id, blocks: eval.NewConfusion(m.Labels(), "other")}
	blocks := x.LabelPage(p)
	noise := slices.Index(m.Labels(), "other")
	var points []point
	for i := range blocks {
		right := v.recipe.template.Map(p.Label(i))
		r.blocks.Add(right, blocks[i].Label)
		points = append(points, point{blocks[i].Marginals[noise], right != "other"})
	}
	text := victor.Text(blocks)
	if s.hasGold {
		r.text, r.hasGold = eval.BagOfWords(s.gold, text), true
	}
	if v.predictions == "" {
		return r, points, nil
	}
	folder := filepath.Join(v.predictions, s.collection)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return r, nil, err
	}
	return r, points, os.WriteFile(filepath.Join(folder, s.id+".txt"), []byte(text+"\n"), 0o666)
}

// blocksOf sums up the blocks of results.
func blocksOf(results []result) *eval.Confusion {
	sum := eval.NewConfusion(nil, "other")
	for _, r := range results {
		sum.AddAll(r.blocks)
	}
	return sum
}

// textOf is the mean of the pages with gold text.
func textOf(results []result) (eval.Score, int) {
	var scores []eval.Score
	for _, r := range results {
		if r.hasGold {
			scores = append(scores, r.text)
		}
	}
	return eval.Mean(scores), len(scores)
}

// pageTable has a line for each page, those with most errors first.
func pageTable(results []result) []byte {
	errors := func(r result) int {
		wrong, missed := r.blocks.Errors()
		return wrong + missed
	}
	sorted := slices.Clone(results)
	slices.SortStableFunc(sorted, func(a, b result) int { return errors(b) - errors(a) })
	table := []byte("collection\tpage\tblocks\tcontent\twrong\tmissed\tblocks F1\twords F1\n")
	for _, r := range sorted {
		wrong, missed := r.blocks.Errors()
		table = fmt.Appendf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%.3f\t", r.collection, r.id, r.blocks.Blocks(),
			r.blocks.Gold(), wrong, missed, r.blocks.Content().F1)
		if r.hasGold {
			table = fmt.Appendf(table, "%.3f", r.text.F1)
		}
		table = append(table, '\n')
	}
	return table
}

// resultTable has a row for each collection, and the mean over those with gold
// text.
func resultTable(results []result) string {
	rows := [][]string{{"collection", "pages", "block accuracy", "P", "R", "F1", "words P", "R", "F1"}}
	byName := make(map[string][]result)
	for _, r := range results {
		byName[r.collection] = append(byName[r.collection], r)
	}
	var means []float64
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		blocks := blocksOf(byName[name])
		b := blocks.Content()
		words := []string{"", "", ""}
		if s, n := textOf(byName[name]); n > 0 {
			words = decimals(s.Precision, s.Recall, s.F1)
			means = append(means, s.F1)
		}
		rows = append(rows, slices.Concat([]string{name, strconv.Itoa(len(byName[name]))},
			decimals(blocks.Accuracy(), b.Precision, b.Recall, b.F1), words))
	}
	if len(means) > 0 {
		rows = append(rows, []string{"**mean**", "", "", "", "", "", "", "", fmt.Sprintf("**%.4f**", mean(means))})
	}
	return eval.Markdown(rows)
}

func mean(values []float64) (mean float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	return mean
}

func decimals(values ...float64) (texts []string) {
	for _, v := range values {
		texts = append(texts, strconv.FormatFloat(v, 'f', 3, 64))
	}
	return texts
}
