package conformance_test

import (
	"bytes"
	"context"
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

// treeReaders are the three methods.
func treeReaders(t *testing.T) []treeReader {
	t.Helper()
	j, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	b, err := boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	v, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return []treeReader{
		{"justext", func(ctx context.Context, source []byte) (*page.Document, error) {
			d, err := j.DocumentBytes(ctx, source, inUTF8)
			return d.View(), err
		}, func(ctx context.Context, root *html.Node) (*page.Document, [][]*html.Node, error) {
			d, err := j.DocumentNode(ctx, root)
			return d.View(), d.Nodes, err
		}, 98, 98.5},
		{"boilerpipe", func(ctx context.Context, source []byte) (*page.Document, error) {
			d, err := b.DocumentBytes(ctx, source, inUTF8)
			return d.View(), err
		}, func(ctx context.Context, root *html.Node) (*page.Document, [][]*html.Node, error) {
			d, err := b.DocumentNode(ctx, root)
			return d.View(), d.Nodes, err
		}, 90, 90},
		{"victor", func(ctx context.Context, source []byte) (*page.Document, error) {
			d, err := v.DocumentBytes(ctx, source, inUTF8)
			return d.View(), err
		}, func(ctx context.Context, root *html.Node) (*page.Document, [][]*html.Node, error) {
			d, err := v.DocumentNode(ctx, root)
			return d.View(), d.Nodes, err
		}, 90, 90},
	}
}

// TestConformanceNodes reads all pages as bytes, and as the tree that
// golang.org/x/net/html makes of them. On nearly all pages DocumentNode gives the blocks
// of DocumentBytes. On the others the parser has moved text out of tables, closed elements
// at other places, or opened links and other formatting elements again in later blocks.
func TestConformanceNodes(t *testing.T) {
	needPages(t)
	methods := treeReaders(t)
	blocks, texts, pages := make([]int, len(methods)), make([]int, len(methods)), 0
	for _, name := range collections() {
		for _, p := range goldPagesOf(t, name) {
			text, root := treeOf(t, p.HTML, p.ContentType)
			if root == nil {
				continue
			}
			pages++
			for i, m := range methods {
				want, err := m.bytes(t.Context(), text)
				if err != nil {
					t.Fatal(err)
				}
				got, nodes, err := m.node(t.Context(), root)
				if err != nil {
					t.Fatal(err)
				}
				if slices.EqualFunc(got.Blocks, want.Blocks, sameBlock) {
					blocks[i]++
				}
				if got.Text == want.Text {
					texts[i]++
				}
				checkNodes(t, m.name+" "+name+"/"+p.ID, got.Blocks, nodes)
			}
		}
	}
	for i, m := range methods {
		sameBlocks, sameText := 100*float64(blocks[i])/float64(pages), 100*float64(texts[i])/float64(pages)
		t.Logf("%s: of %d pages, %.1f %% have the same blocks as a tree, and %.1f %% the same text", m.name, pages, sameBlocks, sameText)
		if sameBlocks < m.blocks || sameText < m.text {
			t.Errorf("want at least %.1f %% and %.1f %%", m.blocks, m.text)
		}
	}
}

func sameBlock(a, b page.Block) bool { return a.Text == b.Text && a.Keep == b.Keep }

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
