package boilerpipe_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// extractors are all extractors of the package.
var extractors = map[string]boilerpipe.Filters{
	"article": boilerpipe.Article(), "article-sentences": boilerpipe.ArticleSentences(), "canola": boilerpipe.Canola(),
	"default": boilerpipe.Default(), "largest-content": boilerpipe.LargestContent(), "num-words-rules": boilerpipe.NumWordsRules(),
	"keep-everything": boilerpipe.KeepEverything(), "keep-everything-with-min-k-words": boilerpipe.KeepEverythingWithMinKWords(5),
}

// propertyPages returns the odd pages and the golden ones of the root package.
func propertyPages(t testing.TB) map[string][]byte {
	t.Helper()
	pages := make(map[string][]byte)
	for name, page := range hostile.OddPages {
		pages["odd "+name] = []byte(page)
	}
	files, err := filepath.Glob("../testdata/golden/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden pages: %v", err)
	}
	for _, file := range files {
		if pages[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return pages
}

// newExtractor returns an Extractor without filters, of which Segment is used.
func newExtractor(t testing.TB, change func(*boilerpipe.Config)) *boilerpipe.Extractor {
	t.Helper()
	return newFiltering(t, nil, change)
}

func newFiltering(t testing.TB, filters boilerpipe.Filters, change func(*boilerpipe.Config)) *boilerpipe.Extractor {
	t.Helper()
	config := boilerpipe.DefaultConfig()
	config.AllowBinary = true // some test pages begin like binary files
	if change != nil {
		change(&config)
	}
	p, err := boilerpipe.New(filters, config)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func parse(t testing.TB, p *boilerpipe.Extractor, r io.Reader) *boilerpipe.TextDocument {
	t.Helper()
	d, err := p.Segment(context.Background(), r, "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// describe writes what the fields of a document say.
func describe(d *boilerpipe.TextDocument) string {
	var lines strings.Builder
	fmt.Fprintf(&lines, "%q %v\n", d.Title, d.Encoding)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		fmt.Fprintf(&lines, "%q %d %d %d %d %d-%d %d %v %v %v %v %d-%d\n", b.Text, b.Words, b.AnchorWords, b.WrappedWords, b.WrappedLines,
			b.OffsetStart, b.OffsetEnd, b.TagLevel, b.Labels, b.Content, b.Heading, b.ListItem, b.Start, b.End)
	}
	return lines.String()
}

func TestBlocksAreWellFormed(t *testing.T) {
	p := newExtractor(t, nil)
	for name, page := range propertyPages(t) {
		t.Run(name, func(t *testing.T) {
			text, _, err := p.Decode(page, "")
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range faults(parse(t, p, bytes.NewReader(page)), text) {
				t.Error(fault)
			}
			for _, fault := range extractorFaults(text, func() *boilerpipe.TextDocument { return parse(t, p, bytes.NewReader(page)) }) {
				t.Error(fault)
			}
		})
	}
}

// faults checks the promises about every page before any filter. text is the page in
// UTF-8.
func faults(d *boilerpipe.TextDocument, text []byte) (all []string) {
	if !utf8.ValidString(d.Title) {
		all = append(all, fmt.Sprintf("title %q is not valid", d.Title))
	}
	end, visible := int32(0), 0
	for i := range d.Blocks {
		b := &d.Blocks[i]
		fault := func(format string, args ...any) {
			all = append(all, fmt.Sprintf("block %d, %.100q: ", i, b.Text)+fmt.Sprintf(format, args...))
		}
		if !utf8.ValidString(b.Text) || strings.ContainsAny(b.Text, "\n\r\t\f\v") || strings.Trim(b.Text, " ") != b.Text {
			fault("the text is not valid UTF-8, not trimmed, or has white space other than spaces")
		}
		if b.AnchorWords < 0 || b.AnchorWords > b.Words || b.WrappedWords < 0 || b.WrappedWords > b.Words || b.WrappedLines < 1 {
			fault("numbers %d, %d, %d, %d", b.Words, b.AnchorWords, b.WrappedWords, b.WrappedLines)
		}
		if b.OffsetStart != i || b.OffsetEnd != i || b.TagLevel < 0 || b.Content || b.Labels != 0 {
			fault("offsets %d-%d, level %d, content %v, labels %v", b.OffsetStart, b.OffsetEnd, b.TagLevel, b.Content, b.Labels)
		}
		if ld := b.LinkDensity(); ld < 0 || ld > 1 || b.TextDensity() < 0 {
			fault("link density %v, text density %v", ld, b.TextDensity())
		}
		if b.Start < end || b.Start >= b.End || int(b.End) > len(text) {
			fault("range %d-%d, after %d, in %d bytes", b.Start, b.End, end, len(text))
			return all
		}
		end = b.End
		visible += utf8.RuneCountInString(strings.Join(strings.Fields(b.Text), ""))
		if source := string(text[b.Start:b.End]); !strings.Contains(source, "&") && !inOrder(b.Text, source) {
			fault("its characters are not in %q", source)
		}
	}
	if most := utf8.RuneCount(text); visible > most {
		all = append(all, fmt.Sprintf("%d characters other than white space of a page of %d", visible, most))
	}
	return all
}

// inOrder reports whether the characters of a text other than spaces stand in
// the source, in their order.
func inOrder(text, source string) bool {
	for _, r := range text {
		if r == ' ' {
			continue
		}
		at := strings.IndexRune(source, r)
		if at < 0 {
			return false
		}
		source = source[at+utf8.RuneLen(r):]
	}
	return true
}

// extractorFaults checks the promises about every list of filters: it adds no text, loses
// text only by removing blocks, and reports whether it changed anything; and the content
// can be written as HTML. text is the page in UTF-8.
func extractorFaults(text []byte, parse func() *boilerpipe.TextDocument) (all []string) {
	whole := parse()
	boilerpipe.MarkEverythingContent(whole)
	everything := visible(whole.Text())
	for name, x := range extractors {
		d := parse()
		before := describe(d)
		changed := x.Process(d)
		if !changed && describe(d) != before {
			all = append(all, name+": it says that it changed nothing")
		}
		if !utf8.ValidString(d.Text()) {
			all = append(all, name+": the text is not valid UTF-8")
		}
		all = append(all, htmlFaults(name, text, d)...)
		rest := everything
		for line := range strings.Lines(d.Text()) {
			line = visible(line)
			at := strings.Index(rest, line)
			if at < 0 {
				all = append(all, fmt.Sprintf("%s: line %.100q is not of the page, or not in its order", name, line))
				break
			}
			rest = rest[at+len(line):]
		}
	}
	return all
}

// htmlFaults reads what the highlighters have written: the words are those of the
// content, no more and no less.
func htmlFaults(name string, text []byte, d *boilerpipe.TextDocument) (all []string) {
	var marked, content bytes.Buffer
	err := boilerpipe.Highlighter{}.Write(context.Background(), &marked, text, d)
	if err != nil || !utf8.Valid(marked.Bytes()) {
		all = append(all, fmt.Sprintf("%s: the marked page is not valid UTF-8, or error %v", name, err))
	}
	for _, html := range []*bytes.Buffer{&marked, &content} {
		if html == &content {
			h := boilerpipe.Highlighter{ContentOnly: true, Whitelist: boilerpipe.TextWhitelist()}
			_ = h.Write(context.Background(), html, text, d) // writing to a buffer never fails
		}
		if most := 4*len(text) + 4<<10; html.Len() > most {
			all = append(all, fmt.Sprintf("%s: %d bytes of HTML, want at most %d", name, html.Len(), most))
		}
	}
	again, err := utf8Parser()
	if err != nil {
		return []string{err.Error()}
	}
	read, err := again.Segment(context.Background(), &content, "")
	boilerpipe.MarkEverythingContent(read)
	if got, want := visible(read.Text()), visible(d.Text()); got != want || err != nil {
		all = append(all, fmt.Sprintf("%s: error %v; the HTML has the text\n%.1000q\nwant\n%.1000q", name, err, got, want))
	}
	return all
}

// utf8Parser reads pages as UTF-8, whatever encoding they declare.
var utf8Parser = sync.OnceValues(func() (*boilerpipe.Extractor, error) {
	config := boilerpipe.DefaultConfig()
	config.DefaultEncoding, config.ForceEncoding, config.AllowBinary = "utf-8", true, true
	return boilerpipe.New(nil, config)
})

// visible returns a text without spaces, control characters and byte order marks.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '\ufeff' {
			return -1
		}
		return r
	}, text)
}

// described returns a function that describes the document of a page.
func described(p *boilerpipe.Extractor) func(io.Reader) (string, error) {
	return func(r io.Reader) (string, error) {
		d, err := p.Segment(context.Background(), r, "")
		return describe(d), err
	}
}

// TestReaders: a page that is read in pieces has the same blocks.
func TestReaders(t *testing.T) {
	p := newExtractor(t, nil)
	for name, page := range propertyPages(t) {
		t.Run(name, func(t *testing.T) { hostile.CheckReaders(t, page, described(p)) })
	}
}

var errBoom = errors.New("boom")

// TestFailingReader: if a reader fails after k bytes, the blocks of these bytes come with
// the error.
func TestFailingReader(t *testing.T) {
	p := newExtractor(t, nil)
	hostile.CheckFailing(t, []byte(hostile.SmallPage), 1, described(p))
	d, err := p.Segment(t.Context(), io.MultiReader(strings.NewReader("<p>a"), hostile.Idle{}), "")
	if !errors.Is(err, io.ErrNoProgress) || len(d.Blocks) != 1 {
		t.Errorf("got %d blocks, %v, want one and %v", len(d.Blocks), err, io.ErrNoProgress)
	}
	if blocks, err := boilerpipe.Extract(hostile.Fail([]byte("<p>a"), errBoom, false), boilerpipe.KeepEverything()); boilerpipe.Text(blocks) != "a\n" || !errors.Is(err, errBoom) {
		t.Errorf("Extract: got %q, %v", boilerpipe.Text(blocks), err)
	}
}

// TestLimits: when a page meets a limit, what comes before is returned.
func TestLimits(t *testing.T) {
	source := "<p>one<p>two<p title='" + strings.Repeat("x", 100) + "'>three<p>four"
	for _, test := range []struct {
		name   string
		change func(*boilerpipe.Config)
		err    error
		blocks int
	}{
		{"bytes", func(c *boilerpipe.Config) { c.MaxBytes = 10 }, &page.LimitError{Limit: "MaxBytes"}, 2},
		{"token", func(c *boilerpipe.Config) { c.MaxToken = 50 }, &page.LimitError{Limit: "MaxToken"}, 2},
		{"blocks", func(c *boilerpipe.Config) { c.MaxBlocks = 3 }, &page.LimitError{Limit: "MaxBlocks"}, 3},
		{"blocks, long before the end", func(c *boilerpipe.Config) { c.MaxBlocks = 1 }, &page.LimitError{Limit: "MaxBlocks"}, 1},
		{"as many blocks", func(c *boilerpipe.Config) { c.MaxBlocks = 4 }, nil, 4},
		{"none", func(c *boilerpipe.Config) { c.MaxBytes, c.MaxToken, c.MaxBlocks = 0, 0, 0 }, nil, 4},
	} {
		d, err := newExtractor(t, test.change).Segment(t.Context(), strings.NewReader(source), "")
		if !errors.Is(err, test.err) || len(d.Blocks) != test.blocks {
			t.Errorf("%s: %d blocks, error %v; want %d, %v", test.name, len(d.Blocks), err, test.blocks, test.err)
		}
		if len(d.Blocks) > 0 && d.Blocks[0].Text != "one" {
			t.Errorf("%s: the first block is %q", test.name, d.Blocks[0].Text)
		}
		if err != nil && strings.Count(err.Error(), "boilerpipe: ") != 1 || err != nil && !strings.HasPrefix(err.Error(), "boilerpipe: ") {
			t.Errorf("%s: error %q does not say whose it is, once", test.name, err)
		}
	}
}

// TestZeroExtractor: the methods of an Extractor that New did not make return an error that
// says so.
func TestZeroExtractor(t *testing.T) {
	var x boilerpipe.Extractor
	source := func() io.Reader { return strings.NewReader("<p>a") }
	d, segmentErr := x.Segment(t.Context(), source(), "")
	_, documentErr := x.Document(t.Context(), source(), "")
	_, bytesErr := x.DocumentBytes(t.Context(), []byte("<p>a"), "")
	view, cleanErr := x.Clean(t.Context(), source(), "")
	blocks, extractErr := x.Extract(source())
	_, nodeErr := x.DocumentNode(t.Context(), new(html.Node))
	writeErr := x.WriteHTML(t.Context(), io.Discard, source(), "", boilerpipe.Highlighter{})
	_, _, decodeErr := x.Decode([]byte("<p>a"), "")
	for i, err := range []error{segmentErr, documentErr, bytesErr, cleanErr, extractErr, nodeErr, writeErr, decodeErr} {
		if !errors.Is(err, page.ErrConfig) || !strings.Contains(err.Error(), "by New") {
			t.Errorf("%d: error %v", i, err)
		}
	}
	if d == nil || len(d.Blocks) != 0 || view == nil || len(view.Blocks) != 0 || blocks != nil {
		t.Errorf("documents %+v, %+v, blocks %v", d, view, blocks)
	}
	if _, err := boilerpipe.New(nil, x.Config()); !errors.Is(err, page.ErrConfig) {
		t.Errorf("New with the Config of the zero Extractor: error %v", err)
	}
}

// TestZeroValues: the zero values of documents, blocks, lists of filters and Highlighters
// are ready for use.
func TestZeroValues(t *testing.T) {
	for _, blocks := range [][]boilerpipe.TextBlock{nil, make([]boilerpipe.TextBlock, 1), make([]boilerpipe.TextBlock, 3)} {
		d := &boilerpipe.TextDocument{Blocks: blocks}
		everyFilter.Process(d)
		boilerpipe.Filters{nil}.Process(d)
		boilerpipe.Filters(nil).Process(d)
		for i := range d.Blocks {
			b := &d.Blocks[i]
			b.Merge(&boilerpipe.TextBlock{})
			if b.TextDensity() != 0 || b.LinkDensity() != 0 {
				t.Errorf("block %+v", b)
			}
		}
		if view := d.Clone().View(); len(view.Blocks) != len(d.Blocks) || strings.TrimSpace(view.Text) != "" {
			t.Errorf("view %+v", view)
		}
		if len(boilerpipe.Images([]byte("<img src=a>"), d)) != 0 {
			t.Errorf("document %+v", d)
		}
		if err := (boilerpipe.Highlighter{}).Write(t.Context(), io.Discard, []byte("<p>a"), d); err != nil {
			t.Error(err)
		}
	}
}

func writeHTML(ctx context.Context, x *boilerpipe.Extractor, source io.Reader, h boilerpipe.Highlighter) (string, error) {
	var written strings.Builder
	err := x.WriteHTML(ctx, &written, source, "", h)
	return written.String(), err
}

// TestHTMLErrors: the HTML of what was read comes with the error.
func TestHTMLErrors(t *testing.T) {
	text := boilerpipe.Highlighter{ContentOnly: true, Whitelist: boilerpipe.TextWhitelist()}
	source := hostile.Fail([]byte("<p>a"), errBoom, false)
	written, err := writeHTML(t.Context(), newFiltering(t, boilerpipe.KeepEverything(), nil), source, text)
	if written != "<P>a</P>" || !errors.Is(err, errBoom) {
		t.Errorf("got %q, %v", written, err)
	}
	refusing := newFiltering(t, boilerpipe.KeepEverything(), func(c *boilerpipe.Config) {
		c.DefaultEncoding, c.ForceEncoding, c.InvalidBytes = "utf-8", true, page.RefuseInvalid
	})
	if written, err = writeHTML(t.Context(), refusing, strings.NewReader("<p>\xff"), text); written != "" || !errors.Is(err, page.ErrInvalidBytes) {
		t.Errorf("got %q, %v", written, err)
	}
}

// TestHTMLLimits: what comes after a limit is not in the HTML either.
func TestHTMLLimits(t *testing.T) {
	const attribute, comment = "<p>one<p>two<p title='%s'>three<p>four", "<p>one<p>two<!--%s--><p>three<p>four"
	h := boilerpipe.Highlighter{Whitelist: map[string][]string{}}
	for _, test := range []struct {
		name   string
		source string
		change func(*boilerpipe.Config)
		err    error
		want   string
	}{
		{"bytes", attribute, func(c *boilerpipe.Config) { c.MaxBytes = 11 }, &page.LimitError{Limit: "MaxBytes"}, "one|tw"},
		{"tag", attribute, func(c *boilerpipe.Config) { c.MaxToken = 50 }, &page.LimitError{Limit: "MaxToken"}, "one|two"},
		{"comment", comment, func(c *boilerpipe.Config) { c.MaxToken = 50 }, &page.LimitError{Limit: "MaxToken"}, "one|two"},
		{"the first token", attribute, func(c *boilerpipe.Config) { c.MaxToken = 2 }, &page.LimitError{Limit: "MaxToken"}, ""},
		{"blocks", attribute, func(c *boilerpipe.Config) { c.MaxBlocks = 1 }, &page.LimitError{Limit: "MaxBlocks"}, "one"},
		{"one block too many", attribute, func(c *boilerpipe.Config) { c.MaxBlocks = 3 }, &page.LimitError{Limit: "MaxBlocks"}, "one|two|three"},
		{"none", attribute, func(c *boilerpipe.Config) { c.MaxToken = 0 }, nil, "one|two|three|four"},
	} {
		source := fmt.Sprintf(test.source, strings.Repeat("x", 100))
		written, err := writeHTML(t.Context(), newFiltering(t, boilerpipe.KeepEverything(), test.change), strings.NewReader(source), h)
		got := strings.NewReplacer("\n", "|", "<span class=\"x-boilerpipe-mark1\">", "", "</span>", "").Replace(written)
		if got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: got %q, %v; want %q, %v", test.name, got, err, test.want, test.err)
		}
	}
}

// TestHTMLContext: nothing is written when the context is done.
func TestHTMLContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	page := strings.Repeat("<p>text", 5000)
	stop := boilerpipe.Filters{boilerpipe.MarkEverythingContent, func(*boilerpipe.TextDocument) bool {
		cancel() // the page has been read
		return false
	}}
	written, err := writeHTML(ctx, newFiltering(t, stop, nil), strings.NewReader(page), boilerpipe.Highlighter{})
	if !errors.Is(err, context.Canceled) || written != "" {
		t.Errorf("%d bytes, error %v", len(written), err)
	}
	if err != nil && !strings.HasPrefix(err.Error(), "boilerpipe: ") {
		t.Errorf("error %q does not say whose it is", err)
	}
}

func TestConfigErrors(t *testing.T) {
	for _, test := range []struct {
		change func(*boilerpipe.Config)
		want   error
	}{
		{func(c *boilerpipe.Config) { c.MaxBytes = -1 }, page.ErrConfig},
		{func(c *boilerpipe.Config) { c.InvalidBytes = 3 }, page.ErrConfig},
		{func(c *boilerpipe.Config) { c.DefaultEncoding = "no such" }, page.ErrUnknownEncoding},
		{func(c *boilerpipe.Config) { *c = boilerpipe.Config{} }, page.ErrConfig},
		{func(c *boilerpipe.Config) {}, nil},
	} {
		config := boilerpipe.DefaultConfig()
		test.change(&config)
		_, err := boilerpipe.New(nil, config)
		if !errors.Is(err, test.want) || err != nil && strings.Count(err.Error(), "boilerpipe: ") != 1 {
			t.Errorf("%+v: error %v, want %v", config, err, test.want)
		}
	}
	if _, err := boilerpipe.New(boilerpipe.Filters{nil}, boilerpipe.DefaultConfig()); !errors.Is(err, page.ErrConfig) {
		t.Errorf("a nil filter: error %v", err)
	}
	config := newExtractor(t, func(c *boilerpipe.Config) { c.DefaultEncoding = "latin1" }).Config()
	if config.DefaultEncoding != "windows-1252" {
		t.Errorf("Config has %s", config.DefaultEncoding)
	}
}

// TestContext: the work ends when the context is done.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	page := strings.Repeat("<p>text", 5000)
	reader := readerFunc(func(p []byte) (int, error) {
		if page == "" {
			cancel()
			return 0, io.EOF
		}
		n := copy(p, page)
		page = page[n:]
		return n, nil
	})
	d, err := newExtractor(t, nil).Segment(ctx, reader, "")
	if !errors.Is(err, context.Canceled) || len(d.Blocks) != 0 {
		t.Errorf("%d blocks, error %v", len(d.Blocks), err)
	}
	if _, err := newExtractor(t, nil).Segment(ctx, strings.NewReader("<p>x"), ""); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestEncodings decodes pages by the encoding that they or their senders declare.
func TestEncodings(t *testing.T) {
	for _, test := range []struct {
		page, contentType, encoding string
		by                          page.EncodingRule
		rule, want                  string
	}{
		{"<p>caf\xc3\xa9", "", "utf-8", page.EncodingValidity, "valid UTF-8", "café"},
		{"\xef\xbb\xbf<p>caf\xc3\xa9", "", "utf-8", page.EncodingBOM, "byte order mark", "café"},
		{"<p>caf\xe9", "", "windows-1252", page.EncodingDefault, "default", "café"},
		{"<meta charset=windows-1250><p>\xe8", "", "windows-1250", page.EncodingMeta, "meta", "č"},
		{"<script>" + strings.Repeat(" ", 2000) + "</script><meta charset=windows-1250><p>\xe8", "", "windows-1250", page.EncodingLateMeta, "late meta", "č"},
		{"<p>\xe8", "text/html; charset=windows-1250", "windows-1250", page.EncodingContentType, "content type", "č"},
		{"\xff\xfe<\x00p\x00>\x00\x1b\x01", "", "utf-16le", page.EncodingBOM, "byte order mark", "ě"},
		{"<\x00p\x00>\x00\x1b\x01", "", "utf-16le", page.EncodingPattern, "UTF-16 pattern", "ě"},
	} {
		p, want := newExtractor(t, nil), page.Encoding{Name: test.encoding, By: test.by}
		d, err := p.Segment(t.Context(), strings.NewReader(test.page), test.contentType)
		if err != nil || d.Encoding != want || len(d.Blocks) != 1 || d.Blocks[0].Text != test.want {
			t.Errorf("%q: %v, %+v, %v", test.page, d.Encoding, d.Blocks, err)
		}
		if _, decoded, err := p.Decode([]byte(test.page), test.contentType); decoded != want || err != nil {
			t.Errorf("%q: Decode finds %v, %v", test.page, decoded, err)
		}
		if test.by.String() != test.rule {
			t.Errorf("rule %q, want %q", test.by, test.rule)
		}
	}
	forced := newExtractor(t, func(c *boilerpipe.Config) { c.ForceEncoding = true })
	if d := parse(t, forced, strings.NewReader("a")); d.Encoding.By != page.EncodingForced || d.Encoding.By.String() != "forced" {
		t.Errorf("forced: %v", d.Encoding)
	}
	if got := page.EncodingRule(99).String(); got != "EncodingRule(99)" {
		t.Errorf("no rule: %s", got)
	}
}

// TestConcurrentUse shares a parser and an extractor between goroutines.
func TestConcurrentUse(t *testing.T) {
	p, x := newExtractor(t, nil), boilerpipe.Article()
	pages := propertyPages(t)
	want := make(map[string]string)
	for name, page := range pages {
		d := parse(t, p, bytes.NewReader(page))
		x.Process(d)
		want[name] = describe(d)
	}
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for name, page := range pages {
				d, _ := p.Segment(context.Background(), bytes.NewReader(page), "")
				x.Process(d)
				if got := describe(d); got != want[name] {
					t.Errorf("%s: another result", name)
				}
			}
		})
	}
	workers.Wait()
}

// TestSoup compares the words of random pages with those that a browser shows.
func TestSoup(t *testing.T) {
	x := newFiltering(t, boilerpipe.KeepEverything(), nil)
	hostile.CheckWords(t, 3000, 0.6, "style script option object embed applet link noscript", func(page []byte) string {
		d, err := x.DocumentBytes(t.Context(), page, "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		return d.Text()
	})
}

// TestTitleContext: a context that is done at any point while a page with a long title is
// read, decoded and folded leaves a document without blocks and its error.
func TestTitleContext(t *testing.T) {
	x := newFiltering(t, boilerpipe.KeepEverything(), nil)
	hostile.CheckTitleContext(t, func(ctx context.Context, page []byte, contentType string) (int, error) {
		d, err := x.DocumentBytes(ctx, page, contentType)
		return len(d.Blocks), err
	})
}
