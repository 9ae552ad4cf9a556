package main

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	jalfresi "github.com/JalfResi/justext"
	readability "github.com/go-shiori/go-readability"
	distiller "github.com/markusmobius/go-domdistiller"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
)

// A row is one way to process a page.
type row struct {
	name  string
	rival bool // another library for the same job
	run   func(page []byte) error
}

// tokenizer is the index of the row that the others are compared with.
const tokenizer = 0

// rows returns the rows of the table, the tokenizer first. Each library is called
// as its documentation shows, with its defaults.
func rows() ([]row, error) {
	own, err := ownRows()
	if err != nil {
		return nil, err
	}
	stopWords, err := stopWords("en")
	if err != nil {
		return nil, err
	}
	return slices.Concat([]row{
		tokenizer: {name: "x/net/html tokenizer, bare loop", run: tokenize},
		{name: "x/net/html Parse", run: parseTree},
	}, own, []row{
		{name: "go-trafilatura", rival: true, run: trafilate(false)},
		{name: "go-trafilatura with fallback", rival: true, run: trafilate(true)},
		{name: "go-readability", rival: true, run: readable},
		{name: "go-domdistiller", rival: true, run: distill},
		{name: "JalfResi/justext", rival: true, run: jalfResi(stopWords)},
	}), nil
}

// methods returns the rows of this library that stand for a whole method, without
// the mark in their names.
func methods() (methods []row, err error) {
	own, err := ownRows()
	for _, r := range own {
		if strings.HasPrefix(r.name, "**") {
			methods = append(methods, row{name: strings.ReplaceAll(r.name, "*", ""), run: r.run})
		}
	}
	return methods, err
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
