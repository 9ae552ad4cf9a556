package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A codec is a kind of compression whose files are sequences of members, each
// of which can be unpacked by itself.
type codec struct {
	name   string
	magics [][]byte
	open   func() unpacker

	// plausible reports whether a member may begin with b, the next
	// trialSize bytes of the file. It is asked after damage.
	plausible func(b []byte) bool
}

// An unpacker unpacks one member after the other.
type unpacker interface {
	// reset makes ready for the member at the position of in.
	reset(in *bufio.Reader) error

	// Read returns io.EOF at the end of the member and leaves the position
	// just past it.
	io.Reader
	close()
}

const trialSize = 4 << 10

// codecs are the kinds of compression that are known.
var codecs = []*codec{
	{"gzip", [][]byte{{0x1f, 0x8b}}, newGzip, plausibleGzip},
	{"bzip2", [][]byte{[]byte("BZh")}, newBzip2, plausibleBzip2},
	{"zstd", zstdMagics, newZstd, plausibleZstd},
	{"lz4", [][]byte{lz4Magic}, newLZ4, plausibleLZ4},
}

// begins reports whether b begins as a member does.
func (c *codec) begins(b []byte) bool {
	for _, magic := range c.magics {
		if bytes.HasPrefix(b, magic) {
			return true
		}
	}
	return false
}

// members is the source of a compressed file.
type members struct {
	codec *codec
	file  *window // the file as it is
	in    *bufio.Reader
	un    unpacker
	list  []mark
	fresh int   // marks from here on were made by this call of Read
	out   int64 // bytes unpacked
	start int64 // where the present member begins in the file
	state memberState
	whole int64 // bytes of the file in members that were unpacked to their ends
	redo  int64 // bytes of the file that were gone back over
}

type memberState uint8

const (
	between   memberState = iota // no member is being unpacked
	opened                       // one is, and has given nothing yet
	unpacking                    // one is, and has a mark
	ended                        // the file has ended
)

func newMembers(c *codec, file *window) *members {
	return &members{codec: c, file: file, in: bufio.NewReaderSize(file, 16<<10), un: c.open()}
}

func (m *members) marks() *[]mark { return &m.list }
func (m *members) close()         { m.un.close() }

// offset returns the position in the file.
func (m *members) offset() int64 { return m.file.pos() - int64(m.in.Buffered()) }

// failed reports whether the file itself could not be read.
func (m *members) failed() bool { return m.file.err != nil && m.file.err != io.EOF }

// Read unpacks more. It ends with io.EOF at the end of the file, with another
// error only if the file cannot be read; damage is put among the marks.
func (m *members) Read(p []byte) (int, error) {
	m.fresh = len(m.list)
	for m.state != ended {
		if m.state == between {
			m.begin()
			continue
		}
		n, err := m.un.Read(p)
		if n > 0 && m.state == opened {
			m.list = append(m.list, mark{at: m.out, file: m.start})
			m.state = unpacking
		}
		m.out += int64(n)
		if err == io.EOF && m.offset() == m.start {
			err = io.ErrUnexpectedEOF
		}
		switch {
		case err == io.EOF:
			m.end()
		case err != nil && m.failed():
			return n, m.file.err
		case err != nil:
			m.recover(err)
		}
		if n > 0 {
			return n, nil
		}
	}
	if m.failed() {
		return 0, m.file.err
	}
	return 0, io.EOF
}

// begin opens the member at the position. Where there is none it moves on to
// the next place where one may begin.
func (m *members) begin() {
	m.start = m.offset()
	b, _ := m.in.Peek(4)
	switch {
	case len(b) == 0:
		m.state = ended
	case !m.codec.begins(b):
		m.lose(m.start, &Damage{Kind: Garbage})
	default:
		m.state = opened
		if err := m.un.reset(m.in); err != nil && !m.failed() {
			m.recover(err)
		} else if err != nil {
			m.state = ended
		}
	}
}

// end ends the present member.
func (m *members) end() {
	m.whole += m.offset() - m.start
	if m.state == unpacking {
		m.list[len(m.list)-1].end = m.offset()
	}
	m.state = between
}

// recover deals with err, met in the present member. The decoder may have read
// beyond the end of the member, so the search for the next one begins just
// after the start of this one, if that does not cost too much.
func (m *members) recover(err error) {
	at := m.offset()
	damage := &Damage{Kind: BadMember, Err: err}
	if isChecksum(err) {
		damage.Kind = Checksum
		if b, _ := m.in.Peek(4); len(b) == 0 || m.codec.begins(b) {
			m.end()
			damage.Detail = m.codec.name + " member does not match its checksum"
			m.report(damage)
			return
		}
	}
	from := m.start + 1
	if back := at - max(from, m.file.base); m.redo+back <= spare(at) {
		m.redo += back
	} else {
		from = at
	}
	m.lose(from, damage)
}

// lose looks for the next member after the offset from, and reports all bytes
// of the file from the start of the present member up to there as lost.
func (m *members) lose(from int64, d *Damage) {
	m.file.back(from)
	m.state = between
	if !m.search() {
		m.state = ended
	}
	m.in.Reset(m.file)
	d.Length = m.file.pos() - m.start
	switch {
	case d.Kind == Garbage:
		d.Detail = fmt.Sprintf("%d bytes are no %s member", d.Length, m.codec.name)
	case m.state == ended && errors.Is(d.Err, io.ErrUnexpectedEOF):
		d.Kind = Truncated
		d.Detail = m.codec.name + " member is cut off"
	default:
		d.Detail = m.codec.name + " member is damaged"
	}
	m.report(d)
}

// report puts d, which begins with the present member, among the marks. It
// joins what the same call of Read met just before, and the members in between,
// which gave nothing, so that a file of nothing but damage takes no memory.
func (m *members) report(d *Damage) {
	d.Offset, d.Packed = m.start, true
	if last := len(m.list) - 1; last >= m.fresh && m.list[last].damage != nil {
		all := m.list[last].damage
		m.whole -= d.Offset - (all.Offset + all.Length) // members in between
		all.Length = d.Offset + d.Length - all.Offset
		all.Detail = fmt.Sprintf("%d bytes cannot be unpacked", all.Length)
		if d.Kind == Truncated {
			all.Kind = Truncated
		}
		return
	}
	m.list = append(m.list, mark{at: m.out, damage: d})
}

// search moves the file on to the next place where a member may begin. It
// returns false at the end of the file.
func (m *members) search() bool {
	for {
		b := m.file.peek(lookAhead)
		if len(b) == 0 {
			return false
		}
		i := m.codec.index(b)
		if i < 0 {
			m.file.skip(max(len(b)-3, 1))
			continue
		}
		m.file.skip(i)
		if m.codec.plausible(m.file.peek(trialSize)) {
			return true
		}
		m.file.skip(1)
	}
}

// index returns where the first magic number begins in b, -1 if there is none.
func (c *codec) index(b []byte) int {
	first := -1
	for _, magic := range c.magics {
		if i := bytes.Index(b, magic); i >= 0 && (first < 0 || i < first) {
			first = i
			b = b[:min(len(b), i+len(magic))]
		}
	}
	return first
}

// spare returns how many bytes may be gone back over, in all, in the first n
// bytes of a file or stream. It keeps the work linear whatever the damage.
func spare(n int64) int64 { return 8*longHistory + 2*n }
