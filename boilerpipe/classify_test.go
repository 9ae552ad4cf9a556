package boilerpipe

import "testing"

// blockOf makes a block with the given numbers of words, of words in links, and of full
// lines.
func blockOf(words, anchors, lines int) TextBlock {
	return TextBlock{Words: words, AnchorWords: anchors, WrappedWords: words, WrappedLines: lines}
}

// judged returns the verdict of a rule on a block between two others.
func judged(rule func(prev, current, next *TextBlock) bool, prev, current, next TextBlock) bool {
	return rule(&prev, &current, &next)
}

// TestNumWordsRules tests each leaf of the tree, on both sides of its thresholds.
func TestNumWordsRules(t *testing.T) {
	for _, test := range []struct {
		leaf                string
		prev, current, next TextBlock
		want                bool
	}{
		{"curr_linkdensity > 1/3", blockOf(99, 0, 1), blockOf(100, 34, 1), blockOf(99, 0, 1), false},
		{"curr_linkdensity = 1/3 is above 0.333333", blockOf(99, 0, 1), blockOf(99, 33, 1), blockOf(99, 0, 1), false},
		{"curr_linkdensity just below", blockOf(99, 0, 1), blockOf(1000, 333, 1), blockOf(99, 0, 1), true},
		{"curr <= 16, next <= 15, prev <= 4", blockOf(4, 0, 1), blockOf(16, 0, 1), blockOf(15, 0, 1), false},
		{"curr <= 16, next <= 15, prev > 4", blockOf(5, 0, 1), blockOf(16, 0, 1), blockOf(15, 0, 1), true},
		{"curr <= 16, next > 15", blockOf(4, 0, 1), blockOf(16, 0, 1), blockOf(16, 0, 1), true},
		{"curr > 16", blockOf(4, 0, 1), blockOf(17, 0, 1), blockOf(15, 0, 1), true},
		{"prev_linkdensity = 5/9 is above 0.555556? no", blockOf(9, 5, 1), blockOf(17, 0, 1), blockOf(15, 0, 1), true},
		{"prev_linkdensity > 5/9, curr <= 40, next <= 17", blockOf(9, 6, 1), blockOf(40, 0, 1), blockOf(17, 0, 1), false},
		{"prev_linkdensity > 5/9, curr <= 40, next > 17", blockOf(9, 6, 1), blockOf(40, 0, 1), blockOf(18, 0, 1), true},
		{"prev_linkdensity > 5/9, curr > 40", blockOf(9, 6, 1), blockOf(41, 0, 1), blockOf(17, 0, 1), true},
		{"no words", edge, blockOf(0, 0, 1), edge, false},
	} {
		if got := judged(numWordsRules, test.prev, test.current, test.next); got != test.want {
			t.Errorf("%s: got %v", test.leaf, got)
		}
	}
}

// TestDensityRules tests each leaf of the tree, on both sides of its thresholds.
func TestDensityRules(t *testing.T) {
	for _, test := range []struct {
		leaf                string
		prev, current, next TextBlock
		want                bool
	}{
		{"curr_linkdensity > 1/3", blockOf(99, 0, 1), blockOf(99, 33, 1), blockOf(99, 0, 1), false},
		{"curr <= 9, next <= 10, prev <= 4", blockOf(4, 0, 1), blockOf(9, 0, 1), blockOf(10, 0, 1), false},
		{"curr <= 9, next <= 10, prev > 4", blockOf(9, 0, 2), blockOf(9, 0, 1), blockOf(10, 0, 1), true},
		{"curr <= 9, next > 10", blockOf(4, 0, 1), blockOf(9, 0, 1), blockOf(21, 0, 2), true},
		{"curr > 9, next = 0", blockOf(99, 0, 1), blockOf(19, 0, 2), blockOf(0, 0, 1), false},
		{"curr > 9, last block", blockOf(99, 0, 1), blockOf(19, 0, 2), edge, false},
		{"curr > 9, next > 0", blockOf(4, 0, 1), blockOf(19, 0, 2), blockOf(1, 0, 2), true},
		{"prev_linkdensity > 5/9, next <= 11", blockOf(9, 6, 1), blockOf(99, 0, 1), blockOf(11, 0, 1), false},
		{"prev_linkdensity > 5/9, next > 11", blockOf(9, 6, 1), blockOf(1, 0, 1), blockOf(23, 0, 2), true},
	} {
		if got := judged(densityRules, test.prev, test.current, test.next); got != test.want {
			t.Errorf("%s: got %v", test.leaf, got)
		}
	}
}

// TestCanolaRules tests each condition, on both sides of its threshold.
func TestCanolaRules(t *testing.T) {
	for _, test := range []struct {
		rule                string
		prev, current, next TextBlock
		want                bool
	}{
		{"links and a long next", edge, blockOf(1, 1, 1), blockOf(12, 0, 1), true},
		{"links and a shorter next, linked before", blockOf(1, 1, 1), blockOf(1, 1, 1), blockOf(11, 0, 1), false},
		{"long", blockOf(1, 1, 1), blockOf(20, 0, 1), edge, true},
		{"not long", blockOf(1, 1, 1), blockOf(19, 0, 1), edge, false},
		{"between text, middling", edge, blockOf(7, 0, 1), blockOf(7, 0, 1), true},
		{"between text, short", blockOf(7, 0, 1), blockOf(6, 0, 1), blockOf(7, 0, 1), false},
		{"between text, prev longer", blockOf(8, 0, 1), blockOf(6, 0, 1), blockOf(7, 0, 1), true},
		{"between text, next long", blockOf(7, 0, 1), blockOf(6, 0, 1), blockOf(20, 0, 1), true},
		{"next too short", blockOf(8, 0, 1), blockOf(7, 0, 1), blockOf(6, 0, 1), false},
		{"next with a link", blockOf(8, 0, 1), blockOf(7, 0, 1), blockOf(20, 1, 1), false},
	} {
		if got := judged(canolaRules, test.prev, test.current, test.next); got != test.want {
			t.Errorf("%s: got %v", test.rule, got)
		}
	}
}
