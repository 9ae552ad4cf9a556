package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// typedPages returns a folder with pages of two types, each of its own site.
func typedPages(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	files := make(map[string]string)
	for i := range 60 {
		is, html := page.TypeForum, "<div class=post><p>A question?</div><div class=post><p>An answer.</div>"
		if i%3 == 0 {
			is, html = page.TypeProduct, "<h1>A chair</h1><p class=price>$ 5</p><form><button>Buy</button></form>"
		}
		files[fmt.Sprintf("html/%02d.html", i)] = html
		files["meta.jsonl"] += fmt.Sprintf(`{"id": "%02d", "url": "https://%d.example.com/", "page_type": "%s"}`+"\n", i, i, is)
	}
	writeFiles(t, folder, files)
	return folder
}

// TestTypes: the tables of pages that are easy to tell, by parts, for two random divisions, and by
// other pages; what is not declared is told by the most frequent type.
func TestTypes(t *testing.T) {
	pages := typedPages(t)
	for _, test := range []struct {
		args   []string
		forums string
	}{
		{[]string{"types", "-folds", "3", pages}, "40"},
		{[]string{"types", "-folds", "3", "-seeds", "1,2", "-reliability", pages}, "80"},
		{[]string{"types", "-test", pages, pages}, "40"},
	} {
		out := command(t, test.args...)
		if row := tableRow(t, out, "forum"); !reflect.DeepEqual(row[1:7], []string{test.forums, "1.000", "1.000", "1.000", "0", test.forums}) {
			t.Errorf("%q: forums %q", test.args, row)
		}
		for name, want := range map[string]string{"model": "1.000 1.000", "declared type": "0.667 0.400", "frequency": "0.667 0.400"} {
			if row := tableRow(t, out, name); strings.Join(row[1:3], " ") != want {
				t.Errorf("%q: %s %q, want %s", test.args, name, row, want)
			}
		}
		if strings.Contains(out, "mean difference") != (len(test.args) > 6) {
			t.Errorf("%q prints %s", test.args, out)
		}
	}
}

// TestTrainTypes: types -o writes the same file each time, which is a model.
func TestTrainTypes(t *testing.T) {
	pages, file := typedPages(t), filepath.Join(t.TempDir(), "types")
	var files [2]string
	for i := range files {
		command(t, "types", "-o", file, pages)
		files[i] = readFile(t, file)
	}
	if files[0] != files[1] {
		t.Error("two trainings gave different models")
	}
	opened, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if _, err := victor.ReadTypeModel(opened); err != nil {
		t.Error(err)
	}
}

// TestTypeWays: a page of which nothing is told is wrong, but does not count for the log
// loss.
func TestTypeWays(t *testing.T) {
	even := page.Types{page.TypeArticle: 0.5, page.TypeForum: 0.5}
	table := typeWays([]typedPage{
		{is: page.TypeArticle, told: page.Types{page.TypeArticle: 1}, byRule: even, frequent: even},
		{is: page.TypeForum, told: page.Types{page.TypeForum: 1}, byRule: even, frequent: even},
		{is: page.TypeForum, byRule: even, frequent: even},
	})
	for name, want := range map[string]string{"model": "0.667 0.833 0.000", "frequency": "0.333 0.250 0.693"} {
		if row := tableRow(t, table, name); strings.Join(row[1:], " ") != want {
			t.Errorf("%s: %q, want %s", name, row, want)
		}
	}
	if got := shares(&[page.NumTypes]int{page.TypeForum: 3}); got[page.TypeForum] != 0.4 || got[page.TypeArticle] != 0.1 {
		t.Errorf("shares %v", got)
	}
}
