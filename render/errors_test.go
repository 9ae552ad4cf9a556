package render_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// A failingOnce takes some bytes, then fails once, and then takes all others, so that an
// error that is passed over shows.
type failingOnce struct {
	room   int
	failed bool
}

func (w *failingOnce) Write(p []byte) (int, error) {
	if w.failed || len(p) <= w.room {
		w.room -= len(p)
		return len(p), nil
	}
	w.failed = true
	return w.room, errFull
}

// TestFullAtAnyByte: the error of the writer is returned, at whatever byte it comes.
func TestFullAtAnyByte(t *testing.T) {
	_, tree := bread(t, render.Options{URL: breadURL})
	for name, format := range formats {
		var whole bytes.Buffer
		if err := format(&whole, tree); err != nil {
			t.Fatal(err)
		}
		for room := range whole.Len() {
			if err := format(&failingOnce{room: room}, tree); !errors.Is(err, errFull) {
				t.Errorf("%s, room for %d of %d bytes: error %v", name, room, whole.Len(), err)
			}
		}
	}
}

// TestDoneAtAnyLook: whenever the context is done, Build ends with its error, and there is
// no part of a tree.
func TestDoneAtAnyLook(t *testing.T) {
	source := hostile.Repeat("", "<p>Some text<sup><a href=#n>1</a></sup>", "<p id=n>1 A note")(5000)
	x, err := justext.New("", justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := x.Clean(t.Context(), bytes.NewReader(source), "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range doc.Blocks {
		doc.Blocks[i].Keep = true
	}
	for looks := 0; ; looks++ {
		ctx := hostile.DoneAfter(t.Context(), looks)
		tree, err := render.Build(ctx, source, doc, render.Options{})
		if ctx.Looks() <= looks {
			if err != nil || tree.Root.FirstChild == nil || looks < 4 {
				t.Errorf("not stopped in %d looks: error %v", looks, err)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || tree == nil || tree.Root.FirstChild != nil {
			t.Fatalf("after %d looks: error %v, tree %v", looks, err, tree)
		}
	}
}

// TestOtherText: blocks whose ranges are not in the text, such as those of a page whose
// bytes were passed in place of its text, are an error.
func TestOtherText(t *testing.T) {
	const text = "<p>A text<p>another one"
	for _, c := range []struct {
		name string
		b    page.Block
	}{
		{"after the end", page.Block{Text: "x", Start: 30, End: 40, Keep: true}},
		{"across the end", page.Block{Text: "x", Start: 3, End: 40, Keep: true}},
		{"backwards", page.Block{Text: "x", Start: 8, End: 3, Keep: true}},
		{"negative", page.Block{Text: "x", Start: -1, End: 3, Keep: true}},
		{"of a block that is dropped", page.Block{Text: "x", Start: 30, End: 40}},
	} {
		document := &page.Document{Title: "t", Blocks: []page.Block{{Text: "A text", Start: 3, End: 9, Keep: true}, c.b}}
		tree, err := render.Build(t.Context(), []byte(text), document, render.Options{})
		if !errors.Is(err, page.ErrConfig) || tree == nil || tree.Root == nil || tree.Root.FirstChild != nil {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
	if tree, err := render.Build(t.Context(), []byte(text), nil, render.Options{}); !errors.Is(err, page.ErrConfig) || tree == nil {
		t.Errorf("no document: error %v", err)
	}
}

// TestZeroTree: a Tree that Build has not made is written as an empty one.
func TestZeroTree(t *testing.T) {
	for name, write := range formats {
		var zero, empty strings.Builder
		if err := write(&zero, new(render.Tree)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := write(&empty, &render.Tree{Root: new(render.Node)}); err != nil || zero.String() != empty.String() {
			t.Errorf("%s: %q, want %q, error %v", name, zero.String(), empty.String(), err)
		}
	}
}

// TestOddTrees: a tree that a program has made or changed may have any nodes anywhere, and no
// format panics.
func TestOddTrees(t *testing.T) {
	texts := []string{"", " ", "a", "`", "\n", "1", "<", "a:"}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // no secret
		var node func(depth int) *render.Node
		node = func(depth int) *render.Node {
			n := &render.Node{
				Kind: render.Kind(r.IntN(int(render.NoteRef) + 2)), Level: uint8(r.IntN(9)), Ordered: r.IntN(2) == 0,
				Number: int32(r.Uint32()), Text: texts[r.IntN(len(texts))], ColSpan: uint16(r.IntN(3)),
			}
			for range r.IntN(4) * min(depth, 1) {
				child := node(depth - 1)
				if n.LastChild == nil {
					n.FirstChild = child
				} else {
					n.LastChild.NextSibling = child
				}
				n.LastChild = child
			}
			return n
		}
		tree := &render.Tree{Root: node(4)}
		for name, format := range formats {
			if err := format(io.Discard, tree); err != nil {
				t.Errorf("seed %d, %s: %v", seed, name, err)
			}
		}
	}
}
