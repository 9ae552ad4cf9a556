package boilerpipe_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/refdata"
)

// document is the file that has the tables which these tests print.
const document = "../docs/boilerpipe.md"

// TestDeviationSpaces counts the pages on which the runs of spaces have the same
// length as in boilerpipe 1.2.0, which reads a page in pieces.
func TestDeviationSpaces(t *testing.T) {
	refdata.NeedAll(t)
	t.Parallel()
	rows := []aspect{
		{name: "texts of the blocks", got: blockTexts, want: func(ref *original) string {
			var texts strings.Builder
			for _, b := range ref.Blocks {
				fmt.Fprintln(&texts, b[0])
			}
			return texts.String()
		}},
		exact("text of Article", boilerpipe.Article(), func(ref *original) [][3]any { return ref.Article }),
		exact("text of Default", boilerpipe.Default(), func(ref *original) [][3]any { return ref.Default }),
	}
	identical, pages := make([]int, len(rows)), 0
	archives := make(map[string]map[string][]byte)
	for ref := range refdata.JSONLines[original](t, filepath.Join(shared, "conformance/boilerpipe.jsonl.gz")) {
		if archives[ref.Dataset] == nil {
			archives[ref.Dataset] = refdata.Archive(t, filepath.Join(shared, "bench", ref.Dataset+".tar.gz"))
		}
		pages++
		page := archives[ref.Dataset]["html/"+ref.ID+".html"]
		d := parse(t, forced(t, refdata.Label(ref.Encoding)), bytes.NewReader(page))
		for i, row := range rows {
			if row.got(d.Clone()) == row.want(&ref) {
				identical[i]++
			}
		}
	}
	table := []string{"| identical to the last space | pages | share |", "|---|--:|--:|"}
	for i, row := range rows {
		table = append(table, fmt.Sprintf("| %s | %d of %d | %.1f %% |", row.name, identical[i], pages, 100*float64(identical[i])/float64(pages)))
	}
	refdata.CheckTable(t, document, "runs of spaces", table)
}

func blockTexts(d *boilerpipe.TextDocument) string {
	var texts strings.Builder
	for _, b := range d.Blocks {
		fmt.Fprintln(&texts, b.Text)
	}
	return texts.String()
}

// exact compares the text of an extractor with its spaces.
func exact(name string, x boilerpipe.Filters, of func(*original) [][3]any) aspect {
	return aspect{name: name,
		got: func(d *boilerpipe.TextDocument) string {
			x.Process(d)
			return originalText(d)
		},
		want: func(ref *original) string {
			var text strings.Builder
			for _, b := range of(ref) {
				if b[0] == 1.0 {
					text.WriteString(b[1].(string) + "\n")
				}
			}
			return text.String()
		}}
}

// articles are the lists of Article in several versions of boilerpipe, as far as
// filters of this package can express them.
func articles() (names []string, lists []boilerpipe.Filters) {
	oldEndings := boilerpipe.EnglishEndings()
	oldEndings.MaxWords, oldEndings.MinLength = 19, 0
	with := func(at int, f boilerpipe.Filter) boilerpipe.Filters {
		x := boilerpipe.Article()
		x[at] = f
		return x
	}
	return []string{"1.2.0 (`Article`)", "with the length limits of 1.1.0 for terminating blocks", "with the largest block as in 1.1.0", "of 2014, unreleased"},
		[]boilerpipe.Filters{
			boilerpipe.Article(),
			with(0, boilerpipe.TerminatingBlocks(oldEndings)),
			with(7, keepLargestFullTextBlock),
			{
				boilerpipe.EnglishTerminatingBlocks,
				boilerpipe.DocumentTitleMatch,
				boilerpipe.NumWordsRulesClassifier,
				boilerpipe.IgnoreBlocksAfterContent(60),
				boilerpipe.TrailingHeadline,
				boilerpipe.BlockProximityFusion(1, boilerpipe.AnyBlocks),
				boilerpipe.BoilerplateBlockExcept(boilerpipe.LabelTitle),
				boilerpipe.BlockProximityFusion(1, boilerpipe.ContentOnly|boilerpipe.SameTagLevel),
				boilerpipe.KeepLargestBlockAndLevel(150),
				boilerpipe.ExpandTitleToContent,
				boilerpipe.LargeBlockSameTagLevel(100),
				boilerpipe.ListAtEnd,
			},
		}
}

// keepLargestFullTextBlock is what KeepLargestBlock was in boilerpipe 1.1.0: the words of
// blocks with fewer than 9 words per line do not count, and nothing changes if no block is
// content.
func keepLargestFullTextBlock(d *boilerpipe.TextDocument) (changed bool) {
	largest, most := -1, -1
	for i := range d.Blocks {
		b := &d.Blocks[i]
		words := b.Words
		if b.TextDensity() < 9 {
			words = 0
		}
		if b.Content && words > most {
			largest, most = i, words
		}
	}
	if largest < 0 || len(d.Blocks) < 2 {
		return false
	}
	for i := range d.Blocks {
		if i != largest {
			d.Blocks[i].Content = false
			d.Blocks[i].Labels |= boilerpipe.LabelMightBeContent
		}
	}
	return true
}

// TestDeviationVersions measures what the lists of other versions change.
func TestDeviationVersions(t *testing.T) {
	refdata.NeedAll(t)
	t.Parallel()
	p := newExtractor(t, nil)
	names, lists := articles()
	different, means := make([]int, len(lists)), make([]float64, len(lists))
	pages, collections := 0, 0
	for _, c := range refdata.Gold {
		if !c.Main {
			continue
		}
		collections++
		all := refdata.Pages(t, filepath.Join(shared, "bench", c.Name+".tar.gz"))
		pages += len(all)
		for _, page := range all {
			d, err := p.Segment(t.Context(), bytes.NewReader(page.HTML), page.ContentType)
			if err != nil {
				t.Fatal(err)
			}
			first := ""
			for i, x := range lists {
				d := d.Clone()
				x.Process(d)
				text := d.Text()
				if i == 0 {
					first = text
				}
				if text != first {
					different[i]++
				}
				means[i] += eval.BagOfWords(page.Gold, text).F1 / float64(len(all))
			}
		}
	}
	table := []string{"| list of Article | pages with another text | mean F1 |", "|---|--:|--:|"}
	for i, name := range names {
		table = append(table, fmt.Sprintf("| %s | %d of %d | %.3f |", name, different[i], pages, means[i]/float64(collections)))
	}
	refdata.CheckTable(t, document, "lists of other versions", table)
}
