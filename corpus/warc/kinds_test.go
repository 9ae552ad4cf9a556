package warc

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestWET: the text of Common Crawl comes as conversion records, its metadata
// (WAT) as metadata records.
func TestWET(t *testing.T) {
	var out bytes.Buffer
	w, _ := NewWriter(&out, WriterOptions{})
	if _, err := w.WriteWarcinfo("CC-MAIN.warc.wet.gz", []Field{{"format", "WARC File Format 1.0"}}); err != nil {
		t.Fatal(err)
	}
	const text = "A title\nThe text of the page – in UTF-8.\n"
	page := Header{Type: TypeConversion, TargetURI: "http://example.com/", ContentType: "text/plain",
		Fields: []Field{{"WARC-Refers-To", "<urn:uuid:1>"}, {"WARC-Identified-Content-Language", "eng"}}}
	wat := Header{Type: TypeMetadata, TargetURI: "http://example.com/", ContentType: "application/json"}
	for range 2 {
		if _, err := w.Write(page, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(wat, []byte(`{"Envelope":{}}`)); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(&out)
	var got []string
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(rec)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, rec.Type)
		if rec.Type == TypeConversion && (string(b) != text || rec.ContentType != "text/plain" || rec.Get("warc-identified-content-language") != "eng") {
			t.Errorf("%+v: %q", rec, b)
		}
	}
	if fmt.Sprint(got) != "[warcinfo conversion metadata conversion metadata]" {
		t.Errorf("records %v", got)
	}
}

// TestSegments: the parts of a record in segments come one by one, and say
// which part they are.
func TestSegments(t *testing.T) {
	first := text("WARC-Type: response\r\nWARC-Record-ID: <urn:1>\r\nWARC-Segment-Number: 1\r\nContent-Type: application/http\r\n",
		"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Hel")
	second := text("WARC-Type: continuation\r\nWARC-Record-ID: <urn:2>\r\nWARC-Segment-Origin-ID: <urn:1>\r\n"+
		"WARC-Segment-Number: 2\r\nWARC-Segment-Total-Length: 56\r\n", "lo, world")
	r := NewReader(strings.NewReader(first + second))
	var whole strings.Builder
	for i := 1; ; i++ {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil || rec.Segment != i {
			t.Fatalf("segment %d: %+v, error %v", i, rec, err)
		}
		if _, err := io.Copy(&whole, rec); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.HasSuffix(whole.String(), "<p>Hello, world") {
		t.Errorf("%q", whole.String())
	}
}

// TestClose: a record that was closed gives nothing more, nor does one whose
// successor has been read.
func TestClose(t *testing.T) {
	one := text("WARC-Type: resource\r\n", "one")
	r := NewReader(strings.NewReader(one + one + one))
	first, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if n, err := first.Read(make([]byte, 9)); n != 0 || err != io.EOF {
		t.Errorf("after Close: %d bytes, error %v", n, err)
	}
	second, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := first.Read(make([]byte, 9)); n != 0 || err != errStale {
		t.Errorf("of an earlier record: %d bytes, error %v", n, err)
	}
	if first.Close() == nil {
		t.Error("of an earlier record: no error of Close")
	}
	if b, err := io.ReadAll(second); string(b) != "one" || err != nil {
		t.Errorf("block %q, error %v", b, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Next(); err == nil || err == io.EOF {
		t.Errorf("after Close of the reader: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if n, err := second.Read(make([]byte, 9)); n != 0 || err == nil {
		t.Errorf("block after Close of the reader: %d bytes, error %v", n, err)
	}
}
