package space

import "github.com/seed42075109/justext/internal/eight"

// This file finds stretches of text that folding does not change: words with single spaces
// between them. Nearly all text is such, and is looked at eight bytes at a time.

// wordBytes are the bytes that are part of a word whatever stands beside them: all but
// those of white space and control characters, and those that a character may begin with
// which is one (IsUnseen).
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

// WordsEnd returns where the words end that a text has at an offset, with single spaces
// between them. The byte before the offset is part of a word.
func WordsEnd(text []byte, at int) int {
	for at < len(text) {
		if at+8 <= len(text) {
			stops, blanks := stops(eight.Bytes(text[at:]))
			if stops == 0 {
				at += 8 - int(blanks>>63)
				continue
			}
			n := eight.First(stops)
			if at += n; n > 0 && blanks>>(8*n-1)&1 != 0 {
				at-- // the space is not between two words
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
