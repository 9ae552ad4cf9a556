package main

import (
	"bytes"
	"context"
	"errors"
	"io"

	jalfresi "github.com/JalfResi/justext"
	readability "github.com/go-shiori/go-readability"
	distiller "github.com/markusmobius/go-domdistiller"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/stoplists"
	"github.com/seed42075109/justext/victor"
)

// A row is one way to work on a page.
type row struct {
	name  string
	rival bool // another library for the same job
	run   func(page []byte) error
}

// tokenizer is the place of the row that the others are compared with.
const tokenizer = 0

// rows returns the rows of the table. Each library is called as its
// documentation shows, with its defaults; an Extractor is made once, as is a
// stop list.
func rows() ([]row, error) {
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		return nil, err
	}
	python, err := justext.New("en", justext.PythonConfig())
	if err != nil {
		return nil, err
	}
	auto, err := justext.New(justext.Auto, justext.DefaultConfig())
	if err != nil {
		return nil, err
	}
	parser, err := boilerpipe.NewParser(boilerpipe.DefaultConfig())
	if err != nil {
		return nil, err
	}
	labeller, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		return nil, err
	}
	stopWords, err := stopWords("en")
	if err != nil {
		return nil, err
	}
	return []row{
		tokenizer: {"x/net/html tokenizer, bare loop", false, tokenize},
		{"x/net/html Parse", false, parseTree},
		{"**justext**", false, extract(x)},
		{"justext, language by auto", false, extract(auto)},
		{"justext, PythonConfig", false, extract(python)},
		{"**boilerpipe**, Article", false, process(parser, boilerpipe.Article())},
		{"boilerpipe, Default", false, process(parser, boilerpipe.Default())},
		{"**victor**", false, label(labeller)},
		{"go-trafilatura", true, trafilate(false)},
		{"go-trafilatura with fallback", true, trafilate(true)},
		{"go-readability", true, readable},
		{"go-domdistiller", true, distill},
		{"JalfResi/justext", true, jalfResi(stopWords)},
	}, nil
}

func tokenize(page []byte) error {
	z := html.NewTokenizer(bytes.NewReader(page))
	for z.Next() != html.ErrorToken {
	}
	if err := z.Err(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

func parseTree(page []byte) error {
	_, err := html.Parse(bytes.NewReader(page))
	return err
}

func extract(x *justext.Extractor) func([]byte) error {
	return func(page []byte) error {
		_, err := x.Extract(bytes.NewReader(page))
		return err
	}
}

func process(parser *boilerpipe.Extractor, x boilerpipe.Extractor) func([]byte) error {
	return func(page []byte) error {
		d, err := parser.Parse(context.Background(), bytes.NewReader(page), "")
		x.Process(d)
		_ = d.Text()
		return err
	}
}

func label(x *victor.Labeller) func([]byte) error {
	return func(page []byte) error {
		_, err := x.Label(bytes.NewReader(page))
		return err
	}
}

func trafilate(fallback bool) func([]byte) error {
	return func(page []byte) error {
		_, err := trafilatura.Extract(bytes.NewReader(page), trafilatura.Options{EnableFallback: fallback})
		return err
	}
}

func readable(page []byte) error {
	_, err := readability.FromReader(bytes.NewReader(page), nil)
	return err
}

func distill(page []byte) error {
	_, err := distiller.ApplyForReader(bytes.NewReader(page), nil)
	return err
}

func jalfResi(stopWords map[string]bool) func([]byte) error {
	return func(page []byte) error {
		r := jalfresi.NewReader(bytes.NewReader(page))
		r.Stoplist = stopWords
		_, err := r.ReadAll()
		return err
	}
}

// stopWords is this module's list as JalfResi/justext wants it, which comes
// without any.
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
