package warc

import (
	"bufio"
	"io"
)

// A frame reads one frame of a file, up to its end and no further. The format
// says where the parts of a frame end, so that nothing need be unpacked.
type frame struct {
	in    *bufio.Reader
	left  int64 // bytes left of the part that is being read
	state frameState
	part  func() error // begins the next part: sets left and state
}

// A frameState says which part of a frame comes next.
type frameState uint8

const (
	frameHeader frameState = iota
	frameBlock
	frameSum
	frameEnd
)

// begin makes ready for the frame at the position of in.
func (f *frame) begin(in *bufio.Reader, part func() error) {
	*f = frame{in: in, part: part}
}

// ended returns err, or io.ErrUnexpectedEOF if that is io.EOF although the frame
// has not been read to its end. Decoders may take a cut for an end.
func (f *frame) ended(err error) error {
	if err == io.EOF && f.state == frameSum && f.left == 0 {
		f.part() // there may be no checksum to wait for
	}
	if err == io.EOF && (f.state != frameEnd || f.left > 0) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Read implements io.Reader. A frame that is cut off ends with
// io.ErrUnexpectedEOF.
func (f *frame) Read(p []byte) (int, error) {
	for f.left == 0 {
		if f.state == frameEnd {
			return 0, io.EOF
		}
		if err := f.part(); err != nil {
			return 0, err
		}
	}
	n, err := f.in.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	return n, unexpected(err)
}
