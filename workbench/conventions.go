package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed42075109/justext/victor"
)

// Conventions say for each collection which kinds of text its gold texts have, as a
// choice of kinds by presets and names.
type conventions map[string]choiceOfKinds

type choiceOfKinds struct{ preset, include, exclude string }

// kindFlags adds the flags that choose kinds of text.
func (c *choiceOfKinds) kindFlags(flags *flag.FlagSet) {
	flags.StringVar(&c.preset, "preset", "", "keep or drop kinds of text as the preset of this `name` says: model, article, everything or cleaneval (default model)")
	flags.StringVar(&c.include, "include", "", "keep these `kinds` of text, separated by commas, such as headline,comment")
	flags.StringVar(&c.exclude, "exclude", "", "drop these `kinds` of text")
}

// set sets the choice of kinds of a configuration.
func (c *choiceOfKinds) set(config *victor.Config) error {
	return config.SetKinds(c.preset, c.include, c.exclude)
}

// conventionsFlag adds the flag -conventions.
func conventionsFlag(flags *flag.FlagSet) *conventions {
	all := new(conventions)
	flags.Func("conventions", "choose kinds of text for each collection that is in this `file`, such as conventions.txt, instead of by -preset, -include and -exclude", func(name string) (err error) {
		*all, err = readConventionsFile(name)
		return err
	})
	return all
}

// readConventions reads a line for each collection: its name, followed by flags. Empty
// lines and those that begin with # are passed over.
func readConventions(r io.Reader) (conventions, error) {
	all := make(conventions)
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		choice, err := parseChoice(words[1:])
		if _, twice := all[words[0]]; err == nil && twice {
			err = fmt.Errorf("%s occurs twice", words[0])
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		all[words[0]] = choice
	}
	return all, lines.Err()
}

func parseChoice(words []string) (choice choiceOfKinds, err error) {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	choice.kindFlags(flags)
	if err := flags.Parse(words); err != nil {
		return choice, err
	}
	if flags.NArg() > 0 {
		return choice, fmt.Errorf("unexpected %q", flags.Arg(0))
	}
	config := victor.DefaultConfig()
	return choice, choice.set(&config)
}

func readConventionsFile(name string) (conventions, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all, err := readConventions(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// labellers are labellers of pages of any collection.
type labellers struct {
	byCollection map[string]labeller
	others       labeller
}

// labellers returns labellers with a model, whose configuration differs by collection in
// the choice of kinds only.
func (c conventions) labellers(model *victor.Model, config victor.Config) (all labellers, err error) {
	if all.others, err = newLabeller(model, config); err != nil {
		return all, err
	}
	all.byCollection = make(map[string]labeller)
	for name, choice := range c {
		if err := choice.set(&config); err != nil {
			return all, err
		}
		if all.byCollection[name], err = newLabeller(model, config); err != nil {
			return all, err
		}
	}
	return all, nil
}

// of returns the labeller of the pages of a collection.
func (all *labellers) of(collection string) labeller {
	if l, found := all.byCollection[collection]; found {
		return l
	}
	return all.others
}
