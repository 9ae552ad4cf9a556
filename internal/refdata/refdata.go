// Package refdata reads, for tests, the pages, and what the originals make of them, in the folder
// "shared" beside the project, and the lists of known deviations from them. If a file is
// missing, the test is skipped.
package refdata

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"testing"
)

// AllPages names the environment variable with which tests read all pages, as make
// conformance and make quality set it. Without it, [NeedAll] skips tests and [Step] has
// others read a sample.
const AllPages = "JUSTEXT_ALL_PAGES"

// All reports whether the environment variable [AllPages] is set.
func All() bool { return os.Getenv(AllPages) != "" }

// NeedAll skips a test that measures figures of all pages, unless [All].
func NeedAll(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skipf("it reads all pages; set %s=1", AllPages)
	}
}

// Step returns 1 if [All] and else k. It is for tests of what holds for each page alone.
func Step(k int) int {
	if All() {
		return 1
	}
	return k
}

// Archive returns the content of the files in a .tar.gz, by their names without the first
// folder.
func Archive(t testing.TB, file string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	for name, read := range Files(t, file) {
		files[name] = read()
	}
	return files
}

// Files yields the files in a .tar.gz in their order: the name without the first folder, and
// a function that reads the file, which must be called before the next one is yielded.
func Files(t testing.TB, file string) iter.Seq2[string, func() []byte] {
	t.Helper()
	archive := tar.NewReader(Gunzip(t, file))
	read := func() []byte {
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	return func(yield func(string, func() []byte) bool) {
		for {
			header, err := archive.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, name, _ := strings.Cut(header.Name, "/"); !yield(name, read) {
				return
			}
		}
	}
}

// A Page is a page of a collection with what is known of it.
type Page struct {
	ID          string
	Lang        string // "" if it is not known
	ContentType string // with the encoding of HTML, which may be another than the page declares
	HTML        []byte
	Gold        string // "" if the collection has none
}

// Pages returns the pages of a collection, an archive with its meta.jsonl.
func Pages(t testing.TB, file string) (pages []Page) {
	t.Helper()
	files := Archive(t, file)
	for line := range bytes.Lines(files["meta.jsonl"]) {
		var meta struct{ ID, Lang, Encoding string }
		if err := json.Unmarshal(line, &meta); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, Page{
			ID: meta.ID, Lang: meta.Lang, ContentType: "text/html; charset=" + Label(meta.Encoding),
			HTML: files["html/"+meta.ID+".html"], Gold: string(files["gold/"+meta.ID+".txt"]),
		})
	}
	return pages
}

// CheckTable logs a table and checks that a document has it, so that no document has a
// figure that is not the one measured. name says what the table shows.
func CheckTable(t testing.TB, document, name string, table []string) {
	t.Helper()
	t.Logf("%s\n%s", name, strings.Join(table, "\n"))
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), strings.Join(table, "\n")) {
		t.Errorf("%s: %s has another table; paste this one", name, document)
	}
}

// JSONLines yields the objects in a .jsonl.gz.
func JSONLines[T any](t testing.TB, file string) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		lines := json.NewDecoder(Gunzip(t, file))
		for {
			var line T
			if err := lines.Decode(&line); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
			if !yield(line) {
				return
			}
		}
	}
}

// Gunzip returns a reader of the content of a .gz.
func Gunzip(t testing.TB, file string) io.Reader {
	t.Helper()
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("there is no %s", file)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	return bufio.NewReader(z)
}

// Label returns a label of the Encoding Standard for a Python codec.
func Label(codec string) string {
	switch label := strings.ToLower(strings.ReplaceAll(codec, "_", "-")); label {
	case "cp1252", "latin-1", "latin1":
		return "windows-1252"
	case "cp1251":
		return "windows-1251"
	case "cp1250":
		return "windows-1250"
	case "":
		return "utf-8"
	default:
		return label
	}
}

// Deviations are the cases that are known to differ, with the cause of each.
type Deviations struct {
	file  string
	cause map[string]string
	seen  map[string]bool
}

// NewDeviations reads a file with a case, a tab and its cause on each line.
func NewDeviations(t testing.TB, file string) *Deviations {
	t.Helper()
	d := &Deviations{file: file, cause: make(map[string]string), seen: make(map[string]bool)}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		name, cause, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if ok && !strings.HasPrefix(name, "#") {
			d.cause[name] = cause
		}
	}
	return d
}

// See fails the test if a case differs that is not known to differ, or if a known one no
// longer differs. what says how the case differs; it is empty if it does not.
func (d *Deviations) See(t testing.TB, name, what string) {
	t.Helper()
	cause, known := d.cause[name]
	d.seen[name] = true
	switch {
	case what != "" && !known:
		t.Errorf("%s differs and is not in %s:\n%s", name, d.file, what)
	case what == "" && known:
		t.Errorf("%s no longer differs (%s): delete it from %s", name, cause, d.file)
	}
}

// Finish fails the test if a known case did not occur.
func (d *Deviations) Finish(t testing.TB) {
	t.Helper()
	for name := range d.cause {
		if !d.seen[name] {
			t.Errorf("%s is in %s but there is no such case", name, d.file)
		}
	}
}

// Gold are the collections of pages with full gold text. Main marks those of the
// mean by which methods are compared, for which that of Python jusText was known.
var Gold = []struct {
	Name string
	Main bool
}{
	{"andy-news", true}, {"big9-chaos", true}, {"canola", true}, {"cleaneval-en", true}, {"cleanportaleval", true},
	{"daniel", true}, {"dragnet", true}, {"fundus-eval", false}, {"fundus-tests", true}, {"htmltotext-benchmark", false},
	{"l3s-gn1", true}, {"scrapinghub", true}, {"wcxb", true}, {"zh-finance-news", true}, {"zh-web68", true},
}
