package justext

import (
	"math/rand/v2"
	"testing"

	"github.com/seed42075109/justext/internal/eight"
)

// slowWords is words without plainWords.
func slowWords(s *segmenter, piece []byte, i int) (end, spaces int) {
	for end = i; end < len(piece); {
		if piece[end] == ' ' && end > i && end+1 < len(piece) && s.chars[piece[end+1]] == wordChar {
			end += 2
			spaces++
			continue
		}
		kind, n := s.charKind(piece[end:])
		if kind != wordChar {
			break
		}
		end += n
	}
	return end, spaces
}

// TestWords compares the fast way to find words with the plain rule, for texts in which
// a word, a space or another character ends at each place in a group of eight bytes.
func TestWords(t *testing.T) {
	parts := []string{"a", "word", "sixteen letters.", " ", " ", " ", "  ", "\n", "\t", "\x00", "\x1f", "\x7f", "é", "\xff", "\u00a0", "\u0085", "\u3000", "語", "~!", "\ufeff"}
	random := rand.New(rand.NewPCG(1, 2))
	for _, chars := range []*[256]charKind{&htmlChars, &xmlChars} {
		s := &segmenter{chars: chars}
		for range 20_000 {
			var text []byte
			for range random.IntN(12) {
				text = append(text, parts[random.IntN(len(parts))]...)
			}
			for i := range text {
				end, spaces, chars := s.words(text, i)
				wantEnd, wantSpaces := slowWords(s, text, i)
				wantChars := eight.CodePoints(text[i:wantEnd])
				if end != wantEnd || spaces != wantSpaces || chars != wantChars {
					t.Fatalf("words(%q, %d) = %d, %d, %d, want %d, %d, %d", text, i, end, spaces, chars, wantEnd, wantSpaces, wantChars)
				}
			}
		}
	}
}
