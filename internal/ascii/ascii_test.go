package ascii

import (
	"bytes"
	"strings"
	"testing"
)

// TestBytes asks every question of every byte.
func TestBytes(t *testing.T) {
	const lower, upper, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	for i := range 256 {
		c := byte(i)
		in := func(set string) bool { return strings.IndexByte(set, c) >= 0 }
		for name, answers := range map[string][2]bool{
			"IsLower": {IsLower(c), in(lower)}, "IsUpper": {IsUpper(c), in(upper)}, "IsDigit": {IsDigit(c), in(digits)},
			"IsLetter": {IsLetter(c), in(lower + upper)}, "IsAlphanumeric": {IsAlphanumeric(c), in(lower + upper + digits)},
		} {
			if answers[0] != answers[1] {
				t.Errorf("%s(%q) is %v", name, c, answers[0])
			}
		}
		want := c
		if in(upper) {
			want = bytes.ToLower([]byte{c})[0]
		}
		if Lower(c) != want {
			t.Errorf("Lower(%q) is %q", c, Lower(c))
		}
	}
}

// TestFold compares text in different cases.
func TestFold(t *testing.T) {
	for _, test := range []struct {
		text, s       string
		equal, prefix bool
	}{
		{"", "", true, true}, {"Div", "div", true, true}, {"divs", "div", false, true}, {"di", "div", false, false},
		{"[", "{", false, false}, {"É", "é", false, false}, {"\u212a", "k", false, false}, // the Kelvin sign
	} {
		if EqualFold([]byte(test.text), test.s) != test.equal || HasPrefixFold([]byte(test.text), test.s) != test.prefix {
			t.Errorf("%q and %q: want equal %v, prefix %v", test.text, test.s, test.equal, test.prefix)
		}
	}
}
