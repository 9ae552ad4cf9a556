package victor

import (
	"slices"
	"strings"
	"testing"
)

// TestSurroundings: the values of features of the paragraphs of small pages, in order.
func TestSurroundings(t *testing.T) {
	// 80 characters without links: running text.
	text := strings.Repeat("Eight in ", 11)
	for _, test := range []struct {
		feature, page string
		want          []int32
	}{
		{"paragraph.chars", "<p>five5<p>1234567890", []int32{2, 3}},
		{"paragraph.link-share", "<p>half<a>half</a><p>none", []int32{10, 0}},
		{"paragraph.lower", "<p>One two Three four<p>ONE<p>漢字<p>5", []int32{5, 0, 0, 0}},
		{"paragraph.digits", "<p>ab12<p>12", []int32{5, 10}},
		{"paragraph.punctuation", "<p>abcd. efgh<p>abcd", []int32{8, 0}},
		{"paragraph.symbols", "<p>ab $5 cd<p>abcd", []int32{9, 0}},
		{"paragraph.bold", "<p>ab<b>cd</b><p><b>ab</b><p>ab", []int32{3, 5, 0}},
		{"paragraph.code", "<pre>ab</pre><p>ab", []int32{5, 0}},
		{"paragraph.blocks", "<p>a<b>b</b><i>c</i><p>d", []int32{3, 1}},
		{"paragraph.link-blocks", "<p>a<a>b</a>c<a>d</a><p>d", []int32{2, 0}},
		{"paragraph.word-length", "<p>four fours<p>5", []int32{5, 0}},
		{"paragraph.started", "<p>The<p>the", []int32{1, 0}},
		{"paragraph.finished", "<p>The <b>end.</b><p>the. end", []int32{1, 0}},
		{"paragraph.date", "<p>on 3.4.2005<p>at 10:30<p>3.4.2005, 10:30<p>never", []int32{1, 3, 3, 0}},
		{"paragraph.twins", "<p>same<p>same<p>other", []int32{2, 2, 1}},
		{"paragraph.heading", "<p>a<h2>b</h2><p>c<h4>d</h4><p>e", []int32{0, 0, 2, 2, 4}},
		{"paragraph.since-heading", "<p>a<h2>b</h2><p>c<p>d", []int32{9, 9, 1, 2}},
		{"paragraph.since-text", "<p>" + text + "<p>b<p>c", []int32{9, 1, 2}},
		{"paragraph.until-text", "<p>a<p>b<p>" + text, []int32{2, 1, 9}},
		{"paragraph.links-around-3", "<p>ab<p><a>cd</a>", []int32{5, 5}},
		{"paragraph.chars-around-3", "<p>12345<p>1234567890<p>1", []int32{3, 2, 4}},
		{"paragraph.depth", "<body><p>a<div><div>b</div></div>", []int32{2, 3}},
		{"paragraph.half", "<body><p>a<div><p>" + text + "<p>b</div><p>c", []int32{0, 1, 2, 2}},
		{"paragraph.most", "<body><div><p>" + text + "<p>" + text + "</div><p>c", []int32{1, 1, 2}},
		{"paragraph.element-share-1", "<body><div><p>ab<p>cd</div><p>efgh", []int32{10, 10, 20}},
		{"paragraph.element-links-1", "<body><div><p>ab<p><a>cd</a></div>", []int32{5, 5}},
		{"paragraph.element-mean-1", "<body><div><p>1234<p>123456</div>", []int32{2, 2}},
		{"paragraph.element-size-1", "<body><div><p>a<p>b</div><p>c", []int32{2, 2, 3}},
		{"paragraph.element-like-0", "<body><p>a<p>b<p class=c>c<p>d", []int32{2, 2, 1, 1}},
		{"paragraph.element-tag-3", "<ul><li><div><div><p>a", []int32{3}},
		{"paragraph.share-comment", "<div id=comments><p>" + text + "</div><p class=comment>a<p>b", []int32{15, 1, 0}},
		{"paragraph.inside-article", "<article><p>" + text + "</article><p>b", []int32{15, 0}},
		{"page.links", "<p>half<a>half</a>", []int32{10}},
		{"page.running", "<p>" + text + "<p>b", []int32{10, 10}},
		{"page.running-count", "<p>" + text + "<p>b", []int32{1, 1}},
		{"page.longest", "<p>" + text + "<p>b", []int32{9, 9}},
		{"page.comments", "<div class=comments><p>" + text + "</div><p>" + text, []int32{5, 5}},
		{"page.lists", "<ul><li>a</ul><ol><li>b</ol>", []int32{2, 2}},
	} {
		if got := valuesIn(t, test.feature, test.page); !slices.Equal(got, test.want) {
			t.Errorf("%s of %.60q: %v, want %v", test.feature, test.page, got, test.want)
		}
	}
}

// valuesIn returns the values of a feature for the paragraphs of a page.
func valuesIn(t *testing.T, name, source string) (values []int32) {
	t.Helper()
	f := findFeature(name)
	if f == nil {
		t.Fatalf("no feature %s", name)
	}
	p := readString(t, source, format{newer: true, tokens: AnyTokens})
	for i := range p.paragraphs {
		values = append(values, f.ofParagraph(p, &p.paragraphs[i]))
	}
	return values
}

// TestFeatureLimits: no feature of a paragraph exceeds its limit, whatever the page, and
// all fit into the table of a model of trees.
func TestFeatureLimits(t *testing.T) {
	for _, table := range [...][]feature{paragraphFeatures, surroundingFeatures, typeFeatures} {
		for _, f := range table {
			if f.limit >= maxTreeValue {
				t.Errorf("%s: limit %d", f.name, f.limit)
			}
		}
	}
	for _, shape := range append(memoryShapes, hostileShapes...) {
		p := readString(t, string(shape.OfSize(5000)), format{newer: true, images: true, tokens: AnyTokens})
		for i := range p.paragraphs {
			for _, table := range [...][]feature{paragraphFeatures, surroundingFeatures, typeFeatures} {
				for _, f := range table {
					if v := f.ofParagraph(p, &p.paragraphs[i]); v < 0 || v > f.limit {
						t.Fatalf("%s: %s is %d, its limit %d", shape.Name, f.name, v, f.limit)
					}
				}
			}
		}
	}
}

// TestElementFeatures: paragraphs in the same element have the same value of a feature that
// depends on the element alone.
func TestElementFeatures(t *testing.T) {
	for _, shape := range append(memoryShapes, hostileShapes...) {
		p := readString(t, string(shape.OfSize(5000)), format{newer: true, images: true, tokens: AnyTokens})
		for _, f := range surroundingFeatures {
			if !f.ofElement {
				continue
			}
			values := make(map[int32]int32)
			for i := range p.paragraphs {
				element := p.paragraphs[i].node
				for range f.level {
					element = p.outer(element)
				}
				v := f.ofParagraph(p, &p.paragraphs[i])
				if known, ok := values[element]; ok && known != v {
					t.Fatalf("%s: %s is %d and %d in one element", shape.Name, f.name, known, v)
				}
				values[element] = v
			}
		}
	}
}
