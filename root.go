package justext

import "github.com/seed42075109/justext/internal/tags"

// chooseRoot makes the paths begin where Python jusText's do: at the element
// that lxml takes for the root of the page (reference, section 1, item 3).
// Only pages that do not begin with "<html" or "<!doctype" are concerned. What
// stands outside of the root is lost.
func (s *segmenter) chooseRoot() {
	shape := s.scanner.Shape()
	body := s.bodyNode()
	switch {
	case !shape.Body || shape.Document || shape.Head:
		return // the root is html
	case shape.Children == 1 && !shape.Text && !shape.Silent:
		s.keepInBody(body, 0)
		for i := range s.nodes { // the root is the body's only child
			if s.nodes[i].parent == body {
				s.nodes[i].parent = noNode
			}
		}
	case shape.Blocks || shape.Silent && shape.Children == 1 && !shape.Text:
		s.keepInBody(noNode, 0)
		s.renameBody(body, tags.Div)
	default:
		s.keepInBody(body, 1) // a span separates nothing: it is one more tag
		s.renameBody(body, tags.Span)
	}
}

// bodyNode returns the node of the first body in html, or noNode.
func (s *segmenter) bodyNode() int32 {
	for i := range s.nodes {
		if s.isBody(int32(i)) {
			return int32(i)
		}
	}
	return noNode
}

// isBody reports whether a node is a body in html.
func (s *segmenter) isBody(node int32) bool {
	n := s.nodes[node]
	return n.tag == tags.Body && n.parent != noNode && s.nodes[n.parent].parent == noNode
}

func (s *segmenter) renameBody(body int32, tag tags.Tag) {
	if body != noNode {
		s.nodes[body] = pathNode{parent: noNode, ordinal: 1, tag: tag}
	}
}

// keepInBody drops the paragraphs that begin outside of a body. Those that
// begin right in the node outer begin outside of every element then, and have
// tags more.
func (s *segmenter) keepInBody(outer, tags int32) {
	kept, cuts := 0, s.textNodes
	s.textNodes = s.textNodes[:0]
	for i, p := range s.paragraphs {
		in := s.inBody(p.node)
		for ; len(cuts) > 0 && cuts[0].paragraph == i; cuts = cuts[1:] {
			if in {
				s.textNodes = append(s.textNodes, textNode{kept, cuts[0].start, cuts[0].end})
			}
		}
		if !in {
			continue
		}
		if p.node == outer {
			p.node = noNode
			p.Tags += tags
		}
		s.paragraphs[kept], s.texts[kept] = p, s.texts[i]
		kept++
	}
	s.paragraphs, s.texts = s.paragraphs[:kept], s.texts[:kept]
}

func (s *segmenter) inBody(node int32) bool {
	for node != noNode && !s.isBody(node) {
		node = s.nodes[node].parent
	}
	return node != noNode
}
