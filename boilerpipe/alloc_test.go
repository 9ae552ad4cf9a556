package boilerpipe_test

import (
	"bytes"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
)

// TestAllocations holds the allocations of a page with a reused Extractor below a
// ceiling, a little above what they were when it was set.
func TestAllocations(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector makes sync.Pool forget")
	}
	pages := propertyPages(t)
	p, x := newExtractor(t, nil), boilerpipe.Article()
	// Measured: 50, 59 and 31.
	for name, ceiling := range map[string]float64{"news-article.html": 60, "wiki-article.html": 70, "ru-novosti.html": 40} {
		r := bytes.NewReader(nil)
		got := testing.AllocsPerRun(100, func() {
			r.Reset(pages[name])
			d := parse(t, p, r)
			x.Process(d)
			_ = d.Text()
		})
		t.Logf("%s: %.0f allocations", name, got)
		if got > ceiling {
			t.Errorf("%s: %.0f allocations, want at most %.0f", name, got, ceiling)
		}
	}
}
