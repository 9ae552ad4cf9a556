package conformance_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/page"
)

// collections are all collections of pages.
func collections() (names []string) {
	for _, c := range refdata.Gold {
		names = append(names, c.Name)
	}
	return append(names, "trafilatura-eval")
}

// A reading is an independent reading of a page: its tree as golang.org/x/net/html parses
// it, in which a function says which elements stand apart from the words around them.
type reading struct {
	text strings.Builder
}

var (
	dropped = set("datalist head meta title script style template")
	apart   = set("blockquote body caption center col colgroup dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 legend li " +
		"optgroup option p pre select table td textarea tfoot th thead tr ul br " +
		"address article aside button details dialog dir figcaption figure footer header hgroup hr listing main menu nav ol plaintext search section summary tbody xmp " +
		"applet audio canvas embed iframe img input keygen marquee meter object progress svg video")
	markupTexts = set("iframe noembed noframes noscript plaintext xmp")
)

func set(names string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}

// read writes down the text below a node, with a space wherever an element keeps words
// apart.
func (r *reading) read(n *html.Node) {
	switch {
	case n.Type == html.TextNode && n.Parent != nil && markupTexts[n.Parent.Data] && n.PrevSibling == nil && n.NextSibling == nil:
		body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
		parts, _ := html.ParseFragmentWithOptions( // from memory there is no error
			strings.NewReader(n.Data), body, html.ParseOptionEnableScripting(false))
		for _, part := range parts {
			r.read(part)
		}
	case n.Type == html.TextNode:
		r.text.WriteString(n.Data)
	case n.Type == html.ElementNode && dropped[n.Data]:
		return
	}
	image := n.Type == html.ElementNode && n.Data == "img" && strings.TrimSpace(attribute(n, "alt")) != ""
	hidden := n.Data == "input" && strings.EqualFold(attribute(n, "type"), "hidden")
	separate := image || n.Type == html.ElementNode && apart[n.Data] && !hidden
	if separate {
		r.text.WriteString(" ")
	}
	if image {
		r.text.WriteString(attribute(n, "alt"))
	}
	for child := range n.ChildNodes() {
		r.read(child)
	}
	if separate {
		r.text.WriteString(" ")
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// cleanWords splits a text into words without the characters that are left out of paragraphs.
func cleanWords(text string) []string {
	return strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || r == 0xfeff || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, text))
}

// A comparison counts the pages on which readings agree: by how many the letters are the
// same, and what each method makes of the tree.
type comparison struct {
	pages, letters int
	methods        []agreement
}

// TestConformanceTrees reads pages as text, as the tree that golang.org/x/net/html makes of
// them, and independently from that tree. It reads every tenth page, or every one: make
// conformance.
//
// Words: on most pages the independent reading has the same letters in the same order.
// There the words must be the same: no two that a browser keeps apart are glued, and none
// is split. On the other pages the parser has moved text. (With PythonConfig,
// TestConformancePages compares the texts with Python's own.)
//
// Nodes: on nearly all pages, DocumentNode gives the blocks of DocumentBytes, for each of
// the methods. On the others the parser has moved text out of tables, closed elements at
// other places, or opened links and other formatting elements again in later blocks.
func TestConformanceTrees(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("it takes minutes")
	}
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	methods := treeReaders(t, page.MaxPage)
	all := comparison{methods: make([]agreement, len(methods))}
	for _, name := range collections() {
		for i, p := range goldPagesOf(t, name) {
			if i%refdata.Step(10) != 0 {
				continue
			}
			text, root := treeOf(t, p.HTML, p.ContentType)
			if root == nil {
				continue
			}
			all.pages++
			compareWords(t, x, name+"/"+p.ID, text, root, &all)
			for i := range methods {
				methods[i].compare(t, name+"/"+p.ID, text, root, &all.methods[i])
			}
		}
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(all.pages) }
	t.Logf("of %d pages, %.1f %% have the same letters in both readings", all.pages, share(all.letters))
	if refdata.All() && share(all.letters) < 95 {
		t.Error("want at least 95 %")
	}
	for i, m := range methods {
		blocks, text := share(all.methods[i].blocks), share(all.methods[i].text)
		t.Logf("%s: %.1f %% have the same blocks as a tree, and %.1f %% the same text", m.name, blocks, text)
		if refdata.All() && (blocks < m.blocks || text < m.text) {
			t.Errorf("want at least %.1f %% and %.1f %%", m.blocks, m.text)
		}
	}
}

// compareWords compares the words of a page with those of the independent reading.
func compareWords(t *testing.T, x *justext.Extractor, name string, text []byte, root *html.Node, all *comparison) {
	t.Helper()
	d, err := x.DocumentBytes(t.Context(), text, inUTF8)
	if err != nil {
		t.Fatal(err)
	}
	var r reading
	r.read(root)
	got, want := strings.Fields(allText(d)), cleanWords(r.text.String())
	if strings.Join(got, "") != strings.Join(want, "") {
		return
	}
	all.letters++
	if !slices.Equal(got, want) {
		t.Errorf("%s: %s", name, wordDifference(got, want))
	}
}

// wordDifference shows the first words that differ.
func wordDifference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return "got " + strings.Join(got[max(0, i-2):min(len(got), i+3)], " ") + ", want " + strings.Join(want[max(0, i-2):min(len(want), i+3)], " ")
		}
	}
	return "one has more words"
}
