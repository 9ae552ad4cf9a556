package hostile

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// SizeVariable names the environment variable that sets the size of the pages of
// [CheckMemory], in MiB.
const SizeVariable = "JUSTEXT_MEMORY_MIB"

// OnlyVariable names the environment variable with a regular expression that chooses pairs of a
// way and a shape, such as "html: broken UTF-8", if [SizeVariable] is set.
const OnlyVariable = "JUSTEXT_MEMORY_ONLY"

// The environment variables of a process of CheckMemory: the file with its page, and the
// name of the way in which to read it.
const (
	pageVariable = "JUSTEXT_MEMORY_PAGE"
	wayVariable  = "JUSTEXT_MEMORY_WAY"
)

const (
	mib        = 1 << 20
	fullSize   = 64 // MiB, the largest page by default and so the one that limits are made for
	smallSize  = 2  // MiB, if SizeVariable is not set
	timesPage  = 16 // the largest resident memory, in sizes of the page
	sampled    = 8  // one shape in so many is measured if SizeVariable is not set
	program    = 48 // MiB for the program itself, which count beside a small page
	statusFile = "/proc/self/status"
)

// A Way reads a page in one of the ways that users have. Limits on the number of blocks and
// elements are to be divided by part, which is 1 for a page of 64 MiB and more for smaller
// ones. Way fails the test if there is an error other than a limit that was met.
type Way func(t *testing.T, page io.Reader, part int)

// CheckMemory reads pages of every shape in every way, each in a process of its own, whose
// resident memory may not grow beyond 16 times the size of the page. If the environment
// variable [SizeVariable] is set, pages have as many MiB as it says: with 64 the limit is
// 1 GiB. [OnlyVariable] chooses some of them.
//
// If the variable is not set, CheckMemory reads pages of 2 MiB of every eighth shape, each
// in one of the ways. The program itself may take 48 MiB more then, and the garbage
// collector leaves less room, as it does where memory is short.
//
// The processes run the test that calls CheckMemory again, so each call needs a test of its
// own. Memory is measured on Linux only.
func CheckMemory(t *testing.T, shapes []Shape, ways map[string]Way) {
	t.Helper()
	if name, ok := os.LookupEnv(wayVariable); ok {
		readAlone(t, ways[name])
		return
	}
	if testing.Short() || UnderRace() || testing.CoverMode() != "" {
		t.Skip("it measures memory")
	}
	if _, err := peak(); err != nil {
		t.Skipf("no measure of resident memory: %v", err)
	}
	size, all := memorySize(t)
	most := timesPage * size
	if !all {
		t.Setenv("GOGC", "25")
		most += program
	}
	file := filepath.Join(t.TempDir(), "page.html")
	names := slices.Sorted(maps.Keys(ways))
	only := regexp.MustCompile(os.Getenv(OnlyVariable))
	for i, shape := range shapes {
		chosen := names
		if !all {
			if i%sampled != 0 {
				continue
			}
			way := i / sampled % len(names)
			chosen = names[way : way+1]
		}
		if err := os.WriteFile(file, shape.OfSize(size*mib), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, way := range chosen {
			if all && !only.MatchString(way+": "+shape.Name) {
				continue
			}
			got := peakAlone(t, file, way)
			t.Logf("%5d MiB  %s: %s", got, way, shape.Name)
			if got > most {
				t.Errorf("%s: %s: %d MiB resident for a page of %d MiB, want at most %d", way, shape.Name, got, size, most)
			}
		}
	}
}

// memorySize returns the size of the pages of CheckMemory in MiB, and whether the
// environment asks for it and so for all shapes and ways.
func memorySize(t *testing.T) (size int, all bool) {
	t.Helper()
	text, all := os.LookupEnv(SizeVariable)
	if !all {
		return smallSize, false
	}
	size, err := strconv.Atoi(text)
	if err != nil || size < 1 {
		t.Fatalf("%s is %q; use a number of MiB", SizeVariable, text)
	}
	return size, true
}

var peakLine = regexp.MustCompile(`(?m)^resident: (\d+) MiB$`)

// peakAlone runs the test again in a process that reads the page of a file in one way. It
// returns the peak of the process's resident memory in MiB.
func peakAlone(t *testing.T, file, way string) int {
	t.Helper()
	run := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+regexp.QuoteMeta(t.Name())+"$", "-test.v") //nolint:gosec // this program
	run.Env = append(os.Environ(), pageVariable+"="+file, wayVariable+"="+way)
	out, err := run.CombinedOutput()
	found := peakLine.FindSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("%s: %v: %s", way, err, out)
	}
	megabytes, _ := strconv.Atoi(string(found[1]))
	return megabytes
}

// readAlone is what a process of CheckMemory does.
func readAlone(t *testing.T, read Way) {
	t.Helper()
	size, _ := memorySize(t)
	page, err := os.Open(os.Getenv(pageVariable))
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	read(t, page, max(1, fullSize/size))
	got, err := peak()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("resident: %d MiB\n", got)
}

// OfSize returns a page of the shape that has as many parts as go into size bytes, cut at
// size bytes.
func (s Shape) OfSize(size int) []byte {
	const sample = 1000
	one, many := len(s.Page(0)), len(s.Page(sample))
	page := s.Page(max(1, (size-one)*sample/max(1, many-one)))
	return page[:min(len(page), size)]
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
