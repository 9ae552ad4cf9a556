package main

import (
	"bytes"
	"context"
	"io"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/metadata"
	view "github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
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
	rows = append(rows, row{name: "**victor**", run: label(x)})
	structured, err := structuredRows()
	return append(rows, structured...), err
}

// structuredRows returns the rows of what can follow a method, or go beside it.
func structuredRows() ([]row, error) {
	ofJustext, ofVictor := justext.DefaultConfig(), victor.DefaultConfig()
	ofJustext.Events, ofVictor.Events = true, true
	j, err := justext.New("en", ofJustext)
	if err != nil {
		return nil, err
	}
	v, err := victor.New(victor.DefaultModel(), ofVictor)
	if err != nil {
		return nil, err
	}
	m, err := metadata.New(metadata.DefaultConfig())
	return []row{
		{name: "justext, tree and Markdown", run: toMarkdown(j)},
		{name: "victor, tree and Markdown", run: toMarkdown(v)},
		{name: "metadata", run: describe(m)},
	}, err
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

// A decoder is a method that says which text the blocks of its documents refer to.
type decoder interface {
	view.Cleaner
	Decode(source []byte, contentType string) ([]byte, view.Encoding, error)
}

func toMarkdown(x decoder) func([]byte) error {
	return func(source []byte) error {
		document, err := x.Clean(context.Background(), bytes.NewReader(source), "")
		if err != nil {
			return err
		}
		text, _, err := x.Decode(source, "")
		if err != nil {
			return err
		}
		tree, err := render.Build(context.Background(), text, document, render.Options{})
		if err != nil {
			return err
		}
		return render.Markdown(io.Discard, tree, render.MarkdownOptions{})
	}
}

func describe(x *metadata.Extractor) func([]byte) error {
	return func(page []byte) error {
		_, err := x.Extract(bytes.NewReader(page), metadata.Known{})
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
