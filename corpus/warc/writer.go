package warc

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// WriterOptions say how a Writer packs its records.
type WriterOptions struct {
	Compression Compression

	// Dictionary is used by Zstd and stands at the beginning of the file.
	// It has the format of RFC 8878, section 5, as "zstd --train" makes it.
	Dictionary []byte
}

// A Writer writes WARC 1.1, one record after the other. Each record is a member
// of its own, so that it can be cut out of the file. There is nothing to close:
// a record has been passed to the underlying writer when Write returns. After
// an error every further call returns the same error.
type Writer struct {
	out      countingWriter
	pack     packer
	warcinfo string // ID of the last warcinfo
	err      error
}

// NewWriter returns a Writer to out.
func NewWriter(out io.Writer, options WriterOptions) (*Writer, error) {
	w := &Writer{out: countingWriter{w: out}}
	pack, err := newPacker(&w.out, options)
	if err != nil {
		return nil, err
	}
	w.pack = pack
	return w, nil
}

// A Header describes a record that is to be written.
type Header struct {
	Type        string    // one of the constants TypeWarcinfo and so on
	TargetURI   string    // empty for a warcinfo
	Date        time.Time // the present time if it is zero
	ID          string    // a URI without < and >; a new urn:uuid if it is empty
	ContentType string    // such as "application/http; msgtype=response"
	Fields      []Field   // further fields; they replace those that Write would add
}

// Written says where a record was written.
type Written struct {
	ID             string // without < and >
	Offset, Length int64  // in the file, in bytes
}

// Write writes a record with its digests: that of the block, and that of the
// payload for records whose standard meaning includes one. The payload is what
// stands after the head of an HTTP message, otherwise the whole block.
func (w *Writer) Write(h Header, block []byte) (Written, error) {
	digests := []Field{{"WARC-Block-Digest", Digest(block)}}
	if body, ok := payloadOf(h, block); ok {
		digests = append(digests, Field{"WARC-Payload-Digest", Digest(body)})
	}
	return w.write(h, digests, int64(len(block)), bytes.NewReader(block))
}

// WriteFrom writes a record whose block is read from block, which must give
// exactly length bytes. It has no digests but those in h.Fields, since they
// stand in front of the block.
func (w *Writer) WriteFrom(h Header, length int64, block io.Reader) (Written, error) {
	return w.write(h, nil, length, block)
}

// WriteWarcinfo writes a warcinfo record, which describes the records after
// it; they refer to it by WARC-Warcinfo-ID. filename may be empty.
func (w *Writer) WriteWarcinfo(filename string, fields []Field) (Written, error) {
	var block strings.Builder
	for _, f := range fields {
		if err := f.check(); err != nil {
			return Written{}, err
		}
		fmt.Fprintf(&block, "%s: %s\r\n", f.Name, f.Value)
	}
	h := Header{Type: TypeWarcinfo, ContentType: "application/warc-fields"}
	if filename != "" {
		h.Fields = []Field{{"WARC-Filename", filename}}
	}
	w.warcinfo = ""
	written, err := w.Write(h, []byte(block.String()))
	w.warcinfo = written.ID
	return written, err
}

// payloadOf returns the payload of the block of a record that has one.
func payloadOf(h Header, block []byte) ([]byte, bool) {
	switch {
	case strings.HasPrefix(h.ContentType, "application/http"):
		for _, end := range []string{"\r\n\r\n", "\n\n"} {
			if _, body, ok := bytes.Cut(block, []byte(end)); ok {
				return body, true
			}
		}
		return nil, false
	case h.Type == TypeResource, h.Type == TypeConversion, h.Type == TypeResponse:
		return block, true
	}
	return nil, false
}

// write writes a record.
func (w *Writer) write(h Header, added []Field, length int64, block io.Reader) (Written, error) {
	if w.err != nil {
		return Written{}, w.err
	}
	if h.ID == "" {
		h.ID = newID()
	}
	head, err := w.header(h, added, length)
	if err != nil {
		return Written{}, err
	}
	written := Written{ID: h.ID, Offset: w.out.n}
	if err := w.record(head, length, block); err != nil {
		w.err = fmt.Errorf("warc: writing the record at %d: %w", written.Offset, err)
		return Written{}, w.err
	}
	written.Length = w.out.n - written.Offset
	return written, nil
}

// record writes the parts of a record as one member.
func (w *Writer) record(head string, length int64, block io.Reader) error {
	out := w.pack.begin()
	if _, err := io.WriteString(out, head); err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(block, length))
	if err != nil {
		return err
	}
	if n < length {
		return fmt.Errorf("block of %d bytes instead of %d: %w", n, length, io.ErrUnexpectedEOF)
	}
	var more [1]byte
	if n, err := io.ReadFull(block, more[:]); n > 0 {
		return fmt.Errorf("block is longer than %d bytes", length)
	} else if err != io.EOF {
		return err
	}
	if _, err := io.WriteString(out, "\r\n\r\n"); err != nil {
		return err
	}
	return w.pack.end()
}

// header returns the header of a record. Fields of h take the place of those
// that would be added.
func (w *Writer) header(h Header, added []Field, length int64) (string, error) {
	if h.Date.IsZero() {
		h.Date = time.Now()
	}
	fields := []Field{
		{"WARC-Type", h.Type},
		{"WARC-Record-ID", "<" + h.ID + ">"},
		{"WARC-Date", h.Date.UTC().Format(time.RFC3339)},
		{"WARC-Target-URI", h.TargetURI},
	}
	if w.warcinfo != "" {
		fields = append(fields, Field{"WARC-Warcinfo-ID", "<" + w.warcinfo + ">"})
	}
	fields = append(fields, added...)
	fields = append(fields, Field{"Content-Type", h.ContentType})
	var b strings.Builder
	b.WriteString("WARC/1.1\r\n")
	for _, f := range fields {
		if f.Value == "" || get(h.Fields, f.Name) != "" {
			continue
		}
		if err := f.write(&b); err != nil {
			return "", err
		}
	}
	for _, f := range h.Fields {
		if err := f.write(&b); err != nil {
			return "", err
		}
	}
	fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", length)
	return b.String(), nil
}

// write writes the line of the field.
func (f Field) write(b *strings.Builder) error {
	if err := f.check(); err != nil {
		return err
	}
	if strings.EqualFold(f.Name, "Content-Length") {
		return errLength
	}
	b.WriteString(f.Name + ": " + f.Value + "\r\n")
	return nil
}

var errLength = errors.New("warc: Content-Length is not among the fields that may be given")

// check reports a field that cannot be written.
func (f Field) check() error {
	ok := f.Name != "" && !strings.ContainsAny(f.Value, "\r\n")
	for _, c := range []byte(f.Name) {
		ok = ok && nameByte(c)
	}
	if !ok {
		return fmt.Errorf("warc: field %.40q with value %.40q cannot be written", f.Name, f.Value)
	}
	return nil
}

// newID returns a new identifier (RFC 9562, version 4).
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// A countingWriter counts the bytes that are written.
type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err
}
