package view

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// attacks are pieces of pages that would run or load something, or that try to get
// past a filter.
var attacks = []string{
	`<script>alert(1)</script>`,
	`<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
	`<scr<script>ipt>alert(1)</scr</script>ipt>`,
	`<<script>alert(1)//<</script>`,
	`<img src=x onerror=alert(1)>`,
	`<img src="javascript:alert(1)">`,
	`<IMG """><SCRIPT>alert(1)</SCRIPT>">`,
	`<img/src="x"/onerror=alert(1)>`,
	`<img src=x:x onerror&#61;alert(1)>`,
	`<svg onload=alert(1)>`,
	`<svg><script>alert(1)</script></svg>`,
	`<svg><style><img src=x onerror=alert(1)></style></svg>`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
	`<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>`,
	`<a href="javascript:alert(1)">x</a>`,
	`<a href=" java&#10;script:alert(1)">x</a>`,
	`<a href="data:text/html,<script>alert(1)</script>">x</a>`,
	`<iframe src="https://evil.example/"></iframe>`,
	`<iframe srcdoc="<script>alert(1)</script>">`,
	`<object data="x.swf"></object><embed src=x>`,
	`<form action="https://evil.example/"><input name=q autofocus onfocus=alert(1)><button formaction="javascript:alert(1)">x</button></form>`,
	`<base href="https://evil.example/">`,
	`<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
	`<link rel=stylesheet href="https://evil.example/x.css"><link rel=prefetch href="//evil.example">`,
	`<style>@import url(https://evil.example/x.css); body{background:url(https://evil.example/b.png)}</style>`,
	`<style>@im\70ort "https://evil.example/x.css"; a{background:u\72l("https://evil.example/b")}</style>`,
	`<style>p{background:image-set("https://evil.example/i.png" 1x)} @font-face{font-family:x;src:url(//evil.example/f)}</style>`,
	`<style></style><img src=x onerror=alert(1)></style>`,
	`<style><!--</style><script>alert(1)</script>--></style>`,
	`<p style="background:url(https://evil.example/p.png);color:red">x</p>`,
	`<p style="width:expression(alert(1));behavior:url(x.htc);-moz-binding:url(x)">x</p>`,
	`<table background="https://evil.example/t.png"><tr><td background=//evil.example/u>x</td></tr></table>`,
	`<video src=//evil.example/v poster=//evil.example/w autoplay></video><audio src=x><source src=//evil.example/y srcset="//evil.example/z 2x">`,
	`<picture><source srcset="//evil.example/a.webp"><img srcset="//evil.example/b.png 2x" src="//evil.example/c.png"></picture>`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
	`<textarea></textarea><script>alert(1)</script></textarea>`,
	`<title></title><script>alert(1)</script></title>`,
	`<xmp><script>alert(1)</script></xmp>`,
	`<plaintext><script>alert(1)</script>`,
	`<template><script>alert(1)</script></template>`,
	`<select><option><script>alert(1)</script></select>`,
	`<x-b n=1 k=k onclick=alert(1)>forged</x-b>`,
	`<div onclick=alert(1) onmouseover="alert(1)" ONLOAD='alert(1)'>x</div>`,
	`<body onload=alert(1)><html onclick=alert(1)>`,
	`<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>`,
	`<isindex type=image src=1 onerror=alert(1)>`,
	`<a name=body id=getElementById><img name=querySelectorAll></a>`,
	`<p id="x" class='"><script>alert(1)</script>'>x</p>`,
	"<p title=`<script>alert(1)</script>`>x</p>",
	`<![CDATA[<script>alert(1)</script>]]>`,
	`<!--><script>alert(1)</script>-->`,
	`<!-- --!><script>alert(1)</script> -->`,
	`<?xml-stylesheet href="javascript:alert(1)"?>`,
	"<p>\x00<scr\x00ipt>alert(1)</scr\x00ipt></p>",
	`&lt;script&gt;alert(1)&lt;/script&gt;`,
	`&ltscript>alert(1)&lt/script>`,
	`<p>a &#60;img src=x onerror=alert(1)&#62; b</p>`,
	`<details open ontoggle=alert(1)><summary>x</summary></details>`,
	`<a href=x ping=//evil.example/p target=_top download>x</a><area href="javascript:alert(1)">`,
	`<bgsound src=//evil.example/s><applet code=x><param name=x value=y></applet>`,
	`<div style="position:fixed;inset:0;background:red">over</div>`,
	`<input type=image src=//evil.example/i formaction=//evil.example/f>`,
	`<portal src=//evil.example/></portal><fencedframe src=x></fencedframe>`,
	`<ins cite="//evil.example/c">x</ins><q cite="javascript:alert(1)">y</q>`,
	`<style>a{b:"</style><script>alert(1)</script>"}</style>`,
	`<style>a{b:"\</style><script>alert(1)</script>`,
	`<style>x{y:url(`,
	`<style>/*</style><script>alert(1)</script>*/</style>`,
}

// frameOf returns the page as every method has it shown.
func framesOf(t testing.TB, source []byte) (frames [][]byte) {
	t.Helper()
	s := newStore(t, map[string][]byte{"p": source})
	for _, m := range []Method{{Name: "justext"}, {"justext", map[string]string{"python": "true"}}, {Name: "boilerpipe"}, {Name: "victor"}} {
		for _, styles := range []bool{false, true} {
			frame, err := s.Frame(&Request{Page: "p", Methods: []Method{m}, Styles: styles})
			if err != nil {
				t.Fatalf("%s: %v", m.key(), err)
			}
			frames = append(frames, frame)
		}
	}
	return frames
}

var loadingCSS = regexp.MustCompile(`(?i)url\s*\(|@import|expression\s*\(|image-set\s*\(|@font-face|-moz-binding\s*:|behavior\s*:`)

// checkInert parses a frame as a browser does and fails if an element or attribute is
// not one of those that do nothing.
func checkInert(t *testing.T, name string, frame []byte) {
	t.Helper()
	root, err := html.ParseWithOptions(bytes.NewReader(frame), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	styles := 0
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			if !shown[n.Data] && !(strings.HasPrefix(n.Data, rename) && (renamed[n.Data[len(rename):]] || n.Data == BlockTag)) {
				t.Errorf("%s: element %s in %.300s", name, n.Data, frame)
			}
			if n.Namespace != "" {
				t.Errorf("%s: element %s of %s", name, n.Data, n.Namespace)
			}
			for _, a := range n.Attr {
				checkAttribute(t, name, n, a)
			}
			if n.Data == "style" {
				styles++
				if n.FirstChild != nil && loadingCSS.MatchString(n.FirstChild.Data) {
					t.Errorf("%s: style sheet %q", name, n.FirstChild.Data)
				}
			}
		case html.CommentNode:
			t.Errorf("%s: comment %q", name, n.Data)
		}
	}
	if styles == 0 {
		t.Errorf("%s: the style sheet of the blocks is gone", name)
	}
}

func checkAttribute(t *testing.T, name string, n *html.Node, a html.Attribute) {
	t.Helper()
	switch {
	case n.Data == "meta" && a.Key == "charset", a.Key == "id", a.Key == "class", attributes[a.Key], strings.HasPrefix(a.Key, "aria-"):
	case n.Data == BlockTag && (a.Key == "n" || a.Key == "k"), n.Data == "img" && (a.Key == "n" || a.Key == "k"):
	case n.Data == "img" && a.Key == "src" && strings.HasPrefix(a.Val, "data:image/"):
	case a.Key == "style" && !loadingCSS.MatchString(a.Val):
	default:
		t.Errorf("%s: attribute %s=%q of %s", name, a.Key, a.Val, n.Data)
	}
}

// TestInert: nothing active is left of pages that try to run or load something.
func TestInert(t *testing.T) {
	for _, attack := range attacks {
		page := "<!DOCTYPE html><html><body><p>The ferry is back in the harbour, and nobody was late.</p>" + attack + "<p>It was a long day.</p>"
		for _, frame := range framesOf(t, []byte(page)) {
			checkInert(t, attack, bytes.Replace(frame, []byte(`<meta charset="utf-8">`), nil, 1))
		}
	}
	for name, page := range goldenPages(t) {
		for _, frame := range framesOf(t, page) {
			checkInert(t, name, bytes.Replace(frame, []byte(`<meta charset="utf-8">`), nil, 1))
		}
	}
}

// TestInertCombined does the same with random sequences of parts of the attacks.
func TestInertCombined(t *testing.T) {
	var parts []string
	for _, attack := range attacks {
		for len(attack) > 0 {
			n := min(len(attack), 1+strings.IndexAny(attack[1:]+"<", "<>\"' "))
			parts = append(parts, attack[:n])
			attack = attack[n:]
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 120 {
		var page strings.Builder
		for range 30 {
			page.WriteString(parts[random.IntN(len(parts))])
		}
		for _, frame := range framesOf(t, []byte(page.String())) {
			checkInert(t, page.String(), bytes.Replace(frame, []byte(`<meta charset="utf-8">`), nil, 1))
		}
	}
}

// TestFrameBlocks: the elements that mark a block have its text, in the frames of all
// methods, and every block has an element.
func TestFrameBlocks(t *testing.T) {
	pages := goldenPages(t)
	pages["pre"] = []byte("<body><pre>One line.\nAnother &amp; line.\n\nA third one.</pre><p>Text <b>in bold</b> and <i>not</i>. <img alt='A ferry' src=x> More.</p><table><tr><td>Cell</table>")
	s := newStore(t, pages)
	for name := range pages {
		for _, m := range []Method{{Name: "justext"}, {Name: "boilerpipe"}, {Name: "victor"}} {
			p, results, err := s.resultsOf(&Request{Page: name, Methods: []Method{m}})
			if err != nil {
				t.Fatal(err)
			}
			frame := p.frame(results[0], true, nil)
			p.mu.Unlock()
			root, err := html.Parse(bytes.NewReader(frame))
			if err != nil {
				t.Fatal(err)
			}
			texts := make([]string, len(results[0].codes))
			for n := range root.Descendants() {
				if n.Type != html.ElementNode || n.Data != BlockTag && n.Data != "img" {
					continue
				}
				for _, a := range n.Attr {
					if a.Key == "n" {
						i, _ := strconv.Atoi(a.Val)
						texts[i] += textOf(n)
					}
				}
			}
			for i := range texts {
				got, w := letters(texts[i]), letters(results[0].seg.blocks[i].text)
				if bytes.Contains(pages[name], []byte("<svg")) && isSubsequence(w, got) {
					continue // the titles of pictures are shown, but are not in every method's text
				}
				if got != w {
					t.Errorf("%s, %s, block %d: shown %q, want %q", name, m.Name, i, got, w)
				}
			}
		}
	}
}

// isSubsequence reports whether all bytes of a text are in another one, in order.
func isSubsequence(text, of string) bool {
	for i := 0; i < len(of) && text != ""; i++ {
		if of[i] == text[0] {
			text = text[1:]
		}
	}
	return text == ""
}

// textOf returns the text of an element, or the alternative text of an image.
func textOf(n *html.Node) (text string) {
	for _, a := range n.Attr {
		if n.Data == "img" && a.Key == "alt" {
			return a.Val
		}
	}
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text += d.Data
		}
	}
	return text
}

// letters returns a text without white space and control characters.
func letters(text string) string {
	text = strings.ReplaceAll(text, "&amp", "&") // which boilerpipe leaves without a semicolon
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0xa0 || r == 0xad || r == '…' || r >= 0x2000 && r <= 0x200f || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, text)
}

func TestCleanStyle(t *testing.T) {
	for in, want := range map[string]string{
		`p{color:red}`:                       `p{color:red}`,
		`a{background:url(x.png) red}`:       `a{background:none red}`,
		`a{background:URL( "x)y" )}`:         `a{background:none}`,
		`a{b:u\000072l(x)}c{d:e}`:            `a{b:none}c{d:e}`,
		`@import url(x) screen;p{a:b}`:       `p{a:b}`,
		`@import 'x;y';p{a:b}`:               `p{a:b}`,
		`@\69 mport "x";p{a:b}`:              `p{a:b}`,
		`@font-face{src:url(x)}p{a:b}`:       `p{a:b}`,
		`@media (width<9px){p{a:b}}`:         `@media (width\3c 9px){p{a:b}}`,
		`p::before{content:"</style>"}`:      `p::before{content:"\3c /style>"}`,
		`a/*x*/b{c:d}`:                       `a b{c:d}`,
		`a{width:calc(1px + 2%)}`:            `a{width:calc(1px + 2%)}`,
		`a{b:expression(alert("x)"))}c{d:e}`: `a{b:none}c{d:e}`,
		`a{behavior:x}`:                      `a{-dropped:x}`,
		`a{b:"x`:                             `a{b:"x"`,
		`a{b:"x\`:                            `a{b:"x"`,
		`a\:hover{b:c}`:                      `a\:hover{b:c}`,
	} {
		if got := cleanStyle(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// TestHostile: large and odd pages are answered.
func TestHostile(t *testing.T) {
	for name, page := range hostilePages() {
		s := newStore(t, map[string][]byte{"p": page})
		for _, m := range []Method{{Name: "justext"}, {Name: "boilerpipe"}, {Name: "victor"}} {
			if _, err := s.View(&Request{Page: "p", Methods: []Method{m}, Looks: true}); err != nil {
				t.Errorf("%s, %s: %v", name, m.Name, err)
			}
			if _, err := s.Frame(&Request{Page: "p", Methods: []Method{m}, Styles: true}); err != nil {
				t.Errorf("%s, %s: %v", name, m.Name, err)
			}
		}
	}
}

// hostilePages are pages that cost much if something is not linear.
func hostilePages() map[string][]byte {
	var blocks, five strings.Builder
	for i := range 45_000 {
		fmt.Fprintf(&blocks, "<div><a href=/%d>Link %d</a></div>", i, i)
	}
	for i := 0; five.Len() < 5<<20; i++ {
		fmt.Fprintf(&five, "<p>The ferry number %d leaves the harbour in the morning, and it is <b>never</b> late when it comes back at night.</p>", i)
	}
	return map[string][]byte{
		"empty": {}, "45,000 blocks": []byte(blocks.String()), "5 MB": []byte(five.String()),
		"deep":     []byte(strings.Repeat("<div>", 100_000) + "text"),
		"unclosed": []byte(strings.Repeat("<b><p>x", 50_000)),
		"end tags": []byte(strings.Repeat("<i>", 400) + strings.Repeat("</b>", 200_000) + "x"),
		"style":    []byte("<style>" + strings.Repeat("url(", 200_000) + "</style>x"),
		"svg":      []byte(strings.Repeat("<svg>", 100_000) + "x" + strings.Repeat("</svg>", 100_000)),
	}
}
