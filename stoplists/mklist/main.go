// Command mklist makes a stop list of texts, for a language that package
// stoplists has none for, or for the texts of one domain:
//
//	go run github.com/seed42075109/justext/stoplists/mklist@latest -o mine.txt corpus.txt…
//	justext -s mine.txt page.html
//
// It reads UTF-8 texts, or standard input where no file is named, and prints
// the most frequent words that cover the given share of the running words, one a
// line, most frequent first. What was counted it says on standard error, with
// a warning where the texts are too few.
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
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "mklist:", err)
		}
		os.Exit(2)
	}
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("mklist", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: mklist [-coverage SHARE] [-o FILE] [TEXT...]")
		flags.PrintDefaults()
	}
	coverage := flags.Float64("coverage", 0.70, "`share` of the running words that the list is to cover, above 0 to 1")
	output := flags.String("o", "", "write the list to this `file` (default: standard output)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !(*coverage > 0 && *coverage <= 1) {
		return errors.New("-coverage is a share, above 0 to 1")
	}
	counter, err := countFiles(flags.Args(), stdin)
	if err != nil {
		return err
	}
	list, covered := counter.List(*coverage)
	if list.Len() == 0 {
		return errors.New("there are no words in the texts")
	}
	report(stderr, counter, list, covered)
	text := strings.Join(list.Words(), "\n") + "\n"
	if *output != "" {
		return os.WriteFile(*output, []byte(text), 0o644)
	}
	_, err = io.WriteString(stdout, text)
	return err
}

func countFiles(names []string, stdin io.Reader) (*stoplists.Counter, error) {
	counter := new(stoplists.Counter)
	if len(names) == 0 {
		return counter, count(counter, "standard input", stdin)
	}
	for _, name := range names {
		if err := countFile(counter, name); err != nil {
			return nil, err
		}
	}
	return counter, nil
}

func countFile(counter *stoplists.Counter, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return count(counter, name, f)
}

// maxWord is how many bytes may stand between two spaces.
const maxWord = 1 << 20

func count(counter *stoplists.Counter, name string, r io.Reader) error {
	words := bufio.NewScanner(r)
	words.Buffer(nil, maxWord)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		if !utf8.Valid(words.Bytes()) {
			return fmt.Errorf("%s: the word %q is not UTF-8; convert the text, for example by `iconv -f windows-1252 -t UTF-8`", name, words.Text())
		}
		counter.Add(strings.TrimPrefix(words.Text(), "\ufeff"))
	}
	if errors.Is(words.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s: no space in %d bytes; a text without spaces has to be cut into words first", name, maxWord)
	}
	if words.Err() != nil {
		return fmt.Errorf("%s: %w", name, words.Err())
	}
	return nil
}

// report says what the list rests on.
func report(w io.Writer, counter *stoplists.Counter, list *stoplists.List, covered float64) {
	words := list.Words()
	rarest := words[len(words)-1]
	n := counter.Count(rarest)
	fmt.Fprintf(w, "%d running words counted; the %d words of the list cover %.3f of them; the rarest, %q, was counted %d times\n",
		counter.Words(), len(words), covered, rarest, n)
	if n < stoplists.SoundCount {
		fmt.Fprintf(w, "warning: the texts are too few: count until the rarest word of the list occurs %d times, "+
			"or lower -coverage\n", stoplists.SoundCount)
	}
}
