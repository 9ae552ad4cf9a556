package render_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// shapes are those of package hostile, and those that are hard for trees.
var shapes = append([]hostile.Shape{
	{Name: "quotes", N: 20_000, Page: hostile.Repeat("", "<blockquote>x", "")},
	{Name: "emphasis", N: 20_000, Page: hostile.Repeat("<p>", "<em>x<strong>y", "")},
	{Name: "emphasis by turns", N: 20_000, Page: hostile.Repeat("<p>", "<em>x</em><strong>y</strong>", "")},
	{Name: "asterisks", N: 100_000, Page: hostile.Repeat("<p>", "*_`[]~", "")},
	{Name: "backticks in code", N: 2_000, Page: hostile.Number("<code>`%d``</code>")},
	{Name: "references to one note", N: 10_000, Page: hostile.Repeat("<p>word", "<sup><a href=#n>1</a></sup> x", "<p id=n>note")},
	{Name: "notes", N: 10_000, Page: func(n int) []byte {
		return append(hostile.Number("<p>word <sup><a href=#n%d>1</a></sup>")(n), hostile.Number("<p id=n%d>note")(n)...)
	}},
	{Name: "raised numbers", N: 10_000, Page: hostile.Number("<p><sup>%d</sup>text and <sup>%[1]d</sup>")},
	{Name: "cells", N: 20_000, Page: hostile.Repeat("<table><tr><td>a<td>b<tr>", "<td>x", "")},
	{Name: "rows", N: 20_000, Page: hostile.Repeat("<table>", "<tr><td>x<td>y", "")},
	{Name: "long and short rows", N: 300, Page: func(n int) []byte {
		return append(hostile.Repeat("<table><tr>", "<td>x", "")(n), hostile.Repeat("", "<tr><td>x", "")(n*n/300)...)
	}},
	{Name: "lines of code", N: 50_000, Page: hostile.Repeat("<p>x<pre>", "line\n", "</pre>")},
	{Name: "unclosed pre", N: 10_000, Page: hostile.Repeat("", "<div><pre>x</div>", "")},
	{Name: "images", N: 20_000, Page: hostile.Repeat("<p>x", "<img src=a.png>", "y")},
	{Name: "sets of images", N: 50_000, Page: hostile.Repeat("<p>x<img srcset='", "a 1x, ", "'>y")},
	{Name: "headings", N: 20_000, Page: hostile.Number("<h2>%d</h2>")},
	{Name: "formulas", N: 10_000, Page: hostile.Repeat("<p>katex", "<math><mi>x</mi></math> a", "")},
	{Name: "nested formulas", N: 10_000, Page: hostile.Repeat("<p>x<math>", "<msup>x", "")},
	{Name: "dollar signs", N: 100_000, Page: hostile.Repeat("<p>MathJax ", "$ $$ \\(", "")},
	{Name: "figures", N: 10_000, Page: hostile.Repeat("", "<figure><img src=a><figcaption>x", "")},
	{Name: "items without a list", N: 20_000, Page: hostile.Repeat("", "<div><li>x</div>", "")},
	{Name: "callouts", N: 10_000, Page: hostile.Repeat("", "<div class='callout callout-tip'><i></i>", "x")},
	{Name: "callouts with titles", N: 10_000, Page: hostile.Repeat("", "<div class='callout callout-tip'><p class=x-title>x", "")},
	{Name: "branches of comments", N: 10_000, Page: hostile.Repeat("<p>text", "<div id=comments>x</div>", "")},
	{Name: "comments in comments", N: 10_000, Page: hostile.Repeat("<p>text", "<div id=comments>x", "")},
	{Name: "marks in headings", N: 10_000, Page: hostile.Repeat("<h2>x", "<a href=#a>#</a>", "y")},
	{Name: "headings in headings", N: 10_000, Page: hostile.Repeat("", "<h2><div>x<h3><div>", "")},
	{Name: "hidden in hidden", N: 10_000, Page: hostile.Repeat("<p>text", "<span hidden>x", "")},
	{Name: "scripts of formulas", N: 10_000, Page: hostile.Repeat("<p>x", "<span class=MathJax>y</span> <script type=math/tex>z</script>", "")},
	{Name: "formulas without scripts", N: 10_000, Page: hostile.Repeat("<p>x", "<span class=MathJax></span><!-- --> ", "y")},
	{Name: "what MathJax made", N: 10_000, Page: hostile.Repeat("<p>x<mjx-container>", "<mjx-msup><mjx-mi>x</mjx-mi><mjx-script>", "")},
	{Name: "brackets in formulas", N: 10_000, Page: hostile.Repeat("<p>x<math>", "<mrow><mo>(</mo><mo>", "")},
	{Name: "notes in lines", N: 10_000, Page: hostile.Repeat("<p>text", "x<sup>1</sup><span class=sidenote>note</span>", "")},
	{Name: "notes in notes in lines", N: 10_000, Page: hostile.Repeat("<p>text", "<span class=sidenote>note", "")},
	{Name: "introductions", N: 10_000, Page: hostile.Repeat("", "<p>x:", "")},
	{Name: "terms", N: 20_000, Page: hostile.Repeat("<dl>", "<dt>x<dd>y", "")},
	{Name: "terms without details", N: 20_000, Page: hostile.Repeat("<p>x<dl>", "<dt>", "y")},
	{Name: "typed items", N: 20_000, Page: hostile.Repeat("", "<p>•x", "")},
	{Name: "typed items in lines", N: 20_000, Page: hostile.Repeat("<p>", "•x<br>", "")},
	{Name: "typed numbers", N: 20_000, Page: hostile.Repeat("<p>", "1. x<br>2. y<br>z<br>", "")},
	{Name: "lists of links between blocks", N: 10_000, Page: hostile.Repeat("<p>text", "<ul><li><a href=/x>y</a></ul>", "<p>text")},
	{Name: "lists around blocks", N: 10_000, Page: hostile.Repeat("<p>text", "<div><p>text</p><ul><li>x", "")},
	{Name: "lists of sections", N: 10_000, Page: hostile.Repeat("", "<ul><li><h3>x</h3>y", "")},
	{Name: "lists of sections in a row", N: 10_000, Page: hostile.Repeat("", "<ul><li>a<ul><li><h3>x</h3>y</ul></ul>", "")},
	{Name: "tables in elements between blocks", N: 10_000, Page: hostile.Repeat("<p>text", "<div><div><table><td>x<td>", "")},
	{Name: "buttons", N: 20_000, Page: hostile.Repeat("<p>text", "<a class=btn href=/x>x</a>", "")},
	{Name: "buttons deep in a line", N: 20_000, Page: hostile.Repeat("<p>text"+strings.Repeat("<b>", 300), "<a class=btn href=/x>x</a>", "")},
	{Name: "dialogs", N: 10_000, Page: hostile.Repeat("<p>text", "<div class='cookie x consent'>x", "")},
	{Name: "headings of a long title", N: 10_000, Page: hostile.Repeat("<title>"+strings.Repeat("x ", 20_000)+"</title>", "<h1>x</h1>y", "")},
}, hostile.Shapes...)

// formats are the renderers.
var formats = map[string]func(io.Writer, *render.Tree) error{
	"markdown": func(w io.Writer, t *render.Tree) error { return render.Markdown(w, t, render.MarkdownOptions{}) },
	"reference": func(w io.Writer, t *render.Tree) error {
		return render.Markdown(w, t, render.MarkdownOptions{Links: render.LinksReference})
	},
	"no links": func(w io.Writer, t *render.Tree) error {
		return render.Markdown(w, t, render.MarkdownOptions{Links: render.LinksOmitted, OmitImages: true})
	},
	"html": func(w io.Writer, t *render.Tree) error { return render.HTML(w, t, render.HTMLOptions{Offsets: true}) },
	"tei":  func(w io.Writer, t *render.Tree) error { return render.TEI(w, t, render.TEIOptions{}) },
	"text": func(w io.Writer, t *render.Tree) error { return render.PlainText(w, t, render.TextOptions{}) },
	"json": render.JSON,
}

// TestLinear: eight times the page takes about eight times as long, for every
// shape, with the tree and all formats.
func TestLinear(t *testing.T) {
	v := allMethods(t)["all of victor"]
	hostile.CheckTime(t, hostile.Sample(shapes, 0, 6), 8, func(source []byte) {
		_, doc := read(t, v, source)
		tree := build(t, source, doc, render.Options{URL: "https://example.com/", OmitTitle: true})
		for name, format := range formats {
			if err := format(io.Discard, tree); err != nil {
				t.Error(name, err)
			}
		}
	})
}

// TestRoomForNodes: on large pages on which the number of nodes cannot be told from the signs,
// room for them is made seldom.
func TestRoomForNodes(t *testing.T) {
	v := allMethods(t)["all of victor"]
	for _, part := range []string{"</b></p></table>", "</p>", "</br>", "<p>", "<!", "x<br>", "<b></p>"} {
		source := []byte("<div>x" + strings.Repeat(part, (512<<10)/len(part)))
		text, doc := read(t, v, source)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		build(t, text, doc, render.Options{})
		runtime.ReadMemStats(&after)
		if grown := int(after.TotalAlloc - before.TotalAlloc); grown > 100*len(source) {
			t.Errorf("%q: %d bytes allocated for a page of %d", part, grown, len(source))
		}
	}
}

// A counter counts what is written.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// TestBoundedOutput: with MaxNodes of a 32nd of the page and a few, no format makes
// more than five times the page, building a tree allocates no more than 36 times the
// page, and no text is lost.
func TestBoundedOutput(t *testing.T) {
	const (
		outputFactor, memoryFactor = 5, 36 // of an ampersand, "&amp;" has five bytes
		fewNodes                   = 1024
		fewBytes                   = 256 * fewNodes // in any format
		fewMemory                  = 1 << 20
	)
	v := allMethods(t)["all of victor"]
	for _, shape := range hostile.Sample(shapes, 0, 6) {
		source := shape.Page(shape.N)
		text, doc := read(t, v, source)
		limit := render.Options{MaxNodes: len(source)/32 + fewNodes}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tree := build(t, text, doc, limit)
		runtime.ReadMemStats(&after)
		if grown := int(after.TotalAlloc - before.TotalAlloc); grown > memoryFactor*len(source)+fewMemory {
			t.Errorf("%s: a tree of a page of %d bytes takes %d", shape.Name, len(source), grown)
		}
		for name, format := range formats {
			var n counter
			if err := format(&n, tree); err != nil {
				t.Error(name, err)
			}
			if int(n) > outputFactor*len(source)+fewBytes {
				t.Errorf("%s: %s of a page of %d bytes has %d", shape.Name, name, len(source), n)
			}
		}
		limit.Verbatim = true
		got := unspaced(plainText(t, build(t, text, doc, limit), render.TextOptions{Bare: true}))
		if got != keptText(doc) {
			t.Errorf("%s: text was lost or made", shape.Name)
		}
	}
}

// TestMaxNodes: a tree with few nodes has the text of the blocks, for every method
// and page.
func TestMaxNodes(t *testing.T) {
	all := allMethods(t)
	for name, source := range pages(t) {
		for kind, m := range all {
			text, doc := read(t, m, source)
			for _, most := range []int{1, 20} {
				tree := build(t, text, doc, render.Options{Verbatim: true, MaxNodes: most})
				if got, want := unspaced(plainText(t, tree, render.TextOptions{Bare: true})), keptText(doc); got != want {
					t.Errorf("%s, %s, %d nodes:\n got %.120q\nwant %.120q", name, kind, most, got, want)
				}
			}
		}
	}
}

// TestControlCharacters: no format prints a control character but tab and line
// feed, and in JSON no character ends a line.
func TestControlCharacters(t *testing.T) {
	const controls = "\x1b\x7f\u009b\u0085\u2028&#27;&#127;&#x9d;"
	source := "<title>t" + controls + "u</title><p>a" + controls + "b <code>c" + controls + "d</code><pre class='language-" + controls + "'>e" + controls + "f</pre>" +
		"<a href='http://a.b/c" + controls + "'>g</a> <img src='http://a.b/d?" + controls + "' alt='h" + controls + "i'> <math alttext='j" + controls + "k'>l</math>m" +
		"<table><caption>n" + controls + "o</caption><tr><td colspan=2>p" + controls + "q</table>"
	text, doc := read(t, allMethods(t)["all of justext"], []byte(source))
	tree := build(t, text, doc, render.Options{URL: "http://a.b/"})
	for name, format := range formats {
		var out bytes.Buffer
		if err := format(&out, tree); err != nil {
			t.Fatal(name, err)
		}
		for i, r := range out.String() {
			if unicode.IsControl(r) && r != '\n' && r != '\t' || name == "json" && (r == 0x2028 || r == 0x2029) {
				t.Errorf("%s has %U at %d", name, r, i)
			}
		}
	}
}

// TestContext: Build ends soon when the context is done.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tree, err := render.Build(ctx, []byte("<p>x"), &page.Document{}, render.Options{})
	if !errors.Is(err, context.Canceled) || tree == nil || tree.Root.FirstChild != nil {
		t.Errorf("got %v, %v", tree, err)
	}
}

// A fullWriter takes so many bytes.
type fullWriter int

var errFull = errors.New("full")

func (w *fullWriter) Write(p []byte) (int, error) {
	if len(p) > int(*w) {
		return 0, errFull
	}
	*w -= fullWriter(len(p))
	return len(p), nil
}

// TestWriterErrors: the error of the writer is returned, wherever it comes.
func TestWriterErrors(t *testing.T) {
	source := hostile.Repeat("", "<h2>A</h2><p>text <a href=http://a.b>link</a></p><ul><li>x<li>y</ul><table><tr><td>a<td>b<tr><td>c<td>d</table>", "")(3000)
	text, doc := read(t, allMethods(t)["all of justext"], source)
	tree := build(t, text, doc, render.Options{})
	for name, format := range formats {
		for _, room := range []fullWriter{0, 1 << 16} {
			if err := format(&room, tree); !errors.Is(err, errFull) {
				t.Errorf("%s: error %v", name, err)
			}
		}
	}
}
