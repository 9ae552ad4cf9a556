package main

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/seed42075109/justext/corpus"
)

// A progressLine shows how far a job has come: on a terminal in one line that
// changes, otherwise in the log once a minute.
type progressLine struct {
	job      *corpus.Job
	began    time.Time
	quit     chan struct{}
	finished sync.WaitGroup
}

// The times between two reports of progress.
const (
	terminalInterval = 500 * time.Millisecond
	logInterval      = time.Minute
)

// startProgress begins to show the progress of a job, unless quiet is set.
func (e *environment) startProgress(job *corpus.Job, quiet bool) *progressLine {
	p := &progressLine{job: job, began: time.Now(), quit: make(chan struct{})}
	if quiet {
		return p
	}
	if !e.terminal {
		p.every(logInterval, func() { logProgress(job.Log, job.Progress(), time.Since(p.began)) })
		return p
	}
	line := &statusLine{w: e.stderr}
	e.stderr = line
	job.Log = e.logger(quiet)
	p.every(terminalInterval, func() { line.show(progressText(job.Progress(), time.Since(p.began))) })
	return p
}

// every calls show at regular intervals until stop.
func (p *progressLine) every(interval time.Duration, show func()) {
	p.finished.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				show()
			case <-p.quit:
				return
			}
		}
	})
}

// stop ends the reports.
func (p *progressLine) stop() {
	close(p.quit)
	p.finished.Wait()
}

// A statusLine is a terminal whose last line shows the progress.
type statusLine struct {
	mu    sync.Mutex
	w     io.Writer
	shown string
}

const clearLine = "\r\x1b[K"

// show shows text in the last line.
func (s *statusLine) show(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = text
	io.WriteString(s.w, clearLine+text)
}

// Write writes above the last line.
func (s *statusLine) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown == "" {
		return s.w.Write(b)
	}
	io.WriteString(s.w, clearLine)
	n, err := s.w.Write(b)
	s.shown = ""
	return n, err
}

// progressText is the progress in one line.
func progressText(p corpus.Progress, took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%d files, %d pages, %d written, %.1f MB/s", p.Finished, p.Inputs, cleaned(p), p.Rows, rate(p, took))
	if p.Failed > 0 {
		fmt.Fprintf(&b, ", %d files failed", p.Failed)
	}
	if p.Damage > 0 {
		fmt.Fprintf(&b, ", damage: %d", p.Damage)
	}
	if left := remaining(p, took); left > 0 {
		fmt.Fprintf(&b, ", %s left", left)
	}
	return b.String()
}

func logProgress(log *slog.Logger, p corpus.Progress, took time.Duration) {
	log.Info("progress", "finished", p.Finished, "inputs", p.Inputs, "failed", p.Failed, "pages", cleaned(p),
		"written", p.Rows, "mb_per_second", fmt.Sprintf("%.1f", rate(p, took)), "damage", p.Damage, "left", remaining(p, took))
}

// cleaned returns the number of pages that went through the methods.
func cleaned(p corpus.Progress) (n int64) {
	for o := corpus.NotHTML; o <= corpus.NearDuplicate; o++ {
		n += p.Outcomes[o]
	}
	return n + p.Outcomes[corpus.Written]
}

// rate returns how many MB of pages are cleaned in a second.
func rate(p corpus.Progress, took time.Duration) float64 {
	return float64(p.PageBytes) / 1e6 / max(took.Seconds(), 1e-3)
}

// remaining estimates the time that is left, 0 if it cannot be told: by the
// bytes of the files that are open, and by the number of those that are not.
func remaining(p corpus.Progress, took time.Duration) time.Duration {
	begun := p.Finished + p.Failed - p.Skipped
	todo := p.Inputs - p.Skipped
	if p.Read == 0 || p.Size == 0 || begun >= todo {
		return 0
	}
	done := min(1, float64(p.Read)/float64(p.Size)) * float64(min(begun+1, todo)) / float64(todo)
	return (time.Duration(float64(took) * (1 - done) / done)).Round(time.Second)
}

// summary is the end of a run in one line.
func summary(r *corpus.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d files done", r.Done, r.Inputs)
	if r.Skipped > 0 {
		fmt.Fprintf(&b, " (%d by earlier runs)", r.Skipped)
	}
	if len(r.Failed) > 0 {
		fmt.Fprintf(&b, ", %d could not be read", len(r.Failed))
	}
	c := &r.ThisRun
	var rows, damage, failed int64
	for _, n := range c.Rows {
		rows += n
	}
	for _, n := range c.Damage {
		damage += n
	}
	for o, n := range c.Outcomes {
		if corpus.Outcome(o).IsFailure() {
			failed += n
		}
	}
	fmt.Fprintf(&b, "; this run: %s read, %s written, %s failed, %s of damage, %.1f s, %.1f MB of pages a second",
		plural(c.Records, "record"), plural(rows, "text"), plural(failed, "page"), plural(damage, "piece"),
		r.Seconds, float64(c.PageBytes)/1e6/max(r.Seconds, 1e-3))
	return b.String()
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
