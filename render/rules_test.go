package render_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// rules are pages in which the blocks whose text begins with "%" were dropped, and
// what they are in Markdown.
var rules = []struct {
	name, page, want string
	options          render.Options
}{
	{name: "pilcrow", page: "<h2>Use<a class=headerlink href=#use>¶</a></h2><p>text", want: "## Use\n\ntext\n"},
	{name: "sign that links elsewhere", page: "<h2>Use <a href='find?use' title=Permalink>🔗</a></h2><p>text", want: "## Use\n\ntext\n"},
	{name: "mark that repeats the address", page: "<h2>Use<a href=#use>#use</a></h2><p>text", want: "## Use\n\ntext\n"},
	{name: "link to edit", page: "<h2>Use<span class=mw-editsection>[<a href=/e>edit</a>]</span></h2><p>text", want: "## Use\n\ntext\n"},
	{name: "heading that is a link", page: "<h2><a class=anchor href=#use>Use</a></h2><p>text", want: "## Use\n\ntext\n"},
	{name: "heading of a sign", page: "<h2><a href=#use>¶</a></h2><p>text", want: "## ¶\n\ntext\n"},
	{name: "link to the top of the page", page: "<h2>Use <a href=#top_of_page>top</a></h2><p>text", want: "## Use\n\ntext\n"},
	{name: "link in a heading", page: "<h2>Use of <a href=http://a.b/>this</a></h2><p>text", want: "## Use of [this](http://a.b/)\n\ntext\n"},
	{name: "marks that stay", page: "<h2>Use<a href=#use>¶</a></h2><p>text", want: "## Use¶\n\ntext\n", options: render.Options{HeadingMarks: true}},

	{name: "hidden span", page: "<p>41.2°S<span style='Display : none !important'>; -41.2</span> end", want: "41.2°S end\n"},
	{name: "hidden attribute", page: "<p>text of the page<p hidden>other", want: "text of the page\n"},
	{name: "hidden until found", page: "<p>text of the page<p hidden=until-found>other", want: "text of the page\n\nother\n"},
	{name: "invisible", page: "<p>text of <b style='visibility:hidden'>x</b>this", want: "text of this\n"},
	{name: "text for those who listen", page: "<h5 class='x sr-only'>You said</h5><p>text of this <span class=visually-hidden>(opens elsewhere)</span> page", want: "text of this page\n"},
	{name: "sign in a cell", page: "<table><tr><th>a<th>b<tr><td>c<td><i class=sr-only>yes</i></table>", want: "| a | b |\n| --- | --- |\n| c | *yes* |\n"},
	{name: "content of a tab", page: "<p>text of the page<div style='display:none'>other</div>", want: "text of the page\n\nother\n"},
	{name: "most of the page", page: "<p>text<p hidden>most of the page", want: "text\n\nmost of the page\n"},
	{name: "hidden row", page: "<table><tr><th>a<th>b<tr hidden><td><td><tr><td>c<td>d</table>", want: "| a | b |\n| --- | --- |\n| c | d |\n"},
	{name: "hidden formula", page: "<p>Of <span class=katex><span style='display:none'><math alttext='x^2'><mi>x</mi></math></span>x2</span> we know much", want: "Of $x^2$ we know much\n"},

	{name: "introduction", page: "<h2>%A</h2><p>%First, this:</p><pre>a\nb</pre>", want: "## %A\n\n%First, this:\n\n```\na\nb\n```\n"},
	{name: "no introduction", page: "<p>%First, this.</p><pre>a\nb</pre>", want: "```\na\nb\n```\n"},
	{name: "introduction of what was dropped", page: "<p>a<p>%This:<p>%b<p>c", want: "a\n\nc\n"},

	{name: "heading that is never closed", page: "<p>a<h2>b<ul><li>c<li>d</ul>", want: "a\n\n## b c d\n"},
	{name: "heading with blocks after it in it", page: "<p>a<h2>b<div>c</div><div>d</div>", want: "a\n\n## b c d\n"},
	{name: "heading of one block without text", page: "<p>a<h2><div>b</div></h2>", want: "a\n"},

	{name: "page of headings", page: "<h1>a</h1><p>%b<h2>c</h2>", want: "# a\n\n## c\n"},

	{name: "table with one kept cell", page: "<table><tr><td>%a<td>%b<tr><td>c<td>%d</table>", want: "| %a | %b |\n| --- | --- |\n| c | %d |\n"},
	{name: "table of links of which little is kept", page: "<table><tr><th>b<td><a href=/x>%c and so on</a></table><p>d", want: "d\n"},
	{name: "table of links between blocks of which little is kept", page: "<p>a<table><tr><th>b<td><a href=/x>%c and so on</a></table><p>d", want: "a\n\n| b | [%c and so on](/x) |\n| --- | --- |\n\nd\n"},
	{name: "table of links of which half is kept", page: "<p>a<table><tr><th>%b<td><a href=/x>c and so on</a></table><p>d", want: "a\n\n| %b | [c and so on](/x) |\n| --- | --- |\n\nd\n"},
	{name: "cells in no row", page: "<table><td>a<td>b<tr><td>c<td>d<tbody><th>e<th>f</table>", want: "| a | b |\n| --- | --- |\n| c | d |\n| e | f |\n"},
	{name: "cells in no row, unknown element", page: "<table><r><td>a<td>b<able><tr><td>c<td>d</table>", want: "| a | b |\n| --- | --- |\n| c | d |\n"},
	{name: "caption after cells in no row", page: "<table><td>a<td>b<caption>c</caption></table>", want: "a\n\nb\n\nc\n"},
	{name: "table of one row", page: "<table><tr><td>Note<td>a<tr><td><td></table><table><tr><th>b<td>c</table>", want: "Note\n\na\n\n| b | c |\n| --- | --- |\n"},
	{name: "table of one row with an image", page: "<table><tr><td><img src=/a.png><td>b</table>", want: "| ![](/a.png) | b |\n| --- | --- |\n"},
	{name: "cells of long text", page: "<table><tr><td>" + strings.Repeat("much ", 60) + "<td>" + strings.Repeat("more ", 60) + "</table>", want: strings.TrimSpace(strings.Repeat("much ", 60)) + "\n\n" + strings.TrimSpace(strings.Repeat("more ", 60)) + "\n"},

	{name: "table after the title", page: "<title>B – S</title><h1>%B</h1><p>%by me<table><tr><th>%a<th>%b<tr><td>%c<td>%d</table><p>text", want: "text\n"},
	{name: "table right after the title", page: "<title>%B – S</title><h1>%B</h1><table><tr><th>%a<th>%b<tr><td>%c<td>%d</table><p>text", want: "| %a | %b |\n| --- | --- |\n| %c | %d |\n\ntext\n"},

	{name: "heading of kept text", page: "<p>a<section><header><h3>%B <a href=/x>c</a></h3></header><p>text</section>", want: "a\n\n### %B [c](/x)\n\ntext\n"},
	{name: "dropped heading with a link", page: "<p>a<h3><a href=/x>%B</a></h3><p>text", want: "a\n\n### [%B](/x)\n\ntext\n"},
	{name: "dropped heading in a link", page: "<p>a</p><a href=/x><h3>%Other</h3></a><p>text", want: "a\n\ntext\n"},
	{name: "dropped heading of a section that ends", page: "<p>a<article><h3>%Other</h3></article><p>text", want: "a\n\ntext\n"},
	{name: "dropped heading of an item that ends", page: "<p>a<ul><li>b<li><h3>%Other</h3></ul><p>text", want: "a\n\n- b\n\ntext\n"},

	{name: "term of kept details", page: "<p>x<dl><dt>%a<dd>%b<dt>%c<dd>d</dl>", want: "x\n\n%c\n\nd\n"},

	{name: "first and last items", page: "<p>a<ul><li>%b<li>c and so on<li>%d</ul>", want: "a\n\n- %b\n- c and so on\n- %d\n"},
	{name: "items of a list with little that is kept", page: "<p>a<ul><li>%much more than a quarter of it<li>b<li>%much more of it</ul>", want: "a\n\n- b\n"},
	{name: "last terms and details", page: "<p>x<dl><div><dt>%a<dd>b and so on</div><div><dt>%c<dd>%d</div></dl>", want: "x\n\n%a\n\nb and so on\n\n%c\n\n%d\n"},

	{name: "list of links between blocks", page: "<p>a<ul><li><a href=/x>%b</a></ul><p>c", want: "a\n\n- [%b](/x)\n\nc\n"},
	{name: "list of links under a kept heading", page: "<p>a<h2>b</h2><div><ul><li><a href=/x>%c</a></ul></div><h2>%d</h2><p>e", want: "a\n\n## b\n\n- [%c](/x)\n\n## %d\n\ne\n"},
	{name: "list of links under a dropped heading", page: "<p>a<h2>%b</h2><ul><li><a href=/x>%c</a></ul><p>d", want: "a\n\nd\n"},
	{name: "list under a dropped heading", page: "<p>a<h2>%b</h2><ul><li>%c and so on</ul><p>d", want: "a\n\n## %b\n\n- %c and so on\n\nd\n"},
	{name: "list in another element", page: "<p>a<div><ul><li>%b and so on</ul></div><div><p>%c</div><div><ul><li>%d</ul></div><p>e", want: "a\n\ne\n"},
	{name: "list in another element after an introduction", page: "<p>a<div><h2>%B</h2><p>%This:<ul><li>%b and so on</ul></div><div><p>c</div>", want: "a\n\n## %B\n\n%This:\n\n- %b and so on\n\nc\n"},
	{name: "list of links after dropped text", page: "<p>a<p>%b<ul><li><a href=/x>%c</a></ul><p>d", want: "a\n\nd\n"},
	{name: "list of links at the end of an element", page: "<div><p>a<ul><li><a href=/x>%b</a></ul></div><p>c", want: "a\n\nc\n"},
	{name: "list of links to places in the page", page: "<p>a<ul><li><a href=#x>%b</a></ul><p>c", want: "a\n\nc\n"},
	{name: "list of links before notes", page: "<div><p>a<sup><a href=#n>1</a></sup><ul><li><a href=/x>%b</a></ul><ol><li id=n>one</ol></div>", want: "a[^1]\n\n[^1]: one\n"},
	{name: "table of links between blocks", page: "<p>a<div><table><tr><th>%b<th><a href=/x>%c and more</a></table></div><p>d", want: "a\n\n| %b | [%c and more](/x) |\n| --- | --- |\n\nd\n"},
	{name: "callout between blocks", page: "<p>a<aside class='callout callout-tip'><p>%b</aside><p>c", want: "a\n\n> [!tip]\n>\n> %b\n\nc\n"},
	{name: "callout of links", page: "<p>a<aside class='callout callout-tip'><a href=/x>%b</a></aside><p>c", want: "a\n\nc\n"},
	{name: "callout at the end", page: "<p>a<aside class='callout callout-tip'><p>%b</aside><p>%c", want: "a\n"},

	{name: "list of sections", page: "<p>a<ul><li><h3>b</h3>c<ul><li>d<li>e</ul><li><div><h3>f</h3><p>g</div></ul><p>h", want: "a\n\n### b\n\nc\n\n- d\n- e\n\n### f\n\ng\n\nh\n"},
	{name: "list of sections in a list", page: "<ul><li>a<ul><li><h3>b</h3>c</ul><li>d<li>e</ul>", want: "- a\n\n  ### b\n\n  c\n\n- d\n\n- e\n"},
	{name: "list with one heading", page: "<ul><li><h3>a</h3>b<li>c<li>d</ul>", want: "- ### a\n\n  b\n\n- c\n\n- d\n"},
	{name: "numbered list of sections", page: "<ol><li><h3>a</h3>b<li><h3>c</h3>d</ol>", want: "1. ### a\n\n   b\n\n2. ### c\n\n   d\n"},

	{name: "remark after code", page: "<pre>a\nb</pre><p>%It has <code>%c</code>%.<p>%d", want: "```\na\nb\n```\n\n%It has `%c`%.\n"},
	{name: "link after code", page: "<pre>a\nb</pre><p>%<a href=/x>%see also</a>", want: "```\na\nb\n```\n"},
	{name: "long text after code", page: "<pre>a\nb</pre><p>%" + strings.Repeat("more ", 60), want: "```\na\nb\n```\n"},

	{name: "consent to cookies", page: "<p>text of the page<div id=Cookie_Banner><p>We use some.</div><div class='x onetrust-pc'><p>And more.</div>", want: "text of the page\n"},
	{name: "consent to other things", page: "<p>text<section id=informed-consent><p>They agree.</section><div class='settings-dialog cookies'><p>Bake.</div>", want: "text\n\nThey agree.\n\nBake.\n"},
	{name: "page about consent", page: "<p>text<div class=cookie-notice><p>most of the page</div>", want: "text\n\nmost of the page\n"},

	{name: "button", page: "<p>text<div>a<br><a class='x Btn-lg' href=/x>b</a> <span><a role=button href=/y>c</a></span></div><p>text", want: "text\n\na\n\ntext\n"},
	{name: "button in a line of text", page: "<p>text of the page<div>a <b><a class=button href=/x>b</a></b></div>", want: "text of the page\n\na **[b](/x)**\n"},
	{name: "button in a heading or a cell", page: "<h2><a class=btn href=/x>a</a></h2><p>text<table><tr><th><a class=btn href=/x>b</a><td>c</table>", want: "## [a](/x)\n\ntext\n\n| [b](/x) | c |\n| --- | --- |\n"},
	{name: "long text in a button", page: "<p>" + strings.Repeat("text ", 60) + "<p><a class=btn href=/x>" + strings.Repeat("more ", 25) + "</a>", want: strings.TrimSpace(strings.Repeat("text ", 60)) + "\n\n[" + strings.TrimSpace(strings.Repeat("more ", 25)) + "](/x)\n"},
	{name: "page of buttons", page: "<p>a<p><a class=btn href=/x>b</a>", want: "a\n\n[b](/x)\n"},
	{name: "word that contains another", page: "<p>text of the page<p><a class='x buttonholes' href=/x>b</a>", want: "text of the page\n\n[b](/x)\n"},

	{name: "title", page: "<title>Bread | Site</title><h1>Bread</h1><p>text", want: "# Bread\n\ntext\n"},
	{name: "title left out", page: "<title>Bread | Site</title><h4>Food</h4><h1>Bread</h1><p>text<h2>Bread</h2><p>more", want: "#### Food\n\ntext\n\n## Bread\n\nmore\n", options: render.Options{OmitTitle: true}},
	{name: "title left out, after the name of the site", page: "<title>Site « Bread</title><h2>Bread</h2><p>text", want: "text\n", options: render.Options{OmitTitle: true, Verbatim: true}},
	{name: "heading that is a part of the title", page: "<title>Bread of my own - Site</title><h1>Bread</h1><p>text", want: "# Bread\n\ntext\n", options: render.Options{OmitTitle: true}},
	{name: "title after another heading", page: "<title>Bread</title><h1>Site</h1><h1>Bread</h1><p>text", want: "# Site\n\n# Bread\n\ntext\n", options: render.Options{OmitTitle: true}},

	{name: "image with the link beside it", page: "<p>a<p><a href=/x><img src=/a.png alt=b></a><p><a href=/x>c</a> <a href=/x><img src=/d.png></a> e", want: "a\n\n![b](/a.png)\n\n[c](/x) ![](/d.png) e\n"},
	{name: "image with the link near it", page: "<p>a<p><a href=/x><img src=/a.png alt=b></a><p><a href=/y>new</a><p><a href=/x>c</a><a href=/x><img src=/d.png></a>e", want: "a\n\n![b](/a.png)\n\n[new](/y)\n\n[c](/x)![](/d.png)e\n"},
	{name: "image with a link of its own", page: "<p>a <a href=/y><img src=/a.png alt=b></a> <a href=/x>c</a> <a href=/x>d <img src=/d.png></a>", want: "a [![b](/a.png)](/y) [c](/x) [d ![](/d.png)](/x)\n"},

	{name: "image that leads to another page, before all text", page: "<p><a href=/x><img src=/a.png></a><p>a", want: "a\n"},
	{name: "image that leads to another page, before dropped text", page: "<p>a<p><a href=/x><b><img src=/a.png></b></a><p>%b", want: "a\n"},
	{name: "image that leads to another page, after dropped text", page: "<p>a<p>%b<p><a href=/x><img src=/a.png></a><p>c", want: "a\n\nc\n"},
	{name: "image that leads to another page, with text", page: "<p><a href=/x><img src=/a.png>a</a>", want: "[![](/a.png)a](/x)\n"},
	{name: "image that leads to a larger one", page: "<p>a<p><a href='/x.JPG?w=9#b'><img src=/a.png></a>", want: "a\n\n[![](/a.png)](/x.JPG?w=9#b)\n"},
	{name: "image that leads to a place in the page", page: "<p>a<p><a href=#b><img src=/a.png></a>", want: "a\n\n![](/a.png)\n"},

	{name: "links of punctuation", page: "<p>by <a href=/x>. .</a> and <a href=/y><b>»</b></a> a <a href=/z>b.</a> <a href=/w>★</a> <a href=/v>.<img src=/i.png></a>", want: "by . . and **»** a [b.](/z) [★](/w) [.![](/i.png)](/v)\n"},

	{name: "typed bullets", page: "<p>&bull;one<p>•\u00a0<a href=/x>two</a><p>three", want: "- one\n- [two](/x)\n\nthree\n"},
	{name: "typed bullets in a line", page: "<div>Some:<br>• one<br>• two <i>three</i><br>four</div>", want: "Some:\n\n- one\n- two *three*\n\nfour\n"},
	{name: "typed numbers", page: "<p><b>1. One</b><p>2. two<br>3. three<p>4) four", want: "1. **One**\n2. two\n3. three\n\n4\\) four\n"},
	{name: "typed numbers from 3", page: "<p>3. c<p>4. d", want: "3\\. c\n\n4\\. d\n"},
	{name: "typed number and bullet", page: "<p>1. a<p>• b<p>1.5 c<p>2. d", want: "1\\. a\n\n• b\n\n1.5 c\n\n2\\. d\n"},
	{name: "typed dashes", page: "<p>These:</p><p>- one<p>- two", want: "These:\n\n- one\n- two\n"},
	{name: "speech", page: "<p>– Where?<br>– There.", want: "– Where?\\\n– There.\n"},
	{name: "typed bullets without text", page: "<p>•<p>•<p>a<br>•<br>•", want: "•\n\n•\n\na\\\n•\\\n•\n"},
	{name: "typed bullets in place", page: "<p>• one<p>• two", want: "• one\n\n• two\n", options: render.Options{Verbatim: true}},

	{name: "note in the line", page: "<p>a<span class=inline-footnote>1<span class=footnoteContent style='display:none'>one <i>c</i></span></span> d", want: "a[^1] d\n\n[^1]: one *c*\n"},
	{name: "note beside the text", page: "<p>a<label for=s></label><input type=checkbox id=s><span class=sidenote>one</span> c<sup>2</sup><small class=marginnote>two</small>", want: "a[^1] c[^2]\n\n[^1]: one\n\n[^2]: two\n"},
	{name: "copy of a note", page: "<p>a<sup><a href=#n>1</a></sup><span class=sidenote><span class=sidenote-number>1. </span>one</span> c<ol><li id=n>one</ol>", want: "a[^1] c\n\n[^1]: one\n"},
	{name: "note alone in its line", page: "<p><span class=sidenote>one</span><p>c", want: "one\n\nc\n"},
	{name: "notes in place", page: "<p>a<sup>2</sup><span class=sidenote>one</span> c", want: "a<sup>2</sup>one c\n", options: render.Options{NotesInPlace: true}},
	{name: "note in a line of few nodes", page: "<p>a <b>b</b><sup>2</sup><span class=sidenote> one</span> c", want: "a b2 one c\n", options: render.Options{MaxNodes: 1}},

	{name: "fraction of MathJax", page: "<p>a <mjx-container><mjx-math><mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut><mjx-mn><mjx-c>1</mjx-c></mjx-mn></mjx-num>" +
		"<mjx-dbox><mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut><mjx-mi><mjx-c>n</mjx-c></mjx-mi></mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac></mjx-math></mjx-container>", want: "a $\\frac{1}{n}$\n"},
	{name: "root of MathJax", page: "<p>a <mjx-container><mjx-msqrt><mjx-sqrt><mjx-surd><mjx-mo><mjx-c>√</mjx-c></mjx-mo></mjx-surd><mjx-box><mjx-mi><mjx-c>n</mjx-c></mjx-mi></mjx-box></mjx-sqrt></mjx-msqrt></mjx-container>", want: "a $\\sqrt{n}$\n"},
	{name: "scripts of MathJax", page: "<p>a <mjx-container><mjx-msubsup><mjx-mi><mjx-c>s</mjx-c></mjx-mi><mjx-script><mjx-mn><mjx-c>2</mjx-c></mjx-mn><mjx-spacer></mjx-spacer><mjx-mi><mjx-c>i</mjx-c></mjx-mi></mjx-script></mjx-msubsup></mjx-container>", want: "a $s_{i}^{2}$\n"},
	{name: "limits of MathJax", page: "<p>a <mjx-container><mjx-munderover><mjx-over><mjx-mi><mjx-c>n</mjx-c></mjx-mi></mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base><mjx-mo><mjx-c>∑</mjx-c></mjx-mo></mjx-base></mjx-row>" +
		"<mjx-row><mjx-under><mjx-mi><mjx-c>i</mjx-c></mjx-mi></mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover></mjx-container>", want: "a $\\sum _{i}^{n}$\n"},
	{name: "brackets that grow", page: "<p>a <math><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow></math>", want: "a $\\left(x\\right)$\n"},
	{name: "script of MathJax", page: "<p>a <span class=MathJax_Preview></span><span class=MathJax><span>x2</span></span><script type='math/tex' id=m>x^2</script> b", want: "a $x^2$ b\n"},
	{name: "script of a formula on its own line", page: "<p>a <div class=MathJax_Display><span class=MathJax>x</span></div><script type='math/tex; mode=display'>% <![CDATA[\nx<y\n%]]></script>", want: "a\n\n$$x< y$$\n"},
	{name: "script that MathJax has still to work on", page: "<p>a <script type='math/tex'>x_1</script> b", want: "a $x_1$ b\n"},
	{name: "scripts side by side", page: "<p>a <script>1</script><script type='math/tex'>x_1</script><!-- --><script type='math/tex'>y</script> b", want: "a $x_1$$y$ b\n"},
	{name: "formulas with a dollar sign side by side", page: "<p>a <script type='math/tex'>x$y</script><script type='math/tex'>z$</script> b", want: "a `x$y`<code>z&#36;</code> b\n"},
	{name: "other script", page: "<p>a <script type='text/x'>x_1</script> b", want: "a b\n"},

	{name: "placeholder", page: "<p>a <img src=http://a.b/lazy_placeholder.gif data-src=http://a.b/c.png> b", want: "a ![](http://a.b/c.png) b\n"},

	{name: "callout", page: "<p>a</p><div class='admonition note'><p class=admonition-title>Be <b>careful</b></p><p>text</div>", want: "a\n\n> [!note] Be **careful**\n>\n> text\n"},
	{name: "callout without a title", page: "<aside class='callout callout-tip'><p>text</aside>", want: "> [!tip]\n>\n> text\n"},
	{name: "callout by its attribute", page: "<div class=callout data-callout=FAQ><h5 class=callout-title>Why?</h5>text</div>", want: "> [!faq] Why?\n>\n> text\n"},
	{name: "kind that is none", page: "<div class='callout callout-x'><p>text</div>", want: "text\n"},
	{name: "text that looks like a callout", page: "<blockquote>[!note] text</blockquote>", want: "> \\[!note] text\n"},

	{name: "formula at the end", page: "<p>a <p>%<math><mi>x</mi><mo>=</mo><mi>y</mi></math>", want: "a\n"},
	{name: "dropped formula after kept text", page: "<p>a</p><math><mtext>%</mtext><mi>x</mi><mo>=</mo><mi>%y</mi></math>", want: "a\n\n$% x=%y$\n"},
}

func TestRules(t *testing.T) {
	m := allMethods(t)["all of justext"]
	for _, test := range rules {
		t.Run(test.name, func(t *testing.T) {
			text, doc := read(t, m, []byte(test.page))
			for i := range doc.Blocks {
				if strings.HasPrefix(strings.TrimSpace(doc.Blocks[i].Text), "%") && doc.Blocks[i].Kind != page.Image {
					doc.Blocks[i].Keep = false
				}
			}
			var out bytes.Buffer
			if err := render.Markdown(&out, build(t, text, doc, test.options), render.MarkdownOptions{}); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); got != test.want {
				t.Errorf("%s\n got %q\nwant %q", test.page, got, test.want)
			}
		})
	}
}

// TestComments: the comments of readers are a branch of their own, which the options may
// leave out.
func TestComments(t *testing.T) {
	const (
		article = "<h1>A</h1><p>what the author wrote about it at some length"
		remarks = "<div id=comments><h3>One remark</h3><p>well said</div>"
	)
	treeOf := func(source string, options render.Options) *render.Tree {
		text, doc := read(t, allMethods(t)["all of justext"], []byte(source))
		return build(t, text, doc, options)
	}
	count := func(source string) (n int) {
		for c := range treeOf(source, render.Options{}).Root.Children() {
			if c.Kind == render.Comments {
				n++
			}
		}
		return n
	}
	for source, want := range map[string]int{
		article + remarks:                              1,
		article + remarks + "<p>more" + remarks:        2,
		"<ul class='x Comment-List'><li>y</ul>":        0, // all there is
		"<p>text and more" + "<p class=comments>x":     0,
		article + "<ol class='commentlist'><li>y</ol>": 1,
	} {
		if got := count(source); got != want {
			t.Errorf("%s: %d branches, want %d", source, got, want)
		}
	}
	for omit, tree := range map[bool]*render.Tree{
		false: treeOf(article+remarks+"<p>the end", render.Options{}),
		true:  treeOf(article+remarks+"<p>the end", render.Options{OmitComments: true}),
	} {
		for name, write := range map[string]func(w *bytes.Buffer) error{
			"markdown": func(w *bytes.Buffer) error { return render.Markdown(w, tree, render.MarkdownOptions{}) },
			"html":     func(w *bytes.Buffer) error { return render.HTML(w, tree, render.HTMLOptions{}) },
			"tei":      func(w *bytes.Buffer) error { return render.TEI(w, tree, render.TEIOptions{}) },
			"text":     func(w *bytes.Buffer) error { return render.PlainText(w, tree, render.TextOptions{}) },
			"json":     func(w *bytes.Buffer) error { return render.JSON(w, tree) },
		} {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			for text, want := range map[string]bool{"at some length": true, "well said": !omit, "remark": !omit, "the end": true} {
				if got := strings.Contains(out.String(), text); got != want {
					t.Errorf("%s, omit %v: %q is there: %v\n%s", name, omit, text, got, &out)
				}
			}
		}
	}
}

// TestNoTask: a link whose text is "x" is not the box of a task.
func TestNoTask(t *testing.T) {
	text, doc := read(t, allMethods(t)["all of justext"], []byte("<p>before<ul><li><a href=/x>X</a> after<li>a <a href=/x>x</a><li>[x] c</ul>"))
	var out strings.Builder
	if err := render.Markdown(&out, build(t, text, doc, render.Options{}), render.MarkdownOptions{}); err != nil {
		t.Fatal(err)
	}
	want := "before\n\n- [&#88;](/x) after\n- a [x](/x)\n- \\[x] c\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestTypedListRepairs: the markers that are left out of typed lists are listed, with their
// ranges in the page.
func TestTypedListRepairs(t *testing.T) {
	source := []byte("<p>Some:<br>&bull;one<br> \u2022 <b>two</b><p>1)\u00a0three<p>&#50;&#x29; four")
	text, doc := read(t, allMethods(t)["all of justext"], source)
	var got []string
	for _, r := range build(t, text, doc, render.Options{}).Repairs {
		if r.Rule != "typed list" || r.Added {
			t.Errorf("%+v", r)
		}
		got = append(got, strings.TrimSpace(string(text[r.Start:r.End])))
	}
	if want := "&bull; \u2022 1) &#50;&#x29;"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
