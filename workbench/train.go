package main

import (
	"bytes"
	"cmp"
	_ "embed" // modern.txt and general.txt
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/victor/trees"
)

// A recipe is everything that a model depends on, except for the pages.
type recipe struct {
	template victor.Template
	training training
	evenSets float64 // from 0, all pages count the same, to 1, all collections do
	evenSize float64 // from 0, all blocks count the same, to 1, all pages do
	byWords  float64 // a block counts as its number of words to this power
	content  *contentLabels
	typed    []string       // pages to learn from which types the pages are of
	least    float64        // features whose weights are all smaller are left out of the model
	trees    trees.Settings // if there are any, the model is of trees
}

// recipeFlags adds the flags of a recipe. Call the function that it returns after
// the flags have been parsed.
func recipeFlags(flags *flag.FlagSet) func() (recipe, error) {
	r := recipe{training: training{progress: progressTo(os.Stderr)}, content: contentFlag(flags)}
	template := flags.String("template", "modern", "the feature `template`: modern, general, shipped (for trees), 2008, 2007 or the name of a file")
	bigrams := flags.String("bigrams", "", "`yes or no`: weigh pairs of adjoining labels (default: as the template says)")
	smooth := flags.String("smooth", "", "`yes or no`: average probabilities over paragraphs that look alike (default: as the template says)")
	once := flags.String("once", "", "`yes or no`: leave out text that a page repeats (default: as the template says)")
	flags.Float64Var(&r.training.c, "c", 0.03, "fit the pages more closely with a larger value, keep weights small with a smaller one; -c of CRF++")
	flags.IntVar(&r.training.cutOff, "cutoff", 1, "leave out features that occur fewer than `n` times; -f of CRF++")
	flags.Float64Var(&r.training.eta, "eta", 1e-5, "stop when the objective improves by less than this share three times in a row")
	flags.IntVar(&r.training.iterations, "iterations", 500, "stop after `n` iterations at the latest")
	flags.Float64Var(&r.evenSets, "even", 0, "from 0, each page counts the same, to 1, each collection does")
	flags.Float64Var(&r.evenSize, "even-size", 0, "from 0, each block counts the same, to 1, each page does")
	flags.Float64Var(&r.byWords, "by-words", 0, "without bigrams: from 0, each block of a page counts the same, to 1, each word does")
	flags.Float64Var(&r.least, "least", 0.001, "leave out features whose weights are all smaller")
	flags.Func("types", "tell the types of pages by models of these `PAGES`, separated by commas, each by one of pages of other sites (default: by the model that comes with package victor)", func(text string) error {
		r.typed = strings.Split(text, ",")
		return nil
	})
	article := flags.Float64("article", -1, "how much stricter the decision is on articles, from 0 to 10 (default: as the template says)")
	container := flags.Float64("container", -1, "the weight of the container prior, from 0 to 1 (default: as the template says)")
	flags.IntVar(&r.trees.Trees, "trees", 0, "learn this `number` of trees by gradient boosting (default: a CRF)")
	flags.IntVar(&r.trees.Leaves, "leaves", 16, "leaves of each tree")
	flags.Float64Var(&r.trees.Rate, "rate", 0.1, "the share of each step of boosting that is taken")
	flags.Float64Var(&r.trees.Ridge, "ridge", 1, "hold the values of small leaves down")
	flags.Float64Var(&r.trees.LeastWeight, "least-weight", 20, "the least weight of a leaf")
	flags.Float64Var(&r.trees.RowShare, "row-share", 0.5, "the share of the rows that each tree is learned from")
	flags.Float64Var(&r.trees.ColumnShare, "column-share", 0.5, "the share of the columns that each tree is learned from")
	flags.Uint64Var(&r.trees.Seed, "trees-seed", 1, "draw rows and columns by this `number`")
	return func() (recipe, error) {
		var err error
		if r.training.iterations <= 0 {
			return r, fmt.Errorf("-iterations %d: want at least 1", r.training.iterations)
		}
		if c := r.training.c; !(c >= leastC && c <= mostC) {
			return r, fmt.Errorf("-c %v: want %v to %v", c, leastC, mostC)
		}
		if r.template, err = findTemplate(*template); err != nil {
			return r, err
		}
		if *article >= 0 {
			r.template.Article = *article
		}
		if *container >= 0 {
			r.template.Container = *container
		}
		return r, cmp.Or(override("bigrams", *bigrams, &r.template.Bigrams), override("smooth", *smooth, &r.template.Smooth),
			override("once", *once, &r.template.Once))
	}
}

// Outside of these bounds of -c either the prior or the pages dominate so much that
// a line search may not end.
const leastC, mostC = 1e-6, 1e6

// override sets a choice of the template to the value of a flag, "yes" or "no". The
// value "" leaves it as it is.
func override(flag, text string, choice *bool) error {
	switch text {
	case "":
	case "yes", "no":
		*choice = text == "yes"
	default:
		return fmt.Errorf("-%s %q: want yes or no", flag, text)
	}
	return nil
}

//go:embed modern.txt
var modernTemplate string

//go:embed general.txt
var generalTemplate string

// findTemplate returns the template that has a name, or that is in a file.
func findTemplate(name string) (victor.Template, error) {
	switch name {
	case "2007":
		return victor.Template2007(), nil
	case "2008":
		return victor.Template2008(), nil
	case "shipped":
		return victor.DefaultModel().Template(), nil
	case "general":
		return victor.ParseTemplate(strings.NewReader(generalTemplate))
	case "modern":
		return victor.ParseTemplate(strings.NewReader(modernTemplate))
	}
	file, err := os.Open(name)
	if err != nil {
		return victor.Template{}, fmt.Errorf("-template: want modern, general, shipped, 2008, 2007 or a file: %w", err)
	}
	defer file.Close()
	template, err := victor.ParseTemplate(file)
	if err != nil {
		return template, fmt.Errorf("%s: %w", name, err)
	}
	return template, nil
}

// trainCommand trains a model.
func trainCommand(args []string, out io.Writer) error {
	flags := newFlags("train", "PAGES...")
	finish := recipeFlags(flags)
	output := flags.String("o", "", "write the model to this `file` (default: only train)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	r, err := finish()
	if err != nil {
		return err
	}
	sources, err := loadLabelled(flags.Args())
	if err != nil {
		return err
	}
	pages, err := r.read(out, sources)
	if err != nil {
		return err
	}
	model, objective, err := r.fit(sources, pages)
	if err != nil {
		return err
	}
	features, weights := model.Size()
	if r.trees.Trees > 0 {
		fmt.Fprintf(out, "%d pages, %d trees, %d columns, %d leaves\n", len(pages), r.trees.Trees, features, weights)
	} else {
		fmt.Fprintf(out, "%d pages, objective %.2f, %d features, %d weights\n", len(pages), objective, features, weights)
	}
	if *output == "" {
		return nil
	}
	return writeFile(*output, model.Write)
}

// read reads pages as the recipe says, and prints which labels they have.
func (r *recipe) read(out io.Writer, sources []source) ([]*victor.Page, error) {
	if err := r.content.check(sources); err != nil {
		return nil, err
	}
	pages, err := readAll(sources, &r.template, r.content)
	if err != nil {
		return nil, err
	}
	if err := checkLabels(&r.template, sources, pages); err != nil {
		return nil, err
	}
	if err := setTypes(sources, pages, r.typed); err != nil {
		return nil, err
	}
	return pages, printLabels(out, &r.template, pages)
}

// fit trains a model on pages.
func (r *recipe) fit(sources []source, pages []*victor.Page) (*victor.Model, float64, error) {
	if r.trees.Trees > 0 {
		return r.fitTrees(sources, pages)
	}
	problem, err := victor.NewProblem(r.template, pages, r.training.cutOff, r.training.c)
	if err != nil {
		return nil, 0, err
	}
	if len(problem.Features) == 0 {
		return nil, 0, fmt.Errorf("no features occur %d times (-cutoff) in %d pages", r.training.cutOff, len(pages))
	}
	problem.Weights = r.pageWeights(sources, pages)
	r.weighBlocks(problem, pages)
	weights, objective, err := r.training.train(problem)
	if err != nil {
		return nil, 0, err
	}
	model, err := problem.Model(weights, r.least)
	return model, objective, err
}

// fitTrees learns a model of trees from pages.
func (r *recipe) fitTrees(sources []source, pages []*victor.Page) (*victor.Model, float64, error) {
	problem, err := victor.NewTreeProblem(r.template, pages)
	if err != nil {
		return nil, 0, err
	}
	weights := r.pageWeights(sources, pages)
	for i, n := range problem.Weights {
		problem.Weights[i] = float32(weights[problem.Pages[i]] * math.Pow(1+float64(n), r.byWords))
	}
	learned, err := problem.Train(r.trees)
	if err != nil {
		return nil, 0, err
	}
	model, err := problem.Model(learned)
	return model, 0, err
}

// weighBlocks gives blocks with many words more weight and others less, so that
// the sum of all weights remains the same.
func (r *recipe) weighBlocks(problem *victor.Problem, pages []*victor.Page) {
	if r.byWords == 0 || problem.Bigrams {
		return
	}
	weight := func(page, block int) float64 {
		return math.Pow(float64(1+len(bytes.Fields(pages[page].Text(block)))), r.byWords)
	}
	before, after := 0.0, 0.0
	for i, p := range pages {
		before += problem.Weights[i] * float64(p.Len())
		for k := range p.Len() {
			after += problem.Weights[i] * weight(i, k)
		}
	}
	problem.Split(func(page, block int) float64 { return weight(page, block) * before / after })
}

// usualPage is the number of blocks of a page whose weight does not depend on
// -even-size.
const usualPage = 200

// pageWeights returns the weight of each page.
func (r *recipe) pageWeights(sources []source, pages []*victor.Page) []float64 {
	sizes := make(map[string]int)
	for i := range sources {
		sizes[sources[i].collection]++
	}
	weights := make([]float64, len(pages))
	for i, p := range pages {
		even := float64(len(pages)) / float64(len(sizes)*sizes[sources[i].collection])
		size := math.Pow(usualPage/float64(p.Len()+usualPage/10), r.evenSize)
		weights[i] = (1 - r.evenSets + r.evenSets*even) * size
	}
	return weights
}

// family returns the part of the name of a collection before the first "-".
// Collections of one family are left out together.
func family(collection string) string {
	name, _, _ := strings.Cut(collection, "-")
	return name
}
