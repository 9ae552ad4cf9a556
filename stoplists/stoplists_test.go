package stoplists

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed42075109/justext/internal/hostile"
)

func mustLookup(t testing.TB, lang string) *List {
	t.Helper()
	list, err := Lookup(lang)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestNew(t *testing.T) {
	list := New("The", " of ", "", "OF", "the", "E\u0301te\u0301", "two words", "a\nb")
	want := []string{"the", "of", "été", "two words", "a\nb"}
	if got := list.Words(); !slices.Equal(got, want) {
		t.Errorf("Words = %q, want %q", got, want)
	}
	if list.Len() != len(want) {
		t.Errorf("Len = %d, want %d", list.Len(), len(want))
	}
	for _, word := range append(want, "THE", "ÉTÉ") {
		if !list.Contains(word) {
			t.Errorf("%q is missing", word)
		}
	}
	for _, word := range []string{"", "th", "thee", "ete", "words", "b", "\xff", strings.Repeat("the", 1000)} {
		if list.Contains(word) {
			t.Errorf("%q is there", word)
		}
	}
	list.Words()[0] = "changed"
	if list.Words()[0] != "the" {
		t.Error("Words is no copy")
	}
}

func TestEmptyLists(t *testing.T) {
	for name, list := range map[string]*List{"nil": nil, "zero": {}, "of no words": New()} {
		if list.Contains("") || list.Contains("a") || list.Contains("é") || list.Contains("e\u0301") {
			t.Errorf("the list %s contains something", name)
		}
		if list.Len() != 0 || len(list.Words()) != 0 {
			t.Errorf("the list %s has %d words", name, list.Len())
		}
	}
}

func TestContainsDoesNotAllocate(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector makes sync.Pool allocate")
	}
	long := strings.Repeat("ě", 32)
	for _, c := range []struct{ lang, word string }{
		{"en", "the"}, {"en", "THE"}, {"en", "boilerplate"},
		{"ru", "который"}, {"ru", "Который"}, {"ru", "шаблонный"},
		{"vi", "những"}, {"vi", norm.NFD.String("những")}, {"vi", norm.NFD.String("NGƯỜI")},
		{"el", "ΑΥΤΌΣ"}, {"hi", "उन्होंने"}, {"ko", norm.NFD.String("하지만")}, {"tr", norm.NFD.String("İÇİN")},
		{"cs", long}, {"cs", norm.NFD.String(long)[:63]}, {"en", "\xff\xfe"},
	} {
		list := mustLookup(t, c.lang)
		if n := testing.AllocsPerRun(200, func() { list.Contains(c.word) }); n != 0 {
			t.Errorf("%s %+q: %v allocations", c.lang, c.word, n)
		}
	}
}

func BenchmarkContains(b *testing.B) {
	for _, c := range []struct{ name, lang, word string }{
		{"ASCII/hit", "en", "which"},
		{"ASCII/hit3", "en", "the"},
		{"ASCII/capital", "en", "The"},
		{"ASCII/miss", "en", "cookies"},
		{"Cyrillic/hit", "ru", "только"},
		{"Cyrillic/capital", "ru", "Только"},
		{"Cyrillic/miss", "ru", "кнопка"},
		{"Devanagari/hit", "hi", "अपने"},
		{"Devanagari/miss", "hi", "सदस्यता"},
		{"Vietnamese/NFC", "vi", "những"},
		{"Vietnamese/NFD", "vi", norm.NFD.String("những")},
		{"Greek/capitals", "el", "ΑΥΤΌΣ"},
	} {
		list := mustLookup(b, c.lang)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				list.Contains(c.word)
			}
		})
	}
}

// BenchmarkContainsText looks up different words one after another, as in a page.
func BenchmarkContainsText(b *testing.B) {
	for _, lang := range []string{"en", "ru", "hi"} {
		list := mustLookup(b, lang)
		words := list.Words()
		for i, word := range words {
			if i%2 == 0 {
				words[i] = word + "x"
			}
			if i%10 == 1 {
				words[i] = string(unicode.ToUpper([]rune(word)[0])) + string([]rune(word)[1:])
			}
		}
		b.Run(lang, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				list.Contains(words[i%len(words)])
			}
		})
	}
}

// TestCount: Count is Contains for each word.
func TestCount(t *testing.T) {
	for _, lang := range []string{"en", "ru", "vi", "hi", "el"} {
		list := mustLookup(t, lang)
		words := list.Words()
		for _, text := range []string{
			"", " ", "the", " the  of\nAND xyzzy ", "ΤΗΣ και ΤΟΥΣ", "không của a\u0300", "и В не\nслово", "को में 的 a的",
			strings.Join(words[:min(len(words), 300)], " "), strings.ToUpper(strings.Join(words[:50], "\n")),
		} {
			want := 0
			for _, word := range strings.Fields(text) {
				if list.Contains(word) {
					want++
				}
			}
			if got := list.Count(text); got != want {
				t.Errorf("%s: Count(%.40q) = %d, want %d", lang, text, got, want)
			}
		}
	}
	var none *List
	if got := none.Count("the"); got != 0 {
		t.Errorf("nil list: Count = %d", got)
	}
}
