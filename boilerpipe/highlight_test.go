package boilerpipe

import (
	"fmt"
	"strings"
	"testing"
)

// content marks the blocks with a text as content.
func contentOf(t *testing.T, page string, texts ...string) *TextDocument {
	t.Helper()
	d := read(t, page)
	for i := range d.Blocks {
		for _, text := range texts {
			if d.Blocks[i].Text == text {
				d.Blocks[i].Content = true
			}
		}
	}
	return d
}

// written returns what a Highlighter writes.
func written(t *testing.T, h Highlighter, page string, d *TextDocument) string {
	t.Helper()
	var html strings.Builder
	if err := h.Write(t.Context(), &html, []byte(page), d); err != nil {
		t.Fatal(err)
	}
	return html.String()
}

func TestHighlighter(t *testing.T) {
	const page = `<!DOCTYPE html><html lang=en><head><title>t</title></head><body onload="a('&amp;')"><!-- c --><p>menu</p>` +
		`<p CLASS=x>one &amp; <a href="?a&b">two</a>&lt;<br><script>s</script></p><span class=x-boilerpipe-mark1>more</span></body></html>`
	d := contentOf(t, page, "one & two<")
	for _, test := range []struct {
		name string
		h    Highlighter
		want string
	}{
		{"marked", Highlighter{}, `<HTML lang="en">` + markStyles + `<BODY><P>menu</P><P class="x">` +
			`[one & ]<A href="?a&amp;b">[two]</A>[&lt;]<BR></P><SPAN>more</SPAN></BODY></HTML>`},
		{"as written", Highlighter{AsWritten: true}, `<HTML lang="en">` + markStyles + `<BODY onload="a('&')"><P>menu</P><P class="x">` +
			`[one & ]<A href="?a&amp;b">[two]</A>[&lt;]<BR></P><SPAN>more</SPAN></BODY></HTML>`},
		{"content only", Highlighter{ContentOnly: true}, `<HTML lang="en">` + spacedStyles + `<BODY><P class="x">` +
			`one & <A href="?a&amp;b">two</A>&lt;<BR></P></BODY></HTML>`},
		{"whitelist", Highlighter{ContentOnly: true, Whitelist: TextWhitelist()}, `<P>one & <A href="?a&amp;b">two</A>&lt;<BR></P>`},
		{"whitelist, marked", Highlighter{Whitelist: map[string][]string{"p": {"class"}}}, `<P>menu</P><P class="x">[one & two&lt;]</P>more`},
		{"nothing", Highlighter{ContentOnly: true, Whitelist: map[string][]string{}}, `one & two&lt;`},
	} {
		want := strings.NewReplacer("[", markStart, "]", markEnd).Replace(test.want)
		if got := written(t, test.h, page, d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, want)
		}
	}
}

// TestHighlighterVoid: void elements have no end tag and stay, so that the words
// around them are kept apart.
func TestHighlighterVoid(t *testing.T) {
	const page = "<p>one<br>two three<hr><p>menu<img src=x><x:br></x:br>"
	d := contentOf(t, page, "one", "two three")
	for _, test := range []struct {
		h    Highlighter
		want string
	}{
		{Highlighter{ContentOnly: true, Whitelist: TextWhitelist()}, `<P>one<BR>two three</P>`},
		{Highlighter{ContentOnly: true, Whitelist: map[string][]string{"br": nil, "img": {"src"}, "hr": nil, "p": nil}},
			`<P>one<BR>two three</P><HR>`},
		{Highlighter{Whitelist: map[string][]string{"br": nil, "x:br": nil}, AsWritten: true},
			markStart + `one` + markEnd + `<BR>` + markStart + `two three` + markEnd + "\nmenu<X:BR></X:BR>"},
	} {
		if got := written(t, test.h, page, d); got != test.want {
			t.Errorf("%+v:\n got %s\nwant %s", test.h, got, test.want)
		}
	}
}

// TestHighlighterMerges: neighbouring texts share a mark.
func TestHighlighterMerges(t *testing.T) {
	for page, want := range map[string]string{
		"<p>a&b& c&amp;d &lt; e":             "<P>[a&amp;b& c&amp;d &lt; e]</P>",
		"<p>a<b> </b>b<x-y>c</x-y><!-- -->d": "<P>[a]<B> </B>[bcd]</P>",
		"<p>a<script>x</script>b":            "<P>[ab]</P>",
	} {
		d := read(t, page)
		MarkEverythingContent(d)
		want = "<HTML>" + markStyles + "<BODY>" + strings.NewReplacer("[", markStart, "]", markEnd).Replace(want) + "</BODY></HTML>"
		if got := written(t, Highlighter{}, page, d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", page, got, want)
		}
	}
}

// TestHighlighterRawText: a mark in an element of raw text would be shown as text.
func TestHighlighterRawText(t *testing.T) {
	for _, name := range []string{"textarea", "xmp", "plaintext", "iframe", "noembed", "noframes", "title"} {
		page := "<body><p>a<" + name + ">one</" + name + "><p>two"
		d := readOriginal(t, page)
		MarkEverythingContent(d)
		got := written(t, Highlighter{AsWritten: true}, page, d)
		upper := strings.ToUpper(name)
		if !strings.Contains(got, "<"+upper+">one</"+upper+">") || !strings.Contains(got, markStart+"two"+markEnd) {
			t.Errorf("%s: %s", name, got)
		}
		h := Highlighter{Whitelist: map[string][]string{"p": nil}}
		if got := written(t, h, page, d); len(d.Blocks) == 3 && !strings.Contains(got, "one"+markEnd) {
			t.Errorf("%s, without its tags: %s", name, got)
		}
	}
}

// TestHighlighterHeldBack: text before the body can come after text that is later in the
// page. It is still found.
func TestHighlighterHeldBack(t *testing.T) {
	const page = "one<frameset><1><nsframes>two"
	d := read(t, page)
	MarkEverythingContent(d)
	h := Highlighter{ContentOnly: true, Whitelist: TextWhitelist()}
	if got := written(t, h, page, d); got != "onetwo" {
		t.Errorf("got %s", got)
	}
}

// TestHighlighterReopened: an element that is opened again keeps its attributes.
func TestHighlighterReopened(t *testing.T) {
	const page = "<dd><a href=x><center>one</center></a>"
	d := contentOf(t, page, "one")
	h := Highlighter{ContentOnly: true, Whitelist: TextWhitelist()}
	if got, want := written(t, h, page, d), `<DL><DD><A href="x">one</A></DD></DL>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestHighlighterMerged: of a merged block, its parts are marked but not the text between
// them. Of a split block, each paragraph is marked by itself.
func TestHighlighterMerged(t *testing.T) {
	const page = "<p>one<p>two<p>three<p>four"
	d := contentOf(t, page, "one", "three")
	BoilerplateBlock(d)
	BlockProximityFusion(1, ContentOnly)(d)
	h := Highlighter{ContentOnly: true, Whitelist: TextWhitelist()}
	if got := written(t, h, page, d); got != "<P>one</P><P>three</P>" || len(d.Blocks) != 1 {
		t.Errorf("merged: %s", got)
	}
	SplitParagraphBlocks(d)
	d.Blocks[0].Content = false
	if got := written(t, h, page, d); got != "<P>three</P>" {
		t.Errorf("split: %s", got)
	}
	const withEmpty = "<p>one<p>\x01<p>three"
	d = read(t, withEmpty)
	MarkEverythingContent(d)
	BlockProximityFusion(1, AnyBlocks)(d)
	SplitParagraphBlocks(d)
	d.Blocks[0].Content = false
	if got := written(t, h, withEmpty, d); got != "<P>three</P>" || len(d.Blocks) != 2 {
		t.Errorf("split with a block of a control character: %s", got)
	}
}

// TestHighlighterWhiteSpace: control characters that are white space keep words apart.
func TestHighlighterWhiteSpace(t *testing.T) {
	for _, space := range []string{"\t", "\n", "\v", "\f", "\r", "&#9;", "&#10;", "&#12;", "&#13;", "\u0085"} {
		page := "<p>foo" + space + "bar"
		for _, h := range []Highlighter{{}, {ContentOnly: true}, {Whitelist: TextWhitelist()}, {AsWritten: true}} {
			d := read(t, page)
			MarkEverythingContent(d)
			if got := written(t, h, page, d); strings.Contains(got, "foobar") {
				t.Errorf("%q, %+v: got %q", page, h, got)
			}
		}
	}
}

// TestHighlighterSize: attributes of elements that are opened again and again do
// not make the result large.
func TestHighlighterSize(t *testing.T) {
	page := []byte("<b title='" + strings.Repeat("x", 20_000) + "'>" + strings.Repeat("<ins>x", 5_000))
	d := read(t, string(page))
	if n := len(written(t, Highlighter{}, string(page), d)); n > 20*len(page) {
		t.Errorf("%d bytes of a page of %d", n, len(page))
	}
}

func TestImages(t *testing.T) {
	const page = `<img src=before><p>one<img src=small width=10 height="20" alt="a &amp; b"><img src=''><img alt=none><p>menu<img src=menu>` +
		`<p>two<img src=b width=30 height=40><noscript><img src=no></noscript><object><img src=a height=40 width=30></object><IMG SRC=unknown width=100%><img src=unknown2 width=10 height=-1>` +
		`<p>three<img src=after>`
	d := contentOf(t, page, "one", "two", "three")
	var got []string
	for _, image := range Images([]byte(page), d) {
		got = append(got, fmt.Sprintf("%s %sx%s %d %q", image.Src, image.Width, image.Height, image.Area, image.Alt))
	}
	want := `a 30x40 1200 "", b 30x40 1200 "", small 10x20 200 "a & b", unknown 100%x -1 "", unknown2 10x-1 -1 ""`
	if line := strings.Join(got, ", "); line != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
}
