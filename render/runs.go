package render

import (
	"math/bits"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/eight"
)

// This file finds stretches of text that are copied or compared as they are: words with
// single spaces between them. Nearly all text is such, and is looked at eight bytes at a
// time.

// wordBytes are the bytes that are part of a word whatever stands beside them: all but
// those of white space and control characters, and those that a character may begin with
// which is one (space.IsUnseen).
var wordBytes = func() (table [256]bool) {
	for c := range table {
		switch c {
		case 0x7f, 0xc2, 0xe1, 0xe2, 0xe3, 0xef:
		default:
			table[c] = c > ' '
		}
	}
	return table
}()

// plain returns how many of eight bytes of a text, from the first on, are printable ASCII
// characters, with no more than single spaces between them and none at the end. The byte
// before them is no space.
func plain(number uint64) int {
	blanks := ^(number + eight.Each*(0x80-0x21)) & eight.High
	controls := ^(number + eight.Each*(0x80-' ')) & eight.High
	odd := (number | (number + eight.Each)) & eight.High // not ASCII, and DEL
	n := 8
	if marks := odd | controls | blanks&(blanks<<8); marks != 0 {
		n = eight.First(marks) // what is above it may be marked wrongly
	}
	if n > 0 && blanks>>(8*n-1)&1 != 0 {
		n--
	}
	return n
}

// wordsEnd returns where the words end that a text has at an offset, with single spaces
// between them. The byte before the offset is part of a word.
func wordsEnd(text []byte, at int) int {
	for at < len(text) {
		if at+8 <= len(text) {
			n := plain(eight.Bytes(text[at:]))
			if at += n; n >= 7 {
				continue
			}
		}
		stop := min(at+8, len(text))
		for at < stop {
			switch {
			case wordBytes[text[at]]:
				at++
			case text[at] == ' ' && at+1 < len(text) && wordBytes[text[at+1]]:
				at += 2
			default:
				return at
			}
		}
	}
	return at
}

// sameWords returns how many bytes at the beginning of two texts are the same words, with
// single spaces between them and none at the end.
func sameWords(a string, b []byte) (n int) {
	for n+8 <= min(len(a), len(b)) {
		x := eight.Bytes(a[n:])
		same := bits.TrailingZeros64(x^eight.Bytes(b[n:])) / 8
		if same = min(same, plain(x)); same > 0 && a[n+same-1] == ' ' {
			same--
		}
		if n += same; same < 7 {
			break
		}
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		switch c := a[n]; {
		case c >= utf8.RuneSelf:
			_, size := utf8.DecodeRuneInString(a[n:])
			if size == 1 || !wordBytes[c] || len(b)-n < size || string(b[n:n+size]) != a[n:n+size] {
				return n
			}
			n += size
		case wordBytes[c]:
			n++
		case c == ' ' && n+1 < min(len(a), len(b)) && a[n+1] == b[n+1] && a[n+1] < utf8.RuneSelf && wordBytes[a[n+1]]:
			n += 2
		default:
			return n
		}
	}
	return n
}
