package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
	"unicode"
	"unicode/utf8"
)

// words are the first words of the lines of an output.
func words(output string) string {
	var first []string
	for line := range strings.Lines(output) {
		line, _, _ = strings.Cut(strings.TrimPrefix(line, "<p> "), " ")
		first = append(first, line)
	}
	return strings.Join(first, " ")
}

func TestFolders(t *testing.T) {
	files := make(map[string]string)
	for _, name := range []string{
		"a/b.html", "a/a.HTM", "a/b/c.xhtml", "a/b/a.shtml", "a/z.html/z.html",
		"a/c.txt", "a/d.html.gz.txt", "a/html", "a/.html", "b.html", "c.txt",
	} {
		files[name] = "<p>" + sentence(name)
	}
	inFolder(t, files)
	for link, to := range map[string]string{
		"a/linked.html":  "../c.txt",
		"a/folder":       "b",
		"a/folder.html":  "b",
		"a/b/broken.htm": "nowhere",
		"way":            "a",
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	pages := "a/.html a/a.HTM a/b/a.shtml a/b/c.xhtml a/b.html c.txt a/z.html/z.html"
	for _, c := range []struct{ args, want string }{
		{"a", pages},
		{"a/", pages},
		{"./a -s=none", pages},
		{"b.html a c.txt b.html", "b.html " + pages + " c.txt b.html"},
		{"a/c.txt", "a/c.txt"},
		{"way", pages},
		{"a/folder", "a/b/a.shtml a/b/c.xhtml"},
	} {
		got := justextOf("", append(strings.Fields(c.args), "-s", "none", "-quiet")...)
		if words(got.out) != c.want {
			t.Errorf("%s: %s\nwant %s", c.args, words(got.out), c.want)
		}
		if broken := strings.Count(got.errors, "broken.htm: no such file"); broken != strings.Count(got.errors, "\n") || got.status != broken {
			t.Errorf("%s: status %d, %q", c.args, got.status, got.errors)
		}
	}
}

func TestStandardInputAmongFiles(t *testing.T) {
	inFolder(t, map[string]string{"one": "<p>" + sentence("one"), "two": "<p>" + sentence("two")})
	got := justextOf("<p>"+sentence("input"), "-s", "None", "-quiet", "-format", "text", "one", "-", "two")
	want := "==> one <==\n" + sentence("one") + "\n\n==> - <==\n" + sentence("input") + "\n\n==> two <==\n" + sentence("two") + "\n"
	if got != (ran{out: want}) {
		t.Errorf("%+v", got)
	}
}

func TestFailingPages(t *testing.T) {
	inFolder(t, map[string]string{"one.html": "<p>" + sentence("one"), "two.html": "<p>" + sentence("two")})
	got := justextOf("", "-s", "None", "-quiet", "one.html", "missing.html", "two.html", "gone.html")
	want := ran{
		1, "<p> " + sentence("one") + "\n<p> " + sentence("two") + "\n",
		"justext: missing.html: no such file or directory\njustext: gone.html: no such file or directory\n",
	}
	if runtime.GOOS == "windows" {
		want.errors = got.errors
	}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}

	got = justextOf("", "-s", "None", "-format", "jsonl", "one.html", "missing.html", "two.html")
	lines := strings.Split(got.out, "\n")
	if got.status != 1 || len(lines) != 4 || !strings.HasPrefix(lines[1], `{"file":"missing.html","error":"`) ||
		strings.Count(lines[1], `":`) != 2 || strings.Contains(lines[0]+lines[2], `"error"`) {
		t.Errorf("%+v", got)
	}
	if !strings.HasPrefix(got.errors, "justext: 3 pages, 1 failed, in ") || !strings.HasSuffix(got.errors, " s; the output says why pages failed\n") {
		t.Errorf("%q", got.errors)
	}
}

func TestInvalidBytes(t *testing.T) {
	inFolder(t, map[string]string{"bad.html": "<meta charset=utf-8><p>\xff" + sentence("one")})
	for mode, want := range map[string]ran{
		"ignore":  {out: "<p> " + sentence("one") + "\n"},
		"replace": {out: "<p> \ufffd" + sentence("one") + "\n"},
	} {
		if got := justextOf("", "-s", "None", "-enc-errors", mode, "bad.html"); got != want {
			t.Errorf("%s: %+v", mode, got)
		}
	}
	got := justextOf("", "-s", "None", "-enc-errors", "strict", "bad.html")
	if got.status != 1 || got.out != "" || !strings.HasPrefix(got.errors, "justext: bad.html: the page has bytes that") {
		t.Errorf("%+v", got)
	}
}

func TestUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("nothing is unreadable here")
	}
	inFolder(t, map[string]string{"a/a.html": "<p>", "b/b.html": "<p>", "c/c.html": "<p>" + sentence("c")})
	for _, name := range []string{"a/a.html", "b"} {
		if err := os.Chmod(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod("b", 0o777)
	got := justextOf("", "-s", "None", "-quiet", ".")
	want := ran{1, "<p> " + sentence("c") + "\n", "justext: a/a.html: permission denied\njustext: b: permission denied\n"}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// testPipeline is a pipeline of a number of pages that are opened by open, 4
// workers and a window of 5.
func testPipeline(t *testing.T, pages int, open func(name string) (io.ReadCloser, error), args ...string) (*pipeline, *bytes.Buffer) {
	t.Helper()
	o, err := parse(append([]string{"-s", "None"}, args...))
	if err != nil {
		t.Fatal(err)
	}
	if err := o.prepare(); err != nil {
		t.Fatal(err)
	}
	var out, stderr bytes.Buffer
	p := newPipeline(o, nil, &stream{w: standardOutput{&out}}, &report{w: &stderr, inBand: o.format.hasErrors})
	p.open = open
	p.names = func(yield func(string, error) bool) {
		for i := range pages {
			if !yield(fmt.Sprintf("page%d", i), nil) {
				return
			}
		}
	}
	p.workers, p.window = 4, 5
	return p, &out
}

func TestOrder(t *testing.T) {
	const pages = 300
	p, out := testPipeline(t, pages, func(name string) (io.ReadCloser, error) {
		if strings.HasSuffix(name, "7") {
			time.Sleep(time.Millisecond) // so that the next ones are done before it
		}
		return io.NopCloser(strings.NewReader("<p>" + sentence(name))), nil
	})
	if err := p.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, word := range strings.Fields(words(out.String())) {
		if word != fmt.Sprintf("page%d", i) {
			t.Fatalf("page %d is %s", i, word)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != pages {
		t.Errorf("%d pages, want %d", n, pages)
	}
}

// A stuckWriter says when it is written to, and takes nothing until it may.
type stuckWriter struct{ writing, may chan struct{} }

func (w stuckWriter) Write(b []byte) (int, error) {
	w.writing <- struct{}{}
	<-w.may
	return len(b), nil
}

// While the output is stuck, no more pages are opened than the window holds and
// the two at its ends.
func TestBoundedWindow(t *testing.T) {
	var opened atomic.Int64
	p, _ := testPipeline(t, 1000, func(name string) (io.ReadCloser, error) {
		opened.Add(1)
		return io.NopCloser(strings.NewReader("<p>" + sentence(name))), nil
	})
	w := stuckWriter{make(chan struct{}, 1000), make(chan struct{})}
	p.out = &stream{w: standardOutput{w}}
	end := make(chan error)
	go func() { end <- p.run(context.Background()) }()
	<-w.writing
	time.Sleep(100 * time.Millisecond) // for more to be opened, if any is
	if n := opened.Load(); n > int64(p.window)+2 {
		t.Errorf("%d pages are in flight", n)
	}
	close(w.may)
	if err := <-end; err != nil || opened.Load() != 1000 {
		t.Errorf("%v after %d pages", err, opened.Load())
	}
}

// A page that fails in its middle gives what it had before.
func TestPartialPage(t *testing.T) {
	open := func(name string) (io.ReadCloser, error) {
		whole := strings.NewReader("<p>" + sentence(name) + "</p><p>" + sentence("again"))
		return io.NopCloser(io.MultiReader(whole, iotest.ErrReader(errors.New("cable cut")))), nil
	}
	p, out := testPipeline(t, 1, open)
	if err := p.run(t.Context()); err != nil || words(out.String()) != "page0 again" || p.report.failed != 1 {
		t.Errorf("%v, %q, %+v", err, out, p.report)
	}
	if got := p.report.w.(*bytes.Buffer).String(); !strings.HasPrefix(got, "justext: page0: reading the page") || !strings.Contains(got, "cable cut") {
		t.Errorf("%q", got)
	}

	p, out = testPipeline(t, 1, open, "-format", "jsonl")
	var page struct {
		Blocks []struct{}
		Error  string
	}
	if err := p.run(t.Context()); err != nil || json.Unmarshal(out.Bytes(), &page) != nil {
		t.Errorf("%v, %q", err, out)
	}
	if len(page.Blocks) != 2 || !strings.HasSuffix(page.Error, "cable cut") || !strings.HasSuffix(out.String(), "cable cut\"}\n") {
		t.Errorf("%+v", page)
	}
}

func TestProgress(t *testing.T) {
	inFolder(t, map[string]string{"one.html": "<p>" + sentence("one"), "two.html": "<p>" + sentence("two")})
	for _, c := range []struct {
		args     string
		terminal bool
		want     bool
	}{
		{"one.html two.html", true, true},
		{".", true, true},
		{"missing.html one.html two.html", true, true},
		{"one.html", true, false},
		{"one.html two.html", false, false},
		{"one.html two.html -quiet", true, false},
	} {
		var out, stderr bytes.Buffer
		run(append(strings.Fields(c.args), "-s", "None"), nil, &out, &stderr, c.terminal)
		if drawn := strings.Contains(stderr.String(), "\r2 pages, "); drawn != c.want {
			t.Errorf("%s: %q", c.args, stderr.String())
		}
		if line := lastLine(stderr.String()); line != "" {
			t.Errorf("%s: %q is left on the terminal", c.args, line)
		}
	}
}

// lastLine is what a terminal shows after the last line feed.
func lastLine(output string) string {
	var line []byte
	for _, part := range strings.Split(output[strings.LastIndexByte(output, '\n')+1:], "\r") {
		line = append([]byte(part), line[min(len(part), len(line)):]...)
	}
	return strings.TrimRight(string(line), " ")
}

func TestProgressIsDrawnSeldom(t *testing.T) {
	var stderr bytes.Buffer
	began := time.Now()
	r := &report{w: &stderr, began: began}
	for ms := range 1000 {
		r.pages = 10_000 - ms // ever shorter
		r.progress(began.Add(time.Duration(ms) * time.Millisecond))
	}
	if n := strings.Count(stderr.String(), "pages/s"); n != 4 {
		t.Errorf("drawn %d times in a second", n)
	}
	if want := "9250 pages, 0 failed, 0.0 MB, 12333 pages/s"; lastLine(stderr.String()) != want {
		t.Errorf("%q, want %q", lastLine(stderr.String()), want)
	}
	r.clear()
	if line := lastLine(stderr.String()); line != "" {
		t.Errorf("%q is left", line)
	}
}

// Names with odd characters can be found again, and do nothing to a terminal.
func TestOddNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names")
	}
	page := "<p>" + sentence("one")
	names := map[string]string{ // in jsonl
		"d/line\nfeed.html":    "d/line\nfeed.html",
		"d/esc\x1b[2J.html":    "d/esc\x1b[2J.html",
		"d/latin1\xe9 5%.html": "d/latin1%E9 5%25.html",
		"d/100%25.html":        "d/100%25.html",
		"d/é.html":             "d/é.html",
	}
	files := make(map[string]string)
	for name := range names {
		files[name] = page
	}
	inFolder(t, files)
	for _, algo := range []string{"-s None", "-algo boilerpipe", "-algo victor"} {
		got := justextOf("", append(strings.Fields(algo), "-format", "jsonl", "d")...)
		found := make(map[string]bool)
		for line := range strings.Lines(got.out) {
			var read struct{ File string }
			if err := json.Unmarshal([]byte(line), &read); err != nil {
				t.Errorf("%v: %q", err, line)
			}
			found[read.File] = true
		}
		for name, want := range names {
			if !found[want] {
				t.Errorf("%s: %q is not there as %q: %v", algo, name, want, found)
			}
		}
	}

	for name, want := range map[string]string{
		"no\x1b[31m\nsuch.html": `"no\x1b[31m\nsuch.html": no such file`,
		"no\xe9.html":           `"no\xe9.html": no such file`,
		"no \"é\".html":         `no "é".html: no such file`,
	} {
		if got := justextOf("", "-s", "None", name); !strings.HasPrefix(got.errors, "justext: "+want) {
			t.Errorf("%q: %q", name, got.errors)
		}
		for _, args := range [][]string{
			{"-s", name}, {"-s", "None", "-o", name + "/x"}, {"-encoding", name, "-s", "None"},
			{"-format", name}, {"-extractor", name}, {"-length-low", name}, {"-" + name}, {"-algo", "victor", "-model", name},
		} {
			got := justextOf("", args...)
			text := strings.TrimSuffix(got.errors, "\n")
			if got.status == 0 || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("%q: %+v", args, got)
			}
		}
	}
}

// oddMethod cleans pages of one word, which says how it fails.
type oddMethod struct{ justextMethod }

func (m *oddMethod) clean(ctx context.Context, r io.Reader) (result, error) {
	found, err := m.justextMethod.clean(ctx, r)
	text := found.view().Text
	switch {
	case strings.HasPrefix(text, "clean"):
		panic("clean\x1b")
	case strings.HasPrefix(text, "tally"), strings.HasPrefix(text, "write"):
		return &oddResult{*found.(*justextResult), text[:5]}, err
	}
	return found, err
}

type oddResult struct {
	justextResult
	when string
}

func (r *oddResult) tally() tally { panic("tally") }

func (r *oddResult) blockFields(out *record, block int) {
	if r.when == "write" {
		panic("write")
	}
	r.justextResult.blockFields(out, block)
}

// stoppedMethod cleans pages until its context is done.
type stoppedMethod struct {
	justextMethod
	stop func()
}

func (m *stoppedMethod) clean(ctx context.Context, r io.Reader) (result, error) {
	m.stop()
	<-ctx.Done()
	return m.justextMethod.clean(ctx, r)
}

// When a run is told to stop, the pages that it works on have no line in the output, also
// none that says that they failed: -resume would pass them by.
func TestStoppedPages(t *testing.T) {
	open := func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("<p>" + sentence("x"))), nil
	}
	for range 50 {
		p, out := testPipeline(t, 3, open, "-format", "jsonl")
		ctx, cancel := context.WithCancel(t.Context())
		p.method = &stoppedMethod{*p.method.(*justextMethod), cancel}
		if err := p.run(ctx); !errors.Is(err, context.Canceled) || out.Len() > 0 {
			t.Fatalf("error %v, output %s", err, out)
		}
	}
}

// When a run is told to stop, a page of which a part is written is written as if it were
// not, whatever is still to be found out about it.
func TestStoppedWithinPage(t *testing.T) {
	for _, format := range []string{"jsonl", "markdown", "tree"} {
		page := "<meta name=author content='A. Nother'><p>" + strings.Repeat(sentence("x"), 3*maxPending/len(sentence("x")))
		open := func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(page)), nil }
		p, out := testPipeline(t, 1, open, "-format", format)
		if err := p.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := out.String()
		p, out = testPipeline(t, 1, open, "-format", format)
		ctx, cancel := context.WithCancel(t.Context())
		p.out = &stream{w: standardOutput{writerFunc(func(b []byte) (int, error) {
			cancel()
			return out.Write(b)
		})}}
		if err := p.run(ctx); !errors.Is(err, context.Canceled) && err != nil || out.String() != want {
			t.Errorf("%s: error %v; %d bytes that end in %.80q, want %d", format, err, out.Len(), out.String()[max(0, out.Len()-80):], len(want))
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// A method that panics makes its page a page that failed; the others are as ever.
func TestPanic(t *testing.T) {
	words := []string{"one", "clean", "two", "tally", "three", "write", "four"}
	p, out := testPipeline(t, len(words), nil, "-format", "jsonl", "-fields", "title,blocks.class")
	p.method = &oddMethod{*p.method.(*justextMethod)}
	p.open = func(name string) (io.ReadCloser, error) {
		var n int
		_, _ = fmt.Sscanf(name, "page%d", &n)
		return io.NopCloser(strings.NewReader("<p>" + sentence(words[n]))), nil
	}
	if err := p.run(t.Context()); err != nil || p.report.failed != 3 || p.report.pages != len(words) {
		t.Errorf("%v, %+v", err, p.report)
	}
	lines := strings.SplitAfter(out.String(), "\n")
	if len(lines) != len(words)+1 {
		t.Fatalf("%d lines: %s", len(lines)-1, out)
	}
	for i, word := range words {
		want := fmt.Sprintf(`{"file":"page%d","title":"","blocks":[{"class":"good"}]}`+"\n", i)
		if len(word) == 5 && word != "three" {
			want = fmt.Sprintf(`{"file":"page%d","error":"the method panicked: %s"}`+"\n", i, strings.Replace(word, "clean", `clean\\x1b`, 1))
		}
		if lines[i] != want {
			t.Errorf("%s: %s, want %s", word, lines[i], want)
		}
	}
}

// largeText is a page whose output does not fit into what may wait.
func largeText(word string) string {
	return strings.Repeat("<p>"+sentence(word)+"</p>", 3*maxPending/200)
}

// Pages whose output is written in pieces come in the order of the walk, whole,
// and no more than two of those whose source is large are worked on at once.
func TestLargePages(t *testing.T) {
	var large, most atomic.Int64
	open := func(name string) (io.ReadCloser, error) {
		if name[len(name)-1]%2 == 0 {
			return io.NopCloser(strings.NewReader("<p>" + sentence(name))), nil
		}
		text := largeText(name)
		text += strings.Repeat(" ", largePage-len(text)+1)
		end := &closed{Reader: io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.EOF)), closed: func() { large.Add(-1) }}
		end.begun = func() { most.Store(max(most.Load(), large.Add(1))) }
		return end, nil
	}
	p, out := testPipeline(t, 9, open)
	if err := p.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var order []string
	for line := range strings.Lines(out.String()) {
		if word := strings.Fields(line)[1]; len(order) == 0 || order[len(order)-1] != word {
			order = append(order, word)
		}
		if !strings.HasPrefix(line, "<p> page") || len(line) < 200 {
			t.Fatalf("a line is cut: %q", line)
		}
	}
	if got := strings.Join(order, " "); got != "page0 page1 page2 page3 page4 page5 page6 page7 page8" {
		t.Error(got)
	}
	if most.Load() > 2 {
		t.Errorf("%d large pages at once", most.Load())
	}
}

// A closed reader says when it was read to its end and when it is closed.
type closed struct {
	io.Reader
	begun, closed func()
	once          sync.Once
	was           bool
}

func (c *closed) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	if err == io.EOF { //nolint:errorlint // of a reader of this test
		c.once.Do(func() { c.was = true; c.begun() })
	}
	return n, err
}

func (c *closed) Close() error {
	if c.was {
		c.closed()
	}
	return nil
}

// A disk that is full within a page ends the run with its error.
func TestDiskFullWithinPage(t *testing.T) {
	inFolder(t, map[string]string{"a.html": largeText("a"), "b.html": "<p>b"})
	for writes := range 4 {
		var stderr bytes.Buffer
		status := run([]string{"-s", "None", "-quiet", "a.html", "b.html"}, nil, &failingWriter{writes: writes, err: syscall.ENOSPC}, &stderr, false)
		if status != 1 || stderr.String() != "justext: writing the output: no space left on device\n" {
			t.Errorf("after %d writes: status %d, %q", writes, status, stderr.String())
		}
	}
}

// The summary counts what is worth a look.
func TestSummary(t *testing.T) {
	english := strings.Repeat("This is the text of a page that has been written in the language that most of us know. ", 4)
	inFolder(t, map[string]string{
		"a.html": "<p>" + english, "empty.html": "", "guess.html": "<html lang=cs><p>xyzzy", "none.html": "<p>xyzzy",
	})
	got := justextOf("", ".", "gone.html")
	const want = "justext: 5 pages, 1 failed, 3 without text, 2 without language, " +
		"1 in a language that is a guess (by the lang attribute, or by words with a margin below 1 bit), in "
	if got.status != 1 || !strings.Contains(got.errors, want) || strings.Count(got.errors, "\n") != 2 {
		t.Errorf("%+v, want %s", got, want)
	}
	if got := justextOf("", ".", "-algo", "victor"); !strings.HasPrefix(got.errors, "justext: 4 pages, 0 failed, ") || strings.Contains(got.errors, "language") {
		t.Errorf("%+v", got)
	}
	for _, args := range []string{". -quiet", "a.html"} {
		if got := justextOf("", strings.Fields(args)...); got.errors != "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
