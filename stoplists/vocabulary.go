package stoplists

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
)

// This file opens all lists at once, for identification.

// allWords has the words of all lists.
type allWords struct {
	tags    []string
	prior   []int32 // how probable each language is, as weights are
	written [len(scripts)][]int
	words   *List
	first   []uint32 // where in entries those of a word begin, by its number
	entries []uint16 // number of a language, above the weight of the word in it
}

const (
	weightBits = 6
	perBit     = 3  // a weight of 3 is one bit
	floor      = 20 // a word that the list has not is taken to be one of 2^20
)

// ambiguous is what identification never answers: Serbo-Croatian stands for
// Bosnian, Croatian and Serbian together.
var ambiguous = map[string]bool{"sh": true}

// maxRank is how many words of a list are entered. The rarer ones tell little more.
const maxRank = 2000

var vocabulary = sync.OnceValue(openVocabulary)

// openVocabulary opens every list. The tests have read each one, so none fails.
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

// prior takes a language to be as frequent as its corpus is large, between 10
// thousand and 100 million words.
func prior(tokens int) int32 {
	return int32(math.Round(perBit * (math.Log2(float64(max(tokens, 10_000))) - math.Log2(100_000_000))))
}

// listed is a word of a list.
type listed struct {
	word     uint32 // its number
	language uint16
	weight   uint16
}

// enter numbers the words of a list and adds them to what is listed.
func (b *builder) enter(all []listed, language uint16, text string, weightOf func(rank int) uint16) []listed {
	for rank := 0; rank < maxRank && text != ""; rank++ {
		word, rest, _ := strings.Cut(text, "\n")
		text = rest
		all = append(all, listed{b.add(word), language, weightOf(rank)})
	}
	return all
}

// order puts what is listed into entries, by word.
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

// zipf returns the weight of each place of a list: its words cover a share of the
// running words, and that at place r, from 0, has p(r) = c / (r + 2.7), with c such
// that the sum is the share.
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

const zipfShift = 2.7

var logRanks = sync.OnceValue(func() *[maxRank]float64 {
	logs := new([maxRank]float64)
	for r := range logs {
		logs[r] = math.Log2(float64(r) + zipfShift)
	}
	return logs
})
