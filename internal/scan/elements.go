package scan

import (
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/tags"
)

// Elements keeps the open elements of a page as a Scanner does in the dialect HTML, for a
// reader that has a scanner of its own. Nothing is dropped. The zero value is ready for Reset.
type Elements struct{ scanner Scanner }

// Reset begins a page in which at most maxDepth elements are open at once.
func (e *Elements) Reset(maxDepth int) {
	e.scanner.MaxDepth = maxDepth
	e.scanner.Reset(nil, HTML)
	e.scanner.dropsNothing = true
}

// Start applies the rules for a start tag. It returns the events that
// the tag makes; they are valid until the next call.
func (e *Elements) Start(tag tags.Tag) []Event {
	e.begin()
	e.scanner.startTag(tag, tag, span{}, markup.Closed)
	return e.scanner.queue
}

// End applies the rules for an end tag. It returns the events that the
// tag makes; they are valid until the next call.
func (e *Elements) End(tag tags.Tag) []Event {
	e.begin()
	e.scanner.endTag(tag, span{})
	return e.scanner.queue
}

// Text applies the rules for text that is not white space.
func (e *Elements) Text() {
	e.begin()
	e.scanner.textBegins(0)
}

// begin begins a tag or a text, of which all events go to the queue.
func (e *Elements) begin() { e.scanner.found, e.scanner.queue = true, e.scanner.queue[:0] }

// Size returns about how many bytes of memory the Elements hold for further pages.
func (e *Elements) Size() int { return e.scanner.Size() }
