package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeFiles writes files into a folder.
func writeFiles(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// commandError runs a command that must fail. It returns what the command printed
// and its error.
func commandError(t *testing.T, args ...string) (out, message string) {
	t.Helper()
	var printed bytes.Buffer
	err := run(args, &printed)
	if err == nil {
		t.Fatalf("%q: no error", args)
	}
	return printed.String(), err.Error()
}

// TestLabelKeepsFiles: no file is overwritten, be it a page corrected by hand, the
// page itself or another page of the same name.
func TestLabelKeepsFiles(t *testing.T) {
	const page = "<p>The ferry is back in the harbour, and nobody was late today.</p>"
	folder := t.TempDir()
	pages := filepath.Join(folder, "pages")
	writeFiles(t, folder, map[string]string{"pages/p1.html": page, "pages/p2.html": page, "a/p3.html": page, "b/p3.html": page})
	p1, p2, annotated := filepath.Join(pages, "p1.html"), filepath.Join(pages, "p2.html"), filepath.Join(folder, "annotated")

	command(t, "label", "-format", "spans", "-o", annotated, p1)
	writeFiles(t, annotated, map[string]string{"p1.html": "corrected"})
	_, message := commandError(t, "label", "-format", "spans", "-o", annotated, p1, p2)
	if got := readFile(t, filepath.Join(annotated, "p1.html")); got != "corrected" {
		t.Errorf("the corrected page is now %q", got)
	}
	if want := filepath.Join(annotated, "p1.html") + " exists; choose another -o or delete it"; message != want {
		t.Errorf("error %q, want %q", message, want)
	}
	if got := readFile(t, filepath.Join(annotated, "p2.html")); !strings.Contains(got, "victor_an0") {
		t.Errorf("the page after the one that failed: %q", got)
	}

	commandError(t, "label", "-format", "spans", "-o", pages, p1, p2)
	if got := readFile(t, p1); got != page {
		t.Errorf("the page itself is now %q", got)
	}

	_, message = commandError(t, "label", "-o", filepath.Join(folder, "same"), filepath.Join(folder, "a/p3.html"), filepath.Join(folder, "b/p3.html"))
	if !strings.Contains(message, "exists") {
		t.Errorf("two pages of one name: %s", message)
	}
}

// TestLabelGoesOn: a page that cannot be read does not keep the others from being
// labelled.
func TestLabelGoesOn(t *testing.T) {
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"p.html": "<p>The ferry is back in the harbour, and nobody was late today.</p>"})
	out, message := commandError(t, "label", "-format", "blocks", filepath.Join(folder, "none.html"), filepath.Join(folder, "p.html"), filepath.Join(folder, "nor.html"))
	if !strings.Contains(out, "The ferry") || !strings.Contains(message, "none.html") || !strings.Contains(message, "nor.html") {
		t.Errorf("printed %q, error %q", out, message)
	}
}

// TestLabelArchive: the pages of a web archive are labelled in the charset of their head;
// one that is cut off is an error, and the others are written.
func TestLabelArchive(t *testing.T) {
	folder, whole := t.TempDir(), webArchive(t)
	writeFiles(t, folder, map[string]string{"crawl.warc.gz": string(whole), "cut.warc.gz": string(whole[:len(whole)-300])})
	crawl, cut, out := filepath.Join(folder, "crawl.warc.gz"), filepath.Join(folder, "cut.warc.gz"), filepath.Join(folder, "out")
	if printed := command(t, "label", "-format", "blocks", crawl); strings.Count(printed, "Паром") != 2 || !strings.Contains(printed, "A link out of the frame") {
		t.Errorf("printed %q", printed)
	}
	_, message := commandError(t, "label", "-format", "spans", "-o", out, cut)
	if !strings.Contains(message, "cut.warc.gz: ") || !strings.Contains(message, "is cut off") || !strings.Contains(message, "javascript:") {
		t.Errorf("error %q", message)
	}
	entries, err := os.ReadDir(out)
	if err != nil || len(entries) != 2 {
		t.Fatal(entries, err)
	}
	for i, want := range []string{"is back in the harbour", "is late today"} {
		if got := readFile(t, filepath.Join(out, fmt.Sprintf("cut.warc.gz-%05d.html", i+1))); !strings.Contains(got, "Паром") || !strings.Contains(got, want) || !strings.Contains(got, "victor_an") {
			t.Errorf("page %d: %q", i+1, got)
		}
	}
	if printed := command(t, "label", "-format", "cleaneval", crawl); !strings.Contains(printed, "http://ferry.example/?a=b/c#d") {
		t.Errorf("printed %q", printed)
	}
	if _, message := commandError(t, "label", "-format", "cleaneval", "-url", "http://a.example/", crawl); !strings.Contains(message, "-url") {
		t.Errorf("error %q", message)
	}
}
