package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/optimize"
)

// TestClearErrors: what cannot be meant is refused before anything long begins,
// and the message says what is wrong.
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
		{"crossval -folds 1 PAGES", "-folds 1: from 2 to 8"},
		{"crossval -folds 0 PAGES", "-folds 0"},
		{"crossval -folds -3 PAGES", "-folds -3"},
		{"crossval -folds 9 PAGES", "-folds 9: from 2 to 8"},
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
		{"train -template 2009 PAGES", "2007, 2008, shipped"},
		{"train -c 1e-320 PAGES", "-c"},
		{"train -c NaN PAGES", "-c"},
		{"label -other 1.5 FILE", "-other"},
		{"label -other -0.1 FILE", "-other"},
		{"label -other NaN FILE", "-other"},
		{"label -other 0.2 -marginal FILE", "-marginal"},
		{"crossval -min-f1 2 PAGES", "-min-f1"},
	} {
		args := strings.Fields(strings.NewReplacer("PAGES", pages, "FILE", file, "EMPTY", empty).Replace(test.args))
		if out, message := commandError(t, args...); !strings.Contains(message, test.want) || out != "" && args[0] == "crossval" && !strings.HasPrefix(out, "labels:") {
			t.Errorf("%s: error %q, printed %q", test.args, message, out)
		}
	}
}

// TestHelp: the list of commands, for help and where no command is given.
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
	if out := command(t, "crossval", "-folds", "2", "-template", "2008", "-seeds", "1, 2", smallPages(t)); !strings.Contains(out, "split 2") {
		t.Errorf("printed %q", out)
	}
}

// TestNoGold: where there is no gold text there is no F1 of words, and it counts
// in no mean.
func TestNoGold(t *testing.T) {
	pages := smallPages(t)
	annotated, table := filepath.Join(t.TempDir(), "anno"), filepath.Join(t.TempDir(), "pages.tsv")
	files, err := filepath.Glob(filepath.Join(pages, "html/*.html"))
	if err != nil {
		t.Fatal(err)
	}
	command(t, append([]string{"label", "-format", "spans", "-o", annotated}, files...)...)
	out := command(t, "crossval", "-template", "2008", "-c", "1", "-by-collection", "-by-page", table, pages, annotated)
	for line := range strings.Lines(readFile(t, table)) {
		if strings.HasPrefix(line, "anno\t") != strings.HasSuffix(line, "\t\n") {
			t.Errorf("line %q", line)
		}
	}
	f1 := ""
	for line := range strings.Lines(out) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		switch {
		case strings.HasPrefix(line, "| anno"):
			if !strings.HasSuffix(line, "|  |  |  |\n") {
				t.Errorf("line %q", line)
			}
		case strings.HasPrefix(line, "| 0"):
			f1 = strings.TrimSuffix(cells[len(cells)-1], " |")
		case strings.HasPrefix(line, "| **mean**"):
			if f1 == "" || !strings.Contains(cells[len(cells)-1], f1) {
				t.Errorf("mean %q of %s", line, f1)
			}
		}
	}
}

// TestTrainingErrors: of the optimizer's errors only those of a line search
// that finds nothing better end a training well.
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
