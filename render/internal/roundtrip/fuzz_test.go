package roundtrip

import (
	"context"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// seeds are pages with markup, or what looks like it, in difficult places.
var seeds = []string{
	"<h1># a #</h1><p>1. b<br>- c<br>=== d<p>&gt; e *f* _g_ `h` [i](j) ![k](l) &lt;b&gt; &amp;amp; ~~m~~ $n$ | \\",
	"<ul><li>a<ul><li>b</ul><li><ol start=3><li>c</ol></ul><ol><li>d</ol><ol><li>e</ol><p>f",
	"<table><tr><th>a|b<th>`c`<tr><td><code>d|\\|e</code><td>f<br>g</table><table><tr><td colspan=2>h<tr><td>i<td>j</table>k",
	"<p>a<em>b</em><strong>c<em>d</em></strong>e<del>(f)</del><b>\"g\"</b>h<sub>i</sub><sup>2</sup><code>`</code><code>j</code>",
	"<pre class=language-go>\n\tfunc() {\n```\n~~~\n\n}</pre><blockquote><pre>a\n\n b</pre><p>c</blockquote>",
	"<p>a<sup><a href=#f1>1</a></sup> b<ol><li id=f1>note <a href=#r1>↩</a></ol>",
	"<p>x <a href='javascript:alert(1)'>a</a> <a href='http://a.b/c(d)e?f&amp;copy=1'>!g</a>![<a href=h>]</a> www.a.b http://a.b a@b.c",
	"<p>a <math><mi>x</mi><mo>&lt;</mo><mi>b</mi></math> $5 and $6 <img alt='\\frac{a}{b}' src=a.png> MathJax \\(a_b\\)",
	"<figure><img src=a.png alt='a]b'><figcaption>c</figcaption></figure><dl><dt>d<dd>e</dl><hr>f",
}

// FuzzRoundTrip keeps all text of a page, reads the Markdown and the HTML back,
// and compares what is found with the tree.
func FuzzRoundTrip(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	all := methods(f)
	j := all["justext"]
	f.Fuzz(func(t *testing.T, source string) {
		text, _, err := j.Decode([]byte(source), "text/html; charset=utf-8")
		if err != nil {
			return
		}
		doc := &page.Document{Blocks: []page.Block{}}
		if checked, err := all["victor"].Clean(context.Background(), strings.NewReader(source), "text/html; charset=utf-8"); err == nil {
			doc = checked
		}
		for i := range doc.Blocks {
			doc.Blocks[i].Keep = true
		}
		tree, err := render.Build(context.Background(), text, doc, render.Options{URL: "https://example.com/a/"})
		if err != nil {
			t.Fatal(err)
		}
		check(t, source, tree)
	})
}
