package main

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/eval"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestConfusionMatrix(t *testing.T) {
	var c confusionMatrix
	for _, pair := range []string{"header text", "text text", "text text", "text other", "other text", "other other", "other other", "other other"} {
		right, given, _ := strings.Cut(pair, " ")
		c.add(right, given)
	}
	s := c.content()
	if c.blocks() != 8 || !near(c.accuracy(), 5./8) || !near(c.contentAccuracy(), 6./8) || !near(s.Precision, 3./4) || !near(s.Recall, 3./4) {
		t.Errorf("%+v", c)
	}
	if wrong, missed := c.errors(); wrong != 1 || missed != 1 || c.rightContent() != 4 {
		t.Errorf("%d wrong, %d missed of %d", wrong, missed, c.rightContent())
	}
	var sum confusionMatrix
	sum.add("other", "other") // its labels are in another order
	sum.addAll(&c)
	sum.addAll(&c)
	if sum.blocks() != 17 || !near(sum.accuracy(), 11./17) || sum.content() != s {
		t.Errorf("twice: %+v, once: %+v", sum, c)
	}
	if empty := new(confusionMatrix); empty.accuracy() != 0 || empty.content() != (eval.Score{Precision: 1, Recall: 1, F1: 1}) {
		t.Errorf("empty: %+v", empty)
	}
}

func TestFolds(t *testing.T) {
	if got := folds(5, 2, 0); !reflect.DeepEqual(got, [][]int{{0, 2, 4}, {1, 3}}) {
		t.Errorf("in order: %v", got)
	}
	a, b, c := folds(50, 6, 1), folds(50, 6, 1), folds(50, 6, 2)
	if !reflect.DeepEqual(a, b) || reflect.DeepEqual(a, c) {
		t.Error("the seed does not decide")
	}
	all := slices.Concat(a...)
	slices.Sort(all)
	for i, document := range all {
		if i != document || len(all) != 50 {
			t.Fatalf("documents %v", all)
		}
	}
}

// TestFoldsOfAnyNumber: any number of parts is accepted, and each document is in
// one part.
func TestFoldsOfAnyNumber(t *testing.T) {
	for k, want := range map[int]int{-3: 1, 0: 1, 1: 1, 5: 5} {
		if got := folds(3, k, 1); len(got) != want || len(slices.Concat(got...)) != 3 {
			t.Errorf("%d parts: %v", k, got)
		}
	}
}

func TestMarkdown(t *testing.T) {
	for want, rows := range map[string][][]string{
		"":                                  nil,
		"|\n|---|\n":                        {{}},
		"| a\\|b c |\n|---|\n":              {{"a|b\nc"}},
		"| a | b |\n|---|--:|\n| c | d |\n": {{"a", "b"}, {"c", "d"}},
	} {
		if got := markdown(rows); got != want {
			t.Errorf("%q: %q, want %q", rows, got, want)
		}
	}
}

// TestConfidenceInterval: half of the documents have the value 1, so that the
// mean of a sample is that of coins thrown.
func TestConfidenceInterval(t *testing.T) {
	for n, half := range map[int]float64{100: 0.098, 400: 0.049} { // 1.96 standard errors
		mean := func(sample []int) (sum float64) {
			if len(sample) != n {
				t.Errorf("%d documents of %d", len(sample), n)
			}
			for _, i := range sample {
				sum += float64(i%2) / float64(n)
			}
			return sum
		}
		low, high := confidenceInterval(n, mean)
		if math.Abs(low-(0.5-half)) > 0.015 || math.Abs(high-(0.5+half)) > 0.015 {
			t.Errorf("%d documents: %.3f to %.3f, want %.3f around 0.5", n, low, high, half)
		}
		if again, _ := confidenceInterval(n, mean); again != low {
			t.Errorf("%d documents: %v, then %v", n, low, again)
		}
	}
	if low, high := confidenceInterval(0, func([]int) float64 { return 1 }); low != 0 || high != 0 {
		t.Errorf("without documents: %v to %v", low, high)
	}
}
