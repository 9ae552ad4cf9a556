package justext

import (
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// View returns the document as all methods of this module give it: a block for
// each paragraph, kept if it is good.
func (d *Document) View() *page.Document {
	view := &page.Document{Title: d.Title, Encoding: d.Encoding, Lang: d.Lang, Text: d.Text()}
	if len(d.Paragraphs) > 0 {
		view.Blocks = make([]page.Block, len(d.Paragraphs))
	}
	seen := kindOfNode{node: noNode}
	for i := range d.Paragraphs {
		p := &d.Paragraphs[i]
		b := &view.Blocks[i]
		*b = page.Block{Text: p.Text, Start: p.Start, End: p.End, NewLine: true, Reason: p.Reason.String()}
		if p.Class == Good {
			b.Keep, b.Probability = true, 1
		}
		if seen.node != p.node || i == 0 {
			seen = p.kind()
		}
		b.Kind, b.Level = seen.kind, seen.level
	}
	return view
}

// kindOfNode is the kind of the blocks that begin in an element.
type kindOfNode struct {
	node  int32
	kind  page.Kind
	level uint8 // of a heading
}

// kinds are the elements that give a block its kind. That of the innermost one
// counts, except that everything in a heading is a heading.
var kinds = map[tags.Tag]page.Kind{
	tags.Img: page.Image,
	tags.Li:  page.List, tags.Dd: page.List, tags.Dt: page.List,
	tags.Td: page.Table, tags.Th: page.Table,
	tags.Caption: page.Caption, tags.Figcaption: page.Caption,
	tags.Pre: page.Code, tags.Blockquote: page.Quote,
	tags.Select: page.Form, tags.Option: page.Form, tags.Button: page.Form, tags.Textarea: page.Form,
}

// kind looks for the elements around a paragraph that give it its kind.
func (p *Paragraph) kind() (found kindOfNode) {
	found.node = p.node
	for at := p.node; p.data != nil && at != noNode; {
		n := p.data.node(at)
		if tags.H1 <= n.tag && n.tag <= tags.H6 && found.kind != page.Image {
			found.kind, found.level = page.Heading, uint8(n.tag-tags.H1)+1
			return found
		}
		if kind, ok := kinds[n.tag]; ok && found.kind == page.Text {
			found.kind = kind
		}
		at = n.parent
	}
	return found
}
