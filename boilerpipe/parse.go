package boilerpipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/neko"
)

// Text returns the text of a page's content as the extractor has it. It is
// [Parse], [Extractor.Process] and [TextDocument.Text].
func Text(r io.Reader, x Extractor) (string, error) {
	d, err := Parse(r)
	x.Process(d)
	return d.Text(), err
}

// Parse reads a page into blocks, none of which is content yet. It is
// [Parser.Parse] with the default configuration; for more than one page, make the
// Parser once.
func Parse(r io.Reader) (*TextDocument, error) {
	p, err := NewParser(DefaultConfig())
	if err != nil {
		return new(TextDocument), err
	}
	return p.Parse(context.Background(), r, "")
}

// A Parser reads pages into documents. It is immutable and safe for concurrent
// use. Make it by [NewParser]; the methods of the zero Parser give an error that
// wraps ErrConfig.
type Parser struct {
	config  Config
	scratch *sync.Pool // of *scratch
}

// NewParser returns a Parser. The error wraps ErrConfig or ErrUnknownEncoding.
func NewParser(config Config) (*Parser, error) {
	if err := config.resolve(); err != nil {
		return nil, err
	}
	p := &Parser{config: config}
	p.scratch = &sync.Pool{New: func() any { return newScratch(&p.config) }}
	return p, nil
}

var errZeroParser = fmt.Errorf("%w: the Parser was not made by NewParser", ErrConfig)

// Config returns the configuration in force: as given to NewParser, with defaults
// in place of what was left out.
func (p *Parser) Config() Config { return p.config }

// Parse reads a page into blocks, none of which is content yet. contentType is
// the value of its Content-Type header, such as "text/html; charset=utf-8", and ""
// where it is not known. The reader must not be nil, the document never is.
//
// Bad HTML is never an error. Where the reader fails or the page meets a limit of
// the Config, the blocks before that are returned together with the error, which
// wraps the reader's or one of this package. Parse ends soon after ctx is done,
// with an error that wraps ctx.Err(); it looks at ctx between two reads and while
// it works on the page, and cannot interrupt a reader that waits.
func (p *Parser) Parse(ctx context.Context, r io.Reader, contentType string) (*TextDocument, error) {
	if p.scratch == nil {
		return new(TextDocument), errZeroParser
	}
	s := p.scratch.Get().(*scratch)
	defer s.release(p.scratch)
	d, _, err := s.parse(ctx, r, contentType)
	return d, err
}

// HTML reads a page and writes its content, as the extractor has it, as the
// highlighter does. The error is that of [Parser.Parse]; the HTML is that of what
// was read before it, nil where nothing could be. Writing ends soon after ctx is
// done too; the HTML may then have less than what was read, its elements closed.
func (p *Parser) HTML(ctx context.Context, r io.Reader, contentType string, x Extractor, h Highlighter) ([]byte, error) {
	if p.scratch == nil {
		return nil, errZeroParser
	}
	s := p.scratch.Get().(*scratch)
	defer s.release(p.scratch)
	d, page, err := s.parse(ctx, r, contentType)
	if page == nil && err != nil {
		return nil, err
	}
	x.Process(d)
	html, writeErr := h.write(ctx, page, d)
	return html, cmp.Or(err, writeErr)
}

// Decode returns the UTF-8 text of a page, in which the Start and End of its
// blocks are offsets, and its encoding. Where that is UTF-8 and the
// page valid, the text is the page itself, not a copy. contentType is as in
// [Parser.Parse]. The error is that of the bytes or ErrPageTooLarge.
func (p *Parser) Decode(page []byte, contentType string) (text []byte, encoding Encoding, err error) {
	if p.scratch == nil {
		return nil, Encoding{}, errZeroParser
	}
	s := newScratch(&p.config)
	text, found, err := s.reader.Decode(page, contentType, false)
	return text, encodingOf(found), prefixed(err)
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
	return &scratch{config: config, reader: input.PageReader{
		MaxBytes: config.MaxBytes, DefaultEncoding: config.DefaultEncoding, ForceEncoding: config.ForceEncoding,
		InvalidBytes: input.InvalidBytes(config.InvalidBytes),
	}}
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// release gives the scratch memory back for another page.
func (s *scratch) release(pool *sync.Pool) {
	if s.reader.Size()+s.scanner.Size()+s.balancer.size()+s.builder.size() <= maxKept {
		pool.Put(s)
	}
}

// parse reads a page into blocks. It also returns its UTF-8 text as far as they
// reach, which is valid until the next page.
func (s *scratch) parse(ctx context.Context, r io.Reader, contentType string) (d *TextDocument, text []byte, err error) {
	page, readErr := s.reader.Read(ctx, r)
	text, found, err := s.reader.Decode(page, contentType, readErr != nil)
	d, err = new(TextDocument), prefixed(err)
	if err == nil {
		var stop int
		stop, err = s.build(ctx, text)
		text = text[:stop]
		d = s.builder.document()
	}
	d.Encoding = encodingOf(found)
	if readErr != nil {
		err = prefixed(readErr)
	}
	return d, text, err
}

// build makes blocks of a page. When it ends early, the elements are closed as
// they are at the end of a page, and it says where in the page that was and why.
func (s *scratch) build(ctx context.Context, page []byte) (stop int, err error) {
	s.scanner.MaxToken = s.config.MaxToken
	s.scanner.Reset(page)
	s.builder.reset(&s.scanner, s.config.WordsByScript)
	s.balancer.reset(&s.builder)
	for n := 1; err == nil && s.scanner.Next(); n++ {
		s.balancer.event(s.scanner.Event)
		err = s.limits(ctx, n)
	}
	if err == nil && s.scanner.Err() != nil {
		err = fmt.Errorf("%w: %w; Config.MaxToken sets the limit", ErrTokenTooLarge, s.scanner.Err())
	}
	stop = len(page)
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
		return fmt.Errorf("%w: more than %d; Config.MaxBlocks sets the limit", ErrTooManyBlocks, limit)
	}
	return nil
}

// stopped returns an error if ctx is done, at which it looks now and then of n
// events.
func stopped(ctx context.Context, n int, scanner *neko.Scanner) error {
	if n%1024 == 0 && ctx.Err() != nil {
		return fmt.Errorf("boilerpipe: stopped at byte %d of the page: %w", scanner.Start, ctx.Err())
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
