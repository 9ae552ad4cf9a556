package main

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/victor"
)

// This file brings labels to the blocks of a page: from text nodes that
// somebody has labelled, or from the text that is right.

// An aligner finds what two sequences have in common: pairs of places, rising in
// both. Long sequences are cut at what occurs once in both (as in patience
// diff), and what is left between is compared by the longest common subsequence
// where that is small.
type aligner struct {
	a, b  []int32
	match []int32 // for each place of a: its place in b, or -1
}

func align(a, b []int32, gram int) []int32 {
	x := &aligner{a: a, b: b, match: make([]int32, len(a))}
	for i := range x.match {
		x.match[i] = -1
	}
	x.part(0, len(a), 0, len(b), gram)
	return x.match
}

// maxTable is how many cells a table of the longest common subsequence may have.
const maxTable = 1 << 20

// part aligns a[i:j] with b[k:l].
func (x *aligner) part(i, j, k, l, gram int) {
	for i < j && k < l && x.a[i] == x.b[k] {
		x.match[i] = int32(k)
		i, k = i+1, k+1
	}
	for i < j && k < l && x.a[j-1] == x.b[l-1] {
		j, l = j-1, l-1
		x.match[j] = int32(l)
	}
	if i == j || k == l {
		return
	}
	for ; gram >= 1; gram /= 2 {
		if anchors := x.anchors(i, j, k, l, gram); len(anchors) > 0 {
			for _, anchor := range anchors {
				if anchor[0] < i || anchor[1] < k {
					continue // within the stretch of the one before
				}
				x.part(i, anchor[0], k, anchor[1], gram)
				i, k = anchor[0], anchor[1]
				for i < j && k < l && x.a[i] == x.b[k] {
					x.match[i] = int32(k)
					i, k = i+1, k+1
				}
			}
			x.part(i, j, k, l, gram/2)
			return
		}
		if (j-i)*(l-k) <= maxTable {
			break
		}
	}
	if (j-i)*(l-k) <= maxTable {
		x.table(i, j, k, l)
	}
}

// anchors returns the places of runs of gram values that occur once in each
// part, as many as can be in order.
func (x *aligner) anchors(i, j, k, l, gram int) [][2]int {
	const twice = -2
	places := make(map[uint64]int)
	note := func(values []int32, from, to int) {
		for p := from; p+gram <= to; p++ {
			h := hash(values[p : p+gram])
			if _, seen := places[h]; seen {
				places[h] = twice
			} else {
				places[h] = p
			}
		}
	}
	note(x.b, k, l)
	inB := places
	places = make(map[uint64]int)
	note(x.a, i, j)
	var pairs [][2]int
	for p := i; p+gram <= j; p++ {
		h := hash(x.a[p : p+gram])
		if q, ok := inB[h]; ok && q != twice && places[h] != twice && slices.Equal(x.a[p:p+gram], x.b[q:q+gram]) {
			pairs = append(pairs, [2]int{p, q})
		}
	}
	return rising(pairs)
}

// rising returns the longest selection of pairs whose second values rise.
func rising(pairs [][2]int) [][2]int {
	var tails []int // index of the last pair of the best selection of each length
	before := make([]int, len(pairs))
	for i, pair := range pairs {
		n, _ := slices.BinarySearchFunc(tails, pair[1], func(t, q int) int { return pairs[t][1] - q })
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	chosen := make([][2]int, len(tails))
	if len(tails) > 0 {
		for n, i := len(tails)-1, tails[len(tails)-1]; n >= 0; n, i = n-1, before[i] {
			chosen[n] = pairs[i]
		}
	}
	return chosen
}

func hash(values []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, v := range values {
		h = (h ^ uint64(uint32(v))) * 1099511628211
	}
	return h
}

// table aligns by the longest common subsequence.
func (x *aligner) table(i, j, k, l int) {
	width := l - k + 1
	lengths := make([]int32, (j-i+1)*width)
	for p := j - 1; p >= i; p-- {
		row, below := lengths[(p-i)*width:], lengths[(p-i+1)*width:]
		for q := l - 1; q >= k; q-- {
			if x.a[p] == x.b[q] {
				row[q-k] = below[q-k+1] + 1
			} else {
				row[q-k] = max(below[q-k], row[q-k+1])
			}
		}
	}
	for p, q := i, k; p < j && q < l; {
		here := lengths[(p-i)*width+q-k]
		switch {
		case x.a[p] == x.b[q]:
			x.match[p] = int32(q)
			p, q = p+1, q+1
		case lengths[(p-i+1)*width+q-k] == here:
			p++
		default:
			q++
		}
	}
}

// labelByNodes labels blocks by the labels of text nodes, each a label and its
// text, aligned over the characters that are not white space. content are the
// labels of content.
func labelByNodes(p *victor.Page, nodes [][]any, content []int) {
	var stream []int32
	var good []bool
	for _, node := range nodes {
		label, given := node[0].(float64)
		text, _ := node[1].(string)
		stream = appendCharacters(stream, text)
		for len(good) < len(stream) {
			good = append(good, given && slices.Contains(content, int(label)))
		}
	}
	characters, owner := pageCharacters(p)
	votes := make([]int, p.Len())
	for i, j := range align(characters, stream, 32) {
		if j >= 0 && good[j] {
			votes[owner[i]]++
		}
	}
	sizes := make([]int, p.Len())
	for _, i := range owner {
		sizes[i]++
	}
	setLabels(p, func(i int) bool { return 2*votes[i] > sizes[i] })
}

func appendCharacters(stream []int32, text string) []int32 {
	for _, r := range text {
		if !unicode.IsSpace(r) {
			stream = append(stream, r)
		}
	}
	return stream
}

// pageCharacters returns the characters of a page's blocks, images left out, and
// the block of each.
func pageCharacters(p *victor.Page) (stream []int32, owner []int) {
	for i := range p.Len() {
		if !p.Image(i) {
			stream = appendCharacters(stream, string(p.Text(i)))
		}
		for len(owner) < len(stream) {
			owner = append(owner, i)
		}
	}
	return stream, owner
}

// labelByGold labels blocks by the text that is right: those are content whose
// tokens are in it, in order.
func labelByGold(p *victor.Page, gold string) {
	numbers := make(map[string]int32)
	number := func(text string) (stream []int32) {
		for token := range eval.Tokens(text) {
			token = strings.ToLower(token)
			if _, known := numbers[token]; !known {
				numbers[token] = int32(len(numbers))
			}
			stream = append(stream, numbers[token])
		}
		return stream
	}
	var stream []int32
	var owner []int
	sizes, votes := make([]int, p.Len()), make([]int, p.Len())
	for i := range p.Len() {
		if p.Image(i) {
			continue
		}
		tokens := number(string(p.Text(i)))
		sizes[i] = len(tokens)
		for range tokens {
			owner = append(owner, i)
		}
		stream = append(stream, tokens...)
	}
	for i, j := range align(stream, number(gold), 16) {
		if j >= 0 {
			votes[owner[i]]++
		}
	}
	// A block without tokens goes with the one before it.
	before := false
	setLabels(p, func(i int) bool {
		if sizes[i] > 0 {
			before = 2*votes[i] > sizes[i]
		}
		return before && !p.Image(i)
	})
}

// setLabels labels the blocks of content: header in a heading, else text.
func setLabels(p *victor.Page, content func(i int) bool) {
	for i := range p.Len() {
		switch {
		case !content(i):
			p.SetLabel(i, "other")
		case p.Heading(i):
			p.SetLabel(i, "header")
		default:
			p.SetLabel(i, "text")
		}
	}
}
