package payload

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// maxZstdWindow is the largest window of zstd in HTTP (RFC 9659).
const maxZstdWindow = 8 << 20

// trialSize is how much of a body is looked at to see whether it is encoded.
const trialSize = 4 << 10

// A coding undoes one content encoding.
type coding struct {
	names []string

	// fits reports whether b, the beginning of a body, may be so encoded.
	// whole says that b is the whole body.
	fits func(b []byte, whole bool) bool

	// open returns a reader of what in encodes. It may use old, which it
	// returned before and which is no longer in use. An error leaves in
	// where it was or ends the body.
	open func(old io.Reader, in *bufio.Reader) (io.Reader, error)
}

// codings are the content encodings that are known (RFC 9110, 8.4.1; RFC 7932;
// RFC 8878).
var codings = []*coding{
	{[]string{"gzip", "x-gzip"}, fitsGzip, openGzip},
	{[]string{"deflate", "x-deflate"}, fitsDeflate, openDeflate},
	{[]string{"br", "brotli", "x-br"}, fitsBrotli, openBrotli},
	{[]string{"zstd", "x-zstd"}, fitsZstd, openZstd},
}

// find returns the coding of that name, nil if it is not known.
func find(name string) *coding {
	for _, c := range codings {
		for _, n := range c.names {
			if n == name {
				return c
			}
		}
	}
	return nil
}

// identity are names that stand for no encoding at all.
var identity = map[string]bool{"identity": true, "none": true, "binary": true, "8bit": true, "7bit": true, "chunked": true}

// fitsGzip: the header tells (RFC 1952, 2.3).
func fitsGzip(b []byte, _ bool) bool {
	_, err := gzip.NewReader(bytes.NewReader(b))
	return err == nil
}

func openGzip(old io.Reader, in *bufio.Reader) (io.Reader, error) {
	if z, ok := old.(*gzip.Reader); ok {
		return z, z.Reset(in)
	}
	return gzip.NewReader(in)
}

// fitsDeflate: deflate is meant to be zlib (RFC 1950), but some servers send
// bare deflate (RFC 1951), and browsers read both.
func fitsDeflate(b []byte, whole bool) bool {
	if isZlib(b) {
		z, err := zlib.NewReader(bytes.NewReader(b))
		if err == nil && decodes(z, b, whole) {
			return true
		}
	}
	return decodes(flate.NewReader(bytes.NewReader(b)), b, whole)
}

func isZlib(b []byte) bool {
	return len(b) >= 2 && b[0]&0x0f == 8 && b[0]>>4 <= 7 && (int(b[0])<<8|int(b[1]))%31 == 0 && b[1]&0x20 == 0
}

// openDeflate drops the zlib header, if there is one. The checksum after the
// data is not looked at, as browsers do not.
func openDeflate(old io.Reader, in *bufio.Reader) (io.Reader, error) {
	if b, _ := in.Peek(2); isZlib(b) {
		in.Discard(2)
	}
	if z, ok := old.(flate.Resetter); ok {
		return old, z.Reset(in, nil)
	}
	return flate.NewReader(in), nil
}

func fitsBrotli(b []byte, whole bool) bool {
	return decodes(brotli.NewReader(bytes.NewReader(b)), b, whole)
}

func openBrotli(old io.Reader, in *bufio.Reader) (io.Reader, error) {
	if z, ok := old.(*brotli.Reader); ok {
		return z, z.Reset(in)
	}
	return brotli.NewReader(in), nil
}

// fitsZstd: the header tells (RFC 8878, 3.1.1.1).
func fitsZstd(b []byte, _ bool) bool {
	var h zstd.Header
	return h.Decode(b) == nil && !h.Skippable
}

func openZstd(old io.Reader, in *bufio.Reader) (io.Reader, error) {
	if z, ok := old.(*zstd.Decoder); ok {
		return z, z.Reset(in)
	}
	return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxZstdWindow))
}

// decodes reports whether z, a decoder of b, gives bytes without an error. b is
// the beginning of a body, or the whole of it. A whole body that is cut off
// could also be a short text that looks encoded; so it must not be text.
func decodes(z io.Reader, b []byte, whole bool) bool {
	var out [1024]byte
	n, err := 0, error(nil)
	for n < len(out) && err == nil {
		var m int
		m, err = z.Read(out[n:])
		n += m
	}
	switch {
	case n == len(out):
		return true
	case err == io.EOF:
		return n > 0 || whole
	case errors.Is(err, io.ErrUnexpectedEOF):
		return !whole || n > 0 && isBinary(b)
	}
	return false
}
