package input

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/seed42075109/justext/internal/hostile"
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
		if got != "" || !errors.Is(err, ErrUnknownEncoding) {
			t.Errorf("%q: got %q, %v, want ErrUnknownEncoding", label, got, err)
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
		name, page, contentType, byDefault string
		want                               Encoding
	}{
		// byte order marks
		{"BOM, UTF-8", "\xef\xbb\xbf" + koi8, "text/html; charset=big5", "gbk", Encoding{"utf-8", ByBOM}},
		{"BOM, UTF-8, but it is not", "\xef\xbb\xbf" + latin, "", "", Encoding{"utf-8", ByBOM}},
		{"BOM, UTF-16 little end", "\xff\xfe" + utf16(koi8, false), "text/html; charset=big5", "gbk", Encoding{"utf-16le", ByBOM}},
		{"BOM, UTF-16 big end", "\xfe\xff" + utf16(koi8, true), "text/html; charset=big5", "gbk", Encoding{"utf-16be", ByBOM}},
		{"BOM, UTF-32 is none", "\xff\xfe\x00\x00<\x00\x00\x00", "", "", Encoding{"utf-16le", ByBOM}},
		{"BOM only", "\xef\xbb\xbf", "", "", Encoding{"utf-8", ByBOM}},
		{"BOM cut off", "\xef\xbb", "", "windows-1252", Encoding{"windows-1252", ByDefault}},
		{"BOM not first", " \xef\xbb\xbf" + koi8, "", "", Encoding{"koi8-r", ByMeta}},

		// Content-Type
		{"type", latin, "text/html; charset=koi8-r", "", Encoding{"koi8-r", ByContentType}},
		{"type beats meta", koi8, "text/html; charset=big5", "", Encoding{"big5", ByContentType}},
		{"type beats validity", utf, "text/html; charset=big5", "", Encoding{"big5", ByContentType}},
		{"type, quoted", latin, `text/html; charset="KOI8-R"`, "", Encoding{"koi8-r", ByContentType}},
		{"type, quoted with blanks", latin, `text/html; charset=" koi8-r "`, "", Encoding{"koi8-r", ByContentType}},
		{"type, quote not closed", latin, `text/html; charset="koi8-r`, "gbk", Encoding{"gbk", ByDefault}},
		{"type, blanks", latin, " text/html ;charset = koi8-r ", "", Encoding{"koi8-r", ByContentType}},
		{"type, upper case", latin, "TEXT/HTML;CHARSET=KOI8-R", "", Encoding{"koi8-r", ByContentType}},
		{"type, second parameter", latin, "text/html; boundary=x; charset=koi8-r", "", Encoding{"koi8-r", ByContentType}},
		{"type, twice", latin, "text/html; charset=koi8-r; charset=big5", "", Encoding{"koi8-r", ByContentType}},
		{"type, no media type", latin, "charset=koi8-r", "", Encoding{"koi8-r", ByContentType}},
		{"type, list", latin, "text/html;charset=koi8-r, text/html", "gbk", Encoding{"gbk", ByDefault}},
		{"type, iso-8859-1", koi8, "text/html; charset=ISO-8859-1", "", Encoding{"windows-1252", ByContentType}},
		{"type, utf-16", latin, "text/html; charset=utf-16", "", Encoding{"utf-16le", ByContentType}},
		{"type, unknown label", koi8, "text/html; charset=klingon", "", Encoding{"koi8-r", ByMeta}},
		{"type, empty label", koi8, "text/html; charset=", "", Encoding{"koi8-r", ByMeta}},
		{"type, without charset", koi8, "text/html", "", Encoding{"koi8-r", ByMeta}},
		{"type, nonsense", koi8, ";;;=/=\"", "", Encoding{"koi8-r", ByMeta}},

		// meta, spelling
		{"meta", koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta beats validity", koi8 + utf, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, double quotes", `<meta charset="koi8-r">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, single quotes", `<meta charset='koi8-r'>`, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, upper case", `<META CHARSET=KOI8-R>`, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, blanks", "<meta\n charset\t = \n\"koi8-r\" />", "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, blanks in the value", `<meta charset=" koi8-r ">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, slash", `<meta/charset=koi8-r>`, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, self-closing", `<meta charset="koi8-r"/>`, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, other attributes", `<meta id=x charset=koi8-r name="y">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, in the head", "<!doctype html><html lang=x><head><title>a</title>" + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"meta, quote in the value", `<meta content="a > b" charset=koi8-r>`, "", "", Encoding{"koi8-r", ByMeta}},

		// meta, http-equiv
		{"pragma", `<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, content first", `<meta content="text/html; charset=koi8-r" http-equiv="Content-Type">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, no quotes", `<meta http-equiv=content-type content=text/html;charset=koi8-r>`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, upper case", `<META HTTP-EQUIV=CONTENT-TYPE CONTENT="TEXT/HTML; CHARSET=KOI8-R">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, quoted in quotes", `<meta http-equiv=content-type content="text/html; charset='koi8-r'; x">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, blanks", `<meta http-equiv=content-type content="text/html; charset = koi8-r ;">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, charset twice", `<meta http-equiv=content-type content="charset x charset=koi8-r charset=big5">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, no media type", `<meta http-equiv=content-type content="charset=koi8-r">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"pragma, quote not closed", `<meta http-equiv=content-type content="text/html; charset='koi8-r">`, "", "", Encoding{"utf-8", ByValidity}},
		{"pragma, nothing behind =", `<meta http-equiv=content-type content="text/html; charset=">`, "", "", Encoding{"utf-8", ByValidity}},
		{"pragma missing", `<meta content="text/html; charset=koi8-r">`, "", "", Encoding{"utf-8", ByValidity}},
		{"pragma, another", `<meta http-equiv=refresh content="1; charset=koi8-r">`, "", "", Encoding{"utf-8", ByValidity}},
		{"pragma, by name", `<meta name=content-type content="text/html; charset=koi8-r">`, "", "", Encoding{"utf-8", ByValidity}},

		// meta, double and contradicting
		{"two metas", koi8 + "<meta charset=big5>", "", "", Encoding{"koi8-r", ByMeta}},
		{"meta and pragma", koi8 + `<meta http-equiv=content-type content="text/html; charset=big5">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"charset beats content", `<meta http-equiv=content-type content="text/html; charset=big5" charset=koi8-r>`, "", "", Encoding{"koi8-r", ByMeta}},
		{"charset beats content behind it", `<meta charset=koi8-r http-equiv=content-type content="text/html; charset=big5">`, "", "", Encoding{"koi8-r", ByMeta}},
		{"attribute twice", "<meta charset=koi8-r charset=big5>", "", "", Encoding{"koi8-r", ByMeta}},
		{"unknown label, then another", "<meta charset=klingon>" + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"unknown label", "<meta charset=klingon>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"empty label, then another", "<meta charset=''>" + koi8, "", "", Encoding{"koi8-r", ByMeta}},

		// meta, labels with another meaning
		{"iso-8859-1 is windows-1252", "<meta charset=iso-8859-1>", "", "", Encoding{"windows-1252", ByMeta}},
		{"ascii is windows-1252", "<meta charset=us-ascii>", "", "", Encoding{"windows-1252", ByMeta}},
		{"gb2312 is gbk", "<meta charset=GB2312>", "", "", Encoding{"gbk", ByMeta}},
		{"utf-16 in ASCII is utf-8", "<meta charset=utf-16>", "", "", Encoding{"utf-8", ByMeta}},
		{"utf-16le in ASCII is utf-8", "<meta charset=utf-16le>", "", "", Encoding{"utf-8", ByMeta}},
		{"utf-16be in ASCII is utf-8", "<meta charset=utf-16be>" + latin, "", "", Encoding{"utf-8", ByMeta}},
		{"ucs-2 in ASCII is utf-8", "<meta charset=ucs-2>", "", "", Encoding{"utf-8", ByMeta}},
		{"x-user-defined is windows-1252", "<meta charset=x-user-defined>", "", "", Encoding{"windows-1252", ByMeta}},

		// meta, where it stands
		{"ends at 1,024", padding(1024-len(koi8)) + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"ends at 1,025", padding(1025-len(koi8)) + koi8, "", "", Encoding{"koi8-r", ByLateMeta}},
		{"straddles 1,024", padding(1010) + koi8, "", "", Encoding{"koi8-r", ByLateMeta}},
		{"begins at 1,024", padding(1024) + koi8, "", "", Encoding{"koi8-r", ByLateMeta}},
		{"far below in the head", "<head><script>" + strings.Repeat("x;", 50_000) + "</script>" + koi8, "", "", Encoding{"koi8-r", ByLateMeta}},
		{"behind the head", "<head></head>" + koi8 + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"behind the head, upper case", "<head></HEAD\n>" + koi8 + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"in the body", "<head><body>" + koi8 + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"in the body with attributes", "<BODY class=x>" + koi8 + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"far below in the body", "<head></head><body>" + padding(2000) + koi8 + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"behind a header", "<header></header>" + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"no head at all", "<p>text" + koi8, "", "", Encoding{"koi8-r", ByMeta}},

		// not meta
		{"in a comment", "<!-- " + koi8 + " -->" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"behind a comment", "<!-- > -->" + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"behind an empty comment", "<!-->" + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"in a comment without end", "<!-- " + koi8 + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"in a script", "<script>'" + koi8 + "'</script>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"in an escaped script", "<script><!--<script></script>" + koi8 + "--></script>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"behind a script", "<script>a<b</script>" + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"in a style sheet", "<STYLE>" + koi8 + "</STYLE>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"in a declaration", "<!x " + koi8[:20] + ">" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"in an instruction", "<?x " + koi8[:20] + ">" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"behind an instruction", "<?xml version='1.0'?>" + koi8, "", "", Encoding{"koi8-r", ByMeta}},
		{"XML declaration", "<?xml version='1.0' encoding='koi8-r'?>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"in a value", "<a title='" + koi8 + "'>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"another element", "<metadata charset=koi8-r><xmeta charset=koi8-r>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"end tag", "</meta charset=koi8-r>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},
		{"another attribute", "<meta data-charset=koi8-r xcharset=koi8-r>" + latin, "", "gbk", Encoding{"gbk", ByDefault}},

		// UTF-16 without a byte order mark
		{"UTF-16 little end", utf16("<html>"+koi8, false), "", "", Encoding{"utf-16le", ByPattern}},
		{"UTF-16 big end", utf16("<html>"+koi8, true), "", "", Encoding{"utf-16be", ByPattern}},
		{"UTF-16 little end, blanks", utf16("\r\n <p>", false), "", "", Encoding{"utf-16le", ByPattern}},
		{"UTF-16 big end, blanks", utf16("\r\n <p>", true), "", "", Encoding{"utf-16be", ByPattern}},
		{"zero bytes, not beside <", "<p>a\x00b", "", "", Encoding{"utf-8", ByValidity}},

		// the rest
		{"valid UTF-8", utf, "", "gbk", Encoding{"utf-8", ByValidity}},
		{"ASCII", "<p>a", "", "gbk", Encoding{"utf-8", ByValidity}},
		{"empty", "", "", "gbk", Encoding{"utf-8", ByValidity}},
		{"valid UTF-8 far below", "<p>" + strings.Repeat("a", 100_000) + utf, "", "gbk", Encoding{"utf-8", ByValidity}},
		{"invalid far below", "<p>" + strings.Repeat(utf, 10_000) + latin + ".", "", "windows-1252", Encoding{"windows-1252", ByDefault}},
		{"cut off in a character", "<p>" + utf + latin, "", "windows-1252", Encoding{"utf-8", ByValidity}},
		{"default", latin, "", "windows-1250", Encoding{"windows-1250", ByDefault}},
		{"surrogates are not valid", "\xed\xa0\x80", "", "windows-1252", Encoding{"windows-1252", ByDefault}},
	} {
		got := Detect([]byte(test.page), test.contentType, test.byDefault)
		judge(t, "Detect/"+test.name, got == test.want, "%.100q, type %q: got %v, want %v", test.page, test.contentType, got, test.want)
	}
}

// TestMetaAnywhere puts a declaration at each place around the end of the
// first 1,024 bytes.
func TestMetaAnywhere(t *testing.T) {
	const meta = `<meta http-equiv=content-type content="text/html; charset=koi8-r">`
	for at := 900; at < 1100; at++ {
		want := Encoding{"koi8-r", ByMeta}
		if at+len(meta) > 1024 {
			want.By = ByLateMeta
		}
		if got := Detect([]byte(padding(at)+meta+"<p>"), "", "gbk"); got != want {
			t.Errorf("at %d: got %v, want %v", at, got, want)
		}
	}
}

// TestDecode has what bytes mean by the Encoding Standard; what means nothing
// becomes U+FFFD.
func TestDecode(t *testing.T) {
	for _, test := range []struct{ encoding, page, want string }{
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
		got, err := Decode(nil, []byte(test.page), test.encoding)
		judge(t, "Decode/"+test.encoding+" "+fmt.Sprintf("%.20q", test.page), err == nil && string(got) == test.want,
			"%s: %.60q: got %.60q, %v, want %.60q", test.encoding, test.page, got, err, test.want)
	}
}

// TestDecodeMemory checks where the text is: valid UTF-8 is the page itself,
// anything else stands behind what dst has.
func TestDecodeMemory(t *testing.T) {
	page := []byte("caf\u00e9")
	if got, _ := Decode([]byte("x"), page, "utf-8"); &got[0] != &page[0] || len(got) != len(page) {
		t.Errorf("valid UTF-8 has been copied: %q", got)
	}
	for _, name := range []string{"utf-8", "windows-1252"} {
		dst := make([]byte, 2, 1000)
		copy(dst, "x:")
		got, err := Decode(dst, []byte("caf\xe9"), name)
		if err != nil || !strings.HasPrefix(string(got), "x:caf") || &got[0] != &dst[0] {
			t.Errorf("%s: got %q, %v, want it behind %q in the same memory", name, got, err, dst)
		}
	}
	if got, err := Decode(nil, page, "klingon"); got != nil || !errors.Is(err, ErrUnknownEncoding) {
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
			page := "<!doctype html><meta charset=\"" + label + "\"><p>" + strings.Repeat(sample+" ", 100)
			encoded, err := encoding.NewEncoder().String(page)
			if err != nil {
				t.Fatalf("%s cannot hold %q: %v", name, sample, err)
			}
			want := Encoding{name, ByMeta}
			switch name {
			case "utf-16le", "utf-16be":
				want.By = ByPattern
			case "x-user-defined":
				want.Name = "windows-1252"
			}
			if got := Detect([]byte(encoded), "", "windows-1252"); got != want {
				t.Errorf("%s: meta: got %v, want %v", label, got, want)
			}
			want = Encoding{name, ByContentType}
			if got := Detect([]byte(encoded), "text/html; charset="+label, "windows-1252"); got != want {
				t.Errorf("%s: type: got %v, want %v", label, got, want)
			}
			if got, err := Decode(nil, []byte(encoded), name); string(got) != page || err != nil {
				t.Errorf("%s: got %.200q, %v\nwant %.200q", label, got, err, page)
			}
		}
	})
}

// TestHostile detects the encoding of pages that are expensive for a reader that looks
// back or ahead.
func TestHostile(t *testing.T) {
	hostile.CheckTime(t, hostile.Shapes, 1, func(page []byte) { Detect(page, "", "windows-1252") })
}

// FuzzDetect checks that an encoding is found for any bytes, that it can be
// decoded into valid UTF-8, and that a byte order mark decides.
func FuzzDetect(f *testing.F) {
	for _, page := range []string{
		"", "\xef\xbb\xbf<p>é", "\xff\xfe<\x00p\x00", "\xfe\xff\x00<\x00p", "<\x00p\x00>\x00a\x00", "\x00<\x00p\x00>\x00a", "caf\xe9",
		"<meta charset=koi8-r>\xf0", "<meta charset=shift_jis>\x93", "<meta charset=gb18030>\x81\x30\x84", "<meta charset=iso-2022-jp>\x1b$BF",
		"<meta charset=utf-16>a", "<meta charset=replacement>a", "<meta charset=big5>\x87\x5f", "<meta charset=euc-jp>\x8f\xa1",
		"<meta http-equiv=content-type content='text/html; charset=euc-kr'>\xc7", "<!-- <meta charset=x --><script><meta charset=y></script></head>",
		padding(1000) + "<meta charset=koi8-r>", "<meta charset", "<meta charset=koi8-r charset=big5",
	} {
		f.Add([]byte(page), "text/html; charset=utf-8")
		f.Add([]byte(page), "")
		f.Add([]byte(page), `text/html; charset="gbk`)
		f.Add([]byte(page), "charset='utf-16'; charset = big5 ;")
	}
	f.Fuzz(func(t *testing.T, page []byte, contentType string) {
		before := bytes.Clone(page)
		found := Detect(page, contentType, "windows-1252")
		if canonical, err := Canonical(found.Name); err != nil || canonical != found.Name {
			t.Errorf("%q, type %q: encoding %q is %q, %v", page, contentType, found.Name, canonical, err)
		}
		mark := map[bool]string{
			bytes.HasPrefix(page, []byte("\xef\xbb\xbf")): "utf-8",
			bytes.HasPrefix(page, []byte("\xff\xfe")):     "utf-16le",
			bytes.HasPrefix(page, []byte("\xfe\xff")):     "utf-16be",
		}[true]
		if mark != "" && found != (Encoding{mark, ByBOM}) || mark == "" && found.By == ByBOM {
			t.Errorf("%q: encoding %v, byte order mark of %q", page, found, mark)
		}
		if found.By < ByBOM || found.By > ByDefault || found.By == ByDefault && found.Name != "windows-1252" {
			t.Errorf("%q: encoding %v", page, found)
		}
		text, err := Decode(nil, page, found.Name)
		if err != nil || !utf8.Valid(text) {
			t.Errorf("%q: decoded as %s: %q, %v", page, found.Name, text, err)
		}
		if !bytes.Equal(page, before) {
			t.Errorf("%q has been changed to %q", before, page)
		}
	})
}
