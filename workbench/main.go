// Workbench trains models for package victor, tests them, and scores cleaners.
// "workbench help" lists the commands, "workbench train -h" the flags of train.
// README.md beside this file describes the files that it reads.
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

// commands are the commands by name.
var commands = map[string]func(args []string, out io.Writer) error{
	"train":    trainCommand,
	"label":    labelCommand,
	"crossval": crossvalCommand,
	"eval":     evalCommand,
	"kinds":    kindsCommand,
	"types":    typesCommand,
	"langid":   langidCommand,
	"features": featuresCommand,
	"serve":    serveCommand,
	"site":     siteCommand,
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
	return errors.New("want a command\n" + strings.TrimSuffix(usage, "\n"))
}

const usage = `usage: workbench COMMAND [FLAG]... ARGUMENT...

The commands are:
	label    FILE...         label pages: write their text, or pages to correct by hand
	crossval PAGES...        test models on pages that they were not trained on
	train    PAGES...        train a model on labelled pages
	eval     PAGES...        score victor, justext, boilerpipe or a folder of texts
	kinds    PAGES...        compare the kinds of text that victor tells with gold
	features [FILE...]       print the table of features, or the features of pages
	types    PAGES...        test models that tell the types of pages, or train one
	langid   FILE...         tell which language texts are in, or build profiles
	serve    [PAGES...]      show pages in the browser as each method sees them, label them
	site     FOLDER          write the same page as files that need no server

"workbench COMMAND -h" lists the flags of a command. PAGES is a folder or an archive
NAME.tar.gz. It has pages html/ID.html with gold/ID.txt or labels/ID.json, or pages
with labelled spans, *.html or *.anno, as "workbench label -format spans" writes them.
For serve, PAGES may also be files of HTML. serve and label take web archives, too: WARC,
ARC or WACZ files, whose names say so.
`

// newFlags returns the flags of a command. Their help begins with the arguments that
// follow them.
func newFlags(command, arguments string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintf(flags.Output(), "usage: workbench %s [FLAG]... %s\n\n", command, arguments)
		flags.PrintDefaults()
	}
	return flags
}

// progressTo returns the file if it is a terminal, on which progress is shown, or
// else nil.
func progressTo(file *os.File) io.Writer {
	if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		return file
	}
	return nil
}
