package victor

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// hostileShapes are the pages of package hostile, and others that would cost
// much if a feature looked back or ahead through the page.
var hostileShapes = append(slices.Clone(hostile.Shapes), []hostile.Shape{
	{Name: "groups", N: 5_000, Page: hostile.Number("<div class=c%d>x")},
	{Name: "styles", N: 5_000, Page: hostile.Number("<p class=c%d>some words of it</p>")},
	{Name: "one long class", N: 200_000, Page: hostile.Repeat("<p class='", "nav-Main ", "'>x")},
	{Name: "one paragraph", N: 20_000, Page: hostile.Repeat("", "x <b>y</b> ", "")},
	{Name: "twins", N: 20_000, Page: hostile.Repeat("", "<p>read more</p>", "")},
	{Name: "different blocks", N: 10_000, Page: hostile.Number("<p>read %d</p>")},
	{Name: "lines of pre", N: 50_000, Page: hostile.Repeat("<pre>", "x\n", "")},
	{Name: "digits", N: 200_000, Page: hostile.Repeat("", "1", "")},
	{Name: "dates", N: 50_000, Page: hostile.Repeat("", "1/2/2006 ", "")},
	{Name: "digits and spaces", N: 100_000, Page: hostile.Repeat("", "1  ", "")},
	{Name: "weekdays", N: 50_000, Page: hostile.Repeat("mon", " \n", "1")},
	{Name: "addresses", N: 50_000, Page: hostile.Repeat("", "http:/ www. x.co ", "")},
	{Name: "colons", N: 200_000, Page: hostile.Repeat("", "1:", "")},
	{Name: "deleted elements", N: 20_000, Page: hostile.Repeat("", "<iframe>x", "")},
	{Name: "annotations", N: 20_000, Page: hostile.Repeat("", "<span id=victor_an1 class=victor_text>x", "")},
}...)

// TestHostile labels every shape.
func TestHostile(t *testing.T) {
	x := newExtractor(t)
	hostile.CheckTime(t, hostileShapes, 8, func(page []byte) { labelPage(t, x, page) })
}

// TestHostilePromises checks the promises about every page on small pages of each shape,
// and on files that are not pages at all.
func TestHostilePromises(t *testing.T) {
	x := newExtractor(t)
	for name, page := range hostile.SmallPages(hostileShapes) {
		t.Run(name, func(t *testing.T) { checkPage(t, x, page) })
	}
}

// TestLargeTokens: a bold word is a block of its own.
func TestLargeTokens(t *testing.T) {
	x := newExtractor(t)
	hostile.CheckLargeTokens(t, func(page string) (text string) {
		for _, b := range labelPage(t, x, []byte(page)) {
			text += b.Text
		}
		return text
	})
}

// TestLinesOfPre: a single text of many lines is cut at the limit too.
func TestLinesOfPre(t *testing.T) {
	var p layout
	err := p.read(t.Context(), []byte("<pre>"+strings.Repeat("a\n", 100_000)), format{limits: page.Options{MaxBlocks: 100}})
	if !errors.Is(err, error(&page.LimitError{Limit: "MaxBlocks"})) || len(p.blocks) != 100 || cap(p.blocks) > 1000 {
		t.Errorf("%d blocks, room for %d, error %v", len(p.blocks), cap(p.blocks), err)
	}
}

// A lookedAt is a context that is done from a given call of Err on.
type lookedAt struct {
	context.Context
	looks, last int
}

func (c *lookedAt) Err() error {
	if c.looks++; c.looks >= c.last {
		return context.DeadlineExceeded
	}
	return nil
}

// TestStops: whenever the context is found to be done, only the error is returned. It is
// looked at both while the page is read and while its blocks are labelled.
func TestStops(t *testing.T) {
	x := newExtractor(t)
	for name, page := range map[string]string{
		"paragraphs":   strings.Repeat("<p>a", 5000),
		"lines of pre": "<pre>" + strings.Repeat("a\n", 5000),
		"blank lines":  "<pre>" + strings.Repeat("\n", 5000),
	} {
		count := &lookedAt{Context: t.Context(), last: math.MaxInt}
		if _, err := x.Document(count, strings.NewReader(page), ""); err != nil {
			t.Fatal(err)
		}
		want := 4
		if name == "paragraphs" {
			want += 5000 / partSize
		}
		if count.looks < want {
			t.Errorf("%s: %d looks, want %d", name, count.looks, want)
		}
		for k := 1; k <= count.looks; k++ {
			ctx := &lookedAt{Context: t.Context(), last: k}
			document, err := x.Document(ctx, strings.NewReader(page), "")
			if ctx.looks < k && err == nil {
				continue // a reused buffer needs fewer looks
			}
			if !errors.Is(err, context.DeadlineExceeded) || document.Blocks != nil {
				t.Fatalf("%s, look %d of %d: %d blocks, error %v", name, k, count.looks, len(document.Blocks), err)
			}
			if ctx.looks > k+8 {
				t.Errorf("%s: looks %d of %d and %d more", name, k, count.looks, ctx.looks-k)
			}
		}
	}
}
