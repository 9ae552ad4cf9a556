package scan

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/internal/tags"
)

// Where the pages are that tests read.
const (
	goldenPages = "../../testdata/golden/*.html"
	sharedPages = "../../../shared/bench/*.tar.gz"
)

// snippets are markup on which tokenizers like to differ.
var snippets = []string{
	"",
	"plain text",
	"a < b <3 <_x> <:p> << <",
	"<p>one<p>two</p>",
	"<a href=x title='a > b' data-x=\"c > d\">t</a>",
	"<a href=it's\"x\"y>t</a>",
	"<a href=\"a'b\" title='c\"d'>t</a>",
	"<a =\"x>y\">z",
	"<a / = \"x>y\">z",
	"<a ='x>y'>z",
	"<a =x>z<a ==x>z<a = =x>z<a === >z",
	"<a\"x>y\">z",
	"<a x\"y>z\">z",
	"<a x=\"y\"z=1 w='v'u>z",
	"<a x= >y<a x=>y<a x = 'y'>z<a x\n=\n\"y\" >z",
	"<a x=\"y",
	"<a x='y>z</a><p>w",
	"<a x=y",
	"<a x=",
	"<a x",
	"<a ",
	"<a",
	"<",
	"</",
	"</a",
	"</a x='>'>y",
	"</a x='>",
	"</A\tx>y</a/>z",
	"<br/><br /><br / ><p a=/><p a/><p a=b/><p a='b'/><p / a / >",
	"<p //><p a//><p a=//><p a= / >",
	"<p =/><p a==/><p a/=b>",
	"<DIV CLASS=X Class=y cLaSs=Z>",
	"<div'x><br<p>x</p\"y>",
	"<x-y><o:p>a</o:p><h1.2><p\vq><p\fq>",
	"<!---->a<!-- b -->c",
	"<!-->a-->b",
	"<!--->a-->b",
	"<!-- a --!>b<!-- a --!-->c<!-- a --! >d-->e",
	"<!-- a -- b -->c<!-- a - > b --->d<!------>e<!-----!>f",
	"<!-- a",
	"<!-- a -",
	"<!-- a --",
	"<!-- a --!",
	"<!--",
	"<!-",
	"<!",
	"<!--!>a-->b",
	"<!--!-->a",
	"<!-- <!-- --> -->a",
	"<!>a<!x>b<!-x>c<![CDATA[d>e]]>f",
	"<!DOCTYPE html>a<!doctype html PUBLIC \"-//x>y\">b<!DOCTYPE>c<!doctypex>d<!doc>e",
	"<!doctype html",
	"<!doct",
	"<?php echo '?>' ?>a<?>b<?xml version=\"1.0\"?>c",
	"<?",
	"<?x",
	"</>a</ x>b</3>c</?>d</!-- x -->e",
	"</ ",
	"</ x",
	"<script>a<b>c</script>d",
	"<script>a</scripts></script/>b",
	"<SCRIPT>a</ScRiPt >b",
	"<script>a</script",
	"<script>a</script x='",
	"<script>a</scr",
	"<script>a",
	"<script>",
	"<script></script>",
	"<script/>a</script>b",
	"<svg><script/>a</svg>b",
	"<math><style/>a</math>b",
	"<script><!-- <script>a</script> --></script>b",
	"<script><!-- <script>a</script> b</script>c",
	"<script><!-- <script >a</scriptx></script >--></script>b",
	"<script><!-- a</script>b-->c",
	"<script><!--> <script>a</script>b</script>c",
	"<script><!---> <script>a</script>b</script>c",
	"<script><!-- - -- --- --></script>a",
	"<script><!-- <script> <script> </script> </script>a",
	"<script><!-- <scriptx></script>a",
	"<script><!-- <script></script",
	"<script><!-- <script",
	"<script><!-- </script",
	"<script><!-a --></script>b<script><!<!--<script></script>--></script>c",
	"<style>a<b>c</style>d<style>a</styles></STYLE\n>b",
	"<style><!-- </style> -->b",
	"<style>a",
	"<title>a<b>c</title>d",
	"<textarea><p>a</textarea><xmp><b>c</xmp><noscript><i>d</noscript><plaintext>e<p>f",
	"<iframe><p>a</iframe><noframes><p>b</noframes><noembed><p>c</noembed>",
	"a\x00b<p\x00c d\x00=\x00e>f</p\x00>",
	"\ufeff<p>a",
	"<p é=è É=1 ü>x</p é>",
	"<A \xff=\xe9 \xFE><x\xe9>y</A \xff>\xff",
	"<image src=x>",
	"<p a=1 b=2 a=3>x",
	"<p x=\"a\r\nb\rc\">",
}

// tokenKind is what a token is, coarsely enough for both tokenizers.
type tokenKind string

const (
	textToken    tokenKind = "text"
	startToken   tokenKind = "start tag"
	selfToken    tokenKind = "start tag with />"
	endToken     tokenKind = "end tag"
	commentToken tokenKind = "comment or declaration"
	cutToken     tokenKind = "tag cut off"
)

// A token is a stretch of the source.
type token struct {
	kind       tokenKind
	start, end int
	raw        bool // of text: raw text; of a start tag: raw text follows
	name       string
	attrs      []attribute
}

type attribute struct{ name, value string }

func (k token) String() string {
	s := fmt.Sprintf("%s %d-%d", k.kind, k.start, k.end)
	if k.name != "" {
		s += " " + k.name
	}
	if len(k.attrs) > 0 {
		s += fmt.Sprintf(" %q", k.attrs)
	}
	return s
}

// appendToken appends a token, or makes text behind text longer.
func appendToken(tokens []token, k token) []token {
	if k.start == k.end {
		return tokens
	}
	if n := len(tokens); n > 0 && k.kind == textToken && tokens[n-1].kind == textToken && !k.raw && !tokens[n-1].raw {
		tokens[n-1].end = k.end
		return tokens
	}
	return append(tokens, k)
}

// ourTokens drives a Scanner step by step and notes how far each step goes.
func ourTokens(src []byte) (tokens []token) {
	var s Scanner
	s.Reset(src, HTML)
	tokens = appendToken(tokens, token{kind: textToken, end: s.pos}) // a byte order mark
	for s.pos < len(src) {
		at, top := s.pos, s.top().name
		if data := s.dataEnd; at < data {
			for s.pos < data {
				s.step()
			}
			tokens = appendToken(tokens, token{kind: textToken, start: at, end: data, raw: true})
			s.queue = s.queue[:0]
			continue
		}
		s.step()
		s.queue = s.queue[:0]
		if top == tags.Script || top == tags.Style {
			stop := markup.RawTextEnd(src, at, top.String())
			tokens = appendToken(tokens, token{kind: textToken, start: at, end: stop, raw: true})
			at = stop
		}
		if at < s.pos {
			k := ourToken(&s, at, s.pos)
			k.raw = (k.kind == startToken || k.kind == selfToken) && (s.top().name == tags.Script || s.top().name == tags.Style || s.pos < s.dataEnd)
			tokens = appendToken(tokens, k)
		}
	}
	return tokens
}

// ourToken says what the token is that one step has read.
func ourToken(s *Scanner, start, end int) token {
	k := token{kind: textToken, start: start, end: end}
	rest := s.src[start:]
	switch {
	case len(rest) < 2 || rest[0] != '<':
	case ascii.IsLetter(rest[1]):
		k.kind = startToken
		_, elem, p := s.tagName(start + 1)
		k.name = s.Name(elem)
		how := markup.CutOff
		if k.attrs, how = ourAttributes(s.src[:end], p); how == markup.SelfClosed {
			k.kind = selfToken
		}
		k.cutOff(how)
	case rest[1] == '/' && len(rest) > 2 && ascii.IsLetter(rest[2]):
		k.kind = endToken
		_, elem, p := s.tagName(start + 2)
		k.name = s.Name(elem)
		_, how := ourAttributes(s.src[:end], p)
		k.cutOff(how)
	case rest[1] == '!' || rest[1] == '?' || rest[1] == '/' && len(rest) > 2:
		k.kind = commentToken
	}
	return k
}

// cutOff makes the token one that the end of the page cut off, if it did.
func (k *token) cutOff(how markup.Found) {
	if how == markup.CutOff {
		*k = token{kind: cutToken, start: k.start, end: k.end}
	}
}

// ourAttributes reads the attributes at p of a tag that is the end of src.
func ourAttributes(src []byte, p int) (attrs []attribute, how markup.Found) {
	for {
		a, next, what := markup.NextAttr(src, p)
		if what != markup.AnAttr {
			return attrs, what
		}
		attrs = append(attrs, attribute{
			name:  lowerASCII(a.NameIn(src)),
			value: noZero(string(a.ValueIn(src))),
		})
		p = next
	}
}

// lowerASCII returns a name with its ASCII letters in lower case.
func lowerASCII(name []byte) string {
	name = bytes.Clone(name)
	for i, c := range name {
		name[i] = ascii.Lower(c)
	}
	return noZero(string(name))
}

// noZero writes zero bytes as U+FFFD, as the standard and x/net since v0.56 do;
// before, x/net left them in names and values.
func noZero(text string) string { return strings.ReplaceAll(text, "\x00", "\ufffd") }

// firstOfEach returns the attributes without those whose name an earlier one
// has. x/net compared the names in Unicode's lower case before v0.56, the HTML
// standard does in that of ASCII only; here nothing hangs on it.
func firstOfEach(attrs []attribute) (first []attribute) {
	seen := make(map[string]bool, len(attrs))
	for _, a := range attrs {
		if key := strings.ToLower(a.name); !seen[key] {
			seen[key] = true
			first = append(first, a)
		}
	}
	return first
}

// A bareTokenizer is x/net/html's Tokenizer with the offset it has reached.
type bareTokenizer struct {
	z   *html.Tokenizer
	pos int
}

// next returns the next token. rawAt says whether raw text follows the start
// tag that ends at an offset.
func (r *bareTokenizer) next(rawAt func(end int) bool) (k token, ok bool) {
	kind := r.z.Next()
	k = token{start: r.pos, end: r.pos + len(r.z.Raw())}
	r.pos = k.end
	switch kind {
	case html.TextToken:
		k.kind = textToken
	case html.StartTagToken, html.SelfClosingTagToken:
		k.kind = startToken
		if kind == html.SelfClosingTagToken {
			k.kind = selfToken
		}
		k.name, k.attrs = tagOf(r.z)
		if !rawAt(k.end) {
			r.z.NextIsNotRawText()
		}
	case html.EndTagToken:
		k.kind = endToken
		k.name, _ = tagOf(r.z)
	case html.CommentToken, html.DoctypeToken:
		k.kind = commentToken
	case html.ErrorToken:
		k.kind = cutToken
	}
	return k, k.end > k.start
}

func tagOf(z *html.Tokenizer) (name string, attrs []attribute) {
	b, more := z.TagName()
	if name = noZero(string(b)); name == "image" {
		name = "img" // as the tree builder of the standard has it
	}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		attrs = append(attrs, attribute{noZero(string(key)), noZero(string(value))})
	}
	return name, firstOfEach(attrs)
}

// compareTokens returns what differs first between our tokens of a page and
// those of x/net, or "". A known difference ends the comparison, because all
// behind it may differ; it is returned as a name.
func compareTokens(src []byte) (diff, known string) {
	ours := ourTokens(src)
	rawFrom := make(map[int]bool)
	for _, k := range ours {
		if k.raw && k.kind != textToken {
			rawFrom[k.end] = true
		}
	}
	r := &bareTokenizer{z: html.NewTokenizer(bytes.NewReader(src))}
	var theirs []token
	for {
		k, ok := r.next(func(end int) bool { return rawFrom[end] })
		if !ok {
			break
		}
		k.raw = k.kind == textToken && rawFrom[k.start]
		theirs = appendToken(theirs, k)
	}
	for i := range max(len(ours), len(theirs)) {
		if i >= len(ours) || i >= len(theirs) {
			return fmt.Sprintf("%d tokens, x/net has %d: %v, %v", len(ours), len(theirs), ours[min(i, len(ours)):], theirs[min(i, len(theirs)):]), ""
		}
		if diff, known := compareToken(src, ours[i], theirs[i]); diff != "" || known != "" {
			return diff, known
		}
	}
	return "", ""
}

// Known differences, in all of which x/net departs from the HTML standard.
const (
	escapedLess   = "in escaped script text x/net leaves the escaped state at a < that no letter follows"
	repeatedSlash = "x/net takes the value / of a repeated attribute for the /> of the tag"
)

func compareToken(src []byte, ours, theirs token) (diff, known string) {
	if ours.raw && theirs.raw && ours.end != theirs.end && hasEscapedLess(src[ours.start:max(ours.end, theirs.end)]) {
		return "", escapedLess
	}
	attrs := firstOfEach(ours.attrs)
	if ours.kind == startToken && theirs.kind == selfToken && len(attrs) < len(ours.attrs) && ours.end == theirs.end {
		theirs.kind = startToken
		known = repeatedSlash
	}
	switch {
	case ours.kind != theirs.kind || ours.start != theirs.start || ours.end != theirs.end || ours.name != theirs.name:
		return fmt.Sprintf("got %v, x/net has %v: %.200q", ours, theirs, src[min(ours.start, theirs.start):]), ""
	case known != "":
		return "", known
	}
	return compareAttributes(attrs, theirs.attrs), ""
}

// hasEscapedLess reports whether raw text has, behind "<!--", a "<" that
// neither a letter nor "/" follows.
func hasEscapedLess(raw []byte) bool {
	_, escaped, _ := bytes.Cut(raw, []byte("<!--"))
	for i := range len(escaped) - 1 {
		if escaped[i] == '<' && escaped[i+1] != '/' && !ascii.IsLetter(escaped[i+1]) {
			return true
		}
	}
	return false
}

// compareAttributes compares attributes; values with character references are
// not compared here (see TestAttrReferences).
func compareAttributes(ours, theirs []attribute) (diff string) {
	if len(ours) != len(theirs) {
		return fmt.Sprintf("attributes %q, x/net has %q", ours, theirs)
	}
	for i, a := range ours {
		value := strings.ReplaceAll(strings.ReplaceAll(a.value, "\r\n", "\n"), "\r", "\n") // x/net does so in all text
		if a.name != theirs[i].name || !strings.Contains(value, "&") && value != theirs[i].value {
			return fmt.Sprintf("attribute %q, x/net has %q", a, theirs[i])
		}
	}
	return ""
}

// TestTokensAgreeWithXNet compares the tokens of the HTML dialect with those
// of x/net/html's Tokenizer, with its raw text switched off for all elements
// but script and style.
func TestTokensAgreeWithXNet(t *testing.T) {
	t.Run("snippets", func(t *testing.T) {
		for _, src := range snippets {
			for end := range len(src) + 1 { // the page may end anywhere
				if diff, known := compareTokens([]byte(src[:end])); diff != "" || known != "" {
					t.Errorf("%q: %s%s", src[:end], diff, known)
				}
			}
		}
	})
	t.Run("golden", func(t *testing.T) {
		files, _ := filepath.Glob(goldenPages)
		if len(files) == 0 {
			t.Skipf("no pages in %s", goldenPages)
		}
		for _, file := range files {
			if diff, known := compareTokens(readFile(t, file)); diff != "" || known != "" {
				t.Errorf("%s: %s%s", file, diff, known)
			}
		}
	})
	t.Run("shared", func(t *testing.T) {
		pages := 0
		differ := make(map[string]int)
		everySharedPage(t, func(name string, page []byte) {
			pages++
			diff, known := compareTokens(page)
			if diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
			if known != "" {
				differ[known]++
			}
		})
		t.Logf("%d pages", pages)
		for known, n := range differ {
			t.Logf("on %d pages %s", n, known)
		}
	})
}

// TestTokensExhaustive compares the tokens of all short sequences of parts that
// matter where comments, tags and scripts end. With -short the sequences are shorter by one.
func TestTokensExhaustive(t *testing.T) {
	for _, test := range []struct {
		name, before, parts, after string
		length                     int
	}{
		{"comment", "<!--", "- ! > a <", "-->b", 6},
		{"declaration", "<", "! - > a d [ / ?", ">b", 4},
		{"start tag", "<a", "_ a = / \" ' >", "'>\">b<p>", 5},
		{"end tag", "</a", "_ a = / \" ' >", "'>\">b<p>", 5},
		{"attribute twice", "<svg><a a=/", "_ a A = / b >", ">b", 5},
		{"script", "<script>", "<!-- --> - > <script> </script> <script </script < a", "</script>b</script>", 4},
		{"style", "<style>", "<!-- --> <style> </style> </style < / a", "</style>b</style>", 4},
		{"text", "", "< / a ! ? > - &", "", 5},
	} {
		if testing.Short() {
			test.length--
		}
		known := make(map[string]int)
		sequences(strings.Fields(test.parts), test.length, func(middle string) {
			src := test.before + strings.ReplaceAll(middle, "_", " ") + test.after
			diff, difference := compareTokens([]byte(src))
			if diff != "" {
				t.Errorf("%s: %q: %s", test.name, src, diff)
			}
			known[difference]++
		})
		t.Logf("%s: %v", test.name, known)
	}
}

// sequences calls do with all sequences of at most n parts.
func sequences(parts []string, n int, do func(string)) {
	var extend func(prefix string, n int)
	extend = func(prefix string, n int) {
		do(prefix)
		if n == 0 {
			return
		}
		for _, part := range parts {
			extend(prefix+part, n-1)
		}
	}
	extend("", n)
}

// TestTokensKnownDifferences lists where x/net departs from the HTML standard
// and we do not. An entry on which it no longer does fails.
func TestTokensKnownDifferences(t *testing.T) {
	for _, test := range []struct{ src, known, want string }{
		// The standard, 13.2.5.20: "anything else" behind the "<" goes back to
		// the escaped state. So "<script>" hides the first "</script>".
		{"<script><!-- a < b <script>c</script> d</script>e", escapedLess, "(html (body 'e'))"},
		{"<script><!-- <= <script></script> --></script>e", escapedLess, "(html (body 'e'))"},
		{"<script><!-- << <script></script> --></script>e", escapedLess, "(html (body 'e'))"},
		{"<script><!-- <!-- <script></script> --></script>e", escapedLess, "(html (body 'e'))"},
		// The standard, 13.2.5.37: a "/" belongs to a value without quotes.
		{"<svg><g x=1 x=/>a</g>b</svg>c", repeatedSlash, "(html (body (svg (g 'a') 'b') 'c'))"},
	} {
		if diff, known := compareTokens([]byte(test.src)); known != test.known {
			t.Errorf("%q: difference %q %q, want the known one %q", test.src, diff, known, test.known)
		}
		if got := render(test.src, HTML); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.src, got, test.want)
		}
	}
}

// TestAttributes has what each dialect reads of odd tags.
func TestAttributes(t *testing.T) {
	for _, test := range []struct {
		src, name, html, libxml2 string // values; "-" where the tag has no such attribute
	}{
		{`<a x=y>`, "x", "y", "y"},
		{`<a X=Y>`, "x", "Y", "Y"},
		{`<a x = "y z">`, "x", "y z", "y z"},
		{`<a x>`, "x", "", ""},
		{`<a x="">`, "x", "", ""},
		{`<a y>`, "x", "-", "-"},
		{`<a x=1 x=2>`, "x", "1", "1"},
		{`<a x='>'>`, "x", ">", ">"},
		{`<a x=y/>`, "x", "y/", "y/"},
		{`<a/x=y>`, "x", "y", "-"},
		{`<a y="z"x=1>`, "x", "1", "1"},
		{`<a y='z'"x=1>`, "x", "-", "-"},
		{`<a "x"y x=1>`, "x", "1", "1"},
		{`<a -x=1>`, "-x", "1", "-"},
		{"<a\fx=1>", "x", "1", "-"},
		{`<a x="a` + "\n" + `b">`, "x", "a\nb", "a\nb"},
		{`<a x=a"b'c>`, "x", `a"b'c`, `a"b'c`},
		{`<a =x>`, "=x", "", "-"},
		{`<a x==y>`, "x", "=y", "=y"},
	} {
		for dialect, want := range map[Dialect]string{HTML: test.html, Libxml2: test.libxml2} {
			if got := attrOf(test.src, test.name, dialect); got != want {
				t.Errorf("%s: %q: attribute %s is %q, want %q", dialectName(dialect), test.src, test.name, got, want)
			}
		}
	}
}

// attrOf returns an attribute of the first a element, or "-".
func attrOf(src, name string, dialect Dialect) string {
	var s Scanner
	s.Reset([]byte(src), dialect)
	for s.Next() {
		if s.Kind == StartTag && s.Tag == tags.A {
			if value, ok := s.Attr(name); ok {
				return string(value)
			}
			return "-"
		}
	}
	return "no a element"
}

// TestAttrOfImplied checks that a start tag which stands nowhere in the page
// has no attributes.
func TestAttrOfImplied(t *testing.T) {
	for _, src := range []string{"<div id=x>a</div>", "<p>a<div id=x>b", "</p id=x>", "<body>a</p id=x>b", "<body>a</br id=x>b"} {
		var s Scanner
		s.Reset([]byte(src), HTML)
		ok := true
		for s.Next() {
			if _, has := s.Attr("id"); s.Kind == StartTag && has != (s.Tag == tags.Div) {
				ok = false
			}
		}
		judge(t, "Attr/"+src, ok, "attributes on the wrong element")
	}
}

// TestLibxml2Tokens has what libxml2 2.9.14 reads differently from the HTML
// standard (docs/justext.md, "Markup").
func TestLibxml2Tokens(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"less-than", "<p>a < b <3 <_x> <:p>", "(html (body (p 'a < b <3 <_x> <:p>')))"},
		{"bogus declaration", "<p>a<!x>b<![CDATA[c]]>d", "(html (body (p 'a<!x>b<![CDATA[c]]>d')))"},
		{"name stops at odd byte", "<div'>a</div><p<b>c", "(html (body (div 'a') (p 'c')))"},
		{"slash in a value", "<a href=x/>b", "(html (body (a 'b')))"},
		{"self-closing", "<div/>a<i class=x />b<p/>c", "(html (body (div) 'a' (i) 'b' (p) 'c'))"},
		{"self-closing script", "<p>a<script src=x/></script><script/>b", "(html (body (p 'ab')))"},
		{"end tag with quote", "<p>a</p x='>b'>c", "(html (body (p 'a') 'b\\'>c'))"},
		{"end tag without name", "<p>a</ b>c</>d</3>e", "(html (body (p 'a b>c>d3>e')))"},
		{"comment after two characters", "<p>a<!-->b-->c<!--->d-->e<!---->f", "(html (body (p 'acef')))"},
		{"comment, bang", "<p>a<!-- b --!>c", "(html (body (p 'ac')))"},
		{"comment without end", "<p>a<!-- b<p>c", "(html (body (p 'a')))"},
		{"doctype literal", "<!DOCTYPE html PUBLIC \"a>b\" 'c>d'>e", "(html (body (p 'e')))"},
		{"doctype system", "<!doctype html SYSTEM 'a>b' \"c>d\">e", "(html (body (p 'd\">e')))"},
		{"instruction", "<p>a<?php b ?>c<? d>e<?=f>g", "(html (body (p 'ac d>e=f>g')))"},
		{"script end tag of another name", "<p>a<script>b</scripts>c</script>d", "(html (body (p 'ad')))"},
		{"script has no escapes", "<p>a<script><!-- <script></script> -->b", "(html (body (p 'a -->b')))"},
		{"script with an end tag at once", "<p>a<script></b>c</script>d", "(html (body (p 'ad')))"},
		{"script without end", "<p>a<script>b<p>c", "(html (body (p 'a')))"},
		{"zero byte in text", "<p>a\x00b", "(html (body (p 'a b')))"},
		{"zero byte elsewhere", "<p>a<b\x00>c", "(html (body (p 'a')))"},
		{"zero byte where text begins", "<p>a<b>\x00c</b>d", "(html (body (p 'a' (b))))"},
		{"tag cut off", "<p>a<b x='c", "(html (body (p 'a' (b))))"},
		{"form feed is no blank", "<p\fx>a", "(html (body (p 'a')))"},
		{"long name", "<body><" + strings.Repeat("x", 120) + " y>a</" + strings.Repeat("x", 130) + ">b",
			"(html (body (" + strings.Repeat("x", 100) + " 'a') 'b'))"},
		{"start of a name", "<p>a</_b>c</.d>e", "(html (body (p 'ace')))"},
	} {
		got := render(test.src, Libxml2)
		judge(t, "libxml2 tokens/"+test.name, got == test.want, "%q:\n got %s\nwant %s", test.src, got, test.want)
	}
}

// FuzzTokens compares the tokens of any bytes with those of x/net.
func FuzzTokens(f *testing.F) {
	for _, src := range snippets {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > largestFuzzed {
			return
		}
		if diff, _ := compareTokens(src); diff != "" {
			t.Errorf("%q: %s", src, diff)
		}
	})
}

// largestFuzzed is the size, in bytes, above which an input is not tried: larger ones cost
// more than they find.
const largestFuzzed = 2048

func readFile(t testing.TB, file string) []byte {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// everySharedPage calls do with the first ten pages of each collection that lies beside the
// project, in UTF-8, or with every page: make conformance. The test is skipped where they
// are missing.
func everySharedPage(t *testing.T, do func(name string, page []byte)) {
	t.Helper()
	files, _ := filepath.Glob(sharedPages)
	if len(files) == 0 {
		t.Skipf("no pages in %s", sharedPages)
	}
	for _, file := range files {
		n := 0
		for name, read := range refdata.Files(t, file) {
			if !strings.HasSuffix(name, ".html") {
				continue
			}
			if n++; n > 10 && !refdata.All() {
				break
			}
			do(filepath.Base(file)+"/"+name, inUTF8(t, read()))
		}
	}
}

func inUTF8(t *testing.T, page []byte) []byte {
	t.Helper()
	text, err := input.Decode(t.Context(), nil, page, input.Detect(page, "", "windows-1252").Name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
