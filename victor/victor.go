package victor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/seed42075109/justext/internal/space"
)

// A Block is the text between two tags.
type Block struct {
	Text      string    // as it stands there, white space included, references decoded
	Label     string    // one of the model's label set
	Marginals []float64 // the probability of each label, in the order of Document.Labels
	NewLine   bool      // a line begins with the block: what begins or ends one stands before it
	Image     bool      // the block is the alternative text of an image

	// Start and End are where the block stands in the page's UTF-8 text, in
	// bytes: the text between two tags, of which the lines of a pre element are
	// blocks of their own with the same Start and End; of an image the tag.
	Start, End int32
}

// Content reports whether the block is content: its label is not "other".
func (b *Block) Content() bool { return b.Label != other }

// A Document is what is known of a page.
type Document struct {
	Blocks   []Block
	Labels   []string // the label set of the model; it must not be changed
	Title    string   // of its first title element, white space folded
	Encoding string   // as in golang.org/x/text/encoding/htmlindex
}

// A Labeller labels the blocks of pages. It is immutable and safe for concurrent
// use.
type Labeller struct {
	model   *Model
	config  Config
	scratch *sync.Pool // of *scratch
}

// New returns a Labeller with a model. The error wraps ErrConfig or
// ErrUnknownEncoding.
func New(model *Model, config Config) (*Labeller, error) {
	if model == nil {
		return nil, fmt.Errorf("%w: no model; DefaultModel and ReadModel return one", ErrConfig)
	}
	if err := config.resolve(); err != nil {
		return nil, err
	}
	x := &Labeller{model: model, config: config}
	x.scratch = &sync.Pool{New: func() any { return newScratch(&x.config) }}
	return x, nil
}

// Label returns every block of the page, labelled, in the order of the page.
//
// Bad HTML is never an error. Where the reader fails or the page meets a limit
// of the Config, the blocks before that are returned, labelled, together with
// the error, which wraps the reader's or one of this package.
func (x *Labeller) Label(r io.Reader) ([]Block, error) {
	return x.LabelContext(context.Background(), r)
}

// LabelContext is Label that stops soon after ctx is done, without blocks and
// with an error that wraps ctx.Err(). It cannot interrupt a reader that waits.
func (x *Labeller) LabelContext(ctx context.Context, r io.Reader) ([]Block, error) {
	document, err := x.Document(ctx, r, "")
	return document.Blocks, err
}

// Document is LabelContext that tells more of the page. contentType is the value
// of its Content-Type header, such as "text/html; charset=utf-8", and "" where
// it is not known. The Document is never nil.
func (x *Labeller) Document(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	s := x.scratch.Get().(*scratch)
	defer x.release(s)
	document := &Document{Labels: x.model.Labels()}
	input, readErr := s.read(ctx, r)
	text, encoding, err := s.decode(input, contentType, readErr != nil)
	document.Encoding = encoding
	if err == nil {
		err = s.page.read(ctx, text, x.model.template.format(&x.config))
		document.Title = space.Fold(string(s.page.scanner.Title()))
		blocks, stopped := x.label(ctx, &s.page, s)
		document.Blocks, err = blocks, cmp.Or(err, stopped)
	}
	return document, cmp.Or(readErr, err)
}

// Decode returns the UTF-8 text of a page, in which the Start and End of its
// blocks are offsets, and the name of its encoding. Where that is UTF-8 and the
// page valid, the text is the page itself, not a copy. contentType is as in
// [Labeller.Document]. The error is that of the bytes or ErrPageTooLarge.
func (x *Labeller) Decode(page []byte, contentType string) (text []byte, encoding string, err error) {
	return newScratch(&x.config).decode(page, contentType, false)
}

func (x *Labeller) release(s *scratch) {
	s.page.source = nil
	if s.size() <= maxKept {
		x.scratch.Put(s)
	}
}

// LabelPage labels the blocks of a page that was read for training, by a
// template with the same Tokens, NewerBlocks and Language as the model's; if
// they differ, the features have other values than those the model knows, and
// without a language langid1 and langid2 are 0. The labels of the Page stay as
// they are.
func (x *Labeller) LabelPage(p *Page) []Block {
	s := x.scratch.Get().(*scratch)
	defer x.release(s)
	blocks, _ := x.label(context.Background(), &p.page, s) // which is never done
	return blocks
}

// label labels the blocks of a page, unless ctx is done before.
func (x *Labeller) label(ctx context.Context, p *page, s *scratch) ([]Block, error) {
	n := len(x.model.Labels())
	scores := x.model.score(ctx, p, &s.scores)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("victor: stopped while labelling: %w", ctx.Err())
	}
	marginals := slices.Clone(s.lattice.Marginals(scores, x.model.transitions))
	decided := marginals
	if x.model.template.Smooth && x.config.Decision != ByMarginal {
		decided = p.smooth(marginals, n)
	}
	threshold := x.threshold(p, decided)
	text := string(p.text)
	blocks := make([]Block, len(p.blocks))
	for i := range blocks {
		b := &p.blocks[i]
		blocks[i] = Block{
			Text: text[b.text.begin:b.text.end], Marginals: marginals[i*n : (i+1)*n : (i+1)*n],
			Start: b.start, End: b.end, NewLine: b.newLine, Image: b.inside&inImg != 0,
			Label: x.model.Labels()[x.decide(decided[i*n:(i+1)*n], threshold)],
		}
	}
	return blocks, nil
}
