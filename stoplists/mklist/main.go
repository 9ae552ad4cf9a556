// Command mklist makes a stop list from texts, for a language that package
// stoplists has no list for, or for the texts of one domain:
//
//	go run github.com/seed42075109/justext/stoplists/mklist@latest -o mine.txt corpus.txt...
//	justext -s mine.txt page.html
//
// The texts are UTF-8. "-" is standard input, which is also read if no text is given.
// The list has the most frequent words that together cover the given share of the
// running words, one a line, the most frequent first. A report on standard error says
// what was counted, and warns if the texts are too small.
//
// The exit status is 0, or 2 after an error. The file of -o is written only after all
// texts have been read, and must not be one of them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext/stoplists"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mklist:", err)
		os.Exit(2)
	}
}

// options are the flags and arguments of a command line.
type options struct {
	coverage float64
	output   string
	texts    []string // names of files, at least one; "-" is standard input
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var o options
	flags := o.flagSet()
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return printHelp(flags, stdout)
	case err != nil:
		return fmt.Errorf("%w; mklist -h lists the flags", err)
	}
	if o.texts = flags.Args(); len(o.texts) == 0 {
		o.texts = []string{"-"}
	}
	if err := o.check(stdin); err != nil {
		return err
	}
	counter, err := countTexts(o.texts, stdin)
	if err != nil {
		return err
	}
	list, covered := counter.List(o.coverage)
	if list.Len() == 0 {
		return errors.New("the texts have no words")
	}
	report(stderr, counter, list, covered)
	text := strings.Join(list.Words(), "\n") + "\n"
	if o.output != "" && o.output != "-" {
		return os.WriteFile(o.output, []byte(text), 0o644)
	}
	_, err = io.WriteString(stdout, text)
	return err
}

func (o *options) flagSet() *flag.FlagSet {
	flags := flag.NewFlagSet("mklist", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	flags.Float64Var(&o.coverage, "coverage", 0.70, "`share` of the running words that the list covers, over 0 and up to 1")
	flags.StringVar(&o.output, "o", "", "write the list to this `file` (default: standard output)")
	return flags
}

func printHelp(flags *flag.FlagSet, stdout io.Writer) error {
	var help strings.Builder
	help.WriteString("Usage: mklist [flags] [FILE|-]...\nMake a stop list from UTF-8 texts, by default standard input.\n")
	flags.SetOutput(&help)
	flags.PrintDefaults()
	_, err := io.WriteString(stdout, help.String())
	return err
}

// check refuses a share out of range, standard input given twice, and an output file
// that is one of the texts.
func (o *options) check(stdin io.Reader) error {
	if !(o.coverage > 0 && o.coverage <= 1) { // also false for NaN
		return errors.New("-coverage must be over 0 and up to 1")
	}
	standard := 0
	for _, name := range o.texts {
		if name == "" {
			return errors.New(`a file name is empty; use "-" for standard input`)
		}
		if name == "-" {
			standard++
		}
		if o.overwrites(name, stdin) {
			return fmt.Errorf("-o %s: this is one of the texts, and would be overwritten", o.output)
		}
	}
	if standard > 1 {
		return errors.New(`"-" (standard input) is given twice`)
	}
	return nil
}

// overwrites reports whether the file of -o is a regular file and the named text.
func (o *options) overwrites(name string, stdin io.Reader) bool {
	output, err := os.Stat(o.output)
	if err != nil || !output.Mode().IsRegular() {
		return false
	}
	text, err := os.Stat(name)
	if name == "-" {
		file, ok := stdin.(*os.File)
		if !ok {
			return false
		}
		text, err = file.Stat()
	}
	return err == nil && os.SameFile(output, text)
}

func countTexts(names []string, stdin io.Reader) (*stoplists.Counter, error) {
	counter := new(stoplists.Counter)
	for _, name := range names {
		if err := countText(counter, name, stdin); err != nil {
			return nil, err
		}
	}
	return counter, nil
}

func countText(counter *stoplists.Counter, name string, stdin io.Reader) error {
	if name == "-" {
		return count(counter, "standard input", stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return count(counter, name, f)
}

// maxWord is the largest number of bytes between two spaces.
const maxWord = 1 << 20

func count(counter *stoplists.Counter, name string, r io.Reader) error {
	words := bufio.NewScanner(r)
	words.Buffer(nil, maxWord)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		if !utf8.Valid(words.Bytes()) {
			return fmt.Errorf("%s: the word %q is not UTF-8; convert the text, for example with `iconv -f windows-1252 -t utf-8`", name, words.Text())
		}
		counter.Add(strings.TrimPrefix(words.Text(), "\ufeff"))
	}
	if errors.Is(words.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s: no space in %d bytes; segment text without spaces into words first", name, maxWord)
	}
	if words.Err() != nil {
		return fmt.Errorf("%s: %w", name, words.Err())
	}
	return nil
}

// report writes what was counted, and a warning if that is too little.
func report(w io.Writer, counter *stoplists.Counter, list *stoplists.List, covered float64) {
	words := list.Words()
	rarest := words[len(words)-1]
	n := counter.Count(rarest)
	fmt.Fprintf(w, "%d running words counted; the %d words of the list cover %.3f of them; the rarest, %q, was counted %d times\n",
		counter.Words(), len(words), covered, rarest, n)
	if n < stoplists.MinCount {
		fmt.Fprintf(w, "warning: the texts are too small: add text until the rarest word of the list is counted %d times, "+
			"or lower -coverage\n", stoplists.MinCount)
	}
}
