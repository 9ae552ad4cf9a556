package justext_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

func parse(t testing.TB, source string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// find returns the first element of a name.
func find(n *html.Node, name string) *html.Node {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == name {
			return d
		}
	}
	return nil
}

// nodeStrings writes down the nodes of each paragraph: the data of texts, and the names
// of elements in brackets.
func nodeStrings(nodes [][]*html.Node) (list []string) {
	for _, of := range nodes {
		var parts []string
		for _, n := range of {
			if n.Type == html.ElementNode {
				parts = append(parts, "<"+n.Data+">")
			} else {
				parts = append(parts, fmt.Sprintf("%q", n.Data))
			}
		}
		list = append(list, strings.Join(parts, " "))
	}
	return list
}

// TestDocumentNode has pages, their paragraphs and the nodes that these come from.
func TestDocumentNode(t *testing.T) {
	for _, test := range []struct {
		name, markup string
		want, nodes  []string
	}{
		{"nothing", "", nil, nil},
		{"text", "a", []string{`~ "a"`}, []string{`"a"`}},
		{"elements", "<p>a <b>b</b></p>c", []string{`~/p[1] "a b" tags=1`, `~ "c"`}, []string{`"a " "b"`, `"c"`}},
		{"comments", "a<!-- x -->b", []string{`~ "ab"`}, []string{`"a" "b"`}},
		{"blank nodes", "<b>a</b> <b>b</b>", []string{`~ "a b" tags=2`}, []string{`"a" "b"`}},
		{"br", "a<br>b<br><br>c", []string{`~ "a b" tags=1`, `~/br[3] "c"`}, []string{`"a" "b"`, `"c"`}},
		{"links", "<a href=x>a</a>", []string{`~ "a" link=1 tags=1`}, []string{`"a"`}},
		{"an image", "a<img alt=b>c", []string{`~ "a"`, `~/img[1] "b" [image]`, `~ "c"`}, []string{`"a"`, `<img>`, `"c"`}},
		{"the tbody that the parser has added", "<table><tr><td>a</table>", []string{`~/table[1]/tbody[1]/tr[1]/td[1] "a"`}, []string{`"a"`}},
		{"dropped", "<script>a</script><style>b</style><template>c</template><title>d</title>e", []string{`~ "e"`}, []string{`"e"`}},
		{"a template of a shadow tree", "<template shadowrootmode=open>a</template>", []string{`~ "a" tags=1`}, []string{`"a"`}},
		{"noscript, which is one text", "<noscript><p>a<p>b &amp; c</noscript>d",
			[]string{`~/noscript[1]/p[1] "a"`, `~/noscript[1]/p[2] "b & c"`, `~/noscript[1] "d"`}, []string{`"<p>a<p>b &amp; c"`, `"<p>a<p>b &amp; c"`, `"d"`}},
		{"an iframe", "<iframe><x-y><p>a</iframe>", []string{`~/iframe[1]/x-y[1]/p[1] "a"`}, []string{`"<x-y><p>a"`}},
		{"an image in noscript", "<noscript><img alt=a></noscript>", []string{`~/noscript[1]/img[1] "a" [image]`}, []string{`"<img alt=a>"`}},
		{"control characters", "a\x01\x7fb\u0085c", []string{`~ "ab c"`}, []string{`"a\x01\x7fb\u0085c"`}},
		{"select", "<select><option>a</select>", []string{`~/select[1]/option[1] "a" [select]`}, []string{`"a"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := newExtractor(t, "", justext.DefaultConfig()).DocumentNode(t.Context(), parse(t, bodyStart+test.markup))
			if err != nil {
				t.Fatal(err)
			}
			if got := compactAll(d.Paragraphs); !slices.Equal(got, test.want) {
				t.Errorf("%s\n got %s\nwant %s", test.markup, strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
			}
			if got := nodeStrings(d.Nodes); !slices.Equal(got, test.nodes) {
				t.Errorf("%s: nodes\n got %s\nwant %s", test.markup, got, test.nodes)
			}
			for i := range d.Paragraphs {
				if p := &d.Paragraphs[i]; p.Start != 0 || p.End != 0 {
					t.Errorf("%s: bytes %d-%d", p.Text, p.Start, p.End)
				}
			}
		})
	}
}

// TestDocumentNodeOfAPart: a part of the tree is read as if it were all of it.
func TestDocumentNodeOfAPart(t *testing.T) {
	root := parse(t, "<html lang=de><title> the\n title </title><h1>a<p id=x><span>b</span>c</p></h1><p>d")
	x := newExtractor(t, "", justext.DefaultConfig())
	for _, test := range []struct {
		n           *html.Node
		title, want string
	}{
		{root, "the title", `[~/h1[1] "a" [heading, h1] ~/p[1] "bc" tags=1 ~/p[2] "d"]`},
		{find(root, "h1"), "", `[~/h1[1] "a" [heading, h1] ~/p[1] "bc" tags=1]`},
		{find(root, "span"), "", `[~ "b" tags=1]`},
		{find(root, "span").FirstChild, "", `[~ "b"]`},
		{find(root, "title"), "the title", "[]"},
		{&html.Node{Type: html.CommentNode, Data: "x"}, "", "[]"},
		{&html.Node{Type: html.RawNode, Data: "<p>a</p>b"}, "", `[~/p[1] "a" ~ "b"]`},
		{&html.Node{Type: html.ElementNode, Data: "\xff", FirstChild: &html.Node{Type: html.TextNode, Data: "a\xffb"}}, "", `[~ "a` + "\ufffd" + `b"]`},
	} {
		d, err := x.DocumentNode(t.Context(), test.n)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(compactAll(d.Paragraphs)); got != test.want || d.Title != test.title {
			t.Errorf("got %s, title %q\nwant %s, title %q", got, d.Title, test.want, test.title)
		}
		if d.Encoding != (page.Encoding{}) {
			t.Errorf("encoding %v", d.Encoding)
		}
	}
	auto := newExtractor(t, justext.Auto, justext.DefaultConfig())
	if d, err := auto.DocumentNode(t.Context(), root); err != nil || d.Lang != "de" || d.LangBy != justext.LangByAttribute {
		t.Errorf("language %q by %v, error %v", d.Lang, d.LangBy, err)
	}
	if d, err := x.DocumentNode(t.Context(), nil); err == nil || len(d.Paragraphs) != 0 {
		t.Errorf("no node: %d paragraphs, error %v", len(d.Paragraphs), err)
	}
	python := newExtractor(t, "", justext.PythonConfig())
	if d, err := python.DocumentNode(t.Context(), root); !errors.Is(err, page.ErrConfig) || len(d.Paragraphs) != 0 {
		t.Errorf("with MarkupLibxml2: %d paragraphs, error %v", len(d.Paragraphs), err)
	}
}

// TestDocumentNodeMeetsLimits tests a limit for each way in which a tree can be too large.
func TestDocumentNodeMeetsLimits(t *testing.T) {
	const before = 2 + len("<html><head></head><body>") // the document and its type count as bytes
	for _, test := range []struct {
		limit  string
		set    func(*page.Options)
		markup string
		want   string
	}{
		{"MaxBytes", func(o *page.Options) { o.MaxBytes = before + len("<p>aé</p><p>bö") - 1 }, "<p>aé<p>böh", "aé b"},
		{"MaxBytes", func(o *page.Options) { o.MaxBytes = before + len("<noscript>a<b>b") }, "<noscript>a<b>b</b></noscript>", "ab"},
		{"MaxBytes", func(o *page.Options) { o.MaxBytes = before + len("<p>a<img alt=") }, "<p>a<img alt=bcd><p>e", "a"},
		{"MaxElements", func(o *page.Options) { o.MaxElements = 4 }, "<p>a<p>b", "a"},
		{"MaxElements", func(o *page.Options) { o.MaxElements = 4 }, "<noscript>a<b>b<b>c</noscript>", "a"},
		{"MaxBlocks", func(o *page.Options) { o.MaxBlocks = 1 }, "<p>a<p>b", "a"},
	} {
		config := justext.DefaultConfig()
		test.set(&config.Options)
		d, err := newExtractor(t, "", config).DocumentNode(t.Context(), parse(t, bodyStart+test.markup))
		if !errors.Is(err, &page.LimitError{Limit: test.limit}) {
			t.Errorf("%s: %s: error %v", test.limit, test.markup, err)
		}
		var texts []string
		for _, p := range d.Paragraphs {
			texts = append(texts, p.Text)
		}
		if got := strings.Join(texts, " "); got != test.want {
			t.Errorf("%s: %s: got %q, want %q", test.limit, test.markup, got, test.want)
		}
	}
}

// deepTree builds a tree by hand, since the parser does not nest elements as deep.
func deepTree(depth int) *html.Node {
	root := &html.Node{Type: html.ElementNode, Data: "div"}
	for n, i := root, 0; i < depth; i++ {
		n.AppendChild(&html.Node{Type: html.TextNode, Data: fmt.Sprintf("a%d ", i)})
		child := &html.Node{Type: html.ElementNode, Data: "div"}
		n.AppendChild(child)
		n.AppendChild(&html.Node{Type: html.TextNode, Data: fmt.Sprintf("b%d ", i)})
		n = child
	}
	return root
}

// TestDocumentNodeIsDeep: depth is flattened at MaxDepth, loses no text and glues no words.
func TestDocumentNodeIsDeep(t *testing.T) {
	for _, depth := range []int{1, 10, 600, 100_000} {
		d, err := newExtractor(t, "", justext.DefaultConfig()).DocumentNode(t.Context(), deepTree(depth))
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for i := range d.Paragraphs {
			words = append(words, strings.Fields(d.Paragraphs[i].Text)...)
			if i%(1+depth/100) == 0 && strings.Count(d.Paragraphs[i].DOMPath(), ".") >= 512 {
				t.Fatalf("%d deep: the path %s", depth, d.Paragraphs[i].DOMPath())
			}
		}
		if len(words) != 2*depth || len(slices.Compact(slices.Sorted(slices.Values(words)))) != 2*depth {
			t.Fatalf("%d deep: %d words, want %d", depth, len(words), 2*depth)
		}
	}
}

// TestDocumentNodeKeepsPromises checks the promises of every page on trees, and that a
// tree is not changed.
func TestDocumentNodeKeepsPromises(t *testing.T) {
	pages := hostile.SmallPages(hostile.Shapes)
	for name, odd := range hostile.OddPages {
		pages["odd "+name] = []byte(odd)
	}
	for _, golden := range goldenPages(t) {
		pages[golden.name] = golden.html
	}
	x := newExtractor(t, "en", justext.DefaultConfig())
	for name, source := range pages {
		root, err := html.Parse(bytes.NewReader(source))
		if err != nil {
			continue // the parser refuses a page that is nested too deep
		}
		before := render(t, root)
		d, err := x.DocumentNode(t.Context(), root)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if render(t, root) != before {
			t.Errorf("%s: the tree has changed", name)
		}
		if len(d.Nodes) != len(d.Paragraphs) {
			t.Fatalf("%s: nodes of %d paragraphs, want %d", name, len(d.Nodes), len(d.Paragraphs))
		}
		for i := range d.Paragraphs {
			p := &d.Paragraphs[i]
			for _, fault := range paragraphFaults(p) {
				t.Errorf("%s: %.50q: %s", name, p.Text, fault)
			}
			if fault := nodesFault(p, d.Nodes[i]); fault != "" {
				t.Errorf("%s: %.50q: %s", name, p.Text, fault)
			}
		}
	}
}

// nodesFault returns what is wrong if the text of a paragraph is not in its nodes, and
// otherwise "".
func nodesFault(p *justext.Paragraph, nodes []*html.Node) string {
	var data strings.Builder
	for _, n := range nodes {
		switch {
		case n.Type == html.ElementNode && n.Data != "img" && n.Data != "image":
			return "comes from an element " + n.Data
		case n.Type == html.ElementNode:
			for _, a := range n.Attr {
				data.WriteString(a.Val)
			}
		default:
			data.WriteString(n.Data)
			data.WriteString(html.UnescapeString(n.Data))
		}
	}
	rest := data.String()
	for _, word := range strings.Fields(p.Text) {
		for _, r := range word {
			if !strings.ContainsRune(rest, r) {
				return fmt.Sprintf("%q is in none of its %d nodes", r, len(nodes))
			}
		}
	}
	return ""
}

func render(t *testing.T, root *html.Node) string {
	t.Helper()
	var b strings.Builder
	if err := html.Render(&b, root); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDocumentNodeIsDocument compares the readings of a golden page as text and as a tree
// wherever the parser has moved nothing: classes and texts are the same.
func TestDocumentNodeIsDocument(t *testing.T) {
	same, all := 0, 0
	for _, golden := range goldenPages(t) {
		x := newExtractor(t, golden.lang, justext.DefaultConfig())
		d, err := x.DocumentBytes(t.Context(), golden.html, "")
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := x.Decode(golden.html, "")
		if err != nil {
			t.Fatal(err)
		}
		n, err := x.DocumentNode(t.Context(), parse(t, string(text)))
		if err != nil {
			t.Fatal(err)
		}
		all++
		if got, want := classes(n.Paragraphs), classes(d.Paragraphs); slices.Equal(got, want) && n.Title == d.Title {
			same++
		} else {
			t.Logf("%s, title %q and %q:\n%s", golden.name, n.Title, d.Title, lineDiff(strings.Join(want, "\n"), strings.Join(got, "\n")))
		}
	}
	// One page has a link that is never closed: the parser opens it again in each of the
	// blocks that follow, as browsers do, and makes links of them.
	if same != all-1 {
		t.Errorf("%d of %d pages are the same, want all but one", same, all)
	}
}
