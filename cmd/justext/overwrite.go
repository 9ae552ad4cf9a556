package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// What the command reads it does not overwrite, and other files only with -f.

// checkFiles refuses command lines that name standard input twice or no file.
func (o *options) checkFiles() error {
	standard := 0
	for _, file := range o.files {
		if file == "" {
			return errors.New(`a file name is empty; "-" is standard input`)
		}
		if file == "-" {
			standard++
		}
	}
	if standard > 1 {
		return errors.New(`"-", which is standard input, is given twice`)
	}
	return nil
}

// findOutput finds the regular file that the run will write, if it is there.
func (o *options) findOutput(stdout io.Writer) {
	var info os.FileInfo
	var err error
	if file, ok := stdout.(*os.File); ok && o.isStandardOutput(stdout) {
		info, err = file.Stat()
	} else if o.isToFile() {
		info, err = os.Stat(o.output)
	}
	if info != nil && err == nil && info.Mode().IsRegular() {
		o.written = info
	}
}

// isToFile reports whether -o names a file.
func (o *options) isToFile() bool { return o.output != "" && o.output != "-" }

// checkOverwriting refuses to overwrite what the command is to read, and an
// existing file without -f.
func (o *options) checkOverwriting(stdin io.Reader, stdout io.Writer) error {
	if o.folder != "" {
		return o.checkTargets()
	}
	o.findOutput(stdout)
	if o.written == nil {
		return nil // opening it will tell
	}
	name := "standard output"
	if !o.isStandardOutput(stdout) {
		name = "-o " + o.output
	}
	if input := o.overwritten(stdin); input != "" {
		return fmt.Errorf("%s: the file is also %s, which it would overwrite", name, input)
	}
	if !o.isStandardOutput(stdout) && o.written.Size() > 0 && !o.force && !o.resume {
		return fmt.Errorf("-o %s: the file exists; -f replaces it", o.output)
	}
	return nil
}

// overwritten says what the output would overwrite of the input, or "". An empty
// file that a walk comes across is the output that has just been made, and no page.
func (o *options) overwritten(stdin io.Reader) string {
	if o.rendering.urlsFile != "" && o.isOutput(o.rendering.urlsFile) {
		return "the addresses of -urls"
	}
	for what, name := range o.method.inputs() {
		if name != "" && o.isOutput(name) {
			return what
		}
	}
	if file, ok := stdin.(*os.File); ok && slices.Contains(o.files, "-") {
		if info, err := file.Stat(); err == nil && o.isOutputInfo(info) {
			return "standard input"
		}
	}
	for _, name := range o.files {
		if name != "-" && o.isOutput(name) {
			return "one of the pages"
		}
	}
	if o.written.Size() == 0 {
		return ""
	}
	for name, err := range o.names() {
		if err == nil && name != "-" && o.isOutput(name) {
			return "one of the pages"
		}
	}
	return ""
}

// isOutput reports whether a file is the regular file that the run writes.
func (o *options) isOutput(name string) bool {
	if o.written == nil {
		return false
	}
	file, err := os.Stat(name)
	return err == nil && o.isOutputInfo(file)
}

func (o *options) isOutputInfo(file os.FileInfo) bool {
	return o.written != nil && os.SameFile(o.written, file)
}
