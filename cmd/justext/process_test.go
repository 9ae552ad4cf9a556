//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Tests of the command as a process: pipes, signals, and what is left when it is
// killed.

// manyPages makes a folder of n pages, each of some kilobytes.
func manyPages(t *testing.T, n int) {
	t.Helper()
	files := make(map[string]string)
	for i := range n {
		files[fmt.Sprintf("pages/%04d.html", i)] = strings.Repeat("<p>"+sentence(fmt.Sprintf("word%d", i))+"</p>", 20)
	}
	inFolder(t, files)
}

// exitStatus waits for a process, not for long, and returns its status.
func exitStatus(t *testing.T, process *exec.Cmd) int {
	t.Helper()
	end := make(chan error, 1)
	go func() { end <- process.Wait() }()
	select {
	case err := <-end:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return process.ProcessState.ExitCode()
	case <-time.After(30 * time.Second):
		_ = process.Process.Kill()
		t.Fatalf("%q does not end", process.Args)
		return -1
	}
}

// When the reader of the output goes, the command ends, whatever the name of the
// output.
func TestClosedPipe(t *testing.T) {
	manyPages(t, 500)
	for _, args := range []string{"", "-o /dev/stdout", "-o -", "-o /dev/fd/1"} {
		process := commandProcess(t, append(strings.Fields(args), "-s", "None", "pages")...)
		var messages bytes.Buffer
		process.Stderr = &messages
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		process.Stdout = w
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		if _, err := bufio.NewReader(r).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		r.Close()
		if status := exitStatus(t, process); status != statusClosedPipe || messages.Len() > 0 {
			t.Errorf("%q: status %d, %s", args, status, &messages)
		}
	}
}

// A FIFO waits for its reader and loses nothing.
func TestFIFO(t *testing.T) {
	manyPages(t, 20)
	if err := syscall.Mkfifo("fifo", 0o600); err != nil {
		t.Skip(err)
	}
	process := commandProcess(t, "-s", "None", "-quiet", "-o", "fifo", "pages")
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // it could have ended without a reader
	reader, err := os.Open("fifo")
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	got, err := io.ReadAll(reader)
	if status := exitStatus(t, process); err != nil || status != 0 {
		t.Errorf("status %d, %v", status, err)
	}
	if want := justextOf("", "-s", "None", "-quiet", "pages"); string(got) != want.out || want.out == "" {
		t.Errorf("%d bytes, want %d", len(got), len(want.out))
	}
}

// After SIGINT and SIGTERM whole lines are left, and the status names the signal.
func TestSignals(t *testing.T) {
	manyPages(t, 1000)
	for _, c := range []struct {
		signal syscall.Signal
		status int
		word   string
	}{{syscall.SIGINT, 130, "interrupted"}, {syscall.SIGTERM, 143, "terminated"}} {
		process := commandProcess(t, "-s", "None", "-format", "jsonl", "pages")
		var messages bytes.Buffer
		process.Stderr = &messages
		out, err := process.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(out)
		begin, err := r.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(r)
		if status := exitStatus(t, process); err != nil || status != c.status {
			t.Errorf("%v: status %d, %v", c.signal, status, err)
		}
		lines := strings.SplitAfter(begin+string(rest), "}\n")
		if lines[len(lines)-1] != "" || len(lines) > 1000 || !strings.Contains(messages.String(), "justext: "+c.word+"\n") {
			t.Errorf("%v: %d lines, the last is %.20q; %s", c.signal, len(lines), lines[len(lines)-1], &messages)
		}
	}
}

// A page that is longer than what may wait is written whole when a signal comes
// while it is being written.
func TestSignalWithinPage(t *testing.T) {
	inFolder(t, map[string]string{"a.html": strings.Repeat("<p>"+sentence("word")+"</p>", 30_000), "b.html": "<p>b"})
	process := commandProcess(t, "-s", "None", "-format", "jsonl", "-quiet", "a.html", "b.html")
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(out)
	if _, err := r.Peek(1); err != nil {
		t.Fatal(err)
	}
	if err := process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	got, err := io.ReadAll(r)
	if status := exitStatus(t, process); err != nil || status != 143 || !bytes.HasSuffix(got, []byte("}\n")) || len(got) < 10_000_000 {
		t.Errorf("status %d, %v, %d bytes that end in %.20q", status, err, len(got), got[max(0, len(got)-20):])
	}
}

// An interrupt ends a run that waits for its input.
func TestSignalWhileReading(t *testing.T) {
	process := commandProcess(t)
	stdin, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(stdin, strings.Repeat("x", 1<<18)); err != nil { // more than a pipe holds
		t.Fatal(err)
	}
	if err := process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := exitStatus(t, process); status != 130 {
		t.Errorf("status %d", status)
	}
}

// A run that is killed or told to stop again and again, and resumed, leaves what an
// undisturbed one does.
func TestResumeAfterSignals(t *testing.T) {
	manyPages(t, 400)
	signals := []os.Signal{os.Kill, os.Interrupt, syscall.SIGTERM}
	want := justextOf("", "-s", "None", "-format", "jsonl", "-quiet", "pages").out
	for kills := 0; ; {
		process := commandProcess(t, "-s", "None", "-format", "jsonl", "-quiet", "-resume", "-o", "out.jsonl", "pages")
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(time.Duration(rand.IntN(150))*time.Millisecond, func() { _ = process.Process.Signal(signals[kills%len(signals)]) })
		if kills >= 12 {
			kill.Stop()
		}
		status := exitStatus(t, process)
		if status == 0 {
			break
		}
		if kills >= 12 {
			t.Fatalf("status %d, undisturbed", status)
		}
		kills++
		if kills%2 == 0 {
			cutLine(t, "out.jsonl", want[:rand.IntN(100)])
		}
	}
	if got := readFile(t, "out.jsonl"); got != want {
		t.Errorf("%d bytes in %d lines, want %d in %d", len(got), strings.Count(got, "\n"), len(want), strings.Count(want, "\n"))
	}
}

// cutLine adds the beginning of a line to a file that ends with a whole one.
func cutLine(t *testing.T, name, beginning string) {
	t.Helper()
	written, err := os.ReadFile(name)
	if err != nil || !bytes.HasSuffix(written, []byte("\n")) {
		return
	}
	if err := os.WriteFile(name, append(written, beginning...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// When a file of -d cannot be written to its end, it is removed, so that none is
// there that is not whole; what was written before it stays.
func TestFolderOnFullDisk(t *testing.T) {
	inFolder(t, map[string]string{"d/a.html": "<p>" + sentence("a"), "d/b.html": strings.Repeat("<p>"+sentence("b"), 100)})
	process := commandProcess(t, "-s", "None", "-d", "out", "d")
	limited := exec.Command("sh", append([]string{"-c", `ulimit -f 8 && exec "$0" "$@"`}, process.Args...)...)
	limited.Env = process.Env
	var messages bytes.Buffer
	limited.Stderr = &messages
	if err := limited.Start(); err != nil {
		t.Fatal(err)
	}
	if status := exitStatus(t, limited); status != statusFailed || !strings.Contains(messages.String(), "file too large") {
		t.Fatalf("status %d, %s", status, &messages)
	}
	if _, err := os.Stat("out/d/b.html.txt"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("b.html.txt: %v", err)
	}
	if got := readFile(t, "out/d/a.html.txt"); got != "<p> "+sentence("a")+"\n" {
		t.Errorf("a.html.txt: %q", got)
	}
}
