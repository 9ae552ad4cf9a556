package stoplists

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
)

// This file opens all lists together, for identification.

// allWords has the words of all lists. Languages are numbered as in the index.
type allWords struct {
	tags    []string
	prior   []int32              // the prior probability of each language, in the unit of weights
	written [len(writings)][]int // the languages of each script
	words   *List
	first   []uint32 // where the entries of a word begin, by its number
	entries []uint16 // the number of a language, and in the low bits the weight of the word in it
}

const (
	weightBits = 6
	perBit     = 3  // weights are logarithms of probabilities; this much is one bit
	floor      = 20 // the probability of a word that is not in the list is taken to be 2^-20
)

// ambiguous has the tags that are never the result: Serbo-Croatian is Bosnian,
// Croatian and Serbian together.
var ambiguous = map[string]bool{"sh": true}

// maxRank is how many words of each list are used. Rarer words add little.
const maxRank = 2000

var vocabulary = sync.OnceValue(openVocabulary)

// openVocabulary opens every list. The tests open each one, so none fails.
func openVocabulary() *allWords {
	languages := index().entries
	v := &allWords{prior: make([]int32, len(languages))}
	count := 0
	for _, e := range languages {
		count += min(e.Words, maxRank)
	}
	numbers := newBuilder(count)
	all := make([]listed, 0, count)
	var u unpacker
	for i, e := range languages {
		v.tags = append(v.tags, e.Tag)
		if ambiguous[e.Tag] {
			continue
		}
		text, _ := u.unpack(e)
		script := scriptOfList(text)
		v.written[script] = append(v.written[script], i)
		v.prior[i] = prior(e.tokens)
		all = numbers.enter(all, uint16(i), text, zipf(e))
	}
	v.words = numbers.list()
	v.order(all)
	return v
}

// prior returns the prior probability of a language, which is taken to be proportional
// to the size of its corpus, between 10,000 and 100,000,000 running words.
func prior(tokens int) int32 {
	return int32(math.Round(perBit * (math.Log2(float64(max(tokens, 10_000))) - math.Log2(100_000_000))))
}

// listed is a word in the list of a language.
type listed struct {
	word     uint32 // its number
	language uint16
	weight   uint16
}

// enter appends the words of a list to all, and adds them to the words of the builder.
func (b *builder) enter(all []listed, language uint16, text string, weightOf func(rank int) uint16) []listed {
	for rank := 0; rank < maxRank && text != ""; rank++ {
		word, rest, _ := strings.Cut(text, "\n")
		text = rest
		all = append(all, listed{b.add(word), language, weightOf(rank)})
	}
	return all
}

// order sets entries and first from the words of all lists.
func (v *allWords) order(all []listed) {
	v.first = make([]uint32, v.words.Len()+2)
	for _, l := range all {
		v.first[l.word+1]++
	}
	for n := range v.first[1:] {
		v.first[n+1] += v.first[n]
	}
	v.entries = make([]uint16, len(all))
	next := slices.Clone(v.first)
	for _, l := range all {
		v.entries[next[l.word]] = l.language<<weightBits | l.weight
		next[l.word]++
	}
}

// zipf returns a function from the place r of a word in a list, counted from 0, to its
// weight. Its probability is p(r) = c / (r + 2.7), the law of Zipf and Mandelbrot,
// with c such that the sum over the list is the share of running text that it covers.
func zipf(e *entry) func(rank int) uint16 {
	sum := 0.0
	for r := range e.Words {
		sum += 1 / (float64(r) + zipfShift)
	}
	top := floor + math.Log2(cmp.Or(e.Coverage, 0.7)/sum)
	return func(rank int) uint16 {
		return uint16(min(max(math.Round(perBit*(top-logRanks()[rank])), 0), 1<<weightBits-1))
	}
}

// zipfShift is the usual shift in the law of Zipf and Mandelbrot (Piantadosi, "Zipf's
// word frequency law in natural language", 2014, formula 2).
const zipfShift = 2.7

var logRanks = sync.OnceValue(func() *[maxRank]float64 {
	logs := new([maxRank]float64)
	for r := range logs {
		logs[r] = math.Log2(float64(r) + zipfShift)
	}
	return logs
})
