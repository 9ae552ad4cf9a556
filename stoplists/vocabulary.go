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

var vocabulary = sync.OnceValue(openVocabulary)

// openVocabulary opens every list. The tests have read each one, so none fails.
func openVocabulary() *allWords {
	entries := index().entries
	v := &allWords{prior: make([]int32, len(entries))}
	texts := make([]string, len(entries))
	for i, e := range entries {
		v.tags = append(v.tags, e.Tag)
		if ambiguous[e.Tag] {
			continue
		}
		texts[i], _ = e.text()
		script := scriptOfList(texts[i])
		v.written[script] = append(v.written[script], i)
		v.prior[i] = prior(e.CorpusTokens)
	}
	v.fill(texts, entries)
	return v
}

// prior takes a language to be as frequent as its corpus is large, between 10
// thousand and 100 million words.
func prior(tokens int) int32 {
	return int32(math.Round(perBit * (math.Log2(float64(max(tokens, 10_000))) - math.Log2(100_000_000))))
}

// fill enters the words of all lists.
func (v *allWords) fill(texts []string, languages []*entry) {
	type listed struct {
		word     uint32
		language uint16
		weight   uint16
	}
	var all []listed
	numbers := make(map[string]uint32, 1<<18)
	var words strings.Builder
	for i, text := range texts {
		weights := zipfWeights(strings.Count(text, "\n"), cmp.Or(languages[i].Coverage, 0.7))
		for rank := 0; text != ""; rank++ {
			word, rest, _ := strings.Cut(text, "\n")
			n, ok := numbers[word]
			if !ok {
				n = uint32(len(numbers) + 1)
				numbers[word] = n
				words.WriteString(word + "\n")
			}
			all = append(all, listed{n, uint16(i), weights[rank]})
			text = rest
		}
	}
	v.words = open(words.String())
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

// zipfWeights returns the weight of each place of a list of n words that cover
// a share of the running words: p(r) = c / (r + 2.7), r from 0, with c such that
// the sum is the share.
func zipfWeights(n int, share float64) []uint16 {
	const shift = 2.7
	sum := 0.0
	for r := range n {
		sum += 1 / (float64(r) + shift)
	}
	weights := make([]uint16, n)
	for r := range weights {
		bits := floor + math.Log2(share/sum/(float64(r)+shift))
		weights[r] = uint16(min(max(math.Round(perBit*bits), 0), 1<<weightBits-1))
	}
	return weights
}
