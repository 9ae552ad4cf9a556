package boilerpipe

import (
	"fmt"
	"strings"
	"testing"
)

// TestWords counts words by docs/boilerpipe.md, "Words and lines".
func TestWords(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, " ": 0, "one": 1, "one two  three": 3,
		"don't": 1, "U.S.": 1, "e-mail:": 1, "http://a.b/c": 1, "$5.00": 1, "(a)": 1, `"a"`: 1, "why?!": 1, "a/b;c,d@e": 1,
		"50%": 1, "A&B": 2, "foo=bar": 2, "a*b": 2, "a + b": 2, "C++": 1, "a_b": 1, "_": 0, "__ x": 1,
		"don’t": 2, "a–b": 2, "“quoted”": 1, "a…b": 2, "...": 0, "- – •": 0,
		"中文字": 1, "中文，字": 2, "中文,字": 1, "日本語のテキスト。": 1, "ภาษาไทย": 1,
		"x²": 2, "²": 1, "Ⅷ": 1, "½ cup": 2,
		"a\u00a0b": 2, " . \u00a0": 0, "e\u0301e": 1, "%\u0301e": 1, "é": 1, "a\u0096b": 2,
		"a\u2063b": 2, "a\u2063.b": 1, "a.\u2063b": 1, "a\u2063 b": 2, "\u2063": 0,
		"😀": 0, "a😀b": 2, "𝐀𝐁": 1, "Слово, ещё": 2, "שלום": 1, "नमस्ते": 1,
	} {
		c := newWordCount(false, false)
		c.add([]byte(text))
		if c.words != want || c.anchorWords != 0 {
			t.Errorf("%q: %d words, want %d", text, c.words, want)
		}
	}
}

// TestWordsByScript counts the characters of scripts without spaces.
func TestWordsByScript(t *testing.T) {
	for text, want := range map[string]int{
		"one two": 2, "don't": 1, "中": 1, "中文": 1, "中文字": 2, "中文，字": 2, "中文abc": 2, "abc中文字字": 3, "日本語のテキスト。": 4,
		"한국어 단어": 2, "A&B": 2, "2024年": 2, "ภาษาไทย": 4,
	} {
		c := newWordCount(true, false)
		c.add([]byte(text))
		if c.words != want {
			t.Errorf("%q: %d words, want %d", text, c.words, want)
		}
	}
}

// TestLines wraps at 80 columns.
func TestLines(t *testing.T) {
	ten := strings.Repeat("x", 9) + " " // ten columns with its space
	for _, test := range []struct {
		text         string
		words, lines int
	}{
		{"a b", 2, 1},
		{strings.Repeat(ten, 8), 8, 1},
		{strings.Repeat(ten, 9), 8, 1},
		{strings.Repeat(ten, 17), 16, 2},
		{strings.Repeat("x", 80), 1, 1},
		{strings.Repeat("x", 81), 0, 1},
		{strings.Repeat("😀a ", 20), 20, 1},    // the emoticons are tokens, not words
		{strings.Repeat("𝐀 ", 28), 27, 1},     // two UTF-16 units each
		{strings.Repeat("% ", 100), 0, 1},     // no words
		{strings.Repeat("... a ", 40), 40, 1}, // only words have a width
	} {
		c := newWordCount(false, false)
		c.add([]byte(test.text))
		if words, lines := c.wrapped(); words != test.words || lines != test.lines {
			t.Errorf("%.20q… of %d: %d words in %d lines, want %d in %d", test.text, len(test.text), words, lines, test.words, test.lines)
		}
	}
}

// read returns the blocks of a page by the default rules.
func read(t *testing.T, page string) *TextDocument {
	t.Helper()
	return readAs(t, page, func(*Config) {})
}

// readOriginal returns the blocks of a page as boilerpipe 1.2.0 makes them.
func readOriginal(t *testing.T, page string) *TextDocument {
	t.Helper()
	return readAs(t, page, func(c *Config) { c.Original = true })
}

func readAs(t *testing.T, page string, change func(*Config)) *TextDocument {
	t.Helper()
	config := DefaultConfig()
	change(&config)
	x, err := New(nil, config)
	if err != nil {
		t.Fatal(err)
	}
	d, err := x.Segment(t.Context(), strings.NewReader(page), "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBuilder has the rules of docs/boilerpipe.md, "Blocks": blocks as text:words,
// with the words in links after "@" and the tag level after "^".
func TestBuilder(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"text alone", "some text", "some text:2@0^2"},
		{"inline elements separate nothing", "<p>a<b>b</b> <span>c</span><i>d</i><code>e</code>f", "ab cdef:2@0^3"},
		{"other elements do", "<div>a<br>b<img>c<small>d</small>e<x-y>f</x-y>g", "a:1@0^3 | b:1@0^3 | c:1@0^3 | d:1@0^4 | e:1@0^3 | f:1@0^4 | g:1@0^3"},
		{"abbr and acronym separate words", "<p>a<abbr>b</abbr>c<acronym>d</acronym>", "a b c d:4@0^3"},
		{"ignorable elements separate blocks", "<p>a<script>b</script>c<style>d</style><noscript>e</noscript>f<object>g</object><select><option>h", "a:1@0^3 | c:1@0^3 | f:1@0^3"},
		{"comments do not", "<p>a<!-- b -->c", "ac:1@0^3"},
		{"iframe is text", "<p>a<iframe><b>c</b></iframe>", "a:1@0^3 | <b>c</b>:3@0^4"},
		{"textarea and select", "<textarea>a<b></textarea><select>b<option>c</option>d</select>", "a<b>:2@0^3 | b:1@0^3 | d:1@0^3"},
		{"prefixes", "<div>a<o:p>b</o:p><x:script>c</x:script><x:b>d</x:b>e", "a:1@0^3 | b:1@0^4 | de:1@0^3"},

		{"spaces", "<p> a \t\n b  <b> c</b> ", "a    b c:3@0^3"},
		{"each character is a space", "<p>a\r\nb\u2003c\u3000d\u00a0e", "a b c d\u00a0e:5@0^3"},
		{"references", "<p>a&nbsp;b &amp; c&#150;d&notaname;", "a\u00a0b & c\u0096d&notaname;:5@0^3"},

		{"links are set off", "<p>see <a>this</a>, please", "see this , please:3@1^3"},
		{"links count", "<p>a b <a>c d</a> e", "a b c d e:5@2^3"},
		{"link over blocks", "<a>a<p>b<p>c</a>d", "a:1@1^3 | b:1@1^4 | c:1@1^4 | d:1@0^2"},
		{"link that waits", "<a><br>a b</a><br>c", "a b:2@2^3 | c:1@0^2"},
		{"a link ends the one before", "<p>a<a>b<a>c</a>d", "a b c d:4@2^3"},
		{"empty link", "<p>a<a></a>b", "a b:2@0^3"},

		{"punctuation is a block", "<p>...<p>\u00a0<p>a", "...:0@0^3 | \u00a0:0@0^3 | a:1@0^3"},
		{"blanks are none", "<p> <p>\t<p><b> </b>", ""},
		{"title", "<title> a &amp; b </title><p>c", "[a & b] c:1@0^3"},
		{"first block has the level of the title", "<html><head><title>x</title></head><body>a<p>b", "[x] a:1@0^3 | b:1@0^3"},
		{"later title in the head", "<title>a</title><title>b</title>c", "[b] c:1@0^3"},
		{"title in the body", "<p>a<title>b</title>", "a:1@0^3 | b:1@0^4"},
		{"noscript in the head opens the body", "<head><noscript>a</noscript><title>b</title>", "b:1@0^3"},
		{"after the end", "<body>a</body></html>b", "ab:1@0^2"},
		{"nothing", "", ""},
		{"only a comment", "<!-- a -->", ""},
		{"frames", "<frameset><frame><noframes>a</noframes></frameset>", ""},
	} {
		d := readOriginal(t, test.page)
		var items []string
		for _, b := range d.Blocks {
			items = append(items, fmt.Sprintf("%s:%d@%d^%d", b.Text, b.Words, b.AnchorWords, b.TagLevel))
		}
		got := strings.Join(items, " | ")
		if d.Title != "" {
			got = "[" + d.Title + "] " + got
		}
		if got != test.want {
			t.Errorf("%s: %s:\n got %s\nwant %s", test.name, test.page, got, test.want)
		}
	}
}

// TestPlaces tests what a block says about its place in the page.
func TestPlaces(t *testing.T) {
	const page = "<h1>a <b>b</b></h1>c&amp;<ul><li>d<h2>e</h2></ul> f \u3000"
	var got []string
	for _, b := range read(t, page).Blocks {
		got = append(got, fmt.Sprintf("%s %q %v %v", b.Text, page[b.Start:b.End], b.Heading, b.ListItem))
	}
	want := `a b "a <b>b" true false, c& "c&amp;" false false, d "d" false true, e "e" true true, f "f" false false`
	if line := strings.Join(got, ", "); line != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
}
