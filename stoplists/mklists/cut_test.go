package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/stoplists"
)

// tablesIn makes a folder of frequency tables, given by code, and changes to another
// folder, which has LANGUAGES.md and a list of its own, old.txt.
func tablesIn(t *testing.T, tables map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	index := "code\tsources\ttokens\tdistinct\ta\tb\n"
	for code, lines := range tables {
		index += code + "\twordfreq\t100000\t1000\t-\t-\n"
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		fmt.Fprint(w, lines)
		w.Close()
		write(t, filepath.Join(dir, code+".tsv.gz"), packed.String())
	}
	write(t, filepath.Join(dir, "LANGUAGES.tsv"), index)
	write(t, filepath.Join(dir, "JUSTEXT-NAMES.tsv"), "name\tcode\nEnglish\ten\n")
	t.Chdir(t.TempDir())
	if err := os.Mkdir("lists", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, listFile("old"), "kept\n")
	write(t, languagesFile, beginOf("missing")+"old\n"+endOf("missing")+"\n"+beginOf("table")+endOf("table")+"\n")
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const englishTable = "the\t600000000\nof\t300000000\nwww.bbc\t50000000\n"

// TestTableOfFaults: a table whose words all have faults gives no list, and does not
// keep the others from theirs.
func TestTableOfFaults(t *testing.T) {
	dir := tablesIn(t, map[string]string{"en": englishTable, "xx": "www.bbc\t500000000\n@a\t1000000\n", "yy": ""})
	if err := run(dir, 0.7, "left.tsv", false); err != nil {
		t.Fatal(err)
	}
	tags, err := listTags()
	if err != nil || !slices.Equal(tags, []string{"en"}) {
		t.Errorf("lists of %q, %v", tags, err)
	}
	if list, err := readList("en"); err != nil || !slices.Equal(list.Words(), []string{"the", "of"}) {
		t.Errorf("%q, %v", list.Words(), err)
	}
	left, err := os.ReadFile("left.tsv")
	if err != nil || !strings.Contains(string(left), "xx\twww.bbc\t") {
		t.Errorf("%q, %v", left, err)
	}
}

// TestFailedRunKeepsLists: a run that fails changes neither the lists nor LANGUAGES.md.
func TestFailedRunKeepsLists(t *testing.T) {
	for name, fail := range map[string]func(dir string) error{
		"no other table": func(dir string) error { return run(dir, 0.7, "", false) },
		"no such folder": func(string) error { return run("none", 0.7, "", false) },
		"left":           func(dir string) error { return run(dir, 0.7, "no/such/folder", false) },
	} {
		tables := map[string]string{"en": englishTable}
		if name == "no other table" {
			tables["tl"] = englishTable // whose list is cut from the table of fil
		}
		dir := tablesIn(t, tables)
		before, _ := os.ReadFile(languagesFile)
		if err := fail(dir); err == nil {
			t.Errorf("%s: no error", name)
		}
		if list, err := os.ReadFile(listFile("old")); err != nil || string(list) != "kept\n" {
			t.Errorf("%s: %q, %v", name, list, err)
		}
		if after, err := os.ReadFile(languagesFile); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: LANGUAGES.md is %q, %v", name, after, err)
		}
	}
}

// TestRarest: the rarest word is the last one of the list, even if some words fold into one.
func TestRarest(t *testing.T) {
	for _, c := range []struct {
		words []stoplists.Frequency
		share float64
		want  float64
	}{
		{nil, 0.7, 0},
		{[]stoplists.Frequency{{Word: "a", Count: 60}, {Word: "b", Count: 30}, {Word: "c", Count: 10}}, 0.7, 30},
		{[]stoplists.Frequency{{Word: " a ", Count: 80}, {Word: "b", Count: 20}}, 0.7, 80},
		{[]stoplists.Frequency{{Word: "a", Count: 40}, {Word: "A", Count: 30}, {Word: "b", Count: 20}, {Word: "c", Count: 10}}, 0.9, 20},
		{[]stoplists.Frequency{{Word: "a", Count: 40}, {Word: "b", Count: 30}, {Word: "A", Count: 20}, {Word: "c", Count: 10}}, 0.9, 30},
	} {
		list, _ := stoplists.Cut(c.words, 100, c.share)
		if got := rarest(c.words, list); got != c.want {
			t.Errorf("%v: %v, want %v", c.words, got, c.want)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		tables   string
		coverage float64
		pack     bool
		want     string
	}{
		{"", 0.7, false, "give either"},
		{"dir", 0.7, true, "give either"},
		{"dir", 0, false, "-coverage must be"},
		{"dir", 1.1, false, "-coverage must be"},
		{"dir", math.NaN(), false, "-coverage must be"},
	} {
		if err := run(c.tables, c.coverage, "", c.pack); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
