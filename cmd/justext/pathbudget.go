package main

import "fmt"

// The paths of a page may together have minPathBytes, or pathShare times the
// bytes of the page if that is more. Paths repeat the names of the elements
// around a paragraph: those of 30,000 paragraphs in 500 elements are 700 times
// the page. Of 2,512 real pages none has a fifth of the limit.
const (
	minPathBytes = 1 << 20
	pathShare    = 16
)

// maxPathBytes is the limit for a page of this size.
func maxPathBytes(size int64) int64 { return max(minPathBytes, pathShare*size) }

// A pathBudget says how many more bytes the paths of a page may have.
type pathBudget struct {
	limit, used int64
	spent       bool // a path was left out
}

// take returns a path, or "" from the first path on that exceeds the budget.
func (b *pathBudget) take(path func() string) string {
	if b.spent {
		return ""
	}
	text := path()
	b.used += int64(len(text))
	if b.spent = b.used > b.limit; b.spent {
		return ""
	}
	return text
}

// warning says that paths were left out, or is "".
func (b *pathBudget) warning() string {
	if !b.spent {
		return ""
	}
	return fmt.Sprintf("the paths of the page have more than %d bytes together; its later paragraphs are written without path", b.limit)
}
