package justext_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext"
)

// The golden pages were written for this project. Beside each name.html stands
// name.golden, what DefaultConfig makes of it, for people to read. After a
// change that is intended:
//
//	go test -run TestGolden -update . && git diff testdata/golden

var update = flag.Bool("update", false, "write the .golden files anew")

const goldenFolder = "testdata/golden"

// goldenLanguages are the languages that the names of golden pages begin with;
// all others are in English.
var goldenLanguages = []string{"ar", "cs", "de", "el", "es", "fr", "hi", "pl", "pt-br", "ru", "tr", "vi"}

func TestGolden(t *testing.T) {
	for _, page := range goldenPages(t) {
		t.Run(page.name, func(t *testing.T) {
			x := newExtractor(t, page.lang, justext.DefaultConfig())
			document, err := x.Document(context.Background(), bytes.NewReader(page.html), "")
			if err != nil {
				t.Fatal(err)
			}
			got := describeDocument(document)
			file := filepath.Join(goldenFolder, page.name+".golden")
			if *update {
				writeFile(t, file, got)
				return
			}
			want, err := os.ReadFile(file)
			if errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("%s has no %s; write it with: go test -run TestGolden -update .", page.name+".html", file)
			} else if err != nil {
				t.Fatal(err)
			}
			if diff := lineDiff(string(want), got); diff != "" {
				t.Errorf("%s (- the file, + now; -update rewrites it):\n%s", file, diff)
			}
		})
	}
}

// TestGoldenStrays fails on a .golden without a page and on any other file that does not
// belong in the folder.
func TestGoldenStrays(t *testing.T) {
	for _, file := range globGolden(t, "*") {
		page := strings.TrimSuffix(file, ".golden") + ".html"
		switch filepath.Ext(file) {
		case ".html":
		case ".golden":
			if _, err := os.Stat(page); err != nil {
				t.Errorf("%s is of no page: %v", file, err)
			}
		default:
			t.Errorf("%s is neither a page nor what is expected of one", file)
		}
	}
}

// A goldenPage is a page in the golden folder.
type goldenPage struct {
	name string // of the file, without .html
	lang string
	html []byte
}

// goldenPages returns the golden pages, sorted by name.
func goldenPages(t testing.TB) (pages []goldenPage) {
	t.Helper()
	for _, file := range globGolden(t, "*.html") {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		pages = append(pages, goldenPage{name, languageOf(name), content})
	}
	if len(pages) == 0 {
		t.Fatalf("no pages in %s", goldenFolder)
	}
	return pages
}

func globGolden(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(goldenFolder, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// languageOf returns the language of the golden page of that name.
func languageOf(name string) string {
	for _, lang := range goldenLanguages {
		if strings.HasPrefix(name, lang+"-") {
			return lang
		}
	}
	return "en"
}

func newExtractor(t testing.TB, lang string, config justext.Config) *justext.Extractor {
	t.Helper()
	x, err := justext.New(lang, config)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func writeFile(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func describeDocument(d *justext.Document) string {
	return fmt.Sprintf("encoding: %s (%s)\nlanguage: %s\ntitle: %s\n%s", d.Encoding.Name, d.Encoding.By, d.Lang, d.Title, describe(d.Paragraphs))
}

// describe writes down all that a caller can see of paragraphs.
func describe(paragraphs []justext.Paragraph) string {
	var b strings.Builder
	for i := range paragraphs {
		p := &paragraphs[i]
		fmt.Fprintf(&b, "\n%s", p.Class)
		if p.ContextFree != p.Class {
			fmt.Fprintf(&b, " (%s by itself)", p.ContextFree)
		}
		fmt.Fprintf(&b, ": %s%s\n", p.Reason, flags(p))
		fmt.Fprintf(&b, "  %s\n", p.XPath())
		fmt.Fprintf(&b, "  chars %d  words %d  stop words %d (%.2f)  in links %d (%.2f)  tags %d  bytes %d-%d\n", p.Chars,
			p.Words, p.StopWords, p.StopWordDensity(), p.LinkChars, p.LinkDensity(), p.Tags, p.Start, p.End)
		for _, line := range wrap(p.Text, 100) {
			fmt.Fprintf(&b, "  | %s\n", line)
		}
	}
	return b.String()
}

// flags names what a paragraph stands in, each name after a bracket or comma.
func flags(p *justext.Paragraph) string {
	var names []string
	for _, flag := range []struct {
		set  bool
		name string
	}{{p.Heading, "heading"}, {p.Headline, "h1"}, {p.Image, "image"}, {p.Select, "select"}} {
		if flag.set {
			names = append(names, flag.name)
		}
	}
	if names == nil {
		return ""
	}
	return " [" + strings.Join(names, ", ") + "]"
}

// wrap breaks a text at spaces into lines of about a width in code points. A
// line feed in the text is shown as ⏎ at the end of a line, what cannot be
// seen as its code point.
func wrap(text string, width int) (lines []string) {
	var line strings.Builder
	chars := 0
	next := func() {
		lines = append(lines, line.String())
		line.Reset()
		chars = 0
	}
	for _, r := range text {
		switch {
		case r == '\n':
			line.WriteString("⏎")
			next()
			continue
		case r == ' ' && chars >= width:
			next()
			continue
		case unicode.IsGraphic(r) && r != utf8.RuneError:
			line.WriteRune(r)
		default:
			fmt.Fprintf(&line, "{%U}", r)
		}
		chars++
	}
	next()
	return lines
}

// lineDiff shows how two texts differ, line by line with the line before and
// after each difference, and is empty if they do not.
func lineDiff(want, got string) string {
	if want == got {
		return ""
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var diff strings.Builder
	shown := -1 // the last line of a that has been shown
	show := func(i int) {
		if i > shown && i < len(a) {
			if i > shown+1 {
				fmt.Fprintf(&diff, "@ line %d\n", i+1)
			}
			fmt.Fprintf(&diff, "  %s\n", a[i])
			shown = i
		}
	}
	for _, d := range differences(a, b) {
		show(d.aStart - 1)
		for i := d.aStart; i < d.aEnd; i++ {
			fmt.Fprintf(&diff, "- %s\n", a[i])
			shown = i
		}
		for i := d.bStart; i < d.bEnd; i++ {
			fmt.Fprintf(&diff, "+ %s\n", b[i])
		}
		show(d.aEnd)
	}
	return diff.String()
}

// A difference is a stretch of lines that stands in place of another.
type difference struct{ aStart, aEnd, bStart, bEnd int }

// differences aligns two lists of lines by a longest common subsequence.
func differences(a, b []string) (all []difference) {
	longest := make([][]int32, len(a)+1) // common lines of a[i:] and b[j:]
	for i := range longest {
		longest[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		d := difference{i, i, j, j}
		for (i < len(a) || j < len(b)) && (i == len(a) || j == len(b) || a[i] != b[j]) {
			if j == len(b) || i < len(a) && longest[i+1][j] >= longest[i][j+1] {
				i++
			} else {
				j++
			}
		}
		d.aEnd, d.bEnd = i, j
		all = append(all, d)
	}
	return all
}

func TestLineDiff(t *testing.T) {
	tests := []struct{ name, want, got, diff string }{
		{"same", "a\nb", "a\nb", ""},
		{"changed", "a\nb\nc\nd", "a\nx\nc\nd", "  a\n- b\n+ x\n  c\n"},
		{"added at the end", "a", "a\nb", "  a\n+ b\n"},
		{"lost at the beginning", "a\nb\nc", "b\nc", "- a\n  b\n"},
		{"far apart", "a\nb\nc\nd\ne\nf", "x\nb\nc\nd\ne\ny", "- a\n+ x\n  b\n@ line 5\n  e\n- f\n+ y\n"},
	}
	for _, test := range tests {
		if diff := lineDiff(test.want, test.got); diff != test.diff {
			t.Errorf("%s: got\n%swant\n%s", test.name, diff, test.diff)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name, text string
		lines      []string
	}{
		{"short", "one", []string{"one"}},
		{"at the first space from the width on", "one two three", []string{"one two", "three"}},
		{"a word is never broken", "elephant", []string{"elephant"}},
		{"line feed", "a\nb", []string{"a⏎", "b"}},
		{"what cannot be seen", "a\u200bb\ufffd", []string{"a{U+200B}b{U+FFFD}"}},
	}
	for _, test := range tests {
		if lines := wrap(test.text, 5); !slices.Equal(lines, test.lines) {
			t.Errorf("%s: %q: got %q, want %q", test.name, test.text, lines, test.lines)
		}
	}
}
