// Picture draws a page as package justext sees it, as SVG: each paragraph in the colour of
// its class, with the rule that decided. With -victor it draws each line with the
// probability and the kind that package victor gives it.
//
//	go run ./internal/picture -lang en page.html > page.svg
//	go run ./internal/picture -victor page.html > page.svg
package main

import (
	"bufio"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext"
)

// Measures are in pixels unless their name says that they are in characters.
const (
	width      = 900
	margin     = 16
	fontSize   = 12
	charWidth  = 6.6 // of the font, on average
	lineHeight = 17
	padding    = 6
	gap        = 5
	maxLines   = 3   // of a paragraph; the rest is cut
	chipChars  = 34  // a paragraph that is shorter shares its line with others
	lineChars  = 126 // that fit between the margins
)

// A look is how the paragraphs of a class are drawn.
type look struct{ name, fill, bar, ink string }

var (
	goodLook   = look{"good", "#e3f4e6", "#1a7f37", "#12351c"}
	rescueLook = look{"good by its context or as a heading", "#ddecfb", "#0969da", "#0a3069"}
	badLook    = look{"bad", "#f4e3e1", "#c0392b", "#8a6a66"}
)

func main() {
	lang := flag.String("lang", "en", "language of the page")
	byVictor := flag.Bool("victor", false, "draw the probabilities of victor")
	flag.Parse()
	var err error
	if *byVictor {
		err = drawProbabilities(os.Stdout, flag.Arg(0))
	} else {
		err = run(os.Stdout, *lang, flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, lang, file string) error {
	page, err := os.Open(file)
	if err != nil {
		return err
	}
	defer page.Close()
	paragraphs, err := justext.Extract(page, lang)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	draw(out, paragraphs)
	return out.Flush()
}

// draw writes the picture of a page.
func draw(w io.Writer, paragraphs []justext.Paragraph) {
	c := &canvas{x: margin, y: margin}
	c.legend()
	for i := range paragraphs {
		c.paragraph(&paragraphs[i])
	}
	c.newRow()
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="Helvetica, Arial, sans-serif" font-size="%d">`+"\n", width, c.y+margin, fontSize)
	fmt.Fprintf(w, `<rect width="100%%" height="100%%" fill="#ffffff"/>`+"\n%s</svg>\n", c.svg.String())
}

// A canvas is filled from top to bottom, and with chips from left to right.
type canvas struct {
	svg   strings.Builder
	x, y  int
	inRow bool
}

func (c *canvas) legend() {
	for _, l := range []look{goodLook, rescueLook, badLook} {
		c.chip(l, l.name)
	}
	c.newRow()
	c.y += gap
}

func lookOf(p *justext.Paragraph) look {
	switch {
	case p.Class != justext.Good:
		return badLook
	case p.ContextFree == justext.Good:
		return goodLook
	}
	return rescueLook
}

func (c *canvas) paragraph(p *justext.Paragraph) {
	text := strings.ReplaceAll(p.Text, "\n", " ")
	if p.Class != justext.Good && utf8.RuneCountInString(text) <= chipChars {
		c.chip(badLook, text)
		return
	}
	c.newRow()
	c.block(lookOf(p), wrap(text, lineChars), p.Reason.String())
}

// chip draws a short paragraph to the right of the last one.
func (c *canvas) chip(l look, text string) {
	w := int(float64(utf8.RuneCountInString(text))*charWidth*1.04) + 3*padding
	if c.x+w > width-margin {
		c.newRow()
	}
	c.box(l, c.x, c.y, w, lineHeight+padding)
	c.text(c.x+padding+4, c.y+lineHeight-2, l.ink, "start", text)
	c.x += w + gap
	c.inRow = true
}

// newRow ends a row of chips.
func (c *canvas) newRow() {
	if c.inRow {
		c.y += lineHeight + padding + gap
	}
	c.x, c.inRow = margin, false
}

// block draws a long paragraph with its reason at the end of the last line, or
// below it.
func (c *canvas) block(l look, lines []string, reason string) {
	rows := len(lines)
	if utf8.RuneCountInString(lines[rows-1]+reason) > lineChars-10 {
		rows++
	}
	height := rows*lineHeight + padding
	c.box(l, margin, c.y, width-2*margin, height)
	for i, line := range lines {
		c.text(margin+2*padding, c.y+(i+1)*lineHeight-2, l.ink, "start", line)
	}
	c.text(width-margin-padding, c.y+height-padding, l.bar, "end", reason)
	c.y += height + gap
}

func (c *canvas) box(l look, x, y, w, h int) {
	fmt.Fprintf(&c.svg, `<rect x="%d" y="%d" width="%d" height="%d" rx="3" fill="%s"/><rect x="%[1]d" y="%[2]d" width="4" height="%[4]d" rx="2" fill="%[6]s"/>`+"\n", x, y, w, h, l.fill, l.bar)
}

func (c *canvas) text(x, y int, ink, anchor, text string) {
	fmt.Fprintf(&c.svg, `<text x="%d" y="%d" fill="%s" text-anchor="%s">%s</text>`+"\n", x, y, ink, anchor, html.EscapeString(text))
}

// wrap breaks a text into lines of at most chars characters, and cuts it after
// maxLines.
func wrap(text string, chars int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > chars {
			lines = append(lines, line)
			line = ""
			if len(lines) == maxLines {
				lines[maxLines-1] += " …"
				return lines
			}
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
