package metadata

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/hostile"
)

// speedPages returns the golden pages of the root package.
func speedPages(tb testing.TB) (pages [][]byte, size int64) {
	tb.Helper()
	files, err := filepath.Glob("../testdata/golden/*.html")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no golden pages: %v", err)
	}
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		pages, size = append(pages, page), size+int64(len(page))
	}
	return pages, size
}

// tokenize is the bare loop over the tokens of a page.
func tokenize(page []byte) {
	for z := html.NewTokenizer(bytes.NewReader(page)); z.Next() != html.ErrorToken; {
	}
}

func extractAll(tb testing.TB, x *Extractor, pages [][]byte) {
	for _, page := range pages {
		if _, err := x.DocumentBytes(context.Background(), page, "", Known{URL: "https://www.example.com/2024/05/06/a-page"}); err != nil {
			tb.Fatal(err)
		}
	}
}

func newTestExtractor(tb testing.TB) *Extractor {
	tb.Helper()
	x, err := New(DefaultConfig())
	if err != nil {
		tb.Fatal(err)
	}
	return x
}

// BenchmarkDocumentBytes measures throughput, and as "of-tokenizer" its ratio to
// that of the bare loop over x/net/html's tokens.
func BenchmarkDocumentBytes(b *testing.B) {
	for _, set := range speedSets(b) {
		b.Run(set.name, func(b *testing.B) {
			x := newTestExtractor(b)
			b.SetBytes(set.size)
			b.ReportAllocs()
			var ours, bare time.Duration
			for b.Loop() {
				began := time.Now()
				extractAll(b, x, set.pages)
				ours += time.Since(began)
				b.StopTimer()
				began = time.Now()
				for _, page := range set.pages {
					tokenize(page)
				}
				bare += time.Since(began)
				b.StartTimer()
			}
			b.ReportMetric(float64(bare)/float64(ours), "of-tokenizer")
		})
	}
}

type speedSet struct {
	name  string
	pages [][]byte
	size  int64
}

// speedSets are the golden pages, and pages of collections where they are there.
func speedSets(b *testing.B) []speedSet {
	pages, size := speedPages(b)
	sets := []speedSet{{"golden", pages, size}}
	for _, name := range []string{"scrapinghub", "fundus-tests"} {
		set := speedSet{name: name}
		eachShared(b, name, func(id string, page []byte) {
			set.pages, set.size = append(set.pages, page), set.size+int64(len(page))
		})
		if len(set.pages) > 0 {
			sets = append(sets, set)
		}
	}
	return sets
}

// TestAllocations holds the allocations for a page below a ceiling.
func TestAllocations(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector makes sync.Pool forget")
	}
	pages, _ := speedPages(t)
	x := newTestExtractor(t)
	extractAll(t, x, pages)
	perPage := testing.AllocsPerRun(20, func() { extractAll(t, x, pages) }) / float64(len(pages))
	t.Logf("%.0f allocations a page", perPage)
	if perPage > 400 {
		t.Errorf("%.0f allocations a page, want at most 400", perPage)
	}
}
