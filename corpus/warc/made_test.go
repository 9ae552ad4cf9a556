package warc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/pierrec/lz4/v4"
)

// text returns a record as it stands in a file.
func text(fields, block string) string {
	return fmt.Sprintf("WARC/1.0\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", fields, len(block), block)
}

// TestDictionary: the dictionary may be stored as it is or compressed.
func TestDictionary(t *testing.T) {
	d := dictionary(t)
	var out bytes.Buffer
	writeAll(t, &out, WriterOptions{Compression: Zstd, Dictionary: d}, 20)
	packed := out.Bytes()
	size := binary.LittleEndian.Uint32(packed[4:])
	stored := binary.LittleEndian.AppendUint32(append([]byte(nil), packed[:4]...), uint32(len(d)))
	stored = append(append(stored, d...), packed[8+size:]...)
	for name, b := range map[string][]byte{"compressed": packed, "stored": stored} {
		records, damage := readBytes(t, b)
		if len(records) != 21 || len(damage) > 0 {
			t.Errorf("%s: %d records, damage %v", name, len(records), damage)
		}
	}
	// Without its dictionary no record can be unpacked, and that is said.
	without := packed[8+size:]
	records, damage := readBytes(t, without)
	if len(records) != 0 || len(damage) == 0 || !damage[0].Packed {
		t.Errorf("without dictionary: %d records, damage %v", len(records), damage)
	}
	checkPartition(t, "without dictionary", without)
}

// TestPackedDamage: a damaged member costs the records in it and no more.
func TestPackedDamage(t *testing.T) {
	files := map[string][]byte{"lz4": packLZ4(t, 12)}
	for name, o := range map[string]WriterOptions{
		"gzip": {Compression: Gzip}, "zstd": {Compression: Zstd},
		"zstd dictionary": {Compression: Zstd, Dictionary: dictionary(t)},
	} {
		var out bytes.Buffer
		writeAll(t, &out, o, 12)
		files[name] = out.Bytes()
	}
	for name, b := range files {
		want, damage := readBytes(t, b)
		if len(want) < 12 || len(damage) > 0 {
			t.Fatalf("%s: %d records, %v", name, len(want), damage)
		}
		start, end := int(want[6].Offset), int(want[6].fileEnd())
		for at := start; at < end; at++ {
			checkCorrupt(t, name, b, at, 255, want, 6)
		}
		for cut := start; cut < end; cut++ {
			got, damage := readBytes(t, b[:cut])
			if !sameRecords(got, want[:6]) || (len(damage) == 0) != (cut == start) {
				t.Errorf("%s cut at %d: %d records, %v", name, cut, len(got), damage)
			}
		}
	}
}

// packLZ4 returns n records, each in a frame of LZ4.
func packLZ4(t testing.TB, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	for i := range n {
		z := lz4.NewWriter(&out)
		record := text("WARC-Type: resource\r\n", string(testBlock(i+1)))
		if err := z.Apply(lz4.BlockChecksumOption(i%2 == 0), lz4.ChecksumOption(i%3 == 0), lz4.SizeOption(uint64(i%2*len(record)))); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(z, record); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// TestNested: a WARC file as the payload of a record is not taken for records,
// however the outer file is compressed.
func TestNested(t *testing.T) {
	inner := text("WARC-Type: resource\r\n", "one") + text("WARC-Type: resource\r\n", "two")
	for _, c := range []Compression{Plain, Gzip, Zstd} {
		var out bytes.Buffer
		w, _ := NewWriter(&out, WriterOptions{Compression: c})
		for range 3 {
			if _, err := w.Write(Header{Type: TypeResource, ContentType: "application/warc"}, []byte(inner)); err != nil {
				t.Fatal(err)
			}
		}
		records, damage := readBytes(t, out.Bytes())
		if len(records) != 3 || len(damage) > 0 {
			t.Errorf("compression %d: %d records, %v", c, len(records), damage)
		}
	}
}

// TestFields: repeated and folded fields, and addresses as some programs wrote
// them.
func TestFields(t *testing.T) {
	r := NewReader(strings.NewReader("WARC/0.18\nwarc-type: Response\n" +
		"WARC-Target-URI: <http://example.com/a b>\nWARC-Record-ID:<urn:x>\n" +
		"X-A: one\n two\n\tthree\nX-B:\n  four\nx-a :five\nWARC-Date: 2008-04-30T20:48:25.123456Z\n" +
		"WARC-Segment-Number: 2\nContent-Length: 3\n\nabc\n\n"))
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s %s %q %s %q %q %s %d", rec.Version, rec.Type, rec.TargetURI, rec.ID,
		rec.Values("X-A"), rec.Get("X-B"), rec.Date, rec.Segment)
	want := `0.18 response "http://example.com/a b" urn:x ["one two three" "five"] "four" 2008-04-30 20:48:25.123456 +0000 UTC 2`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if b, err := io.ReadAll(rec); string(b) != "abc" || err != nil {
		t.Errorf("block %q, error %v", b, err)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// TestARCHeader: header lines of both versions, with spaces where there should
// be none, and lines that are none.
func TestARCHeader(t *testing.T) {
	for _, test := range []struct{ line, version, url, contentType string }{
		{"http://a/ 1.2.3.4 20060305082251 text/html 3\n", "1", "http://a/", "text/html"},
		{"http://a/ 1.2.3.4 20060305082251 text/html 3\r\n", "1", "http://a/", "text/html"},
		{"http://a/b c d 1.2.3.4 20060305082251 text/html 3\n", "1", "http://a/b c d", "text/html"},
		{"http://a/b 1.2.3.4 20060305082251 text/html; charset=utf-8 3\n", "1", "http://a/b", "text/html; charset=utf-8"},
		{"http://a/b c ::1 20060305082251 text/html; charset=utf-8 3\n", "1", "http://a/b c", "text/html; charset=utf-8"},
		{"http://a/ 1.2.3.4 20060305082251 text/html 200 sum - 0 name 3\n", "2", "http://a/", "text/html"},
		{"filedesc:// - - - 76\r\n", "1", "filedesc://", "-"},
		{"dns:a.b 1.2.3.4 20060305082251 text/dns 3\n", "1", "dns:a.b", "text/dns"},
		{"http://a/ 1.2.3.4 20060305082251 text/html -3\n", "", "", ""},
		{"http://a/ 1.2.3.4 20060305082251 text/html abc\n", "", "", ""},
		{"http://a/ 1.2.3.4 20060305082251 text/html 3", "", "", ""},
		{"http://a/ nowhere 20060305082251 text/html 3\n", "", "", ""},
		{"http://a/ 3\n", "", "", ""},
		{"no address 1.2.3.4 20060305082251 text/html 3\n", "", "", ""},
	} {
		fields, _, version, ok := arcHeader([]byte(test.line))
		if ok != (test.version != "") {
			t.Errorf("%q: %v, %v", test.line, fields, ok)
		}
		if ok && (version != test.version || fields[0].Value != test.url || fields[3].Value != test.contentType) {
			t.Errorf("%q: version %s, %v", test.line, version, fields)
		}
	}
}

// TestLengths: what is wrong with a length is said, and the records around it
// are read.
func TestLengths(t *testing.T) {
	const kind = "WARC-Type: resource\r\n"
	const next = "WARC/1.0\r\n" + kind + "Content-Length: 4\r\n\r\nnext\r\n\r\n"
	for _, test := range []struct {
		name, file string
		kinds      []Kind
		blocks     []string
	}{
		{"right", text(kind, "block") + next, nil, []string{"block", "next"}},
		{"missing", "WARC/1.0\r\n" + kind + "\r\nblock\r\n\r\n" + next, []Kind{BadLength}, []string{"block", "next"}},
		{"missing at the end", "WARC/1.0\r\n" + kind + "\r\nblock\r\n\r\n", []Kind{BadLength}, []string{"block"}},
		{"negative", "WARC/1.0\r\n" + kind + "Content-Length: -5\r\n\r\nblock\r\n\r\n" + next, []Kind{BadLength}, []string{"block", "next"}},
		{"two", "WARC/1.0\r\n" + kind + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nblock\r\n\r\n" + next, []Kind{BadLength}, []string{"block", "next"}},
		{"too short", "WARC/1.0\r\n" + kind + "Content-Length: 3\r\n\r\nblock\r\n\r\n" + next, []Kind{Garbage}, []string{"blo", "next"}},
		{"too long", "WARC/1.0\r\n" + kind + "Content-Length: 50\r\n\r\nblock\r\n\r\n" + next, []Kind{BadLength}, []string{"block\r\n\r\n" + next[:41], "next"}},
		{"beyond the end", "WARC/1.0\r\n" + kind + "Content-Length: 5000\r\n\r\nblock\r\n\r\n" + next, []Kind{BadLength}, []string{"block\r\n\r\n" + next, "next"}},
		{"cut", "WARC/1.0\r\n" + kind + "Content-Length: 5000\r\n\r\nblock", []Kind{Truncated}, []string{"block"}},
		{"no blank lines", strings.TrimSpace(text(kind, "block")) + next, []Kind{Separator}, []string{"block", "next"}},
		{"garbage", text(kind, "block") + "garbage\r\n" + next, []Kind{Garbage}, []string{"block", "next"}},
		{"header without end", text(kind, "block") + "WARC/1.0\r\n" + kind + next, []Kind{BadHeader}, []string{"block", "next"}},
	} {
		var kinds []Kind
		var blocks []string
		r := NewReader(strings.NewReader(test.file))
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			var d *Damage
			if errors.As(err, &d) {
				kinds = append(kinds, d.Kind)
				continue
			}
			b, _ := io.ReadAll(rec)
			blocks = append(blocks, string(b))
		}
		if fmt.Sprint(kinds) != fmt.Sprint(test.kinds) || fmt.Sprintf("%q", blocks) != fmt.Sprintf("%q", test.blocks) {
			t.Errorf("%s: damage %v, blocks %q; want %v, %q", test.name, kinds, blocks, test.kinds, test.blocks)
		}
		checkPartition(t, test.name, []byte(test.file))
	}
}

// TestSwallowed: a record that declares far too much does not hide the records
// after it from a file that can seek, nor the last ones from one that cannot.
func TestSwallowed(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	for i := range n {
		b.WriteString(text(fmt.Sprintf("WARC-Type: resource\r\nWARC-Target-URI: http://a/%d\r\n", i), "a block"))
	}
	small := text("WARC-Type: resource\r\n", "a block")
	for _, length := range []string{"1500000", "999999999999999999"} {
		file := small + "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: " + length + "\r\n\r\nblock\r\n\r\n" + b.String()
		records, damage := readBytes(t, []byte(file))
		if len(records) != n+2 || len(damage) != 1 || damage[0].Kind != BadLength {
			t.Errorf("length %s: %d records, %v", length, len(records), damage)
		}
		checkPartition(t, "length "+length, []byte(file))
		records, damage, err := readAll(io.MultiReader(strings.NewReader(file)))
		if len(records) < 1000 || len(damage) == 0 || err != nil {
			t.Errorf("length %s, no seeking: %d records, %v, %v", length, len(records), damage, err)
		}
	}
	// A record whose block is cut off and holds no other is just that.
	cut := small + "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 2000000\r\n\r\n" + strings.Repeat("text\n", 300_000)
	records, damage := readBytes(t, []byte(cut))
	if len(records) != 2 || len(damage) != 1 || damage[0].Kind != Truncated {
		t.Errorf("cut: %d records, %v", len(records), damage)
	}
}

// A pattern repeats a text for ever.
type pattern struct {
	text string
	at   int
}

func (p *pattern) Read(b []byte) (n int, err error) {
	for n < len(b) {
		m := copy(b[n:], p.text[p.at:])
		n += m
		p.at = (p.at + m) % len(p.text)
	}
	return n, nil
}

// TestLarge: a record of more than 2 GiB passes through, and the one after it.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 2 GiB")
	}
	const size = 2<<30 + 12345
	in, out := io.Pipe()
	go func() {
		w, _ := NewWriter(out, WriterOptions{Compression: Plain})
		block := &pattern{text: strings.Repeat("<p>A page without end.</p>\n", 1000)}
		h := Header{Type: TypeResource, TargetURI: "https://example.com/large"}
		_, err := w.WriteFrom(h, size, io.LimitReader(block, size))
		if err == nil {
			_, err = w.Write(Header{Type: TypeMetadata}, []byte("after"))
		}
		out.CloseWithError(err)
	}()
	r := NewReader(in)
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, rec); n != size || err != nil {
		t.Errorf("block of %d bytes, error %v; want %d", n, err, int64(size))
	}
	rec, err = r.Next()
	if err != nil || rec.Type != TypeMetadata || rec.Offset < size {
		t.Errorf("record after it: %+v, error %v", rec, err)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// TestMemory: whatever a header claims, no more memory is taken than the
// documentation says.
func TestMemory(t *testing.T) {
	const most = 16 << 20 // several times the buffers, which are made anew as they grow
	repeat := func(s string, n int64) io.Reader { return io.LimitReader(&pattern{text: s}, n) }
	type input struct {
		name string
		in   io.Reader
	}
	for _, test := range []input{
		{"header of 32 MB", io.MultiReader(strings.NewReader("WARC/1.0\r\n"), repeat("A: b\r\n", 32<<20))},
		{"line of 32 MB", io.MultiReader(strings.NewReader("WARC/1.0\r\nA: "), repeat("b", 32<<20))},
		{"folded lines", io.MultiReader(strings.NewReader("WARC/1.0\r\nA: b\r\n"), repeat(" b\r\n", 900<<10), strings.NewReader("\r\n\r\n\r\n"))},
		{"a million fields", io.MultiReader(strings.NewReader("WARC/1.0\r\n"), repeat("A:\n", 900<<10), strings.NewReader("\r\n\r\n\r\n"))},
		{"no line end", repeat("x", 32<<20)},
		{"blank lines", repeat("\n", 32<<20)},
		{"line of ARC", repeat("http://a ", 32<<20)},
		{"length of 2^62", io.MultiReader(strings.NewReader("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 4611686018427387904\r\n\r\n"), repeat("x", 32<<20))},
		{"no length", io.MultiReader(strings.NewReader("WARC/1.0\r\nWARC-Type: resource\r\n\r\n"), repeat("x\n", 32<<20))},
		{"empty members", repeat(string(member(t, "")), 8<<20)},
		{"empty members and garbage", repeat(string(member(t, ""))+"x", 8<<20)},
		{"zstd window of 4 TB", repeat("\x28\xb5\x2f\xfd\x00\xff\x01\x00\x00", 1<<20)},
		{"dictionary of 4 GB", io.MultiReader(strings.NewReader("\x5d\x2a\x4d\x18\xff\xff\xff\xff"), repeat("x", 32<<20))},
		{"empty records", repeat(text("", ""), 4<<20)},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r := NewReader(test.in)
		var live uint64
		for n := 0; ; n++ {
			_, err := r.Next()
			if err == io.EOF {
				break
			}
			if n%10_000 == 0 {
				runtime.GC()
				runtime.ReadMemStats(&after)
				live = max(live, after.HeapAlloc)
			}
		}
		if live > before.HeapAlloc+most {
			t.Errorf("%s: %d MB live", test.name, (live-before.HeapAlloc)>>20)
		}
	}
}

// member returns a member of gzip.
func member(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, s); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestManyInOneMember: records that share a member are told apart by Inner.
func TestManyInOneMember(t *testing.T) {
	one := text("WARC-Type: resource\r\n", "one")
	b := append(member(t, one+one+one), member(t, one)...)
	records, damage := readBytes(t, b)
	if len(records) != 4 || len(damage) > 0 {
		t.Fatalf("%d records, %v", len(records), damage)
	}
	first := int64(len(b) - len(member(t, one)))
	for i, want := range []found{{Offset: 0}, {Inner: int64(len(one))}, {Inner: int64(2 * len(one)), Length: first}, {Offset: first, Length: int64(len(b)) - first}} {
		got := records[i]
		if got.Offset != want.Offset || got.Inner != want.Inner || got.Length != want.Length {
			t.Errorf("record %d: %+v; want %+v", i, got, want)
		}
	}
}
