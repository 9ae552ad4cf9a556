package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext/eval"
)

func resultOf(collection string, trained, shipped float64, empty bool) result {
	return result{collection: collection, empty: empty,
		trained: outcome{words: eval.Score{F1: trained}}, shipped: outcome{words: eval.Score{F1: shipped}}}
}

// TestComparison: the table has the means of collections, their mean, the difference, and
// the means without pages that should give no text.
func TestComparison(t *testing.T) {
	results := []result{resultOf("a", 0.8, 0.5, false), resultOf("a", 0, 1, true), resultOf("b", 0.6, 0.5, false), resultOf("c", 0, 0, false)}
	table := comparisonTable("collection", results, func(r result) string { return r.collection }, []string{"a", "b"})
	for name, want := range map[string][]string{
		"a":             {"2", "", "", "0.4000", "0.7500", "-0.3500", "-1.0000 to 0.3000", "1", "0.8000", "0.5000"},
		"b":             {"1", "", "", "0.6000", "0.5000", "0.1000", "0.1000 to 0.1000", "1", "0.6000", "0.5000"},
		"**mean of 2**": {"3", "", "", "0.5000", "0.6250", "-0.1250", "", "2", "0.7000", "0.5000"},
	} {
		row := tableRow(t, table, name)
		for i, cell := range want {
			if cell != "" && row[i+1] != cell {
				t.Errorf("%s, column %d: %s, want %s", name, i+1, row[i+1], cell)
			}
		}
	}
}

// TestBeside: crossval compares with texts in a folder; those that are missing are empty.
func TestBeside(t *testing.T) {
	pages, texts := smallPages(t), t.TempDir()
	gold := readFile(t, filepath.Join(pages, "gold/aaa.txt"))
	writeFiles(t, texts, map[string]string{"aaa.txt": gold})
	out := command(t, "crossval", "-template", "2008", "-folds", "2", "-beside", "right="+texts, pages)
	_, table, _ := strings.Cut(out, "| right |")
	_, table, _ = strings.Cut(table, "\n")
	row := tableRow(t, table, filepath.Base(pages))
	if row[3] != "0.1250" {
		t.Errorf("one right text of eight: %q", row)
	}
	if _, message := commandError(t, "crossval", "-beside", "x", pages); !strings.Contains(message, "NAME=FOLDER") {
		t.Errorf("error %q", message)
	}
}

func TestReliability(t *testing.T) {
	table := reliabilityTable([]point{{0.95, false}, {0.95, true}, {0.05, true}, {0, true}}, "probability", "blocks", "share")
	for name, want := range map[string]string{"0.0 to 0.1": "2 | 0.050 | 0.500", "0.9 to 1.0": "2 | 0.975 | 1.000", "0.4 to 0.5": "0"} {
		if row := strings.Join(tableRow(t, table, name)[1:], " | "); row != want {
			t.Errorf("%s: %s, want %s", name, row, want)
		}
	}
	if !strings.Contains(table, "mean difference 0.2375\n") {
		t.Errorf("%s", table)
	}
}
