package hostile

import (
	"context"
	"errors"
	"testing"
)

// A Context is done after a number of looks at its Err, so that tests can end work at any
// point without measuring time. It is for one goroutine.
type Context struct {
	context.Context
	left, looks int
}

// DoneAfter returns a Context whose Err is nil for the first n looks and context.Canceled
// from then on.
func DoneAfter(parent context.Context, n int) *Context { return &Context{Context: parent, left: n} }

func (c *Context) Err() error {
	c.looks++
	if c.left == 0 {
		return context.Canceled
	}
	c.left--
	return nil
}

// Looks returns how many times Err has been called.
func (c *Context) Looks() int { return c.looks }

// longTitle is a page in windows-1252 with a title of n mebibytes.
func longTitle(n int) []byte {
	return Repeat("<title>", "caf\xe9 caf\xe9 abcd", "</title><p>text")(n << 16)
}

// CheckTitleContext has a page with a long title read with contexts that are done after
// more and more looks at them. read returns how many blocks the document has, which must be
// none where there is an error. The context must be looked at once for each mebibyte of the
// title, at least, and not go unheard.
func CheckTitleContext(t *testing.T, read func(ctx context.Context, page []byte, contentType string) (blocks int, err error)) {
	t.Helper()
	const mebibytes = 4
	source, done := longTitle(mebibytes), 0
	for looks := range 40 {
		ctx := DoneAfter(t.Context(), looks)
		blocks, err := read(ctx, source, "text/html; charset=windows-1252")
		if after := ctx.Looks() - looks; err != nil && (!errors.Is(err, context.Canceled) || blocks > 0 || after > 10) {
			t.Fatalf("after %d looks: %d blocks, error %v, %d more looks", looks, blocks, err, after)
		}
		if err != nil {
			done++
		}
	}
	if done < mebibytes {
		t.Errorf("the context was looked at %d times, want once for each mebibyte of the title", done)
	}
}
