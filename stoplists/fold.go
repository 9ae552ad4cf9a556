package stoplists

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Folding makes one of all spellings of a word: the words of a list and the
// words of a page meet in it. It is
//
//   - normal form C (Unicode Standard Annex #15), so that é is one code point
//     whether the page wrote one or two,
//   - then lower case, code point by code point (unicode.ToLower), with two cares
//     of Unicode's SpecialCasing.txt: Σ that has a letter before it and none
//     after it in the word becomes ς, so that ΛΟΓΟΣ is λόγος without its accent
//     and not λογοσ; and a dot above (U+0307) right after i is dropped, so that
//     Turkish İ, which full Unicode lower-cases to i and that dot, is i,
//   - then normal form C again, for lower case can bring together what composes:
//     J and a caron are two code points in every form, ǰ is one.
//
// Bytes that are not UTF-8 become U+FFFD each. Folding a folded word changes nothing.
//
// There are two ways to the same result. The quick way reads each code point
// once and lower-cases it through a table; it is right as long as nothing in the
// word can be reordered or composed, which the traits of neighbours tell
// (fold_tables.go). The slow way is the definition above.

// The traits of a code point that the quick way asks for.
const (
	traitMark  = 1 << iota // its canonical combining class is not 0
	traitRight             // it is the second of a pair that NFC composes
	traitLeft              // it, or its lower case, is the first of such a pair
	traitHard              // for the slow way: not in NFC by itself, capital sigma, or not known here
)

// fold gives the word in the form in which lists hold it.
func fold(word string) string {
	if isQuick(word) {
		return strings.Map(lower, word)
	}
	f := folders.Get().(*folder)
	defer folders.Put(f)
	return string(f.fold(word))
}

// isQuick reports whether the quick way is right for the word.
func isQuick(word string) bool {
	var prev uint8
	for _, r := range word {
		t := traits(r)
		if needsCare(prev, t) {
			return false
		}
		prev = t
	}
	return true
}

// needsCare reports whether a code point may change beyond its case, or change
// place, given the traits of the one before it (0 at the start of a word).
// Two marks in a row may stand in the wrong order or compose over each other.
func needsCare(prev, t uint8) bool {
	return t&traitHard != 0 || prev&t&traitMark != 0 || prev&traitLeft != 0 && t&traitRight != 0
}

// traits looks a code point up. Beyond the table only the ideographs, kana
// and Korean syllables are told apart, for they are what is written most.
func traits(r rune) uint8 {
	switch {
	case uint(r) < 16*uint(len(traitTable)):
		return uint8(traitTable[r>>4]>>(uint(r&15)*4)) & 15
	case 0x4E00 <= r && r < 0xA000:
		return 0
	case 0x3041 <= r && r < 0x3100 && r != 0x3099 && r != 0x309A:
		return traitLeft
	case 0xAC00 <= r && r < 0xD7A4:
		return traitLeft
	}
	return traitHard
}

// lower is unicode.ToLower without its search where no letter has case.
func lower(r rune) rune {
	if uint(r) < uint(len(lowerTable)) {
		return rune(lowerTable[r])
	}
	return lowerBeyond(r)
}

func lowerBeyond(r rune) rune {
	if r < 0x10A0 || 0x2E80 <= r && r < 0xA640 || 0xAC00 <= r && r < 0xD7A4 {
		return r
	}
	return unicode.ToLower(r)
}

// decode is utf8.DecodeRuneInString, quicker for the two bytes of the alphabets
// of Europe and the Near East.
func decode(s string) (r rune, size int) {
	if len(s) >= 2 && s[0]-0xC2 < 0xE0-0xC2 && s[1]&0xC0 == 0x80 {
		return rune(s[0]&0x1F)<<6 | rune(s[1]&0x3F), 2
	}
	return utf8.DecodeRuneInString(s)
}

// folder folds the slow way, and holds what that needs so as not to allocate.
type folder struct {
	iter                 norm.Iter
	valid, nfc, low, out []byte
}

var folders = sync.Pool{New: func() any { return new(folder) }}

// fold folds a word. The result is valid until the next call.
func (f *folder) fold(word string) []byte {
	f.valid = appendValid(f.valid[:0], word)
	f.iter.Init(norm.NFC, f.valid)
	f.nfc = appendAll(f.nfc[:0], &f.iter)
	f.low = appendLower(f.low[:0], f.nfc)
	f.iter.Init(norm.NFC, f.low)
	f.out = appendAll(f.out[:0], &f.iter)
	return f.out
}

// appendValid makes UTF-8 of any bytes. norm.Iter (x/text v0.37.0) goes round in circles
// over some that are not, for example "\xe3\xf0\x10\xebz7:C\xf0\xf0\x01\xf0\xe3\xf0\u0323".
func appendValid(dst []byte, word string) []byte {
	for _, r := range word {
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

func appendAll(dst []byte, iter *norm.Iter) []byte {
	for !iter.Done() {
		dst = append(dst, iter.Next()...)
	}
	return dst
}

func appendLower(dst, word []byte) []byte {
	var prev rune
	behindLetter := false
	for i, size := 0, 0; i < len(word); i += size {
		var r rune
		r, size = utf8.DecodeRune(word[i:])
		low := lower(r)
		// Final_Sigma of the Unicode Standard (section 3.13), simpler by taking the
		// whole word for its surroundings.
		if r == 'Σ' && behindLetter && !hasLetter(word[i+size:]) {
			low = 'ς'
		}
		behindLetter = behindLetter || unicode.IsLetter(r)
		if low == 0x307 && prev == 'i' {
			continue
		}
		dst = utf8.AppendRune(dst, low)
		prev = low
	}
	return dst
}

func hasLetter(word []byte) bool {
	for len(word) > 0 {
		r, size := utf8.DecodeRune(word)
		if unicode.IsLetter(r) {
			return true
		}
		word = word[size:]
	}
	return false
}
