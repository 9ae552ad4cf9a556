package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/seed42075109/justext/stoplists"
)

func main() { os.Exit(command()) }

// command runs the command in its process.
func command() int {
	tuneMemory()
	signal.Ignore(syscall.SIGPIPE) // the write fails with EPIPE then
	return run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, isTerminal(os.Stderr))
}

// memoryLimit is how much memory, in bytes, the collector tries to stay below.
const memoryLimit = 768 << 20

// tuneMemory makes collections rarer: little is in use between pages, so that
// half as many of them take a tenth less time, for ten megabytes. With a page
// that takes much memory they become frequent again.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}

// Exit statuses. After a signal it is 128 and the number of the signal, as in
// shells.
const (
	statusOK         = 0
	statusFailed     = 1
	statusUsage      = 2
	statusSignal     = 128
	statusClosedPipe = statusSignal + int(syscall.SIGPIPE)
)

// run is the command; terminal says that stderr is one.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, terminal bool) int {
	o, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return show(help, stdout, stderr)
	case err != nil:
		return usageError(stderr, err)
	case o.version:
		return show("justext "+version()+"\n", stdout, stderr)
	case o.listStopLists:
		return show(stopLists(), stdout, stderr)
	}
	if err := o.ready(stdin, stdout); err != nil {
		return usageError(stderr, err)
	}
	out, err := o.destination(stdout)
	if err != nil {
		return finish(stderr, err)
	}
	r := &report{
		w: stderr, inBand: o.format.hasErrors, quiet: o.quiet, began: time.Now(),
		live: terminal && !o.quiet && !(o.isStandardOutput(stdout) && isTerminal(stdout)),
	}
	err = untilSignal(newPipeline(o, stdin, out, r).run)
	if closeErr := out.Close(); err == nil {
		err = outputError(closeErr)
	}
	r.quiet = r.quiet || errors.Is(err, syscall.EPIPE) // whoever closed the pipe has what they wanted
	return max(r.end(time.Now()), finish(stderr, err))
}

// ready does what can fail before the output is touched. All errors are usage
// errors.
func (o *options) ready(stdin io.Reader, stdout io.Writer) error {
	if err := o.prepare(); err != nil {
		return err
	}
	if err := o.checkOverwriting(stdin, stdout); err != nil {
		return err
	}
	return o.readFinished()
}

// show prints what has been asked for instead of work.
func show(text string, stdout, stderr io.Writer) int {
	_, err := io.WriteString(stdout, text)
	return finish(stderr, outputError(err))
}

func usageError(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, "justext:", message(err))
	return statusUsage
}

// message is the text of an error, in which everything prints.
func message(err error) string { return printable(err.Error()) }

// finish tells of the error that ended the run and returns the exit status.
func finish(stderr io.Writer, err error) int {
	var stopped signalError
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &stopped):
		fmt.Fprintln(stderr, "justext:", err)
		return statusSignal + int(stopped.Signal)
	case errors.Is(err, syscall.EPIPE):
		return statusClosedPipe // whoever closed the pipe knows
	}
	fmt.Fprintln(stderr, "justext:", message(err))
	return statusFailed
}

// A signalError says which signal ended a run.
type signalError struct{ syscall.Signal }

func (e signalError) Error() string {
	if e.Signal == syscall.SIGINT {
		return "interrupted"
	}
	return e.String()
}

// untilSignal does the work until an interrupt or SIGTERM, which cancel its
// context. A second one ends the program at once.
func untilSignal(work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		select {
		case got := <-signals:
			signal.Stop(signals)
			number, _ := got.(syscall.Signal)
			cancel(signalError{number})
		case <-ctx.Done():
		}
	}()
	return work(ctx)
}

// isTerminal reports whether a writer is a terminal (or another character
// device: the standard library cannot tell).
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// version is the module's, as the go command has noted it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// stopLists lists the languages, which the package has sorted by tag.
func stopLists() string {
	var b strings.Builder
	for _, l := range stoplists.Languages() {
		fmt.Fprintf(&b, "%s\t%s\t%s\n", l.Tag, l.Name, l.JusText)
	}
	return b.String()
}
