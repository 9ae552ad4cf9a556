package boilerpipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/page"
)

// Extract returns the blocks of the page that r has, as the filters leave them.
// It is [New] with DefaultConfig and Extractor.Extract; for more than one page,
// make the Extractor once.
func Extract(r io.Reader, filters Filters) ([]TextBlock, error) {
	x, err := New(filters, DefaultConfig())
	if err != nil {
		return nil, err
	}
	return x.Extract(r)
}

// An Extractor reads pages and applies filters to them. It is immutable and safe
// for concurrent use. Make it with [New]; the methods of the zero Extractor return
// an error that wraps page.ErrConfig.
type Extractor struct {
	filters Filters
	config  Config
	scratch *sync.Pool // of *scratch
}

var _ page.Cleaner = new(Extractor)

// New returns an Extractor with filters such as those of [Article]. The error
// wraps page.ErrConfig or page.ErrUnknownEncoding.
func New(filters Filters, config Config) (*Extractor, error) {
	if err := input.Resolve(&config.Options); err != nil {
		return nil, prefixed(err)
	}
	if slices.ContainsFunc(filters, func(f Filter) bool { return f == nil }) {
		return nil, fmt.Errorf("boilerpipe: %w: a filter is nil", page.ErrConfig)
	}
	x := &Extractor{filters: slices.Clone(filters), config: config}
	x.scratch = &sync.Pool{New: func() any { return newScratch(&x.config) }}
	return x, nil
}

var errZeroExtractor = fmt.Errorf("boilerpipe: %w: the Extractor was not made by New", page.ErrConfig)

// Config returns the configuration in force: that given to New, with defaults in
// place of what was left out.
func (x *Extractor) Config() Config { return x.config }

// Extract returns the blocks of the page that r has, in order, as the filters
// leave them.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit of
// the Config, the blocks before that are returned together with an error that
// wraps the reader's or a *page.LimitError.
func (x *Extractor) Extract(r io.Reader) ([]TextBlock, error) {
	d, err := x.Document(context.Background(), r, "")
	return d.Blocks, err
}

// Document is Extract that tells more about the page. contentType is the value
// of its Content-Type header, such as "text/html; charset=utf-8", or "" if it is
// not known. The document is never nil.
//
// When ctx is done, Document returns soon with an error that wraps ctx.Err() and
// without blocks. It looks at ctx between two reads and while it works on the
// page; it cannot interrupt a Read that waits.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*TextDocument, error) {
	d, err := x.Segment(ctx, r, contentType)
	x.filters.Process(d)
	return d, err
}

// DocumentBytes is Document for a page that is in memory, which it neither
// copies nor changes. The result does not refer to it.
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string) (*TextDocument, error) {
	d, err := x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Bytes(source, contentType)
	}, nil)
	x.filters.Process(d)
	return d, err
}

// Clean is Document with the result as all methods of this module give it.
func (x *Extractor) Clean(ctx context.Context, r io.Reader, contentType string) (*page.Document, error) {
	d, err := x.Document(ctx, r, contentType)
	return d.View(), err
}

// Segment is Document without the filters: it returns the blocks of the page,
// none of which is content yet.
func (x *Extractor) Segment(ctx context.Context, r io.Reader, contentType string) (*TextDocument, error) {
	return x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	}, nil)
}

// HTML reads a page and writes its content, as the filters leave it, as the
// highlighter does. The error is that of [Extractor.Document]; the HTML is that
// of what was read before it, nil if nothing could be.
func (x *Extractor) HTML(ctx context.Context, r io.Reader, contentType string, h Highlighter) (html []byte, err error) {
	var writeErr error
	_, err = x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	}, func(text []byte, d *TextDocument) {
		x.filters.Process(d)
		html, writeErr = h.write(ctx, text, d)
	})
	if ctx.Err() != nil {
		html = nil
	}
	return html, cmp.Or(err, prefixed(writeErr))
}

// Decode returns the text of a page in UTF-8, to which the Start and End of its
// blocks refer, and its encoding. If the page is valid UTF-8, the text is the
// page itself, not a copy. contentType is as in [Extractor.Document].
func (x *Extractor) Decode(source []byte, contentType string) ([]byte, page.Encoding, error) {
	if x.scratch == nil {
		return nil, page.Encoding{}, errZeroExtractor
	}
	in := input.NewPageReader(x.config.Options)
	text, encoding, err := in.Bytes(source, contentType)
	return text, encoding, prefixed(err)
}

// scratch is the memory in which a page is worked on.
type scratch struct {
	config   *Config
	reader   input.PageReader
	scanner  neko.Scanner
	balancer balancer
	builder  builder
}

func newScratch(config *Config) *scratch {
	return &scratch{config: config, reader: input.NewPageReader(config.Options)}
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// release gives the scratch memory back for another page.
func (s *scratch) release(pool *sync.Pool) {
	if s.reader.Size()+s.scanner.Size()+s.balancer.size()+s.builder.size() <= maxKept {
		pool.Put(s)
	}
}

// segment makes blocks of the page that input returns, and calls use, if it is
// not nil, with the text of the page as far as the blocks reach.
func (x *Extractor) segment(ctx context.Context, input func(*input.PageReader) ([]byte, page.Encoding, error),
	use func(text []byte, d *TextDocument)) (*TextDocument, error) {
	if x.scratch == nil {
		return new(TextDocument), errZeroExtractor
	}
	s := x.scratch.Get().(*scratch)
	defer s.release(x.scratch)
	text, encoding, err := input(&s.reader)
	if text == nil {
		return &TextDocument{Encoding: encoding}, prefixed(err)
	}
	stop, stopped := s.build(ctx, text)
	if ctx.Err() != nil {
		return &TextDocument{Encoding: encoding}, prefixed(cmp.Or(err, stopped, ctx.Err()))
	}
	d := s.builder.document()
	d.Encoding = encoding
	if use != nil {
		use(text[:stop], d)
	}
	return d, prefixed(cmp.Or(err, stopped))
}

// build makes blocks of a page. When it ends early, the elements are closed as
// they are at the end of a page, and it says where in the page that was and why.
func (s *scratch) build(ctx context.Context, source []byte) (stop int, err error) {
	s.scanner.MaxToken, s.scanner.MaxElements = s.config.MaxToken, s.config.MaxElements
	s.scanner.Reset(source)
	s.builder.reset(&s.scanner, s.config.WordsByScript)
	s.balancer.reset(&s.builder)
	for n := 1; err == nil && s.scanner.Next(); n++ {
		s.balancer.event(s.scanner.Event)
		err = s.limits(ctx, n)
	}
	err = cmp.Or(err, s.scanner.Err())
	stop = len(source)
	if err != nil {
		stop = s.scanner.End
		if s.scanner.Kind == neko.Separator { // one that is too large has an event too
			stop = s.scanner.Start
		}
	}
	s.balancer.finish()
	return s.cut(stop, err)
}

// limits returns an error if the page must end after n events.
func (s *scratch) limits(ctx context.Context, n int) error {
	if err := stopped(ctx, n, &s.scanner); err != nil {
		return err
	}
	if limit := s.config.MaxBlocks; limit > 0 && len(s.builder.blocks) > limit {
		return &page.LimitError{Limit: "MaxBlocks", Value: limit, Offset: s.scanner.Start}
	}
	return nil
}

// stopped returns an error if ctx is done, at which it looks now and then of n
// events.
func stopped(ctx context.Context, n int, scanner *neko.Scanner) error {
	if n%1024 == 0 && ctx.Err() != nil {
		return fmt.Errorf("stopped at byte %d of the page: %w", scanner.Start, ctx.Err())
	}
	return nil
}

// cut leaves the blocks up to the limit when the page has stopped, with an error or
// without, and lets it stop before the first of the others.
func (s *scratch) cut(stop int, err error) (int, error) {
	if err == nil {
		err = s.limits(context.Background(), 0) // the end may have made one more
	}
	if limit := s.config.MaxBlocks; limit > 0 && len(s.builder.blocks) > limit {
		stop = int(s.builder.blocks[limit].Start)
		s.builder.blocks = s.builder.blocks[:limit]
	}
	return stop, err
}

// prefixed says whose error it is, of those of package scan.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("boilerpipe: %w", err)
}
