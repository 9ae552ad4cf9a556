package stoplists

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// MinCount is the number of times that the rarest word of a list should occur in
// the texts from which the list is made. Lists from smaller texts have names and
// chance words in place of frequent words of the language; MEASUREMENTS.md has the
// figures.
const MinCount = 4

// A Frequency is a word of a frequency table.
type Frequency struct {
	Word string
	// Count is how often the word occurs: a number of times, or anything
	// proportional to it, such as occurrences in a million words.
	Count float64
}

// Cut makes a stop list from a frequency table: the smallest set of most frequent
// words that covers the given share of running text, over 0 and up to 1. The lists
// of this package cover 0.70. To make a list from texts, use a [Counter].
//
// The frequencies must be sorted, the most frequent word first. The total is the
// size of the text in running words, in the same measure as the counts. It is more
// than their sum if the table lacks rare words.
//
// The second result is the share that the list covers. It is below the given share
// only if all words of the table together are.
func Cut(frequencies []Frequency, total, share float64) (list *List, covered float64) {
	var words []string
	sum := 0.0
	for _, f := range frequencies {
		if sum >= share*total {
			break
		}
		words = append(words, f.Word)
		sum += f.Count
	}
	if len(words) == 0 {
		return New(), 0
	}
	return New(words...), sum / total
}

// A Counter counts the words of texts to make a stop list from them. The zero
// Counter is ready to use. A Counter is not safe for concurrent use.
type Counter struct {
	counts map[string]int
	words  int
}

// Add counts the words of a text. Words are separated by white space, as they are on
// a page, and folded as by [New]. Punctuation and symbols around a word are
// removed, so that "house," counts as house. Those within a word are kept, because
// [List.Contains] keeps them too. A string without a letter, such as a number or a
// dash, is not a word.
//
// Text in a language written without spaces has to be segmented into words first.
func (c *Counter) Add(text string) {
	if c.counts == nil {
		c.counts = make(map[string]int)
	}
	for field := range strings.FieldsSeq(text) {
		word := strings.TrimFunc(field, isAround)
		if strings.IndexFunc(word, unicode.IsLetter) < 0 {
			continue
		}
		c.counts[fold(word)]++
		c.words++
	}
}

// isAround reports whether a code point at the beginning or end of a word is not part
// of it.
func isAround(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
}

// Words returns the number of running words added so far.
func (c *Counter) Words() int { return c.words }

// Count returns how often a word was added, whatever its case and normal form.
func (c *Counter) Count(word string) int { return c.counts[fold(word)] }

// frequencies returns all words, the most frequent first. Words that are equally
// frequent are in the order of their code points.
func (c *Counter) frequencies() []Frequency {
	all := make([]Frequency, 0, len(c.counts))
	for word, n := range c.counts {
		all = append(all, Frequency{word, float64(n)})
	}
	slices.SortFunc(all, func(a, b Frequency) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Word, b.Word))
	})
	return all
}

// List makes a stop list: the smallest set of most frequent words that covers the
// given share of the running words added, over 0 and up to 1. The lists of this
// package cover 0.70. The second result is the share that the list covers, usually a
// little more.
//
// Lists from small texts are poor: the [Counter.Count] of the list's last word should
// be at least [MinCount].
func (c *Counter) List(share float64) (list *List, covered float64) {
	return Cut(c.frequencies(), float64(c.words), share)
}
