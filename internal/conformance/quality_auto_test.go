package conformance_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/stoplists"
)

// A confusion counts what is found of each language that was known.
type confusion struct {
	total, wrong int
	found        map[string]map[string]int
}

func (y *confusion) add(want, got string) {
	if y.found == nil {
		y.found = make(map[string]map[string]int)
	}
	if y.found[want] == nil {
		y.found[want] = make(map[string]int)
	}
	y.found[want][cmp.Or(got, "none")]++
	y.total++
	if got != want {
		y.wrong++
	}
}

// rows returns a line of a Markdown table for each language: how many, how many
// right, and what the others were taken for.
func (y *confusion) rows() (rows []string) {
	for _, want := range slices.Sorted(maps.Keys(y.found)) {
		var others []string
		total := 0
		for _, got := range slices.Sorted(maps.Keys(y.found[want])) {
			total += y.found[want][got]
			if got != want {
				others = append(others, fmt.Sprintf("%s %d", got, y.found[want][got]))
			}
		}
		rows = append(rows, fmt.Sprintf("| %s | %d | %d | %s |", want, total, y.found[want][want], strings.Join(others, ", ")))
	}
	return rows
}

// TestQualityAuto compares Auto with the languages that the collections name: F1
// by collection, and which languages are found of pages and of pieces of gold text.
func TestQualityAuto(t *testing.T) {
	needPages(t)
	table := []string{"| collection | F1, language named | F1, auto |", "|---|--:|--:|"}
	var pages, pieces confusion
	for _, c := range refdata.Gold {
		named, auto := autoScores(t, c.Name, &pages, &pieces)
		table = append(table, fmt.Sprintf("| %s | %.3f | %.3f |", c.Name, named, auto))
		if auto < named-0.003 {
			t.Errorf("%s: F1 %.4f by auto, %.4f with the language named", c.Name, auto, named)
		}
	}
	for _, p := range goldPagesOf(t, "trafilatura-eval") { // without whole gold texts
		if d := document(t, &p, justext.Auto); p.Lang != "" && words(allText(d)) >= 200 {
			pages.add(listTag(t, p.Lang), d.Lang)
		}
	}
	refdata.CheckTable(t, "../../docs/languages.md", "F1 by language named and auto", table)
	heading := []string{"| language | of | found | taken for |", "|---|--:|--:|---|"}
	refdata.CheckTable(t, "../../stoplists/MEASUREMENTS.md", fmt.Sprintf("pages, %d of %d not as named", pages.wrong, pages.total), append(heading, pages.rows()...))
	refdata.CheckTable(t, "../../stoplists/MEASUREMENTS.md", fmt.Sprintf("pieces, %d of %d not as named", pieces.wrong, pieces.total), append(heading, pieces.rows()...))
	if float64(pages.wrong) > 0.02*float64(pages.total) || float64(pieces.wrong) > 0.03*float64(pieces.total) {
		t.Errorf("%d of %d pages and %d of %d pieces in another language", pages.wrong, pages.total, pieces.wrong, pieces.total)
	}
}

// autoScores returns the mean F1 of a collection with the language named and by
// Auto, and counts the languages found.
func autoScores(t *testing.T, name string, inPages, inPieces *confusion) (named, auto float64) {
	t.Helper()
	pages := goldPagesOf(t, name)
	for _, p := range pages {
		d := document(t, &p, justext.Auto)
		named += eval.BagOfWords(p.Gold, document(t, &p, cmp.Or(p.Lang, "en")).Text()).F1
		auto += eval.BagOfWords(p.Gold, d.Text()).F1
		if p.Lang == "" {
			continue
		}
		want := listTag(t, p.Lang)
		if words(p.Gold) >= 200 {
			inPages.add(want, d.Lang)
		}
		for piece := range slices.Chunk([]rune(p.Gold), 200) {
			if len(piece) == 200 {
				inPieces.add(want, stoplists.Identify(string(piece)).Tag)
			}
		}
	}
	return named / float64(len(pages)), auto / float64(len(pages))
}

// listTag returns the tag of the list for a language.
func listTag(t *testing.T, lang string) string {
	t.Helper()
	found, err := stoplists.Find(lang)
	if err != nil {
		t.Fatal(err)
	}
	return found.Tag
}

func allText(document *justext.Document) string {
	var all strings.Builder
	for i := range document.Paragraphs {
		all.WriteString(document.Paragraphs[i].Text + "\n")
	}
	return all.String()
}

func words(text string) (count int) {
	for range eval.Tokens(text) {
		count++
	}
	return count
}

// asSet names the setting that language.go has.
const asSet = "**and stop words, 0.15 and 0.18 (Korean none)**"

// unspacedSettings are the settings that were compared for language.go.
var unspacedSettings = []struct {
	name string
	set  func(*justext.Config)
}{
	{"71 and 201, no list", func(c *justext.Config) { c.LengthLow, c.LengthHigh, c.StopWords, c.SentenceMarks = 71, 201, nil, "" }},
	{"25 and 70 (Korean 35 and 100), no list", func(c *justext.Config) { c.StopWords, c.SentenceMarks = nil, "" }},
	{"and sentence marks", func(c *justext.Config) { c.StopWords = nil }},
	{"and stop words, 0.10 and 0.13", func(c *justext.Config) { c.StopWordsLow, c.StopWordsHigh = 0.10, 0.13 }},
	{asSet, func(*justext.Config) {}},
	{"and stop words, 0.30 and 0.32", func(c *justext.Config) { c.StopWordsLow, c.StopWordsHigh = 0.30, 0.32 }},
}

// TestQualityUnspaced scores Chinese, Japanese and Korean pages under the settings of
// language.go and others.
func TestQualityUnspaced(t *testing.T) {
	needPages(t)
	bars := []struct {
		collection, lang string
		f1               float64
	}{{"daniel", "zh", 0.914}, {"zh-finance-news", "zh", 0.915}, {"zh-web68", "zh", 0.88}, {"fundus-tests", "ja", 0.92}, {"fundus-tests", "ko", 0.59}}
	scores := make([][]string, len(unspacedSettings))
	for _, bar := range bars {
		pages := pagesIn(t, bar.collection, bar.lang)
		for i, setting := range unspacedSettings {
			config := extractor(t, bar.lang).Config()
			setting.set(&config)
			f1 := meanF1(pages, config)
			scores[i] = append(scores[i], fmt.Sprintf("%.3f", f1))
			if setting.name == asSet && !(f1 >= bar.f1) { // so written for NaN
				t.Errorf("%s, %s: F1 %.4f of %d pages, want %v", bar.collection, bar.lang, f1, len(pages), bar.f1)
			}
		}
	}
	table := []string{"| lengths, list, marks | daniel zh | zh-finance-news | zh-web68 | ja | ko |", "|---|--:|--:|--:|--:|--:|"}
	for i, setting := range unspacedSettings {
		table = append(table, fmt.Sprintf("| %s | %s |", setting.name, strings.Join(scores[i], " | ")))
	}
	refdata.CheckTable(t, "../../docs/justext.md", "F1 of pages in Chinese, Japanese and Korean", table)
}

// pagesIn returns the pages of a collection that are in a language as they are
// labelled and as Auto has it: one that is named ja is in English.
func pagesIn(t *testing.T, collection, lang string) (pages []studyPage) {
	t.Helper()
	for _, p := range goldPagesOf(t, collection) {
		if p.Lang != lang || document(t, &p, justext.Auto).Lang != lang {
			continue
		}
		d, err := extractor(t, lang).Segment(t.Context(), bytes.NewReader(p.HTML), p.ContentType)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, studyPage{p.Gold, d.Paragraphs})
	}
	return pages
}
