package conformance_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// A treeReader reads pages as bytes and as trees.
type treeReader struct {
	name  string
	bytes func(ctx context.Context, source []byte) (*page.Document, error)
	node  func(ctx context.Context, root *html.Node) (*page.Document, [][]*html.Node, error)

	blocks, text float64 // how many in 100 pages must have the same blocks, and the same text
}

const inUTF8 = "text/html; charset=utf-8"

// treeReaders are the three methods. A page may have maxBytes bytes.
func treeReaders(t *testing.T, maxBytes int) []treeReader {
	t.Helper()
	jConfig, bConfig, vConfig := justext.DefaultConfig(), boilerpipe.DefaultConfig(), victor.DefaultConfig()
	jConfig.MaxBytes, bConfig.MaxBytes, vConfig.MaxBytes = maxBytes, maxBytes, maxBytes
	j, err := justext.New("en", jConfig)
	if err != nil {
		t.Fatal(err)
	}
	b, err := boilerpipe.New(boilerpipe.Article(), bConfig)
	if err != nil {
		t.Fatal(err)
	}
	v, err := victor.New(victor.DefaultModel(), vConfig)
	if err != nil {
		t.Fatal(err)
	}
	return []treeReader{
		reader("justext", j, func(d *justext.Document) [][]*html.Node { return d.Nodes }, 99, 99.5),
		reader("boilerpipe", b, func(d *boilerpipe.TextDocument) [][]*html.Node { return d.Nodes }, 98, 99),
		reader("victor", v, func(d *victor.Document) [][]*html.Node { return d.Nodes }, 95, 95),
	}
}

// reader returns the treeReader of a method, whose documents have nodes.
func reader[D interface{ View() *page.Document }](name string, x interface {
	DocumentBytes(ctx context.Context, source []byte, contentType string) (D, error)
	DocumentNode(ctx context.Context, root *html.Node) (D, error)
}, nodes func(D) [][]*html.Node, blocks, text float64) treeReader {
	return treeReader{name, func(ctx context.Context, source []byte) (*page.Document, error) {
		d, err := x.DocumentBytes(ctx, source, inUTF8)
		return d.View(), err
	}, func(ctx context.Context, root *html.Node) (*page.Document, [][]*html.Node, error) {
		d, err := x.DocumentNode(ctx, root)
		return d.View(), nodes(d), err
	}, blocks, text}
}

// An agreement counts the pages of which a method makes the same blocks, and the same text, of
// the bytes and of the tree.
type agreement struct{ blocks, text int }

// compare reads a page in both ways.
func (m *treeReader) compare(t *testing.T, name string, text []byte, root *html.Node, count *agreement) {
	t.Helper()
	want, err := m.bytes(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	got, nodes, err := m.node(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	if slices.EqualFunc(got.Blocks, want.Blocks, sameBlock) {
		count.blocks++
	}
	if slices.Equal(strings.Fields(got.Text), strings.Fields(want.Text)) {
		count.text++
	}
	checkNodes(t, m.name+" "+name, got.Blocks, nodes)
}

// sameBlock compares blocks without their white space: the parser makes one line feed of a
// carriage return and a line feed.
func sameBlock(a, b page.Block) bool {
	return a.Keep == b.Keep && slices.Equal(strings.Fields(a.Text), strings.Fields(b.Text))
}

// treeOf returns a page in UTF-8 and its tree, or no tree if the page is nested too deep
// for the parser.
func treeOf(t *testing.T, source []byte, contentType string) ([]byte, *html.Node) {
	t.Helper()
	x, err := justext.New("", justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := x.Decode(source, contentType)
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return text, nil
	}
	return text, root
}

// checkNodes checks that each word of a block is in one of its nodes.
func checkNodes(t *testing.T, name string, blocks []page.Block, nodes [][]*html.Node) {
	t.Helper()
	if len(nodes) != len(blocks) {
		t.Errorf("%s: nodes of %d blocks, want %d", name, len(nodes), len(blocks))
		return
	}
	for i, b := range blocks {
		var data strings.Builder
		for _, n := range nodes[i] {
			data.WriteString(n.Data)
			if n.Type == html.ElementNode {
				data.WriteString(attribute(n, "alt"))
			}
		}
		all := data.String()
		all += html.UnescapeString(all)
		for _, word := range strings.Fields(b.Text) {
			for _, r := range word {
				if !strings.ContainsRune(all, r) {
					t.Errorf("%s: %.60q: %q is in none of its %d nodes", name, b.Text, r, len(nodes[i]))
					return
				}
			}
		}
	}
}

// goldenDifferences are the golden pages on which a tree gives other blocks than the bytes,
// and why.
var goldenDifferences = map[string]string{
	"justext unclosed-tags.html":    "the parser opens a link that is never closed again in each block that follows, as browsers do",
	"boilerpipe unclosed-tags.html": "the same",
	"victor unclosed-tags.html":     "the same",
	"victor link-list.html":         "the parser writes out tbody, and one more element around a cell counts in features",
	"victor recipe.html":            "the same",
	"boilerpipe code-and-pre.html":  "to NekoHTML, &ampT is no reference",
}

// TestNodesOfGoldenPages reads the golden pages as bytes and as trees. No method changes
// the tree.
func TestNodesOfGoldenPages(t *testing.T) {
	files, err := filepath.Glob("../../testdata/golden/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden pages: %v", err)
	}
	methods := treeReaders(t, page.MaxPage)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, root := treeOf(t, source, "")
		before := rendered(t, root)
		for _, m := range methods {
			name := m.name + " " + filepath.Base(file)
			want, err := m.bytes(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			got, nodes, err := m.node(t.Context(), root)
			if err != nil {
				t.Fatal(err)
			}
			same := slices.EqualFunc(got.Blocks, want.Blocks, sameBlock) && got.Title == want.Title && got.Lang == want.Lang
			if why, differs := goldenDifferences[name]; same == differs {
				t.Errorf("%s: %s (%s)", name, blockDifference(got.Blocks, want.Blocks), why)
			}
			if got.Encoding != (page.Encoding{}) {
				t.Errorf("%s: encoding %v", name, got.Encoding)
			}
			for _, b := range got.Blocks {
				if b.Start != 0 || b.End != 0 {
					t.Errorf("%s: bytes %d-%d", name, b.Start, b.End)
				}
			}
			checkNodes(t, name, got.Blocks, nodes)
		}
		if rendered(t, root) != before {
			t.Errorf("%s: the tree has changed", file)
		}
	}
}

func rendered(t *testing.T, root *html.Node) string {
	t.Helper()
	var b strings.Builder
	if err := html.Render(&b, root); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// blockDifference shows the first block that differs.
func blockDifference(got, want []page.Block) string {
	for i := range min(len(got), len(want)) {
		if !sameBlock(got[i], want[i]) {
			return fmt.Sprintf("block %d: got %v %q, want %v %q", i, got[i].Keep, got[i].Text, want[i].Keep, want[i].Text)
		}
	}
	return fmt.Sprintf("%d blocks, want %d", len(got), len(want))
}

// TestNodesOfWrongTrees has trees that no parser makes, and a context that is done.
func TestNodesOfWrongTrees(t *testing.T) {
	circle := &html.Node{Type: html.ElementNode, Data: "p"}
	circle.FirstChild = &html.Node{Type: html.TextNode, Data: "a word"}
	circle.FirstChild.NextSibling = &html.Node{Type: html.CommentNode}
	circle.FirstChild.NextSibling.NextSibling = circle.FirstChild
	deep := &html.Node{Type: html.ElementNode, Data: "div"}
	for n, i := deep, 0; i < 100_000; i++ {
		n.FirstChild = &html.Node{Type: html.TextNode, Data: "a"}
		n.FirstChild.NextSibling = &html.Node{Type: html.ElementNode, Data: "div"}
		n = n.FirstChild.NextSibling
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, m := range treeReaders(t, 4<<20) {
		if d, nodes, err := m.node(t.Context(), nil); err == nil || !strings.Contains(err.Error(), m.name+": ") || len(d.Blocks) != 0 || len(nodes) != 0 {
			t.Errorf("%s: no node: %d blocks, error %v", m.name, len(d.Blocks), err)
		}
		if d, nodes, err := m.node(t.Context(), circle); !errors.Is(err, &page.LimitError{Limit: "MaxBytes"}) || len(d.Blocks) == 0 || len(nodes) != len(d.Blocks) {
			t.Errorf("%s: a circle: %d blocks, error %v", m.name, len(d.Blocks), err)
		}
		if d, nodes, err := m.node(t.Context(), deep); err != nil || len(nodes) != len(d.Blocks) {
			t.Errorf("%s: a deep tree: %d blocks, error %v", m.name, len(d.Blocks), err)
		}
		if d, nodes, err := m.node(done, deep); !errors.Is(err, context.Canceled) || len(d.Blocks) != 0 || len(nodes) != 0 {
			t.Errorf("%s: stopped: %d blocks, error %v", m.name, len(d.Blocks), err)
		}
	}
}
