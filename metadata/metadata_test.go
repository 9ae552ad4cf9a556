package metadata

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// fullPage has every field, each in more than one place.
const fullPage = `<!DOCTYPE html>
<html lang="en-GB"><head><title>Rain &amp; Snow - The Daily Cloud</title>
<link rel="canonical" href="/2021/05/12/rain">
<base href="https://cloud.example.org/">
<meta property="og:title" content="Rain &amp;amp; Snow | The Daily Cloud"><meta property="og:site_name" content="The Daily Cloud">
<meta name="description" content="Wet."><meta property="og:image" content="/rain.png"><meta property="og:type" content="article">
<meta name="keywords" content="rain, snow"><meta property="article:section" content="Weather">
<meta property="article:published_time" content="2021-05-12T23:30:00-05:00">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
 {"@type":"NewsArticle","headline":"Rain &amp; Snow","datePublished":"2021-05-12T23:30:00-05:00","dateModified":"2021-05-14",
  "author":[{"@id":"#ann"},{"@type":"Person","name":"Bob Else"}],"publisher":{"@type":"Organization","name":"The Daily Cloud"},
  "comment":[{"@type":"Comment","author":{"name":"Troll"}}], "license":"https://creativecommons.org/licenses/by-sa/4.0/",},
 {"@type":"Person","@id":"#ann","name":"Ann Other"}]}</script></head>
<body><h1>Rain &amp; Snow</h1><p class="byline">By Ann Other and Bob Else, Weather Editor</p><p>12 May 2021</p>
<p>It rained on 3 January 2020.</p><footer>© 2021</footer></body></html>`

func extract(t *testing.T, source string, known Known) *Metadata {
	t.Helper()
	m, err := newTestExtractor(t).Extract(strings.NewReader(source), known)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFields reads a page that has every field.
func TestFields(t *testing.T) {
	m := extract(t, fullPage, Known{URL: "https://cloud.example.org/2021/05/12/rain"})
	for _, test := range []struct {
		field string
		got   Value
		text  string
		by    Source
	}{
		{"title", m.Title.Value, "Rain & Snow", Heading},
		{"published", m.Published.Value, "2021-05-12T23:30:00-05:00", Meta},
		{"modified", m.Modified.Value, "2021-05-14", JSONLD},
		{"site", m.Site.Value, "The Daily Cloud", Meta},
		{"language", m.Language.Value, "en-GB", Attribute},
		{"url", m.URL.Value, "https://cloud.example.org/2021/05/12/rain", Link},
		{"description", m.Description.Value, "Wet.", Meta},
		{"image", m.Image.Value, "https://cloud.example.org/rain.png", Meta},
		{"type", m.Type.Value, "article", JSONLD},
		{"license", m.License.Value, "CC BY-SA 4.0", JSONLD},
	} {
		if test.got.Text != test.text || test.got.Source != test.by {
			t.Errorf("%s: got %q by %v, want %q by %v", test.field, test.got.Text, test.got.Source, test.text, test.by)
		}
	}
	if m.Published.Day != "2021-05-12" {
		t.Errorf("day %s, want that of the value's own zone", m.Published.Day)
	}
	for _, test := range []struct {
		field string
		got   List
		want  []string
	}{
		{"authors", m.Authors, []string{"Ann Other", "Bob Else"}},
		{"tags", m.Tags, []string{"rain", "snow"}},
		{"categories", m.Categories, []string{"Weather"}},
	} {
		if !slices.Equal(test.got.Texts(), test.want) {
			t.Errorf("%s: got %q, want %q", test.field, test.got.Texts(), test.want)
		}
	}
}

// TestPlaces: the byte range of each value has it in the page.
func TestPlaces(t *testing.T) {
	m := extract(t, fullPage, Known{})
	for want, v := range map[string]Value{
		"Rain &amp; Snow": m.Title.Value, "2021-05-12T23:30:00-05:00": m.Published.Value, "The Daily Cloud": m.Site.Value,
		"en-GB": m.Language.Value, "Wet.": m.Description.Value, "/rain.png": m.Image.Value, "Ann Other": m.Authors.Values[0],
	} {
		if got := fullPage[v.Start:v.End]; got != want {
			t.Errorf("%q stands at %q, want %q", v.Text, got, want)
		}
	}
}

// TestPlacesOfText: character references and white space of any kind before and in a value
// do not shift its byte range.
func TestPlacesOfText(t *testing.T) {
	for _, test := range []struct{ page, text, place string }{
		{"<h1>A</h1><p>x&nbsp;&amp; \u00a0 y\u00ad</p><p>By Ann\u00a0Other</p>", "Ann Other", "By Ann\u00a0Other"},
		{"<h1> A &eacute;&nbsp; b&shy;c </h1>", "A é bc", "A &eacute;&nbsp; b&shy;c"},
		{"<h1>A <i>b</i>\n c&lt;</h1>", "A b c<", "A <i>b</i>\n c&lt;"},
	} {
		m := extract(t, test.page, Known{})
		v := m.Title.Value
		if len(m.Authors.Values) > 0 {
			v = m.Authors.Values[0]
		}
		if got := test.page[v.Start:v.End]; v.Text != test.text || got != test.place {
			t.Errorf("%q stands at %q, want %q at %q", v.Text, got, test.text, test.place)
		}
	}
}

// dates of pages, by the rule that each is there for.
var dateTests = []struct{ rule, page, url, want string }{
	{"meta", `<meta property="article:published_time" content="2019-10-14T08:00:00+02:00">`, "", "2019-10-14"},
	{"meta before JSON-LD", `<meta name="date" content="2019-10-13"><meta property="article:published_time" content="2019-10-14"><script type="application/ld+json">{"@type":"Article","datePublished":"2019-10-15"}</script>`, "", "2019-10-14"},
	{"JSON-LD", `<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2019-10-14"}</script>`, "", "2019-10-14"},
	{"a page's date that is not shown", `<script type="application/ld+json">{"@type":"WebPage","datePublished":"2019-10-14"}</script><h1>A b c</h1>`, "", ""},
	{"a page's date that is shown", `<script type="application/ld+json">{"@type":"WebPage","datePublished":"2019-10-14"}</script><title>A b c</title><h1>A b c</h1><p>14 Oct 2019`, "", "2019-10-14"},
	{"itemprop", `<h1>A</h1><span itemprop="datePublished" content="2019-10-14">x</span>`, "", "2019-10-14"},
	{"time", `<h1>A</h1><time datetime="2019-10-14T10:00:00Z">today</time>`, "", "2019-10-14"},
	{"address", `<h1>A</h1>`, "https://example.org/2019/10/14/a", "2019-10-14"},
	{"address of an archive", `<h1>A</h1>`, "https://web.archive.org/web/20200101000000/http://example.org/2019/10/14/a", "2019-10-14"},
	{"text near the headline", `<h1>A</h1><p>By Ann Other, October 14, 2019</p>`, "", "2019-10-14"},
	{"a label far from the headline", `<h1>A</h1><p>` + strings.Repeat("word ", 500) + `</p><p>Posted on 14 Oct 2019</p>`, "", "2019-10-14"},
	{"the only date", `<h1>A</h1><p>` + strings.Repeat("word ", 500) + `</p><p>14 Oct 2019</p>`, "", "2019-10-14"},
	{"a copyright line", `<h1>A</h1><p>© 14 Oct 2019 Ann Other</p>`, "", ""},
	{"another article's date", `<h1>A</h1><div class="related"><p>14 Oct 2019</p></div>`, "", ""},
	{"the future", `<meta property="article:published_time" content="2188-10-14">`, "", ""},
	{"a home page", `<h1>A</h1><p>14 Oct 2019</p>`, "https://example.org/", ""},
	{"a product", `<meta property="og:type" content="product"><h1>A</h1><p>14 Oct 2019</p>`, "", ""},
	{"a list", `<h1>A</h1><p>14 Oct 2019</p><p>12 Oct 2019</p><p>10 Oct 2019</p>`, "", ""},
	{"accepted on", `<h1>A</h1><p>Accepted on 12 Oct 2019</p><p>Published on 14 Oct 2019</p>`, "", "2019-10-14"},
	{"updated", `<h1>A</h1><p>Posted 14 Oct 2019</p><p>Updated 20 Oct 2019</p>`, "", "2019-10-14"},
	{"published anew", `<meta name="date" content="2018-01-02"><h1>A</h1><p>14 Oct 2019</p>`, "", "2019-10-14"},
	{"UTC and the site's own zone", `<meta property="article:published_time" content="2019-10-15T02:00:00Z"><h1>A</h1><p>Oct. 14, 2019</p>`, "", "2019-10-14"},
	{"day and month as programs are told", `<meta property="article:published_time" content="2021-01-11"><h1>A</h1><p>11/01/2021</p>`, "", "2021-01-11"},
	{"dots are day first", `<h1>A</h1><p>11.01.2021</p>`, "", "2021-01-11"},
	{"slashes by the language", `<html lang=en-GB><h1>A</h1><p>11/01/2021</p>`, "", "2021-01-11"},
	{"slashes in the United States", `<html lang=en-US><h1>A</h1><p>11/01/2021</p>`, "", "2021-11-01"},
}

func TestDatesOfPages(t *testing.T) {
	for _, test := range dateTests {
		if got := extract(t, test.page, Known{URL: test.url}).Published.Day; got != test.want {
			t.Errorf("%s: got %q, want %q", test.rule, got, test.want)
		}
	}
}

func TestModified(t *testing.T) {
	m := extract(t, `<h1>A</h1><p>Posted 14 Oct 2019</p><p>Updated 20 Oct 2019</p>`, Known{})
	if m.Published.Day != "2019-10-14" || m.Modified.Day != "2019-10-20" {
		t.Errorf("published %s, modified %s, want 2019-10-14 and 2019-10-20", m.Published.Day, m.Modified.Day)
	}
}

// TestCrawled: no date is later than the crawl, and relative dates count from it.
func TestCrawled(t *testing.T) {
	crawled := time.Date(2019, 10, 17, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct{ page, want string }{
		{`<h1>A</h1><p>Posted 3 days ago</p>`, "2019-10-14"},
		{`<html lang=de><h1>A</h1><p>vor 3 Tagen</p>`, "2019-10-14"},
		{`<html lang=fr><h1>A</h1><p>il y a 3 jours</p>`, "2019-10-14"},
		{`<h1>A</h1><p>yesterday</p>`, "2019-10-16"},
		{`<h1>A</h1><p>20 October 2019</p>`, ""},
	} {
		if got := extract(t, test.page, Known{Crawled: crawled}).Published.Day; got != test.want {
			t.Errorf("%s: got %q, want %q", test.page, got, test.want)
		}
		if got := extract(t, test.page, Known{}).Published.Day; strings.Contains(test.page, "20 October") != (got != "") {
			t.Errorf("%s: got %q without the day of the crawl", test.page, got)
		}
	}
}

// titles of pages, by the rule that each is there for.
var titleTests = []struct{ rule, page, want string }{
	{"the heading that fits", `<title>Big news today - Site</title><h1>Site</h1><h1>Big news today</h1>`, "Big news today"},
	{"a heading that is the site", `<meta property="og:site_name" content="My Site"><meta property="og:title" content="Big news today"><h1>My Site</h1>`, "Big news today"},
	{"a site's name behind", `<meta property="og:site_name" content="My Site"><title>Big news today | My Site</title>`, "Big news today"},
	{"two kickers", `<meta property="og:title" content="East: Big news today"><h1><span>Far away</span> Big news today</h1>`, "Big news today"},
	{"two kickers, one of them without an element", `<meta property="og:title" content="East: Big news today"><h1>Far away: Big news today</h1>`, "Far away: Big news today"},
	{"one kicker", `<meta property="og:title" content="Far away: Big news today"><h1><span>Far away:</span> Big news today</h1>`, "Far away: Big news today"},
	{"a section at the end", `<meta property="article:section" content="World"><meta property="og:title" content="Big news - today – World">`, "Big news - today"},
	{"a section before the site's name", `<meta property="og:site_name" content="My Site"><meta name="content_category" content="World"><title>Big news today-World | My Site</title>`, "Big news today"},
	{"a section without a mark", `<meta property="article:section" content="World"><title>- Big news of the World</title>`, "- Big news of the World"},
	{"a title that is the section", `<meta property="article:section" content="World"><title>World</title>`, "World"},
	{"a site's name before", `<meta property="og:site_name" content="My Site"><title>My Site: Big news today</title>`, "Big news today"},
	{"a site's name and more", `<meta property="og:site_name" content="My Site"><title>Big news today | My Site | by Ann Other</title>`, "Big news today"},
	{"a mark of the title's own", `<meta property="og:site_name" content="My Site"><title>Big news - what now? | My Site</title>`, "Big news - what now?"},
	{"a kicker in the heading", `<meta property="og:title" content="Big news today"><h1><span>Weather</span> Big news today</h1>`, "Big news today"},
	{"JSON-LD and og:title against the heading", `<meta property="og:title" content="Big news today"><script type="application/ld+json">{"@type":"NewsArticle","headline":"Big news today"}</script><h1>Other news today</h1>`, "Big news today"},
	{"a heading that nothing supports", `<title>Big news today</title><h1>Read more</h1>`, "Big news today"},
	{"a title that was cut off", `<meta property="og:title" content="Big news of the day and mo..."><h1>Big news of the day and more</h1>`, "Big news of the day and more"},
	{"a permalink's mark", `<h1>Big news today¶</h1>`, "Big news today"},
	{"an svg's title", `<svg><title>icon</title></svg><title>Big news today</title>`, "Big news today"},
}

func TestTitles(t *testing.T) {
	for _, test := range titleTests {
		if got := extract(t, test.page, Known{}).Title.Text; got != test.want {
			t.Errorf("%s: got %q, want %q", test.rule, got, test.want)
		}
	}
}

// authors of pages, by the rule that each is there for.
var authorTests = []struct{ rule, page, want string }{
	{"JSON-LD", `<script type="application/ld+json">{"@type":"Article","author":{"@type":"Person","name":"Ann Other"}}</script>`, "Ann Other"},
	{"not those of comments", `<script type="application/ld+json">{"@type":"Article","comment":[{"author":{"name":"Bob Else"}}]}</script>`, ""},
	{"the site where a person is named", `<meta property="og:site_name" content="My Site"><script type="application/ld+json">{"@type":"Article","author":{"name":"My Site"}}</script><h1>A</h1><p>By Ann Other</p>`, "Ann Other"},
	{"meta", `<meta name="author" content="Ann Other; Bob Else">`, "Ann Other|Bob Else"},
	{"an address in a meta", `<meta property="article:author" content="https://www.example.com/ann">`, ""},
	{"class", `<h1>A</h1><span class="post-author">by Ann Other</span>`, "Ann Other"},
	{"class with a role", `<h1>A</h1><div class="author"><a href="/x">Ann Other</a><span>Senior Editor</span></div>`, "Ann Other"},
	{"rel", `<h1>A</h1><a rel="author" href="/ann">Ann Other</a>`, "Ann Other"},
	{"microdata", `<div itemprop="author" itemscope><meta itemprop="name" content="Ann Other"></div>`, "Ann Other"},
	{"byline", `<h1>A</h1><p>By Ann Other and Bob Else</p>`, "Ann Other|Bob Else"},
	{"byline after a date", `<h1>A</h1><p>12 May 2020 by Ann Other</p>`, "Ann Other"},
	{"byline in two lines", `<h1>A</h1><p>Written by</p><p>Ann Other</p>`, "Ann Other"},
	{"a sentence that begins like a byline", `<h1>A</h1><p>By submitting this form you agree</p>`, ""},
	{"admin", `<meta name="author" content="admin">`, ""},
	{"a photographer", `<h1>A</h1><p class="byline">Foto: Ann Other</p>`, ""},
	{"a topic", `<h1>A</h1><p class="author">capital</p>`, ""},
	{"a commenter", `<h1>A</h1><div class="comments"><span class="author">Ann Other</span></div>`, ""},
	{"a product", `<meta property="og:type" content="product"><meta name="author" content="Ann Other">`, ""},
	{"turned around", `<meta name="citation_author" content="Other, Ann">`, "Ann Other"},
	{"degrees", `<meta name="author" content="Ann Other, MD, PhD">`, "Ann Other"},
}

func TestAuthors(t *testing.T) {
	for _, test := range authorTests {
		if got := strings.Join(extract(t, test.page, Known{}).Authors.Texts(), "|"); got != test.want {
			t.Errorf("%s: got %q, want %q", test.rule, got, test.want)
		}
	}
}

// TestStrict: a value that only one source has is withheld and listed.
func TestStrict(t *testing.T) {
	config := DefaultConfig()
	config.Strict = true
	x, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	m, err := x.Extract(strings.NewReader(fullPage), Known{})
	if err != nil || m.Title.Text == "" || m.Published.Day == "" || len(m.Authors.Values) != 2 {
		t.Errorf("sources agree: got %q, %q, %q, error %v", m.Title.Text, m.Published.Day, m.Authors.Texts(), err)
	}
	m, err = x.Extract(strings.NewReader(`<meta name="author" content="Ann Other"><meta name="date" content="2019-10-14"><title>Big news</title>`), Known{})
	if err != nil || m.Title.Text+m.Published.Day != "" || len(m.Authors.Values) > 0 {
		t.Errorf("one source: got %q, %q, %q, error %v, want none", m.Title.Text, m.Published.Day, m.Authors.Texts(), err)
	}
	if len(m.Title.Others) == 0 || len(m.Published.Others) == 0 || len(m.Authors.Others) == 0 {
		t.Error("what is withheld is not among the others")
	}
}

// TestLicenseAddresses: the address of a licence is one of the web, and complete.
func TestLicenseAddresses(t *testing.T) {
	for _, test := range []struct{ page, want string }{
		{`<a rel="license" href="terms.html">x</a>`, "https://example.com/a/terms.html"},
		{`<link rel="license" href="//example.org/terms">`, "https://example.org/terms"},
		{`<base href="/b/"><link rel="license" href="terms">`, "https://example.com/b/terms"},
		{`<a rel="license" href="//creativecommons.org/licenses/by/4.0/">x</a>`, "CC BY 4.0"},
		{`<a rel="license" href="javascript:alert(1)">x</a><a rel="license" href="/terms">x</a>`, "https://example.com/terms"},
		{`<link rel="license" href="mailto:ann@example.org">`, ""},
		{`<meta name="dcterms.license" content="javascript://%0aalert(1)">`, ""},
		{`<meta name="dcterms.license" content="https://example.org/terms">`, "https://example.org/terms"},
	} {
		if got := extract(t, test.page, Known{URL: "https://example.com/a/b.html"}).License.Text; got != test.want {
			t.Errorf("%s: got %q, want %q", test.page, got, test.want)
		}
	}
}

// TestBase: addresses are resolved against the base element, if that is an address of the web.
func TestBase(t *testing.T) {
	for _, test := range []struct{ base, want string }{
		{"https://example.net/x/", "https://example.net/x/c"},
		{" https://example.net/x/\n", "https://example.net/x/c"},
		{"/x/", "https://example.org/x/c"},
		{"mailto:ann@example.net", "https://example.org/a/c"},
		{"javascript:alert(1)", "https://example.org/a/c"},
		{"data:,", "https://example.org/a/c"},
		{"%", "https://example.org/a/c"},
	} {
		source := `<base href="` + test.base + `"><link rel="canonical" href="c">`
		if got := extract(t, source, Known{URL: "https://example.org/a/b"}).URL.Text; got != test.want {
			t.Errorf("base %q: got %q, want %q", test.base, got, test.want)
		}
	}
}

// TestOtherFields has fields of pages that have one rule or two.
func TestOtherFields(t *testing.T) {
	license := func(m *Metadata) string { return m.License.Text }
	tags := func(m *Metadata) string { return strings.Join(m.Tags.Texts(), "|") }
	categories := func(m *Metadata) string { return strings.Join(m.Categories.Texts(), "|") }
	description := func(m *Metadata) string { return m.Description.Text }
	language := func(m *Metadata) string { return m.Language.Text }
	for _, test := range []struct {
		rule, page string
		got        func(m *Metadata) string
		want       string
	}{
		{"rel=license", `<a rel="license" href="http://creativecommons.org/licenses/by-nc/3.0/de/deed.en">x</a>`, license, "CC BY-NC 3.0 DE"},
		{"an address of Creative Commons", `<a href="https://creativecommons.org/publicdomain/zero/1.0/">x</a>`, license, "CC0"},
		{"the name of a licence", `<p>Text: CC-BY-SA.</p>`, license, "CC BY-SA"},
		{"a copyright", `<meta name="copyright" content="Ann Other">`, license, ""},
		{"rel=tag", `<meta name="keywords" content="a,b"><h1>A</h1><a rel="tag" href="/tag/x">x</a>, <a rel="tag" href="/tag/y">#y</a>`, tags, "x|y"},
		{"a cloud of tags", `<h1>A</h1><div class="tagcloud"><a rel="tag" href="/tag/x">x</a></div>`, tags, ""},
		{"identifiers", `<meta name="keywords" content="rain, nlp_x, 123456, Category: News">`, tags, "rain"},
		{"rel=category", `<h1>A</h1><a rel="category tag" href="/category/news">News</a>`, categories, "News"},
		{"breadcrumbs", `<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[{"name":"Home"},{"item":{"name":"News"}}]}</script>`, categories, "News"},
		{"the longer description", `<meta name="description" content="It rained the whole day …"><meta property="og:description" content="It rained the whole day and the night.">`, description, "It rained the whole day and the night."},
		{"Content-Language", `<meta http-equiv="Content-Language" content="de, en">`, language, "de"},
		{"og:locale", `<meta property="og:locale" content="pt_BR">`, language, "pt-BR"},
		{"no language", `<html lang="{{lang}}">`, language, ""},
	} {
		if got := test.got(extract(t, test.page, Known{})); got != test.want {
			t.Errorf("%s: got %q, want %q", test.rule, got, test.want)
		}
	}
}
