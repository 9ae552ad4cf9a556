package victor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

func newExtractor(t testing.TB) *Extractor {
	t.Helper()
	config := DefaultConfig()
	config.AllowBinary = true // some pages of package hostile begin like binary files
	x, err := New(DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// article is a page with something of everything.
const article = "\ufeff<!doctype html><html><head><title>The f&eacute;rry</title><meta charset=utf-8></head><body class=home>" +
	"<nav id=main-nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav><div class='article-body'><h1>The ferry is back</h1>" +
	"<p>After three weeks in the <b>dock</b>, the ferry is back. It <a href=/n>leaves</a> at nine &amp; comes back at night, as before.</p>" +
	"<img alt='The ferry'><p>“We have waited long,” said the people of the island, and they went on board with all their boxes and their dogs.<br>" +
	"Nobody was late.<br><br>Line</p><pre>one\n two\n\nthree</pre></div><script>'<p>no</p>'</script><footer>© 2026 <s>x</s>The Island</footer>"

// oddPages are pages for the properties: those of package hostile, and others.
var oddPages = func() map[string]string {
	pages := maps.Clone(hostile.OddPages)
	maps.Copy(pages, map[string]string{
		"article":     article,
		"annotated":   `<p><span id=victor_an0 class=victor_text>a</span><span id=victor_an1>b</span><img alt=c><span id=victor_an2>d</span>`,
		"own spans":   "a<span id=victor_an2>\v</span>b<span id=victor_an3 class=victor_text>c</span>",
		"more images": "<p>a<img alt=b><img alt=' c  d '/>e<image alt='&lt;'>f<a><img alt=g>h</a><img src=x/>",
		"self-ended":  "<p/>a<div/>b<br/>c<a href=x/>d<x-y/>e<svg><path/></svg>f",
		"pre":         "<pre>\na\r\n  b\n\n</pre>c<pre>d\n<b>e\n</b></pre>",
		"deleted":     "<iframe><iframe>a</iframe>b</iframe>c<object>d<del>e</object>f<frameset>g",
		"deeper":      strings.Repeat("<div>a<span>", 700) + "b" + strings.Repeat("</span></div>c", 700),
		"numbers":     "<p>1/2/2006 12:30 pm www.x.com http://y.z mon 3 4 05 1. 2) c/",
		"scripts":     "<p>中文的句子。很好！<p>ひらがな、カタカナ。<p>हिन्दी है।<p>Ελληνικά; Ναι.",
		"stray ends":  "<div>a<b></p>more</b><i>b</br>c</p>d</i></div>e</p>f<b>g<p>h</b></p></p>i</b>",
		"handlers": `<p onclick="a()" class='b"c&amp;d' =e=f>g<a HREF=" java&#10;script:h()" id=i>j</a><img ONLOAD=k alt="l&quot;<>" src=m/>n` +
			`<img onerror=o alt=p /><br onclick=q /><div onclick=r/>s<form action="javascript:t"><image onload=u alt='v'>w<a href=javascript:x/>y<x-y on=z>1`,
		"more foreign": "<svg><text>a</text></svg><math><mi>c</mi></math><template>f</template><x-<>g",
	})
	return pages
}()

// faults checks the promises about every document. text is the page in UTF-8.
func faults(d *Document, text []byte) (found []string) {
	fault := func(format string, values ...any) { found = append(found, fmt.Sprintf(format, values...)) }
	last := int32(0)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		sum := 0.0
		for _, p := range b.Marginals {
			sum += p
		}
		switch {
		case !utf8.ValidString(b.Text) || strings.TrimSpace(b.Text) == "":
			fault("block %d is %q", i, b.Text)
		case b.Start < last || b.End < b.Start || int(b.End) > len(text):
			fault("block %d goes from %d to %d, the one before begins at %d", i, b.Start, b.End, last)
		case len(b.Marginals) != len(d.Labels) || math.Abs(sum-1) > 1e-9:
			fault("block %d has marginals %v", i, b.Marginals)
		case b.Label == "" || !strings.Contains(strings.Join(d.Labels, " "), b.Label):
			fault("block %d has label %q", i, b.Label)
		}
		last = b.Start
	}
	view := d.View()
	for i, b := range view.Blocks {
		if strings.ContainsFunc(b.Text, isDropped) || b.Kind > page.Share || b.Kind == page.Heading && b.Level == 0 || b.Level > 0 && b.Kind != page.Heading && b.Kind != page.Headline || b.Probability < 0 || b.Probability > 1 {
			fault("block %d of the view is %+v", i, b)
		}
	}
	if s := view.Text; s != Text(d.Blocks) || strings.ContainsFunc(s+d.Title+d.Lang, isDropped) || !utf8.ValidString(s) || strings.HasPrefix(s, "\n") || strings.HasSuffix(s, "\n") || strings.Contains(s, "\n\n") {
		fault("text %q", s)
	}
	return found
}

// checkPage checks the promises on a page.
func checkPage(t *testing.T, x *Extractor, page []byte) {
	text, encoding, err := x.Decode(page, "")
	if err != nil {
		t.Fatal(err)
	}
	d, err := x.Document(context.Background(), bytes.NewReader(page), "")
	if err != nil {
		t.Fatal(err)
	}
	if d.Encoding != encoding {
		t.Errorf("encoding %s of the document, %s of Decode", d.Encoding, encoding)
	}
	for _, fault := range faults(d, text) {
		t.Error(fault)
	}
	slow, err := x.Extract(iotest.OneByteReader(bytes.NewReader(page)))
	if err != nil || !reflect.DeepEqual(slow, d.Blocks) {
		t.Errorf("one byte at a time: error %v, other blocks", err)
	}
	if err := checkSpans(t, x, page, d.Blocks); err != nil {
		t.Error(err)
	}
}

// checkSpans checks that a page written in native form has the same blocks and labels when
// it is read again. The space that stands for a deleted control is lost.
func checkSpans(t *testing.T, x *Extractor, page []byte, want []Block) error {
	var native bytes.Buffer
	if err := x.WriteSpans(t.Context(), &native, bytes.NewReader(page), ""); err != nil {
		return err
	}
	template := x.model.Template()
	p, err := template.ReadAnnotated(bytes.NewReader(native.Bytes()), x.config)
	if err != nil {
		return err
	}
	if p.Len() != len(want) {
		return fmt.Errorf("%d blocks, %d in native form %q", len(want), p.Len(), native.Bytes())
	}
	for i, b := range want {
		if letters(string(p.Text(i))) != letters(b.Text) || p.Label(i) != b.Label || p.Image(i) != b.Image {
			return fmt.Errorf("block %d is %s %q, image %v, in native form %s %q, image %v: %q",
				i, b.Label, b.Text, b.Image, p.Label(i), p.Text(i), p.Image(i), native.Bytes())
		}
	}
	return nil
}

// letters returns a text without white space and control characters, or U+FFFD for a text
// of nothing else.
func letters(text string) string {
	letters := strings.Join(strings.Fields(visible(text)), "")
	if letters == "" && text != "" {
		return "\ufffd"
	}
	return letters
}

func TestProperties(t *testing.T) {
	x := newExtractor(t)
	for name, page := range oddPages {
		t.Run(name, func(t *testing.T) { checkPage(t, x, []byte(page)) })
	}
}

// readTwice reads a page in native form, writes it and reads the result, which must have as
// many blocks.
func readTwice(t *testing.T, template Template, source []byte) (p, again *Page) {
	t.Helper()
	config := DefaultConfig()
	config.AllowBinary = true
	p, err := template.ReadAnnotated(bytes.NewReader(source), config)
	if err != nil {
		t.Fatal(err)
	}
	var native bytes.Buffer
	if err := p.WriteSpans(&native); err != nil {
		t.Fatal(err)
	}
	if again, err = template.ReadAnnotated(&native, config); err != nil {
		t.Fatal(err)
	}
	if p.Len() != again.Len() {
		t.Fatalf("%d blocks, then %d", p.Len(), again.Len())
	}
	return p, again
}

// TestSpansAgain: pages with labels are written and read without a change. A few have a form
// in a form: one that ended before the elements in it encloses, as it is written, the forms
// that begin in these. These are no forms when the page is read again.
func TestSpansAgain(t *testing.T) {
	forms := slices.IndexFunc(Features(), func(f Feature) bool { return f.Name == "page.forms" })
	pages, formsInForms := annotatedPages(t), 0
	for i, source := range pages {
		p, again := readTwice(t, Template2007(), source)
		if !reflect.DeepEqual(p.labels, again.labels) {
			t.Errorf("page %d: other labels", i)
		}
		if p.Values(0)[forms] > again.Values(0)[forms] {
			formsInForms++
			continue
		}
		for k := range p.Len() {
			if a, b := p.Values(k), again.Values(k); !reflect.DeepEqual(a, b) {
				t.Fatalf("page %d, block %d %q: values %v, then %v", i, k, p.Text(k), a, b)
			}
		}
	}
	if 20*formsInForms > len(pages) {
		t.Errorf("%d of %d pages have forms in forms", formsInForms, len(pages))
	}
}

// TestSpansFeatures: in native form blocks have the features that they have in
// the page, up to the first block with control characters, which the form leaves out. The
// types are told from the head too, which the form leaves out.
func TestSpansFeatures(t *testing.T) {
	template := DefaultModel().Template()
	pages := maps.Clone(oddPages)
	for i, source := range realPages(t, "scrapinghub") {
		pages[fmt.Sprintf("real page %d", i)] = string(source)
	}
	for name, source := range pages {
		page, err := template.ReadPage(strings.NewReader(source), "", DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		var native bytes.Buffer
		if err := page.WriteSpans(&native); err != nil {
			t.Fatal(err)
		}
		again, err := template.ReadAnnotated(&native, DefaultConfig())
		if err != nil || again.Len() != page.Len() {
			t.Fatalf("%s: %d blocks of %d, error %v", name, again.Len(), page.Len(), err)
		}
		for i := range page.Len() {
			if text := string(page.Text(i)); visible(text) != text {
				break
			}
			n := len(page.Values(i)) - len(typeFeatures)
			if a, b := page.Values(i)[:n], again.Values(i)[:n]; !slices.Equal(a, b) {
				t.Errorf("%s: block %d %q: values %v, in native form %v", name, i, page.Text(i), a, b)
				break
			}
		}
	}
}

// TestGoroutines: 64 goroutines share one Extractor.
func TestGoroutines(t *testing.T) {
	x := newExtractor(t)
	want := make(map[string][]Block)
	for name, page := range oddPages {
		want[name] = labelPage(t, x, []byte(page))
	}
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for name, page := range oddPages {
				got, err := x.Extract(strings.NewReader(page))
				if err != nil || !reflect.DeepEqual(got, want[name]) {
					t.Errorf("%s: error %v, other blocks", name, err)
				}
			}
		})
	}
	all.Wait()
}

// described returns a function that describes the blocks of a page.
func described(x *Extractor) func(io.Reader) (string, error) {
	return func(r io.Reader) (string, error) {
		blocks, err := x.Extract(r)
		return fmt.Sprintf("%+v", blocks), err
	}
}

// TestReaders: a page that is read in pieces has the same blocks.
func TestReaders(t *testing.T) {
	x := newExtractor(t)
	for name, page := range oddPages {
		t.Run(name, func(t *testing.T) { hostile.CheckReaders(t, []byte(page), described(x)) })
	}
	if _, err := x.Extract(hostile.Idle{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("idle: error %v", err)
	}
}

// TestFailingReader: if a reader fails after k bytes, the blocks of these bytes come with
// the error.
func TestFailingReader(t *testing.T) {
	x := newExtractor(t)
	hostile.CheckFailing(t, []byte(article), 1, described(x))
	for k := 601; k < len(article); k++ { // after the first text
		if len(labelPage(t, x, []byte(article[:k]))) == 0 {
			t.Fatalf("after %d bytes: no blocks", k)
		}
	}
}

func TestLimits(t *testing.T) {
	for name, test := range map[string]struct {
		set    func(*Config)
		source string
		want   error
	}{
		"bytes":  {func(c *Config) { c.MaxBytes = 400 }, article, error(&page.LimitError{Limit: "MaxBytes"})},
		"token":  {func(c *Config) { c.MaxToken = 100 }, "<p>a<!--" + strings.Repeat("x", 100) + "-->b", error(&page.LimitError{Limit: "MaxToken"})},
		"blocks": {func(c *Config) { c.MaxBlocks = 2 }, article, error(&page.LimitError{Limit: "MaxBlocks"})},
	} {
		config := DefaultConfig()
		test.set(&config)
		x, err := New(DefaultModel(), config)
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := x.Extract(strings.NewReader(test.source))
		if !errors.Is(err, test.want) || len(blocks) == 0 {
			t.Errorf("%s: %d blocks, error %v, want %v", name, len(blocks), err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newExtractor(t).Document(ctx, strings.NewReader(article), ""); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
}

func TestConfig(t *testing.T) {
	for name, set := range map[string]func(*Config){
		"nothing set":  func(c *Config) { *c = Config{} },
		"probability":  func(c *Config) { c.MaxOther = 1.1 },
		"not a number": func(c *Config) { c.MinF1 = math.NaN() },
		"limit":        func(c *Config) { c.MaxBytes = -1 },
		"large":        func(c *Config) { c.MaxBytes = 1 << 30 },
	} {
		config := DefaultConfig()
		set(&config)
		if _, err := New(DefaultModel(), config); !errors.Is(err, page.ErrConfig) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := New(nil, DefaultConfig()); !errors.Is(err, page.ErrConfig) {
		t.Errorf("no model: error %v", err)
	}
	config := DefaultConfig()
	config.DefaultEncoding = "x"
	if _, err := New(DefaultModel(), config); !errors.Is(err, page.ErrUnknownEncoding) {
		t.Errorf("encoding: error %v", err)
	}
}

// TestThreshold: each block that is content with a lower threshold is content with a higher
// one too.
func TestThreshold(t *testing.T) {
	taken := -1
	for _, threshold := range []float64{0, 0.1, 0.5, 0.9, 1} {
		config := DefaultConfig()
		config.Decision, config.MaxOther = ByThreshold, threshold
		x, err := New(DefaultModel(), config)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, b := range labelPage(t, x, []byte(article)) {
			if b.Content() {
				n++
			}
		}
		if n < taken || threshold == 0 && n > 0 {
			t.Errorf("%d blocks at %v, %d below", n, threshold, taken)
		}
		taken = n
	}
	if taken == 0 {
		t.Error("no block is content at 1")
	}
}

// fuzzInputs are small pages with a little of each construct; TestProperties and the
// tests of hostile pages check the larger ones.
var fuzzInputs = []string{
	"<p>a<b>b</b> c<br>d", "<html lang=cs><title>t&amp;t</title><h1 id=nav>a</h1>b", "<img alt=a>b<img alt=' '/>c</img>", "<pre>a\nb\n</pre>c",
	"<span id=victor_an0 class=victor_text>a</span>b", "<img alt=a><span id=victor_an1>a</span></img>b", "a<del>b</del><iframe>c</iframe>d", "</p>a</br>b",
	"<p onclick=x style='a:b' href=javascript:c>d", "<table><tr><td>1/2/2006 12:30<td>b", "&#27;&nbsp;a\x00\u0085<!-- --><svg/><x-y>", "<select><option>a</select><textarea>b",
	"<meta charset=utf-8>\xff\xc3", "<input type=hidden><q>a</q><label>b", "<noscript>a<template>b</template>", "\ufeff中。<p/>a",
}

// FuzzLabel: the promises of a document hold for any bytes, and what is written in
// native form has the same blocks and labels:
//
//	go test -run XXX -fuzz FuzzLabel -fuzzminimizetime 100x ./victor
func FuzzLabel(f *testing.F) {
	for _, page := range fuzzInputs {
		f.Add([]byte(page))
	}
	x := newExtractor(f)
	f.Fuzz(func(t *testing.T, page []byte) {
		text, _, err := x.Decode(page, "")
		if err != nil {
			t.Fatal(err)
		}
		d, err := x.DocumentBytes(t.Context(), page, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults(d, text) {
			t.Error(fault)
		}
		if fault := faultOfTypes(d.Types, len(d.Blocks)); fault != "" {
			t.Errorf("%s: %v", fault, d.Types)
		}
		if err := checkSpans(t, x, page, d.Blocks); err != nil {
			t.Error(err)
		}
	})
}

// FuzzAnnotated: any bytes can be read as native form, written and read again.
func FuzzAnnotated(f *testing.F) {
	for _, page := range fuzzInputs {
		f.Add([]byte(page))
	}
	template := Template2008()
	f.Fuzz(func(t *testing.T, page []byte) { readTwice(t, template, page) })
}

// TestSoup compares the words of random pages with those that a browser shows.
func TestSoup(t *testing.T) {
	x := newExtractor(t)
	const unread = "applet del embed frame frameset iframe object option param s script strike style textarea"
	hostile.CheckWords(t, 3000, 0.75, unread, func(page []byte) string {
		d, err := x.DocumentBytes(t.Context(), page, "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Blocks {
			d.Blocks[i].Label = "text"
		}
		return d.Text()
	})
}

// TestTitleContext: a context that is done at any point while a page with a long title is
// read, decoded and folded leaves a document without blocks and its error.
func TestTitleContext(t *testing.T) {
	x := newExtractor(t)
	hostile.CheckTitleContext(t, func(ctx context.Context, page []byte, contentType string) (int, error) {
		d, err := x.DocumentBytes(ctx, page, contentType)
		return len(d.Blocks), err
	})
}
