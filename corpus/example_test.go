package corpus_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/corpus"
	"github.com/seed42075109/justext/corpus/output"
)

// page is a page with a menu and a text.
var page = "<html><title>A page</title><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul><p>" +
	strings.Repeat("This is a sentence of the main content, and there are more of them. ", 4) + "</p></html>"

// archive is a web archive of one page.
var archive = fmt.Sprintf("WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://example.com/\r\n"+
	"WARC-Date: 2024-05-01T12:00:00Z\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(page), page)

// A job reads many archives and can be killed at any moment.
func ExampleJob() {
	folder, err := os.MkdirTemp("", "corpus")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "crawl.warc")
	if err := os.WriteFile(path, []byte(archive), 0o666); err != nil {
		log.Fatal(err)
	}
	config, err := corpus.DefaultConfig("victor", "justext")
	if err != nil {
		log.Fatal(err)
	}
	config.Filter.MinWords = 20
	if config.Format, err = output.ParseFormat("parquet"); err != nil {
		log.Fatal(err)
	}
	job := corpus.Job{Config: config, Inputs: []string{path}, Folder: filepath.Join(folder, "out")}
	report, err := job.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Done, "file,", report.Total.Records, "record,", report.Total.Rows["victor"], "text of victor")
	// Output: 1 file, 1 record, 1 text of victor
}

// Process does one archive that the program has opened itself.
func ExampleProcess() {
	config, err := corpus.DefaultConfig("justext")
	if err != nil {
		log.Fatal(err)
	}
	if config.Format, err = output.ParseFormat("txt"); err != nil {
		log.Fatal(err)
	}
	var out bytes.Buffer
	note, err := corpus.Process(context.Background(), config, "crawl.warc", strings.NewReader(archive), &out, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(out.String()[:49])
	fmt.Println(note.Counters.Outcomes[corpus.Written], "of", note.Counters.Records)
	// Output:
	// This is a sentence of the main content, and there
	// 1 of 1
}
