package payload

import "fmt"

// Limits bound what is read of one message.
type Limits struct {
	MaxHead   int   // size of the head in bytes
	MaxBody   int64 // size of the body without its encodings, in bytes
	MaxCoding int   // number of encodings that are undone, one after the other
}

// DefaultLimits returns limits that no ordinary page meets: 256 KiB, 64 MiB and
// 4 encodings.
func DefaultLimits() Limits {
	return Limits{MaxHead: 256 << 10, MaxBody: 64 << 20, MaxCoding: 4}
}

// A LimitError says that a message exceeds one of its Limits. What was read
// before is good.
type LimitError struct {
	Limit string // the name of the field of Limits
	Value int64  // its value
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("payload: more than %s allows (%d)", e.Limit, e.Value)
}

// A CodingError says that a body cannot be decoded to its end. What was read
// before is good.
type CodingError struct {
	Coding string // such as "gzip" or "chunked"
	Err    error  // io.ErrUnexpectedEOF if the body is cut off
}

func (e *CodingError) Error() string { return "payload: " + e.Coding + ": " + e.Err.Error() }

// Unwrap returns the error of the decoder.
func (e *CodingError) Unwrap() error { return e.Err }
