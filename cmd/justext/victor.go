package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// victor makes the algorithm that the command line describes. All its errors are
// usage errors.
func (o *options) victor() (algorithm, error) {
	if o.format.label == nil {
		return nil, fmt.Errorf("-format %s is not of -algo victor, which has default, text and jsonl", o.format.name)
	}
	if o.force && o.encoding == "" {
		return nil, errForceAlone
	}
	model, err := readModel(o.model)
	if err != nil {
		return nil, err
	}
	config := victor.DefaultConfig()
	config.DefaultEncoding, config.ForceEncoding = o.encoding, o.force
	config.InvalidBytes = page.InvalidBytes(o.invalidBytes)
	o.limits(&config.MaxBytes, &config.MaxToken, &config.MaxBlocks)
	if config.MaxBytes > maxVictorPage {
		return nil, fmt.Errorf("-max-bytes %d: at most %d are possible with -algo victor; 0 is as many", config.MaxBytes, maxVictorPage)
	}
	if o.other > 0 {
		config.Decision, config.MaxOther = victor.ByThreshold, o.other
	}
	x, err := victor.New(model, config)
	if errors.Is(err, page.ErrUnknownEncoding) {
		err = o.unknownEncoding()
	}
	return func(ctx context.Context, p *page, r io.Reader) {
		document := new(victor.Document)
		if p.err == nil {
			document, p.err = x.Document(ctx, r, "")
		}
		o.format.label(&p.out, p, document)
	}, err
}

// maxVictorPage is how many bytes victor.Config.MaxBytes may be.
const maxVictorPage = 1<<30 - 1

// readModel reads the file of -model.
func readModel(name string) (*victor.Model, error) {
	if name == "" {
		return victor.DefaultModel(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("-model: %w", err)
	}
	defer file.Close()
	model, err := victor.ReadModel(file)
	if err != nil {
		return nil, fmt.Errorf("-model %s: %w", name, err)
	}
	return model, nil
}

// writeLabelledLines writes the lines of the content as the default format has
// its paragraphs.
func writeLabelledLines(out *bytes.Buffer, _ *page, document *victor.Document) {
	text := victor.Text(document.Blocks)
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(out, "<p> %s\n", escape.Replace(line))
	}
}

func writeLabelledText(out *bytes.Buffer, _ *page, document *victor.Document) {
	if text := victor.Text(document.Blocks); text != "" {
		out.WriteString(text)
		out.WriteByte('\n')
	}
}

// labelledPage is a page in JSON.
type labelledPage struct {
	File     string          `json:"file"`
	Algo     string          `json:"algo"`
	Encoding string          `json:"encoding"`
	Title    string          `json:"title"`
	Labels   []string        `json:"labels"`
	Blocks   []labelledBlock `json:"blocks"`
	Error    string          `json:"error,omitempty"`
}

type labelledBlock struct {
	Label     string    `json:"label"`
	Marginals []float64 `json:"marginals"` // in the order of the page's labels
	NewLine   bool      `json:"new_line"`
	Image     bool      `json:"image"`
	Start     int32     `json:"start"`
	End       int32     `json:"end"`
	Text      string    `json:"text"`
}

func writeLabelledJSON(out *bytes.Buffer, p *page, document *victor.Document) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	// The values are strings and numbers, and a buffer takes all: no error.
	if p.err != nil && len(document.Blocks) == 0 {
		_ = encoder.Encode(jsonFailure{File: p.name, Error: p.problem()})
		return
	}
	blocks := make([]labelledBlock, len(document.Blocks)) // never nil: [] in JSON
	for i, b := range document.Blocks {
		blocks[i] = labelledBlock{b.Label, shortened(b.Marginals), b.NewLine, b.Image, b.Start, b.End, b.Text}
	}
	_ = encoder.Encode(labelledPage{
		File: p.name, Algo: "victor", Encoding: document.Encoding, Title: document.Title,
		Labels: document.Labels, Blocks: blocks, Error: p.problem(),
	})
}

// shortened rounds probabilities to six decimals.
func shortened(values []float64) []float64 {
	short := make([]float64, len(values))
	for i, v := range values {
		short[i] = math.Round(v*1e6) / 1e6
	}
	return short
}
