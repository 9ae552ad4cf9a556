package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxPending is how many bytes of output a page may have while it waits for
// those before it. A longer one is then written piece by piece.
const maxPending = 1 << 20

// A pageWriter takes the output of a page. Its methods say what becomes of
// characters with a meaning in the format and of control characters.
type pageWriter struct {
	pending []byte
	send    func(piece []byte) error // writes a piece, when it is the page's turn
	err     error                    // of send; nothing is taken after it
}

// raw writes text as it is.
func (w *pageWriter) raw(text string) { appendPieces(w, text) }

func appendPieces[T string | []byte](w *pageWriter, text T) {
	for len(text) > 0 && w.err == nil {
		n := min(len(text), maxPending-len(w.pending))
		w.pending = append(w.pending, text[:n]...)
		text = text[n:]
		if len(w.pending) == maxPending {
			w.flush()
		}
	}
}

// flush writes what is pending.
func (w *pageWriter) flush() {
	if w.err == nil && len(w.pending) > 0 {
		w.err = w.send(w.pending)
	}
	w.pending = w.pending[:0]
}

// text writes text without control characters other than tab and line feed.
func (w *pageWriter) text(text string) { rewrite(w, text, &plainText) }

// escaped writes text as Python's html.escape(text, quote=False) does, without
// control characters.
func (w *pageWriter) escaped(text string) { rewrite(w, text, &escapedText) }

// attribute writes the value of an attribute, with character references for all
// that would end it or its line. Python jusText writes paths as they are, but in
// those of libxml2 a name ends before such a character.
func (w *pageWriter) attribute(text string) { rewrite(w, text, &attributeText) }

// quoted writes a JSON string. It is in quotes and has neither control
// characters nor what some programs take for the end of a line.
func (w *pageWriter) quoted(text string) {
	w.raw(`"`)
	rewrite(w, strings.ToValidUTF8(text, "\ufffd"), &quotedText)
	w.raw(`"`)
}

// A textStream writes UTF-8 text with characters replaced. The text may come in any
// pieces.
type textStream struct {
	w     *pageWriter
	by    *rewriting
	held  []byte // the beginning of a character
	wrote bool
}

func (s *textStream) Write(b []byte) (int, error) {
	text := b
	if len(s.held) > 0 {
		text = append(s.held, b...)
	}
	whole := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= n
			}
			break
		}
	}
	rewrite(s.w, text[:whole], s.by)
	s.held = append([]byte(nil), text[whole:]...)
	s.wrote = s.wrote || len(b) > 0
	return len(b), s.w.err
}

// A rewriting says what takes the place of characters.
type rewriting struct {
	ascii [utf8.RuneSelf]string // "" for the character itself
	c1    func(c rune) string   // for U+0080 to U+009F
	lines bool                  // also for U+2028 and U+2029

	watched [256]bool // the bytes that such a character may begin with
}

const leftOut = "\x00" // in place of a character that is left out

var (
	plainText     = newRewriting(nil, leaveOut, false)
	escapedText   = newRewriting(map[byte]string{'&': "&amp;", '<': "&lt;", '>': "&gt;"}, leaveOut, false)
	attributeText = newRewriting(map[byte]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&quot;", '\t': "&#9;", '\n': "&#10;"}, charReference, false)
	jsonText      = newRewriting(map[byte]string{'\n': leftOut}, escapeJSON, true) // JSON that was written without regard to terminals
	quotedText    = newRewriting(map[byte]string{'"': `\"`, '\\': `\\`, '\t': `\t`, '\n': `\n`}, escapeJSON, true)
)

func newRewriting(special map[byte]string, control func(c rune) string, lines bool) rewriting {
	r := rewriting{c1: control, lines: lines}
	for c := range r.ascii {
		if isASCIIControl(byte(c)) && c != '\t' && c != '\n' {
			r.ascii[c] = control(rune(c))
		}
	}
	for c, text := range special {
		r.ascii[c] = text
	}
	for c, text := range r.ascii {
		r.watched[c] = text != ""
	}
	r.watched[firstOfC1], r.watched[firstOfSeparator] = true, lines
	return r
}

func isASCIIControl(c byte) bool { return c < ' ' || c == 0x7f }

// leaveOut leaves out a control character; one that separates words becomes a
// space.
func leaveOut(c rune) string {
	if c == '\r' || c == '\v' || c == '\f' || c == '\u0085' {
		return " "
	}
	return leftOut
}

func charReference(c rune) string { return fmt.Sprintf("&#%d;", c) }
func escapeJSON(c rune) string    { return fmt.Sprintf(`\u%04x`, c) }

const (
	firstOfC1        = 0xc2 // the first of the two bytes of U+0080 to U+009F
	firstOfSeparator = 0xe2 // the first of the three bytes of U+2028 and U+2029
)

// rewrite writes valid UTF-8 with the characters replaced.
func rewrite[T string | []byte](w *pageWriter, text T, by *rewriting) {
	done := 0
	for i := 0; i < len(text); {
		if !by.watched[text[i]] {
			i++
			continue
		}
		replacement, size := at(by, text, i)
		if replacement == "" {
			i++
			continue
		}
		appendPieces(w, text[done:i])
		if replacement != leftOut {
			w.raw(replacement)
		}
		i += size
		done = i
	}
	appendPieces(w, text[done:])
}

// at returns what takes the place of the character at i, and its size in bytes,
// or "" if nothing does.
func at[T string | []byte](by *rewriting, text T, i int) (replacement string, size int) {
	c := text[i]
	switch {
	case c < utf8.RuneSelf:
		return by.ascii[c], 1
	case c == firstOfC1 && i+1 < len(text) && text[i+1] < 0xa0:
		return by.c1(rune(text[i+1])), 2
	case c == firstOfSeparator && by.lines && i+2 < len(text) && text[i+1] == 0x80 && (text[i+2] == 0xa8 || text[i+2] == 0xa9):
		return escapeJSON(0x2000 | rune(text[i+2]-0x80)), 3
	}
	return "", 0
}
