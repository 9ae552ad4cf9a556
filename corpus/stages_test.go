package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/corpus/internal/archives"
	"github.com/seed42075109/justext/corpus/warc"
	"github.com/seed42075109/justext/page"
)

// A line is a record as JSON Lines have it, as far as the tests look at it.
type line struct {
	ID, URL, Lang, Method, Title, Text, Truncated, Encoding string
	LangBy                                                  string `json:"lang_by"`
	EncodingBy                                              string `json:"encoding_by"`
	TextFormat                                              string `json:"text_format"`
	Chars, Words, Status                                    int
	Offset, Inner, Length                                   int64
	Kept                                                    float64
	Date                                                    time.Time
	Metadata                                                struct {
		Authors   []string
		Published string
	}
}

func parseLines(t *testing.T, out []byte) (all []line) {
	t.Helper()
	for text := range bytes.Lines(out) {
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	return all
}

// pagesOf writes an archive of pages and returns its path.
func pagesOf(t *testing.T, bodies ...string) string {
	t.Helper()
	var all []madeRecord
	for i, body := range bodies {
		all = append(all, response(address(i), "200 OK\r\nContent-Type: text/html", body, Written))
	}
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, path, all)
	return path
}

const german = "<html><title>Seite</title><p>Das ist ein Satz aus dem Text einer Seite, und er ist lang genug, um für alle Verfahren der Hauptinhalt zu sein. Außerdem ist er auf Deutsch geschrieben, was man an den Wörtern erkennt, die hier stehen.</p>"

// TestFilter: each filter leaves out what it should, with the outcome that says
// why.
func TestFilter(t *testing.T) {
	path := pagesOf(t, article(1), german, "<p>"+strings.Repeat(sentence, 2))
	for _, test := range []struct {
		name    string
		filter  Filter
		outcome Outcome
		left    int64
	}{
		{"none", Filter{}, Written, 3},
		{"language", Filter{Languages: []string{"de"}}, OtherLanguage, 1},
		{"no language", Filter{Languages: []string{"enm", "da"}}, OtherLanguage, 0},
		{"languages", Filter{Languages: []string{"DE", "en"}}, OtherLanguage, 3},
		{"words", Filter{MinWords: 70}, FewWords, 1},
		{"share", Filter{MinKept: 0.999}, LowShare, 2},
		{"address", Filter{URL: regexp.MustCompile("/[12]$")}, OtherURL, 2},
		{"no address", Filter{NotURL: regexp.MustCompile("/1$")}, OtherURL, 2},
		{"type", Filter{MIME: []string{"text/plain"}}, OtherType, 0},
		{"status", Filter{Status: []int{404}}, OtherStatus, 0},
	} {
		c := config(t, "jsonl", "justext")
		c.Filter = test.filter
		out, report := run(t, c, path)
		checkCounters(t, out, &report.Total)
		got := report.Total.Outcomes
		if got[Written] != test.left || test.outcome != Written && got[test.outcome] != 3-test.left {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestReadList: paths are taken as they are, without what editors and other systems add.
func TestReadList(t *testing.T) {
	for _, test := range []struct {
		list string
		want []string
	}{
		{"", nil},
		{"a\nb", []string{"a", "b"}},
		{"\ufeffa b\r\n\r\n#c\n d \n\ufeffe\n", []string{"a b", " d ", "\ufeffe"}},
		{"\ufeff#a\n", nil},
	} {
		if got, err := ReadList(strings.NewReader(test.list)); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, error %v, want %q", test.list, got, err, test.want)
		}
	}
}

// TestCovers: a tag stands for its varieties, and not for other tags that begin with it.
func TestCovers(t *testing.T) {
	for _, test := range []struct {
		tag, lang string
		want      bool
	}{
		{"en", "en", true}, {"EN", "en", true}, {"en", "en-GB", true}, {"pt-BR", "pt-br", true},
		{"e", "en", false}, {"en", "enm", false}, {"en-GB", "en", false}, {"en", "", false},
	} {
		if got := covers(test.tag, test.lang); got != test.want {
			t.Errorf("covers(%q, %q) = %v", test.tag, test.lang, got)
		}
	}
}

// TestStatuses: pages with other statuses, if these are asked for.
func TestStatuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc")
	writeArchive(t, path, []madeRecord{
		response(address(1), "404 Not Found\r\nContent-Type: text/html", article(1), Written),
		response(address(2), "200 OK\r\nContent-Type: text/html", article(2), OtherStatus),
		response(address(3), "203 Other\r\nContent-Type: text/html", article(3), Written),
		response(address(4), "404 No\r\nContent-Type: image/png", "\x89PNG\r\n\x1a\n", OtherType),
	})
	c := config(t, "jsonl", "justext")
	c.Filter.Status = []int{404, 203}
	out, report := run(t, c, path)
	if got := report.Total.Outcomes; got[Written] != 2 || got[OtherStatus] != 1 || got[OtherType] != 1 {
		t.Errorf("%v", got)
	}
	if lines := parseLines(t, out); lines[0].Status != 404 || lines[1].Status != 203 {
		t.Errorf("%+v", lines)
	}
}

// TestPlainText: plain text and WET are taken as they are, if they are asked
// for.
func TestPlainText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc")
	text := "First line\r\n\r\nSecond  line, caf\xe9"
	writeArchive(t, path, []madeRecord{
		response(address(1), "200 OK\r\nContent-Type: text/plain; charset=iso-8859-1", text, Written),
		{warc.Header{Type: warc.TypeConversion, TargetURI: address(2), ContentType: "text/plain"}, sentence, Written},
		response(address(3), "200 OK\r\nContent-Type: text/html", article(3), Written),
	})
	c := config(t, "jsonl", "justext", "victor")
	c.Filter.MIME = []string{"text/plain", "text/html"}
	out, report := run(t, c, path)
	lines := parseLines(t, out)
	if got := report.Total.Outcomes; got[Written] != 3 || len(lines) != 4 {
		t.Fatalf("%v, %d lines", got, len(lines))
	}
	if l := lines[0]; l.Text != "First line\n\nSecond  line, café" || l.Method != "none" || l.Kept != 1 || l.Encoding != "windows-1252" {
		t.Errorf("%+v", l)
	}
	if l := lines[1]; l.Text != sentence || l.Lang != "en" || l.LangBy != "words" {
		t.Errorf("%+v", l)
	}
}

// TestMethods: several methods give a record each, with identifiers of their
// own.
func TestMethods(t *testing.T) {
	path := pagesOf(t, article(1), article(2))
	out, report := run(t, config(t, "jsonl", MethodNames()...), path)
	lines := parseLines(t, out)
	seen := map[string]bool{}
	for i, l := range lines {
		if l.Method != MethodNames()[i%3] || seen[l.ID] || len(l.ID) != 32 || l.URL != address(i/3) || !strings.Contains(l.Text, sentence[:50]) {
			t.Errorf("line %d: %+v", i, l)
		}
		seen[l.ID] = true
	}
	if len(lines) != 6 || report.Total.Records != 2 || report.Total.Outcomes[Written] != 2 || report.Total.Rows["justext"] != 2 {
		t.Errorf("%d lines, %+v", len(lines), report.Total)
	}
}

// fixed is a method that keeps the blocks given.
func fixed(name string, blocks ...page.Block) Method {
	return Method{Name: name, Clean: func(context.Context, []byte, string) (Content, error) {
		d := &page.Document{Blocks: blocks}
		for _, b := range blocks {
			if b.Keep {
				d.Text += b.Text + "\n\n"
			}
		}
		return contentOf(d), nil
	}}
}

// TestUnion: the union has each word that any method keeps once, in the order of the
// page.
func TestUnion(t *testing.T) {
	block := func(text string, start, end int32, keep bool) page.Block {
		return page.Block{Text: text, Start: start, End: end, Keep: keep, NewLine: true}
	}
	c := config(t, "jsonl")
	c.Union = true
	c.Methods = []Method{
		fixed("a", block("one", 10, 20, true), block("two", 20, 30, false), block("four", 50, 60, true)),
		fixed("b", block("zero", 0, 10, true), block("one and two", 12, 30, true), block("three", 30, 50, true), block("four", 50, 60, true), block("five", 60, 70, true)),
		fixed("c", block("two", 20, 30, true), block("six", 70, 80, true)),
	}
	out, report := run(t, c, pagesOf(t, "<p>x"))
	lines := parseLines(t, out)
	if len(lines) != 1 || lines[0].Text != "zero\n\none and\n\ntwo\n\nthree\n\nfour\n\nfive\n\nsix" || lines[0].Method != "a+b+c" {
		t.Errorf("%+v", lines)
	}
	if report.Total.Rows["a+b+c"] != 1 {
		t.Errorf("%v", report.Total.Rows)
	}
}

// TestUnionOfPages: on real pages too, the union has the text of every method.
func TestUnionOfPages(t *testing.T) {
	path := pagesOf(t, article(1), german, article(3))
	single, _ := run(t, config(t, "jsonl", "victor", "justext"), path)
	c := config(t, "jsonl", "victor", "justext")
	c.Union = true
	united, _ := run(t, c, path)
	unions := map[string]string{}
	for _, u := range parseLines(t, united) {
		unions[u.URL] = strings.Join(strings.Fields(u.Text), " ")
	}
	texts := map[string]string{}
	for _, l := range parseLines(t, single) {
		texts[l.URL] += l.Text
		for paragraph := range strings.SplitSeq(l.Text, "\n") {
			if text := strings.Join(strings.Fields(paragraph), " "); !strings.Contains(unions[l.URL], text) {
				t.Errorf("%s: %s has %q, the union %q", l.URL, l.Method, text, unions[l.URL])
			}
		}
	}
	for url, text := range unions {
		if n := strings.Count(text, sentence[:40]); n > 5 {
			t.Errorf("%s: the union has a sentence %d times", url, n)
		}
	}
	if len(unions) != 3 || len(texts) != 3 {
		t.Errorf("%d unions of %d pages", len(unions), len(texts))
	}
}

// TestMarkdownAndMetadata: both are there if they are asked for.
func TestMarkdownAndMetadata(t *testing.T) {
	body := `<html><head><title>T – Site</title><meta name=author content="Jo Doe"><meta property="article:published_time" content="2023-05-06T07:08:09Z"></head>` +
		"<body><article><h1>Heading</h1><p>" + strings.Repeat(sentence, 3) + "</p><h2>Part</h2><ul><li>" + sentence + "</li><li>" + sentence + "</li></ul><p>" + strings.Repeat(sentence, 3) + "</p></article>"
	c := config(t, "jsonl", "victor")
	c.Markdown, c.Metadata = true, true
	out, _ := run(t, c, pagesOf(t, body))
	l := parseLines(t, out)[0]
	if l.TextFormat != "markdown" || !strings.Contains(l.Text, "## Part") || !strings.Contains(l.Text, "- This is") {
		t.Errorf("%q", l.Text)
	}
	if len(l.Metadata.Authors) != 1 || l.Metadata.Authors[0] != "Jo Doe" || l.Metadata.Published != "2023-05-06" {
		t.Errorf("%+v", l.Metadata)
	}
}

// TestTruncated: why a page is not whole is said and counted.
func TestTruncated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc")
	long := article(1) + strings.Repeat("<p>"+sentence, 2000)
	cut := response(address(2), "200 OK\r\nContent-Type: text/html", article(2), Written)
	cut.header.Fields = []warc.Field{{Name: "WARC-Truncated", Value: "length"}}
	writeArchive(t, path, []madeRecord{response(address(1), "200 OK\r\nContent-Type: text/html", long, Written), cut})
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content[:len(content)-40], 0o666); err != nil {
		t.Fatal(err)
	}
	c := config(t, "jsonl", "justext")
	c.MaxBody = 20_000
	out, report := run(t, c, path)
	lines := parseLines(t, out)
	if len(lines) != 2 || lines[0].Truncated != "max-body" || lines[1].Truncated != "crawler,damage" {
		t.Errorf("%d lines, truncated %q", len(lines), lines[len(lines)-1].Truncated)
	}
	if report.Total.Truncated["max-body"] != 1 || report.Complete() || report.Damage[0].Kind != "truncated" {
		t.Errorf("%+v", report)
	}
}

// TestLargeFields: no field of a record is larger than its limit.
func TestLargeFields(t *testing.T) {
	huge := strings.Repeat("é<b>", 500_000)
	body := "<html><head><title>" + huge + "</title><meta name=author content='" + huge + "'><meta name=description content='" + huge + "'>" +
		strings.Repeat("<meta property=article:tag content='tag "+strings.Repeat("x", 300)+"'>", 2000) + "</head><body><p>" + strings.Repeat(sentence, 3)
	path := filepath.Join(t.TempDir(), "a.warc")
	writeArchive(t, path, []madeRecord{response("http://example.com/"+strings.Repeat("u\x02", 100_000), "200 OK\r\nContent-Type: text/html", body, Written)})
	c := config(t, "jsonl", "justext")
	c.Metadata = true
	out, report := run(t, c, path)
	if len(out) > 256<<10 || report.Total.Outcomes[Written] != 1 {
		t.Errorf("%d bytes, %v", len(out), report.Total.Outcomes)
	}
}

// everything is a method that keeps all text of a page.
var everything = Method{Name: "everything", Clean: func(_ context.Context, body []byte, _ string) (Content, error) {
	text := regexp.MustCompile("<[^>]*>").ReplaceAllString(string(body), " ")
	return contentOf(&page.Document{Text: text, Blocks: []page.Block{{Text: text, Keep: true}}}), nil
}}

// TestDuplicates: the first page with a text is kept, later ones are left out,
// and pages of other texts are not touched.
func TestDuplicates(t *testing.T) {
	longText := func(change string) string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "<p>Sentence number %d of this text says that there are %d things, and that each of them is different from the other ones.</p>", i, i*i)
		}
		return "<html>" + b.String() + "<p>" + sentence + change
	}
	a, b := longText("first ending of the text"), longText("second ending of the text")
	path := pagesOf(t, a, article(1), "<h1>x</h1>"+a, b, article(2), a, german)
	for _, test := range []struct {
		duplicates  Duplicates
		exact, near int64
	}{{Duplicates{}, 0, 0}, {Duplicates{Exact: true}, 1, 0}, {Duplicates{Near: true}, 0, 3}, {Duplicates{true, true}, 1, 2}} {
		c := config(t, "jsonl")
		c.Methods = []Method{everything}
		c.Duplicates = test.duplicates
		out, report := run(t, c, path)
		checkCounters(t, out, &report.Total)
		got := report.Total.Outcomes
		if got[ExactDuplicate] < test.exact || got[NearDuplicate]+got[ExactDuplicate] < test.near || test.exact+test.near == 0 && got[Written] != 7 {
			t.Errorf("%+v: %d exact, %d near, %d written", test.duplicates, got[ExactDuplicate], got[NearDuplicate], got[Written])
		}
		if lines := parseLines(t, out); lines[0].URL != address(0) {
			t.Errorf("%+v: the first page is left out", test.duplicates)
		}
	}
}

// TestForget: the texts of an input that fails are not remembered, those of the
// inputs before it are.
func TestForget(t *testing.T) {
	c := config(t, "jsonl", "justext")
	c.Duplicates = Duplicates{true, true}
	job := Job{Config: c, Inputs: []string{pagesOf(t, article(1)), pagesOf(t, german)}, Folder: t.TempDir()}
	if _, err := job.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	lost := hashes{exact: 1 << 50, near: 1 << 51}
	job.seen.add(lost)
	if job.seen.find(lost) != ExactDuplicate {
		t.Error("a text that was added is not found")
	}
	if err := job.forget(); err != nil {
		t.Fatal(err)
	}
	if job.seen.find(lost) != Written {
		t.Error("a text that was forgotten is found")
	}
	out, _ := run(t, config(t, "jsonl", "justext"), job.Inputs...)
	lines := parseLines(t, out)
	for _, l := range lines {
		if job.seen.find(c.Duplicates.hashText(l.Text)) == Written {
			t.Errorf("%s is not found", l.URL)
		}
	}
	if len(lines) != 2 || len(job.kept) != 2 {
		t.Errorf("%d lines, kept %q", len(lines), job.kept)
	}
}

// TestHashText: what does not matter to the hashes, and what does.
func TestHashText(t *testing.T) {
	d := Duplicates{true, true}
	text := strings.Repeat("Every word counts here, but one. ", 1) + "The quick brown fox jumps over the lazy dog and runs away from all of the hunters."
	base := d.hashText(text)
	if same := d.hashText("  " + strings.ToUpper(strings.ReplaceAll(text, " ", "\n\t"))); same != base {
		t.Error("white space or case matters")
	}
	if other := d.hashText(text + " more"); other.exact == base.exact {
		t.Error("another text has the same exact hash")
	}
	if short := d.hashText("too few words"); short.near != 0 || short.exact == 0 {
		t.Errorf("%+v", short)
	}
	chinese := strings.Repeat("我们可以看到这个句子没有空格", 5)
	if h := d.hashText(chinese); h.near == 0 || bits.OnesCount64(h.near^d.hashText(chinese+"。").near) > maxDistance {
		t.Errorf("%+v", h)
	}
	if other := d.hashText("Nothing of what is written in this sentence has anything to do with what is written in the one before it, or nearly so."); bits.OnesCount64(other.near^base.near) <= maxDistance {
		t.Error("texts that have nothing in common are near duplicates")
	}
}

// TestRing: a bucket keeps what was added last.
func TestRing(t *testing.T) {
	r := ring{bits: 4}
	if r.find(3, 7, 0) {
		t.Error("an empty ring has a value")
	}
	for v := range uint64(20) {
		r.add(3, v<<8, 8)
	}
	for v := range uint64(20) {
		if r.find(3, v<<8, 0) != (v >= 12) || r.find(2, v<<8, 0) {
			t.Errorf("value %d: %v", v, r.find(3, v<<8, 0))
		}
	}
	if !r.find(3, 19<<8^3, 2) || r.find(3, 19<<8^7, 2) {
		t.Error("distance")
	}
}

// TestCount: words of scripts with and without spaces.
func TestCount(t *testing.T) {
	for _, test := range []struct {
		text         string
		chars, words int
	}{
		{"", 0, 0}, {" \n\t", 3, 0}, {"one", 3, 1}, {" one  two\u00a0three ", 16, 3}, {"日本語", 3, 2}, {"日本語 text", 8, 3},
		{"naïve café", 10, 2}, {"ภาษาไทย", 7, 4}, {"\xff\xfe", 2, 1},
	} {
		if chars, words := count(test.text); chars != test.chars || words != test.words {
			t.Errorf("%q: %d code points and %d words instead of %d and %d", test.text, chars, words, test.chars, test.words)
		}
	}
}

// TestFolder: the pages of a folder are one input, the archives one each; a page
// that cannot be read is reported, and counted as one record.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("b.html", article(1))
	write("a/x.htm", article(2))
	write("a/broken.html.gz", "no gzip")
	write("note.txt", "x")
	writeArchive(t, filepath.Join(dir, "c.warc.gz"), mixed(10, 3))
	out, report := run(t, config(t, "jsonl", "justext"), dir)
	checkCounters(t, out, &report.Total)
	if report.Inputs != 2 || report.Total.Records != 13 || report.Total.Outcomes[Failed] != 1 || report.Total.Damage["unreadable"] != 1 || report.Complete() {
		t.Errorf("%+v", report)
	}
	lines := parseLines(t, out)
	if last := lines[len(lines)-1]; !strings.HasPrefix(last.URL, "file:///") || !strings.HasSuffix(last.URL, "/b.html") || last.Date.IsZero() || last.Length == 0 {
		t.Errorf("%+v", last)
	}
	if err := os.Symlink("/nowhere", filepath.Join(dir, "gone.html")); err != nil {
		t.Fatal(err)
	}
	if _, report := run(t, config(t, "jsonl", "justext"), dir); report.Total.Damage["unreadable"] != 2 {
		t.Errorf("%+v", report.Total.Damage)
	}
}

// TestOffsets: the bytes of the file from offset on, length of them, are the
// record.
func TestOffsets(t *testing.T) {
	dir := archives.Dir(t)
	cut := 0
	for _, name := range []string{"warc/warcfile.warc.gz", "warc/warcfile.warc", "warc/clueweb-quirk.warc.gz", "arc/IAH-20080430204825-00000-blackbook.arc.gz", "warc/good.warc.gz.open"} {
		path := filepath.Join(dir, name)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out, _ := run(t, config(t, "jsonl", "justext"), path)
		for _, l := range parseLines(t, out) {
			if l.Length == 0 || l.Inner != 0 {
				continue
			}
			cut++
			rec, err := warc.NewReader(bytes.NewReader(content[l.Offset : l.Offset+l.Length])).Next()
			if err != nil || field(rec.TargetURI, maxURL) != l.URL {
				t.Errorf("%s: record at %d of %d bytes is not that of %s: error %v", name, l.Offset, l.Length, l.URL, err)
			}
		}
	}
	if cut < 80 {
		t.Errorf("only %d records can be cut out", cut)
	}
}
