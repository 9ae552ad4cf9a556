package stoplists

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/language"
)

// scriptNames has the names of scripts in package unicode, by their codes in ISO 15924.
var scriptNames = map[string][]string{
	"Arab": {"Arabic"}, "Armn": {"Armenian"}, "Avst": {"Avestan"}, "Beng": {"Bengali"}, "Cans": {"Canadian_Aboriginal"},
	"Cher": {"Cherokee"}, "Cyrl": {"Cyrillic"}, "Deva": {"Devanagari"}, "Ethi": {"Ethiopic"}, "Geor": {"Georgian"},
	"Grek": {"Greek"}, "Gujr": {"Gujarati"}, "Guru": {"Gurmukhi"}, "Hans": {"Han"}, "Hebr": {"Hebrew"},
	"Jpan": {"Han", "Hiragana", "Katakana"}, "Khmr": {"Khmer"}, "Knda": {"Kannada"}, "Kore": {"Hangul", "Han"}, "Laoo": {"Lao"},
	"Lisu": {"Lisu"}, "Latn": {"Latin"}, "Mlym": {"Malayalam"}, "Mymr": {"Myanmar"}, "Olck": {"Ol_Chiki"}, "Orya": {"Oriya"}, "Sinh": {"Sinhala"}, "Taml": {"Tamil"},
	"Telu": {"Telugu"}, "Tfng": {"Tifinagh"}, "Thaa": {"Thaana"}, "Thai": {"Thai"}, "Tibt": {"Tibetan"},
}

// otherScript has the lists that are not wholly in the script that CLDR considers
// likely for the language, and why.
var otherScript = map[string]string{
	"kv":  "ӧ and і are often typed as the Latin letters, within words of Cyrillic ones",
	"os":  "ӕ is often typed as the Latin letter",
	"gag": "two scripts in one table: each spelling is there",
	"sat": "x/text v0.37.0 has Latin; Santali is written in Ol Chiki",
	"uz":  "each word is there in both alphabets",
}

// TestScripts: each list is in the script of its language.
func TestScripts(t *testing.T) {
	for _, lang := range Languages() {
		want, known := likelyScript(lang.Tag)
		if !known {
			continue
		}
		ranges := scriptNames[want]
		if ranges == nil {
			t.Errorf("%s: no script %s in this test", lang.Tag, want)
			continue
		}
		share := shareOf(mustLookup(t, lang.Tag), ranges)
		if (share < 0.98) != (otherScript[lang.Tag] != "") {
			t.Errorf("%s: %.3f of the letters are of %s; known: %q", lang.Tag, share, want, otherScript[lang.Tag])
		}
	}
}

func likelyScript(tag string) (script string, known bool) {
	parsed, err := language.Raw.Parse(tag)
	if err != nil {
		return "", false
	}
	s, confidence := parsed.Script()
	return s.String(), confidence != language.No && s.String() != "Zzzz"
}

// shareOf returns the share of the letters of a list that belong to one of the
// scripts. Letters common to several scripts do not count.
func shareOf(list *List, scripts []string) float64 {
	in, all := 0, 0
	for _, r := range strings.Join(list.Words(), "") {
		if !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		all++
		if slices.ContainsFunc(scripts, func(name string) bool { return unicode.Is(unicode.Scripts[name], r) }) {
			in++
		}
	}
	return float64(in) / float64(all)
}
