package justext_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// TestStepsAreLinear counts the statements that every file, and so every stage,
// executes for a hostile page of n parts and for one of 8n, in both presets, in
// Japanese and with Auto: eight times as much at most, and a little for what is bounded by
// Config.MaxDepth. Statements are counted by a copy of this test that is built
// for coverage, one process a page. Every third shape is read, or every one: make hostile.
func TestStepsAreLinear(t *testing.T) {
	if testing.Short() || hostile.UnderRace() || testing.CoverMode() != "" {
		t.Skip("it builds a test of its own")
	}
	counted := buildCounted(t)
	for _, shape := range hostile.Sample(hostile.Shapes, 0, 3) {
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			const n = 1000 // more than Options.MaxDepth
			few, many := steps(t, counted, shape.Name, n), steps(t, counted, shape.Name, 8*n)
			for file, count := range many {
				if most := 9*few[file] + 100; count > most {
					t.Errorf("%s: %d statements for %d parts, %d for %d, want at most %d", file, few[file], n, count, 8*n, most)
				}
			}
			for _, stage := range []string{"segment.go", "headings.go", "context.go"} {
				if many[stage] == 0 {
					t.Errorf("%s: nothing was counted", stage)
				}
			}
		})
	}
}

// hostilePage is the environment variable that tells the counted copy the shape of its page
// and the number of its parts.
const hostilePage = "JUSTEXT_HOSTILE_PAGE"

// TestCountedPage is the test that the counted copy runs.
func TestCountedPage(t *testing.T) {
	name, size, ok := strings.Cut(os.Getenv(hostilePage), "=")
	if !ok {
		t.Skip("it is run by TestStepsAreLinear")
	}
	var n int
	if _, err := fmt.Sscan(size, &n); err != nil {
		t.Fatal(err)
	}
	for _, shape := range hostile.Shapes {
		if shape.Name != name {
			continue
		}
		for _, x := range []*justext.Extractor{
			newExtractor(t, "en", justext.DefaultConfig()), newExtractor(t, "en", justext.PythonConfig()),
			newExtractor(t, "ja", justext.DefaultConfig()), newExtractor(t, justext.Auto, justext.DefaultConfig()),
		} {
			if _, err := x.Extract(bytes.NewReader(shape.Page(n))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

const module = "github.com/seed42075109/justext"

// countedPackages are the packages whose statements are counted: this one and those of the
// module that it imports.
const countedPackages = ".,./internal/ascii,./internal/input,./internal/markup,./internal/refs,./internal/scan,./internal/scripts,./internal/space,./internal/tags,./stoplists"

// buildCounted builds this package's tests with a counter in every statement.
func buildCounted(t *testing.T) string {
	t.Helper()
	counted := filepath.Join(t.TempDir(), "counted.test")
	build := exec.Command("go", "test", "-c", "-cover", "-covermode=atomic", "-coverpkg="+countedPackages, "-o", counted, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return counted
}

// steps returns how many statements of each file one page takes.
func steps(t *testing.T, counted, name string, n int) map[string]int {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	run := exec.Command(counted, "-test.run=^TestCountedPage$", "-test.coverprofile="+profile)
	run.Env = append(os.Environ(), fmt.Sprintf("%s=%s=%d", hostilePage, name, n))
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return readProfile(t, profile)
}

// readProfile sums the statements executed of each file: a line of a profile
// is file:from,to statements count.
func readProfile(t *testing.T, name string) map[string]int {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sums := make(map[string]int)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var statements, count int
		place, rest, _ := strings.Cut(lines.Text(), " ")
		if _, err := fmt.Sscan(rest, &statements, &count); err != nil {
			continue // the line of the mode
		}
		source, _, _ := strings.Cut(place, ":")
		sums[strings.TrimPrefix(source, module+"/")] += statements * count
	}
	return sums
}
