package justext

import "strings"

// languages has the parameters of those languages for which New changes the
// defaults. Others are written with spaces between words, have a list that fits what
// is written in them, and take about as many letters as English to say something.
//
// Chinese was measured on the pages of daniel (71), zh-finance-news (86) and
// zh-web68 (33), Japanese and Korean on 3 each of fundus-tests; F1 in this order, by
// go test -v -run QualityUnspaced:
//
//	                                         zh    zh    zh    ja    ko
//	lengths of 71 and 201, no list        0.367 0.542 0.622 0.329 0.303
//	25 and 70, Korean 35 and 100, no list 0.913 0.920 0.876 0.913 0.600
//	and marks of sentences wanted         0.921 0.925 0.882 0.924
//	and stop words .10 and .13 of letters 0.921 0.925 0.881 0.924
//	.15 and .18                           0.921 0.925 0.881 0.924
//	.30 and .32                           0.916 0.924 0.881 0.924
//
// The list does not tell Chinese text from Chinese boilerplate, which is made of
// sentences too, but from text in other languages. The marks do: addresses, telephone
// numbers and licences have none. The list of Korean is of what is said in films, and
// has 21 of 100 words of what is written; with it nothing is good (0.000). One of the three
// Korean pages has no text without scripts. The others are for want of pages as their
// alphabets suggest: a letter says as much as one of ours, and marks are left alone.
var languages = map[string]languageParameters{
	"zh": {lengthLow: 25, lengthHigh: 70, unspaced: true, marks: "。！？；…，、,"},
	"ja": {lengthLow: 25, lengthHigh: 70, unspaced: true, marks: "。！？；…，、,"},
	"ko": {lengthLow: 35, lengthHigh: 100, noList: true},
	"bo": {lengthLow: lengthLow, lengthHigh: lengthHigh, unspaced: true}, // Tibetan
	"km": {lengthLow: lengthLow, lengthHigh: lengthHigh, unspaced: true}, // Khmer
	"lo": {lengthLow: lengthLow, lengthHigh: lengthHigh, unspaced: true}, // Lao
	"my": {lengthLow: lengthLow, lengthHigh: lengthHigh, unspaced: true}, // Burmese
	"th": {lengthLow: lengthLow, lengthHigh: lengthHigh, unspaced: true}, // Thai
}

type languageParameters struct {
	lengthLow, lengthHigh int    // in place of 70 and 200
	noList                bool   // its list serves only to tell the language
	unspaced              bool   // Config.Unspaced
	marks                 string // Config.SentenceMarks
}

// The stop word thresholds of the languages without spaces, shares of letters.
const (
	unspacedStopWordsLow  = 0.15
	unspacedStopWordsHigh = 0.18
)

// adapt sets the parameters that the language of a stop list wants. What the
// caller has changed from its default stays.
func (c *Config) adapt(tag string) {
	base, _, _ := strings.Cut(tag, "-")
	language, ok := languages[base]
	if !ok || c.FixedParameters {
		return
	}
	if language.noList {
		c.StopWords = nil
	}
	c.Unspaced = c.Unspaced || language.unspaced
	standard := DefaultConfig()
	if c.LengthLow == standard.LengthLow {
		c.LengthLow = language.lengthLow
	}
	if c.LengthHigh == standard.LengthHigh {
		c.LengthHigh = max(language.lengthHigh, c.LengthLow)
	}
	if language.unspaced && c.StopWordsLow == standard.StopWordsLow {
		c.StopWordsLow = unspacedStopWordsLow
	}
	if language.unspaced && c.StopWordsHigh == standard.StopWordsHigh {
		c.StopWordsHigh = max(unspacedStopWordsHigh, c.StopWordsLow)
	}
	if c.SentenceMarks == "" {
		c.SentenceMarks = language.marks
	}
}
