package corpus

import (
	"time"

	"github.com/seed42075109/justext/corpus/output"
)

// reportSchema is the version of the report.
const reportSchema = 1

// A Report says what has become of a job.
type Report struct {
	Schema   int       `json:"schema"`
	Settings string    `json:"settings"`
	Began    time.Time `json:"began"`
	Seconds  float64   `json:"seconds"`
	Error    string    `json:"error,omitempty"` // why the job did not come to its end

	Inputs  int       `json:"inputs"`  // of this shard
	Done    int       `json:"done"`    // by this run and earlier ones
	Skipped int       `json:"skipped"` // done by earlier runs
	Failed  []Failure `json:"failed,omitempty"`

	Total   Counters `json:"total"`    // of all inputs that are done; if the job came to its end
	ThisRun Counters `json:"this_run"` // of those that this run has done
	Damage  []Defect `json:"damage,omitempty"`

	Stages []Stage `json:"stages,omitempty"` // of this run
}

// maxReported is how many defects a report lists.
const maxReported = 10_000

// A Failure says why an input could not be read.
type Failure struct {
	Input string `json:"input"`
	Error string `json:"error"`
}

// A Stage says how fast a stage of this run was: bytes of pages, by the time
// that its goroutines have worked.
type Stage struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	MBps    float64 `json:"mb_per_second"`
}

// Complete reports whether every input was read to its end without damage.
func (r *Report) Complete() bool {
	return r.Error == "" && len(r.Failed) == 0 && len(r.Total.Damage) == 0
}

// add adds the note of an input.
func (r *Report) add(n *Note) {
	r.Total.Add(&n.Counters)
	r.Damage = append(r.Damage, n.Damage[:min(len(n.Damage), maxReported-len(r.Damage))]...)
}

// finish fills in the figures of the run.
func (r *Report) finish(took time.Duration, p Progress) {
	r.Seconds = took.Seconds()
	r.Inputs, r.Done, r.Skipped = p.Inputs, p.Finished, p.Skipped
	for _, s := range []struct {
		name string
		took time.Duration
	}{{"read", p.Times.Read}, {"clean", p.Times.Clean}, {"write", p.Times.Write}, {"all", took}} {
		stage := Stage{Name: s.name, Seconds: s.took.Seconds()}
		if s.took > 0 {
			stage.MBps = float64(p.PageBytes) / 1e6 / s.took.Seconds()
		}
		r.Stages = append(r.Stages, stage)
	}
}

// An outputFile is where the records of an input go.
type outputFile struct {
	*output.Writer
	hashes []hashes // of the texts
}

func newOutputFile(out interface{ Write([]byte) (int, error) }, c *Config) (*outputFile, error) {
	w, err := c.Format.NewWriter(out, c.Options)
	if err != nil {
		return nil, &outputError{err}
	}
	return &outputFile{Writer: w}, nil
}

// write writes a record.
func (f *outputFile) write(r *rowResult) error {
	if r.encoded != nil {
		return f.WriteEncoded(r.encoded)
	}
	return f.Write(r.record)
}
