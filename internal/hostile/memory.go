package hostile

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"strconv"
	"testing"
)

// SizeVariable names the environment variable that sets the size of the pages of
// [CheckMemory], in MiB.
const SizeVariable = "JUSTEXT_MEMORY_MIB"

// shapeVariable tells a process of CheckMemory which page is its own.
const shapeVariable = "JUSTEXT_MEMORY_SHAPE"

const (
	mib          = 1 << 20
	smallPage    = 2   // MiB, the size by default
	timesPage    = 16  // the largest resident memory, in sizes of the page
	sampled      = 8   // one shape in so many is measured by default
	leastAllowed = 256 // MiB; a small page may be one block for every four bytes, and a block may take 400
	statusFile   = "/proc/self/status"
	resetFile    = "/proc/self/clear_refs"
	peakReset    = "5" // written to resetFile, it resets the peak to what is resident now
)

// CheckMemory has each shape read once, each in a process of its own, whose resident memory
// may not grow beyond 16 times the size of the page, or 256 MiB if that is more. Pages have
// 2 MiB, and only every eighth shape is read. If the environment variable [SizeVariable] is
// set, every shape is read, of as many MiB as it says: with 64 the limit is 1 GiB.
//
// The processes run the test that calls CheckMemory again, so each call needs a test of its
// own. Memory is measured on Linux only.
func CheckMemory(t *testing.T, shapes []Shape, read func(page []byte)) {
	t.Helper()
	if name := os.Getenv(shapeVariable); name != "" {
		readAlone(t, shapes, name, read)
		return
	}
	if testing.Short() || UnderRace() || testing.CoverMode() != "" {
		t.Skip("it measures memory")
	}
	if _, err := peak(); err != nil {
		t.Skipf("no measure of resident memory: %v", err)
	}
	size := memorySize(t)
	most := max(leastAllowed, timesPage*size)
	for i, shape := range shapes {
		if os.Getenv(SizeVariable) == "" && i%sampled != 0 {
			continue
		}
		got := peakAlone(t, shape.Name)
		t.Logf("%5d MiB  %s", got, shape.Name)
		if got > most {
			t.Errorf("%s: %d MiB resident for a page of %d MiB, want at most %d", shape.Name, got, size, most)
		}
	}
}

func memorySize(t *testing.T) int {
	t.Helper()
	text := os.Getenv(SizeVariable)
	if text == "" {
		return smallPage
	}
	size, err := strconv.Atoi(text)
	if err != nil || size < 1 {
		t.Fatalf("%s is %q; use a number of MiB", SizeVariable, text)
	}
	return size
}

var peakLine = regexp.MustCompile(`(?m)^resident: (\d+) MiB$`)

// peakAlone runs the test again for one shape and returns what it prints.
func peakAlone(t *testing.T, shape string) (megabytes int) {
	t.Helper()
	run := exec.Command(os.Args[0], "-test.run=^"+regexp.QuoteMeta(t.Name())+"$", "-test.v") //nolint:gosec // this program
	run.Env = append(os.Environ(), shapeVariable+"="+shape)
	out, err := run.CombinedOutput()
	found := peakLine.FindSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("%s: %v: %s", shape, err, out)
	}
	megabytes, _ = strconv.Atoi(string(found[1]))
	return megabytes
}

// readAlone reads the page of one shape and prints the peak of the resident memory. What
// making the page took does not count, but the page does.
func readAlone(t *testing.T, shapes []Shape, name string, read func(page []byte)) {
	t.Helper()
	for _, shape := range shapes {
		if shape.Name != name {
			continue
		}
		page := shape.OfSize(memorySize(t) * mib)
		debug.FreeOSMemory()
		_ = os.WriteFile(resetFile, []byte(peakReset), 0) // if it may not be written, the page costs a little more
		read(page)
		got, err := peak()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("resident: %d MiB\n", got)
		return
	}
	t.Fatalf("there is no shape %q", name)
}

// OfSize returns a page of the shape with about size bytes.
func (s Shape) OfSize(size int) []byte {
	const sample = 1000
	one, many := len(s.Page(0)), len(s.Page(sample))
	return s.Page(max(1, (size-one)*sample/max(1, many-one)))
}

// peak returns the largest resident memory that the process has had, in MiB.
func peak() (megabytes int, err error) {
	status, err := os.ReadFile(statusFile)
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(status) {
		var kilobytes int
		if n, _ := fmt.Sscanf(string(line), "VmHWM: %d kB", &kilobytes); n == 1 {
			return kilobytes >> 10, nil
		}
	}
	return 0, fmt.Errorf("%s has no VmHWM", statusFile)
}
