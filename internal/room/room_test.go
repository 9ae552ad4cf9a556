package room

import "testing"

// TestFor: there is room for what was asked for, and a text that has got long does not
// grow again before the end of its page.
func TestFor(t *testing.T) {
	const page, piece = 20_000_000, 1000
	var text []byte
	grown := 0
	for rest := page; rest > 0; rest -= piece {
		before := cap(text)
		text = For(text, piece, rest-piece)
		if cap(text)-len(text) < piece {
			t.Fatalf("room for %d bytes after %d, want %d", cap(text)-len(text), len(text), piece)
		}
		if cap(text) != before && len(text) >= long {
			grown++
		}
		text = text[:len(text)+piece]
	}
	if grown > 1 || cap(text) > page+page/8 {
		t.Errorf("it grew %d times when it was long, to %d bytes for %d", grown, cap(text), page)
	}
}
