package victor

import "testing"

func outputBlocks() []Block {
	return []Block{
		{Text: "Menu", Label: "other", NewLine: true},
		{Text: " A  Title\n", Label: "header", NewLine: true},
		{Text: "picture", Label: "paragraph", NewLine: true, Image: true},
		{Text: "Some ", Label: "paragraph", NewLine: true},
		{Text: "bold", Label: "continuation"},
		{Text: " text", Label: "continuation"},
		{Text: "advertisement", Label: "other", NewLine: true},
		{Text: "more", Label: "continuation", NewLine: true},
		{Text: "one", Label: "list", NewLine: true},
		{Text: "two", Label: "list", NewLine: true},
		{Text: " \u00a0", Label: "other"},
	}
}

func TestText(t *testing.T) {
	if got, want := Text(outputBlocks()), "A Title\nSome bold text\nmore\none\ntwo"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	inLine := []Block{{Text: "Title", Label: "header", NewLine: true}, {Text: "text ", Label: "text"}, {Text: "noise", Label: "other"}, {Text: "end", Label: "text"}}
	if got, want := Text(inLine), "Title\ntext end"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Text(nil); got != "" {
		t.Errorf("%q of nothing", got)
	}
	for _, test := range []struct {
		controls Block
		want     string
	}{
		{Block{Text: "\x02"}, "ab"}, {Block{Text: " \u0095"}, "a b"}, {Block{Text: "\x02", Space: true}, "a b"}, {Block{Text: "\u0085"}, "a b"}, {Block{Text: "\x02", NewLine: true}, "a\nb"},
	} {
		test.controls.Label = "text"
		blocks := []Block{{Text: "a", Label: "text", NewLine: true}, test.controls, {Text: "b", Label: "text"}}
		if got := Text(blocks); got != test.want {
			t.Errorf("%q with %q between: %q, want %q", []string{"a", "b"}, test.controls.Text, got, test.want)
		}
	}
}

func TestCleanEval(t *testing.T) {
	want := "URL: http://x.y/\n<h>A Title\n<p>Some bold text more\n<l>one\n<l>two"
	if got := CleanEval(outputBlocks(), "http://x.y/"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	const address = "http://a"
	for _, test := range []struct {
		blocks        []Block
		address, want string
	}{
		{nil, "", ""}, {nil, address, "URL: http://a"},
		{[]Block{{Text: "first words", Label: "continuation", NewLine: true}}, address, "URL: http://a\n<p>first words"},
		{[]Block{{Text: "first words", Label: "continuation", NewLine: true}, {Text: " more", Label: "continuation"}}, "", "<p>first words more"},
		{[]Block{{Text: "x", Label: "other"}, {Text: " a", Label: "text"}}, "", "<p>a"},
	} {
		if got := CleanEval(test.blocks, test.address); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestDecide(t *testing.T) {
	m := &Model{template: Template2008(), other: 2}
	for _, test := range []struct {
		decision  Decision
		threshold float64
		marginals []float64
		want      int
	}{
		{ByThreshold, 0.2, []float64{0.1, 0.7, 0.2}, 2},
		{ByThreshold, 0.21, []float64{0.1, 0.7, 0.2}, 1},
		{ByThreshold, 0.9, []float64{0.2, 0.1, 0.7}, 0},
		{ByMarginal, 0, []float64{0.3, 0.3, 0.4}, 2},
		{ByMarginal, 0, []float64{0.3, 0.4, 0.3}, 1},
		{ByMarginal, 0, []float64{0.4, 0.2, 0.4}, 0},
		{ByExpectedF1, 0, []float64{0.9, 0.1, 0}, 2},
	} {
		x := &Extractor{model: m, config: Config{Decision: test.decision}}
		if got := x.label(test.marginals, test.threshold); got != test.want {
			t.Errorf("%+v: label %d", test, got)
		}
	}
}

// TestBestThreshold: of two blocks of the same length and probabilities 0.9 and
// p, the second is taken if that makes the expected F1 larger.
func TestBestThreshold(t *testing.T) {
	p := readString(t, "<p>one two three<p>one two four<p>...", format{})
	m := &Model{template: Template{Labels: []string{"text", "other"}}, other: 1}
	for _, test := range []struct {
		second float64
		minF1  float64
		taken  int
	}{{0.5, 0, 2}, {0.3, 0, 1}, {0.9, 0, 2}, {0.9, 0.95, 0}} {
		marginals := []float64{0.9, 0.1, test.second, 1 - test.second, 1, 0}
		threshold, taken := p.bestThreshold(marginals, m, test.minF1), 0
		for _, other := range []float64{0.1, 1 - test.second} {
			if other < threshold {
				taken++
			}
		}
		if taken != test.taken {
			t.Errorf("%+v: threshold %v takes %d", test, threshold, taken)
		}
	}
}

// TestSmooth: paragraphs that look alike get similar probabilities. Those of images stay as
// they are.
func TestSmooth(t *testing.T) {
	p := readString(t, "<p>aaaa <i>b</i></p><p>cccc</p><img alt=d><div>e</div>", format{images: true})
	raw := []float64{0.9, 0.1, 0.1, 0.9, 0.7, 0.3, 0.2, 0.8, 0.5, 0.5}
	got := p.smooth(raw, 2)
	if got[0] != got[2] {
		t.Errorf("two blocks of a paragraph have %v and %v", got[0], got[2])
	}
	if d := got[0] - got[4]; d*d > 0.01 {
		t.Errorf("two paragraphs that look alike have %v and %v", got[0], got[4])
	}
	if p.blocks[3].inside&inImg == 0 || got[6] != 0.2 {
		t.Errorf("the image has %v", got[6:8])
	}
	for i := 0; i < len(got); i += 2 {
		if sum := got[i] + got[i+1]; sum < 0.999999 || sum > 1.000001 {
			t.Errorf("probabilities %v", got[i:i+2])
		}
	}
}
