package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
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
		if got.status != 2 || !strings.Contains(got.errors, "not a line of -format jsonl") || readFile(t, "notes") != content {
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
