package warc

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// gzipMember unpacks members of gzip (RFC 1952).
type gzipMember struct{ *gzip.Reader }

func newGzip() unpacker { return &gzipMember{new(gzip.Reader)} }

func (g *gzipMember) reset(in *bufio.Reader) error {
	if err := g.Reset(in); err != nil {
		return unexpected(err)
	}
	g.Multistream(false)
	return nil
}

func (g *gzipMember) close() {}

// plausibleGzip reports whether what follows a magic number can be unpacked.
func plausibleGzip(b []byte) bool {
	if len(b) < 10 || b[2] != 8 || b[3]&0xe0 != 0 {
		return false
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return false
	}
	z.Multistream(false)
	n, err := io.CopyN(io.Discard, z, 1024)
	return err == nil || err == io.EOF || n > 0 && errors.Is(err, io.ErrUnexpectedEOF)
}

// unexpected returns err as the error of a member that has begun: the end of
// the file is never expected there.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// isChecksum reports whether err says that a member was unpacked to its end but
// does not match its checksum.
func isChecksum(err error) bool {
	return errors.Is(err, gzip.ErrChecksum) || errors.Is(err, zstd.ErrCRCMismatch)
}
