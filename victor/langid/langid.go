// Package langid says how likely a text is in a given language, by two methods
// over n-grams of characters: that of Cavnar and Trenkle (1994) with relative
// frequencies in place of ranks, and that of Beesley (1988) with the
// probabilities of trigrams. Victor used both, to keep pages of other languages
// out of a corpus and as features of blocks (seed, sections 3.1 and 3.2;
// reference, section 9).
//
//	profile, err := langid.Lookup("cs")
//	if err != nil { … }
//	filter := langid.NewFilter(profile)
//	if filter.Keep(text) { … }
//
// Profiles of 49 languages come with the package; a [Builder] makes
// one of any text. Short texts give extreme values.
package langid

import (
	"math"
	"unicode"
)

// A Profile is what is known of a language. It is immutable and safe for
// concurrent use.
type Profile struct {
	Tag      string // BCP 47
	grams    []gram // the most frequent n-grams, by falling frequency
	trigrams map[[3]rune]float32
}

// A gram is an n-gram of one to three characters with its relative frequency.
type gram struct {
	text  string
	share float64 // how often it occurs for each character of text
}

// The figures are those of Victor's program (reference, section 9).
const (
	maxGrams   = 400 // of a profile
	separator  = '_'
	unseen     = -21.1 // logarithm of the probability of a trigram that was never seen
	worstWord  = -2.1  // mean of a word's logarithms below which it is foreign; see Foreign
	gramsShare = 8     // a text of n distinct n-grams is compared in n/8
)

// normalize writes a text as the methods want it: in lower case, digits, white
// space and punctuation as single separators. Victor's program wrote all letters
// that Czech does not have as one symbol; they are left here, because otherwise
// a text in another script has hardly any n-grams to be compared by.
func normalize(text string) []rune {
	runes := []rune{separator}
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			runes = append(runes, unicode.ToLower(r))
		case runes[len(runes)-1] != separator:
			runes = append(runes, separator)
		}
	}
	if runes[len(runes)-1] != separator {
		runes = append(runes, separator)
	}
	return runes
}

// Distance is the method of Cavnar and Trenkle: 0 is a text in the language, 1
// one that is not. Compared are the most frequent n-grams of the language, up to
// an eighth as many as the text has different ones: for each the difference of
// the two frequencies over that of the language, at most 1. A text too short to
// compare any has 1.
func (p *Profile) Distance(text string) float64 {
	runes := normalize(text)
	return p.distance(countGrams(runes), len(runes))
}

// distance is Distance of a text of which n-grams and length are known.
func (p *Profile) distance(counts map[[3]rune]int, length int) float64 {
	n := min(len(p.grams), len(counts)/gramsShare)
	if n < 1 {
		return 1
	}
	sum := 0.0
	for _, g := range p.grams[:n] {
		share := float64(counts[key(g.text)]) / float64(length)
		sum += min(1, math.Abs(g.share-share)/g.share)
	}
	return sum / float64(n)
}

// countGrams counts the n-grams of one to three characters.
func countGrams(runes []rune) map[[3]rune]int {
	counts := make(map[[3]rune]int)
	for i := range runes {
		var k [3]rune
		for n := 0; n < 3 && i+n < len(runes); n++ {
			k[n] = runes[i+n]
			counts[k]++
		}
	}
	return counts
}

// key is an n-gram as a key of a map.
func key(gram string) (k [3]rune) {
	n := 0
	for _, r := range gram {
		k[n] = r
		n++
	}
	return k
}

// Foreign is the method of Beesley: the share of words that are not of the
// language, from 0 to 1. A word is foreign when the mean logarithm of the
// probability of its characters, each given the two before it, is below a
// threshold. A text without words has 1.
func (p *Profile) Foreign(text string) float64 {
	return p.foreignShare(normalize(text))
}

func (p *Profile) foreignShare(runes []rune) float64 {
	words, strange := 0, 0
	for begin := 1; begin < len(runes); {
		end := begin
		for runes[end] != separator {
			end++
		}
		if end > begin {
			words++
			if p.wordScore(runes[begin:end]) < worstWord {
				strange++
			}
		}
		begin = end + 1
	}
	if words == 0 {
		return 1
	}
	return float64(strange) / float64(words)
}

// wordScore is the mean logarithm over the trigrams of a word with two
// separators before and behind it.
func (p *Profile) wordScore(word []rune) float64 {
	k := [3]rune{0, separator, separator}
	sum := 0.0
	for i := range len(word) + 2 {
		r := rune(separator)
		if i < len(word) {
			r = word[i]
		}
		k = [3]rune{k[1], k[2], r}
		logarithm, seen := p.trigrams[k]
		if !seen {
			logarithm = unseen
		}
		sum += float64(logarithm)
	}
	return sum / float64(len(word)+2)
}

// A Filter decides whether a document is kept.
type Filter struct {
	Profile     *Profile // nil: text in any language is kept
	MaxDistance float64  // of Profile.Distance
	MaxForeign  float64  // of Profile.Foreign
	MaxBroken   float64  // of Broken
}

// NewFilter returns a Filter with a distance of 0.55, 0.7 of the words foreign,
// and one broken character in a hundred. Of the gold texts of 300 pages in 15
// languages all pass the first two for their own language, and one in a hundred
// for another. Chinese, Japanese and Korean have larger values: their
// n-grams are too many for a profile.
func NewFilter(p *Profile) Filter {
	return Filter{Profile: p, MaxDistance: 0.55, MaxForeign: 0.7, MaxBroken: 0.01}
}

// Keep reports whether a text passes all thresholds.
func (f *Filter) Keep(text string) bool {
	if Broken(text) > f.MaxBroken {
		return false
	}
	if f.Profile == nil {
		return true
	}
	runes := normalize(text)
	return f.Profile.distance(countGrams(runes), len(runes)) <= f.MaxDistance && f.Profile.foreignShare(runes) <= f.MaxForeign
}

// Broken returns the share of characters that should not be in a text: U+FFFD,
// which stands for bytes that could not be decoded, controls, characters for
// private use, and pairs such as "Ã©" that UTF-8 makes when it is read as
// windows-1252.
func Broken(text string) float64 {
	all, broken := 0, 0
	before := rune(0)
	for _, r := range text {
		all++
		switch {
		case r == unicode.ReplacementChar || unicode.Is(unicode.Co, r):
			broken++
		case unicode.IsControl(r) && !unicode.IsSpace(r):
			broken++
		case (before == 'Ã' || before == 'Â') && 0x80 <= r && r <= 0xbf:
			broken++
		}
		before = r
	}
	if all == 0 {
		return 0
	}
	return float64(broken) / float64(all)
}

// Nearest returns the profile that has the smallest distance from a text, and
// the distance; nil where there are none.
func Nearest(text string, profiles []*Profile) (nearest *Profile, distance float64) {
	distance = math.Inf(1)
	runes := normalize(text)
	counts := countGrams(runes)
	for _, p := range profiles {
		if d := p.distance(counts, len(runes)); d < distance {
			nearest, distance = p, d
		}
	}
	return nearest, distance
}
