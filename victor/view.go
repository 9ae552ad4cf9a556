package victor

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed42075109/justext/internal/langtag"
	"github.com/seed42075109/justext/page"
)

// View returns the document in the form that packages justext and boilerpipe return
// too. Images are never kept, as in [Document.Text]. The text of a block is without
// control characters; a block that white space separates from the one before in its
// line begins with a space. Probability is that of the block by itself; because of
// Config.Decision, Template.Smooth and Template.Container, a block with a low Probability can be kept, and
// one with a high Probability dropped. Config.Include and Config.Exclude do that too, and
// Reason says so.
func (d *Document) View() *page.Document {
	view := &page.Document{Title: d.Title, Encoding: d.Encoding, Lang: langtag.Short(d.Lang), Text: d.Text(), Types: d.Types, Events: d.events}
	if len(d.Blocks) > 0 {
		view.Blocks = make([]page.Block, len(d.Blocks))
	}
	noise := slices.Index(d.Labels, other)
	reasons := d.reasons()
	for i := range d.Blocks {
		b := &d.Blocks[i]
		seen := page.Block{
			Text: visible(b.Text), Start: b.Start, End: b.End, Keep: b.Content() && !b.Image, NewLine: b.NewLine,
			Kind: b.place.kind, Level: b.place.level, Reason: reasons[b.Label],
		}
		if b.Space && !startsWithSpace(seen.Text) {
			seen.Text = " " + seen.Text
		}
		if noise >= 0 && noise < len(b.Marginals) {
			seen.Probability = float32(1 - b.Marginals[noise])
		}
		if b.repeated {
			seen.Reason = "repeats text that is kept before"
		}
		if why := chosenReasons[b.choice]; why != "" {
			seen.Reason = why + seen.Kind.String()
		}
		if b.Image {
			seen.Reason = "alternative text"
		}
		view.Blocks[i] = seen
	}
	return view
}

// chosenReasons begin the reasons of blocks about which the user's choice has decided.
var chosenReasons = [...]string{included: "included: ", excluded: "excluded: "}

// reasons returns, for each label, why the blocks that have it are kept or dropped.
func (d *Document) reasons() map[string]string {
	reasons := make(map[string]string, len(d.Labels))
	for _, label := range d.Labels {
		reasons[label] = "labelled " + label
	}
	if d.noContent {
		reasons[other] = "labelled " + other + ", as the whole page is: too little main content expected"
	}
	return reasons
}

func startsWithSpace(text string) bool { return strings.IndexFunc(text, unicode.IsSpace) == 0 }

// visible returns a text without control characters, C0, DEL and C1, except tab and
// line feed. Those that are white space become spaces.
func visible(text string) string {
	if strings.IndexFunc(text, isDropped) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case !isDropped(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return -1
	}, text)
}

func isDropped(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }
