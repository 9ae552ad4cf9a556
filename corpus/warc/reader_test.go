package warc

import (
	"bytes"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/seed42075109/justext/corpus/internal/archives"
)

// A found is what the reader returned of one record.
type found struct {
	Type, URI string
	Offset    int64
	Inner     int64
	Length    int64
	Size      int64
	Bytes     int64
	Sum       [sha1.Size]byte
	Damaged   bool
}

// whole reports whether g is the same record as f, up to its end.
func (f found) whole(g found) bool {
	f.Length, g.Length, f.Size, g.Size = 0, 0, 0, 0 // blank lines may be missing
	return f == g && !f.Damaged
}

// readAll reads all records of in.
func readAll(in io.Reader) (records []found, damage []*Damage, err error) {
	r := NewReader(in)
	defer r.Close()
	buf := make([]byte, 1024)
	for {
		rec, err := r.Next()
		var d *Damage
		switch {
		case err == io.EOF:
			return records, damage, nil
		case errors.As(err, &d):
			damage = append(damage, d)
			continue
		case err != nil:
			return records, damage, err
		}
		h := sha1.New()
		n, err := io.CopyBuffer(h, struct{ io.Reader }{rec}, buf)
		if err != nil && !errors.As(err, &d) {
			return records, damage, err
		}
		closed := rec.Close()
		if (err == nil) != (closed == nil) && rec.damage == nil {
			return records, damage, fmt.Errorf("Read says %v, Close %v", err, closed)
		}
		f := found{rec.Type, rec.TargetURI, rec.Offset, rec.Inner, rec.Length, rec.Size, n, [sha1.Size]byte(h.Sum(nil)), closed != nil}
		records = append(records, f)
	}
}

func readBytes(t testing.TB, b []byte) ([]found, []*Damage) {
	t.Helper()
	records, damage, err := readAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return records, damage
}

// TestPartition: records and damage share the unpacked stream among them, and
// members and damage the file.
func TestPartition(t *testing.T) {
	for _, f := range archives.Manifest(t) {
		b, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if f.Format != "wacz" && f.Name != "warc/bench.warc.bz2" { // which unpacks to hundreds of MB
			checkPartition(t, f.Name, b)
		}
	}
}

func checkPartition(t testing.TB, name string, b []byte) {
	t.Helper()
	s := newStream(newWindow(bytes.NewReader(b), longHistory))
	all, err := io.Copy(io.Discard, s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	records, damage := readBytes(t, b)
	var inRecords, lost, packed int64
	for _, r := range records {
		inRecords += r.Size
	}
	for _, d := range damage {
		if d.Packed {
			packed += d.Length
		} else {
			lost += d.Length
		}
	}
	if inRecords+lost != all {
		t.Errorf("%s: %d bytes in records and %d lost of %d; %v", name, inRecords, lost, all, damage)
	}
	if m, ok := s.src.(*members); ok {
		if m.whole+packed != int64(len(b)) {
			t.Errorf("%s: %d bytes in members and %d lost of %d; %v", name, m.whole, packed, len(b), damage)
		}
	}
}

// TestReaders: how the bytes come makes no difference, and a failing reader
// ends the reading with its error after everything before it.
func TestReaders(t *testing.T) {
	for _, f := range archives.Manifest(t) {
		b, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > 100_000 || f.Format == "warc.bz2" || f.Format == "wacz" {
			continue
		}
		want, damage := readBytes(t, b)
		got, damage2, err := readAll(&oneByte{b})
		if err != nil || fmt.Sprint(got, damage) != fmt.Sprint(want, damage2) {
			t.Errorf("%s: by one byte at a time: %v, %v, error %v; want %v, %v", f.Name, got, damage2, err, want, damage)
		}
		failure := errors.New("no more")
		got, _, err = readAll(io.MultiReader(bytes.NewReader(b), failing{failure}))
		if !errors.Is(err, failure) {
			t.Errorf("%s: error %v; want %v", f.Name, err, failure)
		}
		if len(got) < len(want)-1 {
			t.Errorf("%s: %d records before the failure; want %d", f.Name, len(got), len(want))
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// oneByte gives one byte at a time.
type oneByte struct{ b []byte }

func (r *oneByte) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 1)], r.b)
	r.b = r.b[n:]
	return n, nil
}

// TestGzipFiles: of the files of gzip that hold no archive, those without a
// defect are unpacked whole, and in the others the damage is reported.
func TestGzipFiles(t *testing.T) {
	for _, f := range archives.Manifest(t) {
		if f.Format != "gz" {
			continue
		}
		b, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		_, damage := readBytes(t, b)
		packed := 0
		for _, d := range damage {
			if d.Packed {
				packed++
			}
		}
		if (packed > 0) != (f.Defect != "") {
			t.Errorf("%s: damage %v; manifest: %q", f.Name, damage, f.Defect)
		}
	}
}

// TestLinear: however often the reader is led to go back, it reads little more
// than the file.
func TestLinear(t *testing.T) {
	const swallow = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 400000\r\n\r\nblock\r\n\r\n"
	const stored = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\x00\xff\x7f\x00\x80" // a stored block of 32 KB follows
	for name, text := range map[string]string{"lengths": swallow, "members": stored} {
		r := NewReader(io.LimitReader(&pattern{text: text}, 8<<20))
		n := 0
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if n++; rec == nil {
				continue
			}
			redo, read := r.redo, r.s.end()
			if m, ok := r.s.src.(*members); ok {
				redo, read = m.redo, m.file.end()
			}
			if redo > spare(read) {
				t.Fatalf("%s: %d bytes read again of %d", name, redo, read)
			}
		}
		if n < 10 {
			t.Errorf("%s: only %d records and damages", name, n)
		}
	}
}
