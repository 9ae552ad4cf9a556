package stoplists

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/seed42075109/justext/internal/hostile"
)

// TestProbesAreShort: the hash spreads the words of every list, so that a look-up
// visits few slots and no list needs the map.
func TestProbesAreShort(t *testing.T) {
	for _, lang := range Languages() {
		list := mustLookup(t, lang.Tag)
		steps := 0
		for n := range list.Len() {
			steps += stepsTo(list, uint32(n+1))
		}
		if average := float64(steps) / float64(list.Len()); average > 2 {
			t.Errorf("%s: %.2f slots for a word", lang.Tag, average)
		}
		if len(list.crowded) > 0 {
			t.Errorf("%s: %d words found no slot", lang.Tag, len(list.crowded))
		}
	}
	if n := len(vocabulary().words.crowded); n > 0 {
		t.Errorf("all lists together: %d words found no slot", n)
	}
}

// stepsTo returns how many slots a look-up of word n visits.
func stepsTo(l *List, n uint32) int {
	mask := uint32(len(l.slots) - 1)
	place, _ := l.split(hashString(l.word(n)))
	for steps := 1; steps <= maxProbes; steps++ {
		if l.slots[place]&mask == n {
			return steps
		}
		place = (place + 1) & mask
	}
	return maxProbes
}

// colliding returns different words with the same hash: "bб" and "cұ" have the
// same, so that each place for a pair doubles their number.
func colliding(words int) []string {
	all := make([]string, words)
	for i := range all {
		var word strings.Builder
		for bit := range 20 {
			word.WriteString([]string{"bб", "cұ"}[i>>bit&1])
		}
		all[i] = word.String()
	}
	return all
}

// TestCollidingWords: words with the same hash are found. All but a few are in the
// map, so that no search compares with more of them.
func TestCollidingWords(t *testing.T) {
	words := colliding(1 << 13)
	list := New(words[:1<<12]...)
	if hashString(words[0]) != hashString(words[1]) {
		t.Fatal("the words do not collide")
	}
	if want := 1<<12 - maxProbes/(1+mismatchCost); len(list.crowded) != want {
		t.Errorf("%d words in the map, want %d", len(list.crowded), want)
	}
	for i, word := range words {
		for _, form := range []string{word, strings.ToUpper(word), norm.NFD.String(word)} {
			if list.Contains(form) != (i < 1<<12) {
				t.Fatalf("Contains(word %d) = %v", i, i >= 1<<12)
			}
		}
	}
	if got := list.Count(strings.Join(words[1<<12-100:1<<12+100], " ")); got != 100 {
		t.Errorf("Count = %d, want 100", got)
	}
	if list.Contains("bб") || list.Contains(words[0]+"\u0301") || list.Contains(norm.NFD.String(words[0]+"й")) {
		t.Error("a word that is not there was found")
	}
}

// TestCrowdedDoesNotAllocate: looking up a word in the map does not allocate either.
func TestCrowdedDoesNotAllocate(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector makes sync.Pool allocate")
	}
	words := colliding(100)
	list := New(words...)
	for _, word := range []string{words[99], strings.ToUpper(words[99]), norm.NFD.String(words[99]), words[99][3:] + "bб"} {
		if n := testing.AllocsPerRun(200, func() { list.Contains(word) }); n != 0 {
			t.Errorf("%q: %v allocations", word, n)
		}
	}
}

// TestListGrows: whatever the number of words, the table keeps half of its slots
// free and finds every word.
func TestListGrows(t *testing.T) {
	var words []string
	for n := range 1000 {
		words = append(words, strings.Repeat("a", n%31)+string(rune('а'+n%32))+string(rune(0x4e00+n)))
		list := New(words...)
		if list.Len() != len(words) || 2*list.Len() > len(list.slots) || len(list.slots) > 4*list.Len()+4 {
			t.Fatalf("%d words: Len = %d, %d slots", len(words), list.Len(), len(list.slots))
		}
		for i, word := range words {
			if got := list.number(word); got != uint32(i+1) {
				t.Fatalf("%d words: word %d is number %d", len(words), i+1, got)
			}
		}
	}
}
