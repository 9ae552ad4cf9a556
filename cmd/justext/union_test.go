package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestUnion: the words that either method keeps are there once, in every format, and JSON
// Lines say who keeps what.
func TestUnion(t *testing.T) {
	source := readFile(t, "../../testdata/golden/news-article.html")
	united := justextOf(source, "-algo", "victor,justext", "-format", "jsonl")
	var page struct {
		Algo, Text string
		Blocks     []struct {
			Keep   bool
			Text   string
			KeptBy []string `json:"kept_by"`
		}
	}
	if err := json.Unmarshal([]byte(united.out), &page); err != nil || united.status != 0 {
		t.Fatal(err, united)
	}
	by := make(map[string]int)
	for _, b := range page.Blocks {
		by[strings.Join(b.KeptBy, "+")]++
		if b.Keep != (len(b.KeptBy) > 0) {
			t.Errorf("%+v", b)
		}
	}
	if page.Algo != "victor+justext" || by["victor+justext"] == 0 || by["victor"]+by["justext"] == 0 || by[""] == 0 {
		t.Errorf("algo %s, blocks %v", page.Algo, by)
	}
	for _, algo := range []string{"victor", "justext"} {
		for line := range strings.Lines(justextOf(source, "-algo", algo, "-format", "text").out) {
			if words := strings.Join(strings.Fields(line), " "); !strings.Contains(strings.Join(strings.Fields(page.Text), " "), words) {
				t.Errorf("%s has %q, the union not", algo, words)
			}
		}
	}
	for _, f := range formats {
		if got := justextOf(source, "-algo", "victor,justext,boilerpipe", "-format", f.name); f.only == "" && (got.status != 0 || got.out == "" || got.errors != "") {
			t.Errorf("-format %s: %+v", f.name, got)
		}
	}
}

// TestUnionFlags: each flag works for the method that it belongs to, and those of
// encodings for all.
func TestUnionFlags(t *testing.T) {
	page := "<p>" + strings.Repeat("P\xf8\xedli\xb9 \xbelu\xbb. ", 3)
	got := justextOf(page, "-algo", "victor,boilerpipe", "-format", "text", "-extractor", "everything", "-encoding", "iso-8859-2", "-enc-force")
	if want := strings.TrimSpace(strings.Repeat("Příliš žluť. ", 3)) + "\n"; got.status != 0 || got.out != want {
		t.Errorf("got %+v, want %q", got, want)
	}
	for _, args := range [][]string{{"-enc-errors", "strict", "-encoding", "utf-8"}, {"-max-elements", "1"}} {
		args = append(args, "-algo", "victor,justext", "-format", "jsonl")
		if got := justextOf("<p>a<p>b\xff", args...); got.status != statusFailed || !strings.Contains(got.out, `"error":`) {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestUnionResume: a run of several methods is continued only by the same ones.
func TestUnionResume(t *testing.T) {
	folder := t.TempDir()
	file, out := filepath.Join(folder, "a.html"), filepath.Join(folder, "out")
	if err := os.WriteFile(file, []byte("<p>One page."), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{file, "-format", "jsonl", "-o", out, "-algo"}
	if got := justextOf("", append(args, "victor,justext")...); got.status != 0 {
		t.Fatal(got)
	}
	for algo, want := range map[string]int{"victor,justext": 0, "justext,victor": statusUsage, "victor": statusUsage} {
		if got := justextOf("", append(slices.Clone(args), algo, "-resume")...); got.status != want {
			t.Errorf("%s: %+v", algo, got)
		}
	}
}
