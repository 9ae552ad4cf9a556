package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// linePrefix is what each line of the formats that are JSON begins with.
const linePrefix = `{"file":`

// readFinished reads, for -resume, which pages are in the output already and
// where its last whole line ends.
func (o *options) readFinished() error {
	if !o.resume {
		return nil
	}
	info, err := os.Stat(o.output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.Mode().IsRegular() { // to open a pipe would wait for a writer
		return fmt.Errorf("-resume: %s is not a regular file", o.output)
	}
	file, err := os.Open(o.output)
	if err != nil {
		return fmt.Errorf("-resume: %w", err)
	}
	defer file.Close()
	o.finished = make(map[string]bool)
	o.resumeAt, err = finishedPages(file, func(name string) { o.finished[name] = true })
	if err != nil {
		return fmt.Errorf("-resume: %s, after %d bytes: %w", o.output, o.resumeAt, err)
	}
	if err := o.checkLines(file); err != nil {
		return fmt.Errorf("-resume: %s: %w; use the flags of the first run, or begin anew with -f in place of -resume", o.output, err)
	}
	return nil
}

var errNoOutput = errors.New("this is not a line of -format jsonl, tree or meta; was the file written by this command?")

// finishedPages calls found with the names of the pages in an output and returns
// where its last whole line ends. Anything else in the file is an error, so that
// no other file is cut.
func finishedPages(output io.Reader, found func(name string)) (end int64, err error) {
	r := bufio.NewReader(output)
	for {
		begin, size, err := readLine(r, maxName)
		name, isLine := fileOf(begin)
		switch {
		case errors.Is(err, io.EOF) && (isLine || bytes.HasPrefix([]byte(linePrefix), begin) || bytes.HasPrefix(begin, []byte(linePrefix))):
			return end, nil // nothing, or a line that was cut
		case err != nil && !errors.Is(err, io.EOF):
			return end, err
		case !isLine:
			return end, errNoOutput
		}
		found(name)
		end += size
	}
}

// maxName is how many bytes of a line are looked at for its name.
const maxName = 64 << 10

// readLine reads a line and returns its size and its beginning, of at most most bytes. The error is io.EOF if no line feed ends it.
func readLine(r *bufio.Reader, most int) (begin []byte, size int64, err error) {
	for {
		piece, err := r.ReadSlice('\n')
		size += int64(len(piece))
		begin = append(begin, piece[:min(len(piece), most-len(begin))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return begin, size, err
		}
	}
}

// fileOf returns the name of the page that a line is about.
func fileOf(line []byte) (name string, ok bool) {
	value, ok := bytes.CutPrefix(line, []byte(linePrefix))
	if !ok {
		return "", false
	}
	err := json.NewDecoder(bytes.NewReader(value)).Decode(&name)
	return name, err == nil
}
