package space

import (
	"testing"
	"unicode"
)

// TestIsUnseen compares IsUnseen with what it says, for every character.
func TestIsUnseen(t *testing.T) {
	for r := range unicode.MaxRune + 2 {
		if got, want := IsUnseen(r), unicode.IsSpace(r) || unicode.IsControl(r) || r == 0xfffe || r == 0xffff; got != want {
			t.Errorf("%U: %v", r, got)
		}
	}
}

// TestFold folds white space and drops what nothing is left of.
func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \n ": "", "a": "a", " a\t\n b ": "a b", "a\u00a0\u2003b\u3000": "a b", "a\vb\fc\u0085d": "a b c d",
		"\x01a\x1f b\x00": "a b", "a \x01 b": "a b", "a\ufffeb\uffff": "ab", "a\u200bb\x7fc\u0081d": "a\u200bbcd",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestWriter writes lines in pieces.
func TestWriter(t *testing.T) {
	var w Writer
	w.Line("<p>")
	w.Space()
	w.Add("a")
	w.Add("b ")
	w.Add(" ")
	w.Add("c ")
	w.Line("<l>")
	w.Add("d")
	w.Space()
	w.Add("e")
	w.Line("")
	if got, want := w.String(), "<p>ab c\n<l>d e\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
