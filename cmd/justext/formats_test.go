package main

import (
	"encoding/json"
	"fmt"
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
			if got := justextOf(formatPage, args...); got != (result{out: c.want}) {
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
		if got != (result{out: want + sentence("title") + "\n"}) {
			t.Errorf("%s: %+v", format, got)
		}
	}
}

func TestJSONL(t *testing.T) {
	at := func(text string) int { return strings.Index(formatPage, text) }
	end := func(text string) int { return at(text) + len(text) }
	paragraph := `{"class":"%s","cf_class":"%s","heading":%t,"xpath":"%s","dom_path":"%s","words":%d,"stopwords":0,` +
		`"link_chars":%d,"tags":%d,"start":%d,"end":%d,"reason":"%s","text":"%s"}`
	want := `{"file":"-","algo":"justext","lang":"","encoding":"utf-8","title":"Title & more","paragraphs":[` +
		fmt.Sprintf(paragraph, "good", "short", true, "/html[1]/body[1]/h2[1]", "html.body.h2", 2, 0, 0,
			at("Head"), end("&gt;"), justext.NearestToBad, "Head <1>") + "," +
		fmt.Sprintf(paragraph, "good", "good", false, "/html[1]/body[1]/p[1]", "html.body.p", 8+strings.Count(rest, " "), 0, 1,
			at("Fish"), end(rest), justext.LongEnough, `Fish & chips < \"five\"\npounds &amp; `+rest) + "," +
		fmt.Sprintf(paragraph, "bad", "bad", false, "/html[1]/body[1]/ul[1]/li[1]", "html.body.ul.li", 3, 11, 1,
			at("Menu"), end("Menu &amp; more"), justext.TooManyLinks, "Menu & more") + "]}\n"
	if got := justextOf(formatPage, "-s", "None", "-format", "jsonl"); got != (result{out: want}) {
		t.Errorf("%+v\nwant %s", got, want)
	}
}

func TestJSONLLanguage(t *testing.T) {
	want := `{"file":"-","algo":"justext","lang":"en","encoding":"utf-8","title":"","paragraphs":[]}` + "\n"
	if got := justextOf("", "-s", "English", "-format", "jsonl"); got != (result{out: want}) {
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

		Paragraphs []struct{ Lang string }
	}
	got := justextOf("<p>"+english+"<p>"+greek, "-s", "auto", "-lang-by-paragraph", "-format", "jsonl")
	if err := json.Unmarshal([]byte(got.out), &page); err != nil {
		t.Fatalf("%v: %+v", err, got)
	}
	if page.Lang != "en" || page.By != "words" || page.Margin < 10 || len(page.Paragraphs) != 2 ||
		page.Paragraphs[0].Lang != "" || page.Paragraphs[1].Lang != "el" {
		t.Errorf("%s", got.out)
	}
}

func TestEmptyPage(t *testing.T) {
	for _, f := range formats {
		got := justextOf("<p></p>", "-s", "None", "-format", f.name)
		if f.name == "jsonl" {
			got.out = ""
		}
		if got != (result{}) {
			t.Errorf("%s: %+v", f.name, got)
		}
	}
}
