package boilerpipe_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
)

// everyFilter has all filters of the package, or what they are made of.
var everyFilter = append(boilerpipe.ArticleSentences(),
	boilerpipe.CanolaClassifier, boilerpipe.TrailingHeadline, boilerpipe.KeepLargestFullTextBlock, boilerpipe.MarkEverythingContent,
	boilerpipe.KeepLargestBlockAndLevel(1), boilerpipe.LargeBlockSameTagLevel(1), boilerpipe.ListAtEnd, boilerpipe.MinWords(1),
	boilerpipe.SimpleBlockFusion, boilerpipe.DensityRulesClassifier)

// TestHostile has every shape at two sizes, one eight times the other, through every filter: the
// larger one must not cost much more than eight times as much.
func TestHostile(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures time")
	}
	p := newParser(t, nil)
	for _, shape := range hostile.Shapes {
		small, large := shape.Page(shape.N/4), shape.Page(2*shape.N)
		ratio := 0.0
		for range 4 { // the machine may have been busy with something else
			if ratio = float64(cost(t, p, large)) / float64(cost(t, p, small)+time.Millisecond); ratio < 16 {
				break
			}
		}
		if ratio >= 16 {
			t.Errorf("%s: 8 times the page costs %.0f times as much", shape.Name, ratio)
		}
	}
}

// cost returns how long a page takes.
func cost(t *testing.T, p *boilerpipe.Parser, page []byte) time.Duration {
	t.Helper()
	began := time.Now()
	d := parse(t, p, bytes.NewReader(page))
	everyFilter.Process(d)
	_ = d.Text()
	_ = boilerpipe.Highlighter{}.HTML(page, d)
	_ = boilerpipe.Images(page, d)
	return time.Since(began)
}

// TestHostilePromises checks what is promised of every page on small ones of
// every shape, and on files that are no pages at all.
func TestHostilePromises(t *testing.T) {
	p := newParser(t, nil)
	pages := hostile.Files()
	for _, shape := range hostile.Shapes {
		pages[shape.Name] = shape.Page(300)
	}
	for name, page := range pages {
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

// TestLargeTokens has single comments, attributes and words of 20 MB.
func TestLargeTokens(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it needs much memory")
	}
	long := strings.Repeat("x", 20<<20)
	p := newParser(t, nil)
	for name, test := range map[string]struct{ page, want string }{
		"comment":   {"a<!--" + long + "-->b", "ab"},
		"attribute": {"a<b title='" + long + "'>b</b>", "ab"},
		"script":    {"a<script>" + long + "</script>b", "ab"},
		"word":      {long, long},
		"reference": {"&" + long, "&" + long},
	} {
		var texts []string
		for _, b := range parse(t, p, strings.NewReader(test.page)).Blocks {
			texts = append(texts, b.Text)
		}
		if got := strings.Join(texts, "|"); got != test.want {
			t.Errorf("%s: got %d bytes, %.50q", name, len(got), got)
		}
	}
}
