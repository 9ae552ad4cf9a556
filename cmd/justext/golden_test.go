package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares what every format of every method makes of a page with a
// file in testdata/golden. After a change that is wanted:
//
//	go test ./cmd/justext -run TestGolden -update && git diff cmd/justext/testdata
func TestGolden(t *testing.T) {
	page, err := os.ReadFile("../../testdata/golden/news-article.html")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, m := range newMethods() {
		for _, f := range formatsOf(m) {
			file := filepath.Join("testdata/golden", m.name()+"."+f.name)
			known[file] = true
			got := justextOf(string(page), "-algo", m.name(), "-format", f.name)
			if got.status != 0 || got.errors != "" {
				t.Errorf("%s: %+v", file, got)
			}
			if *update {
				if err := os.WriteFile(file, []byte(got.out), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := readFile(t, file); got.out != want {
				t.Errorf("%s differs; -update rewrites it", file)
			}
		}
	}
	files, err := filepath.Glob("testdata/golden/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s belongs to no method and format", file)
		}
	}
}
