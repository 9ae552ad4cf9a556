package main

import (
	"fmt"
	"math"
	"testing"
)

// newTable makes a table of words and their frequencies, most frequent first.
func newTable(code string, words ...frequency) *table {
	t := &table{code: code, sources: "unilex", tokens: 200_000, distinct: 20_000, words: words, ranks: make(map[string]int)}
	for rank, f := range words {
		t.ranks[f.word] = rank
	}
	t.isScript = mainScript(words)
	return t
}

// newLanguage makes a table of a hundred words that no other table has, followed by
// the given words.
func newLanguage(code string, more ...frequency) *table {
	var words []frequency
	for i := range headSize {
		words = append(words, frequency{fmt.Sprintf("%s%d", code, i), 5e6})
	}
	return newTable(code, append(words, more...)...)
}

func newShelf(tables ...*table) *shelf {
	s := &shelf{tables: tables, shared: make(map[[2]string]int)}
	s.findForeign()
	s.findUsers()
	return s
}

func TestIsWord(t *testing.T) {
	for word, want := range map[string]bool{
		"the": true, "don't": true, "की": true, "ʼa": true, "–": false, "'": false,
		"http": false, "www.bbc": false, "bbc.com": false, "km/h": false, "@bbc": false,
	} {
		if isWord(word) != want {
			t.Errorf("isWord(%q) = %v", word, !want)
		}
	}
}

func TestIsMisread(t *testing.T) {
	for word, want := range map[string]bool{
		"เธ": true, "เน": true, "เธฒเธ": true, "เธตเน": true, // ends, pieces and beginnings of letters
		"เธอ": false, "ไป": false, "เนย": false, "และ": false, "the": false, "": false,
	} {
		if isMisread(word) != want {
			t.Errorf("isMisread(%q) = %v", word, !want)
		}
	}
}

func TestMainScript(t *testing.T) {
	for _, c := range []struct {
		name    string
		words   []frequency
		in, out string
	}{
		{"Cyrillic with some Latin", []frequency{{"не", 9}, {"the", 1}}, "н", "t"},
		{"two", []frequency{{"hem", 6}, {"да", 6}}, "hд", "ა"},
		{"Japanese", []frequency{{"の", 8}, {"人", 1}, {"カ", 1}}, "の人カ", "a"},
		{"signs of several scripts do not count", []frequency{{"ʻa", 3}}, "a", "ʻ1'"},
	} {
		isScript := mainScript(c.words)
		for _, r := range c.in {
			if !isScript(r) {
				t.Errorf("%s: %q is not in it", c.name, r)
			}
		}
		for _, r := range c.out {
			if isScript(r) {
				t.Errorf("%s: %q is in it", c.name, r)
			}
		}
	}
}

// TestIsName: a word of five letters in eight unrelated languages is a name, except
// in the language where it is most frequent and in those that have it about as often.
func TestIsName(t *testing.T) {
	var tables []*table
	for i := range nameLanguages {
		frequent := frequency{"israel", 4e5}
		if i == 0 {
			frequent.perBillion = 2e6
		}
		if i == 1 {
			frequent.perBillion = 6e5
		}
		tables = append(tables, newLanguage(fmt.Sprint("l", i), frequent, frequency{"amen", 4e5}, frequency{fmt.Sprint("only", i), 1e5}))
	}
	s := newShelf(tables...)
	for i, table := range tables {
		for _, f := range table.words {
			want := f.word == "israel" && i >= 2
			if got := s.isName(table, f); got != want {
				t.Errorf("%s: isName(%s) = %v", table.code, f.word, got)
			}
		}
	}
	if s := newShelf(tables[1:]...); s.isName(tables[2], frequency{"israel", 4e5}) {
		t.Error("a name in fewer languages")
	}
}

// TestNamesOfRelated: related languages count once.
func TestNamesOfRelated(t *testing.T) {
	var shared []frequency
	for i := range headShared {
		shared = append(shared, frequency{fmt.Sprint("common", i), 8e6})
	}
	var tables []*table
	for i := range 2 * nameLanguages {
		words := append(shared[:headShared:headShared], newLanguage(fmt.Sprint("l", i)).words...)
		tables = append(tables, newTable(fmt.Sprint("l", i), append(words, frequency{"nyumba", 1e5 * float64(1+10*(i/8))})...))
	}
	s := newShelf(tables...)
	if s.isName(tables[0], frequency{"nyumba", 1e5}) {
		t.Error("a word of one family is taken for a name")
	}
	if !s.related(tables[0], tables[5]) || s.related(tables[0], newLanguage("other")) {
		t.Error("related tables are told wrongly")
	}
}

func TestIsForeign(t *testing.T) {
	donor := newLanguage("en")
	donor.tokens = donorTokens
	left := newLanguage("cs")
	for i, f := range donor.words[:donorShared] {
		left.words = append(left.words, frequency{f.word, 0.01 * f.perBillion})
		left.ranks[f.word] = headSize + i
	}
	own := frequency{donor.words[donorShared].word, 0.5 * donor.words[donorShared].perBillion}
	left.words = append(left.words, own)
	left.ranks[own.word] = len(left.words) - 1
	s := newShelf(donor, left)
	for i, f := range left.words {
		want := headSize <= i && f != own
		if got := s.isForeign(left, f); got != want {
			t.Errorf("isForeign(%s) = %v", f.word, got)
		}
	}
	for _, f := range donor.words {
		if s.isForeign(donor, f) {
			t.Errorf("%s is foreign to its own language", f.word)
		}
	}
}

func TestTotal(t *testing.T) {
	table := newLanguage("aa") // 20,000 different words in 200,000 running words
	if got := table.total(); math.Abs(got-1.2*billion) > 1 {
		t.Errorf("a Unilex table: %v", got)
	}
	table.sources = "unilex+wordfreq"
	if got := table.total(); got != billion {
		t.Errorf("another table: %v", got)
	}
}

func TestIsRegional(t *testing.T) {
	s := newShelf(newLanguage("pt"), newLanguage("pt-BR"), newLanguage("sr"), newLanguage("sr-Latn"), newLanguage("xx-YY"))
	for tag, want := range map[string]bool{"pt": false, "pt-BR": true, "sr-Latn": false, "xx-YY": false} {
		if s.isRegional(tag) != want {
			t.Errorf("isRegional(%s) = %v", tag, !want)
		}
	}
}
