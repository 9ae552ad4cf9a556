package union_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"unicode"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/union"
	"github.com/seed42075109/justext/victor"
)

// methods returns the three methods of this module.
func methods(t testing.TB) []union.Method {
	t.Helper()
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	y, err := boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	z, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return []union.Method{{Name: "victor", Cleaner: z}, {Name: "justext", Cleaner: x}, {Name: "boilerpipe", Cleaner: y}}
}

func newExtractor(t testing.TB, methods ...union.Method) *union.Extractor {
	t.Helper()
	x, err := union.New(page.DefaultOptions(), methods...)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// golden returns the golden pages by name.
func golden(t testing.TB) map[string][]byte {
	t.Helper()
	files, _ := filepath.Glob("../testdata/golden/*.html")
	if len(files) == 0 {
		t.Fatal("no golden pages")
	}
	pages := make(map[string][]byte)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(file)] = content
	}
	return pages
}

// lettersOf returns the characters of the blocks that are kept, but no white space.
func lettersOf(d *page.Document) string {
	var text strings.Builder
	for line := range page.Lines(d.Blocks) {
		text.WriteString(line)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text.String())
}

// isIn reports whether the characters of part are in whole, in this order.
func isIn(part, whole string) bool {
	rest := []rune(part)
	for _, r := range whole {
		if len(rest) > 0 && rest[0] == r {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

// TestPages: the union of a page has the text of each method, and one method alone
// changes nothing.
func TestPages(t *testing.T) {
	all := methods(t)
	x := newExtractor(t, all...)
	for name, source := range golden(t) {
		united, err := x.DocumentBytes(t.Context(), source, "")
		if err != nil {
			t.Fatal(name, err)
		}
		for _, m := range all {
			alone, err := m.Cleaner.Clean(t.Context(), bytes.NewReader(source), "")
			if err != nil {
				t.Fatal(name, err)
			}
			if !isIn(lettersOf(alone), lettersOf(&united.Document)) {
				t.Errorf("%s: text of %s is lost", name, m.Name)
			}
			single, err := newExtractor(t, m).DocumentBytes(t.Context(), source, "")
			if err != nil || lettersOf(&single.Document) != lettersOf(alone) || len(single.Blocks) != len(alone.Blocks) {
				t.Errorf("%s: %s alone is another text, %v", name, m.Name, err)
			}
		}
		text, _, err := x.Decode(source, "")
		if err != nil {
			t.Fatal(name, err)
		}
		checkBlocks(t, name, text, united)
	}
}

// TestPython: methods that read markup and character references by other rules have the
// same words.
func TestPython(t *testing.T) {
	python, err := justext.New("", justext.PythonConfig())
	if err != nil {
		t.Fatal(err)
	}
	all := methods(t)
	x := newExtractor(t, all[0], union.Method{Name: "python", Cleaner: python}, all[1])
	pages := golden(t)
	pages["references"] = []byte("<p>One &copy two &#150; three &nosuch; " + strings.Repeat("and many more words of this sentence ", 12) + "&amp; an end.")
	for name, source := range pages {
		united, err := x.DocumentBytes(t.Context(), source, "")
		if err != nil {
			t.Fatal(name, err)
		}
		text, _, err := x.Decode(source, "") // by the rules of the union, as the methods get it
		if err != nil {
			t.Fatal(name, err)
		}
		alone, err := python.Clean(t.Context(), bytes.NewReader(text), "text/html; charset=utf-8")
		if err != nil || !isIn(lettersOf(alone), lettersOf(&united.Document)) {
			t.Errorf("%s: text is lost, %v", name, err)
		}
		checkBlocks(t, name, text, united)
	}
}

// TestNodes: the blocks of trees have no ranges, and their union has the same words.
func TestNodes(t *testing.T) {
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	z, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range golden(t) {
		tree, err := html.Parse(bytes.NewReader(source))
		if err != nil {
			t.Fatal(err)
		}
		a, errA := z.DocumentNode(t.Context(), tree)
		b, errB := x.DocumentNode(t.Context(), tree)
		if errA != nil || errB != nil {
			t.Fatal(name, errA, errB)
		}
		united := union.Merge([]string{"a", "b"}, []*page.Document{a.View(), b.View()})
		for _, alone := range []*page.Document{a.View(), b.View()} {
			if !isIn(lettersOf(alone), lettersOf(&united.Document)) {
				t.Errorf("%s: text is lost", name)
			}
		}
		all := union.Merge([]string{"a"}, []*page.Document{a.View()})
		if n := len(united.Blocks) - len(all.Blocks); n > len(all.Blocks)/10 {
			t.Errorf("%s: %d blocks more than the %d of the first method", name, n, len(all.Blocks))
		}
	}
}

// checkBlocks: words that the page has once, the union has once.
func checkBlocks(t *testing.T, name string, source []byte, united *union.Document) {
	t.Helper()
	seen := make(map[string]bool)
	for word := range strings.FieldsSeq(united.Text) {
		if len(word) > 8 && seen[word] && bytes.Count(source, []byte(word)) == 1 {
			t.Errorf("%s: %q is there twice", name, word)
		}
		seen[word] = true
	}
	for i, b := range united.Blocks {
		if b.Start > b.End || int(b.End) > len(source) || b.Keep != (len(united.KeptBy(i)) > 0) {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

// TestEncoding: the page is decoded by the union, by its own options.
func TestEncoding(t *testing.T) {
	source := []byte("<meta charset=windows-1251><p>" + strings.Repeat("\xc4\xee\xe1\xf0\xfb\xe9 \xe4\xe5\xed\xfc. ", 40))
	united, err := newExtractor(t, methods(t)...).DocumentBytes(t.Context(), source, "")
	if err != nil || united.Encoding != (page.Encoding{Name: "windows-1251", By: page.EncodingMeta}) || !strings.HasPrefix(united.Text, "Добрый день.") {
		t.Errorf("%+v %.40q %v", united.Encoding, united.Text, err)
	}
	config := victor.DefaultConfig()
	config.ForceEncoding = true
	forced, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	united, err = newExtractor(t, union.Method{Name: "victor", Cleaner: forced}, methods(t)[2]).DocumentBytes(t.Context(), source, "")
	if !errors.Is(err, page.ErrConfig) || !strings.Contains(err.Error(), "union: victor: ") || !strings.HasPrefix(united.Text, "Добрый день.") {
		t.Errorf("%.40q %v", united.Text, err)
	}
}

// failing is a method that fails.
type failing struct{ err error }

func (f failing) Clean(context.Context, io.Reader, string) (*page.Document, error) { return nil, f.err }

// TestErrors: what one method cannot do takes nothing from the others.
func TestErrors(t *testing.T) {
	source := golden(t)["blog-post.html"]
	all := methods(t)
	whole, err := newExtractor(t, all[1]).DocumentBytes(t.Context(), source, "")
	if err != nil {
		t.Fatal(err)
	}
	config := victor.DefaultConfig()
	config.MaxBlocks = 3
	short, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	x := newExtractor(t, union.Method{Name: "none", Cleaner: failing{broken}}, union.Method{Name: "short", Cleaner: short}, all[1])
	united, err := x.DocumentBytes(t.Context(), source, "")
	if !errors.Is(err, broken) || !errors.Is(err, &page.LimitError{Limit: "MaxBlocks"}) || !isIn(lettersOf(&whole.Document), lettersOf(&united.Document)) {
		t.Errorf("%v, %.60q", err, united.Text)
	}
	united, err = x.Document(t.Context(), iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(source))), "")
	if !errors.Is(err, iotest.ErrTimeout) || len(united.Blocks) == 0 {
		t.Errorf("%v, %d blocks", err, len(united.Blocks))
	}
	united, err = x.DocumentBytes(t.Context(), []byte("%PDF-1.4\n"), "")
	if !errors.Is(err, page.ErrNotHTML) || united == nil || len(united.Methods) != 3 {
		t.Error(united, err)
	}
}

// TestContext: when the context is done, there are no blocks.
func TestContext(t *testing.T) {
	source := golden(t)["news-article.html"]
	x := newExtractor(t, methods(t)...)
	for looks := range 200 {
		ctx := hostile.DoneAfter(t.Context(), looks)
		united, err := x.DocumentBytes(ctx, source, "")
		if err == nil {
			return
		}
		if !errors.Is(err, ctx.Err()) || len(united.Blocks) > 0 || united.Text != "" {
			t.Fatalf("after %d looks: %v, %d blocks", looks, err, len(united.Blocks))
		}
	}
	t.Error("never done")
}

func TestReaders(t *testing.T) {
	x := newExtractor(t, methods(t)...)
	hostile.CheckReaders(t, golden(t)["blog-post.html"], func(r io.Reader) (string, error) {
		d, err := x.Clean(t.Context(), r, "")
		return d.Text, err
	})
}

func TestConfig(t *testing.T) {
	m := methods(t)[0]
	many := make([]union.Method, union.MaxMethods+1)
	for i := range many {
		many[i] = union.Method{Name: strings.Repeat("x", i), Cleaner: m.Cleaner}
	}
	for name, make := range map[string]func() (*union.Extractor, error){
		"no methods": func() (*union.Extractor, error) { return union.New(page.DefaultOptions()) },
		"no preset":  func() (*union.Extractor, error) { return union.New(page.Options{}, m) },
		"nil":        func() (*union.Extractor, error) { return union.New(page.DefaultOptions(), union.Method{Name: "x"}) },
		"twice":      func() (*union.Extractor, error) { return union.New(page.DefaultOptions(), m, m) },
		"many":       func() (*union.Extractor, error) { return union.New(page.DefaultOptions(), many...) },
	} {
		if x, err := make(); !errors.Is(err, page.ErrConfig) || x != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var zero union.Extractor
	d, err := zero.Document(t.Context(), strings.NewReader("x"), "")
	_, errBytes := zero.DocumentBytes(t.Context(), nil, "")
	_, errClean := zero.Clean(t.Context(), strings.NewReader("x"), "")
	_, _, errDecode := zero.Decode(nil, "")
	for _, err := range []error{err, errBytes, errClean, errDecode} {
		if !errors.Is(err, page.ErrConfig) || d == nil {
			t.Error(err)
		}
	}
}

// TestHostile: pages of any shape take time that is linear in their size.
func TestHostile(t *testing.T) {
	x := newExtractor(t, methods(t)...)
	shapes := append([]hostile.Shape{
		{Name: "a word in many blocks", N: 50_000, Page: hostile.Repeat("<p>", "<b>x</b>", "")},
		{Name: "a line of many blocks", N: 50_000, Page: hostile.Repeat("<p>", "<b>x</b> ", "")},
		{Name: "parts that others lack", N: 20_000, Page: hostile.Number("x <del>%d</del><noscript>y</noscript> <textarea>z</textarea>")},
	}, hostile.Sample(hostile.Shapes, 0, 6)...)
	hostile.CheckTime(t, shapes, 16, func(source []byte) {
		if _, err := x.DocumentBytes(t.Context(), source, ""); err != nil {
			var limit *page.LimitError
			if !errors.As(err, &limit) {
				t.Error(err)
			}
		}
	})
}

// TestShared: goroutines may share an Extractor.
func TestShared(t *testing.T) {
	x := newExtractor(t, methods(t)...)
	source := golden(t)["blog-post.html"]
	want, err := x.DocumentBytes(t.Context(), source, "")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got, err := x.DocumentBytes(context.Background(), source, ""); err != nil || got.Text != want.Text {
				t.Error("another text", err)
			}
		})
	}
	all.Wait()
}

// FuzzPages checks that nothing of any method is lost of any page.
func FuzzPages(f *testing.F) {
	f.Add(hostile.SmallPage)
	for _, source := range hostile.OddPages {
		f.Add(source)
	}
	all := methods(f)
	x := newExtractor(f, all...)
	f.Fuzz(func(t *testing.T, source string) {
		united, err := x.DocumentBytes(t.Context(), []byte(source), "")
		if err != nil {
			return
		}
		for _, m := range all {
			alone, err := m.Cleaner.Clean(t.Context(), strings.NewReader(source), "")
			if err != nil || !isIn(lettersOf(alone), lettersOf(&united.Document)) {
				t.Errorf("text of %s is lost: %q of %q, %v", m.Name, lettersOf(alone), united.Text, err)
			}
		}
	})
}
