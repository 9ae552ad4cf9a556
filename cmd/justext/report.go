package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A report tells on standard error what becomes of the pages. Only the
// goroutine that writes the output uses it.
type report struct {
	w      io.Writer
	inBand bool // the errors of pages stand in the output
	live   bool // draw a line of progress

	pages, failed int
	bytes         int64
	began, drawn  time.Time
	width         int // of the line that stands there
}

// redraw is how often the line is drawn at most.
const redraw = 250 * time.Millisecond

// add counts a page and tells why it failed.
func (r *report) add(done *page) {
	r.pages++
	r.bytes += done.size
	if done.err != nil {
		r.failed++
		if !r.inBand {
			r.clear()
			fmt.Fprintf(r.w, "justext: %s: %s\n", shownName(done.path), done.problem())
		}
	}
	if done.pathsCut && !r.inBand {
		r.clear()
		fmt.Fprintf(r.w, "justext: %s: the paths of the page are together longer than %d bytes; those of its later paragraphs are left out\n",
			shownName(done.path), done.maxPathBytes())
	}
	if r.live {
		r.progress(time.Now())
	}
}

// progress draws the line, from the second page on.
func (r *report) progress(now time.Time) {
	if r.pages < 2 || now.Sub(r.drawn) < redraw {
		return
	}
	r.drawn = now
	seconds := max(now.Sub(r.began).Seconds(), 1e-3)
	line := fmt.Sprintf("%d pages, %d failed, %.1f MB, %.0f pages/s",
		r.pages, r.failed, float64(r.bytes)/1e6, float64(r.pages)/seconds)
	fmt.Fprintf(r.w, "\r%-*s", r.width, line) // spaces, for not all terminals know sequences
	r.width = len(line)
}

// clear takes the line away.
func (r *report) clear() {
	if r.width > 0 {
		fmt.Fprintf(r.w, "\r%s\r", strings.Repeat(" ", r.width))
		r.width = 0
	}
}

// end takes the line away and returns the exit status. Where the errors stand
// in the output, it says so.
func (r *report) end() int {
	r.clear()
	if r.failed == 0 {
		return statusOK
	}
	if r.inBand {
		fmt.Fprintf(r.w, "justext: %d of %d pages failed; their lines of the output say why\n", r.failed, r.pages)
	}
	return statusFailed
}
