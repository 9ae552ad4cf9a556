package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed42075109/justext/corpus/internal/archives"
	"github.com/seed42075109/justext/corpus/output"
	"github.com/seed42075109/justext/corpus/warc"
	"github.com/seed42075109/justext/page"
)

// config returns the default configuration for methods.
func config(t testing.TB, format string, methods ...string) Config {
	t.Helper()
	c, err := DefaultConfig(methods...)
	if err != nil {
		t.Fatal(err)
	}
	if c.Format, err = output.ParseFormat(format); err != nil {
		t.Fatal(err)
	}
	c.Timeout = time.Minute // other work on the machine must not matter
	return c
}

// run runs a job whose output goes to memory.
func run(t testing.TB, c Config, paths ...string) ([]byte, *Report) {
	t.Helper()
	var out bytes.Buffer
	job := Job{Config: c, Inputs: paths, Output: &out}
	report, err := job.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), report
}

// sentence is text that every method keeps if it is repeated.
const sentence = "This is a sentence of the text of a page, and it is long enough to be the main content of it for all of the methods that we have. "

// article returns a page with text of its own.
func article(n int) string {
	return fmt.Sprintf("<html lang=en><head><title>Page %d</title></head><body><div><a href=/>Home</a> <a href=/b>Menu</a></div>"+
		"<h1>Heading %d</h1><p>%s It is number %d of them.</p><p>%s</p></body></html>", n, n, strings.Repeat(sentence, 3), n, strings.Repeat(sentence, 2))
}

// A madeRecord is a record of an archive for tests, and what should become of it.
type madeRecord struct {
	header  warc.Header
	block   string
	outcome Outcome
}

// response returns the record of a response.
func response(url, head, body string, outcome Outcome) madeRecord {
	return madeRecord{
		warc.Header{Type: warc.TypeResponse, TargetURI: url, ContentType: "application/http; msgtype=response", Date: time.Unix(1_700_000_000, 0)},
		"HTTP/1.1 " + head + "\r\n\r\n" + body, outcome,
	}
}

// kinds make records of every outcome that does not need a filter.
var kinds = []func(n int) madeRecord{
	func(n int) madeRecord {
		return response(address(n), "200 OK\r\nContent-Type: text/html", article(n), Written)
	},
	func(n int) madeRecord {
		return response(address(n)+"\t\x01", "200 OK\nContent-Type: text/html; charset=windows-1252", article(n)+"\xff\x80", Written)
	},
	func(n int) madeRecord {
		return response(address(n), "200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", article(n), Written) // a lie
	},
	func(n int) madeRecord { return response(address(n), "200 OK\r\nContent-Type: text/html", "<p>", Empty) },
	func(n int) madeRecord { return response(address(n), "200 OK\r\nContent-Type: text/html", "", Empty) },
	func(n int) madeRecord {
		return response(address(n), "200 OK\r\nContent-Type: text/html", strings.Repeat("<div>", 5_000), Empty)
	},
	func(n int) madeRecord {
		title := "<title>" + strings.Repeat("title ", 50_000) + "</title>"
		return response(address(n), "200 OK\r\nContent-Type: text/html", strings.Replace(article(n), "<body>", title+"<body>", 1), Written)
	},
	func(n int) madeRecord {
		return response(address(n), "404 Not Found\r\nContent-Type: text/html", article(n), OtherStatus)
	},
	func(n int) madeRecord {
		return response(address(n), "200 OK\r\nContent-Type: text/plain", "some text", PlainText)
	},
	func(n int) madeRecord {
		return response(address(n), "200 OK\r\nContent-Type: image/png", "\x89PNG\r\n\x1a\n", OtherType)
	},
	func(n int) madeRecord {
		return response(address(n), "200 OK\r\nX: "+strings.Repeat("x", 300_000), "", BadMessage)
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: warc.TypeRequest, TargetURI: address(n), ContentType: "application/http; msgtype=request"}, "GET / HTTP/1.1\r\n\r\n", Request}
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: warc.TypeRevisit, TargetURI: address(n), ContentType: "application/http"}, "HTTP/1.1 200 OK\r\n\r\n", Revisit}
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: warc.TypeMetadata, ContentType: "application/warc-fields"}, "a: b\r\n", Metadata}
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: warc.TypeResource, TargetURI: "dns:example.com", ContentType: "text/dns"}, "x", DNS}
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: warc.TypeConversion, TargetURI: address(n), ContentType: "text/plain"}, sentence, Conversion}
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: warc.TypeContinuation, TargetURI: address(n), ContentType: "text/html"}, "x", Continuation}
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: "strange", TargetURI: address(n), ContentType: "text/html"}, article(n), UnknownType}
	},
	func(n int) madeRecord {
		return madeRecord{warc.Header{Type: warc.TypeResource, TargetURI: address(n), ContentType: "text/html"}, article(n), Written}
	},
}

func address(n int) string { return fmt.Sprintf("http://example.com/%d", n) }

// writeArchive writes an archive.
func writeArchive(t testing.TB, path string, all []madeRecord) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := warc.NewWriter(file, warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range all {
		r.header.ID = fmt.Sprintf("urn:uuid:00000000-0000-4000-8000-%012d", i)
		if _, err := w.Write(r.header, []byte(r.block)); err != nil {
			t.Fatal(err)
		}
	}
}

// mixed returns n records of all kinds.
func mixed(n int, seed uint64) []madeRecord {
	rnd := rand.New(rand.NewPCG(seed, 0))
	all := make([]madeRecord, n)
	for i := range all {
		all[i] = kinds[rnd.IntN(len(kinds))](i)
	}
	return all
}

// checkCounters checks that the counters of a run add up with each other and
// with the lines that were written.
func checkCounters(t *testing.T, out []byte, c *Counters) {
	t.Helper()
	if c.Records != c.Outcomes.Total() {
		t.Errorf("%d records, but %d outcomes", c.Records, c.Outcomes.Total())
	}
	sum := func(t Tally) (n int64) {
		for _, m := range t {
			n += m
		}
		return n
	}
	lines := int64(bytes.Count(out, []byte("\n")))
	if lines != sum(c.Rows) || lines != sum(c.Languages) {
		t.Errorf("%d lines; rows %v, languages %v", lines, c.Rows, c.Languages)
	}
	for line := range bytes.Lines(out) {
		if !json.Valid(line) {
			t.Fatalf("no JSON: %.200q", line)
		}
	}
}

// TestOutcomes: each record of the input has the outcome that it should have.
func TestOutcomes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	all := mixed(400, 1)
	writeArchive(t, path, all)
	var want Outcomes
	for _, r := range all {
		want[r.outcome]++
	}
	for _, method := range MethodNames() {
		out, report := run(t, config(t, "jsonl", method), path)
		checkCounters(t, out, &report.Total)
		if report.Total.Outcomes != want || report.Total.Rows[method] != want[Written] {
			got, _ := json.Marshal(report.Total.Outcomes)
			wanted, _ := json.Marshal(want)
			t.Errorf("%s: got %s, want %s", method, got, wanted)
		}
	}
}

// TestCounters: over all archives, sound and broken, each record that the reader
// finds has one outcome, and each piece of damage is counted and listed.
func TestCounters(t *testing.T) {
	c := config(t, "jsonl", "justext")
	for _, f := range archives.Manifest(t) {
		var records, damage int64
		file, err := os.Open(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		r := warc.NewReader(file)
		for {
			_, err := r.Next()
			var d *warc.Damage
			if err == nil {
				records++
			} else if errors.As(err, &d) {
				damage++
			} else {
				break
			}
		}
		r.Close()
		file.Close()
		out, report := run(t, c, f.Path)
		checkCounters(t, out, &report.Total)
		var counted int64
		for _, n := range report.Total.Damage {
			counted += n
		}
		if report.Total.Records != records || counted != damage || int64(len(report.Damage)) != min(damage, maxDefects) {
			t.Errorf("%s: %d of %d records, %d (%d) of %d pieces of damage", f.Name, report.Total.Records, records, counted, len(report.Damage), damage)
		}
		if report.Complete() != (damage == 0) {
			t.Errorf("%s: complete is %v with %d pieces of damage", f.Name, report.Complete(), damage)
		}
	}
}

// TestOrder: the output is that of one worker, however many there are.
func TestOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, path, mixed(300, 2))
	for _, format := range output.Formats() {
		c := config(t, format, "justext")
		c.Workers = 1
		want, _ := run(t, c, path)
		c.Workers, c.Files = 7, 3
		if got, _ := run(t, c, path); !bytes.Equal(got, want) {
			t.Errorf("%s: output depends on the number of workers", format)
		}
	}
}

// A badCleaner does what its page says.
type badCleaner struct{ release chan struct{} }

func (c badCleaner) Clean(ctx context.Context, r io.Reader, _ string) (*page.Document, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	switch text := string(b); text {
	case "<html>hang":
		<-c.release
	case "<html>wait":
		<-ctx.Done()
		return &page.Document{}, fmt.Errorf("waited: %w", ctx.Err())
	case "<html>panic":
		panic("the page wants it")
	case "<html>fail":
		return &page.Document{}, errors.New("no")
	}
	return &page.Document{Text: "text", Blocks: []page.Block{{Text: "text", Keep: true}}}, nil
}

func (badCleaner) Decode(b []byte, _ string) ([]byte, page.Encoding, error) {
	return b, page.Encoding{}, nil
}

// TestBadPages: a method that hangs, waits, panics or fails costs one page each
// time, though all workers meet such pages.
func TestBadPages(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	c := config(t, "jsonl")
	c.Methods = []Method{MethodOf("bad", badCleaner{release})}
	c.Timeout, c.Workers = 500*time.Millisecond, 2
	bodies := map[string]Outcome{"hang": Stuck, "wait": Deadline, "panic": Panicked, "fail": Failed, "well": Written}
	var all []madeRecord
	var want Outcomes
	for i := range 3 {
		for body, outcome := range bodies {
			all = append(all, response(address(i), "200 OK\r\nContent-Type: text/html", "<html>"+body, outcome))
			want[outcome]++
		}
	}
	path := filepath.Join(t.TempDir(), "a.warc")
	writeArchive(t, path, all)
	out, report := run(t, c, path)
	checkCounters(t, out, &report.Total)
	if report.Total.Outcomes != want {
		t.Errorf("got %v, want %v", report.Total.Outcomes, want)
	}
}

// TestDecoderPanic: a panic while a record is decoded costs that record.
func TestDecoderPanic(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc")
	writeArchive(t, path, []madeRecord{kinds[0](1), kinds[0](2)})
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	c := config(t, "jsonl", "justext")
	a := newArchive(path, in, time.Time{}, &c)
	a.filter = nil
	failures := 0
	a.failed = func(f *fetched, o Outcome, err error) {
		failures++
		if f.from.URL == "" || o != Panicked || !strings.Contains(err.Error(), "nil pointer") {
			t.Errorf("%s: %v, %v", f.from.URL, o, err)
		}
	}
	if err := a.next(new(fetched)); err != io.EOF || failures != 2 || a.counts.Outcomes[Panicked] != 2 || a.counts.Records != 2 {
		t.Errorf("error %v, %d failures, %+v", err, failures, a.counts)
	}
}

// TestTwoProcesses: a file that is being written is not written by another
// process, and a file that has got its name is not touched.
func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	first, err := createPending(path)
	if err != nil {
		t.Fatal(err)
	}
	first.Write([]byte("first"))
	if runtime.GOOS != "windows" {
		if _, err := createPending(path); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("error %v", err)
		}
	}
	if err := first.commit(); err != nil {
		t.Fatal(err)
	}
	second, err := createPending(path)
	if err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(path); string(content) != "first" {
		t.Errorf("%q, error %v", content, err)
	}
	second.abandon()
}

// TestOneWriter: while several processes write the same file one after the other,
// what has its name is whole, and none of them loses its file to another.
func TestOneWriter(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are not locked there")
	}
	path := filepath.Join(t.TempDir(), "a")
	content := bytes.Repeat([]byte("whole"), 100)
	end := time.Now().Add(time.Second)
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			for time.Now().Before(end) {
				f, err := createPending(path)
				if err != nil {
					if !strings.Contains(err.Error(), "another process") {
						t.Error(err)
					}
					continue
				}
				f.Write(content)
				if i == 0 {
					f.abandon()
				} else if err := f.commit(); err != nil {
					t.Error(err)
				}
				if got, err := os.ReadFile(path); err == nil && !bytes.Equal(got, content) {
					t.Errorf("%d bytes instead of %d", len(got), len(content))
				}
			}
		})
	}
	writers.Wait()
}

// TestJobsBeginTogether: jobs that begin at the same time in a new folder, as
// shards do, all run if their settings are the same; otherwise those with one of
// the settings do.
func TestJobsBeginTogether(t *testing.T) {
	for round := range 20 {
		folder := t.TempDir()
		var refused [2]atomic.Int64
		var jobs sync.WaitGroup
		for i := range 16 {
			jobs.Go(func() {
				settings := i % 2 * (round % 2)
				j := Job{Folder: folder, Settings: fmt.Sprint(settings)}
				switch err := j.prepare(); {
				case errors.Is(err, ErrSettings):
					refused[settings].Add(1)
				case err != nil:
					t.Error(err)
				}
			})
		}
		jobs.Wait()
		if a, b := refused[0].Load(), refused[1].Load(); a+b != int64(round%2*8) || a*b != 0 {
			t.Errorf("round %d: %d and %d jobs are refused", round, a, b)
		}
	}
}
