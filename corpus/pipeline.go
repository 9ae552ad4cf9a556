package corpus

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// inFlight is how many bytes of pages of one file are on their way at once, as
// far as that is more than one page, and window is how many pages.
const (
	inFlight = 16 << 20
	window   = 64
)

// A pass reads one input and writes its records. The pages of the input are read
// by one goroutine, cleaned by the crew in any order, and written by the caller
// in the order of the input.
type pass struct {
	crew    *crew
	source  source
	seen    *seen // of the whole run, nil if duplicates are kept
	write   func(*rowResult) error
	failed  func(*fetched, Outcome, error)
	live    *live
	told    Outcomes // of the source, as far as live knows
	budget  budget
	counts  Counters
	times   Times
	ordered chan *fetched
	hashes  []hashes // of the records that were written
}

// bodies are buffers for pages.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// maxPooled is the size of the largest buffer that is kept for another page.
const maxPooled = 1 << 20

// run does the work. It returns the error because of which the input could not
// be read to its end, or the output not written. Once whole is done, pages that
// were read may be missing from the output, so its error is returned then.
func (p *pass) run(whole context.Context) error {
	ctx, cancel := context.WithCancel(whole)
	defer cancel()
	p.ordered = make(chan *fetched, window)
	p.budget.init(inFlight)
	var readErr error
	go func() {
		defer close(p.ordered)
		readErr = p.read(ctx)
	}()
	var writeErr error
	for f := range p.ordered {
		<-f.done
		if writeErr == nil && ctx.Err() == nil {
			if writeErr = p.emit(f); writeErr != nil {
				cancel()
			}
		}
		p.budget.release(int64(len(f.body)))
		if body := f.body; f.result.outcome != Stuck && cap(body) <= maxPooled {
			bodies.Put(&body)
		}
	}
	p.counts.Add(p.source.counters())
	switch {
	case writeErr != nil:
		return writeErr
	case whole.Err() != nil:
		return whole.Err()
	}
	return readErr
}

// read reads the pages and hands them to the crew.
func (p *pass) read(ctx context.Context) error {
	for ctx.Err() == nil {
		f := &fetched{body: (*bodies.Get().(*[]byte))[:0], done: make(chan struct{})}
		start := time.Now()
		err := p.source.next(f)
		took := time.Since(start)
		p.live.read(took, p.source.counters(), &p.told)
		p.times.Read += took
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		p.budget.take(int64(len(f.body)))
		select {
		case p.crew.pages <- f:
			p.ordered <- f
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// emit writes what was made of a page and counts it.
func (p *pass) emit(f *fetched) error {
	r := &f.result
	p.times.Clean += r.took
	start := time.Now()
	outcome, rows := r.outcome, 0
	for i := range r.rows {
		row := &r.rows[i]
		if p.seen != nil && row.outcome == Written {
			row.outcome = p.seen.find(row.hashes)
		}
		if row.outcome != Written {
			if outcome == 0 {
				outcome = row.outcome
			}
			continue
		}
		if err := p.write(row); err != nil {
			return &outputError{err}
		}
		outcome, rows = Written, rows+1
		p.counts.countRow(row)
		if p.seen != nil {
			p.hashes = append(p.hashes, row.hashes)
		}
	}
	p.remember(r)
	p.counts.count(outcome)
	p.counts.PageBytes += int64(len(f.body))
	if outcome.IsFailure() {
		p.failed(f, outcome, r.err)
	}
	took := time.Since(start)
	p.times.Write += took
	p.live.wrote(outcome, rows, int64(len(f.body)), r.took, took)
	return nil
}

// remember adds the texts of a page to those that were seen: not before all of
// them were looked for, since the methods find much the same text.
func (p *pass) remember(r *result) {
	if p.seen == nil {
		return
	}
	for i := range r.rows {
		if r.rows[i].outcome == Written {
			p.seen.add(r.rows[i].hashes)
		}
	}
}

// countRow counts a record that is written.
func (c *Counters) countRow(r *rowResult) {
	c.Rows.Add(r.method, 1)
	c.Languages.Add(r.lang, 1)
	c.TextBytes += r.textBytes
	if r.truncated != "" {
		c.Truncated.Add(r.truncated, 1)
	}
}

// An outputError says that the output cannot be written.
type outputError struct{ error }

func (e *outputError) Unwrap() error { return e.error }

// isOutputError reports whether err comes from the output.
func isOutputError(err error) bool {
	var e *outputError
	return errors.As(err, &e)
}

// A budget bounds the bytes on their way.
type budget struct {
	mu   sync.Mutex
	room sync.Cond
	used int64
	max  int64
}

func (b *budget) init(limit int64) {
	b.room.L = &b.mu
	b.max = limit
}

// take waits until there is room for n bytes, or nothing else is on its way.
func (b *budget) take(n int64) {
	b.mu.Lock()
	for b.used > 0 && b.used+n > b.max {
		b.room.Wait()
	}
	b.used += n
	b.mu.Unlock()
}

func (b *budget) release(n int64) {
	b.mu.Lock()
	b.used -= n
	b.mu.Unlock()
	b.room.Signal()
}
