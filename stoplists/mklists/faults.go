package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// faults are the rules by which words are left out of the lists. None of them
// knows single words. README.md has the number of words that each leaves out, and
// MEASUREMENTS.md what that changes.
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

// faultOf returns the name of the first rule that leaves a word out, or "".
func (s *shelf) faultOf(t *table, f frequency) string {
	for _, fault := range faults {
		if fault.has(s, t, f) {
			return fault.name
		}
	}
	return ""
}

// isWord reports whether s can be a word of a language: it has a letter and is not
// an address.
func isWord(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) >= 0 && !strings.ContainsAny(s, "/@") &&
		!strings.HasPrefix(s, "http") && !strings.HasPrefix(s, "www") && !strings.HasSuffix(s, ".com")
}

// isMisread reports whether a word is Thai in UTF-8 that was decoded as the Thai
// code page, windows-874: encoded in that again, it begins with the first two
// bytes of a Thai letter and is valid UTF-8. The same mistake cannot be undone for
// alphabets with capitals, because the tables are in lower case.
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

// Two languages are related if at least headShared of their headSize most frequent
// words are the same.
const (
	headSize   = 100
	headShared = 6
)

func (s *shelf) related(a, b *table) bool {
	return s.shareHead(a, b, headShared)
}

// shareHead reports whether the headSize most frequent words of two tables have at
// least n in common.
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

// A word is taken for a name if it has at least nameLetters letters, at least
// nameLanguages languages have it of which no two are related, and another language
// with as large a corpus has it more than nameRatio times as often. In that
// language it may be a common word.
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

// findUsers finds the words that may be names, and for each the tables that have
// it.
func (s *shelf) findUsers() {
	s.users = make(map[string][]*table)
	for word, tables := range s.tablesOf(nameLetters) {
		if len(tables) >= nameLanguages && s.countUnrelated(tables) >= nameLanguages {
			s.users[word] = tables
		}
	}
}

// countUnrelated counts the tables that are related to none counted before.
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

// A corpus contains text of another language, the donor, if it has at least
// donorShared of the donor's donorHead most frequent words of three letters or more,
// each at a small and similar share of its frequency there. Words that are no
// more frequent than such text explains are left out. Only languages with the
// largest corpora are donors, and only to languages with which they have fewer than
// donorRelated of the most frequent words in common.
const (
	donorTokens  = 100_000_000
	donorHead    = 30
	donorShared  = 12
	donorRelated = 15
	donorLargest = 0.15 // the shares' median must be below this
	donorMargin  = 3    // how many times the median a word's share may be
)

// findForeign finds the donors of each table and how much text they donated.
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

// A donation is text of another language in a corpus. share is its amount, as a share
// of the frequencies of that language.
type donation struct {
	from  *table
	share float64
}

// donated returns the median share of the donor's frequencies at which table t has
// the donor's most frequent words, or 0 if it has too few of them or the share is
// too large.
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

// isForeign reports whether text donated to the table explains the frequency of a word.
func (s *shelf) isForeign(t *table, f frequency) bool {
	for _, d := range t.donors {
		if f.perBillion < donorMargin*d.share*d.from.perBillion(f.word) {
			return true
		}
	}
	return false
}
