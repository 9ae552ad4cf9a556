package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seed42075109/justext/page"
)

// A method finds the main content of pages. It is safe for concurrent use once
// it has been prepared.
type method interface {
	name() string // of -algo

	// define defines the flags that belong to this method.
	define(flags *flag.FlagSet)

	// fields returns the names of the method's own fields in JSON Lines: of a
	// page and of a block.
	fields() (ofPage, ofBlock []string)

	// inputs returns the files that the flags name besides the pages, by what
	// they are. A name may be "".
	inputs() map[string]string

	// prepare gets the method ready when the flags have been parsed. Its errors
	// are usage errors.
	prepare(o *options) error

	// cleaner returns the method, once it has been prepared, as the library has it.
	cleaner() page.Cleaner

	// clean reads a page. The result is never nil. If there is an error, the
	// result has what came before it.
	clean(ctx context.Context, r io.Reader) (result, error)

	// decode returns the text of a page in UTF-8, to which the ranges of blocks
	// refer.
	decode(source []byte) []byte
}

// newMethods returns the methods, the default first.
func newMethods() []method {
	return []method{&justextMethod{}, &boilerpipeMethod{}, &victorMethod{}}
}

// A result is what a method has made of a page.
type result interface {
	// view returns the page as every method gives it.
	view() *page.Document

	// lines returns the lines of the main content, for the default format, and
	// whether each is a heading.
	lines() iter.Seq2[string, bool]

	// pageFields and blockFields write the method's own fields.
	pageFields(r *record)
	blockFields(r *record, block int)

	// language returns the BCP 47 tag of the language that the method was told or has
	// found with some certainty, or "".
	language() string

	// tally returns what the summary of a run counts. It is called after the
	// result has been written.
	tally() tally
}

// A tally is what the summary of a run counts of a page.
type tally struct {
	noText, noLanguage, guessedLanguage bool

	warning string // a warning about the page, or ""
}

// oneOfMethods says which methods there are.
func (o *options) oneOfMethods() error {
	var names []string
	for _, m := range o.methods {
		names = append(names, m.name())
	}
	return fmt.Errorf("%w, or several of them with commas", oneOf(names))
}

func oneOf(names []string) error {
	return fmt.Errorf("expected one of %s", strings.Join(names, ", "))
}

// prepare gets the method of the command line ready.
func (o *options) prepare() error {
	if err := o.checkOwners(); err != nil {
		return err
	}
	own := formatsOf(o.method)
	found := slices.IndexFunc(own, func(f format) bool { return f.name == o.formatName })
	switch {
	case o.formatName == "":
		found = 0
	case found < 0:
		return o.unknownFormat()
	}
	o.format = own[found]
	if err := o.checkOutput(); err != nil {
		return err
	}
	if err := o.reading.check(); err != nil {
		return err
	}
	o.reading.forTree = o.format.needs&needsTree != 0
	err := cmp.Or(o.method.prepare(o), o.rendering.prepare(o))
	if errors.Is(err, page.ErrUnknownEncoding) {
		return fmt.Errorf("-encoding %q: expected a label of the WHATWG Encoding Standard, such as utf-8 or windows-1250", o.reading.encoding)
	}
	return err
}

// checkOwners refuses flags that belong to another method.
func (o *options) checkOwners() error {
	for _, name := range o.given {
		for _, owner := range newMethods() { // new ones, since define sets defaults
			own := newFlagSet()
			owner.define(own)
			if !uses(o.method, owner.name()) && own.Lookup(name) != nil {
				return fmt.Errorf("-%s works only with -algo %s", name, owner.name())
			}
		}
	}
	return nil
}

// unknownFormat says which formats there are, or which method has this one.
func (o *options) unknownFormat() error {
	for _, f := range formats {
		if f.name == o.formatName {
			return fmt.Errorf("-format %s works only with -algo %s; %s has %s",
				o.formatName, f.only, o.method.name(), strings.Join(formatNames(formatsOf(o.method)), ", "))
		}
	}
	return fmt.Errorf("-format %q: %w", o.formatName, oneOf(formatNames(formats)))
}

func formatNames(formats []format) (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}
