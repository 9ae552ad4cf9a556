// Package langid says how likely a text is to be in a given language, by two methods
// over n-grams of characters: that of Cavnar and Trenkle (1994), with relative
// frequencies in place of ranks, and that of Beesley (1988), with the probabilities of
// trigrams. Victor used both, to keep pages in other languages out of a corpus and as
// features of blocks. The methods are described in docs/victor.md, "Language profiles".
//
//	profile, err := langid.Lookup("cs")
//	if err != nil { … }
//	filter := langid.NewFilter(profile)
//	if filter.Keep(text) { … }
//
// Profiles of 49 languages come with the package; a [Builder] makes one from any text.
// Short texts give extreme values.
//
// The package serves the training and the features of package victor. It is not stable:
// until version 1 of the module, any release may change or remove what it exports.
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
	share float64 // occurrences for each character of text
}

// The figures are those of Victor's program, except that its profile of Czech has 399
// n-grams.
const (
	maxGrams   = 400 // of a profile
	separator  = '_'
	unseen     = -21.1 // logarithm of the probability of a trigram that was never seen
	worstWord  = -2.1  // mean of a word's logarithms below which it is foreign
	gramsShare = 8     // a text of n distinct n-grams is compared by n/8 of those of the profile
)

// normalize returns a text in lower case, with a single separator for each run of
// anything but letters and marks, and one at each end. Victor's program wrote all letters
// that Czech does not have as one symbol. They are kept here, because otherwise a text in
// another script would have hardly any n-grams to be compared by.
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

// Distance returns how far a text is from the language by the method of Cavnar and
// Trenkle: 0 is in the language, 1 is not. It compares the most frequent n-grams of the
// language, an eighth as many as the text has distinct ones. The distance is the mean of
// the differences between the two frequencies, each divided by that of the language and
// at most 1. It is 1 if the text is too short to compare any.
func (p *Profile) Distance(text string) float64 {
	runes := normalize(text)
	return p.distance(countGrams(runes), len(runes))
}

// distance is Distance for a text whose n-grams and length are known.
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

// Foreign returns the share of words that are foreign to the language by the method of
// Beesley, from 0 to 1. A word is foreign if the mean logarithm of the probability of its
// characters, each given the two before it, is below a threshold. The share is 1 if the
// text has no words.
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

// wordScore returns the mean logarithm over the trigrams of a word with two separators
// before and after it.
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

// A Filter decides whether a document is kept for a corpus. Make it with [NewFilter]; the
// zero Filter keeps every text without broken characters.
type Filter struct {
	Profile     *Profile // if it is nil, text in any language is kept
	MaxDistance float64  // largest Profile.Distance, from 0 to 1
	MaxForeign  float64  // largest Profile.Foreign, from 0 to 1
	MaxBroken   float64  // largest Broken, from 0 to 1
}

// NewFilter returns a Filter that keeps a text if its distance from the profile is at
// most 0.55, at most 0.7 of its words are foreign, and at most one character in a hundred
// is broken. Of 359 gold texts in alphabetic scripts, the first two limits keep all for
// their own language and 0.3 % for each of the others (TestFilterOfTexts). Chinese,
// Japanese and Korean texts have larger values, because they have more n-grams than a
// profile holds.
func NewFilter(p *Profile) Filter {
	return Filter{Profile: p, MaxDistance: 0.55, MaxForeign: 0.7, MaxBroken: 0.01}
}

// Keep reports whether a text exceeds none of the limits.
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

// Broken returns the share of characters that should not be in a text: U+FFFD, which
// stands for bytes that could not be decoded, control characters that are not white
// space, characters for private use, and U+0080 to U+00BF after "Ã" or "Â", which are
// what becomes of UTF-8 when it is read as windows-1252.
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

// Nearest returns the profile with the smallest distance from a text, and that distance.
// Without profiles it returns nil and +Inf.
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
