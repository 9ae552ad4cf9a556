package warc

import (
	"bytes"
	"strconv"
	"strings"
)

// maxHeader is the greatest size of a record header, in bytes. It is less than
// what a window can look ahead.
const maxHeader = maxPeek - lookAhead

// maxFields is the greatest number of fields that are kept of a header.
const maxFields = 10_000

// A Field is one field of a header.
type Field struct {
	Name  string // as it is written
	Value string // without the white space around it; lines are joined by one space
}

// get returns the value of the first field of that name, in any case.
func get(fields []Field, name string) string {
	for i := range fields {
		if strings.EqualFold(fields[i].Name, name) {
			return fields[i].Value
		}
	}
	return ""
}

// versions are the versions of WARC that are known.
var versions = map[string]bool{
	"0.9": true, "0.17": true, "0.18": true, "1.0": true, "1.1": true,
}

const versionPrefix = "WARC/"

// versionLine returns the version that the line at the beginning of b states
// and the size of that line. The letters may be of either case. ok is false if b does not begin with a whole
// version line.
func versionLine(b []byte) (version string, size int, ok bool) {
	i := len(versionPrefix)
	if len(b) < i || !strings.EqualFold(string(b[:i]), versionPrefix) {
		return "", 0, false
	}
	j := digits(b, i)
	if j == i || j == len(b) || b[j] != '.' {
		return "", 0, false
	}
	k := digits(b, j+1)
	if k == j+1 || k-i > 16 {
		return "", 0, false
	}
	end := k
	for end < len(b) && (b[end] == ' ' || b[end] == '\t' || b[end] == '\r') {
		end++
	}
	if end == len(b) || b[end] != '\n' {
		return "", 0, false
	}
	return string(b[i:k]), end + 1, true
}

// digits returns the end of the digits that begin at b[i].
func digits(b []byte, i int) int {
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	return i
}

// startsWARC reports whether b begins as a record does: with a version line
// and a named field. It is asked where a record is not certain to begin.
func startsWARC(b []byte) bool {
	_, n, ok := versionLine(b)
	if !ok {
		return false
	}
	rest := b[n:]
	for i, c := range rest {
		if c == ':' {
			return i > 0
		}
		if !nameByte(c) {
			return false
		}
	}
	return len(rest) > 0
}

// nameByte reports whether c may stand in a field's name (a token of RFC 9110).
func nameByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

// headerEnd tells how the header in b, which begins after the version line,
// ends.
type headerEnd uint8

const (
	headerOpen  headerEnd = iota // b ends before the header does
	headerBlank                  // with a blank line, which belongs to it
	headerNext                   // with the version line of another record
)

// header returns the size of the header that begins at b[from:], where lines up
// to from have been looked at before.
func header(b []byte, from int) (size int, how headerEnd) {
	for {
		i := bytes.IndexByte(b[from:], '\n')
		if i < 0 {
			return from, headerOpen
		}
		line := b[from : from+i+1]
		if len(line) == 1 || len(line) == 2 && line[0] == '\r' {
			return from + i + 1, headerBlank
		}
		if line[0]|0x20 != 'w' {
			from += i + 1
			continue
		}
		if _, _, ok := versionLine(line); ok {
			return from, headerNext
		}
		from += i + 1
	}
}

// ParseFields returns the fields in text: the lines of a header, or a block of
// the type application/warc-fields. At most 10,000 fields are returned. bad is
// the number of lines that are no fields.
func ParseFields(text string) (fields []Field, bad int) {
	fields = make([]Field, 0, 12)
	var folded strings.Builder // the last field's value, if it has several lines
	unfold := func() {
		if folded.Len() > 0 {
			fields[len(fields)-1].Value = folded.String()
			folded.Reset()
		}
	}
	for len(text) > 0 {
		var line string
		line, text = cutLine(text)
		trimmed := trim(line)
		switch {
		case trimmed == "":
		case line[0] != ' ' && line[0] != '\t':
			f, ok := parseField(trimmed)
			if !ok || len(fields) == maxFields {
				bad++
				continue
			}
			unfold()
			fields = append(fields, f)
		case len(fields) == 0:
			bad++
		default:
			fold(&folded, fields[len(fields)-1].Value, trimmed)
		}
	}
	unfold()
	return fields, bad
}

// cutLine splits text after its first line.
func cutLine(text string) (line, rest string) {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return text[:i], text[i+1:]
	}
	return text, ""
}

// parseField parses a line without white space around it.
func parseField(line string) (Field, bool) {
	i := strings.IndexByte(line, ':')
	if i < 0 {
		return Field{}, false
	}
	f := Field{trim(line[:i]), trim(line[i+1:])}
	return f, f.Name != ""
}

// trim returns s without the white space around it.
func trim(s string) string {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// fold adds a further line to b, which begins with first.
func fold(b *strings.Builder, first, line string) {
	if b.Len() == 0 {
		b.WriteString(first)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(line)
}

// parseLength returns the length that a field declares, -1 if it is none.
func parseLength(s string) int64 {
	if s == "" || digits([]byte(s), 0) != len(s) {
		return -1
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return -1
	}
	return n
}
