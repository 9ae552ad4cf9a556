package justext_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"golang.org/x/text/unicode/norm"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// A propertyPage is a page on which the properties are checked, with both presets.
type propertyPage struct {
	name string
	x    *justext.Extractor
	page []byte
}

// propertyPages returns the golden and the odd pages.
func propertyPages(t testing.TB) (pages []propertyPage) {
	t.Helper()
	add := func(name, lang string, page []byte) {
		pages = append(pages,
			propertyPage{name + "/html", newExtractor(t, lang, justext.DefaultConfig()), page},
			propertyPage{name + "/libxml2", newExtractor(t, lang, justext.PythonConfig()), page})
	}
	for _, golden := range goldenPages(t) {
		add(golden.name, golden.lang, golden.html)
	}
	for name, page := range hostile.OddPages {
		add("odd "+name, "en", []byte(page))
	}
	return pages
}

func forEachPage(t *testing.T, check func(t *testing.T, x *justext.Extractor, page []byte)) {
	for _, page := range propertyPages(t) {
		t.Run(page.name, func(t *testing.T) { check(t, page.x, page.page) })
	}
}

// extract returns the description of a page's paragraphs.
func extract(t testing.TB, x *justext.Extractor, r io.Reader) string {
	t.Helper()
	paragraphs, err := x.Extract(r)
	if err != nil {
		t.Fatal(err)
	}
	return describe(paragraphs)
}

// same fails the test if two descriptions differ and shows the difference.
func same(t testing.TB, what, want, got string) {
	t.Helper()
	if got != want {
		t.Errorf("%s (- want, + got):\n%s", what, lineDiff(want, got))
	}
}

func TestParagraphsAreWellFormed(t *testing.T) {
	forEachPage(t, func(t *testing.T, x *justext.Extractor, page []byte) {
		text, _, err := x.Decode(page, "")
		if err != nil {
			t.Fatal(err)
		}
		document, err := x.Document(context.Background(), bytes.NewReader(page), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults(document, text) {
			t.Error(fault)
		}
	})
}

// faults checks the promises about the paragraphs of every page. text is the page in UTF-8.
func faults(document *justext.Document, text []byte) (all []string) {
	if !utf8.ValidString(document.Title) || document.Title != strings.Join(strings.Fields(document.Title), " ") {
		all = append(all, fmt.Sprintf("title %q is not valid or not folded", document.Title))
	}
	end, nonSpace := int32(0), 0
	for i := range document.Paragraphs {
		p := &document.Paragraphs[i]
		for _, fault := range paragraphFaults(p) {
			all = append(all, fmt.Sprintf("paragraph %d, %q: %s", i, p.Text, fault))
		}
		if p.Start < end || p.Start >= p.End || int(p.End) > len(text) {
			all = append(all, fmt.Sprintf("paragraph %d, %q: range %d-%d, after %d, in %d bytes", i, p.Text, p.Start, p.End, end, len(text)))
			return all
		}
		end = p.End
		nonSpace += utf8.RuneCountInString(withoutSpace(p.Text))
		if fault := rangeFault(p, string(text[p.Start:p.End])); fault != "" {
			all = append(all, fmt.Sprintf("paragraph %d, %q: %s in %q", i, p.Text, fault, text[p.Start:p.End]))
		}
	}
	if most := utf8.RuneCount(text); nonSpace > most {
		all = append(all, fmt.Sprintf("%d characters other than white space of a page of %d", nonSpace, most))
	}
	return all
}

// unspaced are the languages whose letters are counted in place of words.
var unspaced = map[string]bool{"zh": true, "ja": true, "th": true, "lo": true, "km": true, "my": true, "bo": true}

// paragraphFaults checks the promises about each paragraph.
func paragraphFaults(p *justext.Paragraph) (faults []string) {
	words := strings.Fields(p.Text)
	for _, promise := range []struct {
		kept bool
		text string
	}{
		{p.Class == justext.Good || p.Class == justext.Bad, fmt.Sprintf("class %s", p.Class)},
		{p.ContextFree != justext.Unclassified, "no context-free class"},
		{p.Reason != justext.NoReason, "no reason"},
		{len(words) > 0, "no words"},
		{utf8.ValidString(p.Text) && utf8.ValidString(p.XPath()) && utf8.ValidString(p.DOMPath()), "not valid UTF-8"},
		{isFolded(p.Text), "white space is not folded"},
		{int(p.Chars) == utf8.RuneCountInString(p.Text), fmt.Sprintf("%d Chars", p.Chars)},
		{int(p.Words) == len(words) || unspaced[p.Lang()] && 0 <= p.Words && int(p.Words) <= utf8.RuneCountInString(norm.NFC.String(p.Text)), fmt.Sprintf("%d Words", p.Words)},
		{0 <= p.StopWords && p.StopWords <= p.Words, fmt.Sprintf("%d StopWords", p.StopWords)},
		{p.LinkChars >= 0, fmt.Sprintf("%d LinkChars", p.LinkChars)},
		{p.Tags >= 0, fmt.Sprintf("%d Tags", p.Tags)},
		{p.Heading || !p.Headline, "a headline is no heading"},
		{strings.HasPrefix(p.XPath(), "/"), "XPath " + p.XPath()},
	} {
		if !promise.kept {
			faults = append(faults, promise.text)
		}
	}
	return faults
}

// isFolded reports whether the only white space in a text is single spaces and
// line feeds between words.
func isFolded(text string) bool {
	space := true // as at the beginning
	for _, r := range text {
		isSpace := unicode.IsSpace(r)
		if isSpace && (space || r != ' ' && r != '\n') {
			return false
		}
		space = isSpace
	}
	return !space
}

// rangeFault returns what is wrong if the characters of a paragraph's text are not in its
// source, in their order, or if the source begins or ends with anything that does not belong
// to the paragraph. It skips character references that the dialects read differently.
func rangeFault(p *justext.Paragraph, source string) string {
	decoded := []rune(html.UnescapeString(source))
	i := 0
	for _, r := range p.Text {
		if unicode.IsSpace(r) {
			continue
		}
		at := slices.Index(decoded[i:], r)
		if at < 0 && !strings.Contains(source, "&") {
			return fmt.Sprintf("%q is not", r)
		} else if at >= 0 {
			i += at + 1
		}
	}
	if p.Image {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(p.Text)
	last, _ := utf8.DecodeLastRuneInString(p.Text)
	begin, _ := utf8.DecodeRuneInString(source)
	end, _ := utf8.DecodeLastRuneInString(source)
	if begin != first && begin != '&' {
		return fmt.Sprintf("%q is not the first character", first)
	}
	if end != last && !strings.Contains(source, "&") {
		return fmt.Sprintf("%q is not the last character", last)
	}
	return ""
}

// TestTextIsInItsRange takes all text out of the source of each paragraph of
// the golden pages by golang.org/x/net/html's tokenizer and compares it with
// the paragraph's.
func TestTextIsInItsRange(t *testing.T) {
	for _, golden := range goldenPages(t) {
		t.Run(golden.name, func(t *testing.T) {
			x := newExtractor(t, golden.lang, justext.DefaultConfig())
			text, _, _ := x.Decode(golden.html, "")
			paragraphs, _ := x.Extract(bytes.NewReader(golden.html))
			for _, p := range paragraphs {
				source := text[p.Start:p.End]
				want, got := withoutSpace(p.Text), withoutSpace(tokenText(source))
				if p.Image {
					got = want
					if !strings.Contains(withoutSpace(html.UnescapeString(string(source))), want) {
						got = "nothing of it"
					}
				}
				if got != want {
					t.Errorf("bytes %d-%d: %q\n got %s\nwant %s", p.Start, p.End, source, got, want)
				}
			}
		})
	}
}

// tokenText returns the text of a piece of markup, except that of scripts, style sheets and
// titles.
func tokenText(markup []byte) string {
	var text strings.Builder
	z := html.NewTokenizer(bytes.NewReader(markup))
	for dropped := atom.Atom(0); ; {
		switch z.Next() {
		case html.ErrorToken:
			return text.String()
		case html.TextToken:
			if dropped == 0 {
				text.Write(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			switch tag := atom.Lookup(name); tag {
			case atom.Script, atom.Style, atom.Title:
				dropped = tag
			default:
				z.NextIsNotRawText()
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); atom.Lookup(name) == dropped {
				dropped = 0
			}
		}
	}
}

func withoutSpace(text string) string { return strings.Join(strings.Fields(text), "") }

// described returns a function that describes the paragraphs of a page.
func described(x *justext.Extractor) func(io.Reader) (string, error) {
	return func(r io.Reader) (string, error) {
		paragraphs, err := x.Extract(r)
		return describe(paragraphs), err
	}
}

// TestReaders: a page that is read in pieces has the same paragraphs.
func TestReaders(t *testing.T) {
	forEachPage(t, func(t *testing.T, x *justext.Extractor, page []byte) {
		hostile.CheckReaders(t, page, described(x))
	})
}

// TestReadersCut cuts the small page at every place.
func TestReadersCut(t *testing.T) {
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		x := newExtractor(t, "en", config)
		want := extract(t, x, strings.NewReader(hostile.SmallPage))
		for k := range len(hostile.SmallPage) {
			r := io.MultiReader(strings.NewReader(hostile.SmallPage[:k]), strings.NewReader(hostile.SmallPage[k:]))
			same(t, fmt.Sprintf("cut at %d, after %q", k, hostile.SmallPage[:k]), want, extract(t, x, r))
		}
	}
}

// TestFailingReader: if a reader fails after k bytes, the paragraphs of these bytes come with
// the error.
func TestFailingReader(t *testing.T) {
	forEachPage(t, func(t *testing.T, x *justext.Extractor, page []byte) {
		step := 1 + len(page)/20
		if string(page) == hostile.SmallPage {
			step = 1
		}
		hostile.CheckFailing(t, page, step, described(x))
	})
}

// TestReaderWithoutProgress: reading ends with an error instead of going on for ever.
func TestReaderWithoutProgress(t *testing.T) {
	x := newExtractor(t, "", justext.DefaultConfig())
	paragraphs, err := x.Extract(io.MultiReader(strings.NewReader("<p>a"), hostile.Idle{}))
	if !errors.Is(err, io.ErrNoProgress) || len(paragraphs) != 1 {
		t.Errorf("got %q, %v, want one paragraph and %v", compactAll(paragraphs), err, io.ErrNoProgress)
	}
}

// TestStages: the four stages, called on the result of Segment, give that of Extract.
func TestStages(t *testing.T) {
	forEachPage(t, func(t *testing.T, x *justext.Extractor, page []byte) {
		want := extract(t, x, bytes.NewReader(page))
		document, err := x.Segment(context.Background(), bytes.NewReader(page), "")
		if err != nil {
			t.Fatal(err)
		}
		paragraphs := document.Paragraphs
		justext.ClassifyContextFree(paragraphs, x.Config())
		justext.PreprocessHeadings(paragraphs, x.Config())
		justext.ClassifyContextSensitive(paragraphs)
		justext.PostprocessHeadings(paragraphs, x.Config())
		same(t, "stages one by one", want, describe(paragraphs))
	})
}

// TestExtractIsNewAndExtract compares the function with the method.
func TestExtractIsNewAndExtract(t *testing.T) {
	for _, golden := range goldenPages(t) {
		want := extract(t, newExtractor(t, golden.lang, justext.DefaultConfig()), bytes.NewReader(golden.html))
		paragraphs, err := justext.Extract(bytes.NewReader(golden.html), golden.lang)
		if err != nil {
			t.Fatal(err)
		}
		same(t, golden.name, want, describe(paragraphs))
	}
}

// TestTextNodesChangeNothing: asking for text nodes leaves the paragraphs as
// they are, and the nodes are the paragraph's text.
func TestTextNodesChangeNothing(t *testing.T) {
	forEachPage(t, func(t *testing.T, x *justext.Extractor, page []byte) {
		config := x.Config()
		config.TextNodes = true
		document, err := newExtractor(t, "", config).Document(context.Background(), bytes.NewReader(page), "")
		if err != nil {
			t.Fatal(err)
		}
		same(t, "with text nodes", extract(t, x, bytes.NewReader(page)), describe(document.Paragraphs))
		if len(document.TextNodes) != len(document.Paragraphs) {
			t.Fatalf("text nodes of %d paragraphs, want %d", len(document.TextNodes), len(document.Paragraphs))
		}
		for i, p := range document.Paragraphs {
			if got, want := withoutSpace(strings.Join(document.TextNodes[i], "")), withoutSpace(p.Text); got != want {
				t.Errorf("paragraph %d: text nodes %q of %q", i, document.TextNodes[i], p.Text)
			}
		}
	})
}

// TestSharedExtractor uses one Extractor in many goroutines, each of which
// reads the pages in a different order.
func TestSharedExtractor(t *testing.T) {
	const goroutines = 64
	x := newExtractor(t, "en", justext.DefaultConfig())
	pages := goldenPages(t)
	want := make([]string, len(pages))
	for i := range pages {
		want[i] = extract(t, newExtractor(t, "en", justext.DefaultConfig()), bytes.NewReader(pages[i].html))
	}
	var all sync.WaitGroup
	for g := range goroutines {
		all.Go(func() {
			for i := range len(pages) / 3 {
				n := (i*7 + g) % len(pages)
				paragraphs, err := x.Extract(bytes.NewReader(pages[n].html))
				if got := describe(paragraphs); err != nil || got != want[n] {
					t.Errorf("%s in goroutine %d: %v\n%s", pages[n].name, g, err, lineDiff(want[n], got))
				}
			}
		})
	}
	all.Wait()
}

// TestPagesLeaveNoTrace reads pages with one Extractor: each gives the same paragraphs as if
// it were the first, and the paragraphs of the page before do not change.
func TestPagesLeaveNoTrace(t *testing.T) {
	for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
		reused := newExtractor(t, "en", config)
		var before []justext.Paragraph
		var described string
		for _, page := range slices.Concat(propertyPages(t), propertyPages(t)) {
			want := extract(t, newExtractor(t, "en", config), bytes.NewReader(page.page))
			paragraphs, err := reused.Extract(bytes.NewReader(page.page))
			if err != nil {
				t.Fatal(err)
			}
			same(t, page.name+" with a reused Extractor", want, describe(paragraphs))
			same(t, "paragraphs from before "+page.name, described, describe(before))
			before, described = paragraphs, want
		}
	}
}

func TestCancelledContext(t *testing.T) {
	x := newExtractor(t, "en", justext.DefaultConfig())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	document, err := x.Document(ctx, strings.NewReader("<p>a"), "")
	if !errors.Is(err, context.Canceled) || len(document.Paragraphs) != 0 {
		t.Errorf("got %q, %v, want nothing and %v", compactAll(document.Paragraphs), err, context.Canceled)
	}
}

// TestCancelWhileReading cancels while a page without end is read.
func TestCancelWhileReading(t *testing.T) {
	config := justext.DefaultConfig()
	config.MaxBytes = 0
	x := newExtractor(t, "en", config)
	ctx, cancel := context.WithCancel(context.Background())
	endless := &endlessReader{after: 100, then: cancel}
	start := time.Now()
	_, err := x.Document(ctx, endless, "")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if endless.reads > 101 || time.Since(start) > 5*time.Second {
		t.Errorf("%d reads in %v after the cancellation at 100", endless.reads, time.Since(start))
	}
}

// An endlessReader returns a short piece of text again and again, and calls then after a
// given number of times.
type endlessReader struct {
	reads, after int
	then         func()
}

func (e *endlessReader) Read(p []byte) (int, error) {
	if e.reads++; e.reads == e.after {
		e.then()
	}
	return copy(p, "<p>some text"), nil
}

func TestDeadline(t *testing.T) {
	x := newExtractor(t, "en", justext.DefaultConfig())
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := x.Document(ctx, strings.NewReader("a"), ""); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
}

// TestFaults has pages and configurations that once came out wrong. Each check says what is wrong and nothing if it is right.
func TestFaults(t *testing.T) {
	extractAll := func(x *justext.Extractor, r io.Reader) string {
		paragraphs, err := x.Extract(r)
		return fmt.Sprint(compactAll(paragraphs), err)
	}
	unlike := func(got, want string) string {
		if got == want {
			return ""
		}
		return fmt.Sprintf("got %s\nwant %s", got, want)
	}
	change := func(config justext.Config, change func(*justext.Config)) *justext.Extractor {
		change(&config)
		return newExtractor(t, "", config)
	}
	byDefault := justext.DefaultConfig()
	faults := map[string]func() string{
		"empty page before another": func() string {
			x := newExtractor(t, "", byDefault)
			for range 20 { // the race detector makes sync.Pool forget
				extractAll(x, strings.NewReader(""))
				if wrong := unlike(extractAll(x, strings.NewReader("<p>\x93caf\xe9\x94")), `[~/p[1] "“café”"] <nil>`); wrong != "" {
					return wrong
				}
			}
			return ""
		},
		"as many paragraphs as allowed": func() string {
			x := change(byDefault, func(c *justext.Config) { c.MaxBlocks = 2 })
			return unlike(extractAll(x, strings.NewReader("<p>a</p><p>b</p><div></div>")), `[~/p[1] "a" ~/p[2] "b"] <nil>`)
		},
		"text after select": func() string {
			x := newExtractor(t, "", byDefault)
			return unlike(extractAll(x, strings.NewReader("<p>a<select><option>b</select>c")),
				`[~/p[1] "a" ~/p[1]/select[1]/option[1] "b" [select] ~/p[1] "c"] <nil>`)
		},
		"alt of control characters": func() string {
			x := newExtractor(t, "", byDefault)
			return unlike(extractAll(x, strings.NewReader("a<img alt='\x01'>b")), `[~ "a b" tags=1] <nil>`)
		},
		"text nodes of a lost paragraph": func() string {
			x := change(justext.PythonConfig(), func(c *justext.Config) { c.TextNodes = true })
			document, _ := x.Document(context.Background(), strings.NewReader("<p>a</p></body><p>b</p><body><p>c</p>"), "")
			return unlike(fmt.Sprintf("%q", document.TextNodes), `[["a"] ["c"]]`)
		},
		"MaxDepth 1": func() (wrong string) {
			defer func() {
				if r := recover(); r != nil {
					wrong = fmt.Sprint("panic: ", r)
				}
			}()
			config := byDefault
			config.MaxDepth = 1
			if x, err := justext.New("", config); err == nil {
				extractAll(x, strings.NewReader("<html><body><p>a</p>b</body></html>"))
			} else if !errors.Is(err, page.ErrConfig) {
				return err.Error()
			}
			return ""
		},
		"UTF-8 cut in a character": func() string {
			x := change(byDefault, func(c *justext.Config) { c.MaxBytes = len("<p>kůň ů") - 1 })
			paragraphs, _ := x.Extract(strings.NewReader("<p>kůň ů"))
			if len(paragraphs) == 1 && strings.HasPrefix(paragraphs[0].Text, "kůň") {
				return ""
			}
			return fmt.Sprintf("got %q, want kůň", compactAll(paragraphs))
		},
		"wrapped io.EOF": func() string {
			x := newExtractor(t, "", byDefault)
			_, err := x.Extract(hostile.Fail([]byte("<p>a"), fmt.Errorf("connection lost: %w", io.EOF), false))
			if err == nil {
				return "got no error"
			}
			return ""
		},
		"Config of an Extractor again": func() string {
			x := newExtractor(t, "zh", byDefault)
			return unlike(fmt.Sprint(newExtractor(t, "zh", x.Config()).Config().LengthLow), fmt.Sprint(x.Config().LengthLow))
		},
	}
	for name, check := range faults {
		t.Run(name, func(t *testing.T) {
			if wrong := check(); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

// TestSoup compares the words of random pages with those that a browser shows.
func TestSoup(t *testing.T) {
	x := newExtractor(t, "", justext.DefaultConfig())
	hostile.CheckWords(t, 3000, 0.75, "", func(page []byte) string {
		d, err := x.DocumentBytes(t.Context(), page, "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, p := range d.Paragraphs {
			text.WriteString(p.Text + "\n")
		}
		return text.String()
	})
}

// TestTitleContext: a context that is done at any point while a page with a long title is
// read, decoded and folded leaves a document without blocks and its error.
func TestTitleContext(t *testing.T) {
	x := newExtractor(t, "", justext.DefaultConfig())
	hostile.CheckTitleContext(t, func(ctx context.Context, page []byte, contentType string) (int, error) {
		d, err := x.DocumentBytes(ctx, page, contentType)
		return len(d.Paragraphs), err
	})
}
