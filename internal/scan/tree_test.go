package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	pages "github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/tags"
)

// closedBy is libxml2's table of auto-closed elements (HTMLparser.c 2.9.14,
// htmlStartClose): open elements, and the start tags that close them.
const closedBy = `
a                  <- a fieldset table td th
address            <- dd dl dt form li ul
b i                <- center p td th
big s small strike tt <- p
caption col        <- col colgroup tbody tfoot thead tr
colgroup           <- colgroup tbody tfoot thead tr
dd                 <- dt
dir menu           <- dd dl dt form ul
dl                 <- form li
dt                 <- dd dl
font               <- center td th
form hr            <- form
h1 h2 h3 h4 h5 h6  <- fieldset form li p table
head               <- a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small span strike strong sub sup table tt u ul var xmp
legend             <- fieldset
li                 <- li
link style title   <- body frameset
listing pre xmp    <- dd dl dt fieldset form li table ul
ol                 <- form ul
option             <- optgroup option
p                  <- address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset h1 h2 h3 h4 h5 h6 head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp
script             <- noscript
span               <- td th
tbody thead        <- tbody tfoot
td th              <- tbody td tfoot th tr
tfoot              <- tbody
tr                 <- tbody tfoot tr
u                  <- p td th
ul                 <- address form menu ol pre`

// closingPairs returns the table as pairs of names.
func closingPairs(t *testing.T) map[[2]string]bool {
	t.Helper()
	pairs := make(map[[2]string]bool)
	for _, row := range strings.Split(strings.TrimSpace(closedBy), "\n") {
		open, start, ok := strings.Cut(row, "<-")
		if !ok {
			t.Fatalf("no arrow in row %q", row)
		}
		for _, o := range strings.Fields(open) {
			for _, s := range strings.Fields(start) {
				pairs[[2]string{o, s}] = true
			}
		}
	}
	return pairs
}

// Void elements, those removed with their content, and those whose content is kept
// (docs/justext.md, "Markup" and "Dropped content").
const (
	htmlVoidNames    = "area base br col embed hr img input link meta source track wbr basefont bgsound frame keygen param"
	libxml2VoidNames = "area base basefont br col frame hr img input isindex link meta param"

	htmlDroppedNames    = "datalist head meta title script style template"
	libxml2DroppedNames = "script style head base applet button input select textarea"
	libxml2Unwrapped    = "form iframe embed layer object param"

	// headNames may stand in a head by the HTML standard, 13.2.6.4.4; html does
	// not end it (13.2.6.4.4, "A start tag whose tag name is html").
	headNames = "base basefont bgsound head html link meta noframes noscript script style template title"
)

func oneOf(name, list string) bool { return slices.Contains(strings.Fields(list), name) }

// TestAutoClose tries every known start tag after every known open element and looks
// whether it closes that.
func TestAutoClose(t *testing.T) {
	pairs := closingPairs(t)
	if len(pairs) != 251 {
		t.Errorf("%d pairs, want 251", len(pairs))
	}
	for open := tags.None + 1; open < tags.NumKnown; open++ {
		if oneOf(open.String(), libxml2VoidNames) || oneOf(open.String(), "html body script style image") {
			continue // never open when a start tag comes, or always
		}
		for start := tags.None + 1; start < tags.NumKnown; start++ {
			want := pairs[[2]string{open.String(), start.String()}]
			got := closes(t, open, start)
			judge(t, fmt.Sprintf("%s by %s", open, start), got == want, "closed: %v, want %v", got, want)
		}
	}
}

// TestHeadEnds tries every start tag in a head.
func TestHeadEnds(t *testing.T) {
	for start := tags.None + 1; start < tags.NumKnown; start++ {
		var s Scanner
		s.Reset([]byte("<head><"+start.String()+">"), HTML)
		for s.pos < len(s.src) {
			s.step()
		}
		if want := oneOf(start.String(), headNames); s.isOpen(tags.Head) != want {
			t.Errorf("<head><%s>: the head is open: %v, want %v", start, !want, want)
		}
	}
}

// closes reports whether libxml2 closes an open element before a start tag.
func closes(t *testing.T, open, start tags.Tag) bool {
	t.Helper()
	before := fmt.Sprintf("<body><%s>", open)
	if open == tags.Head {
		before = "<head>"
	}
	var s Scanner
	s.Reset([]byte(before+"<"+start.String()+">"), Libxml2)
	for s.pos < len(before) {
		s.step()
	}
	depth := len(s.open)
	if s.top().name != open {
		t.Fatalf("%q opened %s", before, s.top().name)
	}
	for s.pos < len(s.src) {
		s.step()
	}
	if len(s.open) < depth || s.open[depth-1].name != open {
		return true
	}
	pushed := !oneOf(start.String(), libxml2VoidNames) && start != tags.HTML && start != tags.Body && start != tags.Head
	return open == start && pushed && len(s.open) == depth
}

// TestAutoCloseEvents has the events of some elements that are closed early, in each
// dialect. An empty libxml2 is that of HTML.
func TestAutoCloseEvents(t *testing.T) {
	for _, test := range []struct{ src, html, libxml2 string }{
		{"<p>x<div>y", "(html (body (p 'x') (div 'y')))", ""},
		{"<p>x<section>y", "(html (body (p 'x') (section 'y')))", "(html (body (p 'x' (section 'y'))))"},
		{"<p>x<b>y<p>z", "(html (body (p 'x' (b 'y')) (p 'z')))", ""},
		{"<p><b><i>x<p>y", "(html (body (p (b (i 'x'))) (p 'y')))", ""},
		{"<p><em>x<p>y", "(html (body (p (em 'x')) (p 'y')))", "(html (body (p (em 'x' (p 'y')))))"},
		{"<ul><li>a<li>b<ul><li>c</ul>d<li>e</ul>f", "(html (body (ul (li 'a') (li 'b' (ul (li 'c')) 'd') (li 'e')) 'f'))", ""},
		{"<dl><dt>a<dd>b<dd>c<dt>d</dl>e", "(html (body (dl (dt 'a') (dd 'b') (dd 'c') (dt 'd')) 'e'))", "(html (body (dl (dt 'a') (dd 'b' (dd 'c')) (dt 'd')) 'e'))"},
		{"<table><tr><td>a<th>b<tr><td>c</table>d", "(html (body (table (tr (td 'a') (th 'b')) (tr (td 'c'))) 'd'))", ""},
		{"<table><thead><tr><td>a<tbody><tr><td>b<tfoot><tr><td>c</table>", "(html (body (table (thead (tr (td 'a'))) (tbody (tr (td 'b'))) (tfoot (tr (td 'c'))))))", ""},
		{"<table>x<tr>y<td>z</table>w", "(html (body (table 'x' (tr 'y' (td 'z'))) 'w'))", ""},
		{"<a>x<a>y</a>z</a>w", "(html (body (a 'x') (a 'y') 'zw'))", ""},
		{"<a>x<div>y</div>z</a>w", "(html (body (a 'x' (div 'y') 'z') 'w'))", ""},
		{"<h1>a<h2>b</h2>c</h1>d", "(html (body (h1 'a') (h2 'b') 'cd'))", "(html (body (h1 'a' (h2 'b') 'c') 'd'))"},
		{"<h1>a<p>b</p>c</h1>d", "(html (body (h1 'a') (p 'b') 'c' (h1) 'd'))", "(html (body (h1 'a') (p 'b') 'cd'))"},
		{"<option>a<option>b<optgroup>c<option>d</optgroup>e", "(html (body (option 'a') (option 'b') (optgroup 'c' (option 'd')) 'e'))", ""},
		{"<body>a<hr>b<hr>c", "(html (body 'a' (hr) 'b' (hr) 'c'))", ""},
	} {
		for _, dialect := range []Dialect{HTML, Libxml2} {
			want := test.html
			if dialect == Libxml2 && test.libxml2 != "" {
				want = test.libxml2
			}
			if got := render(test.src, dialect); got != want {
				t.Errorf("%s: %q:\n got %s\nwant %s", dialectName(dialect), test.src, got, want)
			}
		}
	}
}

// TestEndTagPriorities tries the end tag of each element past each other one in libxml2.
func TestEndTagPriorities(t *testing.T) {
	priorities := map[string]int{
		"div": 150, "td": 160, "th": 160, "tr": 170, "thead": 180, "tbody": 180, "tfoot": 180, "table": 190,
		"p": 100, "ul": 100, "li": 100, "a": 100, "span": 100, "section": 100, "x-y": 100,
	}
	for outer, above := range priorities {
		for inner, below := range priorities {
			src := fmt.Sprintf("<body><%s><em><%s>x</%s>y", outer, inner, outer)
			want := fmt.Sprintf("(html (body (%s (em (%s 'xy')))))", outer, inner)
			switch {
			case inner == outer:
				want = fmt.Sprintf("(html (body (%s (em (%s 'x') 'y'))))", outer, inner)
			case below <= above:
				want = fmt.Sprintf("(html (body (%s (em (%s 'x'))) 'y'))", outer, inner)
			}
			if got := render(src, Libxml2); got != want {
				t.Errorf("%q:\n got %s\nwant %s", src, got, want)
			}
		}
	}
	for name := range priorities { // nothing holds </body> and </html> back
		src, want := "<body><"+name+">x</body>y", "(html (body ("+name+" 'x')) (p 'y'))"
		if got := render(src, Libxml2); got != want {
			t.Errorf("libxml2: %q:\n got %s\nwant %s", src, got, want)
		}
		src, want = "<body><"+name+">x</html>y", "(html (body ("+name+" 'x')) (html (p 'y')))"
		if got := render(src, Libxml2); got != want {
			t.Errorf("libxml2: %q:\n got %s\nwant %s", src, got, want)
		}
	}
}

// TestEveryElement has each known element: void, dropped, unwrapped, or kept
// with its content.
func TestEveryElement(t *testing.T) {
	for _, dialect := range []Dialect{HTML, Libxml2} {
		void, dropped, unwrapped := htmlVoidNames, htmlDroppedNames, ""
		if dialect == Libxml2 {
			void, dropped, unwrapped = libxml2VoidNames, libxml2DroppedNames, libxml2Unwrapped
		}
		for tag := tags.None + 1; tag < tags.NumKnown; tag++ {
			name := tag.String()
			if oneOf(name, "html head body") {
				continue
			}
			opening, text, closing := "("+strings.Replace(name, "image", "img", 1), " 'x'", ")"
			if oneOf(name, dropped) && !oneOf(name, void) {
				text = ""
			}
			if dialect == HTML && oneOf(name, "frame frameset") {
				opening, closing = "", "" // not in a body
			}
			if dialect == HTML && oneOf(name, "caption col colgroup tbody td tfoot th thead tr") {
				void += " " + name // not in a table
			}
			if oneOf(name, dropped) || oneOf(name, unwrapped) {
				opening, closing = "", ""
			}
			want := "(html (body" + strings.TrimSuffix(" "+opening+text+closing, " ") + "))"
			if oneOf(name, void) || name == "image" && dialect == HTML {
				want = "(html (body" + strings.TrimSuffix(" "+opening+closing, " ") + text + "))"
			}
			want = strings.ReplaceAll(want, "  ", " ")
			if got := render("<body><"+name+">x", dialect); got != want {
				t.Errorf("%s: <%s>:\n got %s\nwant %s", dialectName(dialect), name, got, want)
			}
		}
	}
}

// TestTree has the rules of the tree, in each dialect. An empty want is that
// of HTML.
func TestTree(t *testing.T) {
	many := func(s string) string { return strings.Repeat(s, 1000) }
	for _, test := range []struct{ name, src, html, libxml2 string }{
		// what is implied
		{"nothing", "", "", ""},
		{"blank", " \n\t ", "", ""},
		{"comment only", "<!-- c --><!doctype html>", "", ""},
		{"text only", "a", "(html (body 'a'))", "(html (body (p 'a')))"},
		{"blank and text", "\n a ", "(html (body '\n a '))", "(html (body (p '\n a ')))"},
		{"reference only", " &amp;", "(html (body '&'))", "(html (body (p '&')))"},
		{"no-break space only", " &nbsp; ", "(html (body '\u00a0 '))", "(html (body (p '\u00a0 ')))"},
		{"html only", "<html>", "(html)", ""},
		{"head only", "<head>", "(html)", ""},
		{"body only", "<body>", "(html (body))", ""},
		{"element only", "<div>a", "(html (body (div 'a')))", ""},
		{"text in html", "<html>a<p>b</html>", "(html (body 'a' (p 'b')))", "(html (body (p 'a') (p 'b')))"},
		{"text in body", "<body>a<p>b", "(html (body 'a' (p 'b')))", ""},
		{"title first", "<title>t</title>a", "(html (body 'a'))", "(html (body (p 'a')))"},
		{"script first", "<script>s</script><p>a", "(html (body (p 'a')))", ""},
		{"element between head and body", "<head></head><div>a</div><body>b", "(html (body (div 'a') 'b'))", ""},
		{"blank between head and body", "<html> <head> </head> <body> a", "(html (body ' a'))", ""},
		{"long blank in head", "<head>" + many(" ") + "<title>t</title></head><body>a", "(html (body 'a'))",
			"(html (body (p '" + many(" ") + "') (title 't') 'a'))"},
		{"blank of 999 bytes in head", "<head>" + many(" ")[1:] + "<title>t</title></head><body>a", "(html (body 'a'))", ""},
		{"script between head and body", "<head></head><script>s</script><style>t</style><p>a", "(html (body (p 'a')))", ""},
		{"meta between head and body", "<head></head><meta x><p>a", "(html (body (p 'a')))", "(html (meta) (body (p 'a')))"},
		{"frameset", "<html><head></head><frameset><frame src=a><noframes><body><p>x</p></body></noframes></frameset></html>",
			"(html (frameset (frame) (noframes (body (p 'x')))))", ""},

		// the end of the head
		{"div ends head", "<head><title>t</title><div>a</div><meta x></head><body>b", "(html (body (div 'a') 'b'))",
			"(html (body (div 'a') (meta) 'b'))"},
		{"section ends head", "<head><section>a</section></head><body>b", "(html (body (section 'a') 'b'))", "(html (body 'b'))"},
		{"custom element ends head", "<head><x-y>a</x-y></head><body>b", "(html (body (x-y 'a') 'b'))", "(html (body 'b'))"},
		{"text ends head", "<head><title>t</title>a</head><body>b", "(html (body 'ab'))", "(html (body (p 'a') 'b'))"},
		{"less-than in head", "<head>< <title>t</title></head><body>b", "(html (body '< b'))", "(html (body 'b'))"},
		{"body ends head", "<head><title>t</title><body>a", "(html (body 'a'))", ""},
		{"body ends title", "<head><title>t<body>a", "(html (body 'a'))", ""},
		{"body ends noscript in head", "<head><noscript><img><body>a", "(html (body 'a'))", "(html)"},
		{"noscript in head", "<head><noscript>a<p>b</p></noscript></head><body>c", "(html (body 'c'))", ""},
		{"template in head", "<head><template>a<p>b</p></template></head><body>c", "(html (body 'c'))", ""},
		{"html in head", "<head><html><noscript>a</noscript></head><body>c", "(html (body 'c'))", ""},
		{"end of head twice", "<head></head></head><body>a</head>b", "(html (body 'ab'))", ""},

		// end tags without an element
		{"stray p", "<body>a</p>b", "(html (body 'a' (p) 'b'))", "(html (body 'ab'))"},
		{"stray p in p", "<p>a<div>b</p>c", "(html (body (p 'a') (div 'b' (p) 'c')))", "(html (body (p 'a') (div 'bc')))"},
		{"stray br", "<body>a</br>b", "(html (body 'a' (br) 'b'))", "(html (body 'ab'))"},
		{"stray others", "<body>a</div>b</span>c</x-y>d</li>e", "(html (body 'abcde'))", ""},
		{"stray p before all", "</p></div>a", "(html (body 'a'))", "(html (body (p 'a')))"},
		{"stray p in head", "<head></p><title>t</title></head><body>a", "(html (body 'a'))", ""},
		{"stray p in a dropped element", "<body><title>a</p>b</title>c", "(html (body 'c'))", "(html (body (title 'ab') 'c'))"},
		{"misnested", "<body><b>x<i>y</b>z</i>w", "(html (body (b 'x' (i 'y')) 'zw'))", ""},
		{"block closes inlines", "<div><b>x<i>y</div>z</b>w", "(html (body (div (b 'x' (i 'y'))) 'zw'))", ""},

		// start tags that open nothing
		{"second html", "<body>a<html>b</html>c", "(html (body 'abc'))", ""},
		{"second html, attributes", "<html><body>a<html lang=x>b", "(html (body 'ab'))", ""},
		{"second head", "<body>a<head>b</head>c", "(html (body 'abc'))", ""},
		{"second body", "<body>a<body>b</body>c", "(html (body 'abc'))", ""},
		{"end tags of those", "<body>a<html>b</body>c</body>d", "(html (body 'abcd'))", "(html (body 'abc') (p 'd'))"},
		{"second body in p", "<body><p>a<body>b", "(html (body (p 'ab')))", "(html (body (p 'a') 'b'))"},
		{"second head, self-closing", "<body><div>a<head/>b</div>c", "(html (body (div 'ab') 'c'))", "(html (body (div 'a') 'bc'))"},
		{"two heads", "<head></head><head><title>t</title></head><p>a", "(html (body (p 'a')))", ""},

		// after the body
		{"body after body", "<body><p>a</p></body><body><p>b</p></body>", "(html (body (p 'a') (p 'b')))", "(html (body (p 'a')) (body (p 'b')))"},
		{"text after body", "<body><p>a</p></body>b<div>c</div></html>", "(html (body (p 'a') 'b' (div 'c')))", "(html (body (p 'a')) (p 'b') (div 'c'))"},
		{"blank after body", "<body>a</body> \n</html>\n", "(html (body 'a \n\n'))", "(html (body 'a'))"},
		{"after html", "<html><body><p>a</p></body></html>b<p>c</p>", "(html (body (p 'a') 'b' (p 'c')))", "(html (body (p 'a')) (html (p 'b') (p 'c')))"},
		{"after html, doctype", "<!doctype html><body><p>a</p></body></html>b<p>c</p>", "(html (body (p 'a') 'b' (p 'c')))", "(html (body (p 'a')))"},
		{"after html, comment", "<!-- c --><body><p>a</p></body></html>b<p>c</p>", "(html (body (p 'a') 'b' (p 'c')))", "(html (body (p 'a')))"},
		{"after html, instruction", "<?xml version='1.0'?><body><p>a</p></body></html>b<p>c</p>", "(html (body (p 'a') 'b' (p 'c')))", "(html (body (p 'a')))"},
		{"after html twice", "<body>a</body></html><p>b</p></html><p>c", "(html (body 'a' (p 'b') (p 'c')))", "(html (body 'a') (html (p 'b') (html (p 'c'))))"},
		{"end of html in the middle", "<body><div>a</body></html>b</div>c", "(html (body (div 'ab') 'c'))", "(html (body (div 'a')) (html (p 'bc')))"},

		// self-closing tags
		{"self-closing div", "<body><div/>a", "(html (body (div 'a')))", "(html (body (div) 'a'))"},
		{"self-closing unknown", "<body><x-y />a", "(html (body (x-y 'a')))", "(html (body (x-y) 'a'))"},
		{"self-closing void", "<body>a<br/>b<img />c", "(html (body 'a' (br) 'b' (img) 'c'))", ""},
		{"self-closing in svg", "<body><svg><path/>a<g x=y />b</svg>c<div/>d", "(html (body (svg (path) 'a' (g) 'b') 'c' (div 'd')))",
			"(html (body (svg (path) 'a' (g) 'b') 'c' (div) 'd'))"},
		{"self-closing in math", "<body><math><mi/>a</math>b", "(html (body (math (mi) 'a') 'b'))", ""},
		{"self-closing svg", "<p>a<svg/>b</p>c", "(html (body (p 'a' (svg) 'b') 'c'))", ""},
		{"self-closing math", "<p>a<math/>b</p>c", "(html (body (p 'a' (math) 'b') 'c'))", ""},

		// names
		{"prefix", "<body><o:p>a</o:p>b", "(html (body (o:p 'a') 'b'))", "(html (body (p 'a') 'b'))"},
		{"prefix, end tag of p", "<body><p>a<o:p>b</p>c", "(html (body (p 'a' (o:p 'b')) 'c'))", "(html (body (p 'a' (p 'b')) 'c'))"},
		{"prefix, end tag without", "<body><o:p>a</p>b", "(html (body (o:p 'a' (p) 'b')))", "(html (body (p 'ab')))"},
		{"prefix, no rule", "<p>a<o:div>b", "(html (body (p 'a' (o:div 'b'))))", "(html (body (p 'a' (div 'b'))))"},
		{"prefix, not void", "<body><x:br>a", "(html (body (x:br 'a')))", "(html (body (br 'a')))"},
		{"prefix, dropped", "<body><x:script>a<p>b</p></x:script>c", "(html (body (x:script 'a' (p 'b')) 'c'))", "(html (body 'c'))"},
		{"colon last", "<body><x:>a", "(html (body (x: 'a')))", ""},
		{"two colons", "<body><x:y:z>a", "(html (body (x:y:z 'a')))", "(html (body (y:z 'a')))"},
		{"upper case", "<DIV>a<MY-El>b</my-EL></Div>c", "(html (body (div 'a' (my-el 'b')) 'c'))", ""},
		{"image", "<body><image>a<image>b", "(html (body (img) 'a' (img) 'b'))", "(html (body (img 'a' (image 'b'))))"},
		{"name not ASCII", "<body><h1é>a", "(html (body (h1é 'a')))", "(html (body (h1 'a')))"},

		// what is removed
		{"comments join text", "<p>a<!-- b -->c<script>d</script>e<style>f</style>g", "(html (body (p 'aceg')))", ""},
		{"form", "<body>a<form>b<input>c</form>d", "(html (body 'a' (form 'b' (input) 'c') 'd'))", "(html (body 'abcd'))"},
		{"select", "<body>a<select><option>b</select>c<button>d<p>e</p></button>f<textarea>g</textarea>h",
			"(html (body 'a' (select (option 'b')) 'c' (button 'd' (p 'e')) 'f' (textarea 'g') 'h'))", "(html (body 'acfh'))"},
		{"iframe, object", "<body>a<iframe>b<p>c</p></iframe>d<object><param>e</object>f",
			"(html (body 'a' (iframe 'b' (p 'c')) 'd' (object (param) 'e') 'f'))", "(html (body 'ab' (p 'c') 'def'))"},
		{"link", "<body>a<link rel=StyleSheet>b<link rel=next>c<link>d", "(html (body 'a' (link) 'b' (link) 'c' (link) 'd'))",
			"(html (body 'ab' (link) 'c' (link) 'd'))"},
		{"link, style sheet of several words", "<body>a<link rel='alternate STYLESHEET'>b", "(html (body 'a' (link) 'b'))", "(html (body 'ab'))"},
		{"title in body", "<body>a<title>b<b>c</b></title>d", "(html (body 'ad'))", "(html (body 'a' (title 'b' (b 'c')) 'd'))"},
		{"dropped in dropped", "<body>a<title>b<script>c</script>d</title>e", "(html (body 'ae'))", "(html (body 'a' (title 'bd') 'e'))"},
		{"noscript", "<body>a<noscript>b<p>c</p></noscript>d", "(html (body 'a' (noscript 'b' (p 'c')) 'd'))", ""},
	} {
		for _, dialect := range []Dialect{HTML, Libxml2} {
			want := test.html
			if dialect == Libxml2 && test.libxml2 != "" {
				want = test.libxml2
			}
			got := render(test.src, dialect)
			judge(t, dialectName(dialect)+"/"+test.name, got == want, "%.200q:\n got %.300s\nwant %.300s", test.src, got, want)
		}
	}
}

// TestMaxDepth checks that deep elements stand beside the deepest allowed and
// that their text stays.
func TestMaxDepth(t *testing.T) {
	for _, test := range []struct {
		name, src string
		depth     int
		want      string
	}{
		{"flattened", "<div>a<div>b<div>c<div>d", 4, "(html (body (div 'a' (div 'b') (div 'c') (div 'd'))))"},
		{"end tags", "<div>a<div>b<div>c</div>d</div>e", 4, "(html (body (div 'a' (div 'b') (div 'c') 'd') 'e'))"},
		{"void", "<div>a<div>b<br>c<br>d</div>e", 4, "(html (body (div 'a' (div 'b') (br) 'c' (br) 'd') 'e'))"},
		{"exactly", "<div>a<div>b</div>c</div>d", 4, "(html (body (div 'a' (div 'b') 'c') 'd'))"},
		{"script", "<div>a<div>b<script>c</script>d", 4, "(html (body (div 'a' (div 'b') 'd')))"},
		{"no limit", "<div>a<div>b<div>c", 0, "(html (body (div 'a' (div 'b' (div 'c')))))"},
	} {
		if got := render(test.src, HTML, maxDepth(test.depth)); got != test.want {
			t.Errorf("%s: %q, depth %d:\n got %s\nwant %s", test.name, test.src, test.depth, got, test.want)
		}
	}
	got := render("<title>a</title>b", HTML, maxDepth(1))
	judge(t, "HTML/depth 1", strings.Count(got, "(") == strings.Count(got, ")"), "title, depth 1: %s", got)
	for _, name := range []string{"div", "b", "table", "x-y", "svg", "title"} {
		src := strings.Repeat("<"+name+">x", 50) + strings.Repeat("</"+name+">y", 60)
		for depth := 2; depth < 20; depth++ {
			s := Scanner{MaxDepth: depth}
			s.Reset([]byte(src), HTML)
			got := checkEvents(t, &s)
			if want := 50; name != "title" && strings.Count(got.text, "x") != want {
				t.Errorf("%s, depth %d: %d x in the text, want %d", name, depth, strings.Count(got.text, "x"), want)
			}
			if depth > 2 && got.depth > depth {
				t.Errorf("%s: depth %d of at most %d", name, got.depth, depth)
			}
		}
	}
}

// TestLibxml2Depth checks that the start tag behind 257 open elements ends the
// page.
func TestLibxml2Depth(t *testing.T) {
	const divs = 257 - len("hb") // html and body are the other two
	nested := func(n int) (open, closed string) {
		return strings.Repeat("(div ", n), strings.Repeat(")", n)
	}
	for _, test := range []struct {
		name  string
		divs  int
		inner string
		want  string
	}{
		{"last start tag", divs - 1, "a<i>b</i>c", "'a' (i 'b') 'c'"},
		{"one too many", divs, "a<i>b</i>c", "'a'"},
		{"a void one too many", divs, "a<br>c", "'a'"},
		{"text and end tags", divs, "a</p>b<!-- c -->d", "'abd'"},
	} {
		open, closed := nested(test.divs)
		want := "(html (body " + open + test.want + closed + "))"
		if got := render("<body>"+strings.Repeat("<div>", test.divs)+test.inner, Libxml2); got != want {
			t.Errorf("%s:\n got …%s\nwant …%s", test.name, got[max(0, len(got)-300):], want[max(0, len(want)-300):])
		}
	}
}

// TestStandardTree has rules of the dialect HTML that libxml2 does not share (HTML standard,
// section 13.2.6).
func TestStandardTree(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"menu in a list", "<ul><menu></menu>a</ul>b", "(html (body (ul (menu) 'a') 'b'))"},
		{"form in a menu", "<menu>a<form>b</form>c</menu>d", "(html (body (menu 'a' (form 'b') 'c') 'd'))"},
		{"form in a form", "<form>a<form>b</form>c</form>d", "(html (body (form 'ab') 'cd'))"},
		{"form ended around a block", "<form><div>a</form>b</div>c<form>d", "(html (body (form (div 'ab')) 'c' (form 'd')))"},
		{"form ended around an inline element", "<form><b>a</form>b</b>c", "(html (body (form (b 'ab')) 'c'))"},
		{"heading ended by another level", "<h1>a</h3>b", "(html (body (h1 'a') 'b'))"},
		{"heading in a block of a heading", "<h1><div>a<h2>b</h1>c", "(html (body (h1 (div 'a' (h2 'b') 'c'))))"},
		{"block in a link", "<a>a<section>b</a>c</section>d", "(html (body (a 'a' (section 'bc')) 'd'))"},
		{"inline elements in a block in a link", "<a><section><span>b</a>c</span>d", "(html (body (a (section (span 'b') 'cd'))))"},
		{"link in a link", "<a>a<p>b<a>c</a>d", "(html (body (a 'a' (p 'b' (a 'c') 'd'))))"},
		{"ordinary end tag past a block", "<span>a<div>b</span>c</div>d", "(html (body (span 'a' (div 'bc') 'd')))"},
		{"block end tag past a block", "<div>a<section>b</div>c", "(html (body (div 'a' (section 'b')) 'c'))"},
		{"block end tag past a cell", "<div><table><td>a</div>b", "(html (body (div (table (td 'ab')))))"},
		{"item past a div", "<ul><li><div>a<li>b", "(html (body (ul (li (div 'a')) (li 'b'))))"},
		{"item past a section", "<ul><li><section>a<li>b", "(html (body (ul (li (section 'a' (li 'b'))))))"},
		{"item past a list", "<ul><li><ul></li>a", "(html (body (ul (li (ul 'a')))))"},
		{"p past a button", "<p>a<button>b<p>c</button>d</p>e", "(html (body (p 'a' (button 'b' (p 'c')) 'd') 'e'))"},
		{"button in a button", "<button>a<button>b", "(html (body (button 'a') (button 'b')))"},
		{"select in a select", "<select><option>a<select>b", "(html (body (select (option 'a')) 'b'))"},
		{"choices", "<select><optgroup><option>a<option>b<optgroup>c", "(html (body (select (optgroup (option 'a') (option 'b')) (optgroup 'c'))))"},
		{"ruby", "<ruby>a<rt>b<rp>c<rtc>d<rt>e", "(html (body (ruby 'a' (rt 'b') (rp 'c') (rtc 'd' (rt 'e')))))"},
		{"table in a table", "<table><tr><table><td>a", "(html (body (table (tr)) (table (td 'a'))))"},
		{"table in a cell", "<table><td><table><td>a</table>b</table>c", "(html (body (table (td (table (td 'a')) 'b')) 'c'))"},
		{"part of a table past a form", "<table><form><tr><td>a</form>b", "(html (body (table (form) (tr (td 'ab')))))"},
		{"part of a table past blocks", "<table><td><div><p>a<td>b", "(html (body (table (td (div (p 'a'))) (td 'b'))))"},
		{"parts without a table", "a<tr><td>b<td>c</td>d", "(html (body 'a' (tr) (td) 'b' (td) 'cd'))"},
		{"end tags of implied parts", "<table><td>a</tr><td>b</tbody>", "(html (body (table (td 'a') (td 'b'))))"},
		{"end tags of other parts", "<table><thead><td>a</tbody></tfoot>b", "(html (body (table (thead (td 'ab')))))"},
		{"markup in noscript", "<p>a<noscript><p>b</p></div><b>c</noscript>d</p>e", "(html (body (p 'a' (noscript (p 'b') (b 'c')) 'd') 'e'))"},
		{"frames in a body", "a<frameset><frame>b", "(html (body 'ab'))"},
		{"unclosed heading", "<div><h1>a<p>b</p>c</div>d", "(html (body (div (h1 'a') (p 'b') 'c' (h1)) 'd'))"},
		{"unclosed inline elements", "<b><i>a<p>b</p>c</b>d", "(html (body (b (i 'a')) (p 'b') 'cd'))"},
		{"unclosed link", "<a>a<table><td>b</table>c</a>d", "(html (body (a 'a') (table (td 'b')) 'cd'))"},
		{"datalist", "a<datalist><option>b</datalist>c", "(html (body 'ac'))"},
	} {
		if got := render(test.src, HTML); got != test.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", test.name, test.src, got, test.want)
		}
	}
}

// TestShortcuts compares the shortcuts of closeFor and endTag with the rules themselves: for
// every start tag and end tag after every start tag, and for random pages.
func TestShortcuts(t *testing.T) {
	someEnd, later := mayEnd, endsLater
	defer func() { mayEnd, endsLater = someEnd, later }()
	var every tags.Set
	for tag := range tags.NumKnown {
		every.Change(tag, true)
	}
	var allEnd [tags.NumKnown]tags.Set
	for start := range allEnd {
		allEnd[start] = every
	}
	check := func(src string) {
		t.Helper()
		mayEnd, endsLater = someEnd, later
		got := render(src, HTML)
		mayEnd, endsLater = allEnd, every
		if want := render(src, HTML); got != want {
			t.Fatalf("%q:\n got %s\nwant %s", src, got, want)
		}
	}
	step := tags.Tag(1)
	if testing.Short() || pages.UnderRace() {
		step = 7
	}
	for first := tags.None + 1; first < tags.NumKnown; first += step {
		for second := tags.None + 1; second < tags.NumKnown; second++ {
			for _, around := range []string{"", "<select><ruby>", "<table><td><p>"} {
				check(around + "<" + first.String() + ">a<" + second.String() + ">b</" + first.String() + ">c")
				check(around + "<" + first.String() + ">a</" + second.String() + ">b")
			}
		}
	}
	for seed := range uint64(2000) {
		check(string(pages.Soup(seed)))
	}
}
