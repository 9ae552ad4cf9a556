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

// checkOverwriting refuses to overwrite what the command is to read, and an
// existing file without -f.
func (o *options) checkOverwriting(stdin io.Reader, stdout io.Writer) error {
	if o.output == "" || o.output == "-" || o.isStandardOutput(stdout) {
		return nil
	}
	info, err := os.Stat(o.output)
	if err != nil || !info.Mode().IsRegular() {
		return nil // opening it will tell
	}
	if input := o.overwritten(stdin); input != "" {
		return fmt.Errorf("-o %s: the file is also %s, which it would overwrite", o.output, input)
	}
	if info.Size() > 0 && !o.force && !o.resume {
		return fmt.Errorf("-o %s: the file exists; -f replaces it", o.output)
	}
	return nil
}

// overwritten says what the output would overwrite of the input, or "".
func (o *options) overwritten(stdin io.Reader) string {
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
	for name, err := range o.names() {
		if err == nil && o.isOutput(name) {
			return "one of the pages"
		}
	}
	return ""
}

// isOutput reports whether a file is the regular file of -o.
func (o *options) isOutput(name string) bool {
	if o.output == "" {
		return false
	}
	file, err := os.Stat(name)
	return err == nil && o.isOutputInfo(file)
}

func (o *options) isOutputInfo(file os.FileInfo) bool {
	if o.output == "" || o.output == "-" {
		return false
	}
	output, err := os.Stat(o.output)
	return err == nil && output.Mode().IsRegular() && os.SameFile(output, file)
}
