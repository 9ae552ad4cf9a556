package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The names of files may have any bytes. This file makes them fit for JSON and
// for terminals.

// jsonName is a file name as JSON can hold it: itself if it is UTF-8. Otherwise
// the bytes that are not, and percent signs, are percent-encoded. So that no two
// files have the same name then, a name that could be such a result is encoded as
// well. fileName returns the name of the file.
func jsonName(name string) string {
	if isAmbiguous(name) {
		return percentEncoded(name)
	}
	return name
}

// fileName returns the file name of which jsonName has made a name.
func fileName(jsonName string) string {
	if name, ok := percentDecoded(jsonName); ok && isAmbiguous(name) {
		return name
	}
	return jsonName
}

// isAmbiguous reports whether a name is not UTF-8, or is the encoding, also a
// repeated one, of such a name.
func isAmbiguous(name string) bool {
	for utf8.ValidString(name) {
		decoded, ok := percentDecoded(name)
		if !ok {
			return false
		}
		name = decoded
	}
	return true
}

// percentEncoded encodes the bytes that are not UTF-8, and percent signs.
func percentEncoded(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		if r == '%' || r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, "%%%02X", name[i])
		} else {
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}

// percentDecoded is the inverse of percentEncoded. It reports whether the name is
// an encoding of another one.
func percentDecoded(name string) (string, bool) {
	parts := strings.Split(name, "%")
	for i, part := range parts[1:] {
		if len(part) < 2 {
			return "", false
		}
		code, err := strconv.ParseUint(part[:2], 16, 8)
		if err != nil {
			return "", false
		}
		parts[i+1] = string([]byte{byte(code)}) + part[2:]
	}
	decoded := strings.Join(parts, "")
	return decoded, len(parts) > 1 && percentEncoded(decoded) == name
}

// terminalName is a file name for a terminal: in quotes if it has characters
// that do not print or is not UTF-8.
func terminalName(name string) string {
	if isPrintable(name) {
		return name
	}
	return strconv.Quote(name)
}

// printable escapes the characters of a message that do not print, as in Go's
// strings.
func printable(text string) string {
	if isPrintable(text) {
		return text
	}
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}

func isPrintable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
