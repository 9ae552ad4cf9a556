package main

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// pageLimit is the longest time that a row may take for a page.
const pageLimit = 10 * time.Second

// errCut is the error of a page that took longer than the limit.
var errCut = errors.New("cut: it took too long")

// panicked is a panic as an error.
type panicked struct{ value any }

func (p panicked) Error() string { return fmt.Sprint("panic: ", p.value) }

// protected runs a row on a page and turns a panic into an error.
func protected(run func([]byte) error, page []byte) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = panicked{value}
		}
	}()
	return run(page)
}

// abandoned counts the runs that were cut and have not ended since, for a
// goroutine cannot be stopped from outside.
var abandoned atomic.Int32

// limited is like protected but returns errCut after a time limit. The run goes on
// in the background.
func limited(limit time.Duration, run func([]byte) error, page []byte) error {
	done := make(chan error, 1)
	abandoned.Add(1)
	go func() {
		defer abandoned.Add(-1)
		done <- protected(run, page)
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(limit):
		return errCut
	}
}

// settle waits until all runs that were cut have ended, or until patience has
// passed. It reports whether they have ended, so that the machine is free.
func settle(patience time.Duration) bool {
	for end := time.Now().Add(patience); abandoned.Load() > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
