package metadata

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestBrokenJSON reads JSON-LD as it is met.
func TestBrokenJSON(t *testing.T) {
	for _, test := range []struct{ fault, json string }{
		{"none", `{"@type":"Article","headline":"Big news","author":{"name":"Ann Other"}}`},
		{"a comma at the end", `{"@type":"Article","headline":"Big news","author":{"name":"Ann Other",},}`},
		{"no comma", `{"@type":"Article" "headline":"Big news" "author":{"name":"Ann Other"}}`},
		{"comments", "/* a */ {\"@type\":\"Article\", // b\n\"headline\":\"Big news\",\"author\":{\"name\":\"Ann Other\"}}"},
		{"CDATA", "//<![CDATA[\n{\"@type\":\"Article\",\"headline\":\"Big news\",\"author\":{\"name\":\"Ann Other\"}}\n//]]>"},
		{"an HTML comment", `<!-- {"@type":"Article","headline":"Big news","author":{"name":"Ann Other"}} -->`},
		{"a line feed in a string", "{\"@type\":\"Article\",\"headline\":\"Big\nnews\",\"author\":{\"name\":\"Ann\n Other\"}}"},
		{"quotes in a string", `{"@type":"Article","description":"He said "no" twice","headline":"Big news","author":{"name":"Ann Other"}}`},
		{"several objects", `{"@type":"WebSite","name":"S"}{"@type":"Article","headline":"Big news","author":{"name":"Ann Other"}}`},
		{"an array", `[{"@type":"WebSite"},{"@type":["Article","Thing"],"headline":"Big news","author":["Ann Other"]}]`},
		{"@graph and @id", `{"@graph":[{"@type":"Article","headline":"Big news","author":{"@id":"#a"}},{"@id":"#a","@type":"Person","name":"Ann Other"}]}`},
		{"nested in its page", `{"@type":"WebPage","mainEntity":{"@type":"Article","headline":"Big news","author":{"name":"Ann Other"}}}`},
		{"references", `{"@type":"Article","headline":"Big&nbsp;news","author":{"name":"Ann &#79;ther"}}`},
		{"quotes as references", `{&quot;@type&quot;:&quot;Article&quot;,&quot;headline&quot;:&quot;Big news&quot;,&quot;author&quot;:&quot;Ann Other&quot;}`},
		{"escapes", `{"@type":"Article","headline":"Big\u0020news","author":{"name":"Ann\nOther"}}`},
		{"cut off", `{"@type":"Article","headline":"Big news","author":{"name":"Ann Other"`},
		{"a key without quotes", `{"@type":"Article",headline:"Big news",author:{name:"Ann Other"}}`},
		{"no value", `{"@type":"Article","a":,"b":null,"headline":"Big news","author":{"name":"Ann Other"}}`},
		{"a full type", `{"@type":"http://schema.org/Article","headline":"Big news","author":{"name":"Ann Other"}}`},
		{"tags in a string", `{"@type":"Article","headline":"<b>Big</b> news","author":{"name":"Ann Other"}}`},
	} {
		m := extract(t, `<script type="application/ld+json">`+test.json+`</script>`, Known{})
		if got := m.Title.Text + ", " + strings.Join(m.Authors.Texts(), "|"); got != "Big news, Ann Other" {
			t.Errorf("%s: got %q", test.fault, got)
		}
	}
}

// TestWhichArticle: of several articles in JSON-LD that counts whose headline or
// address fits the page; what is below other keys describes something else.
func TestWhichArticle(t *testing.T) {
	other := `{"@type":"Article","headline":"Something else","author":{"name":"Bob Else"}}`
	own := `{"@type":"Article","headline":"Big news of today","url":"https://example.org/big","author":{"name":"Ann Other"}}`
	for _, test := range []struct{ where, json string }{
		{"by headline", "[" + other + "," + own + "]"},
		{"in a list", `{"@type":"ItemList","itemListElement":[` + other + `]}` + own},
		{"as a part of", `{"@type":"WebPage","isPartOf":` + other + `}` + own},
		{"as a review", `[{"@type":"Thing","review":` + other + `},` + own + "]"},
	} {
		m := extract(t, `<h1>Big news of today</h1><script type="application/ld+json">`+test.json+`</script>`, Known{URL: "https://example.org/big"})
		if got := m.Authors.Texts(); !slices.Equal(got, []string{"Ann Other"}) {
			t.Errorf("%s: got %q", test.where, got)
		}
	}
}

// TestMetaNames: every name is found in any case and with a colon for a dot.
func TestMetaNames(t *testing.T) {
	for i, m := range metaNames[:len(metaNames)-1] {
		for _, name := range []string{m.name, strings.ToUpper(m.name), " " + m.name + " "} {
			if got, ok := metaNameOf([]byte(name)); !ok || metaNames[got].name != m.name {
				t.Errorf("%q: got %v, %v, want %d", name, got, ok, i)
			}
		}
	}
	for name, want := range map[string]bool{"DC:date.issued": true, "dcterms:modified": true, "my-publication-date": true, "viewport": false, "": false, strings.Repeat("x", 100): false} {
		if _, ok := metaNameOf([]byte(name)); ok != want {
			t.Errorf("%q: got %v, want %v", name, ok, want)
		}
	}
}

// TestHints: words are found in any case; those for what stands beside an article
// only as whole words.
func TestHints(t *testing.T) {
	for value, want := range map[string]hint{
		"": 0, "x": 0, "post-author": hintAuthor, "PostAuthor": hintAuthor, "entry-date": hintDate, "updated": hintDate | hintUpdated, "comments": hintComment,
		"related": hintAside, "related-posts": hintAside, "relatedPosts": hintAside, "unrelated": 0, "promoted": 0, "box_popular": hintAside, "sidebars": hintAside,
	} {
		if got := hintMatcher.hints([]byte(value)) & (hintAuthor | hintDate | hintUpdated | hintComment | hintAside); got != want {
			t.Errorf("%q: got %b, want %b", value, got, want)
		}
	}
}

// TestElements: implied end tags and those that are missing leave each element
// the text that is its own.
func TestElements(t *testing.T) {
	for _, test := range []struct{ page, want string }{
		{"<p class=author>a<p>b", "a"},
		{"<ul><li class=author>a<li>b</ul>", "a"},
		{"<ul><li class=author>a<ul><li>b</ul>c<li>d</ul>", "a b c"},
		{"<div class=author>a<p>b</div>c", "a b"},
		{"<span class=author>a</b>b</span>c", "ab"},
		{"<span class=author>a<div>b</span>c</div>", "a bc"},
		{"<table><tr><td class=author>a<td>b</table>", "a"},
		{"<dl><dt class=author>a<dd>b</dl>", "a"},
		{"<b class=author>a<svg><title>b</title></svg>c</b>", "ac"},
		{"<b class=author>a<script>'<b>'</script>c</b>", "ac"},
		{"<b class=author>a<!-- </b> -->c</b>", "ac"},
		{"<time-ago class=author>a</time-ago>b", "a"},
	} {
		var e evidence
		e.reset([]byte(test.page), DefaultConfig().Options)
		if err := e.collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(e.elements, func(el element) bool { return el.hints&hintAuthor != 0 })
		if i < 0 {
			t.Errorf("%s: no element", test.page)
		} else if got, _ := e.textOf(int32(i)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.page, got, test.want)
		}
	}
}

// TestSplitNames splits texts into names.
func TestSplitNames(t *testing.T) {
	for text, want := range map[string]string{
		"Ann Other": "Ann Other", "By Ann Other": "Ann Other", "by ANN OTHER": "ANN OTHER", "Von Ann Other und Bob Else": "Ann Other|Bob Else",
		"Ann Other, Bob Else and Cy Third": "Ann Other|Bob Else|Cy Third", "Ann Other & Bob Else": "Ann Other|Bob Else", "Par Ann Other et Bob Else": "Ann Other|Bob Else",
		"Ann Other y Bob Else": "Ann Other|Bob Else", "Анна Ахматова и Осип Мандельштам": "Анна Ахматова|Осип Мандельштам", "Ann Other | Staff Writer": "Ann Other|Staff Writer",
		"Ann Other, Senior Editor": "Ann Other", "Ann Other, PhD": "Ann Other", "Ann Other Senior Writer": "Ann Other", "Ann Other (Reuters)": "Ann Other",
		"Ann Other on May 12, 2020": "Ann Other", "Ann Other May 12, 2020": "Ann Other", "Written byAnn Other": "Ann Other", "Ludwig van der Rohe": "Ludwig van der Rohe",
		"Other, Ann": "Ann Other", "https://example.org/ann": "", "Edited by Ann Other": "", "박준석 기자": "박준석",
	} {
		if got := strings.Join(splitNames(text, false), "|"); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
