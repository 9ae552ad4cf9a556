package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// checkTargets refuses command lines with which -d would write the results of two
// pages to one file, or write them among the pages.
func (o *options) checkTargets() error {
	if info, err := os.Stat(o.folder); err == nil && !info.IsDir() {
		return fmt.Errorf("-d %s: not a folder", o.folder)
	}
	if err := o.checkDistinct(); err != nil {
		return err
	}
	return o.checkApart()
}

// checkDistinct refuses files and folders whose pages have results of one name:
// those that are given twice, those within a folder that is given too, and
// others that mirrored does not tell apart, such as /a and a.
func (o *options) checkDistinct() error {
	from := make(map[string]string) // by target
	for _, file := range o.files {
		target := mirrored(file)
		if other, ok := from[target]; ok {
			return o.sameTarget(other, file)
		}
		from[target] = file
	}
	for _, file := range o.files {
		if !isFolder(file) && !isPageName(file) {
			continue // no walk takes it
		}
		target := mirrored(file)
		for at := target; at != "."; {
			at = filepath.Dir(at)
			folder, ok := from[at]
			if !ok || !isFolder(folder) {
				continue
			}
			below, err := filepath.Rel(at, target)
			if err != nil {
				continue
			}
			if _, err := os.Lstat(filepath.Join(folder, below)); err == nil {
				return o.sameTarget(folder, file)
			}
		}
	}
	return nil
}

func (o *options) sameTarget(a, b string) error {
	return fmt.Errorf("-d %s: results of %s and %s would be written to the same files; give each page once, or use two folders", o.folder, a, b)
}

// checkApart refuses a folder of -d where results would be among the pages.
func (o *options) checkApart() error {
	var folders []string
	named := make(map[string]bool)
	for _, file := range o.files {
		if isFolder(file) {
			folders = append(folders, file)
		} else if file != "-" {
			named[entry(file)] = true
		}
	}
	checked := make(map[string]bool)
	for _, file := range o.files {
		target := filepath.Join(o.folder, mirrored(file))
		if !isFolder(file) {
			result := target + o.format.extension
			if named[entry(result)] {
				return fmt.Errorf("-d %s: the result of %s would overwrite %s, which is a page", o.folder, file, result)
			}
			target = filepath.Dir(target)
		}
		if checked[target] {
			continue
		}
		checked[target] = true
		for _, folder := range folders {
			if isWithin(target, folder) {
				return fmt.Errorf("-d %s: the results would be among the pages of %s", o.folder, folder)
			}
		}
	}
	return nil
}

// entry names a file by the real path of its folder, so that two names of the same
// file in a folder are equal.
func entry(name string) string {
	folder, err := filepath.Abs(filepath.Dir(name))
	if err == nil {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			folder = real
		}
	}
	return filepath.Join(folder, filepath.Base(name))
}

// isWithin reports whether a path, of which not all need exist, is a folder or in
// it.
func isWithin(path, folder string) bool {
	at, err := filepath.Abs(path)
	for err == nil {
		if sameFile(at, folder) {
			return true
		}
		parent := filepath.Dir(at)
		if parent == at {
			break
		}
		at = parent
	}
	return false
}
