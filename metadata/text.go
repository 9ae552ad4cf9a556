package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/space"
)

// foldText folds white space and drops characters without a shape.
func foldText(text string) string {
	if strings.ContainsAny(text, "\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff") {
		text = strings.Map(func(r rune) rune {
			switch r {
			case '\u00ad', '\u200b', '\u200c', '\u200e', '\u200f', '\u2060', '\ufeff':
				return -1
			}
			return r
		}, text)
	}
	return space.Fold(text)
}

// key returns what two texts have in common that say the same: letters and digits
// in lower case, with one space between words.
func key(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			if r != '\'' && r != '’' {
				gap = true
			}
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// words returns the words of the key of a text. They are remembered for the page,
// since titles are compared with each other.
func (r *reading) words(text string) []string {
	words, ok := r.wordsOf[text]
	if !ok {
		words = strings.Fields(key(text))
		slices.Sort(words)
		r.wordsOf[text] = words
	}
	return words
}

// overlap returns which share of the words of two texts they have in common, from
// 0 to 1: twice the common words over all words.
func (r *reading) overlap(a, b string) float64 {
	x, y := r.words(a), r.words(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	all, common := len(x)+len(y), 0
	for len(x) > 0 && len(y) > 0 {
		switch c := strings.Compare(x[0], y[0]); {
		case c < 0:
			x = x[1:]
		case c > 0:
			y = y[1:]
		default:
			common++
			x, y = x[1:], y[1:]
		}
	}
	return 2 * float64(common) / float64(all)
}

// runes returns the number of code points of a text.
func runes(text string) int { return utf8.RuneCountInString(text) }

// hasWord reports whether a list of words, separated by spaces, has a word.
func hasWord(list, word string) bool {
	return word != "" && strings.Contains(" "+list+" ", " "+word+" ")
}
