package victor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/hostile"
)

// attacks are pieces of pages that would run, load a document or send a form if a
// browser showed them as they are.
var attacks = []string{
	`<p onclick="a()" class='b"c&amp;d' =e=f>g<p ONCLICK=a()>`, `<img src=x onerror=a()>`, `<img src=x oNeRRor = "a()">`, `<img/src=x/onerror=a()>`,
	`<img src="x" onerror="a()" alt="x">`, `<image src=x onload=a() alt=y>`, "<img src=x onerror\n=\na()>", "<p on\x00click=a()>x", `<body onload=a()>x`,
	`<svg onload=a()>`, `<svg/onload=a()>`, `<details open ontoggle=a()>x</details>`, `<input autofocus onfocus=a()>`, `<marquee onstart=a()>x</marquee>`,
	`<a href="javascript:a()">x</a>`, `<a href=" JaVaScRiPt:a()">x</a>`, "<a href=\"java\tscript:a()\">x</a>", "<a href=\"java\nscr\ript:a()\">x</a>",
	`<a href="&#106;avascript&colon;a()">x</a>`, `<a href="java&Tab;script&NewLine;:a()">x</a>`, `<a href="&#1;&#0;javascript:a()">x</a>`,
	"<a href=\"\x01\x02javascript:a()\">x</a>", "<a href='\u00a0javascript:a()'>x</a>", `<a href="vbscript:a()">x</a>`, `<a href="VBSCRIPT:a()">x</a>`,
	`<a href="data:text/html,<script>a()</script>">x</a>`, `<a href="DATA:text/html;base64,PHNjcmlwdD4=">x</a>`, `<a href="feed:javascript:a()">x</a>`,
	`<a href="view-source:javascript:a()">x</a>`, `<a href="livescript:a()">x</a>`, `<a href="blob:x">x</a>`, `<a href="file:///etc/passwd">x</a>`,
	`<a href="//x" ping="http://x">x</a>`, `<area href="javascript:a()">`, `<a xlink:href="javascript:a()">x</a>`, `<a href=x href=javascript:a()>x</a>`,
	`<a href=javascript:a() href=x>x</a>`, `<a target=_blank href=x>x</a>`, `<base href="javascript:a()//">`, `<base href="//evil/">x`, `<link rel=stylesheet href=x>`,
	`<link rel=import href=x>`, `<meta http-equiv=refresh content="0;url=javascript:a()">`, `<noscript><meta http-equiv=refresh content=0></noscript>`,
	`<form action="javascript:a()"><input type=submit></form>`, `<form action=http://x><button formaction=javascript:a() formmethod=post>x</button></form>`,
	`<input type=image src=javascript:a() formaction=x>`, `<isindex action=javascript:a() type=image>`, `<iframe src=javascript:a()>x</iframe>`,
	`<iframe srcdoc="<script>a()</script>">`, `<frameset onload=a()><frame src=javascript:a()>`, `<object data=javascript:a()>x</object>`,
	`<embed src=javascript:a()>`, `<applet code=x>x</applet>`, `<p style="background:url(javascript:a())">x`, `<p style="width:expression(a())">x`,
	`<p style="@import 'x'">x`, `<p style="-moz-binding:url(x)">x`, `<p style="b\61ckground:u\72l(x)">x`, `<p style="width:ex/**/pression(a())">x`,
	`<style>@import "x"</style>`, `<style>p{background:url(javascript:a())}</style>`, `<svg><style>*{x:url(y)}</style></svg>`, `<svg><script>a()</script></svg>`,
	`<svg><a xlink:href="javascript:a()"><text>x</text></a></svg>`, `<svg><animate attributeName=href values=javascript:a() /></svg>`,
	`<svg><set attributeName=onmouseover to=a()></svg>`, `<svg><use href="data:image/svg+xml,x#y"/></svg>`, `<svg><image href="javascript:a()"/></svg>`,
	`<svg><foreignObject><iframe src=javascript:a()></iframe></foreignObject></svg>`, `<math><maction actiontype=statusline xlink:href=javascript:a()>x</maction></math>`,
	`<math href=javascript:a()>x</math>`, `<math><mtext><table><mglyph><style><img src=x onerror=a()>`, `<svg></p><style><a id="</style><img src=1 onerror=a()>">`,
	`<noscript><p title="</noscript><img src=x onerror=a()>">`, `<xmp><p title="</xmp><img src=x onerror=a()>">x</xmp>`,
	`<noembed><img title="</noembed><script>a()</script>"></noembed>`, `<noframes><p title="</noframes><svg onload=a()>"></noframes>`,
	`<textarea><p title="</textarea><img src=x onerror=a()>">`, `<title><p title="</title><script>a()</script>">`, `<plaintext><script>a()</script>`,
	`<template shadowrootmode=open><p onclick=a()>x<script>a()</script></template>`, `<p>&lt;script&gt;a()&lt;/script&gt;`, `<scr<script>ipt>a()</script>`,
	`<script >a()</script >`, `<script/x>a()</script>`, `<SCRIPT SRC=x></SCRIPT>`, `<<script>a()//<</script>`, `<!--><img src=x onerror=a()>-->`, `<!--<img title="--><img src=x onerror=a()>">`,
	`<![CDATA[<img src=x onerror=a()>]]>`, `<?xml <img src=x onerror=a()>?>`, `<x-<img onerror=a()>y`, `<p title="'"><img onerror=a()>'>x`, `<p title='"><img onerror=a()>'>x`,
	"<p title=`><img onerror=a()>`>x", `<video src=x autoplay><source src=javascript:a() onerror=a()></video>`, `<audio src=x onerror=a()></audio>`, `<bgsound src=javascript:a()>`,
	`<table background=javascript:a()><td background=x>y</table>`, `<img lowsrc=javascript:a() dynsrc=javascript:a() srcset="javascript:a() 1x" alt=z>`,
	`<img src="data:image/svg+xml,<svg onload=a()>">`, `<portal src=javascript:a()>x</portal>`, `<keygen onfocus=a()>`, `<span id=victor_an3 onclick=a()>x</span>`,
	`<a href=x rel=opener>x</a>`, `<p contenteditable onblur=a()>x`, `<button popovertarget=x onclick=a()>x</button>`, `<html manifest=x onload=a()>`, `<div is=x-y>z</div>`,
}

// The elements and attributes that a page for annotation may have: nothing in them
// runs, loads another document or sends a form.
var (
	activeElements = strings.Fields("script style iframe frame frameset object embed applet param")
	addressOf      = map[string]string{"href": "a area", "src": "img"}
)

// activeIn returns what is active in a tree.
func activeIn(n *html.Node) (found []string) {
	for c := range n.Descendants() {
		if c.Type != html.ElementNode {
			continue
		}
		if slices.Contains(activeElements, c.Data) {
			found = append(found, "<"+c.Data+">")
		}
		for _, a := range c.Attr {
			if what := c.Data + " " + a.Key + "=" + a.Val; isActive(c.Data, a) {
				found = append(found, what)
			}
		}
	}
	return found
}

// isActive judges an attribute by a rule other than the one under test: a list of names with
// the values that each may have.
func isActive(element string, a html.Attribute) bool {
	value := strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, strings.ToLower(a.Val))
	switch {
	case element == "meta":
		return a.Key != "charset"
	case a.Namespace != "" || strings.HasPrefix(a.Key, "on"):
		return true
	case a.Key == "style":
		return strings.ContainsAny(value, `(\@<&`) || strings.Contains(value, "/*")
	case addressOf[a.Key] != "":
		scheme, _, has := strings.Cut(value, ":")
		return !slices.Contains(strings.Fields(addressOf[a.Key]), element) ||
			has && !strings.ContainsAny(scheme, "/?#") && !slices.Contains([]string{"http", "https", "mailto", "tel"}, scheme)
	}
	return slices.Contains(strings.Fields("action formaction formmethod data codebase background poster ping srcset srcdoc lowsrc dynsrc manifest"+
		" xlink:href attributename values to from by content http-equiv target autofocus autoplay code is profile longdesc usemap cite icon"), a.Key)
}

// spansOf returns a page in native span form.
func spansOf(t testing.TB, x *Extractor, source string) string {
	t.Helper()
	var native bytes.Buffer
	if err := x.WriteSpans(t.Context(), &native, strings.NewReader(source), "text/html; charset=utf-8"); err != nil {
		t.Fatal(err)
	}
	return native.String()
}

// TestInert: nothing active is left of an attack, alone, in the middle of others, in
// an attribute, in foreign content, or where a browser reads raw text, whether it runs
// scripts or not.
func TestInert(t *testing.T) {
	x := newExtractor(t)
	sources := map[string]string{"all": strings.Join(attacks, "\n")}
	maps.Copy(sources, oddPages)
	delete(sources, "deep") // than x/net/html reads
	delete(sources, "deeper")
	for _, attack := range attacks {
		for _, around := range []string{"%s", "<p>x%sy", `<p title="%s">x`, "<svg>%s</svg>", "<math><mtext>%s", "<noscript>%s</noscript>", "<xmp>%s</xmp>",
			"<table>%s", "<select>%s", "<textarea>%s</textarea>%[1]s", "<title>%s</title>", "<!--%s-->"} {
			source := fmt.Sprintf(around, attack)
			sources[source] = source
		}
	}
	for name, source := range sources {
		native := spansOf(t, x, source)
		for _, scripting := range []bool{true, false} {
			tree, err := html.ParseWithOptions(strings.NewReader(native), html.ParseOptionEnableScripting(scripting))
			if err != nil {
				t.Fatal(err)
			}
			for _, active := range activeIn(tree) {
				t.Errorf("%s: scripting %v: %q is left in %s", name, scripting, active, native)
			}
		}
	}
}

// TestAttributes: harmless attributes stay.
func TestAttributes(t *testing.T) {
	x := newExtractor(t)
	for source, want := range map[string]string{
		`<a href="/x?a=javascript:b" title='"<&'>y</a>`:           `<a href="/x?a=javascript:b" title="&#34;&lt;&amp;">`,
		`<a HREF=HTTPS://x CLASS=b class=c>y</a>`:                 `<a href="HTTPS://x" class="b">`,
		`<a href="ht&#10;tp://x">y</a>`:                           "<a href=\"ht\ntp://x\">",
		`<a href=mailto:a@b>y</a>`:                                `<a href="mailto:a@b">`,
		`<p style="display:none; color:#fff !important" hidden>y`: `<p style="display:none; color:#fff !important" hidden="">`,
		`<img src=x/>`:              `<img src="x/" />`,
		`<img src="x" alt="y">`:     `<img src="x" alt="y"><span id="victor_an0" class="victor_other">y</span></img>`,
		`<x-y id=z />a`:             `<x-y id="z">`,
		`<td colspan=2 width=50%>y`: `<td colspan="2" width="50%">`,
	} {
		if got := spansOf(t, x, source); !strings.Contains(got, want) {
			t.Errorf("%s: %s does not have %s", source, got, want)
		}
	}
	if len(attributeNames) > 64 {
		t.Errorf("%d attributes do not fit into 64 bits", len(attributeNames))
	}
	for _, name := range attributeNames {
		if name != strings.ToLower(name) {
			t.Errorf("attribute %s is not in lower case", name)
		}
	}
}

// TestSpansLength: the output is at most 4 times the page and 1 MiB, or an error, and
// what came before the error is no longer. It writes every third shape, or every one: make
// hostile.
func TestSpansLength(t *testing.T) {
	x := newExtractor(t)
	refused := 0
	for _, shape := range hostile.Sample(append(memoryShapes, hostileShapes...), 0, 3) {
		source := shape.OfSize(256 << 10)
		var size writtenBytes
		err := x.WriteSpans(t.Context(), &size, bytes.NewReader(source), "")
		if err != nil && !errors.Is(err, ErrTooLong) {
			t.Errorf("%s: %v", shape.Name, err)
		}
		if err != nil {
			refused++
		}
		if int(size) > maxGrowth*len(source)+maxExtra {
			t.Errorf("%s: %d bytes for %d", shape.Name, size, len(source))
		}
	}
	if refused == 0 || refused > len(hostileShapes)/2 {
		t.Errorf("%d shapes are refused", refused)
	}
	for i, source := range realPages(t, "scrapinghub") {
		var size writtenBytes
		if err := x.WriteSpans(t.Context(), &size, bytes.NewReader(source), ""); err != nil || int(size) > 2*len(source)+2000 {
			t.Errorf("page %d: %d bytes for %d, error %v", i, size, len(source), err)
		}
	}
}

// writtenBytes counts what is written.
type writtenBytes int

func (n *writtenBytes) Write(p []byte) (int, error) {
	*n += writtenBytes(len(p))
	return len(p), nil
}

// A failingWriter fails after some bytes.
type failingWriter struct{ room int }

var errFull = errors.New("full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.room -= len(p); w.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestSpansErrors: errors of the reader, the writer and the context are returned, and
// nothing is written if the page could not be read.
func TestSpansErrors(t *testing.T) {
	x := newExtractor(t)
	page := strings.Repeat("<p>Some words of it.</p>", 5000)
	for _, room := range []int{0, 100, 100_000} {
		if err := x.WriteSpans(t.Context(), &failingWriter{room}, strings.NewReader(page), ""); !errors.Is(err, errFull) {
			t.Errorf("room for %d bytes: error %v", room, err)
		}
	}
	short := page[:200]
	var out bytes.Buffer
	if err := x.WriteSpans(t.Context(), &out, strings.NewReader(short), ""); err != nil {
		t.Fatal(err)
	}
	for room := range out.Len() {
		if err := x.WriteSpans(t.Context(), &failingWriter{room}, strings.NewReader(short), ""); !errors.Is(err, errFull) {
			t.Errorf("room for %d of %d bytes: error %v", room, out.Len(), err)
		}
	}
	broken := errors.New("broken")
	out.Reset()
	if err := x.WriteSpans(t.Context(), &out, hostile.Fail([]byte(page), broken, false), ""); !errors.Is(err, broken) || out.Len() > 0 {
		t.Errorf("%d bytes, error %v", out.Len(), err)
	}
	count := &lookedAt{Context: t.Context(), last: 1 << 30}
	if err := x.WriteSpans(count, io.Discard, strings.NewReader(page), ""); err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= count.looks; k++ {
		ctx := &lookedAt{Context: t.Context(), last: k}
		err := x.WriteSpans(ctx, io.Discard, strings.NewReader(page), "")
		if found := ctx.looks >= k; found != errors.Is(err, context.DeadlineExceeded) { // a reused buffer needs fewer looks
			t.Fatalf("look %d of %d: error %v", k, count.looks, err)
		}
	}
}

// TestSpansControls: the output has no control characters but white space, and as many
// blocks as the page.
func TestSpansControls(t *testing.T) {
	x := newExtractor(t)
	for c := rune(0); c < 0xa0; c++ {
		if c >= ' ' && c < 0x7f {
			continue
		}
		reference := fmt.Sprintf("&#x%x;", c)
		source := strings.ReplaceAll("<title>aXb</title><p title='aXb'>aXb<b>X</b><pre>aXb</pre><img alt='aXb'><img alt='X'><img alt=' X '><p> X <p>a</p>X<a href='aXb'>c</a>", "X", string(c)+reference)
		native := spansOf(t, x, source)
		if unicode.IsSpace(c) && !regexp.MustCompile(`<p title="a\s`).MatchString(native) {
			t.Errorf("%U: the words of a title run together: %q", c, native)
		}
		for _, r := range native {
			if unicode.IsControl(r) && !strings.ContainsRune("\t\n\f\r", r) {
				t.Fatalf("%U: %q", r, native)
			}
		}
		d, err := x.DocumentBytes(t.Context(), []byte(source), "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Count(native, `<span id="victor_an`), len(d.Blocks); got != want {
			t.Errorf("%U: %d spans for %d blocks: %q", c, got, want, native)
		}
		if err := checkSpans(t, x, []byte(source), d.Blocks); err != nil {
			t.Errorf("%U: %v", c, err)
		}
	}
}

// TestSpansForms: no form sends anything.
func TestSpansForms(t *testing.T) {
	x := newExtractor(t)
	for _, source := range []string{"<form>a<input type=submit></form>", "<form action=/x method=post>a<button>b", "<form method=get method=post>a"} {
		native := spansOf(t, x, source)
		if !strings.Contains(native, `<form method="dialog">`) || strings.Count(native, "method") != 1 {
			t.Errorf("%s: %s", source, native)
		}
	}
}
