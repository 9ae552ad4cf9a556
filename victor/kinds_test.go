package victor

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// some is a paragraph of running text.
const some = "<p>The ferry is back after three weeks in the dock, and it leaves the harbour at nine in the morning as it did before, " +
	"so that the people of the island, who had to wait for a long time, are glad to see it, and the captain greets all of them.</p>"

const title = "<title>The long way to the island | Daily News</title>"

// text is an article of eight paragraphs.
var text = strings.Repeat(some, 8)

// TestKindsOfLines: the kind of the block that begins with "X", in pages that have text too.
func TestKindsOfLines(t *testing.T) {
	x := newExtractor(t)
	for _, test := range []struct {
		name, source string
		want         page.Kind
	}{
		{"the h1 that agrees with the title", title + "<h1>XThe news</h1><h1>The long way to the island</h1>" + text, page.Heading},
		{"the only h1", title + "<h1>X</h1>" + text, page.Headline},
		{"the last h1 before the text", title + "<h1>Daily</h1><h1>X</h1>" + text + "<h1>Other</h1>", page.Headline},
		{"an h2 that agrees with the title", "<title>News: X The Long Way to the Island</title><h1>News</h1><h2>X the long way to the island</h2>" + text, page.Headline},
		{"the title is in the headline", "<title>x long way to the island</title><h2>Other</h2><h2>X long way to the island, and back</h2>" + text, page.Headline},
		{"a line that is named and agrees", "<title>X marks the spot | News</title><div class=headline>X marks the spot</div>" + text, page.Headline},
		{"a line that is named and does not agree", title + "<div class=headline>X marks the spot</div>" + text, page.Text},
		{"a plain line that agrees", "<title>X marks the spot on the map | News</title><div>X marks the spot on the map</div>" + text, page.Headline},
		{"a link that agrees", "<title>X marks the spot on the map | News</title><div><a href=x>X marks the spot on the map</a></div>" + text, page.Text},
		{"a plain line and an h2", "<title>X marks the spot on the map | News</title><div>X marks the spot on the map</div><h2>The spot</h2>" + text, page.Headline},
		{"a plain line after the text", "<title>X marks the spot on the map | News</title>" + text + "<div>X marks the spot on the map</div>", page.Text},
		{"Chinese", "<title>X海岛轮渡三周后恢复通航 - 新闻</title><h2>X海岛轮渡三周后恢复通航</h2>" + text, page.Headline},
		{"a subheading", title + "<h1>The long way to the island</h1>" + text + "<h2>X</h2>" + text, page.Heading},
		{"a heading in related links", title + "<div class=related><h1>X</h1></div>" + text, page.Headline}, // the first h1 is in no area by name
		{"no text, no headline", "<h2>X</h2>", page.Heading},

		{"class byline", text + "<p class=byline>X", page.Byline},
		{"class PostAuthor", text + "<div class=PostAuthor><p>X</div>", page.Byline},
		{"German", text + "<p id=artikel-autor>X", page.Byline},
		{"Chinese pinyin", text + "<p class='zuozhe'>X", page.Byline},
		{"time", text + "<p>X <time>noon</time>", page.Byline}, // the whole line is
		{"rel=author", text + "<p><a rel=author href=x>X</a>", page.Byline},
		{"itemprop=datePublished", text + "<p><span itemprop=datePublished>X</span>", page.Byline},
		{"a date below the headline", title + "<h1>The long way to the island</h1><p>X 3 May 2024, 10:30" + text, page.Byline},
		{"a date far from the headline", title + "<h1>The long way to the island</h1>" + text + "<p>X 3 May 2024, 10:30", page.Text},
		{"a long line of that name", text + "<p class=author>X" + some[3:], page.Text},
		{"a part of a word", text + "<p class=authority>X", page.Text},
		{"a heading of that name", text + "<h3 class=author>X</h3>", page.Heading},

		{"figcaption", text + "<figure><figcaption>X</figcaption></figure>", page.Caption},
		{"wp-caption-text", text + "<div class=wp-caption><p class=wp-caption-text>X</div>", page.Caption},
		{"imageCaption", text + "<p class=imageCaption>X", page.Caption},
		{"Bildunterschrift", text + "<p class='Bildunterschrift klein'>X", page.Caption},

		{"comments", text + "<div id=comments><ul><li>X</ul></div>", page.Comment},
		{"disqus", text + "<div id=disqus_thread><p>X</div>", page.Comment},
		{"Kommentare", text + "<div class='artikel-kommentare'><h2>X</h2></div>", page.Comment},
		{"pinglun", text + "<div class=pinglun-list><p>X</div>", page.Comment},
		{"a byline in comments", text + "<div id=comments><p class=author>X</div>", page.Comment},
		{"after an anchor", text + "<a name=comments></a><h3>Comments</h3>" + some + "<p>X", page.Comment},
		{"after a heading with such an id", text + "<h3 id=comments>Two comments</h3><ol><li>" + some + "<li>X</ol>", page.Comment},
		{"before an anchor", text + "<p>X<p><a name=comments></a>" + some, page.Text},
		{"after a link to comments", text + "<a id=comments href='#c'>2 comments</a>" + some + "<p>X", page.Text},
		{"comments around the whole page", "<div class=has-comments>" + text + "<p>X</div>", page.Text},
		{"body with a name", "<body class='comments-open date'>" + text + "<p>X", page.Text},
		{"posts of a forum", "<p>Hello<div class=comment>" + text + "</div><div class=comment>" + text + "<p>X</div>", page.Text},
		{"posts in an element named forum", text + "<div class=forum-topic><div class=comment><p>X</div></div>", page.Text},
		{"an element with the headline", "<div class=comments><h1>X</h1></div>" + text, page.Headline},
		{"commenting is no word of it", text + "<div class=recommentary>X</div>", page.Text},

		{"nav", "<nav><ul><li><a href=x>X</a></ul></nav>" + text, page.Navigation},
		{"breadcrumb", "<ol class=breadcrumb><li>X</ol>" + text, page.Navigation},
		{"daohang", "<div class=daohang>X</div>" + text, page.Navigation},
		{"nav around the whole page", "<nav>" + text + "<p>X</nav>", page.Text},
		{"a form around what is kept", "<form>" + text + "<p>X</form><div class=comments>" + text + text + "</div>", page.Text},
		{"related", text + "<div class=relatedPosts><h3>X</h3></div>", page.Related},
		{"Verwandte Artikel", text + "<div class=verwandte-artikel><h3>X</h3></div>", page.Related},
		{"share", text + "<div class=social-share><p>X</div>", page.Share},
		{"legal", text + "<div class=copyright><p>X</div>", page.Legal},
		{"Impressum", text + "<div id=impressum>X</div>", page.Legal},
		{"form", text + "<form><p>X</form>", page.Form},
		{"form around the whole page", "<form>" + text + "<p>X</form>", page.Text},
		{"newsletter", text + "<div class=newsletter><p>X</div>", page.Form},
		{"the innermost area", text + "<nav><div class=share>X</div></nav>", page.Share},
		{"an image in one", text + "<nav><img alt=X></nav>", page.Image},

		{"code, in an article", text + "<pre>X</pre>", page.Code},
		{"a name after 200 bytes", text + "<div class='" + strings.Repeat("a ", 100) + "related'>X</div>", page.Text},
		{"a long word", text + "<div class='" + strings.Repeat("related", 20) + "'>X</div>", page.Text},
		{"no value", text + "<div class id>X</div>", page.Text},
		{"bytes that are no text", text + "<div class='\x00related\xff'>X</div>", page.Related},
	} {
		d, err := x.Clean(t.Context(), strings.NewReader(test.source), "")
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(d.Blocks, func(b page.Block) bool { return strings.HasPrefix(strings.TrimSpace(b.Text), "X") })
		if i < 0 {
			t.Errorf("%s: no block begins with X", test.name)
		} else if b := d.Blocks[i]; b.Kind != test.want {
			t.Errorf("%s: %s, want %s", test.name, b.Kind, test.want)
		}
	}
}

// aPage has a line of most kinds. Those whose text is in capital letters are asked for.
var aPage = title + "<nav><ul><li><a href=x>Menu</a></ul></nav><div class=main><h1>The long way to the island</h1><p class=byline>By A. BYLINE, 3 May 2024</p>" +
	text + "<h2>A HEADING</h2>" + text + "<ul><li>A LIST of this<li>and that</ul>" + some + "<table><tr><td>A TABLE of numbers</table>" + some +
	"<pre>A CODE</pre>" + some + "<blockquote>A QUOTE of somebody</blockquote>" + some + "<figure><figcaption>A CAPTION below</figcaption></figure>" + text +
	"</div><h2>ANOTHER section</h2><div class=related><a href=x>A RELATED page</a></div><div class=copyright>A LEGAL notice</div>" +
	"<div id=comments><p>A COMMENT that somebody wrote on the page.</p><p><a href=x>A REPLY link</a></p></div>"

// TestPresets: what is kept with each preset of a page that has a line of most kinds.
func TestPresets(t *testing.T) {
	article := "The long way|A HEADING|A LIST|A TABLE|A CODE|A QUOTE|A CAPTION"
	for name, test := range map[string]struct{ with, without string }{
		"article":    {article, "BYLINE|A COMMENT|RELATED|LEGAL|Menu|ANOTHER|REPLY"},
		"everything": {article + "|BYLINE|A COMMENT", "RELATED|LEGAL|Menu|ANOTHER|REPLY"},
		"cleaneval":  {"The long way|A HEADING|A LIST|A COMMENT", "RELATED|LEGAL|Menu|ANOTHER|REPLY"},
		"model":      {"The ferry is back", "RELATED|LEGAL|Menu"},
	} {
		config := DefaultConfig()
		if err := config.SetKinds(name, "", ""); err != nil {
			t.Fatal(err)
		}
		preset, ok := LookupPreset(name)
		if !ok || preset.Include != config.Include || preset.Exclude != config.Exclude {
			t.Errorf("%s: %v, %t", name, preset, ok)
		}
		d := documentWith(t, config, aPage)
		for part := range strings.SplitSeq(test.with, "|") {
			if !strings.Contains(d.Text(), part) {
				t.Errorf("%s: %q is not in\n%s", name, part, d.Text())
			}
		}
		for part := range strings.SplitSeq(test.without, "|") {
			if strings.Contains(d.Text(), part) {
				t.Errorf("%s: %q is in\n%s", name, part, d.Text())
			}
		}
	}
}

func documentWith(t *testing.T, config Config, source string) *Document {
	t.Helper()
	config.AllowBinary = true
	x, err := New(DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	d, err := x.Document(t.Context(), strings.NewReader(source), "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestReasonsOfKinds: the view says which blocks are kept or dropped for their kind, and
// only these have another label than without a choice.
func TestReasonsOfKinds(t *testing.T) {
	before := documentWith(t, DefaultConfig(), aPage)
	config := DefaultConfig()
	config.Include = page.Kinds(page.Headline, page.Byline, page.Comment, page.Caption)
	config.Exclude = page.Kinds(page.Quote, page.Heading, page.Code)
	after := documentWith(t, config, aPage)
	view, seen := after.View(), make(map[string]bool)
	for i, b := range view.Blocks {
		why, kind, _ := strings.Cut(b.Reason, ": ")
		switch changed := after.Blocks[i].Label != before.Blocks[i].Label; {
		case !changed && (why == "included" || why == "excluded"):
			t.Errorf("%q: %s, but its label is as before", b.Text, b.Reason)
		case changed && (kind != b.Kind.String() || b.Keep != (why == "included")):
			t.Errorf("%q: %s, kind %s, kept %t", b.Text, b.Reason, b.Kind, b.Keep)
		case b.Keep && config.Exclude.Has(b.Kind):
			t.Errorf("%q: a %s is kept", b.Text, b.Kind)
		}
		seen[b.Reason] = true
	}
	for _, want := range []string{"included: comment", "excluded: heading"} {
		if !seen[want] {
			t.Errorf("no block has the reason %q; there are %v", want, seen)
		}
	}
}

// TestNothingIncluded: where nothing is kept, nothing is included.
func TestNothingIncluded(t *testing.T) {
	config := DefaultConfig()
	config.MinF1 = 1
	config.Include = page.Kinds(page.Headline, page.Comment, page.Text)
	if d := documentWith(t, config, aPage); d.Text() != "" {
		t.Errorf("%q", d.Text())
	}
	config = DefaultConfig()
	config.Include = page.Kinds(page.Text, page.Headline)
	for _, source := range []string{"", "<p>", "<img alt=a>", "<h1></h1>", "x"} {
		documentWith(t, config, source)
	}
}

// TestChoiceIsChecked: a choice that makes no sense is refused.
func TestChoiceIsChecked(t *testing.T) {
	for name, change := range map[string]func(*Config) error{
		"both":    func(c *Config) error { c.Include, c.Exclude = page.Kinds(page.List), page.Kinds(page.List); return nil },
		"image":   func(c *Config) error { c.Include = page.Kinds(page.Image); return nil },
		"preset":  func(c *Config) error { return c.SetKinds("reader", "", "") },
		"kind":    func(c *Config) error { return c.SetKinds("article", "title", "") },
		"no kind": func(c *Config) error { return c.SetKinds("article", "", "title") },
		"lists":   func(c *Config) error { return c.SetKinds("article", "list,comment", "comment") },
	} {
		config := DefaultConfig()
		err := change(&config)
		if err == nil {
			_, err = New(DefaultModel(), config)
		}
		if !errors.Is(err, page.ErrConfig) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	config := DefaultConfig()
	if err := config.SetKinds("article", "comment", "table"); err != nil || !config.Include.Has(page.Comment) || config.Exclude.Has(page.Comment) ||
		!config.Exclude.Has(page.Table) || config.Include.Has(page.Table) {
		t.Errorf("%v: %v, %v", err, config.Include, config.Exclude)
	}
}

// TestHostileKinds: kinds and a choice of them take time in proportion to the page.
func TestHostileKinds(t *testing.T) {
	config := DefaultConfig()
	config.AllowBinary = true
	config.Include, config.Exclude = page.Kinds(page.Headline, page.Heading, page.Text, page.List, page.Comment, page.Byline), page.Kinds(page.Related)
	x, err := New(DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("Title of it ", 1000)
	hostile.CheckTime(t, []hostile.Shape{
		{Name: "headings that agree", N: 5_000, Page: hostile.Repeat("<title>"+long+"</title>", "<h2>"+long[:290]+"</h2><p>x", some)},
		{Name: "comments in comments", N: 20_000, Page: hostile.Repeat(text, "<div class=comment>x", "")},
		{Name: "comments beside comments", N: 5_000, Page: hostile.Repeat(text, "<div class=comment><p>x</div>", "")},
		{Name: "lists and headings in turns", N: 5_000, Page: hostile.Repeat(text, "<ul><li>a</ul><h2>b</h2>", text)},
		{Name: "inline names", N: 20_000, Page: hostile.Repeat("<span class='", "author ", "'>x")},
		{Name: "inline attributes", N: 20_000, Page: hostile.Repeat("<a date ", "x=y ", ">x")},
	}, 8, func(page []byte) { labelPage(t, x, page) })
}

// TestWordsOfKinds: docs/victor.md lists the words of each kind as the code has them.
func TestWordsOfKinds(t *testing.T) {
	doc, err := os.ReadFile("../docs/victor.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kindWords {
		if row := "| " + kind.name + " | " + kind.words + " |\n"; !strings.Contains(string(doc), row) {
			t.Errorf("there is no row %q", row)
		}
	}
	for _, group := range kindWords {
		for word := range strings.FieldsSeq(group.words) {
			if got := namesIn([]byte("x-" + word)); got&group.names == 0 || len(word) > maxWord {
				t.Errorf("%q is not found", word)
			}
		}
	}
}
