package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// billion is the number of running words to which the frequencies of the tables
// relate.
const billion = 1e9

// frequency is a line of CODE.tsv.gz.
type frequency struct {
	word       string
	perBillion float64
}

// table is a line of LANGUAGES.tsv, and the words of CODE.tsv.gz.
type table struct {
	code     string
	sources  string
	tokens   int // running words counted
	distinct int // different words counted
	words    []frequency
	ranks    map[string]int // of words, from 0
	isScript func(rune) bool
	donors   []donation
}

// head returns the n most frequent words.
func (t *table) head(n int) []frequency { return t.words[:min(n, len(t.words))] }

// perBillion returns the frequency of a word, 0 if the table does not have it.
func (t *table) perBillion(word string) float64 {
	if rank, ok := t.ranks[word]; ok {
		return t.words[rank].perBillion
	}
	return 0
}

// rareLeft is how many running words a Unilex table lacks for each different word
// that it has, because Unilex leaves out words that were counted once. The number
// was estimated from texts of 100,000 running words drawn from the tables of twelve
// large languages. They have from 1.0 (Vietnamese) to 2.7 (Greek) words that occur
// once for each other different word, with a median of 2.2.
const rareLeft = 2

// total returns how many running words the frequencies of the table relate to: a
// billion, and more if rare words are missing.
func (t *table) total() float64 {
	if t.sources != "unilex" {
		return billion
	}
	return billion * (1 + rareLeft*float64(t.distinct)/float64(t.tokens))
}

// shelf holds all tables, and what follows from comparing them.
type shelf struct {
	tables []*table            // sorted by code
	shared map[[2]string]int   // how many of their most frequent words two tables share, by code
	users  map[string][]*table // the tables that have a word, for words that may be names; as tablesOf
}

func readShelf(dir string) (*shelf, error) {
	tables, err := readTables(dir)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if err := t.read(dir); err != nil {
			return nil, err
		}
	}
	s := &shelf{tables: tables, shared: make(map[[2]string]int)}
	s.findForeign()
	s.findUsers()
	return s, nil
}

func (s *shelf) table(code string) *table {
	for _, t := range s.tables {
		if t.code == code {
			return t
		}
	}
	return nil
}

// tablesOf returns the tables that have each word of at least the given number of
// letters, the one with the highest frequency first.
func (s *shelf) tablesOf(letters int) map[string][]*table {
	tables := make(map[string][]*table)
	for _, t := range s.tables {
		for _, f := range t.words {
			if utf8.RuneCountInString(f.word) >= letters {
				tables[f.word] = append(tables[f.word], t)
			}
		}
	}
	for word, list := range tables {
		slices.SortStableFunc(list, func(a, b *table) int {
			return cmp.Compare(b.perBillion(word), a.perBillion(word))
		})
	}
	return tables
}

// readNames reads the names of Python jusText's lists, by code.
func readNames(dir string) (map[string]string, error) {
	names := make(map[string]string)
	err := eachLine(filepath.Join(dir, "JUSTEXT-NAMES.tsv"), 2, func(f []string) error {
		names[f[1]] = f[0]
		return nil
	})
	delete(names, "code") // the line of column names
	return names, err
}

func readTables(dir string) ([]*table, error) {
	var tables []*table
	err := eachLine(filepath.Join(dir, "LANGUAGES.tsv"), 6, func(f []string) error {
		if f[0] == "code" { // the line of column names
			return nil
		}
		tokens, err := strconv.Atoi(f[2])
		if err != nil {
			return err
		}
		distinct, err := strconv.Atoi(f[3])
		tables = append(tables, &table{code: f[0], sources: f[1], tokens: tokens, distinct: distinct})
		return err
	})
	slices.SortFunc(tables, func(a, b *table) int { return strings.Compare(a.code, b.code) })
	return tables, err
}

// softHyphen marks where a word may be hyphenated. Some corpora have it in their words.
const softHyphen = "\u00ad"

func (t *table) read(dir string) error {
	sums := make(map[string]float64)
	err := eachLine(filepath.Join(dir, t.code+".tsv.gz"), 2, func(f []string) error {
		n, err := strconv.ParseFloat(f[1], 64)
		sums[strings.ReplaceAll(f[0], softHyphen, "")] += n
		return err
	})
	t.setWords(sums)
	return err
}

// setWords sorts the words of a table, most frequent first.
func (t *table) setWords(perBillion map[string]float64) {
	t.words = make([]frequency, 0, len(perBillion))
	for word, n := range perBillion {
		t.words = append(t.words, frequency{word, n})
	}
	slices.SortFunc(t.words, func(a, b frequency) int {
		return cmp.Or(cmp.Compare(b.perBillion, a.perBillion), strings.Compare(a.word, b.word))
	})
	t.ranks = make(map[string]int, len(t.words))
	for rank, f := range t.words {
		t.ranks[f.word] = rank
	}
	t.isScript = mainScript(t.words)
}

// scriptGroups has scripts that count as another one, together with which a language
// uses them.
var scriptGroups = map[string]string{"Hiragana": "Han", "Katakana": "Han", "Hangul": "Han"}

// ownScript is the share of the letters of running text from which a script
// belongs to the language. Gagauz has two scripts.
const ownScript = 0.2

// mainScript returns a function that reports whether a letter belongs to a script
// of the language with these words.
func mainScript(words []frequency) func(rune) bool {
	weights := make(map[string]float64)
	names := make(map[rune]string)
	sum := 0.0
	for _, f := range words {
		for _, r := range f.word {
			name, ok := names[r]
			if !ok {
				name = script(r)
				names[r] = name
			}
			if name != "" {
				weights[name] += f.perBillion
				sum += f.perBillion
			}
		}
	}
	return func(r rune) bool { return weights[names[r]] >= ownScript*sum }
}

// script returns the name of a letter's script, or "" if r is not a letter or belongs to
// several scripts.
func script(r rune) string {
	if !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
		return ""
	}
	if r < 0x250 {
		return "Latin"
	}
	for name, ranges := range unicode.Scripts {
		if unicode.Is(ranges, r) {
			return cmp.Or(scriptGroups[name], name)
		}
	}
	return ""
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// eachLine calls do with the fields of each line of a file of tab-separated values.
// A line must have n fields. A file whose name ends in .gz is decompressed.
func eachLine(name string, n int, do func(fields []string) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	lines := bufio.NewScanner(r)
	for i := 1; lines.Scan(); i++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != n {
			return fmt.Errorf("%s:%d: %d columns instead of %d", name, i, len(fields), n)
		}
		if err := do(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i, err)
		}
	}
	return lines.Err()
}
