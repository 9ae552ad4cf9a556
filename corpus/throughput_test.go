//go:build unix

package corpus

import (
	"archive/tar"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/corpus/internal/archives"
	"github.com/seed42075109/justext/corpus/output"
	"github.com/seed42075109/justext/victor"
)

// benchPages returns real pages, at most limit bytes of them.
func benchPages(t *testing.T, limit int) (pages [][]byte) {
	t.Helper()
	total := 0
	for _, name := range []string{"scrapinghub", "cleaneval-en", "dragnet", "l3s-gn1", "wcxb-dev", "andy-news", "fundus-tests"} {
		file, err := os.Open(filepath.Join(archives.Dir(t), "..", "bench", name+".tar.gz"))
		if err != nil {
			t.Skip(err)
		}
		z, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		for r := tar.NewReader(z); total < limit; {
			h, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(h.Name, ".html") {
				continue
			}
			b, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, b)
			total += len(b)
		}
		file.Close()
	}
	return pages
}

// A crawled is an archive of pages: pages[first%len(pages)] and count-1 more.
type crawled struct {
	path         string
	first, count int
	size         int64 // of the pages, in bytes
}

// crawl writes archives of the pages, size bytes of HTML in all, to files of
// about 32 MB of HTML.
func crawl(t *testing.T, dir string, pages [][]byte, size int64) (all []crawled) {
	t.Helper()
	for n, written := 0, int64(0); written < size; {
		c := crawled{path: filepath.Join(dir, fmt.Sprintf("crawl-%04d.warc.gz", len(all))), first: n}
		var records []madeRecord
		for c.size < min(32e6, size-written) {
			page := pages[n%len(pages)]
			records = append(records, response(address(n), "200 OK\r\nContent-Type: text/html\r\nContent-Length: "+strconv.Itoa(len(page)), string(page), Written))
			c.size += int64(len(page))
			n++
		}
		writeArchive(t, c.path, records)
		c.count = len(records)
		all = append(all, c)
		written += c.size
	}
	return all
}

// cost runs work and returns the time that the processors worked for the
// process, and the time that passed.
func cost(t *testing.T, work func()) (processor, wall time.Duration) {
	t.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before, start := used(), time.Now()
	work()
	return used() - before, time.Since(start)
}

// onAllCores calls do for each index below n, on as many goroutines as the
// pipeline has workers.
func onAllCores(n, workers int, do func(i int)) {
	var working sync.WaitGroup
	for w := range workers {
		working.Go(func() {
			for i := w; i < n; i += workers {
				do(i)
			}
		})
	}
	working.Wait()
}

// gunzip unpacks a file and does nothing else.
func gunzip(t *testing.T, path string) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err == nil {
		_, err = io.Copy(io.Discard, z)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// alone returns a function that applies a method alone to a page in memory.
func alone(t *testing.T, method string) func([]byte) {
	t.Helper()
	ctx := context.Background()
	if method == "victor" {
		x, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		return func(b []byte) {
			if d, err := x.DocumentBytes(ctx, b, "text/html"); err == nil {
				d.Text()
			}
		}
	}
	x, err := justext.New(justext.Auto, justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return func(b []byte) {
		if d, err := x.DocumentBytes(ctx, b, "text/html"); err == nil {
			d.Text()
		}
	}
}

// TestThroughput measures the pipeline from .warc.gz to files against its parts:
// unpacking alone and the method alone. The bar is 0.8 of 1/(1/G + 1/E), by the
// time of the processor. The four things are measured in turn for one archive
// after the other, so that other work on the machine slows all of them. It wants
// CORPUS_THROUGHPUT_MB, the size of the pages in MB; the figures of
// docs/corpus.md were made with 1000.
func TestThroughput(t *testing.T) {
	size, err := strconv.ParseInt(os.Getenv("CORPUS_THROUGHPUT_MB"), 10, 64)
	if err != nil {
		t.Skip("CORPUS_THROUGHPUT_MB is not set")
	}
	pages := benchPages(t, 100e6)
	archives := crawl(t, t.TempDir(), pages, size*1e6)
	for _, method := range []string{"justext", "victor"} {
		t.Run(method, func(t *testing.T) { measure(t, method, pages, archives) })
	}
}

func measure(t *testing.T, method string, pages [][]byte, archives []crawled) {
	clean := alone(t, method)
	c := config(t, "jsonl", method)
	extract := func(path, format string) {
		c := c
		c.Format, _ = output.ParseFormat(format)
		folder := t.TempDir()
		defer os.RemoveAll(folder)
		job := Job{Config: c, Inputs: []string{path}, Folder: folder}
		if report, err := job.Run(context.Background()); err != nil || !report.Complete() {
			t.Error(err, report.Failed)
		}
	}
	stages := []struct {
		name string
		do   func(a crawled)
		took time.Duration // by the time of the processor
		wall time.Duration
	}{
		{name: "gunzip", do: func(a crawled) { gunzip(t, a.path) }},
		{name: "method", do: func(a crawled) {
			onAllCores(a.count, c.Workers, func(i int) { clean(pages[(a.first+i)%len(pages)]) })
		}},
		{name: "JSON Lines", do: func(a crawled) { extract(a.path, "jsonl") }},
		{name: "Parquet", do: func(a crawled) { extract(a.path, "parquet") }},
	}
	for i := range stages { // the first time, tables are made
		stages[i].do(archives[0])
	}
	var size int64
	for _, a := range archives {
		size += a.size
		for i := range stages {
			s := &stages[i]
			took, wall := cost(t, func() { s.do(a) })
			s.took += took
			s.wall += wall
		}
	}
	rate := func(took time.Duration) float64 { return float64(size) / 1e6 / took.Seconds() }
	for _, s := range stages {
		t.Logf("%s, %d MB: %s %.0f MB/s by the time of the processor, %.0f by the clock", method, size/1e6, s.name, rate(s.took), rate(s.wall))
	}
	ofBoth := float64(stages[0].took+stages[1].took) / float64(stages[2].took)
	ofLines := float64(stages[2].took) / float64(stages[3].took)
	t.Logf("%s: JSON Lines %.3f of both, Parquet %.3f of JSON Lines", method, ofBoth, ofLines)
	if ofBoth < 0.8 || ofLines < 0.8 {
		t.Error("both should be 0.8")
	}
}
