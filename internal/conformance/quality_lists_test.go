package conformance_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/stoplists"
)

// This file measures the stop lists on pages; the tables are in
// stoplists/MEASUREMENTS.md. It uses PythonConfig as Python jusText is shipped, for
// the figures to be those of Python with the same lists.

// studyPages are the collections and languages with gold and forty pages or more.
var studyPages = []struct{ collection, lang, name string }{
	{"daniel", "en", "English"}, {"daniel", "el", "Greek"}, {"daniel", "pl", "Polish"}, {"daniel", "ru", "Russian"},
	{"fundus-tests", "de", "German"}, {"canola", "en", "English"}, {"cleaneval-en", "en", "English"},
}

// A studyPage is a page that is cut into paragraphs, and its gold text.
type studyPage struct {
	gold       string
	paragraphs []justext.Paragraph
}

func studyConfig(list *stoplists.List) justext.Config {
	config := justext.PythonConfig()
	config.Python302 = true
	config.StopWords = list
	return config
}

// readStudyPages reads the pages of a collection in one language, once.
func readStudyPages(t *testing.T, collection, lang string) []studyPage {
	t.Helper()
	key := [2]string{collection, lang}
	if studied[key] == nil {
		studied[key] = segmentStudyPages(t, collection, lang)
	}
	return studied[key]
}

var studied = make(map[[2]string][]studyPage)

func segmentStudyPages(t *testing.T, collection, lang string) (pages []studyPage) {
	t.Helper()
	x, err := justext.New("", studyConfig(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range goldPagesOf(t, collection) {
		if p.Lang != lang {
			continue
		}
		document, err := x.Segment(context.Background(), bytes.NewReader(p.HTML), p.ContentType)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, studyPage{p.Gold, document.Paragraphs})
	}
	return pages
}

// classified gives a page's paragraphs with their classes.
func (p studyPage) classified(config justext.Config) []justext.Paragraph {
	paragraphs := slices.Clone(p.paragraphs)
	justext.ClassifyContextFree(paragraphs, config)
	justext.PreprocessHeadings(paragraphs, config)
	justext.ClassifyContextSensitive(paragraphs)
	justext.PostprocessHeadings(paragraphs, config)
	return paragraphs
}

// meanF1 is the mean over the pages.
func meanF1(pages []studyPage, config justext.Config) float64 {
	sum := 0.0
	for _, p := range pages {
		sum += eval.BagOfWords(p.gold, justext.Text(p.classified(config))).F1
	}
	return sum / float64(len(pages))
}

// TestQualityOfLists compares the lists of this module with those of Python jusText.
func TestQualityOfLists(t *testing.T) {
	needPages(t)
	table := []string{"| collection | pages | Python's list | this list | no list |", "|---|--:|--:|--:|--:|"}
	var theirs, ours, none float64
	for _, c := range studyPages {
		pages := readStudyPages(t, c.collection, c.lang)
		own, err := stoplists.Lookup(c.lang)
		if err != nil {
			t.Fatal(err)
		}
		their, our := meanF1(pages, studyConfig(pythonList(t, c.name))), meanF1(pages, studyConfig(own))
		without := meanF1(pages, withoutList())
		table = append(table, fmt.Sprintf("| %s %s | %d | %.3f | %.3f | %.3f |", c.collection, c.lang, len(pages), their, our, without))
		theirs, ours, none = theirs+their, ours+our, none+without
	}
	n := float64(len(studyPages))
	table = append(table, fmt.Sprintf("| **mean** | | **%.4f** | **%.4f** | **%.4f** |", theirs/n, ours/n, none/n))
	refdata.CheckTable(t, "../../stoplists/MEASUREMENTS.md", "F1 by list", table)
	if ours < theirs {
		t.Errorf("mean F1 %.4f, with Python's lists %.4f", ours/n, theirs/n)
	}
}

// withoutList is the language-independent mode.
func withoutList() justext.Config {
	config := studyConfig(nil)
	config.StopWordsLow, config.StopWordsHigh = 0, 0
	return config
}

// TestQualityOfScaledThresholds shows whether thresholds that follow from what
// a list covers are better than the same for all languages.
func TestQualityOfScaledThresholds(t *testing.T) {
	needPages(t)
	const all = 0.55 // what the lists cover of the gold texts of all these pages, about
	factors := []float64{0.6, 0.8, 1, 1.2}
	table := []string{"| collection | covered of the gold | × 0.6 | × 0.8 | × 1 | × 1.2 | × covered / 0.55 |", "|---|--:|--:|--:|--:|--:|--:|"}
	sums := make([]float64, len(factors)+1)
	for _, c := range studyPages {
		pages := readStudyPages(t, c.collection, c.lang)
		list, err := stoplists.Lookup(c.lang)
		if err != nil {
			t.Fatal(err)
		}
		covered := coveredOfGold(pages, list)
		row := fmt.Sprintf("| %s %s | %.3f |", c.collection, c.lang, covered)
		for i, factor := range append(factors[:len(factors):len(factors)], covered/all) {
			config := studyConfig(list)
			config.StopWordsLow *= factor
			config.StopWordsHigh *= factor
			f1 := meanF1(pages, config)
			sums[i] += f1
			row += fmt.Sprintf(" %.4f |", f1)
		}
		table = append(table, row)
	}
	row := "| **mean** | |"
	for _, sum := range sums {
		row += fmt.Sprintf(" **%.4f** |", sum/float64(len(studyPages)))
	}
	refdata.CheckTable(t, "../../stoplists/MEASUREMENTS.md", "F1 by thresholds", append(table, row))
}

// coveredOfGold is the share of the words of the gold texts that are in the
// list as they stand, with their punctuation.
func coveredOfGold(pages []studyPage, list *stoplists.List) float64 {
	found, words := 0, 0
	for _, p := range pages {
		for word := range strings.FieldsSeq(p.gold) {
			words++
			if list.Contains(word) {
				found++
			}
		}
	}
	return float64(found) / float64(words)
}
