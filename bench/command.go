package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// command prints how long the command takes for a folder of the pages, and how long
// the library takes for the same pages in memory on all cores.
func command(w io.Writer, pages []page, o options) error {
	dir, err := os.MkdirTemp("", "justext-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, folder := filepath.Join(dir, "justext.exe"), filepath.Join(dir, "pages")
	if err := build(program); err != nil {
		return err
	}
	if err := write(folder, pages); err != nil {
		return err
	}
	methods, err := methods()
	if err != nil {
		return err
	}
	library := enter(methods[0], pages, 1) // justext, as the command by default
	var times, ratios []float64
	peak := 0
	for round := range o.rounds {
		progress("command: round %d of %d", round+1, o.rounds)
		spent, memory, err := runCommand(program, folder)
		if err != nil {
			return err
		}
		library.onAllCores()
		times = append(times, milliseconds(spent))
		ratios = append(ratios, quotient(spent, library.all[round]))
		peak = max(peak, memory)
	}
	fmt.Fprint(w, commandTable(pages, library.all, times, ratios, peak))
	return nil
}

func commandTable(pages []page, library []time.Duration, times, ratios []float64, peak int) table {
	var libraryTimes []float64
	for _, d := range library {
		libraryTimes = append(libraryTimes, milliseconds(d))
	}
	mb := megabytes(size(pages))
	line := func(name string, times []float64, ratio, memory string) []string {
		return []string{name, number(median(times)), number(mb / median(times) * 1e3), ratio, memory}
	}
	return table{
		{"all pages, all cores", "ms", "MB/s", "× the library", "peak resident memory, MB"},
		line("the library, pages in memory", libraryTimes, "1", ""),
		line("`justext -s English -format text FOLDER`", times, number(median(ratios)), number(megabytes(peak))),
	}
}

// build builds the command with the requirements of its own module, not of this one.
func build(program string) error {
	compiler := exec.Command("go", "build", "-o", program, "./cmd/justext")
	compiler.Dir = ".."
	if output, err := compiler.CombinedOutput(); err != nil {
		return fmt.Errorf("building the command: %w\n%s", err, output)
	}
	return nil
}

// write writes the pages to a new folder.
func write(folder string, pages []page) error {
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	for i, p := range pages {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%06d.html", i)), p.html, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// runCommand returns the time from start to end and the peak of resident memory in
// bytes.
func runCommand(program, folder string) (spent time.Duration, memory int, err error) {
	process := exec.Command(program, "-s", "English", "-format", "text", folder)
	process.Stderr = os.Stderr
	start := time.Now()
	if err := process.Start(); err != nil {
		return 0, 0, fmt.Errorf("the command: %w", err)
	}
	done := make(chan error)
	go func() { done <- process.Wait() }()
	for tick := time.Tick(20 * time.Millisecond); ; {
		select {
		case err := <-done:
			if err != nil {
				return 0, 0, fmt.Errorf("the command: %w", err)
			}
			return time.Since(start), memory, nil
		case <-tick:
			memory = max(memory, peakMemory(process.Process.Pid))
		}
	}
}

// peakMemory returns the most bytes of resident memory that a running process has
// had, or 0 on systems without /proc. The figure that the system reports after a
// process has ended is of no use: it includes the memory of the parent from before
// the process became another program.
func peakMemory(pid int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	var kibibytes int
	fmt.Sscanf(line, "%d", &kibibytes)
	return kibibytes << 10
}
