package refs

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// textOf returns a text with its character references decoded.
func textOf(src string, rules Rules) string {
	var d Decoder
	d.Use(rules)
	var text []byte
	for p := 0; p < len(src); {
		if src[p] == '&' {
			if decoded, next := d.Decode([]byte(src), p); next > p {
				text, p = append(text, decoded...), next
				continue
			}
		}
		text = append(text, src[p])
		p++
	}
	return string(text)
}

// valueOf returns the value of an attribute with its character references decoded.
func valueOf(value string, rules Rules) string {
	var d Decoder
	d.Use(rules)
	return string(d.Value([]byte(value)))
}

var rulesName = map[Rules]string{HTML: "HTML", Libxml2: "libxml2", NekoHTML: "NekoHTML"}

// TestReferences has character references in text.
func TestReferences(t *testing.T) {
	for _, test := range []struct{ src, html, libxml2 string }{
		// by name
		{"&amp;", "&", "&"},
		{"a&lt;b&gt;c", "a<b>c", "a<b>c"},
		{"&amp;amp;", "&amp;", "&amp;"},
		{"&amp", "&", "&amp"},
		{"&amp b", "& b", "&amp b"},
		{"&ampb", "&b", "&ampb"},
		{"&ampamp;", "&amp;", "&ampamp;"},
		{"&amp=b", "&=b", "&amp=b"},
		{"&AMP;", "&", "&AMP;"},
		{"&Amp;", "&Amp;", "&Amp;"},
		{"&copy", "©", "&copy"},
		{"&copy2011", "©2011", "&copy2011"},
		{"&nbsp;", "\u00a0", "\u00a0"},
		{"&nbsp", "\u00a0", "&nbsp"},
		{"&apos;", "'", "'"},
		{"&apos", "&apos", "&apos"},
		{"&hearts;", "♥", "♥"},
		{"&hearts", "&hearts", "&hearts"},
		{"&Eacute;&eacute;", "Éé", "Éé"},
		{"&frac12;&sup2;&there4;", "½²∴", "½²∴"},
		{"&lang;&rang;", "\u27e8\u27e9", "\u2329\u232a"},
		{"&lang", "&lang", "&lang"},
		{"?a=1&lang=en", "?a=1&lang=en", "?a=1&lang=en"},
		{"a &rang b", "a &rang b", "a &rang b"},
		{"&notin;", "∉", "∉"},
		{"&notit;", "¬it;", "&notit;"},
		{"&noti", "¬i", "&noti"},
		{"&timesb;", "⊠", "&timesb;"},
		{"&timesc;", "×c;", "&timesc;"},
		{"&rsquor;&NewLine;&check;", "’\n✓", "&rsquor;&NewLine;&check;"},
		{"&NotEqualTilde;", "≂̸", "&NotEqualTilde;"},
		{"&CounterClockwiseContourIntegral;", "∳", "&CounterClockwiseContourIntegral;"},
		{"&CounterClockwiseContourIntegral", "&CounterClockwiseContourIntegral", "&CounterClockwiseContourIntegral"},
		{"&CounterClockwiseContourIntegrals;", "&CounterClockwiseContourIntegrals;", "&CounterClockwiseContourIntegrals;"},
		{"&ampCounterClockwiseContourIntegralCounter;", "&CounterClockwiseContourIntegralCounter;", "&ampCounterClockwiseContourIntegralCounter;"},
		{"&nosuch; &nosuch", "&nosuch; &nosuch", "&nosuch; &nosuch"},
		{"& && &&amp; &; &= &- &é;", "& && && &; &= &- &é;", "& && && &; &= &- &é;"},
		{"&", "&", "&"},

		// by number
		{"&#65;&#x41;&#X41;", "AAA", "AAA"},
		{"&#65 &#x41 &#65b", "A A Ab", "A A Ab"},
		{"&#x41g &#x41G;", "Ag AG;", "Ag AG;"},
		{"&#xaF;&#XfF;", "¯ÿ", "¯ÿ"},
		{"&#00065;&#x00041;", "AA", "AA"},
		{"&#9|&#9x|&#9", "\t|\tx|\t", "\t|\tx|\t"},
		{"&#10;&#13;", "\n\r", "\n\r"},
		{"&#160;", "\u00a0", "\u00a0"},
		{"&#150;&#x96;", "––", "\u0096\u0096"},
		{"&#128;&#129;&#159;", "€\u0081Ÿ", "\u0080\u0081\u009f"},
		{"&#127;", "\u007f", "\u007f"},
		{"a&#0;b&#x0;c", "a\ufffdb\ufffdc", "abc"},
		{"a&#1;b&#11;c&#31;d", "a\u0001b\u000bc\u001fd", "abcd"},
		{"a&#xD800;b&#xDFFF;c", "a\ufffdb\ufffdc", "abc"},
		{"a&#xD7FF;b&#xE000;c", "a\ud7ffb\ue000c", "a\ud7ffb\ue000c"},
		{"a&#xFFFE;b&#xFFFF;c", "a\ufffeb\uffffc", "abc"},
		{"&#xFFFD;", "\ufffd", "\ufffd"},
		{"&#x1F600;&#x10FFFF;", "😀\U0010ffff", "😀\U0010ffff"},
		{"a&#x110000;b&#1114112;c", "a\ufffdb\ufffdc", "abc"},
		{"a&#4294967361;b", "a\ufffdb", "ab"},         // 2³² + 65
		{"a&#x10000000000000041;b", "a\ufffdb", "ab"}, // 2⁶⁴ + 65
		{"a&#" + strings.Repeat("9", 5000) + ";b", "a\ufffdb", "ab"},
		{"a&#" + strings.Repeat("0", 5000) + "65;b", "aAb", "aAb"},
		{"a&#;b", "a&#;b", "ab"},
		{"a&#b", "a&#b", "ab"},
		{"a&#x;b", "a&#x;b", "ab"},
		{"a&#xg;b", "a&#xg;b", "ag;b"},
		{"a&#X", "a&#X", "a"},
		{"a&#", "a&#", "a"},
		{"a&#-1;b", "a&#-1;b", "a-1;b"},
	} {
		for rules, want := range map[Rules]string{HTML: test.html, Libxml2: test.libxml2} {
			got := textOf(test.src, rules)
			if got != want {
				t.Errorf("%s: %.100q: got %q, want %q", rulesName[rules], test.src, got, want)
			}
		}
	}
}

// TestWindows1252References checks the numbers 128 to 159 against x/net.
func TestWindows1252References(t *testing.T) {
	for n := 0x80; n <= 0x9f; n++ {
		src := "&#" + strconv.Itoa(n) + ";"
		if got, want := textOf(src, HTML), html.UnescapeString(src); got != want {
			t.Errorf("%s: got %q, want %q", src, got, want)
		}
		if got, want := textOf(src, Libxml2), string(rune(n)); got != want {
			t.Errorf("libxml2: %s: got %q, want %q", src, got, want)
		}
	}
}

// html5Names are names of character references that HTML 4 did not have.
const html5Names = `
AMP LT GT QUOT COPY REG TRADE Tab NewLine excl num dollar percnt lpar rpar ast plus comma period sol colon
semi equals quest commat lsqb bsol rsqb Hat lowbar grave lbrace vert rbrace NonBreakingSpace Dot die
planck hbar hslash Aopf Afr aopf afr Abreve abreve Ccaron ccaron Dcaron dcaron Lstrok lstrok Zcaron zcaron
Tstrok inodot jmath gammad varepsilon epsi thetav phiv straightphi backepsilon dash hyphen horbar
Vert lsquor rsquor ldquor rdquor nldr mldr pertenk bsemi caret hybull MediumSpace ZeroWidthSpace ApplyFunction
InvisibleTimes euro incare numero copysr rx phone female male check checkmark cross malt sext VerticalSeparator
bne bnequiv NotEqualTilde nvlt nvgt vsubne ThickSpace fjlig DoubleLongLeftRightArrow
CounterClockwiseContourIntegral ClockwiseContourIntegral NotNestedGreaterGreater acE race lesges`

// TestHTMLReferencesAgreeWithXNet checks that what x/net/html decodes by name
// is decoded so, with what may stand behind it.
func TestHTMLReferencesAgreeWithXNet(t *testing.T) {
	names := strings.Fields(html4NameList + " lang rang " + html5Names)
	known := 0
	for _, name := range names {
		if html.UnescapeString("&"+name+";") != "&"+name+";" {
			known++
		}
		for _, src := range []string{
			"&" + name + ";", "&" + name, "&" + name + " ", "&" + name + "x", "&" + name + "1;", "&" + name + "=1", "&" + name + "&amp;",
			"&" + strings.ToUpper(name) + ";", "&" + strings.ToLower(name) + ";", "&x" + name + ";", "& " + name + ";", "&not" + name + ";",
			"&" + name[:len(name)-1] + ";", "&" + name[:len(name)-1],
		} {
			if got, want := textOf(src, HTML), html.UnescapeString(src); got != want {
				t.Errorf("%q: got %q, want %q", src, got, want)
			}
		}
	}
	if known != len(names) {
		t.Errorf("x/net/html knows %d of the %d names", known, len(names))
	}
}

// TestLibxml2References checks the 253 names that libxml2 knows: each stands
// for one code point, as in HTML but for the angle brackets, and needs its ";".
func TestLibxml2References(t *testing.T) {
	names := strings.Fields(html4NameList + " lang rang")
	if len(names) != 253 {
		t.Errorf("%d names, want 253", len(names))
	}
	seen := make(map[string]bool)
	for _, name := range names {
		src := "&" + name + ";"
		want := map[string]string{"lang": "\u2329", "rang": "\u232a"}[name]
		if want == "" {
			want = html.UnescapeString(src)
		}
		got := textOf(src, Libxml2)
		if got != want || utf8.RuneCountInString(got) != 1 {
			t.Errorf("%s: got %q, want %q", src, got, want)
		}
		if seen[name] {
			t.Errorf("%s twice", name)
		}
		seen[name] = true
		for _, src := range []string{"&" + name, "&" + name + " ", "&" + name + "x;", "&" + name + "=1", "&x" + name + ";"} {
			if got := textOf(src, Libxml2); got != src {
				t.Errorf("%q: got %q, want it unchanged", src, got)
			}
		}
	}
	for _, name := range strings.Fields(html5Names) {
		if src := "&" + name + ";"; !seen[name] && textOf(src, Libxml2) != src {
			t.Errorf("%s: got %q, want it unchanged", src, textOf(src, Libxml2))
		}
	}
}

// TestAttrReferences has character references in values. By the HTML standard,
// 13.2.5.73, one without ";" is none before "=" or a letter or digit.
func TestAttrReferences(t *testing.T) {
	for _, test := range []struct{ value, html, libxml2 string }{
		{"a&amp;b", "a&b", "a&b"},
		{"a&amp b", "a& b", "a&amp b"},
		{"a&amp", "a&", "a&amp"},
		{"a&amp-b", "a&-b", "a&amp-b"},
		{"?a&amp=b", "?a&amp=b", "?a&amp=b"},
		{"?a&amp;=b", "?a&=b", "?a&=b"},
		{"?a=1&copy=2", "?a=1&copy=2", "?a=1&copy=2"},
		{"?a=1&ampb", "?a=1&ampb", "?a=1&ampb"},
		{"?a=1&copycat", "?a=1&copycat", "?a=1&copycat"},
		{"?a=1&copy2", "?a=1&copy2", "?a=1&copy2"},
		{"?a=1&copyright=2", "?a=1&copyright=2", "?a=1&copyright=2"},
		{"?a=1&notit;", "?a=1&notit;", "?a=1&notit;"},
		{"?a=1&notin;", "?a=1∉", "?a=1∉"},
		{"?a=1&lang=en", "?a=1&lang=en", "?a=1&lang=en"},
		{"?a=1&lang;", "?a=1\u27e8", "?a=1\u2329"},
		{"&nosuch;&nosuch", "&nosuch;&nosuch", "&nosuch;&nosuch"},
		{"&copy&copy", "©©", "&copy&copy"},
		{"&#65;&#x42;", "AB", "AB"},
		{"&#65=b", "A=b", "A=b"},
		{"&#65b", "Ab", "Ab"},
		{"&#150;", "–", "\u0096"},
		{"&#;a", "&#;a", "a"},
		{"&", "&", "&"},
		{"&&amp;&", "&&&", "&&&"},
		{"", "", ""},
		{"&#0;", "\ufffd", ""},
	} {
		for rules, want := range map[Rules]string{HTML: test.html, Libxml2: test.libxml2} {
			if got := valueOf(test.value, rules); got != want {
				t.Errorf("%s: value %q: got %q, want %q", rulesName[rules], test.value, got, want)
			}
		}
	}
}

// TestAttrReferencesAgreeWithXNet compares values with x/net/html.
func TestAttrReferencesAgreeWithXNet(t *testing.T) {
	differ, first := 0, ""
	for _, name := range strings.Fields(html4NameList + " lang rang " + html5Names) {
		for _, value := range []string{"&" + name + ";", "&" + name, "&" + name + "=", "&" + name + "x", "&" + name + " x", "?a&" + name + ";=&" + name} {
			src := `<a x="` + value + `">`
			z := html.NewTokenizer(strings.NewReader(src))
			z.Next()
			_, want, _ := z.TagAttr()
			if got := valueOf(value, HTML); got != string(want) {
				if differ++; differ == 1 {
					first = fmt.Sprintf("%q: got %q, want %q", src, got, want)
				}
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d values differ, the first: %s", differ, first)
	}
}
