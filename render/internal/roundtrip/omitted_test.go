package roundtrip

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/render/internal/methods"
)

// TestOmitted: Markdown without links or images is read as the tree without them.
func TestOmitted(t *testing.T) {
	for name, source := range smallPages(t) {
		tree := keptTree(t, source)
		for _, o := range []render.MarkdownOptions{
			{Links: render.LinksReference}, {Links: render.LinksOmitted}, {OmitImages: true}, {Links: render.LinksOmitted, OmitImages: true},
		} {
			var out bytes.Buffer
			if err := render.Markdown(&out, tree, o); err != nil {
				t.Fatal(err)
			}
			got, want := trimmed(fromMarkdown(t, out.Bytes())), trimmed(ofTree(without(tree.Root, o), form{markdown: true}))
			if got != want {
				t.Errorf("%s, %+v:\n%s", name, o, difference(got, want))
			}
		}
	}
}

// smallPages returns the first inputs of FuzzRoundTrip, what was found beside links and images,
// the golden pages of the project, and random ones, by name.
func smallPages(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for i, source := range firstInputs {
		all[fmt.Sprint("input ", i)] = []byte(source)
	}
	for i, source := range []string{
		"<p><img src=a> - b<br><img src=a> # c", "<p>1<a href=/x>. b</a>", "<p><b>a:</b><img src=a>b<a href=/x>c</a>",
		"<p><a href=/x><b>a:</b></a>b<p><b>c:</b><a href=/x><img src=a></a>d", "<p><em><img src=a></em> <a href=/x><img src=b></a><p>c",
		"<table><tr><td colspan=2><a href=/x><img src=a></a><tr><td>b<td>c</table>", "<p>a<br><img src=a><p>b<del><img src=a></del><p><img src=a><br>c", "<p>a<p><a href=/x><img src=a> <img src=b></a><p>b",
		"<ul><li>a<ul><li><img src=a></ul></ul>", "<ol><li>a<ol><li><img src=a></ol></ol>",
	} {
		all[fmt.Sprint("beside ", i)] = []byte(source)
	}
	for i := range uint64(200) {
		all[fmt.Sprint("soup ", i)] = hostile.Soup(i)
	}
	files, err := filepath.Glob("../../../testdata/golden/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no golden pages")
	}
	for _, name := range files {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// keptTree returns the tree of a page all of whose text is kept.
func keptTree(t *testing.T, source []byte) *render.Tree {
	t.Helper()
	victor := methods.All(t)["victor"]
	doc, err := victor.Clean(context.Background(), bytes.NewReader(source), "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range doc.Blocks {
		doc.Blocks[i].Keep = true
	}
	text, _, err := victor.Decode(source, "")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := render.Build(context.Background(), text, doc, render.Options{URL: "https://example.com/a/"})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// without returns a copy of a node that has not what the options leave out.
func without(n *render.Node, o render.MarkdownOptions) *render.Node {
	node := *n
	node.FirstChild, node.LastChild, node.NextSibling = nil, nil, nil
	addWithout(&node, n, o)
	if o.OmitImages {
		switch n.Kind {
		case render.Heading:
			beginAtText(&node)
		case render.Paragraph, render.Term, render.Caption:
			beginAtText(&node)
			endAtText(&node)
		}
	}
	return &node
}

// beginAtText takes away the line breaks before what else a node has.
func beginAtText(n *render.Node) {
	for isBreak(n.FirstChild) {
		n.FirstChild = n.FirstChild.NextSibling
	}
}

// endAtText takes away the line breaks after what else a node has.
func endAtText(n *render.Node) {
	var last *render.Node
	for c := range n.Children() {
		if !isBreak(c) {
			last = c
		}
	}
	if last != nil {
		last.NextSibling, n.LastChild = nil, last
	}
}

// isBreak reports whether a node is a line break, or white space beside one.
func isBreak(n *render.Node) bool {
	return n != nil && (n.Kind == render.Break || n.Kind == render.Text && strings.TrimSpace(n.Text) == "")
}

// addWithout adds copies of the children of n.
func addWithout(to, n *render.Node, o render.MarkdownOptions) {
	for c := range n.Children() {
		if c.Kind == render.Link && o.Links == render.LinksOmitted {
			addWithout(to, c, o)
			continue
		}
		child := without(c, o)
		if o.OmitImages && isOmitted(child) {
			continue
		}
		child.Parent = to
		if to.LastChild == nil {
			to.FirstChild = child
		} else {
			to.LastChild.NextSibling = child
		}
		to.LastChild = child
	}
}

// isOmitted reports whether nothing is written of a node whose images are taken out.
func isOmitted(n *render.Node) bool {
	return n.Kind == render.Image || holds[n.Kind] && !hasContent(n, n.Kind.Inline())
}

// holds has the kinds of which nothing is written if they hold nothing.
var holds = map[render.Kind]bool{
	render.Heading: true, render.Paragraph: true, render.List: true, render.Item: true, render.Definitions: true, render.Term: true,
	render.Details: true, render.Quote: true, render.Figure: true, render.Caption: true, render.Comments: true,
	render.Emphasis: true, render.Strong: true, render.Strike: true, render.Sub: true, render.Sup: true, render.Link: true,
}

// hasContent reports whether a node has anything in it that is written. White space and line
// breaks are something if blanks is set.
func hasContent(n *render.Node, blanks bool) bool {
	for c := range n.Children() {
		if holds[c.Kind] && !hasContent(c, blanks) || isBreak(c) && !blanks {
			continue
		}
		return true
	}
	return false
}

// trimmed takes the white space that an image leaves at the ends of a line out of an outline.
func trimmed(outline string) string {
	var out []string
	for line := range strings.Lines(strings.NewReplacer(`text " `, `text "`, " \"\n", "\"\n").Replace(outline)) {
		if strings.TrimSpace(line) != `text ""` {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}
