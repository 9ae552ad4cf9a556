package victor

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

func annotatedProblem(t testing.TB, template Template, c float64) (*Problem, []*Page) {
	t.Helper()
	var pages []*Page
	for _, source := range annotatedPages(t) {
		p, err := template.ReadAnnotated(bytes.NewReader(source), DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, p)
	}
	problem, err := NewProblem(template, pages, 1, c)
	if err != nil {
		t.Fatal(err)
	}
	return problem, pages
}

// TestConformanceFeatures counts the feature strings of the 51 pages and their
// labels (docs/victor.md, "Deviations from Victor").
func TestConformanceFeatures(t *testing.T) {
	problem, pages := annotatedProblem(t, Template2007(), 1)
	if len(problem.Features) != 1941 || problem.NumWeights() != 9705 {
		t.Errorf("%d feature strings, %d weights, want 1941 and 9705", len(problem.Features), problem.NumWeights())
	}
	labels := make(map[string]int)
	for _, p := range pages {
		for i := range p.Len() {
			labels[p.Label(i)]++
		}
	}
	for label, want := range map[string]int{"header": 1322, "paragraph": 2214, "list": 556, "continuation": 1373, "other": 6614} {
		if labels[label] != want {
			t.Errorf("%d blocks are %s, want %d", labels[label], label, want)
		}
	}
	if len(labels) != 5 {
		t.Errorf("labels %v, want five", labels)
	}
}

// smallProblem is a problem of two blocks.
func smallProblem(t *testing.T) *Problem {
	t.Helper()
	template := Template{Labels: []string{"text", "other"}}
	template.add(-1, 1, "container.a token.alpha-abs")
	page, err := template.ReadAnnotated(strings.NewReader(
		`<p><span id="victor_an0" class="victor_text">Some text.</span></p><a><span id="victor_an1">Menu</span></a>`), DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	problem, err := NewProblem(template, []*Page{page}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	return problem
}

// TestModelAgain: making a model does not change the problem.
func TestModelAgain(t *testing.T) {
	problem := smallProblem(t)
	weights := make([]float64, problem.NumWeights())
	for i := range weights {
		weights[i] = float64(i) / float64(len(weights))
	}
	features := slices.Clone(problem.Features)
	file := func(least float64) []byte {
		m, err := problem.Model(weights, least)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	want := file(0)
	if few := file(0.5); len(few) >= len(want) {
		t.Errorf("%d bytes without small weights, %d with", len(few), len(want))
	}
	if again := file(0); !bytes.Equal(again, want) || !slices.Equal(problem.Features, features) {
		t.Error("the model is another after one with fewer features")
	}
}

// TestBadWeights: weights that a model file cannot hold are refused.
func TestBadWeights(t *testing.T) {
	problem := smallProblem(t)
	for _, bad := range []float64{math.NaN(), math.Inf(-1), 1e300} {
		weights := make([]float64, problem.NumWeights())
		weights[len(weights)-1] = bad
		if _, err := problem.Model(weights, 0); err == nil || !strings.Contains(err.Error(), "weight") {
			t.Errorf("%v: error %v", bad, err)
		}
	}
}
