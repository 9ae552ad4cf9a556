package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A table is rows of cells; the first row is the head.
type table [][]string

// String returns the table in Markdown, the columns but the first aligned to
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

// rule is the line below the head.
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

// number writes a figure with three digits that count, or all before the point.
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

// clip shortens a text to n bytes.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

// median returns the middle value, the mean of both where there are two.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// percentile returns the smallest value that p of 100 values do not exceed.
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

// megabytes are of a million bytes.
func megabytes(n int) float64 { return float64(n) / 1e6 }

// rate is in megabytes a second.
func rate(n int, d time.Duration) float64 { return megabytes(n) / d.Seconds() }
