package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
)

// The page of these tests: a heading, good text with a line feed, what is to be
// escaped, and a <br>, and a menu. Its outputs were derived by hand.
var (
	rest       = sentence("good")
	formatPage = "<html><head><title> Title\n&amp; more</title></head><body>\n" +
		"<h2>Head &lt;1&gt;</h2>\n" +
		"<p>Fish &amp; chips &lt; \"five\"\n  pounds &amp;amp;<br>" + rest + "</p>\n" +
		"<ul><li><a href=\"/\">Menu &amp; more</a></li></ul></body></html>\n"
	first   = "Fish & chips < \"five\"\npounds &amp;"
	escaped = "Fish &amp; chips &lt; \"five\"\npounds &amp;amp; " + rest
)

func TestFormats(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"default", "<h> Head &lt;1&gt;\n<p> " + escaped + "\n"},
		{"boilerplate", "<h> Head &lt;1&gt;\n<p> " + escaped + "\n<b> Menu &amp; more\n"},
		{"detailed", `<p class="good" cfclass="short" heading="1" xpath="/html[1]/body[1]/h2[1]"> Head &lt;1&gt;` + "\n" +
			`<p class="good" cfclass="good" heading="0" xpath="/html[1]/body[1]/p[1]"> ` + escaped + "\n" +
			`<p class="bad" cfclass="bad" heading="0" xpath="/html[1]/body[1]/ul[1]/li[1]"> Menu &amp; more` + "\n"},
		{"krdwrd", "2\tHead <1>\n3\t" + first + "\n3\t\n3\t" + rest + "\n1\tMenu & more\n"},
		{"text", "Head <1>\n\n" + first + " " + rest + "\n"},
		{"default -no-headings", "<p> " + escaped + "\n"},
		{"boilerplate -no-headings", "<b> Head &lt;1&gt;\n<p> " + escaped + "\n<b> Menu &amp; more\n"},
	} {
		for _, preset := range []string{"", " -python"} {
			args := strings.Fields("-s None -format " + c.args + preset)
			if got := justextOf(formatPage, args...); got != (ran{out: c.want}) {
				t.Errorf("%s: %+v\nwant %q", args, got, c.want)
			}
		}
	}
}

func TestNoHeadingsHaveNoHeading(t *testing.T) {
	page := "<h2>" + sentence("title") + "</h2>"
	for format, want := range map[string]string{
		"default":  "<p> ",
		"krdwrd":   "3\t",
		"detailed": `<p class="good" cfclass="good" heading="0" xpath="/html[1]/body[1]/h2[1]"> `,
	} {
		got := justextOf(page, "-s", "None", "-no-headings", "-format", format)
		if got != (ran{out: want + sentence("title") + "\n"}) {
			t.Errorf("%s: %+v", format, got)
		}
	}
}

func TestJSONL(t *testing.T) {
	at := func(text string) int { return strings.Index(formatPage, text) }
	end := func(text string) int { return at(text) + len(text) }
	block := `{"keep":%t,"kind":"%s","text":"%s","new_line":true,"start":%d,"end":%d%s,"class":"%s","cf_class":"%s","reason":"%s","heading":%t,` +
		`"xpath":"%s","dom_path":"%s","words":%d,"stopwords":0,"link_chars":%d,"tags":%d}`
	want := `{"file":"-","algo":"justext","title":"Title & more","lang":"","encoding":"utf-8",` +
		`"text":"Head <1>\n\nFish & chips < \"five\"\npounds &amp; ` + rest + `","metadata":{"title":"Title & more"},"blocks":[` +
		fmt.Sprintf(block, true, "heading", "Head <1>", at("Head"), end("&gt;"), `,"level":2`, "good", "short", justext.NearestToBad, true,
			"/html[1]/body[1]/h2[1]", "html.body.h2", 2, 0, 0) + "," +
		fmt.Sprintf(block, true, "text", `Fish & chips < \"five\"\npounds &amp; `+rest, at("Fish"), end(rest), "", "good", "good", justext.LongEnough, false,
			"/html[1]/body[1]/p[1]", "html.body.p", 8+strings.Count(rest, " "), 0, 1) + "," +
		fmt.Sprintf(block, false, "list", "Menu & more", at("Menu"), end("Menu &amp; more"), "", "bad", "bad", justext.TooManyLinks, false,
			"/html[1]/body[1]/ul[1]/li[1]", "html.body.ul.li", 3, 11, 1) + "]}\n"
	if got := justextOf(formatPage, "-s", "None", "-format", "jsonl"); got != (ran{out: want}) {
		t.Errorf("%+v\nwant %s", got, want)
	}
}

// The fields that every method has are the same, in the same order; text is what
// -format text prints.
func TestJSONLCore(t *testing.T) {
	type core struct {
		File, Algo, Title, Lang, Encoding, Text *string
		Blocks                                  []struct {
			Keep       *bool
			Kind, Text *string
			NewLine    *bool `json:"new_line"`
			Start, End *int
		}
	}
	for _, m := range newMethods() {
		got := justextOf(formatPage, "-algo", m.name(), "-format", "jsonl")
		var page core
		if err := json.Unmarshal([]byte(got.out), &page); err != nil || got.status != 0 {
			t.Fatalf("%v: %+v", err, got)
		}
		if *page.File != "-" || *page.Algo != m.name() || *page.Title != "Title & more" || *page.Encoding != "utf-8" || page.Lang == nil || len(page.Blocks) == 0 {
			t.Errorf("%s: %s", m.name(), got.out)
		}
		text := justextOf(formatPage, "-algo", m.name(), "-format", "text").out
		if *page.Text+"\n" != text {
			t.Errorf("%s: %q, want %q", m.name(), *page.Text, text)
		}
		for i, b := range page.Blocks {
			if b.Keep == nil || b.Kind == nil || b.Text == nil || b.NewLine == nil || *b.End <= *b.Start {
				t.Errorf("%s: block %d lacks a field: %s", m.name(), i, got.out)
			}
		}
		if head := `{"file":"-","algo":"` + m.name() + `","title":"Title & more","lang":"`; !strings.HasPrefix(got.out, head) {
			t.Errorf("%s: order of fields: %.200s", m.name(), got.out)
		}
		if !strings.Contains(got.out, `"blocks":[{"keep":`) {
			t.Errorf("%s: order of fields: %s", m.name(), got.out)
		}
	}
}

// keysOf returns the names of the fields of a page and of its blocks.
func keysOf(t *testing.T, line string) (ofPage, ofBlocks map[string]bool) {
	t.Helper()
	var page map[string]json.RawMessage
	var blocks []map[string]any
	if err := json.Unmarshal([]byte(line), &page); err != nil {
		t.Fatalf("%v: %q", err, line)
	}
	if page["blocks"] != nil {
		if err := json.Unmarshal(page["blocks"], &blocks); err != nil {
			t.Fatal(err)
		}
	}
	ofPage, ofBlocks = make(map[string]bool), make(map[string]bool)
	for name := range page {
		ofPage[name] = true
	}
	for _, b := range blocks {
		for name := range b {
			ofBlocks[name] = true
		}
	}
	return ofPage, ofBlocks
}

// Every field that is written is known to -fields and stands in the package
// comment, and every other one is too but for those that pages seldom have.
func TestFieldNames(t *testing.T) {
	comment := readFile(t, "doc.go")
	for _, m := range newMethods() {
		gotPage, gotBlocks := keysOf(t, justextOf(formatPage, "-algo", m.name(), "-format", "jsonl").out)
		delete(gotPage, "file")
		ofPage, ofBlock := m.fields()
		for got, known := range map[*map[string]bool][]string{&gotPage: append(ofPage, pageFields...), &gotBlocks: append(ofBlock, blockFields...)} {
			for _, name := range known {
				if !(*got)[name] && !slices.Contains(seldomFields, name) && name != "lang" {
					t.Errorf("%s has no field %s", m.name(), name)
				}
				if !strings.Contains(comment, name) {
					t.Errorf("the package comment has no field %s", name)
				}
				delete(*got, name)
			}
			if len(*got) > 0 {
				t.Errorf("%s: -fields does not know %v", m.name(), *got)
			}
		}
	}
}

func TestFields(t *testing.T) {
	for _, c := range []struct{ fields, want string }{
		{"file", `{"file":"-"}`},
		{"title", `{"file":"-","title":"Title & more"}`},
		{"title,algo", `{"file":"-","algo":"justext","title":"Title & more"}`},
		{"blocks.keep,lang", `{"file":"-","lang":"","blocks":[{"keep":true},{"keep":true},{"keep":false}]}`},
		{"blocks.class,blocks.kind", `{"file":"-","blocks":[{"kind":"heading","class":"good"},{"kind":"text","class":"good"},{"kind":"list","class":"bad"}]}`},
		{"blocks.level", `{"file":"-","blocks":[{"level":2},{},{}]}`},
	} {
		if got := justextOf(formatPage, "-s", "None", "-format", "jsonl", "-fields", c.fields); got != (ran{out: c.want + "\n"}) {
			t.Errorf("%s: %+v\nwant %s", c.fields, got, c.want)
		}
	}
	all := justextOf(formatPage, "-s", "None", "-format", "jsonl")
	if got := justextOf(formatPage, "-s", "None", "-format", "jsonl", "-fields", "algo,title,lang,encoding,text,metadata,blocks,blocks.keep"); got != all {
		t.Errorf("%+v\nwant %+v", got, all)
	}
	if got := justextOf("", "-format", "jsonl", "-fields", "title", "none.html"); got.out != `{"file":"none.html","error":"no such file or directory"}`+"\n" {
		t.Errorf("%+v", got)
	}
}

func TestJSONLLanguage(t *testing.T) {
	want := `{"file":"-","algo":"justext","title":"","lang":"en","encoding":"utf-8","text":"","metadata":{},"blocks":[]}` + "\n"
	if got := justextOf("", "-s", "English", "-format", "jsonl"); got != (ran{out: want}) {
		t.Errorf("%+v, want %s", got, want)
	}
}

// TestJSONLAuto: what was found, by what and how clearly; and the language of a
// paragraph that is in another.
func TestJSONLAuto(t *testing.T) {
	english := strings.Repeat("This is the text of a page that has been written in the language that most of us know. ", 4)
	greek := "Αυτό είναι ένα κείμενο στα ελληνικά που συνεχίζεται για λίγο ακόμα."
	var page struct {
		Lang   string  `json:"lang"`
		By     string  `json:"lang_by"`
		Margin float64 `json:"lang_margin"`

		Blocks []struct{ Lang string }
	}
	got := justextOf("<p>"+english+"<p>"+greek, "-s", "auto", "-lang-by-paragraph", "-format", "jsonl")
	if err := json.Unmarshal([]byte(got.out), &page); err != nil {
		t.Fatalf("%v: %+v", err, got)
	}
	if page.Lang != "en" || page.By != "words" || page.Margin < 10 || len(page.Blocks) != 2 ||
		page.Blocks[0].Lang != "" || page.Blocks[1].Lang != "el" {
		t.Errorf("%s", got.out)
	}
}

func TestEmptyPage(t *testing.T) {
	for _, m := range newMethods() {
		for _, f := range formatsOf(m) {
			got := justextOf("<p></p>", "-algo", m.name(), "-format", f.name)
			if f.hasErrors || f.name == "html" || f.name == "tei" || f.name == highlight {
				got.out = ""
			}
			if got != (ran{}) {
				t.Errorf("%s, %s: %+v", m.name(), f.name, got)
			}
		}
	}
}

// blockPage is a page for boilerpipe: a menu, two paragraphs, a footer.
const blockPage = "<title>Fish &amp; chips</title><ul><li><a href=/>Menu</a></ul><h2>Fish & chips</h2>" +
	"<p>one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen &lt;18&gt;<p>last words of it<p><a href=#>About us</a>"

func TestBoilerpipeFormats(t *testing.T) {
	const words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
	for _, c := range []struct{ args, want string }{
		{"", "<p> Menu\n<p> Fish &amp; chips\n<p> " + words + "&lt;18&gt;\n<p> last words of it\n"},
		{"-format text", "Menu\nFish & chips\n" + words + "<18>\nlast words of it\n"},
		{"-format text -extractor everything", "Menu\nFish & chips\n" + words + "<18>\nlast words of it\nAbout us\n"},
		{"-format text -extractor everything=5", words + "<18>\n"},
		{"-extractor num-words-rules", "<h> Fish &amp; chips\n<p> " + words + "&lt;18&gt;\n<p> last words of it\n"},
		{"-format jsonl -extractor everything=5 -fields text,extractor,blocks.keep,blocks.kind,blocks.start,blocks.words,blocks.wrapped_words,blocks.link_density,blocks.list_item",
			`{"file":"-","text":"` + words + `<18>","blocks":[` +
				`{"keep":false,"kind":"list","start":49,"words":1,"wrapped_words":1,"link_density":1,"list_item":true},` +
				`{"keep":false,"kind":"heading","start":66,"words":2,"wrapped_words":2,"link_density":0,"list_item":false},` +
				`{"keep":true,"kind":"text","start":86,"words":18,"wrapped_words":14,"link_density":0,"list_item":false},` +
				`{"keep":false,"kind":"text","start":206,"words":4,"wrapped_words":4,"link_density":0,"list_item":false},` +
				`{"keep":false,"kind":"text","start":235,"words":2,"wrapped_words":2,"link_density":1,"list_item":false}],"extractor":"everything=5"}` + "\n"},
	} {
		if got := justextOf(blockPage, strings.Fields("-algo boilerpipe "+c.args)...); got != (ran{out: c.want}) {
			t.Errorf("%s: %+v\nwant %q", c.args, got, c.want)
		}
	}
	got := justextOf(blockPage, "-algo", "boilerpipe", "-format", "highlight", "-extractor", "everything=5")
	if want := `<P><span class="x-boilerpipe-mark1">` + words; !strings.Contains(got.out, want) || !strings.HasSuffix(got.out, "</HTML>\n") || strings.Contains(got.out, "mark1\">Menu") {
		t.Errorf("html: %+v", got)
	}
}

// TestBoilerpipeFiles works on several pages, of which some fail.
func TestBoilerpipeFiles(t *testing.T) {
	inFolder(t, map[string]string{"a.html": "<p>" + "中文字中文字，中文字中文字。", "b.html": "<p>b"})
	got := justextOf("", "-algo", "boilerpipe", "-extractor", "everything=5", "-words-by-script", "-quiet", "-format", "text", "a.html", "none.html", "b.html")
	if want := (ran{1, "==> a.html <==\n中文字中文字，中文字中文字。\n", "justext: none.html: no such file or directory\n"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	got = justextOf("", "-algo", "boilerpipe", "-format", "jsonl", "none.html")
	if got.status != 1 || got.out != `{"file":"none.html","error":"no such file or directory"}`+"\n" {
		t.Errorf("%+v", got)
	}
	if got = justextOf("", "-algo", "boilerpipe", "-format", "highlight", "none.html"); got.status != 1 || got.out != "" {
		t.Errorf("%+v", got)
	}
	got = justextOf("<p>\xff", "-algo", "boilerpipe", "-encoding", "utf-8", "-enc-errors", "strict")
	if got.status != 1 || !strings.Contains(got.errors, "justext: -: the page has bytes that its encoding does not have") {
		t.Errorf("%+v", got)
	}
}
