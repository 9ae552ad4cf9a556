package scan

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	checks "github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// render writes the events of a page in one line: (name …) for an element,
// '…' for a text node. Quotes in text have a backslash.
func render(src string, dialect Dialect, options ...func(*Scanner)) string {
	var s Scanner
	for _, option := range options {
		option(&s)
	}
	s.Reset([]byte(src), dialect)
	return renderEvents(&s)
}

func renderEvents(s *Scanner) string {
	var line, text strings.Builder
	item := func(token string) {
		if line.Len() > 0 && token != ")" {
			line.WriteByte(' ')
		}
		line.WriteString(token)
	}
	flush := func() {
		if text.Len() > 0 {
			item("'" + strings.ReplaceAll(text.String(), "'", `\'`) + "'")
			text.Reset()
		}
	}
	for s.Next() {
		switch s.Kind {
		case Text:
			text.Write(s.Text)
		case StartTag:
			flush()
			item("(" + s.Name(s.Tag))
		case EndTag:
			flush()
			item(")")
		}
	}
	flush()
	return line.String()
}

// knownBugs are cases that fail, and why. One that no longer fails makes its
// test fail, so that it is taken off this list; those that would only take too
// long are skipped.
var knownBugs = map[string]string{}

// judge reports a case that is not ok, unless that is a known bug.
func judge(t *testing.T, name string, ok bool, format string, args ...any) {
	t.Helper()
	switch bug := knownBugs[name]; {
	case bug != "" && ok:
		t.Errorf("%s: no longer fails: take it off knownBugs", name)
	case bug != "":
		t.Logf("%s: known bug: %s", name, bug)
	case !ok:
		t.Errorf(name+": "+format, args...)
	}
}

func maxDepth(n int) func(*Scanner) { return func(s *Scanner) { s.MaxDepth = n } }

func dialectName(d Dialect) string {
	if d == Libxml2 {
		return "libxml2"
	}
	return "HTML"
}

// A summary is what checkEvents has seen.
type summary struct {
	text   string // of all events
	depth  int    // most open elements
	events int
}

// checkEvents reads a page to its end and checks what is promised of every
// page: start and end tags balance, offsets are in order and in the page,
// text without character references is the page's own, and valid UTF-8 stays so.
func checkEvents(t testing.TB, s *Scanner) (sum summary) {
	t.Helper()
	var text strings.Builder
	var open []tags.Tag
	valid := utf8.Valid(s.src)
	last := 0
	for s.Next() {
		sum.events++
		e := s.Event
		if e.Start < last || e.End < e.Start || e.End > len(s.src) {
			t.Fatalf("%.300q: event %d is at %d to %d, behind %d, in %d bytes", s.src, sum.events, e.Start, e.End, last, len(s.src))
		}
		last = e.Start
		switch e.Kind {
		case Text:
			checkText(t, s, valid)
			text.Write(s.Text)
		case StartTag:
			open = append(open, e.Tag)
			sum.depth = max(sum.depth, len(open))
			if name := s.Name(e.Tag); name == "" || valid && !utf8.ValidString(name) {
				t.Fatalf("%.300q: name %q at %d", s.src, name, e.Start)
			}
		case EndTag:
			if len(open) == 0 || open[len(open)-1] != e.Tag {
				t.Fatalf("%.300q: end tag %q at %d; open: %d", s.src, s.Name(e.Tag), e.Start, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%.300q: left open: %d", s.src, open)
	}
	if s.Next() {
		t.Fatalf("%.300q: an event after the last", s.src)
	}
	if valid && !utf8.Valid(s.Title()) {
		t.Fatalf("%.300q: title %q", s.src, s.Title())
	}
	sum.text = text.String()
	return sum
}

// checkText checks one text event.
func checkText(t testing.TB, s *Scanner, valid bool) {
	t.Helper()
	e, source := s.Event, s.src[s.Start:s.End]
	if len(s.Text) == 0 || valid && !utf8.Valid(s.Text) {
		t.Fatalf("%.300q: text %q at %d", s.src, s.Text, e.Start)
	}
	if s.libxml2 {
		source = bytes.ReplaceAll(source, []byte{0}, []byte{' '})
	}
	if source[0] != '&' && !bytes.Equal(s.Text, source) {
		t.Fatalf("%.300q: text %q at %d, the page has %q", s.src, s.Text, e.Start, source)
	}
}

// TestEvents checks the promises on the snippets, cut off anywhere, and on all
// pages at hand.
func TestEvents(t *testing.T) {
	check := func(t *testing.T, src []byte) {
		for _, dialect := range []Dialect{HTML, Libxml2} {
			s := Scanner{MaxDepth: 512}
			s.Reset(src, dialect)
			checkEvents(t, &s)
			if s.Err() != nil {
				t.Errorf("%.200q: %v", src, s.Err())
			}
		}
	}
	t.Run("snippets", func(t *testing.T) {
		for _, src := range snippets {
			for end := range len(src) + 1 {
				check(t, []byte(src[:end]))
			}
		}
	})
	t.Run("golden", func(t *testing.T) {
		files, _ := filepath.Glob(goldenPages)
		if len(files) == 0 {
			t.Skipf("no pages in %s", goldenPages)
		}
		for _, file := range files {
			check(t, readFile(t, file))
		}
	})
	t.Run("shared", func(t *testing.T) {
		everySharedPage(t, func(_ string, page []byte) { check(t, page) })
	})
}

// TestOffsets has the place of each event.
func TestOffsets(t *testing.T) {
	for _, test := range []struct {
		dialect Dialect
		src     string
		want    []string
	}{
		{HTML, "\ufeff<p>a &amp; b<!-- c -->d<div x=y>e</div >f", []string{
			"+html @3", "+body @3", "+p <p>", "a ", "& &amp;", " b", "d", "-p <div x=y>", "+div <div x=y>", "e", "-div </div >", "f",
			"-body @44", "-html @44",
		}},
		{HTML, "<title>t</title>a</p>b<br/>c", []string{
			"+html @0", "+body @16", "a", "+p </p>", "-p </p>", "b", "+br <br/>", "-br <br/>", "c", "-body @28", "-html @28",
		}},
		{Libxml2, "<html>a</body>b</html>c", []string{
			"+html <html>", "+body @6", "+p @6", "a", "-p </body>", "-body </body>", "+p @14", "b", "-p </html>",
			"+html @22", "+p @22", "c", "-p @23", "-html @23", "-html @23",
		}},
	} {
		if got := events(test.src, test.dialect); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q:\n got %q\nwant %q", dialectName(test.dialect), test.src, got, test.want)
		}
	}
}

// events lists the events of a page: + or - and the name of a tag, or the
// text; behind that the source if it is another, or the offset.
func events(src string, dialect Dialect) (list []string) {
	var s Scanner
	s.Reset([]byte(src), dialect)
	for s.Next() {
		what := map[Kind]string{Text: string(s.Text), StartTag: "+" + s.Name(s.Tag), EndTag: "-" + s.Name(s.Tag)}[s.Kind]
		switch source := src[s.Start:s.End]; {
		case source == "":
			what += fmt.Sprintf(" @%d", s.Start)
		case source != what:
			what += " " + source
		}
		list = append(list, what)
	}
	return list
}

// TestByteOrderMark checks that no mark is left in the text of a page.
func TestByteOrderMark(t *testing.T) {
	for _, page := range []string{"\xef\xbb\xbf<p>a", "\xff\xfe<\x00p\x00>\x00a\x00", "\xfe\xff\x00<\x00p\x00>\x00a", "\xef\xbb\xbf\xef\xbb\xbf<p>a"} {
		text, err := input.Decode(t.Context(), nil, []byte(page), input.Detect([]byte(page), "", "windows-1252").Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, dialect := range []Dialect{HTML, Libxml2} {
			if got, want := render(string(text), dialect), "(html (body (p 'a')))"; got != want {
				t.Errorf("%s: %q:\n got %s\nwant %s", dialectName(dialect), page, got, want)
			}
		}
	}
}

// TestTitle has what is taken for the title of a page.
func TestTitle(t *testing.T) {
	for _, test := range []struct{ name, src, html, libxml2 string }{
		{"none", "<p>a", "", ""},
		{"in head", "<head><title>a b</title><body>c", "a b", "a b"},
		{"white space as written", "<title>\n a\tb </title>", "\n a\tb ", "\n a\tb "},
		{"references", "<title>a &amp; b &eacute;&#8211;&copy c</title>", "a & b é–© c", "a & b é–&copy c"},
		{"first only", "<title>a</title><title>b</title>", "a", "a"},
		{"first is empty", "<title></title><title>b</title>", "", ""},
		{"in body", "<body>x<title>a</title>y", "a", "a"},
		{"not of svg", "<body><svg><title>a</title></svg><title>b</title>", "b", "b"},
		{"of svg only", "<body><svg><title>a</title></svg>", "", ""},
		{"not of math", "<body><math><title>a</title></math><title>b</title>", "b", "b"},
		{"not of a template", "<template><title>a</title></template><title>b</title>", "b", "b"},
		{"not of what is shown without scripts", "<noscript><title>a</title></noscript><title>b</title>", "b", "b"},
		{"not of what is shown without frames", "<iframe><title>a</title></iframe><title>b</title>", "b", "b"},
		{"not of a select", "<select><title>a</title></select><title>b</title>", "b", "b"},
		{"tags in it", "<title>a<b>b</b>c</title>", "a<b>b</b>c", "abc"},
		{"comment in it", "<title>a<!-- b -->c</title>", "a<!-- b -->c", "ac"},
		{"script in it", "<title>a<script>b</script>c</title>", "a<script>b</script>c", "ac"},
		{"upper case", "<TITLE>a</Title>", "a", "a"},
		{"without end", "<title>a", "a", "a"},
		{"body ends it", "<head><title>a<body>b", "a", "a"},
		{"less-than", "<title>a < b</title>", "a < b", "a < b"},
	} {
		for dialect, want := range map[Dialect]string{HTML: test.html, Libxml2: test.libxml2} {
			var s Scanner
			s.Reset([]byte(test.src), dialect)
			checkEvents(t, &s)
			if got := string(s.Title()); got != want {
				t.Errorf("%s: %s: %q: title %q, want %q", dialectName(dialect), test.name, test.src, got, want)
			}
		}
	}
}

// TestReferencesEndAtMarkup checks that a character reference does not extend over a tag.
func TestReferencesEndAtMarkup(t *testing.T) {
	for _, test := range []struct{ src, html, libxml2 string }{
		{"<p>&am<b></b>p;", "(html (body (p '&am' (b) 'p;')))", "(html (body (p '&am' (b) 'p;')))"},
		{"<p>&amp<b></b>;", "(html (body (p '&' (b) ';')))", "(html (body (p '&amp' (b) ';')))"},
	} {
		for dialect, want := range map[Dialect]string{HTML: test.html, Libxml2: test.libxml2} {
			if got := render(test.src, dialect); got != want {
				t.Errorf("%s: %q:\n got %s\nwant %s", dialectName(dialect), test.src, got, want)
			}
		}
	}
}

// TestMaxToken checks that a longer token ends the page with an error and that
// what stood before it stays.
func TestMaxToken(t *testing.T) {
	long := strings.Repeat("x", 30)
	for _, test := range []struct {
		name, src string
		size      int // of the token; 0 where none is limited
		want      string
	}{
		{"start tag", "<p>a<b " + long + ">c", len("<b >") + 30, "(html (body (p 'a')))"},
		{"end tag", "<p>a</p " + long + ">c", len("</p >") + 30, "(html (body (p 'a')))"},
		{"comment", "<p>a<!--" + long + "-->c", len("<!---->") + 30, "(html (body (p 'a')))"},
		{"doctype", "<p>a<!doctype " + long + ">c", len("<!doctype >") + 30, "(html (body (p 'a')))"},
		{"instruction", "<p>a<?xml " + long + ">c", len("<?xml >") + 30, "(html (body (p 'a')))"},
		{"without end", "<p>a<b " + long, len("<b ") + 30, "(html (body (p 'a')))"},
		{"text", "<p>" + long + long, 0, "(html (body (p '" + long + long + "')))"},
		{"script", "<p>a<script>" + long + "</script>c", 0, "(html (body (p 'ac')))"},
	} {
		for _, dialect := range []Dialect{HTML, Libxml2} {
			limit := 20
			s := Scanner{MaxToken: limit}
			s.Reset([]byte(test.src), dialect)
			got := renderEvents(&s)
			if got != test.want {
				t.Errorf("%s: %s: %q:\n got %s\nwant %s", dialectName(dialect), test.name, test.src, got, test.want)
			}
			if err := s.Err(); (err != nil) != (test.size > 0) {
				t.Errorf("%s: %s: error %v", dialectName(dialect), test.name, err)
			}
			s.MaxToken = max(test.size, limit)
			s.Reset([]byte(test.src), dialect)
			if checkEvents(t, &s); s.Err() != nil {
				t.Errorf("%s: %s: limit %d: %v", dialectName(dialect), test.name, s.MaxToken, s.Err())
			}
		}
	}
}

// manyBytes of names are more than a Scanner remembers from page to page.
const manyBytes = 16384

// TestReset checks that a Scanner that has read other pages reads as a new one
// does.
func TestReset(t *testing.T) {
	pages := append(slices.Clone(snippets),
		strings.Repeat("<div>", 400)+"x", strings.Repeat("<x-y>", 10)+"<title>t", "<title>u</title><p>a", "<html><body>a</body></html>b",
		manyNames(manyBytes), "<x-y>a<x1>b", "<p>&nosuch;&amp;&copy", "<title>&am", "")
	var reused Scanner
	for _, order := range []int{+7, -5, +11} { // through the pages in different steps
		for i := range pages {
			n := ((i*order)%len(pages) + len(pages)) % len(pages)
			for _, dialect := range []Dialect{HTML, Libxml2, HTML} {
				var fresh Scanner
				fresh.Reset([]byte(pages[n]), dialect)
				reused.Reset([]byte(pages[n]), dialect)
				if got, want := renderEvents(&reused), renderEvents(&fresh); got != want {
					t.Errorf("%s: %.200q:\n got %.300s\nwant %.300s", dialectName(dialect), pages[n], got, want)
				}
				if got, want := string(reused.Title()), string(fresh.Title()); got != want {
					t.Errorf("%s: %.200q: title %q, want %q", dialectName(dialect), pages[n], got, want)
				}
				if got, want := reused.Shape(), fresh.Shape(); got != want {
					t.Errorf("%s: %.200q: shape %+v, want %+v", dialectName(dialect), pages[n], got, want)
				}
			}
		}
	}
}

// TestResetForgets: names that take much memory are not kept for further pages.
func TestResetForgets(t *testing.T) {
	var s Scanner
	few := "<x-a>a<x-b>b"
	for _, page := range []string{few, "<" + strings.Repeat("x", manyBytes) + "><x-a>b", few} {
		s.Reset([]byte(page), HTML)
		checkEvents(t, &s)
	}
	if n := s.Names().Len(); n != 2 || s.Size() > manyBytes {
		t.Errorf("%d names, %d bytes", n, s.Size())
	}
}

// TestResetMidway checks that a page left in the middle leaves nothing behind.
func TestResetMidway(t *testing.T) {
	const page = "<p>a</p><x-z>b"
	want := render(page, HTML)
	for _, src := range snippets {
		for _, dialect := range []Dialect{HTML, Libxml2} {
			s := Scanner{}
			s.Reset([]byte("<html><body><title>t"+src+"<p>x<p>y<p>z"), dialect)
			for range 4 {
				s.Next()
			}
			s.Reset([]byte(page), HTML)
			if got := renderEvents(&s); got != want || len(s.Title()) > 0 || s.Err() != nil {
				t.Errorf("behind %q:\n got %s, title %q, error %v\nwant %s", src, got, s.Title(), s.Err(), want)
			}
		}
	}
}

// TestNames checks the numbers and names of known and unknown elements.
func TestNames(t *testing.T) {
	for tag := tags.None + 1; tag < tags.NumKnown; tag++ {
		name := tag.String()
		for _, spelt := range []string{name, strings.ToUpper(name)} {
			var s Scanner
			if got, _, end := withSrc(&s, spelt).tagName(0); got != tag && tag != tags.Image || end != len(spelt) {
				t.Errorf("%q: tag %d (%s), %d bytes, want %d", spelt, got, s.Name(got), end, tag)
			}
		}
	}
	var s Scanner
	s.Reset([]byte("<x-a>1<x-b>2<X-A>3<é>4<xÉ>5<xé>6"), HTML)
	var got []string
	for s.Next() {
		if s.Kind == StartTag {
			got = append(got, fmt.Sprintf("%s %d", s.Name(s.Tag), max(0, s.Tag-tags.NumKnown+1)))
		}
	}
	want := []string{"html 0", "body 0", "x-a 1", "x-b 2", "x-a 1", "xÉ 3", "xé 4"} // ASCII case only
	if !slices.Equal(got, want) || s.Names().Len() != 4 {
		t.Errorf("got %q, %d names\nwant %q", got, s.Names().Len(), want)
	}
}

func withSrc(s *Scanner, src string) *Scanner {
	s.Reset([]byte(src), HTML)
	return s
}

// TestShape has what is noted for the choice of the root (docs/justext.md, "Root
// element").
func TestShape(t *testing.T) {
	for _, test := range []struct {
		src  string
		want Shape
	}{
		{"", Shape{}},
		{"\n<HTML><p>a", Shape{Document: true, Body: true, Children: 1, Blocks: true}},
		{"<!DocType x><p>a", Shape{Document: true, Body: true, Children: 1, Blocks: true}},
		{"<!-- c --><html><b>a", Shape{Body: true, Children: 1}},
		{"<title>t</title><b>a", Shape{Head: true, Body: true, Children: 1}},
		{"<b>a</b><!-- c --><i>b", Shape{Body: true, Children: 3}},
		{"<body>a<b><p>c", Shape{Body: true, Children: 2, Text: true, Blocks: true}},
		{"<body> <b>c</b> ", Shape{Body: true, Children: 1}},
		{"<body><b>a</b><form>b", Shape{Body: true, Children: 2, Blocks: true, Silent: true}},
		{"<body><form>b</form><b>a", Shape{Body: true, Children: 2, Blocks: true}},
	} {
		var s Scanner
		s.Reset([]byte(test.src), Libxml2)
		checkEvents(t, &s)
		if got := s.Shape(); got != test.want {
			t.Errorf("%q:\n got %+v\nwant %+v", test.src, got, test.want)
		}
	}
}

// manyNames returns a page of n elements with different names.
func manyNames(n int) string {
	var page strings.Builder
	for i := range n {
		fmt.Fprintf(&page, "<x%d>", i)
	}
	return page.String()
}

// hostile are pages of n parts that make much work for little input.
var hostile = []struct {
	name string
	page func(n int) string
}{
	{"nested div", repeated("<div>")},
	{"nested b", repeated("<b>")},
	{"nested a", repeated("<a>")},
	{"nested table", repeated("<table>")},
	{"nested table cells", repeated("<table><tr><td>")},
	{"nested select", repeated("<select>")},
	{"nested svg", repeated("<svg>")},
	{"nested title", repeated("<title>")},
	{"nested, text between", repeated("<div>x")},
	{"nested, then closed", func(n int) string { return strings.Repeat("<div>", n) + strings.Repeat("</div>", n) }},
	{"unclosed p", repeated("<p>x")},
	{"unclosed li", repeated("<li>x")},
	{"stray end tags", repeated("</div>")},
	{"stray p", repeated("</p>")},
	{"end tags held back", func(n int) string {
		return "<body><a><div>" + strings.Repeat("<b>", 500) + strings.Repeat("</a>", n)
	}},
	{"end tags held back below deep elements", func(n int) string {
		return "<body><a><div>" + strings.Repeat("<b>", n) + strings.Repeat("</a>", n)
	}},
	{"second html, head, body", repeated("<html><head><body>")},
	{"ends of html", repeated("</html>x")},
	{"attributes", func(n int) string { return "<p" + strings.Repeat(" a=b", n) + ">" }},
	{"attributes of a link", func(n int) string { return "<link" + strings.Repeat(" a=b", n) + ">" }},
	{"attributes of an end tag", func(n int) string { return "<p></p" + strings.Repeat(" a=b", n) + ">" }},
	{"slashes", func(n int) string { return "<p" + strings.Repeat("/", n) + ">" }},
	{"equals signs", func(n int) string { return "<p" + strings.Repeat(" =", n) + ">" }},
	{"less-than", repeated("<")},
	{"ampersand", repeated("&")},
	{"ampersand in a value", func(n int) string { return "<link rel='" + strings.Repeat("&", n) + "'>" }},
	{"ampersand, name", repeated("&a")},
	{"ampersand, long name", repeated("&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")},
	{"references", repeated("&amp;&nbsp;&#65;")},
	{"digits", func(n int) string { return "<p>&#" + strings.Repeat("9", n) }},
	{"declaration", repeated("<!-")},
	{"declaration, bang", repeated("<!")},
	{"doctype", repeated("<!doctype html public '")},
	{"end tag open", repeated("</")},
	{"instruction", repeated("<?")},
	{"comments", repeated("<!---->")},
	{"comment, dashes", func(n int) string { return "<!--" + strings.Repeat("-", n) }},
	{"comment, bangs", func(n int) string { return "<!--" + strings.Repeat("--!", n) }},
	{"comment open", repeated("<!--")},
	{"unclosed quote", repeated("<a x=\"")},
	{"unclosed quotes of two kinds", repeated("<a x=\"<b y='")},
	{"script, escapes", func(n int) string { return "<script>" + strings.Repeat("<!--<script>", n) }},
	{"script, comments", func(n int) string { return "<script>" + strings.Repeat("<!---->", n) }},
	{"script, comments with script in them", func(n int) string { return "<script>" + strings.Repeat("<!--<script></script>-->", n) }},
	{"script, end tag far off", func(n int) string {
		return "<script>" + strings.Repeat("<!--x-->", n) + "</script>"
	}},
	{"script, other end tags", func(n int) string { return "<script>" + strings.Repeat("</scrip", n) }},
	{"scripts", repeated("<script></script>")},
	{"style, other end tags", func(n int) string { return "<style>" + strings.Repeat("</styl", n) }},
	{"distinct names", manyNames},
	{"one long name", func(n int) string { return "<" + strings.Repeat("x", n) + ">" }},
	{"colons", func(n int) string { return "<x" + strings.Repeat(":", n) + "y>" }},
	{"zero bytes", repeated("\x00<b>")},
	{"byte order marks", repeated("\ufeff")},
	{"blanks in head", func(n int) string { return "<head>" + strings.Repeat(" \n", n) }},
	{"blanks and less-than", repeated(" <")},
}

func repeated(part string) func(int) string {
	return func(n int) string { return strings.Repeat(part, n) }
}

// maxNesting is the depth that a page may have in the tests of hostile pages;
// the end tags of some are looked for that deep.
const maxNesting = 512

// work reads a page and counts the calls of Next and the steps.
func work(s *Scanner, src []byte, dialect Dialect) (calls int) {
	s.MaxDepth = maxNesting
	s.Reset(src, dialect)
	for s.Next() {
		calls++
	}
	return calls
}

// steps counts how often Next has to read on in a page.
func steps(src []byte, dialect Dialect) (count int) {
	s := Scanner{MaxDepth: maxNesting}
	s.Reset(src, dialect)
	for s.pos < len(src) {
		before := s.pos
		s.step()
		if s.queue = s.queue[:0]; s.pos == before {
			return -1
		}
		count++
	}
	return count
}

// TestStepsAreLinear checks that events and steps of hostile pages grow as the
// pages do.
func TestStepsAreLinear(t *testing.T) {
	const n = 500
	for _, shape := range hostile {
		for _, dialect := range []Dialect{HTML, Libxml2} {
			small, large := []byte(shape.page(n)), []byte(shape.page(8*n))
			var s Scanner
			for what, counts := range map[string][2]int{
				"calls of Next": {work(&s, small, dialect), work(&s, large, dialect)},
				"steps":         {steps(small, dialect), steps(large, dialect)},
			} {
				if counts[0] < 0 || counts[1] > 8*counts[0]+4*maxNesting {
					t.Errorf("%s: %s: %d %s for %d parts, %d for %d", dialectName(dialect), shape.name, counts[0], what, n, counts[1], 8*n)
				}
			}
		}
	}
}

// TestQueueIsSmall checks that few events wait to be read, however the page is
// made: at most one for two bytes.
func TestQueueIsSmall(t *testing.T) {
	for _, shape := range hostile {
		for _, dialect := range []Dialect{HTML, Libxml2} {
			src := []byte(shape.page(5000))
			var s Scanner
			work(&s, src, dialect)
			most := len(src)/2 + 2*maxNesting
			judge(t, dialectName(dialect)+"/queue/"+shape.name, cap(s.queue) <= most, "%d bytes: room for %d events, want at most %d", len(src), cap(s.queue), most)
		}
	}
}

// TestTimeIsLinear reads hostile pages of up to 1 MiB.
func TestTimeIsLinear(t *testing.T) {
	var shapes []checks.Shape
	for _, shape := range hostile {
		if knownBugs["HTML/"+shape.name] != "" || knownBugs["libxml2/"+shape.name] != "" {
			continue // it would take too long
		}
		const some = 1000
		shapes = append(shapes, checks.Shape{
			Name: shape.name, N: some << 20 / len(shape.page(some)),
			Page: func(n int) []byte { return []byte(shape.page(n)) },
		})
	}
	for _, dialect := range []Dialect{HTML, Libxml2} {
		t.Run(dialectName(dialect), func(t *testing.T) {
			var s Scanner
			checks.CheckTime(t, shapes, 8, func(page []byte) { work(&s, page, dialect) })
		})
	}
}

// TestMaxElements: the page ends at the limit, with an error, and what is open is closed.
func TestMaxElements(t *testing.T) {
	for _, dialect := range []Dialect{HTML, Libxml2} {
		for most, want := range []string{0: "abc", 1: "a", 2: "ab", 3: "abc"} {
			s := Scanner{MaxElements: most}
			s.Reset([]byte("<p>a<p>b<p>c"), dialect)
			got := ""
			for s.Next() {
				if s.Kind == Text {
					got += string(s.Text)
				}
			}
			limit := &page.LimitError{Limit: "MaxElements"}
			if got != want || errors.Is(s.Err(), limit) != (most == 1 || most == 2) {
				t.Errorf("MaxElements %d: got %q, error %v, want %q", most, got, s.Err(), want)
			}
		}
	}
}

// FuzzScan checks the promises on any bytes, in both dialects.
func FuzzScan(f *testing.F) {
	for _, src := range snippets {
		f.Add([]byte(src), uint8(0))
	}
	f.Fuzz(func(t *testing.T, src []byte, limits uint8) {
		if len(src) > largestFuzzed {
			return
		}
		for _, dialect := range []Dialect{HTML, Libxml2} {
			s := Scanner{MaxDepth: int(limits%16) * 2, MaxToken: int(limits/16) * 8, MaxElements: int(limits % 7)}
			s.Reset(src, dialect)
			checkEvents(t, &s)
			if err := s.Err(); err != nil && s.MaxToken == 0 && s.MaxElements == 0 {
				t.Errorf("%q: error %v", src, err)
			}
		}
	})
}
