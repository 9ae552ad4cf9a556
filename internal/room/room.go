// Package room makes room for the text of large pages.
package room

import "slices"

// long is the length in bytes from which a text gets room for all that may come.
const long = 1 << 20

// For returns text with room for n more bytes. rest is how many bytes of the page, and so
// at most of the text, come after those. A long text gets room for them too: if it grew
// step by step, what it has outgrown would take as much memory again.
func For(text []byte, n, rest int) []byte {
	if len(text)+n <= cap(text) {
		return text
	}
	if len(text)+n > long {
		n += max(0, rest)
	}
	return slices.Grow(text, n)
}
