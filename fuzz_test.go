package justext_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// fuzzInputs are small, so that the fuzzer gets through many inputs in a second.
var fuzzInputs = []string{
	"<h1>a</h1><p>b <b>c</b> <a href=d>e</a><br><br>f",
	"<ul><li>a<li>b</ul>c</p>d</div>e",
	"<table><tr><td>a<td>b<tr><th>c</table>d",
	"<select><option>a<option>b</select><textarea>c<p></textarea><button>d</button>",
	"<img alt='a &amp; b'><image alt=c>d<noscript><p>e</noscript>",
	"<html lang=de><head><title>a</title><meta charset=utf-8></head><body>b</body></html>c",
	"a<script><!--<script></script>--></script>b<style>c</style>d<!-- e -->f<!g>h<![CDATA[i]]>",
	"&amp;&lt&notit;&#0;&#x80;&#150;&copy;&;&#;&nosuch;< a <3",
	"\ufeff\x00a\x01\x1b\x7f\u0085\u0081\u00a0\u2003b\n\r\fc",
	"<a>x</a> <a>y</a>\n<b> </b>z<div/><svg><title>t</title><p/></svg>u",
	"<x-h1>a<o:p>b</o:p></x-h1><template>c</template><template shadowrootmode=open>d",
	"<p>我们今天在公园里看到了很多人，他们都说这里的花开得很好。", "<p>caf\xe9 \x93x\x94",
}

// largestFuzzed is the size, in bytes, above which an input is not tried: larger ones cost
// more than they find.
const largestFuzzed = 2048

// FuzzExtract checks what is promised of all pages on any bytes, with both presets, with
// Auto and in a language without spaces. Properties that need many readings of a page have
// tests of their own, in properties_test.go.
//
//	go test -run XXX -fuzz FuzzExtract -fuzzminimizetime 100x .
func FuzzExtract(f *testing.F) {
	for _, seed := range fuzzInputs {
		f.Add([]byte(seed))
	}
	extractors := allExtractors(f)
	f.Fuzz(func(t *testing.T, page []byte) {
		if len(page) > largestFuzzed {
			return
		}
		for _, x := range extractors {
			text, encoding, err := x.Decode(page, "")
			if err != nil {
				t.Fatalf("Decode: %v", err)
			}
			document, err := x.DocumentBytes(t.Context(), page, "")
			if err != nil {
				t.Fatalf("Document: %v", err)
			}
			if document.Encoding != encoding {
				t.Errorf("encoding %v of the document, %v of Decode", document.Encoding, encoding)
			}
			for _, fault := range faults(document, text) {
				t.Error(fault)
			}
		}
	})
}

// FuzzNode checks what is promised of trees on the tree of any page.
func FuzzNode(f *testing.F) {
	for _, seed := range fuzzInputs {
		f.Add(seed)
	}
	config := justext.DefaultConfig()
	config.TextNodes, config.MaxDepth = true, 8
	x := newExtractor(f, "en", config)
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > largestFuzzed {
			return
		}
		root, err := html.Parse(strings.NewReader(source))
		if err != nil {
			return
		}
		document, err := x.DocumentNode(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		for i := range document.Paragraphs {
			p := &document.Paragraphs[i]
			for _, fault := range paragraphFaults(p) {
				t.Errorf("paragraph %d, %q: %s", i, p.Text, fault)
			}
			if len(document.Nodes[i]) == 0 {
				t.Errorf("paragraph %d, %q, comes from nowhere", i, p.Text)
			}
		}
	})
}

// TestFuzzInputsInPieces reads the first inputs of FuzzExtract, and what earlier rounds of fuzzing have found, one
// byte at a time.
func TestFuzzInputsInPieces(t *testing.T) {
	pages := hostile.SmallPages(nil)
	for _, seed := range fuzzInputs {
		pages[seed] = []byte(seed)
	}
	for _, x := range allExtractors(t) {
		for name, page := range pages {
			same(t, name, extract(t, x, bytes.NewReader(page)), extract(t, x, iotest.OneByteReader(bytes.NewReader(page))))
		}
	}
}
