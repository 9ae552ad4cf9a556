package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/stoplists"
)

// help fits a terminal of 80 columns and 24 lines.
const help = `Usage: justext [flags] [FILE|FOLDER|-]...
The text of web pages without boilerplate. Without FILE, of standard input; of a
FOLDER, of its .html .htm .xhtml .shtml files. Exit status 1: a page has failed.

  justext -s English page.html
  justext -s cs -format jsonl -o pages.jsonl pages/

  -s, -lang L             language (English, pt-BR), auto, list file, or None
  -lang-by-paragraph      with -s auto: of each paragraph, where it is another
  -o FILE                 write to FILE
  -format F               default, boilerplate, detailed, krdwrd, text or jsonl
  -encoding E, -enc-force of pages that do not say theirs (windows-1252); of all
  -enc-errors E           invalid bytes: strict, ignore or replace (the default)
  -no-headings, -no-headlines  headings are as other text; an h1 is not good
  -length-low, -length-high N        short below, long above: 70, 200 characters
  -stopwords-low, -stopwords-high F  share of stop words: 0.30, 0.32
  -max-link-density F                more of it in links is bad: 0.2
  -max-heading-distance N            from heading to good text: 200 characters
  -python                 read pages as Python jusText 3.0.2 does (utf-8)
  -algo boilerpipe        -extractor article, default, …; -words-by-script for
                          Chinese and the like; -format html too, and no -s
  -algo victor            a trained model, or -model FILE; noise from -other P
  -max-bytes N, -max-blocks N        of a page: 67108864, 1000000; 0 is no limit
  -list-stoplists         tag, name, Python's name   -V, -version   -h, -help
`

// options is a command line.
type options struct {
	files         []string // at least one; "-" is standard input
	s, lang       string
	output        string
	format        *format
	encoding      string
	force         bool
	invalidBytes  page.InvalidBytes
	noHeadings    bool
	noHeadlines   bool
	byParagraph   bool
	thresholds    []func(*justext.Config) // those given, to be set on any preset
	python        bool
	listStopLists bool
	version       bool

	algo          string
	given         []string // names of the flags
	bpName        string   // of -extractor, and what it means
	bpExtractor   boilerpipe.Extractor
	wordsByScript bool
	maxBytes      *int // of a page; nil where not given
	maxBlocks     *int
	model         string // of victor
	other         float64
}

// parse reads the command line. The error is flag.ErrHelp where help is asked
// for.
func parse(args []string) (*options, error) {
	o := &options{format: &formats[0], algo: "justext"}
	flags := o.flagSet()
	given, files := split(flags, args)
	if err := flags.Parse(given); err != nil {
		if strings.HasPrefix(err.Error(), "flag provided but not defined") {
			err = fmt.Errorf("%w; justext -h lists the flags", err)
		}
		return nil, err
	}
	flags.Visit(func(f *flag.Flag) { o.given = append(o.given, f.Name) })
	if o.files = files; len(files) == 0 {
		o.files = []string{"-"}
	}
	return o, o.checkFiles()
}

// split parts flags, with their values, from files, so that flags may stand
// behind files.
func split(flags *flag.FlagSet, args []string) (given, files []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return given, append(files, args[i+1:]...)
		case len(arg) < 2 || arg[0] != '-':
			files = append(files, arg)
		case takesNext(flags, arg) && i+1 < len(args):
			i++
			given = append(given, arg, args[i])
		default:
			given = append(given, arg)
		}
	}
	return given, files
}

// takesNext reports whether the next argument is the value of this flag.
func takesNext(flags *flag.FlagSet, arg string) bool {
	f := flags.Lookup(strings.TrimPrefix(arg[1:], "-"))
	if f == nil {
		return false // it has its value with it, or is an error
	}
	isBool, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !isBool.IsBoolFlag()
}

// flagSet defines the flags; their descriptions are in help.
func (o *options) flagSet() *flag.FlagSet {
	flags := flag.NewFlagSet("justext", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.s, "s", "", "")
	flags.StringVar(&o.lang, "lang", "", "")
	flags.StringVar(&o.output, "o", "", "")
	flags.Func("format", "", o.setFormat)
	flags.Func("algo", "", o.setAlgo)
	flags.Func("extractor", "", o.setExtractor)
	flags.BoolVar(&o.wordsByScript, "words-by-script", false, "")
	flags.Func("max-bytes", "", limit(&o.maxBytes))
	flags.Func("max-blocks", "", limit(&o.maxBlocks))
	flags.StringVar(&o.model, "model", "", "")
	flags.Func("other", "", o.setOther)
	flags.StringVar(&o.encoding, "encoding", "", "")
	flags.BoolVar(&o.force, "enc-force", false, "")
	flags.Func("enc-errors", "", o.setInvalidBytes)
	flags.BoolVar(&o.noHeadings, "no-headings", false, "")
	flags.BoolVar(&o.noHeadlines, "no-headlines", false, "")
	flags.BoolVar(&o.byParagraph, "lang-by-paragraph", false, "")
	flags.BoolVar(&o.python, "python", false, "")
	flags.BoolVar(&o.listStopLists, "list-stoplists", false, "")
	flags.BoolVar(&o.version, "V", false, "")
	flags.BoolVar(&o.version, "version", false, "")
	o.defineThresholds(flags)
	return flags
}

var lengths = map[string]func(*justext.Config) *int{
	"length-low":           func(c *justext.Config) *int { return &c.LengthLow },
	"length-high":          func(c *justext.Config) *int { return &c.LengthHigh },
	"max-heading-distance": func(c *justext.Config) *int { return &c.MaxHeadingDistance },
}

var densities = map[string]func(*justext.Config) *float64{
	"stopwords-low":    func(c *justext.Config) *float64 { return &c.StopWordsLow },
	"stopwords-high":   func(c *justext.Config) *float64 { return &c.StopWordsHigh },
	"max-link-density": func(c *justext.Config) *float64 { return &c.MaxLinkDensity },
}

// limit reads a limit, of which 0 means none.
func limit(to **int) func(string) error {
	return func(value string) error {
		n, err := wholeNumber(value)
		*to = &n
		return err
	}
}

func wholeNumber(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return 0, errors.New("a whole number from 0 on is expected")
	}
	return n, nil
}

// limits sets those that are given. One tag or comment may have half the bytes of a
// page, as by default.
func (o *options) limits(bytes, token, blocks *int) {
	if o.maxBytes != nil {
		*bytes, *token = *o.maxBytes, (*o.maxBytes+1)/2
	}
	if o.maxBlocks != nil {
		*blocks = *o.maxBlocks
	}
}

func (o *options) defineThresholds(flags *flag.FlagSet) {
	for name, field := range lengths {
		flags.Func(name, "", func(value string) error {
			n, err := wholeNumber(value)
			if err != nil {
				return err
			}
			o.thresholds = append(o.thresholds, func(c *justext.Config) { *field(c) = n })
			return nil
		})
	}
	for name, field := range densities {
		flags.Func(name, "", func(value string) error {
			f, err := strconv.ParseFloat(value, 64)
			if err != nil || !(f >= 0) { // so written for NaN
				return errors.New("a share from 0 on, such as 0.3, is expected")
			}
			o.thresholds = append(o.thresholds, func(c *justext.Config) { *field(c) = f })
			return nil
		})
	}
}

func (o *options) setFormat(value string) error {
	var names []string
	for i := range formats {
		if formats[i].name == value {
			o.format = &formats[i]
			return nil
		}
		names = append(names, formats[i].name)
	}
	return fmt.Errorf("one of %s is expected", strings.Join(names, ", "))
}

// algorithms are the values of -algo, the default first, each with its flags that
// not all have.
var algorithms = [...]struct {
	name  string
	make  func(*options) (algorithm, error)
	flags []string
}{
	{"justext", (*options).justext, []string{"s", "lang", "lang-by-paragraph", "no-headings", "no-headlines", "length-low", "length-high",
		"stopwords-low", "stopwords-high", "max-link-density", "max-heading-distance", "python"}},
	{"boilerpipe", (*options).boilerpipe, []string{"extractor", "words-by-script"}},
	{"victor", (*options).victor, []string{"model", "other"}},
}

func (o *options) setAlgo(value string) error {
	var names []string
	for _, a := range algorithms {
		if a.name == value {
			o.algo = value
			return nil
		}
		names = append(names, a.name)
	}
	return fmt.Errorf("one of %s is expected", strings.Join(names, ", "))
}

// algorithm makes the algorithm of the command line. All its errors are usage
// errors.
func (o *options) algorithm() (algorithm, error) {
	for _, name := range o.given {
		if owners := ownersOf(name); len(owners) > 0 && !slices.Contains(owners, o.algo) {
			return nil, fmt.Errorf("-%s is of -algo %s", name, strings.Join(owners, " and "))
		}
	}
	for _, a := range algorithms[1:] {
		if a.name == o.algo {
			return a.make(o)
		}
	}
	return algorithms[0].make(o)
}

// ownersOf returns the algorithms that have a flag that not all have.
func ownersOf(flag string) (names []string) {
	for _, a := range algorithms {
		if slices.Contains(a.flags, flag) {
			names = append(names, a.name)
		}
	}
	return names
}

func (o *options) setOther(value string) error {
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p > 0 && p <= 1) { // so written for NaN
		return errors.New("a probability above 0, such as 0.2, is expected")
	}
	o.other = p
	return nil
}

func (o *options) setInvalidBytes(value string) error {
	switch strings.ToLower(value) { // as Python does
	case "strict":
		o.invalidBytes = page.RefuseInvalid
	case "ignore":
		o.invalidBytes = page.IgnoreInvalid
	case "replace":
		o.invalidBytes = page.ReplaceInvalid
	default:
		return errors.New("strict, ignore or replace is expected")
	}
	return nil
}

// checkFiles refuses what would read standard input twice at once, or overwrite
// what it is to read.
func (o *options) checkFiles() error {
	standard := 0
	for _, file := range o.files {
		if file == "" {
			return errors.New(`a file name is empty; "-" is standard input`)
		}
		if file == "-" {
			standard++
		} else if o.isOutput(file) {
			return o.overwritten("one of the pages")
		}
	}
	switch {
	case standard > 1:
		return errors.New(`"-", standard input, is given twice`)
	case isListFile(cmp.Or(o.s, o.lang)) && o.isOutput(cmp.Or(o.s, o.lang)):
		return o.overwritten("the stop list of -s")
	case o.isOutput(o.model):
		return o.overwritten("the model of -model")
	}
	return nil
}

// checkStandardInput refuses to overwrite the file that the shell has put there.
func (o *options) checkStandardInput(stdin io.Reader) error {
	if file, ok := stdin.(*os.File); ok && slices.Contains(o.files, "-") {
		if info, err := file.Stat(); err == nil && o.isOutputInfo(info) {
			return o.overwritten("standard input")
		}
	}
	return nil
}

func (o *options) overwritten(input string) error {
	return fmt.Errorf("-o %s: it is %s too, and would be overwritten", o.output, input)
}

// isOutput reports whether a file is the regular file of -o.
func (o *options) isOutput(name string) bool {
	file, err := os.Stat(name)
	return err == nil && o.isOutputInfo(file)
}

func (o *options) isOutputInfo(file os.FileInfo) bool {
	if o.output == "" || o.output == "-" {
		return false
	}
	output, err := os.Stat(o.output)
	return err == nil && output.Mode().IsRegular() && os.SameFile(output, file)
}

// extractor makes the extractor that the command line describes. All its
// errors are usage errors.
func (o *options) extractor() (*justext.Extractor, error) {
	config, err := o.config()
	if err != nil {
		return nil, err
	}
	name, err := o.language()
	if err != nil {
		return nil, err
	}
	lang, list, err := stopList(name)
	if err != nil {
		return nil, err
	}
	config.StopWords = list
	x, err := justext.New(lang, config)
	switch {
	case errors.Is(err, justext.ErrUnknownLanguage):
		err = fmt.Errorf("-s %q: no such language and no such file; justext -list-stoplists lists the languages", name)
	case errors.Is(err, page.ErrUnknownEncoding):
		err = o.unknownEncoding()
	}
	return x, err
}

func (o *options) unknownEncoding() error {
	return fmt.Errorf("-encoding %q: a label of the WHATWG Encoding Standard is expected, such as utf-8 or windows-1250", o.encoding)
}

// maxPage is how many bytes a page may have, of which the offsets have 32 bits.
const maxPage = math.MaxInt32 - 1

var errTooManyBytes = fmt.Errorf("-max-bytes: at most %d are possible", maxPage)

var errForceAlone = errors.New("-enc-force needs -encoding, for example -encoding windows-1250")

// config is the preset with what the command line changes.
func (o *options) config() (justext.Config, error) {
	config := justext.DefaultConfig()
	if o.python {
		config = justext.PythonConfig()
	}
	for _, set := range o.thresholds {
		set(&config)
	}
	config.NoHeadings = o.noHeadings
	config.NoHeadlines = config.NoHeadlines || o.noHeadlines
	config.LangByParagraph = o.byParagraph
	config.InvalidBytes = o.invalidBytes
	o.limits(&config.MaxBytes, &config.MaxToken, &config.MaxBlocks)
	config.TextNodes = o.format.textNodes
	config.ForceEncoding = o.force
	if o.encoding != "" {
		config.DefaultEncoding = o.encoding
	}
	return config, o.check(config)
}

// check refuses flags that do not go together.
func (o *options) check(config justext.Config) error {
	switch {
	case o.force && o.encoding == "":
		return errForceAlone
	case o.byParagraph && !strings.EqualFold(cmp.Or(o.s, o.lang), justext.Auto):
		return errors.New("-lang-by-paragraph needs -s auto")
	case config.MaxBytes > maxPage:
		return errTooManyBytes
	case config.LengthLow > config.LengthHigh:
		return fmt.Errorf("-length-low %d is above -length-high %d", config.LengthLow, config.LengthHigh)
	case config.StopWordsLow > config.StopWordsHigh:
		return fmt.Errorf("-stopwords-low %v is above -stopwords-high %v", config.StopWordsLow, config.StopWordsHigh)
	}
	return nil
}

// language is the value of -s or -lang.
func (o *options) language() (string, error) {
	switch {
	case o.s == "" && o.lang == "":
		return "", errors.New("no language: give -s English (justext -list-stoplists lists the languages), " +
			"-s auto to find that of each page, -s FILE with a stop list, or -s None to do without")
	case o.s == "":
		return o.lang, nil
	case o.lang != "" && o.lang != o.s:
		return "", fmt.Errorf("-s %s and -lang %s are the same flag; give one", o.s, o.lang)
	}
	return o.s, nil
}

// isListFile reports whether a value of -s names a file and not a language.
func isListFile(name string) bool {
	if strings.EqualFold(name, "none") || strings.EqualFold(name, justext.Auto) {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// stopList finds out what a value of -s means: a language for justext.New, or
// a list.
func stopList(name string) (lang string, list *stoplists.List, err error) {
	switch {
	case strings.EqualFold(name, "none"):
		return "", nil, nil
	case strings.EqualFold(name, justext.Auto):
		return justext.Auto, nil, nil
	}
	if !isListFile(name) {
		return name, nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return "", nil, fmt.Errorf("-s: %w", err)
	}
	defer file.Close()
	if list, err = stoplists.Parse(file); err != nil {
		return "", nil, fmt.Errorf("-s %s: %w", name, err)
	}
	if list.Len() == 0 {
		return "", nil, fmt.Errorf("-s %s: no words in it; -s None asks for no stop list", name)
	}
	return "", list, nil
}
