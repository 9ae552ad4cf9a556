package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A destination is where pages are written, one after the other.
type destination interface {
	// begin begins a page. If its error is a *refusedError, only that page
	// fails.
	begin(name string) (io.Writer, error)
	// end ends a page. If the page had no output, it was not begun.
	end(next *job) error
	// Close ends the output. A page that was begun and not ended could not be written.
	Close() error
}

// A refusedError says why a page cannot be written.
type refusedError struct{ error }

// destination opens the output of the command line.
func (o *options) destination(stdout io.Writer) (destination, error) {
	if o.folder != "" {
		return &folder{root: o.folder, extension: o.format.extension, replace: o.force}, nil
	}
	titled := o.format.titled && (len(o.files) > 1 || isFolder(o.files[0]))
	if o.isStandardOutput(stdout) {
		return &stream{w: standardOutput{stdout}, titled: titled}, nil
	}
	file, err := o.openOutput()
	if err != nil {
		return nil, outputError(err)
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		o.written = info
	}
	return &stream{w: file, titled: titled}, nil
}

// openOutput opens the file of -o for writing only, so that a pipe ends when its
// reader does.
func (o *options) openOutput() (*os.File, error) {
	if !o.resume {
		return os.OpenFile(o.output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	}
	file, err := os.OpenFile(o.output, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err = file.Truncate(o.resumeAt); err == nil {
		_, err = file.Seek(o.resumeAt, io.SeekStart)
	}
	return file, err
}

// isStandardOutput reports whether the output is standard output, by whatever
// name.
func (o *options) isStandardOutput(stdout io.Writer) bool {
	if o.output == "" || o.output == "-" {
		return true
	}
	standard, ok := stdout.(*os.File)
	if !ok {
		return false
	}
	a, errA := standard.Stat()
	b, errB := os.Stat(o.output)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// A stream has all pages one after the other.
type stream struct {
	w      io.WriteCloser
	titled bool // each page is written under its name
	wrote  bool
}

func (s *stream) begin(name string) (io.Writer, error) {
	var err error
	if s.titled {
		title := "==> " + terminalName(name) + " <==\n"
		if s.wrote {
			title = "\n" + title
		}
		_, err = io.WriteString(s.w, title)
	}
	s.wrote = true
	return s.w, err
}

func (*stream) end(*job) error { return nil }

func (s *stream) Close() error { return s.w.Close() }

// standardOutput is left open.
type standardOutput struct{ io.Writer }

func (standardOutput) Close() error { return nil }

// A folder has a file for each page.
type folder struct {
	root      string // of -d
	extension string // added to the names of the pages
	replace   bool   // files that are there
	file      *os.File
}

func (f *folder) begin(name string) (io.Writer, error) {
	target := filepath.Join(f.root, mirrored(name)) + f.extension
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return nil, &refusedError{outputError(err)}
	}
	if f.replace {
		if err := removeFile(target); err != nil {
			return nil, &refusedError{err}
		}
	}
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, &refusedError{fmt.Errorf("%s exists; -f replaces it", terminalName(target))}
	}
	if err != nil {
		return nil, &refusedError{outputError(err)}
	}
	f.file = file
	return file, nil
}

// removeFile removes a file, or a link without what it leads to, so that a new
// file takes its place.
func removeFile(name string) error {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
		return fmt.Errorf("%s is not a regular file", terminalName(name))
	}
	if err == nil {
		err = os.Remove(name)
	}
	return outputError(err)
}

// end closes the file of a page. One without text has an empty file.
func (f *folder) end(next *job) error {
	if f.file == nil && next.err == nil {
		_, err := f.begin(next.name)
		var refused *refusedError
		if errors.As(err, &refused) {
			next.refuse(refused)
			return nil
		}
	}
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	if err == nil {
		f.file = nil
	}
	return err
}

// Close removes the file of a page that was not written to its end.
func (f *folder) Close() error {
	if f.file == nil {
		return nil
	}
	f.file.Close()
	return os.Remove(f.file.Name())
}

// mirrored is the path of a page below the folder of -d: the page's own, which
// is made to stay there.
func mirrored(name string) string {
	if name == "-" {
		return "standard-input"
	}
	name = filepath.ToSlash(filepath.Clean(name)[len(filepath.VolumeName(name)):])
	parts := strings.Split(strings.TrimLeft(name, "/"), "/")
	for i, part := range parts {
		if part == ".." {
			parts[i] = "__"
		}
	}
	return filepath.Clean(filepath.Join(parts...))
}

func outputError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing the output: %w", err)
}

// checkOutput refuses flags of the output that do not go together.
func (o *options) checkOutput() error {
	switch {
	case o.folder != "" && o.output != "":
		return errors.New("-o and -d exclude each other")
	case o.resume && (!o.format.hasErrors || !o.isToFile()):
		return errors.New("-resume works only with -format jsonl, tree or meta, and with -o FILE")
	case o.resume && o.force:
		return errors.New("-resume and -f exclude each other")
	case o.resume && slices.Contains(o.files, "-"):
		return errors.New("-resume does not work with standard input")
	}
	return o.parseFields()
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
