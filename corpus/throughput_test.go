//go:build unix

package corpus

import (
	"archive/tar"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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

// crawl writes archives of the pages, size bytes of HTML in all, to files of
// about 32 MB of HTML, and returns their paths and how many bytes of pages they
// have.
func crawl(t *testing.T, dir string, pages [][]byte, size int64) (paths []string, written int64) {
	t.Helper()
	for n := 0; written < size; {
		path := filepath.Join(dir, fmt.Sprintf("crawl-%04d.warc.gz", len(paths)))
		paths = append(paths, path)
		var all []madeRecord
		var bytes int64
		for bytes < min(32e6, size-written) {
			page := pages[n%len(pages)]
			all = append(all, response(address(n), "200 OK\r\nContent-Type: text/html\r\nContent-Length: "+strconv.Itoa(len(page)), string(page), Written))
			bytes += int64(len(page))
			n++
		}
		writeArchive(t, path, all)
		written += bytes
	}
	return paths, written
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

// gunzipAll unpacks files and does nothing else.
func gunzipAll(t *testing.T, paths []string, workers int) {
	onAllCores(len(paths), workers, func(i int) {
		file, err := os.Open(paths[i])
		if err != nil {
			t.Error(err)
			return
		}
		defer file.Close()
		z, err := gzip.NewReader(file)
		if err == nil {
			_, err = io.Copy(io.Discard, z)
		}
		if err != nil {
			t.Error(err)
		}
	})
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
// unpacking alone and the method alone, in alternating rounds. The bar is 0.8 of
// 1/(1/G + 1/E), by the time of the processor, so that other work on the machine
// hardly matters. It wants CORPUS_THROUGHPUT_MB, the size of the pages in MB; the
// figures of docs/corpus.md were made with 1000.
func TestThroughput(t *testing.T) {
	size, err := strconv.ParseInt(os.Getenv("CORPUS_THROUGHPUT_MB"), 10, 64)
	if err != nil {
		t.Skip("CORPUS_THROUGHPUT_MB is not set")
	}
	rounds := 3
	if n, err := strconv.Atoi(os.Getenv("CORPUS_THROUGHPUT_ROUNDS")); err == nil {
		rounds = n
	}
	pages := benchPages(t, 100e6)
	paths, bytes := crawl(t, t.TempDir(), pages, size*1e6)
	for _, method := range []string{"justext", "victor"} {
		t.Run(method, func(t *testing.T) { measure(t, method, pages, paths, bytes, rounds) })
	}
}

func measure(t *testing.T, method string, pages [][]byte, paths []string, size int64, rounds int) {
	var gunzip, clean, jsonl, parquet, jsonlWall []float64 // bytes of pages a second
	clear := alone(t, method)
	c := config(t, "jsonl", method)
	perSecond := func(d time.Duration) float64 { return float64(size) / 1e6 / d.Seconds() }
	runFormat := func(name string) (time.Duration, time.Duration) {
		c := c
		c.Format, _ = output.ParseFormat(name)
		folder := t.TempDir()
		defer os.RemoveAll(folder)
		return cost(t, func() {
			job := Job{Config: c, Inputs: paths, Folder: folder}
			if report, err := job.Run(context.Background()); err != nil || !report.Complete() {
				t.Error(err, report.Failed)
			}
		})
	}
	for range rounds {
		took, _ := cost(t, func() { gunzipAll(t, paths, c.Workers) })
		gunzip = append(gunzip, perSecond(took))
		took, _ = cost(t, func() { onAllCores(repeated(pages, size), c.Workers, func(i int) { clear(pages[i%len(pages)]) }) })
		clean = append(clean, perSecond(took))
		took, wall := runFormat("jsonl")
		jsonl = append(jsonl, perSecond(took))
		jsonlWall = append(jsonlWall, perSecond(wall))
		took, _ = runFormat("parquet")
		parquet = append(parquet, perSecond(took))
	}
	g, e, j, p := median(gunzip), median(clean), median(jsonl), median(parquet)
	best := 1 / (1/g + 1/e)
	t.Logf("%s, %d MB, MB/s by the time of the processor: gunzip %.0f, method %.0f, both %.0f; JSON Lines %.0f (%.2f of both), Parquet %.0f (%.2f of JSON Lines); JSON Lines by the clock %.0f",
		method, size/1e6, g, e, best, j, j/best, p, p/j, median(jsonlWall))
	if j < 0.8*best || p < 0.8*j {
		t.Errorf("%s: JSON Lines %.2f of both, Parquet %.2f of JSON Lines; both should be 0.8", method, j/best, p/j)
	}
}

// repeated returns how many pages of the list, from its beginning again and
// again, have size bytes.
func repeated(pages [][]byte, size int64) (n int) {
	for total := int64(0); total < size; n++ {
		total += int64(len(pages[n%len(pages)]))
	}
	return n
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
