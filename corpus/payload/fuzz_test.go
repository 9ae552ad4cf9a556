package payload

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
)

// FuzzHead: a head is read to its end and no further.
func FuzzHead(f *testing.F) {
	f.Add(head + "\r\n" + page)
	f.Add("HTTP/2 200\nA: b\n c\nA: d\n<p>")
	f.Fuzz(func(t *testing.T, block string) {
		in := bufio.NewReader(strings.NewReader(block))
		h, err := ReadHead(in, 1000)
		var limit *LimitError
		if errors.As(err, &limit) {
			return
		}
		rest, err2 := io.ReadAll(in)
		if err != nil || err2 != nil || int(h.Size)+len(rest) != len(block) || h.Status < 0 || h.Status > 999 {
			t.Errorf("%q: %+v, %d bytes after it, errors %v, %v", block, h, len(rest), err, err2)
		}
	})
}

// FuzzChunked: chunks that are made are read again, and nothing is lost of what
// are no chunks.
func FuzzChunked(f *testing.F) {
	f.Add(chunk(page, 20), 3)
	f.Add("4\r\nabcd\r\nrest", 1)
	f.Add("abc\ntext", 1)
	f.Fuzz(func(t *testing.T, body string, n int) {
		var notes Notes
		b, err := io.ReadAll(newChunked(bufio.NewReader(strings.NewReader(body)), &notes))
		var broken *CodingError
		if err != nil && !errors.As(err, &broken) {
			t.Fatal(err)
		}
		if notes&NotChunked != 0 && string(b) != body {
			t.Errorf("%q: %q", body, b)
		}
		if n < 1 || body == "" {
			return
		}
		notes = 0
		b, err = io.ReadAll(newChunked(bufio.NewReader(strings.NewReader(chunk(body, n))), &notes))
		if err != nil || string(b) != body || notes != 0 {
			t.Errorf("%q in chunks of %d: %q, error %v, notes %v", body, n, b, err, notes)
		}
	})
}

// fuzzCoding checks that a body said to be encoded is read without a panic and
// within its limit, and that one that is not encoded is given as it is.
func fuzzCoding(f *testing.F, name, field string) {
	f.Add([]byte(encode(f, page, name)))
	f.Add([]byte(encode(f, strings.Repeat(page, 100), name)))
	f.Add([]byte(page))
	d := NewDecoder(Limits{MaxHead: 1000, MaxBody: 64 << 10, MaxCoding: 4})
	f.Fuzz(func(t *testing.T, body []byte) {
		in := bufio.NewReader(strings.NewReader(string(body)))
		m := &Message{Head: parseHead("HTTP/1.1 200 OK\r\nContent-Encoding: " + field + "\r\n\r\n"), limit: 64 << 10, left: 64 << 10}
		d.release()
		d.source = faultyReader{Reader: strings.NewReader("")}
		if err := d.undo(m, in); err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(m)
		if len(b) > 64<<10 {
			t.Fatalf("%d bytes", len(b))
		}
		var broken *CodingError
		var limit *LimitError
		if err != nil && !errors.As(err, &broken) && !errors.As(err, &limit) {
			t.Fatal(err)
		}
		if m.Notes&NotEncoded != 0 && len(body) <= 64<<10 && string(b) != string(body) {
			t.Errorf("%q: %q", body, b)
		}
	})
}

func FuzzGzip(f *testing.F)    { fuzzCoding(f, "gzip", "gzip") }
func FuzzDeflate(f *testing.F) { fuzzCoding(f, "deflate", "deflate") }
func FuzzBare(f *testing.F)    { fuzzCoding(f, "bare", "deflate") }
func FuzzBrotli(f *testing.F)  { fuzzCoding(f, "br", "br") }
func FuzzZstd(f *testing.F)    { fuzzCoding(f, "zstd", "zstd") }

// FuzzSniff: sniffing looks at no more than it may.
func FuzzSniff(f *testing.F) {
	f.Add([]byte(page), "text/html")
	f.Add([]byte("\xef\xbb\xbf<html>"), "")
	f.Fuzz(func(t *testing.T, b []byte, stated string) {
		if mime := computeType(stated, b); mime == "" {
			t.Errorf("%q, %q: no type", stated, b)
		}
		essence, _ := parseType([]string{stated})
		if again, _ := parseType([]string{essence}); again != essence {
			t.Errorf("%q: %q, then %q", stated, essence, again)
		}
	})
}
