package victor

import (
	"bytes"
	"math"
	"os"
	"testing"

	"github.com/seed42075109/justext/page"
)

// TestStricterInArticles: the odds of content fall by exp(strength · P(article)); what
// the labels of content have to each other stays.
func TestStricterInArticles(t *testing.T) {
	for _, test := range []struct {
		name              string
		article           float32
		strength          float64
		marginals, wanted []float64
	}{
		{"no article", 0, math.Ln2, []float64{0.5, 0.5}, []float64{0.5, 0.5}},
		{"no strength", 1, 0, []float64{0.5, 0.5}, []float64{0.5, 0.5}},
		{"an article", 1, math.Ln2, []float64{0.5, 0.5}, []float64{1.0 / 3, 2.0 / 3}},
		{"perhaps one", 0.5, 2 * math.Ln2, []float64{0.5, 0.5}, []float64{1.0 / 3, 2.0 / 3}},
		{"three labels", 1, math.Ln2, []float64{0.25, 0.5, 0.25}, []float64{0.2, 0.4, 0.4}},
		{"sure ones stay", 1, maxArticle, []float64{1, 0}, []float64{1, 0}},
		{"two blocks", 1, math.Ln2, []float64{0, 1, 0.8, 0.2}, []float64{0, 1, 2.0 / 3, 1.0 / 3}},
	} {
		p := &layout{types: page.Types{page.TypeArticle: test.article}}
		labels := 2
		if len(test.marginals)%2 == 1 {
			labels = 3
		}
		got := p.stricterInArticles(test.marginals, labels, labels-1, test.strength)
		for i := range got {
			if math.Abs(got[i]-test.wanted[i]) > 1e-9 {
				t.Errorf("%s: %v, want %v", test.name, got, test.wanted)
				break
			}
		}
	}
	p, marginals := &layout{types: page.Types{page.TypeArticle: 1}}, []float64{0.5, 0.5}
	if p.stricterInArticles(marginals, 2, 1, 1); marginals[0] != 0.5 {
		t.Error("the marginals have changed")
	}
}

// TestTypeFeatures: the probabilities of the types as numbers from 0 to 20.
func TestTypeFeatures(t *testing.T) {
	for _, test := range []struct {
		probability float32
		want        int32
	}{{0, 0}, {0.02, 0}, {0.03, 1}, {0.5, 10}, {0.99, 20}, {1, 20}} {
		for i, f := range typeFeatures {
			p := new(layout)
			p.types[i] = test.probability
			for j, g := range typeFeatures {
				want := test.want
				if j != i {
					want = 0
				}
				if got := g.ofParagraph(p, nil); got != want {
					t.Errorf("%s of %v for %s: %d, want %d", g.name, test.probability, f.name, got, want)
				}
			}
		}
	}
}

// TestSetTypes: a page is labelled by the types that have been set, or else by those that
// the model of its Config tells.
func TestSetTypes(t *testing.T) {
	source, err := os.ReadFile("../testdata/golden/news-article.html")
	if err != nil {
		t.Fatal(err)
	}
	x := newExtractor(t)
	document, err := x.DocumentBytes(t.Context(), source, "")
	if err != nil {
		t.Fatal(err)
	}
	template := DefaultModel().Template()
	p, err := template.ReadPage(bytes.NewReader(source), "", DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	if p.Types() != document.Types || !document.Types.Known() {
		t.Errorf("a page that was read has types %v, want %v", p.Types(), document.Types)
	}
	label := func() (sum float64) {
		blocks, err := x.LabelPage(p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range blocks {
			sum += blocks[i].Marginals[0]
		}
		return sum
	}
	before := label()
	p.SetTypes(page.Types{page.TypeListing: 1})
	if label() == before {
		t.Error("other types do not change a probability")
	}
	p.SetTypes(document.Types)
	if after := label(); after != before {
		t.Errorf("the same types give the sum %v, want %v", after, before)
	}
}

// TestArticle: a template's Article has an influence on the decision by expected F1 alone,
// and only on articles.
func TestArticle(t *testing.T) {
	source, err := os.ReadFile("../testdata/golden/news-article.html")
	if err != nil {
		t.Fatal(err)
	}
	template := DefaultModel().Template()
	for _, test := range []struct {
		name     string
		decision Decision
		is       page.Type
		fewer    bool
	}{
		{"an article", ByExpectedF1, page.TypeArticle, true},
		{"a service", ByExpectedF1, page.TypeService, false},
		{"by threshold", ByThreshold, page.TypeArticle, false},
		{"by marginal", ByMarginal, page.TypeArticle, false},
	} {
		var kept [2]int
		for i, strength := range []float64{0, 5} {
			m := *DefaultModel()
			m.template.Article = strength
			config := DefaultConfig()
			config.Decision = test.decision
			x, err := New(&m, config)
			if err != nil {
				t.Fatal(err)
			}
			p, err := template.ReadPage(bytes.NewReader(source), "", config)
			if err != nil {
				t.Fatal(err)
			}
			var types page.Types
			types[test.is] = 1
			p.SetTypes(types)
			blocks, err := x.LabelPage(p)
			if err != nil {
				t.Fatal(err)
			}
			for k := range blocks {
				kept[i] += int(truth(blocks[k].Content()))
			}
		}
		if kept[0] == 0 || (kept[1] < kept[0]) != test.fewer {
			t.Errorf("%s: %d blocks kept, then %d", test.name, kept[0], kept[1])
		}
	}
}
