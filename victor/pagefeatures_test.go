package victor

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
)

// pageValue returns the value of a feature of a page.
func pageValue(t *testing.T, p *layout, name string) int {
	t.Helper()
	i := slices.IndexFunc(pageFeatures, func(f pageFeature) bool { return f.name == name })
	if i < 0 {
		t.Fatalf("there is no feature %s", name)
	}
	return pageFeatures[i].value(p)
}

// TestPageFeatures: small pages and the values of some features.
func TestPageFeatures(t *testing.T) {
	const half = shareParts / 2 // of two equal parts
	for _, test := range []struct {
		source string
		values map[string]int
	}{
		{"<p>x<p>y", map[string]int{"page.blocks": 2, "page.p": 2, "page.tag-a": 0, "page.address-depth": 0, "page.run": 0}},
		{"<title>Forum</title><p>x", map[string]int{"page.title-length": 5, "page.title-forum": 1, "page.title-article": 0}},
		{"<body class=woocommerce><p>x", map[string]int{"page.body-collection": 1}},
		{"<link rel=canonical href=//x/shop/red-hat-7?a><body><p>x", map[string]int{
			"page.address-depth": 3, "page.address-words": 3, "page.address-digits": 1, "page.address-query": 1, "page.address-collection": 1}},
		{"<ul><li><a>four</a><li><a>five</a><li><a>nine</a></ul><p>twelve chars", map[string]int{
			"page.run": 3, "page.run-mean": 4, "page.run-links": shareParts, "page.tag-a": 3, "page.in-list": half + 1}},
		{"<p class=a>1</p><p class=b>2</p><p class=a>3</p>", map[string]int{"page.run": 0, "page.digits": shareParts}},
		{"<span>$ 5</span><p>5 €<p>5 kr<p>a long line of text that has 5 $ somewhere in it", map[string]int{"page.prices": 2}},
		{"<p>12 May 2024<p>2024-05-12<p>May", map[string]int{"page.dates": 2}},
		{"<p>Reply<p>a<p>Reply<p>Reply", map[string]int{"page.alike": 38}},
		{"<h2><a>Linked</a></h2><h3>Not</h3>", map[string]int{
			"page.linked-headings": 1, "page.linked-headings-share": half, "page.in-heading": shareParts, "page.h2": 1}},
		{"<a><img alt=x></a><img alt=y><time>z</time><b>b</b><strong>c</strong>", map[string]int{
			"page.linked-images": 1, "page.tag-img": 2, "page.tag-time": 1, "page.tag-bold": 2}},
		{"<div class=comment>four<p class=comment-body>five</p></div><p>12345678", map[string]int{
			"page.named-comment": 2, "page.share-comment": half, "page.named-kind-comment": 2, "page.share-content": 12}},
		{"<div class=price>3<i>x</i></div>", map[string]int{"page.named-shop": 1, "page.share-shop": shareParts}},
		{"<pre>code</pre><p>text", map[string]int{"page.in-code": half, "page.pre": 1}},
	} {
		p := readString(t, test.source, format{images: true, newer: true})
		for name, want := range test.values {
			if got := pageValue(t, p, name); got != want {
				t.Errorf("%s: %s is %d, want %d", test.source, name, got, want)
			}
		}
	}
}

// TestPageFeatureNames: the features have different names, and there are as many groups as
// bits.
func TestPageFeatureNames(t *testing.T) {
	seen := make(map[string]bool)
	for _, f := range pageFeatures {
		if seen[f.name] || !strings.HasPrefix(f.name, "page.") || strings.ContainsAny(f.name, " \n") || f.bins == "" {
			t.Errorf("feature %q with values %q", f.name, f.bins)
		}
		seen[f.name] = true
	}
	if n := len(allGroups()); n != numAllNames {
		t.Errorf("%d groups of names, and %d bits", n, numAllNames)
	}
}

// TestCountSteps: a count has the number of the last step that does not exceed it.
func TestCountSteps(t *testing.T) {
	f := counting("", func(p *layout) int32 { return p.firstH1 })
	for count, want := range map[int32]int32{math.MinInt32: 0, -1: 0, 0: 0, 1: 1, 7: 6, 8: 7, 9: 7, 8000: 32, math.MaxInt32: 32} {
		if got := f.of(&layout{firstH1: count}); got != want {
			t.Errorf("%d: %d, want %d", count, got, want)
		}
	}
}

// TestWordsOfTypes: docs/victor.md lists the words of types, and each is found.
func TestWordsOfTypes(t *testing.T) {
	doc, err := os.ReadFile("../docs/victor.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := func(name, words string) {
		if row := "| " + name + " | " + words + " |\n"; !strings.Contains(string(doc), row) {
			t.Errorf("there is no row %q", row)
		}
	}
	for i, words := range typeHints {
		listed(page.Type(i).String(), words)
		for word := range strings.FieldsSeq(words) {
			if hintWords.in([]byte("1"+word))&(1<<i) == 0 || len(word) > maxWord {
				t.Errorf("%q is not found", word)
			}
		}
	}
	for _, group := range typeNames {
		listed(group.name, group.words)
		for word := range strings.FieldsSeq(group.words) {
			if namesIn([]byte(word))&group.names == 0 || len(word) > maxWord {
				t.Errorf("%q is not found", word)
			}
		}
	}
}
