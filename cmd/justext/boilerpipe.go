package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
)

// This file is the command with -algo boilerpipe.

// bpExtractors are the values of -extractor, the default first. "everything" may
// have a number behind it, as in everything=20.
var bpExtractors = []struct {
	name string
	make func() boilerpipe.Extractor
}{
	{"article", boilerpipe.Article},
	{"article-sentences", boilerpipe.ArticleSentences},
	{"canola", boilerpipe.Canola},
	{"default", boilerpipe.Default},
	{"largest-content", boilerpipe.LargestContent},
	{"num-words-rules", boilerpipe.NumWordsRules},
	{"everything", boilerpipe.KeepEverything},
}

// setExtractor reads a value of -extractor.
func (o *options) setExtractor(value string) error {
	var names []string
	for _, x := range bpExtractors {
		if x.name == value {
			o.bpName, o.bpExtractor = value, x.make()
			return nil
		}
		names = append(names, x.name)
	}
	if number, ok := strings.CutPrefix(value, "everything="); ok {
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 {
			return errors.New("everything=K with a number of words from 0 on is expected")
		}
		o.bpName, o.bpExtractor = value, boilerpipe.KeepEverythingWithMinKWords(k)
		return nil
	}
	return fmt.Errorf("one of %s or everything=K is expected", strings.Join(names, ", "))
}

// boilerpipe makes the algorithm that the command line describes. All its errors
// are usage errors.
func (o *options) boilerpipe() (algorithm, error) {
	if o.force && o.encoding == "" {
		return nil, errForceAlone
	}
	if o.format.writeBlocks == nil && !o.format.html {
		return nil, fmt.Errorf("-format %s is of -algo justext; boilerpipe has default, text, jsonl and html", o.format.name)
	}
	config := boilerpipe.DefaultConfig()
	o.limits(&config.MaxBytes, &config.MaxToken, &config.MaxBlocks)
	if config.MaxBytes > maxPage {
		return nil, errTooManyBytes
	}
	config.WordsByScript = o.wordsByScript
	config.InvalidBytes = page.InvalidBytes(o.invalidBytes)
	config.ForceEncoding = o.force
	if o.encoding != "" {
		config.DefaultEncoding = o.encoding
	}
	parser, err := boilerpipe.NewParser(config)
	if errors.Is(err, page.ErrUnknownEncoding) {
		err = o.unknownEncoding()
	}
	if o.bpName == "" {
		o.bpName, o.bpExtractor = bpExtractors[0].name, bpExtractors[0].make()
	}
	if o.format.html {
		return o.highlight(parser), err
	}
	return o.blocks(parser), err
}

// blocks writes the blocks of a page.
func (o *options) blocks(parser *boilerpipe.Extractor) algorithm {
	return func(ctx context.Context, p *page, r io.Reader) {
		document := new(boilerpipe.TextDocument)
		if p.err == nil {
			document, p.err = parser.Parse(ctx, r, "")
			o.bpExtractor.Process(document)
		}
		o.format.writeBlocks(&p.out, p, o.bpName, document)
	}
}

// highlight writes a page with its content marked.
func (o *options) highlight(parser *boilerpipe.Extractor) algorithm {
	return func(ctx context.Context, p *page, r io.Reader) {
		if p.err != nil {
			return
		}
		var html []byte
		if html, p.err = parser.HTML(ctx, r, "", o.bpExtractor, boilerpipe.Highlighter{}); html != nil {
			p.out.Write(append(html, '\n'))
		}
	}
}

// writeBlockLines writes the lines of the content, as writeDefault does
// paragraphs.
func writeBlockLines(out *bytes.Buffer, _ *page, _ string, d *boilerpipe.TextDocument) {
	for i := range d.Blocks {
		b := &d.Blocks[i]
		tag := "p"
		if b.Heading {
			tag = "h"
		}
		for line := range strings.Lines(b.Text) {
			if b.Content {
				fmt.Fprintf(out, "<%s> %s\n", tag, escape.Replace(strings.TrimSuffix(line, "\n")))
			}
		}
	}
}

func writeBlockText(out *bytes.Buffer, _ *page, _ string, d *boilerpipe.TextDocument) {
	out.WriteString(d.Text())
}

// jsonBlockPage is a page in JSON.
type jsonBlockPage struct {
	File      string      `json:"file"`
	Algo      string      `json:"algo"`
	Extractor string      `json:"extractor"`
	Encoding  string      `json:"encoding"`
	Title     string      `json:"title"`
	Blocks    []jsonBlock `json:"blocks"`
	Error     string      `json:"error,omitempty"`
}

type jsonBlock struct {
	Content      bool     `json:"content"`
	Labels       []string `json:"labels"`
	Words        int      `json:"words"`
	AnchorWords  int      `json:"anchor_words"`
	WrappedWords int      `json:"wrapped_words"`
	WrappedLines int      `json:"wrapped_lines"`
	TextDensity  float32  `json:"text_density"`
	LinkDensity  float32  `json:"link_density"`
	OffsetStart  int      `json:"offset_start"`
	OffsetEnd    int      `json:"offset_end"`
	TagLevel     int      `json:"tag_level"`
	Heading      bool     `json:"heading"`
	ListItem     bool     `json:"list_item"`
	Start        int32    `json:"start"`
	End          int32    `json:"end"`
	Text         string   `json:"text"`
}

func writeBlockJSON(out *bytes.Buffer, p *page, extractor string, d *boilerpipe.TextDocument) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	// The values are strings and numbers, and a buffer takes all: no error.
	if p.err != nil && len(d.Blocks) == 0 {
		_ = encoder.Encode(jsonFailure{File: p.name, Error: p.problem()})
		return
	}
	blocks := make([]jsonBlock, len(d.Blocks)) // never nil: [] in JSON
	for i := range d.Blocks {
		blocks[i] = jsonBlockOf(&d.Blocks[i])
	}
	_ = encoder.Encode(jsonBlockPage{
		File: p.name, Algo: "boilerpipe", Extractor: extractor, Encoding: d.Encoding.Name, Title: d.Title,
		Blocks: blocks, Error: p.problem(),
	})
}

func jsonBlockOf(b *boilerpipe.TextBlock) jsonBlock {
	return jsonBlock{
		Content: b.Content, Labels: append([]string{}, b.Labels.Names()...),
		Words: b.Words, AnchorWords: b.AnchorWords, WrappedWords: b.WrappedWords, WrappedLines: b.WrappedLines,
		TextDensity: b.TextDensity(), LinkDensity: b.LinkDensity(),
		OffsetStart: b.OffsetStart, OffsetEnd: b.OffsetEnd, TagLevel: b.TagLevel,
		Heading: b.Heading, ListItem: b.ListItem, Start: b.Start, End: b.End, Text: b.Text,
	}
}
