package justext_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/stoplists"
)

// The one stop word of the texts in this file.
const stopWord = "the"

// prose returns a text of exactly chars code points and words words, the first
// of which stopWords are stop words.
func prose(t *testing.T, chars, words, stopWords int) string {
	t.Helper()
	list := make([]string, words)
	for i := range list {
		list[i] = "x"
		if i < stopWords {
			list[i] = stopWord
		}
	}
	text := strings.Join(list, " ")
	if stopWords < words {
		text += strings.Repeat("x", max(0, chars-len(text)))
	}
	if len(text) != chars {
		t.Fatalf("prose: %d words of which %d are %q cannot have %d characters", words, stopWords, stopWord, chars)
	}
	return text
}

// paragraphOf returns a paragraph that has a text and the counts of the
// segmenter that go with it.
func paragraphOf(text string) justext.Paragraph {
	return justext.Paragraph{Text: text, Chars: int32(utf8.RuneCountInString(text)), Words: int32(len(strings.Fields(text)))}
}

// classifyConfig is DefaultConfig with a list of one stop word.
func classifyConfig() justext.Config {
	config := justext.DefaultConfig()
	config.StopWords = stoplists.New(stopWord)
	return config
}

// classifyOne gives one paragraph its context-free class.
func classifyOne(p justext.Paragraph, config justext.Config) justext.Paragraph {
	paragraphs := []justext.Paragraph{p}
	justext.ClassifyContextFree(paragraphs, config)
	return paragraphs[0]
}

// checkClass compares the class that a stage gave with the expected one.
func checkClass(t *testing.T, got justext.Paragraph, class justext.Class, reason justext.Reason) {
	t.Helper()
	if got.ContextFree != class || got.Class != class || got.Reason != reason {
		t.Errorf("%d characters, %d of %d words in the list, %d in links, %q:\n got %s, context-free %s (%s)\nwant %s (%s)",
			got.Chars, got.StopWords, got.Words, got.LinkChars, got.Text, got.Class, got.ContextFree, got.Reason, class, reason)
	}
}

// TestContextFreeTable has the rows of the table of length and stop word density in docs/justext.md,
// and each threshold on and beside it.
func TestContextFreeTable(t *testing.T) {
	const (
		good, bad, short, nearGood = justext.Good, justext.Bad, justext.Short, justext.NearGood
		many, some, few, tooShort  = justext.ManyStopWords, justext.SomeStopWords, justext.FewStopWords, justext.ShortText
	)
	tests := []struct {
		name                    string
		chars, words, stopWords int
		class                   justext.Class
		reason                  justext.Reason
	}{
		{"medium, low", 100, 10, 1, bad, few},
		{"long, low", 300, 10, 1, bad, few},
		{"medium, medium", 100, 13, 4, nearGood, some},
		{"long, medium", 300, 13, 4, nearGood, some},
		{"medium, high", 100, 10, 5, nearGood, many},
		{"long, high", 300, 10, 5, good, many},

		{"short, high", 69, 10, 9, short, tooShort},
		{"length 69", 69, 10, 5, short, tooShort},
		{"length 70", 70, 10, 5, nearGood, many},
		{"length 70, low", 70, 10, 1, bad, few},
		{"length 200", 200, 10, 5, nearGood, many},
		{"length 201", 201, 10, 5, good, many},
		{"length 1", 1, 1, 0, short, tooShort},

		{"density 3/10, on StopWordsLow", 201, 10, 3, nearGood, some},
		{"density 6/20, on StopWordsLow", 201, 20, 6, nearGood, some},
		{"density 30/100, on StopWordsLow", 400, 100, 30, nearGood, some},
		{"density 29/100, below StopWordsLow", 400, 100, 29, bad, few},
		{"density 2/7, below StopWordsLow", 201, 7, 2, bad, few},
		{"density 299/1000, just below StopWordsLow", 4000, 1000, 299, bad, few},
		{"density 8/25, on StopWordsHigh", 201, 25, 8, good, many},
		{"density 16/50, on StopWordsHigh", 400, 50, 16, good, many},
		{"density 32/100, on StopWordsHigh", 400, 100, 32, good, many},
		{"density 8/25, on StopWordsHigh, medium", 200, 25, 8, nearGood, many},
		{"density 31/100, below StopWordsHigh", 400, 100, 31, nearGood, some},
		{"density 319/1000, just below StopWordsHigh", 4000, 1000, 319, nearGood, some},
		{"density 0", 201, 10, 0, bad, few},
		{"density 1", 203, 51, 51, good, many},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := classifyOne(paragraphOf(prose(t, test.chars, test.words, test.stopWords)), classifyConfig())
			if int(got.StopWords) != test.stopWords {
				t.Errorf("%q: %d stop words, want %d", got.Text, got.StopWords, test.stopWords)
			}
			checkClass(t, got, test.class, test.reason)
		})
	}
}

// TestContextFreeOrder has paragraphs that several rules of the list
// would decide.
func TestContextFreeOrder(t *testing.T) {
	long := prose(t, 300, 10, 5)
	const links, fewLinks = 299, 1
	tests := []struct {
		name                    string
		text                    string
		linkChars               int32
		image, headline, choice bool
		class                   justext.Class
		reason                  justext.Reason
	}{
		{"image before links", long, links, true, true, true, justext.Bad, justext.ImageBlock},
		{"image before ©", "© " + long, 0, true, true, true, justext.Bad, justext.ImageBlock},
		{"links before ©", "© " + long, links, false, true, true, justext.Bad, justext.TooManyLinks},
		{"links before headline", long, links, false, true, true, justext.Bad, justext.TooManyLinks},
		{"links before length", "a", 1, false, false, false, justext.Bad, justext.TooManyLinks},
		{"© before headline", "© " + long, 0, false, true, true, justext.Bad, justext.Copyright},
		{"© before length", "©", 0, false, false, false, justext.Bad, justext.Copyright},
		{"headline before select", long, 0, false, true, true, justext.Good, justext.TopHeadline},
		{"headline before length", "a", 0, false, true, false, justext.Good, justext.TopHeadline},
		{"headline before short with link", "abcdefghij", fewLinks, false, true, false, justext.Good, justext.TopHeadline},
		{"headline before few stop words", strings.Repeat("x", 300), 0, false, true, false, justext.Good, justext.TopHeadline},
		{"select before length", "a", 0, false, false, true, justext.Bad, justext.SelectChoice},
		{"select before stop words", long, 0, false, false, true, justext.Bad, justext.SelectChoice},
		{"short with link", "abcdefghij", fewLinks, false, false, false, justext.Bad, justext.ShortWithLink},
		{"medium with a few characters in links", prose(t, 100, 10, 5), 20, false, false, false, justext.NearGood, justext.ManyStopWords},
		{"none of these", long, 0, false, false, false, justext.Good, justext.ManyStopWords},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := paragraphOf(test.text)
			p.LinkChars, p.Image, p.Headline, p.Heading, p.Select = test.linkChars, test.image, test.headline, test.headline, test.choice
			checkClass(t, classifyOne(p, classifyConfig()), test.class, test.reason)
		})
	}
}

func TestContextFreeLinkDensity(t *testing.T) {
	tests := []struct {
		name      string
		chars     int
		linkChars int32
		class     justext.Class
		reason    justext.Reason
	}{
		{"none", 300, 0, justext.Good, justext.ManyStopWords},
		{"1/5, on MaxLinkDensity", 300, 60, justext.Good, justext.ManyStopWords},
		{"200/1000, on MaxLinkDensity", 1000, 200, justext.Good, justext.ManyStopWords},
		{"61/300, just above", 300, 61, justext.Bad, justext.TooManyLinks},
		{"201/1000, just above", 1000, 201, justext.Bad, justext.TooManyLinks},
		{"short, on MaxLinkDensity", 30, 6, justext.Bad, justext.ShortWithLink},
		{"all", 300, 300, justext.Bad, justext.TooManyLinks},
		{"more than all, by white space at the ends of links", 300, 350, justext.Bad, justext.TooManyLinks},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := paragraphOf(prose(t, test.chars, 5, 3))
			p.LinkChars = test.linkChars
			checkClass(t, classifyOne(p, classifyConfig()), test.class, test.reason)
		})
	}
}

func TestContextFreeCopyright(t *testing.T) {
	tests := []struct {
		name, text string
		class      justext.Class
		reason     justext.Reason
	}{
		{"sign", "© 2016", justext.Bad, justext.Copyright},
		{"sign at the end of a word", "Example Ltd©", justext.Bad, justext.Copyright},
		{"reference without semicolon", "&copy 2016", justext.Bad, justext.Copyright},
		{"reference with semicolon, as text", "write &copy; for it", justext.Bad, justext.Copyright},
		{"another reference", "&Copy 2016", justext.Short, justext.ShortText},
		{"ampersand without copy", "R&co", justext.Short, justext.ShortText},
		{"other signs", "® ™ (c) Ⓒ ℗", justext.Short, justext.ShortText},
		{"the first byte of the sign", "£ Â", justext.Short, justext.ShortText},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkClass(t, classifyOne(paragraphOf(test.text), classifyConfig()), test.class, test.reason)
		})
	}
}

func TestContextFreeNoHeadlines(t *testing.T) {
	headline := paragraphOf("Headline")
	headline.Heading, headline.Headline = true, true
	lesser := paragraphOf("Headline")
	lesser.Heading = true
	off := classifyConfig()
	off.NoHeadlines = true
	noHeadings := classifyConfig()
	noHeadings.NoHeadings = true
	tests := []struct {
		name   string
		p      justext.Paragraph
		config justext.Config
		class  justext.Class
		reason justext.Reason
	}{
		{"h1", headline, classifyConfig(), justext.Good, justext.TopHeadline},
		{"h1, NoHeadlines", headline, off, justext.Short, justext.ShortText},
		{"h1, NoHeadings is another matter", headline, noHeadings, justext.Good, justext.TopHeadline},
		{"h2", lesser, classifyConfig(), justext.Short, justext.ShortText},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkClass(t, classifyOne(test.p, test.config), test.class, test.reason)
		})
	}
}

// TestContextFreeCodePoints has texts whose bytes are above a threshold and
// whose code points are not.
func TestContextFreeCodePoints(t *testing.T) {
	config := classifyConfig()
	config.StopWords = stoplists.New("и", "🙂", "é")
	tests := []struct {
		name, text string
		chars      int32
		class      justext.Class
		reason     justext.Reason
	}{
		{"Cyrillic, 70", strings.Repeat("и ", 34) + "да", 70, justext.NearGood, justext.ManyStopWords},
		{"Cyrillic, 69", strings.Repeat("и ", 34) + "я", 69, justext.Short, justext.ShortText},
		{"Cyrillic, 200", strings.Repeat("и ", 99) + "да", 200, justext.NearGood, justext.ManyStopWords},
		{"Cyrillic, 201", strings.Repeat("и ", 100) + "я", 201, justext.Good, justext.ManyStopWords},
		{"emoji, 69", strings.Repeat("🙂 ", 34) + "🙃", 69, justext.Short, justext.ShortText},
		{"emoji, 70", strings.Repeat("🙂 ", 34) + "🙃!", 70, justext.NearGood, justext.ManyStopWords},
		{"a combining accent counts", strings.Repeat("e\u0301 ", 23) + "!", 70, justext.NearGood, justext.ManyStopWords},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := classifyOne(paragraphOf(test.text), config)
			if got.Chars != test.chars {
				t.Fatalf("%q has %d code points, want %d", test.text, got.Chars, test.chars)
			}
			checkClass(t, got, test.class, test.reason)
		})
	}
}

// TestContextFreeWithoutList has the language-independent mode: length and links
// decide alone, as if both stop word thresholds were 0.
func TestContextFreeWithoutList(t *testing.T) {
	config := newExtractor(t, "", justext.DefaultConfig()).Config()
	tests := []struct {
		chars  int
		class  justext.Class
		reason justext.Reason
	}{
		{69, justext.Short, justext.ShortText},
		{70, justext.NearGood, justext.LongEnough},
		{200, justext.NearGood, justext.LongEnough},
		{201, justext.Good, justext.LongEnough},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.chars), func(t *testing.T) {
			got := classifyOne(paragraphOf(prose(t, test.chars, 10, 5)), config)
			checkClass(t, got, test.class, test.reason)
			if got.StopWords != 0 {
				t.Errorf("%d stop words without a list", got.StopWords)
			}
		})
	}
}

// TestContextFreeNoWords tests paragraphs that occur on no page but that a caller may make.
func TestContextFreeNoWords(t *testing.T) {
	long := justext.Paragraph{Chars: 300}
	for _, test := range []struct {
		name   string
		p      justext.Paragraph
		class  justext.Class
		reason justext.Reason
	}{
		{"nothing at all", justext.Paragraph{}, justext.Short, justext.ShortText},
		{"characters but no words", long, justext.Bad, justext.FewStopWords},
		{"characters in links only", justext.Paragraph{LinkChars: 5}, justext.Bad, justext.ShortWithLink},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkClass(t, classifyOne(test.p, classifyConfig()), test.class, test.reason)
		})
	}
	justext.ClassifyContextFree(nil, classifyConfig())
}

// TestContextFreeThresholds changes each threshold and checks that the new value decides.
func TestContextFreeThresholds(t *testing.T) {
	tests := []struct {
		name   string
		change func(*justext.Config)
		text   string
		links  int32
		class  justext.Class
		reason justext.Reason
	}{
		{"LengthLow", func(c *justext.Config) { c.LengthLow = 30 }, prose(t, 30, 5, 5-1), 0, justext.NearGood, justext.ManyStopWords},
		{"LengthLow 0", func(c *justext.Config) { c.LengthLow = 0 }, "x", 0, justext.Bad, justext.FewStopWords},
		{"LengthHigh", func(c *justext.Config) { c.LengthHigh = 80 }, prose(t, 81, 10, 5), 0, justext.Good, justext.ManyStopWords},
		{"StopWordsLow", func(c *justext.Config) { c.StopWordsLow = 0.1 }, prose(t, 100, 10, 1), 0, justext.NearGood, justext.SomeStopWords},
		{"StopWordsHigh", func(c *justext.Config) { c.StopWordsHigh = 0.6 }, prose(t, 300, 10, 5), 0, justext.NearGood, justext.SomeStopWords},
		{"StopWordsHigh above 1", func(c *justext.Config) { c.StopWordsHigh = math.Inf(1) }, prose(t, 203, 51, 51), 0, justext.NearGood, justext.SomeStopWords},
		{"MaxLinkDensity", func(c *justext.Config) { c.MaxLinkDensity = 0.5 }, prose(t, 300, 10, 5), 150, justext.Good, justext.ManyStopWords},
		{"MaxLinkDensity 0", func(c *justext.Config) { c.MaxLinkDensity = 0 }, prose(t, 300, 10, 5), 1, justext.Bad, justext.TooManyLinks},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := classifyConfig()
			test.change(&config)
			p := paragraphOf(test.text)
			p.LinkChars = test.links
			checkClass(t, classifyOne(p, config), test.class, test.reason)
		})
	}
}

// TestContextFreeAgain calls the stage on paragraphs that have been classified:
// it begins anew.
func TestContextFreeAgain(t *testing.T) {
	p := paragraphOf(prose(t, 300, 10, 5))
	p.Class, p.ContextFree, p.Reason, p.StopWords = justext.Bad, justext.Short, justext.BetweenBad, 77
	got := classifyOne(p, classifyConfig())
	checkClass(t, got, justext.Good, justext.ManyStopWords)
	if got.StopWords != 5 {
		t.Errorf("%d stop words, want 5", got.StopWords)
	}
}

// TestCountStopWords separates words at the two kinds of white space that a
// folded text has.
func TestCountStopWords(t *testing.T) {
	config := justext.DefaultConfig()
	config.StopWords = stoplists.New("the", "of", "été", "ა")
	tests := []struct {
		text string
		want int32
	}{
		{"the", 1},
		{"the of", 2},
		{"the\nof", 2},
		{"The OF", 2},
		{"theof the-of of,", 0},
		{"Été ÉTÉ e\u0301te\u0301", 3},
		{"x the\ny of z", 2},
		{"ა", 1},
		{"", 0},
	}
	for _, test := range tests {
		if got := classifyOne(paragraphOf(test.text), config).StopWords; got != test.want {
			t.Errorf("%q: %d stop words, want %d", test.text, got, test.want)
		}
	}
}
