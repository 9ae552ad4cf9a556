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
	// MarkupHTML reads tags and character references as the HTML standard and
	// so as browsers do. Select, textarea, button and form are kept, an image's
	// alternative text is a paragraph of its own.
	MarkupHTML Markup = iota + 1
	// MarkupLibxml2 reads them as libxml2 2.9.14 does under lxml's Cleaner, and
	// so as Python jusText 3.0.2 does.
	MarkupLibxml2
)

// Config sets the parameters of the algorithm. Begin with [DefaultConfig],
// [ConfigFor] or [PythonConfig] and change fields: [New] refuses a Config that
// was made in any other way, so that a field that was forgotten is never taken
// for a threshold of 0.
type Config struct {
	page.Options // encodings, and limits for a page

	Markup Markup // MarkupHTML or MarkupLibxml2

	// Parameters are the thresholds that depend on the language. They apply to
	// every language that is not in Languages.
	Parameters

	// Languages has the parameters of those languages that want others, by their
	// BCP 47 tag without region or script. The default is a table of eight: see
	// [ConfigFor]. A nil map leaves all languages to the Parameters above.
	Languages map[string]Parameters

	// MaxLinkDensity is the share of characters in links above which a
	// paragraph is Bad. The default is 0.2.
	MaxLinkDensity float64

	// MaxHeadingDistance is how many code points may lie between a heading and
	// the good text that it belongs to. The default is 200.
	MaxHeadingDistance int

	NoHeadings  bool // headings are paragraphs like any other
	NoHeadlines bool // an h1 is not Good by itself
	Images      bool // an image shortly before good text is NearGood, not Bad; with MarkupHTML only

	// Python302 leaves out the heading pre-processing, which has no effect in
	// Python jusText 3.0.2 as shipped.
	Python302 bool

	// LangByParagraph, with the language Auto, takes a paragraph that is clearly
	// in another language than its page by the stop list of its own, so that
	// pages in two languages keep both: see Paragraph.Lang. It doubles the time
	// for a page. It has no effect with a named language, nor for callers who
	// call the stages one by one.
	LangByParagraph bool

	// StopWords is a stop list of the caller's own. New does not look at its
	// language then.
	StopWords *stoplists.List

	// TextNodes asks for Document.TextNodes.
	TextNodes bool
}

// Parameters are the thresholds of the context-free classification that depend
// on the language.
type Parameters struct {
	// LengthLow and LengthHigh divide paragraphs by their length in code points:
	// below LengthLow they are short, above LengthHigh long. The defaults are 70
	// and 200.
	LengthLow, LengthHigh int

	// StopWordsLow and StopWordsHigh divide paragraphs by the share of stop
	// words among their words. The defaults are 0.30 and 0.32. If both are 0,
	// stop words do not count; that is so wherever there is no stop list.
	StopWordsLow, StopWordsHigh float64

	// Unspaced says that the language is written without spaces between words.
	// Its letters are counted in place of words, and its stop words are found by
	// longest match.
	Unspaced bool

	// SentenceMarks are punctuation marks. If it is not empty, a paragraph of at
	// least LengthLow without any of them is Bad: it is an address or a telephone
	// number and not a sentence.
	SentenceMarks string
}

// DefaultConfig returns the algorithm as it was published, with the markup read
// by web standards, and with parameters of their own for those languages that
// want them (see [ConfigFor]).
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

// ConfigFor returns [DefaultConfig] for one language, named as for [New]: its
// Parameters are those of the language, and Languages is nil. What the caller
// changes is what New uses. With Auto it is DefaultConfig. The error wraps
// ErrUnknownLanguage.
func ConfigFor(lang string) (Config, error) {
	config := DefaultConfig()
	if isAuto(lang) {
		return config, nil
	}
	tag, err := findTag(lang)
	if err != nil {
		return Config{}, err
	}
	config.settle(tag)
	if lang == "" {
		config.StopWordsLow, config.StopWordsHigh = 0, 0
	}
	return config, nil
}

// PythonConfig returns the parameters with which paragraphs are those of Python
// jusText 3.0.2, except that the heading pre-processing works as documented; see
// [Config.Python302]. The stop lists are those of package stoplists; to get
// Python's classes too, give Python's own file in StopWords.
func PythonConfig() Config {
	config := DefaultConfig()
	config.Markup = MarkupLibxml2
	config.Languages = nil
	config.NoHeadlines = true
	config.DefaultEncoding = "utf-8"
	return config
}

// ErrUnknownLanguage is wrapped by the error of a language that has no stop
// list. Other errors are in package page.
var ErrUnknownLanguage = stoplists.ErrUnknownLanguage

// check refuses a Config that no preset has made, or with a value that makes no
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
		if !(f.value >= 0) { // so written for NaN
			return fmt.Errorf("%w: %s is %v; use a number that is not negative", page.ErrConfig, f.name, f.value)
		}
	}
	if err := c.Parameters.check(); err != nil {
		return err
	}
	for tag, p := range c.Languages {
		if err := p.check(); err != nil {
			return fmt.Errorf("Languages[%q]: %w", tag, err)
		}
	}
	return nil
}

// check refuses thresholds that make no sense or are the wrong way round.
func (p *Parameters) check() error {
	switch {
	case p.LengthLow < 0 || p.LengthHigh < p.LengthLow:
		return fmt.Errorf("%w: LengthLow is %d and LengthHigh %d; use 0 <= LengthLow <= LengthHigh", page.ErrConfig, p.LengthLow, p.LengthHigh)
	case !(p.StopWordsLow >= 0 && p.StopWordsHigh >= p.StopWordsLow): // so written for NaN
		return fmt.Errorf("%w: StopWordsLow is %v and StopWordsHigh %v; use 0 <= StopWordsLow <= StopWordsHigh", page.ErrConfig, p.StopWordsLow, p.StopWordsHigh)
	}
	return nil
}

// resolve completes a configuration for a language: its stop list, its
// parameters, its encoding by its canonical name.
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

// settle makes the parameters of a language those of the configuration.
func (c *Config) settle(tag string) {
	base, _, _ := strings.Cut(tag, "-")
	if p, ok := c.Languages[base]; ok {
		c.Parameters = p
	}
	c.Languages = nil
}

// findTag returns the BCP 47 tag of a language, "" for "".
func findTag(lang string) (string, error) {
	if lang == "" {
		return "", nil
	}
	found, err := stoplists.Find(lang)
	return found.Tag, err
}

func isAuto(lang string) bool { return strings.EqualFold(lang, Auto) }
