package victor

import "github.com/seed42075109/justext/internal/scan"

// noNode is the parent of the root.
const noNode = -1

// A node is an element that the features of the tree look at.
type node struct {
	parent int32
	tag    scan.Tag
}

type paragraphKind uint8

func (p *page) openNode(e *openElement, tag scan.Tag) {
	p.nodes = append(p.nodes, node{parent: e.node, tag: tag})
	e.node = int32(len(p.nodes) - 1)
}
