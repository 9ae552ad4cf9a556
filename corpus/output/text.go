package output

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendText appends the text of a record as plain text. Two blank lines, of
// which there are none within a text, end it.
func appendText(dst []byte, r *Record) []byte {
	text := strings.Trim(r.Text, "\n")
	if text == "" {
		return dst
	}
	return append(appendFolded(dst, text), "\n\n\n"...)
}

// appendFolded appends a text without control characters other than tab and
// line feed, and with at most one blank line in a row.
func appendFolded(dst []byte, text string) []byte {
	lines := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			if lines++; lines <= 2 {
				dst = append(dst, '\n')
			}
		case unicode.IsControl(r) && r != '\t':
		default:
			lines = 0
			dst = utf8.AppendRune(dst, r)
		}
		i += size
	}
	return dst
}
