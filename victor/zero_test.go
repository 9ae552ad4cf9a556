package victor

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/crf"
)

// TestZeroValues: no method of a zero value panics, and errors say what to call.
func TestZeroValues(t *testing.T) {
	var x Extractor
	var m Model
	var p Page
	var template Template
	unknown := Template{Labels: []string{"text", other}, Rows: []Row{{Features: []string{"no-such-feature"}}}}
	good := Template2008()
	real, err := good.ReadPage(strings.NewReader("<p>x"), "", DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	_, extract := x.Extract(strings.NewReader("x"))
	_, document := x.Document(t.Context(), strings.NewReader("x"), "")
	_, documentBytes := x.DocumentBytes(t.Context(), []byte("x"), "")
	_, documentNode := x.DocumentNode(t.Context(), new(html.Node))
	_, clean := x.Clean(t.Context(), strings.NewReader("x"), "")
	_, _, decode := x.Decode([]byte("x"), "")
	_, labelPage := x.LabelPage(real)
	_, labelZero := newExtractor(t).LabelPage(&p)
	_, labelNil := newExtractor(t).LabelPage(nil)
	_, emptyModel := New(&m, DefaultConfig())
	_, noModel := New(nil, DefaultConfig())
	_, zeroConfig := New(DefaultModel(), Config{})
	_, ownConfig := New(DefaultModel(), Config{Decision: ByThreshold, MaxOther: 0.5})
	_, readZero := template.ReadPage(strings.NewReader("x"), "", DefaultConfig())
	_, readConfig := good.ReadPage(strings.NewReader("x"), "", Config{})
	_, readUnknown := unknown.ReadAnnotated(strings.NewReader("x"), DefaultConfig())
	_, problemZero := NewProblem(template, nil, 1, 1)
	_, problemPage := NewProblem(good, []*Page{&p, nil}, 1, 1)
	_, zeroProblem := new(Problem).Model(nil, 0)
	for _, test := range []struct {
		name string
		err  error
		want error
		call string
	}{
		{"Extractor.Extract", extract, page.ErrConfig, "New"},
		{"Extractor.Document", document, page.ErrConfig, "New"},
		{"Extractor.DocumentBytes", documentBytes, page.ErrConfig, "New"},
		{"Extractor.DocumentNode", documentNode, page.ErrConfig, "New"},
		{"Extractor.Clean", clean, page.ErrConfig, "New"},
		{"Extractor.Decode", decode, page.ErrConfig, "New"},
		{"Extractor.LabelPage", labelPage, page.ErrConfig, "New"},
		{"Extractor.WriteSpans", x.WriteSpans(t.Context(), io.Discard, strings.NewReader("x"), ""), page.ErrConfig, "New"},
		{"New, empty model", emptyModel, page.ErrConfig, "DefaultModel"},
		{"New, no model", noModel, page.ErrConfig, "DefaultModel"},
		{"New, zero Config", zeroConfig, page.ErrConfig, "DefaultConfig"},
		{"New, Config without preset", ownConfig, page.ErrConfig, "DefaultConfig"},
		{"Model.Write", m.Write(io.Discard), page.ErrConfig, "ReadModel"},
		{"LabelPage, zero Page", labelZero, page.ErrConfig, "ReadPage"},
		{"LabelPage, nil", labelNil, page.ErrConfig, "ReadPage"},
		{"Page.WriteSpans", p.WriteSpans(io.Discard), page.ErrConfig, "ReadPage"},
		{"Template.ReadPage", readZero, ErrTemplate, "ParseTemplate"},
		{"Template.ReadPage, zero Config", readConfig, page.ErrConfig, "DefaultConfig"},
		{"Template.ReadAnnotated, unknown feature", readUnknown, ErrTemplate, "Features"},
		{"Template.Write", template.Write(io.Discard), ErrTemplate, "ParseTemplate"},
		{"NewProblem, zero Template", problemZero, ErrTemplate, "ParseTemplate"},
		{"NewProblem, zero Page", problemPage, page.ErrConfig, "ReadPage"},
		{"Problem.Model", zeroProblem, ErrTemplate, "ParseTemplate"},
	} {
		if !errors.Is(test.err, test.want) || !strings.Contains(test.err.Error(), test.call) {
			t.Errorf("%s: error %v; it must wrap %v and name %s", test.name, test.err, test.want, test.call)
		}
	}
	p.SetLabel(0, "text")
	if p.Len() != 0 || p.Text(0) != nil || p.Label(0) != "" || p.Image(0) || p.Heading(-1) || p.Values(0) != nil || real.Label(1) != "" {
		t.Error("a zero Page has a block")
	}
	if features, weights := m.Size(); features+weights != 0 || len(m.Labels()) != 0 || template.Map("x") != other {
		t.Error("a zero Model has something")
	}
	if d := new(Document); d.Text() != "" || len(d.View().Blocks) != 0 || new(Block).Content() != true {
		t.Error("a zero Document has something")
	}
}

// TestModelLimits: the cost of reading a model is in proportion to its file, for any
// template.
func TestModelLimits(t *testing.T) {
	const wide = "labels text other\nfeature looks-like-bullet/position -9 9\nfeature looks-like-bullet/token.alpha-rel -9 9\n" +
		"feature paragraph.length/paragraph.words -9 9\n"
	for name, m := range map[string]*crf.Model{
		"wide rows": {Labels: []string{"text", other}, Features: []string{"looks-like-bullet/position[0]=304/10"}, Weights: []float32{1, 2}, Settings: wide},
		"no such values": {Labels: []string{"text", other}, Features: []string{"container.a[0]=01", "container.a[0]=2", "container.a[0]=_B+0", "container.a[9]=1", "x[0]=1", "y"},
			Weights: make([]float32, 12), Settings: "labels text other\nfeature container.a 0 0\n"},
	} {
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		size := file.Len()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		if _, err := ReadModel(&file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		n := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d bytes of file, %d allocated, %v", name, size, n, took)
		if n > 4*maxAllValues+uint64(1000*size) {
			t.Errorf("%s: %d bytes are allocated for a file of %d", name, n, size)
		}
	}
}

// TestTemplateLimits: an error names the limit that a template exceeds.
func TestTemplateLimits(t *testing.T) {
	names := make([]string, 0, maxLabels+1)
	for i := range maxLabels {
		names = append(names, "l"+strings.Repeat("x", i))
	}
	var rows, wide strings.Builder
	for range maxRows + 1 {
		rows.WriteString("feature container.a 0 0\n")
	}
	for _, f := range blockFeatures[:30] {
		wide.WriteString("feature looks-like-bullet/looks-like-bullet/" + f.name + " 0 0\nfeature looks-like-bullet/position/" + f.name + " 0 0\n")
	}
	for name, test := range map[string]struct{ text, want string }{
		"long line":   {"labels a other\n# " + strings.Repeat("x", 100_000), "line 2 has more than 8192 bytes"},
		"many labels": {"labels other " + strings.Join(names, " "), "65 labels; there must be from 2 to 64"},
		"long label":  {"labels other " + strings.Repeat("x", maxLabel+1), "longer than 100 bytes"},
		"many rows":   {"labels a other\n" + rows.String(), "more than 1000 feature lines"},
		"wide row":    {"labels a other\n" + wide.String(), "more than 65536 combinations"},
		"wide rows":   {"labels a other\n" + wideRows(), "more than 262144 values together"},
	} {
		if _, err := ParseTemplate(strings.NewReader(test.text)); !errors.Is(err, ErrTemplate) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %.300v, want %s", name, err, test.want)
		}
	}
	for _, template := range []Template{Template2007(), DefaultModel().Template()} {
		all := 0
		for _, r := range template.Rows {
			features, err := r.resolve()
			if err != nil {
				t.Fatal(err)
			}
			all += valuesOf(features)
		}
		t.Logf("%d rows have %d values", len(template.Rows), all)
	}
}

// wideRows are valid rows with too many values together.
func wideRows() (text string) {
	for _, f := range blockFeatures {
		if 305*11*int(f.limit+1) <= maxValues {
			text += "feature looks-like-bullet/position/" + f.name + " 0 0\n"
		}
	}
	return text
}
