package justext_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/refdata"
)

// TestQuality scores DefaultConfig, with this module's lists and each page's
// language, against the gold texts and prints the table of the README.
func TestQuality(t *testing.T) {
	needPages(t)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
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
	table = append(table, fmt.Sprintf("| **mean of the %.0f larger** | | | | **%.3f** | **%.3f** |", count, mean, python))
	t.Logf("bag-of-words, mean over pages\n%s", strings.Join(table, "\n"))
	if mean < 0.75 {
		t.Errorf("mean F1 %.4f, want 0.75", mean)
	}
	if !strings.Contains(string(readme), strings.Join(table, "\n")) {
		t.Error("the table in README.md is another: paste this one")
	}
}

// scoreCollection returns the mean scores of a collection's pages: ours, and
// those of what Python jusText made of them as shipped. A page whose language
// nobody knows is taken for English.
func scoreCollection(t *testing.T, name string) (mean, python eval.Score, pages int) {
	t.Helper()
	theirs := make(map[string]string)
	for ref := range refdata.JSONLines[reference](t, filepath.Join(shared, "conformance/justext", name+".jsonl.gz")) {
		theirs[ref.ID] = shippedText(ref)
	}
	for _, p := range goldPagesOf(t, name) {
		add(&mean, eval.BagOfWords(p.gold, p.extract(t, cmp.Or(p.lang, "en")).Text()))
		add(&python, eval.BagOfWords(p.gold, theirs[p.id]))
		pages++
	}
	return over(mean, pages), over(python, pages), pages
}

// A goldPage is a page of a collection.
type goldPage struct {
	id, lang, contentType string
	html                  []byte
	gold                  string // "" where the collection has none
}

func goldPagesOf(t *testing.T, name string) (pages []goldPage) {
	t.Helper()
	files := refdata.Archive(t, filepath.Join(shared, "bench", name+".tar.gz"))
	for line := range bytes.Lines(files["meta.jsonl"]) {
		var meta struct{ ID, Lang, Encoding string }
		if err := json.Unmarshal(line, &meta); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, goldPage{
			id: meta.ID, lang: meta.Lang, contentType: "text/html; charset=" + refdata.Label(meta.Encoding),
			html: files["html/"+meta.ID+".html"], gold: string(files["gold/"+meta.ID+".txt"]),
		})
	}
	return pages
}

func (p *goldPage) extract(t *testing.T, lang string) *justext.Document {
	t.Helper()
	document, err := extractor(t, lang).Document(context.Background(), bytes.NewReader(p.html), p.contentType)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// needPages skips a test of quality where there are no pages, and under the race
// detector, which it would take minutes.
func needPages(t *testing.T) {
	t.Helper()
	if files, _ := filepath.Glob(filepath.Join(shared, "bench/*.tar.gz")); len(files) == 0 {
		t.Skipf("no pages with gold in %s", shared)
	}
	if hostile.UnderRace() {
		t.Skip("it measures quality, not races")
	}
}

// checkTable prints a table and checks that a README has it.
func checkTable(t *testing.T, readme, name string, table []string) {
	t.Helper()
	t.Logf("%s\n%s", name, strings.Join(table, "\n"))
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), strings.Join(table, "\n")) {
		t.Errorf("%s: the table in %s is another: paste this one", name, readme)
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
func shippedText(ref reference) string {
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
