package justext_test

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/stoplists"
)

// The conformance data lie beside the project; the tests skip where they are
// missing.
const (
	shared         = "../shared"
	deviationsFile = "testdata/deviations.tsv"
)

// A reference is what Python jusText made of a page.
type reference struct {
	ID         string  `json:"id"`
	Encoding   string  `json:"encoding"`
	StopList   string  `json:"stoplist"`
	Shipped    string  `json:"shipped"`
	Paragraphs [][]any `json:"paragraphs"`
}

// Fields of a reference paragraph.
const (
	refClass = iota
	refContextFree
	refHeading
	refXPath
	refWords
	refStopWords
	refLinkChars
	refTags
	refText
)

// tally counts pages by what agrees.
type tally struct{ pages, good, sequence, fields, shipped int }

func (t *tally) add(u tally) {
	t.pages += u.pages
	t.good += u.good
	t.sequence += u.sequence
	t.fields += u.fields
	t.shipped += u.shipped
}

func (t tally) row(name string) string {
	share := func(n int) string { return fmt.Sprintf("%6.2f", 100*float64(n)/float64(t.pages)) }
	return fmt.Sprintf("| %-20s | %5d | %s | %s | %s | %s |", name, t.pages, share(t.good), share(t.sequence), share(t.fields), share(t.shipped))
}

// TestConformancePages compares PythonConfig, with Python jusText's own stop
// lists, with what Python jusText 3.0.2 made of 2,461 pages.
func TestConformancePages(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared, "conformance/justext/*.jsonl.gz"))
	if len(files) == 0 {
		t.Skipf("no reference outputs in %s", shared)
	}
	known := newDeviations(t, deviationsFile)
	extractors := pythonExtractors(t)
	var total tally
	table := []string{"% of pages identical:",
		"| collection           | pages |   good | sequence | fields | shipped |",
		"|----------------------|-------|--------|----------|--------|---------|"}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		pages := readArchive(t, filepath.Join(shared, "bench", name+".tar.gz"))
		var sum tally
		for ref := range references(t, file) {
			page := pages["html/"+ref.ID+".html"]
			if page == nil {
				t.Fatalf("%s: no page %s", name, ref.ID)
			}
			one, what := comparePage(t, extractors(ref.StopList), pythonDecode(t, page, ref.Encoding), ref)
			known.see(t, name+"/"+ref.ID, what)
			sum.add(one)
		}
		total.add(sum)
		table = append(table, sum.row(name))
	}
	known.finish(t)
	t.Log("\n" + strings.Join(append(table, total.row("all")), "\n"))
	for _, bar := range []struct {
		name  string
		got   int
		share float64
	}{
		{"good text", total.good, 0.995}, {"sequence", total.sequence, 0.97},
		{"every field", total.fields, 0.96}, {"shipped classes", total.shipped, 0.97},
	} {
		if float64(bar.got) < bar.share*float64(total.pages) {
			t.Errorf("%s: %d of %d pages, want %.1f %%", bar.name, bar.got, total.pages, 100*bar.share)
		}
	}
}

// comparePage compares one page in all fields and says where it differs first.
func comparePage(t *testing.T, x [2]*justext.Extractor, page []byte, ref reference) (one tally, what string) {
	t.Helper()
	paragraphs, err := x[0].Extract(bytes.NewReader(page))
	if err != nil {
		t.Fatalf("%s: %v", ref.ID, err)
	}
	one.pages = 1
	got := make([][]any, len(paragraphs))
	var good, refGood []string
	for i := range paragraphs {
		p := &paragraphs[i]
		got[i] = []any{letter(p.Class), letter(p.ContextFree), number(p.Heading), p.XPath(),
			float64(p.Words), float64(p.StopWords), float64(p.LinkChars), float64(p.Tags), p.Text}
		if p.Class == justext.Good {
			good = append(good, p.Text)
		}
	}
	for _, p := range ref.Paragraphs {
		if h, ok := p[refHeading].(bool); ok {
			p[refHeading] = number(h)
		}
		if p[refClass] == "g" {
			refGood = append(refGood, p[refText].(string))
		}
	}
	one.good = int(number(slices.Equal(good, refGood)))
	one.sequence = int(number(slices.EqualFunc(got, ref.Paragraphs, func(a, b []any) bool {
		return a[refClass] == b[refClass] && a[refContextFree] == b[refContextFree] && a[refText] == b[refText]
	})))
	one.fields = int(number(slices.EqualFunc(got, ref.Paragraphs, slices.Equal[[]any])))

	shipped, _ := x[1].Extract(bytes.NewReader(page))
	var classes strings.Builder
	for i := range shipped {
		classes.WriteString(letter(shipped[i].Class))
	}
	one.shipped = int(number(classes.String() == ref.Shipped))
	if one.fields == 0 || one.shipped == 0 {
		what = firstDifference(got, ref.Paragraphs)
	}
	return one, what
}

func firstDifference(got, want [][]any) string {
	for i := range min(len(got), len(want)) {
		if !slices.Equal(got[i], want[i]) {
			return fmt.Sprintf("paragraph %d:\n got %q\nwant %q", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d paragraphs, want %d", len(got), len(want))
}

func letter(c justext.Class) string { return c.String()[:1] }

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// pythonExtractors returns Extractors for Python jusText's stop lists, with
// the heading pre-processing as documented and as shipped.
func pythonExtractors(t *testing.T) func(list string) [2]*justext.Extractor {
	made := make(map[string][2]*justext.Extractor)
	return func(name string) [2]*justext.Extractor {
		if x, ok := made[name]; ok {
			return x
		}
		var x [2]*justext.Extractor
		for i := range x {
			config := justext.PythonConfig()
			config.Python302 = i == 1
			config.DefaultEncoding, config.ForceEncoding = "utf-8", true // the pages are decoded already
			if name != "" {
				config.StopWords = pythonList(t, name)
			}
			var err error
			if x[i], err = justext.New("", config); err != nil {
				t.Fatal(err)
			}
		}
		made[name] = x
		return x
	}
}

func pythonList(t *testing.T, name string) *stoplists.List {
	t.Helper()
	file, err := os.Open(filepath.Join(shared, "conformance/stoplists", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	list, err := stoplists.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// pythonDecode decodes a page as Python's codec of that name does, which for
// the ones that occur is as the Encoding Standard does but for a few bytes
// that the deviations name.
func pythonDecode(t *testing.T, page []byte, encoding string) []byte {
	t.Helper()
	config := justext.PythonConfig()
	config.DefaultEncoding, config.ForceEncoding = pythonLabel(encoding), true
	x, err := justext.New("", config)
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := x.Decode(page, "")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// pythonLabel returns a label of the Encoding Standard for a Python codec.
func pythonLabel(codec string) string {
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

// references reads a file of reference outputs.
func references(t *testing.T, file string) func(yield func(reference) bool) {
	return func(yield func(reference) bool) {
		lines := json.NewDecoder(bufio.NewReader(gunzip(t, file)))
		for {
			var ref reference
			if err := lines.Decode(&ref); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
			if !yield(ref) {
				return
			}
		}
	}
}

// readArchive returns the files of a .tar.gz, by their names below its folder.
func readArchive(t *testing.T, file string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	archive := tar.NewReader(gunzip(t, file))
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(header.Name, "/")
		files[name] = content
	}
}

func gunzip(t *testing.T, file string) io.Reader {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestConformanceSnippets compares the paragraphs of 135 pieces of markup with
// what Python jusText makes of them.
func TestConformanceSnippets(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(shared, "conformance/snippets.json"))
	if err != nil {
		t.Skipf("no snippets in %s", shared)
	}
	var snippets []struct {
		Title, HTML, Tree string
		Paragraphs        [][]any
	}
	if err := json.Unmarshal(content, &snippets); err != nil {
		t.Fatal(err)
	}
	config := justext.PythonConfig()
	x, err := justext.New("", config)
	if err != nil {
		t.Fatal(err)
	}
	known := newDeviations(t, "testdata/deviations-snippets.tsv")
	agree := 0
	for _, s := range snippets {
		html := s.HTML
		if isFragment(s.Title, s.HTML) {
			html = "<!DOCTYPE html><html><head></head><body>" + html + "</body></html>"
		}
		document, _ := x.Document(context.Background(), strings.NewReader(html), "text/html; charset=utf-8")
		var got [][]any
		for _, p := range document.Paragraphs {
			got = append(got, []any{p.Text, p.XPath(), float64(p.Tags), float64(p.LinkChars)})
		}
		if slices.EqualFunc(got, s.Paragraphs, slices.Equal[[]any]) {
			agree++
			known.see(t, s.Title, "")
		} else {
			known.see(t, s.Title, fmt.Sprintf("%q\n got %q\nwant %q", html, got, s.Paragraphs))
		}
	}
	known.finish(t)
	t.Logf("%d of %d snippets agree", agree, len(snippets))
	if agree < 130 {
		t.Errorf("%d of %d snippets agree, want 130", agree, len(snippets))
	}
}

// isFragment reports whether a snippet stands for the inside of a body.
func isFragment(title, html string) bool {
	for _, whole := range []string{"fragment", "only ", "empty body", "frameset", "two bodies", "leading comment", "leading xml", "leading whitespace", "BOM", "content after", "text after", "truncated doctype"} {
		if strings.HasPrefix(title, whole) {
			return false
		}
	}
	return !strings.HasPrefix(strings.ToUpper(html), "<!DOCTYPE")
}

// deviations are the cases that are known to differ, with the cause of each.
type deviations struct {
	file  string
	cause map[string]string
	seen  map[string]bool
}

// newDeviations reads a file with a case, a tab and its cause on each line.
func newDeviations(t *testing.T, file string) *deviations {
	t.Helper()
	d := &deviations{file: file, cause: make(map[string]string), seen: make(map[string]bool)}
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

// see fails the test if a case differs and is not known to, or the other way
// round. what says how it differs and is empty if it does not.
func (d *deviations) see(t *testing.T, name, what string) {
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

// finish fails the test if a known case did not occur.
func (d *deviations) finish(t *testing.T) {
	t.Helper()
	for name := range d.cause {
		if !d.seen[name] {
			t.Errorf("%s is in %s but there is no such case", name, d.file)
		}
	}
}
