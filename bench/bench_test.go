package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const golden = "../testdata/golden"

func goldenPages(t testing.TB) []page {
	t.Helper()
	pages, err := load([]string{golden}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func allRows(t testing.TB) []row {
	t.Helper()
	rows, err := rows()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// BenchmarkRows runs each row over the golden pages of this project.
func BenchmarkRows(b *testing.B) {
	pages := goldenPages(b)
	for _, r := range allRows(b) {
		b.Run(strings.Trim(r.name, "*"), func(b *testing.B) {
			b.SetBytes(int64(size(pages)))
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range pages {
					_ = protected(r.run, p.html)
				}
			}
		})
	}
}

func TestRows(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(golden, "news-article.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range allRows(t) {
		if err := protected(r.run, page); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
	}
}

// TestSections prints every section for a few pages.
func TestSections(t *testing.T) {
	pages := goldenPages(t)[:3]
	o := options{rounds: 2, sample: 2, rivals: true, only: regexp.MustCompile("")}
	for name, section := range map[string]struct {
		print func(io.Writer, []page, options) error
		want  []string
	}{
		"compare":      {compare, []string{"**justext**", "JalfResi/justext", "0 of 3", "0 of 2"}},
		"profile":      {profile, stages},
		"command":      {command, []string{"the library", "-format text"}},
		"byCollection": {byCollection, []string{"boilerpipe, Article", "victor", golden}},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := section.print(&b, pages, o); err != nil {
				t.Fatal(err)
			}
			for _, want := range section.want {
				if !strings.Contains(b.String(), want) {
					t.Errorf("%q is missing in\n%s", want, b.String())
				}
			}
			if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "–") {
				t.Errorf("a figure is missing in\n%s", b.String())
			}
		})
	}
}

func TestOnly(t *testing.T) {
	o := options{sample: 1, only: regexp.MustCompile("Python|readability")}
	entrants, err := entrants(goldenPages(t)[:1], o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entrants {
		got = append(got, e.name)
	}
	if want := "[x/net/html tokenizer, bare loop justext, PythonConfig]"; fmt.Sprint(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLimited(t *testing.T) {
	failure := errors.New("failure")
	release := make(chan struct{})
	tests := []struct {
		name string
		run  func([]byte) error
		want error
	}{
		{"well", func([]byte) error { return nil }, nil},
		{"error", func([]byte) error { return failure }, failure},
		{"panic", func([]byte) error { panic("oh") }, panicked{"oh"}},
		{"too long", func([]byte) error { <-release; return nil }, errCut},
	}
	var f failures
	for _, test := range tests {
		limit := time.Minute
		if errors.Is(test.want, errCut) {
			limit = time.Millisecond
		}
		err := limited(limit, test.run, nil)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
		if err != nil {
			f.add(test.name, err)
		}
	}
	if f.errors != 1 || f.panics != 1 || f.cuts != 1 || f.firstPage != "error" {
		t.Errorf("failures are %+v, want one of each and the error first", f)
	}
	if settle(0) {
		t.Error("settled while a run was still going on")
	}
	close(release)
	if !settle(time.Minute) {
		t.Error("not settled after all runs have ended")
	}
}

// TestEnter: a row runs on every k-th page. Its failures are counted, and times are
// summed over its own pages.
func TestEnter(t *testing.T) {
	pages := numbered("abcde")
	e := enter(row{name: "row", run: func(page []byte) error {
		if len(page) == 3 {
			return io.ErrUnexpectedEOF
		}
		return nil
	}}, pages, 2)
	if fmt.Sprint(e.index) != "[0 2 4]" || e.bytes() != 9 || e.failures.count() != 1 {
		t.Errorf("index %v, %d bytes, %d failures; want [0 2 4], 9, 1", e.index, e.bytes(), e.failures.count())
	}
	if got := (oneCore{1, 10, 100, 1000, 10000}).sum(e.index); got != 10101 {
		t.Errorf("sum of the times is %d, want 10101", got)
	}
	if note := failureNote(e); !strings.Contains(note, "1 errors") || !strings.Contains(note, "on c") {
		t.Errorf("note is %q", note)
	}
}

func TestTable(t *testing.T) {
	got := table{{"", "MB/s"}, {"größer", "1.5"}, {"b", "12345"}}.String()
	want := "|        |  MB/s |\n|--------|------:|\n| größer |   1.5 |\n| b      | 12345 |\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.00", 0.01234: "0.0123", 0.5: "0.500", 1: "1.00", 9.876: "9.88", 12.34: "12.3", 123.4: "123", 12345.6: "12346", math.NaN(): "–",
	} {
		if got := number(x); got != want {
			t.Errorf("number(%v) = %q, want %q", x, got, want)
		}
	}
}

func TestPercentile(t *testing.T) {
	var hundred []float64
	for i := 100; i > 0; i-- {
		hundred = append(hundred, float64(i))
	}
	for _, test := range []struct {
		values []float64
		p      float64
		want   float64
	}{
		{hundred, 99, 99}, {hundred, 100, 100}, {hundred, 1, 1}, {hundred, 0, 1}, {[]float64{7}, 99, 7}, {[]float64{3, 1, 2}, 50, 2},
	} {
		if got := percentile(test.values, test.p); got != test.want {
			t.Errorf("percentile %v of %d values is %v, want %v", test.p, len(test.values), got, test.want)
		}
	}
	if got := median(hundred); got != 50.5 {
		t.Errorf("median is %v, want 50.5", got)
	}
	if got := median([]float64{3, 1, 2}); got != 2 {
		t.Errorf("median is %v, want 2", got)
	}
	if !math.IsNaN(median(nil)) || !math.IsNaN(percentile(nil, 50)) {
		t.Error("no values have a median or a percentile")
	}
}

// TestLoad reads a folder with a page and two archives.
func TestLoad(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "single.html"), []byte("<p>1"), 0o666); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"c/html/2.html": "<p>22", "c/labels/2.html": "<p>no", "c/gold/2.txt": "no"}
	for _, name := range []string{"c", "other"} {
		writeArchive(t, filepath.Join(folder, name+".tar.gz"), files)
	}
	for collections, want := range map[string]string{"": "[c other " + folder + "]", "c": "[c " + folder + "]", "c,other": "[c other " + folder + "]"} {
		pages, err := load([]string{folder}, strings.FieldsFunc(collections, func(r rune) bool { return r == ',' }))
		if names, _ := collectionsOf(pages); err != nil || fmt.Sprint(names) != want || len(pages) != len(names) {
			t.Errorf("collections %q: %d pages of %s, error %v; want one each of %s", collections, len(pages), names, err, want)
		}
	}
	pages, err := load([]string{folder}, []string{"c"})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range outOfHeap(pages) {
		if !bytes.Equal(p.html, pages[i].html) || p.name != pages[i].name || p.collection != pages[i].collection {
			t.Errorf("page %d is %s %q out of the heap, was %s %q", i, p.name, p.html, pages[i].name, pages[i].html)
		}
	}
}

// TestMissing: missing pages are an error, be it a folder or only one of the
// collections.
func TestMissing(t *testing.T) {
	folder := t.TempDir()
	writeArchive(t, filepath.Join(folder, "c.tar.gz"), map[string]string{"c/html/2.html": "<p>22"})
	for _, test := range []struct {
		folder, collections, want string
	}{
		{filepath.Join(folder, "shared"), "", "shared"},
		{t.TempDir(), "", "no pages"},
		{folder, "c,b", "no archive b.tar.gz"},
	} {
		o, err := parse([]string{"-collections", test.collections, test.folder})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := run(&out, o); err == nil || !strings.Contains(err.Error(), test.want) || out.Len() > 0 {
			t.Errorf("%s, collections %q: error %v, printed %q", test.folder, test.collections, err, out.String())
		}
	}
}

// TestParse: without a folder the four collections are measured, all of which must
// be there; with a folder all of its archives are.
func TestParse(t *testing.T) {
	for args, want := range map[string]string{
		"":                  "[../../shared/bench] [scrapinghub canola cleaneval-en fundus-eval]",
		"-collections a,b":  "[../../shared/bench] [a b]",
		"x y":               "[x y] []",
		"-collections a x":  "[x] [a]",
		"-rounds 0 -only [": "error",
	} {
		o, err := parse(strings.Fields(args))
		if got := fmt.Sprint(o.folders, o.collections); got != want && !(err != nil && want == "error") {
			t.Errorf("%q: %s, error %v; want %s", args, got, err, want)
		}
	}
}

// numbered returns a page for each letter, which is its collection. The first has
// one byte, the second two and so on.
func numbered(letters string) (pages []page) {
	for i, letter := range letters {
		pages = append(pages, page{string(letter), string(letter), bytes.Repeat([]byte("x"), i+1)})
	}
	return pages
}

// TestCollectionTable: the ratio is that of the sums of the times on the pages that
// a row ran on, and the median of the rounds.
func TestCollectionTable(t *testing.T) {
	pages := numbered("aabb")
	floor := &entrant{row: row{name: "floor"}, pages: pages, index: []int{0, 1, 2, 3}, one: []oneCore{{10, 20, 30, 40}, {10, 20, 30, 40}, {1, 1, 1, 1}}}
	some := &entrant{row: row{name: "method"}, pages: pages, index: []int{0, 1, 3}, one: []oneCore{{5, 10, 0, 80}, {5, 10, 0, 80}, {1, 1, 0, 1}}}
	want := table{
		{"of the tokenizer, one core", "pages", "MB", "method"},
		{"a", "2", number(3e-6), "2.00"},
		{"b", "2", number(7e-6), "0.500"},
		{"all", "4", number(10e-6), number(70. / 95)},
	}
	if got := collectionTable(pages, []*entrant{floor, some}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func writeArchive(t *testing.T, path string, files map[string]string) {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	archive := tar.NewWriter(zipped)
	for name, content := range files {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o666, Size: int64(len(content))}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(archive, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), zipped.Close(), os.WriteFile(path, b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestShapes: every shape doubles with each step.
func TestShapes(t *testing.T) {
	for _, s := range append(shapes(), realShape(goldenPages(t))) {
		for step := range 4 {
			small, large := len(s.make(step)), len(s.make(step+1))
			if factor := float64(large) / float64(small); math.Abs(factor-2) > 0.05 {
				t.Errorf("%s: step %d has %d bytes, the next %d", s.name, step, small, large)
			}
		}
	}
}

func TestBodyOf(t *testing.T) {
	for html, want := range map[string]string{
		"<html><BODY class=x>text</Body></html>": "text",
		"<p>no body":                             "",
		"<body":                                  "",
	} {
		if got := string(bodyOf([]byte(html))); got != want {
			t.Errorf("body of %q is %q, want %q", html, got, want)
		}
	}
}
