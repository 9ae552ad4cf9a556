package main

import (
	"context"
	"errors"
	"io"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/victor"
)

// This file is the only one that calls the cleaning methods.

// justextText cleans a page in its language, or in English if the language is not
// known or has no stop list.
func justextText(s *source) (cleaned, error) {
	x, err := justext.New(s.lang, justext.DefaultConfig())
	if s.lang == "" || errors.Is(err, justext.ErrUnknownLanguage) {
		x, err = justext.New("en", justext.DefaultConfig())
	}
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
