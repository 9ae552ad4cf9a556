package victor

import (
	"math"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
)

// containerOf returns the text of the blocks that are in the container of a page, if the
// probability of content is 0.9 for blocks that begin with an upper-case letter and 0.1
// for others.
func containerOf(t *testing.T, source string) string {
	t.Helper()
	p, marginals := guessed(t, source)
	mixed := p.preferContainer(marginals, 2, 1, 0.5)
	var in []string
	for i := range p.blocks {
		if mixed[2*i] > marginals[2*i] {
			in = append(in, string(p.textOf(&p.blocks[i])))
		}
	}
	return strings.Join(in, "|")
}

// guessed returns a page and the probabilities of containerOf.
func guessed(t *testing.T, source string) (*layout, []float64) {
	t.Helper()
	p := readString(t, source, format{newer: true, images: true, tokens: AnyTokens})
	marginals := make([]float64, 2*len(p.blocks))
	for i := range p.blocks {
		marginals[2*i] = 0.1
		if p.blocks[i].started {
			marginals[2*i] = 0.9
		}
		marginals[2*i+1] = 1 - marginals[2*i]
	}
	return p, marginals
}

func TestContainer(t *testing.T) {
	const long = "Five words make a line"
	for _, test := range []struct{ name, page, want string }{
		{"the smallest element", "<body><div>menu</div><div><p>" + long + "<p>" + long + "<p>by me</div><div>more</div>", long + "|" + long + "|by me"},
		{"not all in one", "<body><div>" + long + "</div><div>" + long + "</div><p>menu", long + "|" + long + "|menu"},
		{"not an element of links", "<body><ul><li><a>" + long + "</a><li><a>" + long + "</a></ul><p>text of no link that is longer than the two links are together", long + "|" + long + "|text of no link that is longer than the two links are together"},
		{"nothing but links", "<body><a>" + long + "</a>", ""},
		{"comments stand apart", "<body><div><p>" + long + "<p>" + long + "<p>" + long + "<div class=comments>me too</div><p>end</div><p>menu", long + "|" + long + "|" + long + "|end"},
		{"so do related pages", "<body><div><p>" + long + "<ul id=related-posts><li>me too</ul></div><p>menu", long},
		{"an aside stands apart", "<body><div><p>" + long + "<aside><p>me too</aside></div><p>menu", long},
		{"but not if it is all", "<body><aside class=comments><p>" + long + "<p>" + long + "<p>me too</aside><p>menu", long + "|" + long + "|me too"},
		{"alternative texts stay", "<body><div><p>" + long + "<img alt='a picture'></div><p>menu", long},
		{"no text", "<body>", ""},
	} {
		if got := containerOf(t, test.page); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestComments: comments in the container become much less probable, unless the page is
// surely a forum, or may be one and has hardly anything else, and only as much as others in
// what is no part of the container.
func TestComments(t *testing.T) {
	words := strings.Repeat("word ", 100)
	article, comments := "<p>The "+words+"</p>", "<div class=comment-list><p>A "+words+"</div>"
	reviews := "<div class=reviews><p>A " + words + "</div>"
	for _, test := range []struct {
		name, page string
		forum      float32 // the probability that it is one
		weight     float64
	}{
		{"below an article", "<div>" + article + article + comments + "</div>", 0, 0.9},
		{"perhaps in a forum", "<div>" + article + article + comments + "</div>", 0.9, 0.9},
		{"in a forum", "<div>" + article + article + comments + "</div>", 0.91, 0.25},
		{"reviews below an article", "<div>" + article + article + reviews + "</div>", 0, 0.9},
		{"below little else, perhaps in a forum", "<div><p>The question</p>" + comments + comments + "</div>", 0.1, 0.25},
		{"below a short post", "<div><p>The post</p>" + comments + comments + "</div>", 0.09, 0.9},
		{"reviews below little else", "<div><p>The thing</p>" + reviews + reviews + "</div>", 0.09, -1},
		{"after a mark", "<div>" + article + article + "<a name=comments></a><p>A " + words + "</div>", 0, 0.9},
		{"after a mark in a forum", "<div>" + article + article + "<a name=comments></a><p>A " + words + "</div>", 0.91, 0.25},
		{"beside the container", "<div>" + strings.Repeat(article, 9) + "</div>" + comments, 0, 0.25},
		{"in what does not belong", "<div>" + article + article + "<aside>" + comments + "</aside></div>", 0, 0.25},
		{"the container itself", "<div class=comments>" + article + article + "</div>", 0, -1},
	} {
		p, marginals := guessed(t, test.page)
		p.types[page.TypeForum] = test.forum
		mixed := p.preferContainer(marginals, 2, 1, 0.25)
		last := 2 * (len(p.blocks) - 1)
		want := (1 - test.weight) * marginals[last]
		if test.weight < 0 {
			want = 0.75*marginals[last] + 0.25
		}
		if math.Abs(mixed[last]-want) > 1e-9 {
			t.Errorf("%s: %.3f becomes %.3f, want %.3f", test.name, marginals[last], mixed[last], want)
		}
	}
}

// TestMix: a mixed probability is the weighted mean of the two, and all still add up to 1.
func TestMix(t *testing.T) {
	for _, test := range []struct {
		marginals []float64
		content   bool
		want      []float64
	}{
		{[]float64{0.2, 0.8}, true, []float64{0.4, 0.6}},
		{[]float64{0.2, 0.8}, false, []float64{0.15, 0.85}},
		{[]float64{0.1, 0.6, 0.3}, true, []float64{0.075 + 0.0625, 0.45, 0.225 + 0.1875}},
		{[]float64{0, 1}, true, []float64{0.25, 0.75}},
		{[]float64{0, 1, 0}, true, []float64{0.125, 0.75, 0.125}},
	} {
		got := append([]float64(nil), test.marginals...)
		mix(got, 1, 0.25, test.content)
		for l := range got {
			if math.Abs(got[l]-test.want[l]) > 1e-12 {
				t.Errorf("%v, content %v: %v, want %v", test.marginals, test.content, got, test.want)
				break
			}
		}
	}
}
