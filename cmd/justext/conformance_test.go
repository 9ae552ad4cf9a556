package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/refdata"
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
	pages := refdata.Archive(t, filepath.Join(shared, "bench", collection+".tar.gz"))
	folder := t.TempDir()
	for ref := range refdata.JSONLines[reference](t, filepath.Join(shared, "conformance/justext", collection+".jsonl.gz")) {
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
			args := []string{"-python", "-fixed-headings", "-s", list, "-encoding", "utf-8", "-enc-force", "-format", format, page}
			if status := run(args, strings.NewReader(""), &got, &messages, false); status != statusOK {
				t.Fatalf("%s: status %d: %s", ref.ID, status, messages.String())
			}
			if got.String() != want.String() {
				t.Errorf("%s, format %s differs", ref.ID, format)
			}
		}
	}
}
