package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// faults are the rules by which words are left out of the lists. None of them
// has a list made by hand. README.md has how much each takes out, and how often
// it is right.
var faults = []struct {
	name string
	has  func(s *shelf, t *table, f frequency) bool
}{
	{"no word", func(_ *shelf, _ *table, f frequency) bool { return !isWord(f.word) }},
	{"another script", func(_ *shelf, t *table, f frequency) bool { return !strings.ContainsFunc(f.word, t.isScript) }},
	{"wrong encoding", func(_ *shelf, _ *table, f frequency) bool { return isMisread(f.word) }},
	{"another language", func(s *shelf, t *table, f frequency) bool { return s.isForeign(t, f) }},
	{"name", func(s *shelf, t *table, f frequency) bool { return s.isName(t, f) }},
}

// faultOf names the first rule that leaves a word out, "" if none does.
func (s *shelf) faultOf(t *table, f frequency) string {
	for _, fault := range faults {
		if fault.has(s, t, f) {
			return fault.name
		}
	}
	return ""
}

// isWord drops what no page can have as a word of its language: strings
// without a letter, and addresses.
func isWord(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) >= 0 && !strings.ContainsAny(s, "/@") &&
		!strings.HasPrefix(s, "http") && !strings.HasPrefix(s, "www") && !strings.HasSuffix(s, ".com")
}

// isMisread reports whether a word is Thai in UTF-8 that was read as the Thai
// code page: it begins with what the first two bytes of a Thai letter are there, and goes on
// as UTF-8 does. Alphabets with capitals do not keep their bytes through the
// lower case of the tables.
func isMisread(word string) bool {
	if !strings.HasPrefix(word, "เธ") && !strings.HasPrefix(word, "เน") {
		return false
	}
	b, err := charmap.Windows874.NewEncoder().String(word)
	for err == nil && utf8.FullRuneInString(b) {
		r, size := utf8.DecodeRuneInString(b)
		if r == utf8.RuneError {
			return b == ""
		}
		b = b[size:]
	}
	return err == nil
}

// Two languages are related if at least headShared of the headSize most
// frequent words of one are among those of the other.
const (
	headSize   = 100
	headShared = 6
)

func (s *shelf) related(a, b *table) bool {
	return s.shareHead(a, b, headShared)
}

// shareHead reports whether the heads of two tables have n words in common.
func (s *shelf) shareHead(a, b *table, n int) bool {
	key := [2]string{min(a.code, b.code), max(a.code, b.code)}
	shared, ok := s.shared[key]
	if !ok {
		for _, f := range a.head(headSize) {
			if rank, ok := b.ranks[f.word]; ok && rank < headSize {
				shared++
			}
		}
		s.shared[key] = shared
	}
	return shared >= n
}

// A name is a word of nameLetters letters or more that nameLanguages languages
// have, no two of them related, where another language whose corpus is as large
// has it over nameRatio times as often: there it may be a word of the language.
const (
	nameLetters   = 5
	nameLanguages = 8
	nameRatio     = 4
)

func (s *shelf) isName(t *table, f frequency) bool {
	if utf8.RuneCountInString(f.word) < nameLetters {
		return false
	}
	for _, user := range s.users[f.word] {
		if user.tokens >= t.tokens {
			return nameRatio*f.perBillion < user.perBillion(f.word)
		}
	}
	return false
}

// findUsers finds, for each word that is long enough for a name, the tables
// that have it, if as many as a name has are unrelated.
func (s *shelf) findUsers() {
	s.users = make(map[string][]*table)
	for word, tables := range s.tablesOf(nameLetters) {
		if len(tables) >= nameLanguages && s.countUnrelated(tables) >= nameLanguages {
			s.users[word] = tables
		}
	}
}

// countUnrelated counts tables of which no two are related, taking them in
// their order.
func (s *shelf) countUnrelated(tables []*table) int {
	var counted []*table
	for _, t := range tables {
		if !s.isRelatedToAny(t, counted) {
			counted = append(counted, t)
		}
	}
	return len(counted)
}

func (s *shelf) isRelatedToAny(t *table, others []*table) bool {
	for _, other := range others {
		if s.related(t, other) {
			return true
		}
	}
	return false
}

// A corpus has text of another language in it if it has at least donorShared of
// the donorHead most frequent words of three letters or more of that language,
// at a small and similar share of their frequency there. The words that
// are not more frequent than such text explains are left out. Donors are
// the languages with the largest corpora, and neighbours with
// donorRelated words of the heads in common are none.
const (
	donorTokens  = 100_000_000
	donorHead    = 30
	donorShared  = 12
	donorRelated = 15
	donorLargest = 0.15 // the median of the shares
	donorMargin  = 3    // how much more than the median a word's share may be
)

// findForeign finds which languages have left text in the corpus of which, and
// how much: the share of the donor's frequencies.
func (s *shelf) findForeign() {
	for _, t := range s.tables {
		for _, donor := range s.tables {
			if donor.tokens < donorTokens || donor == t || s.shareHead(t, donor, donorRelated) {
				continue
			}
			if share := donated(t, donor); share > 0 {
				t.donors = append(t.donors, donation{donor, share})
			}
		}
	}
}

type donation struct {
	from  *table
	share float64
}

// donated is the median share of the donor's frequencies at which a table has
// the words of its head; 0 if there are too few of them or too much of each.
func donated(t, donor *table) float64 {
	var shares []float64
	seen := 0
	for _, f := range donor.words {
		if utf8.RuneCountInString(f.word) < 3 {
			continue
		}
		if seen++; seen > donorHead {
			break
		}
		if n := t.perBillion(f.word); n > 0 {
			shares = append(shares, n/f.perBillion)
		}
	}
	if len(shares) < donorShared {
		return 0
	}
	if share := median(shares); share < donorLargest {
		return share
	}
	return 0
}

func (s *shelf) isForeign(t *table, f frequency) bool {
	for _, d := range t.donors {
		if f.perBillion < donorMargin*d.share*d.from.perBillion(f.word) {
			return true
		}
	}
	return false
}
