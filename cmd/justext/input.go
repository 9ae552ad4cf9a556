package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// opener returns the function that opens a page.
func opener(stdin io.Reader) func(string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		if name == "-" {
			return io.NopCloser(stdin), nil
		}
		file, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) && isAddress(name) {
			return nil, fmt.Errorf("no such file; addresses are not fetched, but curl -s ADDRESS | justext works")
		}
		return file, err
	}
}

func isAddress(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

const gzipMagic = "\x1f\x8b"

// unpack returns the content of a page that is compressed by gzip, and any other
// page as it is. The method reads no more of it than its limit.
func unpack(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	if begin, _ := buffered.Peek(len(gzipMagic)); string(begin) != gzipMagic {
		return buffered, nil // an error of Peek comes back when the page is read
	}
	return gzip.NewReader(buffered)
}
