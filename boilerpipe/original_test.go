package boilerpipe

import (
	"strings"
	"testing"
)

// TestWordsAsShown tests what Config.Original changes: the text of a page that is content
// throughout, by default and as in boilerpipe 1.2.0.
func TestWordsAsShown(t *testing.T) {
	for _, test := range []struct{ page, shown, original string }{
		// Words that boilerpipe cuts in two.
		{"<p>see <a href=x>this</a>, please", "see this, please", "see this , please"},
		{"<p>un<a href=x>able</a>s", "unables", "un able s"},
		{"<p>a<abbr>b</abbr>c", "abc", "a b c"},
		{"<p>un<small>able</small> or<q> not</q>", "unable or not", "un|able|or|not"},
		{"<p>a<wbr>b<x-y>c</x-y><script>x</script>d<!-- -->e", "abcde", "a|b|c|de"},
		{"<p>a <b>b</b><i> c</i>", "a b c", "a b c"},
		// Words that boilerpipe glues.
		{"<p>one</body>two", "onetwo", "onetwo"},
		{"<p>one</html></body>two", "onetwo", "onetwo"},
		{"a</table>c<td>d</table>e", "ac de", "acde"},
		{"<ul><li>a<ul><li>b</ul>c</ul>d", "a|b|c d", "a|b|cd"},
		{"one</div>two<p>three", "onetwo|three", "onetwo|three"},
		{"one<frameset><1><nsframes>two", "onetwo", "one|two"},
		{"<p>a<table><tr><td>b<td>c<tr><td>d</table>", "a|b c|d", "a|b|c|d"},
		{"<slot>a<dialog>b<x-y></slot>c", "a|b|c", "a|b|c"},
		{"<p>a<img src=x>b<input>c<br>d", "a b c|d", "a|b|c|d"},
		// Control characters.
		{"<p>a\x01\x1b[1mb\x7fc\u0085d&#27;e&#8;f", "a[1mbcdef", "a[1mbcdef"},
		{"<p>a&#150;b&#x85;", "a–b…", "ab"},
		{"<p>\x01<p>a", "a", "|a"},
	} {
		for original, want := range map[bool]string{false: test.shown, true: test.original} {
			d := readAs(t, test.page, func(c *Config) { c.Original = original })
			MarkEverythingContent(d)
			got := strings.ReplaceAll(strings.TrimSuffix(d.Text(), "\n"), "\n", "|")
			if got != want {
				t.Errorf("%q, original %v: got %q, want %q", test.page, original, got, want)
			}
			if hasControls(d.Text()) || !original && hasControls(d.Blocks[0].Text) {
				t.Errorf("%q: control characters in %q", test.page, d.Text())
			}
		}
	}
}

// TestCountsAsOriginal: where only spaces differ, the counts are those of 1.2.0.
func TestCountsAsOriginal(t *testing.T) {
	const page = "<title>a</title><p>see <a href=x>this</a>, un<a href=x>able</a>s<abbr>b</abbr>c<p>or<small>x</small> <a>y<p>z</a>"
	d, original := read(t, page), readOriginal(t, page)
	if len(d.Blocks) != len(original.Blocks) {
		t.Fatalf("%d blocks, want %d", len(d.Blocks), len(original.Blocks))
	}
	for i := range d.Blocks {
		got, want := d.Blocks[i], original.Blocks[i]
		if got.Words != want.Words || got.AnchorWords != want.AnchorWords || got.WrappedWords != want.WrappedWords ||
			got.WrappedLines != want.WrappedLines || got.TagLevel != want.TagLevel || got.Start != want.Start || got.End != want.End {
			t.Errorf("block %d:\n got %+v\nwant %+v", i, got, want)
		}
	}
}

// TestTitles tests the titles of pages on which boilerpipe finds none.
func TestTitles(t *testing.T) {
	for _, test := range []struct{ page, title, original, text string }{
		{"<title> a &amp; b </title>c", "a & b", "a & b", "c"},
		{"<head><noscript><img src=x></noscript><title>a</title></head><body>b", "a", "", "b"},
		{"<head><noscript>x</noscript><noscript><p>y</noscript><title>a</title><p>b", "a", "", "b"},
		{"<head><noscript><title>a</title><p>b", "", "", ""},
		{"<head><img src=x><title>a</title><body>b", "a", "", "b"},
		{"<p>a<svg><title>b</title></svg>c", "", "", "a c"},
		{"<title>a</title><title>b</title>c", "b", "b", "c"},
		{"<body>x<title>a</title><title>b</title>c", "a", "", "xc"},
		{"<title>a\x01&#27;</title>b", "a", "a", "b"},
	} {
		d := read(t, test.page)
		MarkEverythingContent(d)
		text := strings.ReplaceAll(strings.TrimSuffix(d.Text(), "\n"), "\n", "|")
		if d.Title != test.title || text != test.text {
			t.Errorf("%s: title %q, text %q, want %q, %q", test.page, d.Title, text, test.title, test.text)
		}
		if d := readOriginal(t, test.page); d.Title != test.original {
			t.Errorf("%s: title in 1.2.0 %q, want %q", test.page, d.Title, test.original)
		}
	}
}

// TestNoscript: Config.Noscript keeps the text of noscript elements in the body.
func TestNoscript(t *testing.T) {
	const page = "<head><noscript>x</noscript><title>t</title></head><body>a<noscript><p>b <img src=c></noscript>d"
	d := readAs(t, page, func(c *Config) { c.Noscript = true })
	MarkEverythingContent(d)
	if d.Text() != "a\nb\nd\n" || d.Title != "t" {
		t.Errorf("title %q, text %q", d.Title, d.Text())
	}
	if got := written(t, Highlighter{ContentOnly: true, Whitelist: TextWhitelist()}, page, d); got != "a<P>b </P>d" {
		t.Errorf("HTML %s", got)
	}
	if got := Images([]byte(page), d); len(got) != 1 || got[0].Src != "c" {
		t.Errorf("images %v", got)
	}
	if d := read(t, page); len(d.Blocks) != 2 {
		t.Errorf("by default: %d blocks", len(d.Blocks))
	}
}
