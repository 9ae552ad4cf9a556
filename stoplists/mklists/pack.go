package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/stoplists"
)

// row is a line of index.tsv.
type row struct {
	stoplists.Language
	tokens int // running words counted
}

const columns = "Tag\tName\tJusText\tWords\tCoverage\tCorpusTokens\tSource"

func (r row) String() string {
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%.4f\t%d\t%s", r.Tag, r.Name, r.JusText, r.Words, r.Coverage, r.tokens, r.Source)
}

// packLists writes lists.bin, index.tsv and the table in LANGUAGES.md from
// lists/*.txt. What the text of a list does not tell is in rows; a list
// without a row is new and made by hand.
func packLists(rows map[string]row) error {
	tags, err := listTags()
	if err != nil {
		return err
	}
	var blocks [][]byte
	var lines []row
	for _, tag := range tags {
		list, err := readList(tag)
		if err != nil {
			return err
		}
		r, ok := rows[tag]
		if !ok {
			r = row{Language: stoplists.Language{Tag: tag, Source: "by hand"}}
		}
		if r.Name = englishName(tag); r.Name == "" {
			return fmt.Errorf("%s: the language has no name; add it to mklists/names.tsv", tag)
		}
		r.Words = list.Len()
		lines = append(lines, r)
		blocks = append(blocks, compress(listText(list)))
	}
	if err := os.WriteFile("lists.bin", container(blocks), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile("index.tsv", indexText(lines), 0o644); err != nil {
		return err
	}
	return replacePart("table", languageTable(lines))
}

// readIndex reads the rows of index.tsv, by tag.
func readIndex() (map[string]row, error) {
	rows := make(map[string]row)
	err := eachLine("index.tsv", 7, func(f []string) error {
		if strings.Join(f, "\t") == columns {
			return nil
		}
		r, err := parseRow(f)
		rows[r.Tag] = r
		return err
	})
	return rows, err
}

func parseRow(f []string) (row, error) {
	coverage, err := strconv.ParseFloat(f[4], 64)
	if err != nil {
		return row{}, err
	}
	tokens, err := strconv.Atoi(f[5])
	return row{
		Language: stoplists.Language{Tag: f[0], JusText: f[2], Coverage: coverage, Source: f[6]},
		tokens:   tokens,
	}, err
}

func listFile(tag string) string { return filepath.Join("lists", tag+".txt") }

func listFiles() ([]string, error) { return filepath.Glob(listFile("*")) }

func listTags() ([]string, error) {
	files, err := listFiles()
	for i, file := range files {
		files[i] = strings.TrimSuffix(filepath.Base(file), ".txt")
	}
	slices.Sort(files)
	return files, err
}

// replaceLists removes all lists and writes the given ones, so that no language
// remains that is no longer chosen.
func replaceLists(lists map[string]*stoplists.List) error {
	files, err := listFiles()
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	if err := os.MkdirAll("lists", 0o755); err != nil {
		return err
	}
	for tag, list := range lists {
		if err := os.WriteFile(listFile(tag), []byte(listText(list)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func readList(tag string) (*stoplists.List, error) {
	f, err := os.Open(listFile(tag))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := stoplists.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return list, nil
}

func listText(list *stoplists.List) string {
	var b strings.Builder
	for _, word := range list.Words() {
		b.WriteString(word)
		b.WriteByte('\n')
	}
	return b.String()
}

// compress returns the block of a list. Writing to memory does not fail.
func compress(text string) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.Bytes()
}

// container returns lists.bin: the number of blocks, the offset of the end of each,
// and the blocks.
func container(blocks [][]byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(blocks)))
	end := 0
	for _, block := range blocks {
		end += len(block)
		b = binary.LittleEndian.AppendUint32(b, uint32(end))
	}
	return append(b, bytes.Join(blocks, nil)...)
}

func indexText(rows []row) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, columns)
	for _, r := range rows {
		fmt.Fprintln(&b, r)
	}
	return b.Bytes()
}
