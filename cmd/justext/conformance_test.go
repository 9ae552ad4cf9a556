package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/refdata"
)

// shared has the outputs of the originals, which belong to others and lie beside the
// project.
const shared = "../../../shared"

// A paragraph of Python jusText: class, context-free class, heading, XPath, words, stop
// words, characters in links, tags, text.
type original struct {
	ID, Encoding, StopList, Shipped string
	Paragraphs                      [][9]any
}

// pythonFormats are Python jusText's formats as functions of its paragraphs,
// but for krdwrd, since the files in shared do not have the text nodes.
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
// prints for its paragraphs, byte for byte: with -python as it
// was shipped, with -fixed-headings as its heading pre-processing is documented.
func TestConformanceFormats(t *testing.T) {
	const collection = "scrapinghub"
	pages := refdata.Archive(t, filepath.Join(shared, "bench", collection+".tar.gz"))
	file := filepath.Join(t.TempDir(), "page.html")
	compared, differ := 0, 0
	for ref := range refdata.JSONLines[original](t, filepath.Join(shared, "conformance/justext", collection+".jsonl.gz")) {
		if ref.Encoding != "utf-8" {
			continue
		}
		compared++
		if err := os.WriteFile(file, pages["html/"+ref.ID+".html"], 0o600); err != nil {
			t.Fatal(err)
		}
		fixed := ref.Paragraphs
		ref.Paragraphs = asShipped(ref)
		compareFormats(t, ref, file, "-python")
		if !slices.Equal(fixed, ref.Paragraphs) {
			differ++
		}
		ref.Paragraphs = fixed
		compareFormats(t, ref, file, "-python", "-fixed-headings")
	}
	t.Logf("%d pages; as shipped, %d of them differ from the documented algorithm", compared, differ)
	if compared < 40 || differ == 0 {
		t.Errorf("%d pages, of which %d differ as shipped", compared, differ)
	}
}

// asShipped returns the paragraphs with the classes that 3.0.2 as shipped gives.
func asShipped(ref original) [][9]any {
	paragraphs := slices.Clone(ref.Paragraphs)
	for i := range paragraphs {
		paragraphs[i][0] = ref.Shipped[i : i+1]
	}
	return paragraphs
}

// compareFormats compares what the command prints of a page with what Python prints.
func compareFormats(t *testing.T, ref original, file string, flags ...string) {
	t.Helper()
	list := filepath.Join(shared, "conformance/stoplists", ref.StopList+".txt")
	for format, python := range pythonFormats {
		var want strings.Builder
		for _, p := range ref.Paragraphs {
			want.WriteString(python(p))
		}
		got := justextOf("", append(flags, "-s", list, "-encoding", "utf-8", "-enc-force", "-format", format, file)...)
		if got.status != statusOK {
			t.Fatalf("%s: %+v", ref.ID, got)
		}
		if got.out != want.String() {
			t.Errorf("%s, %v, format %s differs", ref.ID, flags, format)
		}
	}
}
