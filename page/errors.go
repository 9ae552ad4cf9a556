package page

import (
	"errors"
	"fmt"
)

// Errors that the methods wrap; use errors.Is.
var (
	// ErrConfig: a Config was not made by a preset or has a field whose value
	// makes no sense, or a value was used that no constructor has made.
	ErrConfig = errors.New("bad configuration")
	// ErrUnknownEncoding: Options.DefaultEncoding is not a label of the WHATWG
	// Encoding Standard.
	ErrUnknownEncoding = errors.New("unknown encoding")
	// ErrInvalidBytes: the page has bytes that its encoding does not have, and
	// Options.InvalidBytes is RefuseInvalid.
	ErrInvalidBytes = errors.New("invalid bytes")
	// ErrNotHTML: the page begins as a file of another format, which the error
	// names, and Options.AllowBinary is not set.
	ErrNotHTML = errors.New("not HTML")
)

// A LimitError says which limit a page has met. Use errors.As to get at it.
type LimitError struct {
	Limit  string // the field of Options: MaxBytes, MaxToken, MaxBlocks or MaxElements
	Value  int    // what the limit was
	Offset int    // how many bytes of the page came before
}

var limitUnits = map[string]string{
	"MaxBytes":    "bytes",
	"MaxToken":    "bytes in one tag or comment",
	"MaxBlocks":   "blocks",
	"MaxElements": "elements",
}

// Error names the limit, its value and where it was met.
func (e *LimitError) Error() string {
	return fmt.Sprintf("page has more than %d %s; %s sets the limit (met after %d bytes)", e.Value, limitUnits[e.Limit], e.Limit, e.Offset)
}

// Is reports whether target is a *LimitError with the same Limit and no Value,
// so that errors.Is(err, &page.LimitError{Limit: "MaxBytes"}) tells the limits
// apart.
func (e *LimitError) Is(target error) bool {
	t, ok := target.(*LimitError)
	return ok && *t == LimitError{Limit: e.Limit}
}
