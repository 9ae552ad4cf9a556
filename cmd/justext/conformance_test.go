package main

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared has the reference outputs, which belong to others and lie beside the
// project.
const shared = "../../../shared"

// A reference paragraph: class, context-free class, heading, XPath, words, stop
// words, characters in links, tags, text.
type reference struct {
	ID, Encoding, StopList string
	Paragraphs             [][9]any
}

// pythonFormats are Python jusText's formats as functions of its paragraphs,
// but for krdwrd, of which the references do not have the text nodes.
var pythonFormats = map[string]func(p [9]any) string{
	"default": func(p [9]any) string {
		if p[0] != "g" {
			return ""
		}
		return tagged(p)
	},
	"boilerplate": tagged,
	"detailed": func(p [9]any) string {
		class := map[any]string{"g": "good", "b": "bad", "s": "short", "n": "neargood"}
		return fmt.Sprintf("<p class=\"%s\" cfclass=\"%s\" heading=\"%v\" xpath=\"%s\"> %s\n", class[p[0]], class[p[1]], p[2], p[3], pythonText(p))
	},
}

func tagged(p [9]any) string {
	tag := "p"
	if p[2] == 1.0 {
		tag = "h"
	}
	if p[0] != "g" {
		tag = "b"
	}
	return "<" + tag + "> " + pythonText(p) + "\n"
}

func pythonText(p [9]any) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(p[8].(string))
}

// TestConformanceFormats compares the command's output with what Python jusText
// prints for the paragraphs of the reference, byte for byte.
func TestConformanceFormats(t *testing.T) {
	const collection = "scrapinghub"
	pages := unpack(t, filepath.Join(shared, "bench", collection+".tar.gz"))
	folder := t.TempDir()
	for _, ref := range readReferences(t, filepath.Join(shared, "conformance/justext", collection+".jsonl.gz")) {
		if ref.Encoding != "utf-8" {
			continue
		}
		page := filepath.Join(folder, "page.html")
		if err := os.WriteFile(page, pages["html/"+ref.ID+".html"], 0o600); err != nil {
			t.Fatal(err)
		}
		list := filepath.Join(shared, "conformance/stoplists", ref.StopList+".txt")
		for format, python := range pythonFormats {
			var want, got, messages strings.Builder
			for _, p := range ref.Paragraphs {
				want.WriteString(python(p))
			}
			args := []string{"-python", "-s", list, "-encoding", "utf-8", "-enc-force", "-format", format, page}
			if status := run(args, strings.NewReader(""), &got, &messages, false); status != statusOK {
				t.Fatalf("%s: status %d: %s", ref.ID, status, messages.String())
			}
			if got.String() != want.String() {
				t.Errorf("%s, format %s differs", ref.ID, format)
			}
		}
	}
}

func readReferences(t *testing.T, file string) (refs []reference) {
	t.Helper()
	for lines := json.NewDecoder(unzip(t, file)); ; {
		var ref reference
		if err := lines.Decode(&ref); errors.Is(err, io.EOF) {
			return refs
		} else if err != nil {
			t.Fatal(err)
		}
		refs = append(refs, ref)
	}
}

// unpack returns the files of an archive, by their names below its folder.
func unpack(t *testing.T, file string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	for archive := tar.NewReader(unzip(t, file)); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(header.Name, "/")
		if files[name], err = io.ReadAll(archive); err != nil {
			t.Fatal(err)
		}
	}
}

func unzip(t *testing.T, file string) io.Reader {
	t.Helper()
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("no reference outputs in %s", shared)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	return z
}
