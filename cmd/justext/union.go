package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/union"
)

// unionMethod is -algo with several methods: what any of them keeps.
type unionMethod struct {
	parts []method
	x     *union.Extractor
}

// withPlus joins the names of methods.
const withPlus = "+"

func (m *unionMethod) name() string {
	names := make([]string, len(m.parts))
	for i, part := range m.parts {
		names[i] = part.name()
	}
	return strings.Join(names, withPlus)
}

// uses reports whether a method is the one of that name, or has it as a part.
func uses(m method, name string) bool {
	return slices.Contains(strings.Split(m.name(), withPlus), name)
}

// define has nothing to define: the methods that are parts define their flags.
func (*unionMethod) define(*flag.FlagSet) {}

func (*unionMethod) fields() (ofPage, ofBlock []string) { return nil, []string{"kept_by"} }

func (m *unionMethod) inputs() map[string]string {
	all := make(map[string]string)
	for _, part := range m.parts {
		maps.Copy(all, part.inputs())
	}
	return all
}

// prepare gets the methods ready. They are given pages in UTF-8, so that what the flags
// say of encodings is for the union alone.
func (m *unionMethod) prepare(o *options) error {
	ofParts := *o
	ofParts.reading.encoding, ofParts.reading.force, ofParts.reading.invalidBytes = "", false, page.ReplaceInvalid
	methods := make([]union.Method, len(m.parts))
	for i, part := range m.parts {
		if err := part.prepare(&ofParts); err != nil {
			return err
		}
		methods[i] = union.Method{Name: part.name(), Cleaner: part.cleaner()}
	}
	options := page.DefaultOptions()
	o.reading.apply(&options)
	var err error
	m.x, err = union.New(options, methods...)
	return err
}

func (m *unionMethod) cleaner() page.Cleaner { return m.x }

func (m *unionMethod) clean(ctx context.Context, r io.Reader) (result, error) {
	document, err := m.x.Document(ctx, r, "")
	return &unionResult{document}, err
}

func (m *unionMethod) decode(source []byte) []byte {
	text, _, _ := m.x.Decode(source, "") // clean has had the error
	return text
}

// unionResult is a page as several methods have kept it.
type unionResult struct{ document *union.Document }

func (r *unionResult) view() *page.Document { return &r.document.Document }

func (r *unionResult) lines() iter.Seq2[string, bool] { return linesOf(r.document.Blocks) }

// linesOf returns the lines of the blocks that are kept, and whether each is a heading.
func linesOf(blocks []page.Block) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for line, b := range page.Lines(blocks) {
			if !yield(line, b.Kind == page.Heading || b.Kind == page.Headline) {
				return
			}
		}
	}
}

func (*unionResult) pageFields(*record) {}

func (r *unionResult) blockFields(out *record, block int) {
	out.texts("kept_by", r.document.KeptBy(block))
}

func (*unionResult) language() string { return "" }

func (r *unionResult) tally() tally {
	isKept := func(b page.Block) bool { return b.Keep }
	return tally{noText: !slices.ContainsFunc(r.document.Blocks, isKept)}
}

// setMethods reads a value of -algo: the name of a method, or several with commas.
func (o *options) setMethods(value string) error {
	var parts []method
	for name := range strings.SplitSeq(value, ",") {
		i := slices.IndexFunc(o.methods, func(m method) bool { return m.name() == name })
		if i < 0 {
			return o.oneOfMethods()
		}
		if slices.Contains(parts, o.methods[i]) {
			return fmt.Errorf("%s is there twice", name)
		}
		parts = append(parts, o.methods[i])
	}
	if o.method = parts[0]; len(parts) > 1 {
		o.method = &unionMethod{parts: parts}
	}
	return nil
}
