package boilerpipe

import (
	"context"
	"strings"

	"github.com/seed42075109/justext/internal/langtag"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/page"
)

// View returns the document in the form that packages justext and victor return too,
// with a block for each block that the filters have left. Extractor.Clean returns all
// blocks of the page.
func (d *TextDocument) View() *page.Document {
	view := d.frame()
	view.Text = d.viewText()
	if len(d.Blocks) > 0 {
		view.Blocks = make([]page.Block, len(d.Blocks))
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		view.Blocks[i] = b.view(before(d.Blocks, i))
		mark(&view.Blocks[i], b.Content, b.reason)
	}
	return view
}

// frame returns a view of the document without its text.
func (d *TextDocument) frame() *page.Document {
	return &page.Document{Title: space.Fold(d.Title), Encoding: d.Encoding, Lang: langtag.Short(d.Lang)}
}

// viewText returns the text of the content as the views of all methods have it:
// without a line feed at its end.
func (d *TextDocument) viewText() string { return strings.TrimSuffix(d.Text(), "\n") }

// before returns the block before the one at i, or nil.
func before(blocks []TextBlock, i int) *TextBlock {
	if i == 0 {
		return nil
	}
	return &blocks[i-1]
}

// view returns the block after prev without the decision about it. If it goes on in
// the line of prev, its text begins with the space between the two, if there is one.
func (b *TextBlock) view(prev *TextBlock) page.Block {
	seen := page.Block{Text: b.Text, Start: b.Start, End: b.End, Kind: b.place.kind, Level: b.place.level}
	switch separator(prev, b) {
	case " ":
		seen.Text = " " + b.Text
	case "\n":
		seen.NewLine = true
	}
	return seen
}

// mark enters a decision.
func mark(b *page.Block, content bool, why reason) {
	b.Keep, b.Probability = content, 0
	if content {
		b.Probability = 1
	}
	b.Reason = why.text(content)
}

// A follower follows the blocks of a page through the filters.
type follower struct {
	blocks []page.Block
	now    []follow // what has become of each block
}

// A follow says whether a block is still part of the document, and of which mark.
type follow struct {
	present, content bool
	reason           reason
}

func newFollower(d *TextDocument) *follower {
	f := &follower{blocks: make([]page.Block, len(d.Blocks)), now: make([]follow, len(d.Blocks))}
	for i := range d.Blocks {
		f.blocks[i] = d.Blocks[i].view(before(d.Blocks, i))
		mark(&f.blocks[i], false, undecided)
	}
	return f
}

// look enters what a filter has decided. A block that it leaves as it was keeps the
// reason of the decision before.
func (f *follower) look(d *TextDocument) {
	clear(f.now)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		for _, p := range b.parts {
			f.now[p.number] = follow{true, b.Content, b.reason}
		}
	}
	for i := range f.blocks {
		b, now := &f.blocks[i], f.now[i]
		if b.Keep != now.content || now.present && b.Reason == reasons[undecided] {
			mark(b, now.content, now.reason)
		}
	}
}

// clean applies the filters and returns all blocks of the page, kept as the filters
// decide.
func (x *Extractor) clean(ctx context.Context, d *TextDocument) (*page.Document, error) {
	f := newFollower(d)
	err := x.filter(ctx, d, f.look)
	view := d.frame()
	if err == nil {
		view.Text, view.Blocks = d.viewText(), f.blocks
	}
	return view, err
}
