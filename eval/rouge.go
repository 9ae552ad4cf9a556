package eval

import (
	"slices"
	"strings"
)

// RougeLSum compares two texts sentence by sentence: for each sentence of gold,
// the union of its longest common subsequences with all sentences of got (Lin,
// 2004), over tokens between white space, as in the study of Bevendorff et al.,
// SIGIR 2023. sentences splits a text; nil splits it into lines. Where gold has
// no token, recall is 1.
//
// The time is the product of the lengths of the texts, so that long ones take
// long. The memory is one bit for each pair of tokens of two sentences: 8 MB for
// two of 8,000 tokens.
func RougeLSum(gold, got string, sentences func(string) []string) Score {
	if sentences == nil {
		sentences = func(text string) []string { return strings.Split(text, "\n") }
	}
	x := rouge{ids: make(map[string]int32)}
	golds, gotten := x.read(sentences(gold)), x.read(sentences(got))
	hits := x.hits(golds, gotten)
	m, n := length(golds), length(gotten)
	switch {
	case m == 0 && n == 0:
		return Score{1, 1, 1}
	case m == 0:
		return Score{Recall: 1}
	case hits == 0:
		return Score{}
	}
	return ratio(hits, n, m)
}

// rouge numbers the tokens and holds the table of one comparison: of the lengths
// two rows, and of each cell a bit, whether the one to the left is larger than
// the one above.
type rouge struct {
	ids        map[string]int32
	above, row []int32
	goLeft     []uint64
}

func (x *rouge) read(sentences []string) (all [][]int32) {
	for _, sentence := range sentences {
		var tokens []int32
		for token := range strings.FieldsSeq(sentence) {
			id, known := x.ids[token]
			if !known {
				id = int32(len(x.ids))
				x.ids[token] = id
			}
			tokens = append(tokens, id)
		}
		all = append(all, tokens)
	}
	return all
}

func length(sentences [][]int32) (n int) {
	for _, s := range sentences {
		n += len(s)
	}
	return n
}

// hits counts the tokens of gold that are in a union, none more often than both
// texts have it.
func (x *rouge) hits(golds, gotten [][]int32) (hits int) {
	left := [2][]int{make([]int, len(x.ids)), make([]int, len(x.ids))}
	for side, sentences := range [2][][]int32{golds, gotten} {
		for _, id := range slices.Concat(sentences...) {
			left[side][id]++
		}
	}
	for _, gold := range golds {
		for i, in := range x.union(gold, gotten) {
			if id := gold[i]; in && left[0][id] > 0 && left[1][id] > 0 {
				left[0][id]--
				left[1][id]--
				hits++
			}
		}
	}
	return hits
}

// union marks the tokens of a sentence that are in a longest common subsequence
// with any of the others.
func (x *rouge) union(gold []int32, gotten [][]int32) []bool {
	marked := make([]bool, len(gold))
	own := make(map[int32]bool, len(gold))
	for _, id := range gold {
		own[id] = true
	}
	for _, got := range gotten {
		if slices.ContainsFunc(got, func(id int32) bool { return own[id] }) {
			x.mark(marked, gold, got)
		}
	}
	return marked
}

// mark marks one longest common subsequence: of several the one that rouge_score
// finds, which goes up in the table where left is not longer.
func (x *rouge) mark(marked []bool, gold, got []int32) {
	width := x.fill(gold, got)
	for i, j := len(gold)-1, len(got)-1; i >= 0 && j >= 0; {
		switch {
		case gold[i] == got[j]:
			marked[i] = true
			i, j = i-1, j-1
		case x.goLeft[i*width+j/64]>>(j%64)&1 == 1:
			j--
		default:
			i--
		}
	}
}

// fill makes the table of the lengths of common subsequences and returns how
// many words of bits a row of goLeft has.
func (x *rouge) fill(gold, got []int32) (width int) {
	width = (len(got) + 63) / 64
	x.goLeft = zeroed(x.goLeft, len(gold)*width)
	x.above, x.row = zeroed(x.above, len(got)+1), zeroed(x.row, len(got)+1)
	for i, id := range gold {
		bits := x.goLeft[i*width : (i+1)*width]
		for j, other := range got {
			switch left, up := x.row[j], x.above[j+1]; {
			case id == other:
				x.row[j+1] = x.above[j] + 1
			case left > up:
				x.row[j+1] = left
				bits[j/64] |= 1 << (j % 64)
			default:
				x.row[j+1] = up
			}
		}
		x.above, x.row = x.row, x.above
	}
	return width
}

// zeroed returns n zeros, in the memory of values where they have room.
func zeroed[T int32 | uint64](values []T, n int) []T {
	values = slices.Grow(values[:0], n)[:n]
	clear(values)
	return values
}
