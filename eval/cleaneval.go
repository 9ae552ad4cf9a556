package eval

import (
	"math/bits"
	"strings"
)

// A CleanEvalScore has the measures of the CleanEval competition of 2007, from 0
// to 1. The competition printed them in percent.
type CleanEvalScore struct {
	Text   float64 // agreement of the words, without the marks
	Markup float64 // mean of the agreement of words with marks and of the segments
	Total  float64 // mean of Text and Markup
}

// CleanEval compares two texts in the form of the CleanEval competition, in which
// the marks <p>, <h> and <l> begin paragraphs, headings and list items. A first
// line "URL: …" is ignored in either text.
//
// Words are what stands between white space, in lower case and without the
// characters , ; : . ? and !. The agreement of two sequences is 1 - d/l, where d
// is the number of words to delete and to insert, and l the length of the
// sequences when they are aligned. Two empty texts agree wholly. The segments
// are compared by the F1 of each mark, which is right if the words next to it
// are the same in both texts.
//
// The alignment is exact and takes one step for 64 pairs of words. Memory grows
// in proportion to the number of words. Of each text the first million words
// count.
func CleanEval(gold, got string) CleanEvalScore {
	x := numbers{}
	a, b := x.read(gold), x.read(got)
	score := CleanEvalScore{Text: distanceScore(withoutTags(a), withoutTags(b))}
	tagged := distanceScore(a, b)
	score.Markup = (tagged + segmentScore(a, b)) / 2
	score.Total = (score.Text + score.Markup) / 2
	return score
}

// maxWords is how many words of a text count.
const maxWords = 1_000_000

// The numbers of the marks, called tags below. Words have higher numbers.
const (
	tagP = iota
	tagH
	tagL
	numTags
)

var cleanEvalTags = map[string]int32{"<p>": tagP, "<h>": tagH, "<l>": tagL}

// numbers gives each word a number.
type numbers map[string]int32

func (x numbers) read(text string) (words []int32) {
	if strings.HasPrefix(text, "URL: ") {
		_, text, _ = strings.Cut(text, "\n")
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

// distanceScore returns 1 if a and b are equal and 0 if they have nothing in
// common.
func distanceScore(a, b []int32) float64 {
	if len(a) == 0 && len(b) == 0 {
		return 1
	}
	row := commonLengths(a, b)
	common := int(row[len(b)])
	return float64(common) / float64(len(a)+len(b)-common)
}

// commonLengths returns the lengths of the longest common subsequences of a and
// each prefix of b. It computes 64 cells of the table at a time (Hyyrö, 2004).
func commonLengths(a, b []int32) []int32 {
	x := findPlaces(b)
	row := make([]uint64, len(x.scratch)) // a bit is zero where the length grows
	for i := range row {
		row[i] = ^uint64(0)
	}
	for _, w := range a {
		if id, found := x.ids[w]; found {
			match := x.vector(id)
			carry := uint64(0)
			for i, v := range row {
				u := v & match[i]
				sum, c := bits.Add64(v, u, carry)
				row[i], carry = sum|(v-u), c
			}
			x.clear(id)
		}
	}
	lengths := make([]int32, len(b)+1)
	for j := range b {
		lengths[j+1] = lengths[j] + int32(^row[j/64]>>(j%64)&1)
	}
	return lengths
}

// places says where in a text each word occurs, as linked lists. A word has a bit
// vector of its own only if it is so frequent that following its list would take
// longer than reading the vector. There are at most 64 such words.
type places struct {
	ids     map[int32]int // the id of each word of the text, from 0
	last    []int32       // by id: the last place of the word, counted from 1
	before  []int32       // by place: the place before that has the same word, or 0
	counts  []int         // by id: the number of places
	often   [][]uint64    // by id: the bit vector of a frequent word, else nil
	scratch []uint64      // the bit vector of any other word, all zero between uses
}

func findPlaces(text []int32) *places {
	x := &places{ids: make(map[int32]int), before: make([]int32, len(text)+1), scratch: make([]uint64, (len(text)+63)/64)}
	for j, w := range text {
		id, found := x.ids[w]
		if !found {
			id = len(x.last)
			x.ids[w] = id
			x.last, x.counts = append(x.last, 0), append(x.counts, 0)
		}
		x.before[j+1] = x.last[id]
		x.last[id] = int32(j + 1)
		x.counts[id]++
	}
	x.often = make([][]uint64, len(x.last))
	for id, n := range x.counts {
		if n > len(x.scratch) {
			vector := make([]uint64, len(x.scratch))
			x.set(vector, id)
			x.often[id] = vector
		}
	}
	return x
}

func (x *places) set(vector []uint64, id int) {
	for j := x.last[id]; j > 0; j = x.before[j] {
		vector[(j-1)/64] |= 1 << ((j - 1) % 64)
	}
}

// vector returns the bit vector of a word. Call clear before asking for that of
// another word.
func (x *places) vector(id int) []uint64 {
	if vector := x.often[id]; vector != nil {
		return vector
	}
	x.set(x.scratch, id)
	return x.scratch
}

func (x *places) clear(id int) {
	if x.often[id] == nil {
		for j := x.last[id]; j > 0; j = x.before[j] {
			x.scratch[(j-1)/64] = 0
		}
	}
}

// alignWords sets match to the place in the other text of each word of a, for one
// longest common subsequence of a and b (Hirschberg, 1975). b begins at the place
// at. Words that are not in the subsequence keep their value.
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
	before, after := commonLengths(a[:half], b), commonLengths(reversed(a[half:]), reversed(b))
	best := 0
	for j := range before {
		if before[j]+after[len(b)-j] > before[best]+after[len(b)-best] {
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

// segmentScore returns the mean of six values of F1, two for each kind of tag. A
// tag is right if it is aligned with one in the other text, and in the first
// value also the words after it are, in the second the words before it: two
// words for <p>, one for the other tags.
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
			sum += 2 * float64(matchedTags(match, a, len(b), tag, step, context)) / float64(all)
		}
	}
	return sum / (2 * numTags)
}

func countOf(words []int32, tag int32) (n int) {
	for _, w := range words {
		if w == tag {
			n++
		}
	}
	return n
}

// matchedTags counts the tags of a that are aligned with a tag of the other text,
// which has n words, together with the next context words in the direction of
// step, without a gap. The end of one text is aligned only with the end of the
// other.
func matchedTags(match, a []int32, n int, tag int32, step, context int) (count int) {
	for i, w := range a {
		ok := w == tag && match[i] >= 0
		for k := 1; ok && k <= context; k++ {
			j, other := i+k*step, int(match[i])+k*step
			inside := other >= 0 && other < n
			if j < 0 || j >= len(a) {
				ok = !inside
			} else {
				ok = inside && int(match[j]) == other
			}
		}
		if ok {
			count++
		}
	}
	return count
}
