package boilerpipe

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file finds clauses for MinClauseWords (docs/boilerpipe.md, "Clauses").

const (
	clauseMarks = ",.:;!?"
	clauseSpace = " \n\r"
)

// hasClause reports whether a text has a clause of at least words words.
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

// clauseEnd returns the length of the clause at the beginning of a text, without the
// marks at its end, and the offset after the white space that follows. The length is
// -1 if no clause ends in the text.
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

// endsClause reports whether a clause can end with r: a letter of any script or an
// ASCII digit.
func endsClause(r rune) bool { return unicode.IsLetter(r) || '0' <= r && r <= '9' }

// clauseWords counts the words of a clause: its runs of white space, plus one.
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
