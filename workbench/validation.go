package main

import (
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/victor"
)

// A validation tests models on pages that were held out of their training, and
// the shipped model beside them on the same pages.
type validation struct {
	options *crossvalOptions
	sources []source
	texts   []string       // by source: the text that it should give
	pages   []*victor.Page // by source: read by the recipe's template
	shipped []outcome      // by source: of the shipped model
	train   int            // the number of sources to train on, which come first
	results []result
	points  []point
}

// An outcome is how good the labels and the text of a page are.
type outcome struct {
	blocks *confusionMatrix
	words  eval.Score
}

// A result has the outcomes of a page that was held out, by the trained model and
// by the shipped one.
type result struct {
	collection, id string
	pageType       string // "" if not known
	empty          bool   // the page should give no text
	trained        outcome
	shipped        outcome
	beside         []float64 // F1 of the words of the texts of -beside
}

// A fold has the numbers of the sources that a model is trained and tested on.
type fold struct {
	name        string
	train, test []int
}

// load reads the pages and prints which labels they have.
func (v *validation) load(out io.Writer) (err error) {
	o := v.options
	if v.sources, err = loadLabelled(o.pages); err != nil {
		return err
	}
	v.train = len(v.sources)
	if len(o.test) > 0 {
		more, err := loadLabelled(o.test)
		if err != nil {
			return err
		}
		v.sources = append(v.sources, more...)
	}
	if err := v.checkFolds(); err != nil {
		return err
	}
	if v.pages, err = o.recipe.read(out, v.sources); err != nil {
		return err
	}
	if err := v.findTexts(); err != nil {
		return err
	}
	return v.runShipped()
}

// checkFolds reports whether the pages can be divided as the flags say.
func (v *validation) checkFolds() error {
	k := v.options.folds
	switch {
	case v.options.byCollection && len(v.collectionFolds()) == 0:
		return fmt.Errorf("-by-collection needs two collections, but all pages are of %s", family(v.sources[0].collection))
	case !v.options.byCollection && (k < 2 || k > v.train):
		return fmt.Errorf("-folds %d: want 2 to %d, the number of pages", k, v.train)
	}
	return nil
}

// findTexts sets the texts that the pages should give.
func (v *validation) findTexts() error {
	v.texts = make([]string, len(v.sources))
	errs := make([]error, len(v.sources))
	parallel(len(v.sources), func(i int) {
		right, err := v.sources[i].rightText(v.options.recipe.content)
		v.texts[i], errs[i] = right.text, err
	})
	return firstError(errs)
}

// runShipped tests the shipped model, with its default configuration. It reads the
// pages again, since its template may count words in another way.
func (v *validation) runShipped() error {
	model := victor.DefaultModel()
	x, err := newLabeller(model, victor.DefaultConfig())
	if err != nil {
		return err
	}
	template := model.Template()
	v.shipped = make([]outcome, len(v.sources))
	errs := make([]error, len(v.sources))
	parallel(len(v.sources), func(i int) {
		page, err := v.sources[i].read(&template, v.options.recipe.content)
		var blocks []victor.Block
		if err == nil {
			blocks, err = x.labelPage(page)
		}
		if err != nil {
			errs[i] = fmt.Errorf("%s: %w", v.sources[i].file, err)
			return
		}
		v.shipped[i] = outcome{compareBlocks(&template, page, blocks), eval.BagOfWords(v.texts[i], victor.Text(blocks))}
	})
	return firstError(errs)
}

// run trains and tests the models and returns the table of their scores.
func (v *validation) run() (string, error) {
	if !v.options.byCollection {
		return v.runSplits()
	}
	if err := v.runFolds(v.collectionFolds()); err != nil {
		return "", err
	}
	return collectionTable(v.results) + "\n" + v.comparison(), nil
}

// runSplits divides the pages at random, once for each number of -seeds.
func (v *validation) runSplits() (string, error) {
	var rows []resultRow
	for _, seed := range v.options.seeds {
		var all []fold
		if v.options.byDomain {
			all = v.domainFolds(seed)
		} else {
			for i, part := range folds(v.train, v.options.folds, seed) {
				all = append(all, fold{name: strconv.Itoa(i), train: v.without(part), test: part})
			}
		}
		before := len(v.results)
		if err := v.runFolds(all); err != nil {
			return "", err
		}
		rows = append(rows, resultRow{name: strconv.FormatUint(seed, 10), results: v.results[before:]})
	}
	if len(rows) > 1 {
		rows = append(rows, resultRow{name: "**all**", results: v.results, repeats: true})
	}
	return splitTable(rows) + "\n" + v.comparison(), nil
}

// comparison compares the models with the shipped one, by collection and by type of page.
func (v *validation) comparison() string {
	table := comparisonTable("collection", v.results, func(r result) string { return r.collection }, v.options.mean)
	if len(v.options.beside) > 0 {
		table += "\n" + besideTable(v.results, v.options.beside, v.options.mean)
	}
	if !slices.ContainsFunc(v.results, func(r result) bool { return r.pageType != "" }) {
		return table
	}
	return table + "\n" + comparisonTable("type", v.results, func(r result) string {
		if r.pageType == "" {
			return ""
		}
		return r.collection + ", " + r.pageType
	}, nil)
}

// collectionFolds returns a fold for each family of collections, and one for the other
// pages that are only for testing. Those of a family that is trained on are tested with
// that family.
func (v *validation) collectionFolds() (all []fold) {
	members, further := make(map[string][]int), make(map[string][]int)
	for i := range v.sources {
		name := family(v.sources[i].collection)
		if i < v.train {
			members[name] = append(members[name], i)
		} else {
			further[name] = append(further[name], i)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if train := v.without(members[name]); len(train) > 0 {
			all = append(all, fold{name: name, train: train, test: slices.Concat(members[name], further[name])})
			delete(further, name)
		}
	}
	last := fold{name: "all", train: v.without(nil)}
	for _, name := range slices.Sorted(maps.Keys(further)) {
		last.test = append(last.test, further[name]...)
	}
	if len(last.test) > 0 {
		all = append(all, last)
	}
	return all
}

// domainFolds divides the pages at random so that those of one site are in one part.
func (v *validation) domainFolds(seed uint64) (all []fold) {
	for k, test := range siteParts(v.train, func(i int) string { return siteOf(v.sources[i].url) }, v.options.folds, seed) {
		all = append(all, fold{name: strconv.Itoa(k), train: v.without(test), test: test})
	}
	return all
}

// siteParts divides the numbers of n pages into k parts at random, so that those of one
// site are in one part. Each part is sorted.
func siteParts(n int, siteOf func(i int) string, k int, seed uint64) (parts [][]int) {
	sites := make(map[string][]int)
	for i := range n {
		site := siteOf(i)
		sites[site] = append(sites[site], i)
	}
	names := slices.Sorted(maps.Keys(sites))
	for _, part := range folds(len(names), k, seed) {
		var pages []int
		for _, site := range part {
			pages = append(pages, sites[names[site]]...)
		}
		slices.Sort(pages)
		parts = append(parts, pages)
	}
	return parts
}

// siteOf returns the host of an address, without "www.".
func siteOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// without returns the numbers of the sources to train on, without those in a
// sorted list.
func (v *validation) without(list []int) (rest []int) {
	for i := range v.train {
		if _, found := slices.BinarySearch(list, i); !found {
			rest = append(rest, i)
		}
	}
	return rest
}

func (v *validation) runFolds(all []fold) error {
	for _, f := range all {
		if err := v.runFold(f); err != nil {
			return err
		}
	}
	return nil
}

// runFold trains a model and tests it on the pages that were held out.
func (v *validation) runFold(f fold) error {
	var sources []source
	var pages []*victor.Page
	for _, i := range f.train {
		sources, pages = append(sources, v.sources[i]), append(pages, v.pages[i])
	}
	model, err := v.model(f, sources, pages)
	if err != nil {
		return err
	}
	labellers, err := v.options.conventions.labellers(model, v.options.config)
	if err != nil {
		return err
	}
	results, points := make([]result, len(f.test)), make([][]point, len(f.test))
	errs := make([]error, len(f.test))
	parallel(len(f.test), func(n int) {
		results[n], points[n], errs[n] = v.testPage(&labellers, model, f.test[n])
	})
	v.results = append(v.results, results...)
	v.points = append(v.points, slices.Concat(points...)...)
	return firstError(errs)
}

// model trains the model of a fold, or reads it if it has been kept.
func (v *validation) model(f fold, sources []source, pages []*victor.Page) (*victor.Model, error) {
	r := &v.options.recipe
	file := filepath.Join(v.options.models, f.name+".bin")
	if v.options.models != "" {
		if kept, err := os.Open(file); err == nil {
			defer kept.Close()
			return victor.ReadModel(kept)
		}
	}
	model, _, err := r.fit(sources, pages)
	if err != nil || v.options.models == "" {
		return model, err
	}
	return model, writeFile(file, model.Write)
}

// testPage labels a page and compares its labels and its text.
func (v *validation) testPage(x *labellers, model *victor.Model, i int) (result, []point, error) {
	s, template := &v.sources[i], &v.options.recipe.template
	blocks, err := x.of(s.collection).labelPage(v.pages[i])
	if err != nil {
		return result{}, nil, err
	}
	text := victor.Text(blocks)
	r := result{collection: s.collection, id: s.id, pageType: s.pageType, empty: strings.TrimSpace(v.texts[i]) == "", shipped: v.shipped[i],
		trained: outcome{compareBlocks(template, v.pages[i], blocks), eval.BagOfWords(v.texts[i], text)}}
	for _, b := range v.options.beside {
		given, err := b.text(s)
		if err != nil {
			return r, nil, err
		}
		r.beside = append(r.beside, eval.BagOfWords(v.texts[i], given.text).F1)
	}
	other := slices.Index(model.Labels(), noise)
	points := make([]point, len(blocks))
	for k := range blocks {
		points[k] = point{blocks[k].Marginals[other], template.Map(v.pages[i].Label(k)) != noise}
	}
	return r, points, v.writePrediction(s, text)
}

// writePrediction writes the text of a page, if a folder was given for it.
func (v *validation) writePrediction(s *source, text string) error {
	if v.options.predictions == "" {
		return nil
	}
	folder := filepath.Join(v.options.predictions, s.collection)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, s.id+".txt"), []byte(text+"\n"), 0o666)
}
