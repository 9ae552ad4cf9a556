package justext

import "strings"

// unspaced has the parameters of the languages that are written without spaces
// between words. Their stop words are found letter by letter, see
// [Config.Unspaced]; what New sets besides is here, and why.
//
// Chinese was measured on the pages of daniel (71), zh-finance-news (86) and
// zh-web68 (33), Japanese on 3 of fundus-tests; F1 in this order:
//
//	lengths of 71 and 201, no list        0.367 0.542 0.622 0.329
//	25 and 70, no list                    0.913 0.920 0.876 0.913
//	and marks of sentences wanted         0.921 0.925 0.882 0.924
//	and stop words .10 and .13 of letters 0.921 0.925 0.881 0.924
//	.15 and .18                           0.921 0.925 0.881 0.924
//	.30 and .32                           0.916 0.924 0.881 0.924
//
// The list does not tell Chinese text from Chinese boilerplate, which is made of
// sentences too, but from text in other languages. The marks do: addresses, telephone
// numbers and licences have none. The others are for want of pages as their alphabets
// suggest: a letter says as much as one of ours, and marks are left alone.
var unspaced = map[string]unspacedLanguage{
	"zh": {lengthLow: 25, lengthHigh: 70, marks: "。！？；…，、,"},
	"ja": {lengthLow: 25, lengthHigh: 70, marks: "。！？；…，、,"},
	"bo": {lengthLow: lengthLow, lengthHigh: lengthHigh}, // Tibetan
	"km": {lengthLow: lengthLow, lengthHigh: lengthHigh}, // Khmer
	"lo": {lengthLow: lengthLow, lengthHigh: lengthHigh}, // Lao
	"my": {lengthLow: lengthLow, lengthHigh: lengthHigh}, // Burmese
	"th": {lengthLow: lengthLow, lengthHigh: lengthHigh}, // Thai
}

type unspacedLanguage struct {
	lengthLow, lengthHigh int    // in place of 70 and 200
	marks                 string // Config.SentenceMarks
}

// The stop word thresholds of these languages, shares of letters.
const (
	unspacedStopWordsLow  = 0.15
	unspacedStopWordsHigh = 0.18
)

// adapt sets the parameters that the language of a stop list wants. What the
// caller has changed from its default stays.
func (c *Config) adapt(tag string) {
	base, _, _ := strings.Cut(tag, "-")
	language, ok := unspaced[base]
	if !ok {
		return
	}
	c.Unspaced = true
	standard := DefaultConfig()
	if c.LengthLow == standard.LengthLow {
		c.LengthLow = language.lengthLow
	}
	if c.LengthHigh == standard.LengthHigh {
		c.LengthHigh = max(language.lengthHigh, c.LengthLow)
	}
	if c.StopWordsLow == standard.StopWordsLow {
		c.StopWordsLow = unspacedStopWordsLow
	}
	if c.StopWordsHigh == standard.StopWordsHigh {
		c.StopWordsHigh = max(unspacedStopWordsHigh, c.StopWordsLow)
	}
	if c.SentenceMarks == "" {
		c.SentenceMarks = language.marks
	}
}
