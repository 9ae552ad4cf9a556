package render

// layoutLists takes apart the lists in a block that only arrange blocks on the page
// (docs/structure.md, "Layout lists"), inner ones first.
func layoutLists(block *Node) {
	found := false
	for c := block.FirstChild; c != nil && !c.Kind.Inline(); c = c.NextSibling {
		if c.FirstChild != nil {
			layoutLists(c)
			found = found || c.Kind == List && c.isLayout()
		}
	}
	if found {
		block.unwrapLists()
	}
}

// unwrapLists puts the blocks of the layout lists in a block in the place of these lists.
func (n *Node) unwrapLists() {
	c := n.FirstChild
	n.FirstChild, n.LastChild = nil, nil
	for c != nil {
		next := c.NextSibling
		if c.Kind == List && c.isLayout() {
			for item := range c.Children() {
				for block := item.FirstChild; block != nil; {
					after := block.NextSibling
					n.append(block)
					block = after
				}
			}
		} else {
			n.append(c)
		}
		c = next
	}
}

// append makes a node the last child of another.
func (n *Node) append(child *Node) {
	child.Parent, child.NextSibling = n, nil
	if n.LastChild == nil {
		n.FirstChild = child
	} else {
		n.LastChild.NextSibling = child
	}
	n.LastChild = child
}

// isLayout reports whether half of the items of a list without numbers, or more, have
// headings.
func (n *Node) isLayout() bool {
	if n.Ordered {
		return false
	}
	items, headed := 0, 0
	for item := range n.Children() {
		items++
		if item.hasHeading() {
			headed++
		}
	}
	return 2*headed >= items
}

// hasHeading reports whether one of the blocks in a block is a heading.
func (n *Node) hasHeading() bool {
	for c := range n.Children() {
		if c.Kind == Heading {
			return true
		}
	}
	return false
}
