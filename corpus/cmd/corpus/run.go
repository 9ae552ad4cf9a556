package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/corpus"
	"github.com/seed42075109/justext/corpus/output"
)

// runFlags are the flags of corpus run.
type runFlags struct {
	config corpus.Config
	algo   string
	lang   string
	format string

	list, shard, out string
	quiet            bool
	report, metrics  string
}

// without are the flags on which the output does not depend.
var without = []string{"list", "shard", "o", "workers", "files", "quiet", "report", "metrics", "timeout"}

// define defines the flags.
func (r *runFlags) define(f *flag.FlagSet) {
	c := &r.config
	f.StringVar(&r.list, "list", "", "")
	f.StringVar(&r.shard, "shard", "1/1", "")
	f.StringVar(&r.algo, "algo", "victor", "")
	f.BoolVar(&c.Union, "union", false, "")
	f.StringVar(&r.lang, "lang", "auto", "")
	f.BoolVar(&c.Markdown, "markdown", false, "")
	f.BoolVar(&c.Metadata, "metadata", false, "")
	f.Var(&textFlag{set: words(&c.Filter.Languages)}, "languages", "")
	f.IntVar(&c.Filter.MinWords, "min-words", 0, "")
	f.Float64Var(&c.Filter.MinKept, "min-kept", 0, "")
	f.Var(&textFlag{set: expression(&c.Filter.URL)}, "url", "")
	f.Var(&textFlag{set: expression(&c.Filter.NotURL)}, "not-url", "")
	f.Var(&textFlag{set: words(&c.Filter.MIME)}, "mime", "")
	f.Var(&textFlag{set: numbers(&c.Filter.Status)}, "status", "")
	f.BoolVar(&c.Duplicates.Exact, "exact", false, "")
	f.BoolVar(&c.Duplicates.Near, "near", false, "")
	f.StringVar(&r.out, "o", "", "")
	f.StringVar(&r.format, "format", "jsonl", "")
	f.Int64Var(&c.Options.RowGroup, "row-group", 16<<20, "")
	f.Int64Var(&c.MaxBody, "max-body", c.MaxBody, "")
	f.DurationVar(&c.Timeout, "timeout", c.Timeout, "")
	f.IntVar(&c.Workers, "workers", c.Workers, "")
	f.IntVar(&c.Files, "files", c.Files, "")
	f.BoolVar(&r.quiet, "quiet", false, "")
	f.StringVar(&r.report, "report", "", "")
	f.StringVar(&r.metrics, "metrics", "", "")
}

// A textFlag is a flag with a syntax of its own, which keeps what it was given.
type textFlag struct {
	text string
	set  func(string) error
}

func (t *textFlag) String() string { return t.text }

func (t *textFlag) Set(value string) error {
	t.text = value
	return t.set(value)
}

// words reads a list with commas.
func words(list *[]string) func(string) error {
	return func(value string) error {
		*list = nil
		for word := range strings.SplitSeq(value, ",") {
			if word = strings.TrimSpace(word); word != "" {
				*list = append(*list, word)
			}
		}
		if len(*list) == 0 {
			return errors.New("the list is empty")
		}
		return nil
	}
}

// numbers reads a list of numbers with commas.
func numbers(list *[]int) func(string) error {
	return func(value string) error {
		*list = nil
		for word := range strings.SplitSeq(value, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if err != nil {
				return errors.New("expected numbers with commas between them")
			}
			*list = append(*list, n)
		}
		return nil
	}
}

// expression reads a regular expression.
func expression(r **regexp.Regexp) func(string) error {
	return func(value string) (err error) {
		*r, err = regexp.Compile(value)
		return err
	}
}

// runCorpus is corpus run.
func (e *environment) runCorpus(ctx context.Context, args []string) error {
	base, err := corpus.DefaultConfig()
	if err != nil {
		return err
	}
	r := &runFlags{config: base}
	f := flags("run")
	r.define(f)
	paths, err := parse(f, args)
	if err != nil {
		return err
	}
	job, err := r.job(e, f, paths)
	if err != nil {
		return usageError{err}
	}
	limitMemory(&job.Config)
	stopMetrics, err := serveMetrics(r.metrics, job)
	if err != nil {
		return err
	}
	defer stopMetrics()
	progress := e.startProgress(job, r.quiet)
	report, err := job.Run(ctx)
	progress.stop()
	if err2 := r.conclude(e, report); err == nil {
		err = err2
	}
	return err
}

// limitMemory makes the garbage collector more eager beyond 128 MiB for each
// worker and 256 MiB for the hashes of texts, unless the user has set a limit.
func limitMemory(c *corpus.Config) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	shares := max(2, c.Workers)
	if c.Duplicates.Exact || c.Duplicates.Near {
		shares += 2
	}
	debug.SetMemoryLimit(int64(shares) * 128 << 20)
}

// job returns the job that the flags describe.
func (r *runFlags) job(e *environment, f *flag.FlagSet, paths []string) (*corpus.Job, error) {
	if r.list != "" {
		more, err := e.readList(r.list)
		if err != nil {
			return nil, err
		}
		paths = append(paths, more...)
	}
	if len(paths) == 0 {
		return nil, errors.New("name archives or folders to read, or - for standard input")
	}
	if r.list == "-" && slices.Contains(paths, corpus.Stdin) {
		return nil, errors.New("standard input is the list and cannot be an archive too")
	}
	if r.out == "" {
		return nil, errors.New("say with -o where the output goes")
	}
	if r.report != "" && r.report != "-" {
		if info, err := os.Stat(filepath.Dir(r.report)); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("-report %s: there is no such folder", r.report)
		}
	}
	if err := r.configure(); err != nil {
		return nil, err
	}
	if err := r.config.Check(); err != nil {
		return nil, err
	}
	shard, err := corpus.ParseShard(r.shard)
	if err != nil {
		return nil, err
	}
	job := &corpus.Job{Config: r.config, Inputs: paths, Shard: shard, Folder: r.out, Settings: settings(f), Log: e.logger(r.quiet)}
	job.Config.Options.Description = "corpus " + version()
	if r.out == "-" {
		job.Folder, job.Output = "", e.stdout
	}
	return job, nil
}

// configure fills in what is not a plain field of the configuration.
func (r *runFlags) configure() (err error) {
	if r.config.Format, err = output.ParseFormat(r.format); err != nil {
		return err
	}
	var names []string
	if err := words(&names)(r.algo); err != nil {
		return fmt.Errorf("-algo: %w", err)
	}
	options := corpus.PageOptions(r.config.MaxBody)
	options.Events = r.config.Markdown
	for _, name := range names {
		m, err := corpus.NewMethod(name, r.lang, options)
		if err != nil {
			return err
		}
		r.config.Methods = append(r.config.Methods, m)
	}
	return nil
}

// settings are the flags on which the output depends, and the version.
func settings(f *flag.FlagSet) string {
	var b strings.Builder
	fmt.Fprintf(&b, "corpus %s, schema %d\n", version(), output.Schema)
	f.VisitAll(func(g *flag.Flag) {
		if !slices.Contains(without, g.Name) {
			fmt.Fprintf(&b, "-%s=%q\n", g.Name, g.Value.String())
		}
	})
	return b.String()
}

// readList reads a list of paths.
func (e *environment) readList(path string) ([]string, error) {
	if path == "-" {
		return corpus.ReadList(e.stdin)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return corpus.ReadList(file)
}

// conclude writes the report and the last line of the log. It returns
// errIncomplete if there was damage.
func (r *runFlags) conclude(e *environment, report *corpus.Report) error {
	if r.report != "" {
		if err := writeReport(e.stdout, r.report, report); err != nil {
			return err
		}
	}
	if !r.quiet {
		fmt.Fprintln(e.stderr, summary(report))
	}
	if !report.Complete() {
		return errIncomplete
	}
	return nil
}

// writeReport writes the report as JSON.
func writeReport(stdout io.Writer, path string, report *corpus.Report) error {
	content, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	content = append(content, '\n')
	if path == "-" {
		_, err = stdout.Write(content)
		return err
	}
	return os.WriteFile(path, content, 0o666)
}

// version is the module's, as the go command has noted it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
