package stoplists

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"golang.org/x/text/unicode/norm"
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

func TestParse(t *testing.T) {
	for name, text := range map[string]string{
		"plain":         "a\nčeský\n",
		"no line feed":  "a\nčeský",
		"Windows":       "\ufeffa\r\nčeský\r\n",
		"blanks":        "\n  a\t\n\n\nčeský \n\n",
		"twice, upper":  "A\na\nČESKÝ\nČeský\n",
		"apart":         norm.NFD.String("a\nčeský\n"),
		"a BOM, blanks": "\ufeff\r\n\r\na\r\nčeský",
	} {
		list, err := Parse(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := list.Words(); !slices.Equal(got, []string{"a", "český"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	errBroken := errors.New("broken")
	for _, c := range []struct {
		name string
		r    io.Reader
		want string
		is   error
	}{
		{"windows-1250", strings.NewReader("a\nb\n\xe8esk\xfd\n"), "line 3 is not UTF-8; save the list as UTF-8", nil},
		{"UTF-16", strings.NewReader("\xff\xfea\x00\n\x00"), "line 1 is not UTF-8", nil},
		{"one long line", strings.NewReader("a\n" + strings.Repeat("x ", 40000)), "line 2 is over 65535 bytes", nil},
		{"broken reader", io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(errBroken)), "reading line 3: broken", errBroken},
	} {
		list, err := Parse(c.r)
		if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if list != nil {
			t.Errorf("%s: a list beside the error", c.name)
		}
	}
}

// jusText's own lists, which are not part of this project, are read as they are.
func TestParseJusText(t *testing.T) {
	files, _ := filepath.Glob("../../shared/conformance/stoplists/*.txt")
	if len(files) == 0 {
		t.Skip("no ../../shared/conformance/stoplists")
	}
	if len(files) != 100 {
		t.Errorf("%d files, want 100", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Parse(strings.NewReader(string(text)))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		words := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' || r == '\ufeff' })
		for _, word := range words {
			if word = strings.TrimSpace(word); word != "" && !list.Contains(word) {
				t.Errorf("%s: %q is missing", file, word)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a\nb\n")
	f.Add("\ufeffa\r\n\r\nČeský\r\n")
	f.Add("\xff\xfe")
	f.Add("e\u0301\né")
	f.Add("\n\ufeffa\nb")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		words := list.Words()
		for _, word := range words {
			if word == "" || !list.Contains(word) {
				t.Errorf("%+q is in Words, not in the list", word)
			}
		}
		again, err := Parse(strings.NewReader("\n" + strings.Join(words, "\n"))) // not with a word's U+FEFF in front
		if err != nil || !slices.Equal(again.Words(), words) {
			t.Errorf("%+q read again is %+q, %v", words, again.Words(), err)
		}
	})
}

func TestContainsDoesNotAllocate(t *testing.T) {
	if raceDetector {
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

// The hash spreads the words of every list: a look-up meets few others.
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
	}
}

func stepsTo(l *List, n uint32) int {
	mask := uint32(len(l.slots) - 1)
	place, _ := l.split(hashString(l.word(n)))
	steps := 1
	for ; l.slots[place]&mask != n; place = (place + 1) & mask {
		steps++
	}
	return steps
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

// A page's words, one after another, as a caller meets them: no two alike.
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

// Count is Contains for each word.
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
