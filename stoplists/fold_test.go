package stoplists

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed42075109/justext/internal/hostile"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, word, want string }{
		{"ASCII", "The", "the"},
		{"nothing to do", "который", "который"},
		{"Cyrillic", "КОТОРЫЙ", "который"},
		{"two code points", "E\u0301TE\u0301", "été"},
		{"Vietnamese, all apart", norm.NFD.String("NHỮNG"), "những"},
		{"capital sigma at the end", "ΛΟΓΟΣ", "λογος"},
		{"capital sigma within", "ΣΑΣ", "σας"},
		{"capital sigma alone", "Σ", "σ"},
		{"capital sigma before a full stop", "ΛΟΓΟΣ.", "λογος."},
		{"small sigma at the end stays", "λογοσ", "λογοσ"},
		{"Turkish capital i with dot", "İÇİN", "için"},
		{"the same in full lower case", "i\u0307çi\u0307n", "için"},
		{"the same apart", norm.NFD.String("İÇİN"), "için"},
		{"dots above beyond need", "İ\u0307\u0307", "i"},
		{"dotted i with an accent", "i\u0307\u0301", "í"},
		{"a dot above others stays", "ż", "ż"},
		{"composes in lower case only", "J\u030C", "ǰ"},
		{"so in Greek", "Ϊ\u0301", "ΐ"},
		{"marks in the wrong order", "q\u0307\u0323", "q\u0323\u0307"},
		{"Kelvin", "\u212A", "k"},
		{"grows", "Ⱥ", "ⱥ"},
		{"Georgian capitals", "ᲓᲐ", "და"},
		{"beyond the tables", "𐐀𐐁", "𐐨𐐩"},
		{"Hindi, nukta apart stays apart", "लड\u093Cका", "लड\u093Cका"},
		{"Hindi, nukta together goes apart", "ल\u095Cका", "लड\u093Cका"},
		{"Korean, letters apart", norm.NFD.String("그리고"), "그리고"},
		{"not UTF-8", "a\xffB", "a\ufffdb"},
		{"empty", "", ""},
	} {
		if got := fold(c.word); got != c.want {
			t.Errorf("%s: fold(%+q) = %+q, want %+q", c.name, c.word, got, c.want)
		}
	}
}

// slowFold is the definition, without the quick way.
func slowFold(word string) string { return string(new(folder).fold(word)) }

// checkFold checks the properties of folding for a word.
func checkFold(t *testing.T, word string) {
	t.Helper()
	folded := fold(word)
	if slow := slowFold(word); folded != slow {
		t.Fatalf("fold(%+q) = %+q, the slow way %+q", word, folded, slow)
	}
	if again := fold(folded); again != folded {
		t.Fatalf("fold(%+q) = %+q, folded again %+q", word, folded, again)
	}
	if !utf8.ValidString(word) {
		return
	}
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		if other := fold(form.String(word)); other != folded {
			t.Fatalf("fold(%+q) = %+q, of another normal form %+q", word, folded, other)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, word := range []string{"The", "который", "ΛΌΓΟΣ", "i\u0307\u0301", "J\u030C", "उन्होंने", "q\u0307\u0323", "a\xff", "각\u11A8",
		"\xe3\xf0\x10\xebz7:C\xf0\xf0\x01\xf0\xe3\xf0\u0323"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		valid := strings.ToValidUTF8(word, "")
		if strings.Contains(norm.NFD.String(valid), "\u034F") || len(word) > 256 {
			t.Skip("x/text splits runs of over 30 marks by U+034F, differently in each form")
		}
		checkFold(t, word)
		list := New(word)
		if w := strings.TrimSpace(word); w != "" && fold(w) == fold(word) && !list.Contains(word) {
			t.Errorf("New(%+q) does not contain it; it has %+q", word, list.Words())
		}
	})
}

// TestQuickWay: the tables agree with the versions of unicode and x/text in use, for
// each code point alone and before each mark and each letter that can be composed.
func TestQuickWay(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("two seconds' work, and nothing concurrent")
	}
	var second []rune
	for r := range rune(0x3100) {
		if traits(r)&(traitRight|traitMark) != 0 && r < 0x2000 {
			second = append(second, r)
		}
	}
	for r := range rune(unicode.MaxRune) {
		if low := unicode.ToLower(r); lower(r) != low {
			t.Fatalf("lower(%U) = %U, want %U", r, lower(r), low)
		}
		if word := string(r); isQuick(word) && strings.Map(lower, word) != slowFold(word) {
			t.Fatalf("%U is folded to %+q, want %+q", r, strings.Map(lower, word), slowFold(word))
		}
		if r < 0x2100 {
			checkPairs(t, r, second)
		}
	}
}

func checkPairs(t *testing.T, first rune, second []rune) {
	for _, r := range second {
		if word := string([]rune{first, r}); isQuick(word) && strings.Map(lower, word) != slowFold(word) {
			t.Fatalf("%+q is folded to %+q, want %+q", word, strings.Map(lower, word), slowFold(word))
		}
	}
}

// TestFoldOfLists: every word of every list folds to itself, from any normal form, and
// is found in capitals, unless a letter shares its capital with another letter. With -short
// it is every tenth list.
func TestFoldOfLists(t *testing.T) {
	oneWay := 0
	for i, lang := range Languages() {
		if testing.Short() && i%10 != 0 {
			continue
		}
		list := mustLookup(t, lang.Tag)
		for _, word := range list.Words() {
			if fold(word) != word {
				t.Fatalf("%s: %q is not folded", lang.Tag, word)
			}
			checkFold(t, word)
			switch {
			case !list.Contains(word), !list.Contains(norm.NFD.String(word)):
				t.Fatalf("%s: %q is not found", lang.Tag, word)
			case !hasWayBack(word):
				oneWay++
			case !list.Contains(strings.ToUpper(word)):
				t.Fatalf("%s: %q is not found in capitals", lang.Tag, word)
			}
		}
	}
	t.Logf("%d words have a letter that shares its capital", oneWay)
}

// hasWayBack reports whether a word is the lower case of its capitals, code point by
// code point. A word with Turkish ı is not, nor one with the wrong sigma.
func hasWayBack(word string) bool {
	runes := []rune(word)
	for i, r := range runes {
		if r == 'ς' || r == 'σ' {
			final := strings.IndexFunc(string(runes[:i]), unicode.IsLetter) >= 0 &&
				strings.IndexFunc(string(runes[i+1:]), unicode.IsLetter) < 0
			if final != (r == 'ς') {
				return false
			}
		} else if unicode.ToLower(unicode.ToUpper(r)) != r {
			return false
		}
	}
	return !slices.Contains(runes, 'ı')
}
