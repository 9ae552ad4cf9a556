package victor

import (
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

func hintsOf(types ...page.Type) (h hints) {
	for _, t := range types {
		h |= 1 << t
	}
	return h
}

// TestHead: what a head says of the type of its page.
func TestHead(t *testing.T) {
	const schema = `<script type="application/ld+json">`
	for source, want := range map[string]head{
		"": {},
		`<meta property="og:type" content="article">`: {hints: [numHintSources]hints{fromOpenGraph: hintsOf(page.TypeArticle)}},
		`<META CONTENT=product PROPERTY=OG:TYPE>`:     {hints: [numHintSources]hints{fromOpenGraph: hintsOf(page.TypeProduct)}},
		`<meta name=generator content="Discourse 3">`: {hints: [numHintSources]hints{fromGenerator: hintsOf(page.TypeForum)}},
		`<meta name=description content="a product">`: {},
		schema + `{"@type": "DiscussionForumPosting", "name": "product"}</script>`: {hints: [numHintSources]hints{
			fromSchema: hintsOf(page.TypeForum)}},
		schema + `[{"@type":["Product","X"]},{"@type":"BlogPosting"}]</script>`: {hints: [numHintSources]hints{
			fromSchema: hintsOf(page.TypeProduct, page.TypeArticle, page.TypeForum)}}, // "posting" speaks for a forum
		schema + `{"@type`:                      {},
		`<script>{"@type": "Product"}</script>`: {},
		`<script>"<meta property=og:type content=article>"</script><style><meta property=og:type content=article></style>`: {},
		`<!-- <meta property=og:type content=article> -->`:                                                                 {},
		`<link rel=canonical href="https://www.example.com/">`:                                                             {addressed: true},
		`<link rel=canonical href=/docs/a-b_c><meta property=og:url content=//x/1/2>`: {hints: [numHintSources]hints{
			fromAddress: hintsOf(page.TypeDocumentation)}, addressed: true, depth: 2, slug: 3},
		`<meta property=og:url content="http://forum.example.com/t/12?p=3">`: {hints: [numHintSources]hints{
			fromAddress: hintsOf(page.TypeForum)}, addressed: true, depth: 2, slug: 1, digits: 2, query: true},
		`<link rel=canonical href="">`: {},
		`<link rel=canonical`:          {},
	} {
		var got head
		if got.read([]byte(source)); got != want {
			t.Errorf("%s\n got %+v\nwant %+v", source, got, want)
		}
		whole := readString(t, source+"<body class='single-post'><p>x<body class=product>", format{})
		if hints := whole.hints[fromBody]; whole.head.hints[fromAddress] != want.hints[fromAddress] || hints != hintsOf(page.TypeArticle) && hints != 0 {
			t.Errorf("%s: in a page %+v", source, whole.head)
		}
	}
}

// TestHeadTime: reading a head takes time in proportion to its length.
func TestHeadTime(t *testing.T) {
	x := newExtractor(t)
	hostile.CheckTime(t, []hostile.Shape{
		{Name: "meta", N: 20_000, Page: hostile.Repeat("", "<meta property=og:type content=article>", "<body>x")},
		{Name: "attributes", N: 20_000, Page: hostile.Repeat("<meta ", "name=og:type ", "><body>x")},
		{Name: "open tags", N: 40_000, Page: hostile.Repeat("<meta ", "<meta ", "><body>x")},
		{Name: "less-than signs", N: 100_000, Page: hostile.Repeat("<style>", "<", "</style><body>x")},
		{Name: "comments", N: 20_000, Page: hostile.Repeat("", "<!--", "--><body>x")},
		{Name: "scripts", N: 20_000, Page: hostile.Repeat("", "<script type=application/ld+json>", "</script><body>x")},
		{Name: "types in JSON-LD", N: 20_000, Page: hostile.Repeat("<script type=application/ld+json>", `"@type":`, "</script><body>x")},
		{Name: "segments of an address", N: 50_000, Page: hostile.Repeat("<link rel=canonical href='", "/a-b", "'><body>x")},
		{Name: "bodies", N: 20_000, Page: hostile.Repeat("<title>x</title>", "<body class=a>", "x")},
	}, 8, func(page []byte) { labelPage(t, x, page) })
}
