package victor

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/trees"
)

// faultOfTypes says what is wrong with the probabilities of a page, or "".
func faultOfTypes(types page.Types, blocks int) string {
	sum := 0.0
	for _, p := range types {
		if !(p >= 0 && p <= 1) { // so written for NaN
			return "a probability is not from 0 to 1"
		}
		sum += float64(p)
	}
	switch {
	case blocks == 0 && types.Known():
		return "a page without blocks has a type"
	case blocks > 0 && math.Abs(sum-1) > 1e-5:
		return "the probabilities do not add up to 1"
	}
	return ""
}

// TestShippedTypes: pages that were written for this project, on which no model was
// trained, and a few words of others.
func TestShippedTypes(t *testing.T) {
	if _, err := shippedTypes(); err != nil {
		t.Fatal(err)
	}
	x := newExtractor(t)
	for name, want := range map[string]page.Type{
		"news-article": page.TypeArticle, "blog-post": page.TypeArticle, "ar-maqala": page.TypeArticle, "ru-novosti": page.TypeArticle,
		"forum-thread": page.TypeForum, "de-forum": page.TypeForum, "documentation": page.TypeDocumentation,
		"shop-product": page.TypeProduct, "link-list": page.TypeListing,
	} {
		source, err := os.ReadFile("../testdata/golden/" + name + ".html")
		if err != nil {
			t.Fatal(err)
		}
		document, err := x.DocumentBytes(t.Context(), source, "")
		if err != nil {
			t.Fatal(err)
		}
		if best, p := document.Types.Best(); best != want {
			t.Errorf("%s: %v with probability %.3f, want %v", name, best, p, want)
		}
		if view := document.View(); view.Types != document.Types {
			t.Errorf("%s: the view has %v", name, view.Types)
		}
	}
}

// TestTypesOfAnything: the probabilities of any page add up to 1, and those of a page
// without blocks are 0.
func TestTypesOfAnything(t *testing.T) {
	x := newExtractor(t)
	for _, shape := range hostileShapes {
		document, err := x.DocumentBytes(t.Context(), shape.Page(min(shape.N, 2000)), "")
		if err != nil {
			t.Fatalf("%s: %v", shape.Name, err)
		}
		if fault := faultOfTypes(document.Types, len(document.Blocks)); fault != "" {
			t.Errorf("%s: %s: %v", shape.Name, fault, document.Types)
		}
	}
	for _, source := range []string{"", "<title>Forum</title>", "<meta property=og:type content=product><body><script>x</script>"} {
		document, err := x.DocumentBytes(t.Context(), []byte(source), "")
		if err != nil || len(document.Blocks) > 0 || document.Types.Known() {
			t.Errorf("%q: %v, error %v", source, document.Types, err)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if document, err := x.DocumentBytes(done, []byte("<p>x"), ""); err == nil || document.Types.Known() {
		t.Errorf("a context that is done: %v, error %v", document.Types, err)
	}
}

// TestTypesOfTemplates: the types do not depend on the template by which the page is read,
// nor on what is kept.
func TestTypesOfTemplates(t *testing.T) {
	source, err := os.ReadFile("../testdata/golden/forum-thread.html")
	if err != nil {
		t.Fatal(err)
	}
	want, err := newExtractor(t).DocumentBytes(t.Context(), source, "")
	if err != nil {
		t.Fatal(err)
	}
	shipped := DefaultModel().Template()
	for name, template := range map[string]Template{"2007": Template2007(), "2008": Template2008(), "shipped": shipped} {
		p, err := template.ReadPage(bytes.NewReader(source), "", DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		if got := DefaultTypeModel().Types(p); got != want.Types {
			t.Errorf("%s: %v, want %v", name, got, want.Types)
		}
	}
}

// TestOwnTypes: the model of the Config tells the types, and a zero value is refused.
func TestOwnTypes(t *testing.T) {
	template := Template2007()
	var pages []*Page
	var types []page.Type
	for range 20 {
		for source, is := range map[string]page.Type{"<p>text": page.TypeForum, "<ul><li>1<li>2</ul>": page.TypeListing} {
			p, err := template.ReadPage(strings.NewReader(source), "", DefaultConfig())
			if err != nil {
				t.Fatal(err)
			}
			pages, types = append(pages, p), append(types, is)
		}
	}
	settings := trees.Settings{Trees: 20, Rate: 0.3, RowShare: 1, ColumnShare: 1}
	model, err := TrainTypes(pages, types, settings)
	if err != nil {
		t.Fatal(err)
	}
	config := DefaultConfig()
	config.Types = model
	x, err := New(DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	document, err := x.DocumentBytes(t.Context(), []byte("<ul><li>3<li>4</ul>"), "")
	if best, p := document.Types.Best(); best != page.TypeListing || p < 0.9 || err != nil {
		t.Errorf("%v, error %v", document.Types, err)
	}
	config.Types = new(TypeModel)
	if _, err := New(DefaultModel(), config); !errors.Is(err, page.ErrConfig) {
		t.Errorf("an empty model: error %v", err)
	}
	if err := new(TypeModel).Write(new(bytes.Buffer)); !errors.Is(err, page.ErrConfig) {
		t.Errorf("writing an empty model: error %v", err)
	}
	for _, m := range []*TypeModel{nil, new(TypeModel), model} {
		if m.Types(nil) != (page.Types{}) || m.Types(new(Page)) != (page.Types{}) || m != model && m.Types(pages[0]).Known() {
			t.Error("a zero value has types")
		}
	}
	if _, err := TrainTypes(pages, types[1:], settings); err == nil {
		t.Error("a page without a type: no error")
	}
	if _, err := TrainTypes([]*Page{new(Page)}, types[:1], settings); !errors.Is(err, page.ErrConfig) {
		t.Errorf("an empty page: error %v", err)
	}
	if _, err := TrainTypes(nil, nil, settings); err == nil {
		t.Error("no pages: no error")
	}
}

// TestExtremeScores: however large the scores are, there is no NaN.
func TestExtremeScores(t *testing.T) {
	p := readString(t, "<p>x", format{})
	for _, bias := range [][2]int32{{math.MinInt32, math.MaxInt32}, {math.MaxInt32, math.MaxInt32}, {math.MinInt32, math.MinInt32}} {
		var models [page.NumTypes]*trees.Model
		for i := range models {
			models[i] = &trees.Model{Bias: bias[min(i, 1)]}
		}
		m, err := newTypeModel(nil, models)
		if err != nil {
			t.Fatal(err)
		}
		types := m.tell(p)
		if fault := faultOfTypes(types, 1); fault != "" {
			t.Errorf("%v: %s: %v", bias, fault, types)
		}
	}
}

// TestTypesAllocateNothing: telling the types needs no memory.
func TestTypesAllocateNothing(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector allocates too")
	}
	p := readString(t, "<h1>Some</h1><p>text", format{})
	m := DefaultTypeModel()
	if n := testing.AllocsPerRun(10, func() { m.tell(p) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
