package payload

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/seed42075109/justext/corpus/warc"
)

// A Head is the head of an HTTP message.
type Head struct {
	Proto  string       // such as "HTTP/1.1", empty if there is no status line
	Status int          // 0 if there is none
	Reason string       // the text after the status
	Fields []warc.Field // in the order of the message; repeated ones stay apart
	Size   int64        // bytes of the head, with the blank line
	Notes  Notes
}

// Get returns the value of the first field of that name, in any case, or the
// empty string.
func (h *Head) Get(name string) string {
	for _, f := range h.Fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// list returns the elements of all fields of that name, which are lists with
// commas (RFC 9110, 5.6.1), in lower case.
func (h *Head) list(name string) []string {
	var all []string
	for _, f := range h.Fields {
		if !strings.EqualFold(f.Name, name) {
			continue
		}
		for element := range strings.SplitSeq(f.Value, ",") {
			if element = strings.Trim(element, " \t\""); element != "" {
				all = append(all, strings.ToLower(element))
			}
		}
	}
	return all
}

// ReadHead reads the head of an HTTP response and leaves in at the body. If in
// does not begin with a status line it reads nothing and notes NoHead. The head
// ends with a blank line, with the end of in, even if that is due to damage of
// the archive, or before a line that begins with "<", as no field does. A head of more than limit bytes is a *LimitError.
func ReadHead(in *bufio.Reader, limit int) (Head, error) {
	if start, _ := in.Peek(5); !statusLine(start) {
		return Head{Notes: NoHead}, nil
	}
	var text []byte
	var notes Notes
	for {
		if next, _ := in.Peek(1); len(next) == 0 || next[0] == '<' {
			notes |= NoBlankLine
			break
		}
		line, err := in.ReadSlice('\n')
		text = append(text, line...)
		if len(text) > limit {
			return Head{}, &LimitError{"MaxHead", int64(limit)}
		}
		if isDamage(err) {
			notes |= NoBlankLine
			break
		}
		if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
			return Head{}, err
		}
		if bytes.HasSuffix(text, []byte("\n\n")) || bytes.HasSuffix(text, []byte("\n\r\n")) {
			break
		}
	}
	h := parseHead(string(text))
	h.Notes |= notes
	return h, nil
}

// statusLine reports whether b begins as the first line of a response does.
func statusLine(b []byte) bool {
	return len(b) >= 5 && (strings.EqualFold(string(b), "HTTP/") ||
		strings.EqualFold(string(b), "HTTP ") || string(b[:4]) == "ICY ")
}

// parseHead parses the whole text of a head.
func parseHead(text string) Head {
	line, rest, _ := strings.Cut(text, "\n")
	h := Head{Size: int64(len(text))}
	h.Proto, line, _ = strings.Cut(strings.TrimSpace(line), " ")
	h.Proto = strings.ToUpper(h.Proto)
	h.Status, h.Reason = status(strings.TrimLeft(line, " \t"))
	fields, bad := warc.ParseFields(rest)
	h.Fields = fields
	if bad > 0 {
		h.Notes |= BadField
	}
	return h
}

// status splits the end of a status line. The status is 0 unless it has three
// digits.
func status(line string) (code int, reason string) {
	if len(line) < 3 {
		return 0, line
	}
	for _, c := range []byte(line[:3]) {
		if c < '0' || c > '9' {
			return 0, line
		}
		code = 10*code + int(c-'0')
	}
	if len(line) > 3 && '0' <= line[3] && line[3] <= '9' {
		return 0, line
	}
	return code, strings.TrimSpace(line[3:])
}
