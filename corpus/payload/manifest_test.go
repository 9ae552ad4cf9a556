package payload_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/seed42075109/justext/corpus/internal/archives"
	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/corpus/warc"
)

// TestManifest reads every archive of the folder and compares the numbers of
// records, responses and pages, and whether damage is reported, with the
// manifest.
func TestManifest(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range archives.Manifest(t) {
		if !strings.HasPrefix(f.Format, "warc") && !strings.HasPrefix(f.Format, "arc") && f.Format != "wacz" && f.Format != "lz4" {
			continue
		}
		want := f.Counts
		if f.Format == "lz4" {
			want, f.Defect = uncompressed(t, f.Name), ""
		}
		got, damage := count(t, f.Path)
		broken := len(damage) > 0
		known, ok := differences[f.Name]
		seen[f.Name] = true
		switch {
		case !ok && (got != want || broken != (f.Defect != "")):
			t.Errorf("%s: %+v, damage %v; manifest: %+v, %q", f.Name, got, damage, want, f.Defect)
		case ok && got == want && broken == (f.Defect != ""):
			t.Errorf("%s: no longer differs: %+v", f.Name, got)
		case ok && (got != known.counts || broken != known.broken):
			t.Errorf("%s: %+v, damage %v; known difference: %+v", f.Name, got, damage, known)
		}
	}
	for name := range differences {
		if !seen[name] {
			t.Errorf("%s: known difference of a file that is not there", name)
		}
	}
}

// uncompressed returns the counts of the file with the same records.
func uncompressed(t *testing.T, name string) archives.Counts {
	for _, f := range archives.Manifest(t) {
		if f.Name == strings.TrimSuffix(name, ".lz4") {
			return f.Counts
		}
	}
	t.Fatalf("%s: no file without .lz4", name)
	return archives.Counts{}
}

// count reads an archive.
func count(t *testing.T, path string) (n archives.Counts, damage []*warc.Damage) {
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r := warc.NewReader(in)
	defer r.Close()
	d := payload.NewDecoder(payload.DefaultLimits())
	for {
		rec, err := r.Next()
		var found *warc.Damage
		switch {
		case err == io.EOF:
			return n, damage
		case errors.As(err, &found):
			damage = append(damage, found)
			continue
		case err != nil:
			t.Fatalf("%s: %v", path, err)
		}
		n.Records++
		if rec.Type != warc.TypeResponse {
			continue
		}
		n.Response++
		msg, err := d.Open(rec)
		if err != nil {
			t.Fatalf("%s: record at %d: %v", path, rec.Offset, err)
		}
		if msg.Proto == "" || msg.Stated != "text/html" && msg.Stated != "application/xhtml+xml" {
			continue
		}
		n.HTML++
		if msg.Status == 200 {
			n.OK++
		}
	}
}

// A difference is what this reader finds where it is more patient than the one
// that made the manifest, which stops at the first thing it cannot follow.
type difference struct {
	counts archives.Counts
	broken bool
	reason string
}

var differences = map[string]difference{
	"arc/hello-world2.arc": {archives.Counts{Records: 2, Response: 1}, true,
		"the file description declares one byte too many, the first of the next header line"},
	"arc/bad.arc": {archives.Counts{Records: 1, Response: 1}, true,
		"one header line, after those with bad lengths, is well formed"},
	"arc/test-arc-1.0-invalid-fields.arc": {archives.Counts{Records: 1, Response: 1, HTML: 1, OK: 1}, true,
		"the page after the bad file description is found"},
	"jhove/invalid-warcfile-lonely-request-response-resource-conversion.warc": {archives.Counts{Records: 4, Response: 1}, true,
		"a record without a length goes on to the next one"},
	"jhove/invalid-warcfile-lonely-warcinfo-metadata.warc": {archives.Counts{Records: 2}, true,
		"a record without a length goes on to the next one"},
	"jhove/invalid-warcheaderfieldpolicy-2.warc": {archives.Counts{Records: 1}, true,
		"the file ends without the blank lines after its record: it may be cut"},
	"jhove/invalid-warcheaderfieldpolicy-9.warc": {archives.Counts{Records: 1}, true,
		"the file ends without the blank lines after its record: it may be cut"},
	"jhove/invalid-warcheaderfieldpolicy-10.warc": {archives.Counts{Records: 1}, true,
		"the file ends without the blank lines after its record: it may be cut"},
	"jhove/invalid-warcheaderversion-20.warc": {archives.Counts{}, true,
		"a blank line without a record is reported"},
	"jhove/invalid-warcrecord-1.warc": {archives.Counts{Records: 6}, true,
		"a record without a length goes on to the next one"},
	"jhove/invalid-warcrecord-3.warc": {archives.Counts{Records: 6, Response: 6}, true,
		"records after one that declares too great a length are found"},
	"warc/example-bad-length.warc": {archives.Counts{Records: 6, Response: 1, HTML: 1, OK: 1}, true,
		"records after one that declares too small a length are found"},
	"warc/example-trunc.warc": {archives.Counts{Records: 4, Response: 1, HTML: 1, OK: 1}, true,
		"records after one that declares too small a length are found"},
}
