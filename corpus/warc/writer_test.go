package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/dict"
)

// writeAll writes n records of several types.
func writeAll(t testing.TB, out io.Writer, o WriterOptions, n int) []Written {
	t.Helper()
	w, err := NewWriter(out, o)
	if err != nil {
		t.Fatal(err)
	}
	info, err := w.WriteWarcinfo("a.warc", []Field{{"software", "test"}, {"format", "WARC File Format 1.1"}})
	if err != nil {
		t.Fatal(err)
	}
	all := []Written{info}
	for i := range n {
		h := testHeader(i)
		written, err := w.Write(h, testBlock(i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, written)
	}
	return all
}

var testTypes = []struct{ name, contentType string }{
	{TypeResponse, "application/http; msgtype=response"},
	{TypeResource, "text/html"},
	{TypeConversion, "text/plain"},
	{TypeMetadata, "application/warc-fields"},
}

func testHeader(i int) Header {
	kind := testTypes[i%len(testTypes)]
	return Header{
		Type: kind.name, ContentType: kind.contentType,
		TargetURI: fmt.Sprintf("https://example.com/a page/%d", i),
		Date:      time.Date(2024, 2, 29, 12, 0, i%60, 0, time.UTC),
		Fields:    []Field{{"WARC-Truncated", "length"}},
	}
}

func testBlock(i int) []byte {
	text := strings.Repeat(fmt.Sprintf("<p>This is paragraph %d of a page.</p>\n", i), i%50)
	if i%len(testTypes) == 0 {
		return []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + text)
	}
	return []byte(text)
}

// dictionary returns a dictionary for the blocks of the tests.
func dictionary(t testing.TB) []byte {
	t.Helper()
	var samples [][]byte
	for i := range 200 {
		samples = append(samples, testBlock(i+10))
	}
	b, err := dict.BuildZstdDict(samples, dict.Options{MaxDictSize: 4096, HashBytes: 6, ZstdDictID: 77})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestWriter: the reader finds what was written, where it was written.
func TestWriter(t *testing.T) {
	for name, o := range map[string]WriterOptions{
		"plain":           {Compression: Plain},
		"gzip":            {Compression: Gzip},
		"zstd":            {Compression: Zstd},
		"zstd dictionary": {Compression: Zstd, Dictionary: dictionary(t)},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			const n = 300
			written := writeAll(t, &out, o, n)
			checkPartition(t, name, out.Bytes())
			r := NewReader(&out)
			for i := range n + 1 {
				rec, err := r.Next()
				if err != nil {
					t.Fatalf("record %d: %v", i, err)
				}
				if i > 0 {
					checkWritten(t, rec, i-1, written[0].ID)
				}
				if err := rec.Close(); err != nil {
					t.Fatal(err)
				}
				at := Written{rec.ID, rec.Offset, rec.Length}
				if at != written[i] || rec.Inner != 0 {
					t.Fatalf("record %d: at %v; written at %v", i, at, written[i])
				}
			}
			if _, err := r.Next(); err != io.EOF {
				t.Errorf("at the end: %v", err)
			}
		})
	}
}

// checkWritten compares a record with what was written.
func checkWritten(t *testing.T, rec *Record, i int, warcinfo string) {
	t.Helper()
	h, block := testHeader(i), testBlock(i)
	got, err := io.ReadAll(rec)
	if err != nil || !bytes.Equal(got, block) {
		t.Fatalf("record %d: block %.60q, error %v; want %.60q", i, got, err, block)
	}
	if rec.Type != h.Type || rec.TargetURI != h.TargetURI || !rec.Date.Equal(h.Date) ||
		rec.ContentType != h.ContentType || rec.Truncated != "length" || rec.Version != "1.1" {
		t.Fatalf("record %d: %+v; want %+v", i, rec, h)
	}
	if d := rec.Get("warc-block-digest"); d != Digest(block) {
		t.Errorf("record %d: digest %s; want %s", i, d, Digest(block))
	}
	payload := Digest(block)
	switch rec.Type {
	case TypeResponse:
		payload = Digest(block[bytes.Index(block, []byte("\r\n\r\n"))+4:])
	case TypeMetadata:
		payload = ""
	}
	if d := rec.Get("WARC-Payload-Digest"); d != payload {
		t.Errorf("record %d: payload digest %q; want %q", i, d, payload)
	}
	if id := rec.Get("WARC-Warcinfo-ID"); id != "<"+warcinfo+">" {
		t.Errorf("record %d: warcinfo %s; want %s", i, id, warcinfo)
	}
}

func TestDigest(t *testing.T) {
	// The digest of nothing, as countless archives have it.
	if got, want := Digest(nil), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
}

// TestWriterErrors: an error of the disk is returned, at once and ever after.
func TestWriterErrors(t *testing.T) {
	full := errors.New("disk full")
	for _, c := range []Compression{Plain, Gzip, Zstd} {
		for room := range 600 {
			w, err := NewWriter(&disk{room: room, err: full}, WriterOptions{Compression: c})
			if err != nil {
				t.Fatal(err)
			}
			h := Header{Type: TypeResource, TargetURI: "https://example.com/", ContentType: "text/plain"}
			block := make([]byte, 300)
			for err == nil {
				_, err = w.Write(h, block)
			}
			if !errors.Is(err, full) {
				t.Fatalf("compression %d, room %d: %v", c, room, err)
			}
			if _, again := w.Write(h, block); again != err {
				t.Fatalf("then: %v", again)
			}
		}
	}
}

// A disk has room for so many bytes.
type disk struct {
	room int
	err  error
}

func (d *disk) Write(p []byte) (int, error) {
	n := min(len(p), d.room)
	d.room -= n
	if n < len(p) {
		return n, d.err
	}
	return n, nil
}

// TestWriterRefuses: what would make a file that cannot be read is refused, and
// the file stays as it was.
func TestWriterRefuses(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []Header{
		{Type: "a\nb"},
		{Type: TypeResource, TargetURI: "https://example.com/\r\nX: y"},
		{Type: TypeResource, Fields: []Field{{"A:B", "c"}}},
		{Type: TypeResource, Fields: []Field{{"", "c"}}},
		{Type: TypeResource, Fields: []Field{{"content-length", "3"}}},
	} {
		if _, err := w.Write(h, nil); err == nil || out.Len() > 0 {
			t.Errorf("%+v: error %v, %d bytes written", h, err, out.Len())
		}
	}
	if _, err := w.Write(Header{Type: TypeResource}, nil); err != nil {
		t.Errorf("after that: %v", err)
	}
	for _, length := range []int64{4, 6} {
		w, _ := NewWriter(io.Discard, WriterOptions{})
		if _, err := w.WriteFrom(Header{Type: TypeResource}, length, strings.NewReader("12345")); err == nil {
			t.Errorf("5 bytes were written as %d", length)
		}
	}
	if _, err := NewWriter(io.Discard, WriterOptions{Dictionary: []byte("x")}); err == nil {
		t.Error("a dictionary was accepted for gzip")
	}
}
