package boilerpipe_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
)

// everyFilter has all filters of the package, or at least their parts.
var everyFilter = append(boilerpipe.ArticleSentences(),
	boilerpipe.CanolaClassifier, boilerpipe.TrailingHeadline, boilerpipe.MarkEverythingContent,
	boilerpipe.KeepLargestBlockAndLevel(1), boilerpipe.LargeBlockSameTagLevel(1), boilerpipe.ListAtEnd, boilerpipe.MinWords(1),
	boilerpipe.SimpleBlockFusion, boilerpipe.DensityRulesClassifier)

// ownShapes are pages that are costly outside of the body, or when HTML is written.
var ownShapes = []hostile.Shape{
	{Name: "parts of a title after a long one", N: 20_000, Page: func(n int) []byte {
		return []byte("<title>" + strings.Repeat("a", 2*n) + strings.Repeat("|b", n) + "</title><p>x")
	}},
	{Name: "parts of a title", N: 50_000, Page: hostile.Repeat("<title>", "a - b|", "</title><p>x")},
	{Name: "spaces and separators in a title", N: 50_000, Page: hostile.Repeat("<title>", "  |", "x</title><p>x")},
	{Name: "references in a title", N: 50_000, Page: hostile.Repeat("<title>", "&amp;|", "</title><p>x")},
	{Name: "titles", N: 20_000, Page: hostile.Repeat("", "<title>a|b</title>", "<p>x")},
	{Name: "titles in the body", N: 20_000, Page: hostile.Repeat("<p>x", "<title>a|b</title>", "")},
	{Name: "blocks as long as the title", N: 20_000, Page: hostile.Repeat("<title>a b</title>", "<p>a c", "")},
	{Name: "meta", N: 20_000, Page: hostile.Repeat("", `<meta name="a" content="b">`, "<p>x")},
	{Name: "base", N: 20_000, Page: hostile.Repeat("", `<base href="/">`, "<p>x")},
	{Name: "html", N: 20_000, Page: hostile.Repeat("", `<html lang="a b">`, "<p>x")},
	{Name: "attributes of html", N: 20_000, Page: hostile.Repeat("<html", ` lang="a b"`, "><p>x")},
	{Name: "references in an attribute", N: 50_000, Page: hostile.Repeat(`<p title="`, "&amp;&#1;&", `">x`)},
	{Name: "attributes with references", N: 20_000, Page: hostile.Repeat("<p", ` a="&lt;"`, ">x")},
	{Name: "quotes in an attribute", N: 100_000, Page: hostile.Repeat("<p title=x", `"'`, ">x")},
	{Name: "attributes without values", N: 100_000, Page: hostile.Repeat("<p", " a", ">x")},
	{Name: "addresses", N: 20_000, Page: hostile.Repeat("", `<a href="java&#9;script:x">x</a>`, "")},
	{Name: "a long address", N: 200_000, Page: hostile.Repeat(`<a href="`, " &#9;", `">x`)},
	{Name: "noscript in the head", N: 20_000, Page: hostile.Repeat("", "<noscript><img></noscript>", "<title>a</title><p>x")},
	{Name: "unclosed noscript", N: 50_000, Page: hostile.Repeat("", "<noscript>x", "")},
	{Name: "texts and tags", N: 50_000, Page: hostile.Repeat("", "x<b>", "")},
	{Name: "texts and end tags", N: 50_000, Page: hostile.Repeat("<p>", "x</i>", "")},
	{Name: "texts and ampersands", N: 50_000, Page: hostile.Repeat("<p>", "x& ", "")},
	{Name: "characters to escape", N: 100_000, Page: hostile.Repeat("<p>", `&<>"`, "")},
	{Name: "references to C1", N: 50_000, Page: hostile.Repeat("<p>", "&#150;", "")},
	{Name: "elements opened again", N: 20_000, Page: hostile.Repeat(strings.Repeat("<b><i><u title='a b c'>", 20), "<ins>x", "")},
	{Name: "implied elements", N: 20_000, Page: hostile.Repeat("", "<dd>x</dl>", "")},
	{Name: "end tags of odd names", N: 10_000, Page: hostile.Number("</x-%d>x")},
	{Name: "short odd names", N: 10_000, Page: hostile.Number("<a%x>")},
	{Name: "long odd names", N: 10_000, Page: hostile.Repeat("", "<"+strings.Repeat("a", 50)+">x", "")},
	{Name: "headings with prefixes", N: 20_000, Page: hostile.Repeat("", "<o:h1>x", "")},
	{Name: "links", N: 50_000, Page: hostile.Repeat("<p>", "<a>x</a>", "")},
	{Name: "abbreviations", N: 20_000, Page: hostile.Repeat("<p>", "<abbr>x</abbr>", "")},
	{Name: "words of three bytes", N: 200_000, Page: hostile.Repeat("<p>", "\x80 ", "")},
	{Name: "void elements", N: 50_000, Page: hostile.Repeat("", "<hr>", "x")},
	{Name: "lines", N: 50_000, Page: hostile.Repeat("", "a<br>", "")},
}

// TestHostile takes every shape through every filter and writes it as HTML.
func TestHostile(t *testing.T) {
	p := newExtractor(t, nil)
	hostile.CheckTime(t, shapes(), 16, func(source []byte) {
		d := parse(t, p, bytes.NewReader(source))
		everyFilter.Process(d)
		_ = d.Text()
		for _, h := range []boilerpipe.Highlighter{{}, {ContentOnly: true, AsWritten: true}} {
			_ = h.Write(context.Background(), io.Discard, source, d)
		}
		_ = boilerpipe.Images(source, d)
	})
}

// TestTitleTime: titles with many parts cost no more than others.
func TestTitleTime(t *testing.T) {
	const letters, parts = 64 << 10, 32 << 10
	d := &boilerpipe.TextDocument{Title: strings.Repeat("ä", letters) + strings.Repeat("|b", parts)}
	began := time.Now()
	boilerpipe.DocumentTitleMatch(d)
	if took := time.Since(began); took > time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestHTMLSize: the HTML of no page is longer than 4 times the page and 4 KiB. With -short it
// writes every fourth shape.
func TestHTMLSize(t *testing.T) {
	x := newExtractor(t, nil)
	worst := 0.0
	for i, shape := range shapes() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		source, _, err := x.Decode(shape.Page(shape.N/10), "")
		if err != nil {
			t.Fatal(err)
		}
		d := parse(t, x, bytes.NewReader(source))
		for _, every := range []int{1, 2} { // every block, and every second
			for i := range d.Blocks {
				d.Blocks[i].Content = i%every == 0
			}
			for _, h := range []boilerpipe.Highlighter{{}, {AsWritten: true}, {ContentOnly: true}, {ContentOnly: true, AsWritten: true}, {Whitelist: boilerpipe.TextWhitelist()}} {
				var html bytes.Buffer
				if err := h.Write(t.Context(), &html, source, d); err != nil {
					t.Fatal(err)
				}
				if html.Len() > 4*len(source)+4<<10 {
					t.Errorf("%s, %+v: %d bytes of %d", shape.Name, h, html.Len(), len(source))
				}
				worst = max(worst, float64(html.Len())/float64(len(source)))
			}
		}
	}
	t.Logf("at most %.2f times the page", worst)
}

// TestWriteHTMLErrors: a writer that fails ends the work with its error.
func TestWriteHTMLErrors(t *testing.T) {
	x := newFiltering(t, boilerpipe.KeepEverything(), nil)
	source := strings.Repeat("<p>some text", 100_000)
	w := &failingWriter{room: 1000}
	err := x.WriteHTML(t.Context(), w, strings.NewReader(source), "", boilerpipe.Highlighter{})
	if !errors.Is(err, errBoom) || w.calls != 1 || strings.Count(err.Error(), "boilerpipe: ") != 1 {
		t.Errorf("error %v after %d calls", err, w.calls)
	}
	source = source[:200]
	for _, h := range []boilerpipe.Highlighter{{}, {ContentOnly: true}, {Whitelist: boilerpipe.TextWhitelist()}, {AsWritten: true}} {
		whole := new(bytes.Buffer)
		if err := x.WriteHTML(t.Context(), whole, strings.NewReader(source), "", h); err != nil {
			t.Fatal(err)
		}
		for room := range whole.Len() {
			err := x.WriteHTML(t.Context(), &failingWriter{room: room}, strings.NewReader(source), "", h)
			if !errors.Is(err, errBoom) {
				t.Errorf("%+v, room for %d of %d bytes: error %v", h, room, whole.Len(), err)
			}
		}
	}
}

type failingWriter struct{ room, calls int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.calls++; len(p) > w.room {
		return w.room, errBoom
	}
	return len(p), nil
}

// TestHTMLDeadline: the deadline of the context ends the writing of any page.
func TestHTMLDeadline(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures time")
	}
	x := newFiltering(t, boilerpipe.Article(), nil)
	slow := []string{"nested div", "one attribute", "short odd names", "parts of a title after a long one", "texts and ampersands", "elements opened again"}
	for _, shape := range shapes() {
		if !slices.Contains(slow, shape.Name) {
			continue
		}
		source := shape.Page(20 * shape.N)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		began := time.Now()
		written, err := writeHTML(ctx, x, bytes.NewReader(source), boilerpipe.Highlighter{})
		took := time.Since(began)
		if took > 2*time.Second || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %d bytes after %v, error %v", shape.Name, len(written), took, err)
		}
		cancel()
	}
}

// TestHostilePromises checks the promises about every page on small pages of each shape,
// and on files that are not pages at all.
func TestHostilePromises(t *testing.T) {
	p := newExtractor(t, nil)
	for name, page := range hostile.SmallPages(shapes()) {
		text, _, err := p.Decode(page, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults(parse(t, p, bytes.NewReader(page)), text) {
			t.Errorf("%s: %s", name, fault)
		}
		for _, fault := range extractorFaults(text, func() *boilerpipe.TextDocument { return parse(t, p, bytes.NewReader(page)) }) {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// TestLargeTokens: the text is one block.
func TestLargeTokens(t *testing.T) {
	p := newExtractor(t, nil)
	hostile.CheckLargeTokens(t, func(page string) string {
		var texts []string
		for _, b := range parse(t, p, strings.NewReader(page)).Blocks {
			texts = append(texts, b.Text)
		}
		return strings.Join(texts, "|")
	})
}
