package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A page is a web page as it came from the server.
type page struct {
	collection string // the NAME of its archive, or the folder that was given
	name       string
	html       []byte
}

// load reads the pages of folders: their .html files, and the pages of archives
// NAME.tar.gz whose names are among the collections. Without collections it reads
// all archives. A collection that is in none of the folders is an error.
func load(folders, collections []string) ([]page, error) {
	var pages []page
	found := make(map[string]bool)
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			name, isArchive := strings.CutSuffix(entry.Name(), ".tar.gz")
			switch {
			case filepath.Ext(path) == ".html":
				content, err := os.ReadFile(path)
				pages = append(pages, page{folder, path, content})
				return err
			case isArchive && (len(collections) == 0 || slices.Contains(collections, name)):
				found[name] = true
				more, err := unpack(path, name)
				pages = append(pages, more...)
				return err
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, name := range collections {
		if !found[name] {
			return nil, fmt.Errorf("no archive %s.tar.gz in %s", name, strings.Join(folders, ", "))
		}
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("no pages in %s: want .html files or archives NAME.tar.gz", strings.Join(folders, ", "))
	}
	return pages, nil
}

// unpack returns the pages in the folder html of an archive. Other folders may have
// .html files too, which are annotated pages.
func unpack(path, collection string) (pages []page, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return pages, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if !strings.Contains(header.Name, "/html/") || filepath.Ext(header.Name) != ".html" {
			continue
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		pages = append(pages, page{collection, header.Name, content})
	}
}

// outOfHeap moves the pages to memory that the garbage collector does not count.
// In the heap they would make it run less often than in a program that holds one
// page at a time.
func outOfHeap(pages []page) []page {
	free := foreignMemory(size(pages))
	moved := make([]page, len(pages))
	for i, p := range pages {
		n := copy(free, p.html)
		moved[i] = page{p.collection, p.name, free[:n:n]}
		free = free[n:]
	}
	return moved
}

// size returns the sum of the lengths of the pages in bytes.
func size(pages []page) (sum int) {
	for _, p := range pages {
		sum += len(p.html)
	}
	return sum
}
