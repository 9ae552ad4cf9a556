package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"
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
