package conformance_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/stoplists"
	"github.com/seed42075109/justext/victor"
)

//lint:file-ignore SA4006 the short samples leave out what a program does with errors

// This file has the Go samples of README.md and docs, so that they are compiled.
// TestSamples reports those that it does not have. The output that README.md shows is
// that of Example_readme, which go test runs.

func Example_readme() {
	page := "<ul><li><a href=/>Home</a></ul><h1>The ferry is back</h1>" +
		"<p>After eleven weeks in the dry dock it is back, and we were all at the pier to see it."
	paragraphs, err := justext.Extract(strings.NewReader(page), "en")
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range paragraphs {
		fmt.Println(p.Class, "|", p.Reason, "|", p.Text)
	}
	// Output:
	// bad | too many characters in links | Home
	// good | headline (h1) | The ferry is back
	// good | near good, divides good from bad | After eleven weeks in the dry dock it is back, and we were all at the pier to see it.
}

// In the samples below, blank assignments stand for what the reader does with an error or
// a result.
var _ = []any{
	sampleDocument, sampleCleaner, samplePython,
	sampleLanguage, sampleAuto, sampleConfigFor, sampleOwnList, sampleModel, sampleRender,
	sampleMetadata,
}

func sampleDocument(ctx context.Context, response *http.Response) {
	x, err := justext.New("cs", justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Document(ctx, response.Body, response.Header.Get("Content-Type"))
	if err != nil {
		log.Print(err) // document has what came before the error
	}
	fmt.Println(document.Title, document.Encoding.Name, document.Text())
}

func sampleCleaner(method string) (_ page.Cleaner, err error) {
	var cleaner page.Cleaner
	switch method {
	case "justext":
		cleaner, err = justext.New("en", justext.DefaultConfig())
	case "boilerpipe":
		cleaner, err = boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
	case "victor":
		cleaner, err = victor.New(victor.DefaultModel(), victor.DefaultConfig())
	}
	return cleaner, err
}

func samplePython() {
	words, err := os.Open("Czech.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer words.Close()
	list, err := stoplists.Parse(words)
	if err != nil {
		log.Fatal(err)
	}

	config := justext.PythonConfig()
	config.Python302 = true // as shipped
	config.StopWords = list
	config.MaxLinkDensity = 0.3
	x, err := justext.New("", config)
	if err != nil {
		log.Fatal(err)
	}

	html, err := os.Open("page.html")
	if err != nil {
		log.Fatal(err)
	}
	defer html.Close()
	paragraphs, err := x.Extract(html)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range paragraphs {
		if p.Class == justext.Good {
			fmt.Println(p.ContextFree, p.Heading, p.XPath())
			fmt.Println(p.Text)
		}
	}
}

func sampleLanguage(r io.Reader) {
	paragraphs, err := justext.Extract(r, "cs")
	_, _ = paragraphs, err
}

func sampleAuto(ctx context.Context, r io.Reader, contentType string) {
	x, err := justext.New(justext.Auto, justext.DefaultConfig())
	document, err := x.Document(ctx, r, contentType)
	fmt.Println(document.Lang, document.LangBy, document.LangMargin) // cs words 411.7
	_ = err
}

func sampleConfigFor() {
	config, err := justext.ConfigFor("zh")
	fmt.Println(config.LengthLow) // 25
	config.LengthLow = 40
	x, err := justext.New("zh", config)
	_, _ = x, err
}

func sampleOwnList(file io.Reader) {
	list, err := stoplists.Parse(file)
	config := justext.DefaultConfig()
	config.StopWords = list
	x, err := justext.New("", config) // config.StopWords is used whatever the language
	_, _ = x, err
}

func sampleModel(ctx context.Context, file, reader io.Reader, contentType string) {
	model, err := victor.ReadModel(file)
	x, err := victor.New(model, victor.DefaultConfig())
	document, err := x.Document(ctx, reader, contentType)
	fmt.Println(victor.Text(document.Blocks))
	_ = err
}

func sampleRender(ctx context.Context, x *victor.Extractor, source []byte, contentType string) {
	text, _, err := x.Decode(source, contentType) // x is an Extractor of justext, boilerpipe or victor
	doc, err := x.Clean(ctx, bytes.NewReader(source), contentType)
	tree, err := render.Build(ctx, text, doc, render.Options{URL: "https://example.com/bread"})
	err = render.Markdown(os.Stdout, tree, render.MarkdownOptions{})
	_ = err
}

func sampleMetadata(r io.Reader) {
	found, err := metadata.Extract(r, metadata.Known{URL: "https://example.com/bread"})
	if err != nil {
		log.Print(err) // found has what came before the error
	}
	fmt.Println(found.Title.Text, found.Published.Day, found.Authors.Texts())
}

// TestSamples: every Go sample of README.md and docs is in this file word for word, and
// the output that follows the first sample of README.md is that of Example_readme.
func TestSamples(t *testing.T) {
	source, err := os.ReadFile("samples_test.go")
	if err != nil {
		t.Fatal(err)
	}
	code := unindented(string(source))
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.Insert(files, 0, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		samples := fenced(string(text))
		for _, sample := range samples {
			if sample.language == "go" && !strings.Contains(code, unindented(sample.text)) {
				t.Errorf("%s has a sample that is not in samples_test.go:\n%s", file, sample.text)
			}
		}
		if filepath.Base(file) != "README.md" {
			continue
		}
		first := slices.IndexFunc(samples, func(s fence) bool { return s.language == "go" })
		if first < 0 || first+1 == len(samples) || samples[first+1].language != "" {
			t.Fatalf("%s: no Go sample followed by its output", file)
		}
		output := "// Output:\n// " + strings.ReplaceAll(strings.TrimSpace(samples[first+1].text), "\n", "\n// ") + "\n}\n"
		if !strings.Contains(code, unindented(samples[first].text)+output) {
			t.Errorf("%s shows another output than Example_readme:\n%s", file, samples[first+1].text)
		}
	}
}

// A fence is a block of a Markdown file between two lines of three backquotes.
type fence struct {
	language string // the word after the backquotes, or ""
	text     string
}

// fenced returns the fences of a Markdown file, in order.
func fenced(markdown string) (all []fence) {
	open := false
	for line := range strings.Lines(markdown) {
		language, mark := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "```")
		switch {
		case mark && open:
			open = false
		case mark:
			open = true
			all = append(all, fence{language: language})
		case open:
			all[len(all)-1].text += line
		}
	}
	return all
}

// unindented returns text without the tabs at the beginning of its lines.
func unindented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimLeft(line, "\t"))
	}
	return b.String()
}
