package render_test

import (
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// keptTree returns the tree of a page all of whose text is kept.
func keptTree(t *testing.T, source string) *render.Tree {
	t.Helper()
	text, doc := read(t, allMethods(t)["all of victor"], []byte(source))
	return build(t, text, doc, render.Options{})
}

// TestWithoutImages: where images are left out, nothing is written of what has only images.
func TestWithoutImages(t *testing.T) {
	tree := keptTree(t, `<p>a<p><a href=/x><img src=a.png></a> <em><img src=b.png></em><figure><img src=c.png></figure>`+
		`<figure><img src=d.png><figcaption>b</figcaption></figure>`+
		`<table><tr><td colspan=2><a href=/x><img src=e.png></a><tr><td>c<td>d<em><img src=f.png></em></table><p>e`)
	var html, tei, markdown, text strings.Builder
	for _, err := range []error{
		render.HTML(&html, tree, render.HTMLOptions{OmitImages: true}),
		render.TEI(&tei, tree, render.TEIOptions{OmitImages: true}),
		render.Markdown(&markdown, tree, render.MarkdownOptions{OmitImages: true}),
		render.PlainText(&text, tree, render.TextOptions{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	_, body, _ := strings.Cut(tei.String(), "<body>\n")
	for _, c := range []struct{ name, got, want string }{
		{"HTML", html.String(), "<p>a</p>\n<figure>\n<figcaption>b</figcaption>\n</figure>\n<table>\n<tr><td colspan=\"2\"></td></tr>\n" +
			"<tr><td>c</td><td>d</td></tr>\n</table>\n<p>e</p>\n"},
		{"TEI", body, "<div>\n<p>a</p>\n<figure>\n<head>b</head>\n</figure>\n<table>\n<row><cell cols=\"2\"></cell></row>\n" +
			"<row><cell>c</cell><cell>d</cell></row>\n</table>\n<p>e</p>\n</div>\n</body>\n</text>\n</TEI>\n"},
		{"Markdown", markdown.String(), "a\n\nb\n\n<table>\n<tr><td colspan=\"2\"></td></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>\n\ne\n"},
		{"text", text.String(), "a\n\nb\n\n\nc\td\n\ne\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, c.got, c.want)
		}
	}
}

// TestNothingButImages: a document that has only images is an empty one without them.
func TestNothingButImages(t *testing.T) {
	source := "<h1><img src=a.png></h1><p><img src=b.png></p>"
	text, doc := read(t, allMethods(t)["boilerpipe"], []byte(source))
	doc.Blocks = []page.Block{{Text: "a", Kind: page.Image, Keep: true, Start: 4, End: 19}, {Text: "b", Kind: page.Image, Keep: true, Start: 27, End: 42}}
	tree := build(t, text, doc, render.Options{})
	var with, without, empty strings.Builder
	for _, err := range []error{
		render.TEI(&with, tree, render.TEIOptions{}),
		render.TEI(&without, tree, render.TEIOptions{OmitImages: true}),
		render.TEI(&empty, new(render.Tree), render.TEIOptions{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(with.String(), "b.png") {
		t.Fatalf("no image in %s", with.String())
	}
	if without.String() != empty.String() {
		t.Errorf("got %s", without.String())
	}
}

// TestPlainTextAroundImages: line breaks and spaces beside an image are not written without it.
func TestPlainTextAroundImages(t *testing.T) {
	tree := keptTree(t, "<p>a<br><img src=a.png><p><img src=b.png><br>b<ul><li>c<br> <img src=c.png><li><img src=d.png> d</ul><h2>e <img src=e.png></h2><p>f")
	var out strings.Builder
	if err := render.PlainText(&out, tree, render.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if want := "a\n\nb\n\n- c\n- d\n\ne\n\nf\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestMarkdownBesideOmitted: what Markdown escapes or delimits depends on what is written
// beside it, which is not an image or a link that is left out.
func TestMarkdownBesideOmitted(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"<ul><li>a<ul><li><img src=a.png></ul><li><img src=b.png><li>b</ul>", "- a\n- b\n"},
		{"<ol><li>a<ol><li><img src=a.png></ol></ol>", "1. a\n"},
		{"<blockquote><dl><dt><img src=a.png></dl><p>a</blockquote><blockquote><img src=b.png></blockquote>", "> a\n"},
		{"<h2>a # <img src=a.png></h2><p>b", "## a \\# \n\nb\n"},
		{"<p><img src=a.png> - b", "\\- b\n"},
		{"<p>a<br><img src=a.png> # b", "a\\\n\\# b\n"},
		{"<p>a<br><img src=a.png><p>b", "a\n\nb\n"},
		{"<p>a<br>\\<br><img src=a.png><p>b", "a\\\n\\\\\n\nb\n"},
		{"<p>a<em> <img src=a.png></em>b<a href=/x><img src=a.png> </a>c", "a b c\n"},
		{"<p>a<em><img src=a.png> <img src=b.png></em>b", "a<em> </em>b\n"},
		{"<p><img src=a.png><br>a", "a\n"},
		{"<p>a<p><a href=/x><img src=a.png> <img src=b.png></a><p>b", "a\n\nb\n"},
		{"<p>a<sub><img src=a.png></sub>b", "ab\n"},
		{"<p>1<a href=/x>. b</a>", "1\\. b\n"},
		{"<p>12<a href=/x>) b</a>", "12\\) b\n"},
		{"<p><b>a:</b><img src=a.png>b", "<strong>a:</strong>b\n"},
		{"<p><b>a:</b><a href=/x>b</a>", "<strong>a:</strong>b\n"},
		{"<p><a href=/x><b>a:</b></a>b", "<strong>a:</strong>b\n"},
		{"<p><b>a:</b><a href=/x><img src=a.png></a><em><img src=a.png></em> b", "**a:** b\n"},
		{"<p><b>a:</b><a href=/x><em>b</em></a>", "<strong>a:</strong>*b*\n"},
	} {
		var out strings.Builder
		options := render.MarkdownOptions{Links: render.LinksOmitted, OmitImages: true}
		if err := render.Markdown(&out, keptTree(t, c.source), options); err != nil {
			t.Fatal(err)
		}
		if out.String() != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.source, out.String(), c.want)
		}
	}
}
