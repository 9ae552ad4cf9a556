// Bench measures the speed of this library and of other Go libraries that take the
// text out of web pages, on real pages, and prints Markdown.
//
//	go run . [flags] [FOLDER...]
//
// A FOLDER has .html files, or archives NAME.tar.gz with pages NAME/html/ID.html.
// README.md beside this file explains the columns.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// options are the values of the flags.
type options struct {
	rounds      int
	sample      int
	only        *regexp.Regexp
	rivals      bool
	collections []string // empty for all
	folders     []string

	byCollection, profile, growth, command, all bool
}

// The pages that are measured if no FOLDER is given.
const (
	defaultFolder      = "../../shared/bench"
	defaultCollections = "scrapinghub,canola,cleaneval-en,fundus-eval"
)

func main() {
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	log.SetOutput(io.Discard) // JalfResi/justext logs the elements that it does not know
	if err == nil {
		err = run(os.Stdout, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	only := flags.String("only", "", "measure only the tokenizer and the rows whose names match this `regexp`")
	flags.IntVar(&o.rounds, "rounds", 5, "measure each row `n` times; figures are medians")
	flags.IntVar(&o.sample, "sample", 4, "run other libraries on every `k`-th page only")
	flags.BoolVar(&o.rivals, "rivals", true, "measure other libraries too")
	collections := flags.String("collections", "", "read only these archives, as `names` separated by commas (default: all archives of FOLDER; without FOLDER "+defaultCollections+")")
	flags.BoolVar(&o.byCollection, "by-collection", false, "instead, print the speed of each method by collection, relative to the tokenizer")
	flags.BoolVar(&o.profile, "profile", false, "instead, print the time of each stage of justext")
	flags.BoolVar(&o.growth, "growth", false, "instead, print how the time grows with the size of a page")
	flags.BoolVar(&o.command, "cli", false, "instead, compare the command with the library")
	flags.BoolVar(&o.all, "all", false, "print the comparison and all of these")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, fmt.Errorf("-only: %w", err)
	}
	o.rounds, o.sample = max(o.rounds, 1), max(o.sample, 1)
	if o.folders = flags.Args(); len(o.folders) == 0 {
		o.folders = []string{defaultFolder}
		if *collections == "" {
			*collections = defaultCollections
		}
	}
	if *collections != "" {
		o.collections = strings.Split(*collections, ",")
	}
	return o, nil
}

// run prints the sections that the options ask for.
func run(w io.Writer, o options) error {
	pages, err := load(o.folders, o.collections)
	if err != nil {
		return fmt.Errorf("reading the pages to measure: %w", err)
	}
	pages = outOfHeap(pages)
	fmt.Fprintln(w, header(pages, o))

	some := o.byCollection || o.profile || o.growth || o.command
	sections := []struct {
		wanted bool
		print  func(io.Writer, []page, options) error
	}{
		{o.all || !some, compare},
		{o.all || o.byCollection, byCollection},
		{o.all || o.profile, profile},
		{o.all || o.growth, growth},
		{o.all || o.command, command},
	}
	for _, section := range sections {
		if section.wanted {
			fmt.Fprintln(w)
			err = errors.Join(err, section.print(w, pages, o))
		}
	}
	return err
}

// header returns a line with the machine, the versions and the pages.
func header(pages []page, o options) string {
	return fmt.Sprintf("%s, %d cores, %s/%s, %s. %s. %d pages, %s MB; other libraries on %s; rounds: %d.",
		processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), strings.Join(versions(), ", "),
		len(pages), number(megabytes(size(pages))), share(o.sample), o.rounds)
}

// share describes a sample of every k-th page.
func share(k int) string {
	if k == 1 {
		return "all of them"
	}
	return fmt.Sprintf("one of %d", k)
}

// versions returns the modules that are measured, with their versions.
func versions() []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return []string{"no build information"}
	}
	var found []string
	for _, module := range info.Deps {
		if wanted[module.Path] {
			found = append(found, module.Path+" "+module.Version)
		}
	}
	return found
}

// wanted are the modules whose versions are in the header.
var wanted = map[string]bool{
	"golang.org/x/net":                        true,
	"golang.org/x/text":                       true,
	"github.com/markusmobius/go-trafilatura":  true,
	"github.com/go-shiori/go-readability":     true,
	"github.com/markusmobius/go-domdistiller": true,
	"github.com/JalfResi/justext":             true,
}

// processor returns the name of the processor, if the system has it in a file.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
