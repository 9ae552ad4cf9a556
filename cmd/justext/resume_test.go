package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// -resume goes on wherever a line was cut, and works on no page twice.
func TestResume(t *testing.T) {
	inFolder(t, map[string]string{"d/a.html": "<p>" + sentence("a"), "d/b.html": "<p>\u2028\"\\" + sentence("b"), "d/c\xe9.html": "<p>c"})
	args := []string{"-s", "None", "-format", "jsonl", "-resume", "-o", "out.jsonl", "d"}
	whole := justextOf("", args...)
	want := readFile(t, "out.jsonl")
	if whole.status != 0 || strings.Count(want, "\n") != 3 {
		t.Fatalf("%+v", whole)
	}
	for cut := range len(want) + 1 {
		if cut%7 != 0 && cut > 30 && cut < len(want)-30 {
			continue
		}
		if err := os.WriteFile("out.jsonl", []byte(want[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := justextOf("", args...); got.status != 0 || readFile(t, "out.jsonl") != want {
			t.Fatalf("cut after %d bytes: %+v\n%s", cut, got, readFile(t, "out.jsonl"))
		}
	}
	if got := justextOf("", args...); !strings.Contains(got.errors, "0 pages, 3 skipped, as they are in the output already, 0 failed") {
		t.Errorf("%+v", got)
	}
}

// -resume does not touch a file that is no output of the command.
func TestResumeRefuses(t *testing.T) {
	for _, content := range []string{"a list\nof words\n", "{\"name\":1}\n", "no line feed", `{"file":"a"}` + "\nsomething else", "{}\n"} {
		inFolder(t, map[string]string{"d/a.html": "<p>a", "notes": content})
		got := justextOf("", "-format", "jsonl", "-resume", "-o", "notes", "d")
		if got.status != 2 || !strings.Contains(got.errors, "not a line of -format jsonl, tree or meta") || readFile(t, "notes") != content {
			t.Errorf("%q: %+v", content, got)
		}
	}
}

func TestFinishedPages(t *testing.T) {
	long := `{"file":"` + strings.Repeat("x", 5000) + `","text":"` + strings.Repeat("y", 100_000) + "\"}\n"
	for _, c := range []struct {
		output string
		names  int
		end    int
	}{
		{"", 0, 0}, {`{"fi`, 0, 0}, {long, 1, len(long)}, {long + long[:200], 1, len(long)}, {long + long[:60_000], 1, len(long)},
		{long + long, 2, 2 * len(long)}, {long + `{"file":"a\"`, 1, len(long)},
	} {
		names := 0
		end, err := finishedPages(bytes.NewReader([]byte(c.output)), func(string) { names++ })
		if err != nil || names != c.names || int(end) != c.end {
			t.Errorf("%.20q: %d names, end %d, %v; want %d, %d", c.output, names, end, err, c.names, c.end)
		}
	}
}

// Pages that failed do not keep -resume from seeing that other flags have written the
// output: it looks at later lines, and at the method of a page that has some blocks.
func TestResumeOtherFlagsAfterFailures(t *testing.T) {
	files := map[string]string{"d/y.html": "<p>" + sentence("y"), "d/z.html": "<p>z", "many.html": strings.Repeat("<p>"+sentence("x"), 3)}
	for _, letter := range "abcdefghijklmnop" {
		files["d/"+string(letter)+".html"] = "%PDF-1.7"
	}
	inFolder(t, files)
	for _, c := range []struct{ first, then, want string }{
		{"-algo victor d", "-algo boilerpipe d", "it was written with -algo victor"},
		{"-algo victor -fields text d", "-s en -fields text d", "its line of d/y.html is not"},
		{"-format tree -algo victor d", "-format tree -s None d", "it was written with -algo victor"},
		{"-algo victor -max-blocks 1 many.html", "-algo boilerpipe -max-blocks 1 many.html d", "it was written with -algo victor"},
	} {
		os.Remove("out.jsonl")
		args := []string{"-format", "jsonl", "-quiet", "-o", "out.jsonl", "-resume"}
		if got := justextOf("", append(args, strings.Fields(c.first)...)...); got.status != statusFailed {
			t.Fatalf("%s: %+v", c.first, got)
		}
		got := justextOf("", append(args, strings.Fields(c.then)...)...)
		if got.status != statusUsage || !strings.Contains(got.errors, c.want) {
			t.Errorf("%s: %+v, want %q", c.then, got, c.want)
		}
	}
}

// -resume refuses an output that other flags have written: another method, other
// fields, or settings with which the same page has another line.
func TestResumeOtherFlags(t *testing.T) {
	page := "<html lang=en><title>t</title><p>" + strings.Repeat("This is the text that we have for you, and it is long. ", 6) +
		"<p>" + strings.Repeat("the words of it ", 6) + "<ul><li>x</ul>"
	inFolder(t, map[string]string{"d/a.html": page, "d/b.html": page, "mine.txt": "zebra\n"})
	for _, c := range []struct{ first, then, want string }{
		{"", "", ""},
		{"-algo victor", "-algo victor", ""},
		{"-algo boilerpipe -fields title,blocks", "-algo boilerpipe -fields blocks,title", ""},
		{"-s en", "-lang English", ""},
		{"-algo victor", "", "-algo victor"},
		{"-algo victor -fields title,text", "-algo boilerpipe -fields title,text", "line of d/a.html"},
		{"-fields title", "", "has no field algo"},
		{"", "-fields title", "has the field"},
		{"-fields blocks.text", "-fields blocks.text,blocks.keep", "has no field blocks.keep"},
		{"-fields blocks.text,blocks.keep", "-fields blocks.text", "has the field blocks.keep"},
		{"-s None", "-s en", "line of d/a.html"},
		{"-s mine.txt", "-s en", "line of d/a.html"},
		{"-s en", "-s en -length-high 1000", "line of d/a.html"},
		{"-algo boilerpipe", "-algo boilerpipe -extractor canola", "line of d/a.html"},
		{"-algo victor", "-algo victor -other 0.0001", "line of d/a.html"},
	} {
		os.Remove("out.jsonl")
		args := []string{"-format", "jsonl", "-quiet", "-o", "out.jsonl", "-resume"}
		if got := justextOf("", append(append(args, "d/a.html"), strings.Fields(c.first)...)...); got != (ran{}) {
			t.Fatalf("%s: %+v", c.first, got)
		}
		before := readFile(t, "out.jsonl")
		got := justextOf("", append(append(args, "d"), strings.Fields(c.then)...)...)
		switch after := readFile(t, "out.jsonl"); {
		case c.want == "" && (got != ran{} || strings.Count(after, "\n") != 2):
			t.Errorf("%s, then %s: %+v", c.first, c.then, got)
		case c.want != "" && (got.status != 2 || !strings.Contains(got.errors, c.want) || after != before):
			t.Errorf("%s, then %s: %+v, want %q", c.first, c.then, got, c.want)
		}
	}
}

// A page that is gone or has changed since does not keep -resume from going on.
func TestResumeChangedPages(t *testing.T) {
	page := "<p>" + sentence("a")
	inFolder(t, map[string]string{"d/a.html": page, "d/b.html": page, "d/c.html": page})
	args := []string{"-format", "jsonl", "-s", "None", "-quiet", "-o", "out.jsonl", "-resume"}
	justextOf("", append(args, "d/a.html", "d/b.html")...)
	before := readFile(t, "out.jsonl")
	later := time.Now().Add(time.Hour)
	if err := errors.Join(os.Remove("d/a.html"), os.WriteFile("d/b.html", nil, 0o600), os.Chtimes("d/b.html", later, later)); err != nil {
		t.Fatal(err)
	}
	if got := justextOf("", append(args, "d")...); got != (ran{}) || !strings.HasPrefix(readFile(t, "out.jsonl"), before) || strings.Count(readFile(t, "out.jsonl"), "\n") != 3 {
		t.Errorf("%+v\n%s", got, readFile(t, "out.jsonl"))
	}
}

// -resume refuses what is not a regular file, and does not wait for a writer of a
// pipe.
func TestResumeNoFile(t *testing.T) {
	inFolder(t, map[string]string{"d/a.html": "<p>a"})
	if err := os.Symlink(os.DevNull, "null"); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"d", "null"} {
		got := justextOf("", "-format", "jsonl", "-resume", "-o", name, "d/a.html")
		if got.status != 2 || !strings.Contains(got.errors, name+" is not a regular file") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
