package serve

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/workbench/serve/view"
)

func annotatorConfig(folder string) AnnotatorConfig {
	return AnnotatorConfig{
		Folder: folder, Labels: []string{"text", "header", "other"},
		Colour: func(spans []byte) []byte { return spans },
		Read: func(t *victor.Template, spans []byte) (*victor.Page, error) {
			return t.ReadAnnotated(strings.NewReader(string(spans)), victor.DefaultConfig())
		},
	}
}

// annotatedServer serves a page that can be labelled.
func annotatedServer(t *testing.T, folder string, change func(*AnnotatorConfig)) (*Server, *Annotator) {
	t.Helper()
	var a *Annotator
	store, err := view.NewStore()
	if err != nil {
		t.Fatal(err)
	}
	store.Add(&view.Page{ID: "site/p", Name: "p", Source: []byte(ferry)}, &view.Page{ID: "site/q", Name: "q", Source: []byte(strings.ReplaceAll(ferry, "ferry", "train"))})
	config := annotatorConfig(folder)
	if change != nil {
		change(&config)
	}
	if a, err = NewAnnotator(store, config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Flush(); err != nil {
			t.Error(err)
		}
	})
	return New(store, Options{Hosts: []string{"127.0.0.1:80"}, Annotator: a}), a
}

// ask sends a request about labels and returns the state that it answers.
func ask(t *testing.T, s *Server, call, body string) *State {
	t.Helper()
	w := do(s, "POST", "api/annotate/"+call, body, nil)
	state := new(State)
	if err := json.Unmarshal(w.Body.Bytes(), state); err != nil || w.Code != 200 {
		t.Fatalf("%s %s: %d %s", call, body, w.Code, w.Body)
	}
	return state
}

// TestLabels: labels are set, undone and redone, and are the same for a server that
// begins anew from the journal, whatever was written of its last line.
func TestLabels(t *testing.T) {
	folder := t.TempDir()
	s, _ := annotatedServer(t, folder, nil)
	state := ask(t, s, "open", `{"page": "site/p"}`)
	if want := []int{-1, -1, -1, -1, -1, -1}; !reflect.DeepEqual(state.Labels, want) || state.Started {
		t.Fatalf("labels at first: %v", state)
	}
	steps := []struct {
		body string
		want []int
	}{
		{`{"page": "site/p", "op": "set", "blocks": [0, 1, 2, 3, 4, 5], "labels": ["other"]}`, []int{2, 2, 2, 2, 2, 2}},
		{`{"page": "site/p", "op": "set", "blocks": [2, 3, 4], "labels": ["header", "text", "text"], "seconds": 4}`, []int{2, 2, 1, 0, 0, 2}},
		{`{"page": "site/p", "op": "undo"}`, []int{2, 2, 2, 2, 2, 2}},
		{`{"page": "site/p", "op": "undo"}`, []int{-1, -1, -1, -1, -1, -1}},
		{`{"page": "site/p", "op": "redo"}`, []int{2, 2, 2, 2, 2, 2}},
		{`{"page": "site/p", "op": "redo", "seconds": 1e9}`, []int{2, 2, 1, 0, 0, 2}},
		{`{"page": "site/p", "op": "set", "blocks": [5, 5], "labels": ["text", "header"]}`, []int{2, 2, 1, 0, 0, 1}},
		{`{"page": "site/p", "op": "undo"}`, []int{2, 2, 1, 0, 0, 2}},
		{`{"page": "site/p", "op": "done"}`, []int{2, 2, 1, 0, 0, 2}},
	}
	for _, step := range steps {
		if state = ask(t, s, "do", step.body); !reflect.DeepEqual(state.Labels, step.want) {
			t.Errorf("%s: %v, want %v", step.body, state.Labels, step.want)
		}
		again, _ := annotatedServer(t, folder, nil) // as after a kill
		if got := ask(t, again, "open", `{"page": "site/p"}`); !reflect.DeepEqual(got.Labels, state.Labels) || got.Undo != state.Undo || got.Redo != state.Redo || got.Seconds != state.Seconds {
			t.Errorf("%s: after a restart %+v, want %+v", step.body, got, state)
		}
	}
	if !state.Done || state.PagesDone != 1 || state.Pages != 2 || state.Seconds != 4+maxSeconds || state.PerPage != state.Seconds {
		t.Errorf("progress: %+v", state)
	}
	journal := filepath.Join(folder, "journal", "site+p.jsonl")
	whole, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(journal, append(whole, `{"op":"set","blo`...), 0o666); err != nil {
		t.Fatal(err)
	}
	again, _ := annotatedServer(t, folder, nil)
	if got := ask(t, again, "do", `{"page": "site/p", "op": "set", "blocks": [0], "labels": ["text"]}`); got.Labels[0] != 0 || got.Labels[2] != 1 {
		t.Errorf("after a broken line: %v", got.Labels)
	}
}

// TestBadLabels: changes that cannot be made are refused, and nothing is written.
func TestBadLabels(t *testing.T) {
	folder := t.TempDir()
	s, _ := annotatedServer(t, folder, nil)
	for _, body := range []string{
		`{"page": "site/p", "op": "set", "blocks": [6], "labels": ["text"]}`,
		`{"page": "site/p", "op": "set", "blocks": [-1], "labels": ["text"]}`,
		`{"page": "site/p", "op": "set", "blocks": [], "labels": ["text"]}`,
		`{"page": "site/p", "op": "set", "blocks": [0, 1, 2], "labels": ["text", "other"]}`,
		`{"page": "site/p", "op": "set", "blocks": [0], "labels": ["misspelled"]}`,
		`{"page": "site/p", "op": "set", "blocks": [0], "labels": ["\"><script>"]}`,
		`{"page": "site/p", "op": "undo"}`,
		`{"page": "site/p", "op": "redo"}`,
		`{"page": "site/p", "op": "page"}`,
		`{"page": "../../etc/passwd", "op": "done"}`,
	} {
		if w := do(s, "POST", "api/annotate/do", body, nil); w.Code != 400 {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(folder, "journal")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestChangedPage: the journal of another page is refused.
func TestChangedPage(t *testing.T) {
	folder := t.TempDir()
	s, _ := annotatedServer(t, folder, nil)
	ask(t, s, "do", `{"page": "site/p", "op": "set", "blocks": [0], "labels": ["text"]}`)
	store, err := view.NewStore()
	if err != nil {
		t.Fatal(err)
	}
	store.Add(&view.Page{ID: "site/p", Source: []byte(ferry + "<p>More.")})
	if _, err := NewAnnotator(store, annotatorConfig(folder)); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("error %v", err)
	}
}

// TestForms: the three forms of the labels are read back as they were given.
func TestForms(t *testing.T) {
	folder := t.TempDir()
	s, a := annotatedServer(t, folder, nil)
	ask(t, s, "do", `{"page": "site/p", "op": "set", "blocks": [0, 1, 2, 3, 4, 5], "labels": ["other", "other", "header", "text", "text", "other"]}`)
	if err := a.Flush(); err != nil {
		t.Fatal(err)
	}
	spans, err := os.ReadFile(filepath.Join(folder, "spans", "site+p.html"))
	if err != nil {
		t.Fatal(err)
	}
	template := victor.DefaultModel().Template()
	page, err := template.ReadAnnotated(strings.NewReader(string(spans)), victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for i := range page.Len() {
		labels = append(labels, page.Label(i))
	}
	if want := []string{"other", "other", "header", "text", "text", "other"}; !reflect.DeepEqual(labels, want) {
		t.Errorf("spans: %q", labels)
	}
	gold, err := os.ReadFile(filepath.Join(folder, "gold", "gold", "site+p.txt"))
	want := "The ferry\nThe ferry is back in the harbour, and nobody was late today, for the first time in a year.\nIt was a long day for all of us who had been there.\n"
	if err != nil || string(gold) != want {
		t.Errorf("gold text: %q, %v", gold, err)
	}
	nodes, err := os.ReadFile(filepath.Join(folder, "nodes", "labels", "site+p.json"))
	if err != nil || !strings.Contains(string(nodes), `[0,"News"],[1,"The ferry"],[2,"The ferry is back`) || !strings.Contains(string(nodes), `"unit":"text node"`) {
		t.Errorf("text nodes: %s, %v", nodes, err)
	}
	for _, name := range []string{"gold/html/site+p.html", "nodes/html/site+p.html"} {
		if content, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(content) != ferry {
			t.Errorf("%s: %q, %v", name, content, err)
		}
	}
}

// TestStartFrom: the labels of every method can be started from.
func TestStartFrom(t *testing.T) {
	s, _ := annotatedServer(t, t.TempDir(), nil)
	for _, method := range []string{"justext", "boilerpipe", "victor"} {
		state := ask(t, s, "start", `{"page": "site/p", "method": {"method": "`+method+`"}}`)
		content := 0
		for _, l := range state.Labels {
			if state.Names[l] != noise {
				content++
			}
		}
		if content == 0 || content == len(state.Labels) || state.Undo == 0 {
			t.Errorf("%s: %+v", method, state)
		}
	}
	state := ask(t, s, "start", `{"page": "site/p", "method": {"method": "justext"}}`)
	if want := []int{2, 2, 1, 0, 2, 2}; !reflect.DeepEqual(state.Labels, want) {
		t.Errorf("justext: %v", state.Labels)
	}
}

// TestUncertain: pages that are done are not offered again.
func TestUncertain(t *testing.T) {
	s, _ := annotatedServer(t, t.TempDir(), nil)
	pages := func() (u Uncertain) {
		if err := json.Unmarshal(do(s, "POST", "api/annotate/uncertain", `{}`, nil).Body.Bytes(), &u); err != nil {
			t.Fatal(err)
		}
		return u
	}
	if u := pages(); len(u.Pages) != 2 || u.Pages[0].Uncertainty < u.Pages[1].Uncertainty || u.Pages[0].Uncertainty <= 0 || u.Pages[0].Uncertainty > 0.5 {
		t.Errorf("pages %v", u)
	}
	ask(t, s, "do", `{"page": "site/p", "op": "done"}`)
	if u := pages(); len(u.Pages) != 1 || u.Pages[0].ID != "site/q" {
		t.Errorf("pages %v", u)
	}
}

// TestKappa: values that were computed by hand. The second is the example of the
// article on Cohen's kappa in many textbooks: 0.7 observed, 0.5 by chance.
func TestKappa(t *testing.T) {
	for _, test := range []struct {
		counts [][]int
		want   float64
	}{
		{[][]int{{5, 0}, {0, 5}}, 1},
		{[][]int{{20, 5}, {10, 15}}, 0.4},
		{[][]int{{0, 5}, {5, 0}}, -1},
		{[][]int{{25, 25}, {25, 25}}, 0},
		{[][]int{{7}}, 1},
		{[][]int{{45, 15}, {25, 15}}, 0.1304},
		{nil, 0},
	} {
		if got := Kappa(test.counts); math.Abs(got-test.want) > 1e-4 {
			t.Errorf("%v: %v, want %v", test.counts, got, test.want)
		}
	}
}

// TestAgreement compares the labels of two annotators.
func TestAgreement(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for folder, labels := range map[string]string{first: `["other", "other", "header", "text", "text", "other"]`, second: `["other", "text", "header", "text", "other", "other"]`} {
		s, a := annotatedServer(t, folder, nil)
		ask(t, s, "do", `{"page": "site/p", "op": "set", "blocks": [0, 1, 2, 3, 4, 5], "labels": `+labels+`}`)
		if err := a.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	other, err := OpenFolder(second)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := annotatedServer(t, first, func(c *AnnotatorConfig) { c.Other = other })
	var a Agreement
	if err := json.Unmarshal(do(s, "POST", "api/annotate/agreement", `{}`, nil).Body.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	// Observed 4/6; by chance (3*3+1*1+2*2)/36.
	if a.Pages != 1 || a.Blocks != 6 || math.Abs(a.Kappa-(4.0/6-14.0/36)/(1-14.0/36)) > 1e-9 || len(a.Differ) != 2 || math.Abs(a.Content-1.0/3) > 1e-9 {
		t.Errorf("%+v", a)
	}
	if d := a.Differ[0]; d.Page != "site/p" || d.Block != 1 || d.Text != "News" || d.First != "other" || d.Second != "text" {
		t.Errorf("%+v", d)
	}
}

// TestTraining: the progress of a training is told, and its model is offered.
func TestTraining(t *testing.T) {
	folder := t.TempDir()
	proceed := make(chan bool)
	s, _ := annotatedServer(t, folder, func(c *AnnotatorConfig) {
		c.Train = func(_, template string, progress io.Writer) (*victor.Model, error) {
			if _, err := io.WriteString(progress, "\riteration 1\riteration 2 "); err != nil {
				return nil, err
			}
			<-proceed
			if template == "2007" {
				return nil, errors.New("it failed")
			}
			return victor.DefaultModel(), nil
		}
	})
	training := func(call, body string) (state Training) {
		if err := json.Unmarshal(do(s, "POST", "api/annotate/"+call, body, nil).Body.Bytes(), &state); err != nil {
			t.Fatal(err)
		}
		return state
	}
	await := func(done func(Training) bool) Training {
		for range 2000 {
			if state := training("training", `{}`); done(state) {
				return state
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Fatalf("still %+v", training("training", `{}`))
		return Training{}
	}
	if state := training("train", `{}`); !state.Running {
		t.Errorf("%+v", state)
	}
	await(func(s Training) bool { return s.Progress == "iteration 2" && s.Running })
	if w := do(s, "POST", "api/annotate/train", `{}`, nil); w.Code != 400 {
		t.Errorf("a second training: %d", w.Code)
	}
	proceed <- true
	if state := await(func(s Training) bool { return !s.Running }); state.Model != TrainedModel || state.Error != "" {
		t.Errorf("%+v", state)
	}
	if w := do(s, "POST", "api/view", `{"page": "site/p", "methods": [{"method": "victor", "settings": {"model": "trained"}}]}`, nil); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	training("train", `{"template": "2007"}`)
	proceed <- true
	if state := await(func(s Training) bool { return !s.Running }); state.Error != "it failed" {
		t.Errorf("%+v", state)
	}
	if w := do(s, "POST", "api/annotate/train", `{"template": "/etc/passwd"}`, nil); w.Code != 400 {
		t.Errorf("a file as template: %d", w.Code)
	}
}

// TestFileNames: pages have file names that differ and lead nowhere.
func TestFileNames(t *testing.T) {
	seen := make(map[string]string)
	for _, id := range []string{"a/b", "a_b", "a/b/c", "a/b_c", "a", "../x", "/etc/passwd", "..", ".", "", ".hidden", "a b", "a\x00b", "ä", "ö", strings.Repeat("x", 300), strings.Repeat("x", 301), `a\b`} {
		name := fileName(id)
		if strings.ContainsAny(name, "/\\\x00 ") || strings.HasPrefix(name, ".") || name == "" || len(name) > 120 {
			t.Errorf("%q: %q", id, name)
		}
		if other, taken := seen[name]; taken {
			t.Errorf("%q and %q: %q", id, other, name)
		}
		seen[name] = id
	}
}
