package victor

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// memoryShapes are further shapes that take much memory if what is kept for an
// element or a block is large.
var memoryShapes = []hostile.Shape{
	{Name: "empty p", N: 1000, Page: hostile.Repeat("", "<p>", "")},
	{Name: "empty div, closed", N: 1000, Page: hostile.Repeat("", "<div></div>", "")},
	{Name: "a letter and br", N: 1000, Page: hostile.Repeat("", "x<br>", "")},
	{Name: "deep elements", N: 2, Page: hostile.Repeat("", strings.Repeat("<div>", 500)+"x"+strings.Repeat("</div>", 500), "")},
	{Name: "cells", N: 1000, Page: hostile.Repeat("<table>", "<td>5", "")},
	{Name: "bytes of three times the size", N: 1000, Page: hostile.Repeat("<meta charset=windows-1252><p>", "\x80", "")},
	{Name: "characters that are escaped", N: 1000, Page: hostile.Repeat("<p>", `"&`, "")},
	{Name: "controls between words", N: 1000, Page: hostile.Repeat("<p>", "a<iframe></iframe>", "")},
	{Name: "different classes", N: 1000, Page: hostile.Number("<p class=c%d>x")},
	{Name: "titles", N: 1000, Page: hostile.Repeat("<title>", "x ", "</title><p>x")},
	{Name: "a language", N: 1000, Page: hostile.Repeat("<html lang=", "a-", "><p>x")},
	{Name: "classes and ids", N: 1000, Page: hostile.Repeat("", `<p class="a" id="b" style="c">x`, "")},
}

// TestMemory labels pages of every shape in every way.
func TestMemory(t *testing.T) {
	hostile.CheckMemory(t, append(memoryShapes, hostileShapes...), map[string]hostile.Way{
		"Document": func(t *testing.T, source io.Reader, part int) {
			d, err := limitedExtractor(t, part).Document(t.Context(), source, "")
			atMostLimited(t, err)
			if text := d.Text(); len(text) > 0 && len(d.Blocks) == 0 {
				t.Error("text without blocks")
			}
		},
		"Clean": func(t *testing.T, source io.Reader, part int) {
			_, err := limitedExtractor(t, part).Clean(t.Context(), source, "")
			atMostLimited(t, err)
		},
		"WriteSpans": func(t *testing.T, source io.Reader, part int) {
			atMostLimited(t, limitedExtractor(t, part).WriteSpans(t.Context(), io.Discard, source, ""))
		},
	})
}

// limitedExtractor returns an Extractor whose limits on blocks and elements are divided by
// part.
func limitedExtractor(t *testing.T, part int) *Extractor {
	t.Helper()
	config := DefaultConfig()
	config.AllowBinary = true
	config.MaxBlocks /= part
	config.MaxElements /= part
	x, err := New(DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// atMostLimited fails the test if there is an error other than a limit that was met.
func atMostLimited(t *testing.T, err error) {
	t.Helper()
	var limit *page.LimitError
	if err != nil && !errors.As(err, &limit) && !errors.Is(err, ErrTooLong) {
		t.Fatal(err)
	}
}
