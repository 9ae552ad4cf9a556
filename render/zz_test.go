package render

import (
	"context"
	"fmt"
	"github.com/seed42075109/justext/victor"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	v, _ := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	src := "<p>x<pre>while True:\n  a = b\n  c = d\n  e</pre>"
	d, _ := v.Clean(context.Background(), strings.NewReader(src), "")
	for i := range d.Blocks {
		d.Blocks[i].Keep = true
		fmt.Printf("%d-%d %q\n", d.Blocks[i].Start, d.Blocks[i].End, d.Blocks[i].Text)
	}
	tr, _ := Build(context.Background(), []byte(src), d, Options{})
	Markdown(os.Stdout, tr, MarkdownOptions{})
}
