package main

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/victor"
)

// This file labels the blocks of a page by text nodes that people have labelled,
// or by gold text.

// An aligner finds a common subsequence of two sequences. Long sequences are cut at
// runs of values that occur once in both, as in patience diff. What is left
// between is aligned by the longest common subsequence if it is short enough.
type aligner struct {
	a, b  []int32
	match []int32 // for each place of a: its place in b, or -1
}

// align returns for each value of a the place of the same value in b, or -1. It
// cuts at runs of gram values first, then at shorter ones.
func align(a, b []int32, gram int) []int32 {
	x := &aligner{a: a, b: b, match: make([]int32, len(a))}
	for i := range x.match {
		x.match[i] = -1
	}
	x.part(0, len(a), 0, len(b), gram)
	return x.match
}

// maxTable is the most cells of a table of the longest common subsequence.
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
					continue // within the match after the anchor before
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

// anchors returns the places of runs of gram values that occur once in a[i:j] and
// once in b[k:l]: the most that are in the same order in both.
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

// rising returns the longest subsequence of pairs whose second values rise.
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

// table aligns a[i:j] with b[k:l] by the longest common subsequence.
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

// labelByNodes labels the blocks of a page by text nodes, each a pair of a label and
// a text, and the list of the labels that are content. The texts are aligned with
// the page over all characters except white space. A block is content if more than
// half of its characters are.
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

// pageCharacters returns the characters of the blocks of a page and the block of
// each. It leaves out images and white space.
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

// labelByGold labels the blocks of a page by its gold text. The tokens of both are
// aligned; a block is content if more than half of its tokens are in the gold
// text.
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
	// A block without tokens gets the label of the one before it.
	before := false
	setLabels(p, func(i int) bool {
		if sizes[i] > 0 {
			before = 2*votes[i] > sizes[i]
		}
		return before && !p.Image(i)
	})
}

// setLabels labels the blocks: content is "header" within a heading and "text"
// elsewhere, and all others are noise.
func setLabels(p *victor.Page, content func(i int) bool) {
	for i := range p.Len() {
		switch {
		case !content(i):
			p.SetLabel(i, noise)
		case p.Heading(i):
			p.SetLabel(i, "header")
		default:
			p.SetLabel(i, "text")
		}
	}
}
