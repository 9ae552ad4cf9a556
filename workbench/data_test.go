package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBrokenLabels: the error for a broken file of labels names the file.
func TestBrokenLabels(t *testing.T) {
	for content, want := range map[string]string{
		`{"unit": "text node", "nodes": [`:                           "unexpected end",
		`{"unit": "text node", "nodes": [["good", "Some text"]]}`:    "node 0",
		`{"unit": "text node", "nodes": [[1, "Some text"], [2, 7]]}`: "node 1",
		`{"unit": "text node", "nodes": [[1]]}`:                      "node 0",
	} {
		folder := smallPages(t)
		writeFiles(t, folder, map[string]string{"labels/aaa.json": content})
		if _, message := commandError(t, "train", folder); !strings.Contains(message, "labels/aaa.json: ") || !strings.Contains(message, want) {
			t.Errorf("%s: error %q", content, message)
		}
	}
}

// TestUnlabelled: pages without labels do not change the model.
func TestUnlabelled(t *testing.T) {
	folder := smallPages(t)
	model := filepath.Join(folder, "model")
	command(t, "train", "-o", model, folder)
	before := readFile(t, model)
	writeFiles(t, folder, map[string]string{
		"html/none.html": "<p>The aaa ferry leaves the harbour.", "html/other.html": "<p>No.", "labels/other.json": `{"with": ["The ferry"]}`})
	if out := command(t, "train", "-o", model, folder); !strings.Contains(out, "8 pages") {
		t.Errorf("printed %q", out)
	}
	if readFile(t, model) != before {
		t.Error("pages without labels changed the model")
	}
	alone := t.TempDir()
	writeFiles(t, alone, map[string]string{"html/none.html": "<p>The ferry."})
	for _, name := range []string{"train", "crossval"} {
		if _, message := commandError(t, name, alone); !strings.Contains(message, "none of the 1 pages has labelled spans") {
			t.Errorf("%s: error %q", name, message)
		}
	}
}

func TestOnlyLabelled(t *testing.T) {
	var said strings.Builder
	sources := []source{{id: "a", annotated: true}, {id: "b", file: "mine/html/b.html"}, {id: "c", hasGold: true}, {id: "d", labels: &labels{Unit: "text node"}}}
	kept, err := onlyLabelled(sources, &said)
	if err != nil || len(kept) != 3 || !strings.Contains(said.String(), "1 of 4 pages") || !strings.HasSuffix(said.String(), ": mine/html/b.html\n") {
		t.Errorf("%d pages, error %v, said %q", len(kept), err, said.String())
	}
}

// TestLabelCounts: the number of blocks of each label is printed. A misspelled
// label is an error that names file and span.
func TestLabelCounts(t *testing.T) {
	folder := t.TempDir()
	page := `<p><span id="victor_an0" class="victor_text">The ferry is back.</span></p><p><span id="victor_an1" class="victor_%s">Home</span></p>`
	writeFiles(t, folder, map[string]string{
		"a.html": strings.ReplaceAll(page, "%s", "other"), "b.html": strings.ReplaceAll(page, "%s", "list"), "c.html": strings.ReplaceAll(page, "victor_%s", "")})
	for _, name := range []string{"train", "crossval"} {
		args := []string{name, "-template", "2008", folder}
		if name == "crossval" {
			args = []string{name, "-template", "2008", "-folds", "3", folder}
		}
		if out := command(t, args...); !strings.HasPrefix(out, "blocks by label: text 3, other 1, list 1, none 1\n") {
			t.Errorf("%s prints %q", name, out)
		}
	}
	writeFiles(t, folder, map[string]string{"b.html": strings.ReplaceAll(page, "%s", "othr"), "c.html": strings.ReplaceAll(page, "_text", "_txt")})
	want := "unknown labels; the template has header, text, other:\n" +
		filepath.Join(folder, "b.html") + `: span victor_an1: label "othr"` + "\n" +
		filepath.Join(folder, "c.html") + `: span victor_an0: label "txt"` + "\n" +
		filepath.Join(folder, "c.html") + `: span victor_an1: label "%s"`
	for _, args := range [][]string{{"train"}, {"crossval", "-folds", "2"}} {
		if _, message := commandError(t, append(args, "-template", "2008", folder)...); message != want {
			t.Errorf("%q: error %q, want %q", args, message, want)
		}
	}
}

// TestContentLabels: a flag says which labels of text nodes are content.
func TestContentLabels(t *testing.T) {
	var c contentLabels
	for _, text := range []string{"", "x", "1,,2", "=3", "canola=", "1 2"} {
		if err := c.set(text); err == nil {
			t.Errorf("-content %q: no error", text)
		}
	}
	if got := c.of("canola"); len(got) != 3 {
		t.Errorf("without the flag %v", got)
	}
	for _, text := range []string{"2,3", "canola=3"} {
		if err := c.set(text); err != nil {
			t.Error(err)
		}
	}
	if a, b := c.of("canola"), c.of("l3s-gn1"); len(a) != 1 || a[0] != 3 || len(b) != 2 || b[0] != 2 {
		t.Errorf("labels %v and %v", a, b)
	}

	folder := t.TempDir()
	nodes := `{"unit": "text node", "nodes": [[1, "Home"], [3, "The ferry is back in the harbour."], [null, "Copyright"]]}`
	for _, id := range []string{"a", "b"} {
		writeFiles(t, folder, map[string]string{
			"mine/html/" + id + ".html": "<p>Home<p>The ferry is back in the harbour.<p>Copyright", "mine/labels/" + id + ".json": nodes})
	}
	for flag, want := range map[string]string{"1,2,3": "text 4, other 2", "mine=3": "text 2, other 4", "theirs=3": ""} {
		args := []string{"train", "-template", "2008", "-content", flag, filepath.Join(folder, "mine")}
		if want == "" {
			if _, message := commandError(t, args...); !strings.Contains(message, "theirs") || !strings.Contains(message, "mine") {
				t.Errorf("error %q", message)
			}
		} else if out := command(t, args...); !strings.Contains(out, "blocks by label: "+want) {
			t.Errorf("-content %s: printed %q", flag, out)
		}
	}
}

// pack writes an archive of the files of a folder, with a top folder or without.
func pack(t *testing.T, folder, archive, top string) {
	t.Helper()
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	writer := tar.NewWriter(zipped)
	files, err := readFiles(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		header := &tar.Header{Name: top + name, Mode: 0o666, Size: int64(len(files[name])), Typeflag: tar.TypeReg}
		if err := writer.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := writer.Write(files[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(writer.Close(), zipped.Close(), os.WriteFile(archive, packed.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestArchives: pages are the same in a folder and in an archive, whether the
// archive has a top folder or not.
func TestArchives(t *testing.T) {
	annotated := t.TempDir()
	writeFiles(t, annotated, map[string]string{"a.html": `<p><span id="victor_an0" class="victor_text">The ferry.</span>`})
	for folder, want := range map[string]int{smallPages(t): 8, annotated: 1} {
		for _, top := range []string{"", "./", "mine/", "./mine/"} {
			archive := filepath.Join(t.TempDir(), "mine.tar.gz")
			pack(t, folder, archive, top)
			sources, err := load([]string{archive})
			if err != nil || len(sources) != want || !sources[0].isLabelled() {
				t.Errorf("top %q: %d pages, want %d, error %v", top, len(sources), want, err)
			}
		}
	}
	_, err := load([]string{t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "html/*.html") || !strings.Contains(err.Error(), "*.anno") || !strings.Contains(err.Error(), "*.html with spans") {
		t.Errorf("a folder without pages: error %v", err)
	}
}
