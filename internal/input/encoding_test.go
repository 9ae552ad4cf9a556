package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// labels are all labels of the WHATWG Encoding Standard, section 4.2, behind
// the name of their encoding.
const labels = `
utf-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
ibm866: 866 cp866 csibm866 ibm866
iso-8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
iso-8859-3: csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
iso-8859-4: csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
iso-8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
iso-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
iso-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
iso-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
iso-8859-8-i: csiso88598i iso-8859-8-i logical
iso-8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
iso-8859-13: iso-8859-13 iso8859-13 iso885913
iso-8859-14: iso-8859-14 iso8859-14 iso885914
iso-8859-15: csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
iso-8859-16: iso-8859-16
koi8-r: cskoi8r koi koi8 koi8-r koi8_r
koi8-u: koi8-ru koi8-u
macintosh: csmacintosh mac macintosh x-mac-roman
windows-874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
windows-1250: cp1250 windows-1250 x-cp1250
windows-1251: cp1251 windows-1251 x-cp1251
windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
windows-1253: cp1253 windows-1253 x-cp1253
windows-1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254
windows-1255: cp1255 windows-1255 x-cp1255
windows-1256: cp1256 windows-1256 x-cp1256
windows-1257: cp1257 windows-1257 x-cp1257
windows-1258: cp1258 windows-1258 x-cp1258
x-mac-cyrillic: x-mac-cyrillic x-mac-ukrainian
gbk: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
gb18030: gb18030
big5: big5 big5-hkscs cn-big5 csbig5 x-x-big5
euc-jp: cseucpkdfmtjapanese euc-jp x-euc-jp
iso-2022-jp: csiso2022jp iso-2022-jp
shift_jis: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
euc-kr: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
replacement: csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement
utf-16be: unicodefffe utf-16be
utf-16le: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
x-user-defined: x-user-defined`

// eachEncoding calls do with the encodings of the standard and their labels.
func eachEncoding(t *testing.T, do func(name string, labels []string)) {
	t.Helper()
	for _, row := range strings.Split(strings.TrimSpace(labels), "\n") {
		name, list, ok := strings.Cut(row, ": ")
		if !ok {
			t.Fatalf("no colon in row %q", row)
		}
		do(name, strings.Fields(list))
	}
}

// knownBugs are cases that fail, and why. One that no longer fails makes its
// test fail, so that it is taken off this list; those that would only take too
// long are skipped.
var knownBugs = map[string]string{
	`Decode/windows-1252 "\x81\x8d\x8f\x90\x9d"`: "golang.org/x/text: no C1 controls in windows-1252",
	`Decode/gb18030 "a\x810\x84"`:                "golang.org/x/text: three of four bytes at the end become several characters",
}

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

// TestCanonical checks every label of the Encoding Standard.
func TestCanonical(t *testing.T) {
	count := 0
	eachEncoding(t, func(name string, labels []string) {
		for _, label := range labels {
			count++
			for _, spelt := range []string{label, strings.ToUpper(label), " \t\n" + label + "\f\r "} {
				if got, err := Canonical(spelt); got != name || err != nil {
					t.Errorf("%q: got %q, %v, want %q", spelt, got, err, name)
				}
			}
		}
	})
	if count != 228 {
		t.Errorf("%d labels, want 228", count)
	}
	for _, label := range []string{"", " ", "utf-7", "utf-32", "latin-1", "utf 8", "'utf-8'", "utf-8;", "none", "\x00", "cp437"} {
		got, err := Canonical(label)
		if got != "" || !errors.Is(err, page.ErrUnknownEncoding) {
			t.Errorf("%q: got %q, %v, want page.ErrUnknownEncoding", label, got, err)
		}
	}
}

// padding returns n bytes of a head that say nothing.
func padding(n int) string {
	const open, end = "<!--", "-->"
	return open + strings.Repeat("x", n-len(open+end)) + end
}

// utf16 returns ASCII text in UTF-16.
func utf16(text string, bigEndian bool) string {
	var b strings.Builder
	for i := range len(text) {
		if bigEndian {
			b.WriteByte(0)
		}
		b.WriteByte(text[i])
		if !bigEndian {
			b.WriteByte(0)
		}
	}
	return b.String()
}

// TestDetect has the rules for the encoding in their order.
func TestDetect(t *testing.T) {
	const (
		koi8  = "<meta charset=koi8-r>"
		latin = "caf\xe9" // not valid UTF-8
		utf   = "caf\u00e9"
	)
	for _, test := range []struct {
		name, source, contentType, byDefault string
		want                                 page.Encoding
	}{
		// byte order marks
		{"BOM, UTF-8", "\xef\xbb\xbf" + koi8, "text/html; charset=big5", "gbk", page.Encoding{Name: "utf-8", By: page.EncodingBOM}},
		{"BOM, UTF-8, but it is not", "\xef\xbb\xbf" + latin, "", "", page.Encoding{Name: "utf-8", By: page.EncodingBOM}},
		{"BOM, UTF-16 little end", "\xff\xfe" + utf16(koi8, false), "text/html; charset=big5", "gbk", page.Encoding{Name: "utf-16le", By: page.EncodingBOM}},
		{"BOM, UTF-16 big end", "\xfe\xff" + utf16(koi8, true), "text/html; charset=big5", "gbk", page.Encoding{Name: "utf-16be", By: page.EncodingBOM}},
		{"BOM, UTF-32 is none", "\xff\xfe\x00\x00<\x00\x00\x00", "", "", page.Encoding{Name: "utf-16le", By: page.EncodingBOM}},
		{"BOM only", "\xef\xbb\xbf", "", "", page.Encoding{Name: "utf-8", By: page.EncodingBOM}},
		{"BOM cut off", "\xef\xbb", "", "windows-1252", page.Encoding{Name: "windows-1252", By: page.EncodingDefault}},
		{"BOM not first", " \xef\xbb\xbf" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},

		// Content-Type
		{"type", latin, "text/html; charset=koi8-r", "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type beats meta", koi8, "text/html; charset=big5", "", page.Encoding{Name: "big5", By: page.EncodingContentType}},
		{"type beats validity", utf, "text/html; charset=big5", "", page.Encoding{Name: "big5", By: page.EncodingContentType}},
		{"type, quoted", latin, `text/html; charset="KOI8-R"`, "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type, quoted with blanks", latin, `text/html; charset=" koi8-r "`, "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type, quote not closed", latin, `text/html; charset="koi8-r`, "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"type, blanks", latin, " text/html ;charset = koi8-r ", "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type, upper case", latin, "TEXT/HTML;CHARSET=KOI8-R", "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type, second parameter", latin, "text/html; boundary=x; charset=koi8-r", "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type, twice", latin, "text/html; charset=koi8-r; charset=big5", "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type, no media type", latin, "charset=koi8-r", "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"type, list", latin, "text/html;charset=koi8-r, text/html", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"type, iso-8859-1", koi8, "text/html; charset=ISO-8859-1", "", page.Encoding{Name: "windows-1252", By: page.EncodingContentType}},
		{"type, utf-16", latin, "text/html; charset=utf-16", "", page.Encoding{Name: "utf-16le", By: page.EncodingContentType}},
		{"type, unknown label", koi8, "text/html; charset=klingon", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"type, empty label", koi8, "text/html; charset=", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"type, without charset", koi8, "text/html", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"type, nonsense", koi8, ";;;=/=\"", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},

		// meta, spelling
		{"meta", koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta beats validity", koi8 + utf, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, double quotes", `<meta charset="koi8-r">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, single quotes", `<meta charset='koi8-r'>`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, upper case", `<META CHARSET=KOI8-R>`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, blanks", "<meta\n charset\t = \n\"koi8-r\" />", "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, blanks in the value", `<meta charset=" koi8-r ">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, slash", `<meta/charset=koi8-r>`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, self-closing", `<meta charset="koi8-r"/>`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, other attributes", `<meta id=x charset=koi8-r name="y">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, in the head", "<!doctype html><html lang=x><head><title>a</title>" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta, quote in the value", `<meta content="a > b" charset=koi8-r>`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},

		// meta, http-equiv
		{"pragma", `<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, content first", `<meta content="text/html; charset=koi8-r" http-equiv="Content-Type">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, no quotes", `<meta http-equiv=content-type content=text/html;charset=koi8-r>`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, upper case", `<META HTTP-EQUIV=CONTENT-TYPE CONTENT="TEXT/HTML; CHARSET=KOI8-R">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, quoted in quotes", `<meta http-equiv=content-type content="text/html; charset='koi8-r'; x">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, blanks", `<meta http-equiv=content-type content="text/html; charset = koi8-r ;">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, charset twice", `<meta http-equiv=content-type content="charset x charset=koi8-r charset=big5">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, no media type", `<meta http-equiv=content-type content="charset=koi8-r">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"pragma, quote not closed", `<meta http-equiv=content-type content="text/html; charset='koi8-r">`, "", "", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"pragma, nothing behind =", `<meta http-equiv=content-type content="text/html; charset=">`, "", "", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"pragma missing", `<meta content="text/html; charset=koi8-r">`, "", "", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"pragma, another", `<meta http-equiv=refresh content="1; charset=koi8-r">`, "", "", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"pragma, by name", `<meta name=content-type content="text/html; charset=koi8-r">`, "", "", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},

		// meta, double and contradicting
		{"two metas", koi8 + "<meta charset=big5>", "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"meta and pragma", koi8 + `<meta http-equiv=content-type content="text/html; charset=big5">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"charset beats content", `<meta http-equiv=content-type content="text/html; charset=big5" charset=koi8-r>`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"charset beats content behind it", `<meta charset=koi8-r http-equiv=content-type content="text/html; charset=big5">`, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"attribute twice", "<meta charset=koi8-r charset=big5>", "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"unknown label, then another", "<meta charset=klingon>" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"unknown label", "<meta charset=klingon>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"empty label, then another", "<meta charset=''>" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},

		// meta, labels with another meaning
		{"iso-8859-1 is windows-1252", "<meta charset=iso-8859-1>", "", "", page.Encoding{Name: "windows-1252", By: page.EncodingMeta}},
		{"ascii is windows-1252", "<meta charset=us-ascii>", "", "", page.Encoding{Name: "windows-1252", By: page.EncodingMeta}},
		{"gb2312 is gbk", "<meta charset=GB2312>", "", "", page.Encoding{Name: "gbk", By: page.EncodingMeta}},
		{"utf-16 in ASCII is utf-8", "<meta charset=utf-16>", "", "", page.Encoding{Name: "utf-8", By: page.EncodingMeta}},
		{"utf-16le in ASCII is utf-8", "<meta charset=utf-16le>", "", "", page.Encoding{Name: "utf-8", By: page.EncodingMeta}},
		{"utf-16be in ASCII is utf-8", "<meta charset=utf-16be>" + latin, "", "", page.Encoding{Name: "utf-8", By: page.EncodingMeta}},
		{"ucs-2 in ASCII is utf-8", "<meta charset=ucs-2>", "", "", page.Encoding{Name: "utf-8", By: page.EncodingMeta}},
		{"x-user-defined is windows-1252", "<meta charset=x-user-defined>", "", "", page.Encoding{Name: "windows-1252", By: page.EncodingMeta}},

		// meta, where it stands
		{"ends at 1,024", padding(1024-len(koi8)) + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"ends at 1,025", padding(1025-len(koi8)) + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingLateMeta}},
		{"straddles 1,024", padding(1010) + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingLateMeta}},
		{"begins at 1,024", padding(1024) + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingLateMeta}},
		{"far below in the head", "<head><script>" + strings.Repeat("x;", 50_000) + "</script>" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingLateMeta}},
		{"behind the head", "<head></head>" + koi8 + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"behind the head, upper case", "<head></HEAD\n>" + koi8 + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"in the body", "<head><body>" + koi8 + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"in the body with attributes", "<BODY class=x>" + koi8 + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"far below in the body", "<head></head><body>" + padding(2000) + koi8 + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"behind a header", "<header></header>" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"no head at all", "<p>text" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},

		// XML declaration
		{"XML declaration", "<?xml version='1.0' encoding='koi8-r'?>" + latin, "", "gbk", page.Encoding{Name: "koi8-r", By: page.EncodingXML}},
		{"XML declaration, spaces", "<?xml encoding\t= \n\"koi8-r\">" + latin, "", "gbk", page.Encoding{Name: "koi8-r", By: page.EncodingXML}},
		{"XML declaration beats validity", "<?xml encoding='koi8-r'?>" + utf, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingXML}},
		{"meta beats it", "<?xml encoding='big5'?>" + koi8 + latin, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"late meta beats it", "<?xml encoding='big5'?>" + padding(2000) + koi8 + latin, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingLateMeta}},
		{"type beats it", "<?xml encoding='big5'?>" + latin, "text/html; charset=koi8-r", "", page.Encoding{Name: "koi8-r", By: page.EncodingContentType}},
		{"XML declaration of UTF-16 in ASCII is utf-8", "<?xml encoding='utf-16'?>" + latin, "", "", page.Encoding{Name: "utf-8", By: page.EncodingXML}},
		{"XML declaration, not first", " <?xml encoding='koi8-r'?>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"XML declaration, upper case", "<?XML encoding='koi8-r'?>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"XML declaration without end", "<?xml encoding='koi8-r'", "", "gbk", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"XML declaration, unknown label", "<?xml encoding='koi9'?>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"XML declaration, space in the label", "<?xml encoding='koi8-r '?>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"XML declaration, quote not closed", "<?xml encoding='koi8-r?>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"XML declaration without quotes", "<?xml encoding=koi8-r?>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"XML declaration without encoding", "<?xml version='1.0'?>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"the encoding behind it", "<?xml version='1.0'?><p encoding='koi8-r'>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},

		// not meta
		{"in a comment", "<!-- " + koi8 + " -->" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"behind a comment", "<!-- > -->" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"behind an empty comment", "<!-->" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"in a comment without end", "<!-- " + koi8 + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"in a script", "<script>'" + koi8 + "'</script>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"in an escaped script", "<script><!--<script></script>" + koi8 + "--></script>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"behind a script", "<script>a<b</script>" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"in a style sheet", "<STYLE>" + koi8 + "</STYLE>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"in a declaration", "<!x " + koi8[:20] + ">" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"in an instruction", "<?x " + koi8[:20] + ">" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"behind an instruction", "<?xml version='1.0'?>" + koi8, "", "", page.Encoding{Name: "koi8-r", By: page.EncodingMeta}},
		{"in a value", "<a title='" + koi8 + "'>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"another element", "<metadata charset=koi8-r><xmeta charset=koi8-r>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"end tag", "</meta charset=koi8-r>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},
		{"another attribute", "<meta data-charset=koi8-r xcharset=koi8-r>" + latin, "", "gbk", page.Encoding{Name: "gbk", By: page.EncodingDefault}},

		// UTF-16 without a byte order mark
		{"UTF-16 little end", utf16("<html>"+koi8, false), "", "", page.Encoding{Name: "utf-16le", By: page.EncodingPattern}},
		{"UTF-16 big end", utf16("<html>"+koi8, true), "", "", page.Encoding{Name: "utf-16be", By: page.EncodingPattern}},
		{"UTF-16 little end, blanks", utf16("\r\n <p>", false), "", "", page.Encoding{Name: "utf-16le", By: page.EncodingPattern}},
		{"UTF-16 big end, blanks", utf16("\r\n <p>", true), "", "", page.Encoding{Name: "utf-16be", By: page.EncodingPattern}},
		{"zero bytes, not beside <", "<p>a\x00b", "", "", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},

		// the rest
		{"valid UTF-8", utf, "", "gbk", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"ASCII", "<p>a", "", "gbk", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"empty", "", "", "gbk", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"valid UTF-8 far below", "<p>" + strings.Repeat("a", 100_000) + utf, "", "gbk", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"invalid far below", "<p>" + strings.Repeat(utf, 10_000) + latin + ".", "", "windows-1252", page.Encoding{Name: "windows-1252", By: page.EncodingDefault}},
		{"cut off in a character", "<p>" + utf + latin, "", "windows-1252", page.Encoding{Name: "utf-8", By: page.EncodingValidity}},
		{"default", latin, "", "windows-1250", page.Encoding{Name: "windows-1250", By: page.EncodingDefault}},
		{"surrogates are not valid", "\xed\xa0\x80", "", "windows-1252", page.Encoding{Name: "windows-1252", By: page.EncodingDefault}},
	} {
		got := Detect([]byte(test.source), test.contentType, test.byDefault)
		judge(t, "Detect/"+test.name, got == test.want, "%.100q, type %q: got %v, want %v", test.source, test.contentType, got, test.want)
	}
}

// TestMetaAnywhere puts a declaration at each place around the end of the
// first 1,024 bytes.
func TestMetaAnywhere(t *testing.T) {
	const meta = `<meta http-equiv=content-type content="text/html; charset=koi8-r">`
	for at := 900; at < 1100; at++ {
		want := page.Encoding{Name: "koi8-r", By: page.EncodingMeta}
		if at+len(meta) > 1024 {
			want.By = page.EncodingLateMeta
		}
		if got := Detect([]byte(padding(at)+meta+"<p>"), "", "gbk"); got != want {
			t.Errorf("at %d: got %v, want %v", at, got, want)
		}
	}
}

// TestDecode has what bytes mean by the Encoding Standard; what means nothing
// becomes U+FFFD.
func TestDecode(t *testing.T) {
	for _, test := range []struct{ encoding, source, want string }{
		{"utf-8", "aé€😀", "aé€😀"},
		{"utf-8", "", ""},
		{"utf-8", "a\xffb", "a\ufffdb"},
		{"utf-8", "a\xc3", "a\ufffd"},
		{"utf-8", "a\xe2\x82", "a\ufffd"},
		{"utf-8", "a\xf0\x9f\x98", "a\ufffd"},
		{"utf-8", "\xe2\x82b", "\ufffdb"},
		{"utf-8", "\xf0\x90\x80b", "\ufffdb"},
		{"utf-8", "\xc0\xaf", "\ufffd\ufffd"},
		{"utf-8", "\xe0\x80\xaf", "\ufffd\ufffd\ufffd"},
		{"utf-8", "\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
		{"utf-8", "\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
		{"utf-8", "\x80\xbf", "\ufffd\ufffd"},
		{"utf-8", "caf\xe9 " + strings.Repeat("é", 10_000), "caf\ufffd " + strings.Repeat("é", 10_000)},

		{"windows-1252", "caf\xe9 \x80\x93\x94\x9f", "café €“”Ÿ"},
		{"windows-1252", "\x81\x8d\x8f\x90\x9d", "\u0081\u008d\u008f\u0090\u009d"},
		{"windows-1250", "\x9e\xe8\xf8", "žčř"},
		{"windows-1251", "\xcf\xf0\xe8", "При"},
		{"windows-1253", "\xe1\xd2", "α\ufffd"},
		{"windows-1255", "\xf9\xec", "של"},
		{"koi8-r", "\xf0\xd2\xc9", "При"},
		{"iso-8859-2", "\xbe\xe8", "žč"},
		{"macintosh", "\x8e", "é"},
		{"x-user-defined", "a\x80\xff", "a\uf780\uf7ff"},

		{"shift_jis", "\x93\xfa\x96\x7b\xb1", "日本ｱ"},
		{"shift_jis", "a\x93", "a\ufffd"},
		{"euc-jp", "\xc6\xfc\xcb\xdc", "日本"},
		{"euc-jp", "a\xc6", "a\ufffd"},
		{"iso-2022-jp", "\x1b$BF|K\\\x1b(B.", "日本."},
		{"euc-kr", "\xc7\xd1\xb1\xb9", "한국"},
		{"euc-kr", "a\xc7", "a\ufffd"},
		{"gbk", "\xd6\xd0\xb9\xfa", "中国"},
		{"gbk", "\x80", "€"},
		{"gbk", "a\xd6", "a\ufffd"},
		{"gbk", "\xd6\xd0\x95\x32\x82\x36", "中\U00020000"},
		{"gb18030", "\xd6\xd0\x81\x30\x84\x36", "中¥"},
		{"gb18030", "a\x81\x30\x84", "a\ufffd"},
		{"big5", "\xa4\xa4\xb0\xea", "中國"},
		{"big5", "a\xa4", "a\ufffd"},

		{"utf-16le", "a\x00\xe9\x00", "aé"},
		{"utf-16be", "\x00a\x00\xe9", "aé"},
		{"utf-16le", "=\xd8\x00\xde", "😀"},
		{"utf-16be", "\xd8=\xde\x00", "😀"},
		{"utf-16le", "a\x00b", "a\ufffd"},
		{"utf-16be", "\x00ab", "a\ufffd"},
		{"utf-16le", "a\x00=\xd8", "a\ufffd"},
		{"utf-16be", "\x00a\xd8=", "a\ufffd"},
		{"utf-16le", "=\xd8a\x00", "\ufffda"},
		{"utf-16le", "\x00\xdea\x00", "\ufffda"},
		{"utf-16le", "\xff\xfea\x00", "a"},
		{"utf-16be", "\xfe\xff\x00a", "a"},

		{"replacement", "abc", "\ufffd"},
	} {
		got, err := Decode(t.Context(), nil, []byte(test.source), test.encoding)
		judge(t, "Decode/"+test.encoding+" "+fmt.Sprintf("%.20q", test.source), err == nil && string(got) == test.want,
			"%s: %.60q: got %.60q, %v, want %.60q", test.encoding, test.source, got, err, test.want)
	}
}

// TestDecodeMemory checks where the text is: valid UTF-8 is the page itself,
// anything else stands behind what dst has.
func TestDecodeMemory(t *testing.T) {
	source := []byte("caf\u00e9")
	if got, _ := Decode(t.Context(), []byte("x"), source, "utf-8"); &got[0] != &source[0] || len(got) != len(source) {
		t.Errorf("valid UTF-8 has been copied: %q", got)
	}
	for _, name := range []string{"utf-8", "windows-1252"} {
		dst := make([]byte, 2, 1000)
		copy(dst, "x:")
		got, err := Decode(t.Context(), dst, []byte("caf\xe9"), name)
		if err != nil || !strings.HasPrefix(string(got), "x:caf") || &got[0] != &dst[0] {
			t.Errorf("%s: got %q, %v, want it behind %q in the same memory", name, got, err, dst)
		}
	}
	if got, err := Decode(t.Context(), nil, source, "klingon"); got != nil || !errors.Is(err, page.ErrUnknownEncoding) {
		t.Errorf("unknown encoding: got %q, %v", got, err)
	}
}

// samples are texts that encodings can hold.
var samples = map[string]string{
	"ibm866": "Привет, мир", "iso-8859-5": "Привет, мир", "koi8-r": "Привет, мир", "windows-1251": "Привет, мир",
	"x-mac-cyrillic": "Привет, мир", "koi8-u": "Привіт, світе, їжак", "iso-8859-2": "Příliš žluťoučký kůň",
	"windows-1250": "Příliš žluťoučký kůň – „úpěl“", "iso-8859-16": "Șapte țări în România €", "iso-8859-3": "Eĥoŝanĝo ĉiuĵaŭde",
	"iso-8859-4": "Ķēniņš, šļūtene", "iso-8859-13": "Ķēniņš, šļūtene", "windows-1257": "Ķēniņš, šļūtene", "iso-8859-10": "Þór, ēģiptē, đ",
	"iso-8859-14": "Ŵyth, Ḃaile, ŷ", "iso-8859-15": "Œuvre, cœur, 5 €", "windows-1252": "Œuvre, cœur, 5 €, “naïve”", "macintosh": "Œuvre, cœur, “naïve”",
	"iso-8859-6": "مرحبا بالعالم", "windows-1256": "مرحبا بالعالم", "iso-8859-7": "Καλημέρα κόσμε", "windows-1253": "Καλημέρα κόσμε",
	"iso-8859-8": "שלום עולם", "iso-8859-8-i": "שלום עולם", "windows-1255": "שלום עולם", "windows-874": "สวัสดีชาวโลก",
	"windows-1254": "Şişli’de ığdır", "windows-1258": "Đươ\u0300ng phô\u0301", "gbk": "你好，世界", "gb18030": "你好，世界 😀 ¥ ﷲ",
	"big5": "你好，世界", "euc-jp": "こんにちは世界", "iso-2022-jp": "こんにちは世界", "shift_jis": "こんにちは世界 ｱｲｳ", "euc-kr": "안녕하세요 세계",
	"utf-8": "Привет, 世界 😀", "utf-16le": "Привет, 世界 😀", "utf-16be": "Привет, 世界 😀", "x-user-defined": "abc \uf780\uf7ff",
}

// TestRoundTrip encodes a page in each encoding, lets it be detected by its
// own declaration and by the Content-Type, and decodes it.
func TestRoundTrip(t *testing.T) {
	eachEncoding(t, func(name string, labels []string) {
		sample := samples[name]
		if name == "replacement" {
			return // only decodes
		}
		if sample == "" {
			t.Errorf("%s: no sample", name)
		}
		encoding, err := htmlindex.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, label := range labels {
			source := "<!doctype html><meta charset=\"" + label + "\"><p>" + strings.Repeat(sample+" ", 100)
			encoded, err := encoding.NewEncoder().String(source)
			if err != nil {
				t.Fatalf("%s cannot hold %q: %v", name, sample, err)
			}
			want := page.Encoding{Name: name, By: page.EncodingMeta}
			switch name {
			case "utf-16le", "utf-16be":
				want.By = page.EncodingPattern
			case "x-user-defined":
				want.Name = "windows-1252"
			}
			if got := Detect([]byte(encoded), "", "windows-1252"); got != want {
				t.Errorf("%s: meta: got %v, want %v", label, got, want)
			}
			want = page.Encoding{Name: name, By: page.EncodingContentType}
			if got := Detect([]byte(encoded), "text/html; charset="+label, "windows-1252"); got != want {
				t.Errorf("%s: type: got %v, want %v", label, got, want)
			}
			if got, err := Decode(t.Context(), nil, []byte(encoded), name); string(got) != source || err != nil {
				t.Errorf("%s: got %.200q, %v\nwant %.200q", label, got, err, source)
			}
		}
	})
}

// TestHostile detects the encoding of pages that are expensive for a reader that looks
// back or ahead.
func TestHostile(t *testing.T) {
	hostile.CheckTime(t, hostile.Shapes, 4, func(page []byte) { Detect(page, "", "windows-1252") })
}

// FuzzDetect checks that an encoding is found for any bytes, that it can be
// decoded into valid UTF-8, and that a byte order mark decides.

func FuzzDetect(f *testing.F) {
	for _, source := range []string{
		"", "\xef\xbb\xbf<p>é", "\xff\xfe<\x00p\x00", "\xfe\xff\x00<\x00p", "<\x00p\x00>\x00a\x00", "\x00<\x00p\x00>\x00a", "caf\xe9",
		"<meta charset=koi8-r>\xf0", "<meta charset=shift_jis>\x93", "<meta charset=gb18030>\x81\x30\x84", "<meta charset=iso-2022-jp>\x1b$BF",
		"<meta charset=utf-16>a", "<meta charset=replacement>a", "<meta charset=big5>\x87\x5f", "<meta charset=euc-jp>\x8f\xa1",
		"<meta http-equiv=content-type content='text/html; charset=euc-kr'>\xc7", "<!-- <meta charset=x --><script><meta charset=y></script></head>",
		padding(1000) + "<meta charset=koi8-r>", "<meta charset", "<meta charset=koi8-r charset=big5",
	} {
		f.Add([]byte(source), "text/html; charset=utf-8")
		f.Add([]byte(source), "")
		f.Add([]byte(source), `text/html; charset="gbk`)
		f.Add([]byte(source), "charset='utf-16'; charset = big5 ;")
	}
	f.Fuzz(func(t *testing.T, source []byte, contentType string) {
		before := bytes.Clone(source)
		found := Detect(source, contentType, "windows-1252")
		if canonical, err := Canonical(found.Name); err != nil || canonical != found.Name {
			t.Errorf("%q, type %q: encoding %q is %q, %v", source, contentType, found.Name, canonical, err)
		}
		mark := map[bool]string{
			bytes.HasPrefix(source, []byte("\xef\xbb\xbf")): "utf-8",
			bytes.HasPrefix(source, []byte("\xff\xfe")):     "utf-16le",
			bytes.HasPrefix(source, []byte("\xfe\xff")):     "utf-16be",
		}[true]
		if mark != "" && found != (page.Encoding{Name: mark, By: page.EncodingBOM}) || mark == "" && found.By == page.EncodingBOM {
			t.Errorf("%q: encoding %v, byte order mark of %q", source, found, mark)
		}
		if found.By < page.EncodingBOM || found.By > page.EncodingDefault || found.By == page.EncodingDefault && found.Name != "windows-1252" {
			t.Errorf("%q: encoding %v", source, found)
		}
		text, err := Decode(t.Context(), nil, source, found.Name)
		if err != nil || !utf8.Valid(text) {
			t.Errorf("%q: decoded as %s: %q, %v", source, found.Name, text, err)
		}
		if !bytes.Equal(source, before) {
			t.Errorf("%q has been changed to %q", before, source)
		}
	})
}

// TestSingleByte compares the fast way to decode with the decoder of each encoding.
func TestSingleByte(t *testing.T) {
	all := make([]byte, 0, 1024)
	for i := range 256 {
		all = append(all, byte(i), 'a')
		all = append(all, "plain text of more than eight bytes"[:i%30]...)
	}
	found := 0
	for name := range samples {
		e, err := htmlindex.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		of, ok := e.(*charmap.Charmap)
		if !ok {
			continue
		}
		found++
		for i := range 64 {
			want, err := of.NewDecoder().Bytes(all[i:])
			if err != nil {
				t.Fatal(err)
			}
			if got, err := appendSingleByte(t.Context(), []byte("x"), all[i:], of); string(got) != "x"+string(want) || err != nil {
				t.Fatalf("%s from byte %d: got %.60q…, want %.60q…", name, i, got, want)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d encodings of one byte a character", found)
	}
}

// TestASCII: every encoding but those that are listed leaves ASCII as it is.
func TestASCII(t *testing.T) {
	var ascii []byte
	for i := range 0x80 {
		ascii = append(ascii, byte(i))
	}
	for label := range samples {
		name, err := Canonical(label)
		if err != nil {
			t.Fatal(err)
		}
		e, err := htmlindex.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := e.NewDecoder().Bytes(ascii)
		if same := err == nil && bytes.Equal(decoded, ascii); same == notASCII[name] {
			t.Errorf("%s: ASCII stays as it is: %v", name, same)
		}
	}
}

// TestDecodeContext: decoding ends at the first look at a context that is done, and looks
// again after every mebibyte.
func TestDecodeContext(t *testing.T) {
	source := bytes.Repeat([]byte("caf\xe9 \xb0\xa1 "), 1<<20)
	for _, name := range []string{"utf-8", "windows-1252", "gbk", "utf-16le", "shift_jis", "iso-2022-jp"} {
		ctx := hostile.DoneAfter(t.Context(), 3)
		text, err := Decode(ctx, nil, source, name)
		if text != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %d bytes, error %v", name, len(text), err)
		}
		ctx = hostile.DoneAfter(t.Context(), 1<<30)
		if _, err := Decode(ctx, nil, source, name); err != nil || ctx.Looks() < len(source)>>20 {
			t.Errorf("%s: %d looks at the context, error %v", name, ctx.Looks(), err)
		}
	}
}

// A readerFunc is a reader that is a function.
type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestBadReader: a reader that returns a count that cannot be, or that is not there, is an
// error. What came before is the page.
func TestBadReader(t *testing.T) {
	options := page.DefaultOptions()
	if err := Resolve(&options); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []func(room int) int{func(int) int { return -1 }, func(room int) int { return room + 1 }} {
		reads := 0
		r := readerFunc(func(p []byte) (int, error) {
			if reads++; reads > 1 {
				return wrong(len(p)), nil
			}
			return copy(p, "<p>text"), nil
		})
		in := NewPageReader(options)
		text, _, err := in.Page(t.Context(), r, "")
		if err == nil || string(text) != "<p>text" {
			t.Errorf("%q, error %v", text, err)
		}
	}
	in := NewPageReader(options)
	if text, _, err := in.Page(t.Context(), nil, ""); !errors.Is(err, page.ErrConfig) || len(text) > 0 {
		t.Errorf("%q, error %v", text, err)
	}
}
