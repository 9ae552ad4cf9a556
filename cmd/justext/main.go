// Justext prints the text of web pages without menus, advertisements and other
// boilerplate. It takes the flags and has the formats of Python jusText's
// command:
//
//	justext -s English page.html
//	justext -s cs -format jsonl -o pages.jsonl pages/
//
// Usage:
//
//	justext [flags] [FILE|FOLDER|-]...
//
// Flags may stand before and behind the files, with one dash or two; "--" ends
// them. justext -h lists them.
//
// # Algorithms
//
// -algo justext is the default. -algo boilerpipe takes the text as boilerpipe 1.2.0
// does. It has no language; -extractor says which of its extractors: article (the
// default), article-sentences, canola, default, largest-content, num-words-rules,
// everything, or everything=K for stretches of at least K words. With
// -words-by-script the words of Chinese, Japanese and other scripts without
// spaces are counted by their characters, as its thresholds need it.
// -algo victor labels blocks by a trained model,
// which comes with the command or is the file of -model. It has no language. -other P
// makes noise of each block whose probability of it is P or more: a low P keeps
// what is certain, a high one nearly everything. Without it, the blocks are taken
// under which the F1 of the page's text is expected to be largest.
//
// # Language
//
// -s (or -lang) is required for justext, as in Python. Its value is None for the
// language-independent mode, auto to take each page in the language whose stop
// list fits it best, or a file with a stop list, one word a line in UTF-8, or the
// name of a language that justext -list-stoplists shows: a BCP 47 tag, an English
// name or Python's. A file in the working folder goes before a language of that
// name. With -s auto, -lang-by-paragraph takes a paragraph that is clearly in
// another language than its page in its own. Some languages have thresholds of their
// own, such as lengths of 25 and 70 for Chinese; a flag that is given goes before them.
//
// # Files and folders
//
// A folder stands for its pages and those of the folders in it, in the order of
// their names: regular files that end in .html, .htm, .xhtml or .shtml in any
// case, and symbolic links to such. Symbolic links to folders are not followed.
// A file that is named is a page whatever its name. "-" is standard input, and
// so is no FILE at all. The file of -o is never read as a page.
//
// All cores work; the output is in the order of the input. Only a few pages a
// core are in memory, however many there are.
//
// # Formats
//
// default has the good paragraphs, one a line, as "<p> text", headings as
// "<h> text". boilerplate has the others too, as "<b> text". detailed has all,
// with class, class without context, heading and XPath. krdwrd has a line for
// each text node: 3 for good text, 2 for a good heading, 1 for boilerplate, a
// tab, and the text. These are byte for byte Python's, a line feed within a
// paragraph included, and the pages follow one another with nothing between.
//
// text has the good paragraphs with a blank line between any two, also of
// different pages.
//
// With -algo boilerpipe there are default, the lines of the content; text, as
// boilerpipe has it; jsonl, with the blocks as the extractor leaves them and their
// numbers; and html, the page with its content marked. Several pages in html are
// written one behind the other, each a whole document.
// With -algo victor there are default, a line for each line of content; text; and
// jsonl, with all blocks, their labels and the probability of each label.
//
// jsonl has an object a page on a line of its own. file is its name; of one that is not
// UTF-8, the bytes that are not, and "%", are percent-encoded. Where a page fails, it has
// only file and error; where it had paragraphs before, it has the error behind
// them. lang is empty where there is no list or it is the user's own. With -s
// auto, lang_by says what decided (script, words or attribute) and lang_margin
// how clearly, in bits; a paragraph in another language has a lang of its own.
//
// Paths repeat the names of all elements around a paragraph. Those of a page are
// together at most 1 MiB or 16 times the page's bytes, whichever is more; where they
// would be longer, the later paragraphs have "" for a path, and the page says so: in
// jsonl by a field paths_cut behind the paragraphs, in detailed on standard error.
// Of 2,512 real pages none had a fifth of that. In detailed, characters of a tag's name that
// would end the attribute or the line are character references.
//
// # Limits
//
// Of a page with more than 64 MiB or 1,000,000 paragraphs or blocks, what is before
// that is taken, and the page fails. -max-bytes and -max-blocks say otherwise, 0 that
// there is no limit; one tag or comment may have half the bytes.
//
// # Errors
//
// A page, file or folder that fails is reported, in jsonl in its own line and
// otherwise on standard error, where a name with characters that do not print stands in
// quotes, as a Go string. What it gave before is printed and the others go
// on. The exit status is 0 when all went well, 1 when a page failed or the
// output could not be written, 2 for a usage error and 130 when interrupted. A
// usage error leaves the file of -o as it was.
package main

import (
	"cmp"
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

func main() {
	// Little is in use between pages, so that collections come often: half as many
	// take a tenth less time, for ten megabytes.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, isTerminal(os.Stderr)))
}

// Exit statuses.
const (
	statusOK          = 0
	statusFailed      = 1
	statusUsage       = 2
	statusInterrupted = 130 // as shells have it for SIGINT
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
	algorithm, err := o.algorithm()
	if err = cmp.Or(err, o.checkStandardInput(stdin)); err != nil {
		return usageError(stderr, err)
	}
	out, err := openOutput(o.output, stdout)
	if err != nil {
		return finish(stderr, err)
	}
	r := &report{w: stderr, inBand: o.format.hasErrors, live: terminal && !isTerminal(out), began: time.Now()}
	p := newPipeline(algorithm, o, stdin, out, r)
	err = untilInterrupt(p.run)
	err = cmp.Or(err, outputError(out.Close()))
	return max(r.end(), finish(stderr, err))
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

// finish tells of the error that ended the run and returns the exit status.
func finish(stderr io.Writer, err error) int {
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "justext: interrupted")
		return statusInterrupted
	case errors.Is(err, syscall.EPIPE):
		return statusFailed // who closed the pipe knows
	}
	fmt.Fprintln(stderr, "justext:", message(err))
	return statusFailed
}

// message is the text of an error, without the prefix of its package, with flags in
// place of the fields of a Config that it names, and with nothing that does not print.
func message(err error) string {
	text := err.Error()
	for _, prefix := range []string{"justext: ", "boilerpipe: ", "victor: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return printable(flagNames.Replace(text))
}

var flagNames = strings.NewReplacer(
	"Config.InvalidBytes", "-enc-errors",
	"Config.MaxBytes", "-max-bytes",
	"Config.MaxToken sets the limit", "half of -max-bytes is the limit",
	"Config.MaxBlocks", "-max-blocks",
	"Config.MaxBlocks", "-max-blocks",
)

// untilInterrupt does the work until an interrupt; a second one ends the
// program at once.
func untilInterrupt(work func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop)
	return work(ctx)
}

// openOutput opens the file of -o, or makes do with standard output.
func openOutput(name string, stdout io.Writer) (io.WriteCloser, error) {
	if name == "" || name == "-" {
		return standardOutput{stdout}, nil
	}
	file, err := os.Create(name)
	return file, outputError(err)
}

// standardOutput is left open.
type standardOutput struct{ io.Writer }

func (standardOutput) Close() error { return nil }

func outputError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing the output: %w", err)
}

// isTerminal reports whether a reader or writer is a terminal (or another
// character device: the standard library cannot tell).
func isTerminal(stream any) bool {
	if standard, ok := stream.(standardOutput); ok {
		stream = standard.Writer
	}
	file, ok := stream.(*os.File)
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
