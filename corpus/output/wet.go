package output

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed42075109/justext/corpus/warc"
)

// wet writes WET: WARC files of conversion records, which hold the text of the
// responses that they refer to.
type wet struct {
	w    *warc.Writer
	text []byte
}

func newWET(out io.Writer, o Options) (recordWriter, error)     { return openWET(out, o, warc.Plain) }
func newWETGzip(out io.Writer, o Options) (recordWriter, error) { return openWET(out, o, warc.Gzip) }

// epoch is the date of what has none: the writer of WARC would take the present
// time.
var epoch = time.Unix(0, 0)

func openWET(out io.Writer, o Options, c warc.Compression) (recordWriter, error) {
	w, err := warc.NewWriter(out, warc.WriterOptions{Compression: c})
	if err != nil {
		return nil, err
	}
	info := fmt.Sprintf("format: WARC File Format 1.1\r\ndescription: text extracted from web pages, schema %d\r\n", Schema)
	if o.Description != "" {
		info += "software: " + headerValue(o.Description) + "\r\n"
	}
	_, err = w.Write(warc.Header{
		Type: warc.TypeWarcinfo, Date: epoch, ID: "urn:uuid:" + uuid(strings.Repeat("0", 32)),
		ContentType: "application/warc-fields",
	}, []byte(info))
	return &wet{w: w}, err
}

func (w *wet) write(r *Record) error {
	h := warc.Header{
		Type: warc.TypeConversion, TargetURI: headerValue(r.URL), Date: r.Date, ID: "urn:uuid:" + uuid(r.ID),
		ContentType: "text/plain; charset=utf-8",
	}
	if r.Markdown {
		h.ContentType = "text/markdown; charset=utf-8"
	}
	if r.date() == "" {
		h.Date = epoch
	}
	for _, f := range []warc.Field{
		{Name: "WARC-Refers-To", Value: bracketed(r.RecordID)},
		{Name: "WARC-Identified-Content-Language", Value: r.Lang},
		{Name: "X-Extraction-Method", Value: r.Method},
		{Name: "X-Title", Value: r.Title},
		{Name: "X-Truncated", Value: r.Truncated},
	} {
		if f.Value = headerValue(f.Value); f.Value != "" {
			h.Fields = append(h.Fields, f)
		}
	}
	w.text = append(appendFolded(w.text[:0], r.Text), '\n')
	_, err := w.w.Write(h, w.text)
	return err
}

func (w *wet) close() error { return nil }

// uuid returns 32 hexadecimal digits in the form of a UUID of version 8, which
// is for identifiers of a program's own making (RFC 9562, 5.8).
func uuid(id string) string {
	if len(id) != 32 {
		return id
	}
	return id[:8] + "-" + id[8:12] + "-8" + id[13:16] + "-8" + id[17:20] + "-" + id[20:]
}

func bracketed(id string) string {
	if id == "" {
		return ""
	}
	return "<" + id + ">"
}

// headerValue returns s as the value of a field of WARC: on one line, and
// without control characters, which are percent-encoded.
func headerValue(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !unprintable(r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// unprintable reports whether r is a control character or ends a line in some
// program.
func unprintable(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029
}
