package view

import "unicode/utf8"

// A Difference is a stretch of the page that some methods keep and others drop.
type Difference struct {
	Start  int32 `json:"start"`
	End    int32 `json:"end"`
	Kept   uint8 `json:"kept"`   // bit m: method m keeps it
	Blocks []int `json:"blocks"` // by method: the block at its beginning, or -1
	Chars  int   `json:"chars"`  // code points of its source that are no white space

	last int // the number of its last run
}

// A cursor follows the blocks of a result through the page.
type cursor struct {
	r    *result
	next int
}

// at returns the block at a place, or -1, and the place up to which that holds.
func (c *cursor) at(place, end int32) (number int, until int32) {
	blocks := c.r.seg.blocks
	for c.next < len(blocks) && (blocks[c.next].end <= place || blocks[c.next].image) {
		c.next++
	}
	if c.next == len(blocks) || blocks[c.next].start >= end {
		return -1, end
	}
	b := &blocks[c.next]
	if b.start > place {
		return -1, b.start
	}
	return c.next, min(b.end, end)
}

// kept reports whether a block is kept. Of several with the same range, one is enough.
func (c *cursor) kept(number int) bool {
	if number < 0 {
		return false
	}
	blocks := c.r.seg.blocks
	for i := number; i < len(blocks) && blocks[i].stretch == blocks[number].stretch; i++ {
		if isKept(c.r.codes[i]) {
			return true
		}
	}
	return false
}

// A comparison says where results of a page differ.
type comparison struct {
	differences []Difference
	differing   [][]int // by result: the blocks in which there is a difference
	chars       int     // code points of text
	same        int     // those on which all agree
}

// compare compares results of a page.
func (p *Page) compare(results []*result) *comparison {
	c := &comparison{differing: make([][]int, len(results))}
	cursors := make([]cursor, len(results))
	for m, r := range results {
		cursors[m].r = r
	}
	text := p.open().text
	numbers := make([]int, len(results))
	for n, run := range p.textRuns() {
		for at := run.start; at < run.end; {
			until, kept := run.end, uint8(0)
			for m := range cursors {
				number, to := cursors[m].at(at, run.end)
				numbers[m], until = number, min(until, to)
				if cursors[m].kept(number) {
					kept |= 1 << m
				}
			}
			c.piece(n, stretch{at, until}, kept, numbers, visible(text[at:until]))
			at = until
		}
	}
	return c
}

// visible counts the characters that are no white space.
func visible(text []byte) (n int) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r > ' ' && r != 0xa0 {
			n++
		}
		text = text[size:]
	}
	return n
}

// piece adds a piece of the text that each result keeps or drops as a whole.
func (c *comparison) piece(run int, s stretch, kept uint8, numbers []int, chars int) {
	if chars == 0 {
		return
	}
	c.chars += chars
	all := uint8(1)<<len(numbers) - 1
	if kept == 0 || kept == all {
		c.same += chars
		return
	}
	for m, number := range numbers {
		if n := len(c.differing[m]); number >= 0 && (n == 0 || c.differing[m][n-1] != number) {
			c.differing[m] = append(c.differing[m], number)
		}
	}
	if n := len(c.differences); n > 0 && c.differences[n-1].Kept == kept && c.differences[n-1].last >= run-1 {
		d := &c.differences[n-1]
		d.End, d.last = s.end, run
		d.Chars += chars
		for m, number := range numbers {
			if d.Blocks[m] < 0 {
				d.Blocks[m] = number
			}
		}
		return
	}
	c.differences = append(c.differences, Difference{Start: s.start, End: s.end, Kept: kept, Blocks: append([]int(nil), numbers...), Chars: chars, last: run})
}
