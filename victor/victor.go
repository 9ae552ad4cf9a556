package victor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/internal/tree"
	"github.com/seed42075109/justext/page"
)

// A Block is the text between two tags.
type Block struct {
	// Text is the text as the page has it, with its white space and control
	// characters, character references decoded.
	Text string

	Label string // one of Document.Labels

	// Marginals are the probabilities of the labels, in the order of
	// Document.Labels. They are those of the block by itself: see Template.Smooth.
	Marginals []float64

	NewLine bool // a browser shows the block in a line of its own, not after the block before
	Space   bool // in the same line, white space or something that is not text separates it from the block before
	Image   bool // the block is the alternative text of an image

	// Start and End are the byte range of the text between the two tags in the
	// UTF-8 text of the page. The lines of a pre element are blocks of their own
	// with the range of the whole text; an image has that of its tag. They are 0 if
	// the page was a tree.
	Start, End int32

	place  place
	choice choice

	repeated bool // it was content, and repeats what is kept before
}

// Content reports whether the block is content: its label is not "other".
func (b *Block) Content() bool { return b.Label != other }

// A Document is a page as its blocks.
type Document struct {
	Blocks   []Block
	Labels   []string      // the label set of the model; it must not be changed
	Title    string        // of its first title element, white space folded, without control characters
	Lang     string        // as the lang attribute of the html element declares it: a BCP 47 tag, or ""
	Encoding page.Encoding // of the page as it was read, and what decided it

	// Types are the probabilities of the types that the page may have (docs/victor.md,
	// "Page type"). All are 0 if it has no blocks.
	Types page.Types

	// Nodes has the nodes that each block comes from, in document order: text nodes,
	// or the img element whose alternative text the block is. It is nil unless the
	// Document comes from DocumentNode.
	Nodes [][]*html.Node

	noContent bool         // the page has less main content than Config.MinF1 asks for
	events    []page.Event // for View, if Config.Events asks for them
}

// Text returns the text of the content blocks: see [Text].
func (d *Document) Text() string { return Text(d.Blocks) }

// An Extractor labels the blocks of pages. It is immutable and safe for
// concurrent use. Make it with [New]; the methods of the zero Extractor return an
// error that wraps page.ErrConfig.
type Extractor struct {
	model   *Model
	types   *TypeModel
	config  Config
	scratch *sync.Pool // of *scratch
}

var _ page.Cleaner = new(Extractor)

// New returns an Extractor for a model, such as [DefaultModel]. The error wraps
// page.ErrConfig or page.ErrUnknownEncoding.
func New(model *Model, config Config) (*Extractor, error) {
	if model == nil || model.crf == nil && model.forest == nil {
		return nil, fmt.Errorf("victor: %w: the model is empty; use DefaultModel or ReadModel", page.ErrConfig)
	}
	if err := config.resolve(); err != nil {
		return nil, prefixed(err)
	}
	x := &Extractor{model: model, types: config.typeModel(), config: config}
	if !x.types.isWhole() {
		return nil, errZeroTypes
	}
	x.scratch = &sync.Pool{New: func() any { return newScratch(&x.config) }}
	return x, nil
}

var errZeroExtractor = fmt.Errorf("victor: %w: the Extractor was not made by New", page.ErrConfig)

// Extract returns every block of the page that r has, labelled, in the order of
// the page.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit of
// the Config, Extract returns the blocks before that, labelled, together with an
// error that wraps the reader's or a *page.LimitError.
func (x *Extractor) Extract(r io.Reader) ([]Block, error) {
	document, err := x.Document(context.Background(), r, "")
	return document.Blocks, err
}

// Document is like Extract but also returns what else is known of the page. contentType
// is the value of its Content-Type header, such as "text/html; charset=utf-8", or "" if
// it is not known. The Document is never nil.
//
// When ctx is done, Document returns soon with an error that wraps ctx.Err() and
// without blocks. It cannot interrupt a Read that waits.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	return x.document(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	})
}

// DocumentBytes is like Document, for a page that is in memory, which it neither copies
// nor changes. The result does not refer to it.
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string) (*Document, error) {
	return x.document(ctx, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Bytes(ctx, source, contentType)
	})
}

// DocumentNode is like Document, for a page that golang.org/x/net/html has parsed, or for
// any part of it: n and what is below it. Nothing outside of n is looked at, and the tree
// is not changed. Document.Nodes says which text nodes each block comes from, so that the
// caller can go on in the tree. Each line of a pre element is a block that comes from all
// text nodes between the two tags around it.
//
// DocumentNode writes the tree out as HTML and reads that. Start and End of the blocks are
// 0, and Document.Encoding is the zero Encoding. MaxBytes bounds the length of the HTML. It
// is an error if n is nil. A tree that was built by hand and whose nodes form a cycle meets
// one of the limits.
func (x *Extractor) DocumentNode(ctx context.Context, n *html.Node) (*Document, error) {
	var written *tree.Page
	document, err := x.document(ctx, func(*input.PageReader) ([]byte, page.Encoding, error) {
		var err error
		written, err = tree.Write(ctx, n, &hidden, &x.config.Options)
		return written.Text, page.Encoding{}, err
	})
	spans := make([]tree.Span, len(document.Blocks))
	for i := range document.Blocks {
		b := &document.Blocks[i]
		spans[i] = tree.Span{Start: b.Start, End: b.End}
		b.Start, b.End = 0, 0
	}
	document.Nodes, document.events = written.Nodes(spans), nil
	return document, err
}

// hidden are the elements whose text is in no block.
var hidden = tags.Union(scan.HTMLDropped, tags.Of(tags.Template), deleted)

// Clean is like Document but returns a page.Document, as packages justext and
// boilerpipe do: [Document.View]. It implements page.Cleaner.
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
	p := &s.layout
	err = cmp.Or(err, p.read(ctx, text, x.model.template.format(&x.config)))
	document.Title, document.Lang = p.title, p.lang
	if err == nil {
		document.events = p.scanner.Events()
	}
	s.forgetSource(&x.config)

	decision, stopped := x.decide(ctx, p, s)
	if stopped != nil {
		return document, prefixed(stopped)
	}
	document.noContent = decision.noContent
	document.Types = p.types
	s.forgetScores()
	document.Blocks = x.blocks(p, decision)
	return document, prefixed(err)
}

// Decode returns the text of a page in UTF-8, to which the Start and End of its
// blocks refer, and its encoding. If the page is valid UTF-8, the text is the
// page itself, not a copy. contentType is as in [Extractor.Document].
func (x *Extractor) Decode(source []byte, contentType string) ([]byte, page.Encoding, error) {
	if x.scratch == nil {
		return nil, page.Encoding{}, errZeroExtractor
	}
	in := input.NewPageReader(x.config.Options)
	text, encoding, err := in.Bytes(context.Background(), source, contentType)
	return text, encoding, prefixed(err)
}

func (x *Extractor) release(s *scratch) {
	s.layout.source, s.layout.spans, s.layout.title = nil, nil, ""
	if s.size() <= maxKept {
		x.scratch.Put(s)
	}
}

// forgetSource releases the memory of a large page whose blocks are known.
func (s *scratch) forgetSource(config *Config) {
	if s.size() > maxKept {
		s.reader = input.NewPageReader(config.Options)
		s.layout.source, s.layout.scanner = nil, scan.Scanner{}
	}
}

// forgetScores releases the memory of a large page whose labels are decided.
func (s *scratch) forgetScores() {
	if s.size() > maxKept {
		p := &s.layout
		s.layout = layout{text: p.text, gaps: p.gaps, blocks: p.blocks}
		s.scores = scores{}
	}
}

// LabelPage labels the blocks of a page that was read for training. The labels of
// the Page stay as they are. The Page keeps the probabilities that the model gives its
// blocks, so that labelling it again by another Config.Decision, MaxOther or MinF1 takes
// little time.
//
// The types of the page are those of [Page.SetTypes], not those that Config.Types tells.
//
// The error wraps [ErrTemplate] if the page was read by a template with other Tokens or
// NewerBlocks than the model's, or without a Language although the model's has one: the
// features would have other values than those that the model knows. It wraps
// page.ErrConfig if the Extractor or the Page is a zero value.
func (x *Extractor) LabelPage(p *Page) ([]Block, error) {
	if x.scratch == nil {
		return nil, errZeroExtractor
	}
	if err := x.model.template.checkPage(p); err != nil {
		return nil, err
	}
	s := x.scratch.Get().(*scratch)
	defer x.release(s)
	known := p.known.Load()
	if known == nil || known.model != x.model {
		marginals, err := x.marginals(context.Background(), &p.layout, s)
		if err != nil {
			return nil, prefixed(err) // never: the context is never done
		}
		known = &judgement{x.model, slices.Clone(marginals)}
		p.known.Store(known)
	}
	return x.blocks(&p.layout, x.decideBy(known.marginals, &p.layout, s)), nil
}

// A decision is what the model says of the blocks of a page.
type decision struct {
	marginals []float64 // len(Labels) a block; they are scratch memory
	labels    []uint8   // the number of each block's label; scratch memory too
	kinds     []page.Kind
	repeated  []bool   // by block, it repeats what is kept before; nil if the template says nothing of it; scratch memory
	choices   []choice // nil if Include and Exclude of the Config are empty
	noContent bool     // the page has less main content than Config.MinF1 asks for
}

// decide decides on the labels of a page's blocks, unless ctx is done before.
func (x *Extractor) decide(ctx context.Context, p *layout, s *scratch) (d decision, err error) {
	if ctx.Err() == nil { // or the page may not have been measured
		p.types = x.types.tell(p)
	}
	marginals, err := x.marginals(ctx, p, s)
	if err != nil {
		return d, err
	}
	return x.decideBy(marginals, p, s), nil
}

// marginals returns the probability of each label of each block, unless ctx is done
// before. They are scratch memory.
func (x *Extractor) marginals(ctx context.Context, p *layout, s *scratch) ([]float64, error) {
	scores := x.model.score(ctx, p, &s.scores)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("stopped while labelling: %w", ctx.Err())
	}
	return s.lattice.Marginals(scores, x.model.transitions), nil
}

// decideBy decides on the labels of a page's blocks by their marginals, which it does not
// change.
func (x *Extractor) decideBy(marginals []float64, p *layout, s *scratch) decision {
	d := decision{marginals: marginals}
	decided := d.marginals
	n := len(x.model.Labels())
	if strength := x.model.template.Article; strength > 0 && x.config.Decision == ByExpectedF1 {
		decided = p.stricterInArticles(decided, n, x.model.other, strength)
	}
	if x.model.template.Smooth && x.config.Decision != ByMarginal {
		decided = p.smooth(decided, n)
	}
	if weight := x.model.template.Container; weight > 0 && x.config.Decision != ByMarginal {
		decided = p.preferContainer(decided, n, x.model.other, weight)
	}
	threshold := x.threshold(p, decided)
	d.noContent = x.config.Decision == ByExpectedF1 && threshold == 0
	s.labels = s.labels[:0]
	for i := range p.blocks {
		s.labels = append(s.labels, uint8(x.label(decided[i*n:(i+1)*n], threshold)))
	}
	d.labels = s.labels
	if x.model.template.Once && x.config.Decision != ByMarginal {
		p.dropRepeated(d.labels, uint8(x.model.other), &s.repeat)
		d.repeated = s.repeat.dropped
	}
	x.choose(p, &d, s)
	return d
}

// choose tells the kinds of the blocks and applies the user's choice.
func (x *Extractor) choose(p *layout, d *decision, s *scratch) {
	noise := uint8(x.model.other)
	s.kinds.tell(p, func(block int) bool { return d.labels[block] != noise })
	d.kinds = s.kinds.blocks
	if x.config.Include.Empty() && x.config.Exclude.Empty() {
		return
	}
	d.choices = make([]choice, len(p.blocks))
	n := len(x.model.Labels())
	c := chooser{Config: &x.config, p: p, kinds: &s.kinds, d: d, noise: noise, content: func(block int) uint8 {
		return uint8(x.content(d.marginals[block*n : (block+1)*n]))
	}}
	c.choose()
}

// The conversions in decideBy and choose lose nothing.
const _ = uint8(maxLabels - 1)

// blocks makes the result of a decision.
func (x *Extractor) blocks(p *layout, d decision) []Block {
	names := x.model.Labels()
	n := len(names)
	marginals := slices.Clone(d.marginals)
	blocks := make([]Block, len(p.blocks))
	for i, text := range p.textsOf(string(p.text)) {
		blocks[i] = p.blocks[i].export(text, i)
		blocks[i].Label, blocks[i].Marginals = names[d.labels[i]], marginals[i*n:(i+1)*n:(i+1)*n]
		blocks[i].place = blocks[i].place.as(d.kinds[i])
		if d.repeated != nil {
			blocks[i].repeated = d.repeated[i]
		}
		if d.choices != nil {
			blocks[i].choice = d.choices[i]
		}
	}
	return blocks
}

// export returns block number i of a page as the package gives it out, without label
// and probabilities.
func (b *block) export(text string, i int) Block {
	return Block{
		Text: text, NewLine: b.joint == newLine || i == 0, Space: b.joint == spaced && i > 0,
		Image: b.inside&inImg != 0, Start: b.start, End: b.end, place: b.place,
	}
}
