package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets the test binary be the command, for tests of its process.
func TestMain(m *testing.M) {
	if os.Getenv(asCommand) == "" {
		os.Exit(m.Run())
	}
	os.Exit(command())
}

// asCommand is an environment variable that tells a process of the test binary that it is
// the command.
const asCommand = "JUSTEXT_TEST_COMMAND"

// commandProcess is the command as a process.
func commandProcess(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command(program, args...)
	process.Env = append(os.Environ(), asCommand+"=1")
	return process
}

// ran is what a run has left.
type ran struct {
	status      int
	out, errors string
}

// justextOf runs the command on standard input.
func justextOf(stdin string, args ...string) ran {
	var out, errors bytes.Buffer
	status := run(args, strings.NewReader(stdin), &out, &errors, false)
	return ran{status, out.String(), errors.String()}
}

// inFolder makes a folder of files, by name and text, and goes there.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	inFolderHere(t, files)
}

// inFolderHere makes files where the test is.
func inFolderHere(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// sentence is good in the language-independent mode: over 200 characters.
func sentence(word string) string {
	return strings.TrimSpace(strings.Repeat(word+" ", 201/(len(word)+1)+1))
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A failingWriter takes some writes and then none.
type failingWriter struct {
	writes int
	err    error
}

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.writes--; w.writes < 0 {
		return 0, w.err
	}
	return len(b), nil
}
