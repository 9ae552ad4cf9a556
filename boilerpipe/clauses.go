package boilerpipe

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file finds clauses, for MinClauseWords.

const (
	clauseMarks = ",.:;!?"
	clauseSpace = " \n\r"
)

// hasClause reports whether a text has a clause of at least so many words.
func hasClause(text string, words int) bool {
	for text != "" {
		end, next := clauseEnd(text)
		if end < 0 {
			return false
		}
		if clauseWords(text[:end]) >= words {
			return true
		}
		text = text[next:]
	}
	return false
}

// clauseEnd returns the length of the clause that a text begins with, without
// the marks at its end, and the offset behind the white space that follows; -1
// where no clause ends.
func clauseEnd(text string) (end, next int) {
	for from := 0; ; {
		n := strings.IndexAny(text[from:], clauseMarks)
		if n < 0 {
			return -1, 0
		}
		end = from + n
		marks := len(text) - len(strings.TrimLeft(text[end:], clauseMarks))
		rest := strings.TrimLeft(text[marks:], clauseSpace)
		last, _ := utf8.DecodeLastRuneInString(text[:end])
		if endsClause(last) && (rest == "" || len(rest) < len(text)-marks) {
			return end, len(text) - len(rest)
		}
		from = marks
	}
}

// endsClause reports whether a clause may end with a character: letters of any
// script and digits of ASCII.
func endsClause(r rune) bool { return unicode.IsLetter(r) || '0' <= r && r <= '9' }

// clauseWords counts the words of a clause: its runs of white space and one.
func clauseWords(clause string) int {
	words, inSpace := 1, false
	for i := range len(clause) {
		space := strings.IndexByte(clauseSpace, clause[i]) >= 0
		if space && !inSpace {
			words++
		}
		inSpace = space
	}
	return words
}
