package render_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/render"
)

var update = flag.Bool("update", false, "write what is found into testdata/golden and docs/structure.md")

// goldenFormats are the formats in which docs/structure.md shows a page, by the
// language of the code block.
var goldenFormats = []struct {
	name  string
	write func(io.Writer, *render.Tree) error
}{
	{"markdown", func(w io.Writer, t *render.Tree) error { return render.Markdown(w, t, render.MarkdownOptions{}) }},
	{"html", func(w io.Writer, t *render.Tree) error { return render.HTML(w, t, render.HTMLOptions{}) }},
	{"xml", func(w io.Writer, t *render.Tree) error { return render.TEI(w, t, render.TEIOptions{URL: breadURL}) }},
	{"text", func(w io.Writer, t *render.Tree) error { return render.PlainText(w, t, render.TextOptions{}) }},
	{"json", render.JSON},
}

const breadURL = "https://example.com/bread"

// bread returns the tree of the golden page.
func bread(tb testing.TB, options render.Options) (source []byte, tree *render.Tree) {
	tb.Helper()
	source, err := os.ReadFile("testdata/golden/bread.html")
	if err != nil {
		tb.Fatal(err)
	}
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		tb.Fatal(err)
	}
	doc, err := x.Clean(context.Background(), bytes.NewReader(source), "")
	if err != nil {
		tb.Fatal(err)
	}
	return source, build(tb, source, doc, options)
}

// TestGoldenPage: docs/structure.md shows the golden page and what the formats
// make of it.
func TestGoldenPage(t *testing.T) {
	source, tree := bread(t, render.Options{URL: breadURL})
	name := filepath.Join("..", "docs", "structure.md")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(content)
	show := func(mark, language, text string) {
		begin := "<!-- " + mark + " -->\n````" + language + "\n"
		before, rest, found := strings.Cut(doc, begin)
		shown, after, closed := strings.Cut(rest, "````\n")
		if !found || !closed {
			t.Fatalf("docs/structure.md has no block after %q", mark)
		}
		if shown != text && !*update {
			t.Errorf("docs/structure.md, %s:\n%s\nwant\n%s", mark, shown, text)
		}
		doc = before + begin + text + "````\n" + after
	}
	show("page", "html", string(source))
	for _, format := range goldenFormats {
		var out bytes.Buffer
		if err := format.write(&out, tree); err != nil {
			t.Fatal(err)
		}
		show(format.name, format.name, out.String())
	}
	if *update {
		if err := os.WriteFile(name, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRulesAreDocumented: every rule that a tree may name is a heading of
// docs/structure.md.
func TestRulesAreDocumented(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "docs", "structure.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	v := allMethods(t)
	for _, source := range pages(t) {
		for _, m := range v {
			text, doc := read(t, m, source)
			for _, r := range build(t, text, doc, render.Options{}).Repairs {
				seen[r.Rule] = true
			}
		}
	}
	for rule := range seen {
		if !strings.Contains(string(doc), "| `"+rule+"` |") {
			t.Errorf("docs/structure.md does not have the rule %q", rule)
		}
	}
}
