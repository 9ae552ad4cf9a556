package render_test

import (
	"strings"
	"testing"

	"github.com/seed42075109/justext/render"
)

// TestOmit: tables and comments of readers are left out if the options say so.
func TestOmit(t *testing.T) {
	source := []byte("<p>first<table><caption>c</caption><tr><th>head<td>cell</table><table role=presentation><tr><td>layout</table>" +
		"<p class=comments>kept<section id=x class='wide Comments'><h2>reader</h2><p>said<img src=a.png><table><tr><th>a<td>b</table></section><p>last<ol class=commentlist><li>too</ol>")
	text, doc := read(t, allMethods(t)["all of justext"], source)
	for _, c := range []struct {
		options       render.Options
		without, with string
	}{
		{render.Options{}, "", "first head cell layout kept reader said a b last too"},
		{render.Options{OmitTables: true}, "head cell b", "first layout kept reader said last too"},
		{render.Options{OmitComments: true}, "reader said too", "first head cell layout kept last"},
		{render.Options{OmitComments: true, OmitTables: true, Verbatim: true}, "head cell reader said b too", "first layout kept last"},
	} {
		var out strings.Builder
		if err := render.Markdown(&out, build(t, text, doc, c.options), render.MarkdownOptions{}); err != nil {
			t.Fatal(err)
		}
		words := strings.FieldsFunc(out.String(), func(r rune) bool { return r < 'a' || r > 'z' })
		has := make(map[string]bool)
		for _, word := range words {
			has[word] = true
		}
		for _, word := range strings.Fields(c.with) {
			if !has[word] {
				t.Errorf("%+v: %s is not in %q", c.options, word, out.String())
			}
		}
		for _, word := range strings.Fields(c.without) {
			if has[word] {
				t.Errorf("%+v: %s is in %q", c.options, word, out.String())
			}
		}
	}
}
