package main

import "strings"

// spellings are the languages whose pages spell words in other ways than their
// tables do. The functions give a word as it is, and its other spellings.
var spellings = map[string]func(word string) []string{
	"ml": malayalamSpellings,
	"uz": uzbekSpellings,
}

// respell adds the other spellings of a language's words to its list.
func respell(tag string, words []string) []string {
	spell, ok := spellings[tag]
	if !ok {
		return words
	}
	var all []string
	for _, word := range words {
		all = append(all, spell(word)...)
	}
	return all
}

// Malayalam has letters for consonants without a vowel, chillu, since Unicode
// 5.1, and had the consonant, a virama and a zero-width joiner before that
// (the Unicode Standard, section 12.9). The table has lost the joiners.
const (
	virama = "\u0d4d"
	joiner = "\u200d"
)

var chillu = strings.NewReplacer("ണ", "ൺ", "ന", "ൻ", "ര", "ർ", "ല", "ൽ", "ള", "ൾ")

// malayalamSpellings gives a word that ends in a consonant without a vowel in
// both ways.
func malayalamSpellings(word string) []string {
	stem, ok := strings.CutSuffix(word, virama)
	if !ok {
		return []string{word}
	}
	runes := []rune(stem)
	last := string(runes[max(0, len(runes)-1):])
	letter := chillu.Replace(last)
	if letter == last {
		return []string{word}
	}
	return []string{word, word + joiner, strings.TrimSuffix(stem, last) + letter}
}

// The table of Uzbek is in Cyrillic; most of its web pages are in the Latin
// alphabet of 1995, which says letter by letter the same. So the list has each word
// in both.

// uzbekLatin has the letters but for е.
var uzbekLatin = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "ё", "yo", "ж", "j", "з", "z", "и", "i", "й", "y",
	"к", "k", "л", "l", "м", "m", "н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u",
	"ф", "f", "х", "x", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "sh", "ъ", "’", "ы", "i", "ь", "", "э", "e",
	"ю", "yu", "я", "ya", "ў", "o‘", "қ", "q", "ғ", "g‘", "ҳ", "h", "е", "e",
)

// uzbekYe writes е as it is read at the beginning of a word and after a vowel.
var uzbekYe = strings.NewReplacer(" е", " ye", "ае", "аye", "ее", "еye", "ие", "иye", "ое", "оye", "уе", "уye", "ўе", "ўye")

// apostrophes are what is typed for ‘ and ’.
var apostrophes = []string{"‘", "’", "ʻ", "'", "`"}

// uzbekSpellings gives a word of Cyrillic as it is and in Latin letters.
func uzbekSpellings(word string) []string {
	latin := uzbekLatin.Replace(uzbekYe.Replace(" " + word))[1:]
	spellings := []string{word, latin}
	if !strings.ContainsAny(latin, "‘’") {
		return spellings
	}
	for _, apostrophe := range apostrophes {
		spellings = append(spellings, strings.NewReplacer("‘", apostrophe, "’", apostrophe).Replace(latin))
	}
	return spellings
}
