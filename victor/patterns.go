package victor

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
)

// This file has the patterns of looks-like-bullet, regexp.url, regexp.date and
// regexp.time (reference, section 5), matched by hand. TestPatterns compares
// them with the regular expressions.

// at returns the byte at i, or 0 if that is outside of the text.
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

// bullet is 0, or 100 times the kind of the number or letters at the beginning
// and how they end: "." 1, ")" 2, "/" 3, " -" 4.
func bullet(text []byte) int {
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

// url is 1 for "http://" at a word's beginning, else 2 for "www." before a
// letter or digit, else 3 for a letter or digit before .com, .net or .org at a
// word's end, else 0.
func url(text []byte) int {
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

// clock is 1 for h:mm, white space and am or pm, else 2 for h:mm, else 0; all
// as whole words.
func clock(text []byte) int {
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

// isHour reports whether one or two digits, and no more of a word, stand before
// i.
func isHour(text []byte, i int) bool {
	return ascii.IsDigit(at(text, i-1)) &&
		(!wordBefore(text, i-1) || ascii.IsDigit(at(text, i-2)) && !wordBefore(text, i-2))
}

// The patterns of a date: a day, any character, perhaps white space, a month;
// then for 1 and 2 again such a gap and a year of four digits (for 2 it begins
// with 1 or 2), for 3 and 4 of two digits, for 5 and 6 nothing. Day and month
// have one or two digits; the whole begins and ends as words do. The odd ones
// want a weekday before.
const (
	dateLong  = 2
	dateShort = 4
	dateDay   = 6
)

// date is the number of the first pattern that matches anywhere, or 0.
func date(text []byte) int {
	found := 0
	for i := range text {
		if ascii.IsDigit(text[i]) && !wordBefore(text, i) {
			found = first(found, dateAt(text, i))
		}
	}
	return found
}

// first returns the smaller of two patterns' numbers, where 0 is none.
func first(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// dateAt is the first pattern that matches with a day at i.
func dateAt(text []byte, i int) (found int) {
	weekday := afterWeekday(text, i)
	for _, day := range numbersAt(text, i) {
		for _, month := range gapNumbers(text, day) {
			if month != none && !wordAfter(text, month) {
				found = first(found, dateDay)
			}
			for _, year := range gaps(text, month) {
				found = first(found, yearAt(text, year, weekday))
			}
		}
	}
	if found != 0 && weekday {
		found--
	}
	return found
}

// yearAt is the even pattern that a year at i makes, or 0.
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

// none marks an end that there is not.
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

// gaps returns where what follows may begin: behind any character but a line
// feed, and behind the white space after that.
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

// gapNumbers returns the ends of the numbers behind a gap at i.
func gapNumbers(text []byte, i int) (ends [4]int) {
	for j, place := range gaps(text, i) {
		two := numbersAt(text, place)
		ends[2*j], ends[2*j+1] = two[0], two[1]
	}
	return ends
}

// afterWeekday reports whether the beginning of a weekday's name and white
// space stand before i.
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
