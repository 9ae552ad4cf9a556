package boilerpipe

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// attacks are pages that run, send or load something in a browser.
var attacks = []string{
	`<body onload=alert(1)>x`, `<p oNcLiCk=alert(1)>x`, `<p/onclick=alert(1)>x`, "<p\nonmouseover\n=\nalert(1)>x", `<p on=1 onx>x`,
	`<a href=javascript:alert(1)>x`, `<a href=JaVaScRiPt:alert(1)>x`, `<a href=" javascript:alert(1)">x`, "<a href='java\tscript:alert(1)'>x",
	"<a href='java\nscript:alert(1)'>x", "<a href='\x01\x02javascript:alert(1)'>x", "<a href='java\x00script:alert(1)'>x",
	`<a href="&#106;avascript:alert(1)">x`, `<a href="&#x6A;&#x61;vascript&#58;alert(1)">x`, `<a href="javascript&colon;alert(1)">x`,
	`<a href="java&#9;script:alert(1)">x`, `<a href="java&#10;script:alert(1)">x`, `<a href="&#1;javascript:alert(1)">x`, `<a href="java&Tab;script:alert(1)">x`,
	`<a href="vbscript:x">x`, `<a href="data:text/html,<script>alert(1)</script>">x`, `<a href="DATA:text/html;base64,PHNjcmlwdD4=">x`,
	`<a href="livescript:x">x`, `<a href="mocha:x">x`, `<a href="file:///etc/passwd">x`, `<a href="blob:x">x`, `<a href="about:blank">x`,
	`<a href="` + strings.Repeat(" ", 2000) + `javascript:alert(1)">x`, `<a href="` + strings.Repeat("&#9;", 2000) + `javascript:alert(1)">x`,
	`<img src=javascript:alert(1)>x`, `<img src="data:image/svg+xml,<svg onload=alert(1)>">x`, `<img srcset="javascript:alert(1) 1x">x`,
	`<img dynsrc=javascript:alert(1)>x`, `<img lowsrc=javascript:alert(1)>x`, `<body background=javascript:alert(1)>x`, `<img src=x onerror=alert(1)>x`,
	`<p><meta http-equiv=refresh content="0;url=javascript:alert(1)">x`, `<p><META HTTP-EQUIV="Refresh" CONTENT="0; URL=http://a.b/">x`,
	`<p><base href=http://a.b/>x`, `<p><link rel=stylesheet href=http://a.b/c>x`, `<p><link rel=import href=x>y`,
	`<form action=http://a.b/><input name=a><button formaction=javascript:alert(1)>x</button></form>`, `<isindex action=javascript:alert(1) type=image>x`,
	`<iframe src=http://a.b/>x</iframe>y`, `<iframe srcdoc="<script>alert(1)</script>"></iframe>y`, `<iframe><script>alert(1)</script></iframe>y`,
	`<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>`, `<object data=x>y</object>z`, `<embed src=x>y`, `<applet code=x>y</applet>z`,
	`<p style="background:url(javascript:alert(1))">x`, `<p style="width:expression(alert(1))">x`, `<p style="width:exp/**/ression(alert(1))">x`,
	`<p style="@import 'http://a.b/c'">x`, `<p style="\65xpression(alert(1))">x`, `<p style="-moz-binding:url(http://a.b/c)">x`, `<p style="behavior:url(#x)">x`,
	`<style>@import url(http://a.b/c)</style>x`, `<p><style>*{x:expression(alert(1))}</style>x`,
	`<svg onload=alert(1)><text>x`, `<svg><script>alert(1)</script>x`, `<svg><a xlink:href=javascript:alert(1)><text>x`, `<svg><animate attributeName=href values=javascript:alert(1) />x`,
	`<svg><set attributeName=onmouseover to=alert(1)>x`, `<svg><foreignObject><iframe src=javascript:alert(1)>x`, `<svg><use href="data:image/svg+xml,x">y`,
	`<math><maction actiontype=statusline xlink:href=javascript:alert(1)>x`, `<math href=javascript:alert(1)>x`, `<a xlink:href=javascript:alert(1)>x`,
	`<a href=x ping=http://a.b/>y`, `<a href=x target=_blank>y`, `<video src=x onerror=alert(1)>y`, `<audio src=x>y`, `<video><source onerror=alert(1)>x`,
	`<marquee onstart=alert(1)>x`, `<bgsound src=javascript:alert(1)>x`, `<layer src=x>y`, `<xml src=x id=y>z`, `<details open ontoggle=alert(1)>x`,
	`<template><script>alert(1)</script></template>x`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">x`, `<x onclick=alert(1)>y`, `<o:p onclick=alert(1)>y`,
	`<textarea><img src=x onerror=alert(1)></textarea>x`, `<xmp><script>alert(1)</script></xmp>x`, `<plaintext><script>alert(1)</script>`,
	`<noembed><img src=x onerror=alert(1)></noembed>x`, `<noframes><img src=x onerror=alert(1)></noframes>x`, `<comment><img src=x onerror=alert(1)></comment>x`,
	`<p title='"><script>alert(1)</script>'>x`, `<p title="'><img src=x onerror=alert(1)>" class='"x'>y`, "<p title=`x`onclick=alert(1)`>y", `<p title=x"onclick=alert(1)>y`,
	`<p a"onclick=alert(1)>x`, `<p a='b'onclick=alert(1)>x`, `&lt;script&gt;alert(1)&lt;/script&gt;`, `&<script>alert(1)</script>`, `<<script>alert(1)</script>`, `<p>a&l<b>t;script></b>`,
	`<!--><script>alert(1)</script>-->x`, `<![CDATA[><script>alert(1)</script>]]>x`, `<?xml ><script>alert(1)</script>?>x`, `<script/x>alert(1)</script>y`, `<table background=javascript:alert(1)><td>x`,
	`<math><mi><table><mglyph><style><img src=x onerror=alert(1)>`, `<select><option><img src=x onerror=alert(1)></select>x`, `<button popovertarget=x>y`, `<p contenteditable autofocus onfocus=alert(1)>x`,
	`<img src=x usemap=#m><map name=m><area href=javascript:alert(1)></map>y`, `<blockquote cite=javascript:alert(1)>x`, `<a href="//a.b/c" id=x name=y>z`, `<p is=x-y slot=z>w`,
}

// harmless are the elements of the output, in a browser's reading.
func harmless(name string) bool {
	switch name {
	case "head", "meta", "style": // those of the Highlighter, which are compared as text
		return true
	}
	for _, tag := range strings.Fields("html body article aside section nav header footer main div p h1 h2 h3 h4 h5 h6 hgroup address" +
		" blockquote center pre listing ol ul li dl dt dd dir menu figure figcaption table caption colgroup col thead tbody tfoot tr td th" +
		" a abbr acronym b bdo big cite code del dfn em font i ins kbd mark nobr q rb rbc rp rt rtc ruby s samp small span strike strong" +
		" sub sup time tt u var wbr br hr img label fieldset legend details summary") {
		if name == tag {
			return true
		}
	}
	return false
}

// activeThings returns what a browser would run, send or load when it shows a page. It
// looks at the tree that x/net/html makes of the page.
func activeThings(t *testing.T, page string) (found []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !harmless(n.Data) || n.Namespace != "" {
			found = append(found, "<"+n.Data+">")
		}
		for _, a := range n.Attr {
			if isActive(a) {
				found = append(found, a.Key+"="+a.Val)
			}
		}
	}
	return found
}

// isActive tells what may do something by a rule other than the one under test: only a few
// attributes may have an address, and its scheme must be harmless.
func isActive(a html.Attribute) bool {
	value := strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, strings.ToLower(a.Val))
	switch a.Key {
	case "href", "src", "cite", "longdesc":
		scheme, _, ok := strings.Cut(value, ":")
		return ok && !strings.ContainsAny(scheme, "/?#") && scheme != "http" && scheme != "https" && scheme != "mailto" && scheme != "tel" && scheme != "ftp"
	case "style":
		return strings.ContainsAny(value, "(@\\")
	case "charset":
		return false
	}
	if strings.HasPrefix(a.Key, "on") || strings.Contains(a.Key, ":") || a.Namespace != "" {
		return true
	}
	for _, name := range strings.Fields("srcdoc srcset ping action formaction background data dynsrc lowsrc poster http-equiv target is slot" +
		" contenteditable autofocus popovertarget usemap code form") {
		if a.Key == name {
			return true
		}
	}
	return false
}

// TestHighlighterInert writes the attacks with every kind of Highlighter: nothing active is
// left unless the caller asks for it.
func TestHighlighterInert(t *testing.T) {
	greedy := map[string][]string{}
	for _, name := range strings.Fields("a p img body form iframe object embed svg math meta base link script style table video area blockquote xmp textarea") {
		greedy[name] = strings.Fields("href src style onclick onload onerror srcdoc srcset ping action formaction background data xlink:href target")
	}
	kept := 0
	for _, attack := range attacks {
		for _, page := range []string{attack, "<html><body>" + attack, "<p>before" + attack + "</p>after<p>end", strings.ToUpper(attack)} {
			for _, d := range []*TextDocument{read(t, page), readOriginal(t, page)} {
				MarkEverythingContent(d)
				for _, h := range []Highlighter{{}, {ContentOnly: true}, {Whitelist: TextWhitelist()}, {Whitelist: greedy}, {ContentOnly: true, Whitelist: greedy}} {
					got := written(t, h, page, d)
					if found := activeThings(t, got); len(found) > 0 || strings.Count(got, "<style") > 1 {
						t.Errorf("%s:\n%+v\nwrites %s\nwith %q", page, h, got, found)
					}
				}
				kept += len(activeThings(t, written(t, Highlighter{AsWritten: true}, page, d)))
			}
		}
	}
	if kept < len(attacks) {
		t.Errorf("AsWritten keeps %d active things of %d attacks", kept, len(attacks))
	}
}

// TestInertAddresses: harmless addresses stay.
func TestInertAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"": true, "a": true, "/a:b": true, "?a:b": true, "#a:b": true, "//a.b/": true, "http://a.b/": true, "HTTPS://a.b/": true, "mailto:a@b.c": true,
		"a b": true, ".:x": false, "javascript:": false, "x:": false, "\u00a0javascript:": false, strings.Repeat("a", 5000): false,
		"http://a.b/" + strings.Repeat("a", 5000): true, "/" + strings.Repeat("a", 5000): true,
	} {
		if isInertAddress([]byte(address)) != want {
			t.Errorf("%.40q: want %v", address, want)
		}
	}
}

// FuzzHTML checks for any page that what is written is inert, no longer than
// promised, and has the words of the text.
func FuzzHTML(f *testing.F) {
	for i, attack := range attacks {
		if len(attack) < 200 {
			f.Add(attack, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, page string, way uint8) {
		page = strings.ToValidUTF8(page, "\ufffd")
		x, err := New(KeepEverything(), DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		x.config.AllowBinary, x.config.ForceEncoding, x.config.DefaultEncoding = true, true, "utf-8"
		d, err := x.Document(t.Context(), strings.NewReader(page), "")
		if err != nil {
			t.Fatal(err)
		}
		h := Highlighter{ContentOnly: way&1 != 0}
		if way&2 != 0 {
			h.Whitelist = TextWhitelist()
		}
		text, _, err := x.Decode([]byte(page), "")
		if err != nil {
			t.Fatal(err)
		}
		got := written(t, h, string(text), d)
		if found := activeThings(t, got); len(found) > 0 {
			t.Errorf("%q:\n%+v\nwrites %q\nwith %q", page, h, got, found)
		}
		if len(got) > 4*len(text)+4<<10 {
			t.Errorf("%q: %d bytes", page, len(got))
		}
	})
}
