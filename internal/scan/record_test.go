package scan

import (
	"bytes"
	"slices"
	"testing"

	"github.com/seed42075109/justext/page"
)

// TestRecord: Events has the events that Next found, and ReadEvents reads the same ones.
func TestRecord(t *testing.T) {
	for _, src := range snippets {
		s := Scanner{Record: true}
		s.Reset([]byte(src), HTML)
		var want []page.Event
		for s.Next() {
			want = append(want, s.Event.short())
		}
		if got := s.Events(); !slices.Equal(got, want) {
			t.Errorf("%q: recorded %v, want %v", src, got, want)
		}
		s.Reset([]byte(src), HTML)
		var read []page.Event
		for some := make([]page.Event, 0, 3); ; {
			next := s.ReadEvents(some)
			if read = append(read, next...); len(next) == 0 {
				break
			}
		}
		if !slices.Equal(read, want) {
			t.Errorf("%q: read %v, want %v", src, read, want)
		}
	}
}

// TestRecordAll: events are those of the whole page, or there are none.
func TestRecordAll(t *testing.T) {
	for _, test := range []struct {
		name    string
		scanner Scanner
		src     []byte
		steps   int // calls of Next
		want    int // events
	}{
		{"whole page", Scanner{Record: true}, []byte("<p>a"), 99, 7},
		{"no page", Scanner{Record: true}, nil, 99, 0},
		{"not asked for", Scanner{}, []byte("<p>a"), 99, 0},
		{"not read to its end", Scanner{Record: true}, []byte("<p>a"), 6, 0},
		{"not read to the end of its bytes", Scanner{Record: true}, []byte("<p>a"), 3, 0},
		{"a limit was met", Scanner{Record: true, MaxElements: 2}, []byte("<p>a<p>b<p>c"), 99, 0},
		{"as many as are recorded", Scanner{Record: true}, bytes.Repeat([]byte("<br>"), maxRecorded/2-2), 1 << 20, maxRecorded},
		{"too many", Scanner{Record: true}, bytes.Repeat([]byte("<br>"), maxRecorded/2-1), 1 << 20, 0},
	} {
		s := test.scanner
		s.Reset(test.src, HTML)
		for range test.steps {
			if !s.Next() {
				break
			}
		}
		if got := len(s.Events()); got != test.want {
			t.Errorf("%s: %d events, want %d", test.name, got, test.want)
		}
		if limit := s.Size(); limit > 8<<20 {
			t.Errorf("%s: the scanner holds %d bytes", test.name, limit)
		}
	}
}
