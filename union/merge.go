package union

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/page"
)

// A Document is what several methods have kept of a page. The fields of page.Document
// are those of the union:
//
//   - Title, Lang and Types are those of the first method that has them.
//   - Text has the lines of the blocks that are kept, white space folded, separated by
//     blank lines.
//   - Blocks has all blocks of the first method, and those that only other methods keep,
//     in the order of the page. A block is kept if any method keeps it. A block of which
//     a method keeps only a part is divided; its parts have the byte range of the whole.
//   - Probability is the largest of the methods that keep the block, and Reason names
//     these methods.
type Document struct {
	page.Document
	Methods []string // their names, in the order in which they were given

	kept []uint64 // for each block, a bit for each method that keeps it
}

// KeptBy returns the names of the methods that keep Blocks[block], in the order of Methods.
// It is empty if none does. KeptBy knows the blocks by their numbers in the Document as it
// was returned.
func (d *Document) KeptBy(block int) (names []string) {
	for rest := d.kept[block]; rest != 0; rest &= rest - 1 {
		names = append(names, d.Methods[bits.TrailingZeros64(rest)])
	}
	return names
}

// MaxMethods is how many methods a union can have.
const MaxMethods = 64

// Merge returns the union of what several methods, whose names are given, have made of
// one page. Those beyond MaxMethods are left out. The documents are not changed. A nil
// document is that of a method that has failed: it keeps nothing.
//
// The byte ranges of all documents must refer to the same text. A block without one may
// be anywhere between the blocks before and after it that have one.
func Merge(names []string, documents []*page.Document) *Document {
	united, _ := merge(context.Background(), names, documents) // the context is never done
	return united
}

// merge is Merge, until ctx is done.
func merge(ctx context.Context, names []string, documents []*page.Document) (*Document, error) {
	n := min(len(names), len(documents), MaxMethods)
	united := &Document{Methods: names[:n:n]}
	m := merger{ctx: ctx}
	for i, d := range documents[:n] {
		if d == nil {
			continue
		}
		united.Title, united.Lang = cmp.Or(united.Title, d.Title), cmp.Or(united.Lang, d.Lang)
		if !united.Types.Known() {
			united.Types = d.Types
		}
		if united.Events == nil {
			united.Events = d.Events
		}
		if united.Encoding == (page.Encoding{}) {
			united.Encoding = d.Encoding
		}
		if m.all == nil {
			m.all = itemsOf(d.Blocks, 1<<i)
		} else {
			m.merge(itemsOf(d.Blocks, 1<<i), 1<<i)
		}
		if err := ctx.Err(); err != nil {
			return united, fmt.Errorf("stopped while merging: %w", err)
		}
	}
	united.take(m.all)
	return united, nil
}

// take makes the items the blocks of the document.
func (d *Document) take(items []item) {
	if len(items) == 0 {
		return
	}
	d.Blocks, d.kept = make([]page.Block, len(items)), make([]uint64, len(items))
	reasons, size := make(map[uint64]string), 0
	for i := range items {
		b, mask := items[i].Block, items[i].kept
		d.kept[i] = mask
		if reasons[mask] == "" {
			reasons[mask] = "kept by " + cmp.Or(strings.Join(d.KeptBy(i), ", "), "no method")
		}
		b.Keep, b.Reason = mask != 0, reasons[mask]
		if d.Blocks[i] = b; b.Keep {
			size += len(b.Text) + len("\n\n")
		}
	}
	var text strings.Builder
	text.Grow(size)
	for line := range page.Lines(d.Blocks) {
		if text.Len() > 0 {
			text.WriteString("\n\n")
		}
		text.WriteString(line)
	}
	d.Text = text.String()
}

// An item is a block of a union in the making.
type item struct {
	page.Block
	kept     uint64 // a bit for each method that keeps it
	from, to int32  // where in the page it may be; not empty
	soonest  int32  // the least from of this item and those after it
}

// itemsOf returns the blocks of a method. Those that it keeps have its bit.
func itemsOf(blocks []page.Block, bit uint64) []item {
	items := make([]item, len(blocks))
	for i := range blocks {
		items[i].Block = blocks[i]
		if blocks[i].Keep {
			items[i].kept = bit
		}
	}
	place(items)
	return items
}

// place says where in the page each item may be: one without a byte range between those
// before and after it that have one.
func place(items []item) {
	end := int32(0)
	for i := range items {
		if b := &items[i]; b.End > b.Start {
			b.from, b.to = b.Start, b.End
			end = max(end, b.End)
		} else {
			b.from = min(end, math.MaxInt32-1)
		}
	}
	next := int32(math.MaxInt32)
	for i := len(items) - 1; i >= 0; i-- {
		b := &items[i]
		if b.to == 0 {
			b.to = max(next, b.from+1)
		}
		next = min(next, b.from)
	}
}

// A merger adds the blocks of one method after the other to a union.
type merger struct {
	ctx     context.Context
	stopped bool // ctx is done

	all  []item // of the union, in the order of the page
	out  []item // of the union that is being made
	a, b side   // scratch memory

	// Words of another method come before the next block: it begins a line, or is kept
	// apart from them.
	breaks, apart bool
}

// checkEvery is after how many stretches of the page a merger looks at its context.
const checkEvery = 1024

// merge adds the blocks of another method, unless the context is done before. The blocks
// of both are taken together as far as their places overlap.
func (m *merger) merge(more []item, bit uint64) {
	m.out = make([]item, 0, len(m.all)+len(more)/8)
	lookAhead(m.all)
	lookAhead(more)
	stretch := 0
	for i, j := 0, 0; i < len(m.all) || j < len(more); {
		firstA, firstB := i, j
		var end int32
		if j == len(more) || i < len(m.all) && m.all[i].soonest <= more[j].soonest {
			end = m.all[i].to
		} else {
			end = more[j].to
		}
		for grown := true; grown; {
			grown = extend(m.all, &i, &end) || extend(more, &j, &end)
		}
		if stretch++; stretch%checkEvery == 0 {
			m.stopped = m.ctx.Err() != nil
		}
		if m.stopped {
			return // and the caller sees why
		}
		m.overlap(m.all[firstA:i], more[firstB:j], bit)
	}
	m.all = m.out
	m.breaks, m.apart = false, false
}

// lookAhead says how soon there is an item, since a few are not in the order of their
// places.
func lookAhead(items []item) {
	soonest := int32(math.MaxInt32)
	for i := len(items) - 1; i >= 0; i-- {
		soonest = min(soonest, items[i].from)
		items[i].soonest = soonest
	}
}

// extend takes the items that begin before end, which may move it, and those between
// them.
func extend(items []item, next *int, end *int32) (taken bool) {
	for *next < len(items) && items[*next].soonest < *end {
		*end = max(*end, items[*next].to)
		*next++
		taken = true
	}
	return taken
}

// overlap adds blocks that share a stretch of the page: a of the union, b of the method.
func (m *merger) overlap(a, b []item, bit uint64) {
	keeps := false
	for i := range b {
		keeps = keeps || b[i].kept != 0
	}
	switch {
	case !keeps:
		for i := range a {
			m.add(a[i])
		}
	case len(a) == 1 && len(b) == 1 && strings.TrimSpace(a[0].Text) == strings.TrimSpace(b[0].Text):
		both := a[0]
		both.mark(bit, b[0].Probability)
		m.add(both)
	default:
		m.a.read(a)
		m.b.read(b)
		m.weave(bit)
	}
}

// add adds a block to the union.
func (m *merger) add(b item) {
	b.NewLine = b.NewLine || m.breaks
	if m.apart && !b.NewLine && !startsWithSpace(b.Text) {
		b.Text = " " + b.Text
	}
	m.breaks, m.apart = false, false
	m.out = append(m.out, b)
}

func startsWithSpace(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsSpace(r)
}

// mark marks the item as kept with a probability.
func (b *item) mark(bit uint64, probability float32) {
	if b.kept == 0 || probability > b.Probability {
		b.Probability = probability
	}
	b.kept |= bit
}
