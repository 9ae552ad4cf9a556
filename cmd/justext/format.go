package main

import (
	"context"
	"strings"
)

// A format is a way to write a page.
type format struct {
	name      string
	extension string // of the files of -d
	write     func(w *pageWriter, p *cleanPage)
	only      string // the method that has the format, or "" for all
	titled    bool   // where there are several pages, each is written under its name
	hasErrors bool   // each page is a line of JSON, and its error is in it
	needs     needs
}

// needs says what a format takes besides what the method has found.
type needs uint8

const (
	needsPage    needs = 1 << iota // the page in memory
	needsTree                      // the tree of what was kept
	needsAddress                   // the address of the page, for links or metadata

	rendered = needsPage | needsTree | needsAddress
)

// formats are the formats of all methods, the default first.
var formats = []format{
	{name: "default", extension: ".txt", write: writeDefault},
	{name: "text", extension: ".txt", write: writeText, titled: true},
	{name: jsonl, extension: ".json", write: writeJSON, hasErrors: true, needs: needsPage | needsAddress},
	{name: markdown, extension: ".md", write: writeMarkdown, titled: true, needs: rendered},
	{name: "html", extension: ".html", write: writeHTML, needs: rendered},
	{name: "tei", extension: ".xml", write: writeTEI, needs: rendered},
	{name: treeJSON, extension: ".json", write: writeTree, hasErrors: true, needs: rendered},
	{name: meta, extension: ".json", write: writeMeta, hasErrors: true, needs: needsPage | needsAddress},
	{name: "boilerplate", extension: ".txt", write: pythonFormat(writeBoilerplate), only: "justext"},
	{name: "detailed", extension: ".txt", write: pythonFormat(writeDetailed), only: "justext"},
	{name: krdwrd, extension: ".txt", write: pythonFormat(writeKrdWrd), only: "justext"},
	{name: highlight, extension: ".html", write: writeHighlighted, only: "boilerpipe"},
}

// formatsOf returns the formats of a method, the default first.
func formatsOf(m method) (own []format) {
	for _, f := range formats {
		if f.only == "" || f.only == m.name() {
			own = append(own, f)
		}
	}
	return own
}

// formatsWith returns the names of the formats that need something, joined by or.
func formatsWith(needed needs) string {
	var names []string
	for _, f := range formats {
		if f.needs&needed != 0 {
			names = append(names, f.name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// A cleanPage is what a format writes.
type cleanPage struct {
	ctx       context.Context
	method    method
	name      string // of the file, as JSON can hold it
	result    result // nil if the page could not be opened
	err       error  // why the page failed, or nil
	fields    fieldSet
	source    []byte // the page as it was read, if the format needs it
	rendering *rendering
	address   string // of the page, or ""
}

func writeDefault(w *pageWriter, p *cleanPage) {
	for line, heading := range p.result.lines() {
		tag := "p"
		if heading {
			tag = "h"
		}
		writeTagged(w, tag, line)
	}
}

func writeTagged(w *pageWriter, tag, text string) {
	w.raw("<" + tag + "> ")
	w.escaped(text)
	w.raw("\n")
}

func writeText(w *pageWriter, p *cleanPage) {
	text := p.result.view().Text
	w.text(text)
	if text != "" {
		w.raw("\n")
	}
}
