package render_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// TestAddresses: addresses are resolved as in browsers (URL standard, 4.4), also those
// with backslashes or without the slashes after the scheme. What has no host is none.
func TestAddresses(t *testing.T) {
	const base = "https://example.org/a/b?q#f"
	for _, c := range []struct{ base, href, want string }{
		{base, `img\cat.png`, "https://example.org/a/img/cat.png"},
		{base, `\img\cat.png?a\b#c\d`, `https://example.org/img/cat.png?a\b#c%5Cd`},
		{base, `https:\\other.org\x`, "https://other.org/x"},
		{base, `\\other.org\x`, "https://other.org/x"},
		{base, "https:c", "https://example.org/a/c"},
		{base, "https:/c", "https://example.org/c"},
		{base, "https:///other.org/x", "https://other.org/x"},
		{base, "http:other.org/x", "http://other.org/x"},
		{base, "HTTP:/other.org/x", "http://other.org/x"},
		{base, "http:", ""},
		{base, "http://", ""},
		{base, "http:///", ""},
		{base, "//", ""},
		{base, "//other.org", "https://other.org/"},
		{"", "http:/x", "http://x/"},
		{"", "https:", ""},
		{"", `img\cat.png`, "img/cat.png"},
		{base, "mailto:a@b.example", "mailto:a@b.example"},
		{base, "c:\\x", ""},
		{base, "javascript:alert(1)", ""},
		{base, `java\script:alert(1)`, "https://example.org/a/java/script:alert(1)"},
	} {
		source := "<p>A link <a href='" + c.href + "'>here</a></p>"
		document := &page.Document{Blocks: []page.Block{{Text: "A link here", Start: 3, End: int32(len(source) - len("</a></p>")), Keep: true, NewLine: true}}}
		tree, err := render.Build(t.Context(), []byte(source), document, render.Options{URL: c.base})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := render.HTML(&out, tree, render.HTMLOptions{}); err != nil {
			t.Fatal(err)
		}
		want := "<p>A link here</p>\n"
		if c.want != "" {
			want = `<p>A link <a href="` + c.want + "\">here</a></p>\n"
		}
		if got := out.String(); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s at %q: %s want %s", c.href, c.base, got, want)
		}
	}
}

// TestBase: the first base element counts if links can be resolved against it.
func TestBase(t *testing.T) {
	for _, c := range []struct{ base, want string }{
		{"https://example.net/x/", "https://example.net/x/c"},
		{"/x/", "https://example.org/x/c"},
		{"mailto:ann@example.net", "https://example.org/a/c"},
		{"tel:+1", "https://example.org/a/c"},
		{"javascript:alert(1)", "https://example.org/a/c"},
		{"data:,", "https://example.org/a/c"},
	} {
		source := "<base href='" + c.base + "'><p><a href=c>here</a></p>"
		start := int32(strings.Index(source, "here"))
		document := &page.Document{Blocks: []page.Block{{Text: "here", Start: start, End: start + 4, Keep: true, NewLine: true}}}
		tree, err := render.Build(t.Context(), []byte(source), document, render.Options{URL: "https://example.org/a/b"})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := render.HTML(&out, tree, render.HTMLOptions{}); err != nil {
			t.Fatal(err)
		}
		if want := `<p><a href="` + c.want + "\">here</a></p>\n"; out.String() != want {
			t.Errorf("%s: got %s, want %s", c.base, out.String(), want)
		}
	}
}
