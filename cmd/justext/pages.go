package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/seed42075109/justext"
)

// A page is on its way from the walk through a worker to the output.
type page struct {
	path string // of its file
	name string // as the output has it
	err  error  // why it failed
	size int64  // bytes read
	out  bytes.Buffer
	done chan struct{} // closed when the worker has finished with it

	pathBytes int64 // of the paths in out
	pathsCut  bool  // there are no more, for they would be too many
}

// problem says in words why the page failed, without its name; "" if it did
// not.
func (p *page) problem() string {
	if p.err == nil {
		return ""
	}
	if of, ok := p.err.(*fs.PathError); ok { //nolint:errorlint // where it is wrapped, the words around it matter
		return of.Err.Error()
	}
	return message(p.err)
}

// A pipeline walks, extracts on all cores, and writes in the order of the walk.
type pipeline struct {
	names     iter.Seq2[string, error]
	open      func(name string) (io.ReadCloser, error)
	algorithm algorithm
	format    *format
	workers   int
	window    int // how many pages may wait between walk and output
	out       io.Writer
	wrote     bool
	report    *report
}

// An algorithm writes what it makes of a page to its output. It notes why the page
// failed; a page that has failed before is not read.
type algorithm func(ctx context.Context, p *page, r io.Reader)

// pagesPerWorker is how far workers may be ahead of a page that takes long.
const pagesPerWorker = 4

func newPipeline(a algorithm, o *options, stdin io.Reader, out io.Writer, r *report) *pipeline {
	workers := runtime.GOMAXPROCS(0)
	return &pipeline{
		names: o.names(), open: opener(stdin), algorithm: a, format: o.format,
		workers: workers, window: pagesPerWorker * workers, out: out, report: r,
	}
}

func opener(stdin io.Reader) func(string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		if name == "-" {
			return io.NopCloser(stdin), nil
		}
		return os.Open(name)
	}
}

// run works on all pages and returns the error that stopped it: of the output,
// or of ctx. It does not wait for workers that are busy then, for they may be
// waiting for input.
func (p *pipeline) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	order := make(chan *page, p.window)
	queue := make(chan *page)
	go p.feed(ctx, order, queue)
	for range p.workers {
		go p.work(ctx, queue)
	}
	for {
		next, err := receive(ctx, order)
		if next == nil {
			return err
		}
		if err := p.write(next); err != nil {
			return outputError(err)
		}
	}
}

// feed sends each page to the output, for its turn, and to the workers. The
// capacity of order bounds how many there are.
func (p *pipeline) feed(ctx context.Context, order, queue chan<- *page) {
	defer close(order)
	defer close(queue)
	for name, err := range p.names {
		next := &page{path: name, name: outputName(name), err: err, done: make(chan struct{})}
		for _, to := range [...]chan<- *page{order, queue} {
			select {
			case to <- next:
			case <-ctx.Done():
				return
			}
		}
	}
}

// receive returns the next page when it is done, or nil when there is none.
func receive(ctx context.Context, order <-chan *page) (*page, error) {
	select {
	case <-ctx.Done():
	case next, more := <-order:
		if !more {
			break
		}
		select {
		case <-ctx.Done():
		case <-next.done:
			return next, nil
		}
	}
	return nil, ctx.Err()
}

func (p *pipeline) work(ctx context.Context, queue <-chan *page) {
	for next := range queue {
		p.extract(ctx, next)
		close(next.done)
	}
}

// extract works on a page, from its file to the bytes of the output.
func (p *pipeline) extract(ctx context.Context, next *page) {
	input := counter{n: &next.size}
	if next.err == nil {
		var file io.ReadCloser
		if file, next.err = p.open(next.path); next.err == nil {
			defer file.Close()
			input.r = file
		}
	}
	p.algorithm(ctx, next, &input)
}

// justext makes the algorithm that the command line describes. All its errors are
// usage errors.
func (o *options) justext() (algorithm, error) {
	if o.format.write == nil { // before a language is asked for: html needs none
		return nil, fmt.Errorf("-format %s is of -algo boilerpipe", o.format.name)
	}
	x, err := o.extractor()
	return func(ctx context.Context, p *page, r io.Reader) {
		document := new(justext.Document)
		if p.err == nil {
			document, p.err = x.Document(ctx, r, "")
			o.keepGiven(x, document)
		}
		if o.noHeadings { // then no paragraph is a heading in Python's output
			for i := range document.Paragraphs {
				document.Paragraphs[i].Heading = false
			}
		}
		o.format.write(&p.out, p, document)
	}, err
}

// A counter counts what is read.
type counter struct {
	r io.Reader
	n *int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	*c.n += int64(n)
	return n, err
}

// write writes a page at once, so that an interrupt leaves no part of one.
func (p *pipeline) write(done *page) error {
	p.report.add(done)
	text := done.out.Bytes()
	if len(text) == 0 {
		return nil
	}
	if p.wrote && p.format.between != "" {
		text = slices.Concat([]byte(p.format.between), text)
	}
	p.wrote = true
	_, err := p.out.Write(text)
	return err
}

// names yields the pages of the command line, or a file or folder that cannot
// be read with its error. The walk goes on only as far as it is asked for.
func (o *options) names() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, file := range o.files {
			info, err := os.Stat(file)
			if err == nil && info.IsDir() && file != "-" {
				if !o.walk(file, yield) {
					return
				}
			} else if !yield(file, nil) { // what Stat says against it, opening it will too
				return
			}
		}
	}
}

// walk yields the pages in a folder, sorted by name, and reports whether to go
// on. Only the names of the folders on the way to a page are in memory.
func (o *options) walk(folder string, yield func(string, error) bool) bool {
	entries, err := os.ReadDir(folder)
	if err != nil && !yield(folder, err) {
		return false
	}
	for _, entry := range entries {
		name := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir():
			if !o.walk(name, yield) {
				return false
			}
		case isPage(name, entry.Type()) && !o.isOutput(name):
			if !yield(name, nil) {
				return false
			}
		}
	}
	return true
}

// isPage reports whether a file that a walk meets is taken: one that is named
// as a page and is a regular file or a link to one. A broken link is taken, so
// that it is reported.
func isPage(name string, mode fs.FileMode) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml", ".shtml":
	default:
		return false
	}
	if mode&fs.ModeSymlink == 0 {
		return mode.IsRegular()
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}
