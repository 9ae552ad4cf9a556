package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestKindsCommand: precision and recall of kinds that gold texts, titles, authors and
// labels of text nodes tell.
func TestKindsCommand(t *testing.T) {
	some := strings.Repeat("The ferry is back after three weeks in the dock, and it leaves the harbour at nine in the morning as before. ", 3)
	page := "<title>The long way to the island</title><h1>The long way to the island</h1><p class=byline>By Ann Other</p>" +
		strings.Repeat("<p>"+some+"</p>", 4) + "<h2>The winter months</h2><p>" + some + "</p><ul><li>two boats<li>one captain</ul><p>" + some +
		"</p><div id=comments><p>I was there.</p></div>"
	gold := strings.Repeat("p\t"+some+"\n", 4) + "h\tThe winter months\np\t" + some + "\nl\ttwo boats\nl\tone captain or more\np\t" + some + "\n"
	folder := filepath.Join(t.TempDir(), "pages")
	for name, content := range map[string]string{
		"html/a.html":      page,
		"gold/a.txt":       strings.NewReplacer("p\t", "", "h\t", "", "l\t", "").Replace(gold),
		"gold_kinds/a.txt": gold,
		"meta.jsonl":       `{"id": "a", "title": "The long way home", "author": ["Ann Other", "Nobody"]}`,
		"html/b.html":      page,
		"labels/b.json":    `{"unit": "text node", "nodes": [[1, "The long way to the island", "h1"], [5, "By Ann Other", "p"], [5, "I was there.", "p"]]}`,
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := command(t, "kinds", folder)
	for _, want := range []string{
		"| pages | headline | title | 1 | 4 | 0.500 | 0.750 | 0.600 |",             // "the" stands twice in the headline
		"| pages | byline | author | 1 | 2 |  | 1.000 |  |",                        // of the author who is named on the page
		"| pages | heading,headline | gold text | 1 | 3 | 1.000 | 1.000 | 1.000 |", // the headline is not in the gold text
		"| pages | list | gold text | 1 | 6 | 1.000 | 0.667 | 0.800 |",
		"| pages | headline | labels | 1 | 6 | 1.000 | 1.000 | 1.000 |",
		"| pages | comment | labels | 1 | 6 | 1.000 | 0.500 | 0.667 |",
		"| byline | 3 | 0.000 |",
		"| list | 4 | 1.000 |",
	} {
		if !slices.Contains(strings.Split(out, "\n"), want) {
			t.Errorf("no row %s in\n%s", want, out)
		}
	}
}
