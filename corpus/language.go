package corpus

import (
	"unicode/utf8"

	"github.com/seed42075109/justext/stoplists"
)

// The evidence that identifies a language is that of package justext
// (docs/justext.md, "Language identification").
const (
	sampleBytes   = 1280 // of a text that are looked at
	minKnown      = 5    // words that the stop list of the language has
	minKnownShare = 0.2  // their share of all words
	sureMargin    = 10   // bits from which the words overrule what the page declares
)

// identify returns the language of a text and what decided it. declared is the
// language that the page declares, or empty.
func identify(d *stoplists.Identifier, text, declared string) (lang, by string) {
	d.Reset()
	d.Add(sample(text))
	guess := d.Guess()
	evident := guess.Known >= minKnown && float64(guess.Known) >= minKnownShare*float64(guess.Words)
	switch {
	case guess.ByScript:
		return guess.Tag, "script"
	case evident && guess.Margin >= sureMargin:
		return guess.Tag, "words"
	case declared != "":
		return declared, "attribute"
	case evident:
		return guess.Tag, "words"
	}
	return "", ""
}

// sample returns the beginning of a text.
func sample(text string) string {
	if len(text) <= sampleBytes {
		return text
	}
	n := sampleBytes
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
