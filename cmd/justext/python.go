package main

import (
	"strconv"

	"github.com/seed42075109/justext"
)

// This file has the formats of Python jusText's command that only -algo justext
// has. They are Python's byte for byte, apart from control characters.

const krdwrd = "krdwrd"

// pythonFormat makes a function over paragraphs one over any result of
// -algo justext.
func pythonFormat(write func(w *pageWriter, r *justextResult)) func(*pageWriter, *cleanPage) {
	return func(w *pageWriter, p *cleanPage) { write(w, p.result.(*justextResult)) }
}

func writeBoilerplate(w *pageWriter, r *justextResult) {
	for i := range r.document.Paragraphs {
		p := &r.document.Paragraphs[i]
		tag := "p"
		switch {
		case p.Class != justext.Good:
			tag = "b"
		case p.Heading:
			tag = "h"
		}
		writeTagged(w, tag, p.Text)
	}
}

func writeDetailed(w *pageWriter, r *justextResult) {
	for i := range r.document.Paragraphs {
		p := &r.document.Paragraphs[i]
		heading := "0"
		if p.Heading {
			heading = "1"
		}
		w.raw(`<p class="` + p.Class.String() + `" cfclass="` + p.ContextFree.String() + `" heading="` + heading + `" xpath="`)
		w.attribute(r.paths.take(p.XPath))
		w.raw(`"> `)
		w.escaped(p.Text)
		w.raw("\n")
	}
}

// writeKrdWrd writes the format of the KrdWrd annotation tool: a line for each
// text node.
func writeKrdWrd(w *pageWriter, r *justextResult) {
	for i := range r.document.Paragraphs {
		p := &r.document.Paragraphs[i]
		class := 3
		switch {
		case p.Class != justext.Good:
			class = 1
		case p.Heading:
			class = 2
		}
		for _, node := range r.document.TextNodes[i] {
			w.raw(strconv.Itoa(class) + "\t")
			w.text(node)
			w.raw("\n")
		}
	}
}
