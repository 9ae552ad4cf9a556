package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync/atomic"
)

// A pipeline walks over pages, cleans them on all cores, and writes them in the
// order of the walk.
type pipeline struct {
	names     iter.Seq2[string, error]
	open      func(name string) (io.ReadCloser, error)
	method    method
	format    format
	fields    fieldSet
	keep      bool // the pages are kept in memory for the format
	rendering *rendering
	workers   int
	window    int           // how many pages may wait between walk and output
	large     chan struct{} // has an element while a large page is worked on
	out       destination
	report    *report
}

// pagesPerWorker is how far workers may be ahead of a page that takes long.
const pagesPerWorker = 4

// largePage is the size, in bytes, from which a page is large. To bound the
// memory of the workers together, large pages are cleaned one at a time.
const largePage = 8 << 20

func newPipeline(o *options, stdin io.Reader, out destination, r *report) *pipeline {
	workers := runtime.GOMAXPROCS(0)
	return &pipeline{
		names: o.pages(r), open: opener(stdin), method: o.method, format: o.format, fields: o.fields,
		keep: o.keepsPages(), rendering: &o.rendering,
		workers: workers, window: pagesPerWorker * workers, large: make(chan struct{}, 1), out: out, report: r,
	}
}

// A job is a page on its way from the walk through a worker to the output.
type job struct {
	name  string // of its file
	err   error  // why it failed
	size  int64  // bytes read
	tally tally

	out  pageWriter
	to   io.Writer     // where it is written, once it has begun
	turn chan struct{} // closed when all pages before it are written
	done chan struct{} // closed when the worker has finished with it

	state  atomic.Int32 // waiting, then begun or given up
	untold bool         // the output cannot say why the page failed
}

// refuse makes it a page that failed because it has no place in the output.
func (j *job) refuse(why *refusedError) { j.err, j.untold = why.error, true }

const (
	waiting = iota
	begun
	givenUp // the run ends before anything of the page is written
)

// run works on all pages and returns the error that ended it early: that of the
// output or the cause of ctx. A page of which a part is written is written to
// its end. run does not wait for workers that are busy with others then, since
// they may be waiting for input.
func (p *pipeline) run(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	order := make(chan *job, p.window)
	queue := make(chan *job)
	go p.feed(inner, order, queue)
	for range p.workers {
		go p.work(inner, queue)
	}
	for {
		next := receive(inner, order)
		if next == nil {
			return context.Cause(ctx)
		}
		if err := p.finish(next); err != nil {
			return cmp.Or(context.Cause(ctx), outputError(err))
		}
		p.report.add(next)
	}
}

// feed sends each page to the output, for its turn, and to the workers. The
// capacity of order bounds how many there are.
func (p *pipeline) feed(ctx context.Context, order, queue chan<- *job) {
	defer close(order)
	defer close(queue)
	for name, err := range p.names {
		next := &job{name: name, err: err, turn: make(chan struct{}), done: make(chan struct{})}
		next.out.send = func(piece []byte) error { return p.send(ctx, next, piece) }
		for _, to := range [...]chan<- *job{order, queue} {
			select {
			case to <- next:
			case <-ctx.Done():
				return
			}
		}
	}
}

// receive returns the next page when it is done. It returns nil if there is
// none, or if ctx is done and nothing of the page is written.
func receive(ctx context.Context, order <-chan *job) *job {
	select {
	case <-ctx.Done():
		return nil
	case next, more := <-order:
		if !more {
			return nil
		}
		close(next.turn)
		select {
		case <-next.done:
		case <-ctx.Done():
		}
		if ctx.Err() != nil && next.state.CompareAndSwap(waiting, givenUp) {
			return nil // even if it is done, which may be because it was told to stop
		}
		<-next.done
		return next
	}
}

// send writes a piece of a page's output when it is the page's turn.
func (p *pipeline) send(ctx context.Context, next *job, piece []byte) (err error) {
	if next.to == nil {
		select {
		case <-next.turn:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !next.state.CompareAndSwap(waiting, begun) {
			return ctx.Err()
		}
		if next.to, err = p.out.begin(next.name); err != nil {
			return err
		}
	}
	_, err = next.to.Write(piece)
	return err
}

// finish writes what is left of a page that a worker has finished with, in the
// page's turn. If the page has no place in the output, the page fails.
func (p *pipeline) finish(next *job) error {
	next.out.flush()
	var refused *refusedError
	if errors.As(next.out.err, &refused) {
		next.refuse(refused)
		return nil
	}
	if next.out.err != nil {
		return next.out.err
	}
	return p.out.end(next)
}

func (p *pipeline) work(ctx context.Context, queue <-chan *job) {
	for next := range queue {
		p.process(ctx, next)
		close(next.done)
	}
}

// process takes a page from its file to its output. A panic of a method makes
// it a page that failed.
func (p *pipeline) process(ctx context.Context, next *job) {
	defer func() {
		if value := recover(); value != nil {
			next.err = fmt.Errorf("the method panicked: %v", value)
			p.writeFailure(next)
		}
	}()
	clean := p.page(ctx, next)
	if clean.err == nil {
		p.read(ctx, next, clean)
	} else if p.format.hasErrors {
		p.format.write(&next.out, clean)
	}
	next.err = clean.err
}

// page is a page of which nothing is known but what the job has. Its context outlives the
// run, since a page of which a part is written is written to its end.
func (p *pipeline) page(ctx context.Context, of *job) *cleanPage {
	return &cleanPage{
		ctx: context.WithoutCancel(ctx), method: p.method, name: jsonName(of.name), err: of.err, fields: p.fields,
		rendering: p.rendering, address: p.rendering.address(of.name),
	}
}

// read takes a page that is to be read to its output.
func (p *pipeline) read(ctx context.Context, next *job, clean *cleanPage) {
	input := &counter{}
	gate := &gate{p: p, ctx: ctx, turn: next.turn}
	defer func() {
		next.size = input.n
		gate.leave()
	}()
	file, err := p.open(next.name)
	if err == nil {
		defer file.Close()
		input.r = file
		gate.r, err = unpack(input)
	}
	if err == nil {
		clean.result, err = p.clean(ctx, gate, clean)
	}
	if clean.err = err; clean.result != nil || p.format.hasErrors {
		p.format.write(&next.out, clean)
	}
	if clean.result != nil {
		next.tally = clean.result.tally()
	}
}

// clean applies the method to a page, which it keeps if the format needs it.
func (p *pipeline) clean(ctx context.Context, r io.Reader, page *cleanPage) (result, error) {
	if !p.keep {
		found, err := p.method.clean(ctx, r)
		return found, inner(err)
	}
	var source bytes.Buffer
	found, err := p.method.clean(ctx, io.TeeReader(r, &source))
	page.source = source.Bytes()
	return found, inner(err)
}

// writeFailure writes, after a panic, that the page failed, in place of what is
// not yet written of it.
func (p *pipeline) writeFailure(next *job) {
	next.out.pending = next.out.pending[:0]
	if next.state.Load() == begun {
		next.out.raw("\n") // so that the next page begins a line
		next.untold = true
		return
	}
	if p.format.hasErrors {
		p.format.write(&next.out, p.page(context.Background(), next))
	}
}

// A gate lets a page wait, once it turns out to be large, until no other large
// page is worked on or its turn has come.
type gate struct {
	p    *pipeline
	ctx  context.Context
	turn <-chan struct{}
	r    io.Reader
	n    int64
	in   bool // it is the large page that is worked on
}

func (g *gate) Read(b []byte) (int, error) {
	n, err := g.r.Read(b)
	before := g.n
	if g.n += int64(n); before < largePage && g.n >= largePage {
		select {
		case g.p.large <- struct{}{}:
			g.in = true
		case <-g.turn: // else it might wait for a page that waits for it
		case <-g.ctx.Done():
		}
	}
	return n, err
}

// leave lets the next large page in.
func (g *gate) leave() {
	if g.in {
		<-g.p.large
	}
}

// A counter counts what is read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}
