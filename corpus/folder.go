package corpus

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed42075109/justext/corpus/output"
)

// A folder is the source that the pages in a folder are, in the order of their
// names. The date of a page is that of its file, and its address a file: URL.
type folder struct {
	files   []string
	filter  *Filter
	maxBody int64
	counts  Counters
	failed  func(path string, err error)
}

func newFolder(files []string, c *Config, failed func(path string, err error)) *folder {
	return &folder{files: files, filter: &c.Filter, maxBody: c.MaxBody, failed: failed}
}

// unreadable is the kind of damage that a page in a folder has if it cannot be
// read.
const unreadable = "unreadable"

func (s *folder) counters() *Counters { return &s.counts }
func (s *folder) close() error        { return nil }

func (s *folder) next(f *fetched) error {
	for len(s.files) > 0 {
		path := s.files[0]
		s.files = s.files[1:]
		address := fileURL(path)
		if outcome := s.filter.address(address); outcome != 0 {
			s.counts.count(outcome)
			continue
		}
		if err := s.read(path, f); err != nil {
			s.counts.count(Failed)
			s.counts.Damage.Add(unreadable, 1)
			s.failed(path, err)
			continue
		}
		f.from.URL = field(address, maxURL)
		return nil
	}
	return io.EOF
}

// read reads a page.
func (s *folder) read(path string, f *fetched) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var in io.Reader = file
	if strings.HasSuffix(strings.ToLower(path), ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			return err
		}
	}
	f.body, err = readAll(f.body[:0], io.LimitReader(in, s.maxBody+1))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, gzip.ErrChecksum) {
		return err
	}
	f.from = output.Record{File: path, Date: info.ModTime().UTC(), Length: info.Size()}
	switch {
	case err != nil:
		f.from.Truncated = "encoding"
	case int64(len(f.body)) > s.maxBody:
		f.body = f.body[:s.maxBody]
		f.from.Truncated = "max-body"
	}
	f.crawled = info.ModTime()
	f.from.PageBytes = int64(len(f.body))
	s.counts.ArchiveBytes += info.Size()
	return nil
}

// fileURL returns the file: URL of a path.
func fileURL(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// pageExtensions are those of the files that are taken for pages, also with .gz.
var pageExtensions = []string{".html", ".htm", ".xhtml", ".shtml"}

// archiveExtensions are those of the files in a folder that are taken for
// archives. A file that is named itself is an archive whatever its extension.
var archiveExtensions = []string{".warc", ".arc", ".wacz", ".wet"}

// packedExtensions may follow an extension.
var packedExtensions = []string{".gz", ".bz2", ".zst", ".lz4"}

// kindOf says by its extension whether a file is a page or an archive.
func kindOf(path string) (isPage, isArchive bool) {
	name := strings.ToLower(filepath.Base(path))
	packed := filepath.Ext(name)
	if slices.Contains(packedExtensions, packed) {
		name = strings.TrimSuffix(name, packed)
	}
	extension := filepath.Ext(name)
	isPage = slices.Contains(pageExtensions, extension) && (packed == extension || packed == ".gz")
	return isPage, slices.Contains(archiveExtensions, extension)
}

// walk returns the pages and the archives in a folder and in those within it,
// sorted by name.
func walk(root string) (pages, archives []string, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch isPage, isArchive := kindOf(path); {
		case isPage:
			pages = append(pages, path)
		case isArchive:
			archives = append(archives, path)
		}
		return nil
	})
	return pages, archives, err
}
