package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/victor/trees"
)

// typeTrees are the settings of a model of types, unless flags say otherwise.
var typeTrees = trees.Settings{Trees: 170, Rate: 0.12, Ridge: 1, LeastWeight: 2, RowShare: 0.7, ColumnShare: 0.3, Seed: 1}

// typesOptions are the flags of types.
type typesOptions struct {
	trees       trees.Settings
	folds       int
	seeds       []uint64
	test        string
	output      string
	reliability bool
	pages       []string
}

func parseTypes(args []string) (*typesOptions, error) {
	o := new(typesOptions)
	flags := newFlags("types", "PAGES...")
	flags.IntVar(&o.folds, "folds", 5, "divide the sites into `k` parts and test a model of the other parts on each")
	seeds := flags.String("seeds", "1", "divide at random for each of these `numbers`, separated by commas; 0 puts site i into part i mod k")
	flags.StringVar(&o.test, "test", "", "instead, test a model of all pages on these `PAGES`, separated by commas")
	flags.StringVar(&o.output, "o", "", "instead, write a model of all pages to this `file`")
	flags.BoolVar(&o.reliability, "reliability", false, "print how often pages of each probability are of the type")
	o.trees = typeTrees
	flags.IntVar(&o.trees.Trees, "trees", o.trees.Trees, "learn this `number` of trees for each type")
	flags.Float64Var(&o.trees.Rate, "rate", o.trees.Rate, "the share of each step of boosting that is taken")
	flags.Float64Var(&o.trees.Ridge, "ridge", o.trees.Ridge, "hold the values of small leaves down")
	flags.Float64Var(&o.trees.LeastWeight, "least-weight", o.trees.LeastWeight, "the least weight of a leaf")
	flags.Float64Var(&o.trees.RowShare, "row-share", o.trees.RowShare, "the share of the pages that each tree is learned from")
	flags.Float64Var(&o.trees.ColumnShare, "column-share", o.trees.ColumnShare, "the share of the features that each tree is learned from")
	flags.Uint64Var(&o.trees.Seed, "trees-seed", o.trees.Seed, "draw pages and features by this `number`")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	var err error
	if o.seeds, err = parseSeeds(*seeds); err != nil {
		return nil, err
	}
	o.pages = flags.Args()
	if o.test != "" && o.output != "" {
		return nil, errors.New("-test and -o exclude each other")
	}
	return o, nil
}

// typesCommand tests models of the types of pages, or trains one.
func typesCommand(args []string, out io.Writer) error {
	o, err := parseTypes(args)
	if err != nil {
		return err
	}
	pages, err := loadTyped(o.pages)
	if err != nil {
		return err
	}
	if o.output != "" {
		model, err := trainTypes(pages, o.trees)
		if err != nil {
			return err
		}
		return writeFile(o.output, model.Write)
	}
	tested, err := o.run(pages)
	if err != nil {
		return err
	}
	tables := typeTable(tested) + "\n" + typeWays(tested)
	if o.reliability {
		tables += "\n" + typeReliability(tested)
	}
	_, err = io.WriteString(out, tables)
	return err
}

// run tests models on pages that they were not trained on, and returns these pages, once
// for each number of -seeds.
func (o *typesOptions) run(pages []typedPage) ([]typedPage, error) {
	if o.test != "" {
		test, err := loadTyped(strings.Split(o.test, ","))
		if err != nil {
			return nil, err
		}
		return test, o.testOn(pages, test)
	}
	if o.folds < 2 || o.folds > len(pages) {
		return nil, fmt.Errorf("-folds %d: want 2 to %d, the number of pages", o.folds, len(pages))
	}
	var tested []typedPage
	for _, seed := range o.seeds {
		for _, part := range siteParts(len(pages), func(i int) string { return pages[i].site }, o.folds, seed) {
			train, test := divide(pages, part)
			if err := o.testOn(train, test); err != nil {
				return nil, err
			}
			tested = append(tested, test...)
		}
	}
	return tested, nil
}

// divide returns the pages without those of a part, which is a sorted list of numbers, and
// those of the part.
func divide(pages []typedPage, part []int) (rest, of []typedPage) {
	for i := range pages {
		if len(part) > 0 && part[0] == i {
			of, part = append(of, pages[i]), part[1:]
		} else {
			rest = append(rest, pages[i])
		}
	}
	return rest, of
}

// A typedPage is a page whose type is known, and the types that are told of it.
type typedPage struct {
	family   string // of collections
	site     string
	declared string // the type in its metadata
	page     *victor.Page
	is       page.Type

	told     page.Types // by a model
	byRule   page.Types // by how often pages that declare the same are of each type
	frequent page.Types // by how often pages are of each type
}

// loadTyped reads pages whose types are known.
func loadTyped(arguments []string) ([]typedPage, error) {
	sources, err := load(arguments)
	if err != nil {
		return nil, err
	}
	reader, err := metadata.New(metadata.DefaultConfig())
	if err != nil {
		return nil, err
	}
	template := victor.DefaultModel().Template()
	pages, errs := make([]typedPage, len(sources)), make([]error, len(sources))
	parallel(len(sources), func(i int) {
		s := &sources[i]
		is, typeErr := page.ParseType(s.pageType)
		p, pageErr := template.ReadPage(s.reader(), s.contentType(), victor.DefaultConfig())
		found, metaErr := reader.Document(context.Background(), s.reader(), s.contentType(), metadata.Known{})
		pages[i] = typedPage{family: family(s.collection), site: siteOf(s.url), declared: strings.ToLower(found.Type.Text), page: p, is: is}
		if errs[i] = cmp.Or(typeErr, pageErr, metaErr); errs[i] != nil {
			errs[i] = fmt.Errorf("%s: %w", s.file, errs[i])
		}
	})
	return pages, firstError(errs)
}

func trainTypes(pages []typedPage, s trees.Settings) (*victor.TypeModel, error) {
	all, types := make([]*victor.Page, len(pages)), make([]page.Type, len(pages))
	for i := range pages {
		all[i], types[i] = pages[i].page, pages[i].is
	}
	return victor.TrainTypes(all, types, s)
}

// testOn trains a model on some pages and tells the types of others.
func (o *typesOptions) testOn(train, test []typedPage) error {
	model, err := trainTypes(train, o.trees)
	if err != nil {
		return err
	}
	var all [page.NumTypes]int
	declared := make(map[string]*[page.NumTypes]int)
	for i := range train {
		p := &train[i]
		all[p.is]++
		if declared[p.declared] == nil {
			declared[p.declared] = new([page.NumTypes]int)
		}
		declared[p.declared][p.is]++
	}
	for i := range test {
		p := &test[i]
		p.told, p.frequent = model.Types(p.page), shares(&all)
		p.byRule = p.frequent
		if counts := declared[p.declared]; counts != nil {
			p.byRule = shares(counts)
		}
	}
	return nil
}

// shares returns how often pages are of each type. One more page of each is added, so that
// no type is impossible.
func shares(counts *[page.NumTypes]int) (types page.Types) {
	sum := page.NumTypes
	for _, n := range counts {
		sum += n
	}
	for t, n := range counts {
		types[t] = float32(n+1) / float32(sum)
	}
	return types
}
