package conformance_test

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/union"
	"github.com/seed42075109/justext/victor"
)

// unions are the columns of the table in docs/quality.md.
var unions = []string{"victor", "justext", "boilerpipe", "victor,justext", "victor,boilerpipe", "victor,justext,boilerpipe"}

// TestQualityUnion scores unions of methods on the collections that the shipped model of
// victor was never trained on, and looks for the rows in docs/quality.md.
func TestQualityUnion(t *testing.T) {
	needPages(t)
	for _, collection := range []string{"big9-chaos", "cleaneval-en", "cleanportaleval", "daniel", "dragnet", "l3s-gn1", "zh-finance-news", "zh-web68"} {
		pages := goldPagesOf(t, collection)
		row := fmt.Sprintf("| %s | %d |", collection, len(pages))
		scores := make([]eval.Score, len(unions))
		for i := range pages {
			known := cleaners(t, cmp.Or(pages[i].Lang, "en"))
			for k, names := range unions {
				add(&scores[k], eval.BagOfWords(pages[i].Gold, unionOf(t, known, names, &pages[i]).Text))
			}
		}
		for _, score := range scores {
			mean := over(score, len(pages))
			row += fmt.Sprintf(" %.3f / %.3f |", mean.Precision, mean.Recall)
		}
		refdata.CheckTable(t, "../../docs/quality.md", collection, []string{row})
	}
}

var otherCleaners = make(map[string]page.Cleaner)

// cleaners returns the methods by name, for pages in a language.
func cleaners(t *testing.T, lang string) map[string]page.Cleaner {
	t.Helper()
	if len(otherCleaners) == 0 {
		x, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		y, err := boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		otherCleaners["victor"], otherCleaners["boilerpipe"] = x, y
	}
	return map[string]page.Cleaner{
		"victor": otherCleaners["victor"], "boilerpipe": otherCleaners["boilerpipe"], "justext": extractor(t, lang),
	}
}

// unionOf returns the union of the methods that are named, or what the only one keeps.
func unionOf(t *testing.T, known map[string]page.Cleaner, names string, p *refdata.Page) *page.Document {
	t.Helper()
	var x page.Cleaner
	var methods []union.Method
	for name := range strings.SplitSeq(names, ",") {
		x = known[name]
		methods = append(methods, union.Method{Name: name, Cleaner: x})
	}
	if len(methods) > 1 {
		var err error
		if x, err = union.New(page.DefaultOptions(), methods...); err != nil {
			t.Fatal(err)
		}
	}
	d, err := x.Clean(t.Context(), bytes.NewReader(p.HTML), p.ContentType)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
