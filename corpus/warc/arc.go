package warc

import (
	"bytes"
	"strings"
	"time"
)

// maxARCLine is the greatest size of the header line of an ARC record.
const maxARCLine = 32 << 10

// arcFields are the names of the fields of an ARC record in the two versions,
// as https://archive.org/web/researcher/ArcFileFormat.php gives them.
var arcFields = [...][]string{
	{"URL", "IP-address", "Archive-date", "Content-type", "Archive-length"},
	{"URL", "IP-address", "Archive-date", "Content-type", "Result-code", "Checksum",
		"Location", "Offset", "Filename", "Archive-length"},
}

// arcHeader returns the fields of the ARC header line at the beginning of b,
// the size of the line and the version. ok is false if there is none. The
// address may contain spaces, so the fields are counted from the end.
func arcHeader(b []byte) (fields []Field, size int, version string, ok bool) {
	if !hasScheme(b) {
		return nil, 0, "", false
	}
	end := bytes.IndexByte(b[:min(len(b), maxARCLine)], '\n')
	if end < 0 {
		return nil, 0, "", false
	}
	line := strings.TrimRight(string(b[:end]), " \r")
	for i := len(arcFields) - 1; i >= 0; i-- {
		if fields, ok = splitARC(line, arcFields[i]); ok {
			return fields, end + 1, [...]string{"1", "2"}[i], true
		}
	}
	fields, ok = spacedARC(line)
	return fields, end + 1, "1", ok
}

// hasScheme reports whether b begins with the scheme of an address.
func hasScheme(b []byte) bool {
	for i, c := range b[:min(len(b), 32)] {
		switch {
		case c == ':':
			return i > 1
		case 'a' <= c && c <= 'z', i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case 'A' <= c && c <= 'Z':
		default:
			return false
		}
	}
	return false
}

// splitARC splits line into fields of the given names.
func splitARC(line string, names []string) ([]Field, bool) {
	fields := make([]Field, len(names))
	for i := len(names) - 1; i > 0; i-- {
		at := strings.LastIndexByte(line, ' ')
		if at < 0 {
			return nil, false
		}
		fields[i] = Field{names[i], line[at+1:]}
		line = strings.TrimRight(line[:at], " ")
	}
	fields[0] = Field{names[0], line}
	ok := parseLength(fields[len(fields)-1].Value) >= 0 &&
		arcDate(fields[2].Value) && arcAddress(fields[1].Value)
	return fields, ok
}

// spacedARC splits a line of version 1 whose content type contains spaces, such
// as "text/html; charset=utf-8". The date shows where it begins.
func spacedARC(line string) ([]Field, bool) {
	words := strings.Split(line, " ")
	last := len(words) - 1
	for i := last - 2; i >= 2; i-- {
		if len(words[i]) < len("YYYYMMDDhhmmss") || !arcDate(words[i]) || !arcAddress(words[i-1]) {
			continue
		}
		values := []string{strings.Join(words[:i-1], " "), words[i-1], words[i],
			strings.Join(words[i+1:last], " "), words[last]}
		fields := make([]Field, len(values))
		for j, value := range values {
			fields[j] = Field{arcFields[0][j], value}
		}
		return fields, parseLength(words[last]) >= 0
	}
	return nil, false
}

// arcDate reports whether s is the date of an ARC record: digits, or a dash
// where it is not known.
func arcDate(s string) bool {
	return s == "-" || len(s) >= 8 && len(s) <= 17 && digits([]byte(s), 0) == len(s)
}

// arcAddress reports whether s is an address of a machine, or a dash.
func arcAddress(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
		case strings.IndexByte(".:-%[]", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// arcTime parses the date of an ARC record, which may lack its end.
func arcTime(s string) time.Time {
	const layout = "20060102150405"
	if len(s) > len(layout) {
		s = s[:len(layout)]
	}
	t, err := time.Parse(layout[:len(s)], s)
	if err != nil {
		return time.Time{}
	}
	return t
}
