package main

// A format is a way to write a page.
type format struct {
	name      string
	extension string // of the files of -d
	write     func(w *pageWriter, p *cleanPage)
	titled    bool // where there are several pages, each is written under its name
	hasErrors bool // the error of a page is written with it
}

// sharedFormats are those of every method, the default first.
func sharedFormats() []format {
	return []format{
		{name: "default", extension: ".txt", write: writeDefault},
		{name: "text", extension: ".txt", write: writeText, titled: true},
		{name: jsonl, extension: ".json", write: writeJSON, hasErrors: true},
	}
}

// A cleanPage is what a format writes.
type cleanPage struct {
	method string // its name
	name   string // of the file, as JSON can hold it
	result result // nil if the page could not be opened
	err    error  // why the page failed, or nil
	fields fieldSet
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
