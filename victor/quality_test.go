package victor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed42075109/justext/eval"
)

// TestQuality scores the shipped model on the collections that it was never
// trained on and looks for the figures in TRAINING.md.
func TestQuality(t *testing.T) {
	training, err := os.ReadFile("TRAINING.md")
	if err != nil {
		t.Fatal(err)
	}
	x := newLabeller(t)
	for _, collection := range []string{"big9-chaos", "cleaneval-en", "cleanportaleval", "dragnet", "l3s-gn1",
		"daniel", "zh-finance-news", "zh-web68"} {
		files := readArchive(t, collection)
		var scores []eval.Score
		for line := range bytes.Lines(files["meta.jsonl"]) {
			var meta struct{ ID, Encoding string }
			if err := json.Unmarshal(line, &meta); err != nil {
				t.Fatal(err)
			}
			charset := strings.Replace(strings.ReplaceAll(meta.Encoding, "_", "-"), "cp125", "windows-125", 1)
			d, err := x.Document(context.Background(), bytes.NewReader(files["html/"+meta.ID+".html"]), "text/html; charset="+charset)
			if err != nil {
				t.Fatal(err)
			}
			scores = append(scores, eval.BagOfWords(string(files["gold/"+meta.ID+".txt"]), Text(d.Blocks)))
		}
		row := fmt.Sprintf("| %s | %d | %.3f |", collection, len(scores), eval.Mean(scores).F1)
		t.Log(row)
		if !strings.Contains(string(training), row) {
			t.Errorf("TRAINING.md has another row than %s", row)
		}
	}
}
