package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seed42075109/justext/victor"
)

func TestOutputFile(t *testing.T) {
	inFolder(t, map[string]string{"page.html": "<p>" + sentence("one")})
	want := "<p> " + sentence("one") + "\n"
	if got := justextOf("", "-s", "None", "-o", "out.txt", "page.html"); got != (ran{}) || readFile(t, "out.txt") != want {
		t.Errorf("%+v, %q", got, readFile(t, "out.txt"))
	}
	if got := justextOf("", "-s", "None", "-o", "-", "page.html"); got != (ran{out: want}) {
		t.Errorf("-o -: %+v", got)
	}
	if got := justextOf("", "-s", "None", "-o", "no/such/out.txt", "page.html"); got.status != 1 || !strings.Contains(got.errors, "out.txt") {
		t.Errorf("no folder: %+v", got)
	}
	if got := justextOf("", "-s", "None", "-o", "./page.html", "page.html"); got.status != 2 || readFile(t, "page.html") == "" {
		t.Errorf("onto the page: %+v", got)
	}
	// In a folder that is walked, the output is no page, and none is replaced.
	if got := justextOf("", "-s", "None", "-o", "out.html", "."); got.status != 0 || readFile(t, "out.html") != want {
		t.Errorf("into the folder: %+v, %q", got, readFile(t, "out.html"))
	}
	for _, args := range []string{"-o out.html .", "-f -o out.html .", "-resume -format jsonl -o out.html ."} {
		got := justextOf("", strings.Fields(args)...)
		if got.status != 2 || readFile(t, "out.html") != want || !strings.Contains(got.errors, "-o out.html: the file is also one of the pages, which it would overwrite") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// TestRefusedPages: a page whose file cannot be written is reported on standard error, since no
// format has room for it, and the summary does not look for it in the output.
func TestRefusedPages(t *testing.T) {
	for _, format := range []string{"text", "jsonl", "meta", "tree"} {
		inFolder(t, map[string]string{"a.html": "<p>" + sentence("a"), "b.html": "<p>" + sentence("b"), "file": "kept"})
		if got := justextOf("", "-format", format, "-quiet", "-d", "out", "a.html"); got != (ran{}) {
			t.Fatalf("%s: %+v", format, got)
		}
		got := justextOf("", "-format", format, "-d", "out", "a.html", "b.html")
		told := strings.Contains(got.errors, "justext: a.html: out/a.html") && strings.Contains(got.errors, "exists; -f replaces it\n")
		if got.status != 1 || !told || !strings.Contains(got.errors, "2 pages, 1 failed") || strings.Contains(got.errors, "the output says why") {
			t.Errorf("%s: %+v", format, got)
		}
		got = justextOf("", "-format", format, "-quiet", "-d", "file/out", "a.html")
		if got.status != 1 || !strings.HasPrefix(got.errors, "justext: a.html: writing the output: ") {
			t.Errorf("%s, below a file: %+v", format, got)
		}
	}
}

// An existing file is replaced only with -f, unless it is empty.
func TestExistingOutput(t *testing.T) {
	inFolder(t, map[string]string{"page.html": "<p>" + sentence("one"), "out.txt": "kept", "empty.txt": ""})
	want := "<p> " + sentence("one") + "\n"
	if got := justextOf("", "-s", "None", "-o", "out.txt", "page.html"); got.status != 2 || readFile(t, "out.txt") != "kept" {
		t.Errorf("%+v", got)
	}
	for _, flags := range []string{"-python", "-algo victor", "-algo boilerpipe -format highlight", "-format jsonl"} {
		got := justextOf("", append(strings.Fields(flags), "-o", "out.txt", "page.html")...)
		if got.status != 2 || readFile(t, "out.txt") != "kept" || !strings.Contains(got.errors, "the file exists; -f replaces it") {
			t.Errorf("%s: %+v", flags, got)
		}
	}
	for _, args := range []string{"-f -o out.txt", "-o empty.txt"} {
		got := justextOf("", append(strings.Fields(args), "-s", "None", "page.html")...)
		name := args[strings.LastIndexByte(args, ' ')+1:]
		if got != (ran{}) || readFile(t, name) != want {
			t.Errorf("%s: %+v, %q", args, got, readFile(t, name))
		}
	}
}

// -d writes a file for each page, also for one without text; it leaves existing
// ones alone and stays in its folder.
func TestOutputFolder(t *testing.T) {
	inFolder(t, map[string]string{
		"pages/a.html": "<p>" + sentence("a"), "pages/sub/b.html": "<p>" + sentence("b"), "pages/empty.html": "", "c": "<p>" + sentence("c"),
	})
	t.Chdir("pages")
	got := justextOf("<p>"+sentence("stdin"), "-s", "None", "-format", "text", "-quiet", "-d", "../out", "../pages", "../c", "gone.html", "-")
	if got.status != 1 || got.out != "" || got.errors != "justext: gone.html: no such file or directory\n" {
		t.Errorf("%+v", got)
	}
	for name, want := range map[string]string{
		"__/pages/a.html.txt": sentence("a") + "\n", "__/pages/sub/b.html.txt": sentence("b") + "\n", "__/pages/empty.html.txt": "",
		"__/c.txt": sentence("c") + "\n", "standard-input.txt": sentence("stdin") + "\n",
	} {
		if text := readFile(t, "../out/"+name); text != want {
			t.Errorf("%s: %q", name, text)
		}
	}
	if _, err := os.Stat("../out/gone.html.txt"); err == nil {
		t.Error("a page that failed has a file")
	}

	again := justextOf("", "-s", "None", "-quiet", "-d", "../out", "../c", "a.html")
	if again.status != 1 || !strings.Contains(again.errors, "../c: ../out/__/c.txt exists; -f replaces it") ||
		readFile(t, "../out/__/c.txt") != sentence("c")+"\n" || readFile(t, "../out/a.html.txt") == "" {
		t.Errorf("%+v", again)
	}
	if forced := justextOf("", "-s", "None", "-f", "-d", "../out", "../c"); forced != (ran{}) || readFile(t, "../out/__/c.txt") != "<p> "+sentence("c")+"\n" {
		t.Errorf("%+v", forced)
	}
	for _, args := range []string{"-d . ../pages", "-d sub/new ../pages", "-d .. ../pages", "-d ../pages ."} {
		if got := justextOf("", strings.Fields(args)...); strings.Contains(args, "-d .. ") != (got.status == 0) || got.status == 2 && !strings.Contains(got.errors, "among the pages") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestMirrored(t *testing.T) {
	for name, want := range map[string]string{
		"a.html": "a.html", "./a/b.html": "a/b.html", "/tmp/a": "tmp/a", "../a": "__/a", "a/../../b": "__/b", "-": "standard-input", "//x": "x", "..": "__", "/": ".",
	} {
		if got := filepath.ToSlash(mirrored(name)); got != want && !(want == "." && got == "") {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestOutputErrors(t *testing.T) {
	inFolder(t, map[string]string{"page.html": "<p>" + sentence("one")})
	for _, c := range []struct {
		err    error
		want   string
		status int
	}{
		{errors.New("disk full"), "justext: writing the output: disk full\n", 1},
		{&os.PathError{Op: "write", Path: "stdout", Err: syscall.EPIPE}, "", 141},
	} {
		for _, args := range []string{"-h", "-V", "-list-stoplists", "-s None page.html missing.html page.html"} {
			var stderr bytes.Buffer
			status := run(strings.Fields(args), nil, &failingWriter{err: c.err}, &stderr, false)
			if status != c.status || stderr.String() != c.want {
				t.Errorf("%s: status %d, %q", args, status, stderr.String())
			}
		}
	}
	// The error is told beside those of pages.
	var stderr bytes.Buffer
	status := run([]string{"-s", "None", "missing.html", "page.html"}, nil, &failingWriter{err: errors.New("disk full")}, &stderr, false)
	if status != 1 || !strings.Contains(stderr.String(), "missing.html") || !strings.Contains(stderr.String(), "disk full") {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	if got := justextOf("<p>"+sentence("one"), "-s", "None", "-o", "/dev/full"); got.status != 1 || !strings.Contains(got.errors, "no space") {
		t.Errorf("%+v", got)
	}
}

// What the command reads it does not overwrite: not its pages, nor the stop list or
// the model, by whatever name they go.
func TestInputsAreKept(t *testing.T) {
	var model bytes.Buffer
	if err := victor.DefaultModel().Write(&model); err != nil {
		t.Fatal(err)
	}
	inFolder(t, map[string]string{"page.html": "<p>page", "mine.txt": "the\n", "model": model.String(), "None": "kept", "en": "kept"})
	if err := os.Link("mine.txt", "linked.txt"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ args, kept, want string }{
		{"-s None -o page.html page.html", "page.html", "-o page.html: the file is also one of the pages"},
		{"-s mine.txt -o mine.txt page.html", "mine.txt", "-o mine.txt: the file is also the stop list of -s"},
		{"-lang mine.txt -o ./linked.txt page.html", "mine.txt", "-o ./linked.txt: the file is also the stop list of -s"},
		{"-s en -o en page.html", "en", "-o en: the file is also the stop list of -s"},
		{"-algo victor -model model -o model page.html", "model", "-o model: the file is also the model of -model"},
	} {
		before := readFile(t, c.kept)
		got := justextOf("", strings.Fields(c.args)...)
		if got.status != 2 || !strings.Contains(got.errors, c.want) || readFile(t, c.kept) != before {
			t.Errorf("%s: %+v, %q", c.args, got, readFile(t, c.kept))
		}
	}
	if got := justextOf("", "-s", "None", "-f", "-o", "None", "page.html"); got.status != 0 || readFile(t, "None") != "" {
		t.Errorf("None is no file: %+v", got)
	}

	stdin, err := os.Open("page.html")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var out, stderr bytes.Buffer
	status := run([]string{"-s", "None", "-o", "page.html"}, stdin, &out, &stderr, false)
	if status != 2 || readFile(t, "page.html") != "<p>page" || !strings.Contains(stderr.String(), "-o page.html: the file is also standard input") {
		t.Errorf("standard input: %d, %q", status, stderr.String())
	}
}
