package serve

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/corpus/warc"
)

// An Archive is a web archive: a WARC, ARC or WACZ file. It keeps where the pages are in
// the file but not the pages, which are read again when they are shown.
type Archive struct {
	Pages []ArchivedPage
	// Problems say what is wrong with the archive and where. There are at most
	// maxProblems; the last one then counts those that are left out.
	Problems []error

	file  *os.File
	size  int64
	lost  int              // problems that are left out
	files map[string]place // style sheets and images by address, as address writes it
}

// An ArchivedPage is an HTML page of an archive that was fetched with status 200.
type ArchivedPage struct {
	URL         string
	Date        time.Time // of the fetch, zero if it is not known
	ContentType string    // as the server stated it
	Bytes       int       // of the record's block, with the head and as it was encoded

	record place
}

// A place says which record of an archive is meant.
type place struct {
	entry         string
	offset, inner int64
	id, uri       string
}

const (
	// DefaultArchivePages is how many pages of an archive are listed by default.
	DefaultArchivePages = 10_000

	// maxProblems is how many problems of an archive are kept.
	maxProblems = 20

	// maxField is how many bytes are kept of a field of a record. The fields of all
	// pages are in memory.
	maxField = 2 << 10
)

// archiveExtensions are those of archives; the packed ones may follow.
var (
	archiveExtensions = []string{".warc", ".arc", ".wacz"}
	packedExtensions  = []string{".gz", ".bz2", ".zst", ".lz4"}
)

// IsArchive reports whether a file is an archive by its name, such as "crawl.warc.gz".
func IsArchive(name string) bool {
	name = strings.ToLower(path.Base(name))
	if extension := path.Ext(name); slices.Contains(packedExtensions, extension) {
		name = strings.TrimSuffix(name, extension)
	}
	return slices.Contains(archiveExtensions, path.Ext(name))
}

// OpenArchive lists the pages of an archive, at most limit of them. It reads the file to
// its end or until it has found them, and needs the file as long as pages are read.
// Damage of the archive is no error but is in Archive.Problems.
func OpenArchive(file *os.File, limit int) (*Archive, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", file.Name())
	}
	a := &Archive{file: file, size: info.Size(), files: make(map[string]place)}
	a.list(limit)
	if a.lost > 0 {
		a.Problems = append(a.Problems, fmt.Errorf("%d more problems", a.lost))
	}
	return a, nil
}

// list lists the pages.
func (a *Archive) list(limit int) {
	r := a.reader()
	defer r.Close()
	decoder := payload.NewDecoder(payload.DefaultLimits())
	for {
		record, err := r.Next()
		var damage *warc.Damage
		switch {
		case errors.As(err, &damage):
			a.problem(err)
			continue
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			a.problem(err)
			return
		}
		message, err := openMessage(decoder, record)
		if err != nil {
			decoder = payload.NewDecoder(payload.DefaultLimits())
			a.problem(fmt.Errorf("%s: %w", clip(record.TargetURI), err))
			continue
		}
		if message.Class != payload.Page {
			a.addFile(record, message)
			continue
		}
		if len(a.Pages) == limit {
			a.problem(fmt.Errorf("only the first %d pages are listed", limit))
			return
		}
		a.Pages = append(a.Pages, ArchivedPage{URL: clip(record.TargetURI), Date: record.Date, ContentType: clip(message.ContentType),
			Bytes: int(max(0, record.ContentLength)), record: placeOf(record)})
	}
}

// openMessage opens the message in a record. A panic of a decoder is an error: an archive
// has bytes from anywhere, and does not end the program.
func openMessage(decoder *payload.Decoder, record *warc.Record) (m *payload.Message, err error) {
	defer recovered(&err)
	return decoder.Open(record)
}

// recovered makes an error of a panic.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("panic: %v", v)
	}
}

// problem notes that something is wrong.
func (a *Archive) problem(err error) {
	if len(a.Problems) >= maxProblems-1 {
		a.lost++
		return
	}
	a.Problems = append(a.Problems, err)
}

// clip returns a text with at most maxField bytes that keeps nothing else in memory.
func clip(text string) string {
	return strings.ToValidUTF8(strings.Clone(text[:min(len(text), maxField)]), "\ufffd")
}

// reader returns a reader of the archive from its beginning.
func (a *Archive) reader() *warc.Reader {
	return warc.NewReader(io.NewSectionReader(a.file, 0, a.size))
}

// placeOf returns the place of a record.
func placeOf(r *warc.Record) place {
	return place{entry: r.Entry, offset: r.Offset, inner: r.Inner, id: clip(r.ID), uri: clip(r.TargetURI)}
}

// Read returns a page of the archive as the server sent it, without transfer and content
// encodings. If the page cannot be read to its end, Read returns what came before and an
// error.
//
// Most records can be read by themselves. Where that fails, as in an archive that was
// compressed as a whole, the archive is read from its beginning.
func (a *Archive) Read(p *ArchivedPage) ([]byte, error) {
	if content, found, err := a.readAt(&p.record); found {
		return content, err
	}
	content, found, err := readFrom(a.reader(), &p.record, placeOf)
	if !found {
		err = fmt.Errorf("%s: the record of %s is no longer there", a.file.Name(), p.URL)
	}
	return content, err
}

// readAt reads the message in a record without what comes before it in the file.
func (a *Archive) readAt(want *place) (content []byte, found bool, err error) {
	in, err := a.section(want.entry)
	if err != nil || want.offset >= in.Size() {
		return nil, false, err
	}
	rest := io.NewSectionReader(in, want.offset, in.Size()-want.offset)
	return readFrom(warc.NewReader(rest), want, func(r *warc.Record) place {
		at := placeOf(r)
		at.entry, at.offset = want.entry, at.offset+want.offset
		return at
	})
}

// section returns the file, or an archive that is stored in it uncompressed, as WACZ has them.
func (a *Archive) section(entry string) (*io.SectionReader, error) {
	if entry == "" {
		return io.NewSectionReader(a.file, 0, a.size), nil
	}
	z, err := zip.NewReader(a.file, a.size)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(z.File, func(f *zip.File) bool { return f.Name == entry })
	if i < 0 || z.File[i].Method != zip.Store {
		return nil, fs.ErrNotExist
	}
	start, err := z.File[i].DataOffset()
	return io.NewSectionReader(a.file, start, int64(z.File[i].UncompressedSize64)), err
}

// readFrom looks for a record among those that r still has, and reads the message in it.
// placed returns the place of a record in the archive.
func readFrom(r *warc.Reader, want *place, placed func(*warc.Record) place) (content []byte, found bool, err error) {
	defer r.Close()
	for {
		record, err := r.Next()
		var damage *warc.Damage
		switch {
		case errors.As(err, &damage):
			continue
		case err != nil:
			return nil, false, err
		}
		switch at := placed(record); {
		case at == *want:
			content, err := body(record)
			return content, true, err
		case at.entry == want.entry && cmp.Or(cmp.Compare(at.offset, want.offset), cmp.Compare(at.inner, want.inner)) > 0:
			return nil, false, nil
		}
	}
}

// body returns the body of the message in a record.
func body(record *warc.Record) (content []byte, err error) {
	defer recovered(&err)
	message, err := payload.NewDecoder(payload.DefaultLimits()).Open(record)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(message)
}
