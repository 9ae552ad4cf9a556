package output

import (
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// A row is a record as Parquet stores it. Optional columns are null where the
// record has an empty value.
type row struct {
	ID            string   `parquet:"id"`
	URL           string   `parquet:"url"`
	Date          int64    `parquet:"date,optional,timestamp(millisecond)"`
	RecordID      string   `parquet:"record_id,optional"`
	File          string   `parquet:"file,dict"`
	Entry         string   `parquet:"entry,optional,dict"`
	Offset        int64    `parquet:"offset"`
	Inner         int64    `parquet:"inner"`
	Length        int64    `parquet:"length"`
	PayloadDigest string   `parquet:"payload_digest,optional"`
	Status        int32    `parquet:"status,optional"`
	ContentType   string   `parquet:"content_type,optional,dict"`
	Encoding      string   `parquet:"encoding,optional,dict"`
	EncodingBy    string   `parquet:"encoding_by,optional,dict"`
	Lang          string   `parquet:"lang,optional,dict"`
	LangBy        string   `parquet:"lang_by,optional,dict"`
	Method        string   `parquet:"method,dict"`
	Title         string   `parquet:"title,optional"`
	Chars         int64    `parquet:"chars"`
	Words         int64    `parquet:"words"`
	PageBytes     int64    `parquet:"page_bytes"`
	Kept          float64  `parquet:"kept"`
	Truncated     string   `parquet:"truncated,optional,dict"`
	Authors       []string `parquet:"authors,list"`
	Published     string   `parquet:"published,optional"`
	Modified      string   `parquet:"modified,optional"`
	Site          string   `parquet:"site,optional,dict"`
	Description   string   `parquet:"description,optional"`
	Image         string   `parquet:"image,optional"`
	Categories    []string `parquet:"categories,list"`
	Tags          []string `parquet:"tags,list"`
	License       string   `parquet:"license,optional,dict"`
	Canonical     string   `parquet:"canonical,optional"`
	Type          string   `parquet:"type,optional,dict"`
	TextFormat    string   `parquet:"text_format,dict"`
	Text          string   `parquet:"text"`
}

// defaultRowGroup is the default of Options.RowGroup.
const defaultRowGroup = 16 << 20

// rowOverhead is about what a row takes besides its strings, in bytes.
const rowOverhead = 256

type parquetWriter struct {
	w       *parquet.GenericWriter[row]
	row     [1]row
	size    int64 // of the row group, in bytes
	maxSize int64
}

func newParquet(out io.Writer, o Options) (recordWriter, error) {
	w := parquet.NewGenericWriter[row](out,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.CreatedBy("github.com/seed42075109/justext/corpus", strconv.Itoa(Schema), ""),
		parquet.KeyValueMetadata("justext.schema", strconv.Itoa(Schema)),
		parquet.KeyValueMetadata("justext.description", o.Description),
		parquet.PageBufferSize(256<<10),
		parquet.SkipPageBounds("text"), // they would hold text, and nobody looks for a range of texts
		parquet.SkipPageStatistics("text"),
	)
	p := &parquetWriter{w: w, maxSize: o.RowGroup}
	if p.maxSize <= 0 {
		p.maxSize = defaultRowGroup
	}
	return p, nil
}

func (p *parquetWriter) write(r *Record) error {
	p.row[0] = rowOf(r)
	size := p.row[0].size()
	if p.size > 0 && p.size+size > p.maxSize {
		if err := p.w.Flush(); err != nil {
			return err
		}
		p.size = 0
	}
	p.size += size
	_, err := p.w.Write(p.row[:])
	p.row[0] = row{}
	return err
}

func (p *parquetWriter) close() error { return p.w.Close() }

// size is about how many bytes the values of the row take.
func (r *row) size() int64 {
	n := rowOverhead + len(r.URL) + len(r.RecordID) + len(r.PayloadDigest) + len(r.Title) + len(r.Description) +
		len(r.Image) + len(r.Canonical) + len(r.Text)
	for _, list := range [][]string{r.Authors, r.Categories, r.Tags} {
		for _, s := range list {
			n += len(s)
		}
	}
	return int64(n)
}

func rowOf(r *Record) row {
	m := &r.Metadata
	var date int64
	if r.date() != "" {
		date = r.Date.UnixMilli()
	}
	return row{
		ID: r.ID, URL: valid(r.URL), Date: date, RecordID: valid(r.RecordID), File: valid(r.File), Entry: valid(r.Entry),
		Offset: r.Offset, Inner: r.Inner, Length: r.Length, PayloadDigest: valid(r.PayloadDigest),
		Status: int32(r.Status), ContentType: valid(r.ContentType), Encoding: r.Encoding, EncodingBy: r.EncodingBy,
		Lang: valid(r.Lang), LangBy: r.LangBy, Method: r.Method, Title: valid(r.Title),
		Chars: int64(r.Chars), Words: int64(r.Words), PageBytes: r.PageBytes, Kept: r.Kept, Truncated: valid(r.Truncated),
		Authors: validList(m.Authors), Published: valid(m.Date), Modified: valid(m.Modified), Site: valid(m.Site),
		Description: valid(m.Description), Image: valid(m.Image), Categories: validList(m.Categories), Tags: validList(m.Tags),
		License: valid(m.License), Canonical: valid(m.URL), Type: valid(m.Type),
		TextFormat: r.textFormat(), Text: valid(r.Text),
	}
}

// valid returns s with U+FFFD for each byte that is no UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

func validList(list []string) []string {
	if !slices.ContainsFunc(list, func(s string) bool { return !utf8.ValidString(s) }) {
		return list
	}
	mended := make([]string, len(list))
	for i, s := range list {
		mended[i] = valid(s)
	}
	return mended
}
