// Workbench trains models for package victor, and scores cleaners.
//
//	workbench train    -o my.model PAGES...        # from annotated pages to a model
//	workbench label    -model my.model FILE...     # pages to text, or to pages for annotation
//	workbench crossval PAGES...                    # how good a model of these pages is
//	workbench eval     -with victor PAGES...       # any cleaner, or a folder of text files, against gold
//	workbench langid   FILE...                     # in what language texts are; or make profiles
//	workbench features [FILE...]                   # the table of features, or their values
//
// PAGES is a folder or archive NAME.tar.gz with html/ID.html, gold/ID.txt,
// labels/ID.json and meta.jsonl, where there are any, or a folder of pages in
// native span form: *.anno, or *.html with spans. "workbench train -h" lists the
// flags of train, and so on.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// commands are the subcommands.
var commands = map[string]func(args []string, out io.Writer) error{
	"train":    trainCommand,
	"label":    labelCommand,
	"crossval": crossvalCommand,
	"eval":     evalCommand,
	"langid":   langidCommand,
	"features": featuresCommand,
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "workbench:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) > 0 {
		if command, ok := commands[args[0]]; ok {
			return command(args[1:], out)
		}
	}
	if len(args) > 0 && slices.Contains([]string{"-h", "-help", "--help", "help"}, args[0]) {
		_, err := io.WriteString(out, usage)
		return errors.Join(err, flag.ErrHelp)
	}
	return errors.New("give a command\n" + strings.TrimSuffix(usage, "\n"))
}

const usage = `The commands are:
	train    -o my.model PAGES...        from annotated pages to a model
	label    -model my.model FILE...     pages to text, or to pages for annotation
	crossval PAGES...                    how good a model of these pages is
	eval     -with victor PAGES...       any cleaner, or a folder of text files, against gold
	langid   FILE...                     in what language texts are; or make profiles
	features [FILE...]                   the table of features, or their values
Each has -h. PAGES is a folder or archive NAME.tar.gz with html/ID.html, gold/ID.txt,
labels/ID.json and meta.jsonl, where there are any, or a folder of pages in native
span form: *.anno, or *.html with spans.
`

// progressTo is where progress is shown: on a terminal, else nowhere.
func progressTo(file *os.File) io.Writer {
	if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		return file
	}
	return nil
}
