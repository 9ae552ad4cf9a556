package stoplists

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the two files below
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Written by mklists. index.tsv has a line of column names and then a line for
// each list, sorted by tag. lists.bin has the number of lists, where the block of
// each ends, counted from the first block (unsigned 32 bits, little endian), and
// then the blocks, in the order of the index: a list's text, compressed by
// DEFLATE, so that each opens on its own.

//go:embed index.tsv
var indexTSV string

//go:embed lists.bin
var listsBin string

// ErrUnknownLanguage is what Lookup and Find wrap when there is no list.
var ErrUnknownLanguage = errors.New("stoplists: unknown language")

// Language says what a list is for and how it was made.
type Language struct {
	// Tag is the BCP 47 language tag, such as "cs" or "sr-Latn".
	Tag string
	// Name is the English name, or the tag where Unicode's CLDR has none.
	Name string
	// JusText is Python jusText's name of its list for the language, such as
	// "Serbo_Croatian", or "" if it has none.
	JusText string
	// Words is the number of words in the list.
	Words int
	// Coverage is the share of running words that are in the list, from 0
	// to 1, in the texts that the words were counted in; it is estimated where
	// their rare words were not published (README.md, "Tables without rare
	// words"). It is 0.70 and a little, less where the counts end before, and 0
	// where it is not known.
	Coverage float64
	// CorpusTokens is the number of running words that were counted.
	// 100,000,000 stands for "more than that" where wordfreq is among the
	// sources, 0 for not known.
	CorpusTokens int
	// Source names the collections of counts, joined by " + ".
	Source string
}

// Languages gives all languages that have a list, sorted by Tag.
func Languages() []Language {
	entries := index().entries
	languages := make([]Language, len(entries))
	for i, e := range entries {
		languages[i] = e.Language
	}
	return languages
}

// Lookup gives the stop list of a language, named as for Find. The list is
// opened when it is first asked for, and kept for the life of the program.
// The error wraps ErrUnknownLanguage.
func Lookup(lang string) (*List, error) {
	e, err := find(lang)
	if err != nil {
		return nil, err
	}
	return e.open()
}

// Find tells which list Lookup gives. In any case, and with space, "_" and "-"
// alike, lang is
//
//   - the tag of a list,
//   - or Python jusText's name of one ("Czech", "Serbo_Croatian"), or its English name,
//   - or a BCP 47 tag that is near one: an old or three-letter code ("iw", "ces"),
//     a language within a macrolanguage ("cmn"), or more than the list's tag:
//     "pt-BR" finds "pt", "sr-Latn-RS" "sr-Latn", and "sr-ME" too, for Latin is
//     what is usual there. A script or region without a list of its own
//     is thus let go, so "zh-Hant" finds "zh".
//
// The error wraps ErrUnknownLanguage.
func Find(lang string) (Language, error) {
	e, err := find(lang)
	if err != nil {
		return Language{}, err
	}
	return e.Language, nil
}

// aliases are names that neither the index nor x/text resolves as
// wanted: fold of the name, and tag of the list.
var aliases = map[string]string{
	// x/text takes no for the main tag and nb for its alias; the list is of Bokmål.
	"no": "nb",
	// Filipino is Tagalog as it is standardised; x/text makes fil of both.
	"fil": "tl",
	// Sursilvan and others have lists too; this is the common written form.
	"rm":      "rm-rumgr",
	"romansh": "rm-rumgr",
	// The one list for Venetian is of this orthography.
	"vec":      "vec-u-sd-itpd",
	"venetian": "vec-u-sd-itpd",
	// These have one list, in a script that Unicode does not take for the likely one.
	"blt": "blt-latn",
	"ctd": "ctd-latn",
	// Dari is the Persian of Afghanistan.
	"prs": "fa",
	// The names of two Wikipedias that jusText has lists from and we have not.
	"simple":                  "en",
	"simple-english":          "en",
	"belarusian-taraskievica": "be",
}

// entry is a line of the index and, once asked for, its list.
type entry struct {
	Language
	block string // in lists.bin
	once  sync.Once
	list  *List
	err   error
}

func (e *entry) open() (*List, error) {
	e.once.Do(func() {
		text, err := new(unpacker).unpack(e)
		if err != nil {
			e.err = err
			return
		}
		e.list = open(text)
	})
	return e.list, e.err
}

// An unpacker unpacks lists, in memory that it uses again.
type unpacker struct {
	block strings.Reader
	flate io.ReadCloser
	text  bytes.Buffer
}

// unpack returns the text of a list: its words, a line feed after each.
func (u *unpacker) unpack(e *entry) (string, error) {
	u.block.Reset(e.block)
	if u.flate == nil {
		u.flate = flate.NewReader(&u.block)
	} else if err := u.flate.(flate.Resetter).Reset(&u.block, nil); err != nil {
		return "", err // it has none
	}
	u.text.Reset()
	if _, err := u.text.ReadFrom(u.flate); err != nil {
		return "", fmt.Errorf("stoplists: opening the list of %s: %w", e.Tag, err)
	}
	return u.text.String(), nil
}

type listIndex struct {
	entries []*entry
	byKey   map[string]*entry
}

var index = sync.OnceValue(parseIndex)

func parseIndex() *listIndex {
	lines := strings.Split(strings.TrimSuffix(indexTSV, "\n"), "\n")[1:]
	x := &listIndex{entries: make([]*entry, 0, len(lines))}
	for i, line := range lines {
		x.entries = append(x.entries, &entry{Language: parseLanguage(line), block: block(i)})
	}
	x.makeKeys()
	return x
}

// parseLanguage reads a line of the index, which mklists has written and the tests have read.
func parseLanguage(line string) Language {
	f := strings.Split(line, "\t")
	words, _ := strconv.Atoi(f[3])
	coverage, _ := strconv.ParseFloat(f[4], 64)
	tokens, _ := strconv.Atoi(f[5])
	return Language{Tag: f[0], Name: f[1], JusText: f[2], Words: words, Coverage: coverage, CorpusTokens: tokens, Source: f[6]}
}

// block gives the compressed text of list i.
func block(i int) string {
	const size = 4
	number := func(i int) uint32 { return binary.LittleEndian.Uint32([]byte(listsBin[size*i : size*(i+1)])) }
	blocks := listsBin[size*(1+number(0)):]
	start := uint32(0)
	if i > 0 {
		start = number(i)
	}
	return blocks[start:number(i+1)]
}

// makeKeys enters tags before names and jusText's names before ours: ga is Irish,
// and not the language Ga.
func (x *listIndex) makeKeys() {
	x.byKey = make(map[string]*entry, 3*len(x.entries))
	for _, nameOf := range []func(*entry) string{
		func(e *entry) string { return e.Tag },
		func(e *entry) string { return e.JusText },
		func(e *entry) string { return e.Name },
	} {
		for _, e := range x.entries {
			if k := key(nameOf(e)); k != "" && x.byKey[k] == nil {
				x.byKey[k] = e
			}
		}
	}
}

// key is the form of a tag or name in which they are compared.
func key(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' {
			return '-'
		}
		return r
	}, fold(strings.TrimSpace(name)))
}

// maxName is how many bytes the name of a language may have. Parsing a tag of many
// subtags takes long, and pages may name any language.
const maxName = 100

func find(lang string) (*entry, error) {
	if len(lang) > maxName {
		return nil, unknown(lang[:maxName] + "…")
	}
	x, k := index(), key(lang)
	if e := x.byKey[k]; e != nil {
		return e, nil
	}
	for _, k := range candidates(k) {
		if e := x.byKey[k]; e != nil {
			return e, nil
		}
	}
	return nil, unknown(lang)
}

func unknown(lang string) error {
	return fmt.Errorf("%w: %q; stoplists.Languages (or `justext -list-stoplists`) lists the known ones", ErrUnknownLanguage, lang)
}

// canonical replaces codes that are old, or within a macrolanguage. Not language.Legacy:
// it takes sh, which has a list, for sr-Latn, and tl for fil.
const canonical = language.DeprecatedBase | language.DeprecatedScript | language.Macro

// candidates gives the keys to look for after k itself, nearest first.
func candidates(k string) []string {
	var keys []string
	if alias, ok := aliases[k]; ok {
		keys = append(keys, alias)
	}
	if tag, err := canonical.Parse(k); err == nil {
		keys = appendParents(keys, tag)
	}
	// The default of x/text for what only it knows, as cze for cs.
	if tag, err := language.Parse(k); err == nil {
		keys = appendParents(keys, tag)
	}
	return keys
}

// appendParents appends the tag and what it is part of, as RFC 4647 (section 3.4)
// looks tags up: subtags go from the end. Before the language alone comes the
// language in the script that is likely for the whole tag.
func appendParents(keys []string, tag language.Tag) []string {
	base, _ := tag.Base()
	script, _ := tag.Script()
	for k := key(tag.String()); k != ""; k = parent(k) {
		if k == base.String() {
			keys = append(keys, key(k+"-"+script.String()))
		}
		keys = append(keys, k)
		if alias, ok := aliases[k]; ok {
			keys = append(keys, alias)
		}
	}
	return slices.Compact(keys)
}

func parent(k string) string {
	return k[:max(0, strings.LastIndexByte(k, '-'))]
}
