package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/corpus/warc"
)

// roleVariable says what the test binary is: the command, or a worker that the
// runner has started.
const roleVariable = "CORPUS_BEAM_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "command":
		main()
	case "worker":
		os.Args = workerArgs(os.Args)
		main()
	default:
		os.Exit(m.Run())
	}
}

// workerArgs returns the arguments of a worker for those that prism gives to the
// program that is to start it.
func workerArgs(given []string) []string {
	args := []string{given[0], "-worker"}
	for _, arg := range given[1:] {
		switch name, value, _ := strings.Cut(arg, "="); name {
		case "--id":
			args = append(args, "-id="+strings.Trim(value, "'"))
		case "--provision_endpoint":
			args = append(args, "-logging_endpoint="+value, "-control_endpoint="+value)
		}
	}
	return args
}

// writeArchive writes an archive of one page.
func writeArchive(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := warc.NewWriter(file, warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Write(warc.Header{
		Type: warc.TypeResponse, TargetURI: "http://example.com/", Date: time.Unix(1_700_000_000, 0),
		ContentType: "application/http; msgtype=response",
	}, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"+strings.Repeat("This is the text of the page, and it is the main content of it. ", 10)))
	if err != nil {
		t.Fatal(err)
	}
}

// TestCommand runs the command with its work in the process itself, and with the
// work in processes that the runner starts. It needs neither Go nor the source.
func TestCommand(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	process, err := json.Marshal(map[string]any{"command": program, "env": map[string]string{roleVariable: "worker"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, flags := range map[string][]string{
		"one process": nil,
		"processes":   {"-environment_type", "process", "-environment_config", string(process)},
	} {
		dir := t.TempDir()
		writeArchive(t, filepath.Join(dir, "crawl.warc.gz"))
		cmd := exec.Command(program, append(flags, "-input", filepath.Join(dir, "*.gz"), "-output", filepath.Join(dir, "out"), "-algo", "justext")...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), roleVariable+"=command", "PATH=")
		if log, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, log)
		}
		outputs, err := filepath.Glob(filepath.Join(dir, "out", "crawl-*.jsonl"))
		if err != nil || len(outputs) != 1 {
			t.Fatalf("%s: outputs %v, error %v", name, outputs, err)
		}
		if manifest, err := os.ReadFile(filepath.Join(dir, "out", "manifest.jsonl")); err != nil || !strings.Contains(string(manifest), `"written":1`) {
			t.Errorf("%s: manifest %s, error %v", name, manifest, err)
		}
	}
}

// TestUsage: a command line that makes no sense is refused.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"-output", "out"}, {"-input", "a"}, {"-input", "a", "-output", "out", "-format", "pdf"}} {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), roleVariable+"=command")
		if log, err := cmd.CombinedOutput(); err == nil {
			t.Errorf("%q is accepted:\n%s", args, log)
		}
	}
}
