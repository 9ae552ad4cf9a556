package victor

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
)

// This file matches the patterns of looks-like-bullet, regexp.url, regexp.date and
// regexp.time (docs/victor.md, "Features of 2007") without package regexp, which is
// slower. TestPatterns compares them with regular expressions.

// at returns the byte at i, or 0 if i is not in text.
func at(text []byte, i int) byte {
	if i < 0 || i >= len(text) {
		return 0
	}
	return text[i]
}

// spaceAt returns the length in bytes of the white space character at i, or 0.
func spaceAt(text []byte, i int) int {
	if c := at(text, i); c < utf8.RuneSelf {
		if asciiClass[c]&spaceChar != 0 {
			return 1
		}
		return 0
	}
	r, size := utf8.DecodeRune(text[i:])
	if unicode.IsSpace(r) {
		return size
	}
	return 0
}

func skipSpace(text []byte, i int) int {
	for n := spaceAt(text, i); n > 0; n = spaceAt(text, i) {
		i += n
	}
	return i
}

func skipWhile(text []byte, i int, is func(byte) bool) int {
	for i < len(text) && is(text[i]) {
		i++
	}
	return i
}

// bulletKinds are what a bullet consists of.
var bulletKinds = [...]func(byte) bool{ascii.IsDigit, ascii.IsLower, ascii.IsUpper}

// bulletPattern returns 100 times the kind of the number or the letters that text
// begins with, plus the number of the mark that follows, or 0 if it does not begin so.
func bulletPattern(text []byte) int {
	begin := skipSpace(text, 0)
	for kind, is := range bulletKinds {
		end := skipWhile(text, begin, is)
		if end == begin {
			continue
		}
		for mark, s := range [...]string{".", ")", "/", " -"} {
			if bytes.HasPrefix(text[end:], []byte(s)) {
				return 100*(kind+1) + mark + 1
			}
		}
	}
	return 0
}

// addressPattern returns the number of the first pattern of an address in text, or 0.
func addressPattern(text []byte) int {
	if bytes.IndexByte(text, '.') < 0 && bytes.IndexByte(text, '/') < 0 {
		return 0
	}
	found := 0
	for i := 0; i < len(text); i++ {
		kind := 0
		switch c := ascii.Lower(text[i]); {
		case c == 'h' && ascii.HasPrefixFold(text[i:], "http://") && !wordBefore(text, i):
			return 1
		case c == 'w' && ascii.HasPrefixFold(text[i:], "www.") && ascii.IsAlphanumeric(at(text, i+4)):
			kind = 2
		case text[i] == '.' && ascii.IsAlphanumeric(at(text, i-1)) && isDomain(text[i+1:]):
			kind = 3
		}
		if kind != 0 && (found == 0 || kind < found) {
			found = kind
		}
	}
	return found
}

func isDomain(text []byte) bool {
	for _, name := range [...]string{"com", "net", "org"} {
		if ascii.HasPrefixFold(text, name) {
			return !wordAfter(text, len(name))
		}
	}
	return false
}

func wordBefore(text []byte, i int) bool {
	r, _ := utf8.DecodeLastRune(text[:i])
	return i > 0 && isWordRune(r)
}

func wordAfter(text []byte, i int) bool {
	r, _ := utf8.DecodeRune(text[i:])
	return i < len(text) && isWordRune(r)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// timePattern returns the number of the first pattern of a time in text, or 0.
func timePattern(text []byte) int {
	found := 0
	for i := range text {
		if text[i] != ':' || !isHour(text, i) || !ascii.IsDigit(at(text, i+1)) || !ascii.IsDigit(at(text, i+2)) {
			continue
		}
		next := skipSpace(text, i+3)
		if next > i+3 && (ascii.HasPrefixFold(text[next:], "am") || ascii.HasPrefixFold(text[next:], "pm")) && !wordAfter(text, next+2) {
			return 1
		}
		if !wordAfter(text, i+3) {
			found = 2
		}
	}
	return found
}

// isHour reports whether there is a word of one or two digits before i.
func isHour(text []byte, i int) bool {
	return ascii.IsDigit(at(text, i-1)) &&
		(!wordBefore(text, i-1) || ascii.IsDigit(at(text, i-2)) && !wordBefore(text, i-2))
}

// The numbers of the patterns of a date, from the first to the last: a day, a month
// and a year of four digits; with a year of two digits; and without a year. Less one,
// they are the numbers of the same patterns after a weekday.
const (
	dateLong  = 2
	dateShort = 4
	dateDay   = 6
)

// datePattern returns the number of the first pattern of a date in text, or 0.
func datePattern(text []byte) int {
	found := 0
	for i := range text {
		if ascii.IsDigit(text[i]) && !wordBefore(text, i) {
			found = earlier(found, dateAt(text, i))
		}
	}
	return found
}

// earlier returns the smaller of the numbers of two patterns, where 0 is none.
func earlier(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// dateAt returns the number of the first pattern of a date whose day is at i, or 0.
func dateAt(text []byte, i int) (found int) {
	weekday := afterWeekday(text, i)
	for _, day := range numbersAt(text, i) {
		for _, month := range gapNumbers(text, day) {
			if month != none && !wordAfter(text, month) {
				found = earlier(found, dateDay)
			}
			for _, year := range gaps(text, month) {
				found = earlier(found, yearAt(text, year, weekday))
			}
		}
	}
	if found != 0 && weekday {
		found--
	}
	return found
}

// yearAt returns the even number of the pattern of a date whose year is at i, or 0.
func yearAt(text []byte, i int, weekday bool) int {
	if i == none {
		return 0
	}
	n := skipWhile(text[:min(len(text), i+5)], i, ascii.IsDigit) - i
	switch {
	case n != 2 && n != 4 || wordAfter(text, i+n):
		return 0
	case n == 2:
		return dateShort
	case weekday || text[i] == '1' || text[i] == '2':
		return dateLong
	}
	return 0
}

// none stands for an offset or a number that does not exist.
const none = -1

// numbersAt returns the ends of the numbers of one and of two digits at i.
func numbersAt(text []byte, i int) [2]int {
	ends := [2]int{none, none}
	if i != none && ascii.IsDigit(at(text, i)) {
		ends[0] = i + 1
		if ascii.IsDigit(at(text, i+1)) {
			ends[1] = i + 2
		}
	}
	return ends
}

// gaps returns where the next number may begin: after any character but a line feed,
// and after one character of white space that follows.
func gaps(text []byte, i int) [2]int {
	places := [2]int{none, none}
	if i == none || i >= len(text) || text[i] == '\n' {
		return places
	}
	_, size := utf8.DecodeRune(text[i:])
	places[0] = i + size
	if n := spaceAt(text, i+size); n > 0 {
		places[1] = i + size + n
	}
	return places
}

// gapNumbers returns the ends of the numbers after a gap at i.
func gapNumbers(text []byte, i int) (ends [4]int) {
	for j, place := range gaps(text, i) {
		two := numbersAt(text, place)
		ends[2*j], ends[2*j+1] = two[0], two[1]
	}
	return ends
}

// afterWeekday reports whether the first three letters of a weekday and white space
// are before i.
func afterWeekday(text []byte, i int) bool {
	end := i
	for end > 0 {
		r, size := utf8.DecodeLastRune(text[:end])
		if !unicode.IsSpace(r) {
			break
		}
		end -= size
	}
	if end == i || end < 3 {
		return false
	}
	for _, name := range [...]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"} {
		if ascii.HasPrefixFold(text[end-3:end], name) {
			return true
		}
	}
	return false
}
