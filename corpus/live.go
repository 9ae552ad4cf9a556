package corpus

import (
	"sync"
	"time"
)

// Progress is how far a run has come.
type Progress struct {
	Inputs, Finished, Failed int   // files: all of them, done by now, not readable
	Skipped                  int   // files among Finished that an earlier run has done
	Size, Read               int64 // bytes of the files of this run, and how many of them were read

	Outcomes  Outcomes // records of this run
	Rows      int64    // records written
	PageBytes int64    // of the pages that were cleaned
	Damage    int64    // pieces of damage
	Times     Times
}

// A live is the progress of a run that goes on.
type live struct {
	mu       sync.Mutex
	progress Progress
}

func (l *live) update(change func(*Progress)) {
	l.mu.Lock()
	change(&l.progress)
	l.mu.Unlock()
}

// Snapshot returns the progress at the moment.
func (l *live) snapshot() (p Progress) {
	l.update(func(now *Progress) { p = *now })
	return p
}

// read notes that a source has read on, and which records it did not take since
// told.
func (l *live) read(took time.Duration, c *Counters, told *Outcomes) {
	l.update(func(p *Progress) {
		p.Times.Read += took
		for i, n := range c.Outcomes {
			p.Outcomes[i] += n - told[i]
		}
	})
	*told = c.Outcomes
}

// wrote notes that the records of a page were written.
func (l *live) wrote(o Outcome, rows int, size int64, clean, write time.Duration) {
	l.update(func(p *Progress) {
		p.Outcomes[o]++
		p.Rows += int64(rows)
		p.PageBytes += size
		p.Times.Clean += clean
		p.Times.Write += write
	})
}
