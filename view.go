package justext

import (
	"github.com/seed42075109/justext/internal/scan"
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
var kinds = map[scan.Tag]page.Kind{
	scan.Img: page.Image,
	scan.Li:  page.List, scan.Dd: page.List, scan.Dt: page.List,
	scan.Td: page.Table, scan.Th: page.Table,
	scan.Caption: page.Caption, scan.Figcaption: page.Caption,
	scan.Pre: page.Code, scan.Blockquote: page.Quote,
	scan.Select: page.Form, scan.Option: page.Form, scan.Button: page.Form, scan.Textarea: page.Form,
}

// kind looks for the elements around a paragraph that give it its kind.
func (p *Paragraph) kind() (found kindOfNode) {
	found.node = p.node
	for at := p.node; p.data != nil && at != noNode; {
		n := p.data.node(at)
		if scan.H1 <= n.tag && n.tag <= scan.H6 && found.kind != page.Image {
			found.kind, found.level = page.Heading, uint8(n.tag-scan.H1)+1
			return found
		}
		if kind, ok := kinds[n.tag]; ok && found.kind == page.Text {
			found.kind = kind
		}
		at = n.parent
	}
	return found
}
