package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/seed42075109/justext/stoplists"
)

// otherTable has the lists that are cut from the table of another code.
// Filipino is the standard form of Tagalog; its table is from wordfreq, and that
// of Tagalog from 47,566 words of subtitles.
var otherTable = map[string]string{"tl": "fil"}

// cutter cuts lists and records which words it leaves out.
type cutter struct {
	*shelf
	names    map[string]string // jusText's names, by tag
	coverage float64
	left     bytes.Buffer // lines of tag, word and fault
}

// cutLists cuts lists from the tables in dir, replaces lists/*.txt by them, and
// returns their rows. The words left out are written to the file leftOut unless its
// name is empty. Nothing is written before all lists are cut.
func cutLists(dir string, coverage float64, leftOut string) (map[string]row, error) {
	names, err := readNames(dir)
	if err != nil {
		return nil, err
	}
	s, err := readShelf(dir)
	if err != nil {
		return nil, err
	}
	c := &cutter{shelf: s, names: names, coverage: coverage}
	rows, lists, err := c.cutAll()
	if err != nil {
		return nil, err
	}
	if leftOut != "" {
		if err := os.WriteFile(leftOut, c.left.Bytes(), 0o644); err != nil {
			return nil, err
		}
	}
	if err := writeMissing(names, s); err != nil {
		return nil, err
	}
	return rows, replaceLists(lists)
}

// cutAll cuts the lists of all tables that are large enough. It returns them and
// their rows by tag.
func (c *cutter) cutAll() (map[string]row, map[string]*stoplists.List, error) {
	rows, lists := make(map[string]row), make(map[string]*stoplists.List)
	for _, tag := range choose(c.shelf) {
		code := cmp.Or(otherTable[tag], tag)
		t := c.table(code)
		if t == nil {
			return nil, nil, fmt.Errorf("there is no table for %s, from which the list for %s is cut", code, tag)
		}
		if r, list := c.cutList(tag, t); list != nil {
			rows[tag], lists[tag] = r, list
		}
	}
	return rows, lists, nil
}

// choose returns the tags to make lists for, in the order of the shelf: all but the
// regional variants of a language that has a table itself, to which their tags
// fall back.
func choose(s *shelf) []string {
	var tags []string
	for _, t := range s.tables {
		if !s.isRegional(t.code) && !isOtherTable(t.code) {
			tags = append(tags, t.code)
		}
	}
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

// isRegional reports whether a tag is a region of a language that has a table:
// pt-BR is one, and sr-Latn is not, because Latn is a script.
func (s *shelf) isRegional(tag string) bool {
	base, rest, _ := strings.Cut(tag, "-")
	return len(rest) == 2 && s.table(base) != nil
}

// cutList cuts the list of a table. The list is nil if the table is too small.
func (c *cutter) cutList(tag string, t *table) (row, *stoplists.List) {
	kept := c.keep(tag, t)
	list, covered := stoplists.Cut(kept, t.total(), c.coverage)
	if rarest(kept, list)/billion*float64(t.tokens) < stoplists.MinCount {
		return row{}, nil
	}
	list = stoplists.New(respell(tag, list.Words())...)
	return row{
		Language: stoplists.Language{
			Tag: tag, JusText: c.names[tag],
			Coverage: math.Round(covered*1e4) / 1e4, // as in index.tsv
			Source:   sourceNames(t.sources),
		},
		tokens: t.tokens,
	}, list
}

// rarest returns the frequency of the last word of a list that was cut from
// frequencies, 0 for an empty list. The word has to be searched for: its place in
// frequencies is further on than in the list if some words folded into one.
func rarest(frequencies []stoplists.Frequency, list *stoplists.List) float64 {
	words := list.Words()
	if len(words) == 0 {
		return 0
	}
	last := stoplists.New(words[len(words)-1])
	i := slices.IndexFunc(frequencies, func(f stoplists.Frequency) bool { return last.Contains(strings.TrimSpace(f.Word)) })
	return frequencies[i].Count
}

// keep returns the words of a table that have no fault, and records the others.
func (c *cutter) keep(tag string, t *table) []stoplists.Frequency {
	var kept []stoplists.Frequency
	for _, f := range t.words {
		if fault := c.faultOf(t, f); fault != "" {
			fmt.Fprintf(&c.left, "%s\t%s\t%s\n", tag, f.word, fault)
			continue
		}
		kept = append(kept, stoplists.Frequency{Word: f.word, Count: f.perBillion})
	}
	return slices.Clip(kept)
}

var sources = strings.NewReplacer("unilex", "Unilex", "+", " + ")

func sourceNames(s string) string { return sources.Replace(s) }
