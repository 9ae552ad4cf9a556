package justext_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
)

// A door is a method that reads a page. It returns the texts of the paragraphs with
// their classes.
type door struct {
	name string
	read func(ctx context.Context, x *justext.Extractor, source string) ([]string, error)
}

// doors are the methods that read a page and classify its paragraphs.
var doors = []door{
	{"Extract", func(ctx context.Context, x *justext.Extractor, source string) ([]string, error) {
		paragraphs, err := x.Extract(strings.NewReader(source))
		return classes(paragraphs), err
	}},
	{"Document", func(ctx context.Context, x *justext.Extractor, source string) ([]string, error) {
		d, err := x.Document(ctx, strings.NewReader(source), "")
		return classes(d.Paragraphs), err
	}},
	{"DocumentBytes", func(ctx context.Context, x *justext.Extractor, source string) ([]string, error) {
		d, err := x.DocumentBytes(ctx, []byte(source), "")
		return classes(d.Paragraphs), err
	}},
	{"Clean", func(ctx context.Context, x *justext.Extractor, source string) ([]string, error) {
		d, err := x.Clean(ctx, strings.NewReader(source), "")
		var list []string
		for _, b := range d.Blocks {
			class := justext.Bad
			if b.Keep {
				class = justext.Good
			}
			list = append(list, fmt.Sprintf("%s %q", class, b.Text))
		}
		return list, err
	}},
	{"DocumentNode", func(ctx context.Context, x *justext.Extractor, source string) ([]string, error) {
		root, err := html.Parse(strings.NewReader(source))
		if err != nil {
			return nil, err
		}
		d, err := x.DocumentNode(ctx, root)
		return classes(d.Paragraphs), err
	}},
}

// sourceDoors are the doors for pages that are text.
var sourceDoors = doors[:4]

func classes(paragraphs []justext.Paragraph) (list []string) {
	for _, p := range paragraphs {
		list = append(list, fmt.Sprintf("%s %q", p.Class, p.Text))
	}
	return list
}

// TestDoorsAgree: all doors for text give the same paragraphs.
func TestDoorsAgree(t *testing.T) {
	forEachPage(t, func(t *testing.T, x *justext.Extractor, source []byte) {
		want, err := sourceDoors[0].read(t.Context(), x, string(source))
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(source)
		for _, door := range sourceDoors[1:] {
			if got, err := door.read(t.Context(), x, string(source)); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: error %v\n got %s\nwant %s", door.name, err, got, want)
			}
		}
		if _, err := x.DocumentBytes(t.Context(), source, ""); err != nil || !bytes.Equal(source, before) {
			t.Errorf("DocumentBytes has changed the page, or failed: %v", err)
		}
	})
}

// TestDoorsOfTheZeroExtractor: every method returns an error that says what to call.
func TestDoorsOfTheZeroExtractor(t *testing.T) {
	zero := new(justext.Extractor)
	check := func(name string, err error) {
		if !errors.Is(err, page.ErrConfig) || !strings.Contains(fmt.Sprint(err), "New") {
			t.Errorf("%s: got %v, want an ErrConfig that names New", name, err)
		}
	}
	for _, door := range doors {
		got, err := door.read(t.Context(), zero, "<p>a")
		check(door.name, err)
		if len(got) != 0 {
			t.Errorf("%s: got %s", door.name, got)
		}
	}
	_, err := zero.Segment(t.Context(), strings.NewReader("a"), "")
	check("Segment", err)
	_, _, err = zero.Decode([]byte("a"), "")
	check("Decode", err)
	_, err = zero.For("en")
	check("For", err)
	if zero.Lang() != "" || zero.Config().Markup != 0 {
		t.Error("the zero Extractor has a language or a configuration")
	}
	if view := new(justext.Document).View(); len(view.Blocks) != 0 || view.Text != "" {
		t.Errorf("view of the zero Document: %+v", view)
	}
}

// TestDoorsWhenCancelled: no door gives a paragraph when its context is done.
func TestDoorsWhenCancelled(t *testing.T) {
	byParagraph := justext.DefaultConfig()
	byParagraph.LangByParagraph = true
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, x := range []*justext.Extractor{newExtractor(t, "en", justext.DefaultConfig()), newExtractor(t, justext.Auto, byParagraph)} {
		for _, door := range doors[1:] { // Extract has no context
			for _, source := range []string{"", "<p>a", strings.Repeat("<p>a", 5000)} {
				got, err := door.read(ctx, x, source)
				if !errors.Is(err, context.Canceled) || len(got) != 0 {
					t.Errorf("%s: got %d paragraphs, error %v, want none and %v", door.name, len(got), err, context.Canceled)
				}
			}
		}
	}
}

// A countedContext is done from a given call of Err on.
type countedContext struct {
	context.Context
	calls, most int
}

func (c *countedContext) Err() error {
	if c.calls++; c.calls > c.most {
		return context.Canceled
	}
	return nil
}

// TestDoorsCancelledAtAnyTime: whenever the context is done, there is either all of the
// page or an error and nothing of it.
func TestDoorsCancelledAtAnyTime(t *testing.T) {
	source := strings.Repeat("<p>This is the text of the page, and there is more of it.", 3000)
	config := justext.DefaultConfig()
	config.LangByParagraph, config.TextNodes = true, true
	x := newExtractor(t, justext.Auto, config)
	for _, door := range doors[1:] {
		for most := 0; ; most++ {
			got, err := door.read(&countedContext{t.Context(), 0, most}, x, source)
			if err == nil && len(got) == 3000 {
				break
			}
			if !errors.Is(err, context.Canceled) || len(got) != 0 {
				t.Fatalf("%s: done after %d looks at the context: %d paragraphs, error %v", door.name, most, len(got), err)
			}
			if most > 1000 {
				t.Fatalf("%s looks at the context more than %d times", door.name, most)
			}
		}
	}
}

// TestDoorsMeetLimits: what comes before a limit is returned with the error.
func TestDoorsMeetLimits(t *testing.T) {
	sentence := strings.Repeat("and this is the text of it ", 20)
	source := "<p>" + sentence + "<p>" + sentence + "<p title='" + strings.Repeat("x", 2000) + "'>" + sentence
	for _, test := range []struct {
		limit  string
		set    func(*page.Options)
		inTree bool
	}{
		{"MaxBytes", func(o *page.Options) { o.MaxBytes = 2*len(sentence) + 1 }, true},
		{"MaxToken", func(o *page.Options) { o.MaxToken = 1000 }, false},
		{"MaxBlocks", func(o *page.Options) { o.MaxBlocks = 2 }, true},
		{"MaxElements", func(o *page.Options) { o.MaxElements = 2 }, false},
		{"MaxElements", func(o *page.Options) { o.MaxElements = 5 }, true},
	} {
		config := justext.DefaultConfig()
		test.set(&config.Options)
		x := newExtractor(t, "en", config)
		for _, door := range doors {
			if (door.name == "DocumentNode") != test.inTree && test.limit != "MaxBytes" && test.limit != "MaxBlocks" {
				continue
			}
			got, err := door.read(t.Context(), x, source)
			if !errors.Is(err, &page.LimitError{Limit: test.limit}) {
				t.Errorf("%s, %s: error %v", test.limit, door.name, err)
			}
			if len(got) == 0 || len(got) > 3 || !strings.HasPrefix(got[0], "good") || len(got) == 3 && len(got[2]) > len(sentence)/2 {
				t.Errorf("%s, %s: got %.200s, want what comes before the limit", test.limit, door.name, got)
			}
		}
	}
}

// TestDoorsRefuseBinaryFiles: by default a file that is not HTML is refused, and nothing of
// the page before is returned in its place.
func TestDoorsRefuseBinaryFiles(t *testing.T) {
	x := newExtractor(t, "", justext.DefaultConfig())
	lenient := justext.DefaultConfig()
	lenient.AllowBinary = true
	for _, door := range sourceDoors {
		for _, source := range []string{"%PDF-1.4 <p>a", "\x1f\x8b<p>a", "\x89PNG\r\n\x1a\n<p>a", "WARC/1.0\r\n<p>a"} {
			if _, err := x.Document(t.Context(), strings.NewReader("<title>t</title><p>before"), ""); err != nil {
				t.Fatal(err)
			}
			if got, err := door.read(t.Context(), x, source); !errors.Is(err, page.ErrNotHTML) || len(got) != 0 {
				t.Errorf("%s, %q: got %s, error %v", door.name, source, got, err)
			}
			if got, err := door.read(t.Context(), newExtractor(t, "", lenient), source); err != nil || len(got) == 0 {
				t.Errorf("%s, %q, with AllowBinary: got %s, error %v", door.name, source, got, err)
			}
		}
	}
}

// TestNothingOfThePageBefore: a page that is refused has neither the title nor the
// paragraphs of the page before, though both were worked on in the same memory.
func TestNothingOfThePageBefore(t *testing.T) {
	config := justext.DefaultConfig()
	config.InvalidBytes = page.RefuseInvalid
	x := newExtractor(t, "", config)
	for range 20 { // the race detector makes sync.Pool forget
		if _, err := x.Document(t.Context(), strings.NewReader("<title>t</title><p>before"), ""); err != nil {
			t.Fatal(err)
		}
		d, err := x.Document(t.Context(), strings.NewReader("<meta charset=utf-8>\xff"), "")
		if !errors.Is(err, page.ErrInvalidBytes) || d.Title != "" || len(d.Paragraphs) != 0 {
			t.Fatalf("got %q, %q, error %v", d.Title, compactAll(d.Paragraphs), err)
		}
	}
}

// TestView has the kind and level that each element gives its blocks.
func TestView(t *testing.T) {
	for _, test := range []struct{ markup, want string }{
		{"<p>a", "text"},
		{"a", "text"},
		{"<h1>a", "heading 1"}, {"<h6>a", "heading 6"},
		{"<h2><ul><li>a", "heading 2"}, {"<ul><li><h3>a", "heading 3"}, {"<h1><section><h2>a", "heading 2"},
		{"<ul><li>a", "list"}, {"<ol><li>a", "list"}, {"<dl><dt>a", "list"}, {"<dl><dd>a", "list"}, {"<ul><li><p>a", "list"},
		{"<table><tr><td>a", "table"}, {"<table><tr><th>a", "table"}, {"<table><tr><td><ul><li>a", "list"}, {"<ul><li><table><tr><td>a", "table"},
		{"<table><caption>a", "caption"}, {"<figure><figcaption><p>a", "caption"},
		{"<pre>a", "code"}, {"<blockquote><p>a", "quote"},
		{"<img alt=a>", "image"}, {"<h1><img alt=a>", "image"}, {"<ul><li><img alt=a>", "image"},
		{"<select><option>a", "form"}, {"<textarea>a</textarea>", "form"}, {"<button><p>a", "form"},
		{"<h1>a</h1><p>b", "heading 1, text"}, {"<ul><li>a<li>b</ul>c", "list, list, text"},
	} {
		view, err := newExtractor(t, "", justext.DefaultConfig()).Clean(t.Context(), strings.NewReader(bodyStart+test.markup), "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, b := range view.Blocks {
			kind := b.Kind.String()
			if b.Level > 0 {
				kind += fmt.Sprint(" ", b.Level)
			}
			got = append(got, kind)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: got %s, want %s", test.markup, got, test.want)
		}
	}
}

// TestViewIsTheDocument compares everything else that a view has.
func TestViewIsTheDocument(t *testing.T) {
	forEachPage(t, func(t *testing.T, x *justext.Extractor, source []byte) {
		d, err := x.DocumentBytes(t.Context(), source, "")
		if err != nil {
			t.Fatal(err)
		}
		view := d.View()
		if view.Title != d.Title || view.Encoding != d.Encoding || d.Lang != "" && view.Lang != d.Lang || view.Text != d.Text() || len(view.Blocks) != len(d.Paragraphs) {
			t.Fatalf("got %q, %v, %q, %d bytes of text, %d blocks", view.Title, view.Encoding, view.Lang, len(view.Text), len(view.Blocks))
		}
		for i, b := range view.Blocks {
			p := &d.Paragraphs[i]
			good := p.Class == justext.Good
			if b.Text != p.Text || b.Start != p.Start || b.End != p.End || b.Keep != good || (b.Probability == 1) != good || !b.NewLine || b.Reason != p.Reason.String() ||
				(b.Kind == page.Image) != p.Image || (b.Level > 0) != (b.Kind == page.Heading) {
				t.Errorf("block %d: %+v of %s", i, b, compact(p))
			}
		}
	})
}

// TestConfigsThatNoPresetMade: New refuses such a Config whichever of its fields are set.
func TestConfigsThatNoPresetMade(t *testing.T) {
	for name, config := range map[string]justext.Config{
		"the zero Config":       {},
		"Markup alone":          {Markup: justext.MarkupHTML},
		"all but the Options":   {Markup: justext.MarkupHTML, Parameters: justext.DefaultConfig().Parameters, MaxLinkDensity: 0.2, MaxHeadingDistance: 200},
		"Options made by hand":  {Options: page.Options{DefaultEncoding: "utf-8", MaxBytes: 1 << 20, MaxDepth: 512}, Markup: justext.MarkupHTML},
		"Options of the preset": {Options: page.DefaultOptions()},
	} {
		x, err := justext.New("en", config)
		if x != nil || !errors.Is(err, page.ErrConfig) {
			t.Errorf("%s: got %v, %v, want an ErrConfig", name, x, err)
		}
	}
}

// TestConfigLanguages: New uses the parameters of its language, refuses those of what is
// no language, and does not see what the caller does to the map later.
func TestConfigLanguages(t *testing.T) {
	config := justext.DefaultConfig()
	config.Languages["cs"] = justext.Parameters{LengthLow: 5, LengthHigh: 6, StopWordsHigh: 0.5}
	auto := newExtractor(t, justext.Auto, config)
	if got := newExtractor(t, "cs", config).Config().LengthHigh; got != 6 {
		t.Errorf("LengthHigh is %d, want 6", got)
	}
	delete(config.Languages, "cs")
	cs, err := auto.For("cs")
	if err != nil || cs.Config().LengthHigh != 6 {
		t.Errorf("after the caller has changed the map: LengthHigh %d, error %v", cs.Config().LengthHigh, err)
	}
	for _, tag := range []string{"", "zh-Hant", "ZH", "pt_BR"} {
		config := justext.DefaultConfig()
		config.Languages[tag] = config.Parameters
		if _, err := justext.New("en", config); !errors.Is(err, page.ErrConfig) {
			t.Errorf("Languages[%q]: error %v", tag, err)
		}
	}
	config = justext.DefaultConfig()
	config.Languages["zh"] = justext.Parameters{LengthLow: 2, LengthHigh: 1}
	if _, err := justext.New("en", config); !errors.Is(err, page.ErrConfig) || !strings.Contains(err.Error(), `Languages["zh"]`) {
		t.Errorf("lengths the wrong way round: error %v", err)
	}
}

// TestConfigFor tests the result for each way of naming a language.
func TestConfigFor(t *testing.T) {
	for _, test := range []struct {
		lang              string
		low               int
		stopWords         float64
		languages, refuse bool
	}{
		{lang: "en", low: 70, stopWords: 0.32}, {lang: "Czech", low: 70, stopWords: 0.32}, {lang: "zh-TW", low: 25, stopWords: 0.18},
		{lang: "", low: 70, stopWords: 0}, {lang: "auto", low: 70, stopWords: 0.32, languages: true}, {lang: "Klingon", refuse: true},
	} {
		config, err := justext.ConfigFor(test.lang)
		if test.refuse {
			if !errors.Is(err, justext.ErrUnknownLanguage) {
				t.Errorf("%q: error %v", test.lang, err)
			}
			continue
		}
		if err != nil || config.LengthLow != test.low || config.StopWordsHigh != test.stopWords || (config.Languages != nil) != test.languages {
			t.Errorf("%q: error %v, %+v, Languages %v", test.lang, err, config.Parameters, config.Languages)
		}
		if _, err := justext.New(test.lang, config); err != nil {
			t.Errorf("%q: New: %v", test.lang, err)
		}
	}
	// A value that equals a default still counts as set by the caller.
	zh, err := justext.ConfigFor("zh")
	if err != nil {
		t.Fatal(err)
	}
	zh.LengthLow, zh.LengthHigh = 70, 200
	if got := newExtractor(t, "zh", zh).Config(); got.LengthLow != 70 || got.LengthHigh != 200 {
		t.Errorf("lengths %d and %d, want those that were set, 70 and 200", got.LengthLow, got.LengthHigh)
	}
	// The configuration of one language is not that of another.
	if got := newExtractor(t, "en", justext.DefaultConfig()).Config(); got.Unspaced || got.LengthLow != 70 {
		t.Errorf("English has %+v", got.Parameters)
	}
}

// TestPythonConfigHasOneSetOfParameters: Python jusText has one set for all languages.
func TestPythonConfigHasOneSetOfParameters(t *testing.T) {
	for _, lang := range []string{"zh", "ko", "th", "en"} {
		config := newExtractor(t, lang, justext.PythonConfig()).Config()
		if want := justext.DefaultConfig().Parameters; config.Parameters != want {
			t.Errorf("%s: %+v, want %+v", lang, config.Parameters, want)
		}
	}
}

// TestPathNamesAreCut: the name of an element in a path has at most 100 bytes.
func TestPathNamesAreCut(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"x-short", "x-short"},
		{"x-" + strings.Repeat("y", 300), "x-" + strings.Repeat("y", 98)},
		{"x-" + strings.Repeat("é", 300), "x-" + strings.Repeat("é", 49)},
		{"x-y" + strings.Repeat("é", 300), "x-y" + strings.Repeat("é", 48)},
	} {
		paragraphs, err := newExtractor(t, "", justext.DefaultConfig()).Extract(strings.NewReader("<" + test.name + "><p>a"))
		if err != nil || len(paragraphs) != 1 {
			t.Fatalf("%d paragraphs, error %v", len(paragraphs), err)
		}
		if got, want := paragraphs[0].DOMPath(), "html.body."+test.want+".p"; got != want {
			t.Errorf("path %s, want %s", got, want)
		}
		if got, want := paragraphs[0].XPath(), "/html[1]/body[1]/"+test.want+"[1]/p[1]"; got != want {
			t.Errorf("XPath %s, want %s", got, want)
		}
	}
}
