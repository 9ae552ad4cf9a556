package main

import "strings"

// spellings has the languages whose pages spell words in further ways than their
// tables. A function returns a word of the table and its other spellings.
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

// Since Unicode 5.1, Malayalam has letters for consonants without a vowel (chillu).
// Before, they were written as the consonant, a virama and a zero-width joiner
// (The Unicode Standard, section 12.9). The joiners are missing from the table.
const (
	virama = "\u0d4d"
	joiner = "\u200d"
)

var chillu = strings.NewReplacer("ണ", "ൺ", "ന", "ൻ", "ര", "ർ", "ല", "ൽ", "ള", "ൾ")

// malayalamSpellings returns both spellings of a word that ends in a consonant
// without a vowel.
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

// The table of Uzbek is in Cyrillic, and most web pages are in the Latin alphabet of
// 1995, which corresponds to it letter by letter. The list has each word in both.

// uzbekLatin replaces the letters once uzbekYe has replaced е where it is ye.
var uzbekLatin = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "ё", "yo", "ж", "j", "з", "z", "и", "i", "й", "y",
	"к", "k", "л", "l", "м", "m", "н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u",
	"ф", "f", "х", "x", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "sh", "ъ", "’", "ы", "i", "ь", "", "э", "e",
	"ю", "yu", "я", "ya", "ў", "o‘", "қ", "q", "ғ", "g‘", "ҳ", "h", "е", "e",
)

// uzbekYe replaces е at the beginning of a word, after the space, and after a vowel.
var uzbekYe = strings.NewReplacer(" е", " ye", "ае", "аye", "ее", "еye", "ие", "иye", "ое", "оye", "уе", "уye", "ўе", "ўye")

// apostrophes are the characters that are typed for ‘ and ’.
var apostrophes = []string{"‘", "’", "ʻ", "'", "`"}

// uzbekSpellings returns a word in Cyrillic and its spellings in the Latin alphabet.
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
