package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/hostile"
)

// richPage has a heading, links, an image, a list, a table, code and comments, all of
// which -extractor everything and a low threshold keep.
const richPage = `<!DOCTYPE html><html lang=en><head><title>The ferry & the pier | News</title><meta property=og:site_name content=News>
<meta name=author content="Ann Other"><meta property=article:published_time content=2024-05-14T06:40:00Z><body>
<h1>The ferry &amp; the pier</h1><p>After eleven weeks in the dry dock the ferry is back, and we were all at the pier to see it, as
<a href="/old">we said we would</a> be when it left us *alone* with <b>the old boat</b> and its &lt;crew&gt; of three. <img src=boat.png alt="the boat"></p>
<ul><li>It was the first day of the spring and the sun was out over the bay.<li>There was a band that played on the pier for the whole of the day.</ul>
<table><tr><th>day<th>boats<tr><td>one of the days<td>two of them</table>
<h1>The end</h1><p>This is the end of the text, and there is no more of it to be read than what is written here for all of you to see.</p>
<div class=comments><p>I was there too, and I have to say that it was the best day that we have had in the town for a very long time.</p></div>`

var keepAll = map[string][]string{
	"justext":    {"-s", "None", "-length-low", "1", "-length-high", "1", "-stopwords-low", "0", "-stopwords-high", "0"},
	"boilerpipe": {"-extractor", "everything"},
	"victor":     {"-other", "1"},
}

// Each format shows the structure of the content, for every method, and leaves out
// what the flags say.
func TestRenderedFormats(t *testing.T) {
	inFolder(t, map[string]string{"page.html": richPage, "urls.tsv": "\ufeffpage.html\thttps://example.org/a/b\r\n\nother\thttp://x.example/\n"})
	for _, m := range newMethods() {
		for _, c := range []struct{ args, with, without string }{
			{"-format markdown", "# The ferry & the pier|[we said we would](/old)|\\*alone\\*|**the old boat**|<crew>|![the boat](boat.png)|- It was|| day | boats |I was there", "==>"},
			{"-format markdown -urls urls.tsv", "](https://example.org/old)|](https://example.org/a/boat.png)", "](/old"},
			{"-format markdown -links none -images=false", "we said we would", "](|boat.png"},
			{"-format markdown -links reference -urls urls.tsv", "]: https://example.org/old", "](https://example.org/old)"},
			{"-format markdown -tables=false -comments=false", "It was", "boats|I was there"},
			{"-format markdown -title=false", "## The end|After eleven", "The ferry & the pier"},
			{"-format html -title=false", "<title>The ferry &amp; the pier | News</title>|<h2>The end</h2>", "<h1>"},
			{"-format tei -title=false", "<head>The end</head>", "<head>The ferry"},
			{"-format tree -title=false", "The end", `"text":"The ferry & the pier"`},
			{"-format html -urls=urls.tsv", "<!DOCTYPE html>|<html lang=\"en\">|<meta charset=\"utf-8\">|<title>The ferry &amp; the pier | News</title>|<h1>The ferry &amp; the pier</h1>|<a href=\"https://example.org/old\">|<th>day</th>|I was there|</html>", "<div"},
			{"-format html -links none -images=false -tables=false -comments=false", "we said we would", "<a |<img|<table|I was there"},
			{"-format tei -urls urls.tsv", "<TEI |xml:lang=\"en\"|https://example.org/a/b|<ref target=\"https://example.org/old\">|<list|<table|I was there", "xx"},
			{"-format tei -tables=false -links none", "<list", "<table|<ref"},
			{"-format tree -urls urls.tsv", `{"file":"page.html","algo":"` + m.name() + `","tree":{"title":"The ferry & the pier | News","lang":"en","children":[|"kind":"heading"|"target":"https://example.org/old"|"kind":"table"`, "xx"},
			{"-format tree -tables=false -comments=false", `"kind":"list"`, `"kind":"table"|I was there`},
			{"-format meta -urls urls.tsv", `{"file":"page.html","title":"The ferry & the pier","authors":["Ann Other"],"date":"2024-05-14","date_text":"2024-05-14T06:40:00Z","site":"News","lang":"en"|"url":"https://example.org/a/b"`, "algo"},
			{"-format jsonl -urls urls.tsv -fields metadata", `{"file":"page.html","metadata":{"title":"The ferry & the pier","authors":["Ann Other"]|"url":"https://example.org/a/b"`, "algo"},
		} {
			args := append(append(strings.Fields(c.args), "-algo", m.name(), "page.html"), keepAll[m.name()]...)
			got := justextOf("", args...)
			if got.status != 0 || got.errors != "" {
				t.Errorf("%s: %+v", args, got)
			}
			has := func(part string) bool { return strings.Contains(got.out, part) }
			for part := range strings.SplitSeq(strings.ReplaceAll(c.with, " | ", "\x00"), "|") {
				if part = strings.ReplaceAll(part, "\x00", " | "); !has(part) {
					t.Errorf("%s: %q is not in\n%s", args, part, got.out)
				}
			}
			for part := range strings.SplitSeq(c.without, "|") {
				if has(part) {
					t.Errorf("%s: %q is in\n%s", args, part, got.out)
				}
			}
		}
	}
}

// The metadata of jsonl is what -format meta prints.
func TestMetadataIsMeta(t *testing.T) {
	for _, m := range newMethods() {
		var page struct{ Metadata map[string]any }
		var alone map[string]any
		jsonlErr := json.Unmarshal([]byte(justextOf(richPage, "-algo", m.name(), "-format", "jsonl").out), &page)
		metaErr := json.Unmarshal([]byte(justextOf(richPage, "-algo", m.name(), "-format", "meta").out), &alone)
		delete(alone, "file")
		if jsonlErr != nil || metaErr != nil || len(alone) < 6 || fmt.Sprint(page.Metadata) != fmt.Sprint(alone) {
			t.Errorf("%s: %v, %v, %v, %v", m.name(), page.Metadata, alone, jsonlErr, metaErr)
		}
	}
}

// The language of the words helps metadata, but the region that the page declares
// stays.
func TestMetadataLanguage(t *testing.T) {
	english := strings.Repeat("This is the text of a page that has been written in the language that most of us know. ", 8)
	for _, c := range []struct{ lang, algo, want string }{
		{"lang=en-GB", "justext", "en-GB"}, {"lang=en-GB", "victor", "en-GB"}, {"lang=de", "justext", "en"}, {"lang=de", "victor", "de"}, {"", "justext", "en"},
	} {
		var page struct{ Lang string }
		got := justextOf("<html "+c.lang+"><p>"+english, "-algo", c.algo, "-format", "meta")
		if err := json.Unmarshal([]byte(got.out), &page); err != nil || page.Lang != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

func TestAddresses(t *testing.T) {
	inFolder(t, map[string]string{
		"page.html": "<p>x", "d/a b.html": "<a href=/x>" + sentence("x") + "</a>", "good.tsv": "d/../d/a b.html\thttps://example.org/1\n-\thttps://example.org/2\nd/a b.html\thttps://example.org/1",
		"no tab": "\npage.html https://example.org/\n", "no name": "a\thttp://a.b/\n\thttp://a.b/", "tabs": "a\tb\thttp://a.b/", "no scheme": "a\texample.org",
		"script": "a\tjavascript:alert(1)", "odd": "a\thttp://a b/", "twice": "a\thttp://a.b/\n./a\thttp://a.c/", "empty": "", "long": strings.Repeat("x", 2<<20),
	})
	for file, want := range map[string]string{
		"no tab": "-urls no tab, line 2: expected the name of a page, a tab and its address; there is no tab", "no name": "line 2: there is no name", "tabs": "line 1: there are two tabs",
		"no scheme": `line 1: "example.org" is not an address`, "script": `line 1: "javascript:alert(1)" is not an address`, "odd": "line 1", "twice": "line 2: a has the address http://a.b/ in an earlier line",
		"gone": "no such file", "d": "is a directory", "long": "line 1",
	} {
		if got := justextOf("", "-urls", file, "-format", "meta", "page.html"); got.status != 2 || got.out != "" || !strings.Contains(got.errors, want) {
			t.Errorf("%s: %+v, want %s", file, got, want)
		}
	}
	for _, file := range []string{"good.tsv", "empty"} {
		for _, name := range []string{"d/a b.html", "./d/a b.html", "d", "-"} {
			got := justextOf("<a href=/x>"+sentence("x")+"</a>", "-urls", file, "-format", "meta", name)
			if got.status != 0 || strings.Contains(got.out, `"url":"https://example.org/`) != (file == "good.tsv") {
				t.Errorf("%s, %s: %+v", file, name, got)
			}
		}
	}
	if got := justextOf("", "-urls", "good.tsv", "-format", "meta", "-o", "good.tsv", "-f", "page.html"); got.status != 2 || !strings.Contains(got.errors, "the addresses of -urls") {
		t.Errorf("%+v", got)
	}
}

func TestRenderingFlagErrors(t *testing.T) {
	for args, want := range map[string]string{
		"-links none":                               "-links works only with -format markdown, html, tei or tree",
		"-format jsonl -tables=false":               "-tables works only with -format markdown, html, tei or tree",
		"-format meta -images=false":                "-images works only",
		"-format tree -links none":                  "-links does not work with -format tree",
		"-format html -links reference":             "-links reference works only with -format markdown",
		"-format markdown -links all":               "expected inline, reference or none",
		"-urls x":                                   "-urls works only with -format jsonl, markdown, html, tei, tree or meta",
		"-format jsonl -title=false":                "-title works only with -format markdown, html, tei or tree",
		"-format text -comments=false":              "-comments works only",
		"-format html -as-written":                  "-as-written works only with -algo boilerpipe",
		"-algo boilerpipe -format html -as-written": "-as-written works only with -format highlight",
		"-format markdown -fields text":             "-fields works only with -format jsonl",
		"-format tei -resume -o x":                  "-resume works only with -format jsonl, tree or meta",
	} {
		if got := justextOf("", strings.Fields(args)...); got.status != 2 || !strings.Contains(got.errors, want) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
}

// Golden pages and pages of odd and hostile shapes give well-formed output in every format, by every method, in
// which nothing runs; what fails does not end the run.
func TestRenderedOddPages(t *testing.T) {
	active := `<p onclick=x()>` + sentence("word") + `<a href="javascript:x()">a</a><a href=" JaVa&#10;script:x">b</a><img src="data:text/html,x" onerror=x() alt="]]></p><script>">` +
		`<svg onload=x()><script>x()</script></svg><iframe src=x></iframe><math href="javascript:x()">y</math><form action=x><input></form><meta http-equiv=refresh content=0>`
	pages := map[string]string{"active": active, "binary.gz": "\x1f\x8bxx", "controls": controlPage(), "rich": richPage}
	for name, page := range hostile.OddPages {
		pages[strings.ReplaceAll(name, " ", "-")] = page
	}
	golden, err := filepath.Glob("../../testdata/golden/*.html")
	if err != nil || len(golden) == 0 {
		t.Fatal("no golden pages", err)
	}
	for _, file := range golden {
		pages[strings.TrimSuffix(filepath.Base(file), ".html")] = readFile(t, file)
	}
	for _, shape := range hostile.Sample(hostile.Shapes, 0, 6) {
		pages[strings.ReplaceAll(shape.Name, " ", "-")] = string(shape.Page(shape.N / 16))
	}
	files := map[string]string{"urls": "p/active.html\thttps://example.org/\n"}
	for name, page := range pages {
		files["p/"+name+".html"] = page
	}
	inFolder(t, files)
	for _, m := range newMethods() {
		for _, f := range formats {
			if f.needs&needsAddress == 0 {
				continue
			}
			folder := m.name() + "." + f.name
			args := append([]string{"-algo", m.name(), "-format", f.name, "-urls", "urls", "-quiet", "-d", folder, "p"}, keepAll[m.name()]...)
			got := justextOf("", args...)
			if got.status != 1 || strings.Count(got.errors, "\n") > 1 {
				t.Errorf("%s: %+v", args, got)
			}
			for name := range pages {
				file := filepath.Join(folder, "p", name+".html"+f.extension)
				text, err := os.ReadFile(file)
				if err != nil && name != "binary.gz" {
					t.Error(err)
				}
				checkRendered(t, file, string(text), f)
			}
		}
	}
}

// checkRendered checks that an output is well formed and inert.
func checkRendered(t *testing.T, name, text string, f format) {
	t.Helper()
	if c := forbidden(text, f.hasErrors); c != 0 {
		t.Errorf("%s has %U", name, c)
	}
	switch {
	case text == "":
	case f.hasErrors && !json.Valid([]byte(text)):
		t.Errorf("%s is not JSON: %.200q", name, text)
	case f.name == "tei":
		decoder := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
		}
	case f.name == "html":
		checkInert(t, name, text)
	}
}

func checkInert(t *testing.T, name, text string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		switch n.Data {
		case "script", "iframe", "form", "svg", "object", "style", "base":
			if n.Type == html.ElementNode {
				t.Errorf("%s has the element %s", name, n.Data)
			}
		}
		for _, a := range n.Attr {
			scheme, _, _ := strings.Cut(strings.ToLower(strings.Join(strings.Fields(a.Val), "")), ":")
			if strings.HasPrefix(a.Key, "on") || a.Key == "http-equiv" || (a.Key == "href" || a.Key == "src") && (scheme == "javascript" || scheme == "data") {
				t.Errorf("%s has %s=%q", name, a.Key, a.Val)
			}
		}
	}
}

// A page that fails in its middle gives what came before, and one that has no place in
// memory a limit.
func TestRenderedPartialPages(t *testing.T) {
	inFolder(t, map[string]string{"long.html": "<title>t</title><h1>" + sentence("head") + "</h1><p>" + sentence("first") + "<p>" + strings.Repeat(sentence("more")+"<p>", 100), "b.html": richPage})
	for _, m := range newMethods() {
		for _, f := range formats {
			if f.needs == 0 {
				continue
			}
			args := append([]string{"-algo", m.name(), "-format", f.name, "-max-bytes", "3000", "-quiet", "long.html", "gone.html", "b.html"}, keepAll[m.name()]...)
			got := justextOf("", args...)
			if got.status != 1 || f.name != meta && !strings.Contains(got.out, "first") || !strings.Contains(got.out, "ferry") ||
				strings.Count(got.out+got.errors, "more than 3000 bytes") != 1 || strings.Count(got.out+got.errors, "no such file") != 1 {
				t.Errorf("%s: %+v", args, got)
			}
		}
	}
}

// -resume works with all formats of JSON.
func TestResumeRendered(t *testing.T) {
	inFolder(t, map[string]string{"d/a.html": richPage, "d/b.html": "<p>" + sentence("b")})
	for _, name := range []string{treeJSON, meta} {
		args := []string{"-format", name, "-quiet", "-resume", "-o", "out." + name, "d"}
		if got := justextOf("", args...); got != (ran{}) {
			t.Fatalf("%s: %+v", name, got)
		}
		want := readFile(t, "out."+name)
		if err := os.WriteFile("out."+name, []byte(want[:len(want)-3]), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := justextOf("", args...); got != (ran{}) || readFile(t, "out."+name) != want {
			t.Errorf("%s: %+v, %q", name, got, readFile(t, "out."+name))
		}
		if got := justextOf("", append(args, "-urls", "/dev/null", "-format", "jsonl")...); got.status != 2 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
