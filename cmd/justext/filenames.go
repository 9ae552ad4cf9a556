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

// jsonName is a file name as JSON can hold it: itself if it is UTF-8. Else the
// bytes that are not, and percent signs, are percent-encoded, so that the file
// can be found again.
func jsonName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
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
