package boilerpipe

import (
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/tags"
)

// An outline writes balanced events: (name …) for an element, text as it is.
type outline struct {
	scanner neko.Scanner
	line    []string
}

func (o *outline) startTag(tag openTag) {
	name := tag.rule.String()
	if !tag.implied() {
		name = strings.ToLower(string(o.scanner.Name(int(tag.at.start))))
	}
	o.line = append(o.line, "("+name)
}
func (o *outline) endTag(openTag)               { o.line = append(o.line, ")") }
func (o *outline) text(piece neko.Event, _ gap) { o.line = append(o.line, string(piece.Text)) }

func balance(page string) string {
	var o outline
	var b balancer
	o.scanner.Reset([]byte(page))
	b.reset(&o, &o.scanner, mode{})
	for o.scanner.Next() {
		b.event(o.scanner.Event)
	}
	b.finish()
	line := strings.Join(o.line, " ")
	for strings.Contains(line, " )") {
		line = strings.ReplaceAll(line, " )", ")")
	}
	return line
}

// TestBalancer tests the rules of docs/boilerpipe.md, "Element balance". If want begins
// with "(body", html and an empty head stand around it.
func TestBalancer(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"whole page", "<html><head><title>a</title></head><body><p>b</p></body></html>", "(html (head (title a)) (body (p b)))"},
		{"empty page", "", "(body)"},
		{"text alone", "a", "(body a)"},
		{"white space alone", " \n", "(body)"},

		{"elements: h1 to h6 and p close one another", "<h1>a<h2>b<p>c<p>d<h1>e", "(body (h1 a) (h2 b (p c) (p d)) (h1 e))"},
		{"elements: div closes p", "<p>a<div>b", "(body (p a) (div b))"},
		{"elements: li closes li with all in it", "<ul><li>a<ul><li>b", "(body (ul (li a (ul)) (li b)))"},
		{"elements: the inner row closes the outer cell", "<table><tr><td>a<table><td>b", "(body (table (tbody (tr (td a (table (tbody)))) (tr (td b)))))"},
		{"elements: and so where it is written", "<table><tr><td>a<table><tr><td>b", "(body (table (tbody (tr (td a (table (tbody)))) (tr (td b)))))"},
		{"elements: dd and dt", "<dl><dt>a<dd>b<dt>c", "(body (dl (dt a) (dd b) (dt c)))"},
		{"elements: option", "<select><option>a<option>b", "(body (select (option a) (option b)))"},
		{"elements: unknown names are one element", "<article>a<nav>b</section>c</article>d", "(body (article a (nav b) c) d)"},

		{"start tags, rule 1: table and select are never created", "<td>a<option>b", "(body a b)"},
		{"start tags, rule 2: html and head once", "<html><head></head><html><head><body>a", "(html (head) (body a))"},
		{"start tags, rule 2: body once", "<body>a<body>b", "(body a b)"},
		{"start tags, rule 2: nested form", "<form>a<form>b</form>c</form><form>d", "(body (form a b) c (form d))"},
		{"start tags, rule 3: missing parents", "<li>a<dd>b<tr>c", "(body (li a (dl (dd b c))))"},
		{"start tags, rule 3: parts of a table in it", "<table><td>a", "(body (table (tbody (tr (td a)))))"},
		{"start tags, rule 3: parts of an inner table in the inner", "<table><tr><th>a<table><tr>", "(body (table (tbody (tr (th a (table (tbody)))) (tr))))"},
		{"start tags, rule 3: head elements in the body", "<body><link><style>a</style>", "(body (link) (style a))"},
		{"start tags, rule 4: inline opened again in a block without flags", "<b>a<center>c</center>d", "(body (b a) (center (b c)) d)"},
		{"start tags, rule 4: not around blocks", "<b>a<div>c</div>d", "(body (b a (div c) d))"},
		{"start tags, rule 5: title ends in the head", "<head><title>a<meta>", "(html (head (title a) (meta)))"},
		{"start tags, rule 6: blocks protect", "<p>a<ul><hr>b", "(body (p a (ul (hr) b)))"},
		{"start tags, rule 6: a closes a", "<a>b<div><a>c", "(body (a b (div)) (a c))"},
		{"start tags, rule 6: table closes inline", "<b><i>a<table>", "(body (b (i a)) (table))"},

		{"end tags: empty element of an unknown name", "<x-y/>a", "(body (x-y) a)"},
		{"end tags: others stay open", "<div/>a<span/>b", "(body (div a (span b)))"},
		{"end tags: br", "a<br/>b</br>c", "(body a (br) b c)"},
		{"end tags: the body ends with the page", "<body>a</body>b</html><p>c", "(body a b (p c))"},
		{"end tags: blocks stop end tags", "<b>a<div>c</b>d</div>e", "(body (b a (div c d) e))"},
		{"end tags: not those of containers", "<span>a<div>c</span>d", "(body (span a (div c)) d)"},
		{"end tags: nor of the not nestable", "<a>b<div>c</a>d", "(body (a b (div c)) d)"},
		{"end tags: stray end tags", "a</p>b</div></b>c", "(body a (p) b c)"},
		{"end tags: inline opened again", "<b>a<i>c<u>d</b>e", "(body (b a (i c (u d))) (i (u e)))"},
		{"end tags: font too", "<b>a<font>c</b>d", "(body (b a (font c)) (font d))"},
		{"end tags: not for other elements", "<div><b>a</div>c", "(body (div (b a)) c)"},

		{"text: text before any tag", "a<p>b", "(body a (p b))"},
		{"text: text before the head", "a<head><title>b</title><p>c", "(html (head (title b)) (body a (p c)))"},
		{"text: it is lost where there is no body", "a<head><title>b</title>", "(html (head (title b)))"},
		{"text: text before a comment", "a<!-- --><title>b</title>", "(body a (title b))"},
		{"text: text in the head", "<head>a<title>b", "(body a (title b))"},
		{"text: white space after the head", "<html><head></head> <body>a", "(html (head) (body a))"},
		{"text: white space after a lone </body>", "<p>a</p></body> <p> b", "(body (p a) (p  b))"},
	} {
		want := test.want
		if strings.HasPrefix(want, "(body") {
			want = "(html (head) " + want + ")"
		}
		if got := balance(test.page); got != want {
			t.Errorf("%s: %s\n got %s\nwant %s", test.name, test.page, got, want)
		}
	}
}

// TestEarlyText: text before the first tag is kept, however many pieces it comes in.
func TestEarlyText(t *testing.T) {
	const pieces = 3 * maxEarly
	want := strings.Repeat("a &", pieces) + " b"
	got := strings.Join(strings.Fields(balance(strings.Repeat("a&amp;", pieces)+"<title>b</title>")), " ")
	got = strings.NewReplacer("(html (head) (body ", "", "& a", "&a", "(title ", "", ")", "").Replace(got)
	if got != want {
		t.Errorf("%d bytes, want %d: %.80s … %s", len(got), len(want), got, got[max(0, len(got)-20):])
	}
}

// TestElements checks the table of elements: it has the parents and the closed elements
// that its rows name, and only elements that close themselves are not nestable.
func TestElements(t *testing.T) {
	var notNestable []string
	known := 0
	for tag := tags.None + 1; tag < tags.NumKnown; tag++ {
		e := elements[tag]
		if ruleOf(tag) == tags.None {
			continue
		}
		known++
		if !e.nestable {
			notNestable = append(notNestable, tag.String())
		}
		for _, other := range append(e.parents, e.closes...) {
			if ruleOf(other) == tags.None {
				t.Errorf("%s: %s is not in the table", tag, other)
			}
		}
	}
	want := "a colgroup dd dt h1 h2 h3 h4 h5 h6 li option p rb ruby select style td th tr"
	if got := strings.Join(notNestable, " "); got != want {
		t.Errorf("not nestable: %s\nwant %s", got, want)
	}
	if known != 117 {
		t.Errorf("%d elements", known)
	}
}
