package warc

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed42075109/justext/corpus/internal/archives"
)

// makeWACZ returns a WACZ with two archives, one of them deflated once more.
func makeWACZ(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	add := func(name string, method uint16, b []byte) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	add("datapackage.json", zip.Deflate, []byte("{}"))
	for i, method := range []uint16{zip.Store, zip.Deflate} {
		var archive bytes.Buffer
		writeAll(t, &archive, WriterOptions{Compression: Compression(i)}, 10)
		add(fmt.Sprintf("archive/%d.warc.gz", i), method, archive.Bytes())
	}
	add("indexes/index.cdx", zip.Store, member(t, "com,example)/ 2024 {}\n"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestWACZ: a WACZ is read in place or by way of a temporary file, which is
// removed.
func TestWACZ(t *testing.T) {
	b := makeWACZ(t)
	for name, in := range map[string]io.Reader{
		"in place": bytes.NewReader(b), "stream": struct{ io.Reader }{bytes.NewReader(b)},
	} {
		r := NewReader(in)
		r.TempDir = t.TempDir()
		entries := map[string]int{}
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := rec.Close(); err != nil || rec.Length == 0 {
				t.Errorf("record of length %d, error %v", rec.Length, err)
			}
			entries[rec.Entry]++
		}
		if len(entries) != 2 || entries["archive/0.warc.gz"] != 11 || entries["archive/1.warc.gz"] != 11 {
			t.Errorf("%s: %v", name, entries)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := filepath.Glob(filepath.Join(r.TempDir, "*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}

// TestWACZDamage: wherever a WACZ is cut, what can be read is, and damage in one
// archive does not keep the other from being read.
func TestWACZDamage(t *testing.T) {
	b := makeWACZ(t)
	whole, _ := readBytes(t, b)
	for cut := 4; cut < len(b); cut += 7 {
		records, damage := readBytes(t, b[:cut])
		if len(damage) == 0 {
			t.Errorf("cut at %d: no damage", cut)
		}
		if cut > len(b)-100 && len(records) < 11 {
			t.Errorf("cut at %d: %d records: %v", cut, len(records), damage)
		}
	}
	for at := 60; at < len(b); at += 5 {
		b[at] ^= 0xff
		records, damage := readBytes(t, b)
		if len(records) < 11 || len(records) < len(whole) && len(damage) == 0 {
			t.Errorf("damage at %d: %d of %d records, %v", at, len(records), len(whole), damage)
		}
		b[at] ^= 0xff
	}
}

// TestWACZFailure: a disk that cannot be read is no damage.
func TestWACZFailure(t *testing.T) {
	b := makeWACZ(t)
	failure := errors.New("disk on fire")
	for good := range 40 {
		_, _, err := readAll(&failingAt{bytes.NewReader(b), good, failure})
		if err != nil && !errors.Is(err, failure) {
			t.Errorf("after %d reads: %v", good, err)
		}
	}
}

// A failingAt fails after so many reads.
type failingAt struct {
	*bytes.Reader
	good int
	err  error
}

func (f *failingAt) ReadAt(p []byte, off int64) (int, error) {
	if f.good--; f.good < 0 {
		return 0, f.err
	}
	return f.Reader.ReadAt(p, off)
}

// TestWACZFile: an archive of the folder, read from an open file that has been
// read from before.
func TestWACZFile(t *testing.T) {
	in, err := os.Open(filepath.Join(archives.Dir(t), "wacz/example.com.wacz"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	records, damage, err := readAll(in)
	if len(records) != 9 || len(damage) > 0 || err != nil {
		t.Errorf("%d records, damage %v, error %v", len(records), damage, err)
	}
}
