package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
)

// result is what a run has left.
type result struct {
	status      int
	out, errors string
}

// justextOf runs the command on standard input.
func justextOf(stdin string, args ...string) result {
	var out, errors bytes.Buffer
	status := run(args, strings.NewReader(stdin), &out, &errors, false)
	return result{status, out.String(), errors.String()}
}

// inFolder makes a folder of files, by name and text, and goes there.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// sentence is good in the language-independent mode: over 200 characters.
func sentence(word string) string {
	return strings.TrimSpace(strings.Repeat(word+" ", 201/(len(word)+1)+1))
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestHelpFitsAScreen(t *testing.T) {
	for _, arg := range []string{"-h", "--help", "-help"} {
		got := justextOf("", "page.html", arg)
		if got.status != 0 || got.out != help || got.errors != "" {
			t.Errorf("%s: %+v", arg, got)
		}
	}
	lines := strings.Split(strings.TrimSuffix(help, "\n"), "\n")
	if len(lines) > 24 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if n := strings.Count(help, "\n  justext "); n != 2 {
		t.Errorf("%d examples", n)
	}
}

func TestHelpHasAllFlagsAndFormats(t *testing.T) {
	words := strings.FieldsFunc(help, func(r rune) bool { return strings.ContainsRune(" ,\n", r) })
	new(options).flagSet().VisitAll(func(f *flag.Flag) {
		if !slices.Contains(words, "-"+f.Name) {
			t.Errorf("-%s is missing", f.Name)
		}
	})
	for _, f := range formats {
		if !slices.Contains(words, f.name) {
			t.Errorf("format %s is missing", f.name)
		}
	}
}

func TestVersionAndLists(t *testing.T) {
	for _, arg := range []string{"-V", "--version"} {
		if got := justextOf("", arg); got.status != 0 || !strings.HasPrefix(got.out, "justext ") || strings.Count(got.out, "\n") != 1 {
			t.Errorf("%s: %+v", arg, got)
		}
	}
	got := justextOf("", "--list-stoplists")
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	if got.status != 0 || !slices.IsSorted(lines) && !slices.IsSortedFunc(lines, func(a, b string) int {
		return strings.Compare(strings.Split(a, "\t")[0], strings.Split(b, "\t")[0])
	}) {
		t.Errorf("status %d, or not sorted", got.status)
	}
	for _, want := range []string{"cs\tCzech\tCzech", "en\tEnglish\tEnglish"} {
		if !slices.Contains(lines, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestFlags(t *testing.T) {
	inFolder(t, map[string]string{"list.txt": "the\nof\n"})
	standard, python := justext.DefaultConfig(), justext.PythonConfig()
	for _, c := range []struct {
		args  string
		files string
		check func(justext.Config) bool
	}{
		{"-s English", "-", func(c justext.Config) bool { return c.LengthLow == 70 && c.StopWords.Contains("The") }},
		{"--s English page.html", "page.html", func(c justext.Config) bool { return c.Markup == standard.Markup }},
		{"-s=en page.html", "page.html", func(c justext.Config) bool { return c.StopWordsLow == 0.30 }},
		{"page.html -s en -", "page.html -", func(c justext.Config) bool { return c.StopWordsHigh == 0.32 }},
		{"a -lang en b --no-headings c", "a b c", func(c justext.Config) bool { return c.NoHeadings && !c.NoHeadlines }},
		{"-s en -- a -s -h", "a -s -h", func(c justext.Config) bool { return !c.NoHeadings }},
		{"-s en -lang en --no-headlines", "-", func(c justext.Config) bool { return c.NoHeadlines && !c.NoHeadings }},
		{"-s none", "-", func(c justext.Config) bool { return c.StopWords == nil && c.StopWordsLow == 0 && c.StopWordsHigh == 0 }},
		{"-s None -stopwords-high 0.5", "-", func(c justext.Config) bool { return c.StopWordsHigh == 0 }},
		{"-s list.txt", "-", func(c justext.Config) bool { return c.StopWords.Len() == 2 && c.StopWordsLow == 0.30 }},
		{"-s en --python", "-", func(c justext.Config) bool { return c.Markup == python.Markup && c.NoHeadlines }},
		{"-s en --length-low 10 -python", "-", func(c justext.Config) bool {
			return c.LengthLow == 10 && c.LengthHigh == 200 && c.Markup == python.Markup
		}},
		{"-s en -length-low=0 -length-high=0 -max-heading-distance 5", "-", func(c justext.Config) bool {
			return c.LengthLow == 0 && c.LengthHigh == 0 && c.MaxHeadingDistance == 5
		}},
		{"-s en -stopwords-low .1 -stopwords-high .2 -max-link-density 0.5", "-", func(c justext.Config) bool {
			return c.StopWordsLow == .1 && c.StopWordsHigh == .2 && c.MaxLinkDensity == .5
		}},
		{"-s en -length-low 1 -length-low 2", "-", func(c justext.Config) bool { return c.LengthLow == 2 }},
		{"-s en -encoding cp1250", "-", func(c justext.Config) bool { return c.DefaultEncoding == "windows-1250" && !c.ForceEncoding }},
		{"-s en -encoding utf8 -enc-force", "-", func(c justext.Config) bool { return c.DefaultEncoding == "utf-8" && c.ForceEncoding }},
		{"-s en -enc-errors STRICT", "-", func(c justext.Config) bool { return c.InvalidBytes == page.RefuseInvalid }},
		{"-s en -enc-errors ignore", "-", func(c justext.Config) bool { return c.InvalidBytes == page.IgnoreInvalid }},
		{"-s en -enc-errors replace", "-", func(c justext.Config) bool { return c.InvalidBytes == page.ReplaceInvalid }},
		{"-s en -format krdwrd -algo justext", "-", func(c justext.Config) bool { return c.TextNodes }},
		{"-s en -format text", "-", func(c justext.Config) bool { return !c.TextNodes }},
	} {
		o, err := parse(strings.Fields(c.args))
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		x, err := o.extractor()
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		if !slices.Equal(o.files, strings.Fields(c.files)) || !c.check(x.Config()) {
			t.Errorf("%s: files %q, config %+v", c.args, o.files, x.Config())
		}
	}
}

func TestUsageErrors(t *testing.T) {
	inFolder(t, map[string]string{
		"page.html":   "<p>page",
		"latin1.txt":  "the\n\xe8esk\xfd\n",
		"out":         "kept",
		"empty.txt":   "",
		"blank.txt":   "\ufeff\n \n",
		"folder/file": "",
	})
	for _, c := range []struct{ args, want string }{
		{"", "-s English"},
		{"page.html -s=", "-s None"},
		{"-s en -lang cs", "-s en and -lang cs"},
		{"-s Klingon", `-s "Klingon": no such language and no such file; justext -list-stoplists`},
		{"-s folder", `-s "folder": no such language`},
		{"-s empty.txt", "-s empty.txt: no words in it; -s None asks for no stop list"},
		{"-s blank.txt", "-s blank.txt: no words in it; -s None"},
		{"-s " + os.DevNull, "-s " + os.DevNull + ": no words in it; -s None"},
		{"-s latin1.txt", "-s latin1.txt: stoplists: line 2 is not UTF-8"},
		{"-s", "needs an argument: -s"},
		{"-s en -sEnglish", "not defined: -sEnglish; justext -h"},
		{"-s en -algo boilerpipe", "-s is of -algo justext"},
		{"-algo boilerpipe -python", "-python is of -algo justext"},
		{"-algo boilerpipe -extractor other", `"other" for flag -extractor: one of article, article-sentences, canola`},
		{"-algo boilerpipe -extractor everything=x", `flag -extractor: everything=K with a number`},
		{"-algo boilerpipe -format krdwrd", "-format krdwrd is of -algo justext; boilerpipe has default, text, jsonl and html"},
		{"-algo boilerpipe -encoding klingon", `-encoding "klingon": a label`},
		{"-algo boilerpipe -enc-force", "-enc-force needs -encoding"},
		{"-s en -extractor article", "-extractor is of -algo boilerpipe"},
		{"-s en -words-by-script", "-words-by-script is of -algo boilerpipe"},
		{"-s en -format html", "-format html is of -algo boilerpipe"},
		{"-format html one.html", "-format html is of -algo boilerpipe"},
		{"-s en -format xml", `"xml" for flag -format: one of default, boilerplate, detailed, krdwrd, text, jsonl, html is expected`},
		{"-s en -algo victor", "-s is of -algo justext"},
		{"-s en -other 0.2", "-other is of -algo victor"},
		{"-algo victor -other 0", `"0" for flag -other: a probability above 0`},
		{"-algo victor -format krdwrd", "-format krdwrd is not of -algo victor"},
		{"-algo victor -model none", "-model: open none"},
		{"-algo victor -model latin1.txt", "-model latin1.txt: crf: not a model file"},
		{"-algo victor -encoding klingon", `-encoding "klingon": a label`},
		{"-s en -algo other", `"other" for flag -algo: one of justext, boilerpipe, victor is expected`},
		{"-s en -enc-errors no", `"no" for flag -enc-errors: strict, ignore or replace`},
		{"-s en -encoding klingon", `-encoding "klingon": a label`},
		{"-s en -enc-force", "-enc-force needs -encoding"},
		{"-s en -enc-force=x", `"x" for -enc-force`},
		{"-s en -length-low x", `"x" for flag -length-low: a whole number`},
		{"-s en -length-high 1.5", `"1.5" for flag -length-high: a whole number`},
		{"-s en -max-bytes -1", `"-1" for flag -max-bytes: a whole number from 0 on`},
		{"-s en -max-bytes 99999999999", "-max-bytes: at most 2147483646"},
		{"-s en -max-blocks 1e3", `"1e3" for flag -max-blocks: a whole number from 0 on`},
		{"-algo boilerpipe -max-bytes 99999999999", "-max-bytes: at most 2147483646"},
		{"-algo victor -max-bytes 1073741824", "at most 1073741823 are possible with -algo victor"},
		{"-s en -max-heading-distance -1", `"-1" for flag -max-heading-distance: a whole number`},
		{"-s en -length-low 300", "-length-low 300 is above -length-high 200"},
		{"-s en -stopwords-low x", `"x" for flag -stopwords-low: a share`},
		{"-s en -stopwords-high NaN", `"NaN" for flag -stopwords-high: a share`},
		{"-s en -max-link-density -0.1", `"-0.1" for flag -max-link-density: a share`},
		{"-s en -stopwords-high 0.1", "-stopwords-low 0.3 is above -stopwords-high 0.1"},
		{"-s en - page.html -", "given twice"},
		{"-s en ---x", "bad flag syntax"},
	} {
		got := justextOf("<p>text", append(strings.Fields(c.args), "-o", "out")...)
		if c.args == "-s" {
			got = justextOf("<p>text", "-s")
		}
		if got.status != 2 || got.out != "" || !strings.HasPrefix(got.errors, "justext: ") || !strings.Contains(got.errors, c.want) {
			t.Errorf("%s: %+v, want %q", c.args, got, c.want)
		}
		if strings.Count(got.errors, "\n") != 1 {
			t.Errorf("%s: not one line: %q", c.args, got.errors)
		}
		if readFile(t, "out") != "kept" {
			t.Fatalf("%s: the file of -o is touched", c.args)
		}
	}
	if got := justextOf("", "-s", "en", ""); got.status != 2 || !strings.Contains(got.errors, "file name is empty") {
		t.Errorf("empty name: %+v", got)
	}
}

func TestOutputFile(t *testing.T) {
	inFolder(t, map[string]string{"page.html": "<p>" + sentence("one")})
	want := "<p> " + sentence("one") + "\n"
	if got := justextOf("", "-s", "None", "-o", "out.txt", "page.html"); got != (result{}) || readFile(t, "out.txt") != want {
		t.Errorf("%+v, %q", got, readFile(t, "out.txt"))
	}
	if got := justextOf("", "-s", "None", "-o", "-", "page.html"); got != (result{out: want}) {
		t.Errorf("-o -: %+v", got)
	}
	if got := justextOf("", "-s", "None", "-o", "no/such/out.txt", "page.html"); got.status != 1 || !strings.Contains(got.errors, "out.txt") {
		t.Errorf("no folder: %+v", got)
	}
	if got := justextOf("", "-s", "None", "-o", "./page.html", "page.html"); got.status != 2 || readFile(t, "page.html") == "" {
		t.Errorf("onto the page: %+v", got)
	}
	// In a folder that is walked, the output is no page.
	for range 2 {
		if got := justextOf("", "-s", "None", "-o", "out.html", "."); got != (result{}) || readFile(t, "out.html") != want {
			t.Errorf("into the folder: %+v, %q", got, readFile(t, "out.html"))
		}
	}
}

// A failingWriter takes some writes and then none.
type failingWriter struct {
	writes int
	err    error
}

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.writes--; w.writes < 0 {
		return 0, w.err
	}
	return len(b), nil
}

func TestOutputErrors(t *testing.T) {
	inFolder(t, map[string]string{"page.html": "<p>" + sentence("one")})
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("disk full"), "justext: writing the output: disk full\n"},
		{&os.PathError{Op: "write", Path: "stdout", Err: syscall.EPIPE}, ""},
	} {
		for _, args := range []string{"-h", "-V", "-list-stoplists", "-s None page.html missing.html page.html"} {
			var stderr bytes.Buffer
			status := run(strings.Fields(args), nil, &failingWriter{err: c.err}, &stderr, false)
			if status != 1 || stderr.String() != c.want {
				t.Errorf("%s: status %d, %q", args, status, stderr.String())
			}
		}
	}
	// The error is told beside those of pages.
	var stderr bytes.Buffer
	status := run([]string{"-s", "None", "missing.html", "page.html"}, nil, &failingWriter{err: errors.New("disk full")}, &stderr, false)
	if status != 1 || !strings.Contains(stderr.String(), "missing.html") || !strings.Contains(stderr.String(), "disk full") {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	if got := justextOf("<p>"+sentence("one"), "-s", "None", "-o", "/dev/full"); got.status != 1 || !strings.Contains(got.errors, "no space") {
		t.Errorf("%+v", got)
	}
}

// A stuckReader says when it is read, and gives nothing.
type stuckReader struct {
	reading chan struct{}
	forever chan struct{}
}

func (r stuckReader) Read([]byte) (int, error) {
	r.reading <- struct{}{}
	<-r.forever
	return 0, io.EOF
}

func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals to oneself")
	}
	inFolder(t, map[string]string{"page.html": "<p>" + sentence("one")})
	stdin := stuckReader{make(chan struct{}, 1), make(chan struct{})}
	defer close(stdin.forever)
	type ended struct {
		status      int
		out, errors string
	}
	end := make(chan ended)
	go func() {
		var out, stderr bytes.Buffer
		status := run([]string{"-s", "None", "page.html", "-", "page.html"}, stdin, &out, &stderr, false)
		end <- ended{status, out.String(), stderr.String()}
	}()
	<-stdin.reading
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(os.Interrupt)
	}
	if err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-end:
		if got.status != 130 || got.errors != "justext: interrupted\n" || strings.Count(got.out, "\n") > 1 {
			t.Errorf("%+v", got)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
}

// No command line makes the parser panic, and what it refuses ends with status
// 2 and one message.
func FuzzArgs(f *testing.F) {
	for _, seed := range []string{
		"-s\nEnglish\npage.html", "page.html\n-lang=cs", "--\n-s", "-s\n--\n-", "-h", "-", "---", "-=", "-s=", "",
		"-length-low\n-1", "-stopwords-low=1e999", "-format\njsonl\n-s\nNone\n-o\nx", "-enc-force\n-encoding\nutf-16", "-V\n\x00",
		"-algo\nboilerpipe\n-extractor\neverything=3\n-format\nhtml",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\n")
		o, err := parse(args)
		if errors.Is(err, flag.ErrHelp) || err == nil && (o.version || o.listStopLists) {
			return
		}
		if err == nil {
			_, err = o.algorithm()
		}
		if err == nil {
			return
		}
		var out, stderr bytes.Buffer
		if status := run(args, strings.NewReader(""), &out, &stderr, false); status != statusUsage {
			t.Errorf("%q: status %d after %v", args, status, err)
		}
		if out.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("%q: printed %q and %q", args, out.String(), stderr.String())
		}
	})
}

// What the command reads it does not overwrite: not its pages, nor the stop list or
// the model, by whatever name they go.
func TestInputsAreKept(t *testing.T) {
	inFolder(t, map[string]string{"page.html": "<p>page", "mine.txt": "the\n", "model": "a model", "None": "kept", "en": "kept"})
	if err := os.Link("mine.txt", "linked.txt"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ args, kept, want string }{
		{"-s None -o page.html page.html", "page.html", "-o page.html: it is one of the pages too"},
		{"-s mine.txt -o mine.txt page.html", "mine.txt", "-o mine.txt: it is the stop list of -s too"},
		{"-lang mine.txt -o ./linked.txt page.html", "mine.txt", "-o ./linked.txt: it is the stop list of -s too"},
		{"-s en -o en page.html", "en", "-o en: it is the stop list of -s too"},
		{"-algo victor -model model -o model page.html", "model", "-o model: it is the model of -model too"},
	} {
		before := readFile(t, c.kept)
		got := justextOf("", strings.Fields(c.args)...)
		if got.status != 2 || !strings.Contains(got.errors, c.want) || readFile(t, c.kept) != before {
			t.Errorf("%s: %+v, %q", c.args, got, readFile(t, c.kept))
		}
	}
	if got := justextOf("", "-s", "None", "-o", "None", "page.html"); got.status != 0 || readFile(t, "None") != "" {
		t.Errorf("None is no file: %+v", got)
	}

	stdin, err := os.Open("page.html")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var out, stderr bytes.Buffer
	status := run([]string{"-s", "None", "-o", "page.html"}, stdin, &out, &stderr, false)
	if status != 2 || readFile(t, "page.html") != "<p>page" || !strings.Contains(stderr.String(), "-o page.html: it is standard input too") {
		t.Errorf("standard input: %d, %q", status, stderr.String())
	}
}

// Messages name flags, not the fields of a Go struct; the flags do what they say.
func TestLimits(t *testing.T) {
	inFolder(t, map[string]string{
		"bad.html":   "<meta charset=utf-8><p>\xff" + sentence("one"),
		"large.html": "<p>" + sentence("one") + "<p>" + sentence("two"),
		"token.html": "<p>" + sentence("one") + "<!--" + strings.Repeat("x", 600) + "--><p>" + sentence("two"),
	})
	for _, algo := range []string{"-s None", "-algo boilerpipe", "-algo victor"} {
		for _, c := range []struct{ args, want string }{
			{"bad.html -enc-errors strict", "-enc-errors can replace or ignore them"},
			{"large.html -max-bytes 100", "more than 100 bytes; -max-bytes sets the limit"},
			{"token.html -max-bytes 1100", "half of -max-bytes is the limit"},
			{"large.html -max-blocks 1", "more than 1; -max-blocks sets the limit"},
		} {
			got := justextOf("", strings.Fields(algo+" "+c.args)...)
			if got.status != 1 || !strings.Contains(got.errors, c.want) || strings.Contains(got.errors, "Config") {
				t.Errorf("%s %s: %+v", algo, c.args, got)
			}
			got = justextOf("", strings.Fields(algo+" -format jsonl "+c.args)...)
			if got.status != 1 || !strings.Contains(got.out, c.want) {
				t.Errorf("%s %s: %+v", algo, c.args, got)
			}
		}
		for _, args := range []string{"large.html -max-bytes 1000 -max-blocks 2", "large.html -max-bytes 0 -max-blocks 0"} {
			if got := justextOf("", strings.Fields(algo+" "+args)...); got.status != 0 {
				t.Errorf("%s %s: %+v", algo, args, got)
			}
		}
	}
}

// A flag that is given is in force, also where its value is the default that a
// language has another for.
func TestGivenFlagsWin(t *testing.T) {
	text := strings.Repeat("我们在北京的家。", 5) // 40 letters
	class := func(args string) string {
		got := justextOf("<p>"+text, strings.Fields("-format jsonl "+args)...)
		var read struct {
			Lang       string
			Paragraphs []struct {
				CFClass string `json:"cf_class"`
			}
		}
		if err := json.Unmarshal([]byte(got.out), &read); err != nil || len(read.Paragraphs) != 1 || read.Lang != "zh" {
			t.Fatalf("%s: %v, %+v", args, err, got)
		}
		return read.Paragraphs[0].CFClass
	}
	for _, lang := range []string{"-s zh ", "-s auto ", "-s auto -lang-by-paragraph "} {
		for args, want := range map[string]string{
			"":                                   "neargood", // 25 and 70
			"-length-low 70":                     "short",
			"-length-low 71":                     "short",
			"-length-low 30":                     "neargood",
			"-length-low 30 -length-high 39":     "good",
			"-length-high 200":                   "neargood",
			"-length-low 70 -python":             "short",
			"-stopwords-low 0 -no-headlines":     "neargood",
			"-max-link-density 0.2 -no-headings": "neargood",
		} {
			if got := class(lang + args); got != want {
				t.Errorf("%s%s: %s, want %s", lang, args, got, want)
			}
		}
	}

	// A share of 0.2: enough for Chinese, not for what is asked for.
	text = strings.Repeat("我", 10) + strings.Repeat("鑫", 40) + "。"
	for args, want := range map[string]string{
		"-s zh":                      "neargood",
		"-s zh -stopwords-low 0.30":  "bad",
		"-s zh -stopwords-high 0.32": "neargood",
		"-s zh -stopwords-low 0.30 -stopwords-high 0.32":            "bad",
		"-s zh -length-low 30 -length-high 45 -stopwords-high 0.32": "neargood",
	} {
		if got := class(args); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}
