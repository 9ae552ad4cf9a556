package eval

import (
	"slices"
	"strings"
)

// RougeLSum compares two texts by ROUGE-LSum (Lin, 2004): for each sentence of
// gold it counts the tokens in the union of the longest common subsequences of
// that sentence with every sentence of got. Tokens are what stands between white
// space, as in the study of Bevendorff et al. (SIGIR 2023). The function
// sentences splits a text into sentences; if it is nil, each line is one. For
// texts without tokens see [NewScore].
//
// The time is proportional to the product of the lengths of the two texts. The
// memory is one bit for each pair of tokens of two sentences, 8 MB for two
// sentences of 8,000 tokens.
func RougeLSum(gold, got string, sentences func(string) []string) Score {
	if sentences == nil {
		sentences = func(text string) []string { return strings.Split(text, "\n") }
	}
	x := rouge{ids: make(map[string]int32)}
	golds, gotten := x.read(sentences(gold)), x.read(sentences(got))
	hits := x.hits(golds, gotten)
	return NewScore(hits, length(gotten), length(golds))
}

// rouge numbers the tokens and holds the table of one comparison. Only two rows
// of the lengths are kept. Of each cell one bit is kept: whether the cell to its
// left is larger than the one above it.
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

// hits counts the tokens of gold that are in the union of their sentence. A token
// counts at most as often as it occurs in either text.
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

// union marks the tokens of gold that are in a longest common subsequence of gold
// and any sentence of gotten.
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

// mark marks the tokens of gold in one longest common subsequence of gold and
// got. If there are several, it is the one that the Python package rouge_score
// finds, which goes up in the table unless the cell to the left is larger.
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

// fill makes the table of the lengths of common subsequences and returns the
// width of a row of goLeft in words of 64 bits.
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

// zeroed returns n zeros, in the memory of values if they fit.
func zeroed[T int32 | uint64](values []T, n int) []T {
	values = slices.Grow(values[:0], n)[:n]
	clear(values)
	return values
}
