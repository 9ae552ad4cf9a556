package main

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pages yields the pages of the command line that are still to be done, or a
// file or folder that cannot be read with its error. The walk goes on only as
// far as it is asked for.
func (o *options) pages(r *report) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for name, err := range o.names() {
			switch {
			case err == nil && name != "-" && o.isOutput(name):
			case err == nil && o.finished[jsonName(name)]:
				r.skipped.Add(1)
			case !yield(name, err):
				return
			}
		}
	}
}

// names yields all pages of the command line.
func (o *options) names() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, file := range o.files {
			if !isFolder(file) {
				if !yield(file, nil) { // if it is not there, opening it will tell
					return
				}
				continue
			}
			w := walk{yield: yield, others: make(map[string]int)}
			if !w.folder(file) || w.found == 0 && !yield(file, w.noPages()) {
				return
			}
		}
	}
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() && name != "-"
}

// A walk goes through a folder and those in it.
type walk struct {
	yield  func(string, error) bool
	found  int            // pages and errors
	others map[string]int // how many other files have each extension
	files  int            // how many other files there are
}

// folder yields the pages in a folder, sorted by name, and reports whether to go
// on. Only the names of the folders on the way to a page are in memory.
func (w *walk) folder(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil && !w.give(folder, err) {
		return false
	}
	for _, entry := range entries {
		name := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir():
			if !w.folder(name) {
				return false
			}
		case isPage(name, entry.Type()):
			if !w.give(name, nil) {
				return false
			}
		default:
			w.count(entry.Name())
		}
	}
	return true
}

func (w *walk) give(name string, err error) bool {
	w.found++
	return w.yield(name, err)
}

// maxKinds is how many extensions of files a walk counts.
const maxKinds = 100

// count counts a file that is no page.
func (w *walk) count(name string) {
	w.files++
	extension := filepath.Ext(name)
	if strings.EqualFold(extension, ".gz") {
		extension = filepath.Ext(strings.TrimSuffix(name, extension)) + extension
	}
	extension = strings.ToLower(extension)
	if w.others[extension] > 0 || len(w.others) < maxKinds {
		w.others[extension]++
	}
}

// shownKinds is how many extensions the error of a folder without pages names.
const shownKinds = 5

// noPages says that a folder has no pages and what it has instead.
func (w *walk) noPages() error {
	kinds := slices.SortedFunc(maps.Keys(w.others), func(a, b string) int {
		if w.others[a] != w.others[b] {
			return w.others[b] - w.others[a]
		}
		return strings.Compare(a, b)
	})
	text := "the folder has no pages (.html, .htm, .xhtml or .shtml, also with .gz)"
	if w.files == 0 {
		return errors.New(text + "; it has no files")
	}
	var seen []string
	rest := w.files
	for _, kind := range kinds[:min(shownKinds, len(kinds))] {
		seen = append(seen, w.ofKind(kind))
		rest -= w.others[kind]
	}
	if rest > 0 {
		seen = append(seen, plural(rest, "other file"))
	}
	last := len(seen) - 1
	list := strings.Join(seen[:max(last, 1)], ", ")
	if last > 0 {
		list += " and " + seen[last]
	}
	text += "; it has " + list + ", which this command does not read in a folder"
	return errors.New(text)
}

// ofKind says how many files have an extension.
func (w *walk) ofKind(extension string) string {
	if extension == "" {
		return plural(w.others[""], "file") + " without extension"
	}
	return plural(w.others[extension], extension+" file")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// pageExtensions are those of the files that a walk takes for pages.
var pageExtensions = []string{".html", ".htm", ".xhtml", ".shtml"}

// isPage reports whether a file that a walk meets is taken: one that is named
// as a page and is a regular file or a link to one. A broken link is taken, so
// that it is reported.
func isPage(name string, mode fs.FileMode) bool {
	if !isPageName(name) {
		return false
	}
	if mode&fs.ModeSymlink == 0 {
		return mode.IsRegular()
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

func isPageName(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	return slices.Contains(pageExtensions, filepath.Ext(name))
}
