// Package space folds white space in text that is shown, such as titles and lines:
// each run becomes one space, and none is left at the ends. White space is that of
// Unicode. Where a method has a rule of its own for the text of blocks, such as that
// of libxml2 or of Java, that stands beside the method.
package space

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsUnseen reports whether nothing of a character is left when white space is folded:
// it is white space, a control character (C0, DEL or C1), or U+FFFE or U+FFFF, which
// are no characters of XML.
func IsUnseen(r rune) bool {
	switch {
	case r <= 0xa0:
		return r <= ' ' || r >= 0x7f
	case r < 0x1680 || 0x3000 < r && r < 0xfffe: // nearly all others
		return false
	}
	return unicode.IsSpace(r) || r == 0xfffe || r == 0xffff
}

// Fold returns a text with white space folded, and without the other characters of
// which nothing is left.
func Fold(text string) string {
	var w Writer
	w.b.Grow(len(text))
	w.Add(text)
	return w.String()
}

// FoldUntil is Fold for a text that may be long. When ctx is done, it returns soon, with
// what it has until then.
func FoldUntil(ctx context.Context, text []byte) string {
	const step = 1 << 20 // bytes between two looks at ctx
	var w Writer
	w.b.Grow(min(len(text), step))
	for len(text) > 0 && ctx.Err() == nil {
		n := min(step, len(text))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		w.Add(string(text[:n]))
		text = text[n:]
	}
	return w.String()
}

// A Writer folds the white space of text that comes in pieces and is written in
// lines. A piece continues the last word unless there is white space between the two.
type Writer struct {
	b       strings.Builder
	between bool // there is white space after what is written
	inWords bool // the line has a word
}

// Grow makes room for at least n more bytes.
func (w *Writer) Grow(n int) { w.b.Grow(n) }

// Line begins a line with a mark. It ends the line before, if there is one.
func (w *Writer) Line(mark string) {
	if w.b.Len() > 0 {
		w.b.WriteByte('\n')
	}
	w.b.WriteString(mark)
	w.between, w.inWords = false, false
}

// Space adds white space.
func (w *Writer) Space() { w.between = true }

// Add adds a piece of text.
func (w *Writer) Add(text string) {
	for _, r := range text {
		if unicode.IsSpace(r) {
			w.between = true
			continue
		}
		if IsUnseen(r) {
			continue
		}
		if w.between && w.inWords {
			w.b.WriteByte(' ')
		}
		w.b.WriteRune(r)
		w.between, w.inWords = false, true
	}
}

// String returns what has been written.
func (w *Writer) String() string { return w.b.String() }
