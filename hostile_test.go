package justext_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext"
)

// repeat makes a shape of n parts with something before and behind them.
func repeat(before, part, behind string) func(n int) []byte {
	return func(n int) []byte { return []byte(before + strings.Repeat(part, n) + behind) }
}

// sentences are good by themselves in English.
var sentences = strings.Repeat("and this is the text of it ", 20)

// hostileShapes are pages that cost much more than others if a step looks back
// or ahead through the page. n is how many parts the small one has.
var hostileShapes = []struct {
	name string
	n    int
	page func(n int) []byte
}{
	{"nested div", 20_000, repeat("", "<div>x", "")},
	{"nested div, closed", 20_000, func(n int) []byte {
		return []byte(strings.Repeat("<div>x", n) + strings.Repeat("</div>", n))
	}},
	{"nested b", 20_000, repeat("", "<b>x", "")},
	{"nested a", 20_000, repeat("", "<a href=x>x", "")},
	{"nested table", 10_000, repeat("", "<table><tr><td>x", "")},
	{"nested select", 20_000, repeat("", "<select><option>x", "")},
	{"nested svg", 20_000, repeat("", "<svg><g>x", "")},
	{"nested lists", 20_000, repeat("", "<ul><li>x", "")},
	{"unclosed p", 20_000, repeat("", "<p>x", "")},
	{"short blocks", 45_000, repeat("", "<p>A short one.</p>", "")},
	{"headings before one good paragraph", 20_000, repeat("", "<h2>H</h2>", "<p>"+sentences)},
	{"near good and bad by turns", 10_000, repeat("", "<p>"+strings.Repeat("and this is the ", 8)+"</p><p><a>l</a></p>", "")},
	{"short paragraphs between good and bad", 20_000, repeat("<p>"+sentences, "<p>A short one.", "")},
	{"short paragraphs between good ones", 20_000, repeat("<p>"+sentences, "<h3>A short one.</h3>", "<p>"+sentences)},
	{"stray end tags", 50_000, repeat("<div>x", "</b></p></table>", "")},
	{"end tags that may not pass", 30_000, repeat(strings.Repeat("<b>", 100)+"<div>"+strings.Repeat("<i>", 400), "</b>", "x")},
	{"attributes", 25_000, repeat("<p", ` a="1"`, ">x")},
	{"one attribute", 500_000, repeat(`<p title="`, "a>", `">x`)},
	{"a comment", 500_000, repeat("x<!--", "- -", "-->x")},
	{"comments", 50_000, repeat("x", "<!-- -->", "x")},
	{"one word", 500_000, repeat("", "word", "")},
	{"one word of many bytes", 200_000, repeat("", "語", "")},
	{"less-than", 500_000, repeat("", "<", "")},
	{"ampersand", 500_000, repeat("", "&", "")},
	{"references", 100_000, repeat("", "&amp;", "")},
	{"references by number", 100_000, repeat("", "&#38;", "")},
	{"names without meaning", 50_000, repeat("", "&nosuch;", "")},
	{"script with escapes", 50_000, repeat("x<script>", "<!--<script>", "</script>x")},
	{"script with comments", 50_000, repeat("x<script>", "<!---->", "</script>x")},
	{"unclosed scripts", 50_000, repeat("x", "<script></b>", "x")},
	{"unclosed quote", 100_000, repeat("x<p title='", "<p>", "")},
	{"zero bytes", 500_000, repeat("x", "\x00", "x")},
	{"broken UTF-8", 200_000, repeat("<meta charset=utf-8>", "\xff\xc3", "x")},
	{"br", 100_000, repeat("x", "<br>", "x")},
	{"br and text", 50_000, repeat("x", "<br>x<br><br>", "x")},
	{"doctypes", 50_000, repeat("x", `<!DOCTYPE html PUBLIC "a>b">`, "x")},
	{"an unclosed doctype", 300_000, repeat(`<!DOCTYPE html PUBLIC "`, "x ", "")},
	{"images", 20_000, repeat("", "<img alt='a picture'>", "")},
	{"white space", 500_000, repeat("<p>x", " \n", "x")},
	{"odd names", 2_000, func(n int) []byte {
		var page bytes.Buffer
		for i := range n {
			fmt.Fprintf(&page, "<x-%d>x", i)
		}
		return page.Bytes()
	}},
	{"siblings of odd names", 5_000, func(n int) []byte {
		var page bytes.Buffer
		for i := range n {
			fmt.Fprintf(&page, "<x-%d>x</x-%[1]d>", i)
		}
		return page.Bytes()
	}},
}

// TestHostile has every shape at n and at eight times n: the larger one must not
// cost much more than eight times as much, nor break a promise.
func TestHostile(t *testing.T) {
	if testing.Short() || underRace() {
		t.Skip("it measures time")
	}
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		x := newExtractor(t, "en", config)
		for _, shape := range hostileShapes {
			small, large := shape.page(shape.n), shape.page(8*shape.n)
			ratio := 0.0
			for range 4 { // the machine may have been busy with something else
				if ratio = float64(cost(t, x, large)) / float64(cost(t, x, small)+time.Millisecond); ratio < 16 {
					break
				}
			}
			if ratio >= 16 {
				t.Errorf("%s: 8 times the page costs %.0f times as much", shape.name, ratio)
			}
		}
	}
}

// cost returns how long a page takes.
func cost(t *testing.T, x *justext.Extractor, page []byte) time.Duration {
	t.Helper()
	began := time.Now()
	if _, err := x.Extract(bytes.NewReader(page)); err != nil {
		t.Fatal(err)
	}
	return time.Since(began)
}

// TestHostilePromises checks what is promised of every page on small ones of
// every shape, and on files that are no pages at all.
func TestHostilePromises(t *testing.T) {
	pages := map[string][]byte{"empty": nil, "png": pngFile(t), "gzip": gzipFile(t), "pdf": []byte(pdfFile)}
	for _, shape := range hostileShapes {
		pages[shape.name] = shape.page(300)
	}
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		x := newExtractor(t, "en", config)
		for name, page := range pages {
			text, _, err := x.Decode(page, "")
			if err != nil {
				t.Fatal(err)
			}
			document, err := x.Document(t.Context(), bytes.NewReader(page), "")
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, fault := range faults(document, text) {
				t.Errorf("%s: %s", name, fault)
			}
		}
	}
}

// TestLargeTokens has single comments, attributes and words of 20 MB.
func TestLargeTokens(t *testing.T) {
	if testing.Short() || underRace() {
		t.Skip("it needs much memory")
	}
	long := strings.Repeat("x", 20<<20)
	x := newExtractor(t, "en", justext.DefaultConfig())
	for name, page := range map[string]string{
		"comment": "a<!--" + long + "-->b", "attribute": "a<b title='" + long + "'>b</b>", "script": "a<script>" + long + "</script>b",
	} {
		paragraphs, err := x.Extract(strings.NewReader(page))
		if err != nil || len(paragraphs) != 1 || paragraphs[0].Text != "ab" {
			t.Errorf("%s: %d paragraphs, error %v", name, len(paragraphs), err)
		}
	}
	if paragraphs, err := x.Extract(strings.NewReader(long)); err != nil || len(paragraphs) != 1 || len(paragraphs[0].Text) != len(long) {
		t.Errorf("word: %d paragraphs, error %v", len(paragraphs), err)
	}
}

func pngFile(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 99, 99))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func gzipFile(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	for i := range 5000 {
		fmt.Fprintf(z, "<p>%d</p>", i*i)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

const pdfFile = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n" +
	"4 0 obj\n<</Length 44>>stream\nBT /F1 12 Tf 72 720 Td (Hello <world>) Tj ET\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"
