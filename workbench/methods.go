package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/union"
	"github.com/seed42075109/justext/victor"
)

// This file is the only one that calls the cleaning methods.

// newJustext returns an extractor for a language, or for English if the language is not
// known or has no stop list.
func newJustext(lang string) (*justext.Extractor, error) {
	x, err := justext.New(lang, justext.DefaultConfig())
	if lang == "" || errors.Is(err, justext.ErrUnknownLanguage) {
		return justext.New("en", justext.DefaultConfig())
	}
	return x, err
}

// justextText cleans a page in its language.
func justextText(s *source) (cleaned, error) {
	x, err := newJustext(s.lang)
	if err != nil {
		return cleaned{}, err
	}
	document, err := x.Document(context.Background(), s.reader(), s.contentType())
	if err != nil {
		return cleaned{}, err
	}
	return withMarks(document.Text()), nil
}

// newBoilerpipe returns the Article extractor of boilerpipe as a cleaner.
func newBoilerpipe() (cleaner, error) {
	x, err := boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
	if err != nil {
		return nil, err
	}
	return func(s *source) (cleaned, error) {
		document, err := x.Document(context.Background(), s.reader(), s.contentType())
		if err != nil {
			return cleaned{}, err
		}
		return withMarks(document.Text()), nil
	}, nil
}

// unionText returns a cleaner that keeps what any of several methods keeps.
func unionText(names []string, model *victor.Model, config victor.Config) (cleaner, error) {
	x, err := victor.New(model, config)
	if err != nil {
		return nil, err
	}
	y, err := boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
	if err != nil {
		return nil, err
	}
	known := map[string]page.Cleaner{"victor": x, "boilerpipe": y, "justext": nil}
	for _, name := range names {
		if _, found := known[name]; !found {
			return nil, fmt.Errorf("-with: %q is none of victor, justext and boilerpipe", name)
		}
	}
	return func(s *source) (cleaned, error) {
		z, err := newJustext(s.lang)
		if err != nil {
			return cleaned{}, err
		}
		var methods []union.Method
		for _, name := range names {
			m := union.Method{Name: name, Cleaner: known[name]}
			if name == "justext" {
				m.Cleaner = z
			}
			methods = append(methods, m)
		}
		all, err := union.New(page.DefaultOptions(), methods...)
		if err != nil {
			return cleaned{}, err
		}
		document, err := all.Document(context.Background(), s.reader(), s.contentType())
		return withMarks(document.Text), err
	}, nil
}

// A labeller labels the blocks of pages with a model.
type labeller struct{ x *victor.Extractor }

func newLabeller(model *victor.Model, config victor.Config) (labeller, error) {
	x, err := victor.New(model, config)
	return labeller{x}, err
}

// label reads a page and labels its blocks.
func (l labeller) label(page io.Reader, contentType string) ([]victor.Block, error) {
	document, err := l.x.Document(context.Background(), page, contentType)
	if err != nil {
		return nil, err
	}
	return document.Blocks, nil
}

// labelPage labels a page that was read by a template like that of the model.
func (l labeller) labelPage(page *victor.Page) ([]victor.Block, error) { return l.x.LabelPage(page) }

// writeSpans writes a page in native span form.
func (l labeller) writeSpans(w io.Writer, page io.Reader, contentType string) error {
	return l.x.WriteSpans(context.Background(), w, page, contentType)
}

// cleanedBlocks returns the text of labelled blocks.
func cleanedBlocks(blocks []victor.Block) cleaned {
	return cleaned{text: victor.Text(blocks), marked: victor.CleanEval(blocks, "")}
}

// labelledText returns the text of a page by the labels that it was given when it
// was read.
func labelledText(p *victor.Page) cleaned { return cleanedBlocks(p.Blocks()) }
