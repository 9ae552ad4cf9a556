package victor

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/seed42075109/justext/victor/trees"
)

const treeTemplate = "labels text other\ntokens any\nblocks html5\nfeature paragraph.chars -1 1\nfeature paragraph.link-share 0 0\n"

func parseTemplate(t *testing.T, text string) Template {
	t.Helper()
	template, err := ParseTemplate(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return template
}

// learned returns a model of trees for which a paragraph is content if it is followed by
// a long one, and the page that it was learned from.
func learned(t *testing.T) (*Model, *Page) {
	t.Helper()
	template := parseTemplate(t, treeTemplate)
	short, long := "<p>a <b>short</b> one", "<p>a much longer one, of more words than the other has"
	page, err := template.ReadPage(strings.NewReader(strings.Repeat(short+long+short, 150)), "", DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for i := range page.Len() {
		if page.Paragraph(i)%3 == 0 {
			page.SetLabel(i, "text")
		}
	}
	problem, err := NewTreeProblem(template, []*Page{page})
	if err != nil {
		t.Fatal(err)
	}
	found, err := problem.Train(trees.Settings{Trees: 5, Leaves: 4, Rate: 0.8, Ridge: 1, RowShare: 1, ColumnShare: 1})
	if err != nil {
		t.Fatal(err)
	}
	m, err := problem.Model(found)
	if err != nil {
		t.Fatal(err)
	}
	return m, page
}

// TestForest: a model of trees labels a page as it has learned, also after it was written
// and read; all blocks of a paragraph have the same probabilities; and a page of several
// parts is like one of a single part.
func TestForest(t *testing.T) {
	m, page := learned(t)
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := ReadModel(&file)
	if err != nil {
		t.Fatal(err)
	}
	columns, leaves := read.Size()
	if c, l := m.Size(); columns != 4 || c != columns || l != leaves || leaves < 10 {
		t.Errorf("%d columns and %d leaves, in the file %d and %d", c, l, columns, leaves)
	}
	for name, model := range map[string]*Model{"learned": m, "read": read} {
		x, err := New(model, DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := x.LabelPage(page)
		if err != nil {
			t.Fatal(err)
		}
		if page.Paragraph(len(blocks)-1) < partSize {
			t.Fatalf("only %d paragraphs", page.Paragraph(len(blocks)-1)+1)
		}
		for i := range blocks {
			if blocks[i].Content() != (page.Label(i) == "text") {
				t.Errorf("%s: block %d of paragraph %d has the label %s, %v", name, i, page.Paragraph(i), blocks[i].Label, blocks[i].Marginals)
			}
			if i > 0 && page.Paragraph(i) == page.Paragraph(i-1) && blocks[i].Marginals[0] != blocks[i-1].Marginals[0] {
				t.Errorf("%s: block %d has other probabilities than the one before", name, i)
			}
		}
	}
}

// TestLabelPageAgain: a page that was labelled before, by another decision or another
// model, gets the labels that it would have got at first. For one model its probabilities
// are computed once.
func TestLabelPageAgain(t *testing.T) {
	first, page := learned(t)
	problem, err := NewTreeProblem(first.Template(), []*Page{page})
	if err != nil {
		t.Fatal(err)
	}
	found, err := problem.Train(trees.Settings{Trees: 1, Leaves: 2, Rate: 0.3, Ridge: 1, RowShare: 1, ColumnShare: 1})
	if err != nil {
		t.Fatal(err)
	}
	second, err := problem.Model(found)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for round := range 2 {
		for number, model := range []*Model{first, second} {
			var kept *judgement
			for _, change := range []func(*Config){
				func(*Config) {}, func(c *Config) { c.MinF1 = 1 }, func(c *Config) { c.Decision = ByMarginal },
				func(c *Config) { c.Decision, c.MaxOther = ByThreshold, 0.01 }, func(c *Config) { c.Decision, c.MaxOther = ByThreshold, 0.99 },
			} {
				config := DefaultConfig()
				change(&config)
				x, err := New(model, config)
				if err != nil {
					t.Fatal(err)
				}
				got, err := x.LabelPage(page)
				want, freshErr := x.LabelPage(&Page{layout: page.layout, labels: page.labels, read: true})
				if err != nil || freshErr != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("round %d, model %d, %+v: the labels are others than those of a fresh page; %v, %v", round, number, config, err, freshErr)
				}
				if known := page.known.Load(); known.model != model || kept != nil && known != kept {
					t.Errorf("round %d, model %d, %+v: the probabilities were computed again", round, number, config)
				} else {
					kept = known
				}
				seen[fmt.Sprint(Text(got), got[0].Marginals)] = true
			}
		}
	}
	if len(seen) < 4 {
		t.Errorf("the models and decisions give only %d results", len(seen))
	}
}

// TestPulls: the pulls of a block add up to the logarithm of its odds, and name what the
// template does.
func TestPulls(t *testing.T) {
	m, page := learned(t)
	x, err := New(m, DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := x.LabelPage(page)
	if err != nil {
		t.Fatal(err)
	}
	for i := range blocks[:20] {
		sum := 0.0
		for _, pull := range m.Pulls(page, i) {
			sum += pull.Value
			if pull.Feature != "" && !strings.HasPrefix(pull.Feature, "paragraph.chars[") && !strings.HasPrefix(pull.Feature, "paragraph.link-share[0]=") {
				t.Errorf("block %d: feature %q", i, pull.Feature)
			}
		}
		if want := math.Log(blocks[i].Marginals[0] / blocks[i].Marginals[1]); math.Abs(sum-want) > 1e-9 {
			t.Errorf("block %d: pulls add up to %v, want %v", i, sum, want)
		}
	}
	if m.Pulls(page, -1) != nil || m.Pulls(page, page.Len()) != nil || m.Pulls(new(Page), 0) != nil || new(Model).Pulls(page, 0) != nil {
		t.Error("pulls of nothing")
	}
}

// TestParts: a row of a table is the same in whichever part its paragraph is.
func TestParts(t *testing.T) {
	m, page := learned(t)
	columns, p := m.forest.columns, &page.layout
	if len(p.paragraphs) <= partSize {
		t.Fatalf("%d paragraphs are too few", len(p.paragraphs))
	}
	for whole := new(part); whole.next(p); {
		whole.fill(p, columns)
		for i := whole.begin; i < whole.end; i++ {
			one := part{stretch: stretch{i, i + 1}}
			one.fill(p, columns)
			k := 0
			for c := range columns {
				for o := columns[c].row.From; o <= columns[c].row.To; o++ {
					d := int(distancesOf(columns)[k])
					k++
					want := min(columns[c].at(p, int(i)+o), columns[c].values) // one value outside of the page
					if got, alone := whole.table[whole.place(i)+d], one.table[one.place(i)+d]; int(got) != want || int(alone) != want {
						t.Fatalf("paragraph %d, %s at %d: %d, and %d in a part of its own, want %d", i, columns[c].row.name(), o, got, alone, want)
					}
				}
			}
		}
	}
}

// TestBadForests: a template that trees cannot have is refused, and so is a model with
// other columns than its template.
func TestBadForests(t *testing.T) {
	for name, text := range map[string]string{
		"three labels": "labels a b other\nfeature paragraph.chars 0 0",
		"of blocks":    "labels text other\nfeature split.p 0 0",
		"two together": "labels text other\nfeature paragraph.chars/paragraph.links 0 0",
	} {
		template := parseTemplate(t, text)
		if _, err := NewTreeProblem(template, nil); !errors.Is(err, ErrTemplate) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	tree := trees.Tree{Nodes: []trees.Node{{Column: 4, Low: ^0, High: ^1}}, Leaves: []int16{1, 2}}
	for name, settings := range map[string]string{"too few columns": treeTemplate, "no template": "labels"} {
		var file bytes.Buffer
		if err := (&trees.Model{Trees: []trees.Tree{tree}}).Write(&file, settings); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadModel(&file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
