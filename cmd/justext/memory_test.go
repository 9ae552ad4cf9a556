package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
)

// peakMemory returns the most memory that this process has had, as a decimal
// number of bytes, or "" where that is not known.
func peakMemory() []byte {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kilobytes, _ := strconv.Atoi(fields[1])
			return strconv.AppendInt(nil, int64(kilobytes)<<10, 10)
		}
	}
	return nil
}

// memoryOf runs the command on a page and returns the most memory that it has
// had.
func memoryOf(t *testing.T, page string, args ...string) int {
	t.Helper()
	report := t.TempDir() + "/peak"
	process := commandProcess(t, append(args, page)...)
	process.Env = append(process.Env, peakFile+"="+report)
	process.Stdout = io.Discard
	var messages bytes.Buffer
	process.Stderr = &messages
	if err := process.Run(); err != nil && messages.Len() == 0 {
		t.Fatalf("%q: %v", args, err)
	}
	text, err := os.ReadFile(report)
	if errors.Is(err, fs.ErrNotExist) || len(text) == 0 {
		t.Skip("the memory of a process is not known here")
	}
	peak, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return peak
}

// TestMemory: a page takes at most 16 times its size, and 64 MiB for the program,
// in every shape, method and format. The pages are small; JUSTEXT_MEMORY says how
// many MiB they have (make memory takes 64).
func TestMemory(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures memory")
	}
	size, shapes := 4<<20, []string{"short blocks", "br and text", "odd names", "deep paths"}
	if value := os.Getenv("JUSTEXT_MEMORY"); value != "" {
		megabytes, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		size, shapes = megabytes<<20, nil
	}
	pages := append(hostile.Shapes, deepPaths)
	file := t.TempDir() + "/page.html"
	for _, shape := range pages {
		if shapes != nil && !slices.Contains(shapes, shape.Name) {
			continue
		}
		writeShape(t, file, shape, size)
		for _, m := range newMethods() {
			for _, f := range m.formats() {
				peak := memoryOf(t, file, "-algo", m.name(), "-format", f.name)
				if peak > 16*size+64<<20 {
					t.Errorf("%s, -algo %s -format %s: %d MiB for a page of %d MiB", shape.Name, m.name(), f.name, peak>>20, size>>20)
				}
				t.Logf("%s, %s, %s: %d MiB", shape.Name, m.name(), f.name, peak>>20)
			}
		}
	}
}

// deepPaths has long names around short paragraphs.
var deepPaths = hostile.Shape{Name: "deep paths", N: 1000, Page: func(n int) []byte {
	name := "<" + strings.Repeat("x", n/10) + ">"
	return []byte(strings.Repeat(name, 400) + strings.Repeat("<p>x</p>", 5*n))
}}

// writeShape writes a page of a shape with the given size.
func writeShape(t *testing.T, file string, shape hostile.Shape, size int) {
	t.Helper()
	per := len(shape.Page(shape.N))
	page := shape.Page(int(float64(shape.N) * float64(size) / float64(per)))
	if err := os.WriteFile(file, page[:min(len(page), size)], 0o600); err != nil {
		t.Fatal(err)
	}
}
