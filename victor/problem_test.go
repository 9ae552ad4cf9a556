package victor

import (
	"bytes"
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
// labels (reference, sections 6 and 7).
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
