package justext_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
)

// In the tests of this file and of headings_test.go a class is a letter: G
// good, B bad, s short, n near good, - none yet.
var classLetters = map[byte]justext.Class{
	'G': justext.Good, 'B': justext.Bad, 's': justext.Short, 'n': justext.NearGood, '-': justext.Unclassified,
}

func classOf(letter byte) justext.Class {
	class, ok := classLetters[letter]
	if !ok {
		panic(fmt.Sprintf("no class %q", letter))
	}
	return class
}

func letterOf(class justext.Class) byte {
	for letter, c := range classLetters {
		if c == class {
			return letter
		}
	}
	return '?'
}

// sequence makes paragraphs of a string such as "G s n B".
func sequence(letters string) (paragraphs []justext.Paragraph) {
	for _, letter := range strings.Fields(letters) {
		class := classOf(letter[0])
		paragraphs = append(paragraphs, justext.Paragraph{Class: class, ContextFree: class})
	}
	return paragraphs
}

// letters is the inverse of sequence.
func letters(paragraphs []justext.Paragraph) string {
	list := make([]string, len(paragraphs))
	for i := range paragraphs {
		list[i] = string(letterOf(paragraphs[i].Class))
	}
	return strings.Join(list, " ")
}

// TestContextSensitive has the cases of docs/justext.md, "Context-sensitive
// classification".
func TestContextSensitive(t *testing.T) {
	tests := []struct{ name, classes, want string }{
		{"example of the description", "G s n s B", "G G G B B"},
		{"turned round", "B s n s G", "B B G G G"},

		{"short between good and good", "G s G", "G G G"},
		{"near good between good and good", "G n G", "G G G"},
		{"many between good and good", "G s n s s n G", "G G G G G G G"},
		{"short between bad and bad", "B s B", "B B B"},
		{"near good between bad and bad", "B n B", "B B B"},
		{"many between bad and bad", "B s n s s n B", "B B B B B B B"},

		{"short between good and bad", "G s B", "G B B"},
		{"short between bad and good", "B s G", "B B G"},
		{"all short between good and bad", "G s s s B", "G B B B B"},
		{"all short between bad and good", "B s s s G", "B B B B G"},
		{"near good between good and bad", "G n B", "G G B"},
		{"near good between bad and good", "B n G", "B G G"},
		{"near good beside bad", "G s s n B", "G G G G B"},
		{"near good beside good", "G n s s B", "G G B B B"},
		{"of several near good the one closest to bad counts", "G n s n s n s s B", "G G G G G G B B B"},
		{"the same before good", "B s s n s n s n G", "B B B G G G G G G"},

		{"nothing", "", ""},
		{"good", "G", "G"},
		{"bad", "B", "B"},
		{"short", "s", "B"},
		{"near good", "n", "B"},
		{"the edges are bad", "s n s", "B B B"},
		{"edge and good", "s G", "B G"},
		{"good and edge", "G s", "G B"},
		{"near good between edge and good", "s n s G", "B G G G"},
		{"near good between good and edge", "G s n s", "G G G B"},
		{"good and bad alone do not change", "G B B G G B", "G B B G G B"},

		{"several sequences", "s G s s G s B n B n G", "B G G G G B B B B G G"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			paragraphs := sequence(test.classes)
			justext.ClassifyContextSensitive(paragraphs)
			if got := letters(paragraphs); got != test.want {
				t.Errorf("%s:\n got %s\nwant %s", test.classes, got, test.want)
			}
		})
	}
}

func TestContextSensitiveReasons(t *testing.T) {
	tests := []struct {
		classes string
		want    []justext.Reason
	}{
		{"G s n G", []justext.Reason{justext.NoReason, justext.BetweenGood, justext.BetweenGood, justext.NoReason}},
		{"B s n B", []justext.Reason{justext.NoReason, justext.BetweenBad, justext.BetweenBad, justext.NoReason}},
		{"s n", []justext.Reason{justext.BetweenBad, justext.BetweenBad}},
		{"G s s B", []justext.Reason{justext.NoReason, justext.NothingNearGood, justext.NothingNearGood, justext.NoReason}},
		{"G s", []justext.Reason{justext.NoReason, justext.NothingNearGood}},
		{"G s n s n s B", []justext.Reason{justext.NoReason, justext.GoodSide, justext.GoodSide, justext.GoodSide, justext.NearestToBad, justext.BadSide, justext.NoReason}},
		{"s n s n s G", []justext.Reason{justext.BadSide, justext.NearestToBad, justext.GoodSide, justext.GoodSide, justext.GoodSide, justext.NoReason}},
	}
	for _, test := range tests {
		t.Run(test.classes, func(t *testing.T) {
			paragraphs := sequence(test.classes)
			justext.ClassifyContextSensitive(paragraphs)
			var got []justext.Reason
			for i := range paragraphs {
				got = append(got, paragraphs[i].Reason)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s:\n got %q\nwant %q", test.classes, got, test.want)
			}
		})
	}
}

// TestContextSensitiveKeeps changes the class and the reason of paragraphs that
// are to be decided, and nothing else.
func TestContextSensitiveKeeps(t *testing.T) {
	paragraphs := sequence("G s n s B")
	for i := range paragraphs {
		paragraphs[i].Reason = justext.ShortText
	}
	justext.ClassifyContextSensitive(paragraphs)
	for i, want := range sequence("G s n s B") {
		if got := paragraphs[i].ContextFree; got != want.ContextFree {
			t.Errorf("ContextFree of paragraph %d: got %s, want %s", i, got, want.ContextFree)
		}
	}
	for _, i := range []int{0, 4} {
		if got := paragraphs[i].Reason; got != justext.ShortText {
			t.Errorf("Reason of paragraph %d, whose class is reliable: got %s, want it as it was", i, got)
		}
	}
}

// TestContextSensitiveAgreesWithPython compares all sequences of up to seven
// classes, and 20,000 longer ones, with a transcription of Python jusText's
// rules.
func TestContextSensitiveAgreesWithPython(t *testing.T) {
	const alphabet = "GBsn"
	for n := range 8 {
		count := 1 << (2 * n)
		for number := range count {
			classes := make([]byte, n)
			for i := range classes {
				classes[i] = alphabet[number>>(2*i)&3]
			}
			compareWithPython(t, classes)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		classes := make([]byte, 8+random.IntN(60))
		open := 2 + random.IntN(30) // how many more are open than not, so that sequences differ in length
		for i := range classes {
			classes[i] = "sn"[random.IntN(2)]
			if random.IntN(open) == 0 {
				classes[i] = "GB"[random.IntN(2)]
			}
		}
		compareWithPython(t, classes)
	}
}

func compareWithPython(t *testing.T, classes []byte) {
	t.Helper()
	input := strings.Join(strings.Split(string(classes), ""), " ")
	paragraphs := sequence(input)
	justext.ClassifyContextSensitive(paragraphs)
	got, want := letters(paragraphs), strings.Join(strings.Split(string(pythonContext(classes)), ""), " ")
	if got != want {
		t.Fatalf("%s:\n got %s\nwant %s", input, got, want)
	}
}

// pythonContext is the context-sensitive part of jusText.revise_paragraph_classification
// in Python jusText: first the short paragraphs, from a snapshot, then the near
// good ones in their order and in place.
func pythonContext(before []byte) []byte {
	classes := slices.Clone(before)
	for i, class := range before {
		if class != 's' {
			continue
		}
		left, right := pythonNeighbour(before, i, -1, true), pythonNeighbour(before, i, +1, true)
		switch {
		case left == right:
			classes[i] = left
		case left == 'B' && pythonNeighbour(before, i, -1, false) == 'n',
			right == 'B' && pythonNeighbour(before, i, +1, false) == 'n':
			classes[i] = 'G'
		default:
			classes[i] = 'B'
		}
	}
	for i, class := range classes {
		if class != 'n' {
			continue
		}
		classes[i] = 'G'
		if pythonNeighbour(classes, i, -1, true) == 'B' && pythonNeighbour(classes, i, +1, true) == 'B' {
			classes[i] = 'B'
		}
	}
	return classes
}

// pythonNeighbour returns the nearest class in a direction that is not short,
// nor near good if those are to be ignored; the edges are bad.
func pythonNeighbour(classes []byte, i, step int, ignoreNearGood bool) byte {
	for i += step; 0 <= i && i < len(classes); i += step {
		if classes[i] != 's' && (classes[i] != 'n' || !ignoreNearGood) {
			return classes[i]
		}
	}
	return 'B'
}
