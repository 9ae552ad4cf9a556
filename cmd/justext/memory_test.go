package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
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
func memoryOf(t *testing.T, file string, args ...string) int {
	t.Helper()
	report := t.TempDir() + "/peak"
	process := commandProcess(t, append(args, file)...)
	process.Env = append(process.Env, peakFile+"="+report)
	process.Stdout = io.Discard
	_ = process.Run()
	if status := process.ProcessState.ExitCode(); status != statusOK && status != statusFailed { // a limit may be met
		t.Fatalf("%q: status %d", args, status)
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

// TestMemory: a page takes at most 16 times its size in every shape, method and
// format. JUSTEXT_MEMORY_MIB says how many MiB the pages have (make memory takes 64,
// the default limit of a page). Without it, two shapes of 2 MiB have to do, with
// 48 MiB for the program itself, limits that are smaller in proportion, and a
// collector that leaves little room, as it does near the memory limit.
func TestMemory(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures memory")
	}
	size, program, shapes := 2<<20, 48<<20, []string{"br and text", "deep paths"}
	if value := os.Getenv(hostile.SizeVariable); value != "" {
		megabytes, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		size, program, shapes = megabytes<<20, 0, nil
	} else {
		t.Setenv("GOGC", "25")
	}
	options := page.DefaultOptions()
	scale := max(1, options.MaxBytes/size)
	file := t.TempDir() + "/page.html"
	for _, shape := range append(slices.Clone(hostile.Shapes), deepPaths) {
		if shapes != nil && !slices.Contains(shapes, shape.Name) {
			continue
		}
		t.Run(shape.Name, func(t *testing.T) {
			writeShape(t, file, shape, size)
			for _, m := range newMethods() {
				for _, f := range formatsOf(m) {
					peak := memoryOf(t, file, "-algo", m.name(), "-format", f.name,
						"-max-blocks", strconv.Itoa(options.MaxBlocks/scale), "-max-elements", strconv.Itoa(options.MaxElements/scale))
					t.Logf("-algo %s -format %s: %d MiB", m.name(), f.name, peak>>20)
					if peak > 16*size+program {
						t.Errorf("-algo %s -format %s: %d MiB for a page of %d MiB", m.name(), f.name, peak>>20, size>>20)
					}
				}
			}
		})
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
	text := shape.Page(int(float64(shape.N) * float64(size) / float64(per)))
	if err := os.WriteFile(file, text[:min(len(text), size)], 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTreeMemory: a page of many elements that are all kept takes no more memory
// than other pages, in the formats that are written from a tree.
func TestTreeMemory(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it measures memory")
	}
	t.Setenv("GOGC", "25")
	const size, program = 2 << 20, 48 << 20
	elements := strconv.Itoa(maxTreeElements / (page.DefaultOptions().MaxBytes / size))
	file := t.TempDir() + "/page.html"
	for _, part := range []string{"<b>x</b> ", "<a href=/x>x</a> ", "<p>x "} {
		if err := os.WriteFile(file, []byte("<p>"+strings.Repeat(part, size/len(part))), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, f := range formats {
			if f.needs&needsTree == 0 {
				continue
			}
			peak := memoryOf(t, file, "-algo", "boilerpipe", "-extractor", "everything", "-format", f.name, "-max-elements", elements)
			t.Logf("%s, -format %s: %d MiB", part, f.name, peak>>20)
			if peak > 16*size+program {
				t.Errorf("%s, -format %s: %d MiB for a page of %d MiB", part, f.name, peak>>20, size>>20)
			}
		}
	}
}
