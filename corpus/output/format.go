package output

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A Format is a format of output files, such as "jsonl.zst".
type Format struct {
	Name string // also the extension of its files, without a dot in front

	// Paragraphs says that the format writes Record.Paragraphs.
	Paragraphs bool

	// Append appends a record to dst, for formats that are a sequence of
	// records; otherwise it is nil. Any goroutine may call it, so that
	// records can be encoded in parallel and written by Writer.WriteEncoded
	// in order.
	Append func(dst []byte, r *Record) []byte

	packed string // ".gz", ".zst" or nothing
	open   func(out io.Writer, options Options) (recordWriter, error)
}

// Options are settings of the formats.
type Options struct {
	// RowGroup is about how many bytes of values a row group of Parquet has
	// at most, before compression; a single record may have more. 0 is 16 MiB.
	RowGroup int64

	// Description is written into files whose format has a place for it:
	// Parquet and WET. It names the program and its settings.
	Description string
}

// A recordWriter writes records in a format that is no plain sequence of them.
type recordWriter interface {
	write(*Record) error
	close() error
}

// plainFormats are the formats that may be compressed as a whole.
var plainFormats = []Format{
	{Name: "jsonl", Append: AppendJSON},
	{Name: "vertical", Append: appendVertical, Paragraphs: true},
	{Name: "txt", Append: appendText},
}

// ownFormats are the formats that are compressed within, or not at all.
var ownFormats = []Format{
	{Name: "parquet", open: newParquet},
	{Name: "wet", open: newWET},
	{Name: "wet.gz", open: newWETGzip},
}

// Formats returns the names of all formats.
func Formats() []string {
	var names []string
	for _, f := range plainFormats {
		names = append(names, f.Name, f.Name+".gz", f.Name+".zst")
	}
	for _, f := range ownFormats {
		names = append(names, f.Name)
	}
	return names
}

// ParseFormat returns the format of that name. The names are jsonl, vertical
// and txt, each of them also with .gz or .zst; parquet; wet and wet.gz.
func ParseFormat(name string) (Format, error) {
	for _, f := range ownFormats {
		if f.Name == name {
			return f, nil
		}
	}
	for _, f := range plainFormats {
		packed, ok := strings.CutPrefix(name, f.Name)
		if ok && slices.Contains([]string{"", ".gz", ".zst"}, packed) {
			f.Name, f.packed = name, packed
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("output: unknown format %q; the formats are %s", name, strings.Join(Formats(), ", "))
}

// A Writer writes records in a format. After an error it must not be used but
// for Close.
type Writer struct {
	format  Format
	records recordWriter   // nil if the format is a sequence of records
	out     *bufio.Writer  // otherwise
	pack    io.WriteCloser // between out and the file, nil if nothing is compressed
	encoded []byte
}

// NewWriter returns a Writer to out.
func (f Format) NewWriter(out io.Writer, options Options) (*Writer, error) {
	w := &Writer{format: f}
	var err error
	switch {
	case f.open != nil:
		w.records, err = f.open(out, options)
		return w, err
	case f.Append == nil:
		return nil, fmt.Errorf("output: the format was not made by ParseFormat")
	case f.packed == ".gz":
		w.pack, err = gzip.NewWriterLevel(out, gzip.BestSpeed)
	case f.packed == ".zst":
		w.pack, err = zstd.NewWriter(out, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	}
	if w.pack != nil {
		out = w.pack
	}
	w.out = bufio.NewWriterSize(out, 64<<10)
	return w, err
}

// Write writes a record.
func (w *Writer) Write(r *Record) error {
	if w.records != nil {
		return w.records.write(r)
	}
	w.encoded = w.format.Append(w.encoded[:0], r)
	return w.WriteEncoded(w.encoded)
}

// WriteEncoded writes records that Format.Append has encoded.
func (w *Writer) WriteEncoded(b []byte) error {
	if w.records != nil {
		return fmt.Errorf("output: records in %s cannot be encoded one by one", w.format.Name)
	}
	_, err := w.out.Write(b)
	return err
}

// Close completes the output. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.records != nil {
		return w.records.close()
	}
	err := w.out.Flush()
	if w.pack != nil {
		if err2 := w.pack.Close(); err == nil {
			err = err2
		}
	}
	return err
}
