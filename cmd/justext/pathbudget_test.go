package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// deepPage has many short paragraphs far down, each with a path longer than it.
func deepPage(deep, paragraphs int) string {
	return strings.Repeat("<div>", deep) + strings.Repeat("<p>x</p>", paragraphs)
}

// pathPage is what of a page in JSON Lines has to do with paths.
type pathPage struct {
	Blocks []struct {
		XPath   string
		DOMPath string `json:"dom_path"`
	}
	PathsCut bool   `json:"paths_cut"`
	Error    string `json:"error"`
}

// The paths of a page stay within their bound, in all formats that have them; the
// paragraphs are all there, and the page says it once.
func TestPathsAreBounded(t *testing.T) {
	const deep, paragraphs = 500, 3000
	page := deepPage(deep, paragraphs)
	for _, format := range []string{"jsonl", "detailed"} {
		for _, preset := range []string{"", " -python"} {
			args := strings.Fields("-s None -format " + format + preset)
			text := page
			if preset != "" {
				text = deepPage(200, 2*paragraphs) // deeper, the page ends
			}
			got := justextOf(text, args...)
			if got.status != 0 || len(got.out) > minPathBytes+400*2*paragraphs {
				t.Errorf("%s: status %d, %d bytes of %d", args, got.status, len(got.out), len(text))
			}
			if format == "detailed" {
				want := fmt.Sprintf("justext: -: the paths of the page have more than %d bytes together; its later paragraphs are written without path\n", minPathBytes)
				if got.errors != want || !strings.Contains(got.out, `xpath=""`) || !strings.Contains(got.out, `/div[1]/div[1]/`) {
					t.Errorf("%s: %q", args, got.errors)
				}
				continue
			}
			var read pathPage
			if err := json.Unmarshal([]byte(got.out), &read); err != nil {
				t.Fatalf("%s: %v", args, err)
			}
			checkCut(t, read, minPathBytes)
		}
	}
}

// checkCut checks a page of which paths are left out.
func checkCut(t *testing.T, page pathPage, bound int) {
	t.Helper()
	sum, cut := 0, false
	for i, p := range page.Blocks {
		sum += len(p.XPath) + len(p.DOMPath)
		if (p.XPath == "") != (p.DOMPath == "") || cut && p.XPath != "" {
			t.Fatalf("paragraph %d has the paths %.20q, %.20q", i, p.XPath, p.DOMPath)
		}
		cut = cut || p.XPath == ""
	}
	last := page.Blocks[0]
	if !page.PathsCut || !cut || sum > bound || sum < bound-len(last.XPath)-len(last.DOMPath) {
		t.Errorf("%d bytes of paths, cut %v, paths_cut %v", sum, cut, page.PathsCut)
	}
}

// A large page may have more of them.
func TestPathsOfLargePages(t *testing.T) {
	page := deepPage(100, 3000) + strings.Repeat(" ", 1<<20) // over 1 MiB of paths, under 16
	got := justextOf(page, "-s", "None", "-format", "jsonl")
	if strings.Contains(got.out, "paths_cut") || strings.Contains(got.out, `"xpath":""`) || strings.Count(got.out, `"xpath":"/`) != 3000 {
		t.Error("paths are left out")
	}
	if got := justextOf(page, "-s", "None", "-format", "detailed"); got.errors != "" || strings.Contains(got.out, `xpath=""`) {
		t.Errorf("paths are left out: %q", got.errors)
	}
}

// A tag may have any name; it ends neither the attribute nor the line.
func TestOddPathsAreEscaped(t *testing.T) {
	got := justextOf("<x\"y\x1b'&z^A><p>text</x\"y><a<b><p>text", "-s", "None", "-format", "detailed")
	for line := range strings.Lines(got.out) {
		path, _, ok := strings.Cut(strings.TrimPrefix(line, `<p class="bad" cfclass="short" heading="0" xpath="`), `"> text`+"\n")
		if !ok || strings.ContainsAny(path, "\"<>\x1b") {
			t.Errorf("%q", line)
		}
	}
	if !strings.Contains(got.out, `xpath="/html[1]/body[1]/x&quot;y&#27;'&amp;z^a[1]/p[1]"`) {
		t.Errorf("%+v", got)
	}
}
