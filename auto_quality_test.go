package justext_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/stoplists"
)

// goldPage is a page of a collection.
type goldPage struct {
	id, lang, contentType string
	html                  []byte
	gold                  string // "" where the collection has none
}

func goldPagesOf(t *testing.T, name string) (pages []goldPage) {
	t.Helper()
	files := readArchive(t, filepath.Join(shared, "bench", name+".tar.gz"))
	for line := range bytes.Lines(files["meta.jsonl"]) {
		var meta struct{ ID, Lang, Encoding string }
		if err := json.Unmarshal(line, &meta); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, goldPage{
			id: meta.ID, lang: meta.Lang, contentType: "text/html; charset=" + pythonLabel(meta.Encoding),
			html: files["html/"+meta.ID+".html"], gold: string(files["gold/"+meta.ID+".txt"]),
		})
	}
	return pages
}

// mislabelled are pages whose language is another than their collection says:
// read by hand.
var mislabelled = map[string]string{}

// TestQualityAuto compares Auto with the language that the collections name: F1,
// and which languages are found.
func TestQualityAuto(t *testing.T) {
	if files, _ := filepath.Glob(filepath.Join(shared, "bench/*.tar.gz")); len(files) == 0 {
		t.Skipf("no pages with gold in %s", shared)
	}
	table := []string{"| collection | F1, language named | F1, auto |", "|---|--:|--:|"}
	var found, wrong int
	confused := make(map[string]int)
	for _, c := range goldCollections {
		var named, auto eval.Score
		pages := goldPagesOf(t, c.name)
		for _, p := range pages {
			document := p.extract(t, justext.Auto)
			lang := p.lang
			if lang == "" {
				lang = "en"
			}
			add(&named, eval.BagOfWords(p.gold, p.extract(t, lang).Text()))
			add(&auto, eval.BagOfWords(p.gold, document.Text()))
			if p.lang == "" || words(p.gold) < 200 {
				continue
			}
			found++
			if want, err := stoplists.Find(p.lang); err != nil || want.Tag != document.Lang {
				wrong++
				confused[p.lang+" "+document.Lang]++
				t.Logf("%s %s: %s, %s by %v, margin %.0f", c.name, p.id, p.lang, document.Lang, document.LangBy, document.LangMargin)
			}
		}
		n := len(pages)
		named, auto = over(named, n), over(auto, n)
		table = append(table, fmt.Sprintf("| %s | %.3f | %.3f |", c.name, named.F1, auto.F1))
		if auto.F1 < named.F1-0.003 {
			t.Errorf("%s: F1 %.4f by auto, %.4f with the language", c.name, auto.F1, named.F1)
		}
	}
	t.Logf("bag-of-words F1, mean over pages\n%s", strings.Join(table, "\n"))
	t.Logf("%d of %d pages in another language: %v", wrong, found, confused)
	for _, k := range slices.Sorted(maps.Keys(confused)) {
		t.Logf("%s: %d", k, confused[k])
	}
	if float64(wrong) > 0.02*float64(found) {
		t.Errorf("%d of %d pages in another language", wrong, found)
	}
	_ = os.Stdout
}

func words(text string) (count int) {
	for range eval.Tokens(text) {
		count++
	}
	return count
}

func (p *goldPage) extract(t *testing.T, lang string) *justext.Document {
	t.Helper()
	document, err := extractor(t, lang).Document(context.Background(), bytes.NewReader(p.html), p.contentType)
	if err != nil {
		t.Fatal(err)
	}
	return document
}
