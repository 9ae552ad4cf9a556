package victor

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/internal/scan"
)

// realPages are the pages of a collection.
func realPages(t testing.TB, collection string) (pages [][]byte) {
	t.Helper()
	for _, p := range refdata.Pages(t, archive(collection)) {
		pages = append(pages, p.HTML)
	}
	return pages
}

func tokenize(t testing.TB, page []byte) {
	z := html.NewTokenizer(bytes.NewReader(page))
	for z.Next() != html.ErrorToken {
	}
	if err := z.Err(); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
}

func labelPage(t testing.TB, x *Extractor, page []byte) []Block {
	t.Helper()
	blocks, err := x.Extract(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

// TestThroughput compares with a bare loop of the tokenizer of x/net/html, in
// turns, so that both meet the same noise.
func TestThroughput(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures time")
	}
	pages := realPages(t, "scrapinghub")
	x := newExtractor(t)
	best := 0.0
	for range 5 {
		var tokenizer, labeller time.Duration
		for _, page := range pages {
			began := time.Now()
			tokenize(t, page)
			middle := time.Now()
			labelPage(t, x, page)
			tokenizer += middle.Sub(began)
			labeller += time.Since(middle)
		}
		best = max(best, float64(tokenizer)/float64(labeller))
	}
	t.Logf("%.2f of the tokenizer's throughput", best)
	if best < 0.25 {
		t.Errorf("%.2f of the tokenizer's throughput, want 0.25", best)
	}
}

// TestAllocations bounds what labelling allocates for each block, the blocks
// themselves included.
func TestAllocations(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector allocates too")
	}
	page := []byte(strings.Repeat("<p>Some text of a paragraph, with <a href=x>a link</a> and more.</p>", 1000))
	x := newExtractor(t)
	r := bytes.NewReader(page)
	blocks := 0
	allocations := testing.AllocsPerRun(10, func() {
		r.Reset(page)
		found, err := x.Extract(r)
		if err != nil {
			t.Fatal(err)
		}
		blocks = len(found)
	})
	t.Logf("%v allocations for %d blocks", allocations, blocks)
	if allocations > 20 {
		t.Errorf("%v allocations for a page, want at most 20", allocations)
	}
}

// TestSize: the sizes by which scratch memory is counted are those of the compiler, and what
// is counted is what is there. It reads every fourth shape, or every one: make hostile.
func TestSize(t *testing.T) {
	for _, test := range []struct {
		value any
		size  uintptr
	}{
		{block{}, blockSize}, {paragraph{}, paragraphSize}, {node{}, nodeSize}, {group{}, groupSize}, {openElement{}, elementSize},
		{region{}, regionSize}, {line{}, lineSize},
	} {
		if size := reflect.TypeOf(test.value).Size(); size != test.size && strconv.IntSize == 64 {
			t.Errorf("%T has %d bytes, not %d", test.value, size, test.size)
		}
	}
	x := newExtractor(t)
	for _, shape := range hostile.Sample(hostileShapes, 0, 4) {
		s := newScratch(&x.config)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		if err := s.layout.read(t.Context(), shape.Page(20_000), x.model.template.format(&x.config)); err != nil {
			t.Fatal(err)
		}
		if _, err := x.decide(t.Context(), &s.layout, s); err != nil {
			t.Fatal(err)
		}
		s.layout.source = nil
		s.layout.scanner = scan.Scanner{}
		runtime.GC()
		runtime.ReadMemStats(&after)
		held := int(after.HeapAlloc) - int(before.HeapAlloc)
		if held > 2<<20 && held > 3*s.size()/2 {
			t.Errorf("%s: %d bytes are held, %d are counted", shape.Name, held, s.size())
		}
		runtime.KeepAlive(s)
	}
}

func BenchmarkLabel(b *testing.B) {
	pages := realPages(b, "scrapinghub")
	x := newExtractor(b)
	size := 0
	for _, page := range pages {
		size += len(page)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, page := range pages {
			labelPage(b, x, page)
		}
	}
}
