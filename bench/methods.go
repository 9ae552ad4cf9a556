package main

import (
	"bytes"
	"context"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/stoplists"
	"github.com/seed42075109/justext/victor"
)

// This file and profile.go are the only ones that call this library.

// ownRows returns the rows of this library. The names of those that stand for a
// whole method begin with "**". An extractor is made once for all pages.
func ownRows() ([]row, error) {
	english, err := justextRow("**justext**", "en", justext.DefaultConfig())
	if err != nil {
		return nil, err
	}
	auto, err := justextRow("justext, language by auto", justext.Auto, justext.DefaultConfig())
	if err != nil {
		return nil, err
	}
	python, err := justextRow("justext, PythonConfig", "en", justext.PythonConfig())
	if err != nil {
		return nil, err
	}
	rows := []row{english, auto, python}
	for _, of := range []struct {
		name    string
		filters boilerpipe.Filters
	}{{"**boilerpipe**, Article", boilerpipe.Article()}, {"boilerpipe, Default", boilerpipe.Default()}} {
		x, err := boilerpipe.New(of.filters, boilerpipe.DefaultConfig())
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{name: of.name, run: filter(x)})
	}
	x, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		return nil, err
	}
	return append(rows, row{name: "**victor**", run: label(x)}), nil
}

func justextRow(name, lang string, config justext.Config) (row, error) {
	x, err := justext.New(lang, config)
	return row{name: name, run: extract(x)}, err
}

func extract(x *justext.Extractor) func([]byte) error {
	return func(page []byte) error {
		_, err := x.Extract(bytes.NewReader(page))
		return err
	}
}

func filter(x *boilerpipe.Extractor) func([]byte) error {
	return func(page []byte) error {
		d, err := x.Document(context.Background(), bytes.NewReader(page), "")
		_ = d.Text()
		return err
	}
}

func label(x *victor.Extractor) func([]byte) error {
	return func(page []byte) error {
		_, err := x.Extract(bytes.NewReader(page))
		return err
	}
}

// stopWords returns a stop list of this library in the form that JalfResi/justext
// takes. That library comes without lists.
func stopWords(lang string) (map[string]bool, error) {
	list, err := stoplists.Lookup(lang)
	if err != nil {
		return nil, err
	}
	set := make(map[string]bool)
	for _, word := range list.Words() {
		set[word] = true
	}
	return set, nil
}
