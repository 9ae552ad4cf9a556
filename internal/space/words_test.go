package space

import (
	"math/rand"
	"testing"
)

// wordPieces are parts of texts with all kinds of white space, and characters that begin as
// some of it does.
var wordPieces = []string{"a", "word", "longer-word", " ", " ", " ", "  ", "\n", "\t", "\x7f", "\x00", "\u0085", "\u00a0", "\u00a9", "\u00e9", "\u1680",
	"\u1681", "\u2003", "\u2019", "\u3000", "\u3001", "\u4e2d\u6587", "\ufffe", "\ufffd", "\U0001f600", "\xc3", "\xa9", "\xe2\x80"}

// TestWordsEnd: what is taken for words with single spaces between them is that, and of
// ASCII text nothing less.
func TestWordsEnd(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 20_000 {
		text := "a"
		for range random.Intn(13) {
			text += wordPieces[random.Intn(len(wordPieces))]
		}
		end := WordsEnd([]byte(text), 1)
		before := 'a'
		for _, r := range text[1:end] {
			if IsUnseen(r) && (r != ' ' || before == ' ') {
				t.Fatalf("%q: %q", text, text[:end])
			}
			before = r
		}
		rest := text[end:]
		isWord := func(at int) bool { return at < len(rest) && rest[at] > ' ' && rest[at] < 0x7f }
		if before == ' ' || isWord(0) || rest != "" && rest[0] == ' ' && isWord(1) {
			t.Fatalf("%q: only %q", text, text[:end])
		}
	}
}
