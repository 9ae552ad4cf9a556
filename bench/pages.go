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

// A page is a web page as it came.
type page struct {
	name string
	html []byte
}

// load reads the pages of folders: their .html files and those of their
// archives NAME.tar.gz whose NAME is among the collections.
func load(folders []string, collections string) ([]page, error) {
	var pages []page
	names := strings.Split(collections, ",")
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			more, err := open(path, names)
			pages = append(pages, more...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("no pages in %s: neither .html files nor archives NAME.tar.gz with a NAME of %s; -collections all takes every archive",
			strings.Join(folders, ", "), collections)
	}
	return pages, nil
}

// open returns the pages of a file, if it is one that has some.
func open(path string, collections []string) ([]page, error) {
	if filepath.Ext(path) == ".html" {
		content, err := os.ReadFile(path)
		return []page{{path, content}}, err
	}
	name, isArchive := strings.CutSuffix(filepath.Base(path), ".tar.gz")
	if isArchive && (slices.Contains(collections, name) || slices.Contains(collections, "all")) {
		return unpack(path)
	}
	return nil, nil
}

// unpack returns the pages of an archive. Other folders than html may have
// .html files too: annotated pages.
func unpack(path string) (pages []page, err error) {
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
		pages = append(pages, page{header.Name, content})
	}
}

// outOfHeap moves the pages to memory that the garbage collector does not
// count. In the heap they would make it run more seldom than in a program that
// has a page at a time.
func outOfHeap(pages []page) []page {
	free := foreignMemory(size(pages))
	moved := make([]page, len(pages))
	for i, p := range pages {
		n := copy(free, p.html)
		moved[i] = page{p.name, free[:n:n]}
		free = free[n:]
	}
	return moved
}

// size is how many bytes the pages have.
func size(pages []page) (sum int) {
	for _, p := range pages {
		sum += len(p.html)
	}
	return sum
}
