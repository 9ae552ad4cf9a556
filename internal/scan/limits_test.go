package scan

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
)

// TestMaxElementsCloses: the page ends before the start tag that is one too many, what
// is open is closed, and the error says where.
func TestMaxElementsCloses(t *testing.T) {
	for _, dialect := range []Dialect{HTML, Libxml2} {
		s := Scanner{MaxElements: 3}
		s.Reset([]byte("<div>a"+strings.Repeat("<b>x", 9)), dialect)
		text, open := "", 0
		for s.Next() {
			switch s.Kind {
			case Text:
				text += string(s.Text)
			case StartTag:
				open++
			case EndTag:
				open--
			}
		}
		var limit *page.LimitError
		if !errors.As(s.Err(), &limit) || *limit != (page.LimitError{Limit: "MaxElements", Value: 3, Offset: 14}) {
			t.Errorf("dialect %d: error %v", dialect, s.Err())
		}
		if text != "axx" || open != 0 {
			t.Errorf("dialect %d: text %q, %d elements stay open", dialect, text, open)
		}
	}
}
