package context

import (
	"math/rand/v2"
	"testing"
)

// classes reads one class from each letter: g, n, s, b.
func classes(text string) (blocks []Class) {
	for _, c := range text {
		blocks = append(blocks, map[rune]Class{'g': Good, 'n': NearGood, 's': Short, 'b': Bad}[c])
	}
	return blocks
}

// decided writes the verdict on each block as a digit, and final classes as they are.
func decided(text string) string {
	blocks := classes(text)
	out := []byte(text)
	Decide(blocks, func(c *Class) Class { return *c }, func(c *Class, v Verdict) {
		for i := range blocks {
			if &blocks[i] == c {
				out[i] = '0' + byte(v)
			}
		}
	})
	return string(out)
}

func TestDecide(t *testing.T) {
	for text, want := range map[string]string{
		"":        "",
		"gb":      "gb",
		"s":       "0",
		"n":       "0",
		"bsnb":    "b00b",
		"gsng":    "g33g",
		"gssb":    "g11b",
		"bssg":    "b11g",
		"gsnsnsb": "g44452b",
		"bsnsnsg": "b25444g",
		"gn":      "g5",
		"ng":      "5g",
		"gsbsg":   "g1b1g",
	} {
		if got := decided(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestSymmetry: a page read backwards has the same verdicts, backwards.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	reversed := func(text string) string {
		out := []byte(text)
		for i := range out {
			out[len(out)-1-i] = text[i]
		}
		return string(out)
	}
	for range 2000 {
		page := make([]byte, rng.IntN(12))
		for i := range page {
			page[i] = "gnsb"[rng.IntN(4)]
		}
		if a, b := decided(string(page)), reversed(decided(reversed(string(page)))); a != b {
			t.Fatalf("%s: %s, backwards %s", page, a, b)
		}
	}
}

// TestLinear: each block is looked at twice and decided once at most.
func TestLinear(t *testing.T) {
	blocks := make([]Class, 10_000)
	for i := range blocks {
		blocks[i] = []Class{Short, NearGood, Short, Good, Short, Bad}[i%6]
	}
	looks := 0
	Decide(blocks, func(c *Class) Class { looks++; return *c }, func(*Class, Verdict) { looks++ })
	if looks > 3*len(blocks) {
		t.Errorf("%d steps for %d blocks", looks, len(blocks))
	}
}
