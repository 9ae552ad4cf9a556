package victor

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/refdata"
)

// TestQuality scores the shipped model on the collections that it was never
// trained on and looks for the figures in TRAINING.md.
func TestQuality(t *testing.T) {
	refdata.NeedAll(t)
	x := newExtractor(t)
	for _, collection := range []string{"big9-chaos", "cleaneval-en", "cleanportaleval", "dragnet", "l3s-gn1",
		"daniel", "zh-finance-news", "zh-web68"} {
		var scores []eval.Score
		for _, p := range refdata.Pages(t, archive(collection)) {
			d, err := x.Document(t.Context(), bytes.NewReader(p.HTML), p.ContentType)
			if err != nil {
				t.Fatal(err)
			}
			scores = append(scores, eval.BagOfWords(p.Gold, Text(d.Blocks)))
		}
		row := fmt.Sprintf("| %s | %d | %.3f |", collection, len(scores), eval.Mean(scores).F1)
		refdata.CheckTable(t, "TRAINING.md", collection, []string{row})
	}
}
