package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/stoplists"
)

// justextMethod is -algo justext.
type justextMethod struct {
	s, lang       string
	byParagraph   bool
	noHeadings    bool
	noHeadlines   bool
	python        bool
	fixedHeadings bool
	thresholds    []threshold // those that were given

	x *justext.Extractor
}

// A threshold is a flag that was given and sets a field of a Config.
type threshold struct {
	flag string
	set  func(*justext.Config)
}

func (*justextMethod) name() string { return "justext" }

func (m *justextMethod) define(flags *flag.FlagSet) {
	flags.StringVar(&m.s, "s", "", "")
	flags.StringVar(&m.lang, "lang", "", "")
	flags.BoolVar(&m.byParagraph, "lang-by-paragraph", false, "")
	flags.BoolVar(&m.noHeadings, "no-headings", false, "")
	flags.BoolVar(&m.noHeadlines, "no-headlines", false, "")
	flags.BoolVar(&m.python, "python", false, "")
	flags.BoolVar(&m.fixedHeadings, "fixed-headings", false, "")
	defineThresholds(m, flags, lengths, wholeNumber)
	defineThresholds(m, flags, shares, share)
}

var lengths = map[string]func(*justext.Config) *int{
	"length-low":           func(c *justext.Config) *int { return &c.LengthLow },
	"length-high":          func(c *justext.Config) *int { return &c.LengthHigh },
	"max-heading-distance": func(c *justext.Config) *int { return &c.MaxHeadingDistance },
}

var shares = map[string]func(*justext.Config) *float64{
	"stopwords-low":    func(c *justext.Config) *float64 { return &c.StopWordsLow },
	"stopwords-high":   func(c *justext.Config) *float64 { return &c.StopWordsHigh },
	"max-link-density": func(c *justext.Config) *float64 { return &c.MaxLinkDensity },
}

func defineThresholds[T any](m *justextMethod, flags *flag.FlagSet, fields map[string]func(*justext.Config) *T, read func(string) (T, error)) {
	for name, field := range fields {
		flags.Func(name, "", func(text string) error {
			value, err := read(text)
			m.thresholds = append(m.thresholds, threshold{name, func(c *justext.Config) { *field(c) = value }})
			return err
		})
	}
}

func share(text string) (float64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0) { // so written for NaN
		return 0, errors.New("expected a share that is not negative, such as 0.3")
	}
	return f, nil
}

func (*justextMethod) fields() (ofPage, ofBlock []string) {
	return []string{"lang_by", "lang_margin", "paths_cut"},
		[]string{"lang", "class", "cf_class", "reason", "heading", "xpath", "dom_path", "words", "stopwords", "link_chars", "tags"}
}

// prepare makes the extractor.
func (m *justextMethod) prepare(o *options) error {
	name, err := m.language()
	if err != nil {
		return err
	}
	lang, list, err := stopList(name)
	if err != nil {
		return err
	}
	config, err := m.config()
	if err != nil {
		return err
	}
	config.StopWords = list
	config.TextNodes = o.format.name == krdwrd
	o.reading.apply(&config.Options)
	m.x, err = justext.New(lang, config)
	if errors.Is(err, justext.ErrUnknownLanguage) {
		err = fmt.Errorf("-s %q: no such language and no such file; justext -list-stoplists lists the languages", name)
	}
	return err
}

// config is the preset with the changes of the command line, which hold for
// every language.
func (m *justextMethod) config() (justext.Config, error) {
	config := justext.DefaultConfig()
	if m.python {
		config = justext.PythonConfig()
		config.Python302 = !m.fixedHeadings
	} else if m.fixedHeadings {
		return config, errors.New("-fixed-headings works only with -python")
	}
	config.NoHeadings = m.noHeadings
	config.NoHeadlines = config.NoHeadlines || m.noHeadlines
	if config.LangByParagraph = m.byParagraph; m.byParagraph && !m.isAuto() {
		return config, errors.New("-lang-by-paragraph works only with -s auto")
	}
	for _, tag := range slices.Collect(maps.Keys(config.Languages)) {
		own := config
		own.Parameters = config.Languages[tag]
		if err := m.setThresholds(&own); err != nil {
			return config, err
		}
		config.Languages[tag] = own.Parameters
	}
	return config, m.setThresholds(&config)
}

// setThresholds sets those that were given. Of a low and a high one of which
// only one was given, the other makes room for it.
func (m *justextMethod) setThresholds(config *justext.Config) error {
	given := make(map[string]bool)
	for _, t := range m.thresholds {
		t.set(config)
		given[t.flag] = true
	}
	if err := makeRoom("length", given, &config.LengthLow, &config.LengthHigh); err != nil {
		return err
	}
	return makeRoom("stopwords", given, &config.StopWordsLow, &config.StopWordsHigh)
}

func makeRoom[T cmp.Ordered](name string, given map[string]bool, low, high *T) error {
	switch {
	case *low <= *high:
	case given[name+"-low"] && given[name+"-high"]:
		return fmt.Errorf("-%s-low %v is above -%s-high %v", name, *low, name, *high)
	case given[name+"-low"]:
		*high = *low
	default:
		*low = *high
	}
	return nil
}

// language is the value of -s or -lang, by default auto.
func (m *justextMethod) language() (string, error) {
	if m.s != "" && m.lang != "" && m.s != m.lang {
		return "", fmt.Errorf("-s %s and -lang %s are the same flag; give one", m.s, m.lang)
	}
	return cmp.Or(m.s, m.lang, justext.Auto), nil
}

func (m *justextMethod) isAuto() bool {
	return strings.EqualFold(cmp.Or(m.s, m.lang, justext.Auto), justext.Auto)
}

// listFile is the file of -s, or "".
func (m *justextMethod) listFile() string {
	name, err := m.language()
	if err != nil || strings.EqualFold(name, "none") || m.isAuto() {
		return ""
	}
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return ""
	}
	return name
}

func (m *justextMethod) inputs() map[string]string {
	return map[string]string{"the stop list of -s": m.listFile()}
}

// stopList finds out what a value of -s means: a language for justext.New, or
// a list.
func stopList(name string) (lang string, list *stoplists.List, err error) {
	m := justextMethod{s: name}
	switch {
	case strings.EqualFold(name, "none"):
		return "", nil, nil
	case m.isAuto() || m.listFile() == "":
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
		return "", nil, fmt.Errorf("-s %s: the file has no words; -s None works without a stop list", name)
	}
	return "", list, nil
}

func (m *justextMethod) cleaner() page.Cleaner { return m.x }

func (m *justextMethod) clean(ctx context.Context, r io.Reader) (result, error) {
	counted := &counter{r: r}
	document, err := m.x.Document(ctx, counted, "")
	if m.noHeadings { // then no paragraph is a heading in Python's output
		for i := range document.Paragraphs {
			document.Paragraphs[i].Heading = false
		}
	}
	return &justextResult{document: document, auto: m.isAuto(), paths: pathBudget{limit: maxPathBytes(counted.n)}}, err
}

func (m *justextMethod) decode(source []byte) []byte {
	text, _, _ := m.x.Decode(source, "") // clean has had the error
	return text
}

// justextResult is a page with its paragraphs.
type justextResult struct {
	document *justext.Document
	auto     bool // the language was to be found
	paths    pathBudget
}

func (r *justextResult) view() *page.Document { return r.document.View() }

func (r *justextResult) lines() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for i := range r.document.Paragraphs {
			if p := &r.document.Paragraphs[i]; p.Class == justext.Good && !yield(p.Text, p.Heading) {
				return
			}
		}
	}
}

func (r *justextResult) pageFields(out *record) {
	if by := r.document.LangBy; by > justext.LangGiven {
		out.text("lang_by", by.String())
	}
	if margin := math.Round(r.document.LangMargin*10) / 10; margin != 0 {
		out.number("lang_margin", margin, 64)
	}
	if r.paths.spent {
		out.boolean("paths_cut", true)
	}
}

func (r *justextResult) blockFields(out *record, block int) {
	p := &r.document.Paragraphs[block]
	if lang := p.Lang(); lang != r.document.Lang {
		out.text("lang", lang)
	}
	out.text("class", p.Class.String())
	out.text("cf_class", p.ContextFree.String())
	out.text("reason", p.Reason.String())
	out.boolean("heading", p.Heading)
	r.pathFields(out, p)
	out.integer("words", p.Words)
	out.integer("stopwords", p.StopWords)
	out.integer("link_chars", p.LinkChars)
	out.integer("tags", p.Tags)
}

// pathFields writes both paths of a paragraph, or "" for both.
func (r *justextResult) pathFields(out *record, p *justext.Paragraph) {
	var xpath, domPath string
	if out.wants("xpath") {
		xpath = r.paths.take(p.XPath)
	}
	if out.wants("dom_path") {
		domPath = r.paths.take(p.DOMPath)
	}
	if r.paths.spent {
		xpath, domPath = "", ""
	}
	out.text("xpath", xpath)
	out.text("dom_path", domPath)
}

// sureMargin is the margin, in bits, from which on a language found by its
// words is not called a guess.
const sureMargin = 1

func (r *justextResult) language() string {
	if d := r.document; d.LangBy == justext.LangGiven || d.LangBy == justext.LangByScript || r.isSure() {
		return d.Lang
	}
	return ""
}

// isSure reports whether the words of the page decided its language clearly.
func (r *justextResult) isSure() bool {
	return r.document.LangBy == justext.LangByWords && r.document.LangMargin >= sureMargin
}

func (r *justextResult) tally() tally {
	d := r.document
	t := tally{noText: true, noLanguage: r.auto && d.Lang == "", warning: r.paths.warning()}
	for range r.lines() {
		t.noText = false
		break
	}
	byWords := d.LangBy == justext.LangByWords
	t.guessedLanguage = r.auto && (d.LangBy == justext.LangByAttribute || byWords && !r.isSure())
	return t
}
