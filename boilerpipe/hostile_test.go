package boilerpipe_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
)

// everyFilter has all filters of the package, or what they are made of.
var everyFilter = append(boilerpipe.ArticleSentences(),
	boilerpipe.CanolaClassifier, boilerpipe.TrailingHeadline, boilerpipe.KeepLargestFullTextBlock, boilerpipe.MarkEverythingContent,
	boilerpipe.KeepLargestBlockAndLevel(1), boilerpipe.LargeBlockSameTagLevel(1), boilerpipe.ListAtEnd, boilerpipe.MinWords(1),
	boilerpipe.SimpleBlockFusion, boilerpipe.DensityRulesClassifier)

// TestHostile takes every shape through every filter.
func TestHostile(t *testing.T) {
	p := newExtractor(t, nil)
	hostile.CheckTime(t, hostile.Shapes, 4, func(page []byte) {
		d := parse(t, p, bytes.NewReader(page))
		everyFilter.Process(d)
		_ = d.Text()
		_ = boilerpipe.Highlighter{}.Write(context.Background(), io.Discard, page, d)
		_ = boilerpipe.Images(page, d)
	})
}

// TestHostilePromises checks what is promised of every page on small ones of
// every shape, and on files that are no pages at all.
func TestHostilePromises(t *testing.T) {
	p := newExtractor(t, nil)
	for name, page := range hostile.SmallPages(hostile.Shapes) {
		text, _, err := p.Decode(page, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults(parse(t, p, bytes.NewReader(page)), text) {
			t.Errorf("%s: %s", name, fault)
		}
		for _, fault := range extractorFaults(text, func() *boilerpipe.TextDocument { return parse(t, p, bytes.NewReader(page)) }) {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// TestLargeTokens: the text is one block.
func TestLargeTokens(t *testing.T) {
	p := newExtractor(t, nil)
	hostile.CheckLargeTokens(t, func(page string) string {
		var texts []string
		for _, b := range parse(t, p, strings.NewReader(page)).Blocks {
			texts = append(texts, b.Text)
		}
		return strings.Join(texts, "|")
	})
}
