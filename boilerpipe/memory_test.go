package boilerpipe_test

import (
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// shapes are all hostile shapes.
func shapes() []hostile.Shape { return slices.Concat(hostile.Shapes, ownShapes) }

// TestMemory reads pages of every shape in every way.
func TestMemory(t *testing.T) {
	ways := make(map[string]hostile.Way)
	for name, read := range map[string]func(t *testing.T, x *boilerpipe.Extractor, source io.Reader) error{
		"Document": func(t *testing.T, x *boilerpipe.Extractor, source io.Reader) error {
			d, err := x.Document(t.Context(), source, "")
			_ = d.Text()
			return err
		},
		"Clean": func(t *testing.T, x *boilerpipe.Extractor, source io.Reader) error {
			_, err := x.Clean(t.Context(), source, "")
			return err
		},
		"WriteHTML": func(t *testing.T, x *boilerpipe.Extractor, source io.Reader) error {
			return x.WriteHTML(t.Context(), io.Discard, source, "", boilerpipe.Highlighter{})
		},
		"WriteHTML of the content": func(t *testing.T, x *boilerpipe.Extractor, source io.Reader) error {
			return x.WriteHTML(t.Context(), io.Discard, source, "", boilerpipe.Highlighter{ContentOnly: true, AsWritten: true})
		},
	} {
		ways[name] = func(t *testing.T, source io.Reader, part int) {
			filters := boilerpipe.Filters{boilerpipe.DocumentTitleMatch, boilerpipe.MarkEverythingContent, boilerpipe.BlockProximityFusion(1, boilerpipe.AnyBlocks)}
			x := newFiltering(t, filters, func(c *boilerpipe.Config) {
				c.MaxBlocks /= part
				c.MaxElements /= part
			})
			var limit *page.LimitError
			if err := read(t, x, source); err != nil && !errors.As(err, &limit) {
				t.Fatal(err)
			}
		}
	}
	hostile.CheckMemory(t, shapes(), ways)
}
