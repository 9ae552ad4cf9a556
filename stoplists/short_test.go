package stoplists

import (
	"fmt"
	"strings"
	"testing"
)

// countTexts are texts on which countFast could differ from countPlain.
var countTexts = []string{
	"", " ", "the", " the ", "the of and", "The OF aNd", "the\tof\nand\x00the\x1fof", "the\x7fof", "thé of", "of thé",
	"eightchr", "eightchr ", " eightchr", "ninechars", "NineChars ninechars", "ninecharsé", "ninecharse\u0301 x", "ninechar\u0301s",
	"eightch\u0301", "ei the of and to in the is of eightchr ninechars ninecharsandmore seventeenletters!",
	"@AZ[`az{ @az[`az{", "\xff\xfe the \x80", "the\u00a0of", "\u212aelvin kelvin KELVIN", strings.Repeat("the ", 100) + "th",
}

// checkCount compares the fast way to count with the plain one.
func checkCount(t *testing.T, l *List, text string) {
	t.Helper()
	if got, want := l.Count(text), l.countPlain(text); got != want {
		t.Errorf("%d words of %q are in %q, want %d", got, text, l.Words(), want)
	}
}

func TestCountFast(t *testing.T) {
	lists := []*List{
		New(), New("the", "of", "and", "to"), New("eightchr"), New("ninechars"), New("seventeenletters!", "the", "thé"),
		New("ninecharsé", "eightch\u0301", "kelvin", "@az[`az{", "the of"),
	}
	for _, l := range lists {
		for _, text := range countTexts {
			checkCount(t, l, text)
			for i := range len(text) {
				checkCount(t, l, text[i:])
			}
		}
	}
	if got := New("the", "of", "ninechars").Count("The end OF ninechars."); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

// TestCountAll counts the words of every list in a text made of them.
func TestCountAll(t *testing.T) {
	for _, language := range Languages() {
		l, err := Lookup(language.Tag)
		if err != nil {
			t.Fatal(err)
		}
		if l.short.partial {
			t.Errorf("%s: some short words found no slot", language.Tag)
		}
		text := strings.Join(l.Words(), " ")
		if len(text) > 5000 {
			text = text[:5000]
		}
		checkCount(t, l, text)
		checkCount(t, l, strings.ToUpper(text))
	}
}

// TestPartial has keys for which there is no room, as a hostile list may have.
func TestPartial(t *testing.T) {
	l := New("the", "of", "and")
	l.short.slots, l.short.shift = make([]uint64, 2), 63
	for _, word := range l.Words() {
		l.short.insert(keyOf(word))
	}
	if !l.short.partial {
		t.Error("three keys in two slots")
	}
	checkCount(t, l, "the of and to the")
}

// TestBeginnings: longestAt finds the same words without the set of beginnings.
func TestBeginnings(t *testing.T) {
	for _, tag := range []string{"zh", "ja", "th", "lo", "km", "my", "bo"} {
		l, err := Lookup(tag)
		if err != nil {
			t.Fatal(err)
		}
		plain := *l
		plain.begins = beginnings{}
		words := l.Words()
		for i := range 300 {
			text := words[i*7%len(words)] + words[i*13%len(words)] + "x" + words[i%len(words)]
			stop, letters := l.CountUnspaced(text)
			if wantStop, wantLetters := plain.CountUnspaced(text); stop != wantStop || letters != wantLetters {
				t.Fatalf("%s: %q: %d of %d, want %d of %d", tag, text, stop, letters, wantStop, wantLetters)
			}
		}
	}
}

func FuzzCount(f *testing.F) {
	for _, text := range countTexts {
		f.Add("the of ninechars thé", text)
	}
	f.Fuzz(func(t *testing.T, words, text string) {
		checkCount(t, New(strings.Fields(words)...), text)
	})
}

func BenchmarkCount(b *testing.B) {
	l, err := Lookup("en")
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("After eleven weeks in the dry dock the little ferry has come back to the island, and on the first morning nearly everybody was there. ", 100)
	for name, count := range map[string]func(string) int{"fast": l.Count, "plain": l.countPlain} {
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for range b.N {
				count(text)
			}
		})
	}
}

// TestLongWords: a word that is too long for the list is not folded.
func TestLongWords(t *testing.T) {
	l := New("ᾂ", "thé")
	for _, word := range []string{"α\u0313\u0300\u0345", "Α\u0313\u0300\u0345", "THE\u0301", "the\u0301"} {
		if !l.Contains(word) {
			t.Errorf("%+q is not found", word)
		}
	}
	long := strings.Repeat("\xff", 16<<20)
	before := testing.AllocsPerRun(1, func() { l.Contains(long) })
	if before > 2 {
		t.Errorf("%v allocations for a long word", before)
	}
}
