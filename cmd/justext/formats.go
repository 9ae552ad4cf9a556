package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/victor"
)

// A format is a way to write a page.
type format struct {
	name        string
	write       func(out *bytes.Buffer, p *page, document *justext.Document)                          // nil where justext does not have it
	writeBlocks func(out *bytes.Buffer, p *page, extractor string, document *boilerpipe.TextDocument) // nil where boilerpipe does not have it
	label       func(out *bytes.Buffer, p *page, document *victor.Document)                           // nil where victor does not have it
	html        bool                                                                                  // boilerpipe writes the page itself
	between     string                                                                                // what separates pages
	textNodes   bool                                                                                  // it needs Document.TextNodes
	hasErrors   bool                                                                                  // the page's error stands in the output
}

// formats has the default first. The first four are Python jusText's.
var formats = [...]format{
	{name: "default", write: writeDefault, writeBlocks: writeBlockLines, label: writeLabelledLines},
	{name: "boilerplate", write: writeBoilerplate},
	{name: "detailed", write: writeDetailed},
	{name: "krdwrd", write: writeKrdWrd, textNodes: true},
	{name: "text", write: writeText, writeBlocks: writeBlockText, label: writeLabelledText, between: "\n"},
	{name: "jsonl", write: writeJSON, writeBlocks: writeBlockJSON, label: writeLabelledJSON, hasErrors: true},
	{name: "html", html: true},
}

// escape is Python's html.escape(text, quote=False).
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func writeDefault(out *bytes.Buffer, _ *page, document *justext.Document) {
	for i := range document.Paragraphs {
		if p := &document.Paragraphs[i]; p.Class == justext.Good {
			writeTagged(out, p)
		}
	}
}

func writeBoilerplate(out *bytes.Buffer, _ *page, document *justext.Document) {
	for i := range document.Paragraphs {
		writeTagged(out, &document.Paragraphs[i])
	}
}

func writeTagged(out *bytes.Buffer, p *justext.Paragraph) {
	tag := "p"
	switch {
	case p.Class != justext.Good:
		tag = "b"
	case p.Heading:
		tag = "h"
	}
	fmt.Fprintf(out, "<%s> %s\n", tag, escape.Replace(p.Text))
}

func writeDetailed(out *bytes.Buffer, page *page, document *justext.Document) {
	for i := range document.Paragraphs {
		p := &document.Paragraphs[i]
		heading := 0
		if p.Heading {
			heading = 1
		}
		fmt.Fprintf(out, "<p class=\"%s\" cfclass=\"%s\" heading=\"%d\" xpath=\"%s\"> %s\n",
			p.Class, p.ContextFree, heading, page.attributePath(p), escape.Replace(p.Text))
	}
}

// writeKrdWrd writes the format of the KrdWrd annotation tool.
func writeKrdWrd(out *bytes.Buffer, _ *page, document *justext.Document) {
	for i := range document.Paragraphs {
		p := &document.Paragraphs[i]
		class := 3
		switch {
		case p.Class != justext.Good:
			class = 1
		case p.Heading:
			class = 2
		}
		for _, node := range document.TextNodes[i] {
			fmt.Fprintf(out, "%d\t%s\n", class, node)
		}
	}
}

func writeText(out *bytes.Buffer, _ *page, document *justext.Document) {
	if text := document.Text(); text != "" {
		out.WriteString(text)
		out.WriteByte('\n')
	}
}

// A page in JSON is jsonHead, the paragraphs and jsonTail in one object.
type jsonHead struct {
	File       string  `json:"file"`
	Algo       string  `json:"algo"`
	Lang       string  `json:"lang"`
	LangBy     string  `json:"lang_by,omitempty"`
	LangMargin float64 `json:"lang_margin,omitempty"`
	Encoding   string  `json:"encoding"`
	Title      string  `json:"title"`
}

type jsonTail struct {
	PathsCut bool   `json:"paths_cut,omitempty"`
	Error    string `json:"error,omitempty"`
}

type jsonParagraph struct {
	Lang      string `json:"lang,omitempty"` // if another than the page's
	Class     string `json:"class"`
	CFClass   string `json:"cf_class"`
	Heading   bool   `json:"heading"`
	XPath     string `json:"xpath"`
	DOMPath   string `json:"dom_path"`
	Words     int32  `json:"words"`
	StopWords int32  `json:"stopwords"`
	LinkChars int32  `json:"link_chars"`
	Tags      int32  `json:"tags"`
	Start     int32  `json:"start"`
	End       int32  `json:"end"`
	Reason    string `json:"reason"`
	Text      string `json:"text"`
}

// jsonFailure is a page that gave nothing.
type jsonFailure struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

func writeJSON(out *bytes.Buffer, p *page, document *justext.Document) {
	// The values are strings and numbers, and a buffer takes all: no error.
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if p.err != nil && len(document.Paragraphs) == 0 {
		_ = encoder.Encode(jsonFailure{File: p.name, Error: p.problem()})
		return
	}
	_ = encoder.Encode(jsonHeadOf(p, document))
	cutEnd(out, "}\n")
	out.WriteString(`,"paragraphs":[`)
	for i := range document.Paragraphs {
		if i > 0 {
			out.WriteByte(',')
		}
		_ = encoder.Encode(jsonParagraphOf(p, document, &document.Paragraphs[i]))
		cutEnd(out, "\n")
	}
	out.WriteByte(']')
	if tail := (jsonTail{PathsCut: p.pathsCut, Error: p.problem()}); tail != (jsonTail{}) {
		at := out.Len()
		_ = encoder.Encode(tail)
		out.Bytes()[at] = ',' // in place of its brace
		return
	}
	out.WriteString("}\n")
}

// cutEnd takes back what an encoder writes last.
func cutEnd(out *bytes.Buffer, end string) { out.Truncate(out.Len() - len(end)) }

func jsonHeadOf(p *page, document *justext.Document) jsonHead {
	head := jsonHead{
		File: p.name, Algo: "justext", Lang: document.Lang, LangMargin: math.Round(document.LangMargin*10) / 10,
		Encoding: document.Encoding.Name, Title: document.Title,
	}
	if document.LangBy > justext.LangGiven {
		head.LangBy = document.LangBy.String()
	}
	return head
}

func jsonParagraphOf(page *page, document *justext.Document, p *justext.Paragraph) jsonParagraph {
	converted := jsonParagraph{
		Class: p.Class.String(), CFClass: p.ContextFree.String(), Heading: p.Heading,
		Words: p.Words, StopWords: p.StopWords, LinkChars: p.LinkChars, Tags: p.Tags,
		Start: p.Start, End: p.End, Reason: p.Reason.String(), Text: p.Text,
	}
	converted.XPath, converted.DOMPath = page.paths(p)
	if lang := p.Lang(); lang != document.Lang {
		converted.Lang = lang
	}
	return converted
}
