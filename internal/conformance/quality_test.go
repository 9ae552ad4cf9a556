package conformance_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/refdata"
)

// TestQuality scores DefaultConfig, with this module's lists and each page's
// language, against the gold texts and prints the table of docs/quality.md.
func TestQuality(t *testing.T) {
	needPages(t)
	table := []string{"| collection | pages | precision | recall | F1 | Python jusText |", "|---|--:|--:|--:|--:|--:|"}
	var mean, python, count float64
	for _, c := range refdata.Gold {
		score, theirs, pages := scoreCollection(t, c.Name)
		table = append(table, fmt.Sprintf("| %s | %d | %.3f | %.3f | %.3f | %.3f |",
			c.Name, pages, score.Precision, score.Recall, score.F1, theirs.F1))
		if c.Main {
			mean, python, count = mean+score.F1, python+theirs.F1, count+1
		}
	}
	mean, python = mean/count, python/count
	table = append(table, fmt.Sprintf("| **mean of %.0f** | | | | **%.3f** | **%.3f** |", count, mean, python))
	refdata.CheckTable(t, "../../docs/quality.md", "bag-of-words, mean over pages", table)
	if mean < 0.75 {
		t.Errorf("mean F1 %.4f, want 0.75", mean)
	}
}

// scoreCollection returns the mean scores of a collection's pages: ours, and
// those of what Python jusText made of them as shipped. A page whose language
// nobody knows is taken for English.
func scoreCollection(t *testing.T, name string) (mean, python eval.Score, pages int) {
	t.Helper()
	theirs := make(map[string]string)
	for ref := range refdata.JSONLines[original](t, filepath.Join(shared, "conformance/justext", name+".jsonl.gz")) {
		theirs[ref.ID] = shippedText(ref)
	}
	for _, p := range goldPagesOf(t, name) {
		add(&mean, eval.BagOfWords(p.Gold, document(t, &p, cmp.Or(p.Lang, "en")).Text()))
		add(&python, eval.BagOfWords(p.Gold, theirs[p.ID]))
		pages++
	}
	return over(mean, pages), over(python, pages), pages
}

// goldPagesOf returns the pages of a collection.
func goldPagesOf(t *testing.T, name string) []refdata.Page {
	t.Helper()
	return refdata.Pages(t, filepath.Join(shared, "bench", name+".tar.gz"))
}

// document extracts a page in a language.
func document(t *testing.T, p *refdata.Page, lang string) *justext.Document {
	t.Helper()
	d, err := extractor(t, lang).Document(context.Background(), bytes.NewReader(p.HTML), p.ContentType)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// needPages skips a test of quality unless all pages are to be read, where there are none,
// and under the race detector, which it would take minutes.
func needPages(t *testing.T) {
	t.Helper()
	refdata.NeedAll(t)
	if files, _ := filepath.Glob(filepath.Join(shared, "bench/*.tar.gz")); len(files) == 0 {
		t.Skipf("no pages with gold in %s", shared)
	}
	if hostile.UnderRace() {
		t.Skip("it measures quality, not races")
	}
}

func add(sum *eval.Score, s eval.Score) {
	sum.Precision += s.Precision
	sum.Recall += s.Recall
	sum.F1 += s.F1
}

func over(sum eval.Score, pages int) eval.Score {
	n := float64(pages)
	return eval.Score{Precision: sum.Precision / n, Recall: sum.Recall / n, F1: sum.F1 / n}
}

// shippedText returns the text that Python jusText 3.0.2 takes for good.
func shippedText(ref original) string {
	var good []string
	for i, p := range ref.Paragraphs {
		if ref.Shipped[i] == 'g' {
			good = append(good, p[refText].(string))
		}
	}
	return strings.Join(good, "\n")
}

var extractors = make(map[string]*justext.Extractor)

func extractor(t *testing.T, lang string) *justext.Extractor {
	t.Helper()
	if extractors[lang] == nil {
		x, err := justext.New(lang, justext.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		extractors[lang] = x
	}
	return extractors[lang]
}
