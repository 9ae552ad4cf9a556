package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
)

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
}

func TestHelpHasAllFlagsAndFormats(t *testing.T) {
	comment := readFile(t, "doc.go")
	isSeparator := func(r rune) bool { return strings.ContainsRune(" ,.:;()=\n\t", r) }
	inHelp, inComment := strings.FieldsFunc(help, isSeparator), strings.FieldsFunc(comment, isSeparator)
	o := newOptions()
	o.flagSet().VisitAll(func(f *flag.Flag) {
		if !slices.Contains(inHelp, "-"+f.Name) || !slices.Contains(inComment, "-"+f.Name) {
			t.Errorf("-%s is missing in the help or in the package comment", f.Name)
		}
	})
	for _, m := range o.methods {
		for _, name := range append(formatNames(formatsOf(m)), m.name()) {
			if !slices.Contains(inHelp, name) || !slices.Contains(inComment, name) {
				t.Errorf("%s is missing in the help or in the package comment", name)
			}
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
		{"", "-", func(c justext.Config) bool { return c.LengthLow == 70 && c.Languages != nil }},
		{"-s en -length-low 300", "-", func(c justext.Config) bool { return c.LengthLow == 300 && c.LengthHigh == 300 }},
		{"-s en -stopwords-high 0.1", "-", func(c justext.Config) bool { return c.StopWordsLow == 0.1 && c.StopWordsHigh == 0.1 }},
		{"-s zh -length-high 60", "-", func(c justext.Config) bool { return c.LengthLow == 25 && c.LengthHigh == 60 }},
		{"-python", "-", func(c justext.Config) bool { return c.Python302 }},
		{"-python -fixed-headings", "-", func(c justext.Config) bool { return !c.Python302 && c.Markup == python.Markup }},
		{"-max-bytes 9 -max-blocks 3 -max-elements 4", "-", func(c justext.Config) bool {
			return c.MaxBytes == 9 && c.MaxToken == 5 && c.MaxBlocks == 3 && c.MaxElements == 4
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
		if err := o.prepare(); err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		config := o.method.(*justextMethod).x.Config()
		if !slices.Equal(o.files, strings.Fields(c.files)) || !c.check(config) {
			t.Errorf("%s: files %q, config %+v", c.args, o.files, config)
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
		{"-s en -lang cs", "-s en and -lang cs"},
		{"-s Klingon", `-s "Klingon": no such language and no such file; justext -list-stoplists`},
		{"-s folder", `-s "folder": no such language`},
		{"-s empty.txt", "-s empty.txt: the file has no words; -s None"},
		{"-s blank.txt", "-s blank.txt: the file has no words"},
		{"-s " + os.DevNull, "-s " + os.DevNull + ": the file has no words"},
		{"-s latin1.txt", "-s latin1.txt: stoplists: line 2 is not UTF-8"},
		{"-s", "needs an argument: -s"},
		{"-sEnglish", "not defined: -sEnglish; justext -h"},
		{"-s en -algo boilerpipe", "-s works only with -algo justext"},
		{"-algo boilerpipe -python", "-python works only with -algo justext"},
		{"-algo boilerpipe -extractor other", `"other" for flag -extractor: expected one of article, article-sentences, canola`},
		{"-algo boilerpipe -extractor everything=x", `flag -extractor: expected everything=K`},
		{"-algo boilerpipe -format krdwrd", "-format krdwrd works only with -algo justext; boilerpipe has default, text, jsonl, markdown, html, tei, tree, meta, highlight"},
		{"-algo boilerpipe -encoding klingon", `-encoding "klingon": expected a label`},
		{"-algo boilerpipe -enc-force", "-enc-force needs -encoding"},
		{"-extractor article", "-extractor works only with -algo boilerpipe"},
		{"-words-by-script", "-words-by-script works only with -algo boilerpipe"},
		{"-format highlight", "-format highlight works only with -algo boilerpipe; justext has default, text, jsonl, markdown, html, tei, tree, meta, boilerplate"},
		{"-format xml", `-format "xml": expected one of default, text, jsonl, markdown, html, tei, tree, meta, boilerplate, detailed, krdwrd, highlight`},
		{"-other 0.2", "-other works only with -algo victor"},
		{"-preset article", "-preset works only with -algo victor"},
		{"-include comment", "-include works only with -algo victor"},
		{"-algo victor -preset reader", `there is no preset "reader"`},
		{"-algo victor -exclude comments", `"comments" is not a kind of text; expected some of text, heading, `},
		{"-algo victor -include comment -exclude byline,comment", "comment cannot be both included and excluded"},
		{"-algo victor -include image", "the alternative text of an image is never kept"},
		{"-algo victor -other 0", `"0" for flag -other: expected a probability above 0`},
		{"-algo victor -format krdwrd", "-format krdwrd works only with -algo justext"},
		{"-algo victor -model none", "-model: open none"},
		{"-algo victor -model latin1.txt", "-model latin1.txt: "},
		{"-algo victor -encoding klingon", `-encoding "klingon": expected a label`},
		{"-algo victor,justext,victor", "victor is there twice"},
		{"-algo victor,", "or several of them with commas"},
		{"-algo victor,boilerpipe -s en", "-s works only with -algo justext"},
		{"-algo victor,justext -format krdwrd", "-format krdwrd works only with -algo justext; victor+justext has default, text, jsonl"},
		{"-algo victor,justext -s klingon", `-s "klingon": no such language`},
		{"-algo victor,justext -encoding klingon", `-encoding "klingon": expected a label`},
		{"-algo victor,justext -format jsonl -fields blocks.label", `-fields "blocks.label": expected one of file`},
		{"-algo other", `"other" for flag -algo: expected one of justext, boilerpipe, victor`},
		{"-enc-errors no", `"no" for flag -enc-errors: expected strict, ignore or replace`},
		{"-encoding klingon", `-encoding "klingon": expected a label`},
		{"-enc-force", "-enc-force needs -encoding"},
		{"-enc-force=x", `"x" for -enc-force`},
		{"-length-low x", `"x" for flag -length-low: expected a whole number`},
		{"-length-high 1.5", `"1.5" for flag -length-high: expected a whole number`},
		{"-max-bytes -1", `"-1" for flag -max-bytes: expected a whole number`},
		{"-max-bytes 99999999999", "flag -max-bytes: expected at most 1073741823"},
		{"-algo victor -max-bytes 1073741824", "flag -max-bytes: expected at most 1073741823"},
		{"-max-blocks 1e3", `"1e3" for flag -max-blocks: expected a whole number`},
		{"-max-elements x", `"x" for flag -max-elements: expected a whole number`},
		{"-max-heading-distance -1", `"-1" for flag -max-heading-distance: expected a whole number`},
		{"-length-low 300 -length-high 200", "-length-low 300 is above -length-high 200"},
		{"-stopwords-low x", `"x" for flag -stopwords-low: expected a share`},
		{"-stopwords-high NaN", `"NaN" for flag -stopwords-high: expected a share`},
		{"-max-link-density -0.1", `"-0.1" for flag -max-link-density: expected a share`},
		{"-stopwords-low 0.3 -stopwords-high 0.1", "-stopwords-low 0.3 is above -stopwords-high 0.1"},
		{"-s en -lang-by-paragraph", "-lang-by-paragraph works only with -s auto"},
		{"-fixed-headings", "-fixed-headings works only with -python"},
		{"-fields text", "-fields works only with -format jsonl"},
		{"-format jsonl -fields text,words", `-fields "words": expected one of file, algo, title`},
		{"-format jsonl -fields extractor", `-fields "extractor": expected one of file`},
		{"-resume", "-resume works only with -format jsonl, tree or meta, and with -o FILE"},
		{"-resume -format jsonl", "-resume does not work with standard input"},
		{"-resume -format jsonl -f page.html", "-resume and -f exclude each other"},
		{"-d x", "-o and -d exclude each other"},
		{"page.html", "-o out: the file exists; -f replaces it"},
		{"- page.html -", "given twice"},
		{"---x", "bad flag syntax"},
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

// No command line makes the parser panic, and what it refuses ends with status
// 2 and one message.
func FuzzArgs(f *testing.F) {
	for _, seed := range []string{
		"-s\nEnglish\npage.html", "page.html\n-lang=cs", "--\n-s", "-s\n--\n-", "-h", "-", "---", "-=", "-s=", "",
		"-length-low\n-1", "-stopwords-low=1e999", "-format\njsonl\n-s\nNone\n-o\nx", "-enc-force\n-encoding\nutf-16", "-V\n\x00",
		"-algo\nboilerpipe\n-extractor\neverything=3\n-format\nhighlight",
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
			err = o.prepare()
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

// A flag that is given is in force, also where its value is the default that a
// language has another for.
func TestGivenFlagsWin(t *testing.T) {
	text := strings.Repeat("我们在北京的家。", 5) // 40 letters
	class := func(args string) string {
		got := justextOf("<p>"+text, strings.Fields("-format jsonl "+args)...)
		var read struct {
			Lang   string
			Blocks []struct {
				CFClass string `json:"cf_class"`
			}
		}
		if err := json.Unmarshal([]byte(got.out), &read); err != nil || len(read.Blocks) != 1 || read.Lang != "zh" {
			t.Fatalf("%s: %v, %+v", args, err, got)
		}
		return read.Blocks[0].CFClass
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

// Messages name flags, not the fields of a Go struct; the flags do what they say.
func TestLimits(t *testing.T) {
	inFolder(t, map[string]string{
		"bad.html":   "<meta charset=utf-8><p>\xff" + sentence("one"),
		"large.html": "<p>" + sentence("one") + "<p>" + sentence("two"),
		"token.html": "<p>" + sentence("one") + "<!--" + strings.Repeat("x", 600) + "--><p>" + sentence("two"),
	})
	for _, algo := range []string{"-s None", "-algo boilerpipe", "-algo victor"} {
		for _, c := range []struct{ args, want string }{
			{"large.html -max-elements 1", "more than 1 elements and was cut there; -max-elements sets the limit"},
			{"bad.html -enc-errors strict", "bytes that its encoding does not have; -enc-errors replace or ignore"},
			{"large.html -max-bytes 100", "more than 100 bytes and was cut there; -max-bytes sets the limit"},
			{"token.html -max-bytes 1100", "more than 550 bytes in one tag or comment and was cut there; half of -max-bytes sets the limit"},
			{"large.html -max-blocks 1", "more than 1 blocks and was cut there; -max-blocks sets the limit"},
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
		for _, args := range []string{"large.html -max-bytes 1000 -max-blocks 2 -max-elements 4", "large.html -max-bytes 0 -max-blocks 0 -max-elements 0"} {
			if got := justextOf("", strings.Fields(algo+" "+args)...); got.status != 0 {
				t.Errorf("%s %s: %+v", algo, args, got)
			}
		}
	}
}
