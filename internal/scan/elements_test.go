package scan

import (
	"bytes"
	"slices"
	"testing"

	pages "github.com/seed42075109/justext/internal/hostile"
)

// TestElements compares the tags that Elements make of the tags of random pages with those
// of a Scanner.
func TestElements(t *testing.T) {
	var e Elements
	for seed := range 1000 {
		page := pages.Soup(uint64(seed))
		var s, names Scanner
		s.Reset(page, HTML)
		s.dropsNothing = true
		names.Reset(page, HTML)
		var want, got []Event
		for s.Next() {
			if s.Kind != Text && s.Start < len(page) {
				want = append(want, Event{Kind: s.Kind, Tag: s.Tag})
			}
		}
		e.Reset(0)
		for names.pos < len(page) { // the same tags, each by itself
			before, at := len(got), names.pos
			names.step()
			end := bytes.LastIndex(page[at:names.pos], []byte("</")) // after the text of a script, say
			switch {
			case end >= 0:
				name, _, _ := names.tagName(at + end + 2)
				got = append(got, e.End(name)...)
			case page[at] == '<' && page[at+1] != '!':
				name, _, _ := names.tagName(at + 1)
				got = append(got, e.Start(name)...)
			case page[at] != '<':
				e.Text()
				got = append(got, e.scanner.queue...)
			}
			for i := range got[before:] {
				got[before+i] = Event{Kind: got[before+i].Kind, Tag: got[before+i].Tag}
			}
		}
		if !slices.EqualFunc(got, want, func(a, b Event) bool { return a.Kind == b.Kind && a.Tag == b.Tag }) {
			t.Fatalf("%s:\n got %v\nwant %v", page, got, want)
		}
	}
}
