package main

import (
	"os"
	"strings"
	"testing"
)

// indexed returns the rows of the package's index, in its order.
func indexed(t *testing.T) []row {
	t.Helper()
	t.Chdir("..")
	rows, err := readIndex()
	if err != nil {
		t.Fatal(err)
	}
	tags, err := listTags()
	if err != nil || len(tags) != len(rows) {
		t.Fatalf("%d lists, %d rows, error %v", len(tags), len(rows), err)
	}
	sorted := make([]row, len(tags))
	for i, tag := range tags {
		list, err := readList(tag)
		if err != nil {
			t.Fatal(err)
		}
		sorted[i] = rows[tag]
		sorted[i].Words = list.Len()
		sorted[i].Name = englishName(tag)
	}
	return sorted
}

// TestLanguagesTable: LANGUAGES.md and index.tsv are what the lists and their
// names say. If this fails, run "go run ./mklists -pack" in the folder above.
func TestLanguagesTable(t *testing.T) {
	rows := indexed(t)
	for file, want := range map[string]string{
		languagesFile: beginOf("table") + languageTable(rows) + endOf("table"),
		"index.tsv":   string(indexText(rows)),
	} {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s differs from the lists; error %v", file, err)
		}
	}
}

// TestNames: each name of names.tsv is in use, and CLDR has none.
func TestNames(t *testing.T) {
	used := make(map[string]bool)
	for _, r := range indexed(t) {
		subtag, _, _ := strings.Cut(r.Tag, "-")
		if r.Name == "" || r.Name == r.Tag {
			t.Errorf("%s has no name", r.Tag)
		}
		used[subtag] = strings.HasPrefix(r.Name, registeredNames()[subtag])
	}
	previous := ""
	for line := range strings.Lines(namesTSV) {
		subtag, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if subtag == "Subtag" {
			continue // the column names
		}
		if !ok || name == "" || subtag <= previous {
			t.Errorf("%q is no line of names.tsv, or not in order", line)
		}
		if !used[subtag] {
			t.Errorf("%s (%s) is not used", subtag, name)
		}
		previous = subtag
	}
}
