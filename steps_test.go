package justext_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// TestStepsAreLinear counts the statements that every file, and so every stage, executes
// for a hostile page of n parts and for one of 8n, in both presets and in Japanese, and with
// Auto: eight times as much at most, and a little for what is bounded by Config.MaxDepth.
// Statements are counted by a copy of this test that is built for coverage, one process a
// page. Every third shape is read, and every sixteenth with Auto, whose processes open all
// stop lists. With make hostile it is every one.
func TestStepsAreLinear(t *testing.T) {
	if testing.Short() || hostile.UnderRace() || testing.CoverMode() != "" {
		t.Skip("it builds a test of its own")
	}
	counted := buildCounted(t)
	for _, kind := range []struct {
		name   string
		shapes []hostile.Shape
	}{
		{"presets", hostile.Sample(hostile.Shapes, 0, 3)},
		{"auto", hostile.Sample(hostile.Shapes, 1, 16)},
	} {
		for _, shape := range kind.shapes {
			t.Run(kind.name+"/"+shape.Name, func(t *testing.T) {
				t.Parallel()
				const n = 1000 // more than Options.MaxDepth
				page := kind.name + "=" + shape.Name
				few, many := steps(t, counted, page, n), steps(t, counted, page, 8*n)
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
}

// hostilePage is the environment variable that tells the counted copy the kind of Extractor,
// the shape of its page and the number of its parts.
const hostilePage = "JUSTEXT_HOSTILE_PAGE"

// TestCountedPage is the test that the counted copy runs.
func TestCountedPage(t *testing.T) {
	fields := strings.Split(os.Getenv(hostilePage), "=")
	if len(fields) != 3 {
		t.Skip("it is run by TestStepsAreLinear")
	}
	n, err := strconv.Atoi(fields[2])
	if err != nil {
		t.Fatal(err)
	}
	extractors := []*justext.Extractor{
		newExtractor(t, "en", justext.DefaultConfig()), newExtractor(t, "en", justext.PythonConfig()),
		newExtractor(t, "ja", justext.DefaultConfig()),
	}
	if fields[0] == "auto" {
		extractors = []*justext.Extractor{newExtractor(t, justext.Auto, justext.DefaultConfig())}
	}
	for _, shape := range hostile.Shapes {
		if shape.Name != fields[1] {
			continue
		}
		for _, x := range extractors {
			if _, err := x.Extract(bytes.NewReader(shape.Page(n))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

const module = "github.com/seed42075109/justext"

// countedPackages are the packages whose statements are counted: this one and those of the
// module that it imports.
const countedPackages = ".,./internal/ascii,./internal/context,./internal/eight,./internal/input,./internal/langtag,./internal/markup,./internal/refs,./internal/scan,./internal/scripts,./internal/space,./internal/tags,./internal/tree,./stoplists"

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
func steps(t *testing.T, counted, page string, n int) map[string]int {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	run := exec.Command(counted, "-test.run=^TestCountedPage$", "-test.coverprofile="+profile)
	run.Env = append(os.Environ(), fmt.Sprintf("%s=%s=%d", hostilePage, page, n))
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
