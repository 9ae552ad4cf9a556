package justext_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/stoplists"
)

// TestUnspacedConfig checks that New replaces the defaults for languages without spaces, and
// nothing else.
func TestUnspacedConfig(t *testing.T) {
	tests := []struct {
		lang               string
		change             func(*justext.Config)
		lengths            [2]int
		stopWords          [2]float64
		unspaced, hasMarks bool
	}{
		{lang: "en", lengths: [2]int{70, 200}, stopWords: [2]float64{0.30, 0.32}},
		{lang: "ko", lengths: [2]int{35, 100}},
		{lang: "zh", lengths: [2]int{25, 70}, stopWords: [2]float64{0.15, 0.18}, unspaced: true, hasMarks: true},
		{lang: "zh-Hant", lengths: [2]int{25, 70}, stopWords: [2]float64{0.15, 0.18}, unspaced: true, hasMarks: true},
		{lang: "ja", lengths: [2]int{25, 70}, stopWords: [2]float64{0.15, 0.18}, unspaced: true, hasMarks: true},
		{lang: "th", lengths: [2]int{70, 200}, stopWords: [2]float64{0.15, 0.18}, unspaced: true},
		{lang: "auto", lengths: [2]int{70, 200}, stopWords: [2]float64{0.30, 0.32}},
		{lang: "", lengths: [2]int{70, 200}},
		// What the caller sets is used, even if it equals another default.
		{lang: "zh", change: func(c *justext.Config) { c.LengthLow, c.LengthHigh = 70, 200 }, lengths: [2]int{70, 200}, stopWords: [2]float64{0.15, 0.18}, unspaced: true, hasMarks: true},
		{lang: "zh", change: func(c *justext.Config) { c.StopWordsLow, c.StopWordsHigh = 0.30, 0.32 }, lengths: [2]int{25, 70}, stopWords: [2]float64{0.30, 0.32}, unspaced: true, hasMarks: true},
		{lang: "zh", change: func(c *justext.Config) { c.Unspaced, c.SentenceMarks = false, "" }, lengths: [2]int{25, 70}, stopWords: [2]float64{0.15, 0.18}},
		{lang: "ko", change: func(c *justext.Config) { c.StopWordsHigh = 0.2 }, lengths: [2]int{35, 100}, stopWords: [2]float64{0, 0.2}},
	}
	for _, test := range tests {
		config, err := justext.ConfigFor(test.lang)
		if err != nil {
			t.Fatal(err)
		}
		if test.change == nil { // New knows the parameters of the language too
			config = justext.DefaultConfig()
		} else {
			test.change(&config)
		}
		got := newExtractor(t, test.lang, config).Config()
		if got.LengthLow != test.lengths[0] || got.LengthHigh != test.lengths[1] {
			t.Errorf("%s: lengths %d and %d, want %d", test.lang, got.LengthLow, got.LengthHigh, test.lengths)
		}
		if got.StopWordsLow != test.stopWords[0] || got.StopWordsHigh != test.stopWords[1] {
			t.Errorf("%s: stop words %v and %v, want %v", test.lang, got.StopWordsLow, got.StopWordsHigh, test.stopWords)
		}
		if got.Unspaced != test.unspaced || (got.SentenceMarks != "") != test.hasMarks {
			t.Errorf("%s: unspaced %v, marks %q", test.lang, got.Unspaced, got.SentenceMarks)
		}
	}
}

// TestClearlyForeign: names and single letters are not taken for another language, nor Han
// characters alone for Chinese on a Japanese page.
func TestClearlyForeign(t *testing.T) {
	config := justext.DefaultConfig()
	config.LangByParagraph = true
	x := newExtractor(t, justext.Auto, config)
	english := "<p>" + strings.Repeat("This is the text of a page that has been written in the language that most of us know. ", 4)
	japanese := "<p>" + strings.Repeat("今日は公園でたくさんの人を見ました。花がきれいに咲いていました。", 3)
	for _, test := range []struct{ before, paragraph, lang string }{
		{english, "Los Angeles, San Diego, San Jose, San Francisco, Fresno, Sacramento, Los Gatos, El Segundo, San Mateo, El Cajon", "en"},
		{english, "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z", "en"},
		{english, "Tel. 030 1234567 Mo Di Mi Do Fr 9-18 Uhr Sa 10-14 Uhr Tel. 030 1234568 Mo Di Mi Do Fr 10-18 Sa 10-14 Uhr", "en"},
		{japanese, "東京都千代田区霞が関一丁目二番三号日本国際交流協会東京本部第二事業部企画課担当", "ja"},
		{english, "Das ist ein Absatz in einer anderen Sprache, der auf der Seite steht, weil er dort von jemandem geschrieben wurde.", "de"},
	} {
		document, err := x.Document(t.Context(), strings.NewReader(test.before+"<p>"+test.paragraph), "text/html; charset=utf-8")
		if err != nil || len(document.Paragraphs) != 2 {
			t.Fatalf("%d paragraphs, error %v", len(document.Paragraphs), err)
		}
		if got := document.Paragraphs[1].Lang(); got != test.lang {
			t.Errorf("%.30s: %s, want %s", test.paragraph, got, test.lang)
		}
	}
}

// TestUnspacedClasses tests each rule with a paragraph of Chinese.
func TestUnspacedClasses(t *testing.T) {
	config := newExtractor(t, "zh", justext.DefaultConfig()).Config()
	sentence := "我们今天在公园里看到了很多人，他们都说这里的花开得很好。" // 28 characters
	tests := []struct {
		name, text string
		class      justext.Class
		reason     justext.Reason
	}{
		{"a sentence", sentence, justext.NearGood, justext.ManyStopWords},
		{"three", strings.Repeat(sentence, 3), justext.Good, justext.ManyStopWords},
		{"short", "我们今天在公园里。", justext.Short, justext.ShortText},
		{"no sentence", "新闻热线 0533 6123456 投稿邮箱 传真电话 短信平台 05336123456", justext.Bad, justext.NoSentence},
		{"another language", strings.Repeat("These words are in another language, ", 4), justext.Bad, justext.FewStopWords},
	}
	for _, test := range tests {
		got := classifyOne(paragraphOf(test.text), config)
		t.Run(test.name, func(t *testing.T) { checkClass(t, got, test.class, test.reason) })
	}
}

// TestUnspacedCounts: letters are counted in place of words.
func TestUnspacedCounts(t *testing.T) {
	config := justext.DefaultConfig()
	config.Unspaced = true
	config.StopWords = stoplists.New("的", "我们", "我")
	got := classifyOne(paragraphOf("我们的书。我不在 ABC"), config)
	if got.StopWords != 4 || got.Words != 10 {
		t.Errorf("%d of %d letters in stop words, want 4 of 10", got.StopWords, got.Words)
	}
	if got := classifyOne(paragraphOf(strings.Repeat("我们的", 40)), config); got.StopWordDensity() != 1 || got.Class != justext.NearGood {
		t.Errorf("density %v, %v, want 1, neargood", got.StopWordDensity(), got.Class)
	}
}

// TestAutoRules tests each rule by which Auto decides.
func TestAutoRules(t *testing.T) {
	english := "<p>This is the text of a page that has been written in the language that most of us know, and it goes on for a while.</p>"
	tests := []struct {
		name, page, lang string
		by               justext.LangRule
	}{
		{"words", english, "en", justext.LangByWords},
		{"words against the attribute", `<html lang="cs">` + english, "en", justext.LangByWords},
		{"script", "<p>Αυτό είναι ένα κείμενο στα ελληνικά</p>", "el", justext.LangByScript},
		{"Chinese", "<p>我们今天在公园里看到了很多人，他们都说这里的花开得很好。</p>", "zh", justext.LangByScript},
		{"Japanese", "<p>今日は公園でたくさんの人を見ました。花がきれいに咲いていました。</p>", "ja", justext.LangByScript},
		{"Korean", "<p>오늘 공원에서 많은 사람들을 보았습니다</p>", "ko", justext.LangByScript},
		{"attribute", `<html lang="pt-BR"><p>ok</p>`, "pt", justext.LangByAttribute},
		{"attribute of XHTML", `<html xml:lang="de"><p>ok</p>`, "de", justext.LangByAttribute},
		{"unknown attribute", `<html lang="tlh"><p>ok</p>`, "", justext.LangUnknown},
		{"attribute of the first html", `<html lang="de"><p>ok</p></html><html><p>ok</p>`, "de", justext.LangByAttribute},
		{"an attribute without end", `<html lang="de` + strings.Repeat("-u-ab", 100_000) + `"><p>ok</p>`, "", justext.LangUnknown},
		{"nothing", "<p>xxyyzz</p>", "", justext.LangUnknown},
		{"no text", "", "", justext.LangUnknown},
		{"digits", "<p>1 2 3 4 5 6 7 8 9 10</p>", "", justext.LangUnknown},
	}
	x := newExtractor(t, justext.Auto, justext.DefaultConfig())
	for _, test := range tests {
		document, err := x.Document(t.Context(), strings.NewReader(test.page), "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		if document.Lang != test.lang || document.LangBy != test.by {
			t.Errorf("%s: %q by %v, want %q by %v", test.name, document.Lang, document.LangBy, test.lang, test.by)
		}
		if document.LangBy == justext.LangByWords && document.LangMargin < 10 {
			t.Errorf("%s: margin %v", test.name, document.LangMargin)
		}
		for i := range document.Paragraphs {
			if got := document.Paragraphs[i].Lang(); got != test.lang {
				t.Errorf("%s: paragraph in %q", test.name, got)
			}
		}
	}
}

// TestAutoIsTheLanguage: Auto gives the same paragraphs as the language that it finds, and
// For gives the configuration of that language.
func TestAutoIsTheLanguage(t *testing.T) {
	auto := newExtractor(t, justext.Auto, justext.DefaultConfig())
	for _, golden := range goldenPages(t) {
		document, err := auto.Document(t.Context(), strings.NewReader(string(golden.html)), "")
		if err != nil {
			t.Fatal(err)
		}
		if document.LangBy == justext.LangByWords && !strings.HasPrefix(golden.lang, document.Lang) {
			t.Errorf("%s: %s, want %s", golden.name, document.Lang, golden.lang)
		}
		named, err := auto.For(document.Lang)
		if err != nil {
			t.Fatal(err)
		}
		same(t, golden.name, extract(t, named, strings.NewReader(string(golden.html))), describe(document.Paragraphs))
		if named.Lang() != document.Lang || named.Config().StopWords.Len() == 0 && document.Lang != "" && document.Lang != "ko" {
			t.Errorf("%s: For(%q) is for %q, with %d words", golden.name, document.Lang, named.Lang(), named.Config().StopWords.Len())
		}
	}
	if _, err := auto.For("Klingon"); !errors.Is(err, justext.ErrUnknownLanguage) {
		t.Errorf("For an unknown language: %v", err)
	}
	if auto.Lang() != justext.Auto {
		t.Errorf("the language is %q, want %q", auto.Lang(), justext.Auto)
	}
}

// TestLangByParagraph: a page in two languages keeps both.
func TestLangByParagraph(t *testing.T) {
	english := strings.Repeat("This is the text of a page that has been written in the language that most of us know. ", 4)
	czech := strings.Repeat("Toto je text stránky, který byl napsán v jazyce, jenž není tak známý, a trvá to ještě chvíli. ", 3)
	chinese := strings.Repeat("我们今天在公园里看到了很多人，他们都说这里的花开得很好。", 3)
	page := "<p>" + english + "<p>" + english + "<p>" + czech + "<p>" + chinese
	config := justext.DefaultConfig()
	for _, test := range []struct {
		byParagraph bool
		good        int
		langs       string
	}{{false, 2, "en en en en"}, {true, 4, "en en cs zh"}} {
		config.LangByParagraph = test.byParagraph
		document, err := newExtractor(t, justext.Auto, config).Document(t.Context(), strings.NewReader(page), "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		good := 0
		var langs []string
		for i := range document.Paragraphs {
			if document.Paragraphs[i].Class == justext.Good {
				good++
			}
			langs = append(langs, document.Paragraphs[i].Lang())
		}
		if good != test.good || strings.Join(langs, " ") != test.langs {
			t.Errorf("by paragraph %v: %d good, in %v, want %d in %s", test.byParagraph, good, langs, test.good, test.langs)
		}
	}
}
