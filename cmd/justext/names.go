package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file writes the names of files, which may have any bytes.

// outputName is a file name as JSON can hold it: itself where it is UTF-8; else its
// bytes that are not, and its percent signs, are percent-encoded, so that it can be
// found again.
func outputName(name string) string {
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

// shownName is a file name for a terminal: quoted where it has characters that do
// not print, or is not UTF-8.
func shownName(name string) string {
	if isPrintable(name) {
		return name
	}
	return strconv.Quote(name)
}

// printable writes what does not print in a message as Go's strings do.
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
