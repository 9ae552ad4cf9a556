package eval

import (
	"math/bits"
	"strings"
)

// A CleanEvalScore has the measures of the CleanEval competition of 2007, in
// percent.
type CleanEvalScore struct {
	Text   float64 // of the words
	Markup float64 // of the words with their tags, and of the segments
	Total  float64 // the mean of both
}

// CleanEval compares two texts in CleanEval's form, in which <p>, <h> and <l>
// begin paragraphs, headers and list items. A first line "URL: …" is left out.
//
// Words are what stands between white space, in lower case and without , ; : . ?
// and !. A score is 100 (1 - d/l): d is how many words must be deleted and
// inserted, l how long both are when aligned. The alignment is exact and takes
// one step for 64 pairs of words; of longer texts than a million words only so
// many count.
func CleanEval(gold, got string) CleanEvalScore {
	x := numbers{}
	a, b := x.read(gold), x.read(got)
	score := CleanEvalScore{Text: distanceScore(withoutTags(a), withoutTags(b))}
	tagged := distanceScore(a, b)
	score.Markup = (tagged + segmentScore(a, b)) / 2
	score.Total = (score.Text + score.Markup) / 2
	return score
}

// maxWords bounds the length of a text.
const maxWords = 1_000_000

// The numbers of the tags; words have higher ones.
const (
	tagP = iota
	tagH
	tagL
	numTags
)

var cleanEvalTags = map[string]int32{"<p>": tagP, "<h>": tagH, "<l>": tagL}

// numbers numbers words.
type numbers map[string]int32

func (x numbers) read(text string) (words []int32) {
	if first, rest, ok := strings.Cut(text, "\n"); ok && strings.HasPrefix(first, "URL: ") {
		text = rest
	}
	for tag := range cleanEvalTags {
		text = strings.ReplaceAll(text, tag, " "+tag+" ")
	}
	for field := range strings.FieldsSeq(text) {
		if len(words) == maxWords {
			break
		}
		if tag, ok := cleanEvalTags[field]; ok {
			words = append(words, tag)
			continue
		}
		word := strings.Map(withoutPunctuation, strings.ToLower(field))
		if word == "" {
			continue
		}
		if _, known := x[word]; !known {
			x[word] = int32(len(x) + numTags)
		}
		words = append(words, x[word])
	}
	return words
}

func withoutPunctuation(r rune) rune {
	if strings.ContainsRune(",;:.?!", r) {
		return -1
	}
	return r
}

func withoutTags(words []int32) (rest []int32) {
	for _, w := range words {
		if w >= numTags {
			rest = append(rest, w)
		}
	}
	return rest
}

// distanceScore is 100 of the same and 0 where nothing agrees.
func distanceScore(a, b []int32) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 100
	}
	row := commonLengths(a, b)
	common := int(row[len(b)])
	return 100 * float64(common) / float64(len(a)+len(b)-common)
}

// commonLengths returns the lengths of the longest common subsequences of a and
// each beginning of b: 64 cells of the table at a time (Hyyrö, 2004).
func commonLengths(a, b []int32) []int32 {
	words := (len(b) + 63) / 64
	places := make(map[int32][]uint64)
	for j, w := range b {
		if places[w] == nil {
			places[w] = make([]uint64, words)
		}
		places[w][j/64] |= 1 << (j % 64)
	}
	row := make([]uint64, words) // a zero stands where the length grows
	for i := range row {
		row[i] = ^uint64(0)
	}
	for _, w := range a {
		if match := places[w]; match != nil {
			carry := uint64(0)
			for i, v := range row {
				u := v & match[i]
				sum, c := bits.Add64(v, u, carry)
				row[i], carry = sum|(v-u), c
			}
		}
	}
	lengths := make([]int32, len(b)+1)
	for j := range b {
		lengths[j+1] = lengths[j] + int32(^row[j/64]>>(j%64)&1)
	}
	return lengths
}

// alignWords returns, for each word of a, its place in b or -1, in one longest
// common subsequence (Hirschberg, 1975). at is where b begins.
func alignWords(match []int32, a, b []int32, at int32) {
	switch {
	case len(a) == 0 || len(b) == 0:
		return
	case len(a) == 1:
		for j, w := range b {
			if w == a[0] {
				match[0] = at + int32(j)
				return
			}
		}
		return
	}
	half := len(a) / 2
	before, behind := commonLengths(a[:half], b), commonLengths(reversed(a[half:]), reversed(b))
	best := 0
	for j := range before {
		if before[j]+behind[len(b)-j] > before[best]+behind[len(b)-best] {
			best = j
		}
	}
	alignWords(match[:half], a[:half], b[:best], at)
	alignWords(match[half:], a[half:], b[best:], at+int32(best))
}

func reversed(words []int32) []int32 {
	turned := make([]int32, len(words))
	for i, w := range words {
		turned[len(words)-1-i] = w
	}
	return turned
}

// segmentScore is the mean of six F-measures: for each kind of tag, of those
// that stand at the same place with the same words behind them, and before them:
// two words for <p>, one for the others.
func segmentScore(a, b []int32) float64 {
	match := make([]int32, len(a))
	for i := range match {
		match[i] = -1
	}
	alignWords(match, a, b, 0)
	sum := 0.0
	for tag := range int32(numTags) {
		context := 1
		if tag == tagP {
			context = 2
		}
		all := countOf(a, tag) + countOf(b, tag)
		for _, step := range [...]int{+1, -1} {
			if all == 0 {
				sum++
				continue
			}
			sum += 2 * float64(matchedTags(a, match, tag, step, context)) / float64(all)
		}
	}
	return 100 * sum / (2 * numTags)
}

func countOf(words []int32, tag int32) (n int) {
	for _, w := range words {
		if w == tag {
			n++
		}
	}
	return n
}

// matchedTags counts the tags that are aligned, and so many words from them in
// the direction of step too, without a gap.
func matchedTags(a, match []int32, tag int32, step, context int) (n int) {
	for i, w := range a {
		ok := w == tag && match[i] >= 0
		for k := 1; ok && k <= context; k++ {
			j := i + k*step
			ok = j < 0 || j >= len(a) || match[j] == match[i]+int32(k*step)
		}
		if ok {
			n++
		}
	}
	return n
}
