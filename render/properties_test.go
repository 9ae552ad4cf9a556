package render_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/render/internal/methods"
)

// allMethods returns the methods by name, and two that keep all text.
func allMethods(tb testing.TB) map[string]methods.Method {
	tb.Helper()
	all := methods.All(tb)
	all["all of justext"], all["all of victor"] = keepAll{all["justext"]}, keepAll{all["victor"]}
	return all
}

// keepAll keeps every block but images.
type keepAll struct{ methods.Method }

func (k keepAll) Clean(ctx context.Context, r io.Reader, contentType string) (*page.Document, error) {
	doc, err := k.Method.Clean(ctx, r, contentType)
	for i := range doc.Blocks {
		doc.Blocks[i].Keep = doc.Blocks[i].Kind != page.Image
	}
	return doc, err
}

// pages returns the golden pages of the project, small pages of every hostile
// shape, and odd ones, by name.
func pages(tb testing.TB) map[string][]byte {
	tb.Helper()
	all := hostile.SmallPages(hostile.Shapes)
	for name, source := range hostile.OddPages {
		all[name] = []byte(source)
	}
	for name, source := range goldenPages(tb) {
		all[name] = source
	}
	return all
}

// goldenPages returns the golden pages of the project, by name; or, to try more,
// those in the folder that RENDER_PAGES names.
func goldenPages(tb testing.TB) map[string][]byte {
	tb.Helper()
	folder := cmp.Or(os.Getenv("RENDER_PAGES"), "../testdata/golden")
	files, err := filepath.Glob(filepath.Join(folder, "*.html"))
	if err != nil || len(files) == 0 {
		tb.Fatal(err, "no golden pages")
	}
	all := map[string][]byte{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		all[filepath.Base(name)] = source
	}
	return all
}

// read returns the text of a page and what a method makes of it.
func read(tb testing.TB, m methods.Method, source []byte) (text []byte, doc *page.Document) {
	tb.Helper()
	doc, err := m.Clean(context.Background(), bytes.NewReader(source), "")
	if err != nil {
		return nil, &page.Document{}
	}
	text, _, err = m.Decode(source, "")
	if err != nil {
		tb.Fatal(err)
	}
	return text, doc
}

func build(tb testing.TB, text []byte, doc *page.Document, options render.Options) *render.Tree {
	tb.Helper()
	tree, err := render.Build(context.Background(), text, doc, options)
	if err != nil {
		tb.Fatal(err)
	}
	return tree
}

// unspaced returns a text without what is left out when white space is folded.
func unspaced(text string) string {
	return strings.Map(func(r rune) rune {
		if space.IsUnseen(r) {
			return -1
		}
		return r
	}, text)
}

// keptText returns the characters of the blocks that are kept.
func keptText(doc *page.Document) string {
	var b strings.Builder
	for i := range doc.Blocks {
		if block := &doc.Blocks[i]; block.Keep && block.Kind != page.Image {
			b.WriteString(unspaced(block.Text))
		}
	}
	return b.String()
}

func plainText(tb testing.TB, tree *render.Tree, options render.TextOptions) string {
	tb.Helper()
	var out bytes.Buffer
	if err := render.PlainText(&out, tree, options); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// TestTextIsThatOfTheBlocks: without the rules that change it, the text of a tree
// is that of the blocks that were kept, in order, for every method and page.
func TestTextIsThatOfTheBlocks(t *testing.T) {
	all := allMethods(t)
	for name, source := range pages(t) {
		for kind, m := range all {
			checkText(t, name+", "+kind, m, source)
		}
	}
}

func checkText(t *testing.T, name string, m methods.Method, source []byte) {
	t.Helper()
	text, doc := read(t, m, source)
	tree := build(t, text, doc, render.Options{Verbatim: true})
	got, want := unspaced(plainText(t, tree, render.TextOptions{Bare: true})), keptText(doc)
	if got != want {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		t.Errorf("%s: at %d\n got %.120q\nwant %.120q", name, at, got[max(0, at-20):], want[max(0, at-20):])
	}
	if len(tree.Repairs) > 0 {
		t.Errorf("%s: %d repairs", name, len(tree.Repairs))
	}
}

// TestSoup: no text of random pages is lost in a tree.
func TestSoup(t *testing.T) {
	all := allMethods(t)
	for seed := range uint64(soups) {
		source := hostile.Soup(seed)
		for _, name := range []string{"all of victor", "all of justext", "boilerpipe, everything"} {
			checkText(t, name, all[name], source)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, source)
		}
	}
}

// soups is how many random pages TestSoup reads. 100,000 take 13 seconds.
const soups = 2000

// TestTypedListsKeepWords: where random lines begin with bullets and numbers that the author
// may have typed, the tree has the words of the blocks in their order.
func TestTypedListsKeepWords(t *testing.T) {
	breaks := strings.Split("<br>,<p>,</p><p>,<br><br>,<li>,<ul><li>,</ul>,<div>,</div>,<td>,<table><tr><td>,</table>,<blockquote>,</blockquote>,<pre>,</pre>,<hr>,<dl><dt>,<dd>,</dl>,\n", ",")
	markers := strings.Split("• ,•,● ,- ,– ,* ,· ,1. ,2. ,3. ,1) ,2) ,1.,,,&bull; ,&#8226;,<b>•</b> ,<b>1.</b> ,<i>1</i>. ,• • ,1. 2. ,&nbsp;• ", ",")
	inlines := strings.Split("%s,%s,%s:,<b>%s</b>,<a href=/x>%s</a>,<code>%s</code>,<sup>%s</sup>,%s<!--c-->", ",")
	words := regexp.MustCompile(`K\d+K`)
	all := allMethods(t)["all of victor"]
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 1))
		pick := func(from []string) string { return from[random.IntN(len(from))] }
		source := []byte("<body>")
		for n := range 3 + random.IntN(14) {
			source = append(append(source, pick(breaks)...), pick(markers)...)
			for i := range random.IntN(3) {
				source = fmt.Appendf(source, pick(inlines), fmt.Sprintf("K%dK", 10*n+i))
			}
		}
		text, doc := read(t, all, source)
		got := words.FindAllString(plainText(t, build(t, text, doc, render.Options{}), render.TextOptions{Bare: true}), -1)
		if want := words.FindAllString(keptText(doc), -1); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %s\n got %v\nwant %v", seed, source, got, want)
		}
	}
}
