package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/corpus/warc"
)

// asCommand makes the test binary the command, for tests that need a process.
const asCommand = "CORPUS_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(command())
	}
	os.Exit(m.Run())
}

// process returns the command as a process that has not been started.
func process(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	return cmd
}

// execute runs the command within the test and returns what it wrote and its
// status.
func execute(stdin string, args ...string) (stdout, stderr string, status int) {
	var out, log bytes.Buffer
	e := &environment{stdin: strings.NewReader(stdin), stdout: &out, stderr: &log}
	status = e.run(context.Background(), args)
	return out.String(), log.String(), status
}

const sentence = "This is a sentence of the text of a page, and it is long enough to be the main content of it for all of the methods that we have. "

// page returns a page with a text of its own.
func page(n int) string {
	return fmt.Sprintf("<html lang=en><title>Page %d</title><ul><li><a href=/>Home</a><li><a href=/b>Menu</a></ul><h1>Heading</h1><p>%s It is number %d.</p><p>%s",
		n, strings.Repeat(sentence, 3+n%5), n, strings.Repeat(sentence, 2))
}

// writeCrawl writes n archives of some pages each and returns their paths.
func writeCrawl(t testing.TB, dir string, n, pages int) (paths []string) {
	t.Helper()
	for i := range n {
		var file bytes.Buffer
		w, err := warc.NewWriter(&file, warc.WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for k := range pages {
			number := i*pages + k
			_, err := w.Write(warc.Header{
				Type: warc.TypeResponse, TargetURI: fmt.Sprintf("http://example.com/%d", number), Date: time.Unix(1_700_000_000, 0),
				ID: fmt.Sprintf("urn:uuid:00000000-0000-4000-8000-%012d", number), ContentType: "application/http; msgtype=response",
			}, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+page(number/2))) // each text twice
			if err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(dir, fmt.Sprintf("crawl-%04d.warc.gz", i))
		if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// tree returns the files in a folder by their paths.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// difference says in what two trees differ, "" if they are equal.
func difference(got, want map[string]string) string {
	for name, content := range want {
		if other, ok := got[name]; !ok {
			return name + " is missing"
		} else if other != content {
			return name + " differs"
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			return name + " is too many"
		}
	}
	return ""
}
