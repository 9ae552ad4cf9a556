package stoplists

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestCounterAdd(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		words      int
	}{
		{"nothing", " \n\t ", nil, 0},
		{"most frequent first", "b a b c\nb a", []string{"b", "a", "c"}, 6},
		{"equals by the alphabet", "b ä a", []string{"a", "b", "ä"}, 3},
		{"case and normal form", "Été été " + norm.NFD.String("ÉTÉ"), []string{"été"}, 3},
		{"punctuation around", "«house», (house) house! \"house\" ¿house?", []string{"house"}, 5},
		{"punctuation within", "don't well-known l’homme", []string{"don't", "l’homme", "well-known"}, 3},
		{"no words", "– 2020 1.000,50 §§ & 12:30", nil, 0},
		{"digits of a word", "covid19, 3rd", []string{"3rd", "covid19"}, 2},
		{"marks at the end", "की।", []string{"की"}, 1},
		{"white space of Unicode", "a\u00a0b\u2003c\u3000a", []string{"a", "b", "c"}, 4},
		{"final sigma before a comma", "ΛΟΓΟΣ, λογος", []string{"λογος"}, 2},
	} {
		var counter Counter
		counter.Add(c.text)
		var got []string
		for _, f := range counter.frequencies() {
			got = append(got, f.Word)
		}
		if !slices.Equal(got, c.want) || counter.Words() != c.words {
			t.Errorf("%s: %q, %d words, want %q, %d", c.name, got, counter.Words(), c.want, c.words)
		}
	}
}

func TestCut(t *testing.T) {
	frequencies := []Frequency{{"a", 50}, {"b", 30}, {"c", 10}, {"d", 10}}
	for _, c := range []struct {
		share, total float64
		want         string
		covered      float64
	}{
		{0.5, 100, "a", 0.5},
		{0.51, 100, "a b", 0.8},
		{0.8, 100, "a b", 0.8},
		{1, 100, "a b c d", 1},
		{0.5, 200, "a b c d", 0.5},
		{0.7, 200, "a b c d", 0.5}, // the table has no more words
		{0, 100, "", 0},
	} {
		list, covered := Cut(frequencies, c.total, c.share)
		if got := strings.Join(list.Words(), " "); got != c.want || covered != c.covered {
			t.Errorf("%v of %v: %q covers %v, want %q, %v", c.share, c.total, got, covered, c.want, c.covered)
		}
	}
	if list, covered := Cut(nil, 0, 0.7); list.Len() != 0 || covered != 0 {
		t.Errorf("of nothing: %q, %v", list.Words(), covered)
	}
}

// TestCounterListCovers: the list finds as many words of the text as it says that it
// covers, and no shorter list covers enough.
func TestCounterListCovers(t *testing.T) {
	text := strings.Repeat("The house and the garden of the man; and the Dog. ", 7) + "a cat"
	var counter Counter
	counter.Add(text)
	for _, share := range []float64{0.1, 0.3, 0.5, 0.68, 0.9, 1} {
		list, covered := counter.List(share)
		bare := strings.NewReplacer(";", "", ".", "").Replace(text)
		if found := list.Count(bare); float64(found)/float64(counter.Words()) != covered || covered < share {
			t.Errorf("%v: covers %v, finds %d of %d", share, covered, found, counter.Words())
		}
		words := list.Words()
		if last := float64(counter.Count(words[len(words)-1])) / float64(counter.Words()); covered-last >= share {
			t.Errorf("%v: the last word of %q is not needed", share, words)
		}
	}
}

func TestZeroCounter(t *testing.T) {
	var counter Counter
	list, covered := counter.List(0.7)
	if list.Len() != 0 || covered != 0 || counter.Words() != 0 || counter.Count("a") != 0 {
		t.Errorf("%q, %v", list.Words(), covered)
	}
}

func FuzzCounter(f *testing.F) {
	f.Add("The house, the garden.")
	f.Add("e\u0301 \xff\xfe «é»")
	f.Add("ΛΟΓΟΣ’ Σ ΛΟΓΟΣ.")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(norm.NFD.String(strings.ToValidUTF8(text, "")), "\u034F") || len(text) > 256 {
			t.Skip("x/text splits runs of over 30 marks by U+034F, differently in each form")
		}
		var counter Counter
		counter.Add(text)
		if n := len(strings.Fields(text)); counter.Words() > n {
			t.Fatalf("%d words of %d", counter.Words(), n)
		}
		list, _ := counter.List(1)
		sum := 0
		for _, word := range list.Words() {
			sum += counter.Count(word)
		}
		if sum != counter.Words() {
			t.Errorf("%q: the list %q covers %d of %d", text, list.Words(), sum, counter.Words())
		}
	})
}
