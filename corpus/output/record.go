package output

import (
	"time"

	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
)

// Schema is the version of the fields of a Record as the formats write them. It
// changes when a field is removed, renamed, or changes its meaning; new fields
// may be added without.
const Schema = 1

// A Record is the text that one method found in one page, and where the page
// comes from. Fields that are not known are zero.
type Record struct {
	ID string // 32 hexadecimal digits, the same in every run over the same files

	URL  string
	Date time.Time // when the page was taken

	// The page in its archive. A file of a folder has no RecordID and begins
	// at 0.
	RecordID string // WARC-Record-ID without < and >
	File     string // the path that the run was given
	Entry    string // the archive within a WACZ
	Offset   int64  // in bytes, of the record in File or Entry; in a compressed file of its member
	Inner    int64  // unpacked bytes from there to the record
	Length   int64  // of the record in the file, in bytes; 0 if it cannot be cut out

	PayloadDigest string // WARC-Payload-Digest as it is stated
	Status        int    // of HTTP
	ContentType   string // as the server stated it

	Encoding   string // of the page, such as "utf-8"
	EncodingBy string // what decided it: the words of page.EncodingRule
	Lang       string // BCP 47 tag
	LangBy     string // what decided it: "given", "script", "words" or "attribute"

	Method   string // that found the text
	Title    string
	Metadata metadata.Summary

	Text     string
	Markdown bool // Text is Markdown, not plain text

	// Paragraphs are those of the text, if the format asks for them with
	// Format.Paragraphs.
	Paragraphs []Paragraph

	Chars     int     // code points of Text
	Words     int     // of Text
	PageBytes int64   // of the page without its transfer and content encodings
	Kept      float64 // share of the page's text that was kept, in bytes, from 0 to 1

	// Truncated says why the page or the record is not whole: reasons with
	// commas between them, empty if it is whole. docs/corpus.md lists them.
	Truncated string
}

// A Paragraph is a paragraph of a text.
type Paragraph struct {
	Text  string // on one line
	Kind  page.Kind
	Level uint8 // of a heading, from 1 to 6
}

// A metadataField is one field of the metadata, a text or a list.
type metadataField struct {
	name string
	text func(*metadata.Summary) string
	list func(*metadata.Summary) []string
}

// metadataFields are the fields of the metadata other than the title, which a
// Record has itself.
var metadataFields = []metadataField{
	{name: "authors", list: func(m *metadata.Summary) []string { return m.Authors }},
	{name: "published", text: func(m *metadata.Summary) string { return m.Date }},
	{name: "modified", text: func(m *metadata.Summary) string { return m.Modified }},
	{name: "site", text: func(m *metadata.Summary) string { return m.Site }},
	{name: "description", text: func(m *metadata.Summary) string { return m.Description }},
	{name: "image", text: func(m *metadata.Summary) string { return m.Image }},
	{name: "categories", list: func(m *metadata.Summary) []string { return m.Categories }},
	{name: "tags", list: func(m *metadata.Summary) []string { return m.Tags }},
	{name: "license", text: func(m *metadata.Summary) string { return m.License }},
	{name: "canonical", text: func(m *metadata.Summary) string { return m.URL }},
	{name: "type", text: func(m *metadata.Summary) string { return m.Type }},
}

// A field is a field of a record that is text or a number, by the name that it
// has in JSON and as an attribute in vertical text. Empty ones are left out.
type field struct {
	name   string
	text   func(*Record) string
	number func(*Record) int64
}

// fields are the fields of a record in the order in which they are written,
// without the metadata and the text.
var fields = []field{
	{name: "id", text: func(r *Record) string { return r.ID }},
	{name: "url", text: func(r *Record) string { return r.URL }},
	{name: "date", text: (*Record).date},
	{name: "record_id", text: func(r *Record) string { return r.RecordID }},
	{name: "file", text: func(r *Record) string { return r.File }},
	{name: "entry", text: func(r *Record) string { return r.Entry }},
	{name: "offset", number: func(r *Record) int64 { return r.Offset }},
	{name: "inner", number: func(r *Record) int64 { return r.Inner }},
	{name: "length", number: func(r *Record) int64 { return r.Length }},
	{name: "payload_digest", text: func(r *Record) string { return r.PayloadDigest }},
	{name: "status", number: func(r *Record) int64 { return int64(r.Status) }},
	{name: "content_type", text: func(r *Record) string { return r.ContentType }},
	{name: "encoding", text: func(r *Record) string { return r.Encoding }},
	{name: "encoding_by", text: func(r *Record) string { return r.EncodingBy }},
	{name: "lang", text: func(r *Record) string { return r.Lang }},
	{name: "lang_by", text: func(r *Record) string { return r.LangBy }},
	{name: "method", text: func(r *Record) string { return r.Method }},
	{name: "title", text: func(r *Record) string { return r.Title }},
	{name: "chars", number: func(r *Record) int64 { return int64(r.Chars) }},
	{name: "words", number: func(r *Record) int64 { return int64(r.Words) }},
	{name: "page_bytes", number: func(r *Record) int64 { return r.PageBytes }},
	{name: "truncated", text: func(r *Record) string { return r.Truncated }},
}

// date returns the date in RFC 3339, in UTC, empty if there is none or if its
// year does not have four digits.
func (r *Record) date() string {
	t := r.Date.UTC()
	if r.Date.IsZero() || t.Year() < 1 || t.Year() > 9999 {
		return ""
	}
	return t.Format(time.RFC3339)
}

// textFormat is the format of the text: plain or markdown.
func (r *Record) textFormat() string {
	if r.Markdown {
		return "markdown"
	}
	return "plain"
}
