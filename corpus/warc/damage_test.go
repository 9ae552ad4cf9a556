package warc

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed42075109/justext/corpus/internal/archives"
)

// cutFiles are the archives that are cut at every position and damaged at
// every byte.
var cutFiles = []string{
	"warc/example.warc", "warc/example.warc.gz", "arc/example.arc", "arc/example.arc.gz",
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(archives.Dir(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fileEnd returns where f ends in the file of which it is a part.
func (f found) fileEnd() int64 { return f.Offset + f.Length }

// TestCut: of a file that is cut, everything before the cut is read, and the
// cut is reported.
func TestCut(t *testing.T) {
	for _, name := range cutFiles {
		b := readFile(t, name)
		want, damage := readBytes(t, b)
		if len(damage) > 0 {
			t.Fatalf("%s: %v", name, damage)
		}
		isARC := filepath.Dir(name) == "arc"
		for cut := range len(b) {
			got, damage := readBytes(t, b[:cut])
			whole, clean := 0, cut == 0
			for whole < len(want) && want[whole].fileEnd() <= int64(cut) {
				clean = want[whole].fileEnd() == int64(cut)
				whole++
			}
			if isARC && whole < len(want) && int64(cut) >= want[whole].fileEnd()-2 {
				clean = len(damage) == 0 // the newline after the record is optional
			}
			if !sameRecords(got, want[:whole]) || len(got) > whole+1 {
				t.Fatalf("%s cut at %d: %d records; want %d: %v", name, cut, len(got), whole, damage)
			}
			if len(got) > whole && !got[whole].Damaged && got[whole].Sum != want[whole].Sum {
				t.Fatalf("%s cut at %d: a record that is cut off is returned as whole", name, cut)
			}
			if clean != (len(damage) == 0) {
				t.Fatalf("%s cut at %d: damage %v", name, cut, damage)
			}
		}
	}
}

// sameRecords reports whether got begins with the records in want.
func sameRecords(got, want []found) bool {
	if len(got) < len(want) {
		return false
	}
	for i := range want {
		if !want[i].whole(got[i]) {
			return false
		}
	}
	return true
}

// TestCorrupt: one wrong byte anywhere in a header, of a record or of a member,
// costs at most the record that it is in. In headers all values of each byte are
// tried, elsewhere each bit and a few more.
func TestCorrupt(t *testing.T) {
	for _, name := range cutFiles {
		b := readFile(t, name)
		want, _ := readBytes(t, b)
		record := 0
		for at := range b {
			for record+1 < len(want) && want[record].fileEnd() <= int64(at) {
				record++
			}
			inHeader := int64(at) < want[record].fileEnd()-want[record].Bytes
			values := everyByte
			if !inHeader || testing.Short() {
				values = fewBytes
			}
			for _, v := range values {
				checkCorrupt(t, name, b, at, v, want, record)
			}
			if t.Failed() {
				return
			}
		}
	}
}

var everyByte = func() (all []byte) {
	for v := range 255 {
		all = append(all, byte(v+1))
	}
	return all
}()

// fewBytes are the bits and a few sums of them.
var fewBytes = []byte{1, 2, 4, 8, 16, 32, 64, 128, 255, '0' ^ '9', '\n' ^ '\r'}

// checkCorrupt reads b with the bits of v flipped in the byte at the given
// place, which belongs to one of the records in want.
func checkCorrupt(t *testing.T, name string, b []byte, at int, v byte, want []found, record int) {
	b[at] ^= v
	defer func() { b[at] ^= v }()
	got, damage := readBytes(t, b)
	if !sameRecords(got, want[:record]) {
		t.Errorf("%s with %#x at %d: %d records before it of %d: %v", name, b[at], at, len(got), record, damage)
	}
	missing := 0
	for _, w := range want[record+1:] {
		if !contains(got, w) {
			missing++
		}
	}
	if filepath.Ext(name) == ".arc" && int64(at) == want[record].fileEnd()-1 && hasScheme(b[at:]) {
		return // the newline has become a part of the address after it
	}
	if missing > 0 {
		t.Errorf("%s with %#x at %d: %d records after it are missing: %v", name, b[at], at, missing, damage)
	}
	if v == 255 {
		checkPartition(t, name, bytes.Clone(b))
	}
}

func contains(records []found, w found) bool {
	for _, r := range records {
		if w.whole(r) {
			return true
		}
	}
	return false
}
