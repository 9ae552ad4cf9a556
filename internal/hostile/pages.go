package hostile

import "strings"

// SmallPage has a little of everything, so that every place of it can be cut.
const SmallPage = "\ufeff<!DOCTYPE html><html><head><title>T&amp;t</title><meta charset=utf-8><script>'<p>'</script></head><body>" +
	"<h1 class=x>Hé&shy;ading</h1><p>Some of the <b>text</b> &amp; of the <a href='?a&b'> links </a>…<br/>more<br><br>and \u2003 \n more<!-- c --> &copy</p>" +
	"<img alt='an &lt;image&gt;'><select><option>1<option>2</select><ul><li>a<li>b</ul>&#x80;&nosuch; < 3 &#0;<pre>a\r\n  b\x01</pre>🙂</body></html>"

// OddPages are pages, by name, that have something unusual of one kind each.
var OddPages = map[string]string{
	"small":           SmallPage,
	"empty":           "",
	"blank":           " \n\t\u00a0",
	"text":            "just some text, not a tag in it",
	"no text":         "<p></p><div><br><br></div><img><table><tr><td></table>",
	"text in tags":    "<p>a<img/t='>b'>c<br/x='>d'>e<input/v='>f'><p/x='>g'>h",
	"unclosed":        "<div><p>a<b>b<i>c<p>d<table><tr><td>e<td>f<ul><li>g<select><option>h<textarea>i",
	"cells in no row": "<table><td>a<td>b<tr><td>c<thead><th>d<th>e<tr><th>f</table>g",
	"templates":       "<pre>a</pre><template>b</template>c<p><template>d</template>e</p><template>f</template>g",
	"misnested":       "<b>a<p>b</b>c</p>d</div></table>e<p></b>f</a>g</body>h</html>i<body>j<html>k<head>l",
	"cut":             "<p>a<p>b<p title='c",
	"references":      "&lt;&gt;&amp;&quot;&notit;&notin;&#x41;&#65;&#0;&#x110000;&#xd800;&#128;&&;&#;&#x;&CounterClockwiseContourIntegral;&fjlig;&lt",
	"controls":        "<p>\x00a\x00b\x01\x02 \x03\x1f c\x7f\u0085\ufffe\uffff\ufffd",
	"declarations":    "a<!x>b<!>c<?d>e</>f</ >g<![CDATA[h]]>i<!---->j<!-->k<!--->l<!-- -- --!>m<!doctype n>o",
	"raw":             "a<script><!--<script></script>x--></script>b<style></styl></style>c<title>d</title>e<xmp><p>f</xmp>g<plaintext>h",
	"prefixes":        "<o:p>a</o:p><svg:svg/><my:div>b</my:div><select:x>c</select:x>",
	"images":          "<p>a<img alt=b><img alt=' c  d '>e<image alt='&lt;'>f<a><img alt=g>h</a>",
	"windows-1252":    "<p>\x93caf\xe9\x94 \x80 \x81",
	"utf-16":          "\xff\xfe<\x00p\x00>\x00\x1b\x01 \x00=\xd8B\xde",
	"shift_jis":       "<meta charset=shift_jis><p>\x93\xfa\x96{\x8c\xea \x81",
	"foreign":         "<svg><text>a</text><title>b</title></svg><math><mi>c</mi></math><svg/>d<p/>e<template>f</template>",
	"frames":          "<html><frameset><frame src=a><noframes>b</noframes></frameset></html>",
	"deep":            strings.Repeat("<div>a<span>", 400) + "b" + strings.Repeat("</span></div>c", 400),
}
