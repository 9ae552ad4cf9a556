// Package eight looks at text eight bytes at a time, as one number.
package eight

import "math/bits"

const (
	Each = 0x0101010101010101 // times a byte: that byte, eight times
	High = 0x80 * Each        // the highest bit of each byte
)

// Bytes returns the first eight bytes of text as a number whose lowest byte is the first.
// Text must have at least eight bytes.
func Bytes[T string | []byte](text T) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

// Tail returns the last n bytes of text, 1 to 7 of them, as the lowest bytes of a number whose
// other bytes are 0. Text must have at least eight bytes.
func Tail[T string | []byte](text T, n int) uint64 { return Bytes(text[len(text)-8:]) >> (64 - 8*n) }

// First returns the index of the lowest byte that has its highest bit set. There must be one.
func First(marks uint64) int { return bits.TrailingZeros64(marks&High) / 8 }

// Blanks marks, by their highest bits, the bytes that are spaces or ASCII control characters
// other than DEL. Bytes above the first of them may be marked wrongly.
func Blanks(number uint64) uint64 { return (number - 0x21*Each) &^ number & High }

// Zeros marks, by their highest bits, the bytes that are 0. Bytes above the first of them may
// be marked wrongly.
func Zeros(number uint64) uint64 { return (number - Each) &^ number & High }

// Letters marks, by their highest bits, the bytes that are ASCII letters.
func Letters(number uint64) uint64 {
	low := (number | 0x20*Each) &^ High // in lower case; no sum reaches the next byte
	notBelow, above := low+(0x80-'a')*Each, low+(0x80-'z'-1)*Each
	return notBelow &^ above &^ number & High
}

// Digits marks, by their highest bits, the bytes that are ASCII digits.
func Digits(number uint64) uint64 {
	low := number &^ High // so that no sum reaches the next byte
	notBelow, above := low+(0x80-'0')*Each, low+(0x80-'9'-1)*Each
	return notBelow &^ above &^ number & High
}

// Lower returns ASCII letters in lower case and any other byte unchanged.
func Lower(number uint64) uint64 {
	low := number &^ High // so that no sum reaches the next byte
	notBelow, above := low+(0x80-'A')*Each, low+(0x80-'Z'-1)*Each
	return number | notBelow&^above&^number&High>>2
}

// ASCIIPrefix returns how many bytes at the beginning of text are ASCII.
func ASCIIPrefix(text []byte) (n int) {
	for ; n+8 <= len(text); n += 8 {
		if marks := Bytes(text[n:]) & High; marks != 0 {
			return n + First(marks)
		}
	}
	for n < len(text) && text[n] < 0x80 {
		n++
	}
	return n
}

// NonASCII returns how many bytes of text are not ASCII.
func NonASCII(text []byte) (count int) {
	for ; len(text) >= 8; text = text[8:] {
		count += bits.OnesCount64(Bytes(text) & High)
	}
	for _, c := range text {
		if c >= 0x80 {
			count++
		}
	}
	return count
}

// CodePoints returns the number of code points of text, which must be valid UTF-8. It counts
// the bytes that are not continuation bytes. Unlike utf8.RuneCount of Go 1.26, it allocates
// nothing.
func CodePoints(text []byte) int {
	count := len(text)
	for len(text) >= 8 {
		number := Bytes(text)
		count -= bits.OnesCount64(number >> 7 & ^(number >> 6) & Each)
		text = text[8:]
	}
	for _, c := range text {
		if c&0xc0 == 0x80 {
			count--
		}
	}
	return count
}
