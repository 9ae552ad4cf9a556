package main

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// TestMemory runs the command on pages of every shape with every method and format.
func TestMemory(t *testing.T) {
	ways := make(map[string]hostile.Way)
	for _, m := range newMethods() {
		for _, f := range formatsOf(m) {
			ways[m.name()+" "+f.name] = wayOf(f, "-algo", m.name())
		}
	}
	jsonl := formats[slices.IndexFunc(formats, func(f format) bool { return f.name == "jsonl" })]
	ways["union jsonl"] = wayOf(jsonl, "-algo", "victor,justext,boilerpipe")
	hostile.CheckMemory(t, append(slices.Clone(hostile.Shapes), deepPaths), ways)
}

// TestTreeMemory runs the command on pages of many elements that are all kept, with the
// formats that are written from a tree.
func TestTreeMemory(t *testing.T) {
	ways := make(map[string]hostile.Way)
	for _, f := range formats {
		if f.needs&needsTree != 0 {
			ways[f.name] = wayOf(f, "-algo", "boilerpipe", "-extractor", "everything")
		}
	}
	hostile.CheckMemory(t, []hostile.Shape{
		{Name: "many links", Page: hostile.Repeat("<p>", "<a href=/x>x</a> ", "")},
		{Name: "many b", Page: hostile.Repeat("<p>", "<b>x</b> ", "")},
		{Name: "many p", Page: hostile.Repeat("", "<p>x ", "")},
	}, ways)
}

// wayOf is the [hostile.Way] of the command with a format and other flags. Its limits are
// the default ones of the format.
func wayOf(f format, flags ...string) hostile.Way {
	limits := page.DefaultOptions()
	if f.needs&needsTree != 0 {
		limits.MaxElements = maxTreeElements
	}
	return func(t *testing.T, source io.Reader, part int) {
		tuneMemory()
		args := append(slices.Clone(flags), "-format", f.name,
			"-max-blocks", strconv.Itoa(limits.MaxBlocks/part), "-max-elements", strconv.Itoa(limits.MaxElements/part))
		if status := run(args, source, io.Discard, io.Discard, false); status != statusOK && status != statusFailed { // a limit may be met
			t.Fatalf("%q: status %d", args, status)
		}
	}
}

// deepPaths has long names around short paragraphs.
var deepPaths = hostile.Shape{Name: "deep paths", N: 1000, Page: func(n int) []byte {
	name := "<" + strings.Repeat("x", n/10) + ">"
	return []byte(strings.Repeat(name, 400) + strings.Repeat("<p>x</p>", 5*n))
}}
