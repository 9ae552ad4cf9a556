package view

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/victor/crf"
)

// shippedModel is the name of the model that comes with package victor.
const shippedModel = "shipped"

// noise is the label of blocks that are boilerplate, in every label set.
const noise = "other"

// A model is a model of victor, if it is a CRF with its weights by the names of features.
type model struct {
	name     string
	version  int // another one for each model of the same name
	model    *victor.Model
	template victor.Template
	trees    bool
	features map[string]int32
	weights  []float32
}

// newModel reads the weights out of a model, unless it is one of trees.
func newModel(name string, version int, m *victor.Model) (*model, error) {
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return nil, err
	}
	v := &model{name: name, version: version, model: m, template: m.Template(), features: make(map[string]int32)}
	c, err := crf.Read(&file)
	if errors.Is(err, crf.ErrNotModel) {
		v.trees = true
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v.weights = c.Weights
	for i, feature := range c.Features {
		v.features[feature] = int32(i)
	}
	return v, nil
}

// A victorPage is a page that was read by the template of a model.
type victorPage struct {
	seg        segmentation
	page       *victor.Page
	paragraphs []int32 // by paragraph: its first block
	paragraph  []int32 // by block: its paragraph
}

// victorPage returns the page as blocks for a model.
func (p *Page) victorPage(m *model) (*victorPage, error) {
	d := p.open()
	id := fmt.Sprint("victor/", m.name, "/", m.version)
	if known := d.victor[id]; known != nil {
		return known, nil
	}
	config := victor.DefaultConfig()
	config.Options = options()
	read, err := m.template.ReadPage(bytes.NewReader(d.text), utf8Page, config)
	if err != nil {
		return nil, err
	}
	x, err := victor.New(m.model, config)
	if err != nil {
		return nil, err
	}
	blocks, err := x.LabelPage(read)
	if err != nil {
		return nil, err
	}
	v := newVictorPage(id, read, blocks)
	d.victor[id] = v
	return v, nil
}

// newVictorPage notes the blocks of a page and which paragraphs they are in.
func newVictorPage(id string, read *victor.Page, blocks []victor.Block) *victorPage {
	v := &victorPage{page: read, seg: segmentation{id: id, blocks: make([]block, len(blocks))}}
	for i := range blocks {
		b := &blocks[i]
		v.seg.blocks[i] = block{stretch{b.Start, b.End}, b.Text, b.Image}
		paragraph := int32(read.Paragraph(i))
		if int(paragraph) == len(v.paragraphs) {
			v.paragraphs = append(v.paragraphs, int32(i))
		}
		v.paragraph = append(v.paragraph, paragraph)
	}
	return v
}

// victorConfig returns the configuration that the settings make.
func victorConfig(m *Method) victor.Config {
	config := victor.DefaultConfig()
	config.Options = options()
	config.MinF1, config.MaxOther = toFloat(m.get("min-f1")), toFloat(m.get("other"))
	switch m.get("decision") {
	case "threshold":
		config.Decision = victor.ByThreshold
	case "marginal":
		config.Decision = victor.ByMarginal
	}
	return config
}

func runVictor(p *Page, s *Store, m Method) (*result, error) {
	model, err := s.model(m.get("model"))
	if err != nil {
		return nil, err
	}
	v, err := p.victorPage(model)
	if err != nil {
		return nil, err
	}
	config := victorConfig(&m)
	x, err := victor.New(model.model, config)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRequest, err)
	}
	blocks, err := x.LabelPage(v.page)
	if err != nil {
		return nil, err
	}
	labels := model.model.Labels()
	other := slices.Index(labels, noise)
	r := &result{seg: &v.seg, text: victor.Text(blocks), codes: make([]byte, len(blocks)), probability: make([]float64, len(blocks)), labelSet: labels}
	numbers := make(map[string]int32)
	for i := range blocks {
		b := &blocks[i]
		r.probability[i] = 1 - b.Marginals[other]
		best := labels[slices.Index(b.Marginals, slices.Max(b.Marginals))]
		r.codes[i] = victorCode(b, best, v.page.Heading(i))
		r.labels = append(r.labels, b.Label)
		r.addReason(numbers, victorReason(b, best))
	}
	r.document = func() (*page.Document, error) {
		return whole(x.Clean(context.Background(), bytes.NewReader(p.open().text), utf8Page))
	}
	r.details = func(i int) *Details {
		d := &Details{Text: []Piece{{Text: blocks[i].Text}}, Start: blocks[i].Start, End: blocks[i].End, Path: p.pathAt(blocks[i].Start),
			Kept: isKept(r.codes[i]), Reason: r.reasons[r.reason[i]]}
		for l, name := range labels {
			d.Labels = append(d.Labels, Label{name, blocks[i].Marginals[l]})
		}
		best := labels[slices.Index(blocks[i].Marginals, slices.Max(blocks[i].Marginals))]
		d.Stages = []Stage{{Name: "Most probable label", Class: best, Changed: true}, {Name: "Decision: " + m.get("decision"), Class: blocks[i].Label, Changed: best != blocks[i].Label}}
		d.Numbers = []Number{{Name: "Probability of noise", Value: blocks[i].Marginals[other], Max: 1, Marks: victorMarks(&m)}}
		d.Features = model.heaviest(v, i)
		return d
	}
	return r, nil
}

// victorMarks returns the threshold on noise if there is a fixed one.
func victorMarks(m *Method) []Threshold {
	if m.get("decision") != "threshold" {
		return nil
	}
	return []Threshold{{"noise", toFloat(m.get("other"))}}
}

// victorCode returns the code of a block with its most probable label.
func victorCode(b *victor.Block, best string, heading bool) byte {
	kept := b.Content() && !b.Image
	switch {
	case kept && (heading || b.Label == "header"):
		return keptHeading
	case kept && best != noise:
		return keptByItself
	case kept:
		return keptByContext
	case best != noise && !b.Image:
		return droppedByContext
	}
	return droppedByItself
}

// victorReason says in words why a block has its label.
func victorReason(b *victor.Block, best string) string {
	switch {
	case b.Image:
		return "alternative text of an image, which is never in the text"
	case b.Label == best:
		return b.Label + " is the most probable label"
	case b.Content():
		return b.Label + ", since that makes the page better, though " + best + " is more probable"
	}
	return b.Label + ", since that makes the page better, though " + best + " is more probable"
}

// most is how many features of a block are told.
const most = 12

// heaviest returns the features of a block that weigh most, those first whose weights
// for content and for noise differ most.
func (m *model) heaviest(v *victorPage, i int) []Feature {
	all := m.featuresOf(v, i)
	slices.SortStableFunc(all, func(a, b Feature) int { return cmp.Compare(math.Abs(b.Pull), math.Abs(a.Pull)) })
	return all[:min(len(all), most)]
}

// pullsOf returns the features of a block that move the score of a model of trees, and
// what all blocks have in common.
func (m *model) pullsOf(v *victorPage, i int) (all []Feature) {
	other := slices.Index(m.template.Labels, noise)
	for _, pull := range m.model.Pulls(v.page, i) {
		f := Feature{Name: cmp.Or(pull.Feature, "all blocks"), Weights: make([]float64, 2), Pull: pull.Value}
		f.Weights[1-other] = pull.Value
		all = append(all, f)
	}
	return all
}

// featuresOf returns all features of a block that the model has weights for. A feature
// is there or not, so that weight times value is its weight.
func (m *model) featuresOf(v *victorPage, i int) (all []Feature) {
	if m.trees {
		return m.pullsOf(v, i)
	}
	values := make(map[int][]int32)
	valuesOf := func(i int) []int32 {
		if values[i] == nil {
			values[i] = v.page.Values(i)
		}
		return values[i]
	}
	n := len(m.template.Labels)
	other := slices.Index(m.template.Labels, noise)
	for _, row := range m.template.Rows {
		for offset := row.From; offset <= row.To; offset++ {
			name := strings.Join(row.Features, "/") + fmt.Sprintf("[%d]=%s", offset, v.value(row.Features, i, offset, valuesOf))
			number, known := m.features[name]
			if !known {
				continue
			}
			f := Feature{Name: name, Weights: make([]float64, n), Pull: math.Inf(-1)}
			for l := range f.Weights {
				f.Weights[l] = float64(m.weights[int(number)*n+l])
				if l != other {
					f.Pull = max(f.Pull, f.Weights[l])
				}
			}
			f.Pull -= f.Weights[other]
			all = append(all, f)
		}
	}
	return all
}

// maxOffset is how far a row of a template may look.
const maxOffset = 9

// value returns the value of features of the block, or of the paragraph, at an offset
// from block i, as the names of features have it.
func (v *victorPage) value(features []string, i, offset int, valuesOf func(int) []int32) string {
	unit, length := i, len(v.paragraph)
	ofParagraphs := strings.HasPrefix(features[0], "paragraph.") || strings.HasPrefix(features[0], "page.")
	if ofParagraphs {
		unit, length = int(v.paragraph[i]), len(v.paragraphs)
	}
	switch at := unit + offset; {
	case at < 0:
		return fmt.Sprintf("_B-%d", min(-at, maxOffset))
	case at >= length:
		return fmt.Sprintf("_B+%d", min(at-length+1, maxOffset))
	case ofParagraphs:
		unit = int(v.paragraphs[at])
	default:
		unit = at
	}
	parts := make([]string, len(features))
	for k, name := range features {
		parts[k] = fmt.Sprint(valuesOf(unit)[columns[name]])
	}
	return strings.Join(parts, "/")
}

// columns are the places of features in what victor.Page.Values returns.
var columns = func() map[string]int {
	numbers := make(map[string]int)
	for i, f := range victor.Features() {
		numbers[f.Name] = i
	}
	return numbers
}()

// runGold returns the page as people have labelled it.
func runGold(p *Page, s *Store, _ Method) (*result, error) {
	d := p.open()
	if d.gold != nil {
		return d.gold, nil
	}
	if p.Labelled == nil {
		return nil, fmt.Errorf("%w: nobody has labelled this page", ErrRequest)
	}
	shipped, err := s.model(shippedModel)
	if err != nil {
		return nil, err
	}
	read, err := p.Labelled(&shipped.template)
	if err != nil {
		return nil, err
	}
	x, err := victor.New(shipped.model, victor.DefaultConfig())
	if err != nil {
		return nil, err
	}
	blocks, err := x.LabelPage(read) // for their places
	if err != nil {
		return nil, err
	}
	v := newVictorPage("gold", read, blocks)
	r := &result{seg: &v.seg, codes: make([]byte, len(blocks)), labelSet: []string{"header"}}
	numbers := make(map[string]int32)
	for i := range blocks {
		label := read.Label(i)
		if label == "" {
			label = noise
		}
		blocks[i].Label = label
		r.codes[i] = victorCode(&blocks[i], label, read.Heading(i))
		r.labels = append(r.labels, label)
		r.addReason(numbers, "labelled "+label)
	}
	r.text = victor.Text(blocks)
	if p.HasGold {
		r.text = p.GoldText
	}
	r.document = func() (*page.Document, error) {
		document := victor.Document{Blocks: blocks, Labels: shipped.model.Labels()}
		return document.View(), nil
	}
	r.details = func(i int) *Details {
		return &Details{Text: []Piece{{Text: blocks[i].Text}}, Start: blocks[i].Start, End: blocks[i].End, Path: p.pathAt(blocks[i].Start),
			Kept: isKept(r.codes[i]), Reason: r.reasons[r.reason[i]], Stages: []Stage{{Name: "Label", Class: blocks[i].Label, Changed: true}}}
	}
	d.gold = r
	return r, nil
}
