package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// This file compares the kinds that victor gives to blocks with what is known of the
// kinds of gold texts.

// nodeKinds are the labels of text nodes that tell a kind, as in the collection l3s-gn1.
var nodeKinds = map[page.Kind]int{page.Headline: 1, page.Comment: 5}

// A wordCount counts words of a kind.
type wordCount struct{ common, got, gold, pages int }

func (c wordCount) plus(d wordCount) wordCount {
	return wordCount{c.common + d.common, c.got + d.got, c.gold + d.gold, c.pages + d.pages}
}

// A kindRow names a row of the table: a collection, a kind, and what tells it.
type kindRow struct{ collection, kind, by string }

// pageKinds is what is counted of a page.
type pageKinds struct {
	told map[kindRow]wordCount
	all  map[page.Kind]wordCount // words of each kind: got, those of them in the gold text: common
}

// kindsCommand prints precision and recall of kinds, and how much of the text of each
// kind is in the gold text.
func kindsCommand(args []string, out io.Writer) error {
	flags := newFlags("kinds", "PAGES...")
	if err := flags.Parse(args); err != nil {
		return err
	}
	sources, err := load(flags.Args())
	if err != nil {
		return err
	}
	x, err := newLabeller(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		return err
	}
	counts, errs := make([]pageKinds, len(sources)), make([]error, len(sources))
	parallel(len(sources), func(i int) {
		if counts[i], errs[i] = countKinds(&sources[i], x); errs[i] != nil {
			errs[i] = fmt.Errorf("%s: %w", sources[i].file, errs[i])
		}
	})
	if err := firstError(errs); err != nil {
		return err
	}
	_, err = io.WriteString(out, toldTable(counts)+"\n"+goldTable(counts))
	return err
}

// countKinds compares the kinds of the blocks of a page with its gold.
func countKinds(s *source, x labeller) (pageKinds, error) {
	c := pageKinds{make(map[kindRow]wordCount), make(map[page.Kind]wordCount)}
	document, err := x.x.DocumentBytes(context.Background(), s.html, s.contentType())
	if err != nil {
		return c, err
	}
	blocks := document.View().Blocks
	template := victor.DefaultModel().Template()
	p, err := template.ReadPage(s.reader(), s.contentType(), victor.DefaultConfig())
	if err != nil {
		return c, err
	}
	if s.labels.hasNodes() {
		for kind, label := range nodeKinds {
			labelByNodes(p, s.labels.Nodes, []int{label})
			c.told[kindRow{s.collection, kind.String(), "labels"}] = compareLabelled(p, blocks, kind)
		}
	}
	c.compareMeta(s, blocks)
	if !s.hasGold {
		return c, nil
	}
	labelByGold(p, s.gold)
	inGold := func(i int) bool { return p.Label(i) != noise }
	for i := range blocks {
		if n := len(wordsOf(blocks[i].Text)); n > 0 && blocks[i].Kind != page.Image {
			words := wordCount{got: n}
			if inGold(i) {
				words.common = n
			}
			c.all[blocks[i].Kind] = c.all[blocks[i].Kind].plus(words)
		}
	}
	for kinds, gold := range goldKinds(s) {
		var got strings.Builder
		for i := range blocks {
			if kinds.Has(blocks[i].Kind) && inGold(i) {
				got.WriteString(blocks[i].Text + "\n")
			}
		}
		c.told[kindRow{s.collection, kinds.String(), "gold text"}] = compareWords(gold, got.String())
	}
	return c, nil
}

// compareLabelled counts the words of the blocks that a page's labels name, and of those
// that have a kind.
func compareLabelled(p *victor.Page, blocks []page.Block, kind page.Kind) (c wordCount) {
	for i := range blocks {
		n := len(wordsOf(blocks[i].Text))
		is, should := blocks[i].Kind == kind, p.Label(i) != noise
		if is {
			c.got += n
		}
		if should {
			c.gold += n
		}
		if is && should {
			c.common += n
		}
	}
	if c.gold > 0 {
		c.pages = 1
	}
	return c
}

// compareMeta compares the headline with the title that people noted, and looks for the
// authors in bylines.
func (c *pageKinds) compareMeta(s *source, blocks []page.Block) {
	var headline, byline, all strings.Builder
	for i := range blocks {
		switch blocks[i].Kind {
		case page.Headline:
			headline.WriteString(blocks[i].Text + "\n")
		case page.Byline:
			byline.WriteString(blocks[i].Text + "\n")
		}
		all.WriteString(blocks[i].Text + "\n")
	}
	if s.title != "" {
		c.told[kindRow{s.collection, page.Headline.String(), "title"}] = compareWords(s.title, headline.String())
	}
	for _, author := range s.authors {
		if strings.Contains(all.String(), author) {
			n := compareWords(author, byline.String())
			n.got = 0 // a byline has more than the author
			row := kindRow{s.collection, page.Byline.String(), "author"}
			c.told[row] = c.told[row].plus(n)
		}
	}
}

// markdownKinds tell kinds by how a line of Markdown begins.
var markdownKinds = []struct {
	kinds page.KindSet
	line  *regexp.Regexp
}{
	{page.Kinds(page.Headline, page.Heading), regexp.MustCompile(`^#+ `)},
	{page.Kinds(page.List), regexp.MustCompile(`^\s*([-*+]|\d+[.)]) `)},
	{page.Kinds(page.Table), regexp.MustCompile(`^\s*\|`)},
}

// goldKinds returns the parts of the gold text whose kinds are known.
func goldKinds(s *source) map[page.KindSet]string {
	parts := make(map[page.KindSet]string)
	for line := range strings.Lines(s.markdown) {
		for _, m := range markdownKinds {
			if m.line.MatchString(line) {
				parts[m.kinds] += line
			}
		}
	}
	for line := range strings.Lines(s.kinds) {
		switch kind, text, _ := strings.Cut(line, "\t"); kind {
		case "h":
			parts[page.Kinds(page.Headline, page.Heading)] += text
		case "l":
			parts[page.Kinds(page.List)] += text
		}
	}
	return parts
}

// compareWords counts the words that two texts have in common, whatever their order.
func compareWords(gold, got string) (c wordCount) {
	left := make(map[string]int)
	for _, word := range wordsOf(gold) {
		left[word]++
		c.gold++
	}
	for _, word := range wordsOf(got) {
		c.got++
		if left[word] > 0 {
			left[word]--
			c.common++
		}
	}
	c.pages = 1
	return c
}

func wordsOf(text string) []string { return slices.Collect(eval.Tokens(strings.ToLower(text))) }

// toldTable has a row for each collection and kind that its gold tells.
func toldTable(counts []pageKinds) string {
	sums := make(map[kindRow]wordCount)
	for _, c := range counts {
		for row, n := range c.told {
			sums[row] = sums[row].plus(n)
		}
	}
	rows := [][]string{{"collection", "kind", "told by", "pages", "words", "P", "R", "F1"}}
	for _, row := range slices.SortedFunc(maps.Keys(sums), func(a, b kindRow) int {
		return strings.Compare(a.kind+"\x00"+a.collection+"\x00"+a.by, b.kind+"\x00"+b.collection+"\x00"+b.by)
	}) {
		n := sums[row]
		score := eval.NewScore(n.common, n.got, n.gold)
		cells := decimals(score.Precision, score.Recall, score.F1)
		if n.got == 0 && n.gold > 0 {
			cells = []string{"", decimals(float64(n.common) / float64(n.gold))[0], ""}
		}
		rows = append(rows, append([]string{row.collection, row.kind, row.by, strconv.Itoa(n.pages), strconv.Itoa(n.gold)}, cells...))
	}
	return markdown(rows)
}

// goldTable has a row for each kind: how much of its text is in the gold text.
func goldTable(counts []pageKinds) string {
	sums := make(map[page.Kind]wordCount)
	for _, c := range counts {
		for kind, n := range c.all {
			sums[kind] = sums[kind].plus(n)
		}
	}
	rows := [][]string{{"kind", "words", "in the gold text"}}
	for _, kind := range slices.Sorted(maps.Keys(sums)) {
		n := sums[kind]
		rows = append(rows, []string{kind.String(), strconv.Itoa(n.got), decimals(float64(n.common) / float64(n.got))[0]})
	}
	return markdown(rows)
}
