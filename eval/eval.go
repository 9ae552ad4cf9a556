// Package eval measures how well the text that a program took from a web page
// agrees with the text that people took from it, the gold text.
//
// A measure takes two texts, gold first, so that it can score any cleaner:
//
//   - [BagOfWords] compares words, whatever their order. It is the measure of
//     this module's own tables.
//   - [RougeLSum] compares the words of sentences in their order.
//   - [CleanEval] compares words and paragraph marks in their order, as the
//     CleanEval competition of 2007 did.
//   - [CountSnippets] counts which of some pieces of text are there.
//
// [Mean] averages the scores of pages.
//
// # Stability
//
// The package exists for the tests of this module and for its workbench. The
// measures keep their definitions, so that figures stay comparable, but names
// and signatures may change in any version before v1.
package eval

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/scripts"
)

// A Score says how much of a text is right and how much of the gold text is in
// it. All three values are from 0 to 1.
type Score struct{ Precision, Recall, F1 float64 }

// NewScore returns the Score of a text that has got units, of which common are
// among the gold units of the gold text. A unit may be a word, a block or
// anything else that can be counted. If neither text has any unit, all values
// are 1. If only the gold text has none, recall is 1 and the other values are 0.
func NewScore(common, got, gold int) Score {
	switch {
	case got == 0 && gold == 0:
		return Score{1, 1, 1}
	case gold == 0:
		return Score{Recall: 1}
	case common == 0:
		return Score{}
	}
	p, r := float64(common)/float64(got), float64(common)/float64(gold)
	return Score{Precision: p, Recall: r, F1: 2 * p * r / (p + r)}
}

// Mean returns the arithmetic means of precision, recall and F1 over scores. F1
// is the mean of the F1 values, not the F1 of the means. Without scores all
// values are 0.
func Mean(scores []Score) Score {
	var sum Score
	for _, s := range scores {
		sum.Precision += s.Precision
		sum.Recall += s.Recall
		sum.F1 += s.F1
	}
	n := float64(max(len(scores), 1))
	return Score{sum.Precision / n, sum.Recall / n, sum.F1 / n}
}

// BagOfWords compares two texts as multisets of their [Tokens]. Precision is the
// share of the tokens of got that are in gold, recall the share of the tokens of
// gold that are in got. Upper and lower case differ. For texts without tokens
// see [NewScore].
func BagOfWords(gold, got string) Score {
	counts := make(map[string]int)
	golds, gots, common := 0, 0, 0
	for token := range Tokens(gold) {
		counts[token]++
		golds++
	}
	for token := range Tokens(got) {
		gots++
		if counts[token] > 0 {
			counts[token]--
			common++
		}
	}
	return NewScore(common, gots, golds)
}

// Tokens returns an iterator over the words of a text. A token is a run of
// letters, digits and underscores. Each Chinese character and each Japanese kana
// is a token by itself, since Chinese and Japanese put no space between words.
//
// Combining marks are not part of a token, as with \w+ in Python's regular
// expressions, which the scorers behind most published figures use. The vowel
// signs of "हिन्दी" thus divide it into ह, न and द.
func Tokens(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			start := strings.IndexFunc(text, isWord)
			if start < 0 {
				return
			}
			text = text[start:]
			end := tokenEnd(text)
			if !yield(text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

// tokenEnd returns the length in bytes of the token at the start of text.
func tokenEnd(text string) int {
	if r, size := utf8.DecodeRuneInString(text); scripts.IsAlone(r) {
		return size
	}
	for i, r := range text {
		if !isWord(r) || scripts.IsAlone(r) {
			return i
		}
	}
	return len(text)
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}
