package victor

import (
	"bytes"
	"iter"
	"math/rand/v2"
	"regexp"
	"testing"
)

func lines(text []byte) iter.Seq[[]byte] { return bytes.Lines(text) }

// expressions are the patterns as regular expressions, in Go's dialect, whose
// classes \b and \s know ASCII alone: the texts of the test are ASCII.
var expressions = map[string]struct {
	of       func([]byte) int
	patterns []string
}{
	"url": {addressPattern, []string{`(?i)\bhttp://`, `(?i)www\.[a-z0-9]`, `(?i)[a-z0-9]\.(com|net|org)\b`}},
	"date": {datePattern, []string{
		`(?i)(mon|tue|wed|thu|fri|sat|sun)\s+\d{1,2}.\s?\d{1,2}.\s?\d{4}\b`, `\b\d{1,2}.\s?\d{1,2}.\s?[12]\d{3}\b`,
		`(?i)(mon|tue|wed|thu|fri|sat|sun)\s+\d{1,2}.\s?\d{1,2}.\s?\d{2}\b`, `\b\d{1,2}.\s?\d{1,2}.\s?\d{2}\b`,
		`(?i)(mon|tue|wed|thu|fri|sat|sun)\s+\d{1,2}.\s?\d{1,2}\b`, `\b\d{1,2}.\s?\d{1,2}\b`,
	}},
	"time": {timePattern, []string{`(?i)\b\d{1,2}:\d\d\s+[ap]m\b`, `\b\d{1,2}:\d\d\b`}},
}

var bullets = regexp.MustCompile(`^\s*(?:(\d+)|([a-z]+)|([A-Z]+))(?:(\.)|(\))|(/)|( -))`)

func slowBullet(text []byte) int {
	m := bullets.FindSubmatchIndex(text)
	if m == nil {
		return 0
	}
	value := 0
	for group := 1; group <= 7; group++ {
		if m[2*group] >= 0 && group <= 3 {
			value += 100 * group
		} else if m[2*group] >= 0 {
			value += group - 3
		}
	}
	return value
}

// patternTexts yields the lines of real pages and random texts of the characters
// that matter.
func patternTexts(t *testing.T) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		rng := rand.New(rand.NewPCG(1, 1))
		pieces := []string{"1", "2", "07", "31", "1999", "2006", ".", ".", " ", " ", ":", "/", "-", "x", "_", "mon", "Tue", "am", "PM", "www.", ".com",
			".org", "http://", "a", "B", ")", "\n", "\t"}
		for range 60_000 {
			var text []byte
			for range 1 + rng.IntN(9) {
				text = append(text, pieces[rng.IntN(len(pieces))]...)
			}
			if !yield(text) {
				return
			}
		}
	}
}

// TestPatterns compares the patterns with their regular expressions.
func TestPatterns(t *testing.T) {
	for text := range patternTexts(t) {
		if got, want := bulletPattern(text), slowBullet(text); got != want {
			t.Fatalf("bullet of %q is %d, want %d", text, got, want)
		}
	}
	for name, e := range expressions {
		var compiled []*regexp.Regexp
		for _, p := range e.patterns {
			compiled = append(compiled, regexp.MustCompile(p))
		}
		for text := range patternTexts(t) {
			want := 0
			for i, p := range compiled {
				if p.Match(text) {
					want = i + 1
					break
				}
			}
			if got := e.of(text); got != want {
				t.Fatalf("%s of %q is %d, want %d", name, text, got, want)
			}
		}
	}
}
