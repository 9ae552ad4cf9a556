package main

import (
	"bufio"
	"context"
	"fmt"
	"html"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// This file draws a page as package victor sees it: each line with its probability of
// being main content, its kind, and whether it is kept.

// Measures in pixels, and in characters.
const (
	rowHeight   = 16
	barWidth    = 150 // of a probability of 1
	numberWidth = 36
	kindWidth   = 82
	rowChars    = 104
)

// A fate is what becomes of a line.
type fate struct{ class, name string }

var (
	keptFate    = fate{"kept", "kept"}
	articleFate = fate{"more", "kept as well with the preset article"}
	droppedFate = fate{"gone", "dropped"}
)

// style has colours for light and dark pages.
const style = `<style>
.page { fill: #ffffff } .ink { fill: #24292f } .track { fill: #eaeef2 }
.kept { fill: #1a7f37 } .more { fill: #0969da } .gone { fill: #8c5a52 }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } .ink { fill: #e6edf3 } .track { fill: #21262d }
.kept { fill: #56d364 } .more { fill: #79c0ff } .gone { fill: #c4938b }
}
</style>
`

// A row is a line of the page.
type row struct {
	text        string
	kind        page.Kind
	fate        fate
	probability float64 // mean over the characters of its blocks
	chars       float64
}

func drawProbabilities(w io.Writer, file string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	byModel, err := label(source, "model")
	if err != nil {
		return err
	}
	article, err := label(source, "article")
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	writeRows(out, rowsOf(byModel, article))
	return out.Flush()
}

// label labels the blocks of a page, with the choice of a preset.
func label(source []byte, preset string) ([]page.Block, error) {
	config := victor.DefaultConfig()
	if err := config.SetKinds(preset, "", ""); err != nil {
		return nil, err
	}
	x, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		return nil, err
	}
	document, err := x.DocumentBytes(context.Background(), source, "")
	return document.View().Blocks, err
}

// rowsOf puts the blocks of each line together. The blocks of article are the same ones.
func rowsOf(byModel, article []page.Block) (rows []row) {
	for i := range byModel {
		b := &byModel[i]
		if b.NewLine || i == 0 {
			rows = append(rows, row{kind: b.Kind, fate: droppedFate})
		}
		r := &rows[len(rows)-1]
		chars := float64(utf8.RuneCountInString(b.Text))
		r.text += b.Text
		r.probability = (r.probability*r.chars + float64(b.Probability)*chars) / (r.chars + chars)
		r.chars += chars
		switch {
		case b.Keep:
			r.fate = keptFate
		case article[i].Keep && r.fate != keptFate:
			r.fate = articleFate
		}
	}
	return rows
}

// writeRows writes the picture.
func writeRows(w io.Writer, rows []row) {
	height := (len(rows)+1)*rowHeight + 3*margin
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="Helvetica, Arial, sans-serif" font-size="%d">`+"\n", width, height, fontSize)
	fmt.Fprintf(w, "<title>The probability of each line of a page, as victor sees it</title>\n%s<rect class=\"page\" width=\"100%%\" height=\"100%%\"/>\n", style)
	x := margin
	for _, f := range []fate{keptFate, articleFate, droppedFate} {
		writeText(w, x+18, margin+rowHeight-4, "ink", f.name)
		fmt.Fprintf(w, `<rect class="%s" x="%d" y="%d" width="12" height="12" rx="2"/>`+"\n", f.class, x, margin+2)
		x += 40 + int(float64(len(f.name))*charWidth)
	}
	for i, r := range rows {
		writeRow(w, 2*margin+(i+1)*rowHeight, &r)
	}
	fmt.Fprintln(w, "</svg>")
}

// writeRow writes a line of the page: probability, kind and text.
func writeRow(w io.Writer, y int, r *row) {
	fmt.Fprintf(w, `<rect class="track" x="%d" y="%d" width="%d" height="10" rx="2"/>`, margin, y+2, barWidth)
	fmt.Fprintf(w, `<rect class="%s" x="%d" y="%d" width="%.1f" height="10" rx="2"/>`+"\n", r.fate.class, margin, y+2, max(1, barWidth*r.probability))
	baseline := y + rowHeight - 5
	x := margin + barWidth + 8
	writeText(w, x, baseline, "ink", fmt.Sprintf("%.2f", r.probability))
	x += numberWidth
	writeText(w, x, baseline, r.fate.class, r.kind.String())
	writeText(w, x+kindWidth, baseline, "ink", shortened(r.text))
}

func writeText(w io.Writer, x, y int, class, text string) {
	fmt.Fprintf(w, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, x, y, html.EscapeString(text))
}

// shortened returns a text on one line, and cut if it is long.
func shortened(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= rowChars {
		return string(runes)
	}
	return strings.TrimSpace(string(runes[:rowChars-2])) + " …"
}
