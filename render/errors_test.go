package render_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
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
