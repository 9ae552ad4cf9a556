package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/neurosnap/sentences"
	"github.com/neurosnap/sentences/data"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/victor"
)

// A cleaned is the text of a page, and the same in CleanEval's form, with <p>,
// <h> and <l> before paragraphs, headers and list items.
type cleaned struct{ text, marked string }

// A cleaner makes the text of a page.
type cleaner func(s *source) (cleaned, error)

// evalCommand scores a cleaner, or the texts of one, against gold texts.
func evalCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("eval", flag.ContinueOnError)
	decision := decisionFlags(flags)
	with := flags.String("with", "victor", "victor, justext, boilerpipe (its Article), or a `folder` with texts ID.txt or COLLECTION/ID.txt")
	model := flags.String("model", "", "the model's `file` for victor; without, the one that comes with it")
	rouge := flags.Bool("rouge", false, "ROUGE-LSum too, by the sentences that Punkt finds for English")
	cleaneval := flags.Bool("cleaneval", false, "CleanEval's scores too; gold in its form is in gold_kinds/ID.txt or has its marks <p>, <h>, <l>, else each line is a paragraph")
	snippets := flags.Bool("snippets", false, "instead, count the snippets of labels/ID.json, which the text is to be with and without")
	if err := flags.Parse(args); err != nil {
		return err
	}
	config, err := decision()
	if err != nil {
		return err
	}
	clean, err := findCleaner(*with, *model, config)
	if err != nil {
		return err
	}
	sources, err := load(flags.Args())
	if err != nil {
		return err
	}
	if *snippets {
		table, err := snippetTable(sources, clean)
		return errors.Join(err, writeTable(out, table))
	}
	if !slices.ContainsFunc(sources, func(s source) bool { return s.hasGold }) {
		return fmt.Errorf("none of the %d pages has gold text", len(sources))
	}
	measures := []measure{bagOfWords}
	if *rouge {
		rougeLSum, err := newRougeLSum()
		if err != nil {
			return err
		}
		measures = append(measures, rougeLSum)
	}
	if *cleaneval {
		measures = append(measures, cleanEval)
	}
	table, err := scoreTable(sources, clean, measures)
	if err != nil {
		return err
	}
	return writeTable(out, table)
}

func writeTable(out io.Writer, table string) error {
	_, err := io.WriteString(out, table)
	return err
}

func findCleaner(name, model string, config victor.Config) (cleaner, error) {
	switch name {
	case "victor":
		m, err := loadModel(model)
		if err != nil {
			return nil, err
		}
		x, err := victor.New(m, config)
		return victorText(x), err
	case "justext":
		return justextText, nil
	case "boilerpipe":
		p, err := boilerpipe.NewParser(boilerpipe.DefaultConfig())
		return boilerpipeText(p), err
	}
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("-with %q: neither victor, justext nor boilerpipe, nor a folder", name)
	}
	return folderText(name), nil
}

func victorText(x *victor.Labeller) cleaner {
	return func(s *source) (cleaned, error) {
		document, err := x.Document(context.Background(), bytes.NewReader(s.html), s.contentType())
		return cleaned{victor.Text(document.Blocks), victor.CleanEval(document.Blocks, "")}, err
	}
}

func boilerpipeText(p *boilerpipe.Extractor) cleaner {
	return func(s *source) (cleaned, error) {
		document, err := p.Parse(context.Background(), bytes.NewReader(s.html), s.contentType())
		if err != nil {
			return cleaned{}, err
		}
		boilerpipe.Article().Process(document)
		return withMarks(document.Text()), nil
	}
}

// justextText cleans a page in its language, or in English where nobody knows it
// or there is no list.
func justextText(s *source) (cleaned, error) {
	x, err := justext.New(s.lang, justext.DefaultConfig())
	if s.lang == "" || errors.Is(err, justext.ErrUnknownLanguage) {
		x, err = justext.New("en", justext.DefaultConfig())
	}
	if err != nil {
		return cleaned{}, err
	}
	document, err := x.Document(context.Background(), bytes.NewReader(s.html), s.contentType())
	return withMarks(document.Text()), err
}

// folderText reads texts that have been made before; one that is missing is
// empty.
func folderText(folder string) cleaner {
	return func(s *source) (cleaned, error) {
		for _, name := range []string{filepath.Join(folder, s.collection, s.id+".txt"), filepath.Join(folder, s.id+".txt")} {
			content, err := os.ReadFile(name)
			if !errors.Is(err, fs.ErrNotExist) {
				return withMarks(string(content)), err
			}
		}
		return cleaned{}, nil
	}
}

// withMarks makes each line of a text a paragraph, unless it has CleanEval's
// marks already.
func withMarks(text string) cleaned {
	for _, mark := range [...]string{"<p>", "<h>", "<l>"} {
		if strings.Contains(text, mark) {
			return cleaned{text, text}
		}
	}
	var marked strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			marked.WriteString("<p>" + line)
		}
	}
	return cleaned{text, marked.String()}
}

// goldOf returns the text that is right.
func goldOf(s *source) cleaned {
	if s.kinds == "" {
		return withMarks(s.gold)
	}
	var marked strings.Builder
	for line := range strings.Lines(s.kinds) {
		if kind, text, found := strings.Cut(line, "\t"); found {
			marked.WriteString("<" + kind + ">" + text)
		}
	}
	return cleaned{s.gold, marked.String()}
}

// A measure compares two texts: its names, as many as it has values.
type measure struct {
	names []string
	of    func(gold, got cleaned) []float64
}

var (
	bagOfWords = measure{[]string{"words P", "R", "F1"}, func(gold, got cleaned) []float64 {
		s := eval.BagOfWords(gold.text, got.text)
		return []float64{s.Precision, s.Recall, s.F1}
	}}
	cleanEval = measure{[]string{"CleanEval text", "markup", "total"}, func(gold, got cleaned) []float64 {
		s := eval.CleanEval(gold.marked, got.marked)
		return []float64{s.Text / 100, s.Markup / 100, s.Total / 100}
	}}
)

// newRougeLSum returns the measure of the study of 2023 (Bevendorff et al.), which
// finds sentences by Punkt as trained for English, whatever the language.
func newRougeLSum() (measure, error) {
	training, err := data.Asset("data/english.json")
	if err != nil {
		return measure{}, err
	}
	storage, err := sentences.LoadTraining(training)
	if err != nil {
		return measure{}, err
	}
	punkt := sentences.NewSentenceTokenizer(storage)
	split := func(text string) (all []string) {
		for _, s := range punkt.Tokenize(text) {
			all = append(all, s.Text)
		}
		return all
	}
	return measure{[]string{"ROUGE-LSum F1"}, func(gold, got cleaned) []float64 {
		return []float64{eval.RougeLSum(gold.text, got.text, split).F1}
	}}, nil
}

// scoreTable has a row for each collection with the means over its pages, and a
// row with the means of those.
func scoreTable(sources []source, clean cleaner, measures []measure) (string, error) {
	values, errs := make([][]float64, len(sources)), make([]error, len(sources))
	parallel(len(sources), func(i int) {
		if !sources[i].hasGold {
			return
		}
		got, err := clean(&sources[i])
		errs[i] = err
		gold := goldOf(&sources[i])
		for _, m := range measures {
			values[i] = append(values[i], m.of(gold, got)...)
		}
	})
	if err := firstError(errs); err != nil {
		return "", err
	}
	sums, counts := make(map[string][]float64), make(map[string]int)
	for i := range sources {
		if values[i] != nil {
			sums[sources[i].collection] = plus(sums[sources[i].collection], values[i], 1)
			counts[sources[i].collection]++
		}
	}
	rows := [][]string{{"collection", "pages"}}
	for _, m := range measures {
		rows[0] = append(rows[0], m.names...)
	}
	var mean []float64
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		means := plus(nil, sums[name], 1/float64(counts[name]))
		mean = plus(mean, means, 1/float64(len(sums)))
		rows = append(rows, append([]string{name, strconv.Itoa(counts[name])}, decimals(means...)...))
	}
	return eval.Markdown(append(rows, append([]string{"**mean**", ""}, decimals(mean...)...))), nil
}

// snippetTable has a row for each collection, with the snippets of all its pages,
// as trafilatura's evaluation counts them.
func snippetTable(sources []source, clean cleaner) (string, error) {
	sources = slices.DeleteFunc(slices.Clone(sources), func(s source) bool { return !s.labels.hasSnippets() })
	if len(sources) == 0 {
		return "", errors.New("-snippets: no page has snippets, {\"with\": […], \"without\": […]} in labels/ID.json")
	}
	counts, errs := make([]eval.Snippets, len(sources)), make([]error, len(sources))
	parallel(len(sources), func(i int) {
		got, err := clean(&sources[i])
		errs[i] = err
		counts[i] = eval.CountSnippets(got.text, sources[i].labels.With, sources[i].labels.Without)
	})
	sums, pages := make(map[string]eval.Snippets), make(map[string]int)
	for i := range sources {
		name := sources[i].collection
		sums[name] = sums[name].Add(counts[i])
		pages[name]++
	}
	rows := [][]string{{"collection", "pages", "with", "without", "P", "R", "F1", "accuracy"}}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		n, s := sums[name], sums[name].Score()
		rows = append(rows, append([]string{name, strconv.Itoa(pages[name]), strconv.Itoa(n.Found + n.Missed), strconv.Itoa(n.Wrong + n.Avoided)},
			decimals(s.Precision, s.Recall, s.F1, n.Accuracy())...))
	}
	return eval.Markdown(rows), firstError(errs)
}

// plus adds values, times a factor, to sums.
func plus(sums, values []float64, factor float64) []float64 {
	if sums == nil {
		sums = make([]float64, len(values))
	}
	for i, v := range values {
		sums[i] += factor * v
	}
	return sums
}
