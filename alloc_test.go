package justext_test

import (
	"bytes"
	"runtime/debug"
	"testing"

	"github.com/seed42075109/justext"
)

// TestAllocations holds the allocations of a page with a reused Extractor
// below a ceiling, a little above what they were when it was set.
func TestAllocations(t *testing.T) {
	if underRace() {
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

// underRace reports whether the race detector is on.
func underRace() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, setting := range info.Settings {
		if setting.Key == "-race" {
			return setting.Value == "true"
		}
	}
	return false
}
