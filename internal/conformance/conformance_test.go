package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/stoplists"
)

// The conformance data lie beside the project; the tests skip where they are
// missing.
const (
	shared         = "../../../shared"
	deviationsFile = "testdata/deviations.tsv"
)

// An original is what Python jusText made of a page.
type original struct {
	ID         string  `json:"id"`
	Encoding   string  `json:"encoding"`
	StopList   string  `json:"stoplist"`
	Shipped    string  `json:"shipped"`
	Paragraphs [][]any `json:"paragraphs"`
}

// Fields of a paragraph of an original.
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

// documented returns the table of docs/python.md.
func (t tally) documented() []string {
	table := []string{"| identical | pages | share |", "|---|--:|--:|"}
	for _, row := range []struct {
		what  string
		pages int
	}{
		{"the text of all good paragraphs", t.good},
		{"class, context-free class and text of every paragraph", t.sequence},
		{"every field: also XPath, heading, words, stop words, characters in links, tags", t.fields},
		{"the final classes as shipped, `Python302` or `-python`", t.shipped},
	} {
		share := strings.TrimSuffix(fmt.Sprintf("%.2f", 100*float64(row.pages)/float64(t.pages)), ".00")
		table = append(table, fmt.Sprintf("| %s | %d,%03d | %s %% |", row.what, row.pages/1000, row.pages%1000, share))
	}
	return table
}

// TestConformancePages compares PythonConfig, with Python jusText's own stop
// lists, with what Python jusText 3.0.2 made of 2,461 pages.
func TestConformancePages(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 2,461 pages")
	}
	files, _ := filepath.Glob(filepath.Join(shared, "conformance/justext/*.jsonl.gz"))
	if len(files) == 0 {
		t.Skipf("no outputs of Python jusText in %s", shared)
	}
	known := refdata.NewDeviations(t, deviationsFile)
	extractors := pythonExtractors(t)
	var total tally
	table := []string{"% of pages identical:",
		"| collection           | pages |   good | sequence | fields | shipped |",
		"|----------------------|-------|--------|----------|--------|---------|"}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		pages := refdata.Archive(t, filepath.Join(shared, "bench", name+".tar.gz"))
		var sum tally
		for ref := range refdata.JSONLines[original](t, file) {
			page := pages["html/"+ref.ID+".html"]
			if page == nil {
				t.Fatalf("%s: no page %s", name, ref.ID)
			}
			one, what := comparePage(t, extractors(ref.StopList), pythonDecode(t, page, ref.Encoding), ref)
			known.See(t, name+"/"+ref.ID, what)
			sum.add(one)
		}
		total.add(sum)
		table = append(table, sum.row(name))
	}
	known.Finish(t)
	t.Log("\n" + strings.Join(append(table, total.row("all")), "\n"))
	refdata.CheckTable(t, "../../docs/python.md", "pages that are identical", total.documented())
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
func comparePage(t *testing.T, x [2]*justext.Extractor, page []byte, ref original) (one tally, what string) {
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
	config.DefaultEncoding, config.ForceEncoding = refdata.Label(encoding), true
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
	known := refdata.NewDeviations(t, "testdata/deviations-snippets.tsv")
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
			known.See(t, s.Title, "")
		} else {
			known.See(t, s.Title, fmt.Sprintf("%q\n got %q\nwant %q", html, got, s.Paragraphs))
		}
	}
	known.Finish(t)
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
