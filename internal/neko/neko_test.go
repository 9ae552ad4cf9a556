package neko

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/tags"
)

// render writes the events of a page in one line: tags with their names in lower
// case, text in quotes, "--" for a separator.
func render(src string) string {
	var s Scanner
	s.Reset([]byte(src))
	var line []string
	for s.Next() {
		switch s.Kind {
		case Text:
			line = append(line, fmt.Sprintf("'%s'", s.Text))
		case StartTag:
			line = append(line, "<"+lowerName(&s)+">")
		case EmptyTag:
			line = append(line, "<"+lowerName(&s)+"/>")
		case EndTag:
			line = append(line, "</"+lowerName(&s)+">")
		case Separator:
			line = append(line, "--")
		}
	}
	return strings.Join(line, " ")
}

// lowerName returns the name of the current tag in lower case.
func lowerName(s *Scanner) string {
	start := s.Start
	if s.Kind == EndTag {
		start++
	}
	return strings.ToLower(string(s.Name(start)))
}

// cases are the rules of docs/boilerpipe.md, "Tokens" and "Character references",
// one by one.
var cases = []struct{ name, src, want string }{
	{"text and tags", "a<P>b</p >c", "'a' <p> 'b' </p> 'c'"},
	{"nothing is implied or dropped", "<head><li>a<script>b</script>", "<head> <li> 'a' <script> 'b' </script>"},
	{"byte order mark", "\ufeffa", "'a'"},

	{"each reference is an event", "a&amp;b&lt;", "'a' '&' 'b' '<'"},
	{"no name", "a & b&;", "'a ' '&' ' b' '&;'"},
	{"names without semicolon", "&nbsp &copy", "'\u00a0' ' ' '©'"},
	{"names in exact case", "&AMP; &Eacute;", "'&AMP;' ' ' 'É'"},
	{"names that run on", "&copy2009 &hellipx &amp.", "'&copy2009' ' ' '&hellipx' ' ' '&amp.'"},
	{"apos and angle brackets", "&apos;&lang;", "''' '\u2329'"},
	{"names of HTML 5", "&rsquor;", "'&rsquor;'"},
	{"decimal", "&#65;&#65 &#0;", "'A' 'A' ' ' '\x00'"},
	{"hexadecimal", "&#x41;&#X4a;", "'A' 'J'"},
	{"no windows-1252", "&#150;", "'\u0096'"},
	{"numbers out of range", "&#x110000;&#-1;&#99999999999;", "'\ufffd' '\uffff' '&#99999999999;'"},
	{"no numbers", "&#39s &#x &#;", "'&#39s' ' ' '&#x' ' ' '&#;'"},
	{"at the end", "&amp", "'&'"},

	{"comment", "a<!-- b > -- c -->d", "'a' -- 'd'"},
	{"comment of dashes", "a<!---->b<!--->c-->d", "'a' -- 'b' -- 'd'"},
	{"comment does not end with --!>", "a<!-- b --!> c -->d", "'a' -- 'd'"},
	{"unclosed comment", "a<!-- b <i>c", "'a' -- 'c'"},
	{"unclosed comment without >", "a<!-- b", "'a' --"},
	{"cdata", "a<![CDATA[b>]]>c<![cdata[d", "'a' -- 'c' --"},
	{"doctype", `<!DOCTYPE html PUBLIC "a>" 'b'>c`, "'c'"},
	{"doctype, system", `<!doctype html system "a>">c`, "'c'"},
	{"doctype ended by a tag", "<!DOCTYPE html<p>a", "<p> 'a'"},
	{"doctype with subset", "<!DOCTYPE html [<!a>]>b", "'b'"},
	{"declaration", "a<!b<c>d>e", "'a' 'e'"},
	{"instruction", "a<?b c>d?>e<?f />g", "'a' -- 'e' -- 'g'"},
	{"instruction that is none", `a<?xml b=">"?>c<? d>e<?=f>g`, `'a' 'c' 'e' 'g'`},
	{"end tag", `</p class=">">a</ p>b</>c`, `</p> '">a' 'b' 'c'`},
	{"no tag", "1<3 < a<é>", "'1' '<3' ' ' '<' ' a' '<é' '>'"},
	{"less-than at the end", "a<", "'a' '<'"},
	{"names", "<h1x.y-z_:a><straße>", "<h1x.y-z_:a> <straße>"},

	{"empty tag", "<br/><br /><br a=b/><br a='b'/>", "<br/> <br/> <br> <br/>"},
	{"slash and equals sign ignore quotes", `<a / b=">">c<a = d>e`, `<a> '">c' <a> 'e'`},
	{"less-than ends a tag", `<div class="a" <p>b`, "<div> <p> 'b'"},
	{"quoted value", `<a b='>"' c>d`, "<a> 'd'"},
	{"unclosed quote", `a<b c="d>e`, "'a' <b>"},
	{"cut off in an attribute", "a<b c", "'a'"},
	{"cut off in a value", "a<b c=d", "'a'"},
	{"cut off before an attribute", "a<b ", "'a' <b>"},
	{"white space of Java", "<a\u3000b=c\u2003d>e", "<a> 'e'"},

	{"script", "<script>a<b>&amp;</SCRIPT >c", "<script> 'a<b>&amp;' </script> 'c'"},
	{"script written empty", "<script/>a</script>b", "<script/> 'a' </script> 'b'"},
	{"script with comment", "<script><!-- </script> --></script>a", "<script> '<!-- </script> -->' </script> 'a'"},
	{"script with unclosed comment", "<script><!-- </script>a", "<script> '<!-- ' </script> 'a'"},
	{"script without end", "<script>a</scripts>", "<script> 'a</scripts>'"},
	{"iframe", "<iframe>a<b>&lt;</iframe>c", "<iframe> 'a<b>&lt;' </iframe> 'c'"},
	{"noframes written empty", "<noframes/>a<b></noframes>", "<noframes/> 'a<b>' </noframes>"},
	{"style", "<style>a<b>&</style >c</style>", "<style> 'a<b>&</style >c' </style>"},
	{"style written empty", "<style/>a<b>", "<style/> 'a' <b>"},
	{"xmp", "<xmp>a<b>&amp;</xmp>", "<xmp> 'a' '<b>' '&amp;' </xmp>"},
	{"comment element and plaintext", "<comment><a></comment><plaintext><b></plaintext>c", "<comment> '<a>' </comment> <plaintext> '<b>' </plaintext> 'c'"},
	{"textarea", "<textarea>a<b>&amp;<c</textarea>d", "<textarea> 'a' '<b>' '&' '<c' </textarea> 'd'"},
	{"textarea without end", "<textarea>a<b>", "<textarea> 'a' '<b>'"},
	{"title", "<title>a<b>&amp;</title>c", "<title> 'a' '<b>' '&' </title> 'c'"},
	{"title without end", "<title>a<b>c", "<title> 'a' <b> 'c'"},
	{"noscript and noembed are markup", "<noscript><b></noscript><noembed><i>", "<noscript> <b> </noscript> <noembed> <i>"},
}

// TestEvents has the events of the cases.
func TestEvents(t *testing.T) {
	for _, test := range cases {
		if got := render(test.src); got != test.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", test.name, test.src, got, test.want)
		}
	}
}

// TestRanges checks that the events of a page have their places in it.
func TestRanges(t *testing.T) {
	const src = "a&amp;b<p x=1>\u3000<script>c</script><!-- d --></p>e"
	want := []string{"a", "&amp;", "b", "<p x=1>", "\u3000", "<script>", "c", "</script>", "<!-- d -->", "</p>", "e"}
	var s Scanner
	s.Reset([]byte(src))
	for i := 0; s.Next(); i++ {
		if i >= len(want) || src[s.Start:s.End] != want[i] {
			t.Errorf("event %d is at %q, want %q", i, src[s.Start:s.End], want)
		}
	}
}

func TestAttributes(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{`<img src=a alt="b&amp;c" >`, `src=a alt=b&c`},
		{`<a b c = 'd' e=>`, `b= c=d e=`},
		{`<a"b"c=d/e>`, `"b"c=d/e`},
		{`<a b=&copy2009&>`, `b=&copy2009&`},
	} {
		var s Scanner
		s.Reset([]byte(test.src))
		var got []string
		for s.Next() {
			for name, value := range s.Attrs(s.Start, s.End) {
				got = append(got, string(name)+"="+string(value))
			}
		}
		if line := strings.Join(got, " "); line != test.want {
			t.Errorf("%s: got %s, want %s", test.src, line, test.want)
		}
	}
}

// TestLocal cuts prefixes off names.
func TestLocal(t *testing.T) {
	for _, test := range []struct {
		src        string
		tag, local tags.Tag
	}{
		{"<o:P>", tags.None, tags.P}, {"<x:script>", tags.None, tags.Script}, {"<a:b:c>", tags.None, tags.None}, {"</o:p>", tags.None, tags.P},
		{"<DIV>", tags.Div, tags.Div}, {"<odd>", tags.None, tags.None}, {"<a:>", tags.None, tags.None},
	} {
		var s Scanner
		s.Reset([]byte(test.src))
		if s.Next(); s.Tag != test.tag || s.Local != test.local {
			t.Errorf("%s: %v, local %v; want %v, %v", test.src, s.Tag, s.Local, test.tag, test.local)
		}
	}
}

// TestMaxToken ends the page at a tag or comment that is too large.
func TestMaxToken(t *testing.T) {
	for _, src := range []string{"<p a='" + strings.Repeat("x", 99) + "'>b", "<!--" + strings.Repeat("x", 99) + "-->b"} {
		s := Scanner{MaxToken: 50}
		s.Reset([]byte("a" + src))
		texts := 0
		for s.Next() {
			if s.Kind == Text {
				texts++
			}
		}
		if s.Err() == nil || texts != 1 {
			t.Errorf("%.20s…: %d texts, error %v", src, texts, s.Err())
		}
	}
}

// checkEvents checks what is promised of the events of any page: they follow one
// another in the page, and the text is valid and no longer than its source.
func checkEvents(t *testing.T, src []byte, s *Scanner) {
	t.Helper()
	end := 0
	for s.Next() {
		if s.Start < end || s.End <= s.Start || s.End > len(src) {
			t.Fatalf("%q: event at %d-%d, after %d", src, s.Start, s.End, end)
		}
		end = s.End
		if s.Kind == Text && (len(s.Text) == 0 || len(s.Text) > s.End-s.Start || utf8.Valid(src) && !utf8.Valid(s.Text)) {
			t.Errorf("%q: text %q at %d-%d", src, s.Text, s.Start, s.End)
		}
		if s.Kind != Text && src[s.Start] != '<' {
			t.Errorf("%q: event at %d-%d is no markup", src, s.Start, s.End)
		}
		if s.Kind == StartTag || s.Kind == EmptyTag {
			for name, value := range s.Attrs(s.Start, s.End) {
				if len(name) == 0 || len(value) > s.End-s.Start {
					t.Errorf("%q: attribute %q with value %q", src, name, value)
				}
			}
		}
	}
}

// FuzzEvents checks the promises on any bytes.
func FuzzEvents(f *testing.F) {
	for i, test := range cases {
		f.Add([]byte(test.src), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, src []byte, limit bool) {
		var s Scanner
		if limit {
			s.MaxToken = 20
		}
		s.Reset(src)
		checkEvents(t, src, &s)
		if err := s.Err(); err != nil && s.MaxToken == 0 {
			t.Errorf("%q: error %v", src, err)
		}
	})
}

// TestHostile reads pages that are expensive for a reader that looks back or ahead.
func TestHostile(t *testing.T) {
	var s Scanner
	hostile.CheckTime(t, hostile.Shapes, 8, func(page []byte) {
		s.Reset(page)
		for s.Next() {
		}
	})
}
