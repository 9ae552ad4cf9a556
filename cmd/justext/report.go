package main

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"
)

// A report tells on standard error what becomes of the pages. Only the
// goroutine that writes the output uses it, except for skipped.
type report struct {
	w      io.Writer
	inBand bool // the output says why pages failed, unless a job says that it cannot
	live   bool // draw a line of progress
	quiet  bool // no summary

	pages, failed                       int
	told                                int // pages of whose failure the output tells
	noText, noLanguage, guessedLanguage int
	skipped                             atomic.Int64 // pages that were in the output already
	bytes                               int64
	began, drawn                        time.Time
	width                               int // of the line of progress
}

// redraw is how often the line of progress is drawn at most.
const redraw = 250 * time.Millisecond

// add counts a page and tells why it failed.
func (r *report) add(done *job) {
	r.pages++
	r.bytes += done.size
	if done.err != nil {
		r.failed++
		if r.inBand && !done.untold {
			r.told++
		} else {
			r.tell(terminalName(done.name) + ": " + problem(done.err))
		}
	} else if done.tally.noText {
		r.noText++
	}
	if done.tally.noLanguage {
		r.noLanguage++
	}
	if done.tally.guessedLanguage {
		r.guessedLanguage++
	}
	if done.tally.warning != "" && !r.inBand {
		r.tell(terminalName(done.name) + ": " + done.tally.warning)
	}
	if r.live {
		r.progress(time.Now())
	}
}

// tell prints a line.
func (r *report) tell(text string) {
	r.clear()
	fmt.Fprintf(r.w, "justext: %s\n", text)
}

// progress draws the line of progress, from the second page on.
func (r *report) progress(now time.Time) {
	if r.pages < 2 || now.Sub(r.drawn) < redraw {
		return
	}
	r.drawn = now
	seconds := max(now.Sub(r.began).Seconds(), 1e-3)
	line := fmt.Sprintf("%d pages, %d failed, %.1f MB, %.0f pages/s",
		r.pages, r.failed, float64(r.bytes)/1e6, float64(r.pages)/seconds)
	fmt.Fprintf(r.w, "\r%-*s", r.width, line) // spaces, since not all terminals know sequences
	r.width = len(line)
}

// clear takes the line of progress away.
func (r *report) clear() {
	if r.width > 0 {
		fmt.Fprintf(r.w, "\r%s\r", strings.Repeat(" ", r.width))
		r.width = 0
	}
}

// end prints the summary of a run over several pages and returns the exit
// status.
func (r *report) end(now time.Time) int {
	r.clear()
	skipped := int(r.skipped.Load())
	if !r.quiet && r.pages+skipped > 1 {
		r.tell(r.summary(skipped, now.Sub(r.began)))
	}
	if r.failed > 0 {
		return statusFailed
	}
	return statusOK
}

func (r *report) summary(skipped int, took time.Duration) string {
	text := plural(r.pages, "page")
	for _, part := range []struct {
		n    int
		what string
	}{
		{skipped, "skipped, as they are in the output already"}, {r.failed, "failed"}, {r.noText, "without text"},
		{r.noLanguage, "without language"},
		{r.guessedLanguage, "in a language that is a guess (by the lang attribute, or by words with a margin below 1 bit)"},
	} {
		if part.n > 0 || part.what == "failed" {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	text += fmt.Sprintf(", in %.1f s", took.Seconds())
	if r.told > 0 {
		text += "; the output says why pages failed"
	}
	return text
}
