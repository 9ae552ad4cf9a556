package victor

import (
	"math/rand/v2"
	"testing"
)

func TestCount(t *testing.T) {
	for _, test := range []struct {
		tokens Tokens
		text   string
		want   counts // the key is not compared
	}{
		{EnglishTokens, "", counts{}},
		{EnglishTokens, "don't", counts{lower: 2, chars: 5, alphaChars: 4, alpha: 2, other: 1, letters: 4, runs: 2}},
		{EnglishTokens, "U.S. ", counts{chars: 5, alphaChars: 2, punctChars: 2, whiteChars: 1, alpha: 2, letters: 2, runs: 2, sentences: 2,
			started: true, finished: true}},
		{EnglishTokens, "Wait... 3rd of 10?", counts{lower: 1, chars: 18, alphaChars: 8, numChars: 3, punctChars: 4, whiteChars: 3, alpha: 2, num: 1, mixed: 1,
			letters: 6, runs: 2, sentences: 2, started: true, finished: true}},
		{EnglishTokens, "a_b (c.)", counts{lower: 1, chars: 8, alphaChars: 3, punctChars: 1, whiteChars: 1, alpha: 1, other: 3, letters: 1, runs: 1}},
		{EnglishTokens, "one two, three", counts{lower: 3, chars: 14, alphaChars: 11, punctChars: 1, whiteChars: 2, alpha: 3, letters: 11, runs: 2}},
		{EnglishTokens, "Été\u00a0né.", counts{lower: 1, chars: 7, alphaChars: 5, punctChars: 1, whiteChars: 1, alpha: 2, letters: 5, runs: 1, sentences: 1,
			started: true, finished: true}},
		{EnglishTokens, "中文。", counts{lower: 1, chars: 3, alphaChars: 2, alpha: 1, other: 1, letters: 2, runs: 1}},
		{AnyTokens, "中文。", counts{chars: 3, alphaChars: 2, punctChars: 1, alpha: 2, letters: 2, runs: 1, sentences: 1, started: true, finished: true}},
		{AnyTokens, "हिन्दी है।", counts{chars: 10, alphaChars: 8, punctChars: 1, whiteChars: 1, alpha: 2, letters: 8, runs: 1, sentences: 1,
			started: true, finished: true}},
		{AnyTokens, "don't", counts{lower: 2, chars: 5, alphaChars: 4, alpha: 2, other: 1, letters: 4, runs: 2}},
	} {
		got := test.tokens.count([]byte(test.text))
		got.key = 0
		if got != test.want {
			t.Errorf("%q: %+v, want %+v", test.text, got, test.want)
		}
	}
}

// TestKeys: twins have the same words, with the same case and digits.
func TestKeys(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"Read more", " read more", false},
		{"Read more...", "«Read -- more»", true},
		{"Page 1", "Page 2", false},
		{"extraordinary things", "extraordinary    things!", true},
		{"mountain bicycle", "mountaio bicycld", false},
		{"ab c", "a bc", false},
		{"|", "***", true},
		{"", "&", true},
	} {
		a, b := EnglishTokens.count([]byte(test.a)).key, EnglishTokens.count([]byte(test.b)).key
		if (a == b) != test.same {
			t.Errorf("%q and %q: same %v, want %v", test.a, test.b, a == b, test.same)
		}
	}
}

// TestAnyTokensInEnglish: for ASCII, both ways of counting give the same.
func TestAnyTokensInEnglish(t *testing.T) {
	for _, source := range annotatedPages(t)[:10] {
		for line := range lines(source) {
			ascii := true
			for _, c := range line {
				ascii = ascii && c < 0x80
			}
			if a, b := EnglishTokens.count(line), AnyTokens.count(line); ascii && a != b {
				t.Fatalf("%q: %+v and %+v", line, a, b)
			}
		}
	}
}

// TestCountByCharacters: words that are read at once count as their characters do one by
// one.
func TestCountByCharacters(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := []rune("aaabcZZ09_½.,?! \u00a0\néÉ中।́-")
	for range 20000 {
		text := make([]rune, random.IntN(12))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		for _, tokens := range []Tokens{EnglishTokens, AnyTokens} {
			one := counter{}
			one.key = keyStart
			for _, r := range text {
				class := tokens.classOf(r)
				if r < 0x80 {
					class = asciiClass[r]
				}
				one.char(r, class)
			}
			one.endToken()
			got := tokens.count([]byte(string(text)))
			if got.key = one.key; got != one.counts {
				t.Fatalf("%q: %+v, by characters %+v", string(text), got, one.counts)
			}
		}
	}
}
