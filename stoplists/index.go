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

// The command mklists writes both files. index.tsv has a line of column names and
// then a line for each list, sorted by tag. lists.bin begins with the number of
// lists and the offset of the end of each list's block, counted from the first
// block; these numbers are unsigned, 32 bits wide and little-endian. The blocks
// follow in the order of the index. Each is the text of a list, compressed by
// DEFLATE on its own.

//go:embed index.tsv
var indexTSV string

//go:embed lists.bin
var listsBin string

// ErrUnknownLanguage is wrapped by the errors of [Lookup] and [Find] when there
// is no list for the language.
var ErrUnknownLanguage = errors.New("stoplists: unknown language")

// Language describes a stop list of this package.
type Language struct {
	// Tag is the BCP 47 language tag, such as "cs" or "sr-Latn".
	Tag string
	// Name is the English name, such as "Czech" or "Serbian (Latin)". No two
	// languages have the same.
	Name string
	// JusText is the name of Python jusText's list for the language, such as
	// "Serbo_Croatian", or "" if it has none.
	JusText string
	// Words is the number of words in the list.
	Words int
	// Coverage is the share of running text that the words of the list make up,
	// from 0 to 1, in the texts from which they were counted. It is a little
	// over 0.70, less if the published counts end before, and 0 if it is not known.
	Coverage float64
	// Source names the collections of word counts, joined by " + ". README.md
	// has their licences.
	Source string
}

// Languages returns all languages that have a list, sorted by Tag.
func Languages() []Language {
	entries := index().entries
	languages := make([]Language, len(entries))
	for i, e := range entries {
		languages[i] = e.Language
	}
	return languages
}

// Lookup returns the stop list of a language, given by its tag or name as for
// [Find]. The list is decompressed at the first call and kept; later calls return
// the same one. If there is no list, the error wraps [ErrUnknownLanguage].
func Lookup(lang string) (*List, error) {
	e, err := find(lang)
	if err != nil {
		return nil, err
	}
	return e.open()
}

// Find describes the list that [Lookup] returns. Upper and lower case are the
// same in lang, and so are space, "_" and "-". It is one of the following, and the
// first that fits decides:
//
//   - the tag of a list;
//   - the name of a list in Python jusText ("Czech", "Serbo_Croatian");
//   - the English name of a language, if it has four letters or more: a shorter
//     one may be the code of another language;
//   - a BCP 47 tag that leads to that of a list: an old or three-letter code ("iw",
//     "ces"), a language within a macrolanguage ("cmn"), or a tag with more
//     subtags. Subtags are removed from the end until there is a list: "pt-BR"
//     finds "pt", and "zh-Hant" finds "zh". If the tag has no script, the script
//     usual for it is tried first: "sr-ME" finds "sr-Latn".
//
// If there is no list, the error wraps [ErrUnknownLanguage].
func Find(lang string) (Language, error) {
	e, err := find(lang)
	if err != nil {
		return Language{}, err
	}
	return e.Language, nil
}

// aliases lead from keys that neither the index nor x/text resolves as wanted
// to the key of a list's tag.
var aliases = map[string]string{
	// x/text canonicalizes nb to no; the list is for Bokmål.
	"no": "nb",
	// Filipino is the standard form of Tagalog; x/text canonicalizes tl to fil.
	"fil": "tl",
	// Each written form of Romansh has a list; this is the common standard.
	"rm":      "rm-rumgr",
	"romansh": "rm-rumgr",
	// The only list for Venetian is in this orthography.
	"vec":      "vec-u-sd-itpd",
	"venetian": "vec-u-sd-itpd",
	// The only list for these is in a script that CLDR does not consider the likely one.
	"blt": "blt-latn",
	"ctd": "ctd-latn",
	// Dari is the Persian of Afghanistan.
	"prs": "fa",
	// Python jusText has lists from two Wikipedias for which there are none here.
	"simple":                  "en",
	"simple-english":          "en",
	"belarusian-taraskievica": "be",
}

// entry is a line of the index and, once it was asked for, its list.
type entry struct {
	Language
	// tokens is the number of running words that were counted. 100,000,000
	// stands for any larger number if wordfreq is among the sources, and 0 for an
	// unknown one.
	tokens int
	block  string // of lists.bin
	once   sync.Once
	list   *List
	err    error
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

// An unpacker decompresses lists and reuses its memory.
type unpacker struct {
	block strings.Reader
	flate io.ReadCloser
	text  bytes.Buffer
}

// unpack returns the text of a list: its words, each followed by a line feed.
func (u *unpacker) unpack(e *entry) (string, error) {
	u.block.Reset(e.block)
	if u.flate == nil {
		u.flate = flate.NewReader(&u.block)
	} else if err := u.flate.(flate.Resetter).Reset(&u.block, nil); err != nil {
		return "", err // documented, but never returned
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
		e := parseEntry(line)
		e.block = block(i)
		x.entries = append(x.entries, e)
	}
	x.makeKeys()
	return x
}

// parseEntry reads a line of the index. The tests read every line, so none has
// an error.
func parseEntry(line string) *entry {
	f := strings.Split(line, "\t")
	words, _ := strconv.Atoi(f[3])
	coverage, _ := strconv.ParseFloat(f[4], 64)
	tokens, _ := strconv.Atoi(f[5])
	return &entry{
		Language: Language{Tag: f[0], Name: f[1], JusText: f[2], Words: words, Coverage: coverage, Source: f[6]},
		tokens:   tokens,
	}
}

// block returns the compressed text of list i.
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

// shortName is the length in bytes up to which a name is not looked up, because it
// may be the code of another language: Mon is spoken in Burma, and mon is Mongolian.
const shortName = 3

// makeKeys enters all tags before any name, and jusText's names before the
// others: ga is Irish, and not the language Ga.
func (x *listIndex) makeKeys() {
	x.byKey = make(map[string]*entry, 3*len(x.entries))
	for _, e := range x.entries {
		x.addKey(e.Tag, e)
	}
	for _, e := range x.entries {
		x.addKey(e.JusText, e)
	}
	for _, e := range x.entries {
		if len(e.Name) > shortName {
			x.addKey(e.Name, e)
		}
	}
}

// addKey enters a tag or name, unless it is empty or another entry has it.
func (x *listIndex) addKey(name string, e *entry) {
	if k := key(name); k != "" && x.byKey[k] == nil {
		x.byKey[k] = e
	}
}

// key returns the form in which tags and names are compared.
func key(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' {
			return '-'
		}
		return r
	}, fold(strings.TrimSpace(name)))
}

// maxName is the length in bytes of the longest tag or name that is looked up.
// Parsing a tag with many subtags takes long, and a page can claim any language.
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

// canonical replaces deprecated codes, and a language by its macrolanguage. It does
// without language.Legacy, which replaces sh and tl, which have lists, by
// sr-Latn and fil.
const canonical = language.DeprecatedBase | language.DeprecatedScript | language.Macro

// candidates returns the keys to look for after k itself, the closest first.
func candidates(k string) []string {
	var keys []string
	if alias, ok := aliases[k]; ok {
		keys = append(keys, alias)
	}
	if tag, err := canonical.Parse(k); err == nil {
		keys = appendParents(keys, tag)
	}
	// The default canonicalization knows more codes, such as cze for cs.
	if tag, err := language.Parse(k); err == nil {
		keys = appendParents(keys, tag)
	}
	return keys
}

// appendParents appends the key of a tag and of what remains as subtags are
// removed from the end (RFC 4647, section 3.4). The language with the script
// that is likely for the whole tag comes before the language alone.
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
