package victor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// memoryShapes are further shapes that take much memory if what is kept for an
// element or a block is large.
var memoryShapes = []hostile.Shape{
	{Name: "empty p", N: 1000, Page: hostile.Repeat("", "<p>", "")},
	{Name: "empty div, closed", N: 1000, Page: hostile.Repeat("", "<div></div>", "")},
	{Name: "a letter and br", N: 1000, Page: hostile.Repeat("", "x<br>", "")},
	{Name: "deep elements", N: 2, Page: hostile.Repeat("", strings.Repeat("<div>", 500)+"x"+strings.Repeat("</div>", 500), "")},
	{Name: "cells", N: 1000, Page: hostile.Repeat("<table>", "<td>5", "")},
	{Name: "bytes of three times the size", N: 1000, Page: hostile.Repeat("<meta charset=windows-1252><p>", "\x80", "")},
	{Name: "characters that are escaped", N: 1000, Page: hostile.Repeat("<p>", `"&`, "")},
	{Name: "controls between words", N: 1000, Page: hostile.Repeat("<p>", "a<iframe></iframe>", "")},
	{Name: "different classes", N: 1000, Page: hostile.Number("<p class=c%d>x")},
	{Name: "titles", N: 1000, Page: hostile.Repeat("<title>", "x ", "</title><p>x")},
	{Name: "a language", N: 1000, Page: hostile.Repeat("<html lang=", "a-", "><p>x")},
	{Name: "classes and ids", N: 1000, Page: hostile.Repeat("", `<p class="a" id="b" style="c">x`, "")},
}

// sized returns a page of a shape of about size bytes.
func sized(shape hostile.Shape, size int) []byte {
	small := len(shape.Page(shape.N))
	source := shape.Page(max(1, int(int64(shape.N)*int64(size)/int64(small))))
	return source[:min(len(source), size)]
}

// memoryPage is the variable with the file of the page, in the child process.
const memoryPage = "JUSTEXT_MEMORY_PAGE"

// TestMemory labels pages of every shape, each in a process of its own: the resident
// memory is at most 16 times the page, and 32 MiB for the process itself. With
// JUSTEXT_MEMORY_MIB=64, the default of MaxBytes, it is at most 1 GiB in all.
func TestMemory(t *testing.T) {
	if testing.Short() || hostile.UnderRace() || runtime.GOOS != "linux" {
		t.Skip("it needs much memory and /proc")
	}
	size, allowed := 256<<10, 32<<20
	if large := os.Getenv(hostile.SizeVariable); large != "" {
		n, err := strconv.Atoi(large)
		if err != nil {
			t.Fatal(err)
		}
		size, allowed = n<<20, 0
	}
	for _, shape := range append(memoryShapes, hostileShapes...) {
		t.Run(shape.Name, func(t *testing.T) {
			resident := residentOf(t, sized(shape, size))
			t.Logf("%d MiB", resident>>20)
			if resident > allowed+16*size {
				t.Errorf("%d MiB for %d MiB", resident>>20, size>>20)
			}
		})
	}
}

// residentOf returns the largest resident memory, in bytes, of a process that labels a
// page.
func residentOf(t *testing.T, source []byte) int {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMemoryOfOne$", "-test.v")
	child.Env = append(os.Environ(), memoryPage+"="+file)
	out, err := child.CombinedOutput()
	_, found, ok := strings.Cut(string(out), "resident ")
	if err != nil || !ok {
		t.Fatalf("%v\n%s", err, out)
	}
	resident, err := strconv.Atoi(strings.Fields(found)[0])
	if err != nil {
		t.Fatal(err)
	}
	return resident
}

// TestMemoryOfOne is the child process of TestMemory.
func TestMemoryOfOne(t *testing.T) {
	name := os.Getenv(memoryPage)
	if name == "" {
		t.Skip("TestMemory starts it")
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	config := DefaultConfig() // with limits in proportion to the page, as at 64 MiB
	config.AllowBinary = true
	config.MaxBlocks, config.MaxElements = int(info.Size())/64, int(info.Size())/16
	x, err := New(DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	limited := func(err error) {
		var limit *page.LimitError
		if err != nil && !errors.As(err, &limit) && !errors.Is(err, ErrTooLong) {
			t.Fatal(err)
		}
	}
	read := func(do func(io.Reader)) {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		do(f)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	read(func(r io.Reader) {
		d, err := x.Document(t.Context(), r, "")
		limited(err)
		if text := d.Text(); len(text) > 0 && len(d.Blocks) == 0 {
			t.Error("text without blocks")
		}
	})
	read(func(r io.Reader) {
		_, err := x.Clean(t.Context(), r, "")
		limited(err)
	})
	read(func(r io.Reader) {
		limited(x.WriteSpans(t.Context(), io.Discard, r, ""))
	})
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := bytes.Cut(status, []byte("VmHWM:"))
	kilobytes, err := strconv.Atoi(string(bytes.Fields(peak)[0]))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("resident %d\n", kilobytes<<10)
}
