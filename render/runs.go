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

// stops marks the bytes of eight at which words end: those that are not printable ASCII, and
// the second of two spaces. What is above the first of them may be marked wrongly. blanks
// marks the spaces below it.
func stops(number uint64) (stops, blanks uint64) {
	blanks = ^(number + eight.Each*(0x80-0x21)) & eight.High
	controls := ^(number + eight.Each*(0x80-' '))
	odd := number | (number + eight.Each) // not ASCII, and DEL
	return (odd|controls)&eight.High | blanks&(blanks<<8), blanks
}

// before returns how many of eight bytes are before the byte n, without a space at the end.
func before(n int, blanks uint64) int {
	if n > 0 && blanks>>(8*n-1)&1 != 0 {
		return n - 1
	}
	return n
}

// wordsEnd returns where the words end that a text has at an offset, with single spaces
// between them. The byte before the offset is part of a word.
func wordsEnd(text []byte, at int) int {
	for at < len(text) {
		if at+8 <= len(text) {
			stops, blanks := stops(eight.Bytes(text[at:]))
			if stops == 0 {
				at += 8 - int(blanks>>63)
				continue
			}
			at += before(eight.First(stops), blanks)
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
		stops, blanks := stops(x)
		same := bits.TrailingZeros64(x^eight.Bytes(b[n:])) / 8
		if stops != 0 {
			same = min(same, eight.First(stops))
		}
		same = before(same, blanks)
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
