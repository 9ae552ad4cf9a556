// Command corpus-beam runs the work of corpus run as a pipeline of Apache Beam.
//
//	corpus-beam -input 'crawl/*.warc.gz' -output out/
//	corpus-beam -runner flink -endpoint host:8099 -environment_type docker \
//	    -input 'gs://bucket/crawl/*.warc.gz' -output gs://bucket/out
//
// The flags of Beam's runners apply too: -runner, -endpoint and so on. Workers run
// on Linux and get this program from the pipeline. On another system, start it in
// its folder in a clone, where Beam compiles it for Linux, or name a program for
// Linux with -worker_binary.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	corpusbeam "github.com/seed42075109/justext/corpus/beam"
)

var (
	input     = flag.String("input", "", "patterns of the archives, with commas between them: local paths, gs:// or s3://")
	folder    = flag.String("output", "", "folder of the output: a local path, gs:// or s3://")
	format    = flag.String("format", "jsonl", "format of the output, as of corpus run")
	algo      = flag.String("algo", "victor", "methods, with commas between them")
	lang      = flag.String("lang", "auto", "language of the pages, for justext")
	union     = flag.Bool("union", false, "one record for each page: what any method keeps")
	markdown  = flag.Bool("markdown", false, "text as Markdown")
	metadata  = flag.Bool("metadata", false, "authors, dates, site and more of each page")
	languages = flag.String("languages", "", "only texts in these languages, with commas between them")
	minWords  = flag.Int("min-words", 0, "least number of words of a text")
	minKept   = flag.Float64("min-kept", 0, "least share of a page's text that is kept, from 0 to 1")
	maxBody   = flag.Int64("max-body", 0, "most bytes of a page; 0 is the default of corpus run")
	timeout   = flag.Duration("timeout", 10*time.Second, "time for one page")
	perBundle = flag.Int("workers-per-bundle", 0, "pages that a process cleans at once; 0 is the number of its processors")
)

func main() {
	flag.Parse()
	beam.Init()
	settings := corpusbeam.Settings{
		Folder: *folder, Format: *format, Methods: list(*algo), Lang: *lang, Union: *union, Markdown: *markdown, Metadata: *metadata,
		Languages: list(*languages), MinWords: *minWords, MinKept: *minKept, MaxBody: *maxBody, Timeout: *timeout, Workers: *perBundle,
	}
	if err := settings.Check(); err != nil {
		log.Fatal(err)
	}
	patterns := list(*input)
	if len(patterns) == 0 {
		log.Fatal("corpus-beam: say with -input which archives to read")
	}
	if err := sendItself(); err != nil {
		log.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	notes := corpusbeam.Extract(s, beam.CreateList(s, patterns), settings)
	corpusbeam.WriteManifest(s, notes, *folder)
	if err := beamx.Run(context.Background(), p); err != nil {
		log.Fatal(err)
	}
}

// sendItself makes this program the one that workers run, unless the flag
// worker_binary names another. Beam would compile it anew, for which Go and the
// source would have to be there. Workers run on Linux.
func sendItself() error {
	if *jobopts.WorkerBinary != "" || runtime.GOOS != "linux" {
		return nil
	}
	program, err := os.Executable()
	*jobopts.WorkerBinary = program
	return err
}

// list returns the parts of a list with commas.
func list(text string) (parts []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
