package justext_test

import (
	"bytes"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// TestAllocations holds the allocations of a page with a reused Extractor
// below a ceiling, a little above what they were when it was set.
func TestAllocations(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector makes sync.Pool forget")
	}
	// Measured: 11, 12 and 12.
	ceilings := map[string]float64{"news-article": 15, "wiki-article": 16, "ru-novosti": 16}
	for _, golden := range goldenPages(t) {
		ceiling, ok := ceilings[golden.name]
		if !ok {
			continue
		}
		x := newExtractor(t, golden.lang, justext.DefaultConfig())
		r := bytes.NewReader(nil)
		got := testing.AllocsPerRun(100, func() {
			r.Reset(golden.html)
			if _, err := x.Extract(r); err != nil {
				t.Fatal(err)
			}
		})
		t.Logf("%s: %.0f allocations", golden.name, got)
		if got > ceiling {
			t.Errorf("%s: %.0f allocations, want at most %.0f", golden.name, got, ceiling)
		}
		delete(ceilings, golden.name)
	}
	for name := range ceilings {
		t.Errorf("there is no page %s", name)
	}
}

// TestAllocatedBytes holds what the golden pages allocate, beyond the memory that
// is reused, below a ceiling in terms of their text. Their paragraphs are short,
// 54 bytes in the mean, so other pages allocate less.
func TestAllocatedBytes(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector makes sync.Pool forget")
	}
	// A collection gives scratch memory back, and each processor has its own.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var text, allocated uint64
	for _, golden := range goldenPages(t) {
		x := newExtractor(t, golden.lang, justext.DefaultConfig())
		r := bytes.NewReader(golden.html)
		paragraphs := extractAll(t, x, r, golden.html)
		for i := range paragraphs {
			text += uint64(len(paragraphs[i].Text))
		}
		const runs = 50
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			extractAll(t, x, r, golden.html)
		}
		runtime.ReadMemStats(&after)
		allocated += (after.TotalAlloc - before.TotalAlloc) / runs
	}
	ratio := float64(allocated) / float64(text)
	t.Logf("%d bytes of text, %d allocated: %.2f times", text, allocated, ratio)
	const ceiling = 2.5 // measured: 2.45
	if ratio > ceiling {
		t.Errorf("%.2f times the text is allocated, want at most %v", ratio, ceiling)
	}
}

func extractAll(t *testing.T, x *justext.Extractor, r *bytes.Reader, page []byte) []justext.Paragraph {
	t.Helper()
	r.Reset(page)
	paragraphs, err := x.Extract(r)
	if err != nil {
		t.Fatal(err)
	}
	return paragraphs
}
