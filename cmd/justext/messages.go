package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/seed42075109/justext/page"
)

// limitFlags are the flags that set the limits of page.Options, and what they
// count.
var limitFlags = map[string]struct{ flag, unit string }{
	"MaxBytes":    {"-max-bytes", "bytes"},
	"MaxToken":    {"half of -max-bytes", "bytes in one tag or comment"},
	"MaxBlocks":   {"-max-blocks", "blocks"},
	"MaxElements": {"-max-elements", "elements"},
}

// problem says in words why a page failed, without its name and with nothing
// that does not print.
func problem(err error) string {
	var limit *page.LimitError
	switch {
	case errors.As(err, &limit):
		of := limitFlags[limit.Limit]
		return fmt.Sprintf("the page has more than %d %s and was cut there; %s sets the limit", limit.Value, of.unit, of.flag)
	case errors.Is(err, page.ErrInvalidBytes):
		return "the page has bytes that its encoding does not have; -enc-errors replace or ignore accepts them"
	}
	if path, ok := err.(*fs.PathError); ok { //nolint:errorlint // if it is wrapped, the words around it matter
		err = path.Err
	}
	return printable(err.Error())
}

// inner returns the error of a method without the name of its package.
func inner(err error) error {
	if wrapped := errors.Unwrap(err); wrapped != nil {
		return wrapped
	}
	return err
}
