package corpus

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// An input is what one output file is made of: an archive, standard input, or
// the pages in a folder.
type input struct {
	path   string
	pages  []string // of a folder
	output string   // the name of the output file
	err    error    // why it cannot be read
}

// What size returns if there is no size.
const (
	vanished    = -1 // the input is not there
	unknownSize = -2 // standard input or a pipe, from which something else may come each time
)

// size returns the size of the input in bytes, of a folder that of its pages, or
// vanished or unknownSize.
func (in *input) size() int64 {
	if in.pages != nil {
		var total int64
		for _, path := range in.pages {
			if info, err := os.Stat(path); err == nil {
				total += info.Size()
			}
		}
		return total
	}
	if in.path == Stdin {
		return unknownSize
	}
	info, err := os.Stat(in.path)
	if err != nil {
		return vanished
	}
	if !info.Mode().IsRegular() {
		return unknownSize
	}
	return info.Size()
}

// inputs returns the inputs that paths stand for, in their order. A folder
// stands for the archives in it and, as one input, for the pages in it.
func inputs(paths []string, format string) (all []*input, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == Stdin || err != nil || !info.IsDir() {
			all = append(all, &input{path: path}) // if it is not there, opening it will tell
			continue
		}
		pages, archives, err := walk(path)
		if err != nil || len(pages)+len(archives) == 0 {
			if err == nil {
				err = fmt.Errorf("no archive and no page in the folder")
			}
			all = append(all, &input{path: path, err: err})
		}
		for _, archive := range archives {
			all = append(all, &input{path: archive})
		}
		if len(pages) > 0 {
			all = append(all, &input{path: path, pages: pages})
		}
	}
	names := map[string]string{}
	for _, in := range all {
		in.output = OutputName(in.path, format)
		if other, taken := names[in.output]; taken {
			return nil, fmt.Errorf("corpus: %q is given twice", other)
		}
		names[in.output] = in.path
	}
	return all, nil
}

// maxBase is how many bytes of an input's name are in that of its output.
const maxBase = 100

// OutputName returns the name of the output file of an input: what is readable
// of the input's name, and a hash of its path, so that files of the same name in
// different folders stay apart.
func OutputName(path, format string) string {
	base := filepath.Base(path)
	for _, extensions := range [][]string{packedExtensions, archiveExtensions} {
		for _, e := range extensions {
			if len(base) > len(e) && strings.HasSuffix(base, e) {
				base = strings.TrimSuffix(base, e)
			}
		}
	}
	base = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r) {
			return '_'
		}
		return r
	}, base)
	if strings.Trim(base, "._-") == "" {
		base = "input"
	}
	base = strings.TrimLeft(field(base, maxBase), ".-")
	sum := sha256.Sum256([]byte(filepath.ToSlash(path)))
	return base + "-" + hex.EncodeToString(sum[:6]) + "." + format
}

// A Shard is one of Of parts of the inputs, by their number in the list. The
// zero Shard is all of them.
type Shard struct{ Number, Of int }

// ParseShard parses a shard such as "3/16", the third of 16.
func ParseShard(s string) (Shard, error) {
	number, of, ok := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(number)
	n, err2 := strconv.Atoi(of)
	if !ok || err1 != nil || err2 != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf("corpus: shard %q is not of the form I/N, with I from 1 to N", s)
	}
	return Shard{i, n}, nil
}

// has reports whether the shard has input i, counted from 0.
func (s Shard) has(i int) bool { return s.Of <= 1 || i%s.Of == s.Number-1 }

// name is the part of the shard in the name of a file.
func (s Shard) name() string {
	if s.Of <= 1 {
		return ""
	}
	return fmt.Sprintf("-%d-of-%d", s.Number, s.Of)
}

// ReadList reads a list of paths, one a line. Empty lines and those that begin
// with # are passed by, and so are a byte order mark at the beginning of the list and a
// carriage return at the end of a line.
func ReadList(in io.Reader) (paths []string, err error) {
	lines := bufio.NewScanner(in)
	for first := true; lines.Scan(); first = false {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if first {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line != "" && line[0] != '#' {
			paths = append(paths, line)
		}
	}
	return paths, lines.Err()
}

// A countedFile is a file of which is known how many bytes were read.
type countedFile struct {
	*os.File
	tell func(n int)
}

func (f *countedFile) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	f.tell(n)
	return n, err
}

func (f *countedFile) ReadAt(b []byte, offset int64) (int, error) {
	n, err := f.File.ReadAt(b, offset)
	f.tell(n)
	return n, err
}

// WriteTo hides that of the file, which would not be counted.
func (f *countedFile) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, struct{ io.Reader }{f})
}
