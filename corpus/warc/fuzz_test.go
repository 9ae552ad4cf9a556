package warc

import (
	"bytes"
	"io"
	"testing"
)

// fuzzInputs are small archives in every format.
func fuzzInputs(t testing.TB) [][]byte {
	one := text("WARC-Type: resource\r\nWARC-Target-URI: <a:b c>\r\n", "one")
	seeds := [][]byte{
		[]byte(one + one),
		[]byte("WARC/0.17\nWARC-Type: metadata\nA: b\n c\n\nblock\n\n" + one),
		append(member(t, one), member(t, one+one)...),
		append(append(member(t, one[:20]), member(t, one[20:])...), "garbage"...),
		[]byte("filedesc://a.arc 0.0.0.0 20060305082251 text/plain 9\n1 0 Name\n\nhttp://a/b c 1.2.3.4 20060305082251 text/html 3\nabc\n"),
		{0x04, 0x22, 0x4d, 0x18, 0x40, 0x40, 0xc0, 3, 0, 0, 0x80, 'a', 'b', 'c', 0, 0, 0, 0},
	}
	for _, o := range []WriterOptions{{Compression: Zstd}} {
		var out bytes.Buffer
		writeAll(t, &out, o, 2)
		seeds = append(seeds, out.Bytes())
	}
	return seeds
}

// FuzzReader: whatever the bytes, the reader ends, and records and damage share
// the file among them.
func FuzzReader(f *testing.F) {
	for _, seed := range fuzzInputs(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 64<<10 || isZip(b[:min(4, len(b))]) {
			return
		}
		s := newStream(newWindow(bytes.NewReader(b), longHistory))
		if n, _ := io.CopyN(io.Discard, s, 16<<20); n == 16<<20 {
			return // a bomb: it ends, but not soon
		}
		checkPartition(t, "input", b)
	})
}

// FuzzCut: what is read of the beginning of a file is what is read of the
// whole, up to the record at its end.
func FuzzCut(f *testing.F) {
	for _, seed := range fuzzInputs(f)[:5] {
		f.Add(seed, 50)
	}
	f.Fuzz(func(t *testing.T, b []byte, cut int) {
		if len(b) > 16<<10 || cut < 0 || cut > len(b) || newStream(newWindow(bytes.NewReader(b), longHistory)).packed {
			return
		}
		want, damage := readBytes(t, b)
		if len(damage) > 0 {
			return
		}
		whole := 0
		for whole < len(want) && want[whole].fileEnd() <= int64(cut) {
			whole++
		}
		if got, damage := readBytes(t, b[:cut]); !sameRecords(got, want[:whole]) {
			t.Errorf("%d records of %d: %v", len(got), whole, damage)
		}
	})
}

func FuzzARC(f *testing.F) {
	f.Add("http://a/b c 1.2.3.4 20060305082251 text/html 3\n")
	f.Add("http://a/ 1.2.3.4 20060305082251 text/html 200 sum - 0 name 3\n")
	f.Add("dns:a - - - 3\r\n")
	f.Fuzz(func(t *testing.T, line string) {
		fields, n, version, ok := arcHeader([]byte(line))
		if !ok {
			return
		}
		if n > len(line) || line[n-1] != '\n' || len(fields) != len(arcFields[version[0]-'1']) {
			t.Fatalf("%q: %d bytes, version %s, %v", line, n, version, fields)
		}
		again, _, _, ok := arcHeader([]byte(joinFields(fields)))
		if !ok || joinFields(again) != joinFields(fields) {
			t.Errorf("%q: %v; again %v", line, fields, again)
		}
	})
}

func joinFields(fields []Field) string {
	line := fields[0].Value
	for _, f := range fields[1:] {
		line += " " + f.Value
	}
	return line + "\n"
}

// FuzzFields: fields that are written are read again.
func FuzzFields(f *testing.F) {
	f.Add("A: b\r\nC:d\n e\n\tf\r\n: x\nmonkeys\n")
	f.Fuzz(func(t *testing.T, text string) {
		fields, bad := ParseFields(text)
		if bad < 0 || len(fields) > maxFields {
			t.Fatal(len(fields), bad)
		}
		var again string
		for _, field := range fields {
			again += field.Name + ":" + field.Value + "\n"
		}
		same, bad := ParseFields(again)
		if bad != 0 || len(same) != len(fields) {
			t.Fatalf("%q: %q; then %q", text, fields, same)
		}
		for i := range fields {
			if same[i] != fields[i] {
				t.Fatalf("%q: %q; then %q", text, fields[i], same[i])
			}
		}
	})
}
