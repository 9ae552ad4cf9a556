package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEvalCleanEval: the marks of the gold text and of the texts of a folder count.
// In a text without marks each line is a paragraph.
func TestEvalCleanEval(t *testing.T) {
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{
		"mine/html/a.html": "<h1>The ferry</h1>", "mine/gold/a.txt": "The ferry\nIt is back.\n", "mine/gold_kinds/a.txt": "h\tThe ferry\np\tIt is back.\n",
		"marked/a.txt": "<h>The ferry\n<p>It is back.", "plain/a.txt": "The ferry\nIt is back.\n"})
	// plain: 6 of 8 aligned words agree, and of the six shares of tags two are 2/3, two 0, two 1.
	for with, want := range map[string]string{"marked": "| 1.000 | 1.000 | 1.000 |", "plain": "| 1.000 | 0.653 | 0.826 |"} {
		out := command(t, "eval", "-with", filepath.Join(folder, with), "-cleaneval", filepath.Join(folder, "mine"))
		if !strings.Contains(out, "| CleanEval text | markup | total |") || !strings.Contains(out, want) {
			t.Errorf("%s: want %s in\n%s", with, want, out)
		}
	}
}

// TestEvalAnnotated: annotated pages need no gold text. The blocks that victor
// takes are compared with the annotation, and the text of any cleaner with the text
// of the annotated content.
func TestEvalAnnotated(t *testing.T) {
	folder := annotate(t, smallPages(t))
	if row := tableRow(t, command(t, "eval", folder), "annotated"); !slices.Equal(row[2:], []string{"1.000", "1.000", "1.000", "1.000", "1.000", "1.000"}) {
		t.Errorf("by its own annotation: %q", row)
	}
	texts := filepath.Join(t.TempDir(), "texts")
	files, err := filepath.Glob(filepath.Join(folder, "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		id := strings.TrimSuffix(filepath.Base(name), ".html")
		writeFiles(t, texts, map[string]string{id + ".txt": strings.Repeat("The "+id+" ferry ", 2)})
		writeFiles(t, folder, map[string]string{filepath.Base(name): strings.Replace(readFile(t, name), `"victor_text"`, `"victor_other"`, 1)})
	}
	row := tableRow(t, command(t, "eval", folder), "annotated")
	if parseFloat(t, row[2]) >= 1 || row[3] != "1.000" || parseFloat(t, row[5]) >= 1 || row[6] != "1.000" {
		t.Errorf("with a block less annotated: %q, want lower precision and full recall", row)
	}
	if row := tableRow(t, command(t, "eval", "-with", texts, folder), "annotated"); len(row) != 5 || row[2] != "1.000" || parseFloat(t, row[3]) >= 0.5 {
		t.Errorf("texts of a folder: %q", row)
	}
	for _, with := range []string{"justext", "boilerpipe"} {
		if row := tableRow(t, command(t, "eval", "-with", with, folder), "annotated"); len(row) != 5 || parseFloat(t, row[4]) < 0.5 {
			t.Errorf("%s: %q", with, row)
		}
	}
}

// TestEvalSnippets: snippets are summed up over a collection. Pages need no gold
// text.
func TestEvalSnippets(t *testing.T) {
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{
		"mine/html/a.html": "<p>The ferry", "mine/labels/a.json": `{"with": ["The ferry", "is back"], "without": ["Menu"]}`,
		"mine/html/b.html": "<p>Menu", "mine/labels/b.json": `{"with": ["harbour"], "without": ["Login"]}`,
		"texts/a.txt": "The  ferry. Menu", "texts/b.txt": "The harbour"})
	texts, mine := filepath.Join(folder, "texts"), filepath.Join(folder, "mine")
	if out := command(t, "eval", "-with", texts, "-snippets", mine); !strings.Contains(out, "| mine | 2 | 3 | 2 | 0.667 | 0.667 | 0.667 | 0.600 |\n") {
		t.Errorf("printed %s", out)
	}
	if _, message := commandError(t, "eval", "-with", texts, "-snippets", smallPages(t)); !strings.Contains(message, "snippets") {
		t.Errorf("pages without snippets: %s", message)
	}
}

// TestAddress: the address of a page comes from the flag, or from meta.jsonl beside
// its folder.
func TestAddress(t *testing.T) {
	folder := t.TempDir()
	page := "<p>The ferry is back in the harbour, and nobody was late today.</p>"
	writeFiles(t, folder, map[string]string{"html/a.html": page, "html/b.html": page, "c.html": page, "meta.jsonl": `{"id": "a", "url": "http://x.y/a"}` + "\n"})
	for name, want := range map[string]string{"html/a.html": "URL: http://x.y/a\n<p>", "html/b.html": "<p>", "c.html": "<p>"} {
		if out := command(t, "label", "-other", "1", "-format", "cleaneval", filepath.Join(folder, name)); !strings.HasPrefix(out, want) {
			t.Errorf("%s: printed %q, want %q", name, out, want)
		}
	}
	if out := command(t, "label", "-other", "1", "-format", "cleaneval", "-url", "http://z", filepath.Join(folder, "html/a.html")); !strings.HasPrefix(out, "URL: http://z\n<p>") {
		t.Errorf("with -url: printed %q", out)
	}
	for _, args := range [][]string{{"-format", "cleaneval", "-url", "http://z", "a", "b"}, {"-url", "http://z", "a"}} {
		if _, message := commandError(t, append([]string{"label"}, args...)...); !strings.Contains(message, "-url") {
			t.Errorf("%q: error %s", args, message)
		}
	}
}

// TestLangidKeep: the texts that a filter keeps are listed.
func TestLangidKeep(t *testing.T) {
	folder := t.TempDir()
	german := "Die Fähre verlässt den Hafen früh am Morgen, und wer zu spät kommt, muss auf die nächste warten. Das ist nicht immer einfach."
	writeFiles(t, folder, map[string]string{
		"de.txt": german, "broken.txt": german + strings.Repeat("\ufffd", 20),
		"en.txt": "The ferry leaves the harbour early in the morning, and those who come late have to wait for the next one."})
	files := []string{filepath.Join(folder, "broken.txt"), filepath.Join(folder, "de.txt"), filepath.Join(folder, "en.txt")}
	if out := command(t, append([]string{"langid", "-keep", "de", "-max", "0.6"}, files...)...); out != files[1]+"\n" {
		t.Errorf("kept %q", out)
	}
	if out := command(t, append([]string{"langid", "-keep", "de", "-max", "0.6", "-max-broken", "1"}, files...)...); out != files[0]+"\n"+files[1]+"\n" {
		t.Errorf("broken ones too: kept %q", out)
	}
	if out := command(t, append([]string{"langid", "-keep", "de", "-max", "0"}, files...)...); out != "" {
		t.Errorf("with a distance of 0: kept %q", out)
	}
	for _, args := range [][]string{{"-keep", "xx"}, {"-keep", "de", "-max", "2"}, {"-keep", "de", "-max-broken", "NaN"}, {"-max", "0.5"}} {
		if _, message := commandError(t, append(append([]string{"langid"}, args...), files...)...); !strings.Contains(message, "-") {
			t.Errorf("%q: error %s", args, message)
		}
	}
}
