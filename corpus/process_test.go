package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// TestProcess: Process gives what a job gives, and the same note.
func TestProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, path, mixed(100, 5))
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"jsonl.zst", "parquet"} {
		folder := t.TempDir()
		job := Job{Config: config(t, format, "justext"), Inputs: []string{path}, Folder: folder}
		if _, err := job.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		name := OutputName(path, format)
		want, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		note, err := Process(context.Background(), config(t, format, "justext"), path, bytes.NewReader(content), &out, nil)
		if err != nil || !bytes.Equal(out.Bytes(), want) {
			t.Fatalf("%s: %d bytes instead of %d, error %v", format, out.Len(), len(want), err)
		}
		note.Output = name
		got, _ := json.Marshal(note)
		kept, err := os.ReadFile(filepath.Join(folder, doneFolder, name+".json"))
		if err != nil || string(got)+"\n" != string(kept) {
			t.Errorf("%s: note %s\ninstead of %s, error %v", format, got, kept, err)
		}
	}
}

// TestProcessFile: a file is read as a job reads it. It goes back as far as a
// wrong length reaches, and a record without a date is not later than the file.
func TestProcessFile(t *testing.T) {
	page := "<html><head><title>A page</title><meta property='article:published_time' content='2020-01-01'></head><p>" + strings.Repeat("This is the text of the page, and it is the main content of it. ", 20)
	record := func(length int) string {
		message := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/2020/page.html\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			max(length, len(message)), message)
	}
	path := filepath.Join(t.TempDir(), "a.warc")
	if err := os.WriteFile(path, []byte(record(0)+record(2_000_000)+strings.Repeat(record(0), 2000)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	c := config(t, "jsonl", "justext")
	c.Metadata = true
	job := Job{Config: c, Inputs: []string{path}, Folder: folder}
	report, err := job.Run(context.Background())
	if err != nil || report.Total.Rows["justext"] != 2002 {
		t.Fatalf("error %v, counters %+v", err, report)
	}
	want, err := os.ReadFile(filepath.Join(folder, OutputName(path, "jsonl")))
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out bytes.Buffer
	note, err := Process(context.Background(), c, path, in, &out, nil)
	if err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Fatalf("%d bytes instead of %d, error %v", out.Len(), len(want), err)
	}
	note.Output = OutputName(path, "jsonl")
	got, _ := json.Marshal(note)
	kept, err := os.ReadFile(filepath.Join(folder, doneFolder, note.Output+".json"))
	if err != nil || string(got)+"\n" != string(kept) {
		t.Errorf("note %s\ninstead of %s, error %v", got, kept, err)
	}
}

// TestReaderFails: an input that cannot be read any further is an error, and no
// output is taken for whole.
func TestReaderFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.warc.gz")
	writeArchive(t, path, mixed(50, 6))
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("disk broken")
	in := io.MultiReader(bytes.NewReader(content[:len(content)/2]), iotest.ErrReader(broken))
	if note, err := Process(context.Background(), config(t, "jsonl", "justext"), path, in, io.Discard, nil); !errors.Is(err, broken) || note != nil {
		t.Errorf("note %v, error %v", note, err)
	}
}

// TestInterrupted: an input of which a page was lost because the run was told to
// stop is not taken for done, wherever the run is then.
func TestInterrupted(t *testing.T) {
	const pages = 12
	var all []madeRecord
	for n := range pages {
		all = append(all, response(address(n), "200 OK\r\nContent-Type: text/html", article(n), Written))
	}
	path := filepath.Join(t.TempDir(), "crawl.warc.gz")
	writeArchive(t, path, all)
	archive, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for last := range pages + 1 {
		ctx, cancel := context.WithCancel(context.Background())
		c := config(t, "jsonl")
		c.Workers = 2
		begun := new(atomic.Int32)
		c.Methods = []Method{{Name: "own", Clean: func(ctx context.Context, body []byte, _ string) (Content, error) {
			if int(begun.Add(1)) > last {
				time.Sleep(10 * time.Millisecond) // the archive is read to its end
				cancel()
			}
			return Content{Text: string(body), Kept: 1}, ctx.Err()
		}}}
		note, err := Process(ctx, c, "crawl.warc.gz", bytes.NewReader(archive), io.Discard, nil)
		cancel()
		switch {
		case last == pages && err != nil:
			t.Error(err)
		case last < pages && !errors.Is(err, context.Canceled):
			t.Errorf("told to stop after %d pages: error %v, note %+v", last, err, note)
		}
	}
}
