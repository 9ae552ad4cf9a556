package eight

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
)

// TestEveryByte has every byte in every place among others.
func TestEveryByte(t *testing.T) {
	for _, rest := range []byte{'a', 'Z', '~', 0x7f, 0xff} {
		for c := range 256 {
			for place := range 8 {
				text := bytes.Repeat([]byte{rest}, 8)
				text[place] = byte(c)
				number := Bytes(text)
				if number != Bytes(string(text)) || byte(number>>(8*place)) != byte(c) {
					t.Fatalf("%q: number %#x", text, number)
				}
				if blanks := Blanks(number); (blanks != 0) != (c <= ' ') || blanks != 0 && First(blanks) != place {
					t.Errorf("%q: blanks %#x", text, blanks)
				}
				var letters uint64
				for i, b := range text {
					if 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' {
						letters |= 0x80 << (8 * i)
					}
				}
				if got := Letters(number); got != letters {
					t.Errorf("%q: letters %#x, want %#x", text, got, letters)
				}
				var digits uint64
				for i, b := range text {
					if '0' <= b && b <= '9' {
						digits |= 0x80 << (8 * i)
					}
				}
				if got := Digits(number); got != digits {
					t.Errorf("%q: digits %#x, want %#x", text, got, digits)
				}
				if want := Bytes(lower(text)); Lower(number) != want {
					t.Errorf("%q: lower %#x, want %#x", text, Lower(number), want)
				}
				want := place
				if rest >= 0x80 {
					want = 0
					if place == 0 && c < 0x80 {
						want = 1
					}
				} else if c < 0x80 {
					want = 8
				}
				if got := ASCIIPrefix(text); got != want {
					t.Errorf("%q: %d bytes of ASCII, want %d", text, got, want)
				}
			}
		}
	}
}

// lower returns ASCII letters in lower case and any other byte unchanged.
func lower(text []byte) []byte {
	folded := bytes.Clone(text)
	for i, c := range folded {
		folded[i] = ascii.Lower(c)
	}
	return folded
}

// TestBlanksFirst: the first blank is found whatever follows it.
func TestBlanksFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var text [8]byte
		for i := range text {
			text[i] = byte(random.UintN(0x41))
		}
		want := bytes.IndexFunc(text[:], func(r rune) bool { return r <= ' ' })
		blanks := Blanks(Bytes(text[:]))
		if (blanks != 0) != (want >= 0) || want >= 0 && First(blanks) != want {
			t.Fatalf("%q: blanks %#x, want the first at %d", text, blanks, want)
		}
	}
}

// TestTail: the last bytes come first, and zeros after them.
func TestTail(t *testing.T) {
	const text = "abcdefghijklm"
	for n := 1; n < 8; n++ {
		want := text[len(text)-n:] + strings.Repeat("\x00", 8-n)
		if got := Tail(text, n); got != Bytes(want) {
			t.Errorf("Tail(%q, %d) = %#x, want %q", text, n, got, want)
		}
	}
}

// TestZerosFirst: the first zero byte is found whatever follows it.
func TestZerosFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var text [8]byte
		for i := range text {
			text[i] = []byte{0, 1, 2, 0x7f, 0x80, 0xff}[random.IntN(6)]
		}
		want := bytes.IndexByte(text[:], 0)
		zeros := Zeros(Bytes(text[:]))
		if (zeros != 0) != (want >= 0) || want >= 0 && First(zeros) != want {
			t.Fatalf("%q: zeros %#x, want the first at %d", text, zeros, want)
		}
	}
}

// TestCodePoints compares with package utf8, for text of every length up to 40 bytes.
func TestCodePoints(t *testing.T) {
	text := strings.Repeat("aé語🙂 b", 4)
	for begin := range text {
		for end := begin; end <= len(text); end++ {
			if part := text[begin:end]; utf8.ValidString(part) && CodePoints([]byte(part)) != utf8.RuneCountInString(part) {
				t.Errorf("%q: %d", part, CodePoints([]byte(part)))
			}
		}
	}
	for n := range 40 {
		if got := ASCIIPrefix([]byte(strings.Repeat("a", n) + "é")); got != n {
			t.Errorf("%d bytes of ASCII, want %d", got, n)
		}
	}
}

// TestNonASCII counts bytes in texts of all lengths.
func TestNonASCII(t *testing.T) {
	text := []byte("aé€ z\x80\xff\x7f\x00 語 and the rest of it")
	for begin := range text {
		for end := begin; end <= len(text); end++ {
			want := 0
			for _, c := range text[begin:end] {
				if c >= 0x80 {
					want++
				}
			}
			if got := NonASCII(text[begin:end]); got != want {
				t.Errorf("%d bytes of %q, want %d", got, text[begin:end], want)
			}
		}
	}
}
