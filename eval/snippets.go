package eval

import (
	"strings"

	"github.com/seed42075109/justext/internal/space"
)

// Snippets counts pieces of text that should be in a page's text and such that
// should not, as trafilatura's evaluation does. White space does not matter.
type Snippets struct{ Found, Missed, Wrong, Avoided int }

// CountSnippets looks for snippets in a text: with should be there, without
// should not.
func CountSnippets(text string, with, without []string) (s Snippets) {
	text = space.Fold(text)
	for _, snippet := range with {
		if strings.Contains(text, space.Fold(snippet)) {
			s.Found++
		} else {
			s.Missed++
		}
	}
	for _, snippet := range without {
		if strings.Contains(text, space.Fold(snippet)) {
			s.Wrong++
		} else {
			s.Avoided++
		}
	}
	return s
}

// Add returns the sums of two counts.
func (s Snippets) Add(t Snippets) Snippets {
	return Snippets{s.Found + t.Found, s.Missed + t.Missed, s.Wrong + t.Wrong, s.Avoided + t.Avoided}
}

// Score is precision, recall and F1 of the snippets.
func (s Snippets) Score() Score { return ratio(s.Found, s.Found+s.Wrong, s.Found+s.Missed) }

// Accuracy is the share of the snippets that are where they should be.
func (s Snippets) Accuracy() float64 {
	return share(s.Found+s.Avoided, s.Found+s.Missed+s.Wrong+s.Avoided)
}
