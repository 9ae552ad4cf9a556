package victor

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// hostileShapes are pages that would cost much more than others if a feature
// looked back or ahead through the page. n is how many parts the small one has.
var hostileShapes = []struct {
	name string
	n    int
	page func(n int) []byte
}{
	{"groups", 5_000, func(n int) []byte { return numbered(n, "<div class=c%d>x") }},
	{"styles", 5_000, func(n int) []byte { return numbered(n, "<p class=c%d>some words of it</p>") }},
	{"one long class", 200_000, repeated("<p class='", "nav-Main ", "'>x")},
	{"one paragraph", 20_000, repeated("", "x <b>y</b> ", "")},
	{"twins", 20_000, repeated("", "<p>read more</p>", "")},
	{"different blocks", 10_000, func(n int) []byte { return numbered(n, "<p>read %d</p>") }},
	{"short paragraphs", 20_000, repeated("", "<p>A short one.</p>", "")},
	{"lines of pre", 50_000, repeated("<pre>", "x\n", "")},
	{"alternative texts", 20_000, repeated("", "<img alt='a picture'>", "")},
	{"digits", 200_000, repeated("", "1", "")},
	{"dates", 50_000, repeated("", "1/2/2006 ", "")},
	{"digits and spaces", 100_000, repeated("", "1  ", "")},
	{"weekdays", 50_000, repeated("mon", " \n", "1")},
	{"addresses", 50_000, repeated("", "http:/ www. x.co ", "")},
	{"colons", 200_000, repeated("", "1:", "")},
	{"deleted elements", 20_000, repeated("", "<iframe>x", "")},
	{"annotations", 20_000, repeated("", "<span id=victor_an1 class=victor_text>x", "")},
	{"deep divs", 20_000, repeated("", "<div>x", "")},
	{"tables", 10_000, repeated("", "<table><tr><td>x", "")},
	{"one word", 500_000, repeated("", "word", "")},
	{"Chinese", 200_000, repeated("", "語", "")},
}

func repeated(before, part, behind string) func(n int) []byte {
	return func(n int) []byte { return []byte(before + strings.Repeat(part, n) + behind) }
}

func numbered(n int, part string) []byte {
	var page bytes.Buffer
	for i := range n {
		fmt.Fprintf(&page, part, i)
	}
	return page.Bytes()
}

// TestHostile has every shape at n and at eight times n: the larger one must not
// cost much more than eight times as much.
func TestHostile(t *testing.T) {
	if testing.Short() || underRace() {
		t.Skip("it measures time")
	}
	x := newLabeller(t)
	for _, shape := range hostileShapes {
		small, large := shape.page(shape.n), shape.page(8*shape.n)
		ratio := 0.0
		for range 4 { // the machine may have been busy with something else
			if ratio = float64(cost(t, x, large)) / float64(cost(t, x, small)+time.Millisecond); ratio < 16 {
				break
			}
		}
		if ratio >= 16 {
			t.Errorf("%s: 8 times the page costs %.0f times as much", shape.name, ratio)
		}
	}
}

func cost(t *testing.T, x *Labeller, page []byte) time.Duration {
	t.Helper()
	began := time.Now()
	labelPage(t, x, page)
	return time.Since(began)
}

// TestHostilePromises checks what is promised of every page on small ones of
// every shape.
func TestHostilePromises(t *testing.T) {
	x := newLabeller(t)
	for _, shape := range hostileShapes {
		t.Run(shape.name, func(t *testing.T) { checkPage(t, x, shape.page(200)) })
	}
}
