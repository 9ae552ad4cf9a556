package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "1.txt"), filepath.Join(dir, "2.txt")
	writeFile(t, first, "\ufeffThe dog, the cat.\r\nThe dog!")
	writeFile(t, second, "the end — 2 dogs")
	for _, c := range []struct {
		name   string
		args   []string
		want   string
		report string
	}{
		{"standard input", nil, "a\nb\n", "6 running words counted; the 2 words of the list cover 0.833 of them; the rarest, \"b\", was counted 2 times\nwarning: the texts are too small"},
		{"a smaller share", []string{"-coverage", "0.5"}, "a\n", "cover 0.500"},
		{"standard input by its name", []string{"-"}, "a\nb\n", "6 running words"},
		{"standard output by its name", []string{"-o", "-"}, "a\nb\n", "6 running words"},
		{"standard input among files", []string{"-coverage", "0.4", first, "-"}, "a\nthe\n", "12 running words"},
		{"files", []string{"-coverage", "0.68", first, second}, "the\ndog\ncat\n", "9 running words counted; the 3 words"},
	} {
		var stdout, stderr bytes.Buffer
		err := run(c.args, strings.NewReader("a b a b, A c"), &stdout, &stderr)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if stdout.String() != c.want || !strings.Contains(stderr.String(), c.report) {
			t.Errorf("%s: printed %q and %q, want %q and %q", c.name, stdout.String(), stderr.String(), c.want, c.report)
		}
	}
}

func TestNoWarning(t *testing.T) {
	var stdout, stderr bytes.Buffer
	output := filepath.Join(t.TempDir(), "list.txt")
	if err := run([]string{"-o", output}, strings.NewReader(strings.Repeat("the of ", 4)), &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(output)
	if err != nil || string(list) != "of\nthe\n" || stdout.Len() != 0 {
		t.Errorf("wrote %q, %v, and printed %q", list, err, stdout.String())
	}
	if strings.Contains(stderr.String(), "warning") {
		t.Errorf("a warning without need: %s", stderr.String())
	}
}

func TestErrors(t *testing.T) {
	errBroken := errors.New("broken")
	for _, c := range []struct {
		name  string
		args  []string
		stdin string
		want  string
	}{
		{"no words", nil, "– 12 –", "no words"},
		{"not UTF-8", nil, "a \xe8esk\xfd", "is not UTF-8; convert the text"},
		{"no spaces", nil, strings.Repeat("a", maxWord+1), "segment text without spaces"},
		{"coverage of nothing", []string{"-coverage", "0"}, "a", "-coverage must be"},
		{"coverage of too much", []string{"-coverage", "70"}, "a", "-coverage must be"},
		{"no number", []string{"-coverage", "NaN"}, "a", "-coverage must be"},
		{"no such file", []string{"no-such-file.txt"}, "", "no-such-file.txt"},
		{"no such flag", []string{"-x"}, "", "not defined: -x; mklist -h lists the flags"},
		{"standard input twice", []string{"-", "-"}, "a", "given twice"},
		{"no file name", []string{""}, "a", "empty"},
	} {
		var stdout, stderr bytes.Buffer
		err := run(c.args, strings.NewReader(c.stdin), &stdout, &stderr)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if stdout.Len() != 0 || stderr.Len() != 0 { // main reports the error, once
			t.Errorf("%s: printed %q and %q", c.name, stdout.String(), stderr.String())
		}
	}
	err := run(nil, iotest.ErrReader(errBroken), &bytes.Buffer{}, &bytes.Buffer{})
	if !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "standard input") {
		t.Errorf("a broken reader: %v", err)
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"-h", "--help"} {
		var stdout, stderr bytes.Buffer
		if err := run([]string{arg}, nil, &stdout, &stderr); err != nil || stderr.Len() != 0 {
			t.Errorf("%s: %v, %q", arg, err, stderr.String())
		}
		for _, want := range []string{"usage: mklist [flags] [FILE|-]...", "-coverage share", "-o file"} {
			if !strings.Contains(strings.ToLower(stdout.String()), strings.ToLower(want)) {
				t.Errorf("%s: no %q in %q", arg, want, stdout.String())
			}
		}
	}
}

// TestTextsAreKept: a list never overwrites one of its texts, by whatever name.
func TestTextsAreKept(t *testing.T) {
	dir := t.TempDir()
	text, link, other := filepath.Join(dir, "text"), filepath.Join(dir, "link"), filepath.Join(dir, "other")
	writeFile(t, text, "a b a b")
	writeFile(t, other, "c")
	if err := os.Link(text, link); err != nil {
		t.Skip(err)
	}
	stdin, err := os.Open(text)
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	for _, args := range [][]string{{"-o", text, text}, {"-o", link, other, text}, {"-o", text}, {"-o", text, other, "-"}} {
		var stdout, stderr bytes.Buffer
		err := run(args, stdin, &stdout, &stderr)
		if err == nil || !strings.Contains(err.Error(), "would be overwritten") {
			t.Errorf("%q: %v", args, err)
		}
		if kept, err := os.ReadFile(text); err != nil || string(kept) != "a b a b" {
			t.Fatalf("%q: %q, %v", args, kept, err)
		}
	}
	if err := run([]string{"-o", other, text}, stdin, &bytes.Buffer{}, &bytes.Buffer{}); err != nil {
		t.Errorf("another file: %v", err)
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
