package eval

import (
	"strings"

	"github.com/seed42075109/justext/internal/space"
)

// Snippets counts pieces of text that should or should not be in the text of a
// page, as the evaluation of trafilatura does.
type Snippets struct {
	Found   int // should be there and are
	Missed  int // should be there and are not
	Wrong   int // should not be there but are
	Avoided int // should not be there and are not
}

// CountSnippets looks for snippets in a text: those of with should be there,
// those of without should not. A run of white space in text or snippet is equal
// to any other; upper and lower case differ.
func CountSnippets(text string, with, without []string) Snippets {
	var s Snippets
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

// Add returns the sum of s and t.
func (s Snippets) Add(t Snippets) Snippets {
	return Snippets{s.Found + t.Found, s.Missed + t.Missed, s.Wrong + t.Wrong, s.Avoided + t.Avoided}
}

// Score returns precision, recall and F1, the snippets that are found being
// right.
func (s Snippets) Score() Score { return NewScore(s.Found, s.Found+s.Wrong, s.Found+s.Missed) }

// Accuracy returns the share of the snippets that are found or avoided, and 0 if
// there are none.
func (s Snippets) Accuracy() float64 {
	all := s.Found + s.Missed + s.Wrong + s.Avoided
	return float64(s.Found+s.Avoided) / float64(max(all, 1))
}
