package victor

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/internal/hostile"
)

// hostileShapes are the pages of package hostile, and others that would cost
// much if a feature looked back or ahead through the page.
var hostileShapes = append(slices.Clone(hostile.Shapes), []hostile.Shape{
	{Name: "groups", N: 5_000, Page: func(n int) []byte { return numbered(n, "<div class=c%d>x") }},
	{Name: "styles", N: 5_000, Page: func(n int) []byte { return numbered(n, "<p class=c%d>some words of it</p>") }},
	{Name: "one long class", N: 200_000, Page: repeated("<p class='", "nav-Main ", "'>x")},
	{Name: "one paragraph", N: 20_000, Page: repeated("", "x <b>y</b> ", "")},
	{Name: "twins", N: 20_000, Page: repeated("", "<p>read more</p>", "")},
	{Name: "different blocks", N: 10_000, Page: func(n int) []byte { return numbered(n, "<p>read %d</p>") }},
	{Name: "lines of pre", N: 50_000, Page: repeated("<pre>", "x\n", "")},
	{Name: "alternative texts", N: 20_000, Page: repeated("", "<img alt='a picture'>", "")},
	{Name: "digits", N: 200_000, Page: repeated("", "1", "")},
	{Name: "dates", N: 50_000, Page: repeated("", "1/2/2006 ", "")},
	{Name: "digits and spaces", N: 100_000, Page: repeated("", "1  ", "")},
	{Name: "weekdays", N: 50_000, Page: repeated("mon", " \n", "1")},
	{Name: "addresses", N: 50_000, Page: repeated("", "http:/ www. x.co ", "")},
	{Name: "colons", N: 200_000, Page: repeated("", "1:", "")},
	{Name: "deleted elements", N: 20_000, Page: repeated("", "<iframe>x", "")},
	{Name: "annotations", N: 20_000, Page: repeated("", "<span id=victor_an1 class=victor_text>x", "")},
	{Name: "Chinese", N: 200_000, Page: repeated("", "語", "")},
}...)

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

// TestHostile has every shape at two sizes, one eight times the other: the larger
// one must not cost much more than eight times as much.
func TestHostile(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures time")
	}
	x := newLabeller(t)
	for _, shape := range hostileShapes {
		small, large := shape.Page(shape.N/4), shape.Page(2*shape.N)
		ratio := 0.0
		for range 4 { // the machine may have been busy with something else
			if ratio = float64(cost(t, x, large)) / float64(cost(t, x, small)+time.Millisecond); ratio < 16 {
				break
			}
		}
		if ratio >= 16 {
			t.Errorf("%s: 8 times the page costs %.0f times as much", shape.Name, ratio)
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
// every shape, and on files that are no pages at all.
func TestHostilePromises(t *testing.T) {
	pages := hostile.Files()
	for _, shape := range hostileShapes {
		pages[shape.Name] = shape.Page(200)
	}
	x := newLabeller(t)
	for name, page := range pages {
		t.Run(name, func(t *testing.T) { checkPage(t, x, page) })
	}
}
