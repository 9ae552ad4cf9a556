package victor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/page"
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
	Labels   []string      // the label set of the model; it must not be changed
	Title    string        // of its first title element, white space folded
	Encoding page.Encoding // and what decided it
}

// Text returns the text of the content blocks: see [Text].
func (d *Document) Text() string { return Text(d.Blocks) }

// View returns the document as all methods of this module give it.
func (d *Document) View() *page.Document {
	view := &page.Document{Title: d.Title, Encoding: d.Encoding, Text: d.Text()}
	noise := slices.Index(d.Labels, other)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		seen := page.Block{Text: b.Text, Start: b.Start, End: b.End, Keep: b.Content() && !b.Image, NewLine: b.NewLine, Reason: b.Label}
		if noise >= 0 && noise < len(b.Marginals) {
			seen.Probability = float32(1 - b.Marginals[noise])
		}
		if b.Image {
			seen.Kind = page.Image
		}
		view.Blocks = append(view.Blocks, seen)
	}
	return view
}

// An Extractor labels the blocks of pages. It is immutable and safe for
// concurrent use. Make it with [New]; the methods of the zero Extractor return an
// error that wraps page.ErrConfig.
type Extractor struct {
	model   *Model
	config  Config
	scratch *sync.Pool // of *scratch
}

var _ page.Cleaner = new(Extractor)

// New returns an Extractor with a model, such as [DefaultModel]. The error wraps
// page.ErrConfig or page.ErrUnknownEncoding.
func New(model *Model, config Config) (*Extractor, error) {
	if model == nil || len(model.Labels()) == 0 {
		return nil, fmt.Errorf("victor: %w: the model is empty; DefaultModel and ReadModel return one", page.ErrConfig)
	}
	if err := config.resolve(); err != nil {
		return nil, prefixed(err)
	}
	x := &Extractor{model: model, config: config}
	x.scratch = &sync.Pool{New: func() any { return newScratch(&x.config) }}
	return x, nil
}

var errZeroExtractor = fmt.Errorf("victor: %w: the Extractor was not made by New", page.ErrConfig)

// Extract returns every block of the page that r has, labelled, in the order of
// the page.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit of
// the Config, the blocks before that are returned, labelled, together with an
// error that wraps the reader's or a *page.LimitError.
func (x *Extractor) Extract(r io.Reader) ([]Block, error) {
	document, err := x.Document(context.Background(), r, "")
	return document.Blocks, err
}

// Document is Extract that tells more about the page. contentType is the value
// of its Content-Type header, such as "text/html; charset=utf-8", or "" if it is
// not known. The Document is never nil.
//
// When ctx is done, Document returns soon with an error that wraps ctx.Err() and
// without blocks. It cannot interrupt a Read that waits.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	return x.document(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	})
}

// DocumentBytes is Document for a page that is in memory, which it neither
// copies nor changes. The result does not refer to it.
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string) (*Document, error) {
	return x.document(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Bytes(source, contentType)
	})
}

// Clean is Document with the result as all methods of this module give it.
func (x *Extractor) Clean(ctx context.Context, r io.Reader, contentType string) (*page.Document, error) {
	document, err := x.Document(ctx, r, contentType)
	return document.View(), err
}

// document labels the page that input returns.
func (x *Extractor) document(ctx context.Context, input func(*input.PageReader) ([]byte, page.Encoding, error)) (*Document, error) {
	document := new(Document)
	if x.scratch == nil {
		return document, errZeroExtractor
	}
	s := x.scratch.Get().(*scratch)
	defer x.release(s)
	document.Labels = x.model.Labels()
	text, encoding, err := input(&s.reader)
	document.Encoding = encoding
	if text == nil {
		return document, prefixed(err)
	}
	err = cmp.Or(err, s.layout.read(ctx, text, x.model.template.format(&x.config)))
	document.Title = space.Fold(string(s.layout.scanner.Title()))
	blocks, stopped := x.label(ctx, &s.layout, s)
	document.Blocks = blocks
	return document, prefixed(cmp.Or(err, stopped))
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

func (x *Extractor) release(s *scratch) {
	s.layout.source = nil
	if s.size() <= maxKept {
		x.scratch.Put(s)
	}
}

// LabelPage labels the blocks of a page that was read for training, by a
// template with the same Tokens, NewerBlocks and Language as the model's; if
// they differ, the features have other values than those the model knows, and
// without a language langid1 and langid2 are 0. The labels of the Page stay as
// they are.
func (x *Extractor) LabelPage(p *Page) []Block {
	if x.scratch == nil {
		return nil
	}
	s := x.scratch.Get().(*scratch)
	defer x.release(s)
	blocks, _ := x.label(context.Background(), &p.layout, s) // which is never done
	return blocks
}

// label labels the blocks of a page, unless ctx is done before.
func (x *Extractor) label(ctx context.Context, p *layout, s *scratch) ([]Block, error) {
	n := len(x.model.Labels())
	scores := x.model.score(ctx, p, &s.scores)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("stopped while labelling: %w", ctx.Err())
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
