// Package union runs several methods over a page and keeps what any of them keeps.
//
// It is for users who want recall: text that one method drops by mistake, another one
// often keeps. The price is precision, since boilerplate that one method keeps by mistake
// stays too. docs/quality.md of this module has the figures.
//
// [New] takes methods with their names; the first one is the frame of the result. The page
// is read and decoded once. Each method then reads the decoded text by itself, one after
// the other, since the methods divide a page in ways of their own: time is that of all
// methods and a little more. [Merge] takes what methods have made of a page before.
//
// # How blocks are merged
//
// The union begins with the blocks of the first method, kept or not. Each other method is
// added in turn:
//
//  1. Blocks of the union and of the method whose byte ranges overlap are compared, and so
//     are those that overlap with these. A block without a byte range may be anywhere
//     between its neighbours that have one.
//  2. They are compared word by word, those that are not kept too. A word is a run of
//     characters that are not white space, and may go on from one block to the next in a
//     line. Equal words are paired so that as few as possible have no partner.
//  3. A word of the union whose partner the method keeps is kept by the method as well. A
//     block of which it keeps only some words is divided.
//  4. A word that the method keeps and that has no partner is put into the union, in the
//     order of the page, as part of a block like the one that the method has.
//
// So no word that a method keeps is lost, the words of each method stand in its order, and
// two words never become one. A word that several methods keep is there once, unless they
// read it differently, as they do with a few character references. Where blocks divide a
// word and a method keeps only a part of it, the method may be given the whole word.
//
// The work is linear in the size of the page. Where long stretches of two methods have
// hardly a word in common, partners are looked for only nearby, and a word can be there
// twice.
package union

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/page"
)

// A Method is a method that takes part in a union, with its name there.
type Method struct {
	Name    string
	Cleaner page.Cleaner
}

// An Extractor makes unions of pages. It is immutable and safe for concurrent use. Make
// it with [New]; the methods of the zero Extractor return an error that wraps
// page.ErrConfig.
type Extractor struct {
	methods []Method
	options page.Options
}

var _ page.Cleaner = new(Extractor)

// New returns an Extractor for at least one and at most MaxMethods methods, which have
// different names. options say how a page is read: begin with page.DefaultOptions. The
// methods are given text in UTF-8, so that ForceEncoding must not be set in their own
// options, and their limits hold for this text. The error wraps page.ErrConfig or
// page.ErrUnknownEncoding.
func New(options page.Options, methods ...Method) (*Extractor, error) {
	if err := input.Resolve(&options); err != nil {
		return nil, fmt.Errorf("union: %w", err)
	}
	if len(methods) == 0 || len(methods) > MaxMethods {
		return nil, fmt.Errorf("union: %w: %d methods; expected 1 to %d", page.ErrConfig, len(methods), MaxMethods)
	}
	for i, m := range methods {
		switch {
		case m.Cleaner == nil:
			return nil, fmt.Errorf("union: %w: method %q has no Cleaner", page.ErrConfig, m.Name)
		case slices.ContainsFunc(methods[:i], func(other Method) bool { return other.Name == m.Name }):
			return nil, fmt.Errorf("union: %w: two methods have the name %q", page.ErrConfig, m.Name)
		}
	}
	return &Extractor{methods: slices.Clone(methods), options: options}, nil
}

var errZeroExtractor = fmt.Errorf("union: %w: the Extractor was not made by New", page.ErrConfig)

// Document reads a page and returns the union of what the methods keep. contentType is
// the value of the page's Content-Type header, such as "text/html; charset=utf-8", or ""
// if it is not known. The Document is never nil.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit, the Document
// has what came before. If a method fails, or meets a limit of its own, the Document has
// what it made of the page until then and all that the others made of it. The error has
// all of these errors, each with the name of its method, for errors.Is and errors.As.
//
// When ctx is done, Document returns soon with an error that wraps ctx.Err() and without
// blocks. It cannot interrupt a Read that waits.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string) (*Document, error) {
	in := input.NewPageReader(x.options)
	if x.methods == nil {
		return new(Document), errZeroExtractor
	}
	text, encoding, err := in.Page(ctx, r, contentType)
	return x.document(ctx, text, encoding, err)
}

// DocumentBytes is like Document, for a page that is in memory, which it does not change.
// The result does not refer to it.
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string) (*Document, error) {
	in := input.NewPageReader(x.options)
	if x.methods == nil {
		return new(Document), errZeroExtractor
	}
	text, encoding, err := in.Bytes(ctx, source, contentType)
	return x.document(ctx, text, encoding, err)
}

// Clean is like Document but returns a page.Document, as the methods do. It implements
// page.Cleaner.
func (x *Extractor) Clean(ctx context.Context, r io.Reader, contentType string) (*page.Document, error) {
	document, err := x.Document(ctx, r, contentType)
	return &document.Document, err
}

// Decode returns the text of a page in UTF-8, to which the Start and End of the blocks
// refer, and its encoding. If the page is valid UTF-8, the text is the page itself, not a
// copy. contentType is as in [Extractor.Document].
func (x *Extractor) Decode(source []byte, contentType string) ([]byte, page.Encoding, error) {
	if x.methods == nil {
		return nil, page.Encoding{}, errZeroExtractor
	}
	in := input.NewPageReader(x.options)
	text, encoding, err := in.Bytes(context.Background(), source, contentType)
	if err != nil {
		err = prefixed("", err)
	}
	return text, encoding, err
}

// document applies the methods to a page that has been decoded. err is that of reading it.
func (x *Extractor) document(ctx context.Context, text []byte, encoding page.Encoding, err error) (*Document, error) {
	names := make([]string, len(x.methods))
	for i := range names {
		names[i] = x.methods[i].Name
	}
	empty := &Document{Document: page.Document{Encoding: encoding}, Methods: names}
	if text == nil && err != nil {
		return empty, prefixed("", err)
	}
	var errs []error
	if err != nil {
		errs = append(errs, prefixed("", err))
	}
	documents := make([]*page.Document, len(x.methods))
	for i, m := range x.methods {
		documents[i], err = m.clean(ctx, text)
		if done := input.Stopped(ctx, err); done != nil {
			return empty, prefixed(m.Name, done)
		}
		if err != nil {
			errs = append(errs, prefixed(m.Name, err))
		}
	}
	united, err := merge(ctx, names, documents)
	if err != nil {
		return empty, prefixed("", err)
	}
	united.Encoding = encoding
	if len(errs) == 1 {
		return united, errs[0]
	}
	return united, errors.Join(errs...)
}

// decoded is the content type of a text that has been decoded.
const decoded = "text/html; charset=utf-8"

// clean applies the method to a text in UTF-8.
func (m *Method) clean(ctx context.Context, text []byte) (*page.Document, error) {
	d, err := m.Cleaner.Clean(ctx, bytes.NewReader(text), decoded)
	if d != nil && d.Encoding.By == page.EncodingForced && d.Encoding.Name != "utf-8" {
		forced := fmt.Errorf("%w: the method reads text in UTF-8 as %s; set ForceEncoding in the options of the union alone", page.ErrConfig, d.Encoding.Name)
		return nil, cmp.Or(err, forced)
	}
	if d != nil {
		blocks := *d
		blocks.Text = "" // a page may be large, and the union makes a text of its own
		d = &blocks
	}
	return d, err
}

// prefixed returns an error with the names of the package and, if it is one of a method,
// of the method.
func prefixed(method string, err error) error {
	if method == "" {
		return fmt.Errorf("union: %w", err)
	}
	return fmt.Errorf("union: %s: %w", method, err)
}
