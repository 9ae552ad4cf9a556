package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/page"
)

const jsonl = "jsonl"

// The fields that a page and a block have whatever the method, in their order.
// A page has "file" and, if it failed, "error" as well.
var (
	pageFields  = []string{"algo", "title", "lang", "encoding", "text", "metadata", "blocks"}
	blockFields = []string{"keep", "kind", "text", "new_line", "start", "end", "level"}
)

// A fieldSet says which fields are written; nil stands for all.
type fieldSet struct{ page, block map[string]bool }

// parseFields reads the value of -fields.
func (o *options) parseFields() error {
	if o.fieldList == "" {
		return nil
	}
	if o.format.name != jsonl {
		return errors.New("-fields works only with -format jsonl")
	}
	known := []string{"file"}
	ofPage, ofBlock := o.method.fields()
	known = append(append(known, pageFields...), ofPage...)
	for _, name := range slices.Concat(blockFields, ofBlock) {
		known = append(known, "blocks."+name)
	}
	o.fields = fieldSet{page: make(map[string]bool), block: make(map[string]bool)}
	wholeBlocks := false
	for name := range strings.SplitSeq(o.fieldList, ",") {
		if !slices.Contains(known, name) {
			return fmt.Errorf("-fields %q: %w", name, oneOf(known))
		}
		ofBlock, isOfBlock := strings.CutPrefix(name, "blocks.")
		if isOfBlock {
			o.fields.block[ofBlock], name = true, "blocks"
		}
		o.fields.page[name] = true
		wholeBlocks = wholeBlocks || name == "blocks" && !isOfBlock
	}
	if wholeBlocks {
		o.fields.block = nil
	}
	return nil
}

// A record writes a JSON object, of which it leaves out the fields that are not
// wanted.
type record struct {
	w      *pageWriter
	wanted map[string]bool // nil for all
	begun  bool
}

func (r *record) wants(name string) bool { return r.wanted == nil || r.wanted[name] }

// key begins a field and reports whether it is wanted.
func (r *record) key(name string) bool {
	if !r.wants(name) {
		return false
	}
	r.always(name)
	return true
}

// always begins a field, wanted or not.
func (r *record) always(name string) {
	separator := `,"`
	if !r.begun {
		r.begun, separator = true, `{"`
	}
	r.w.raw(separator)
	r.w.raw(name)
	r.w.raw(`":`)
}

func (r *record) end() {
	if !r.begun {
		r.w.raw("{")
	}
	r.w.raw("}")
}

func (r *record) text(name, value string) {
	if r.key(name) {
		r.w.quoted(value)
	}
}

func (r *record) boolean(name string, value bool) {
	if r.key(name) {
		r.w.raw(strconv.FormatBool(value))
	}
}

func (r *record) integer(name string, value int32) {
	if r.key(name) {
		r.w.raw(strconv.Itoa(int(value)))
	}
}

// number writes a finite number that has the given number of bits.
func (r *record) number(name string, value float64, bits int) {
	if r.key(name) {
		r.w.raw(strconv.FormatFloat(value, 'f', -1, bits))
	}
}

func (r *record) texts(name string, values []string) {
	if r.key(name) {
		list(r.w, len(values), func(i int) { r.w.quoted(values[i]) })
	}
}

// probability writes a number with six decimals.
func (r *record) probability(name string, value float64) {
	if r.key(name) {
		r.w.raw(sixDecimals(value))
	}
}

// probabilities writes numbers with six decimals.
func (r *record) probabilities(name string, values []float64) {
	if r.key(name) {
		list(r.w, len(values), func(i int) { r.w.raw(sixDecimals(values[i])) })
	}
}

// types writes the probabilities of types as an object, which is empty if nothing is known.
func (r *record) types(types page.Types) {
	inner := &record{w: r.w}
	if types.Known() {
		for t, p := range types {
			inner.probability(page.Type(t).String(), float64(p))
		}
	}
	inner.end()
}

func sixDecimals(value float64) string {
	return strconv.FormatFloat(math.Round(value*1e6)/1e6, 'f', -1, 64)
}

// list writes an array of n elements.
func list(w *pageWriter, n int, element func(i int)) {
	w.raw("[")
	for i := range n {
		if i > 0 {
			w.raw(",")
		}
		element(i)
	}
	w.raw("]")
}

// writeJSON writes a page as a line of JSON, piece by piece.
func writeJSON(w *pageWriter, p *cleanPage) {
	r := &record{w: w, wanted: p.fields.page}
	r.always("file")
	w.quoted(p.name)
	if p.result != nil {
		writePage(r, p)
	}
	r.finish(p.err)
}

// finish ends a line, with the error of the page.
func (r *record) finish(err error) {
	if err != nil {
		r.always("error")
		r.w.quoted(problem(err))
	}
	r.end()
	r.w.raw("\n")
}

// writePage writes what is known of a page, unless it failed without a block.
func writePage(r *record, p *cleanPage) {
	view := p.result.view()
	if p.err != nil && len(view.Blocks) == 0 {
		return
	}
	r.text("algo", p.method.name())
	r.text("title", view.Title)
	r.text("lang", view.Lang)
	r.text("encoding", view.Encoding.Name)
	r.text("text", view.Text)
	view.Text = "" // it need not be in memory with the blocks
	if r.key("metadata") {
		found := &record{w: r.w}
		found.metadata(p.metadata())
		found.end()
	}
	if r.key("blocks") {
		list(r.w, len(view.Blocks), func(i int) {
			b := &view.Blocks[i]
			block := &record{w: r.w, wanted: p.fields.block}
			block.boolean("keep", b.Keep)
			block.text("kind", b.Kind.String())
			block.text("text", b.Text)
			block.boolean("new_line", b.NewLine)
			block.integer("start", b.Start)
			block.integer("end", b.End)
			if b.Level > 0 {
				block.integer("level", int32(b.Level))
			}
			p.result.blockFields(block, i)
			block.end()
		})
	}
	p.result.pageFields(r)
}
