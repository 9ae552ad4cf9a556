package boilerpipe_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// memoryJob is the variable with the door and the page, in the process that is measured.
const memoryJob = "JUSTEXT_MEMORY_JOB"

// doors are the ways through the library that are measured.
var doors = map[string]func(x *boilerpipe.Extractor, t *testing.T, r io.Reader) error{
	"Document": func(x *boilerpipe.Extractor, t *testing.T, r io.Reader) error {
		d, err := x.Document(t.Context(), r, "")
		_ = d.Text()
		return err
	},
	"Clean": func(x *boilerpipe.Extractor, t *testing.T, r io.Reader) error {
		_, err := x.Clean(t.Context(), r, "")
		return err
	},
	"WriteHTML": func(x *boilerpipe.Extractor, t *testing.T, r io.Reader) error {
		return x.WriteHTML(t.Context(), io.Discard, r, "", boilerpipe.Highlighter{})
	},
	"WriteHTML, content only": func(x *boilerpipe.Extractor, t *testing.T, r io.Reader) error {
		return x.WriteHTML(t.Context(), io.Discard, r, "", boilerpipe.Highlighter{ContentOnly: true, AsWritten: true})
	},
}

// TestMemory measures the resident memory that pages take, each in a process of its
// own: of 64 MiB and more, at most 16 times the page. Smaller pages can have as many
// blocks, and take at most half as much as one of 64 MiB.
func TestMemory(t *testing.T) {
	if job := os.Getenv(memoryJob); job != "" {
		measure(t, job)
		return
	}
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it takes long")
	}
	size, names := 2, []string{"odd names", "unclosed p", "broken UTF-8", "br and text"}
	if given := os.Getenv(hostile.SizeVariable); given != "" {
		var err error
		if size, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
		names = nil
		for _, shape := range shapes() {
			names = append(names, shape.Name)
		}
	}
	for _, shape := range shapes() {
		if !slices.Contains(names, shape.Name) {
			continue
		}
		file := pageFile(t, shape, size<<20)
		for door := range doors {
			peak := memoryOf(t, door+":"+file)
			if limit := 16 * max(size, 32); peak > limit {
				t.Errorf("%s, %s of %d MiB: %d MiB", shape.Name, door, size, peak)
			}
			t.Logf("%-40s %-24s %5d MiB", shape.Name, door, peak)
		}
	}
}

// pageFile returns a file with a page of a shape.
func pageFile(t *testing.T, shape hostile.Shape, size int) string {
	t.Helper()
	const sample = 1000
	source := shape.Page(size/len(shape.Page(sample))*sample + sample)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, source[:min(size, len(source))], 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// shapes returns all hostile shapes.
func shapes() []hostile.Shape { return append(hostile.Shapes, ownShapes...) }

// memoryOf runs a job and returns its peak of resident memory in MiB.
func memoryOf(t *testing.T, job string) int {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run=^TestMemory$")
	cmd.Env = append(os.Environ(), memoryJob+"="+job)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", job, err, out)
	}
	_, after, ok := strings.Cut(string(out), "peak of ")
	var kilobytes int
	if _, err := fmt.Sscan(after, &kilobytes); !ok || err != nil {
		t.Skipf("this system does not tell the memory of a process: %s", out)
	}
	return kilobytes >> 10
}

// measure does a job and prints the peak of resident memory.
func measure(t *testing.T, job string) {
	door, file, _ := strings.Cut(job, ":")
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x := newFiltering(t, boilerpipe.Filters{boilerpipe.DocumentTitleMatch, boilerpipe.MarkEverythingContent, boilerpipe.BlockProximityFusion(1, boilerpipe.AnyBlocks)}, nil)
	var limit *page.LimitError
	if err := doors[door](x, t, f); err != nil && !errors.As(err, &limit) {
		t.Fatal(err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(status)) {
		if kilobytes, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Printf("peak of %s\n", strings.TrimSpace(kilobytes))
		}
	}
}
