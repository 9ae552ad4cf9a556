package scan

import (
	"slices"

	"github.com/seed42075109/justext/page"
)

// maxRecorded is how many events of a page can be recorded. They take 3 MiB.
const maxRecorded = 1 << 18

// Events returns the events of the page, if it has been read to its end, all of them have
// been recorded and no limit was met. Otherwise it returns nil.
func (s *Scanner) Events() []page.Event {
	if !s.Record || s.err != nil || s.pos < len(s.src) || len(s.open)+len(s.roots) > 0 || s.head < len(s.queue) {
		return nil
	}
	return slices.Clone(s.recorded)
}

// ReadEvents appends the next events of the page, as many as there is room for in events.
func (s *Scanner) ReadEvents(events []page.Event) []page.Event {
	for len(events) < cap(events) && s.Next() {
		events = append(events, s.Event.short())
	}
	return events
}

// short returns the event in the form of package page.
func (e Event) short() page.Event {
	tag := int32(e.Tag)
	if e.Kind == EndTag {
		tag = -tag
	}
	return page.Event{Start: int32(e.Start), End: int32(e.End), Tag: tag}
}
