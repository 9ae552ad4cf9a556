package corpus

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
)

// TestHostilePages: pages that are made to hurt go through all methods, with
// Markdown and metadata, into every kind of format; none of them fails, and no
// output is much larger than its page.
func TestHostilePages(t *testing.T) {
	var all []madeRecord
	size := 0
	add := func(name string, body []byte) {
		all = append(all, response("http://example.com/"+name, "200 OK\r\nContent-Type: text/html", string(body), Written))
		size += len(body)
	}
	for _, s := range hostile.Shapes {
		add(s.Name, s.Page(s.N/20+1))
	}
	for name, body := range hostile.OddPages {
		add(name, []byte(body))
	}
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, path, all)
	for _, test := range []struct {
		format   string
		markdown bool
	}{{"jsonl", true}, {"vertical", false}, {"parquet", true}, {"wet", false}} {
		c := config(t, test.format, MethodNames()...)
		c.Markdown, c.Metadata = test.markdown, true
		out, report := run(t, c, path)
		got := report.Total.Outcomes
		if report.Total.Records != int64(len(all)) || got.Total() != int64(len(all)) {
			t.Errorf("%s: %d of %d records", test.format, report.Total.Records, len(all))
		}
		for o := BadMessage; o <= Panicked; o++ {
			if got[o] != 0 && o != NotHTML {
				t.Errorf("%s: %d pages %v", test.format, got[o], o)
			}
		}
		if test.format == "jsonl" {
			checkCounters(t, out, &report.Total)
		}
		if len(out) > 12*size { // three methods, and the escapes of JSON and of Markdown
			t.Errorf("%s: %d bytes from pages of %d", test.format, len(out), size)
		}
		if bytes.Contains(out, []byte("\x1b")) && test.format != "parquet" {
			t.Errorf("%s has control characters", test.format)
		}
	}
}
