package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed42075109/justext/corpus/output"
	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/corpus/warc"
)

// A fetched is a page on its way through the stages: what a source has read, and
// what a worker makes of it.
type fetched struct {
	from        output.Record // the fields that say where the page comes from
	body        []byte
	contentType string    // for the method
	plain       bool      // plain text, to which no method is applied
	crawled     time.Time // when the page was taken, at the latest

	result  result
	started time.Time
	state   state
	done    chan struct{} // closed when there is a result
}

// A source reads the records of one input. next returns the next page, io.EOF
// at the end, or the error because of which the input cannot be read any
// further. It counts the records that are not taken.
type source interface {
	next(f *fetched) error
	counters() *Counters
	close() error
}

// An archive is the source that a web archive is.
type archive struct {
	path    string
	r       *warc.Reader
	decoder *payload.Decoder
	filter  *Filter
	counts  Counters
	modTime time.Time
	limits  payload.Limits
	report  func(*warc.Damage)
	failed  func(*fetched, Outcome, error)
}

func newArchive(path string, in io.Reader, modTime time.Time, c *Config) *archive {
	limits := c.Payload
	limits.MaxBody = c.MaxBody
	return &archive{path: path, r: warc.NewReader(in), decoder: payload.NewDecoder(limits), limits: limits, filter: &c.Filter, modTime: modTime}
}

func (a *archive) counters() *Counters { return &a.counts }
func (a *archive) close() error        { return a.r.Close() }

func (a *archive) next(f *fetched) error {
	for {
		rec, err := a.r.Next()
		var damage *warc.Damage
		switch {
		case errors.As(err, &damage):
			a.counts.Damage.Add(damage.Kind.String(), 1)
			a.report(damage)
			continue
		case err != nil:
			return err
		}
		outcome := a.open(rec, f)
		rec.Close() // the damage is reported by Next
		a.counts.ArchiveBytes += rec.Size
		if outcome == 0 {
			f.from.Length = rec.Length
			return nil
		}
		a.counts.count(outcome)
	}
}

// open reads the page in a record and returns 0, or why there is none. A panic
// of a decoder is an outcome.
func (a *archive) open(rec *warc.Record, f *fetched) (outcome Outcome) {
	defer func() {
		if v := recover(); v != nil {
			outcome = Panicked
			a.decoder = payload.NewDecoder(a.limits)
			f.from = output.Record{URL: field(rec.TargetURI, maxURL), File: a.path, Entry: rec.Entry, Offset: rec.Offset}
			a.failed(f, Panicked, fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
		}
	}()
	m, err := a.decoder.Open(rec)
	if err != nil {
		return BadMessage
	}
	if m.Proto != "" {
		a.counts.addStatus(m.Status)
	}
	if outcome := a.filter.message(m, rec.TargetURI); outcome != 0 {
		return outcome
	}
	f.body, err = readAll(f.body[:0], m)
	f.contentType = m.ContentType
	f.plain = m.Class == payload.Conversion || m.MIME == mimePlain
	if f.crawled = rec.Date; f.crawled.IsZero() {
		f.crawled = a.modTime
	}
	f.from = output.Record{
		URL: field(rec.TargetURI, maxURL), Date: rec.Date, RecordID: field(rec.ID, maxField), File: a.path, Entry: rec.Entry,
		Offset: rec.Offset, Inner: rec.Inner, PayloadDigest: field(rec.Get("WARC-Payload-Digest"), maxField),
		Status: m.Status, ContentType: field(m.ContentType, maxField), PageBytes: int64(len(f.body)),
		Truncated: truncated(rec, err),
	}
	return 0
}

// truncated returns why the page of a record is not whole; err is the error of
// reading it.
func truncated(rec *warc.Record, err error) string {
	var reasons []string
	if rec.Truncated != "" {
		reasons = append(reasons, "crawler")
	}
	if rec.Segment > 0 {
		reasons = append(reasons, "segment")
	}
	var limit *payload.LimitError
	var coding *payload.CodingError
	switch {
	case errors.As(err, &limit):
		reasons = append(reasons, "max-body")
	case errors.As(err, &coding):
		reasons = append(reasons, "encoding")
	case err != nil:
		reasons = append(reasons, "damage")
	}
	return strings.Join(reasons, ",")
}

// readAll appends what r has to b. It returns nil at the end.
func readAll(b []byte, r io.Reader) ([]byte, error) {
	if cap(b) == 0 {
		b = make([]byte, 0, 64<<10)
	}
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}

// The most bytes that a field of a record has.
const (
	maxURL   = 16 << 10
	maxField = 4 << 10
	maxList  = 100 // values of a list
)

// field returns s cut to at most limit bytes and in valid UTF-8.
func field(s string, limit int) string {
	if len(s) > limit {
		for limit > 0 && !utf8.RuneStart(s[limit]) {
			limit--
		}
		s = s[:limit]
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// identifier returns the ID of the record of a page that a method gives: a hash
// of where the page stands and of the method's name.
func identifier(r *output.Record, method string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%d\x00%s", r.File, r.Entry, r.Offset, r.Inner, method))
	return hex.EncodeToString(sum[:16])
}
