package boilerpipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/langtag"
	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/internal/tree"
	"github.com/seed42075109/justext/page"
)

// Extract reads a page from r and returns its blocks as the filters leave them.
// [Text] returns the text of those that are content. For more than one page, make an
// [Extractor] once.
func Extract(r io.Reader, filters Filters) ([]TextBlock, error) {
	x, err := New(filters, DefaultConfig())
	if err != nil {
		return nil, err
	}
	return x.Extract(r)
}

// An Extractor reads pages and applies filters to them. It is immutable and safe for
// concurrent use. [New] makes one. The methods of the zero Extractor return an error
// that wraps page.ErrConfig.
type Extractor struct {
	filters Filters
	config  Config
	scratch *sync.Pool // of *scratch
}

var _ page.Cleaner = new(Extractor)

// New returns an Extractor with filters such as those of [Article]. A nil list is a
// list without filters. The error wraps page.ErrConfig or page.ErrUnknownEncoding.
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

// Config returns the configuration in force: the one given to New, with the canonical
// name of the encoding and MaxBytes never 0.
func (x *Extractor) Config() Config { return x.config }

// Extract reads a page from r and returns its blocks as the filters leave them.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit of the
// Config, the blocks before that are returned together with an error that wraps that
// of the reader or a *page.LimitError.
func (x *Extractor) Extract(r io.Reader) ([]TextBlock, error) {
	d, err := x.Document(context.Background(), r, "")
	return d.Blocks, err
}

// Document is like Extract but also returns what else is known of the page. contentType
// is the value of its Content-Type header, such as "text/html; charset=utf-8", or "" if
// it is not known. The document is never nil.
//
// When ctx is done, Document returns soon with an error that wraps ctx.Err() and a
// document without blocks. It looks at ctx between two reads, while it cuts the page
// into blocks, and while it applies filters. It cannot interrupt a Read that waits,
// nor a filter of the caller's.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*TextDocument, error) {
	d, err := x.Segment(ctx, r, contentType)
	return d, cmp.Or(x.filter(ctx, d, nil), err)
}

// DocumentBytes is like Document, for a page in memory, which it neither copies nor
// changes. The result does not refer to the page.
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string) (*TextDocument, error) {
	d, err := x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Bytes(ctx, source, contentType)
	}, nil)
	return d, cmp.Or(x.filter(ctx, d, nil), err)
}

// DocumentNode is like Document, for a page that golang.org/x/net/html has parsed, or for
// any part of it: n and what is below it. Nothing outside of n is looked at, and the tree
// is not changed. TextDocument.Nodes says which text nodes each block comes from, so that
// the caller can go on in the tree.
//
// DocumentNode writes the tree out as HTML and reads that. Start and End of the blocks are
// 0, and TextDocument.Encoding is the zero Encoding; Highlighter and Images cannot use such
// a document. MaxBytes bounds the length of the HTML. It is an error if n is nil. A tree
// that was built by hand and whose nodes form a cycle meets one of the limits.
func (x *Extractor) DocumentNode(ctx context.Context, n *html.Node) (*TextDocument, error) {
	var written *tree.Page
	d, err := x.segment(ctx, func(*input.PageReader) ([]byte, page.Encoding, error) {
		var err error
		written, err = tree.Write(ctx, n, &hidden, &x.config.Options)
		return written.Text, page.Encoding{}, err
	}, nil)
	err = cmp.Or(x.filter(ctx, d, nil), err)
	d.setNodes(written)
	return d, err
}

// hidden are the elements whose text is in no block.
var hidden = tags.Of(tags.Head, tags.Script, tags.Style, tags.Title)

// setNodes notes which nodes the blocks come from. A block comes from those of its parts.
func (d *TextDocument) setNodes(from *tree.Page) {
	var spans []tree.Span
	for i := range d.Blocks {
		for _, p := range d.Blocks[i].parts {
			spans = append(spans, tree.Span{Start: p.source.start, End: p.source.end})
		}
	}
	lists := from.Nodes(spans)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		n := len(b.parts)
		d.Nodes = append(d.Nodes, slices.Compact(slices.Concat(lists[:n]...)))
		lists = lists[n:]
		b.Start, b.End = 0, 0
	}
}

// Clean is like Document but returns a page.Document, as packages justext and victor
// do, and so implements page.Cleaner. The result has all blocks of the page as they
// were before the filters, each kept or not as the filters have decided. Its Text is
// that of Document. Text that a filter of the caller's has added or changed is in Text
// only, not in the blocks.
func (x *Extractor) Clean(ctx context.Context, r io.Reader, contentType string) (*page.Document, error) {
	d, err := x.Segment(ctx, r, contentType)
	view, filterErr := x.clean(ctx, d)
	return view, cmp.Or(filterErr, err)
}

// Segment is like Document without the filters: it returns the blocks of the page. None
// of them is content yet.
func (x *Extractor) Segment(ctx context.Context, r io.Reader, contentType string) (*TextDocument, error) {
	return x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	}, nil)
}

// WriteHTML reads a page from r and writes its content to w as the Highlighter h
// does. What it writes is at most four times as long as the page, plus 4 KiB, and is
// not held in memory. The error is that of [Extractor.Document], or wraps that of w.
//
// If the reader fails or the page meets a limit, the HTML of what came before is
// written. When ctx is done, WriteHTML stops writing.
func (x *Extractor) WriteHTML(ctx context.Context, w io.Writer, r io.Reader, contentType string, h Highlighter) error {
	var useErr error
	_, err := x.segment(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	}, func(text []byte, d *TextDocument) {
		if useErr = x.filter(ctx, d, nil); useErr == nil {
			useErr = prefixed(h.Write(ctx, w, text, d))
		}
	})
	return cmp.Or(useErr, err)
}

// filter applies the filters to a document and calls look, if it is not nil, after
// each of them. When ctx is done, the document has no blocks.
func (x *Extractor) filter(ctx context.Context, d *TextDocument, look func(*TextDocument)) error {
	d.ctx = ctx
	defer func() { d.ctx = nil }()
	for _, f := range x.filters {
		f(d)
		if ctx.Err() != nil {
			d.Blocks = nil
			return prefixed(fmt.Errorf("stopped between two filters: %w", ctx.Err()))
		}
		if look != nil {
			look(d)
		}
	}
	return nil
}

// Decode returns the text of a page in UTF-8, to which Start and End of its blocks
// refer, and the page's encoding. If the page is valid UTF-8, the text is the page
// itself, not a copy. contentType is as in [Extractor.Document].
func (x *Extractor) Decode(source []byte, contentType string) ([]byte, page.Encoding, error) {
	if x.scratch == nil {
		return nil, page.Encoding{}, errZeroExtractor
	}
	in := input.NewPageReader(x.config.Options)
	text, encoding, err := in.Bytes(context.Background(), source, contentType)
	return text, encoding, prefixed(err)
}

// A scratch is the memory that a page takes while it is read. It is reused.
type scratch struct {
	config   *Config
	reader   input.PageReader
	scanner  neko.Scanner
	balancer balancer
	builder  builder
	lang     string // that the page declares
}

func newScratch(config *Config) *scratch {
	return &scratch{config: config, reader: input.NewPageReader(config.Options)}
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// release gives the scratch memory back for another page.
func (s *scratch) release(pool *sync.Pool) {
	s.scanner.Reset(nil) // which lets go of the page
	s.shrink()
	if s.reader.Size() <= maxKept {
		pool.Put(s)
	}
}

// shrink lets go of memory for a page that was unusually large.
func (s *scratch) shrink() {
	if s.balancer.size()+s.builder.size() > maxKept {
		s.balancer, s.builder = balancer{}, builder{}
	}
}

// segment makes blocks of the page that read returns, and calls use, if it is not
// nil, with the text of the page as far as the blocks reach.
func (x *Extractor) segment(ctx context.Context, read func(*input.PageReader) ([]byte, page.Encoding, error),
	use func(text []byte, d *TextDocument)) (*TextDocument, error) {
	if x.scratch == nil {
		return new(TextDocument), errZeroExtractor
	}
	s := x.scratch.Get().(*scratch)
	defer s.release(x.scratch)
	text, encoding, err := read(&s.reader)
	if text == nil {
		return &TextDocument{Encoding: encoding}, prefixed(err)
	}
	if s.reader.Size() > maxKept { // let go of what was read, if text is not that
		s.reader = input.NewPageReader(x.config.Options)
	}
	stop, stopped := s.build(ctx, text)
	if done := input.Stopped(ctx, stopped); done != nil {
		return &TextDocument{Encoding: encoding}, prefixed(done)
	}
	if use == nil {
		text = nil // the memory may be needed
		s.scanner.Reset(nil)
	}
	d := s.builder.document()
	d.Encoding, d.Lang = encoding, s.lang
	if use != nil {
		s.shrink()
		use(text[:stop], d)
	}
	return d, prefixed(cmp.Or(err, stopped))
}

// build makes blocks of a page. If it ends early, the open elements are closed as at
// the end of a page, and build returns where in the page that was and why.
func (s *scratch) build(ctx context.Context, source []byte) (stop int, err error) {
	s.scanner.MaxToken, s.scanner.MaxElements = s.config.MaxToken, s.config.MaxElements
	s.scanner.Reset(source)
	s.builder.reset(&s.scanner, s.config)
	s.balancer.reset(&s.builder, &s.scanner, s.config.mode())
	s.lang = ""
	err = cmp.Or(s.balancer.read(ctx, s.see), s.scanner.Err())
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

// see looks at the current event. It returns an error if the page must end there.
func (s *scratch) see() error {
	if s.scanner.Tag == tags.HTML && s.scanner.Kind == neko.StartTag && s.lang == "" {
		for name, value := range s.scanner.Attrs(s.scanner.Start, s.scanner.End) {
			if ascii.EqualFold(name, "lang") || s.lang == "" && ascii.EqualFold(name, "xml:lang") {
				s.lang = langtag.Declared(value)
			}
		}
	}
	return s.limit()
}

// limit returns an error if the page has too many blocks.
func (s *scratch) limit() error {
	if limit := s.config.MaxBlocks; limit > 0 && len(s.builder.records) > limit {
		return &page.LimitError{Limit: "MaxBlocks", Value: limit, Offset: s.scanner.Start}
	}
	return nil
}

// cut drops the blocks over the limit. The page then stops before the first of them.
func (s *scratch) cut(stop int, err error) (int, error) {
	err = cmp.Or(err, s.limit()) // the end may have made one more
	if limit := s.config.MaxBlocks; limit > 0 && len(s.builder.records) > limit {
		stop = int(s.builder.records[limit].source.start)
		s.builder.records = s.builder.records[:limit]
	}
	return stop, err
}

// read takes all events of the page and calls see, if it is not nil, after each of
// them. It ends early when see returns an error or ctx is done.
func (b *balancer) read(ctx context.Context, see func() error) (err error) {
	for n := 1; err == nil && b.scanner.Next(); n++ {
		b.event(b.scanner.Event)
		if see != nil {
			err = see()
		}
		if n%1024 == 0 && ctx.Err() != nil {
			err = fmt.Errorf("stopped at byte %d of the page: %w", b.scanner.Start, ctx.Err())
		}
	}
	return err
}

// prefixed adds the name of the package to an error of another one.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("boilerpipe: %w", err)
}
