package metadata

import (
	"context"
	"testing"

	"github.com/seed42075109/justext/page"
)

// TestSourceOf finds each letter of the text where it stands in the page. Letters of the text
// are small and differ; those of tags and comments are large.
func TestSourceOf(t *testing.T) {
	for _, source := range []string{
		"a < b <<c><D>e &amp; f<G &lt;h</B> i<!--X-->j < k",
		"<P>a<1b<<<2c <P>< d<B>< e</B><3f< g",
		" a <  b<!X>c <?X>< d &nGt; e &nGt;<B>f</B>g <h",
		"<STYLE>X</STYLE>a< b<TITLE>X<X</TITLE>< c<SCRIPT>X<X</SCRIPT>d&shy;< e",
	} {
		e := new(evidence)
		e.reset([]byte(source), page.DefaultOptions())
		if err := e.collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		letters := 0
		for i, c := range e.text {
			if 'a' <= c && c <= 'z' {
				letters++
				if at := e.sourceOf(int32(i)); source[at] != c {
					t.Errorf("%s: %c of %q is at %d, %.10q", source, c, e.text, at, source[at:])
				}
			}
		}
		if letters < 5 {
			t.Errorf("%s: only %q", source, e.text)
		}
	}
}
