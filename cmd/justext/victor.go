package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// victorMethod is -algo victor.
type victorMethod struct {
	model string
	other float64 // 0 where it was not given

	preset, include, exclude string // kinds of text

	x *victor.Extractor
}

func (*victorMethod) name() string { return "victor" }

func (m *victorMethod) define(flags *flag.FlagSet) {
	flags.StringVar(&m.model, "model", "", "")
	flags.Func("other", "", m.setOther)
	flags.StringVar(&m.preset, "preset", "", "")
	flags.StringVar(&m.include, "include", "", "")
	flags.StringVar(&m.exclude, "exclude", "", "")
}

func (m *victorMethod) setOther(value string) error {
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p > 0 && p <= 1) { // so written for NaN
		return errors.New("expected a probability above 0, such as 0.2")
	}
	m.other = p
	return nil
}

func (*victorMethod) fields() (ofPage, ofBlock []string) {
	return []string{"labels", "types"}, []string{"label", "marginals"}
}

func (m *victorMethod) inputs() map[string]string {
	return map[string]string{"the model of -model": m.model}
}

// prepare reads the model and makes the extractor.
func (m *victorMethod) prepare(o *options) error {
	model, err := readModel(m.model)
	if err != nil {
		return err
	}
	config := victor.DefaultConfig()
	if err := config.SetKinds(m.preset, m.include, m.exclude); err != nil {
		return fmt.Errorf("-preset, -include and -exclude: %w", err)
	}
	o.reading.apply(&config.Options)
	if m.other > 0 {
		config.Decision, config.MaxOther = victor.ByThreshold, m.other
	}
	m.x, err = victor.New(model, config)
	return err
}

// readModel reads the file of -model.
func readModel(name string) (*victor.Model, error) {
	if name == "" {
		return victor.DefaultModel(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("-model: %w", err)
	}
	defer file.Close()
	model, err := victor.ReadModel(file)
	if err != nil {
		return nil, fmt.Errorf("-model %s: %w", name, err)
	}
	return model, nil
}

func (m *victorMethod) cleaner() page.Cleaner { return m.x }

func (m *victorMethod) clean(ctx context.Context, r io.Reader) (result, error) {
	document, err := m.x.Document(ctx, r, "")
	return &victorResult{document}, err
}

func (m *victorMethod) decode(source []byte) []byte {
	text, _, _ := m.x.Decode(source, "") // clean has had the error
	return text
}

// victorResult is a page with its labelled blocks.
type victorResult struct{ document *victor.Document }

func (r *victorResult) view() *page.Document { return r.document.View() }

func (r *victorResult) lines() iter.Seq2[string, bool] { return linesOf(r.view().Blocks) }

func (r *victorResult) pageFields(out *record) {
	out.texts("labels", r.document.Labels)
	if out.key("types") {
		out.types(r.document.Types)
	}
}

func (r *victorResult) blockFields(out *record, block int) {
	b := &r.document.Blocks[block]
	out.text("label", b.Label)
	out.probabilities("marginals", b.Marginals) // in the order of the page's labels
}

func (*victorResult) language() string { return "" }

func (r *victorResult) tally() tally {
	for i := range r.document.Blocks {
		if b := &r.document.Blocks[i]; b.Content() && !b.Image {
			return tally{}
		}
	}
	return tally{noText: true}
}
