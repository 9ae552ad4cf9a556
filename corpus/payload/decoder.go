package payload

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/corpus/warc"
)

// bufferSize is the size of the buffer in front of each decoder.
const bufferSize = 32 << 10

// A Decoder opens the messages in records, one after the other. It keeps its
// buffers and decoders from one to the next, about 100 KB without those of
// zstd and brotli. It is not safe for concurrent use.
type Decoder struct {
	limits  Limits
	source  faultyReader
	buffers []*bufio.Reader
	used    int // buffers in use
	old     []pooled
	message Message
}

// pooled is a decoder that can be used again.
type pooled struct {
	coding *coding
	reader io.Reader
	busy   bool
}

// NewDecoder returns a Decoder with the limits given.
func NewDecoder(limits Limits) *Decoder { return &Decoder{limits: limits} }

// Open reads the head of the message in rec, whose block must not have been
// read yet, and enough of the body to tell its type. It returns an error only
// for a head beyond Limits.MaxHead, for more encodings than Limits.MaxCoding,
// and if the archive cannot be read. The Message then has the Class
// UnknownType.
func (d *Decoder) Open(rec *warc.Record) (*Message, error) {
	d.release()
	d.source = faultyReader{Reader: rec}
	in := d.buffer(&d.source)
	d.message = Message{Class: classOf(rec), ContentType: rec.ContentType, body: in,
		limit: d.limits.MaxBody, left: d.limits.MaxBody}
	m := &d.message
	if m.Class != 0 {
		m.Stated, m.Charset = parseType([]string{rec.ContentType})
		return m, nil
	}
	head, err := d.head(rec, in)
	if err == nil {
		m.Head = head
		err = d.body(m, rec, in)
	}
	if err != nil {
		m.Class, m.err = UnknownType, err
		return m, err
	}
	return m, nil
}

// head reads the head of HTTP, if there is one.
func (d *Decoder) head(rec *warc.Record, in *bufio.Reader) (Head, error) {
	isHTTP := strings.HasPrefix(strings.ToLower(rec.ContentType), "application/http")
	if rec.Type == warc.TypeResource && !isHTTP {
		return Head{}, nil
	}
	head, err := ReadHead(in, d.limits.MaxHead)
	if err != nil || head.Notes&NoHead == 0 {
		return head, err
	}
	if rec.Format == warc.ARC || !isHTTP {
		head.Notes = 0
	}
	return head, nil
}

// body makes m read the body of the message and finds out what it is.
func (d *Decoder) body(m *Message, rec *warc.Record, in *bufio.Reader) error {
	m.types(rec)
	m.checkLength(rec)
	if err := d.undo(m, in); err != nil {
		return err
	}
	buffered, ok := m.body.(*bufio.Reader)
	if !ok {
		buffered = d.buffer(m.body)
		m.body = buffered
	}
	b, err := buffered.Peek(sniffSize)
	if d.source.err != nil && !isDamage(d.source.err) {
		return err
	}
	m.MIME = computeType(m.Stated, b)
	if unstated[m.Stated] {
		m.Notes |= NoType
	} else if m.MIME != m.Stated {
		m.Notes |= WrongType
	}
	m.Class = m.class(rec)
	return nil
}

// class returns the class of a message whose type is known.
func (m *Message) class(rec *warc.Record) Class {
	switch {
	case m.Proto != "" && m.Status != 200, m.Notes&NoHead != 0:
		return OtherStatus
	case isPage(m.MIME):
		return Page
	case m.MIME == mimePlain:
		return Text
	}
	return OtherType
}

// types fills in the types that are stated.
func (m *Message) types(rec *warc.Record) {
	var values []string
	for _, f := range m.Fields {
		if strings.EqualFold(f.Name, "Content-Type") {
			values = append(values, f.Value)
		}
	}
	if m.Proto == "" && m.Notes&NoHead == 0 {
		values = []string{rec.ContentType}
	}
	m.ContentType = ""
	if len(values) > 0 {
		m.ContentType = values[len(values)-1]
	}
	m.Stated, m.Charset = parseType(values)
}

// checkLength notes a Content-Length that is not the length of the body.
func (m *Message) checkLength(rec *warc.Record) {
	stated := m.Get("Content-Length")
	if m.Proto == "" || stated == "" || rec.ContentLength < 0 {
		return
	}
	n, err := strconv.ParseInt(stated, 10, 64)
	if err != nil || n != rec.ContentLength-m.Size {
		m.Notes |= WrongLength
	}
}

// undo puts decoders in front of the body: for chunks, then for the encodings,
// the last one applied first.
func (d *Decoder) undo(m *Message, in *bufio.Reader) error {
	transfer := m.list("Transfer-Encoding")
	if slices.Contains(transfer, "chunked") {
		c := newChunked(in, &m.Notes)
		c.next()
		m.Chunked = !c.raw
		in = d.buffer(c)
	}
	names := append(m.list("Content-Encoding"), transfer...)
	names = slices.DeleteFunc(names, func(name string) bool { return identity[name] })
	if len(names) > d.limits.MaxCoding {
		return &LimitError{"MaxCoding", int64(d.limits.MaxCoding)}
	}
	m.body = in
	for _, name := range slices.Backward(names) {
		coding := find(name)
		if coding == nil {
			m.Notes |= UnknownCoding
			break
		}
		b, err := in.Peek(trialSize)
		if len(b) == 0 || !coding.fits(b, err != nil) {
			m.Notes |= NotEncoded
			continue
		}
		z, err := d.open(coding, in)
		if err != nil {
			z = failing{err}
		}
		m.Codings = append(m.Codings, name)
		in = d.buffer(&codingReader{z, name, &d.source})
		m.body = in
	}
	slices.Reverse(m.Codings)
	return nil
}

// open opens a decoder, an old one if there is one that is free.
func (d *Decoder) open(c *coding, in *bufio.Reader) (io.Reader, error) {
	for i := range d.old {
		if p := &d.old[i]; p.coding == c && !p.busy {
			z, err := c.open(p.reader, in)
			p.busy = true
			return z, err
		}
	}
	z, err := c.open(nil, in)
	if err == nil && len(d.old) < 2*len(codings) {
		d.old = append(d.old, pooled{c, z, true})
	}
	return z, err
}

// buffer returns a buffered reader of in, an old one if there is one.
func (d *Decoder) buffer(in io.Reader) *bufio.Reader {
	if d.used == len(d.buffers) {
		d.buffers = append(d.buffers, bufio.NewReaderSize(in, bufferSize))
	} else {
		d.buffers[d.used].Reset(in)
	}
	d.used++
	return d.buffers[d.used-1]
}

// release makes all buffers and decoders free again.
func (d *Decoder) release() {
	d.used = 0
	for i := range d.old {
		d.old[i].busy = false
	}
}
