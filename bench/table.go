package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A table consists of rows of cells. The first row is the head.
type table [][]string

// String returns the table in Markdown. All columns but the first are aligned to
// the right.
func (t table) String() string {
	if len(t) == 0 {
		return ""
	}
	widths := make([]int, len(t[0]))
	for _, cells := range t {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell), 3)
		}
	}
	var b strings.Builder
	for n, cells := range t {
		for i, cell := range cells {
			b.WriteString("| " + pad(cell, widths[i], i == 0) + " ")
		}
		b.WriteString("|\n")
		if n == 0 {
			b.WriteString(rule(widths))
		}
	}
	return b.String()
}

// rule returns the line below the head.
func rule(widths []int) string {
	line := "|" + strings.Repeat("-", widths[0]+2)
	for _, width := range widths[1:] {
		line += "|" + strings.Repeat("-", width+1) + ":"
	}
	return line + "|\n"
}

func pad(cell string, width int, left bool) string {
	spaces := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
	if left {
		return cell + spaces
	}
	return spaces + cell
}

// number formats a figure with three significant digits, or with all digits before
// the point if these are more.
func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	digits := 2
	if x != 0 {
		digits = min(max(2-int(math.Floor(math.Log10(math.Abs(x)))), 0), 4)
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// clip shortens a text to at most n bytes and an ellipsis.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

// median returns the middle value, or the mean of the two middle values.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// percentile returns the smallest value that p percent of the values do not exceed.
func percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func quotient(a, b time.Duration) float64 { return float64(a) / float64(b) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// megabytes returns a number of bytes in units of a million bytes.
func megabytes(n int) float64 { return float64(n) / 1e6 }

// rate returns megabytes per second.
func rate(n int, d time.Duration) float64 { return megabytes(n) / d.Seconds() }
