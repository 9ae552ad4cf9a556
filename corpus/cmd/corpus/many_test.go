//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed42075109/justext/corpus"
	"github.com/seed42075109/justext/corpus/warc"
)

// maxResident is how much memory the command may take, in KiB.
const maxResident = 300 << 10

// hostilePages are small pages that cost much for their size, and pages that are
// no HTML.
var hostilePages = []string{
	strings.Repeat("<div>", 2000),
	strings.Repeat("<b><i><p>", 700),
	strings.Repeat("x& ", 3000),
	"<a " + strings.Repeat("a=1 ", 3000) + ">",
	"<!--" + strings.Repeat("-", 9000),
	strings.Repeat("<table><tr><td>", 500),
	strings.Repeat("\x00\xff", 4000),
	"%PDF-1.4 " + strings.Repeat("x", 5000),
	"<script>" + strings.Repeat("<!--<script", 700),
	"",
}

// stream writes n records to w, some of them hostile and some followed by
// garbage, and returns how many pieces of garbage there are.
func stream(w io.Writer, n int) (garbage int64, err error) {
	buffered := bufio.NewWriterSize(w, 1<<16)
	archive, err := warc.NewWriter(buffered, warc.WriterOptions{})
	if err != nil {
		return 0, err
	}
	for i := range n {
		h := warc.Header{Type: warc.TypeResponse, TargetURI: fmt.Sprint("http://example.com/", i), Date: time.Unix(int64(i), 0), ContentType: "application/http; msgtype=response", ID: fmt.Sprint("urn:n:", i)}
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
		switch {
		case i%10 == 3:
			h.Type, block = warc.TypeRequest, "GET / HTTP/1.1\r\n\r\n"
		case i%10 == 5:
			block = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\nno"
		case i%10 == 7:
			block += hostilePages[i/10%len(hostilePages)]
		default:
			block += page(i)
		}
		if _, err := archive.Write(h, []byte(block)); err != nil {
			return garbage, err
		}
		if i%1000 == 999 {
			garbage++
			fmt.Fprintf(buffered, "garbage %d", i)
		}
	}
	return garbage, buffered.Flush()
}

// TestManyRecords: the counters of a long run add up, and it takes no more memory
// than a short one. CORPUS_RECORDS is the number of records; "make many" runs a
// million.
func TestManyRecords(t *testing.T) {
	n := 5000
	if k, err := strconv.Atoi(os.Getenv("CORPUS_RECORDS")); err == nil {
		n = k
	}
	report, garbage, resident, took := runStream(t, func(w io.Writer) (int64, error) { return stream(w, n) })
	c := report.Total
	if c.Records != int64(n) || c.Outcomes.Total() != int64(n) {
		t.Errorf("%d records, %d outcomes of %d", c.Records, c.Outcomes.Total(), n)
	}
	if c.Outcomes[corpus.Request] != int64(n/10) || c.Outcomes[corpus.OtherStatus] != int64(n/10) || c.Outcomes[corpus.Written] < int64(n*7/10) {
		t.Errorf("outcomes %v", c.Outcomes)
	}
	if c.Damage["garbage"] != garbage {
		t.Errorf("damage %v of %d", c.Damage, garbage)
	}
	if resident > maxResident {
		t.Errorf("%d KiB of memory", resident)
	}
	t.Logf("%d records: %d KiB of memory, %.0f records a second", n, resident, float64(n)/took.Seconds())
}

// TestMemory: memory for pages and records that are large. CORPUS_GB is the size
// of the input; "make many" reads 10 GB.
func TestMemory(t *testing.T) {
	size := int64(100e6)
	if gb, err := strconv.Atoi(os.Getenv("CORPUS_GB")); err == nil {
		size = int64(gb) * 1e9
	}
	paragraph := "<p>" + strings.Repeat(sentence, 5) + "</p>\n"
	var records int64
	report, _, resident, took := runStream(t, func(w io.Writer) (int64, error) {
		archive, err := warc.NewWriter(w, warc.WriterOptions{Compression: warc.Plain})
		for written := int64(0); written < size && err == nil; records++ {
			body := strings.Repeat(paragraph, 1+int(records*records%400)) // up to 260 kB
			h := warc.Header{Type: warc.TypeResource, TargetURI: fmt.Sprint("http://example.com/", records), ContentType: "text/html", Date: time.Unix(records, 0)}
			if records%200 == 17 { // no page, and larger than the memory of all buffers
				h.ContentType = "video/mp4"
				length := int64(64 << 20)
				_, err = archive.WriteFrom(h, length, io.LimitReader(zeros{}, length))
				continue
			}
			_, err = archive.Write(h, []byte(body))
			written += int64(len(body))
		}
		return 0, err
	})
	if report.Total.Records != records || report.Total.Outcomes[corpus.OtherType] == 0 || !report.Complete() {
		t.Errorf("%d of %d records, %v", report.Total.Records, records, report.Total.Outcomes)
	}
	if resident > maxResident {
		t.Errorf("%d KiB of memory", resident)
	}
	t.Logf("%d MB of pages: %d KiB of memory, %.0f MB/s", report.Total.PageBytes/1e6, resident, float64(report.Total.PageBytes)/1e6/took.Seconds())
}

// zeros has zeros without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// runStream runs the command over what write writes to its standard input, with
// two workers, and returns its report, what write returned, and the memory that
// the process took, in KiB.
func runStream(t *testing.T, write func(io.Writer) (int64, error)) (report corpus.Report, written, resident int64, took time.Duration) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.json")
	cmd := process("run", "-quiet", "-o", "-", "-algo", "justext", "-workers", "2", "-report", path, "-")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	written, err = write(in)
	in.Close()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != statusFailed {
			t.Fatal(err)
		}
	}
	took = time.Since(start)
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &report)
	}
	if err != nil {
		t.Fatal(err)
	}
	return report, written, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss, took
}
