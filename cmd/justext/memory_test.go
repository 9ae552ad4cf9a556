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
	options := page.DefaultOptions()
	ways := make(map[string]hostile.Way)
	for _, m := range newMethods() {
		for _, f := range formatsOf(m) {
			args := []string{"-algo", m.name(), "-format", f.name}
			ways[strings.Join(args, " ")] = func(t *testing.T, source io.Reader, part int) {
				tuneMemory()
				args := append(args, "-max-blocks", strconv.Itoa(options.MaxBlocks/part), "-max-elements", strconv.Itoa(options.MaxElements/part))
				if status := run(args, source, io.Discard, io.Discard, false); status != statusOK && status != statusFailed { // a limit may be met
					t.Fatalf("%q: status %d", args, status)
				}
			}
		}
	}
	hostile.CheckMemory(t, append(slices.Clone(hostile.Shapes), deepPaths), ways)
}

// deepPaths has long names around short paragraphs.
var deepPaths = hostile.Shape{Name: "deep paths", N: 1000, Page: func(n int) []byte {
	name := "<" + strings.Repeat("x", n/10) + ">"
	return []byte(strings.Repeat(name, 400) + strings.Repeat("<p>x</p>", 5*n))
}}
