package output

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// appendVertical appends a record as vertical text, the input of corpus tools
// such as Manatee and CWB: an element doc with the fields as attributes, in it
// an element p for each paragraph, and one token on each line. An empty element
// g stands between two tokens that no space separates.
func appendVertical(dst []byte, r *Record) []byte {
	dst = append(dst, "<doc"...)
	for i := range fields {
		f := &fields[i]
		switch {
		case f.text != nil:
			dst = appendAttribute(dst, f.name, f.text(r))
		case f.number(r) != 0:
			dst = appendAttribute(dst, f.name, strconv.FormatInt(f.number(r), 10))
		}
	}
	for i := range metadataFields {
		f := &metadataFields[i]
		if f.text != nil {
			dst = appendAttribute(dst, f.name, f.text(&r.Metadata))
			continue
		}
		for n, v := range f.list(&r.Metadata) {
			dst = appendAttribute(dst, listAttribute(f.name, n), v)
		}
	}
	dst = append(dst, ">\n"...)
	for i := range r.Paragraphs {
		dst = appendParagraph(dst, &r.Paragraphs[i])
	}
	return append(dst, "</doc>\n"...)
}

// listAttribute returns the name of the attribute for value n of a list: each
// value has one of its own, such as tags and tags2.
func listAttribute(name string, n int) string {
	if n == 0 {
		return name
	}
	return fmt.Sprint(name, n+1)
}

func appendParagraph(dst []byte, p *Paragraph) []byte {
	dst = appendAttribute(append(dst, "<p"...), "kind", p.Kind.String())
	if p.Level > 0 {
		dst = appendAttribute(dst, "level", strconv.Itoa(int(p.Level)))
	}
	dst = append(dst, ">\n"...)
	glue := false
	for text := p.Text; text != ""; {
		n, isToken := nextToken(text)
		if isToken {
			if glue {
				dst = append(dst, "<g/>\n"...)
			}
			dst = append(appendEscaped(dst, text[:n]), '\n')
		}
		glue = isToken
		text = text[n:]
	}
	return append(dst, "</p>\n"...)
}

// appendAttribute appends an attribute unless it is empty.
func appendAttribute(dst []byte, name, value string) []byte {
	if value == "" {
		return dst
	}
	dst = append(append(append(dst, ' '), name...), '=', '"')
	return append(appendEscaped(dst, value), '"')
}

// appendEscaped appends a text in which nothing is markup and nothing ends a
// line. Control characters and white space other than spaces become spaces.
func appendEscaped(dst []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '&':
			dst = append(dst, "&amp;"...)
		case r == '<':
			dst = append(dst, "&lt;"...)
		case r == '>':
			dst = append(dst, "&gt;"...)
		case r == '"':
			dst = append(dst, "&quot;"...)
		case isSeparator(r):
			dst = append(dst, ' ')
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// nextToken returns the size of the first token of text or of the white space
// and the control characters before it. A token is a word or a single other
// character. A word is a run of letters, marks and digits; apostrophes, hyphens
// and points between two of them belong to it. In scripts without spaces between
// words a whole run of letters is one token, since only a dictionary could tell
// its words apart.
func nextToken(text string) (n int, isToken bool) {
	r, size := utf8.DecodeRuneInString(text)
	if isSeparator(r) {
		for n < len(text) && isSeparator(r) {
			n += size
			r, size = utf8.DecodeRuneInString(text[n:])
		}
		return n, false
	}
	if !inWord(r) {
		return size, true
	}
	for n < len(text) {
		r, size = utf8.DecodeRuneInString(text[n:])
		if !inWord(r) && !joins(r, text[n+size:]) {
			break
		}
		n += size
	}
	return n, true
}

// isSeparator reports whether r separates tokens: white space, control
// characters, and two code points that XML does not allow.
func isSeparator(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == 0xfffe || r == 0xffff
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) }

// joins reports whether r, between a character of a word and after, belongs to
// the word.
func joins(r rune, after string) bool {
	switch r {
	case '\'', '’', '-', '‐', '.', '_':
		next, _ := utf8.DecodeRuneInString(after)
		return inWord(next)
	}
	return false
}
