package stoplists

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// SoundCount is how often the rarest word of a list has to occur in the texts
// that the list is cut from. A smaller corpus has names and chance words where
// the language has others that are as frequent: README.md has the measurement.
const SoundCount = 4

// A Frequency is a word and how often it occurs: a number of times, or any
// measure in proportion to it.
type Frequency struct {
	Word  string
	Count float64
}

// Cut makes a stop list of the most frequent words: as few as cover the given
// share, from 0 to 1, of total running words. The frequencies are sorted, most
// frequent first; total is in their measure, and larger than their sum where
// rare words have been left out of them. covered is the share that the list
// covers: less than asked for only if all words together do.
//
// All lists of this package are cut by it, from tables; for texts see [Counter].
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

// A Counter counts the words of texts, to make a stop list of them. The zero
// Counter is ready to use. It is not safe for concurrent use.
type Counter struct {
	counts map[string]int
	words  int
}

// Add counts the words of a text. They are parted by white space, as the words
// of a page are. Punctuation and symbols around a word are cut off, so that
// "house," is counted as house; those within it stay, for [List.Contains] meets
// them too. Words are folded as New does. What has no letter, such as a number
// or a dash, is no word.
//
// A text of a language that is written without spaces has to be cut into words
// before.
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

// isAround reports whether a code point is no part of a word that it begins or ends.
func isAround(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
}

// Words is the number of running words that were added.
func (c *Counter) Words() int { return c.words }

// Count is how often a word was added, in any case and normal form.
func (c *Counter) Count(word string) int { return c.counts[fold(word)] }

// Frequencies gives all words, most frequent first, and by the alphabet where
// they are equally frequent.
func (c *Counter) Frequencies() []Frequency {
	frequencies := make([]Frequency, 0, len(c.counts))
	for word, n := range c.counts {
		frequencies = append(frequencies, Frequency{word, float64(n)})
	}
	slices.SortFunc(frequencies, func(a, b Frequency) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Word, b.Word))
	})
	return frequencies
}

// List cuts a stop list that covers the given share, above 0 to 1, of the
// running words added; 0.70 is that of the lists of this package. covered is
// what it covers, a little more. Look at the [Counter.Count] of the last word:
// below [SoundCount] the texts are too few.
func (c *Counter) List(share float64) (list *List, covered float64) {
	return Cut(c.Frequencies(), float64(c.words), share)
}
