package eval

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestTokens(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" -- ", nil},
		{"It's 3.5 km_h", []string{"It", "s", "3", "5", "km_h"}},
		{"naïve über", []string{"naïve", "über"}},
		{"中文 text混ぜ", []string{"中", "文", "text", "混", "ぜ"}},
		{"हिन्दी", []string{"ह", "न", "द"}},
		{"한국어 단어", []string{"한국어", "단어"}},
	} {
		if got := slices.Collect(Tokens(test.text)); !slices.Equal(got, test.want) {
			t.Errorf("Tokens(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestTokensStop(t *testing.T) {
	for token := range Tokens("one two") {
		if token != "one" {
			t.Errorf("%q after the first", token)
		}
		break
	}
}

func TestBagOfWords(t *testing.T) {
	for _, test := range []struct {
		gold, got string
		want      Score
	}{
		{"", "", Score{1, 1, 1}},
		{"", "a", Score{0, 1, 0}},
		{"a", "", Score{0, 0, 0}},
		{"a b c", "c b a", Score{1, 1, 1}},
		{"a a b", "a b b", Score{2. / 3, 2. / 3, 2. / 3}},
		{"a b c d", "a b", Score{1, 0.5, 2. / 3}},
		{"a", "b", Score{0, 0, 0}},
	} {
		got := BagOfWords(test.gold, test.got)
		if math.Abs(got.Precision-test.want.Precision)+math.Abs(got.Recall-test.want.Recall)+math.Abs(got.F1-test.want.F1) > 1e-9 {
			t.Errorf("BagOfWords(%q, %q) = %v, want %v", test.gold, test.got, got, test.want)
		}
	}
}

func ExampleBagOfWords() {
	score := BagOfWords("The ferry is back.", "Home News The ferry is back.")
	fmt.Printf("%.2f %.2f %.2f\n", score.Precision, score.Recall, score.F1)
	// Output: 0.67 1.00 0.80
}
