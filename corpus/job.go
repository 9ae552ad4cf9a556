package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/seed42075109/justext/corpus/warc"
)

// A Job makes records of many inputs. Each input has an output file of its own
// in Folder, and a Note once that is complete. If the job is killed, in whatever
// way, and started again, it goes on with the inputs that have no note; the
// output is the same as if nothing had happened.
type Job struct {
	Config Config
	Inputs []string // archives, folders, or Stdin
	Shard  Shard

	Folder string    // where the output goes
	Output io.Writer // where it goes, in the order of the inputs, if Folder is ""

	// Settings is text that says what the output depends on besides the
	// inputs. It is kept in Folder; a job with other settings is refused there.
	Settings string

	Log *slog.Logger // for damage and failures; nil is no log

	crew   *crew
	seen   *seen
	kept   []string // the outputs whose hashes are in seen, in order
	live   live
	began  time.Time
	mu     sync.Mutex
	report Report
	whole  *outputFile // if Folder is ""
}

// settingsFile is the file that keeps the settings.
const settingsFile = "settings.txt"

// ErrSettings says that a folder has output that was made with other settings.
var ErrSettings = errors.New("the folder has output that was made with other settings")

// Progress returns how far the job has come. It may be called while Run runs.
func (j *Job) Progress() Progress { return j.live.snapshot() }

// Run does the job and returns what has become of it; the Report is never nil.
// The error is nil if the job came to its end, even if inputs could not be read:
// Report.Failed has those. It ends before that when ctx is done, and if the
// output cannot be written.
func (j *Job) Run(ctx context.Context) (*Report, error) {
	j.began = time.Now()
	j.report = Report{Schema: reportSchema, Began: j.began.UTC().Round(time.Second), Settings: j.Settings}
	err := j.run(ctx)
	j.report.finish(time.Since(j.began), j.live.snapshot())
	if err != nil {
		j.report.Error = err.Error()
	}
	return &j.report, err
}

func (j *Job) run(ctx context.Context) error {
	if err := j.init(); err != nil {
		return err
	}
	list, err := inputs(j.Inputs, j.Config.Format.Name)
	if err != nil {
		return err
	}
	var mine []*input
	for i, in := range list {
		if j.Shard.has(i) {
			mine = append(mine, in)
		}
	}
	files := j.Config.Files
	if j.seen != nil || j.Folder == "" {
		files = 1
	}
	if err := j.prepare(); err != nil {
		return &outputError{err}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if j.crew, err = newCrew(ctx, &j.Config); err != nil {
		return err
	}
	defer j.crew.dismiss()
	notes := j.all(ctx, cancel, mine, files)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return j.conclude(mine, notes)
}

// init checks the configuration and fills in defaults.
func (j *Job) init() error {
	j.Config.Filter = j.Config.Filter.withDefaults()
	if j.Log == nil {
		j.Log = slog.New(slog.DiscardHandler)
	}
	if d := j.Config.Duplicates; d.Exact || d.Near {
		j.seen = newSeen(d)
	}
	return j.Config.Check()
}

// prepare makes the folder of the job.
func (j *Job) prepare() (err error) {
	if j.Folder == "" {
		j.whole, err = newOutputFile(j.Output, &j.Config)
		return err
	}
	if err := os.MkdirAll(filepath.Join(j.Folder, doneFolder), 0o777); err != nil {
		return err
	}
	path := filepath.Join(j.Folder, settingsFile)
	for tries := 1; ; tries++ {
		err := j.settle(path)
		if !errors.Is(err, errBusy) || tries == maxTries {
			return err
		}
		time.Sleep(busyPause)
	}
}

// While another job that begins at the same time writes the settings, maxTries and
// busyPause say how often and after which time they are looked for again.
const (
	maxTries  = 200
	busyPause = 50 * time.Millisecond
)

// settle compares the settings of the job with those in a file, and writes them
// if there is none. The error wraps errBusy if another process writes it.
func (j *Job) settle(path string) error {
	settings, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return j.writeSettings(path)
	case err != nil:
		return err
	case string(settings) != j.Settings:
		return fmt.Errorf("%w (%s): use another folder, or the same settings", ErrSettings, path)
	}
	return nil
}

// writeSettings writes the settings unless another process has done so in the
// meantime.
func (j *Job) writeSettings(path string) error {
	f, err := createPending(path)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		f.abandon()
		return j.settle(path)
	}
	if _, err := f.Write([]byte(j.Settings)); err != nil {
		f.abandon()
		return err
	}
	return f.commit()
}

// all works on the inputs, several at once, and returns their notes, nil for
// those that are not done.
func (j *Job) all(ctx context.Context, cancel context.CancelCauseFunc, mine []*input, files int) []*Note {
	notes := make([]*Note, len(mine))
	j.live.update(func(p *Progress) { p.Inputs = len(mine) })
	todo := make(chan int)
	var working sync.WaitGroup
	for range min(files, max(1, len(mine))) {
		working.Go(func() {
			for i := range todo {
				note, err := j.one(ctx, mine[i])
				switch {
				case err == nil:
					notes[i] = note
				case isOutputError(err):
					cancel(err)
				case ctx.Err() == nil:
					j.fail(mine[i].path, err)
				}
			}
		})
	}
	for i := range mine {
		select {
		case todo <- i:
		case <-ctx.Done():
		}
	}
	close(todo)
	working.Wait()
	return notes
}

// fail notes that an input could not be read.
func (j *Job) fail(path string, err error) {
	j.Log.Error("input cannot be read", "file", path, "error", err)
	j.live.update(func(p *Progress) { p.Failed++ })
	j.mu.Lock()
	defer j.mu.Unlock()
	j.report.Failed = append(j.report.Failed, Failure{path, err.Error()})
}

// one does one input unless it is done.
func (j *Job) one(ctx context.Context, in *input) (*Note, error) {
	if in.err != nil {
		return nil, in.err
	}
	if j.Folder == "" {
		note, err := j.do(ctx, in, j.whole)
		if err == nil {
			j.finished(note)
		}
		return note, err
	}
	note, err := readNote(j.Folder, in)
	if err != nil {
		return nil, err
	}
	if note != nil && j.skip(in) {
		return note, nil
	}
	file, err := createPending(filepath.Join(j.Folder, in.output))
	if err != nil {
		return nil, &outputError{err}
	}
	out, err := newOutputFile(file, &j.Config)
	if err == nil {
		note, err = j.do(ctx, in, out)
	}
	if err == nil {
		err = wrapOutput(out.Close())
	}
	if err != nil {
		file.abandon()
		return nil, errors.Join(err, j.forget())
	}
	note.OutputBytes, note.SHA256 = file.size, file.checksum()
	if err := j.commit(in, file, note, out); err != nil {
		return nil, &outputError{err}
	}
	j.finished(note)
	return note, nil
}

// commit makes the output of an input final.
func (j *Job) commit(in *input, file *pendingFile, note *Note, out *outputFile) error {
	if err := file.commit(); err != nil {
		return err
	}
	if j.seen != nil {
		if err := writeHashes(j.Folder, in.output, out.hashes); err != nil {
			return err
		}
		j.kept = append(j.kept, in.output)
	}
	return note.write(j.Folder)
}

// forget makes the job forget the texts of an input that was not read to its
// end, since they are in no output.
func (j *Job) forget() error {
	if j.seen == nil {
		return nil
	}
	j.seen = newSeen(j.Config.Duplicates)
	for _, output := range j.kept {
		if err := readHashes(j.Folder, output, j.seen); err != nil {
			return &outputError{err}
		}
	}
	return nil
}

// skip passes by an input that an earlier run has done. It reports false if the
// hashes of its texts are needed and are not there, so that it must be done
// again.
func (j *Job) skip(in *input) bool {
	if j.seen != nil {
		if readHashes(j.Folder, in.output, j.seen) != nil {
			return false
		}
		j.kept = append(j.kept, in.output)
	}
	j.live.update(func(p *Progress) { p.Finished++; p.Skipped++ })
	return true
}

// do writes the records of an input to out.
func (j *Job) do(ctx context.Context, in *input, out *outputFile) (*Note, error) {
	note := &Note{Input: in.path, InputBytes: max(in.size(), 0), Output: in.output}
	source, closeFile, err := j.open(in, note)
	if err != nil {
		return nil, err
	}
	defer closeFile()
	return note, j.pass(ctx, source, out, note)
}

// pass writes the records of a source to out, and what became of them to the
// note.
func (j *Job) pass(ctx context.Context, s source, out *outputFile, note *Note) error {
	defer s.close()
	p := &pass{crew: j.crew, source: s, seen: j.seen, write: out.write, live: &j.live, failed: j.pageFailed}
	if err := p.run(ctx); err != nil {
		return err
	}
	out.hashes = p.hashes
	note.Counters = p.counts
	return nil
}

// finished counts an input whose output is complete.
func (j *Job) finished(note *Note) {
	j.live.update(func(p *Progress) { p.Finished++ })
	j.mu.Lock()
	defer j.mu.Unlock()
	j.report.ThisRun.Add(&note.Counters)
}

// open opens the source that an input is.
func (j *Job) open(in *input, note *Note) (source, func() error, error) {
	none := func() error { return nil }
	if in.pages != nil {
		failed := func(path string, err error) {
			j.damaged(note, Defect{File: path, Kind: unreadable, Detail: field(err.Error(), maxField)})
		}
		return newFolder(in.pages, &j.Config, failed), none, nil
	}
	file, stop := os.Stdin, none
	if in.path != Stdin {
		var err error
		if file, err = os.Open(in.path); err != nil {
			return nil, nil, err
		}
		stop = file.Close
	}
	info, err := file.Stat()
	if err != nil {
		stop()
		return nil, nil, err
	}
	j.live.update(func(p *Progress) { p.Size += note.InputBytes })
	counted := &countedFile{File: file, tell: func(n int) {
		j.live.update(func(p *Progress) { p.Read += int64(n) })
	}}
	return j.archive(counted, info.ModTime(), note), stop, nil
}

// archive returns the source that an archive is.
func (j *Job) archive(in io.Reader, modTime time.Time, note *Note) *archive {
	a := newArchive(note.Input, in, modTime, &j.Config)
	a.report = func(d *warc.Damage) { j.damaged(note, newDefect(note.Input, d)) }
	a.failed = j.pageFailed
	return a
}

// damaged notes and logs a piece of damage.
func (j *Job) damaged(note *Note, d Defect) {
	j.live.update(func(p *Progress) { p.Damage++ })
	if len(note.Damage) == maxDefects {
		return
	}
	note.Damage = append(note.Damage, d)
	j.Log.Warn("damage", "file", d.File, "entry", d.Entry, "offset", d.Offset, "inner", d.Inner, "lost", d.Lost, "kind", d.Kind, "detail", d.Detail)
}

// pageFailed logs a page that could not be cleaned.
func (j *Job) pageFailed(f *fetched, outcome Outcome, err error) {
	level := slog.LevelDebug // there are many of them that are no HTML
	if outcome == Panicked || outcome == Stuck {
		level = slog.LevelError
	}
	j.Log.Log(context.Background(), level, "page failed", "outcome", outcome.String(), "url", f.from.URL, "file", f.from.File, "offset", f.from.Offset, "error", err)
}

// conclude sums up the notes and writes the manifest, which has them all.
func (j *Job) conclude(mine []*input, notes []*Note) error {
	var manifest bytes.Buffer
	for _, note := range notes {
		if note == nil {
			continue
		}
		j.report.add(note)
		line, err := json.Marshal(note)
		if err != nil {
			return err
		}
		manifest.Write(append(line, '\n'))
	}
	if j.Folder == "" {
		return wrapOutput(j.whole.Close())
	}
	return wrapOutput(writeFile(filepath.Join(j.Folder, "manifest"+j.Shard.name()+".jsonl"), manifest.Bytes()))
}

func wrapOutput(err error) error {
	if err == nil {
		return nil
	}
	return &outputError{err}
}
