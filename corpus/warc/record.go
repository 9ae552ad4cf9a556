package warc

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A Format is the format of a record.
type Format uint8

// The formats of records.
const (
	WARC Format = iota + 1
	ARC
)

// String returns "WARC" or "ARC".
func (f Format) String() string {
	switch f {
	case WARC:
		return "WARC"
	case ARC:
		return "ARC"
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// The types of records that the standard defines.
const (
	TypeWarcinfo     = "warcinfo"
	TypeResponse     = "response"
	TypeResource     = "resource"
	TypeRequest      = "request"
	TypeMetadata     = "metadata"
	TypeRevisit      = "revisit"
	TypeConversion   = "conversion"
	TypeContinuation = "continuation"
)

// A Record is one record of an archive. Read reads its block. The strings and
// the fields stay valid; the block is there until the following call of
// Reader.Next.
type Record struct {
	Format  Format
	Version string // such as "1.0"; of ARC "1" or "2"

	// Type is the type in lower case, empty if none is stated. The file
	// description that begins an ARC file is a warcinfo, every other record
	// of it a response.
	Type string

	// Fields are all fields in the order of the file. An ARC record has the
	// fields of its header line, under the names of the ARC specification.
	Fields []Field

	ID          string    // WARC-Record-ID without < and >
	TargetURI   string    // WARC-Target-URI without < and >, or the URL of ARC
	Date        time.Time // zero if it is missing or malformed
	ContentType string    // of the block; in ARC what the server stated of the page
	Truncated   string    // WARC-Truncated: why the crawler cut the block short

	// ContentLength is the declared size of the block in bytes. It is -1 if
	// none that can be read is declared; the block then goes on up to the
	// next record.
	ContentLength int64

	// Segment is WARC-Segment-Number, 0 if there is none. The block of a
	// record that has one is part of a longer one.
	Segment int

	// Entry is the path of the archive within a WACZ, otherwise empty.
	Entry string

	// Offset is where the record begins in the file, in bytes. In a
	// compressed file it is where its member begins, and Inner is the
	// number of unpacked bytes from there, usually 0.
	Offset, Inner int64

	// Length is the number of bytes of the file from Offset to the end of
	// the record, known after Close. It is 0 if that is not the end of a
	// member, so that the record cannot be cut out of the file.
	Length int64

	// Size is the number of unpacked bytes of the record with its header
	// and the blank lines after it, known after Close.
	Size int64

	reader *Reader
	start  int64 // of the record in the stream
	block  int64 // of its block
	left   int64 // bytes of the block left to be read
	over   bool  // the block has ended
	closed bool

	hasLength, twoLengths bool // there is a Content-Length; there are different ones

	damage *Damage // what is wrong with the block
}

// Get returns the value of the first field of that name, in any case, or the
// empty string.
func (r *Record) Get(name string) string { return get(r.Fields, name) }

// Values returns the values of all fields of that name, in any case.
func (r *Record) Values(name string) []string {
	var values []string
	for _, f := range r.Fields {
		if strings.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return values
}

// known are the fields that fill in a Record. The first one of a name counts.
var known = []struct {
	name string
	set  func(r *Record, value string)
}{
	{"WARC-Type", func(r *Record, s string) { first(&r.Type, strings.ToLower(s)) }},
	{"WARC-Record-ID", func(r *Record, s string) { first(&r.ID, unbracket(s)) }},
	{"WARC-Target-URI", func(r *Record, s string) { first(&r.TargetURI, unbracket(s)) }},
	{"Content-Type", func(r *Record, s string) { first(&r.ContentType, s) }},
	{"WARC-Truncated", func(r *Record, s string) { first(&r.Truncated, s) }},
	{"Content-Length", (*Record).setLength},
	{"WARC-Segment-Number", func(r *Record, s string) {
		r.Segment = int(min(max(parseLength(s), 0), 1<<30))
	}},
	{"WARC-Date", func(r *Record, s string) {
		if t, err := time.Parse(time.RFC3339, s); err == nil && r.Date.IsZero() {
			r.Date = t
		}
	}},
}

// first sets s unless it has been set.
func first(s *string, value string) {
	if *s == "" {
		*s = value
	}
}

// setLength fills in the declared length.
func (r *Record) setLength(s string) {
	n := parseLength(s)
	if !r.hasLength {
		r.ContentLength = n
	}
	r.twoLengths = r.twoLengths || n != r.ContentLength
	r.hasLength = true
}

// setFields fills in what the fields of a WARC record say.
func (r *Record) setFields(fields []Field) {
	r.Fields = fields
	r.ContentLength = -1
	for i := range fields {
		for _, k := range known {
			if len(k.name) == len(fields[i].Name) && strings.EqualFold(k.name, fields[i].Name) {
				k.set(r, fields[i].Value)
				break
			}
		}
	}
}

// setARC fills in what the header line of an ARC record says.
func (r *Record) setARC(fields []Field) {
	r.Fields = fields
	r.Type = TypeResponse
	r.TargetURI = fields[0].Value
	if strings.HasPrefix(r.TargetURI, "filedesc:") {
		r.Type = TypeWarcinfo
	}
	r.Date = arcTime(fields[2].Value)
	r.ContentType = fields[3].Value
	r.ContentLength = parseLength(fields[len(fields)-1].Value)
}

// unbracket returns s without the < and > around it.
func unbracket(s string) string {
	if len(s) >= 2 && s[0] == '<' && s[len(s)-1] == '>' {
		return s[1 : len(s)-1]
	}
	return s
}

// Read reads from the block. It returns io.EOF at the block's end. If the block
// is cut off, or another record begins before its declared end, it returns the
// *Damage that Next reports too.
func (r *Record) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b := r.ready()
	if len(b) == 0 {
		return 0, r.end()
	}
	n := copy(p, b)
	r.take(n)
	return n, nil
}

// WriteTo writes what has not been read of the block to w. It implements
// io.WriterTo and saves io.Copy a buffer.
func (r *Record) WriteTo(w io.Writer) (n int64, err error) {
	for b := r.ready(); len(b) > 0; b = r.ready() {
		m, err := w.Write(b)
		r.take(m)
		n += int64(m)
		if err != nil {
			return n, err
		}
	}
	if err := r.end(); err != io.EOF {
		return n, err
	}
	return n, nil
}

// end returns the error with which the block ends.
func (r *Record) end() error {
	switch {
	case r.damage != nil:
		return r.damage
	case r.reader.rec != r:
		return errStale
	case r.reader.err != nil:
		return r.reader.err
	}
	return io.EOF
}

// Close skips what has not been read of the block and the blank lines after
// it. Afterwards Length and Size are known. It returns the *Damage of the
// block, if any, which Next reports too. Next calls Close if need be.
func (r *Record) Close() error {
	if !r.closed && r.reader.rec == r {
		r.closed = true
		for b := r.ready(); len(b) > 0; b = r.ready() {
			r.take(len(b))
		}
		r.reader.settle(r)
	}
	if err := r.end(); err != io.EOF {
		return err
	}
	return nil
}
