package justext_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/stoplists"
)

// bodyStart comes before the markup of most tests. With it, both dialects take the page for
// a whole document.
const bodyStart = "<!DOCTYPE html><html><head></head><body>"

// compact describes a paragraph by its path, in which ~ stands for that of the body, its
// text in quotes, and whatever else is unusual about it.
func compact(p *justext.Paragraph) string {
	path := p.XPath()
	if rest, ok := strings.CutPrefix(path, "/html[1]/body[1]"); ok {
		path = "~" + rest
	}
	s := fmt.Sprintf("%s %q", path, p.Text)
	if p.LinkChars != 0 {
		s += fmt.Sprintf(" link=%d", p.LinkChars)
	}
	if p.Tags != 0 {
		s += fmt.Sprintf(" tags=%d", p.Tags)
	}
	return s + flags(p)
}

func compactAll(paragraphs []justext.Paragraph) []string {
	list := make([]string, len(paragraphs))
	for i := range paragraphs {
		list[i] = compact(&paragraphs[i])
	}
	return list
}

// segmentPage returns the paragraphs of a page that is in UTF-8.
func segmentPage(t *testing.T, config justext.Config, page string) []justext.Paragraph {
	t.Helper()
	config.DefaultEncoding, config.ForceEncoding = "utf-8", true
	document, err := newExtractor(t, "", config).Segment(context.Background(), strings.NewReader(page), "")
	if err != nil {
		t.Fatalf("%q: %v", page, err)
	}
	return document.Paragraphs
}

// A segmentTest has a piece of markup and the paragraphs of each dialect. If libxml2 is nil,
// they are the same in both.
type segmentTest struct {
	name, markup  string
	html, libxml2 []string
}

func checkSegments(t *testing.T, before string, tests []segmentTest) {
	for _, test := range tests {
		if test.libxml2 == nil {
			test.libxml2 = test.html
		}
		for _, dialect := range []struct {
			name   string
			config justext.Config
			want   []string
		}{{"html", justext.DefaultConfig(), test.html}, {"libxml2", justext.PythonConfig(), test.libxml2}} {
			t.Run(test.name+"/"+dialect.name, func(t *testing.T) {
				got := compactAll(segmentPage(t, dialect.config, before+test.markup))
				if !slices.Equal(got, dialect.want) {
					t.Errorf("%s\n got %s\nwant %s", test.markup, strings.Join(got, "\n     "), strings.Join(dialect.want, "\n     "))
				}
			})
		}
	}
}

// none is the list of a page without paragraphs; nil has another meaning in a segmentTest.
var none = []string{}

// publishedBoundaries are the block-level tags of the published algorithm, without those
// that have a test of their own because a dialect drops them or what is around
// them.
var publishedBoundaries = strings.Fields(`blockquote caption center dd div dl dt fieldset h1 h2 h3 h4 h5 h6 legend li
	optgroup option p pre table td tfoot th thead tr ul`)

func TestPublishedBoundaries(t *testing.T) {
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		for _, tag := range publishedBoundaries {
			markup := fmt.Sprintf("<section>a<%s>b</%s>c</section>", tag, tag)
			if strings.Contains(" caption td tfoot th thead tr ", " "+tag+" ") { // they stand only in tables
				markup = fmt.Sprintf("<table>a<%s>b</%s>c</table>", tag, tag)
			}
			var got []string
			for _, p := range segmentPage(t, config, bodyStart+markup) {
				got = append(got, p.Text)
			}
			if want := []string{"a", "b", "c"}; !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", markup, got, want)
			}
		}
	}
}

// TestInlineTags tests the elements that do not begin a paragraph. Browsers show some of
// them as blocks that the published algorithm does not list: they keep words apart where the
// markup is read by the HTML standard.
func TestInlineTags(t *testing.T) {
	inline := strings.Fields(`a abbr b bdi bdo big cite code data del dfn em font i ins kbd label map mark nobr
		noscript output q s samp small span strike strong sub sup time tt u var x-unknown`)
	blocks := strings.Fields(`address article aside details dialog dir figcaption figure footer header hgroup iframe main menu
		nav object ol plaintext search section summary svg`)
	for _, test := range []struct {
		config justext.Config
		tags   []string
		want   string
	}{
		{justext.DefaultConfig(), inline, "abc"}, {justext.DefaultConfig(), blocks, "a b c"},
		{justext.PythonConfig(), inline, "abc"}, {justext.PythonConfig(), blocks, "abc"},
	} {
		for _, tag := range test.tags {
			markup := fmt.Sprintf("<span>a<%s>b</%s>c</span>", tag, tag)
			got := segmentPage(t, test.config, bodyStart+markup)
			if len(got) != 1 || got[0].Text != test.want {
				t.Errorf("%s: got %q, want one paragraph, %q", markup, compactAll(got), test.want)
			}
		}
	}
}

func TestSegmentBoundaries(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"nothing", "", none, nil},
		{"white space", " \n <p> </p>\u00a0<div>\u2003</div>", none, nil},
		{"text in the body", "a", []string{`~ "a"`}, nil},
		{"text before, in and after", "a<div>b</div>c", []string{`~ "a"`, `~/div[1] "b"`, `~ "c"`}, nil},
		{"nested", "<div>a<div>b</div>c</div>", []string{`~/div[1] "a"`, `~/div[1]/div[1] "b"`, `~/div[1] "c"`}, nil},
		{"col", "<table><colgroup>a<col>b</colgroup></table>", []string{`~/table[1]/colgroup[1] "a"`, `~/table[1]/colgroup[1] "b"`}, nil},
		{"cells", "<table><tr><td>a<td>b<tr><th>c</table>",
			[]string{`~/table[1]/tr[1]/td[1] "a"`, `~/table[1]/tr[1]/td[2] "b"`, `~/table[1]/tr[2]/th[1] "c"`}, nil},
		{"a list in a list", "<ul><li>a<ul><li>b</ul>c</ul>",
			[]string{`~/ul[1]/li[1] "a"`, `~/ul[1]/li[1]/ul[1]/li[1] "b"`, `~/ul[1]/li[1] "c"`}, nil},
		{"p ends where a block begins", "<p>a<div>b</div>c", []string{`~/p[1] "a"`, `~/div[1] "b"`, `~ "c"`}, nil},
		{"an end tag alone", "a</div>b", []string{`~ "ab"`}, nil},
		{"</p> alone is an empty p in HTML", "a</p>b", []string{`~ "a"`, `~ "b"`}, []string{`~ "ab"`}},
		{"upper case", "<DIV>a</DIV><P>b</P>", []string{`~/div[1] "a"`, `~/p[1] "b"`}, nil},
		{"the body ends, the page goes on", "<p>a</p></body></html><p>b</p>c",
			[]string{`~/p[1] "a"`, `~/p[2] "b"`, `~ "c"`}, []string{`~/p[1] "a"`}},

		{"tags inside", "<p>a<b>b</b><i>c</i><wbr>d</p>", []string{`~/p[1] "abcd" tags=3`}, nil},
		{"hr ends p and keeps words apart", "<p>a<hr>b<hr>c", []string{`~/p[1] "a"`, `~ "b c" tags=2`}, []string{`~/p[1] "a"`, `~ "bc" tags=2`}},
		{"inline elements around blocks", "<span>a<p>b</p>c</span>", []string{`~ "a" tags=1`, `~/span[1]/p[1] "b"`, `~/span[1] "c"`}, nil},
		{"an element opened inside does not change the path", "<div><b>a</b> b</div>", []string{`~/div[1] "a b" tags=1`}, nil},
	})
}

func TestSegmentBreaks(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"one br is a space", "a<br>b", []string{`~ "a b" tags=1`}, nil},
		{"one br between words and spaces", "a <br> b", []string{`~ "a b" tags=1`}, nil},
		{"a line feed beside br", "a\n<br>b", []string{"~ \"a\\nb\" tags=1"}, nil},
		{"br at the ends", "<p><br>a<br></p>", []string{`~/p[1] "a" tags=2`}, nil},
		{"two br separate", "a<br><br>b", []string{`~ "a"`, `~/br[2] "b"`}, nil},
		{"two br with white space between", "a<br> \n <br>b", []string{`~ "a"`, `~/br[2] "b"`}, nil},
		{"two br with a no-break space between", "a<br>&nbsp;<br>b", []string{`~ "a"`, `~/br[2] "b"`}, nil},
		{"two br with a comment between", "a<br><!-- x --><br>b", []string{`~ "a"`, `~/br[2] "b"`}, nil},
		{"three br", "a<br><br><br>b", []string{`~ "a"`, `~/br[3] "b"`}, nil},
		{"text between", "a<br>b<br>c", []string{`~ "a b c" tags=2`}, nil},
		{"an inline element between", "a<br><b></b><br>b", []string{`~ "a b" tags=3`}, nil},
		{"an end tag between", "<b>a<br></b><br>b", []string{`~ "a" tags=1`, `~/br[1] "b"`}, nil},
		{"a boundary between", "a<br><div><br>b</div>", []string{`~ "a" tags=1`, `~/div[1]/br[1] "b"`}, nil},
		{"two br in a link", "<a>a<br><br>b</a>c", []string{`~ "a" link=1 tags=1`, `~/a[1]/br[2] "bc" link=1`}, nil},
		{"upper case and closed", "a<BR/><br />b", []string{`~ "a"`, `~/br[2] "b"`}, nil},
		{"</br> is br in HTML", "a</br></br>b", []string{`~ "a"`, `~/br[2] "b"`}, []string{`~ "ab"`}},
		{"only br", "<p><br><br><br></p>", none, nil},
	})
}

func TestSegmentWhiteSpace(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"folded", "<p>  a  \t b  </p>", []string{`~/p[1] "a b"`}, nil},
		{"a line feed wins", "a \n b", []string{`~ "a\nb"`}, nil},
		{"a carriage return is a line feed", "a \r b\r\nc", []string{`~ "a\nb\nc"`}, nil},
		{"no-break space", "a\u00a0b&nbsp; &#160;c", []string{`~ "a b c"`}, nil},
		{"wide spaces", "a\u2003b\u3000c\u1680d\u205fe\u2028f\u2029g\u0085h", []string{`~ "a b c d e f g h"`}, nil},
		{"no white space", "a\u200bb\u2060c\ufeffd\u00ade\u180ef", []string{`~ "a\u200bb\u2060c\ufeffd\u00ade\u180ef"`}, nil},
		{"form feed and vertical tab", "a\fb\vc", []string{`~ "a b c"`}, []string{`~ "abc"`}},
		{"control characters", "a\x01\x02\x08\x0e\x1b\x1fb\ufffec\uffffd", []string{`~ "abcd"`}, nil},
		{"control characters between spaces", "a \x01 b", []string{`~ "a b"`}, nil},
		{"DEL and C1, which libxml2 keeps", "a\x7fb\u0080\u0096\u009fc", []string{`~ "abc"`}, []string{"~ \"a\\x7fb\\u0080\\u0096\\u009fc\""}},
		{"references to DEL and C1", "a&#127;b&#x81;c", []string{`~ "abc"`}, []string{"~ \"a\\x7fb\\u0081c\""}},
		{"DEL and C1 alone", "<p>\x7f\u0081</p>b", []string{`~ "b"`}, []string{"~/p[1] \"\\x7f\\u0081\"", `~ "b"`}},
		{"NUL", "a\x00b", []string{`~ "ab"`}, []string{`~ "a b"`}},
		{"references to control characters", "a&#1;b&#x1b;c", []string{`~ "abc"`}, nil},
		{"references to white space", "a&#32;&#10;b&Tab;c", []string{`~ "a\nb c"`}, []string{`~ "a\nb&Tab;c"`}},

		{"at the end of a node before an element", "a <b>b</b>", []string{`~ "a b" tags=1`}, nil},
		{"at both sides of a tag", "a <b> b </b> c", []string{`~ "a b c" tags=1`}, nil},
		{"line feed on one side of a tag", "a <b>\nb</b>", []string{`~ "a\nb" tags=1`}, nil},
		{"in pre", "<pre>a\n  b\n\nc</pre>", []string{`~/pre[1] "a\nb\nc"`}, nil},
	})
}

func TestSegmentTextNodes(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"split by a comment", "a<!-- x -->b", []string{`~ "ab"`}, nil},
		{"a comment between spaces", "a <!-- x --> b", []string{`~ "a b"`}, nil},
		{"split by a script", "a<script>x</script>b", []string{`~ "ab"`}, nil},
		{"split by a style", "a <style>x</style>\nb", []string{`~ "a\nb"`}, nil},
		{"split by a reference", "a&amp;b", []string{`~ "a&b"`}, nil},
		{"split by a less-than sign", "a < b <3 c", []string{`~ "a < b <3 c"`}, nil},
		{"a declaration", "a<!x>b<![CDATA[c]]>d<?php e ?>f", []string{`~ "abdf"`}, []string{`~ "a<!x>b<![CDATA[c]]>df"`}},
		{"references", "&lt;p&gt; &eacute;&hellip;&#8364;&#x20ac;", []string{`~ "<p> é…€€"`}, nil},
		{"windows-1252 by number", "&#150;", []string{`~ "–"`}, []string{"~ \"\\u0096\""}},
		{"without semicolon", "&eacute &copy", []string{`~ "é ©"`}, []string{`~ "&eacute &copy"`}},
		{"names of HTML5", "&check;&star;", []string{`~ "✓☆"`}, []string{`~ "&check;&star;"`}},
		// docs/justext.md, "White space".
		{"a blank node between links", "<a>x</a> <a>y</a>", []string{`~ "x y" link=2 tags=2`}, []string{`~ "xy" link=2 tags=2`}},
		{"a blank node in a link", "<a><b>x</b> <b>y</b></a>", []string{`~ "x y" link=2 tags=3`}, []string{`~ "xy" link=2 tags=3`}},
		{"a blank node with a line feed", "<b>x</b>\n<b>y</b>&nbsp;z", []string{"~ \"x\\ny z\" tags=2"}, []string{"~ \"xy z\" tags=2"}},
		{"a blank node between comments", "<b>x</b><!-- --> <!-- --><b>y</b>", []string{`~ "x y" tags=2`}, []string{`~ "xy" tags=2`}},
		{"blank nodes at the ends", "<p> <b>x</b> </p> <p>y", []string{`~/p[1] "x" tags=1`, `~/p[2] "y"`}, nil},
		{"not a reference", "AT&T &foo; & &#; x", []string{`~ "AT&T &foo; & &#; x"`}, []string{`~ "AT&T &foo; & x"`}},
	})
}

func TestSegmentLinks(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"a link", "a <a href=x>link</a>", []string{`~ "a link" link=4 tags=1`}, nil},
		{"white space at the ends of its text counts", "a<a> x  y </a>b", []string{`~ "a x y b" link=5 tags=1`}, nil},
		{"several nodes", "<a>x<b>y</b>z</a>", []string{`~ "xyz" link=3 tags=2`}, nil},
		{"blank nodes in a link do not count", "<a>x<b> </b><i>\n</i></a>", []string{`~ "x" link=1 tags=3`}, nil},
		{"code points", "<a>ёж</a>", []string{`~ "ёж" link=2 tags=1`}, nil},
		{"by </a> it ends", "<a>x</a>y", []string{`~ "xy" link=1 tags=1`}, nil},
		{"over blocks", "<a>x<div>y</div>z</a>w", []string{`~ "x" link=1 tags=1`, `~/a[1]/div[1] "y" link=1`, `~/a[1] "zw" link=1`}, nil},
		{"an a begins where one is open", "<a>x<a>y</a>z", []string{`~ "xyz" link=2 tags=2`}, nil},
		{"white space in reference and text", "<a> &nbsp; x</a>", []string{`~ "x" link=2 tags=1`}, nil},
	})
}

func TestSegmentImages(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"a block of its own", `a<img alt="b">c`, []string{`~ "a"`, `~/img[1] "b" [image]`, `~ "c"`}, []string{`~ "ac" tags=1`}},
		{"without alt", `a<img src=x>b`, []string{`~ "a b" tags=1`}, []string{`~ "ab" tags=1`}},
		{"with empty alt", `a<img alt="">b`, []string{`~ "a b" tags=1`}, []string{`~ "ab" tags=1`}},
		{"with blank alt", `a<img alt=" &nbsp;">b`, []string{`~ "a b" tags=1`}, []string{`~ "ab" tags=1`}},
		{"white space in alt", `<img alt=" a  b&#10;c ">`, []string{`~/img[1] "a b\nc" [image]`}, none},
		{"references in alt", `<img alt="R&amp;D &lt;p&gt; &copy=1">`, []string{`~/img[1] "R&D <p> &copy=1" [image]`}, none},
		{"control characters in alt", "<img alt='a\x01b'>", []string{`~/img[1] "ab" [image]`}, none},
		{"the first of two alts", `<img alt=a alt=b>`, []string{`~/img[1] "a" [image]`}, none},
		{"the path of what follows", `<p>a<b>b<img alt=c>d</b>e`,
			[]string{`~/p[1] "ab" tags=1`, `~/p[1]/b[1]/img[1] "c" [image]`, `~/p[1]/b[1] "de"`}, []string{`~/p[1] "abde" tags=2`}},
		{"in a link", `<a>a<img alt=bc>d</a>`, []string{`~ "a" link=1 tags=1`, `~/a[1]/img[1] "bc" link=2 [image]`, `~/a[1] "d" link=1`},
			[]string{`~ "ad" link=2 tags=2`}},
		{"two", `<img alt=a><img alt=b>`, []string{`~/img[1] "a" [image]`, `~/img[2] "b" [image]`}, none},
		{"in a heading", `<h1><img alt=a>b</h1>`, []string{`~/h1[1]/img[1] "a" [heading, h1, image]`, `~/h1[1] "b" [heading, h1]`},
			[]string{`~/h1[1] "b" tags=1 [heading, h1]`}},
		{"image is img", `a<image alt=b>c`, []string{`~ "a"`, `~/img[1] "b" [image]`, `~ "c"`}, []string{`~ "ac" tags=1`}},
		{"between br", `a<br><img alt=b><br>c`, []string{`~ "a" tags=1`, `~/img[1] "b" [image]`, `~ "c" tags=1`}, []string{`~ "a c" tags=3`}},
		{"without alt between br", `a<br><img><br>b`, []string{`~ "a b" tags=3`}, nil},
	})
}

func TestSegmentForms(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"select", "a<select><option>b<option>c</select><p>d",
			[]string{`~ "a"`, `~/select[1]/option[1] "b" [select]`, `~/select[1]/option[2] "c" [select]`, `~/p[1] "d"`},
			[]string{`~ "a"`, `~/p[1] "d"`}},
		{"optgroup", "<select><optgroup label=x><option>b</optgroup></select>",
			[]string{`~/select[1]/optgroup[1]/option[1] "b" [select]`}, none},
		{"option outside of select", "a<option>b</option>c", []string{`~ "a"`, `~/option[1] "b"`, `~ "c"`}, nil},
		{"textarea", "a<textarea>b</textarea>c", []string{`~ "a"`, `~/textarea[1] "b"`, `~ "c"`}, []string{`~ "ac"`}},
		{"textarea with tags", "<textarea>b<p>c</p>&lt;</textarea>d", []string{`~/textarea[1] "b<p>c</p><"`, `~ "d"`}, []string{`~ "d"`}},
		{"textarea that never ends", "a<textarea>b<p>c", []string{`~ "a"`, `~/textarea[1] "b"`, `~/textarea[1]/p[1] "c"`}, []string{`~ "a"`}},
		{"button", "a<button>b</button>c", []string{`~ "a b c" tags=1`}, []string{`~ "ac"`}},
		{"input", "a<input value=b>c", []string{`~ "a c" tags=1`}, []string{`~ "ac"`}},
		{"hidden input", "a<input type=HIDDEN value=b>c", []string{`~ "ac" tags=1`}, []string{`~ "ac"`}},
		{"form", "a<form>b</form>c", []string{`~ "a"`, `~/form[1] "b"`, `~ "c"`}, []string{`~ "abc"`}},
		{"fieldset", "<form><fieldset><legend>a</legend>b</fieldset></form>",
			[]string{`~/form[1]/fieldset[1]/legend[1] "a"`, `~/form[1]/fieldset[1] "b"`},
			[]string{`~/fieldset[1]/legend[1] "a"`, `~/fieldset[1] "b"`}},
		{"only the element select", "<x-select>a</x-select><p>b", []string{`~ "a" tags=1`, `~/p[1] "b"`}, nil},
		{"x-select around a block", "<x-select><p>a</p></x-select>", []string{`~/x-select[1]/p[1] "a"`}, []string{`~/x-select[1]/p[1] "a" [select]`}},
	})
}

func TestSegmentHeadings(t *testing.T) {
	checkSegments(t, bodyStart, []segmentTest{
		{"h1", "<h1>a</h1>", []string{`~/h1[1] "a" [heading, h1]`}, nil},
		{"h2 to h6", "<h2>a</h2><h3>b</h3><h4>c</h4><h5>d</h5><h6>e</h6>",
			[]string{`~/h2[1] "a" [heading]`, `~/h3[1] "b" [heading]`, `~/h4[1] "c" [heading]`, `~/h5[1] "d" [heading]`, `~/h6[1] "e" [heading]`}, nil},
		{"a block in a heading", "<h2><div>a</div>b</h2>c", []string{`~/h2[1]/div[1] "a" [heading]`, `~/h2[1] "b" [heading]`, `~ "c"`}, nil},
		{"a heading in a block", "<div><h1>a</h1>b</div>", []string{`~/div[1]/h1[1] "a" [heading, h1]`, `~/div[1] "b"`}, nil},
		{"two br in a heading", "<h1>a<br><br>b</h1>", []string{`~/h1[1] "a" [heading, h1]`, `~/h1[1]/br[2] "b" [heading]`}, nil},
		{"an h1 after another", "<h1>a</h1><h1>b</h1>", []string{`~/h1[1] "a" [heading, h1]`, `~/h1[2] "b" [heading, h1]`}, nil},
		{"an h1 that is never closed", "<h1>a<div>b</div>c", []string{`~/h1[1] "a" [heading, h1]`, `~/h1[1]/div[1] "b" [heading]`, `~/h1[1] "c" [heading]`}, nil},
		{"h7 and h0", "<h7><p>a</p></h7><h0><p>b</p></h0>", []string{`~/h7[1]/p[1] "a"`, `~/h0[1]/p[1] "b"`},
			[]string{`~/h7[1]/p[1] "a" [heading]`, `~/h0[1]/p[1] "b" [heading]`}},
		{"x-h1", "<x-h1><p>a</p></x-h1><h1-x><p>b</p></h1-x><xh1><p>c</p></xh1>",
			[]string{`~/x-h1[1]/p[1] "a"`, `~/h1-x[1]/p[1] "b"`, `~/xh1[1]/p[1] "c"`},
			[]string{`~/x-h1[1]/p[1] "a" [heading]`, `~/h1-x[1]/p[1] "b" [heading]`, `~/xh1[1]/p[1] "c"`}},
		{"header is none", "<header><p>a</p></header>", []string{`~/header[1]/p[1] "a"`}, nil},
	})
}

// TestSegmentDropped tests what is dropped (docs/justext.md, "Dropped content").
func TestSegmentDropped(t *testing.T) {
	checkSegments(t, "", []segmentTest{
		{"head", "<html><head><title>a</title><meta name=b content=c><script>d</script><style>e</style></head><body><p>f</p></body></html>",
			[]string{`~/p[1] "f"`}, nil},
		{"in the body", bodyStart + "a<script>b</script><style>c</style><meta content=d><!-- e --><!DOCTYPE f>g", []string{`~ "ag"`}, []string{`~ "ag" tags=1`}},
		{"XML declaration", "<?xml version='1.0'?><!DOCTYPE html><html><body>a</body></html>", []string{`~ "a"`}, []string{`/ "a" tags=1`}},
		{"a script with markup", bodyStart + "<script>'<p>a</p>'</script>b", []string{`~ "b"`}, nil},
		{"title in the body", bodyStart + "<title>a</title>b", []string{`~ "b"`}, []string{`~ "ab" tags=1`}},
		{"title with tags", "<title>the <p> and <script> tags</title><body><p>a", []string{`~/p[1] "a"`}, []string{}},
		{"title that never ends", "<title>a<body><p>b", []string{`~/p[1] "b"`}, nil},
		{"template", bodyStart + "a<template><p>b</template>c", []string{`~ "ac"`}, []string{`~ "a" tags=1`, `~/template[1]/p[1] "b"`, `~/template[1] "c"`}},
		{"template of a shadow tree", bodyStart + "<x-y><template shadowrootmode=open><p>b</template></x-y>",
			[]string{`~/x-y[1]/template[1]/p[1] "b"`}, nil},
		{"noscript is kept", bodyStart + "a<noscript>b</noscript>c", []string{`~ "abc" tags=1`}, nil},
		{"a comment that never ends", bodyStart + "a<!-- b", []string{`~ "a"`}, nil},
		{"a script that never ends", bodyStart + "a<script> b", []string{`~ "a"`}, nil},
		{"a tag that never ends", bodyStart + "a<p title='b", []string{`~ "a"`}, nil},
		{"no document around", "<p>a</p>b", []string{`~/p[1] "a"`, `~ "b"`}, []string{`/div[1]/p[1] "a"`, `/div[1] "b"`}},
		{"text alone", "a", []string{`~ "a"`}, []string{`/p[1] "a"`}},
		{"nothing", "", none, nil},
		{"a less-than sign in html", "<html>< <font>1 2", []string{`~ "< 1 2" tags=1`}, []string{`/ "<" tags=1`, `~ "1 2" tags=1`}},
		{"a less-than sign before any tag", "< <font>1 2", []string{`~ "< 1 2" tags=1`}, []string{`/ "1 2" tags=1`}},
		{"a reference to nothing before any tag", "&#0;<i>a", []string{"~ \"\ufffda\" tags=1"}, []string{`/ "a" tags=1`}},
		{"a head after </html>", "<p>a</p></html><html><head></head>", []string{`~/p[1] "a"`}, []string{`/p[1] "a"`}},
		{"an iframe beside text", "<b>a</b><iframe>b</iframe>", []string{`~ "a b" tags=2`}, []string{`/ "ab" tags=2`}},
		{"after </html>", "<html><body><p>a</p></body></html><p>b</p>c",
			[]string{`~/p[1] "a"`, `~/p[2] "b"`, `~ "c"`}, []string{`~/p[1] "a"`, `/html[1]/html[1]/p[1] "b"`, `/html[1]/html[1]/p[2] "c"`}},
	})
}

func TestSegmentOrdinals(t *testing.T) {
	var markup strings.Builder
	var want []string
	for i := range 300 {
		fmt.Fprintf(&markup, "<x%d><p>a</p><p>b</p></x%d><p>c</p>", i%100, i%100)
		for _, path := range []string{fmt.Sprintf("x%d[%d]/p[1]", i%100, i/100+1), fmt.Sprintf("x%d[%d]/p[2]", i%100, i/100+1), fmt.Sprintf("p[%d]", i+1)} {
			want = append(want, "/html[1]/body[1]/"+path)
		}
	}
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		for i, p := range segmentPage(t, config, bodyStart+markup.String()) {
			if got := p.XPath(); got != want[i] {
				t.Fatalf("paragraph %d: got %s, want %s", i, got, want[i])
			}
		}
	}
	checkSegments(t, bodyStart, []segmentTest{
		{"counted by name", "<div>a</div><p>b</p><div>c</div>", []string{`~/div[1] "a"`, `~/p[1] "b"`, `~/div[2] "c"`}, nil},
		{"counted anew in each parent", "<div><p>a</p></div><div><p>b</p><p>c</p></div><p>d</p>",
			[]string{`~/div[1]/p[1] "a"`, `~/div[2]/p[1] "b"`, `~/div[2]/p[2] "c"`, `~/p[1] "d"`}, nil},
		{"nested in their like", "<div><div>a</div><div>b</div></div><div>c</div>",
			[]string{`~/div[1]/div[1] "a"`, `~/div[1]/div[2] "b"`, `~/div[2] "c"`}, nil},
		{"elements without text count", "<p></p><p>a</p>", []string{`~/p[2] "a"`}, nil},
	})
}

func TestPaths(t *testing.T) {
	paragraphs := segmentPage(t, justext.DefaultConfig(), "<body><div><my-tag><p>a</p></my-tag></div>")
	for _, path := range []struct{ name, got, want string }{
		{"XPath", paragraphs[0].XPath(), "/html[1]/body[1]/div[1]/my-tag[1]/p[1]"},
		{"DOMPath", paragraphs[0].DOMPath(), "html.body.div.my-tag.p"},
		{"XPath of no page", new(justext.Paragraph).XPath(), "/"},
		{"DOMPath of no page", new(justext.Paragraph).DOMPath(), ""},
	} {
		if path.got != path.want {
			t.Errorf("%s: got %q, want %q", path.name, path.got, path.want)
		}
	}
}

func TestRanges(t *testing.T) {
	tests := []struct {
		name, markup string
		want         []string // of the page from Start to End
	}{
		{"text", "<p> a b </p>", []string{"a b"}},
		{"elements inside", "<p>a <b>b</b> </p>", []string{"a <b>b"}},
		{"comments inside", "<p><!-- x -->a<!-- y -->b<!-- z --></p>", []string{"a<!-- y -->b"}},
		{"references", "<p>&nbsp;&lt;a&gt;&nbsp;</p>", []string{"&lt;a&gt;"}},
		{"an image is the whole tag", `<p>a<img title=x alt=" b ">c`, []string{"a", `<img title=x alt=" b ">`, "c"}},
		{"not ASCII", "<p>\u2003é…\u2003</p>", []string{"é…"}},
		{"control characters", "<p>\x01a\x01b\x01</p>", []string{"a\x01b"}},
		{"a less-than sign", "<p>< 3 <</p>", []string{"< 3 <"}},
		{"br", "<p><br>a<br>b<br><br>c", []string{"a<br>b", "c"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page := bodyStart + test.markup
			var got []string
			for _, p := range segmentPage(t, justext.DefaultConfig(), page) {
				got = append(got, page[p.Start:p.End])
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s:\n got %q\nwant %q", test.markup, got, test.want)
			}
		})
	}
}

func TestSegmentHasNoClass(t *testing.T) {
	for _, p := range segmentPage(t, justext.DefaultConfig(), "<p>a</p>") {
		if p.Class != justext.Unclassified || p.ContextFree != justext.Unclassified || p.Reason != justext.NoReason {
			t.Errorf("%q: got %s, %s (%s), want no class", p.Text, p.Class, p.ContextFree, p.Reason)
		}
	}
}

func TestDocument(t *testing.T) {
	config := justext.DefaultConfig()
	config.TextNodes = true
	x := newExtractor(t, "en", config)
	source := "<title> A&amp;\x01B\n  title \x02 </title><title>second</title><p>a <b>b </b><br>c<p><i> </i><p> d<!-- -->e "
	document, err := x.Document(context.Background(), strings.NewReader(source), "text/html; charset=iso-8859-2")
	if err != nil {
		t.Fatal(err)
	}
	if want := "A&B title"; document.Title != want {
		t.Errorf("Title: got %q, want %q", document.Title, want)
	}
	if want := (page.Encoding{Name: "iso-8859-2", By: page.EncodingContentType}); document.Encoding != want {
		t.Errorf("Encoding: got %v, want %v", document.Encoding, want)
	}
	if document.Lang != "en" {
		t.Errorf("Lang: got %q, want en", document.Lang)
	}
	if got, want := fmt.Sprintf("%q", document.TextNodes), `[["a" "b" "" "c"] ["de"]]`; got != want {
		t.Errorf("TextNodes: got %s, want %s", got, want)
	}
}

func TestDocumentIsNeverNil(t *testing.T) {
	x := newExtractor(t, "", justext.DefaultConfig())
	document, err := x.Document(context.Background(), io.MultiReader(), "")
	if err != nil || document == nil || len(document.Paragraphs) != 0 || document.Title != "" || document.TextNodes != nil {
		t.Errorf("of an empty page: got %+v, %v, want an empty Document", document, err)
	}
}

func TestText(t *testing.T) {
	paragraphs := []justext.Paragraph{{Text: "a", Class: justext.Good}, {Text: "b", Class: justext.Bad}, {Text: "c\nd", Class: justext.Good}, {Text: "e", Class: justext.NearGood}}
	if got, want := justext.Text(paragraphs), "a\n\nc\nd"; got != want {
		t.Errorf("Text: got %q, want %q", got, want)
	}
	if got := (&justext.Document{Paragraphs: paragraphs}).Text(); got != "a\n\nc\nd" {
		t.Errorf("Document.Text: got %q", got)
	}
	if got := justext.Text(nil); got != "" {
		t.Errorf("Text of nothing: got %q", got)
	}
}

func TestLimits(t *testing.T) {
	comment := "<!--" + strings.Repeat("x", 100) + "-->"
	tests := []struct {
		name, source string
		limit        func(*justext.Config)
		want         []string
		err          error
	}{
		{"MaxBytes not met", "<p>a<p>b<p>c", func(c *justext.Config) { c.MaxBytes = 12 }, []string{"a", "b", "c"}, nil},
		{"MaxBytes", "<p>a<p>b<p>c", func(c *justext.Config) { c.MaxBytes = 11 }, []string{"a", "b"}, error(&page.LimitError{Limit: "MaxBytes"})},
		{"MaxBytes 0 is none", "<p>a<p>b<p>c", func(c *justext.Config) { c.MaxBytes = 0 }, []string{"a", "b", "c"}, nil},
		{"MaxToken not met", "<p>a" + comment + "<p>b", func(c *justext.Config) { c.MaxToken = len(comment) }, []string{"a", "b"}, nil},
		{"MaxToken", "<p>a" + comment + "<p>b", func(c *justext.Config) { c.MaxToken = len(comment) - 1 }, []string{"a"}, error(&page.LimitError{Limit: "MaxToken"})},
		{"MaxToken, a tag", "<p>a<p title='" + comment + "'>b", func(c *justext.Config) { c.MaxToken = 50 }, []string{"a"}, error(&page.LimitError{Limit: "MaxToken"})},
		{"MaxToken, an end tag", "<p>a</p title='" + comment + "'>b", func(c *justext.Config) { c.MaxToken = 50 }, []string{"a"}, error(&page.LimitError{Limit: "MaxToken"})},
		{"MaxToken is not for text", "<p>" + strings.Repeat("a", 100), func(c *justext.Config) { c.MaxToken = 50 }, []string{strings.Repeat("a", 100)}, nil},
		{"MaxToken is not for scripts", "<p>a<script>" + comment + "</script>b", func(c *justext.Config) { c.MaxToken = 50 }, []string{"ab"}, nil},
		{"MaxToken 0 is none", "<p>a" + comment, func(c *justext.Config) { c.MaxToken = 0 }, []string{"a"}, nil},
		{"MaxBlocks not met", "<p>a<p>b<p>c", func(c *justext.Config) { c.MaxBlocks = 4 }, []string{"a", "b", "c"}, nil},
		{"MaxBlocks", "<p>a<p>b<p>c", func(c *justext.Config) { c.MaxBlocks = 2 }, []string{"a", "b"}, error(&page.LimitError{Limit: "MaxBlocks"})},
		{"MaxBlocks 0 is none", "<p>a<p>b<p>c", func(c *justext.Config) { c.MaxBlocks = 0 }, []string{"a", "b", "c"}, nil},
	}
	for _, test := range tests {
		for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
			t.Run(fmt.Sprintf("%s/%d", test.name, config.Markup), func(t *testing.T) {
				test.limit(&config)
				paragraphs, err := newExtractor(t, "", config).Extract(strings.NewReader(test.source))
				if !errors.Is(err, test.err) {
					t.Errorf("%s: error %v, want %v", test.source, err, test.err)
				}
				var got []string
				for _, p := range paragraphs {
					got = append(got, p.Text)
					if p.Class != justext.Good && p.Class != justext.Bad {
						t.Errorf("%s: %q has class %s", test.source, p.Text, p.Class)
					}
				}
				if !slices.Equal(got, test.want) {
					t.Errorf("%s:\n got %q\nwant %q", test.source, got, test.want)
				}
			})
		}
	}
}

// TestMaxDepthLosesNoText nests elements up to the limit and far beyond it.
func TestMaxDepthLosesNoText(t *testing.T) {
	for _, depth := range []int{0, 3, 10, 512} {
		for _, deep := range []int{1, 8, 600, 1500} {
			config := justext.DefaultConfig()
			config.MaxDepth = depth
			var page, want strings.Builder
			for i := range deep {
				fmt.Fprintf(&page, "<div>a%d ", i)
				fmt.Fprintf(&want, "a%d ", i)
			}
			for i := range deep {
				fmt.Fprintf(&page, "b%d</div>", i)
				fmt.Fprintf(&want, "b%d ", i)
			}
			var got strings.Builder
			deepest := 0
			for _, p := range segmentPage(t, config, page.String()) {
				got.WriteString(p.Text + " ")
				deepest = max(deepest, strings.Count(p.DOMPath(), ".")+1)
			}
			gotWords, wantWords := strings.Fields(got.String()), strings.Fields(want.String())
			if strings.Join(gotWords, "") != strings.Join(wantWords, "") {
				t.Errorf("MaxDepth %d, %d deep: got %d words, want %d", depth, deep, len(gotWords), len(wantWords))
			}
			if depth > 0 && deepest > depth {
				t.Errorf("MaxDepth %d, %d deep: a path has %d elements", depth, deep, deepest)
			}
		}
	}
}

func TestConfigErrors(t *testing.T) {
	if _, err := justext.New("en", justext.Config{}); !errors.Is(err, page.ErrConfig) || !strings.Contains(err.Error(), "DefaultConfig()") {
		t.Errorf("zero Config: got %v, want an ErrConfig that names DefaultConfig()", err)
	}
	tests := []struct {
		name   string
		change func(*justext.Config)
		want   error
		text   string // in the message
	}{
		{"Markup", func(c *justext.Config) { c.Markup = 77 }, page.ErrConfig, "Markup"},
		{"LengthHigh below LengthLow", func(c *justext.Config) { c.LengthHigh = 69 }, page.ErrConfig, "LengthHigh 69"},
		{"MaxDepth without room", func(c *justext.Config) { c.MaxDepth = 1 }, page.ErrConfig, "MaxDepth"},
		{"LengthLow negative", func(c *justext.Config) { c.LengthLow = -1 }, page.ErrConfig, "-1"},
		{"StopWordsHigh below StopWordsLow", func(c *justext.Config) { c.StopWordsHigh = 0.1 }, page.ErrConfig, "StopWordsHigh 0.1"},
		{"StopWordsLow negative", func(c *justext.Config) { c.StopWordsLow = -0.5 }, page.ErrConfig, "-0.5"},
		{"StopWordsLow NaN", func(c *justext.Config) { c.StopWordsLow = math.NaN() }, page.ErrConfig, "NaN"},
		{"StopWordsHigh NaN", func(c *justext.Config) { c.StopWordsHigh = math.NaN() }, page.ErrConfig, "NaN"},
		{"MaxLinkDensity negative", func(c *justext.Config) { c.MaxLinkDensity = -1 }, page.ErrConfig, "-1"},
		{"MaxLinkDensity NaN", func(c *justext.Config) { c.MaxLinkDensity = math.NaN() }, page.ErrConfig, "NaN"},
		{"MaxHeadingDistance", func(c *justext.Config) { c.MaxHeadingDistance = -2 }, page.ErrConfig, "-2"},
		{"MaxBytes negative", func(c *justext.Config) { c.MaxBytes = -3 }, page.ErrConfig, "-3"},
		{"MaxBytes too large", func(c *justext.Config) { c.MaxBytes = math.MaxInt }, page.ErrConfig, "MaxBytes"},
		{"MaxToken", func(c *justext.Config) { c.MaxToken = -4 }, page.ErrConfig, "-4"},
		{"MaxBlocks", func(c *justext.Config) { c.MaxBlocks = -5 }, page.ErrConfig, "-5"},
		{"MaxDepth", func(c *justext.Config) { c.MaxDepth = -6 }, page.ErrConfig, "-6"},
		{"InvalidBytes", func(c *justext.Config) { c.InvalidBytes = 9 }, page.ErrConfig, "InvalidBytes is 9"},
		{"DefaultEncoding", func(c *justext.Config) { c.DefaultEncoding = "klingon-1" }, page.ErrUnknownEncoding, `"klingon-1"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := justext.DefaultConfig()
			test.change(&config)
			x, err := justext.New("en", config)
			if !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.text) {
				t.Errorf("got %v, want %v with %q", err, test.want, test.text)
			}
			if x != nil {
				t.Error("an Extractor beside the error")
			}
		})
	}
}

func TestNewLanguages(t *testing.T) {
	own := justext.DefaultConfig()
	own.StopWords = stoplists.New("a")
	tests := []struct {
		lang   string
		config justext.Config
		tag    string
	}{
		{"en", justext.DefaultConfig(), "en"},
		{"pt-BR", justext.DefaultConfig(), "pt"},
		{"Czech", justext.DefaultConfig(), "cs"},
		{"Serbo_Croatian", justext.DefaultConfig(), "sh"},
		{"", justext.DefaultConfig(), ""},
		{"", own, ""},
		{"cs", own, ""},
		{"en", justext.PythonConfig(), "en"},
	}
	for _, test := range tests {
		x := newExtractor(t, test.lang, test.config)
		if got := x.Lang(); got != test.tag {
			t.Errorf("%q: Lang %q, want %q", test.lang, got, test.tag)
		}
		config := x.Config()
		if (config.StopWords.Len() == 0) != (config.StopWordsHigh == 0) {
			t.Errorf("%q: StopWordsHigh %v with a list of %d words", test.lang, config.StopWordsHigh, config.StopWords.Len())
		}
		if test.config.StopWords != nil && config.StopWords != test.config.StopWords {
			t.Errorf("%q: the caller's own list is not used", test.lang)
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	const lang = "Klingonish"
	_, err := justext.New(lang, justext.DefaultConfig())
	if !errors.Is(err, justext.ErrUnknownLanguage) || !strings.Contains(err.Error(), "stoplists.Languages") || !strings.Contains(err.Error(), lang) {
		t.Errorf("New(%q): got %v, want an ErrUnknownLanguage that says how to list the known ones", lang, err)
	}
	if _, err := justext.Extract(strings.NewReader("a"), lang); !errors.Is(err, justext.ErrUnknownLanguage) {
		t.Errorf("Extract(%q): got %v, want ErrUnknownLanguage", lang, err)
	}
}

func TestInvalidBytes(t *testing.T) {
	const source = "<meta charset=utf-8><p>a\xffb"
	tests := []struct {
		name string
		how  page.InvalidBytes
		want string
		err  error
	}{
		{"ReplaceInvalid", page.ReplaceInvalid, "a\ufffdb", nil},
		{"IgnoreInvalid", page.IgnoreInvalid, "ab", nil},
		{"RefuseInvalid", page.RefuseInvalid, "", page.ErrInvalidBytes},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := justext.DefaultConfig()
			config.InvalidBytes = test.how
			x := newExtractor(t, "", config)
			document, err := x.Document(context.Background(), strings.NewReader(source), "")
			if !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
			got := ""
			if len(document.Paragraphs) > 0 {
				got = document.Paragraphs[0].Text
			}
			if got != test.want {
				t.Errorf("%q: got %q, want %q", source, got, test.want)
			}
			if _, _, err := x.Decode([]byte(source), ""); !errors.Is(err, test.err) {
				t.Errorf("Decode: error %v, want %v", err, test.err)
			}
		})
	}
}

// TestInvalidBytesOfValidPage: a valid page that contains U+FFFD is left as it is.
func TestInvalidBytesOfValidPage(t *testing.T) {
	const source = "<p>a\ufffdb"
	for _, how := range []page.InvalidBytes{page.ReplaceInvalid, page.IgnoreInvalid, page.RefuseInvalid} {
		config := justext.DefaultConfig()
		config.InvalidBytes = how
		paragraphs, err := newExtractor(t, "", config).Extract(strings.NewReader(source))
		if err != nil || len(paragraphs) != 1 || paragraphs[0].Text != "a\ufffdb" {
			t.Errorf("InvalidBytes %d: %q: got %q, %v", how, source, compactAll(paragraphs), err)
		}
	}
}

func TestEncodings(t *testing.T) {
	long := strings.Repeat(" ", 2000)
	tests := []struct {
		name, page, contentType string
		force                   string
		want                    page.Encoding
		text                    string
	}{
		{"forced", "<meta charset=utf-8><p>\xec", "text/html; charset=koi8-r", "windows-1250", page.Encoding{Name: "windows-1250", By: page.EncodingForced}, "ě"},
		{"byte order mark", "\xef\xbb\xbf<meta charset=koi8-r><p>ě", "text/html; charset=koi8-r", "", page.Encoding{Name: "utf-8", By: page.EncodingBOM}, "ě"},
		{"UTF-16 with a byte order mark", "\xff\xfe<\x00p\x00>\x00\x1b\x01", "", "", page.Encoding{Name: "utf-16le", By: page.EncodingBOM}, "ě"},
		{"UTF-16 without", "\x00<\x00p\x00>\x01\x1b", "", "", page.Encoding{Name: "utf-16be", By: page.EncodingPattern}, "ě"},
		{"Content-Type", "<meta charset=koi8-r><p>\xec", "text/html; charset=windows-1250", "", page.Encoding{Name: "windows-1250", By: page.EncodingContentType}, "ě"},
		{"an unknown label is passed over", "<meta charset=windows-1250><p>\xec", "text/html; charset=klingon", "", page.Encoding{Name: "windows-1250", By: page.EncodingMeta}, "ě"},
		{"meta", "<meta http-equiv=Content-Type content='text/html; charset=Windows-1250'><p>\xec", "text/html", "", page.Encoding{Name: "windows-1250", By: page.EncodingMeta}, "ě"},
		{"late meta", "<head>" + long + "<meta charset=windows-1250></head><p>\xec", "", "", page.Encoding{Name: "windows-1250", By: page.EncodingLateMeta}, "ě"},
		{"valid UTF-8", "<p>ě", "", "", page.Encoding{Name: "utf-8", By: page.EncodingValidity}, "ě"},
		{"default", "<p>\xec", "", "", page.Encoding{Name: "windows-1252", By: page.EncodingDefault}, "ì"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := justext.DefaultConfig()
			if test.force != "" {
				config.DefaultEncoding, config.ForceEncoding = test.force, true
			}
			x := newExtractor(t, "", config)
			document, err := x.Document(context.Background(), strings.NewReader(test.page), test.contentType)
			if err != nil {
				t.Fatal(err)
			}
			if document.Encoding != test.want {
				t.Errorf("%q: got %s (%s), want %s (%s)", test.page, document.Encoding.Name, document.Encoding.By, test.want.Name, test.want.By)
			}
			if len(document.Paragraphs) != 1 || document.Paragraphs[0].Text != test.text {
				t.Errorf("%q: got %q, want %q", test.page, compactAll(document.Paragraphs), test.text)
			}
			text, encoding, err := x.Decode([]byte(test.page), test.contentType)
			if err != nil || encoding != test.want {
				t.Errorf("Decode: got %v, %v, want %v", encoding, err, test.want)
			}
			p := document.Paragraphs[0]
			if got := string(text[p.Start:p.End]); got != test.text {
				t.Errorf("Decode: got %q in the paragraph's place, want %q", got, test.text)
			}
		})
	}
}

// TestDecodeIsThePage: Decode returns a page in UTF-8 itself.
func TestDecodeIsThePage(t *testing.T) {
	page := []byte("\ufeff<p>é")
	text, _, err := newExtractor(t, "", justext.DefaultConfig()).Decode(page, "")
	if err != nil || !bytes.Equal(text, page) {
		t.Errorf("got %q, %v, want %q", text, err, page)
	}
}

// TestDecodeKeepsNothing: each decoded page has memory of its own.
func TestDecodeKeepsNothing(t *testing.T) {
	x := newExtractor(t, "", justext.DefaultConfig())
	first, _, _ := x.Decode([]byte("<p>\xe9 first"), "")
	kept := string(first)
	x.Decode([]byte("<p>\xe8 SECOND"), "")
	x.Extract(strings.NewReader("<p>\xe8 THIRD"))
	if string(first) != kept {
		t.Errorf("the text of the first page became %q, was %q", first, kept)
	}
}

func TestNames(t *testing.T) {
	tests := []struct{ got, want string }{
		{justext.Unclassified.String(), "unclassified"},
		{justext.Good.String(), "good"},
		{justext.Bad.String(), "bad"},
		{justext.Short.String(), "short"},
		{justext.NearGood.String(), "neargood"},
		{justext.Class(99).String(), "Class(99)"},
		{justext.NoReason.String(), "none"},
		{justext.ImageBeforeGood.String(), "image before a good paragraph"},
		{justext.Reason(99).String(), "Reason(99)"},
		{page.EncodingForced.String(), "forced"},
		{page.EncodingDefault.String(), "default"},
		{page.EncodingRule(99).String(), "EncodingRule(99)"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
	seen := make(map[string]bool)
	for r := justext.NoReason; r <= justext.ImageBeforeGood; r++ {
		if seen[r.String()] || r.String() == "" {
			t.Errorf("reason %d has no name of its own: %q", r, r)
		}
		seen[r.String()] = true
	}
}
