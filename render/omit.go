package render

import "github.com/seed42075109/justext/internal/tags"

// omit leaves out the title, the tables and the comments of readers that the options
// do not want (docs/structure.md, "What can be left out").
func (p *rawPage) omit(options Options, title string) {
	if options.OmitTitle {
		p.omitTitle(title)
	}
	if !options.OmitTables && !options.OmitComments {
		return
	}
	for i := p.nodes[0].first; i != none; {
		isTable := options.OmitTables && p.nodes[i].tag == tags.Table && p.isData(i)
		if !isTable && !(options.OmitComments && p.isComments(i)) {
			i = p.nextIn(i)
			continue
		}
		p.dropAll(i)
		i = p.after(i)
	}
}

// omitTitle leaves out the first kept heading of level 1 or 2 if it is the title of the
// page.
func (p *rawPage) omitTitle(title string) {
	for i := range p.nodes {
		if tag := p.nodes[i].tag; tag != tags.H1 && tag != tags.H2 || !p.holdsText(int32(i)) {
			continue
		}
		if p.sums[i].all < longHeading && p.isTitle(int32(i), title) {
			p.dropAll(int32(i))
		}
		return
	}
}

// dropAll leaves out all that is in an element.
func (p *rawPage) dropAll(at int32) {
	for i := range p.inside(at) {
		p.nodes[i].flags &^= kept
	}
}
