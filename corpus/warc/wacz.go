package warc

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"strings"
)

// wacz is a zip file with archives in its folder archive/, as in the "Web
// Archive Collection Zipped" specification 1.1.1. Files elsewhere in it are
// archives if they begin with a record.
type wacz struct {
	file    *checkedReaderAt
	section *io.SectionReader
	rest    []*zip.File // files that have not been opened yet
	open    io.Closer
	opened  bool // at least one file could be opened
}

func (w *wacz) leave() {
	if w.open != nil {
		w.open.Close()
		w.open = nil
	}
}

// A checkedReaderAt remembers the first error other than io.EOF, so that
// damage can be told from a file that cannot be read.
type checkedReaderAt struct {
	io.ReaderAt
	err error
}

func (r *checkedReaderAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, off)
	if err != nil && err != io.EOF && r.err == nil {
		r.err = err
	}
	return n, err
}

// isZip reports whether b begins as a zip file does.
func isZip(b []byte) bool {
	return string(b) == "PK\x03\x04" || string(b) == "PK\x05\x06"
}

// openZip opens the WACZ of which file has read the beginning. If its directory
// cannot be read, the file is searched for members of gzip instead.
func (r *Reader) openZip(file *window) {
	section, err := r.section(file)
	if err != nil {
		r.err = err
		return
	}
	at := &checkedReaderAt{ReaderAt: section}
	z, err := zip.NewReader(at, section.Size())
	if at.err != nil {
		r.err = at.err
		return
	}
	if err != nil {
		r.searchZip(section, err)
		return
	}
	r.wacz = &wacz{file: at, section: section, rest: z.File}
}

// searchZip searches a zip file whose directory is of no use for members of
// gzip, as most archives in a WACZ are stored.
func (r *Reader) searchZip(section *io.SectionReader, err error) {
	d := r.report(BadArchive, 0, 0, "directory of the zip file cannot be read; it is searched for gzip members")
	d.Err = err
	section.Seek(0, io.SeekStart)
	r.s = packedStream(codecs[0], newWindow(section, longHistory))
}

// section returns the whole of the file as a section that can be read anywhere.
func (r *Reader) section(file *window) (*io.SectionReader, error) {
	if in, ok := r.in.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		now, err := in.Seek(0, io.SeekCurrent)
		if err == nil {
			start := now - file.end()
			end, err := in.Seek(0, io.SeekEnd)
			return io.NewSectionReader(in, start, end-start), err
		}
	}
	spool, err := os.CreateTemp(r.TempDir, "wacz-*")
	if err != nil {
		return nil, err
	}
	r.spool = spool
	n, err := io.Copy(spool, file)
	return io.NewSectionReader(spool, 0, n), err
}

// openEntry opens the next archive.
func (r *Reader) openEntry() {
	w := r.wacz
	r.format, r.entry, r.redo = 0, "", 0
	if len(w.rest) == 0 {
		r.wacz = nil
		if w.opened {
			r.err = io.EOF
		} else {
			r.searchZip(w.section, errNoFiles)
		}
		return
	}
	f := w.rest[0]
	w.rest = w.rest[1:]
	if strings.HasSuffix(f.Name, "/") {
		return
	}
	r.entry = f.Name
	in, err := f.Open()
	switch {
	case w.file.err != nil:
		r.err = w.file.err
	case err != nil:
		r.report(BadArchive, 0, 0, "archive cannot be opened").Err = err
	default:
		w.opened = true
		w.open = in
		r.s = newStream(newWindow(in, longHistory))
		if !strings.HasPrefix(f.Name, "archive/") && !r.certain() {
			r.leave()
		}
	}
}

var errNoFiles = errors.New("no file in it can be opened")
