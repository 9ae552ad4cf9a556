// Package eval scores the text that a cleaner takes from pages against the
// text that people took from them. It takes texts and labels and knows no
// cleaner.
//
// [BagOfWords] compares words whatever their order, [RougeLSum] sentences,
// [CleanEval] aligned words and segments as the competition of 2007 did,
// [CountSnippets] looks for pieces of text. A [Confusion] counts labelled
// blocks; [Folds] divides documents for cross-validation, [Interval] says how much
// of a figure is chance. [Mean] averages over pages, [Markdown] makes tables.
package eval

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/scripts"
)

// A Score is how much of a text is right and how much of the right text is in
// it: each from 0 to 1.
type Score struct{ Precision, Recall, F1 float64 }

// BagOfWords compares two texts as multisets of their [Tokens], case folded or
// not as they are given. Precision is the share of the tokens of got that gold
// has too, Recall the share of gold's that got has. Two empty texts agree
// wholly; where only gold is empty, recall is 1.
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
	return ratio(common, gots, golds)
}

// ratio makes a Score of how many things two sides have in common.
func ratio(common, gots, golds int) Score {
	switch {
	case gots == 0 && golds == 0:
		return Score{1, 1, 1}
	case golds == 0:
		return Score{Recall: 1}
	case common == 0:
		return Score{}
	}
	p, r := float64(common)/float64(gots), float64(common)/float64(golds)
	return Score{Precision: p, Recall: r, F1: 2 * p * r / (p + r)}
}

// Tokens yields the words of a text: runs of letters, digits and underscores, and
// each Chinese character and Japanese kana by itself, since these languages put
// no space between words. Marks are no part of words, as in the scorers whose
// figures are published: the vowel signs of "हिन्दी" part it into ह, न and द.
func Tokens(text string) func(yield func(string) bool) {
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

// tokenEnd returns the length of the token that text begins with.
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
