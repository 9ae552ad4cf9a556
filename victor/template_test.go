package victor

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed42075109/justext/victor/crf"
	"github.com/seed42075109/justext/victor/langid"
)

func TestTemplateText(t *testing.T) {
	for _, want := range []Template{Template2007(), Template2008(), DefaultModel().Template()} {
		var b bytes.Buffer
		if err := want.Write(&b); err != nil {
			t.Fatal(err)
		}
		got, err := ParseTemplate(&b)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, error %v; want %v", got, err, want)
		}
	}
	if rows := len(Template2007().Rows); rows != 46 {
		t.Errorf("%d rows, want 46", rows)
	}
}

func TestBadTemplates(t *testing.T) {
	for name, text := range map[string]string{
		"no labels":       "feature split.p 0 0",
		"no other":        "labels a b",
		"one label":       "labels other",
		"twice":           "labels a a other",
		"unknown key":     "labels a other\nfeatures x",
		"unknown feature": "labels a other\nfeature split.q 0 0",
		"too far":         "labels a other\nfeature split.p -10 0",
		"upside down":     "labels a other\nfeature split.p 1 0",
		"no number":       "labels a other\nfeature split.p x 0",
		"no number again": "labels a other\nfeature split.p 0 x",
		"too few":         "labels a other\nfeature split.p 0",
		"bad choice":      "labels a other\nbigrams maybe",
		"bad smooth":      "labels a other\nsmooth",
		"bad once":        "labels a other\nonce 1",
		"no article":      "labels a other\narticle",
		"bad article":     "labels a other\narticle x",
		"article above":   "labels a other\narticle 11",
		"article NaN":     "labels a other\narticle NaN",
		"no container":    "labels a other\ncontainer",
		"bad container":   "labels a other\ncontainer x",
		"container above": "labels a other\ncontainer 1.5",
		"container NaN":   "labels a other\ncontainer NaN",
		"two rows":        "labels a other\nfeature split.p 0 0\nfeature split.p 1 1",
		"no language":     "labels a other\nfeature langid1 0 0",
		"which language":  "labels a other\nlanguage klingon",
		"mixed":           "labels a other\nfeature split.p/paragraph.kind 0 0",
		"too many values": "labels a other\nfeature looks-like-bullet/looks-like-bullet 0 0",
	} {
		if _, err := ParseTemplate(strings.NewReader(text)); !errors.Is(err, ErrTemplate) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	template, err := ParseTemplate(strings.NewReader("labels a other # comment\n\nbigrams yes\ntokens any\nblocks html5\nsmooth yes\nonce yes\narticle 0.5\ncontainer 0.25\n"))
	if want := (Template{Labels: []string{"a", "other"}, Bigrams: true, Tokens: AnyTokens, NewerBlocks: true, Smooth: true, Once: true, Article: 0.5, Container: 0.25}); err != nil || !reflect.DeepEqual(template, want) {
		t.Errorf("%+v, error %v", template, err)
	}
}

// TestBadLabels: a label that could not be read again is refused before any work.
func TestBadLabels(t *testing.T) {
	for _, label := range []string{"", "main text", "a\n", "#1", "a\u00a0b", "a\xff"} {
		template := Template{Labels: []string{label, "other"}}
		if _, err := template.ReadPage(strings.NewReader("a"), "", DefaultConfig()); !errors.Is(err, ErrTemplate) {
			t.Errorf("ReadPage with label %q: error %v", label, err)
		}
		if _, err := NewProblem(template, nil, 1, 1); !errors.Is(err, ErrTemplate) {
			t.Errorf("NewProblem with label %q: error %v", label, err)
		}
	}
}

func TestMap(t *testing.T) {
	released, newer := Template2007(), Template2008()
	for _, test := range []struct {
		template    *Template
		label, want string
	}{
		{&released, "list", "list"}, {&released, "text", "paragraph"}, {&released, "", "other"}, {&newer, "continuation", "text"},
		{&newer, "header", "header"}, {&Template{Labels: []string{"other", "x"}}, "text", "x"},
		{&Template{Labels: []string{"other"}}, "x", "other"}, {&Template{}, "x", "other"}, {&Template{}, "", "other"},
	} {
		if got := test.template.Map(test.label); got != test.want {
			t.Errorf("%q is %q in %q, want %q", test.label, got, test.template.Labels, test.want)
		}
	}
}

// TestTables: the scores that a model computes by its tables are those of its
// features one by one.
func TestTables(t *testing.T) {
	template := Template2008()
	template.add(-9, 9, "container.u")
	template.add(-2, 1, "paragraph.kind paragraph.length/paragraph.links")
	problem, pages := annotatedProblem(t, template, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	weights := make([]float64, problem.NumWeights())
	for i := range weights {
		weights[i] = rng.NormFloat64()
	}
	m, err := problem.Model(weights, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := problem.Model(weights[1:], 0); err == nil {
		t.Error("a weight too few is no error")
	}
	var s scores
	for i, p := range pages {
		want := m.crf.Scores(nil, &problem.Sequences[i])
		for k, got := range m.score(t.Context(), &p.layout, &s) {
			if math.Abs(got-want[k]) > 1e-9*(1+math.Abs(want[k])) {
				t.Fatalf("page %d, score %d: %v, want %v", i, k, got, want[k])
			}
		}
	}
}

func TestCutOff(t *testing.T) {
	_, pages := annotatedProblem(t, Template2008(), 1)
	before := 0
	for _, cutOff := range []int{100, 10, 0} {
		p, err := NewProblem(Template2008(), pages, cutOff, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Features) <= before {
			t.Errorf("%d features seen %d times, %d more often", len(p.Features), cutOff, before)
		}
		before = len(p.Features)
	}
	if _, err := NewProblem(Template{}, pages, 1, 1); !errors.Is(err, ErrTemplate) {
		t.Errorf("error %v", err)
	}
	if _, err := NewProblem(Template2008(), pages, 1, 0); err == nil {
		t.Error("C = 0 is no error")
	}
}

func TestForeignModels(t *testing.T) {
	good := Template2008()
	for name, m := range map[string]*crf.Model{
		"no template":  {Labels: []string{"text", "other"}},
		"other labels": {Labels: []string{"text", "other"}, Settings: good.text()},
		"joined labels": {Labels: []string{"a b", "other"}, Features: []string{"container.a[0]=0"}, Weights: []float32{1, 2},
			Settings: "labels a b other\nfeature container.a 0 0\n"},
	} {
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadModel(&b); !errors.Is(err, ErrTemplate) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := ReadModel(strings.NewReader("<html>")); !errors.Is(err, crf.ErrNotModel) {
		t.Errorf("error %v", err)
	}
}

// TestSmoothModel: the template of the model says whether its probabilities are
// averaged and whether text that is repeated is left out, and the released decision never
// does either.
func TestSmoothModel(t *testing.T) {
	label := func(smooth, once bool, config Config) string {
		template := DefaultModel().Template()
		template.Smooth, template.Once = smooth, once
		m, err := newTreeModel(template, DefaultModel().forest.trees)
		if err != nil {
			t.Fatal(err)
		}
		x, err := New(m, config)
		if err != nil {
			t.Fatal(err)
		}
		var labels strings.Builder
		twice := title + strings.Repeat("<div>"+text+"</div>", 2)
		for _, page := range append(realPages(t, "scrapinghub")[:30:30], []byte(twice)) {
			for _, b := range labelPage(t, x, page) {
				labels.WriteString(b.Label + " ")
			}
		}
		return labels.String()
	}
	neither, released := label(false, false, DefaultConfig()), label(false, false, ReleasedConfig())
	if label(true, false, DefaultConfig()) == neither || label(true, false, ReleasedConfig()) != released {
		t.Error("Smooth of the template changes nothing, or the released decision")
	}
	if label(false, true, DefaultConfig()) == neither || label(false, true, ReleasedConfig()) != released {
		t.Error("Once of the template changes nothing, or the released decision")
	}
	for _, t2 := range []Template{Template2007(), Template2008()} {
		if t2.Smooth || t2.Once {
			t.Error("a template of Victor has Smooth or Once")
		}
	}
	if m := DefaultModel().Template(); !m.Smooth || !m.Once {
		t.Error("the template of the shipped model lacks Smooth or Once")
	}
}

func TestShippedModel(t *testing.T) {
	m, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	if len(shippedFile) > 200_000 {
		t.Errorf("the model has %d bytes, want at most 200,000", len(shippedFile))
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil || !bytes.Equal(b.Bytes(), shippedFile) {
		t.Errorf("the model is written otherwise than it was read: error %v", err)
	}
}

// TestLanguage: text in the language has lower values, and the profile in Config takes the
// place of that in the template.
func TestLanguage(t *testing.T) {
	template, err := ParseTemplate(strings.NewReader("labels text other\nlanguage en\nfeature langid1 -3 3\nfeature langid2 -3 3"))
	if err != nil {
		t.Fatal(err)
	}
	source := "<p>The ferry leaves the harbour early in the morning, and those who come late have to wait for the next one." +
		"<p>Trajekt vyplouvá z přístavu brzy ráno a ti, kdo přijdou pozdě, musí počkat na další, který může být plný."
	config := DefaultConfig()
	english, err := template.ReadPage(strings.NewReader(source), "", config)
	if err != nil {
		t.Fatal(err)
	}
	if config.Language, err = langid.Lookup("cs"); err != nil {
		t.Fatal(err)
	}
	czech, err := template.ReadPage(strings.NewReader(source), "", config)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range languageFeatures {
		value := func(p *Page, i int) int32 { return f.of(&p.layout, &p.layout.blocks[i]) }
		if value(english, 0) >= value(english, 1) || value(czech, 0) <= value(czech, 1) {
			t.Errorf("%s: English %d %d, Czech %d %d", f.name, value(english, 0), value(english, 1), value(czech, 0), value(czech, 1))
		}
	}
	if _, err := NewProblem(template, []*Page{english}, 1, 1); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Template){
		"tokens": func(t *Template) { t.Tokens = AnyTokens }, "blocks": func(t *Template) { t.NewerBlocks = true },
		"language": func(t *Template) { t.Language, t.Rows = "", nil },
	} {
		other := template
		change(&other)
		page, err := other.ReadPage(strings.NewReader(source), "", DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewProblem(template, []*Page{page}, 1, 1); !errors.Is(err, ErrTemplate) {
			t.Errorf("a page with other %s: error %v", name, err)
		}
	}
}
