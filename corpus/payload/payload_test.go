package payload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"github.com/seed42075109/justext/corpus/warc"
)

const page = "<!DOCTYPE html>\n<title>A page</title>\n<p>Some text with an é.</p>\n"

// encoders make the content encodings.
var encoders = map[string]func(io.Writer) io.WriteCloser{
	"gzip":     func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate":  func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"bare":     func(w io.Writer) io.WriteCloser { z, _ := flate.NewWriter(w, 6); return z },
	"br":       func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	"zstd":     func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w, zstd.WithWindowSize(1<<20)); return z },
	"identity": func(w io.Writer) io.WriteCloser { return nopCloser{w} },
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// encode returns s in the given encodings, applied one after the other.
func encode(t testing.TB, s string, names ...string) string {
	t.Helper()
	for _, name := range names {
		var b bytes.Buffer
		z := encoders[name](&b)
		if _, err := io.WriteString(z, s); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		s = b.String()
	}
	return s
}

// chunk returns s in chunks of n bytes.
func chunk(s string, n int) string {
	var b strings.Builder
	for len(s) > 0 {
		m := min(n, len(s))
		fmt.Fprintf(&b, "%x;a=b\r\n%s\r\n", m, s[:m])
		s = s[m:]
	}
	b.WriteString("0\r\nTrailer: x\r\n\r\n")
	return b.String()
}

// record returns a reader's record with the block given.
func record(t testing.TB, h warc.Header, block string) *warc.Record {
	t.Helper()
	var out bytes.Buffer
	w, err := warc.NewWriter(&out, warc.WriterOptions{Compression: warc.Plain})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(h, []byte(block)); err != nil {
		t.Fatal(err)
	}
	rec, err := warc.NewReader(&out).Next()
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// response returns a record of an HTTP response.
func response(t testing.TB, block string) *warc.Record {
	return record(t, warc.Header{Type: "response", TargetURI: "http://example.com/", ContentType: "application/http; msgtype=response"}, block)
}

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"

// TestBody: bodies in every encoding, and such as are not what their head says.
func TestBody(t *testing.T) {
	long := strings.Repeat(page, 5000)
	for _, test := range []struct {
		name, block, body string
		notes             Notes
	}{
		{"plain", head + "\r\n" + page, page, 0},
		{"LF only", "HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + page, page, 0},
		{"empty", head + "\r\n", "", 0},
		{"length too small", head + "Content-Length: 5\r\n\r\n" + page, page, WrongLength},
		{"length too great", head + "Content-Length: 5000\r\n\r\n" + page, page, WrongLength},
		{"no blank line", head + page, page, NoBlankLine},
		{"line that is no field", head + "monkeys\r\n\r\n" + page, page, BadField},
		{"gzip", head + "Content-Encoding: gzip\r\n\r\n" + encode(t, long, "gzip"), long, 0},
		{"x-gzip", head + "content-encoding:  X-GZIP\r\n\r\n" + encode(t, page, "gzip"), page, 0},
		{"gzip in two members", head + "Content-Encoding: gzip\r\n\r\n" + encode(t, page, "gzip") + encode(t, page, "gzip"), page + page, 0},
		{"deflate", head + "Content-Encoding: deflate\r\n\r\n" + encode(t, long, "deflate"), long, 0},
		{"short deflate", head + "Content-Encoding: deflate\r\n\r\n" + encode(t, "a", "deflate"), "a", 0},
		{"bare deflate", head + "Content-Encoding: deflate\r\n\r\n" + encode(t, long, "bare"), long, 0},
		{"short bare deflate", head + "Content-Encoding: deflate\r\n\r\n" + encode(t, "<p>a", "bare"), "<p>a", 0},
		{"brotli", head + "Content-Encoding: br\r\n\r\n" + encode(t, long, "br"), long, 0},
		{"short brotli", head + "Content-Encoding: br\r\n\r\n" + encode(t, "a", "br"), "a", 0},
		{"zstd", head + "Content-Encoding: zstd\r\n\r\n" + encode(t, long, "zstd"), long, 0},
		{"two in one field", head + "Content-Encoding: br, gzip\r\n\r\n" + encode(t, long, "br", "gzip"), long, 0},
		{"two fields", head + "Content-Encoding: deflate\r\nContent-Encoding: zstd\r\n\r\n" + encode(t, long, "deflate", "zstd"), long, 0},
		{"twice the same", head + "Content-Encoding: gzip, gzip\r\n\r\n" + encode(t, long, "gzip", "gzip"), long, 0},
		{"said twice, done once", head + "Content-Encoding: gzip, gzip\r\n\r\n" + encode(t, long, "gzip"), long, NotEncoded},
		{"identity", head + "Content-Encoding: identity\r\n\r\n" + page, page, 0},
		{"gzip that is not", head + "Content-Encoding: gzip\r\n\r\n" + page, page, NotEncoded},
		{"deflate that is not", head + "Content-Encoding: deflate\r\n\r\n" + long, long, NotEncoded},
		{"short deflate that is not", head + "Content-Encoding: deflate\r\n\r\nbad", "bad", NotEncoded},
		{"brotli that is not", head + "Content-Encoding: br\r\n\r\n" + page, page, NotEncoded},
		{"zstd that is not", head + "Content-Encoding: zstd\r\n\r\n" + page, page, NotEncoded},
		{"empty gzip", head + "Content-Encoding: gzip\r\n\r\n", "", NotEncoded},
		{"unknown", head + "Content-Encoding: sdch\r\n\r\n" + page, page, UnknownCoding},
		{"chunked", head + "Transfer-Encoding: chunked\r\n\r\n" + chunk(long, 1000), long, 0},
		{"large chunks", head + "Transfer-Encoding: chunked\r\n\r\n" + chunk(long, 100_000), long, 0},
		{"chunks of nothing", head + "Transfer-Encoding: chunked\r\n\r\n" + chunk("", 1), "", 0},
		{"chunked and gzip", head + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n" + chunk(encode(t, long, "gzip"), 100), long, 0},
		{"transfer gzip", head + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunk(encode(t, long, "gzip"), 100), long, 0},
		{"chunks with LF", head + "Transfer-Encoding: chunked\r\n\r\n4\nabcd\n0\n\n", "abcd", 0},
		{"chunk size with spaces", head + "Transfer-Encoding: chunked\r\n\r\n4   \r\nabcd\r\n0\r\n\r\n", "abcd", 0},
		{"chunked that is not", head + "Transfer-Encoding: chunked\r\n\r\n" + page, page, NotChunked},
		{"text like a chunk", head + "Transfer-Encoding: chunked\r\n\r\nabc\n" + long, "abc\n" + long, NotChunked},
		{"broken chunks", head + "Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\nrest", "abcd\r\nrest", BadChunk},
		{"chunk size beyond all measure", head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\nabc", "ffffffffffffffffffff\r\nabc", NotChunked},
		{"no head", page, page, NoHead},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := NewDecoder(DefaultLimits())
			for range 2 { // a decoder that is used again does the same
				m, err := d.Open(response(t, test.block))
				if err != nil {
					t.Fatal(err)
				}
				b, err := io.ReadAll(m)
				if err != nil || string(b) != test.body {
					t.Errorf("%d bytes %.100q, error %v; want %d bytes %.100q", len(b), b, err, len(test.body), test.body)
				}
				if notes := m.Notes &^ NoType; notes != test.notes {
					t.Errorf("notes %v; want %v", notes, test.notes)
				}
			}
		})
	}
}

// TestBrokenBody: of a body that is cut or damaged, what comes before is read,
// and the error says what is wrong.
func TestBrokenBody(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "<p>Paragraph %d of %x.</p>\n", i, i*i*i)
	}
	for _, name := range []string{"gzip", "deflate", "bare", "br", "zstd", "chunked"} {
		coded := chunk(text.String(), 1000)
		field := "Transfer-Encoding: chunked\r\n\r\n"
		if name != "chunked" {
			coded = encode(t, text.String(), name)
			field = "Content-Encoding: " + strings.Replace(name, "bare", "deflate", 1) + "\r\n\r\n"
		}
		m, err := NewDecoder(DefaultLimits()).Open(response(t, head+field+coded[:len(coded)/2]))
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(m)
		var broken *CodingError
		if !errors.As(err, &broken) || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: error %v", name, err)
		}
		if len(b) < text.Len()/5 || !strings.HasPrefix(text.String(), string(b)) {
			t.Errorf("%s: %d of %d bytes before the cut", name, len(b), text.Len())
		}
		if _, again := m.Read(make([]byte, 1)); again != err {
			t.Errorf("%s: then error %v", name, again)
		}
	}
}

// TestLimits: each limit is kept to and named.
func TestLimits(t *testing.T) {
	bomb := encode(t, strings.Repeat("\n", 10<<20), "gzip")
	for _, test := range []struct {
		limit string
		block string
		value int64
	}{
		{"MaxHead", "HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", 1000) + "\r\n", 1000},
		{"MaxHead", "HTTP/1.1 200 OK\r\nA: " + strings.Repeat("b", 100_000), 1000},
		{"MaxCoding", head + "Content-Encoding: gzip, br, gzip\r\n\r\n" + bomb, 2},
		{"MaxBody", head + "Content-Encoding: gzip\r\n\r\n" + bomb, 5000},
		{"MaxBody", head + "\r\n" + strings.Repeat("x", 5001), 5000},
	} {
		m, err := NewDecoder(Limits{MaxHead: 1000, MaxBody: 5000, MaxCoding: 2}).Open(response(t, test.block))
		var b []byte
		if err == nil {
			b, err = io.ReadAll(m)
		}
		var limit *LimitError
		if !errors.As(err, &limit) || limit.Limit != test.limit || limit.Value != test.value {
			t.Errorf("%s: error %v", test.limit, err)
		}
		if test.limit == "MaxBody" && len(b) != 5000 {
			t.Errorf("%d bytes before the limit", len(b))
		}
	}
	m, err := NewDecoder(Limits{MaxHead: 1000, MaxBody: 5000}).Open(response(t, head+"\r\n"+strings.Repeat("x", 5000)))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(m); len(b) != 5000 || err != nil {
		t.Errorf("a body as long as the limit: %d bytes, error %v", len(b), err)
	}
}

func TestHead(t *testing.T) {
	for _, test := range []struct {
		text   string
		proto  string
		status int
		reason string
	}{
		{"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1", 200, "OK"},
		{"HTTP/1.0 404 Not Found\n\n", "HTTP/1.0", 404, "Not Found"},
		{"HTTP/2 200\r\n\r\n", "HTTP/2", 200, ""},
		{"HTTP/2.0 200 \r\n\r\n", "HTTP/2.0", 200, ""},
		{"http/1.1  301  Moved\r\n\r\n", "HTTP/1.1", 301, "Moved"},
		{"HTTP/1.1 200OK\r\n\r\n", "HTTP/1.1", 200, "OK"},
		{"HTTP/1.1 2000\r\n\r\n", "HTTP/1.1", 0, "2000"},
		{"HTTP/1.1\r\n\r\n", "HTTP/1.1", 0, ""},
		{"HTTP/1.1 OK\r\n\r\n", "HTTP/1.1", 0, "OK"},
		{"ICY 200 OK\r\n\r\n", "ICY", 200, "OK"},
		{"HTTP 200 OK\r\n\r\n", "HTTP", 200, "OK"},
	} {
		h := parseHead(test.text)
		if h.Proto != test.proto || h.Status != test.status || h.Reason != test.reason || h.Size != int64(len(test.text)) {
			t.Errorf("%q: %+v", test.text, h)
		}
	}
	h := parseHead("HTTP/1.1 200 OK\r\nVia: a,\r\n b\r\nX: 1\r\nvia : \"C\"\r\n\r\n")
	if got := fmt.Sprintf("%q %q", h.Get("via"), h.list("VIA")); got != `"a, b" ["a" "b" "c"]` {
		t.Errorf("folded and repeated fields: %s", got)
	}
}

// TestTypes: what a body is said to be and what it is.
func TestTypes(t *testing.T) {
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	for _, test := range []struct {
		fields, body  string
		class         Class
		mime, charset string
		notes         Notes
	}{
		{"Content-Type: text/html", page, Page, "text/html", "", 0},
		{"Content-Type: TEXT/HTML;Charset=\"UTF-8\"", page, Page, "text/html", "UTF-8", 0},
		{"Content-Type: application/xhtml+xml; charset=x", page, Page, "application/xhtml+xml", "x", 0},
		{"Content-Type: text/html; charset=a\r\nContent-Type: text/html", page, Page, "text/html", "a", 0},
		{"Content-Type: text/plain\r\nContent-Type: text/html", page, Page, "text/html", "", 0},
		{"Content-Type: text/html, nonsense", page, Page, "text/html", "", 0},
		{"Content-Type: text/plain", page, Text, "text/plain", "", 0},
		{"Content-Type: text/plain", png, OtherType, "application/octet-stream", "", WrongType},
		{"Content-Type: text/html", png, OtherType, "image/png", "", WrongType},
		{"Content-Type: text/html", "%PDF-1.7", OtherType, "application/pdf", "", WrongType},
		{"Content-Type: text/html", "<?xml version='1.0'?>\n<!-- x --><rss version='2.0'>", OtherType, "application/xml", "", WrongType},
		{"Content-Type: text/html", "  <feed xmlns='http://www.w3.org/2005/Atom'>", OtherType, "application/xml", "", WrongType},
		{"Content-Type: image/png", page, OtherType, "image/png", "", 0},
		{"Content-Type: application/json", "{}", OtherType, "application/json", "", 0},
		{"Content-Type: html", page, Page, "text/html", "", NoType},
		{"X: y", " \n\t" + page, Page, "text/html", "", NoType},
		{"X: y", "\xef\xbb\xbf<html>", Page, "text/html", "", NoType},
		{"X: y", "<p>a", Page, "text/html", "", NoType},
		{"X: y", "<pre>a", Text, "text/plain", "", NoType},
		{"X: y", "<!-- a", Page, "text/html", "", NoType},
		{"X: y", "<?xml version='1.0'?>", OtherType, "text/xml", "", NoType},
		{"X: y", "just text", Text, "text/plain", "", NoType},
		{"X: y", "\xff\xfej\x00", Text, "text/plain", "", NoType},
		{"X: y", "a\x00b", OtherType, "application/octet-stream", "", NoType},
		{"X: y", "RIFF....WEBPVP8 ", OtherType, "image/webp", "", NoType},
		{"X: y", "RIFF....AVI LIST", OtherType, "video/avi", "", NoType},
	} {
		m, err := NewDecoder(DefaultLimits()).Open(response(t, "HTTP/1.1 200 OK\r\n"+test.fields+"\r\n\r\n"+test.body))
		if err != nil {
			t.Fatal(err)
		}
		if m.Class != test.class || m.MIME != test.mime || m.Charset != test.charset || m.Notes != test.notes {
			t.Errorf("%q, %.20q: %v %s %q %v; want %v %s %q %v", test.fields, test.body, m.Class, m.MIME, m.Charset, m.Notes,
				test.class, test.mime, test.charset, test.notes)
		}
	}
}

// TestClasses: each record has one class.
func TestClasses(t *testing.T) {
	const http = "application/http; msgtype=response"
	for _, test := range []struct {
		h     warc.Header
		block string
		class Class
	}{
		{warc.Header{Type: "response", ContentType: http}, head + "\r\n" + page, Page},
		{warc.Header{Type: "response"}, head + "\r\n" + page, Page},
		{warc.Header{Type: "response", ContentType: http}, "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n" + page, OtherStatus},
		{warc.Header{Type: "response", ContentType: http}, page, OtherStatus},
		{warc.Header{Type: "response", ContentType: "text/dns", TargetURI: "dns:example.com"}, "20080430\nexample.com. 1 IN A 1.2.3.4", DNS},
		{warc.Header{Type: "resource", ContentType: "text/html"}, page, Page},
		{warc.Header{Type: "resource", ContentType: "text/plain"}, page, Text},
		{warc.Header{Type: "resource", ContentType: "image/png"}, page, OtherType},
		{warc.Header{Type: "resource", ContentType: http}, head + "\r\n" + page, Page},
		{warc.Header{Type: "conversion", ContentType: "text/plain"}, "text", Conversion},
		{warc.Header{Type: "revisit", ContentType: http}, head + "\r\n", Revisit},
		{warc.Header{Type: "request"}, "GET / HTTP/1.1\r\n\r\n", Request},
		{warc.Header{Type: "metadata"}, "a: b", Metadata},
		{warc.Header{Type: "warcinfo"}, "a: b", Warcinfo},
		{warc.Header{Type: "continuation"}, "b", Continuation},
		{warc.Header{Type: "monkeys"}, "b", UnknownType},
	} {
		m, err := NewDecoder(DefaultLimits()).Open(record(t, test.h, test.block))
		if err != nil || m.Class != test.class {
			t.Errorf("%+v: %v, error %v; want %v", test.h, m.Class, err, test.class)
		}
		if test.class == Conversion || test.class == Metadata {
			if b, err := io.ReadAll(m); string(b) != test.block || err != nil {
				t.Errorf("%+v: body %q, error %v", test.h, b, err)
			}
		}
	}
}

// TestCutRecord: a body whose record is cut off ends with the damage.
func TestCutRecord(t *testing.T) {
	for _, body := range []string{"\r\n" + page, "Transfer-Encoding: chunked\r\n\r\n" + chunk(page, 20),
		"Content-Encoding: gzip\r\n\r\n" + encode(t, page, "gzip")} {
		file := "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 9999\r\n\r\n" + head + body[:len(body)-25]
		rec, err := warc.NewReader(strings.NewReader(file)).Next()
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewDecoder(DefaultLimits()).Open(rec)
		if err != nil || m.Class != Page {
			t.Fatalf("class %v, error %v", m.Class, err)
		}
		var d *warc.Damage
		if _, err := io.ReadAll(m); !errors.As(err, &d) || d.Kind != warc.Truncated {
			t.Errorf("error %v", err)
		}
	}
	// The head is cut off too.
	rec, err := warc.NewReader(strings.NewReader("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 9999\r\n\r\n" + head[:len(head)-9])).Next()
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewDecoder(DefaultLimits()).Open(rec)
	if err != nil || m.Status != 200 || m.Notes&NoBlankLine == 0 {
		t.Errorf("cut in the head: %+v, error %v", m.Head, err)
	}
	var d *warc.Damage
	if b, err := io.ReadAll(m); len(b) > 0 || !errors.As(err, &d) {
		t.Errorf("cut in the head: body %q, error %v", b, err)
	}
}
