package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/optimize"
)

// TestClearErrors: wrong arguments are refused before anything long begins, and
// the message says what is wrong.
func TestClearErrors(t *testing.T) {
	pages, empty := smallPages(t), t.TempDir()
	writeFiles(t, empty, map[string]string{"html/a.html": "<p>The ferry."})
	file := filepath.Join(pages, "html/aaa.html")
	for _, test := range []struct{ args, want string }{
		{"train", "no PAGES given"},
		{"crossval", "no PAGES given"},
		{"eval", "no PAGES given"},
		{"eval EMPTY", "has gold text"},
		{"label", "no FILE given"},
		{"langid", "no FILE given"},
		{"langid -text", "no FILE given"},
		{"langid -text FILE", "-o"},
		{"langid -words nowhere", "-o"},
		{"crossval -folds 1 PAGES", "-folds 1: want 2 to 8"},
		{"crossval -folds 0 PAGES", "-folds 0"},
		{"crossval -folds -3 PAGES", "-folds -3"},
		{"crossval -folds 9 PAGES", "-folds 9: want 2 to 8"},
		{"crossval -by-collection PAGES", "two collections"},
		{"crossval -test PAGES PAGES", "-by-collection"},
		{"crossval -curve c.xyz PAGES", ".svg or .png"},
		{"crossval -curve c PAGES", ".svg or .png"},
		{"crossval -seeds 1,,2 PAGES", "-seeds"},
		{"train -cutoff 1000000 PAGES", "no features"},
		{"train -cutoff 1000000 -bigrams yes PAGES", "no features"},
		{"train -bigrams true PAGES", "yes or no"},
		{"train -iterations 0 PAGES", "-iterations"},
		{"train -iterations -1 PAGES", "-iterations"},
		{"train -template 2009 PAGES", "modern, general, shipped, 2008, 2007 or a file"},
		{"train -c 1e-320 PAGES", "-c"},
		{"train -c NaN PAGES", "-c"},
		{"label -other 1.5 FILE", "-other"},
		{"label -other -0.1 FILE", "-other"},
		{"label -other NaN FILE", "-other"},
		{"label -other 0.2 -marginal FILE", "-marginal"},
		{"crossval -min-f1 2 PAGES", "-min-f1"},
		{"types", "no PAGES given"},
		{"types PAGES", "is not a type of page"},
		{"types -seeds x PAGES", "-seeds"},
		{"types -test PAGES -o FILE PAGES", "-test and -o"},
	} {
		args := strings.Fields(strings.NewReplacer("PAGES", pages, "FILE", file, "EMPTY", empty).Replace(test.args))
		if out, message := commandError(t, args...); !strings.Contains(message, test.want) || out != "" && args[0] == "crossval" {
			t.Errorf("%s: error %q, printed %q", test.args, message, out)
		}
	}
}

// TestHelp: help prints the list of commands, and so does a missing command.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"-help"}, {"--help"}, {"help"}} {
		var out bytes.Buffer
		if err := run(args, &out); !errors.Is(err, flag.ErrHelp) || !strings.Contains(out.String(), "crossval") {
			t.Errorf("%q: error %v, printed %q", args, err, out.String())
		}
	}
	for _, args := range [][]string{nil, {"clean"}} {
		if err := run(args, new(bytes.Buffer)); err == nil || errors.Is(err, flag.ErrHelp) || !strings.Contains(err.Error(), "crossval") {
			t.Errorf("%q: error %v", args, err)
		}
	}
}

func TestSeeds(t *testing.T) {
	if out := command(t, "crossval", "-folds", "2", "-template", "2008", "-seeds", "1, 2", smallPages(t)); !strings.Contains(out, "\n| 2 | 8 | ") || !strings.Contains(out, "\n| **all** | 16 | ") {
		t.Errorf("printed %q", out)
	}
}

// annotate labels pages with the shipped model and returns the folder of the
// annotated pages.
func annotate(t *testing.T, pages string) string {
	t.Helper()
	annotated := filepath.Join(t.TempDir(), "annotated")
	files, err := filepath.Glob(filepath.Join(pages, "html/*.html"))
	if err != nil {
		t.Fatal(err)
	}
	command(t, append([]string{"label", "-format", "spans", "-o", annotated}, files...)...)
	return annotated
}

// tableRow returns the cells of the row of a table that begins with name.
func tableRow(t *testing.T, table, name string) []string {
	t.Helper()
	for line := range strings.Lines(table) {
		if cells := strings.Split(strings.Trim(line, "| \n"), " | "); cells[0] == name {
			return cells
		}
	}
	t.Fatalf("no row %q in\n%s", name, table)
	return nil
}

// TestShippedBeside: crossval prints the scores that eval gives the shipped model
// on the same pages, whether these have gold text or annotation.
func TestShippedBeside(t *testing.T) {
	pages := smallPages(t)
	for _, folder := range []string{pages, annotate(t, pages)} {
		table := filepath.Join(t.TempDir(), "pages.tsv")
		row := tableRow(t, command(t, "crossval", "-template", "2008", "-folds", "2", "-by-page", table, folder), "1")
		evaluated := tableRow(t, command(t, "eval", folder), filepath.Base(folder))
		if len(row) != 13 || row[12] != evaluated[4] || len(evaluated) == 8 && row[11] != evaluated[7] {
			t.Errorf("crossval prints %q, eval %q", row, evaluated)
		}
		for line := range strings.Lines(readFile(t, table)) {
			if cells := strings.Split(line, "\t"); len(cells) != 10 {
				t.Errorf("line %q", line)
			}
		}
	}
}

// TestMeanOfCollections: the mean is that of the F1 of words of the collections.
func TestMeanOfCollections(t *testing.T) {
	pages := smallPages(t)
	annotated := annotate(t, pages)
	out := command(t, "crossval", "-template", "2008", "-by-collection", pages, annotated)
	a, b, mean := tableRow(t, out, filepath.Base(pages)), tableRow(t, out, "annotated"), tableRow(t, out, "**mean**")
	for _, column := range []int{10, 12} {
		want := (parseFloat(t, a[column]) + parseFloat(t, b[column])) / 2
		if got := parseFloat(t, strings.Trim(mean[column], "*")); got < want-0.001 || got > want+0.001 {
			t.Errorf("column %d: mean %v of %v and %v", column, got, a[column], b[column])
		}
	}
}

func parseFloat(t *testing.T, text string) float64 {
	t.Helper()
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestTrainingErrors: of the errors of the optimizer only those of a line search
// that finds nothing better end a training as it should.
func TestTrainingErrors(t *testing.T) {
	for err, want := range map[error]bool{
		nil: true, optimize.ErrLinesearcherFailure: true, optimize.ErrNoProgress: true, optimize.ErrNonDescentDirection: true,
		optimize.ErrLinesearcherBound: false, optimize.ErrZeroDimensional: false, os.ErrClosed: false,
	} {
		if got := isEnd(err); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
}
