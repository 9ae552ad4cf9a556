package roundtrip

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	ghtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html"

	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/render/internal/methods"
)

// mathParser reads formulas between dollar signs.
type mathParser struct{}

type mathNode struct {
	ast.BaseInline
	tex     string
	display bool
}

var kindMath = ast.NewNodeKind("Math")

func (n *mathNode) Kind() ast.NodeKind            { return kindMath }
func (n *mathNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

func (mathParser) Trigger() []byte { return []byte{'$'} }

func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	mark := []byte("$")
	if bytes.HasPrefix(line, []byte("$$")) {
		mark = []byte("$$")
	}
	rest := line[len(mark):]
	end := bytes.Index(rest, mark)
	if end <= 0 {
		return nil
	}
	block.Advance(2*len(mark) + end)
	return &mathNode{tex: string(rest[:end]), display: len(mark) == 2}
}

func (mathParser) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(mathParser{}, 90)))
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(mathParser{}, 100)))
}

func (mathParser) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindMath, func(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if n := node.(*mathNode); entering {
			class := "math-tex"
			if n.display {
				class += " display"
			}
			_, err := w.WriteString(`<span class="` + class + `">` + html.EscapeString(bare(n.tex)) + "</span>")
			return ast.WalkSkipChildren, err
		}
		return ast.WalkContinue, nil
	})
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote, mathParser{}),
	goldmark.WithRendererOptions(ghtml.WithUnsafe()),
)

// backLink is what goldmark adds to each note.
var backLink = regexp.MustCompile(`(?:&#160;)?<a href="#fnref[^"]*" class="footnote-backref" role="doc-backlink">[^<]*</a>`)

// fromMarkdown returns the outline of Markdown.
func fromMarkdown(tb testing.TB, source []byte) string {
	tb.Helper()
	var out bytes.Buffer
	if err := markdown.Convert(source, &out); err != nil {
		tb.Fatal(err)
	}
	checkInert(tb, "Markdown", out.String())
	plain := backLink.ReplaceAllString(out.String(), "")
	return ofHTML(strings.ReplaceAll(plain, "<p></p>", ""))
}

// check renders a tree and reads it back.
func check(tb testing.TB, name string, tree *render.Tree) {
	tb.Helper()
	var md, page bytes.Buffer
	if err := errors.Join(render.Markdown(&md, tree, render.MarkdownOptions{}), render.HTML(&page, tree, render.HTMLOptions{})); err != nil {
		tb.Fatal(err)
	}
	checkInert(tb, name, page.String())
	if got, want := ofHTML(page.String()), ofTree(tree.Root, form{}); got != want {
		tb.Errorf("%s: HTML\n%s", name, difference(got, want))
	}
	if got, want := fromMarkdown(tb, md.Bytes()), ofTree(tree.Root, form{markdown: true}); got != want {
		tb.Errorf("%s: Markdown\n%s", name, difference(got, want))
	}
}

// checkInert reports elements, attributes and addresses that could run anything.
func checkInert(tb testing.TB, name, source string) {
	tb.Helper()
	for z := html.NewTokenizer(strings.NewReader(source)); z.Next() != html.ErrorToken; {
		token := z.Token()
		switch token.Data {
		case "script", "style", "iframe", "object", "embed", "form", "link", "meta", "base", "svg", "math":
			if token.Type != html.TextToken {
				tb.Errorf("%s: element %s", name, token.Data)
			}
		}
		for _, a := range token.Attr {
			value := strings.ToLower(a.Val)
			scheme, _, found := strings.Cut(value, ":")
			switch {
			case strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc":
				tb.Errorf("%s: attribute %s", name, a.Key)
			case (a.Key == "href" || a.Key == "src") && found && !strings.ContainsAny(scheme, "/?#") && !schemes[scheme]:
				tb.Errorf("%s: address %q", name, a.Val)
			}
		}
	}
}

var schemes = map[string]bool{"http": true, "https": true, "ftp": true, "mailto": true, "tel": true}

// difference returns the first lines in which two outlines differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	from := max(0, i-3)
	return "got:\n" + strings.Join(g[from:min(len(g), i+4)], "\n") + "\nwant:\n" + strings.Join(w[from:min(len(w), i+4)], "\n")
}

// sets are the collections of real pages beside the project.
var sets = []string{"structure/defuddle", "readability", "scrapinghub", "daniel", "magic-html", "wcxb-dev"}

// TestSharedPages checks every page of the shared collections with each method.
func TestSharedPages(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "bench")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared")
	}
	all := methods.All(t)
	for _, set := range sets {
		t.Run(filepath.Base(set), func(t *testing.T) {
			n := 0
			for name, source := range archive(t, filepath.Join(dir, set+".tar.gz")) {
				if n++; testing.Short() && n%10 != 0 {
					continue
				}
				for kind, m := range all {
					checkPage(t, name+", "+kind, m, source)
				}
			}
		})
	}
}

func checkPage(t *testing.T, name string, m methods.Method, source []byte) {
	t.Helper()
	doc, err := m.Clean(context.Background(), bytes.NewReader(source), "")
	if err != nil {
		return
	}
	decoded, _, err := m.Decode(source, "")
	if err != nil {
		t.Fatal(name, err)
	}
	tree, err := render.Build(context.Background(), decoded, doc, render.Options{URL: "https://example.com/a/"})
	if err != nil {
		t.Fatal(name, err)
	}
	check(t, name, tree)
}

// archive yields the pages of a collection.
func archive(t *testing.T, name string) func(yield func(string, []byte) bool) {
	return func(yield func(string, []byte) bool) {
		file, err := os.Open(name)
		if err != nil {
			t.Skip(err)
		}
		defer file.Close()
		z, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		for r := tar.NewReader(z); ; {
			h, err := r.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(h.Name, ".html") || !strings.Contains(h.Name, "/html/") {
				continue
			}
			source, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(filepath.Base(h.Name), source) {
				return
			}
		}
	}
}
