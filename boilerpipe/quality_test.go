package boilerpipe_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/refdata"
)

// A method is a way to take the text from a page.
type method struct {
	name      string
	parser    *boilerpipe.Extractor
	extractor boilerpipe.Filters
}

// TestQuality scores the extractors against the gold texts and prints the table of
// F1 by collection, with the original's counting of words and by script.
func TestQuality(t *testing.T) {
	refdata.NeedAll(t)
	t.Parallel()
	original := newExtractor(t, nil)
	byScript := newExtractor(t, func(c *boilerpipe.Config) { c.WordsByScript = true })
	methods := []method{
		{"Article", original, boilerpipe.Article()},
		{"by script", byScript, boilerpipe.Article()},
		{"Default", original, boilerpipe.Default()},
		{"by script", byScript, boilerpipe.Default()},
	}
	table := []string{"| collection | pages |", "|---|--:|"}
	for _, m := range methods {
		table[0] += " " + m.name + " |"
		table[1] += "--:|"
	}
	means := make([]float64, len(methods))
	count := 0.0
	for _, c := range refdata.Gold {
		scores, pages := scoreCollection(t, c.Name, methods)
		row := fmt.Sprintf("| %s | %d |", c.Name, pages)
		for i, f1 := range scores {
			row += fmt.Sprintf(" %.3f |", f1)
			if c.Main {
				means[i] += f1
			}
		}
		if c.Main {
			count++
		}
		table = append(table, row)
	}
	row := fmt.Sprintf("| **mean of %.0f** | |", count)
	for i := range means {
		means[i] /= count
		row += fmt.Sprintf(" **%.3f** |", means[i])
	}
	refdata.CheckTable(t, document, "bag-of-words F1, mean over pages", append(table, row))
	for i, bar := range []float64{0.82, 0.85} {
		if means[i] < bar {
			t.Errorf("%s: mean F1 %.4f, want %v", methods[i].name, means[i], bar)
		}
	}
}

// scoreCollection returns the mean F1 of a collection's pages by each method.
func scoreCollection(t *testing.T, name string, methods []method) (f1 []float64, pages int) {
	t.Helper()
	f1 = make([]float64, len(methods))
	for _, p := range refdata.Pages(t, filepath.Join(shared, "bench", name+".tar.gz")) {
		read := make(map[*boilerpipe.Extractor]*boilerpipe.TextDocument)
		for i, m := range methods {
			if read[m.parser] == nil {
				d, err := m.parser.Segment(t.Context(), bytes.NewReader(p.HTML), p.ContentType)
				if err != nil {
					t.Fatal(err)
				}
				read[m.parser] = d
			}
			d := read[m.parser].Clone()
			m.extractor.Process(d)
			f1[i] += eval.BagOfWords(p.Gold, d.Text()).F1
		}
		pages++
	}
	for i := range f1 {
		f1[i] /= float64(pages)
	}
	return f1, pages
}
