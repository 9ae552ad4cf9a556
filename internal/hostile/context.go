package hostile

import "context"

// A Context is done after a number of looks at its Err, so that tests can end work at any
// point without measuring time. It is for one goroutine.
type Context struct {
	context.Context
	left, looks int
}

// DoneAfter returns a Context whose Err is nil for the first n looks and context.Canceled
// from then on.
func DoneAfter(parent context.Context, n int) *Context { return &Context{Context: parent, left: n} }

func (c *Context) Err() error {
	c.looks++
	if c.left == 0 {
		return context.Canceled
	}
	c.left--
	return nil
}

// Looks returns how many times Err has been called.
func (c *Context) Looks() int { return c.looks }

// LongTitle is a page in windows-1252 with a title of n mebibytes.
func LongTitle(n int) []byte {
	return Repeat("<title>", "caf\xe9 caf\xe9 abcd", "</title><p>text")(n << 16)
}
