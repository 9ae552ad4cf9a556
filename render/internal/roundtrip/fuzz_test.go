package roundtrip

import (
	"context"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/render/internal/methods"
)

// firstInputs are those of FuzzRoundTrip: pages with markup, or what looks like
// it, in difficult places.
var firstInputs = []string{
	"<h1># a #</h1><p>1. b<br>- c<br>=== d<p>&gt; e *f* _g_ `h` [i](j) ![k](l) &lt;b&gt; &amp;amp; ~~m~~ $n$ | \\",
	"<ul><li>a<ul><li>b</ul><li><ol start=3><li>c</ol></ul><ol><li>d</ol><ol><li>e</ol><p>f",
	"<table><tr><th>a|b<th>`c`<tr><td><code>d|\\|e</code><td>f<br>g</table><table><tr><td colspan=2>h<tr><td>i<td>j</table>k",
	"<p>a<em>b</em><strong>c<em>d</em></strong>e<del>(f)</del><b>\"g\"</b>h<sub>i</sub><sup>2</sup><code>`</code><code>j</code>",
	"<pre class=language-go>\n\tfunc() {\n```\n~~~\n\n}</pre><blockquote><pre>a\n\n b</pre><p>c</blockquote>",
	"<p>a<sup><a href=#f1>1</a></sup> b<ol><li id=f1>note <a href=#r1>↩</a></ol>",
	"<p>x <a href='javascript:alert(1)'>a</a> <a href='http://a.b/c(d)e?f&amp;copy=1'>!g</a>![<a href=h>]</a> www.a.b http://a.b a@b.c",
	"<p>a <math><mi>x</mi><mo>&lt;</mo><mi>b</mi></math> $5 and $6 <img alt='\\frac{a}{b}' src=a.png> MathJax \\(a_b\\)",
	"<figure><img src=a.png alt='a]b'><figcaption>c</figcaption></figure><dl><dt>d<dd>e</dl><hr>f",
	"<ul><li><a href=/x>X</a> b<li><a href=/y> </a><li><b><a href=/y>x</a></b><li>[x] c</ul>",
	"<div class='callout callout-tip'><p class=callout-title>[x](y) *a* `b`</p><p>text</div>",
	"<div class='callout callout-tip'><ul><li>a</ul></div>",
	"<div class='callout callout-tip'><pre>a\n\nb</pre></div><div class='callout note'><hr></div>",
	"<ul><li><div class='admonition note'><p class=admonition-title>T<p>x</div></ul>",
	"<blockquote class='callout callout-tip'><blockquote>a</blockquote></blockquote>",
	"<div class='callout callout-tip'><table><tr><th>a<td>b</table></div>",
	"<div class='callout callout-tip'><h2 class=x-title>T</h2></div><p>z",
	long + "<div id=comments><h3>One</h3><ul><li>a<li>b</ul></div><ul><li>c</ul><div id=comments>x</div>",
	long + "<ul><li>c</ul><ul class=comment-list><li>a</ul>",
	long + "<ol start=3><li>c</ol><ol class=comment-list><li>a</ol><ol><li>x</ol>",
	"<p>a <script type='math/tex'>x | y \\| $ </script> b <script type='math/tex; mode=display'>\\begin{a}\n\nx\\end{a}</script>",
	"<p>a <math><mi>x</mi></math><math><mi>y</mi></math>b<script type='math/tex'>x</script><!-- --><script type='math/tex'>y</script>c",
	"<p>a <script type='math/tex'>b$c</script><script type='math/tex'>`d$</script><code>`</code>`<code>e</code><script type='math/tex'>$</script>",
	"<table><tr><td>a<script type='math/tex'>x|y</script><td>b<tr><td>c</table>",
	"<table><tr><td>a<td>b<td>c<tr><td>d<tr></tr><tr><td>e<td>f<td>g<td>h</table>",
	"<table><tr><tr><td>a<td>b</table>", "<table><tr><td><td><tr><td>x</table>",
	"<p><mjx-container><mjx-mrow><mjx-mo>(</mjx-mo><mjx-mi>$</mjx-mi><mjx-mo>)</mjx-mo></mjx-mrow></mjx-container> <img alt='<b>]|`*' src=http://a.b/c>",
	"<p>1.5 a<p>1. b<p>12) c<p>3.<br>x<p>4.<b>x</b>", "<h2>a<a class=anchor href=#x>*</a></h2><p>x",
	"<p>a<code>b@c.de</code> f<code>@</code>", "<p>a<code>e</code>@c.d", "0<math>0@0.00", "<p>a<b>b</b>@c.de<i>@</i>f.gh <code>@</code>i.j", "<p><a href=/x>a<code>b ]: c</code></a>", "<p><code>a</code><code>`b</code><code> c</code>", "<table><tr><th>a<th>b<tr><td><code>|</code><code>\\|</code><td>x</table>",
	"<base href='http://x.y/\"<>|'><a href='a b\"c|d'>z</a><p><a href='//h/`*_'>q</a>",
	"<p>\x01\x02a\x7f&#27;[31m\u0085\u2028b", "<pre>\x1b[0m\u202e```\n~~~\n</pre>",
}

// long is a paragraph beside which other things are small.
var long = "<p>" + strings.Repeat("long text ", 50)

// FuzzRoundTrip keeps all text of a page, reads the Markdown and the HTML back,
// and compares what is found with the tree.
func FuzzRoundTrip(f *testing.F) {
	for _, source := range firstInputs {
		f.Add(source)
	}
	all := methods.All(f)
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
		for _, most := range []int{0, 12} {
			tree, err := render.Build(context.Background(), text, doc, render.Options{URL: "https://example.com/a/", MaxNodes: most})
			if err != nil {
				t.Fatal(err)
			}
			check(t, source, tree)
		}
	})
}
