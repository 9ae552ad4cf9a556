package metadata

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// shapes are pages that are expensive for a program that looks for metadata.
var shapes = append([]hostile.Shape{
	{Name: "JSON-LD, nested", N: 50_000, Page: hostile.Repeat(`<script type="application/ld+json">`, `{"@graph":[`, `</script>`)},
	{Name: "JSON-LD, many objects", N: 5_000, Page: hostile.Repeat(`<script type="application/ld+json">[`, `{"@type":"Article","headline":"a b","author":{"@id":"#a"}},`, `]</script>`)},
	{Name: "JSON-LD, one long string", N: 500_000, Page: hostile.Repeat(`<script type="application/ld+json">{"@type":"Article","headline":"`, "word ", `"}</script>`)},
	{Name: "JSON-LD, quotes", N: 200_000, Page: hostile.Repeat(`<script type="application/ld+json">{"a":"`, `" `, `</script>`)},
	{Name: "JSON-LD, escapes", N: 100_000, Page: hostile.Repeat(`<script type="application/ld+json">{"@type":"Article","headline":"`, `\u00e9\`, `"}</script>`)},
	{Name: "JSON-LD, names that refer to each other", N: 2_000, Page: func(n int) []byte {
		return []byte(`<script type="application/ld+json">[` + strings.Repeat(`{"@type":"Article","author":[{"@id":"#a"}]},`, n) + `{"@id":"#a","name":{"@id":"#a"}}]</script>`)
	}},
	{Name: "JSON-LD in references", N: 20_000, Page: hostile.Repeat(`<script type="application/ld+json">`, "{&quot;a&quot;:", "</script>")},
	{Name: "scripts of JSON-LD", N: 5_000, Page: hostile.Repeat("", `<script type="application/ld+json">{"@type":"Article"}</script>`, "")},
	{Name: "metas", N: 20_000, Page: hostile.Repeat("", `<meta property="og:title" content="a title">`, "")},
	{Name: "metas of authors", N: 20_000, Page: hostile.Number(`<meta name="author" content="Ann Other %d">`)},
	{Name: "a huge title", N: 100_000, Page: hostile.Repeat("<title>", "a - b | ", "</title><h1>a</h1>")},
	{Name: "headings", N: 10_000, Page: hostile.Repeat("<title>a b</title>", "<h1>a b c</h1>", "")},
	{Name: "links", N: 20_000, Page: hostile.Repeat("<h1>a</h1>", `<a rel="tag author" class="author tags" href="/tag/x">Ann Other</a>`, "")},
	{Name: "link elements", N: 20_000, Page: hostile.Repeat("", `<link rel="canonical" href="/a">`, "")},
	{Name: "bylines", N: 20_000, Page: hostile.Repeat("<h1>a</h1>", `<p class="byline">By Ann Other and Bob Else</p>`, "")},
	{Name: "nested bylines", N: 20_000, Page: hostile.Repeat("<h1>a</h1>", `<div class="author date tags" itemprop="author">`, "x")},
	{Name: "dates", N: 20_000, Page: hostile.Repeat("<h1>a</h1>", "<p>12 May 2021</p>", "")},
	{Name: "numbers", N: 100_000, Page: hostile.Repeat("<p>", "12.", "")},
	{Name: "times", N: 20_000, Page: hostile.Repeat("<h1>a</h1>", "<time datetime=2021-05-12>x</time>", "")},
	{Name: "months", N: 50_000, Page: hostile.Repeat("<p>", "May 12 ", "")},
	{Name: "addresses of licences", N: 20_000, Page: hostile.Repeat("", "creativecommons.org/licenses/by/", "")},
	{Name: "names of licences", N: 50_000, Page: hostile.Repeat("<p>", "CC ", "")},
	{Name: "references in a title", N: 100_000, Page: hostile.Repeat("<title>", "&amp;", "</title>")},
	{Name: "references in a meta", N: 100_000, Page: hostile.Repeat(`<meta name=description content="`, "&amp;amp;", `">`)},
}, hostile.Shapes...)

// TestTime has every shape at two sizes: eight times the page must not cost much
// more than eight times as much.
func TestTime(t *testing.T) {
	x := newTestExtractor(t)
	hostile.CheckTime(t, shapes, 8, func(page []byte) {
		_, _ = x.DocumentBytes(context.Background(), page, "", Known{URL: "https://www.example.com/a"})
	})
}

// TestOddPages: the result of every odd page is in order.
func TestOddPages(t *testing.T) {
	x := newTestExtractor(t)
	pages := hostile.SmallPages(shapes)
	for name, page := range hostile.OddPages {
		pages[name] = []byte(page)
	}
	for name, page := range pages {
		if err := checkPage(x, page); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCutPages: a page that ends anywhere is no error.
func TestCutPages(t *testing.T) {
	x := newTestExtractor(t)
	for i := range len(fullPage) {
		if err := checkPage(x, []byte(fullPage[:i])); err != nil {
			t.Fatalf("after %d bytes: %v", i, err)
		}
	}
}

// checkPage checks what holds for every page.
func checkPage(x *Extractor, source []byte) error {
	m, err := x.DocumentBytes(context.Background(), source, "", Known{URL: "https://www.example.com/2020/02/03/a"})
	if errors.Is(err, page.ErrNotHTML) {
		return nil
	}
	if err != nil {
		return err
	}
	text, _, err := x.Decode(source, "")
	if err != nil {
		return err
	}
	for _, v := range m.all() {
		switch {
		case v.Source == 0 || v.Source > Attribute:
			return fmt.Errorf("%q has source %d", v.Text, v.Source)
		case v.Start < 0 || v.End < v.Start || v.End > len(text):
			return fmt.Errorf("%q stands at %d to %d of %d bytes", v.Text, v.Start, v.End, len(text))
		case v.Source != Given && v.Source != Address && v.End == 0:
			return fmt.Errorf("%q by %v %s has no place", v.Text, v.Source, v.Name)
		case v.Text != strings.TrimSpace(v.Text) || v.Text == "" && v.Day != "":
			return fmt.Errorf("%q is not folded", v.Text)
		case utf8.Valid(text) && !utf8.ValidString(v.Text):
			return fmt.Errorf("%q is not UTF-8", v.Text)
		}
	}
	return nil
}

// all returns all values that were found.
func (m *Metadata) all() (values []Value) {
	for _, f := range []Field{m.Title, m.Published, m.Modified, m.Site, m.Language, m.URL, m.Description, m.Image, m.Type, m.License} {
		if f.Text != "" {
			values = append(values, f.Value)
		}
		values = append(values, f.Others...)
	}
	for _, l := range []List{m.Authors, m.Categories, m.Tags} {
		values = append(append(values, l.Values...), l.Others...)
	}
	return values
}

// TestMemory: what is kept for a page is bounded by its size.
func TestMemory(t *testing.T) {
	for _, shape := range shapes {
		source := shape.Page(shape.N)
		r := new(reading)
		r.begin(source, DefaultConfig(), Known{})
		if err := r.collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := r.read(context.Background(), new(Metadata)); err != nil {
			t.Fatal(err)
		}
		if got, most := r.size()+44*len(r.json.nodes), 24*len(source)+1<<20; got > most {
			t.Errorf("%s: %d bytes for a page of %d", shape.Name, got, len(source))
		}
	}
}

// TestReaders: a page read in pieces gives the same metadata.
func TestReaders(t *testing.T) {
	x := newTestExtractor(t)
	want, err := x.Extract(strings.NewReader(fullPage), Known{})
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range hostile.Readers([]byte(fullPage)) {
		got, err := x.Extract(r, Known{})
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: error %v\n got %v\nwant %v", name, err, got, want)
		}
	}
}

// TestErrors checks what is returned together with an error.
func TestErrors(t *testing.T) {
	if _, err := New(Config{}); !errors.Is(err, page.ErrConfig) {
		t.Errorf("New with an empty Config: error %v, want page.ErrConfig", err)
	}
	var zero Extractor
	if m, err := zero.Extract(strings.NewReader(fullPage), Known{}); m == nil || !errors.Is(err, page.ErrConfig) {
		t.Errorf("zero Extractor: %v, error %v, want page.ErrConfig", m, err)
	}
	if _, _, err := zero.Decode(nil, ""); !errors.Is(err, page.ErrConfig) {
		t.Errorf("Decode of a zero Extractor: error %v, want page.ErrConfig", err)
	}
	x := newTestExtractor(t)
	broken := errors.New("broken")
	m, err := x.Extract(hostile.Fail([]byte(fullPage), broken, true), Known{})
	if !errors.Is(err, broken) || m.Title.Text == "" {
		t.Errorf("failing reader: title %q, error %v, want the title and %v", m.Title.Text, err, broken)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m, err = x.DocumentBytes(ctx, []byte(fullPage), "", Known{})
	if !errors.Is(err, context.Canceled) || m.Title.Text != "" {
		t.Errorf("cancelled: title %q, error %v, want none and context.Canceled", m.Title.Text, err)
	}
	config := DefaultConfig()
	config.MaxElements = 5
	limited, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = limited.DocumentBytes(context.Background(), bytes.Repeat([]byte("<p>x"), 9), "", Known{}); !errors.Is(err, &page.LimitError{Limit: "MaxElements"}) {
		t.Errorf("nine elements, five allowed: error %v, want a LimitError", err)
	}
}

// TestContext: whenever the context is done, also of a page that meets a limit,
// its error is returned and nothing that was found.
func TestContext(t *testing.T) {
	config := DefaultConfig()
	config.MaxElements = 5000
	x, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range []string{fullPage, fullPage + strings.Repeat("<p>x", 4000), fullPage + strings.Repeat("<p>x", 9000)} {
		want, wantErr := x.Extract(strings.NewReader(source), Known{})
		for looks := 0; ; looks++ {
			ctx := hostile.DoneAfter(t.Context(), looks)
			m, err := x.Document(ctx, strings.NewReader(source), "", Known{})
			if ctx.Looks() <= looks {
				if fmt.Sprint(m, err) != fmt.Sprint(want, wantErr) {
					t.Errorf("not stopped: %v, error %v", m, err)
				}
				break
			}
			if !errors.Is(err, context.Canceled) || m.Title.Text != "" {
				t.Errorf("%d bytes, after %d looks: title %q, error %v", len(source), looks, m.Title.Text, err)
			}
		}
	}
}

// TestMaxToken: a tag or comment that is too long ends the page.
func TestMaxToken(t *testing.T) {
	config := DefaultConfig()
	config.MaxToken = 50
	x, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 100)
	for _, token := range []string{"<p title=" + long + ">", "<!--" + long + "-->"} {
		m, err := x.DocumentBytes(context.Background(), []byte("<title>Big news</title>"+token+"<h1>Other</h1>"), "", Known{})
		if !errors.Is(err, &page.LimitError{Limit: "MaxToken"}) || m.Title.Text != "Big news" {
			t.Errorf("%.20s: title %q, error %v, want what came before and a LimitError", token, m.Title.Text, err)
		}
	}
}

// FuzzDocument checks on any page what holds for every page.
func FuzzDocument(f *testing.F) {
	f.Add(fullPage)
	for _, shape := range shapes {
		f.Add(string(shape.Page(3)))
	}
	for _, page := range hostile.OddPages {
		if len(page) < 2000 {
			f.Add(page)
		}
	}
	x, err := New(DefaultConfig())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if err := checkPage(x, []byte(source)); err != nil {
			t.Error(err)
		}
	})
}
