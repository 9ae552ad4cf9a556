package justext_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// TestHostile has every shape at n and at eight times n: the larger one must not
// cost much more than eight times as much, nor break a promise.
func TestHostile(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures time")
	}
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		x := newExtractor(t, "en", config)
		for _, shape := range hostile.Shapes {
			small, large := shape.Page(shape.N), shape.Page(8*shape.N)
			ratio := 0.0
			for range 4 { // the machine may have been busy with something else
				if ratio = float64(cost(t, x, large)) / float64(cost(t, x, small)+time.Millisecond); ratio < 16 {
					break
				}
			}
			if ratio >= 16 {
				t.Errorf("%s: 8 times the page costs %.0f times as much", shape.Name, ratio)
			}
		}
	}
}

// cost returns how long a page takes.
func cost(t *testing.T, x *justext.Extractor, page []byte) time.Duration {
	t.Helper()
	began := time.Now()
	if _, err := x.Extract(bytes.NewReader(page)); err != nil {
		t.Fatal(err)
	}
	return time.Since(began)
}

// TestHostilePromises checks what is promised of every page on small ones of
// every shape, and on files that are no pages at all.
func TestHostilePromises(t *testing.T) {
	pages := hostile.Files()
	for _, shape := range hostile.Shapes {
		pages[shape.Name] = shape.Page(300)
	}
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		x := newExtractor(t, "en", config)
		for name, page := range pages {
			text, _, err := x.Decode(page, "")
			if err != nil {
				t.Fatal(err)
			}
			document, err := x.Document(t.Context(), bytes.NewReader(page), "")
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, fault := range faults(document, text) {
				t.Errorf("%s: %s", name, fault)
			}
		}
	}
}

// TestLargeTokens has single comments, attributes and words of 20 MB.
func TestLargeTokens(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it needs much memory")
	}
	long := strings.Repeat("x", 20<<20)
	x := newExtractor(t, "en", justext.DefaultConfig())
	for name, page := range map[string]string{
		"comment": "a<!--" + long + "-->b", "attribute": "a<b title='" + long + "'>b</b>", "script": "a<script>" + long + "</script>b",
	} {
		paragraphs, err := x.Extract(strings.NewReader(page))
		if err != nil || len(paragraphs) != 1 || paragraphs[0].Text != "ab" {
			t.Errorf("%s: %d paragraphs, error %v", name, len(paragraphs), err)
		}
	}
	if paragraphs, err := x.Extract(strings.NewReader(long)); err != nil || len(paragraphs) != 1 || len(paragraphs[0].Text) != len(long) {
		t.Errorf("word: %d paragraphs, error %v", len(paragraphs), err)
	}
}
