package corpus

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed42075109/justext/corpus/output"
	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/stoplists"
)

// A result is what the stages make of a page.
type result struct {
	outcome Outcome // 0 if the rows decide
	rows    []rowResult
	err     error // why the page failed
	took    time.Duration
}

// A rowResult is the record of one method: encoded, or as it is if the format
// cannot be encoded record by record.
type rowResult struct {
	outcome Outcome
	record  *output.Record
	encoded []byte
	hashes  hashes // if duplicates are looked for

	method, lang, truncated string
	textBytes               int64
}

// A worker works on pages, one after the other.
type worker struct {
	config     *Config
	metadata   *metadata.Extractor
	identifier stoplists.Identifier
	current    atomic.Pointer[fetched]
}

// A stage does one thing for the texts of a page. It returns an error if the
// page fails.
type stage func(w *worker, ctx context.Context, p *cleaned) error

// stages are what happens to a page, in this order.
var stages = []stage{
	(*worker).clean,
	(*worker).unite,
	(*worker).languages,
	(*worker).describe,
	(*worker).markdown,
	(*worker).records,
	(*worker).filter,
	(*worker).encode,
}

// A cleaned is a page between its stages.
type cleaned struct {
	*fetched
	texts []found
	about metadata.Summary
	rows  []rowResult
}

// found is what one method has found.
type found struct {
	Content
	method    string
	markdown  bool
	truncated string // the limit that the page met
}

// work takes pages until there are no more. It reports false if it was given up.
func (w *worker) work(ctx context.Context, pages <-chan *fetched, timeout time.Duration) bool {
	for f := range pages {
		f.started = time.Now()
		w.current.Store(f)
		f.state.set(running)
		r := w.process(ctx, f, timeout)
		if !f.state.change(running, finished) {
			return false
		}
		w.current.Store(nil)
		f.result = r
		close(f.done)
	}
	return true
}

// process does all stages. A panic is an outcome.
func (w *worker) process(ctx context.Context, f *fetched, timeout time.Duration) (r result) {
	defer func() {
		if v := recover(); v != nil {
			r = result{outcome: Panicked, err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
		}
		r.took = time.Since(f.started)
	}()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	p := &cleaned{fetched: f}
	for _, do := range stages {
		if err := do(w, ctx, p); err != nil {
			return result{outcome: failure(err), err: err}
		}
	}
	return result{rows: p.rows}
}

// failure returns the outcome of a page that fails.
func failure(err error) Outcome {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Deadline
	case errors.Is(err, page.ErrNotHTML):
		return NotHTML
	}
	return Failed
}

// clean applies the methods.
func (w *worker) clean(ctx context.Context, p *cleaned) error {
	if p.plain {
		return w.takePlain(p)
	}
	p.texts = make([]found, 0, len(w.config.Methods))
	for i := range w.config.Methods {
		m := &w.config.Methods[i]
		content, err := m.Clean(ctx, p.body, p.contentType)
		var limit *page.LimitError
		if err != nil && !errors.As(err, &limit) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		t := found{Content: content, method: m.Name}
		if limit != nil {
			t.truncated = limit.Limit
		}
		p.texts = append(p.texts, t)
	}
	return nil
}

// takePlain takes plain text as it is.
func (w *worker) takePlain(p *cleaned) error {
	body, encoding := p.body, page.Encoding{Name: "utf-8", By: page.EncodingValidity}
	if decode := w.config.Methods[0].Decode; decode != nil {
		var err error
		if body, encoding, err = decode(p.body, p.contentType); err != nil {
			return err
		}
	}
	d := &page.Document{Encoding: encoding}
	d.Text = strings.ToValidUTF8(strings.ReplaceAll(string(body), "\r\n", "\n"), "\ufffd")
	for line := range strings.SplitSeq(d.Text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			d.Blocks = append(d.Blocks, page.Block{Text: line, Keep: true, NewLine: true})
		}
	}
	t := found{Content: contentOf(d), method: "none"}
	p.texts = []found{t}
	return nil
}

// languages finds the language of each text.
func (w *worker) languages(_ context.Context, p *cleaned) error {
	for i := range p.texts {
		t := &p.texts[i]
		switch t.LangBy {
		case "":
			t.Lang, t.LangBy = identify(&w.identifier, t.Text, t.Lang)
		case "unknown":
			t.LangBy = ""
		}
	}
	return nil
}

// describe finds the metadata of the page.
func (w *worker) describe(ctx context.Context, p *cleaned) error {
	if w.metadata == nil || p.plain {
		return nil
	}
	known := metadata.Known{URL: p.from.URL, Lang: p.texts[0].Lang, Crawled: p.crawled}
	m, err := w.metadata.DocumentBytes(ctx, p.body, p.contentType, known)
	var limit *page.LimitError
	if err != nil && !errors.As(err, &limit) {
		return err
	}
	p.about = bounded(m.Summary())
	return nil
}

// bounded returns the metadata with fields of bounded size.
func bounded(s metadata.Summary) metadata.Summary {
	for _, text := range []*string{&s.Title, &s.Date, &s.Modified, &s.Site, &s.Description, &s.Image, &s.License, &s.URL, &s.Type} {
		*text = field(*text, maxField)
	}
	for _, list := range []*[]string{&s.Authors, &s.Categories, &s.Tags} {
		*list = (*list)[:min(len(*list), maxList)]
		for i, text := range *list {
			(*list)[i] = field(text, maxField/16)
		}
	}
	return s
}

// filter decides which texts are taken.
func (w *worker) filter(_ context.Context, p *cleaned) error {
	for i := range p.rows {
		r := &p.rows[i]
		r.outcome = w.config.Filter.text(r.record.Text, r.record.Lang, r.record.Words, r.record.Kept)
		if r.outcome != Written {
			r.record = nil
		}
	}
	return nil
}

// encode encodes the records that are taken.
func (w *worker) encode(_ context.Context, p *cleaned) error {
	d := w.config.Duplicates
	for i := range p.rows {
		r := &p.rows[i]
		if r.outcome != Written {
			continue
		}
		if d.Exact || d.Near {
			r.hashes = d.hashText(r.record.Text)
		}
		if appendTo := w.config.Format.Append; appendTo != nil {
			r.encoded = appendTo(make([]byte, 0, 2048+len(r.record.Text)*5/4), r.record)
			r.record = nil
		}
	}
	return nil
}

// A state is the state of a page: no worker has begun with it, one works on it,
// it is finished, or it was given up.
type state struct{ value atomic.Int32 }

const (
	waiting int32 = iota
	running
	finished
	givenUp
)

func (s *state) set(value int32)            { s.value.Store(value) }
func (s *state) change(from, to int32) bool { return s.value.CompareAndSwap(from, to) }

// A crew are the workers of a run and the watch over them.
type crew struct {
	ctx     context.Context
	config  *Config
	about   *metadata.Extractor
	pages   chan *fetched
	workers []*worker
	working sync.WaitGroup
	stop    chan struct{}
}

// newCrew starts the workers. dismiss ends them.
func newCrew(ctx context.Context, c *Config) (*crew, error) {
	about, err := c.newMetadata()
	if err != nil {
		return nil, err
	}
	w := &crew{ctx: ctx, config: c, about: about, pages: make(chan *fetched), stop: make(chan struct{})}
	w.workers = make([]*worker, c.Workers)
	for i := range w.workers {
		w.start(i)
	}
	go w.watch()
	return w, nil
}

// start starts the worker at a place.
func (c *crew) start(place int) {
	w := &worker{config: c.config, metadata: c.about}
	c.workers[place] = w
	c.working.Add(1)
	go func() {
		if w.work(c.ctx, c.pages, c.config.Timeout) {
			c.working.Done()
		}
	}()
}

// watch gives up pages on which a worker goes on although its context is done,
// and puts another worker in its place. The goroutine that was given up goes on
// as long as it does; nobody waits for it.
func (c *crew) watch() {
	tick := time.NewTicker(max(c.config.Timeout/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-c.stop:
			return
		case <-tick.C:
		}
		for i, w := range c.workers {
			f := w.current.Load()
			if f == nil || time.Since(f.started) < 2*c.config.Timeout || !f.state.change(running, givenUp) {
				continue
			}
			f.result = result{outcome: Stuck, err: errors.New("the method does not return"), took: time.Since(f.started)}
			close(f.done)
			c.start(i)
			c.working.Done() // for the one that was given up
		}
	}
}

// dismiss waits for the workers to end.
func (c *crew) dismiss() {
	close(c.pages)
	c.working.Wait()
	close(c.stop)
}
