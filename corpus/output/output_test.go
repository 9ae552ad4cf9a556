package output

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/seed42075109/justext/corpus/warc"
	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
)

// nasty are texts that hurt the formats that are careless with them.
var nasty = []string{
	"", "plain", "a\nb", "a\r\nb\r\n\r\nWARC/1.0\r\n", "</p></doc>\n<doc>", `"quoted" \ and \" more`, "tab\there",
	"\x00\x01\x1b[31m\x7f", "\u0085\u2028\u2029\u009b", "invalid \xff\xc3(\xed\xa0\x80", "&amp; & <g/>", "日本語のテキスト",
	"don't stop-it 3.14 e.g. U.S.", "𝔘nicode 👩‍👩‍👧", "\n\n\n\na\n\n\n\n\nb\n\n", strings.Repeat("long ", 1_000), "\ufeff\ufffe",
}

// records returns records that have each of the nasty texts in each field.
func records(n int) []Record {
	rnd := rand.New(rand.NewPCG(1, 2))
	text := func() string { return nasty[rnd.IntN(len(nasty))] }
	all := make([]Record, n)
	for i := range all {
		all[i] = Record{
			ID: fmt.Sprintf("%032x", i), URL: "http://example.com/" + text(), Date: time.Unix(rnd.Int64N(1<<31), 0).UTC(),
			RecordID: text(), File: text(), Entry: text(), Offset: rnd.Int64(), Length: rnd.Int64N(2), PayloadDigest: text(),
			Status: rnd.IntN(600), ContentType: text(), Encoding: "utf-8", EncodingBy: "meta", Lang: "en", LangBy: "words",
			Method: "justext", Title: text(), Chars: 3, Words: 1, PageBytes: 9, Kept: 0.25, Truncated: text(), Text: text() + text(),
			Metadata: metadata.Summary{
				Title: text(), Authors: []string{text(), text()}, Date: "2024-02-03", Site: text(), Tags: []string{text()}, Description: text(),
			},
			Paragraphs: []Paragraph{{Text: text(), Kind: page.Heading, Level: 2}, {Text: text()}},
		}
	}
	all = append(all, Record{}, Record{Date: time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC)}, Record{Date: time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC)})
	return all
}

// write writes records in a format.
func write(t testing.TB, name string, all []Record) []byte {
	t.Helper()
	f, err := ParseFormat(name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := f.NewWriter(&out, Options{Description: "test\r\nof \x1b[0m"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if err := w.Write(&all[i]); err != nil {
			t.Fatalf("%s, record %d: %v", name, i, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSameBytes: the same records give the same bytes in every format.
func TestSameBytes(t *testing.T) {
	all := records(50)
	for _, name := range Formats() {
		if !bytes.Equal(write(t, name, all), write(t, name, all)) {
			t.Errorf("%s: different bytes for the same records", name)
		}
	}
}

// TestPrintable: no format that is read as text has a control character, nor a
// byte that is no UTF-8.
func TestPrintable(t *testing.T) {
	all := records(300)
	for _, name := range []string{"jsonl", "vertical", "txt", "wet"} {
		out := write(t, name, all)
		if !utf8.Valid(out) {
			t.Errorf("%s is no valid UTF-8", name)
		}
		for i, r := range string(out) {
			if r < ' ' && r != '\n' && r != '\t' && (name != "wet" || r != '\r') || r >= 0x7f && r < 0xa0 {
				t.Fatalf("%s: %U at %d in %.80q", name, r, i, out[max(0, i-40):])
			}
		}
	}
}

func TestJSON(t *testing.T) {
	all := records(300)
	lines := strings.SplitAfter(string(write(t, "jsonl", all)), "\n")
	if len(lines) != len(all)+1 {
		t.Fatalf("%d lines for %d records", len(lines), len(all))
	}
	for i := range all {
		r := &all[i]
		var got struct {
			Schema, Status, Chars, Words       int
			Offset, Length                     int64
			ID, URL, Title, Text, Lang, Method string
			Date                               time.Time
			RecordID                           string `json:"record_id"`
			TextFormat                         string `json:"text_format"`
			Kept                               float64
			Metadata                           struct {
				Authors, Tags   []string
				Published, Site string
			}
		}
		d := json.NewDecoder(strings.NewReader(lines[i]))
		if err := d.Decode(&got); err != nil {
			t.Fatalf("line %d: %v in %.200q", i, err, lines[i])
		}
		if got.Schema != Schema || got.ID != r.ID || got.Offset != r.Offset || got.Length != r.Length || got.Status != r.Status || got.Kept != r.Kept || got.TextFormat != "plain" {
			t.Errorf("line %d: %+v", i, got)
		}
		for _, pair := range [][2]string{{got.URL, r.URL}, {got.Title, r.Title}, {got.Text, r.Text}, {got.RecordID, r.RecordID}, {got.Metadata.Site, r.Metadata.Site}} {
			if pair[0] != jsonValid(pair[1]) {
				t.Errorf("line %d: %.200q instead of %.200q", i, pair[0], pair[1])
			}
		}
		if len(got.Metadata.Authors) != len(r.Metadata.Authors) || r.date() != "" && !got.Date.Equal(r.Date) {
			t.Errorf("line %d: authors %q, date %v", i, got.Metadata.Authors, got.Date)
		}
	}
}

// jsonValid returns s as encoding/json reads it back: every byte that is no
// UTF-8 is one U+FFFD.
func jsonValid(s string) string {
	b, _ := json.Marshal(s)
	json.Unmarshal(b, &s)
	return s
}

// TestVertical reads vertical text as XML, which it is within one root, line by
// line.
func TestVertical(t *testing.T) {
	all := records(200)
	out := write(t, "vertical", all)
	d := xml.NewDecoder(io.MultiReader(strings.NewReader("<root>"), bytes.NewReader(out), strings.NewReader("</root>")))
	d.CharsetReader = nil
	docs, paragraphs := 0, 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "doc" {
			docs++
			seen := map[string]bool{}
			for _, a := range e.Attr {
				if seen[a.Name.Local] {
					t.Errorf("doc %d has two attributes %s", docs, a.Name.Local)
				}
				seen[a.Name.Local] = true
			}
		} else if ok && e.Name.Local == "p" {
			paragraphs++
		}
	}
	if docs != len(all) || paragraphs != 2*(len(all)-3) {
		t.Errorf("%d docs, %d paragraphs of %d records", docs, paragraphs, len(all))
	}
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "<") && strings.ContainsAny(line, " \t") {
			t.Errorf("token with white space: %q", line)
		}
	}
}

func TestTokens(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"Hello, world!", "Hello <g/> , world <g/> !"},
		{"don't e.g. end.", "don't e.g <g/> . end <g/> ."},
		{"a-b -c (d)", "a-b - <g/> c ( <g/> d <g/> )"},
		{"3.14 % <b>", "3.14 % &lt; <g/> b <g/> &gt;"},
		{"日本。語", "日本 <g/> 。 <g/> 語"},
		{"\x1b a\u2028b \ufffd", "a b \ufffd"},
	} {
		got := string(appendParagraph(nil, &Paragraph{Text: test.text}))
		got = strings.TrimSuffix(strings.TrimPrefix(got, "<p kind=\"text\">\n"), "</p>\n")
		if got = strings.TrimSpace(strings.ReplaceAll(got, "\n", " ")); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

// TestText: two blank lines separate texts and stand nowhere else.
func TestText(t *testing.T) {
	all := records(200)
	var texts int
	for i := range all {
		if strings.Trim(all[i].Text, "\n") != "" {
			texts++
		}
	}
	out := string(write(t, "txt", all))
	parts := strings.Split(out, "\n\n\n")
	if len(parts) != texts+1 || parts[texts] != "" {
		t.Errorf("%d parts of %d texts", len(parts)-1, texts)
	}
}

// TestWET reads WET with the reader of WARC.
func TestWET(t *testing.T) {
	all := records(200)
	for _, name := range []string{"wet", "wet.gz"} {
		r := warc.NewReader(bytes.NewReader(write(t, name, all)))
		defer r.Close()
		if info, err := r.Next(); err != nil || info.Type != warc.TypeWarcinfo {
			t.Fatalf("%v, error %v", info, err)
		}
		for i := range all {
			rec, err := r.Next()
			if err != nil {
				t.Fatalf("record %d: %v", i, err)
			}
			text, err := io.ReadAll(rec)
			if err != nil || rec.Type != warc.TypeConversion || rec.Get("WARC-Block-Digest") != warc.Digest(text) {
				t.Errorf("record %d: %v, error %v", i, rec.Type, err)
			}
			if want := string(appendFolded(nil, valid(all[i].Text))) + "\n"; string(text) != want && utf8.ValidString(all[i].Text) {
				t.Errorf("record %d: %.100q instead of %.100q", i, text, want)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("error %v at the end", err)
		}
	}
}

func TestParquet(t *testing.T) {
	all := records(200)
	b := write(t, "parquet", all)
	rows, err := parquet.Read[row](bytes.NewReader(b), int64(len(b)))
	if err != nil || len(rows) != len(all) {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	for i := range rows {
		want := rowOf(&all[i])
		if want.Text != jsonValid(all[i].Text) {
			t.Errorf("row %d: text %.200q", i, want.Text)
		}
		for _, list := range []*[]string{&want.Authors, &want.Categories, &want.Tags, &rows[i].Authors, &rows[i].Categories, &rows[i].Tags} {
			if len(*list) == 0 {
				*list = nil
			}
		}
		if !reflect.DeepEqual(rows[i], want) {
			t.Fatalf("row %d: %.1000v\ninstead of %.1000v", i, rows[i], want)
		}
	}
}

// TestRowGroups: no row group has more bytes than the limit but for one row.
func TestRowGroups(t *testing.T) {
	f, _ := ParseFormat("parquet")
	var out bytes.Buffer
	w, err := f.NewWriter(&out, Options{RowGroup: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		r := Record{ID: fmt.Sprint(i), Text: strings.Repeat("x", 1+i*100)}
		if i == 150 {
			r.Text = strings.Repeat("y", 5<<20)
		}
		if err := w.Write(&r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int64
	for _, g := range file.Metadata().RowGroups {
		sizes = append(sizes, g.TotalByteSize)
		if g.TotalByteSize > 1<<20 && g.NumRows > 1 {
			t.Errorf("row group of %d bytes with %d rows", g.TotalByteSize, g.NumRows)
		}
	}
	if len(sizes) != 7 {
		t.Errorf("row groups of %v bytes", sizes)
	}
}

// TestPacked: the compressed forms hold the plain ones.
func TestPacked(t *testing.T) {
	all := records(100)
	for _, f := range plainFormats {
		want := write(t, f.Name, all)
		z, err := gzip.NewReader(bytes.NewReader(write(t, f.Name+".gz", all)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(z)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s.gz: error %v", f.Name, err)
		}
		d, err := zstd.NewReader(bytes.NewReader(write(t, f.Name+".zst", all)))
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if got, err = io.ReadAll(d); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s.zst: error %v", f.Name, err)
		}
	}
}

// A failingWriter takes n bytes.
type failingWriter struct{ n int }

var errFull = errors.New("disk full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestFullDisk: whatever the format, a write that fails is an error of Write or
// of Close.
func TestFullDisk(t *testing.T) {
	all := records(300)
	for _, name := range Formats() {
		f, _ := ParseFormat(name)
		size := len(write(t, name, all))
		for _, room := range []int{0, 1, 100, size / 2, size - 1} {
			w, err := f.NewWriter(&failingWriter{room}, Options{Description: "test\r\nof \x1b[0m"})
			for i := 0; i < len(all) && err == nil; i++ {
				err = w.Write(&all[i])
			}
			if w != nil {
				err = errors.Join(err, w.Close())
			}
			if !errors.Is(err, errFull) {
				t.Errorf("%s with room for %d of %d bytes: error %v", name, room, size, err)
			}
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, name := range Formats() {
		if f, err := ParseFormat(name); err != nil || f.Name != name {
			t.Errorf("%s: %v, error %v", name, f.Name, err)
		}
	}
	for _, name := range []string{"", "json", "jsonl.", "jsonl.bz2", "parquet.gz", ".zst", "JSONL"} {
		if _, err := ParseFormat(name); err == nil {
			t.Errorf("%q is a format", name)
		}
	}
	if slices.Contains(Formats(), "") {
		t.Error("a format without a name")
	}
	if _, err := (Format{}).NewWriter(io.Discard, Options{}); err == nil {
		t.Error("the zero Format has a Writer")
	}
}
