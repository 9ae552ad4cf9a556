package tree_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/internal/tree"
	"github.com/seed42075109/justext/page"
)

var hidden = tags.Of(tags.Head, tags.Script, tags.Style, tags.Template)

// body returns the body of a page.
func body(t testing.TB, source string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Data == "body" {
			return n
		}
	}
	return root
}

func write(root *html.Node, change func(*page.Options)) (*tree.Page, error) {
	options := page.DefaultOptions()
	if change != nil {
		change(&options)
	}
	return tree.Write(context.Background(), root, &hidden, &options)
}

// sources writes down the nodes of a page and the part of it that comes from each.
func sources(p *tree.Page) (list []string) {
	for i := range p.Text {
		for j := i + 1; j <= len(p.Text); j++ {
			for _, n := range p.Nodes([]tree.Span{{Start: int32(i), End: int32(j)}})[0] {
				if n.Type == html.ElementNode {
					list = append(list, fmt.Sprintf("<%s>: %s", n.Data, p.Text[i:j]))
				}
			}
		}
		for _, n := range p.Nodes([]tree.Span{{Start: int32(i), End: int32(i + 1)}})[0] {
			if s := fmt.Sprintf("%q", n.Data); len(list) == 0 || list[len(list)-1] != s {
				list = append(list, s)
			}
		}
	}
	return list
}

// TestWrite has pages, what their trees are written as, and the nodes that this comes from.
func TestWrite(t *testing.T) {
	for _, test := range []struct {
		name, source, want string
		nodes              []string
	}{
		{"nothing", "", "", nil},
		{"texts", "a<b>b </b> <i>c</i>", "a<b>b </b> <i>c</i>", []string{`"a"`, `"b "`, `"c"`}},
		{"references", "&lt;p>&amp;lt;&quot;", "&lt;p>&amp;lt;&#34;", []string{`"<p>&lt;\""`}},
		{"attributes", "<p id=a class='b &amp; \"c' lang>x", `<p id="a" class="b &amp; &#34;c" lang="">x</p>`, []string{`"x"`}},
		{"attributes that are not read", "<a href=a onclick=b data-x=c style=d e=f>x</a>", `<a e="f">x</a>`, []string{`"x"`}},
		{"a tag that is never closed", "<a <b title='>x", "", nil},
		{"names of odd attributes", `<p "a" 'b' <c =d x=y>x`, `<p x="y">x</p>`, []string{`"x"`}},
		{"void elements", "a<br>b<img alt=c>", `a<br>b<img alt="c">`, []string{`"a"`, `"b"`, `<img>: <img alt="c">`}},
		{"comments and scripts", "a<!-- x --><script>'<p>'</script><style>y</style>b", "a<script></script><style></style>b", []string{`"a"`, `"b"`}},
		{"markup as text", "<noscript><p>a<img alt=b></noscript>c", "<noscript><p>a<img alt=b></noscript>c", []string{`"<p>a<img alt=b>"`, `"c"`}},
		{"hidden text", "<template>a</template>b", "<template>a</template>b", []string{`"a"`, `"b"`}},
		{"a shadow tree", "<template shadowrootmode=open>a</template>", `<template shadowrootmode="open">a</template>`, []string{`"a"`}},
		{"line feeds", "<pre>\n\na</pre><textarea>\nb</textarea>", "<pre>\n\na</pre><textarea>b</textarea>", []string{`"\na"`, `"b"`}},
		{"a byte order mark", "<p>\ufeffa", "<p>a</p>", []string{`"\ufeffa"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := write(body(t, "<body>"+test.source), nil)
			want := "<body>" + test.want + "</body>"
			if err != nil || string(p.Text) != want {
				t.Errorf("error %v\n got %s\nwant %s", err, p.Text, want)
			}
			if got := sources(p); !slices.Equal(got, test.nodes) {
				t.Errorf("nodes\n got %s\nwant %s", got, test.nodes)
			}
		})
	}
}

// TestWriteHead has what stands in the head of a page, and what is written of it.
func TestWriteHead(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"the address", "<link rel=canonical href=/a>", `<link rel="canonical" href="/a">`},
		{"the address in capitals", "<link rel=CANONICAL href=/a>", `<link rel="CANONICAL" href="/a">`},
		{"other links", "<link rel=icon href=/a>", `<link rel="icon">`},
		{"JSON-LD", `<script type=application/ld+json>{"@type":"<p>&"}</script>`, `<script type="application/ld+json">{"@type":"<p>&"}</script>`},
		{"JSON-LD with a comment", `<script type=application/ld+json>"<!--"</script>`, `<script type="application/ld+json"></script>`},
		{"other scripts", "<script>a</script>", "<script></script>"},
		{"meta", "<meta property=og:type content=article>", `<meta property="og:type" content="article">`},
	} {
		p, err := write(body(t, "<head>"+test.source).Parent, nil)
		if want := "<html><head>" + test.want + "</head><body></body></html>"; err != nil || string(p.Text) != want {
			t.Errorf("%s: error %v\n got %s\nwant %s", test.name, err, p.Text, want)
		}
	}
	source := body(t, "<head><script type=application/ld+json>a</script>").Parent
	source.FirstChild.FirstChild.FirstChild.Data = "a</SCRIPT><p>b" // as no parser makes it
	if p, err := write(source, nil); err != nil || bytes.Contains(p.Text, []byte("<p>")) {
		t.Errorf("a script that ends within: error %v, %s", err, p.Text)
	}
}

// TestHiddenNodes: hidden text belongs to a span only if there is no other text in that.
func TestHiddenNodes(t *testing.T) {
	p, err := write(body(t, "<p>a<template>b</template>c"), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) int32 { return int32(bytes.Index(p.Text, []byte(text))) }
	spans := []tree.Span{{Start: 0, End: int32(len(p.Text))}, {Start: at("b<"), End: at("b<") + 1}}
	for i, want := range []string{"a c", "b"} {
		var texts []string
		for _, n := range p.Nodes(spans)[i] {
			texts = append(texts, n.Data)
		}
		if got := strings.Join(texts, " "); got != want {
			t.Errorf("span %d: got %q, want %q", i, got, want)
		}
	}
}

// TestWriteMadeByHand has nodes that the parser does not make.
func TestWriteMadeByHand(t *testing.T) {
	text := func(data string) *html.Node { return &html.Node{Type: html.TextNode, Data: data} }
	element := func(name string, child *html.Node) *html.Node {
		return &html.Node{Type: html.ElementNode, Data: name, FirstChild: child}
	}
	for _, test := range []struct {
		root *html.Node
		want string
	}{
		{text("a<b"), "a&lt;b"},
		{text("a\xffb"), "a\ufffdb"},
		{element("p onclick=x>", text("a")), "a"},
		{element("", text("a")), "a"},
		{element("\xff", text("a")), "a"},
		{element("p\xff", text("a")), "<p\ufffd>a</p\ufffd>"},
		{element("br", text("a")), "<br>a"},
		{&html.Node{Type: html.RawNode, Data: "<p>a"}, "<p>a"},
		{&html.Node{Type: html.CommentNode, Data: "a"}, ""},
		{&html.Node{Type: 200, Data: "a", FirstChild: text("b")}, ""},
		{&html.Node{Type: html.DocumentNode, FirstChild: &html.Node{Type: html.DocumentNode, FirstChild: text("a")}}, "a"},
	} {
		if p, err := write(test.root, nil); err != nil || string(p.Text) != test.want {
			t.Errorf("%+v: got %q, error %v, want %q", test.root, p.Text, err, test.want)
		}
	}
	if p, err := write(nil, nil); !errors.Is(err, tree.ErrNoNode) || len(p.Text) != 0 {
		t.Errorf("nil: %q, error %v", p.Text, err)
	}
}

// TestWriteEndsInCircles has nodes that refer to themselves: the work is bounded.
func TestWriteEndsInCircles(t *testing.T) {
	for _, kind := range []html.NodeType{html.TextNode, html.ElementNode, html.DocumentNode, html.CommentNode, html.RawNode, html.ErrorNode} {
		for _, data := range []string{"", "p", "br"} {
			sibling := &html.Node{Type: kind, Data: data}
			sibling.NextSibling = sibling
			parent := &html.Node{Type: kind, Data: data}
			parent.FirstChild = parent
			for _, n := range []*html.Node{{Type: html.ElementNode, Data: "p", FirstChild: sibling}, {Type: html.ElementNode, Data: "p", FirstChild: parent}} {
				for _, limit := range []string{"MaxBytes", "MaxElements"} {
					p, err := write(n, func(o *page.Options) {
						o.MaxBytes, o.MaxElements = 1<<14, 0
						if limit == "MaxElements" {
							o.MaxElements = 1000
						}
					})
					var met *page.LimitError
					if err != nil && !errors.As(err, &met) {
						t.Errorf("%v %q: error %v, want a LimitError", kind, data, err)
					}
					if n.FirstChild == sibling && err == nil {
						t.Errorf("%v %q: no error", kind, data)
					}
					if len(p.Text) > 1<<14 {
						t.Errorf("%v %q: %d bytes", kind, data, len(p.Text))
					}
				}
			}
		}
	}
}

// TestWriteMeetsLimits cuts a page at every byte: what is written is the beginning of it,
// valid UTF-8, and up to the limit but for a tag or a character.
func TestWriteMeetsLimits(t *testing.T) {
	root := body(t, "<body><p class='é&é'>aé &amp; é</p><noscript><p>é</noscript><img alt=éé>b<pre>\n\nc</pre>")
	whole, err := write(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	longest := len(`<p class="é&amp;é">`)
	for most := 1; most <= len(whole.Text); most++ {
		p, err := write(root, func(o *page.Options) { o.MaxBytes = most })
		if met := errors.Is(err, &page.LimitError{Limit: "MaxBytes"}); met != (most < len(whole.Text)) {
			t.Errorf("%d bytes: error %v", most, err)
		}
		text := string(p.Text)
		if !strings.HasPrefix(string(whole.Text), text) || strings.ToValidUTF8(text, "") != text || len(text) > most || len(text) < most-longest {
			t.Errorf("%d bytes: got %q", most, text)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	options := page.DefaultOptions()
	if _, err := tree.Write(ctx, body(t, strings.Repeat("<p>a", 2000)), &hidden, &options); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestNodesShareLists: the lines of one long text do not each have a list of their own.
func TestNodesShareLists(t *testing.T) {
	p, err := write(body(t, strings.Repeat("a<!-- -->", 10_000)), nil)
	if err != nil {
		t.Fatal(err)
	}
	spans := make([]tree.Span, 10_000)
	for i := range spans {
		spans[i] = tree.Span{End: int32(len(p.Text))}
	}
	for _, nodes := range p.Nodes(spans) {
		if len(nodes) != 10_000 {
			t.Fatalf("%d nodes, want 10,000", len(nodes))
		}
	}
	if allocated := testing.AllocsPerRun(1, func() { p.Nodes(spans) }); allocated > 5 {
		t.Errorf("%v allocations", allocated)
	}
}
