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
		if n := &p.nodes[i]; n.tag != tags.None || n.flags&kept == 0 {
			continue
		}
		heading := max(p.ancestor(int32(i), tags.H1), p.ancestor(int32(i), tags.H2))
		if heading == none {
			continue
		}
		if p.isTitle(heading, title) {
			p.dropAll(heading)
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
