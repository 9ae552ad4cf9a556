// Package archives finds the web archives that tests read, and what a reader
// should find in them. They are not part of the project.
package archives

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// A File is a row of the manifest.
type File struct {
	Name   string // within the folder
	Path   string
	Format string // such as "warc.gz"
	Counts Counts
	Defect string // what a reader that reads strictly forward met, if anything
}

// Counts are what there is in a file.
type Counts struct {
	Records  int
	Response int // response records
	HTML     int // responses that are stated to be HTML or XHTML
	OK       int // those of them with status 200
}

// Dir returns the folder of the archives. It skips the test where it is
// missing.
func Dir(t testing.TB) string {
	t.Helper()
	dir := "shared/warc"
	for range 5 {
		if _, err := os.Stat(filepath.Join(dir, "MANIFEST.tsv")); err == nil {
			return dir
		}
		dir = filepath.Join("..", dir)
	}
	t.Skip("no folder shared/warc with web archives beside the project")
	return ""
}

// Manifest returns all files of the folder.
func Manifest(t testing.TB) []File {
	t.Helper()
	dir := Dir(t)
	in, err := os.Open(filepath.Join(dir, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r := csv.NewReader(in)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("manifest of %d rows, error %v", len(rows), err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	var files []File
	for _, row := range rows[1:] {
		number := func(name string) int {
			n, _ := strconv.Atoi(row[column[name]])
			return n
		}
		name := row[column["file"]]
		files = append(files, File{
			Name: name, Path: filepath.Join(dir, name), Format: row[column["format"]],
			Counts: Counts{number("records"), number("response"), number("html"), number("html 200")},
			Defect: row[column["defect met by the reader"]],
		})
	}
	return files
}
