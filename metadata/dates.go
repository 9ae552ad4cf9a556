package metadata

import (
	"bytes"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/eight"
)

// A day is a day of the calendar as a number such as 20191014. 0 is no day.
type day int32

func newDay(y, m, d int) day {
	if y < minYear || y > maxYear || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return 0
	}
	return day(y*10000 + m*100 + d)
}

const (
	minYear = 1900
	maxYear = 2199
	// buddhistYear is how many years the calendar of Thailand is ahead.
	buddhistYear = 543
)

func daysIn(y, m int) int {
	switch m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

func dayOf(t time.Time) day {
	y, m, d := t.Date()
	return newDay(y, int(m), d)
}

func (d day) time() time.Time {
	return time.Date(int(d)/10000, time.Month(int(d)/100%100), int(d)%100, 0, 0, 0, 0, time.UTC)
}

// since returns how many days lie between another day and d.
func (d day) since(other day) int {
	return int(d.time().Sub(other.time()).Hours() / 24)
}

// String returns the day as YYYY-MM-DD, or "" if it is none.
func (d day) String() string {
	if d == 0 {
		return ""
	}
	return d.time().Format(time.DateOnly)
}

// An order is the order of day, month and year in a date of numbers.
type order uint8

const (
	dayFirst order = iota
	monthFirst
	yearFirst
)

// A language has what is needed to read dates in it. The names of a month are
// separated by spaces. relative has patterns that are separated by bars. Each follows
// the letter of its unit: s and h for parts of a day, d, w, m and y for longer ones, and
// 0, 1 and 2 for today, yesterday and the day before.
type language struct {
	tag      string
	order    order
	months   [12]string
	relative string
}

// A monthName is what a word means in one language.
type monthName struct{ language, month uint8 }

// monthNames has the names of the months in all languages, in the order of the
// table languages.
var monthNames = func() map[string][]monthName {
	names := make(map[string][]monthName)
	for i, l := range languages {
		for m, list := range l.months {
			for _, name := range strings.Fields(list) {
				names[name] = append(names[name], monthName{uint8(i), uint8(m + 1)})
			}
		}
	}
	return names
}()

// monthLists has the names of the months by language.
var monthLists = func() (lists [len(languages)][12][]string) {
	for i, l := range languages {
		for m, list := range l.months {
			lists[i][m] = strings.Fields(list)
		}
	}
	return lists
}()

// languageIndex returns the index in languages of a BCP 47 tag, or -1.
func languageIndex(tag string) int {
	primary, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	if primary == "no" {
		primary = "nb"
	}
	for i, l := range languages {
		if l.tag == primary {
			return i
		}
	}
	return -1
}

// A dateReader finds dates in text in a language.
type dateReader struct {
	language int // index in languages, or -1
	order    order
}

// newDateReader returns a reader for a page with a BCP 47 tag and an address.
// English is month first only in the United States, which have neither a region
// in their tag nor a domain.
func newDateReader(tag, host string) dateReader {
	r := dateReader{language: languageIndex(tag)}
	if r.language >= 0 {
		r.order = languages[r.language].order
	}
	if r.language >= 0 && languages[r.language].tag == "en" || r.language < 0 {
		r.order = monthFirst
		_, region, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
		if len(region) == 2 && !strings.EqualFold(region, "us") {
			r.order = dayFirst
		}
		if region == "" && isCountry(host) {
			r.order = dayFirst
		}
	}
	return r
}

// isCountry reports whether a host stands in the domain of a country in which
// the day comes first. The domains that are used all over the world are left out.
func isCountry(host string) bool {
	top := host[strings.LastIndexByte(host, '.')+1:]
	return len(top) == 2 && !strings.Contains(" us io ai tv co me ly fm gg ph to cc ws ", " "+strings.ToLower(top)+" ")
}

// A dateFound is a date in a text, and where it stands there. other is what the
// numbers mean if day and month are exchanged, or 0.
type dateFound struct {
	day, other day
	start, end int
}

// each calls do for the dates in a text, from its beginning to its end, until do
// returns false.
func (r dateReader) each(text []byte, do func(dateFound) bool) {
	for p := nextDigit(text, 0); p < len(text); p = nextDigit(text, p) {
		first, next := readNumber(text, p)
		if next == p {
			p++
			continue
		}
		if !followsWord(text, p) {
			if found, ok := r.at(text, p, next, first); ok {
				if !do(found) {
					return
				}
				p = max(found.end, next)
				continue
			}
		}
		p = next
	}
}

// nextDigit returns where the next byte is, at or after p, that may begin a digit, or the
// length of the text.
func nextDigit(text []byte, p int) int {
	for p < len(text) {
		if p+8 <= len(text) {
			number := eight.Bytes(text[p:])
			marks := (eight.Digits(number) | number) & eight.High
			if marks == 0 {
				p += 8
				continue
			}
			p += eight.First(marks)
		}
		if ascii.IsDigit(text[p]) || digitLead[text[p]] {
			return p
		}
		for p++; p < len(text) && text[p] >= utf8.RuneSelf && !digitLead[text[p]]; {
			p++
		}
	}
	return p
}

// first returns the first date in a text.
func (r dateReader) first(text string) (found dateFound, ok bool) {
	r.each([]byte(text), func(f dateFound) bool {
		found, ok = f, true
		return false
	})
	return found, ok
}

// digitLead has the bytes that begin digits beyond ASCII.
var digitLead = func() (table [256]bool) {
	for _, zero := range digitZeros {
		table[string(zero)[0]] = true
	}
	return table
}()

// digitZeros are the zeros of the scripts whose digits are read: Arabic, Persian,
// Devanagari, Bengali, Tamil, Telugu, Thai and full-width.
var digitZeros = []rune("٠۰०০௦౦๐０")

// digitAt returns the value of the digit at p and its size, which is 0 if there
// is none.
func digitAt(text []byte, p int) (value, size int) {
	if p >= len(text) {
		return 0, 0
	}
	if ascii.IsDigit(text[p]) {
		return int(text[p] - '0'), 1
	}
	if !digitLead[text[p]] {
		return 0, 0
	}
	c, size := utf8.DecodeRune(text[p:])
	for _, zero := range digitZeros {
		if c >= zero && c <= zero+9 {
			return int(c - zero), size
		}
	}
	return 0, 0
}

// A number is a run of digits.
type number struct{ value, digits int }

// readNumber reads the number at p. Of more than 14 digits it has no value.
func readNumber(text []byte, p int) (n number, next int) {
	for {
		d, size := digitAt(text, p)
		if size == 0 {
			return n, p
		}
		if n.digits++; n.digits <= 14 {
			n.value = n.value*10 + d
		}
		p += size
	}
}

// followsWord reports whether the number at p goes on something that makes it no
// part of a date: a letter, a currency, a decimal point.
func followsWord(text []byte, p int) bool {
	if p == 0 {
		return false
	}
	c := text[p-1]
	if ascii.IsLetter(c) || c == '$' || c == '#' || c == '+' {
		return true
	}
	return (c == '.' || c == ',' || c == '/' || c == '-' || c == ':') && p > 1 && ascii.IsDigit(text[p-2])
}

// at reads the date of which the number from p to q is the first.
func (r dateReader) at(text []byte, p, q int, n number) (dateFound, bool) {
	switch {
	case n.digits == 4:
		if year := yearOf(n); year > 0 {
			return r.fromYear(text, p, q, year)
		}
	case n.digits <= 2 && n.value >= 1 && n.value <= 31:
		return r.fromDay(text, p, q, n)
	}
	return dateFound{}, false
}

// yearOf returns the year of a number, or 0.
func yearOf(n number) int {
	switch {
	case n.digits == 4 && n.value >= 1970 && n.value <= maxYear:
		return n.value
	case n.digits == 4 && n.value >= 2400 && n.value <= 2700:
		return n.value - buddhistYear
	}
	return 0
}

// shortYear returns the year of a number of two digits, which lies in the past
// hundred years.
func shortYear(n number) int {
	if n.digits != 2 {
		return 0
	}
	if year := 2000 + n.value; year <= time.Now().Year() {
		return year
	}
	return 1900 + n.value
}

// fromYear reads a date that begins with its year.
func (r dateReader) fromYear(text []byte, p, q, year int) (dateFound, bool) {
	if m, d, end, ok := eastAsian(text, q); ok {
		if day := newDay(year, m, d); day != 0 {
			return dateFound{day: day, start: p, end: end}, true
		}
	}
	if sep, next := separator(text, q); sep != 0 {
		m, after := readNumber(text, next)
		if second, last := separator(text, after); m.digits >= 1 && m.digits <= 2 && second == sep {
			d, end := readNumber(text, last)
			if day := newDay(year, m.value, d.value); d.digits >= 1 && d.digits <= 2 && day != 0 {
				return dateFound{day: day, start: p, end: end}, true
			}
		}
	}
	return r.wordsFromYear(text, p, q, year)
}

// wordsFromYear reads "2019. október 14.", "2019 m. spalio 14 d." and "2019. gada
// 14. oktobrī" from the year on.
func (r dateReader) wordsFromYear(text []byte, p, q, year int) (dateFound, bool) {
	next := skipBetween(text, q)
	if bytes.IndexByte(text[q:next], '\n') >= 0 {
		return dateFound{}, false
	}
	for range 3 {
		word, end := wordAt(text, next)
		if len(word) == 0 {
			break
		}
		month := r.month(word)
		d, last := readNumber(text, skipBetween(text, end))
		if month == 0 && len(word) > 8 {
			break
		}
		if d.digits == 0 {
			next = skipBetween(text, end)
			continue
		}
		if month == 0 {
			word, last = wordAt(text, skipBetween(text, last))
			month = r.month(word)
		} else if isClock(text, last) {
			break
		}
		day := newDay(year, month, d.value)
		return dateFound{day: day, start: p, end: last}, day != 0 && d.digits <= 2
	}
	return dateFound{}, false
}

// eastAsian reads the month and day after a year in Chinese, Japanese or Korean.
func eastAsian(text []byte, p int) (month, dayOfMonth, end int, ok bool) {
	var values [2]int
	for i, marks := range [...][2]string{{"年", "년"}, {"月", "월"}} {
		switch rest := text[p:]; {
		case bytes.HasPrefix(rest, []byte(marks[0])), bytes.HasPrefix(rest, []byte(marks[1])):
			p += len(marks[0])
		default:
			return 0, 0, 0, false
		}
		for p < len(text) && text[p] == ' ' {
			p++
		}
		n, next := readNumber(text, p)
		if n.digits < 1 || n.digits > 2 {
			return 0, 0, 0, false
		}
		values[i], p = n.value, next
	}
	for _, mark := range []string{"日", "일"} {
		if bytes.HasPrefix(text[p:], []byte(mark)) {
			p += len(mark)
		}
	}
	return values[0], values[1], p, true
}

// separator returns the mark between two numbers of a date at p, and the offset
// after it and a space.
func separator(text []byte, p int) (mark byte, next int) {
	if p >= len(text) {
		return 0, p
	}
	switch c := text[p]; c {
	case '.', '/', '-':
		p++
		if c == '.' && p < len(text) && text[p] == ' ' {
			p++
		}
		return c, p
	case ' ':
		if p+2 < len(text) && (text[p+1] == '/' || text[p+1] == '-') && text[p+2] == ' ' {
			return text[p+1], p + 3
		}
	case 0xe2: // dashes and hyphens beyond ASCII
		if p+2 < len(text) && text[p+1] == 0x80 && text[p+2] >= 0x90 && text[p+2] <= 0x95 {
			return '-', p + 3
		}
	}
	return 0, p
}

// fromDay reads a date that begins with its day, or with its month in numbers.
func (r dateReader) fromDay(text []byte, p, q int, n number) (dateFound, bool) {
	if found, ok := r.numeric(text, p, q, n); ok {
		return found, true
	}
	if found, ok := r.monthAfter(text, p, q, n); ok {
		return found, true
	}
	return r.monthBefore(text, p, q, n)
}

// numeric reads a date of three numbers that ends with its year.
func (r dateReader) numeric(text []byte, p, q int, n number) (found dateFound, ok bool) {
	sep, next := separator(text, q)
	second, after := readNumber(text, next)
	if sep == 0 || second.digits < 1 || second.digits > 2 {
		return found, false
	}
	mark, next := separator(text, after)
	y, end := readNumber(text, next)
	year := yearOf(y)
	if mark == 0 && sep == '.' && y.digits == 0 { // 14.10 2019
		if y, end = readNumber(text, skipBetween(text, after)); y.digits == 4 {
			year, mark = yearOf(y), sep
		}
	}
	if year == 0 && (second.digits == 2 && n.digits == 2 || sep == '.') && !isClock(text, end) {
		year = shortYear(y)
	}
	if mark != sep || year == 0 || partOfNumber(text, end) {
		return found, false
	}
	found = dateFound{day: newDay(year, second.value, n.value), other: newDay(year, n.value, second.value), start: p, end: end}
	if r.order == monthFirst && sep != '.' || found.day == 0 {
		found.day, found.other = found.other, found.day
	}
	if found.day == 0 {
		found.day, found.other = found.other, 0
	}
	if found.other == found.day || sep == '.' && found.day != 0 && newDay(year, second.value, n.value) != 0 {
		found.other = 0
	}
	return found, found.day != 0
}

// partOfNumber reports whether a number goes on after p, as that of a version or
// an address does.
func partOfNumber(text []byte, p int) bool {
	if p+1 >= len(text) {
		return false
	}
	c := text[p]
	return (c == '.' || c == '/' || c == '-') && ascii.IsDigit(text[p+1])
}

// isClock reports whether a number that ends at p is the hour of a time.
func isClock(text []byte, p int) bool {
	return p+1 < len(text) && text[p] == ':' && ascii.IsDigit(text[p+1])
}

// monthAfter reads "14th of October, 2019" and its like from the day on.
func (r dateReader) monthAfter(text []byte, p, q int, n number) (dateFound, bool) {
	next := skipOrdinal(text, q)
	for range 3 {
		next = skipBetween(text, next)
		word, end := wordAt(text, next)
		if len(word) == 0 {
			return dateFound{}, false
		}
		m := r.month(word)
		if m == 0 && string(word) == "tháng" { // Vietnamese has no names
			var number number
			number, end = readNumber(text, skipBetween(text, end))
			m = number.value
		}
		if m > 0 {
			year, last := r.yearAfter(text, end)
			day := newDay(year, m, n.value)
			return dateFound{day: day, start: p, end: last}, day != 0
		}
		if len(word) > 4 {
			return dateFound{}, false
		}
		next = end
	}
	return dateFound{}, false
}

// monthBefore reads "October 14th, 2019" and its like, where p is at the day.
func (r dateReader) monthBefore(text []byte, p, q int, n number) (dateFound, bool) {
	word, start := wordBefore(text, p)
	m := r.month(word)
	if m == 0 {
		return dateFound{}, false
	}
	year, end := r.yearAfter(text, skipOrdinal(text, q))
	day := newDay(year, m, n.value)
	return dateFound{day: day, start: start, end: end}, day != 0
}

// yearAfter reads the year that may follow a day and a month. Between them stand
// at most two short words, marks, or a time of day.
func (r dateReader) yearAfter(text []byte, p int) (year, end int) {
	for range 4 {
		p = skipBetween(text, p)
		n, next := readNumber(text, p)
		if year := yearOf(n); year > 0 && !isClock(text, next) {
			return year, next
		}
		switch {
		case n.digits == 2 && p > 0 && (text[p-1] == '\'' || text[p-1] == '-'):
			return shortYear(n), next
		case n.digits > 0 && isClock(text, next):
			p = skipClock(text, next)
			continue
		case n.digits > 0:
			return 0, p
		}
		word, next := wordAt(text, p)
		if len(word) == 0 || utf8.RuneCount(word) > 5 {
			return 0, p
		}
		p = next
	}
	return 0, p
}

// skipClock passes over the minutes and seconds after an hour.
func skipClock(text []byte, p int) int {
	for p < len(text) && (text[p] == ':' || ascii.IsDigit(text[p])) {
		p++
	}
	return p
}

// skipOrdinal passes over what follows a number in "14th", "1er", "14º".
func skipOrdinal(text []byte, p int) int {
	word, end := wordAt(text, p)
	if n := utf8.RuneCount(word); n > 0 && n <= 3 {
		if _, isMonth := monthNames[string(word)]; !isMonth {
			return end
		}
	}
	return p
}

// skipBetween passes over the marks and spaces between the parts of a date.
func skipBetween(text []byte, p int) int {
	for most := p + 4; p < len(text) && p < most; {
		switch c := text[p]; c {
		case ' ', '.', ',', '\n', '-', '\'', '/', '(', ')', '|':
			p++
		default:
			if bytes.HasPrefix(text[p:], []byte("’")) {
				p += len("’")
				continue
			}
			if bytes.HasPrefix(text[p:], []byte("،")) {
				p += len("،")
				continue
			}
			return p
		}
	}
	return p
}

// maxWord is the longest word, in bytes, that may be the name of a month.
const maxWord = 40

// wordAt returns the word of letters at p and the offset after it.
func wordAt(text []byte, p int) (word []byte, end int) {
	end = p
	for end < len(text) && end-p < maxWord {
		c := text[end]
		if ascii.IsLetter(c) {
			end++
			continue
		}
		if c == '.' && isWithinWord(text, p, end) {
			end++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRune(text[end:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && r != 'º' && r != 'ª' {
			break
		}
		end += size
	}
	return text[p:end], end
}

// isWithinWord reports whether the dot at an offset stands within an abbreviation
// that began at p, as in Thai.
func isWithinWord(text []byte, p, at int) bool {
	const thai = 0xe0 // the first byte of its letters
	return at > p && text[at-1] >= utf8.RuneSelf && at+1 < len(text) && text[at+1] == thai
}

// wordBefore returns the word that ends before p, at most some marks away, and
// where it begins.
func wordBefore(text []byte, p int) (word []byte, start int) {
	for least := p - 3; p > 0 && p > least && strings.IndexByte(" .,-\n/", text[p-1]) >= 0; {
		p--
	}
	start = p
	for start > 0 && p-start < maxWord {
		r, size := utf8.DecodeLastRune(text[:start])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && (r != '.' || !isWithinWord(text, 0, start-1)) {
			break
		}
		start -= size
	}
	return text[start:p], start
}

// month returns the month that a word names, or 0. The page's own language
// decides where languages differ: listopad is October in Croatian and November
// in Polish.
func (r dateReader) month(word []byte) int {
	if len(word) < 2 || len(word) >= maxWord {
		return 0
	}
	var lower [2 * maxWord]byte
	folded := lower[:0]
	for _, c := range string(word) {
		if c = unicode.ToLower(c); c != '\u0307' {
			folded = utf8.AppendRune(folded, c)
		}
	}
	meanings := monthNames[string(folded)]
	if len(meanings) == 0 {
		meanings = monthNames[strings.TrimPrefix(string(folded), hebrewIn)]
	}
	if len(meanings) == 0 && r.language >= 0 {
		return r.inflected(string(folded))
	}
	month := 0
	for _, m := range meanings {
		if int(m.language) == r.language {
			return int(m.month)
		}
		if month == 0 {
			month = int(m.month)
		}
	}
	if len(folded) < 3 {
		return 0
	}
	return month
}

// hebrewIn is the Hebrew word for "in", which is written together with the month.
const hebrewIn = "ב"

// inflected returns the month whose name in the page's language begins as a word
// does, if there is only one: abbreviations of three letters or more, and cases
// that the table does not have.
func (r dateReader) inflected(word string) int {
	if utf8.RuneCountInString(word) < 3 {
		return 0
	}
	found := 0
	for m, list := range monthLists[r.language] {
		for _, name := range list {
			if strings.HasPrefix(name, word) || r.sharesStem(word, name) {
				if found != 0 && found != m+1 {
					return 0
				}
				found = m + 1
			}
		}
	}
	return found
}

// sharesStem reports whether a word may be another case of a name: they have the
// first four letters or more in common, and at most three more each. English has
// no cases.
func (r dateReader) sharesStem(word, name string) bool {
	if languages[r.language].tag == "en" {
		return false
	}
	a, b := []rune(word), []rune(name)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 4 && len(a)-n <= 3 && len(b)-n <= 3
}

// machine reads the date of a value that was written for programs: ISO 8601 and
// its parts, RFC 5322, seconds since 1970, or else what a reader would see. The
// day is that of the value's own time zone.
func (r dateReader) machine(value string) (found dateFound, ok bool) {
	value = strings.TrimSpace(value)
	n, next := readNumber([]byte(value), 0)
	switch {
	case n.digits >= 8 && n.digits <= 14 && n.digits%2 == 0 && n.value/pow10(n.digits-4) >= minYear && n.value/pow10(n.digits-4) < 2100: // 20191014, 20191014093000
		date := n.value / pow10(n.digits-8)
		if d := newDay(date/10000, date/100%100, date%100); d != 0 {
			return dateFound{day: d, end: next}, true
		}
	case next == len(value) && (n.digits == 10 || n.digits == 13) && n.value > 0:
		seconds := int64(n.value)
		if n.digits == 13 {
			seconds /= 1000
		}
		return dateFound{day: dayOf(time.Unix(seconds, 0).UTC()), end: next}, true
	}
	return r.first(value)
}

func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// relative returns the day of a text such as "3 days ago" or "gestern", seen from
// another day.
func (r dateReader) relative(text string, now day) day {
	if now == 0 {
		return 0
	}
	text = strings.ToLower(text)
	for _, i := range []int{r.language, 0} {
		if i < 0 {
			continue
		}
		for entry := range strings.SplitSeq(languages[i].relative, "|") {
			if entry == "" {
				continue
			}
			if d := relativeBy(text, entry[0], entry[1:], now); d != 0 {
				return d
			}
		}
	}
	return 0
}

// relativeBy tries one pattern.
func relativeBy(text string, unit byte, pattern string, now day) day {
	before, after, hasNumber := strings.Cut(pattern, "{0}")
	if !hasNumber {
		at := strings.Index(text, before)
		if at < 0 || !isWhole(text, at, at+len(before)) || !isDateline(text[:at]+" "+text[at+len(before):]) {
			return 0
		}
		return backBy(now, int(unit-'0'), 'd')
	}
	for p := 0; p < len(text); {
		n, next := readNumber([]byte(text), p)
		if next == p {
			p++
			continue
		}
		if strings.HasSuffix(text[:p], before) && strings.HasPrefix(text[next:], after) && isWhole(text, p-len(before), next+len(after)) && n.digits <= 3 {
			return backBy(now, n.value, unit)
		}
		p = next
	}
	return 0
}

// isDateline reports whether what stands around a word such as "today" lets it be
// a date: nothing but marks, a word for publication, or a time of day.
func isDateline(around string) bool {
	return strings.IndexFunc(around, unicode.IsLetter) < 0 || containsAny(around, publishedWords) || containsAny(around, updatedWords) ||
		strings.Contains(around, ":") && strings.ContainsAny(around, "0123456789")
}

// isWhole reports whether no word goes on before start or after end.
func isWhole(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !unicode.IsLetter(before) && !unicode.IsLetter(after)
}

// backBy returns the day that is n units before another.
func backBy(now day, n int, unit byte) day {
	t := now.time()
	switch unit {
	case 'd':
		t = t.AddDate(0, 0, -n)
	case 'w':
		t = t.AddDate(0, 0, -7*n)
	case 'm':
		t = t.AddDate(0, -n, 0)
	case 'y':
		return 0 // too coarse for a day
	}
	return dayOf(t)
}

// inAddress returns the date in the path of an address. The same separator
// stands throughout: /2019/10/14/, 2019-10-14, 20191014.
func inAddress(address string) (found dateFound, ok bool) {
	from := 0
	if i := strings.Index(address, "://"); i >= 0 {
		from = i + len("://")
		if j := strings.IndexByte(address[from:], '/'); j >= 0 {
			from += j
		}
	}
	text := []byte(address)
	for p := from; p < len(text); {
		n, q := readNumber(text, p)
		if q == p {
			p++
			continue
		}
		if n.digits == 8 && n.value/10000 >= 1995 {
			if d := newDay(n.value/10000, n.value/100%100, n.value%100); d != 0 {
				return dateFound{day: d, start: p, end: q}, true
			}
		}
		if n.digits == 4 && n.value >= 1995 && q+1 < len(text) {
			if f, ok := addressFrom(text, p, q, n.value); ok {
				return f, true
			}
		}
		p = q
	}
	return found, false
}

// addressFrom reads month and day after a year in an address. A month may have
// its English name.
func addressFrom(text []byte, p, q, year int) (dateFound, bool) {
	sep := text[q]
	if sep != '/' && sep != '-' && sep != '_' && sep != '.' {
		return dateFound{}, false
	}
	m, next := readNumber(text, q+1)
	month := m.value
	if m.digits == 0 {
		var word []byte
		word, next = wordAt(text, q+1)
		month = dateReader{}.month(word)
	} else if m.digits == 4 && sep == '/' { // /2019/1014/
		if d := newDay(year, m.value/100, m.value%100); d != 0 {
			return dateFound{day: d, start: p, end: next}, true
		}
	}
	if next >= len(text) || text[next] != sep || m.digits > 2 {
		return dateFound{}, false
	}
	d, end := readNumber(text, next+1)
	if d.digits < 1 || d.digits > 2 {
		return dateFound{}, false
	}
	found := newDay(year, month, d.value)
	return dateFound{day: found, start: p, end: end}, found != 0
}
