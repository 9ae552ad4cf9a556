package justext_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/eval"
)

// goldCollections are the collections of pages with full gold text. main marks
// those of the mean by which methods are compared; the others are small.
var goldCollections = []struct {
	name string
	main bool
}{
	{"andy-news", true}, {"big9-chaos", true}, {"canola", true}, {"cleaneval-en", true}, {"cleanportaleval", true},
	{"daniel", true}, {"dragnet", true}, {"fundus-eval", false}, {"fundus-tests", true}, {"htmltotext-benchmark", false},
	{"l3s-gn1", true}, {"scrapinghub", true}, {"wcxb", true}, {"zh-finance-news", true}, {"zh-web68", true},
}

// TestQuality scores DefaultConfig, with this module's lists and each page's
// language, against the gold texts and prints the table of the README.
func TestQuality(t *testing.T) {
	if files, _ := filepath.Glob(filepath.Join(shared, "bench/*.tar.gz")); len(files) == 0 {
		t.Skipf("no pages with gold in %s", shared)
	}
	table := []string{"| collection | pages | precision | recall | F1 |", "|---|--:|--:|--:|--:|"}
	var sum float64
	var count int
	for _, c := range goldCollections {
		score, pages := scoreCollection(t, c.name)
		table = append(table, fmt.Sprintf("| %s | %d | %.3f | %.3f | %.3f |", c.name, pages, score.Precision, score.Recall, score.F1))
		if c.main {
			sum += score.F1
			count++
		}
	}
	mean := sum / float64(count)
	t.Logf("bag-of-words, mean over pages\n%s\nmean F1 over the %d larger collections: %.4f", strings.Join(table, "\n"), count, mean)
	if mean < 0.75 {
		t.Errorf("mean F1 %.4f, want 0.75", mean)
	}
}

// scoreCollection returns the mean scores of a collection's pages.
func scoreCollection(t *testing.T, name string) (mean eval.Score, pages int) {
	t.Helper()
	files := readArchive(t, filepath.Join(shared, "bench", name+".tar.gz"))
	for line := range bytes.Lines(files["meta.jsonl"]) {
		var meta struct{ ID, Lang, Encoding string }
		if err := json.Unmarshal(line, &meta); err != nil {
			t.Fatal(err)
		}
		score := eval.BagOfWords(string(files["gold/"+meta.ID+".txt"]), goodText(t, files["html/"+meta.ID+".html"], meta.Lang, meta.Encoding))
		mean.Precision += score.Precision
		mean.Recall += score.Recall
		mean.F1 += score.F1
		pages++
	}
	n := float64(pages)
	return eval.Score{Precision: mean.Precision / n, Recall: mean.Recall / n, F1: mean.F1 / n}, pages
}

// goodText returns a page's good text. The collections say in what encoding the
// bytes are, since many pages were stored in another than they declare. A page
// whose language nobody knows is taken for English.
func goodText(t *testing.T, page []byte, lang, encoding string) string {
	t.Helper()
	if lang == "" {
		lang = "en"
	}
	contentType := "text/html; charset=" + pythonLabel(encoding)
	document, err := extractor(t, lang).Document(context.Background(), bytes.NewReader(page), contentType)
	if err != nil {
		t.Fatal(err)
	}
	return document.Text()
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
