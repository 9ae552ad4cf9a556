package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/victor"
)

// decisionFlags adds the flags that say when a block is noise. Call the function
// that it returns after the flags have been parsed.
func decisionFlags(flags *flag.FlagSet) func() (victor.Config, error) {
	config := victor.DefaultConfig()
	marginal := flags.Bool("marginal", false, "give each block its most probable label, as the released Victor does")
	var other *float64
	flags.Func("other", "take blocks for noise from this `probability` of noise on (default: choose the blocks with the largest expected F1)", func(text string) error {
		value, err := strconv.ParseFloat(text, 64)
		other = &value
		return err
	})
	flags.Float64Var(&config.MinF1, "min-f1", config.MinF1, "a page with a lower expected F1 has no content")
	var choice choiceOfKinds
	choice.kindFlags(flags)
	return func() (victor.Config, error) {
		if err := choice.set(&config); err != nil {
			return config, err
		}
		switch {
		case other != nil && *marginal:
			return config, errors.New("-marginal and -other exclude each other")
		case other != nil && !isShare(*other):
			return config, fmt.Errorf("-other %v: want 0 to 1", *other)
		case !isShare(config.MinF1):
			return config, fmt.Errorf("-min-f1 %v: want 0 to 1", config.MinF1)
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

// crossvalOptions are the flags of crossval.
type crossvalOptions struct {
	recipe       recipe
	config       victor.Config
	conventions  *conventions
	folds        int
	seeds        []uint64
	byCollection bool
	byDomain     bool
	reliability  bool
	models       string
	mean         []string
	beside       []besideTexts
	curve        string
	predictions  string
	byPage       string
	pages, test  []string
}

func parseCrossval(args []string) (*crossvalOptions, error) {
	o := new(crossvalOptions)
	flags := newFlags("crossval", "PAGES...")
	finish, decision := recipeFlags(flags), decisionFlags(flags)
	o.conventions = conventionsFlag(flags)
	flags.IntVar(&o.folds, "folds", 10, "divide the pages into `k` parts and test a model of the other parts on each")
	seeds := flags.String("seeds", "1", "make a random split for each of these `numbers`, separated by commas; 0 puts page i into part i mod k")
	flags.BoolVar(&o.byCollection, "by-collection", false, "instead, leave out one collection at a time; collections with the same name before \"-\" are left out together")
	flags.BoolVar(&o.byDomain, "by-domain", false, "divide so that the pages of one site are in the same part")
	flags.BoolVar(&o.reliability, "reliability", false, "print how often blocks of each probability are content; probabilities are those before smoothing")
	flags.StringVar(&o.models, "models", "", "keep the models in this `folder`; one that is there is not trained again")
	flags.Func("beside", "compare with the texts that another program took from the pages, `NAME=FOLDER`, with texts ID.txt or COLLECTION/ID.txt; may be repeated", func(value string) error {
		b, err := parseBeside(value)
		o.beside = append(o.beside, b)
		return err
	})
	mean := flags.String("mean", "", "the collections, separated by commas, whose mean is printed (default: all)")
	test := flags.String("test", "", "with -by-collection, test a model of all pages on these further `PAGES`, separated by commas")
	flags.StringVar(&o.curve, "curve", "", "draw precision over recall to this `file`, .svg or .png; probabilities are those before smoothing")
	flags.StringVar(&o.predictions, "predictions", "", "write the text of each page to this `folder`, which gets a folder for each collection")
	flags.StringVar(&o.byPage, "by-page", "", "write the scores of each page to this `file`, as tab-separated values, pages with most errors first")
	err := flags.Parse(args)
	if err != nil {
		return nil, err
	}
	if o.recipe, err = finish(); err != nil {
		return nil, err
	}
	if o.config, err = decision(); err != nil {
		return nil, err
	}
	if o.seeds, err = parseSeeds(*seeds); err != nil {
		return nil, err
	}
	if *mean != "" {
		o.mean = strings.Split(*mean, ",")
	}
	if *test != "" {
		o.test = strings.Split(*test, ",")
	}
	o.pages = flags.Args()
	return o, o.check()
}

func (o *crossvalOptions) check() error {
	if len(o.test) > 0 && !o.byCollection {
		return errors.New("-test needs -by-collection")
	}
	if o.curve == "" {
		return nil
	}
	return checkCurve(o.curve)
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

// crossvalCommand tells how good models are on pages that they were not trained
// on.
func crossvalCommand(args []string, out io.Writer) error {
	o, err := parseCrossval(args)
	if err != nil {
		return err
	}
	v := &validation{options: o}
	if err := v.load(out); err != nil {
		return err
	}
	table, err := v.run()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, table); err != nil {
		return err
	}
	if o.reliability {
		if _, err := io.WriteString(out, "\n"+reliabilityTable(v.points, "probability of content", "blocks", "share that is content")); err != nil {
			return err
		}
	}
	if o.byPage != "" {
		if err := os.WriteFile(o.byPage, pageTable(v.results), 0o666); err != nil {
			return err
		}
	}
	if o.curve == "" {
		return nil
	}
	return drawCurve(o.curve, v.points)
}
