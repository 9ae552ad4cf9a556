package output

import (
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends a record as one line of JSON to dst.
func AppendJSON(dst []byte, r *Record) []byte {
	dst = append(dst, `{"schema":`...)
	dst = strconv.AppendInt(dst, Schema, 10)
	for i := range fields {
		dst = fields[i].appendJSON(dst, r)
	}
	dst = append(dst, `,"kept":`...)
	dst = strconv.AppendFloat(dst, r.Kept, 'f', 4, 64)
	dst = appendMetadata(dst, r)
	dst = appendMember(dst, "text_format", r.textFormat())
	dst = append(dst, `,"text":`...)
	dst = appendString(dst, r.Text)
	return append(dst, "}\n"...)
}

// appendJSON appends the field as a member unless it is empty.
func (f *field) appendJSON(dst []byte, r *Record) []byte {
	if f.text != nil {
		return appendMember(dst, f.name, f.text(r))
	}
	n := f.number(r)
	if n == 0 {
		return dst
	}
	dst = appendName(dst, f.name)
	return strconv.AppendInt(dst, n, 10)
}

// appendMetadata appends the member metadata unless it is empty.
func appendMetadata(dst []byte, r *Record) []byte {
	before := len(dst)
	dst = append(dst, `,"metadata":{`...)
	empty := len(dst)
	for i := range metadataFields {
		f := &metadataFields[i]
		if f.text != nil {
			dst = appendMember(dst, f.name, f.text(&r.Metadata))
		} else {
			dst = appendList(dst, f.name, f.list(&r.Metadata))
		}
	}
	if len(dst) == empty {
		return dst[:before]
	}
	copy(dst[empty:], dst[empty+1:]) // no comma before the first member
	dst[len(dst)-1] = '}'
	return dst
}

func appendName(dst []byte, name string) []byte {
	dst = append(dst, ',', '"')
	dst = append(dst, name...)
	return append(dst, '"', ':')
}

func appendMember(dst []byte, name, value string) []byte {
	if value == "" {
		return dst
	}
	return appendString(appendName(dst, name), value)
}

func appendList(dst []byte, name string, values []string) []byte {
	if len(values) == 0 {
		return dst
	}
	dst = append(appendName(dst, name), '[')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, v)
	}
	return append(dst, ']')
}

// plain are the bytes that stand for themselves in a string of JSON.
var plain = func() (plain [256]bool) {
	for c := 0x20; c < 0x7f; c++ {
		plain[c] = c != '"' && c != '\\'
	}
	return plain
}()

// short are the escapes of two characters.
var short = [256]byte{'"': '"', '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't'}

// appendString appends a string of JSON. Control characters are escaped, U+2028
// and U+2029 too, so that no program takes one for the end of a line. What is no
// UTF-8 becomes U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			if short[c] != 0 {
				dst = append(dst, '\\', short[c])
			} else {
				dst = appendEscape(dst, rune(c))
			}
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[start:i]...), "\uFFFD"...)
			start = i + size
		case r < 0xa0 || r == 0x2028 || r == 0x2029:
			dst = appendEscape(append(dst, s[start:i]...), r)
			start = i + size
		}
		i += size
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

const hex = "0123456789abcdef"

func appendEscape(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
