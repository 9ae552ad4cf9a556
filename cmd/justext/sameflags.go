package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// This file finds out whether an output that is to be resumed was written with the
// flags of this run. Its first lines tell: they have the name of the method and the
// fields, and the pages that they are about must have the same lines again.

const (
	checkedLines   = 8       // how many lines are compared
	scannedLines   = 10_000  // how many lines are looked at to find them
	maxCheckedLine = 1 << 20 // how many bytes one of them may have
)

// checkLines returns an error if the first lines of an output that can be compared are
// not what the flags of this run give. Pages that failed, are large, are gone or have
// changed since then cannot be compared.
func (o *options) checkLines(output *os.File) error {
	info, err := output.Stat()
	if err == nil {
		_, err = output.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	r := bufio.NewReader(io.LimitReader(output, o.resumeAt))
	for scanned, checked := 0, 0; scanned < scannedLines && checked < checkedLines; scanned++ {
		line, size, err := readLine(r, maxCheckedLine)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if size > maxCheckedLine {
			continue
		}
		compared, err := o.checkLine(line, info)
		if err != nil {
			return err
		}
		if compared {
			checked++
		}
	}
	return nil
}

// checkLine compares a line with what this run would write, if it can be compared. Of
// a page that failed it looks at the method alone.
func (o *options) checkLine(line []byte, output os.FileInfo) (compared bool, err error) {
	var page map[string]json.RawMessage
	if err := json.Unmarshal(line, &page); err != nil {
		return false, fmt.Errorf("a line is not JSON: %w", err)
	}
	if err := o.checkMethod(page); err != nil || page["error"] != nil {
		return false, err
	}
	if o.format.name == jsonl {
		if err := o.checkKeys(page); err != nil {
			return false, err
		}
	}
	var name string
	if err := json.Unmarshal(page["file"], &name); err != nil {
		return false, err
	}
	name = fileName(name)
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxCheckedLine || info.ModTime().After(output.ModTime()) {
		return false, nil
	}
	if again := o.lineOf(name); !bytes.Equal(again, line) {
		return true, fmt.Errorf("its line of %s is not what these flags and this version of the command give", terminalName(name))
	}
	return true, nil
}

// checkMethod compares the method, if the line names it.
func (o *options) checkMethod(page map[string]json.RawMessage) error {
	var algo string
	if err := json.Unmarshal(page["algo"], &algo); err == nil && algo != o.method.name() {
		return fmt.Errorf("it was written with -algo %s", printable(algo))
	}
	return nil
}

// checkKeys compares the fields of a page.
func (o *options) checkKeys(page map[string]json.RawMessage) error {
	ofPage, ofBlock := o.method.fields()
	if err := checkNames(page, "", slices.Concat(pageFields, ofPage), o.fields.page); err != nil {
		return err
	}
	var blocks []map[string]json.RawMessage
	if err := json.Unmarshal(page["blocks"], &blocks); err != nil || len(blocks) == 0 {
		return nil
	}
	return checkNames(blocks[0], "blocks.", slices.Concat(blockFields, ofBlock), o.fields.block)
}

// seldomFields are those that only some pages or blocks have.
var seldomFields = []string{"level", "lang_by", "lang_margin", "paths_cut", "blocks.lang"}

// checkNames compares the names of the fields of an object with those that are
// wanted of the known ones.
func checkNames(object map[string]json.RawMessage, prefix string, known []string, wanted map[string]bool) error {
	want := make(map[string]bool)
	for _, name := range known {
		want[name] = wanted == nil || wanted[name]
		isSeldom := slices.Contains(seldomFields, name) || slices.Contains(seldomFields, prefix+name)
		if want[name] && object[name] == nil && !isSeldom {
			return fmt.Errorf("it has no field %s%s", prefix, name)
		}
	}
	for name := range object {
		if name != "file" && !want[name] {
			return fmt.Errorf("it has the field %s%s", prefix, printable(name))
		}
	}
	return nil
}

// lineOf returns what this run would write of a page.
func (o *options) lineOf(name string) []byte {
	var line []byte
	next := &job{name: name}
	next.out.send = func(piece []byte) error {
		line = append(line, piece...)
		return nil
	}
	newPipeline(o, strings.NewReader(""), nil, new(report)).process(context.Background(), next)
	next.out.flush()
	return line
}
