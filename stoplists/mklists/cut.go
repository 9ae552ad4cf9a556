package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed42075109/justext/stoplists"
)

// minTokens is how large the corpus under a table must be for a language that
// jusText has no list for.
const minTokens = 200_000

// billion is what the frequencies of the tables are shares of.
const billion = 1e9

// otherTable names the lists that are cut from the table of another code.
// Filipino is the standard form of Tagalog; its table rests on wordfreq, that
// of Tagalog on 47,566 words of subtitles.
var otherTable = map[string]string{"tl": "fil"}

// frequencyTable is a line of LANGUAGES.tsv.
type frequencyTable struct {
	code    string
	sources string
	tokens  int
}

// frequency is a line of CODE.tsv.gz.
type frequency struct {
	word       string
	perBillion float64
}

// cutLists writes lists/*.txt from the tables in dir, and says what it knows of each.
func cutLists(dir string, coverage float64) (map[string]row, error) {
	names, err := readNames(dir)
	if err != nil {
		return nil, err
	}
	tables, err := readTables(dir)
	if err != nil {
		return nil, err
	}
	if err := writeMissing(names, tables); err != nil {
		return nil, err
	}
	if err := removeLists(); err != nil {
		return nil, err
	}
	rows := make(map[string]row)
	for _, tag := range choose(tables, names) {
		r, err := cutList(dir, tag, tables[cmp.Or(otherTable[tag], tag)], coverage)
		if err != nil {
			return nil, err
		}
		r.JusText = names[tag]
		rows[tag] = r
	}
	return rows, nil
}

// choose gives the tags to make lists for, sorted: the languages that jusText
// has, and those with a corpus of some size; without the regions of a language
// that is there itself, for a tag falls back to it.
func choose(tables map[string]frequencyTable, names map[string]string) []string {
	var tags []string
	for tag, t := range tables {
		if (names[tag] != "" || t.tokens >= minTokens) && !isRegional(tag, tables) && !isOtherTable(tag) {
			tags = append(tags, tag)
		}
	}
	slices.Sort(tags)
	return tags
}

func isOtherTable(tag string) bool {
	for _, code := range otherTable {
		if code == tag {
			return true
		}
	}
	return false
}

// isRegional reports whether a tag is that of a known language and a region:
// pt-BR, but not sr-Latn, whose script has four letters.
func isRegional(tag string, tables map[string]frequencyTable) bool {
	base, rest, _ := strings.Cut(tag, "-")
	_, known := tables[base]
	return len(rest) == 2 && known
}

func cutList(dir, tag string, t frequencyTable, coverage float64) (row, error) {
	frequencies, err := readTable(dir, t.code)
	if err != nil {
		return row{}, err
	}
	words, covered := cut(frequencies, coverage)
	list := stoplists.New(words...)
	if covered < coverage-1e-4 {
		log.Printf("%s: the table ends at %.3f", tag, covered)
	}
	r := row{Language: stoplists.Language{
		Tag: tag, Name: englishName(tag), Coverage: covered, CorpusTokens: t.tokens, Source: sourceNames(t.sources),
	}}
	return r, os.WriteFile(listFile(tag), []byte(listText(list)), 0o644)
}

// cut is the one rule of all lists: the smallest set of most frequent words
// that covers the share of the running words; all words, where the table ends before.
func cut(frequencies []frequency, share float64) (words []string, covered float64) {
	var sum float64
	for _, f := range frequencies {
		if sum >= share*billion {
			break
		}
		if isWord(f.word) {
			words = append(words, f.word)
			sum += f.perBillion
		}
	}
	return words, math.Round(sum/billion*1e4) / 1e4 // as in index.tsv
}

// isWord drops what no page can have as a word of its language: strings
// without a letter, and addresses.
func isWord(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) >= 0 && !strings.ContainsAny(s, "/@") &&
		!strings.HasPrefix(s, "http") && !strings.HasPrefix(s, "www") && !strings.HasSuffix(s, ".com")
}

var sources = strings.NewReplacer("unilex", "Unilex", "+", " + ")

func sourceNames(s string) string { return sources.Replace(s) }

// readNames reads jusText's names of its lists, by code.
func readNames(dir string) (map[string]string, error) {
	names := make(map[string]string)
	err := eachLine(filepath.Join(dir, "JUSTEXT-NAMES.tsv"), 2, func(f []string) error {
		names[f[1]] = f[0]
		return nil
	})
	delete(names, "code") // the line of column names
	return names, err
}

func readTables(dir string) (map[string]frequencyTable, error) {
	tables := make(map[string]frequencyTable)
	err := eachLine(filepath.Join(dir, "LANGUAGES.tsv"), 6, func(f []string) error {
		if f[0] == "code" { // the line of column names
			return nil
		}
		tokens, err := strconv.Atoi(f[2])
		tables[f[0]] = frequencyTable{code: f[0], sources: f[1], tokens: tokens}
		return err
	})
	return tables, err
}

func readTable(dir, code string) ([]frequency, error) {
	var frequencies []frequency
	err := eachLine(filepath.Join(dir, code+".tsv.gz"), 2, func(f []string) error {
		n, err := strconv.ParseFloat(f[1], 64)
		frequencies = append(frequencies, frequency{f[0], n})
		return err
	})
	return frequencies, err
}

// eachLine calls do with the fields of each line of a table, of which there
// must be n. A file whose name ends in .gz is unpacked.
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
			return fmt.Errorf("%s:%d: %d columns, not %d", name, i, len(fields), n)
		}
		if err := do(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i, err)
		}
	}
	return lines.Err()
}
