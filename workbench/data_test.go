package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestBrokenLabels: what is wrong in a file of labels is said with its name.
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

// TestUnlabelled: a page of which nobody knows what is right trains nothing.
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
		if _, message := commandError(t, name, alone); !strings.Contains(message, "neither") {
			t.Errorf("%s: error %q", name, message)
		}
	}
}

func TestOnlyLabelled(t *testing.T) {
	var said strings.Builder
	sources := []source{{id: "a", annotated: true}, {id: "b", collection: "mine"}, {id: "c", hasGold: true}, {id: "d", labels: &labels{Unit: "text node"}}}
	kept, err := onlyLabelled(sources, &said)
	if err != nil || len(kept) != 3 || !strings.Contains(said.String(), "1 of 4 pages") || !strings.Contains(said.String(), "mine b") {
		t.Errorf("%d pages, error %v, said %q", len(kept), err, said.String())
	}
}
