//go:build unix

package warc

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// BenchmarkGzip reads archives, every record to its end, and gives the speed as
// a share of that of unpacking the same file and doing nothing else. It counts
// the time of the processor, with that of the garbage collector, and gives the
// median, so that other work on the machine hardly matters.
func BenchmarkGzip(b *testing.B) {
	var made bytes.Buffer
	writeAll(b, &made, WriterOptions{}, 5_000)
	for _, f := range []struct {
		name string
		b    []byte
	}{
		{"crawl", readFile(b, "warc/IAH-20080430204825-00000-blackbook.warc.gz")},
		{"pages", bytes.Repeat(readFile(b, "warc/warcfile.warc.gz"), 10)},
		{"small", made.Bytes()},
	} {
		b.Run(f.name, func(b *testing.B) {
			file, err := os.Create(filepath.Join(b.TempDir(), "a.warc.gz"))
			if err != nil {
				b.Fatal(err)
			}
			defer file.Close()
			if _, err := file.Write(f.b); err != nil {
				b.Fatal(err)
			}
			var unpacked int64
			var reading time.Duration
			var ratios []float64
			for b.Loop() {
				start := processorTime(b)
				unpacked = gunzip(b, file)
				middle := processorTime(b)
				readWhole(b, file)
				end := processorTime(b)
				reading += end - middle
				ratios = append(ratios, float64(middle-start)/float64(end-middle))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "of-gunzip")
			b.ReportMetric(float64(unpacked)*float64(b.N)/reading.Seconds()/1e6, "MB/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func gunzip(b *testing.B, file *os.File) int64 {
	file.Seek(0, io.SeekStart)
	z, err := gzip.NewReader(file)
	if err != nil {
		b.Fatal(err)
	}
	n, err := io.Copy(io.Discard, z)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// readWhole reads each block to its end.
func readWhole(b *testing.B, file *os.File) {
	file.Seek(0, io.SeekStart)
	r := NewReader(file)
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, rec); err != nil {
			b.Fatal(err)
		}
	}
}

// processorTime returns the time that the processor has worked for the process.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
