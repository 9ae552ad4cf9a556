package render

import "github.com/seed42075109/justext/internal/tags"

// omit leaves out the tables and the comments of readers that the options do not
// want (docs/structure.md, "What can be left out").
func (p *rawPage) omit(options Options) {
	if !options.OmitTables && !options.OmitComments {
		return
	}
	for i := p.nodes[0].first; i != none; {
		isTable := options.OmitTables && p.nodes[i].tag == tags.Table && p.isData(i)
		if !isTable && !(options.OmitComments && p.isComments(i)) {
			i = p.nextIn(i)
			continue
		}
		for inner := range p.inside(i) {
			p.nodes[inner].flags &^= kept
		}
		i = p.after(i)
	}
}
