package justext

// languages has the parameters of those languages that want other than the
// published ones. Others are written with spaces between words, have a list that fits what
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
var languages = map[string]Parameters{
	"zh": {LengthLow: 25, LengthHigh: 70, StopWordsLow: 0.15, StopWordsHigh: 0.18, Unspaced: true, SentenceMarks: eastAsianMarks},
	"ja": {LengthLow: 25, LengthHigh: 70, StopWordsLow: 0.15, StopWordsHigh: 0.18, Unspaced: true, SentenceMarks: eastAsianMarks},
	"ko": {LengthLow: 35, LengthHigh: 100},
	"bo": unspaced, // Tibetan
	"km": unspaced, // Khmer
	"lo": unspaced, // Lao
	"my": unspaced, // Burmese
	"th": unspaced, // Thai
}

const eastAsianMarks = "。！？；…，、,"

var (
	// alphabetic are the published parameters, for languages with spaces.
	alphabetic = Parameters{LengthLow: 70, LengthHigh: 200, StopWordsLow: 0.30, StopWordsHigh: 0.32}
	// unspaced are those of alphabets that are written without spaces. Their
	// stop word densities are shares of letters.
	unspaced = Parameters{LengthLow: 70, LengthHigh: 200, StopWordsLow: 0.15, StopWordsHigh: 0.18, Unspaced: true}
)
