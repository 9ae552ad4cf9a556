package render_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/render"
)

// BenchmarkMethod is justext alone on the golden pages, and BenchmarkMarkdown
// justext, the tree and Markdown.
func BenchmarkMethod(b *testing.B)   { benchmark(b, false) }
func BenchmarkMarkdown(b *testing.B) { benchmark(b, true) }

func benchmark(b *testing.B, markdown bool) {
	var sources [][]byte
	size := 0
	for _, source := range goldenPages(b) {
		sources = append(sources, source)
		size += len(source)
	}
	config := justext.DefaultConfig()
	config.Events = markdown
	x, err := justext.New("en", config)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, source := range sources {
			doc, err := x.Clean(context.Background(), bytes.NewReader(source), "")
			if err != nil || !markdown {
				continue
			}
			text, _, err := x.Decode(source, "")
			if err != nil {
				b.Fatal(err)
			}
			tree, err := render.Build(context.Background(), text, doc, render.Options{})
			if err == nil {
				err = render.Markdown(io.Discard, tree, render.MarkdownOptions{})
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
