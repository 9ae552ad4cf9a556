package scan

import (
	"bytes"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// A Shape is what must be known of a whole page to say which element lxml
// takes for the root of its tree (docs/justext.md, "Root element").
type Shape struct {
	Document bool // the page begins with "<html" or "<!doctype"
	Head     bool // the html element has a head
	Body     bool // it has a body
	Children int  // elements and comments in the body, not deeper
	Text     bool // text in the body, not deeper
	Blocks   bool // the body has an element that lxml counts as a block
	Silent   bool // the body's last child is one whose tags the Cleaner removes

	image bool // an element image has been renamed
}

// Shape returns the shape of the page read so far, in the dialect Libxml2.
func (s *Scanner) Shape() Shape { return s.shape }

// startsDocument reports whether lxml takes a page for a whole document.
func startsDocument(src []byte) bool {
	src = bytes.TrimSpace(src)
	return ascii.HasPrefixFold(src, "<html") || ascii.HasPrefixFold(src, "<!doctype")
}

// noteChild notes a new child of an open element; a comment has no name. What
// follows "</html>" stands in an html within the first one, and is none of it.
func (s *Scanner) noteChild(parent element, name, elem tags.Tag) {
	if len(s.roots) > 0 {
		return
	}
	switch {
	case parent.name == tags.HTML:
		s.shape.Head = s.shape.Head || name == tags.Head
		s.shape.Body = s.shape.Body || name == tags.Body
	case parent.name == tags.Body:
		s.shape.Children++
		s.shape.Silent = xmlUnwrapped.Has(elem)
		fallthrough
	case s.isOpen(tags.Body):
		s.shape.Blocks = s.shape.Blocks || xmlBlocks.Has(elem)
	}
}

// noteText notes text in an open element.
func (s *Scanner) noteText(parent element, text []byte) {
	if parent.name == tags.Body && len(s.roots) == 0 && len(bytes.TrimSpace(text)) > 0 {
		s.shape.Text = true
	}
}
