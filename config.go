package justext

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/seed42075109/justext/internal/input"
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

// InvalidBytes says what becomes of bytes that the page's encoding does not
// have.
type InvalidBytes uint8

// In a page that is not valid UTF-8, a U+FFFD that the page has itself cannot be
// told from one that stands for such bytes.
const (
	ReplaceInvalid InvalidBytes = iota // U+FFFD stands in their place
	IgnoreInvalid                      // they are left out
	RefuseInvalid                      // the page is refused with ErrInvalidBytes
)

// Config sets the parameters of the algorithm. Begin with [DefaultConfig] or
// [PythonConfig] and change fields: New refuses a Config that was made without
// one of them, so that a forgotten field is never taken for a threshold of 0.
type Config struct {
	Markup Markup // MarkupHTML or MarkupLibxml2

	// LengthLow and LengthHigh divide paragraphs by their length in code
	// points: below LengthLow short, above LengthHigh long. Defaults 70 and 200; in
	// their place New puts 25 and 70 for Chinese and Japanese, 35 and 100 for Korean;
	// see FixedParameters.
	LengthLow, LengthHigh int

	// StopWordsLow and StopWordsHigh divide paragraphs by the share of stop
	// words among their words. Defaults 0.30 and 0.32, of which New makes 0.15 and
	// 0.18 for languages without spaces. Where there is no stop list, and for Korean,
	// whose list is not good enough, it sets both to 0, and they do not matter.
	StopWordsLow, StopWordsHigh float64

	// Unspaced says that the language is written without spaces between words. Its
	// letters are counted in place of words, and its stop words are the longest that
	// begin at each letter. New sets it for Chinese, Japanese, Thai, Lao, Khmer,
	// Burmese and Tibetan; set it with StopWords for a list of one's own.
	Unspaced bool

	// SentenceMarks are punctuation marks of which a paragraph must have one, or else
	// it is Bad: an address or a telephone number and not a sentence. New sets them
	// for Chinese and Japanese; see FixedParameters.
	SentenceMarks string

	// FixedParameters makes New leave the lengths, the stop word thresholds, Unspaced
	// and SentenceMarks as they are, whatever serves the language best; Korean then
	// has its stop list. To change some, take those of New(lang, …).Config().
	FixedParameters bool

	// MaxLinkDensity is the share of characters in links above which a
	// paragraph is Bad. Default 0.2.
	MaxLinkDensity float64

	// MaxHeadingDistance is how many code points may lie between a heading and
	// the good text that it belongs to. Default 200.
	MaxHeadingDistance int

	NoHeadings  bool // headings are paragraphs like any other
	NoHeadlines bool // an H1 is not Good by itself
	Images      bool // an image close before good text is NearGood, not Bad; MarkupHTML only

	// Python302 leaves out the heading pre-processing, which does nothing in
	// Python jusText 3.0.2 as shipped.
	Python302 bool

	// LangByParagraph, with the language Auto, takes a paragraph that is clearly in
	// another language than its page by the stop list of its own, so that pages in
	// two languages keep both. See Paragraph.Lang. It looks at every paragraph, and
	// takes about as long again as the page without it. With a named language it does
	// nothing, nor for callers who call the stages one by one.
	LangByParagraph bool

	// StopWords is the caller's own list. With it, New does not look at the
	// language.
	StopWords *stoplists.List

	// DefaultEncoding is the label of the encoding of a page that is not valid
	// UTF-8 and says nothing about it. Default windows-1252, as in browsers of
	// most languages; in PythonConfig utf-8.
	DefaultEncoding string

	// ForceEncoding takes every page to be in DefaultEncoding, whatever it says.
	ForceEncoding bool

	// InvalidBytes says what to do with bytes that cannot be decoded.
	InvalidBytes InvalidBytes

	// Limits; 0 means none. A page that meets one is cut there, and the
	// paragraphs before are returned with the error named.
	MaxBytes      int // of a page as it is read: ErrPageTooLarge. Default 64 MiB; less than 2 GiB, which 0 means too
	MaxToken      int // bytes of one tag, comment or declaration: ErrTokenTooLarge. Default 32 MiB
	MaxParagraphs int // ErrTooManyParagraphs. Default 1,000,000

	// MaxDepth is how many elements may be open. What is deeper is taken to
	// stand beside the deepest; no text is lost and it is no error. Default 512,
	// as in Chromium; without a limit, end tags can cost as much as the page is
	// deep. MarkupLibxml2 has libxml2's limit instead: at 257 open
	// elements the page ends.
	MaxDepth int

	// TextNodes asks for Document.TextNodes.
	TextNodes bool
}

// The default lengths, in code points of an alphabetic script.
const (
	lengthLow  = 70
	lengthHigh = 200
)

// DefaultConfig returns the algorithm as its description has it, with the
// markup read by web standards.
func DefaultConfig() Config {
	return Config{
		Markup:             MarkupHTML,
		LengthLow:          lengthLow,
		LengthHigh:         lengthHigh,
		StopWordsLow:       0.30,
		StopWordsHigh:      0.32,
		MaxLinkDensity:     0.2,
		MaxHeadingDistance: 200,
		DefaultEncoding:    "windows-1252",
		MaxBytes:           64 << 20,
		MaxToken:           32 << 20,
		MaxParagraphs:      1_000_000,
		MaxDepth:           512,
	}
}

// PythonConfig returns the parameters under which the paragraphs are those of
// Python jusText 3.0.2, but for its dead first heading pass: see
// [Config.Python302]. Stop lists are still this module's; give Python's own
// file in StopWords where the classes should be Python's too. What New sets for
// languages without spaces and for Korean, it sets here too; Python has no such rules.
func PythonConfig() Config {
	config := DefaultConfig()
	config.Markup = MarkupLibxml2
	config.NoHeadlines = true
	config.DefaultEncoding = "utf-8"
	return config
}

// Errors of New, Extract and their kin; use errors.Is.
var (
	// ErrConfig: a field of Config has a value that cannot be meant.
	ErrConfig = errors.New("justext: bad configuration")
	// ErrUnknownLanguage: there is no stop list for the language.
	ErrUnknownLanguage = stoplists.ErrUnknownLanguage
	// ErrUnknownEncoding: Config.DefaultEncoding is no label of the WHATWG
	// Encoding Standard.
	ErrUnknownEncoding = input.ErrUnknownEncoding
	// ErrInvalidBytes: the page has bytes that its encoding does not have, and
	// Config.InvalidBytes is RefuseInvalid.
	ErrInvalidBytes = input.ErrInvalidBytes
	// ErrPageTooLarge: the page has more than Config.MaxBytes.
	ErrPageTooLarge = input.ErrPageTooLarge
	// ErrTokenTooLarge: a tag or comment has more than Config.MaxToken bytes.
	ErrTokenTooLarge = errors.New("justext: tag or comment too large")
	// ErrTooManyParagraphs: the page has more than Config.MaxParagraphs.
	ErrTooManyParagraphs = errors.New("justext: too many paragraphs")
)

// maxPage is how many bytes the offsets of a Paragraph can count.
const maxPage = input.MaxPage

// check refuses a Config that cannot be meant.
func (c *Config) check() error {
	switch {
	case c.Markup != MarkupHTML && c.Markup != MarkupLibxml2:
		return fmt.Errorf("%w: Markup is not set; begin with DefaultConfig() or PythonConfig() and change fields", ErrConfig)
	case c.MaxBytes > maxPage:
		return fmt.Errorf("%w: MaxBytes %d is above %d", ErrConfig, c.MaxBytes, maxPage)
	case c.InvalidBytes > RefuseInvalid:
		return fmt.Errorf("%w: InvalidBytes %d is none of the constants", ErrConfig, c.InvalidBytes)
	}
	for _, f := range []struct {
		name  string
		value float64
	}{
		{"LengthLow", float64(c.LengthLow)}, {"LengthHigh", float64(c.LengthHigh)},
		{"StopWordsLow", c.StopWordsLow}, {"StopWordsHigh", c.StopWordsHigh}, {"MaxLinkDensity", c.MaxLinkDensity},
		{"MaxHeadingDistance", float64(c.MaxHeadingDistance)}, {"MaxBytes", float64(c.MaxBytes)},
		{"MaxToken", float64(c.MaxToken)}, {"MaxParagraphs", float64(c.MaxParagraphs)}, {"MaxDepth", float64(c.MaxDepth)},
	} {
		if math.IsNaN(f.value) || f.value < 0 {
			return fmt.Errorf("%w: %s is %v; it is a number from 0 on", ErrConfig, f.name, f.value)
		}
	}
	if c.MaxDepth == 1 {
		return fmt.Errorf("%w: MaxDepth is 1, which has no room for html and body; 0 is no limit", ErrConfig)
	}
	return nil
}

// checkOrder refuses thresholds that are the wrong way round.
func (c *Config) checkOrder() error {
	switch {
	case c.LengthHigh < c.LengthLow:
		return fmt.Errorf("%w: LengthHigh %d is below LengthLow %d", ErrConfig, c.LengthHigh, c.LengthLow)
	case c.StopWordsHigh < c.StopWordsLow:
		return fmt.Errorf("%w: StopWordsHigh %v is below StopWordsLow %v", ErrConfig, c.StopWordsHigh, c.StopWordsLow)
	}
	return nil
}

// resolve completes a configuration for a language: its stop list, its
// encoding by its canonical name.
func (c *Config) resolve(lang string) (tag string, err error) {
	if c.DefaultEncoding == "" {
		c.DefaultEncoding = "windows-1252"
	}
	if c.DefaultEncoding, err = input.Canonical(c.DefaultEncoding); err != nil {
		return "", fmt.Errorf("justext: Config.DefaultEncoding: %w", err)
	}
	if c.MaxBytes == 0 {
		c.MaxBytes = maxPage
	}
	if c.StopWords == nil && strings.EqualFold(lang, Auto) {
		return Auto, c.checkOrder()
	}
	if c.StopWords == nil && lang != "" {
		found, err := stoplists.Find(lang)
		if err != nil {
			return "", err
		}
		if c.StopWords, err = stoplists.Lookup(lang); err != nil {
			return "", err
		}
		tag = found.Tag
		c.adapt(tag)
	}
	if c.StopWords.Len() == 0 {
		c.StopWordsLow, c.StopWordsHigh = 0, 0
	}
	return tag, c.checkOrder()
}
