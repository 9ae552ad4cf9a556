package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// FuzzProcess reads any bytes as an archive: nothing panics, the counters add
// up, each line is JSON, and the same bytes give the same output.
func FuzzProcess(f *testing.F) {
	for _, kind := range kinds[:5] {
		path := filepath.Join(f.TempDir(), "a.warc")
		writeArchive(f, path, []madeRecord{kind(1), kind(2)})
		content, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Add([]byte("WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: 60\r\n\r\nHTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>" + sentence))
	f.Add([]byte("WARC/1.0\nWARC-Type: conversion\nContent-Type: text/plain\nContent-Length: 5\n\nHello\n\n\nhttp://a/ 1.1.1.1 20200101000000 text/html 3\nabc\n"))
	c := config(f, "jsonl", "justext")
	c.Filter.MIME = []string{"text/html", "text/plain", "application/xhtml+xml"}
	c.MaxBody, c.Workers = 64<<10, 2
	f.Fuzz(func(t *testing.T, archive []byte) {
		process := func() ([]byte, *Note) {
			var out bytes.Buffer
			note, err := Process(context.Background(), c, "a.warc", bytes.NewReader(archive), &out, nil)
			if err != nil {
				t.Fatal(err)
			}
			return out.Bytes(), note
		}
		out, note := process()
		checkCounters(t, out, &note.Counters)
		again, second := process()
		first, _ := json.Marshal(note)
		if repeat, _ := json.Marshal(second); !bytes.Equal(out, again) || !bytes.Equal(first, repeat) {
			t.Errorf("another output the second time: %s, %s", first, repeat)
		}
	})
}
