package justext

import (
	"fmt"
	"maps"
	"strings"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/stoplists"
)

// Markup says by whose rules the markup of a page is read.
type Markup uint8

const (
	// MarkupHTML reads tags and character references by the HTML standard, as browsers
	// do. The content of select, textarea and button is text, form separates
	// paragraphs, and the alternative text of an image is a paragraph of its own.
	MarkupHTML Markup = iota + 1
	// MarkupLibxml2 reads them as Python jusText 3.0.2 does, with libxml2 2.9.14 and
	// lxml's Cleaner.
	MarkupLibxml2
)

// Config has the parameters of the algorithm. Begin with [DefaultConfig], [ConfigFor] or
// [PythonConfig] and change fields. [New] refuses a Config that was made in any other way,
// so that a field that was forgotten is never taken for a threshold of 0.
type Config struct {
	page.Options // encodings, and limits for each page

	Markup Markup // MarkupHTML or MarkupLibxml2

	// Parameters are the thresholds that depend on the language. They apply to every
	// language that is not in Languages.
	Parameters

	// Languages has the parameters of single languages, by BCP 47 tag without script or
	// region, such as "zh". The default is a table of eight languages, which
	// docs/justext.md lists under "Languages". If it is nil, Parameters apply to all
	// languages.
	Languages map[string]Parameters

	// MaxLinkDensity is the link density above which a paragraph is Bad. The link density
	// is the share of characters in links; the default is 0.2.
	MaxLinkDensity float64

	// MaxHeadingDistance is the number of code points that may lie between a heading and
	// the good text that it belongs to. The default is 200.
	MaxHeadingDistance int

	NoHeadings  bool // treat headings like any other paragraphs
	NoHeadlines bool // treat an h1 like the other headings, not as Good by itself
	Images      bool // with MarkupHTML, treat an image shortly before good text as NearGood, so that it can become Good

	// Python302 leaves out the heading pre-processing, which has no effect in Python
	// jusText 3.0.2 as shipped (docs/justext.md, "Heading pre-processing").
	Python302 bool

	// LangByParagraph makes an Extractor for Auto look for paragraphs that are clearly in
	// another language than their page, and classify them by the stop list of that
	// language, so that pages in two languages keep both. Paragraph.Lang returns the
	// language. LangByParagraph about doubles the time for a page. It has no effect with
	// a named language or on the single stages.
	LangByParagraph bool

	// StopWords is a stop list of the caller's own. If it is set, New ignores the
	// language that it is given, and Parameters apply.
	StopWords *stoplists.List

	// TextNodes asks for Document.TextNodes.
	TextNodes bool
}

// Parameters are the thresholds of the context-free classification that depend on the
// language.
type Parameters struct {
	// A paragraph with fewer code points than LengthLow is short, and one with more than
	// LengthHigh is long. The defaults are 70 and 200.
	LengthLow, LengthHigh int

	// StopWordsLow and StopWordsHigh are thresholds of the stop word density, the share
	// of stop words among the words of a paragraph. Below StopWordsLow, a paragraph is
	// not grammatical text. At StopWordsHigh or above, a long one is Good. The defaults
	// are 0.30 and 0.32. If StopWordsHigh is 0, stop words are ignored; New sets both to
	// 0 if there is no stop list.
	StopWordsLow, StopWordsHigh float64

	// Unspaced says that the language is written without spaces between words. Its
	// letters are then counted in place of words, and its stop words are found by longest
	// match.
	Unspaced bool

	// SentenceMarks are punctuation marks. If there are any, a paragraph of LengthLow
	// code points or more that has none of them is Bad, for example an address or a
	// telephone number.
	SentenceMarks string
}

// DefaultConfig returns the configuration for the algorithm as it was published, with
// markup read by web standards. For languages that the published parameters do not suit,
// it has other parameters.
func DefaultConfig() Config {
	return Config{
		Options:            page.DefaultOptions(),
		Markup:             MarkupHTML,
		Parameters:         alphabetic,
		Languages:          maps.Clone(languages),
		MaxLinkDensity:     0.2,
		MaxHeadingDistance: 200,
	}
}

// ConfigFor returns [DefaultConfig] with the parameters of one language in its
// Parameters, and without Languages. [New] uses it as the caller has changed it. lang is
// as for New; for Auto, ConfigFor returns DefaultConfig. The error wraps
// [ErrUnknownLanguage].
func ConfigFor(lang string) (Config, error) {
	config := DefaultConfig()
	if isAuto(lang) {
		return config, nil
	}
	tag, err := findTag(lang)
	if err != nil {
		return Config{}, prefixed(err)
	}
	config.settle(tag)
	if lang == "" {
		config.StopWordsLow, config.StopWordsHigh = 0, 0
	}
	return config, nil
}

// PythonConfig returns the configuration that reproduces Python jusText 3.0.2 with
// heading pre-processing as documented. Set Config.Python302 to get the classes of Python
// jusText as shipped. There is one set of parameters for all languages, as in Python.
// Classes depend on the stop list: set StopWords to Python's own.
//
// Text can have the control characters DEL and U+0080 to U+009F, as in Python. Programs
// that print it to a terminal should remove them.
func PythonConfig() Config {
	config := DefaultConfig()
	config.Markup = MarkupLibxml2
	config.Languages = nil
	config.NoHeadlines = true
	config.DefaultEncoding = "utf-8"
	return config
}

// ErrUnknownLanguage is wrapped by the errors about languages that have no stop list. The
// other errors are in package page.
var ErrUnknownLanguage = stoplists.ErrUnknownLanguage

// check refuses a Config that no preset has made, or a field with a value that makes no
// sense.
func (c *Config) check() error {
	if err := c.Options.Check(); err != nil {
		return err
	}
	if c.Markup != MarkupHTML && c.Markup != MarkupLibxml2 {
		return fmt.Errorf("%w: Markup is %d; use MarkupHTML or MarkupLibxml2", page.ErrConfig, c.Markup)
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"MaxLinkDensity", c.MaxLinkDensity}, {"MaxHeadingDistance", float64(c.MaxHeadingDistance)}} {
		if !(f.value >= 0) { // refuses NaN too
			return fmt.Errorf("%w: %s is %v; use a number that is not negative", page.ErrConfig, f.name, f.value)
		}
	}
	if err := c.Parameters.check(); err != nil {
		return err
	}
	for tag, p := range c.Languages {
		if strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz") != "" || tag == "" {
			return fmt.Errorf("%w: Languages has %q; use a tag in lower case without script or region", page.ErrConfig, tag)
		}
		if err := p.check(); err != nil {
			return fmt.Errorf("in Languages[%q]: %w", tag, err)
		}
	}
	return nil
}

// check refuses thresholds that make no sense or are the wrong way round.
func (p *Parameters) check() error {
	switch {
	case p.LengthLow < 0 || p.LengthHigh < p.LengthLow:
		return fmt.Errorf("%w: LengthLow is %d and LengthHigh %d; use 0 <= LengthLow <= LengthHigh", page.ErrConfig, p.LengthLow, p.LengthHigh)
	case !(p.StopWordsLow >= 0 && p.StopWordsHigh >= p.StopWordsLow): // refuses NaN too
		return fmt.Errorf("%w: StopWordsLow is %v and StopWordsHigh %v; use 0 <= StopWordsLow <= StopWordsHigh", page.ErrConfig, p.StopWordsLow, p.StopWordsHigh)
	}
	return nil
}

// resolve completes a configuration for a language: with its stop list, its parameters,
// and the canonical name of the encoding.
func (c *Config) resolve(lang string) (tag string, err error) {
	if err := input.Resolve(&c.Options); err != nil {
		return "", err
	}
	if c.StopWords == nil && isAuto(lang) {
		return Auto, nil
	}
	if c.StopWords == nil && lang != "" {
		if tag, err = findTag(lang); err != nil {
			return "", err
		}
		if c.StopWords, err = stoplists.Lookup(lang); err != nil {
			return "", err
		}
		c.settle(tag)
	}
	c.Languages = nil
	if c.StopWords.Len() == 0 {
		c.StopWordsLow, c.StopWordsHigh = 0, 0
	}
	return tag, nil
}

// settle gives the configuration the parameters of a language.
func (c *Config) settle(tag string) {
	base, _, _ := strings.Cut(tag, "-")
	if p, ok := c.Languages[base]; ok {
		c.Parameters = p
	}
	c.Languages = nil
}

// findTag returns the BCP 47 tag of a language, or "" for "".
func findTag(lang string) (string, error) {
	if lang == "" {
		return "", nil
	}
	found, err := stoplists.Find(lang)
	return found.Tag, err
}
