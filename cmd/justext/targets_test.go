package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// With -d no result is lost, with -f neither: command lines that would write two
// results to one file, or a result over a page, are refused before anything is
// read or written.
func TestExclusiveTargets(t *testing.T) {
	page := "<p>" + sentence("word")
	for _, c := range []struct{ args, want string }{ // want is a part of the error, or "" for none
		{"a/x.html b/x.html", ""},
		{"a/x.html a/x.htm", ""},
		{"a b", ""},
		{"a a/notes.txt", ""},
		{"a ../p/c", ""},
		{"a a", "the same files"},
		{"a ./a/", "the same files"},
		{"a/x.html ./a/x.html", "the same files"},
		{"a a/x.html", "the same files"},
		{"a/x.html a", "the same files"},
		{". a/x.html", "the same files"},
		{"b/sub b", "the same files"},
		{"standard-input -", "the same files"},
		{"../__/c __/__/c", "the same files"},
		{"../q __/q", "the same files"},
		{"ABS/a/x.html", ""},
		{"ABS/a/x.html REL/a/x.html", "the same files"},
		{"-d . c c.txt", "would overwrite c.txt, which is a page"},
		{"-d . -format jsonl c c.txt", ""},
		{"-d . a/../c a/../c.txt", "would overwrite c.txt, which is a page"},
		{"-d link c c.txt", "would overwrite link/c.txt, which is a page"},
		{"-d a b a", "among the pages of a"},
		{"-d c b", "-d c: not a folder"},
		{"-d out out/b b", "among the pages of out/b"},
		{"-d out out/b b/x.html", "among the pages of out/b"},
	} {
		top := t.TempDir()
		t.Chdir(top)
		inFolderHere(t, map[string]string{
			"p/a/x.html": page, "p/a/x.htm": page, "p/a/notes.txt": page, "p/b/x.html": page, "p/b/sub/y.html": page, "p/c": page, "p/c.txt": page,
			"p/standard-input": page, "p/out/b/z.html": page, "q": page, "p/__/q": page, "p/__/__/c": page, "__/c": page,
		})
		t.Chdir("p")
		if err := os.Symlink(".", "link"); err != nil {
			t.Skip(err)
		}
		relative := strings.TrimPrefix(filepath.ToSlash(top), "/") + "/p"
		inFolderHere(t, map[string]string{relative + "/a/x.html": page})
		line := strings.NewReplacer("ABS", filepath.ToSlash(top)+"/p", "REL", relative).Replace(c.args)
		args := append(strings.Fields(line), "-s", "None", "-quiet", "-f")
		if !strings.Contains(line, "-d ") {
			args = append(args, "-d", "results")
		}
		pages := countFiles(t, "..")
		got := justextOf(page, args...)
		switch added := countFiles(t, "..") - pages; {
		case c.want != "" && (got.status != 2 || !strings.Contains(got.errors, c.want) || added != 0):
			t.Errorf("%s: %+v, %d files were written, want %q", c.args, got, added, c.want)
		case c.want == "" && (got != ran{} || added == 0):
			t.Errorf("%s: %+v, %d files were written", c.args, got, added)
		}
		if text := readFile(t, "c.txt"); text != page {
			t.Errorf("%s: the page is now %q", c.args, text)
		}
	}
}

func countFiles(t *testing.T, folder string) (n int) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// With -f, a link in the folder of -d is replaced, and not what it leads to; what is
// no file is left alone.
func TestReplacedLinks(t *testing.T) {
	page := "<p>" + sentence("word")
	inFolder(t, map[string]string{"a.html": page, "b.html": page, "out/b.html.txt/x": "kept"})
	if err := os.Symlink("../b.html", "out/a.html.txt"); err != nil {
		t.Skip(err)
	}
	got := justextOf("", "-s", "None", "-f", "-d", "out", "-quiet", "a.html", "b.html")
	if got.status != 1 || !strings.Contains(got.errors, "justext: b.html: out/b.html.txt is not a regular file") {
		t.Errorf("%+v", got)
	}
	if readFile(t, "b.html") != page || readFile(t, "out/a.html.txt") != "<p> "+sentence("word")+"\n" || readFile(t, "out/b.html.txt/x") != "kept" {
		t.Error("a file is not as it was")
	}
}

// The output is never read as a page, whether it is a file of -o or standard
// output; and no page is overwritten by standard output.
func TestOutputIsNoPage(t *testing.T) {
	page := "<p>" + sentence("word")
	want := "<p> " + sentence("word") + "\n"
	for _, c := range []struct {
		args, stdout string // stdout is a file of the shell's, with ">" or ">>" before it
		status       int
	}{
		{"d -o d/out.html", "", 0},
		{"d", ">d/out.html", 0},
		{"d d/out.html", ">d/out.html", 2},
		{"d/a.html", ">d/a.html", 2},
		{"d/a.html", ">>d/a.html", 2},
		{"d", ">>d/a.html", 2},
		{"d -o /dev/stdout", ">d/out.html", 0},
		{"d -o -", ">d/out.html", 0},
		{"- <d/a.html", ">>d/a.html", 2},
	} {
		inFolder(t, map[string]string{"d/a.html": page})
		process := commandProcess(t, append(strings.Fields(strings.Split(c.args, "<")[0]), "-s", "None", "-quiet")...)
		if c.stdout != "" {
			flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
			if strings.HasPrefix(c.stdout, ">>") {
				flags = os.O_WRONLY | os.O_APPEND
			}
			file, err := os.OpenFile(strings.TrimLeft(c.stdout, ">"), flags, 0o666)
			if err != nil {
				t.Fatal(err)
			}
			process.Stdout = file
		}
		if _, name, ok := strings.Cut(c.args, "<"); ok {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			process.Stdin = file
		}
		var errors strings.Builder
		process.Stderr = &errors
		_ = process.Run()
		if got := process.ProcessState.ExitCode(); got != c.status || (c.status == 2) != strings.Contains(errors.String(), "overwrite") {
			t.Errorf("%s %s: status %d, %s", c.args, c.stdout, got, errors.String())
		}
		if c.status == 0 {
			name := strings.TrimLeft(c.stdout, ">")
			if name == "" {
				name = "d/out.html"
			}
			if got := readFile(t, name); got != want {
				t.Errorf("%s %s: %q", c.args, c.stdout, got)
			}
		}
		if got := readFile(t, "d/a.html"); c.stdout != ">d/a.html" && got != page {
			t.Errorf("%s %s: the page is now %q", c.args, c.stdout, got)
		}
	}
}
