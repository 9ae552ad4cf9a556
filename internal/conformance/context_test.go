package conformance_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// reads returns what reads a page with the options that set makes, by name; each
// function returns how many blocks, or values, there are.
func reads(t *testing.T, set func(*page.Options)) map[string]func(ctx context.Context, source string) (int, error) {
	t.Helper()
	j, b, v, m := justext.DefaultConfig(), boilerpipe.DefaultConfig(), victor.DefaultConfig(), metadata.DefaultConfig()
	for _, o := range []*page.Options{&j.Options, &b.Options, &v.Options, &m.Options} {
		set(o)
	}
	j1, err1 := justext.New("en", j)
	b1, err2 := boilerpipe.New(boilerpipe.Article(), b)
	v1, err3 := victor.New(victor.DefaultModel(), v)
	m1, err4 := metadata.New(m)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	clean := func(c page.Cleaner) func(context.Context, string) (int, error) {
		return func(ctx context.Context, source string) (int, error) {
			d, err := c.Clean(ctx, strings.NewReader(source), "")
			return len(d.Blocks), err
		}
	}
	return map[string]func(context.Context, string) (int, error){
		"justext": clean(j1), "boilerpipe": clean(b1), "victor": clean(v1),
		"paragraphs": func(ctx context.Context, source string) (int, error) {
			d, err := j1.Segment(ctx, strings.NewReader(source), "")
			return len(d.Paragraphs), err
		},
		"text blocks": func(ctx context.Context, source string) (int, error) {
			d, err := b1.Segment(ctx, strings.NewReader(source), "")
			return len(d.Blocks), err
		},
		"metadata": func(ctx context.Context, source string) (int, error) {
			d, err := m1.Document(ctx, strings.NewReader(source), "", metadata.Known{})
			return len(d.Title.Text), err
		},
	}
}

// TestDoneAtAnyLook: whenever the context is done, its error is returned and no part of
// the page, also if the page has another error at the same time.
func TestDoneAtAnyLook(t *testing.T) {
	source := "<meta charset=utf-8><title>x</title>" + strings.Repeat("<p>Some words of it are here, and it is long enough.", 3000) +
		"\xff<a title='" + strings.Repeat("x", 4000) + "'>" + strings.Repeat("<p>xyz", 500)
	for name, set := range map[string]func(*page.Options){
		"no limit":      func(*page.Options) {},
		"MaxBytes":      func(o *page.Options) { o.MaxBytes = 50_000 },
		"MaxBlocks":     func(o *page.Options) { o.MaxBlocks = 2000 },
		"MaxElements":   func(o *page.Options) { o.MaxElements = 2000 },
		"MaxToken":      func(o *page.Options) { o.MaxToken = 3000 },
		"RefuseInvalid": func(o *page.Options) { o.InvalidBytes = page.RefuseInvalid },
	} {
		for method, read := range reads(t, set) {
			for looks := 0; ; looks++ {
				ctx := hostile.DoneAfter(t.Context(), looks)
				n, err := read(ctx, source)
				if ctx.Looks() <= looks {
					break
				}
				if !errors.Is(err, context.Canceled) || n > 0 {
					t.Errorf("%s, %s, after %d looks: %d blocks or bytes, error %v", method, name, looks, n, err)
				}
			}
		}
	}
}
