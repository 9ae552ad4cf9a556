// Bench measures this library beside other Go libraries that take the text out
// of web pages, on real pages, and prints Markdown.
//
//	go run . [flags] [FOLDER...]
//
// A FOLDER has .html files, or archives NAME.tar.gz with pages NAME/html/ID.html.
// README.md beside this file says what the columns mean.
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

// options are what the flags say.
type options struct {
	rounds      int
	sample      int
	only        *regexp.Regexp
	rivals      bool
	collections string
	folders     []string

	profile, growth, command, all bool
}

func main() {
	o := parse()
	// JalfResi/justext logs what it does not know.
	log.SetOutput(io.Discard)
	if err := run(os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse() options {
	var o options
	only := flag.String("only", "", "only the rows whose name matches this `regexp`, and the tokenizer")
	flag.IntVar(&o.rounds, "rounds", 5, "how often each row is measured; figures are medians")
	flag.IntVar(&o.sample, "sample", 4, "other libraries run on every `k`-th page")
	flag.BoolVar(&o.rivals, "rivals", true, "measure other libraries too")
	flag.StringVar(&o.collections, "collections", "scrapinghub,canola,cleaneval-en,fundus-eval",
		"the archives to take of a folder, by `names`; \"all\" takes every one")
	flag.BoolVar(&o.profile, "profile", false, "instead of the comparison: where the time goes, by stage")
	flag.BoolVar(&o.growth, "growth", false, "instead of the comparison: time over the size of a page")
	flag.BoolVar(&o.command, "cli", false, "instead of the comparison: the command beside the library")
	flag.BoolVar(&o.all, "all", false, "the comparison and all of these")
	flag.Parse()

	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench: -only:", err)
		os.Exit(2)
	}
	o.rounds, o.sample = max(o.rounds, 1), max(o.sample, 1)
	o.folders = flag.Args()
	if len(o.folders) == 0 {
		o.folders = []string{"../../shared/bench"}
	}
	return o
}

// run prints the sections that are asked for.
func run(w io.Writer, o options) error {
	pages, err := load(o.folders, o.collections)
	if err != nil {
		return err
	}
	pages = outOfHeap(pages)
	fmt.Fprintln(w, header(pages, o))

	some := o.profile || o.growth || o.command
	sections := []struct {
		wanted bool
		print  func(io.Writer, []page, options) error
	}{
		{o.all || !some, compare},
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

// header says what is measured, and on what.
func header(pages []page, o options) string {
	return fmt.Sprintf("%s, %d cores, %s/%s, %s. %s. %d pages, %s MB; other libraries on %s; rounds: %d.",
		processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), strings.Join(versions(), ", "),
		len(pages), number(megabytes(size(pages))), share(o.sample), o.rounds)
}

// share says of every k-th page what it is.
func share(k int) string {
	if k == 1 {
		return "all of them"
	}
	return fmt.Sprintf("one of %d", k)
}

// versions names the modules that the rows are about.
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

// wanted are the modules whose versions the header tells.
var wanted = map[string]bool{
	"golang.org/x/net":                        true,
	"golang.org/x/text":                       true,
	"github.com/markusmobius/go-trafilatura":  true,
	"github.com/go-shiori/go-readability":     true,
	"github.com/markusmobius/go-domdistiller": true,
	"github.com/JalfResi/justext":             true,
}

// processor is the name of the processor, where the system has it in a file.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
