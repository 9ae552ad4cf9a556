// Package corpusbeam runs the work of package corpus as a pipeline of Apache
// Beam: on the machine itself with the prism runner, or on Flink, Spark or
// Dataflow.
//
//	p, s := beam.NewPipelineWithRoot()
//	notes := corpusbeam.Extract(s, beam.Create(s, "gs://bucket/crawl/*.warc.gz"), settings)
//	corpusbeam.WriteManifest(s, notes, settings.Folder)
//	err := beamx.Run(ctx, p)
//
// One element is one archive. Each gives one output file, which has the bytes
// that the command corpus would write. A bundle that is tried again writes its
// files again under the same names, and a file gets its name when it is complete;
// so nothing is doubled and nothing half-written is taken for whole.
package corpusbeam

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // beamx has the others
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/seed42075109/justext/corpus"
	"github.com/seed42075109/justext/corpus/output"
)

// Beam finds functions on its workers by their registration, which must happen
// before main.
func init() {
	register.DoFn3x1[context.Context, fileio.FileMetadata, func(string), error](&extract{})
	register.Emitter1[string]()
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&manifest{})
	register.Iter1[string]()
}

// Settings say how archives become text. The fields are those of the flags of
// the command corpus run; zero values are its defaults.
type Settings struct {
	Folder    string // where the output goes: a local folder, gs:// or s3://
	Format    string
	Methods   []string
	Lang      string
	Union     bool
	Markdown  bool
	Metadata  bool
	Languages []string
	MinWords  int
	MinKept   float64
	MaxBody   int64
	Timeout   time.Duration
	Workers   int // of each process that works on a bundle
}

// config returns the configuration of package corpus.
func (s *Settings) config() (corpus.Config, error) {
	c, err := corpus.DefaultConfig()
	if err != nil {
		return c, err
	}
	c.Union, c.Markdown, c.Metadata = s.Union, s.Markdown, s.Metadata
	c.Filter = corpus.Filter{Languages: s.Languages, MinWords: s.MinWords, MinKept: s.MinKept}
	if s.MaxBody > 0 {
		c.MaxBody = s.MaxBody
	}
	if s.Timeout > 0 {
		c.Timeout = s.Timeout
	}
	if s.Workers > 0 {
		c.Workers = s.Workers
	}
	if c.Format, err = output.ParseFormat(s.format()); err != nil {
		return c, err
	}
	methods, lang := s.Methods, s.Lang
	if len(methods) == 0 {
		methods = []string{"victor"}
	}
	if lang == "" {
		lang = "auto"
	}
	options := corpus.PageOptions(c.MaxBody)
	options.Events = c.Markdown
	for _, name := range methods {
		m, err := corpus.NewMethod(name, lang, options)
		if err != nil {
			return c, err
		}
		c.Methods = append(c.Methods, m)
	}
	return c, nil
}

func (s *Settings) format() string {
	if s.Format == "" {
		return "jsonl"
	}
	return s.Format
}

// Check returns an error for settings that make no sense, before a pipeline is
// sent away with them.
func (s *Settings) Check() error {
	if s.Folder == "" {
		return fmt.Errorf("corpusbeam: no folder for the output")
	}
	_, err := s.config()
	return err
}

// Extract reads the archives that match the patterns in a PCollection<string>
// and writes their text to Settings.Folder. It returns a PCollection<string> of
// the notes of all outputs, in JSON, as corpus.Note has them.
func Extract(s beam.Scope, patterns beam.PCollection, settings Settings) beam.PCollection {
	s = s.Scope("corpus.Extract")
	files := fileio.MatchAll(s, patterns, fileio.MatchEmptyDisallow())
	return beam.ParDo(s, &extract{Settings: settings}, beam.Reshuffle(s, files))
}

// extract is the function that a worker applies to a file.
type extract struct {
	Settings Settings

	config   corpus.Config
	outcomes map[corpus.Outcome]beam.Counter
	rows     beam.Counter
	bytes    beam.Counter
	damage   beam.Counter
}

// Setup is called once in each process.
func (f *extract) Setup() (err error) {
	const namespace = "corpus"
	f.outcomes = map[corpus.Outcome]beam.Counter{}
	for _, o := range corpus.AllOutcomes() {
		f.outcomes[o] = beam.NewCounter(namespace, o.String())
	}
	f.rows = beam.NewCounter(namespace, "rows")
	f.bytes = beam.NewCounter(namespace, "page_bytes")
	f.damage = beam.NewCounter(namespace, "damage")
	f.config, err = f.Settings.config()
	return err
}

// ProcessElement does one file.
func (f *extract) ProcessElement(ctx context.Context, file fileio.FileMetadata, emit func(string)) error {
	note, err := f.file(ctx, file.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Path, err)
	}
	for o, counter := range f.outcomes {
		counter.Inc(ctx, note.Counters.Outcomes[o])
	}
	for _, n := range note.Counters.Rows {
		f.rows.Inc(ctx, n)
	}
	for _, n := range note.Counters.Damage {
		f.damage.Inc(ctx, n)
	}
	f.bytes.Inc(ctx, note.Counters.PageBytes)
	line, err := json.Marshal(note)
	if err != nil {
		return err
	}
	emit(string(line))
	return nil
}

// file writes the output of an archive.
func (f *extract) file(ctx context.Context, path string) (*corpus.Note, error) {
	from, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	in, err := from.OpenRead(ctx, path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	name := corpus.OutputName(path, f.Settings.format())
	var note *corpus.Note
	err = writeWhole(ctx, inFolder(f.Settings.Folder, name), func(out io.Writer) (err error) {
		note, err = corpus.Process(ctx, f.config, path, in, out, slog.Default())
		return err
	})
	if err != nil {
		return nil, err
	}
	note.Output = name
	return note, nil
}

// inFolder returns the path of a file in a folder, which may be a URL.
func inFolder(folder, name string) string { return strings.TrimSuffix(folder, "/") + "/" + name }

// WriteManifest writes the notes that Extract returns to the file manifest.jsonl
// in a folder, one a line, in no particular order.
func WriteManifest(s beam.Scope, notes beam.PCollection, folder string) {
	s = s.Scope("corpus.WriteManifest")
	beam.ParDo0(s, &manifest{folder}, beam.GroupByKey(s, beam.AddFixedKey(s, notes)))
}

// manifest is the function that writes the manifest.
type manifest struct{ Folder string }

// ProcessElement writes all notes.
func (m *manifest) ProcessElement(ctx context.Context, _ int, next func(*string) bool) error {
	return writeWhole(ctx, inFolder(m.Folder, "manifest.jsonl"), func(out io.Writer) error {
		lines := bufio.NewWriterSize(out, 1<<20)
		for note := ""; next(&note); {
			lines.WriteString(note)
			lines.WriteByte('\n')
		}
		return lines.Flush()
	})
}
