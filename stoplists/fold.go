package stoplists

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Folding gives all spellings of a word the same form, in which the words of a page
// are compared with those of a list. It has three steps:
//
//   - Normal form C (Unicode Standard Annex #15), so that é is one code point
//     whether the page has one or two.
//   - Lower case, code point by code point (unicode.ToLower), with two rules of
//     Unicode's SpecialCasing.txt. Σ becomes ς if it has a letter before it and
//     none after it in the word: ΛΟΓΟΣ becomes λογος and not λογοσ. A dot above
//     (U+0307) directly after i is dropped, so that Turkish İ, whose full
//     lower case is i with that dot, becomes i.
//   - Normal form C again, because lower case letters can compose where capitals
//     do not: J with a caron is always two code points, but ǰ is one.
//
// Each byte that is not part of valid UTF-8 becomes U+FFFD. Folding a folded word
// does not change it.
//
// There are two ways to this result. The slow way is the definition above. The quick
// way reads each code point once and looks up its lower case in a table. It is right
// if nothing in the word can be reordered or composed, which follows from the traits
// of neighbouring code points (fold_tables.go).

// The traits of a code point.
const (
	traitMark  = 1 << iota // its canonical combining class is not 0
	traitRight             // it is the second of a pair that NFC composes
	traitLeft              // it or its lower case is the first of such a pair
	traitHard              // it needs the slow way: not in NFC by itself, capital sigma, or not in the table
)

// fold returns the folded word.
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

// needsCare reports whether a code point with the traits t may change in more than
// its case, or change its place, after a code point with the traits prev (0 at the
// beginning of a word). Two marks in a row may be in the wrong order, or the second
// may compose across the first.
func needsCare(prev, t uint8) bool {
	return t&traitHard != 0 || prev&t&traitMark != 0 || prev&traitLeft != 0 && t&traitRight != 0
}

// traits returns the traits of a code point. After the table it knows the most common
// characters of East Asia: ideographs, punctuation, kana and Korean syllables.
func traits(r rune) uint8 {
	switch {
	case uint(r) < 16*uint(len(traitTable)):
		return uint8(traitTable[r>>4]>>(uint(r&15)*4)) & 15
	case 0x4E00 <= r && r < 0xA000:
		return 0
	case 0x3000 <= r && r < 0x302A, 0xFF00 <= r && r < 0xFFF0: // punctuation of East Asia, wide letters
		return 0
	case 0x3041 <= r && r < 0x3100 && r != 0x3099 && r != 0x309A:
		return traitLeft
	case 0xAC00 <= r && r < 0xD7A4:
		return traitLeft
	}
	return traitHard
}

// lower is unicode.ToLower, without a search for scripts without case.
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

// decode is utf8.DecodeRuneInString, faster for code points of two bytes, which the
// alphabets of Europe and the Near East have.
func decode(s string) (r rune, size int) {
	if len(s) >= 2 && s[0]-0xC2 < 0xE0-0xC2 && s[1]&0xC0 == 0x80 {
		return rune(s[0]&0x1F)<<6 | rune(s[1]&0x3F), 2
	}
	return utf8.DecodeRuneInString(s)
}

// A folder folds words in the slow way, with buffers that it reuses.
type folder struct {
	iter                 norm.Iter
	valid, nfc, low, out []byte
}

var folders = sync.Pool{New: func() any { return new(folder) }}

// fold returns the folded word. The result is valid until the next call.
func (f *folder) fold(word string) []byte {
	f.valid = appendValid(f.valid[:0], word)
	f.iter.Init(norm.NFC, f.valid)
	f.nfc = appendAll(f.nfc[:0], &f.iter)
	f.low = appendLower(f.low[:0], f.nfc)
	f.iter.Init(norm.NFC, f.low)
	f.out = appendAll(f.out[:0], &f.iter)
	return f.out
}

// appendValid appends the word as valid UTF-8. norm.Iter (x/text v0.37.0) does not end
// for some invalid input, such as "\xe3\xf0\x10\xebz7:C\xf0\xf0\x01\xf0\xe3\xf0\u0323".
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
	afterLetter := false
	for i, size := 0, 0; i < len(word); i += size {
		var r rune
		r, size = utf8.DecodeRune(word[i:])
		low := lower(r)
		// The condition Final_Sigma (The Unicode Standard, section 3.13), applied to
		// the whole word.
		if r == 'Σ' && afterLetter && !hasLetter(word[i+size:]) {
			low = 'ς'
		}
		afterLetter = afterLetter || unicode.IsLetter(r)
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
