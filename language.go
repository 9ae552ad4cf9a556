package justext

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed42075109/justext/stoplists"
)

// This file has the parameters of single languages, and chooses the language of a
// page where New was asked for Auto (docs/justext.md, "Languages" and "Language
// identification").

var (
	// alphabetic are the published parameters, for languages with spaces.
	alphabetic = Parameters{LengthLow: 70, LengthHigh: 200, StopWordsLow: 0.30, StopWordsHigh: 0.32}
	// unspaced are those of alphabets that are written without spaces. The stop word
	// densities are shares of letters.
	unspaced = Parameters{LengthLow: 70, LengthHigh: 200, StopWordsLow: 0.15, StopWordsHigh: 0.18, Unspaced: true}
	// eastAsian are those of languages in which a letter says about as much as three
	// letters of an alphabet.
	eastAsian = Parameters{LengthLow: 25, LengthHigh: 70, StopWordsLow: 0.15, StopWordsHigh: 0.18, Unspaced: true, SentenceMarks: "。！？；…，、,"}
)

// languages has the parameters of the languages that the published ones do not
// serve. Where the values come from is in docs/justext.md, "Languages".
var languages = map[string]Parameters{
	"zh": eastAsian,
	"ja": eastAsian,
	"ko": {LengthLow: 35, LengthHigh: 100},
	"bo": unspaced, // Tibetan
	"km": unspaced, // Khmer
	"lo": unspaced, // Lao
	"my": unspaced, // Burmese
	"th": unspaced, // Thai
}

// Auto is the language to give to [New] if it is not known: each page is taken to be
// in the language whose stop list fits it best. The first page opens all lists, which
// takes about a tenth of a second and 17 MB for the life of the program.
const Auto = "auto"

func isAuto(lang string) bool { return strings.EqualFold(lang, Auto) }

// A LangRule says what decided the language of a page.
type LangRule uint8

const (
	// LangUnknown means that nothing decided, or that the stop list is the caller's
	// own. With Auto, the page is then taken in the language-independent mode.
	LangUnknown     LangRule = iota
	LangGiven                // the caller named it
	LangByScript             // the letters alone
	LangByWords              // the words of the page
	LangByAttribute          // the lang attribute of html; the words did not say enough
)

var langRules = [...]string{"unknown", "given", "script", "words", "attribute"}

// String returns the rule as one word.
func (r LangRule) String() string {
	if int(r) >= len(langRules) {
		return fmt.Sprintf("LangRule(%d)", uint8(r))
	}
	return langRules[r]
}

const (
	// sureMargin is the margin, in bits, from which the words overrule the lang
	// attribute: odds of a thousand to one.
	sureMargin = 10
	// minKnown is how many words of the sample the stop list must have, and
	// minKnownShare is the share of the sample that these must be. In its own language
	// a list has about 70 % of the words of a text, in a related one 30 % to 50 %.
	minKnown      = 5
	minKnownShare = 0.2
	// fewWords is the number of words below which the sample of running text is
	// completed by one of the other paragraphs.
	fewWords = 50
	// minBytes is the length, in bytes of UTF-8, from which a paragraph is running
	// text.
	minBytes = 70
	// sampleBytes is the size of a sample, and minSample the size of the smallest piece
	// that is taken from a paragraph, both in bytes.
	sampleBytes = 1280
	minSample   = 32
	// ownMargin and ownWords are the margin, in bits, and the number of different known
	// words from which a paragraph is in another language than its page.
	ownMargin = 20
	ownWords  = 10
)

// identify chooses the language of a page.
func (s *scratch) identify(document *Document) {
	d := &s.identifier
	d.Reset()
	s.addSample(document.Paragraphs, true)
	guess := d.Guess()
	if guess.Words < fewWords {
		s.addSample(document.Paragraphs, false)
		guess = d.Guess()
	}
	evident := guess.Known >= minKnown && float64(guess.Known) >= minKnownShare*float64(guess.Words)
	document.LangMargin = guess.Margin
	if guess.ByScript {
		document.setLang(guess.Tag, LangByScript)
	} else if evident {
		document.setLang(guess.Tag, LangByWords)
	}
	if guess.ByScript || evident && guess.Margin >= sureMargin {
		return
	}
	if declared, err := stoplists.Find(string(s.segmenter.declared)); err == nil {
		document.setLang(declared.Tag, LangByAttribute)
	}
}

func (d *Document) setLang(tag string, by LangRule) {
	d.Lang, d.LangBy = tag, by
	if len(d.Paragraphs) > 0 {
		d.Paragraphs[0].data.lang = tag
	}
}

// addSample adds a sample of the paragraphs that are running text, or of the others,
// to what is identified. It takes the same share of every part of the page.
func (s *scratch) addSample(paragraphs []Paragraph, running bool) {
	wanted := func(p *Paragraph) bool {
		return running == (len(p.Text) >= minBytes && p.LinkDensity() <= s.segmenter.config.MaxLinkDensity)
	}
	total := 0
	for i := range paragraphs {
		if wanted(&paragraphs[i]) {
			total += len(paragraphs[i].Text)
		}
	}
	share := min(1, sampleBytes/float64(total))
	due := 0.0 // bytes that are to be taken
	for i := range paragraphs {
		if !wanted(&paragraphs[i]) {
			continue
		}
		text := paragraphs[i].Text
		if due += share * float64(len(text)); due >= minSample || share == 1 {
			text = text[:min(int(due), len(text))]
			s.identifier.Add(text)
			due -= float64(len(text))
		}
	}
}

// For returns the Extractor of another language, named as for [New], with the
// configuration that New was given. With it, callers of the single stages get the
// configuration for the language that Auto has found. It is cheap: both Extractors
// share their memory. If New was given the caller's own stop list, the result is the
// same for every language.
func (x *Extractor) For(lang string) (*Extractor, error) {
	if x.scratch == nil {
		return nil, errZeroExtractor
	}
	if known, ok := x.others.Load(lang); ok {
		return known.(*Extractor), nil
	}
	config := x.given
	tag, err := config.resolve(lang)
	if err != nil {
		return nil, prefixed(err)
	}
	other := &Extractor{lang: tag, config: config, given: x.given, scratch: x.scratch, others: x.others}
	known, _ := x.others.LoadOrStore(tag, other)
	return known.(*Extractor), nil
}

// in returns the Extractor for the language of a page. It is x itself unless x is for
// Auto. Languages that are found have a list, so there is no error.
func (x *Extractor) in(lang string) *Extractor {
	if x.lang != Auto {
		return x
	}
	found, err := x.For(lang)
	if err != nil {
		return x
	}
	return found
}

// classifyForeign classifies again the paragraphs that are in another language than
// their page, each with the stop list of its own language.
func (x *Extractor) classifyForeign(ctx context.Context, document *Document) error {
	s := x.scratch.Get().(*scratch)
	defer s.release(x.scratch)
	for i := range document.Paragraphs {
		if i%1024 == 0 && ctx.Err() != nil {
			return stoppedAt(ctx, i)
		}
		p := &document.Paragraphs[i]
		lang := s.ownLanguage(p.Text)
		if lang == "" || lang == document.Lang || lang == "zh" && document.Lang == "ja" {
			continue // Han alone is no Chinese on a Japanese page
		}
		p.lang = p.data.addForeign(lang)
		p.Words = int32(1 + strings.Count(p.Text, " ") + strings.Count(p.Text, "\n")) // Unspaced may have counted letters
		ClassifyContextFree(document.Paragraphs[i:i+1], x.in(lang).config)
	}
	return nil
}

// ownLanguage returns the language of a paragraph if its own words or letters name it
// clearly, and else "".
func (s *scratch) ownLanguage(text string) string {
	if len(text) < minBytes {
		return ""
	}
	d := &s.identifier
	d.Reset()
	d.Add(text)
	guess := d.Guess()
	if guess.ByScript || guess.Different >= ownWords && guess.Margin >= ownMargin {
		return guess.Tag
	}
	return ""
}
