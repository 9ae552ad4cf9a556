// Command corpus makes text corpora of web archives.
//
//	corpus run -o out/ crawl/*.warc.gz      pages to text, resumable
//	corpus stat FILE...                     what is in archives
//	corpus check FILE|FOLDER...             damage of archives; checksums of output
//	corpus pack -o pages.warc.gz FOLDER...  a folder of pages to an archive
//
// "corpus SUBCOMMAND -h" explains the flags. docs/corpus.md has a guide.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

func main() { os.Exit(command()) }

// command runs the command in its process.
func command() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // little is in use between pages
	}
	signal.Ignore(syscall.SIGPIPE) // the write fails with EPIPE then
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // a second signal ends the program at once
		<-ctx.Done()
		stop()
	}()
	e := &environment{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, terminal: isTerminal(os.Stderr)}
	return e.run(ctx, os.Args[1:])
}

// An environment is what the command works in.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       bool // stderr is one
}

// Exit statuses.
const (
	statusOK     = 0
	statusFailed = 1   // something could not be read or written, or is damaged
	statusUsage  = 2   // the command line makes no sense
	statusSignal = 130 // a signal has ended the run
)

// A subcommand is one of the things that the command does.
type subcommand struct {
	name string
	run  func(e *environment, ctx context.Context, args []string) error
	help string
}

// subcommands returns all subcommands.
func subcommands() []subcommand {
	return []subcommand{
		{"run", (*environment).runCorpus, runHelp},
		{"stat", (*environment).stat, statHelp},
		{"check", (*environment).check, checkHelp},
		{"pack", (*environment).pack, packHelp},
	}
}

// run runs a subcommand and returns the exit status.
func (e *environment) run(ctx context.Context, args []string) int {
	if len(args) == 0 || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" || args[0] == "help" {
		fmt.Fprint(e.stdout, help)
		return statusOK
	}
	for _, s := range subcommands() {
		if s.name == args[0] {
			return e.status(ctx, s, s.run(e, ctx, args[1:]))
		}
	}
	fmt.Fprintf(e.stderr, "corpus: unknown subcommand %q; corpus -h lists them\n", args[0])
	return statusUsage
}

// errIncomplete ends a run in which something was damaged or could not be read,
// which has been reported.
var errIncomplete = errors.New("incomplete")

// A usageError is an error of the command line.
type usageError struct{ error }

// status reports an error and returns the exit status.
func (e *environment) status(ctx context.Context, s subcommand, err error) int {
	var usage usageError
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(e.stdout, s.help)
		return statusOK
	case errors.Is(err, errIncomplete):
		return statusFailed
	case errors.As(err, &usage):
		fmt.Fprintf(e.stderr, "corpus %s: %s (corpus %s -h explains the flags)\n", s.name, printable(usage.Error()), s.name)
		return statusUsage
	case ctx.Err() != nil:
		fmt.Fprintf(e.stderr, "corpus %s: stopped by a signal; start it again to go on\n", s.name)
		return statusSignal
	case errors.Is(err, syscall.EPIPE):
		return statusFailed // whoever closed the pipe knows
	}
	fmt.Fprintf(e.stderr, "corpus %s: %s\n", s.name, printable(err.Error()))
	return statusFailed
}

// flags returns a set of flags that says nothing by itself.
func flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return f
}

// parse parses the flags, which may also stand after arguments, up to "--".
func parse(f *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, usageError{err}
		}
		args = f.Args()
		if len(args) == 0 {
			return rest, nil
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

// logger returns the log of the command, quiet for errors alone.
func (e *environment) logger(quiet bool) *slog.Logger {
	level := slog.LevelInfo
	if quiet {
		level = slog.LevelError
	}
	return slog.New(slog.NewTextHandler(e.stderr, &slog.HandlerOptions{Level: level}))
}

// isTerminal reports whether a file is a terminal, or another character device:
// the standard library cannot tell them apart.
func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// printable returns s with what does not print, such as a line feed in the name
// of a file, as an escape.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if quoted := fmt.Sprintf("%q", r); len(quoted) > 2 && quoted[1] == '\\' && r != '\\' && r != '\'' {
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
