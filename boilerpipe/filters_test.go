package boilerpipe

import (
	"fmt"
	"strings"
	"testing"
)

// documentOf makes a document from a notation: blocks separated by blanks, each of
// words (with densities of that many words in one line), followed by "+" for
// content, "a" for a link all over it, "T", "E", "M" for the labels, "h" and "l"
// for heading and list item, "<n" for the tag level.
func documentOf(notation string) *TextDocument {
	d := new(TextDocument)
	for i, item := range strings.Fields(notation) {
		var words int
		rest := strings.TrimLeft(item, "0123456789")
		fmt.Sscan(item[:len(item)-len(rest)], &words)
		b := blockOf(words, 0, 1)
		b.Text = item[:len(item)-len(rest)]
		b.OffsetStart, b.OffsetEnd = i, i
		b.Start, b.End = int32(10*i), int32(10*i+9)
		b.parts = []part{{source: span{b.Start, b.End}}}
		for n, mark := range rest {
			switch mark {
			case '+':
				b.Content = true
			case 'a':
				b.AnchorWords = words
			case 'T':
				b.Labels |= LabelTitle
			case 'E':
				b.Labels |= LabelIndicatesEndOfText
			case 'M':
				b.Labels |= LabelMightBeContent
			case 'h':
				b.Heading = true
			case 'l':
				b.ListItem = true
			case '<':
				fmt.Sscan(rest[n+1:], &b.TagLevel)
			}
		}
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

// note writes a document in that notation, without words in links and the marks
// of the markup; line feeds in texts are "/".
func note(d *TextDocument) string {
	var items []string
	for _, b := range d.Blocks {
		item := strings.ReplaceAll(b.Text, "\n", "/")
		if b.Content {
			item += "+"
		}
		for i, label := range []Label{LabelTitle, LabelIndicatesEndOfText, LabelMightBeContent} {
			if b.Labels&label != 0 {
				item += "TEM"[i : i+1]
			}
		}
		items = append(items, item)
	}
	return strings.Join(items, " ")
}

// TestFilters tests each filter by itself.
func TestFilters(t *testing.T) {
	for _, test := range []struct {
		name    string
		filter  Filter
		before  string
		after   string
		changed bool
	}{
		{"IgnoreBlocksAfterContent", IgnoreBlocksAfterContent(60), "70+ 30+ 5E 40+ 9", "70+ 30+ 5E 40 9", true},
		{"IgnoreBlocksAfterContent: the block itself counts and goes", IgnoreBlocksAfterContent(60), "30+ 30+E 40+", "30+ 30E 40", true},
		{"IgnoreBlocksAfterContent: too few words", IgnoreBlocksAfterContent(60), "59+ 5E 40+", "59+ 5E 40+", false},
		{"IgnoreBlocksAfterContent: sparse words do not count", IgnoreBlocksAfterContent(10), "8+ 8+ 5E 8+", "8+ 8+ 5E 8+", false},
		{"IgnoreBlocksAfterContent: only content counts", IgnoreBlocksAfterContent(60), "70 5E 40+", "70 5E 40+", false},
		{"IgnoreBlocksAfterContent: a later end", IgnoreBlocksAfterContent(60), "5E 70+ 5E 40+", "5E 70+ 5E 40", true},

		{"TrailingHeadline", TrailingHeadline, "5+h 70+ 6 5+h 4+h 3", "5+ 70+ 6 5 4 3", true},
		{"TrailingHeadline: none", TrailingHeadline, "5+h 70+ 3h", "5+ 70+ 3", false},

		{"BlockProximityFusion: all content", BlockProximityFusion(1, AnyBlocks), "10+ 11+ 12+", "10/11/12+", true},
		{"BlockProximityFusion: the block before becomes content", BlockProximityFusion(1, AnyBlocks), "9 10 11+ 12 13", "9 10/11+ 12 13", true},
		{"BlockProximityFusion: after content too", BlockProximityFusion(1, AnyBlocks), "10+ 11 12+", "10+ 11/12+", true},
		{"BlockProximityFusion: no content", BlockProximityFusion(1, AnyBlocks), "10 11", "10 11", false},
		{"BlockProximityFusion: one block", BlockProximityFusion(1, AnyBlocks), "10+", "10+", false},
		{"BlockProximityFusion: labels unite", BlockProximityFusion(1, AnyBlocks), "10T 11+E", "10/11+TE", true},
		{"BlockProximityFusion: tag levels", BlockProximityFusion(1, SameTagLevel), "10+<3 11+<3 12+<4", "10/11+ 12+", true},
		{"BlockProximityFusion: content only", BlockProximityFusion(1, ContentOnly), "9 10+ 11+ 12 13+", "9 10/11+ 12 13+", true},
		{"BlockProximityFusion: content only, none", BlockProximityFusion(1, ContentOnly), "9 10", "9 10", false},

		{"SimpleBlockFusion", SimpleBlockFusion, "10 10 11 11+ 12", "10/10 11/11+ 12", true},
		{"SimpleBlockFusion: all differ", SimpleBlockFusion, "10 11 12", "10 11 12", false},

		{"BoilerplateBlock", BoilerplateBlock, "1 2+ 3 4+ 5T", "2+ 4+", true},
		{"BoilerplateBlock: all content", BoilerplateBlock, "1+ 2+", "1+ 2+", false},
		{"BoilerplateBlockExcept", BoilerplateBlockExcept(LabelTitle), "1T 2 3+", "1T 3+", true},

		{"KeepLargestBlock", KeepLargestBlock, "9 5+ 8+ 8+ 2", "9M 5M 8+ 8M 2M", true},
		{"KeepLargestBlock: no content", KeepLargestBlock, "9 5", "9M 5M", true},
		{"KeepLargestBlock: one block", KeepLargestBlock, "9+", "9+", false},
		{"KeepLargestBlockAndLevel", KeepLargestBlockAndLevel(5), "8<3 7<1 6<3 4<3 9<4 30+<3 5<3 9<4 6+<3 9<2 9<3", "8M 7M 6+M 4M 9M 30+ 5+M 9M 6+M 9M 9M", true},
		{"KeepLargestBlockAndLevel: no content", KeepLargestBlockAndLevel(5), "8 9", "8M 9M", true},

		{"ExpandTitleToContent", ExpandTitleToContent, "1M 2TM 3M 4 5+ 6M", "1M 2+TM 3+M 4 5+ 6M", true},
		{"ExpandTitleToContent: the last title before content", ExpandTitleToContent, "1TM 2TM 3M 4+ 5TM", "1TM 2+TM 3+M 4+ 5TM", true},
		{"ExpandTitleToContent: title after content", ExpandTitleToContent, "1M 2+ 3TM 4+", "1M 2+ 3TM 4+", false},
		{"ExpandTitleToContent: no content", ExpandTitleToContent, "1TM 2M", "1TM 2M", false},
		{"ExpandTitleToContent: title is content", ExpandTitleToContent, "1M 2+TM 3", "1M 2+TM 3", false},

		{"LargeBlockSameTagLevel", LargeBlockSameTagLevel(100), "120<3 99<3 200<2 300+<3", "120+ 99 200 300+", true},
		{"LargeBlockSameTagLevel: no content", LargeBlockSameTagLevel(100), "120", "120", false},

		{"ListAtEnd", ListAtEnd, "9Ml<5 50+<3 4Ml<4 5Ml<5 6Ml<3 7Ml<5", "9M 50+ 4+M 5+M 6M 7M", true},
		{"ListAtEnd: links, no list, no label", ListAtEnd, "50+<3 4Mla<4", "50+ 4M", false},
		{"ListAtEnd: no list item", ListAtEnd, "50+<3 4M<4", "50+ 4M", false},
		{"ListAtEnd: no label", ListAtEnd, "50+<3 4l<4", "50+ 4", false},
		{"ListAtEnd: no content", ListAtEnd, "4Ml<4", "4M", false},

		{"MarkEverythingContent", MarkEverythingContent, "1 2+", "1+ 2+", true},
		{"MarkEverythingContent: all are", MarkEverythingContent, "1+ 2+", "1+ 2+", false},
		{"MinWords", MinWords(5), "4+ 5+ 6", "4 5+ 6", true},
		{"MinWords: none", MinWords(5), "4 5+", "4 5+", false},

		{"NumWordsRulesClassifier", NumWordsRulesClassifier, "1 17 2+", "1+ 17+ 2+", true},
		{"DensityRulesClassifier", DensityRulesClassifier, "20 20 1", "20+ 20+ 1+", true},
		{"CanolaClassifier", CanolaClassifier, "20 1", "20+ 1", true},
	} {
		d := documentOf(test.before)
		changed := test.filter(d)
		if got := note(d); got != test.after || changed != test.changed {
			t.Errorf("%s: %s:\n got %s, %v\nwant %s, %v", test.name, test.before, got, changed, test.after, test.changed)
		}
	}
}

// TestFusionDistance removes blocks and fuses what is left.
func TestFusionDistance(t *testing.T) {
	for distance, want := range map[int]string{0: "1/2+ 4+ 7+", 1: "1/2/4+ 7+", 2: "1/2/4/7+"} {
		d := documentOf("1+ 2+ 3 4+ 5 6 7+")
		BoilerplateBlock(d)
		BlockProximityFusion(distance, ContentOnly)(d)
		if got := note(d); got != want {
			t.Errorf("distance %d: got %s, want %s", distance, got, want)
		}
	}
}

// TestMerge checks each number of a merged block.
func TestMerge(t *testing.T) {
	a := TextBlock{Text: "a", Words: 20, AnchorWords: 2, WrappedWords: 15, WrappedLines: 2, OffsetStart: 3, OffsetEnd: 4, TagLevel: 5,
		Labels: LabelTitle, Heading: true, Start: 10, End: 20, parts: []part{{source: span{10, 20}}}}
	b := TextBlock{Text: "b", Words: 7, AnchorWords: 3, WrappedWords: 7, WrappedLines: 1, OffsetStart: 6, OffsetEnd: 8, TagLevel: 4,
		Labels: LabelMightBeContent, Content: true, ListItem: true, Start: 30, End: 40, parts: []part{{source: span{30, 40}}}}
	want := TextBlock{Text: "a\nb", Words: 27, AnchorWords: 5, WrappedWords: 22, WrappedLines: 3, OffsetStart: 3, OffsetEnd: 8, TagLevel: 4,
		Labels: LabelTitle | LabelMightBeContent, Content: true, ListItem: true, Start: 10, End: 40, parts: []part{{source: span{10, 20}}, {source: span{30, 40}}}}
	want.reason = keptByMerging
	a.Merge(&b)
	if got := fmt.Sprintf("%+v", a); got != fmt.Sprintf("%+v", want) {
		t.Errorf("got %s\nwant %+v", got, want)
	}
	if a.TextDensity() != float32(22)/3 || a.LinkDensity() != float32(5)/27 {
		t.Errorf("densities %v, %v", a.TextDensity(), a.LinkDensity())
	}
	empty := TextBlock{WrappedLines: 1}
	empty.Merge(&TextBlock{WrappedLines: 1})
	if empty.WrappedLines != 1 || empty.TextDensity() != 0 {
		t.Errorf("blocks without words: %+v", empty)
	}
}

// TestClone: a change of one copy does not show in another, even if blocks were merged
// before the copies were made.
func TestClone(t *testing.T) {
	for name, before := range map[string]Filters{
		"fused": {SimpleBlockFusion},
		"merged": {func(d *TextDocument) bool {
			d.Blocks[0].Merge(&d.Blocks[1])
			d.Blocks[0].Merge(&d.Blocks[2])
			d.Blocks = append(d.Blocks[:1], d.Blocks[3:]...)
			return true
		}},
		"split": {SimpleBlockFusion, func(d *TextDocument) bool {
			d.Blocks[0].Text = "a\nb" // not the lines that it was merged of
			return SplitParagraphBlocks(d)
		}},
	} {
		d := documentOf("10+ 10+ 10+ 11+ 12+")
		before.Process(d)
		one, other := d.Clone(), d.Clone()
		last := len(d.Blocks) - 1
		one.Blocks[0].Merge(&d.Blocks[last-1])
		other.Blocks[0].Merge(&d.Blocks[last])
		for _, c := range []struct {
			d    *TextDocument
			want span
		}{{one, span{30, 39}}, {other, span{40, 49}}} {
			if parts := c.d.Blocks[0].parts; len(parts) != 4 || parts[3].source != c.want {
				t.Errorf("%s: parts %v, want %v after the three", name, parts, c.want)
			}
		}
		if got := len(d.Blocks[0].parts); got != 3 || d.Blocks[0].Words == one.Blocks[0].Words {
			t.Errorf("%s: the document itself has changed", name)
		}
	}
}

// TestMergedDensities: the density of a merged block decides whether the next block is
// merged into it.
func TestMergedDensities(t *testing.T) {
	d := &TextDocument{Blocks: []TextBlock{blockOf(10, 0, 1), blockOf(20, 0, 2), blockOf(30, 0, 3), blockOf(31, 0, 3)}}
	if !SimpleBlockFusion(d) || len(d.Blocks) != 2 || d.Blocks[0].Words != 60 {
		t.Errorf("got %+v", d.Blocks)
	}
}

func TestSplitParagraphBlocks(t *testing.T) {
	d := &TextDocument{Blocks: []TextBlock{
		{Text: "one", Words: 1, WrappedWords: 1, WrappedLines: 1, Content: true},
		{Text: "two\nthree\r\nfour\n", Words: 3, Content: true, Labels: LabelTitle, OffsetEnd: 7, Start: 5, End: 50, parts: []part{{source: span{5, 8}}, {source: span{10, 15}}, {source: span{40, 50}}}},
		{Text: "\n\nfive", Words: 1},
	}}
	changed := SplitParagraphBlocks(d)
	var got []string
	for _, b := range d.Blocks {
		got = append(got, fmt.Sprintf("%s %d %v %v %d-%d", b.Text, b.Words, b.Content, b.Labels, b.Start, b.End))
	}
	want := "one 1 true  0-0, two 0 true TITLE 5-8, three 0 true TITLE 10-15, four 0 true TITLE 40-50,  0 false  0-0, five 0 false  0-0"
	if line := strings.Join(got, ", "); !changed || line != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
	if SplitParagraphBlocks(&TextDocument{Blocks: []TextBlock{{Text: "one"}}}) {
		t.Error("nothing was to be split")
	}
}

func TestMinClauseWords(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{"one two three four five.", true},
		{"one two three four.", false},
		{"one two three four five", false},
		{"one, two, three four five six seven!", true},
		{"one two three four five) .", false},
		{"one two three four fivé?! And", true},
		{"one two three four v1.0 five", false},
		{"one two three four 5; six", true},
		{"a. b. c. d. e.", false},
		{"one  two three\n\nfour five.", true},
		{"", false},
		{"...", false},
	} {
		d := &TextDocument{Blocks: []TextBlock{{Text: test.text, Content: true}}}
		changed := MinClauseWords(5)(d)
		if d.Blocks[0].Content != test.want || changed == test.want {
			t.Errorf("%q: content %v, changed %v", test.text, d.Blocks[0].Content, changed)
		}
	}
}

// TestTerminatingBlocks tests each phrase of 1.2.0, and texts that are none of them.
func TestTerminatingBlocks(t *testing.T) {
	for text, want := range map[string]bool{
		"Comments (3)": true, "© Reuters 2010": true, "Please rate this article": true, "Post a Comment": true,
		"12 comments so far": true, "3 users responded in this post": true, "12  comments": false, "comment 12 comments": false,
		"Tell us what you think...": true, "Add your comment": true, "» Add Comment": true, "Our READER VIEWS": true,
		"Now have your say!": true, "All reader comments": true, "Rätta artikeln": true,
		"Thanks for your comments - this feedback is now closed":  true,
		"Thanks for your comments - this feedback is now closed.": false,
		"comments": true, "Comment": false, "  Comments  ": true, "No comments": false, "©Reuters": false, "": false,
	} {
		d := &TextDocument{Blocks: []TextBlock{{Text: text, Words: 14}}}
		if changed := EnglishTerminatingBlocks(d); changed != want || (d.Blocks[0].Labels == LabelIndicatesEndOfText) != want {
			t.Errorf("%q: changed %v, labels %v", text, changed, d.Blocks[0].Labels)
		}
	}
	if EnglishTerminatingBlocks(&TextDocument{Blocks: []TextBlock{{Text: "Comments by many", Words: 15}}}) {
		t.Error("15 words are too many")
	}
	german := TerminatingBlocks(Endings{Prefixes: []string{"kommentare"}, AfterNumber: []string{" kommentare"}, Phrases: []string{"ähnliche artikel"},
		Whole: []string{"ende"}, MaxWords: 9})
	for text, want := range map[string]bool{"Kommentare": true, "3 Kommentare": true, "Mehr ÄHNLICHE Artikel": true, "Ende": true, "Ende gut": false, "Comments": false} {
		if german(&TextDocument{Blocks: []TextBlock{{Text: text}}}) != want {
			t.Errorf("own phrases: %q: want %v", text, want)
		}
	}
}

// TestOwnEndings: phrases are compared without regard to case, and there is no limit if
// MaxWords is 0.
func TestOwnEndings(t *testing.T) {
	for _, endings := range []Endings{
		{Phrases: []string{"Mehr ÄHNLICHE"}},
		{Prefixes: []string{"LESEN Sie"}},
		{Whole: []string{"lesen Sie 3 mehr ähnliche Artikel"}},
	} {
		d := &TextDocument{Blocks: []TextBlock{{Text: "Lesen Sie 3 mehr ähnliche Artikel", Words: 1000}}}
		if !TerminatingBlocks(endings)(d) {
			t.Errorf("%+v: no ending", endings)
		}
	}
	d := &TextDocument{Blocks: []TextBlock{{Text: "3 KOMMENTARE"}}}
	if !TerminatingBlocks(Endings{AfterNumber: []string{" Kommentare"}})(d) {
		t.Error("after a number: no ending")
	}
}

func TestDocumentTitleMatch(t *testing.T) {
	for _, test := range []struct {
		title, block string
		want         bool
	}{
		{"A Long Headline", " A Long Headline ", true},
		{"A Long Headline", "a long headline", false},
		{"  A Long Headline\n", "A Long Headline", true},
		{"A Long Headline | The Site", "A Long Headline", true},
		{"A Long Headline | The Site", "The Site", false},
		{"News » A Long Headline", "A Long Headline", true},
		{"Site: A Long Headline (video)", "A Long Headline", true},
		{"Site - A Long Headline", "A Long Headline", true},
		{"A Long Headline, Site", "A Long Headline", true},
		{"A longer.com name of it | A Headline", "A Headline", true},
		{"same | size", "same", true},
		{"same | size", "size", false},
		{"A Headline |", "A Headline", false},
		{"| A Headline", "A Headline", true},
		{"", "", false},
		{" ", "", false},
		{"|", "", false},
		{"a.com | b.com", "", false},
	} {
		d := &TextDocument{Title: test.title, Blocks: []TextBlock{{Text: test.block}}}
		if changed := DocumentTitleMatch(d); changed != test.want || (d.Blocks[0].Labels == LabelTitle) != test.want {
			t.Errorf("title %q, block %q: changed %v", test.title, test.block, changed)
		}
	}
}

func TestLabels(t *testing.T) {
	labels := LabelTitle | LabelMightBeContent | LabelOwn
	if got := labels.String(); got != "TITLE|MIGHT_BE_CONTENT" {
		t.Errorf("got %s", got)
	}
}

// TestExtractors counts the filters of each extractor; TestConformance shows
// whether they are the right ones.
func TestExtractors(t *testing.T) {
	for _, test := range []struct {
		name    string
		x       Filters
		filters int
		want    string
	}{
		{"KeepEverything", KeepEverything(), 1, "3+ 3+ 20+"},
		{"KeepEverythingWithMinKWords", KeepEverythingWithMinKWords(7), 3, "3/3 20+"},
		{"LargestContent", LargestContent(), 3, "3/3/20+"},
	} {
		d := documentOf("3 3 20")
		changed := test.x.Process(d)
		if got := note(d); got != test.want || !changed || len(test.x) != test.filters {
			t.Errorf("%s: got %s, %v, %d filters", test.name, got, changed, len(test.x))
		}
	}
}
