package boilerpipe_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
)

// TestClean: Clean returns all blocks of a page in order, with the decisions of the
// filters.
func TestClean(t *testing.T) {
	x := newFiltering(t, boilerpipe.Article(), nil)
	view, err := x.Clean(t.Context(), strings.NewReader("<html lang=en-GB>"+examplePage), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range view.Blocks {
		got = append(got, fmt.Sprintf("%v %.13s (%v %d): %s", b.Keep, b.Text, b.Kind, b.Level, b.Reason))
	}
	want := []string{
		"false Home (list 0): too many of its words are in links",
		"false All the news (list 0): too many of its words are in links",
		"true River life (text 0): merged with the content next to it",
		"true Otters are ba (heading 1): enough words, here or next to it",
		"true For the first (text 0): enough words, here or next to it",
		"true They live on  (text 0): enough words, here or next to it",
		"false Subscribe to  (text 0): too many of its words are in links",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if view.Title != "Otters are back | The River Post" || view.Lang != "en" || view.Encoding.Name != "utf-8" {
		t.Errorf("title %q, language %q, encoding %v", view.Title, view.Lang, view.Encoding)
	}
}

// TestReasons tests each reason.
func TestReasons(t *testing.T) {
	const long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
	ownFilter := func(d *boilerpipe.TextDocument) bool {
		d.Blocks[0].Content = !d.Blocks[0].Content
		return true
	}
	for _, test := range []struct {
		source  string
		filters boilerpipe.Filters
		want    string
	}{
		{"<p>a", nil, "no filter has marked it as content"},
		{"<p>a", boilerpipe.KeepEverything(), "everything is content"},
		{"<p>a", boilerpipe.NumWordsRules(), "too few words, here and next to it"},
		{"<p><a href=x>a", boilerpipe.NumWordsRules(), "too many of its words are in links"},
		{"<p>" + long, boilerpipe.NumWordsRules(), "enough words, here or next to it"},
		{"<p>a", boilerpipe.KeepEverythingWithMinKWords(2), "fewer words than the filter asks for"},
		{"<h1>a", boilerpipe.Filters{boilerpipe.MarkEverythingContent, boilerpipe.TrailingHeadline}, "a heading without content after it"},
		{"<p>a", boilerpipe.Filters{boilerpipe.MarkEverythingContent, boilerpipe.MinClauseWords(1)}, "no clause of enough words"},
		{"<p>a<p>b b", boilerpipe.Filters{boilerpipe.MarkEverythingContent, boilerpipe.KeepLargestBlock}, "not part of the largest block"},
		{"<p>a<p>a a<p>a a", boilerpipe.Filters{boilerpipe.MarkEverythingContent, boilerpipe.KeepLargestBlockAndLevel(1)}, "everything is content"},
		{"<p>Add your comment", boilerpipe.Filters{boilerpipe.MarkEverythingContent, boilerpipe.EnglishTerminatingBlocks, boilerpipe.IgnoreBlocksAfterContent(0)}, "after the end of the text"},
		{"<title>a</title><p>a<p>b b b", boilerpipe.Filters{boilerpipe.MarkEverythingContent, boilerpipe.DocumentTitleMatch, boilerpipe.KeepLargestBlock, boilerpipe.ExpandTitleToContent}, "between the title and the content"},
		{"<p>a", boilerpipe.Filters{ownFilter}, "marked by a filter of the caller's"},
		{"<p>a", boilerpipe.Filters{boilerpipe.MarkEverythingContent, ownFilter}, "marked by a filter of the caller's"},
	} {
		view, err := newFiltering(t, test.filters, nil).Clean(t.Context(), strings.NewReader(test.source), "")
		if err != nil || view.Blocks[0].Reason != test.want {
			t.Errorf("%s: error %v; %+v, want %q", test.source, err, view.Blocks, test.want)
		}
	}
}

// TestKinds tests the kind of each block.
func TestKinds(t *testing.T) {
	const source = "<p>a<h3>b<li>c</h3><ul><li>d<blockquote>e</blockquote><dl><dt>f<dd>g</dl></ul><table><caption>h</caption><tr><td>i<pre>j</pre></table>" +
		"<figure><figcaption>k</figcaption></figure><textarea>l</textarea><button>m</button>n"
	view, err := newFiltering(t, nil, nil).Clean(t.Context(), strings.NewReader(source), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range view.Blocks {
		got = append(got, fmt.Sprintf("%s %v", strings.TrimSpace(b.Text), b.Kind))
	}
	want := "a text, b heading, c heading, d list, e quote, f list, g list, h caption, i table, j code, k caption, l form, m form, n text"
	if line := strings.Join(got, ", "); line != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
}

// composed puts the text of a page together from the blocks that are kept.
func composed(blocks []page.Block) string {
	var text strings.Builder
	for i, b := range blocks {
		if !b.Keep {
			continue
		}
		if i > 0 && blocks[i-1].Keep && !b.NewLine {
			text.WriteString(b.Text)
			continue
		}
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(strings.TrimPrefix(b.Text, " "))
	}
	return text.String()
}

// cleanFaults compares Clean with Document: the same text, which is that of the
// blocks that are kept; and with Segment: the same blocks.
func cleanFaults(t testing.TB, x *boilerpipe.Extractor, source []byte) (all []string) {
	t.Helper()
	d, docErr := x.Document(context.Background(), bytes.NewReader(source), "")
	view, err := x.Clean(context.Background(), bytes.NewReader(source), "")
	if err != nil || docErr != nil {
		return []string{fmt.Sprintf("errors %v, %v", docErr, err)}
	}
	if view.Text != strings.TrimSuffix(d.Text(), "\n") {
		all = append(all, fmt.Sprintf("Clean has the text\n%.1000q\nDocument\n%.1000q", view.Text, d.Text()))
	}
	if got := composed(view.Blocks); got != view.Text {
		all = append(all, fmt.Sprintf("the blocks have the text\n%.1000q\nwant\n%.1000q", got, view.Text))
	}
	segmented := parse(t, x, bytes.NewReader(source))
	if len(segmented.Blocks) != len(view.Blocks) {
		return append(all, fmt.Sprintf("%d blocks, want %d", len(view.Blocks), len(segmented.Blocks)))
	}
	for i, b := range view.Blocks {
		if s := &segmented.Blocks[i]; strings.TrimPrefix(b.Text, " ") != s.Text || b.Start != s.Start || b.End != s.End {
			all = append(all, fmt.Sprintf("block %d is %q, want %q", i, b.Text, s.Text))
		}
		if b.Reason == "" || b.Keep != (b.Probability == 1) || !b.Keep != (b.Probability == 0) {
			all = append(all, fmt.Sprintf("block %d: %+v", i, b))
		}
	}
	return all
}

// TestCleanIsDocument compares Clean with Document for every list of filters.
func TestCleanIsDocument(t *testing.T) {
	for listName, filters := range extractors {
		x := newFiltering(t, filters, nil)
		for name, source := range propertyPages(t) {
			for _, fault := range cleanFaults(t, x, source) {
				t.Errorf("%s, %s: %s", name, listName, fault)
			}
		}
	}
}

// TestView: the blocks are those that the filters have left.
func TestView(t *testing.T) {
	d := parse(t, newExtractor(t, nil), strings.NewReader("<title> a  b </title><h2>a</h2><h2>b</h2><p>c<small> d</small>"))
	boilerpipe.MarkEverythingContent(d)
	d.Blocks[0].Merge(&d.Blocks[1])
	d.Blocks = slices.Delete(d.Blocks, 1, 2)
	view := d.View()
	var got []string
	for _, b := range view.Blocks {
		got = append(got, fmt.Sprintf("%q %v %v %d", b.Text, b.NewLine, b.Kind, b.Level))
	}
	const want = `"a\nb" true heading 2, "c" true text 0, " d" false text 0`
	if line := strings.Join(got, ", "); line != want || view.Text+"\n" != d.Text() || view.Title != "a b" {
		t.Errorf("got %s, text %q, title %q; want %s", line, view.Text, view.Title, want)
	}
}

// TestLang tests the language that the html element declares.
func TestLang(t *testing.T) {
	for source, want := range map[string]string{
		"<html lang=de>": "de", "<!-- --><HTML LANG=' pt-BR '>": "pt-BR", "<html><html lang=fr>": "fr", "<p lang=fr>": "",
		"<html lang='a b'>": "", "<html lang=de->": "", "<html lang=en-US-US>": "", "<html lang=english>": "", "<html lang=es_419>": "es-419", "<html lang=x>": "", "<html lang=''>": "", "<html lang='" + strings.Repeat("en-", 100) + "'>": "",
	} {
		if d := parse(t, newExtractor(t, nil), strings.NewReader(source+"a")); d.Lang != want {
			t.Errorf("%.40s: %q, want %q", source, d.Lang, want)
		}
	}
}

// TestFilterContext: when the context is done while filters work, the document has
// no blocks.
func TestFilterContext(t *testing.T) {
	var cancel func() // nothing at first
	later := 0
	x := newFiltering(t, boilerpipe.Filters{
		func(*boilerpipe.TextDocument) bool { cancel(); return false },
		func(*boilerpipe.TextDocument) bool { later++; return false },
	}, nil)
	source := []byte(strings.Repeat("<p>text", 10))
	ctx, cancelCtx := context.WithCancel(t.Context())
	cancel = cancelCtx
	d, err := x.DocumentBytes(ctx, source, "")
	if !errors.Is(err, context.Canceled) || len(d.Blocks) != 0 || later != 0 || strings.Count(err.Error(), "boilerpipe: ") != 1 {
		t.Errorf("DocumentBytes: %d blocks, error %v, %d filters", len(d.Blocks), err, later)
	}
	ctx, cancelCtx = context.WithCancel(t.Context())
	cancel = cancelCtx
	view, err := x.Clean(ctx, bytes.NewReader(source), "")
	if !errors.Is(err, context.Canceled) || len(view.Blocks) != 0 || view.Text != "" || later != 0 {
		t.Errorf("Clean: %d blocks, error %v", len(view.Blocks), err)
	}
	cancel = func() {}
	if view, err = x.Clean(t.Context(), bytes.NewReader(source), ""); err != nil || len(view.Blocks) != 10 || later != 1 {
		t.Errorf("not done: %d blocks, error %v, %d filters", len(view.Blocks), err, later)
	}
}
