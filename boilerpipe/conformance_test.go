package boilerpipe_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/refdata"
)

// shared is the folder, beside the project, of pages and of what the originals make of them. Tests
// that need it are skipped if it is missing.
const shared = "../../shared"

// An original is what boilerpipe 1.2.0 made of a page: its blocks as read
// (text, words, words in anchors, in wrapped lines, lines, tag level), and after
// each extractor (content or not, text, labels).
type original struct {
	Dataset, ID, Encoding string
	Title                 *string
	Blocks                [][6]any

	Article, Default, ArticleSentences, Canola, LargestContent, NumWordsRules [][3]any
}

// An aspect is something that is compared, with the share of pages that must be
// identical.
type aspect struct {
	name string
	bar  float64
	got  func(d *boilerpipe.TextDocument) string
	want func(ref *original) string
}

var aspects = []aspect{
	{"blocks", 0.97, func(d *boilerpipe.TextDocument) string { return asRead(d, 3) }, func(ref *original) string { return refRead(ref, 3) }},
	{"+ lines, level", 0.97, func(d *boilerpipe.TextDocument) string { return asRead(d, 6) }, func(ref *original) string { return refRead(ref, 6) }},
	{"title", 0.99, func(d *boilerpipe.TextDocument) string { return squeeze(d.Title) }, refTitle},
	text(0.99, boilerpipe.Article(), func(ref *original) [][3]any { return ref.Article }, "Article"),
	labelled(0.97, boilerpipe.Article(), func(ref *original) [][3]any { return ref.Article }, "+ labels"),
	text(0.97, boilerpipe.Default(), func(ref *original) [][3]any { return ref.Default }, "Default"),
	text(0.97, boilerpipe.ArticleSentences(), func(ref *original) [][3]any { return ref.ArticleSentences }, "Sentences"),
	text(0.97, boilerpipe.Canola(), func(ref *original) [][3]any { return ref.Canola }, "Canola"),
	text(0.97, boilerpipe.LargestContent(), func(ref *original) [][3]any { return ref.LargestContent }, "Largest"),
	text(0.97, boilerpipe.NumWordsRules(), func(ref *original) [][3]any { return ref.NumWordsRules }, "NumWords"),
}

// text compares the text of an extractor.
func text(bar float64, x boilerpipe.Filters, of func(*original) [][3]any, name string) aspect {
	return aspect{name, bar,
		func(d *boilerpipe.TextDocument) string {
			x.Process(d)
			return squeeze(originalText(d))
		},
		func(ref *original) string {
			var text strings.Builder
			for _, b := range of(ref) {
				if b[0] == 1.0 {
					text.WriteString(b[1].(string) + "\n")
				}
			}
			return squeeze(text.String())
		}}
}

// originalText returns the text as boilerpipe does, control characters included.
func originalText(d *boilerpipe.TextDocument) string {
	var text strings.Builder
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Content {
			text.WriteString(b.Text + "\n")
		}
	}
	return text.String()
}

// labelled compares the blocks after an extractor, their flags and labels.
func labelled(bar float64, x boilerpipe.Filters, of func(*original) [][3]any, name string) aspect {
	return aspect{name, bar,
		func(d *boilerpipe.TextDocument) string {
			x.Process(d)
			var lines strings.Builder
			for _, b := range d.Blocks {
				var labels []string
				for name := range strings.SplitSeq(b.Labels.String(), "|") {
					if name != "" {
						labels = append(labels, "de.l3s.boilerpipe/"+name)
					}
				}
				slices.Sort(labels)
				fmt.Fprintln(&lines, b.Content, squeeze(b.Text), labels)
			}
			return lines.String()
		},
		func(ref *original) string {
			var lines strings.Builder
			for _, b := range of(ref) {
				fmt.Fprintln(&lines, b[0] == 1.0, squeeze(b[1].(string)), b[2])
			}
			return lines.String()
		}}
}

// asRead describes the blocks by the given number of their fields.
func asRead(d *boilerpipe.TextDocument, fields int) string {
	var lines strings.Builder
	for _, b := range d.Blocks {
		all := []any{squeeze(b.Text), b.Words, b.AnchorWords, b.WrappedWords, b.WrappedLines, b.TagLevel}
		fmt.Fprintln(&lines, all[:fields]...)
	}
	return lines.String()
}

func refRead(ref *original, fields int) string {
	var lines strings.Builder
	for _, b := range ref.Blocks {
		b[0] = squeeze(b[0].(string))
		fmt.Fprintln(&lines, b[:fields]...)
	}
	return lines.String()
}

func refTitle(ref *original) string {
	if ref.Title == nil {
		return ""
	}
	return squeeze(*ref.Title)
}

// squeeze replaces each run of spaces by one space, because the length of runs depends on
// the window through which NekoHTML reads.
func squeeze(text string) string {
	for strings.Contains(text, "  ") {
		text = strings.ReplaceAll(text, "  ", " ")
	}
	return text
}

// TestConformance compares the results for all pages with those of boilerpipe 1.2.0.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 397 pages in many ways")
	}
	t.Parallel()
	file := filepath.Join(shared, "conformance/boilerpipe.jsonl.gz")
	known := refdata.NewDeviations(t, "testdata/deviations.tsv")
	counts := make(map[string][]int) // pages, and for each aspect the identical ones, by collection
	archives := make(map[string]map[string][]byte)
	for ref := range refdata.JSONLines[original](t, file) {
		if archives[ref.Dataset] == nil {
			archives[ref.Dataset] = refdata.Archive(t, filepath.Join(shared, "bench", ref.Dataset+".tar.gz"))
			counts[ref.Dataset] = make([]int, 1+len(aspects))
		}
		page := archives[ref.Dataset]["html/"+ref.ID+".html"]
		if page == nil {
			t.Fatalf("%s: no page %s", ref.Dataset, ref.ID)
		}
		identical, what := comparePage(t, page, &ref)
		known.See(t, ref.Dataset+"/"+ref.ID, what)
		count := counts[ref.Dataset]
		count[0]++
		for i := range identical {
			count[1+i] += identical[i]
		}
	}
	known.Finish(t)
	reportConformance(t, counts)
}

// comparePage compares a page in all aspects and describes the first difference.
func comparePage(t *testing.T, page []byte, ref *original) (identical []int, what string) {
	t.Helper()
	d := parse(t, forced(t, refdata.Label(ref.Encoding)), bytes.NewReader(page))
	identical = make([]int, len(aspects))
	for i, a := range aspects {
		got, want := a.got(d.Clone()), a.want(ref)
		if got == want {
			identical[i] = 1
		} else if what == "" {
			what = a.name + ": " + firstDifference(got, want)
		}
	}
	return identical, what
}

var parsers = make(map[string]*boilerpipe.Extractor)

// forced returns a parser for pages in an encoding.
func forced(t *testing.T, encoding string) *boilerpipe.Extractor {
	t.Helper()
	if parsers[encoding] == nil {
		config := boilerpipe.DefaultConfig()
		config.DefaultEncoding, config.ForceEncoding, config.Original = encoding, true, true
		p, err := boilerpipe.New(nil, config)
		if err != nil {
			t.Fatal(err)
		}
		parsers[encoding] = p
	}
	return parsers[encoding]
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// reportConformance prints the table and checks that each share is high enough.
func reportConformance(t *testing.T, counts map[string][]int) {
	t.Helper()
	head, rule := "| collection         | pages |", "|--------------------|-------|"
	for _, a := range aspects {
		head += fmt.Sprintf(" %-14s |", a.name)
		rule += strings.Repeat("-", 16) + "|"
	}
	table := []string{"% of pages identical, runs of spaces collapsed:", head, rule}
	all := make([]int, 1+len(aspects))
	row := func(name string, count []int) {
		line := fmt.Sprintf("| %-18s | %5d |", name, count[0])
		for _, n := range count[1:] {
			line += fmt.Sprintf(" %14.1f |", 100*float64(n)/float64(count[0]))
		}
		table = append(table, line)
	}
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		row(name, counts[name])
		for i, n := range counts[name] {
			all[i] += n
		}
	}
	row("all", all)
	t.Log(strings.Join(table, "\n"))
	for i, a := range aspects {
		if float64(all[1+i]) < a.bar*float64(all[0]) {
			t.Errorf("%s: %d of %d pages, want %.0f %%", a.name, all[1+i], all[0], 100*a.bar)
		}
	}
}
