package render_test

import (
	"io"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/render"
)

// FuzzText checks that the text of a tree is that of the blocks, and that every
// format can be written.
func FuzzText(f *testing.F) {
	f.Add(hostile.SmallPage)
	for _, source := range hostile.OddPages {
		f.Add(source)
	}
	all := allMethods(f)
	f.Fuzz(func(t *testing.T, source string) {
		for _, name := range []string{"all of victor", "all of justext", "boilerpipe, everything"} {
			checkText(t, name, all[name], []byte(source))
		}
		text, doc := read(t, all["all of victor"], []byte(source))
		tree := build(t, text, doc, render.Options{})
		checkEvents(t, "victor", text, doc, tree)
		for name, format := range formats {
			if err := format(io.Discard, tree); err != nil {
				t.Error(name, err)
			}
		}
	})
}
